"""Python that Numba does not know, said in bytecode that it does.

`yield from xs` becomes `for x in xs: yield x`, and `tuple(x for x in xs)` `tuple([x for x in xs])`:
every instruction is replaced by one in the same place, so that lines and jumps stay as they are.
The changed code is made for Numba alone and never run by the interpreter, which has the user's own.
"""

from __future__ import annotations

import dis
import inspect
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

# What the instructions of a `yield from` become, in their order.
_LOOP = {
    "GET_YIELD_FROM_ITER": "GET_ITER",
    "LOAD_CONST": "NOP",
    "SEND": "FOR_ITER",
    "YIELD_VALUE": "YIELD_VALUE",
    "RESUME": "POP_TOP",
}
_DELEGATIONS = {
    (3, 11): {**_LOOP, "JUMP_BACKWARD_NO_INTERRUPT": "JUMP_BACKWARD", "POP_TOP": "NOP"},
    (3, 12): {
        **_LOOP,
        "JUMP_BACKWARD_NO_INTERRUPT": "JUMP_BACKWARD",
        "END_SEND": "END_FOR",
        "POP_TOP": "NOP",
    },
    (3, 13): {
        **_LOOP,
        "JUMP_BACKWARD_NO_INTERRUPT": "JUMP_BACKWARD_NO_INTERRUPT",
        "END_SEND": "END_FOR",
        "POP_TOP": "POP_TOP",
    },
}


def for_numba(function: Any) -> CodeType:
    """The code of a function in words that Numba knows, as far as we can say it."""
    return _without_generators(_without_delegation(function.__code__))


def function_for_numba(function: Any) -> FunctionType:
    """A function of that code, and else the same."""
    return FunctionType(
        for_numba(function),
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )


def _without_delegation(code: CodeType) -> CodeType:
    found = dict(_delegations(code))
    if not found:
        return code
    bytecode = bytearray(code.co_code)
    for offset, name in found.items():
        bytecode[offset] = dis.opmap[name]
    return code.replace(co_code=bytes(bytecode), co_exceptiontable=_exceptions_for_loops(code))


def _delegations(code: CodeType) -> Iterator[tuple[int, str]]:
    """Where the instructions of every `yield from` are whose result is not used, and new ones."""
    new = _DELEGATIONS.get(sys.version_info[:2], {})
    instructions = list(dis.get_instructions(code))
    for i in range(len(instructions) - len(new) + 1):
        here = instructions[i : i + len(new)]
        if new and [each.opname for each in here] == list(new):
            yield from ((each.offset, new[each.opname]) for each in here)


def _exceptions_for_loops(code: CodeType) -> bytes:
    """The table of exceptions; a loop needs no handler to close what it goes through."""
    entries = list(dis.Bytecode(code).exception_entries)  # type: ignore[attr-defined]
    closing = {each.offset for each in dis.get_instructions(code) if each.opname == "CLEANUP_THROW"}
    table = bytearray()
    for i, entry in enumerate(entries):
        handler = entry
        if entry.target in closing:  # whatever handles what stands before it
            handler = entries[i - 1] if i else None
            if handler is None or handler.end != entry.start:
                continue
        table += _entry(entry.start, entry.end, handler)
    return bytes(table)


def _entry(start: int, end: int, handler: Any) -> bytes:
    """One entry as Python writes it: see Objects/exception_handling_notes.txt there."""
    first = _varint(start // 2)
    depth = handler.depth * 2 + handler.lasti
    rest = b"".join(map(_varint, ((end - start) // 2, handler.target // 2, depth)))
    return bytes([first[0] | 0x80]) + first[1:] + rest


def _varint(value: int) -> bytes:
    digits = [value & 63]
    while value := value >> 6:
        digits.append(value & 63)
    return bytes([*(digit | 64 for digit in reversed(digits[1:])), digits[0]])


def _without_generators(code: CodeType) -> CodeType:
    """The same with a list in place of every generator expression."""
    inner = tuple(
        _as_list(_without_generators(each)) if isinstance(each, CodeType) else each
        for each in code.co_consts
    )
    return code if inner == code.co_consts else code.replace(co_consts=inner)


def _as_list(code: CodeType) -> CodeType:
    if code.co_name != "<genexpr>" or sys.version_info[:2] not in _DELEGATIONS:
        return code
    bytecode = bytearray(code.co_code)
    for instruction, (name, argument) in _list_instructions(list(dis.get_instructions(code))):
        offset = instruction.offset
        bytecode[offset : offset + 2] = bytes([dis.opmap[name], argument])
    return code.replace(
        co_code=bytes(bytecode),
        co_name="<listcomp>",
        co_flags=code.co_flags & ~inspect.CO_GENERATOR,
        co_exceptiontable=b"",
    )


def _list_instructions(
    old: list[dis.Instruction],
) -> Iterator[tuple[dis.Instruction, tuple[str, int]]]:
    """New instructions for those of a generator expression that differ in a comprehension."""
    names = [each.opname for each in old]
    begins, gives = names.index("RETURN_GENERATOR"), names.index("YIELD_VALUE")
    inside = [each for each in old[:gives] if each.opname == "FOR_ITER"]
    depth = sum(each.argval > old[gives].offset for each in inside)
    yield from zip(old[begins : begins + 2], [("NOP", 0)] * 2, strict=True)
    yield old[begins + 2], ("BUILD_LIST", 0)
    yield old[gives], ("LIST_APPEND", depth + 1)
    yield from zip(old[gives + 1 : gives + 3], [("NOP", 0)] * 2, strict=True)
    if "RETURN_CONST" in names:
        yield old[names.index("RETURN_CONST")], ("RETURN_VALUE", 0)
    else:
        yield old[names.index("RETURN_VALUE") - 1], ("NOP", 0)
