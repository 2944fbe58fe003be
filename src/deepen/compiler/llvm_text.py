"""Functions lowered to LLVM's text and no further. Imports Numba.

Numba makes each function that it compiles callable: it optimises it and has it made into machine
code, every helper of a rule and the rule itself. We make one function of them all, so all but the
text would be for nothing, a fifth of what compiling a rule costs.
"""

from __future__ import annotations

from typing import Any

from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_machinery import LoweringPass, register_pass


class _Text(JITCodeLibrary):
    """A function and what it calls, linked; it never becomes machine code."""

    def _optimize_final_module(self) -> None:
        """Once, of all together, in `optimised_text`."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def optimised_text(self) -> str:
        super()._optimize_final_module()
        return str(self._final_module)


@register_pass(mutates_CFG=True, analysis_only=False)
class OnlyText(LoweringPass):
    """Before lowering: what it will be lowered into."""

    _name = "deepen_only_text"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        state.library = _Text(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class KnownToCallers(LoweringPass):
    """After lowering: others find the function by an object that stands for it, without code."""

    _name = "deepen_known_to_callers"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        lowered, library = state["cr"], state.library
        library.finalize()
        described = lowered.fndesc
        module, name = described.lookup_module(), described.qualname.split(".")[-1]
        stands_for = _dynfunc.make_function(module, name, "", 0, lowered.env, (library,))
        state.targetctx.insert_user_function(stands_for, described, [library])
        state["cr"] = lowered._replace(cfunc=stands_for)
        return True
