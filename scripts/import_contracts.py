"""A contract for import-linter: modules that may import nothing of deepen but what is listed.

The column "may know" of CONTRIBUTING.md, one contract a row, in pyproject.toml. A list of what is
allowed needs no change when private modules come, go or move.
"""

from __future__ import annotations

from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class MayKnow(Contract):
    """Every import of `modules` is one of `allowed`, or written out in `exceptions`.

    All are module expressions of import-linter: `*` is any one name, `**` any names. An exception
    is `importer -> imported`; one that nobody makes use of is broken too, so the list only shrinks.
    """

    modules: Any = fields.ListField(fields.ModuleExpressionField())
    allowed: Any = fields.ListField(fields.ModuleExpressionField())
    exceptions: Any = fields.ListField(fields.ImportExpressionField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Looks at each import of each module."""
        allowed = _matching(graph, self.allowed)
        made = {
            (importer, imported)
            for importer in _matching(graph, self.modules)
            for imported in graph.find_modules_directly_imported_by(importer)
            if imported not in allowed
        }
        excepted = [
            {
                (importer, imported)
                for importer in graph.find_matching_modules(exception.importer.expression)
                for imported in graph.find_matching_modules(exception.imported.expression)
            }
            for exception in self.exceptions or ()
        ]
        wrong = sorted(made.difference(*excepted))
        unused = [
            str(exception)
            for exception, pairs in zip(self.exceptions or (), excepted, strict=True)
            if not made & pairs
        ]
        return ContractCheck(
            kept=not wrong and not unused, metadata={"wrong": wrong, "unused": unused}
        )

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Names the imports."""
        for importer, imported in check.metadata["wrong"]:
            output.print_error(f"{importer} imports {imported}")
        for exception in check.metadata["unused"]:
            output.print_error(f"no import needs the exception {exception}")


def _matching(graph: ImportGraph, expressions: Any) -> set[str]:
    found = (graph.find_matching_modules(each.expression) for each in expressions)
    return set().union(*found)
