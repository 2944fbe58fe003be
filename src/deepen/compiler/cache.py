"""Compiled code on disk and in memory.

An entry is one file, named by the fingerprint of what it was made from, written under another name
and then renamed: readers see a whole entry or none, any number of processes may write the same one,
and no entry is ever out of date. Entries that were not used for longest are removed when there are
too many. Deleting the folder is always safe.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deepen._core import RULE_FUNCTIONS
from deepen.compiler.private_folder import PrivateFolder

_MAGIC = b"deepen rule 3\n"
_MOST_BYTES = 256 << 20
_SEAL_SIZE = hashlib.sha256().digest_size


@dataclass(frozen=True)
class Code:
    """An object file, the symbol to call in it, and whether it calls into Numba's runtime.

    Also whether the rule that it was made from says that every action costs 1.
    """

    symbol: str
    needs_numba: bool
    object_file: bytes
    unit_costs: bool = False


def folder() -> Path:
    """`DEEPEN_CACHE_DIR`, or the user's cache folder."""
    chosen = os.environ.get("DEEPEN_CACHE_DIR")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", str(Path.home()))
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "deepen"


def most_bytes() -> int:
    """`DEEPEN_CACHE_SIZE`, as in 100000000 or 64M, or 256 MiB."""
    chosen = os.environ.get("DEEPEN_CACHE_SIZE", "")
    found = re.fullmatch(r"(\d{1,18})([KMG]?)(i?B)?", chosen.strip(), re.IGNORECASE)
    if not found:
        return _MOST_BYTES
    return int(found[1]) << {"": 0, "K": 10, "M": 20, "G": 30}[found[2].upper()]


def load(key: str) -> Code | None:
    """The entry, or None where there is none that can be read whole."""
    try:
        return _decode(key, _files().read(key))
    except (OSError, ValueError, KeyError, RuntimeError):
        return None


def store(key: str, code: Code) -> None:
    """Writes an entry. Where the folder cannot be written, rules are compiled every time."""
    try:
        files = _files()
        files.write(key, _encode(key, code))
        files.prune(most_bytes())
    except (OSError, RuntimeError):
        pass


@dataclass(frozen=True)
class Kept:
    """What is on disk: how many rules, their bytes, and when the first and last were used."""

    rules: int
    bytes: int
    oldest: float | None
    newest: float | None


def kept() -> Kept:
    """What the folder holds now.

    Raises:
        OSError: it is not ours alone, or no folder.
    """
    sizes = _files().sizes()
    used = [when for when, _ in sizes]
    return Kept(
        len(sizes), sum(size for _, size in sizes), min(used, default=None), max(used, default=None)
    )


def clear() -> None:
    """Removes every entry, and nothing else that may be in the folder.

    Raises:
        OSError: it is not ours alone, or no folder.
    """
    if kept().rules:
        _files().prune(0)


def _files() -> PrivateFolder:
    return PrivateFolder(folder(), ".rule")


class Address(int):
    """Of a function in this process. The code is there as long as somebody holds this object.

    Attributes:
        unit_costs: whether the rule says that every action costs 1.
    """

    unit_costs: bool
    _engine: Any


def link(code: Code) -> Address:
    """Makes the code callable in this process."""
    if code.needs_numba:
        _start_numba_runtime()
    from llvmlite import binding  # lazy: start-up

    _initialise(binding)
    module = binding.parse_assembly("")
    engine = binding.create_mcjit_compiler(module, target_machine(binding))
    engine.add_object_file(binding.ObjectFileRef.from_data(code.object_file))
    engine.finalize_object()
    address = Address(engine.get_function_address(code.symbol))
    address.unit_costs = code.unit_costs
    address._engine = engine
    return address


def target_machine(binding: Any) -> Any:
    """This processor, all of it."""
    _initialise(binding)
    target = binding.Target.from_default_triple()
    return target.create_target_machine(
        cpu=binding.get_host_cpu_name(),
        features=binding.get_host_cpu_features().flatten(),
        opt=3,
        jit=True,
        reloc="default",
        codemodel="jitdefault",
    )


def _initialise(binding: Any) -> None:
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    for name, address in RULE_FUNCTIONS.items():  # what compiled rules call
        binding.add_symbol(name, address)


def _start_numba_runtime() -> None:
    from numba.core.registry import cpu_target  # lazy: start-up
    from numba.core.runtime import rtsys  # lazy: start-up

    rtsys.initialize(cpu_target.target_context)


def _encode(key: str, code: Code) -> bytes:
    header = {
        "symbol": code.symbol,
        "needs_numba": code.needs_numba,
        "unit_costs": code.unit_costs,
    }
    content = json.dumps(header).encode() + b"\n" + code.object_file
    return _MAGIC + _seal(key, content) + content


def _decode(key: str, data: bytes) -> Code:
    seal, content = data[len(_MAGIC) :][:_SEAL_SIZE], data[len(_MAGIC) + _SEAL_SIZE :]
    if not data.startswith(_MAGIC) or seal != _seal(key, content):
        raise ValueError("not a compiled rule, or not whole, or not this one")
    line, _, object_file = content.partition(b"\n")
    header = json.loads(line)
    return Code(header["symbol"], header["needs_numba"], object_file, header["unit_costs"])


def _seal(key: str, content: bytes) -> bytes:
    """Broken code would not fail but crash, so every byte counts, and also the name."""
    return hashlib.sha256(key.encode() + content).digest()
