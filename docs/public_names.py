"""Writes the reference: a Sphinx extension that knows what is public.

A page of the reference names what it holds, in a block of its own:

    ```{public-names} deepen
    solve solve_many
    ```

`*` stands for all that the module has in its `__all__` and that no page names, so a new public name
is in the reference before anybody has found the right page for it. A name that does not exist, or
that has no docstring, is a warning, and so an error of `make docs`. Constants of the built-in games
are left out: reference/games.md says once for all of them what they hold.
"""

from __future__ import annotations

import inspect
import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer
from sphinx.util import logging

import deepen

BLOCK = re.compile(r"^```\{public-names\} (?P<module>[\w.]+)\n(?P<names>.*?)^```$", re.M | re.S)
log = logging.getLogger(__name__)


def setup(app: Sphinx) -> dict[str, Any]:
    """What Sphinx calls first."""
    app.connect("source-read", fill_in)
    app.connect("autodoc-process-docstring", made_plain, priority=400)  # before napoleon
    app.connect("missing-reference", find_home)
    return {"parallel_read_safe": True}


def fill_in(app: Sphinx, page: str, source: list[str]) -> None:
    """Puts the documentation of names where a page names them."""

    def documented(block: re.Match[str]) -> str:
        module = import_module(block["module"])
        app.env.note_dependency(module.__file__)  # a new name there is a new build of this page
        names = block["names"].split()
        if names == ["*"]:
            names = [name for name in public(module) if name not in named_in(app, module)]
        text = "\n".join(entry(module, name, page) for name in names)
        return f"```{{eval-rst}}\n{text}\n```" if text else "Nothing at present."

    source[0] = BLOCK.sub(documented, source[0])


def public(module: ModuleType) -> list[str]:
    """The public names of a module, as it says."""
    return list(module.__all__)


def named_in(app: Sphinx, module: ModuleType) -> set[str]:
    """The names of a module that some page of the reference names."""
    pages = list(Path(app.srcdir, "reference").glob("*.md"))
    for page in pages:
        app.env.note_dependency(str(page))
    blocks = [block for page in pages for block in BLOCK.finditer(page.read_text())]
    return {
        name
        for block in blocks
        if block["module"] == module.__name__
        for name in block["names"].split()
    }


# One name


def entry(module: ModuleType, name: str, page: str) -> str:
    """What Sphinx is told to write about a name."""
    if name not in public(module):
        log.warning("%s has no public name %r", module.__name__, name, location=page)
        return ""
    value = getattr(module, name)
    full = f"{module.__name__}.{name}"
    if inspect.isclass(value):
        complain_of_members(full, value, page)
        shared = "".join(f"   .. automethod:: {full}.{each}\n" for each in shared_methods(value))
        return f".. autoclass:: {full}\n   :members:\n\n{shared}"
    if callable(value):
        complain(full, value.__doc__, page)
        return f".. autofunction:: {full}\n"
    return constant(module, name, page) if module is deepen else ""


def constant(module: ModuleType, name: str, page: str) -> str:
    """A constant; its documentation stands below it, in the file that defines it."""
    full = f"{module.__name__}.{name}"
    value = repr(getattr(module, name))
    documentation = next(filter(None, (constants_of(m).get(name) for m in own_modules())), None)
    complain(full, documentation, page)
    shown = f"   :value: {value}\n" if len(value) < 100 else ""
    text = "\n".join(f"   {line}" for line in (documentation or "").splitlines())
    return f".. py:data:: {full}\n{shown}\n{text}\n"


def own_modules() -> list[ModuleType]:
    """What is imported of deepen."""
    return [m for key, m in list(sys.modules.items()) if key.partition(".")[0] == "deepen"]


def constants_of(module: ModuleType) -> dict[str, str]:
    """The documented constants of a module."""
    if not (getattr(module, "__file__", None) or "").endswith(".py"):
        return {}
    documented = ModuleAnalyzer.for_module(module.__name__).find_attr_docs()
    return {name: "\n".join(lines) for (place, name), lines in documented.items() if not place}


def hidden_bases(value: type) -> list[type]:
    """Classes of deepen that have no public name: what public ones have in common."""
    own = [base for base in value.__mro__[1:] if base.__module__.startswith("deepen")]
    return [base for base in own if base.__name__ not in deepen.__all__]


def shared_methods(value: type) -> list[str]:
    """Documented methods that a class has from there."""
    found = {
        name: member
        for base in hidden_bases(value)
        for name, member in vars(base).items()
        if not name.startswith("_") and name not in vars(value) and inspect.isfunction(member)
    }
    return [name for name in found if inspect.getdoc(getattr(value, name))]


# Docstrings as Sphinx shall read them

SEVERAL = re.compile(r"^(?P<indent> +)(?P<names>\w+(?:, \w+)+): (?P<rest>.*)$")
ATTRIBUTES = "Attributes:"


def made_plain(
    app: Sphinx, what: str, name: str, value: Any, options: Any, lines: list[str]
) -> None:
    """Attributes that share a sentence become one entry each; a leading dot is no import."""
    if what == "class" and ATTRIBUTES not in lines:
        for base in hidden_bases(value):
            lines += attributes_of(base)
    lines[:] = [re.sub(r"(?<!`)`(\.\w+)`(?!`)", r"``\1``", line) for line in lines]
    if ATTRIBUTES in lines:
        begin = lines.index(ATTRIBUTES) + 1
        lines[begin:] = one_each(lines[begin:])


def attributes_of(base: type) -> list[str]:
    """The section of a class's docstring that has them."""
    lines = inspect.cleandoc(base.__doc__ or "").splitlines()
    if ATTRIBUTES not in lines:
        return []
    section = lines[lines.index(ATTRIBUTES) :]
    return ["", *section[: section.index("") if "" in section else None], ""]


def one_each(lines: list[str]) -> list[str]:
    """The same lines, where several names before a colon have the text behind it once each."""
    found: list[str] = []
    for i, line in enumerate(lines):
        several = SEVERAL.match(line)
        if several is None:
            found.append(line)
            continue
        deeper = several["indent"] + " "
        ends = (j for j, each in enumerate(lines) if j > i and not each.startswith(deeper))
        further = lines[i + 1 : next(ends, len(lines))]
        *others, last = several["names"].split(", ")
        for each in others:
            found += [f"{several['indent']}{each}: {several['rest']}", *further]
        found.append(f"{several['indent']}{last}: {several['rest']}")
    return found


# What is missing


def complain(full: str, documentation: str | None, page: str) -> None:
    """Warns of a name that is not documented."""
    if not documentation:
        log.warning("%s has no docstring", full, location=page)


def complain_of_members(full: str, value: type, page: str) -> None:
    """Warns of a class, or of methods and properties of it, that are not documented."""
    complain(full, vars(value).get("__doc__"), page)
    for name, member in vars(value).items():
        if not name.startswith("_") and (inspect.isroutine(member) or isinstance(member, property)):
            complain(f"{full}.{name}", inspect.getdoc(getattr(value, name)), page)


def find_home(app: Sphinx, env: Any, node: pending_xref, content: nodes.Element) -> Any:
    """Links to a public name by the module that defines it: signatures name that one."""
    name = node.get("reftarget", "").rpartition(".")[2]
    if node.get("refdomain") != "py" or name not in deepen.__all__:
        return None
    return env.get_domain("py").resolve_xref(
        env, node["refdoc"], app.builder, "obj", f"deepen.{name}", node, content
    )
