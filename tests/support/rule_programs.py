"""Random rules: small programs over what docs/rules.md lets a rule use, as text."""

from __future__ import annotations

import random

FIELDS = {"i1": "i1", "i2": "i2", "i4": "i4", "i8": "i8", "u1": "u1", "u2": "u2", "u4": "u4"}
EDGES = (0, 1, 2, 3, 5, 7, 31, 62, 63, 64, 65, 127, 128, 255, 1 << 31, (1 << 31) - 1, 1 << 32,
         (1 << 62) + 5, (1 << 63) - 1, 1 << 63, (1 << 63) + 1, (1 << 64) - 1)  # fmt: skip

PREAMBLE = """
import enum
import math
import types
import deepen
import numpy as np
from deepen import bit, bits, lowest, popcount

class Side(enum.IntEnum):
    LEFT = 3
    RIGHT = -7

class Sizes:
    ROWS = 6
    MASK = 0xF0F0F0F0F0F0F0F0

LARGE = 0xFFFFFFFFFFFFFF00
PAIR = (5, 0x8000000000000001, -9)
GRID = ((1, 2, 3), (4, 5, 6))
TABLE = np.array([200, 100, 255], dtype=np.uint8)
SIGNED = np.array([-128, 127, -1], dtype=np.int8)
FLAG = True
STEPS = [[1, 0xC000000000000000], [-3, 7]]
ROWS = ((1, 2, 3), (4,))
PRICES = {1: 9, 2: -1, 3: 1 << 62, 64: 5}
WALLS = {1, 2, 5}

def twice(x):
    return x + x

def clamp(x, low=-100, high=LARGE):
    return min(max(x, low), high)

def weighed(x, y):
    total = 0
    for i in bits(x & 0xFF):
        total += (i + 1) * y
    return total

def factorial(n):
    return 1 if n <= 0 else n * factorial(n - 1)
"""


class Writer:
    """Writes one random program after the other."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def pick(self, *ways: str) -> str:
        return self.random.choice(ways)

    def literal(self) -> str:
        number = self.random.choice(EDGES)
        return str(number) if self.random.random() < 0.7 else f"(-{number})"

    def leaf(self) -> str:
        fields = [f"board.{name}" for name in FIELDS]
        arrays = [f"board.many_{name}[{self.random.randrange(3)}]" for name in FIELDS]
        return self.pick(
            "a", "b", "a", "b", "a", self.literal(), self.literal(), self.pick(*fields),
            self.pick(*arrays), "LARGE", "PAIR[1]", "PAIR[2]", "TABLE[0]", "TABLE[2]", "SIGNED[0]",
            "int(Side.LEFT)", "int(Side.RIGHT)", "Sizes.MASK", "len(PAIR)", "GRID[a & 1][b & 1]",
        )  # fmt: skip

    def number(self, depth: int) -> str:
        """An expression whose value is a whole number, or a truth value that stands for one."""
        if depth == 0:
            return self.leaf()
        x, y = self.number(depth - 1), self.number(self.random.randrange(depth))
        operator = self.pick("+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>", "+", "-", "<<")
        return self.pick(
            f"({x} {operator} {y})", f"({x} {operator} {y})", f"({x} {operator} {y})",
            f"({x} {operator} ({y} & 63))", f"({x} >> ({y} & 63))", f"({x} ** ({y} & 7))",
            f"({self.pick('-', '~', '+')}{x})", f"abs({x})", f"min({x}, {y})", f"max({x}, {y})",
            f"max({x}, {y}, a)", f"({x} if {self.truth(depth - 1)} else {y})",
            f"int({self.truth(depth - 1)})", f"({self.truth(depth - 1)} {operator} {y})",
            f"(-({self.truth(depth - 1)}))", f"(~({self.truth(depth - 1)}))",
            f"({x} {operator} ({self.truth(depth - 1)}))",
            f"popcount({x})", f"lowest({x})", f"bit({x})", f"bit({x} & 63)", f"twice({x})",
            f"clamp({x})", f"weighed({x}, {y})", f"divmod({x}, {y})[{self.pick('0', '1')}]",
            f"pow({x}, {y} & 3)", f"sum(PAIR) + {x}", f"deepen.popcount({x})",
            f"factorial({x} & 15)", f"TABLE[{x} & 1]", f"(TABLE[0] + TABLE[{x} & 1])",
            f"(-SIGNED[0] + {x})", f"PAIR[{x} & 1]", f"sum([v {operator} {y} for v in (a, b)])",
            f"sum(v {operator} {y} for v in (a, b))", f"math.isqrt({x} & {(1 << 63) - 1})",
            f"math.gcd({x}, {y})", f"math.comb({x} & 127, {y} & 63)", f"({x}).bit_length()",
            f"STEPS[{x} & 1][{y} & 1]", f"ROWS[{x} & 1][-1]", f"PRICES.get({x} & 7, a)",
            f"PRICES[{x} & 3]", f"tuple([{x}, {y}])[a & 1]", f"PAIR[: {x} & 3][-1]",
            f"(lambda v: v {operator} a)({x})",
        )  # fmt: skip

    def truth(self, depth: int) -> str:
        """An expression whose value is a truth value."""
        if depth <= 0:
            return self.pick("a == 0", "a < b", "FLAG", "True", "a != board.i1")
        x, y = self.number(depth - 1), self.number(depth - 1)
        order = self.pick("<", "<=", ">", ">=", "==", "!=")
        return self.pick(
            f"({x} {order} {y})", f"({x} {order} {y})", f"(0 {order} {x} {order} {y})",
            f"(not {x})", f"({self.truth(depth - 1)} and {self.truth(depth - 1)})",
            f"({self.truth(depth - 1)} or {self.truth(depth - 1)})", f"({x} in (0, {y}, 5))",
            f"({self.truth(depth - 1)} {self.pick('&', '|', '^')} {self.truth(depth - 1)})",
            f"bool({x})", f"({x} & 7 in WALLS)", f"any(v {order} {y} for v in (a, b))",
        )  # fmt: skip

    def block(self, depth: int, indent: str) -> list[str]:
        """A few statements that set x, y and perhaps z."""
        lines: list[str] = []
        for _ in range(self.random.randrange(1, 4)):
            lines += [indent + line for line in self.statement(depth)]
        return lines

    def statement(self, depth: int) -> list[str]:
        name = self.pick("x", "y", "z", "x", "y")
        update = self.pick("+=", "-=", "*=", "^=", "|=", "&=", "<<=", ">>=", "//=", "%=")
        value = self.number(1)
        simple = [
            [f"{name} = {value}"],
            [f"{self.pick('x', 'y')} {update} {value}"],
            ["x, y = y, x"],
            [f"x = {self.pick('x', 'y')} {self.pick('+', '*', '^')} {value}"],
        ]
        if depth == 0:
            return self.random.choice(simple)
        inner = self.block(depth - 1, "    ")
        loops = [
            [f"if {self.truth(1)}:", *inner],
            [f"if {self.truth(1)}:", *inner, "else:", *self.block(depth - 1, "    ")],
            [f"for i in range({self.number(1)} & 7):", *inner, "    x += i"],
            ["for i in range(3, -2, -1):", *inner, "    y ^= i << 60"],
            ["for i in bits(y & 0x1F):", "    x += i * 3", *inner],
            ["for v in PAIR:", "    if v == x:", "        break", *inner],
            ["k = x & 7", "while k > 0:", "    k -= 1", "    x = x * 31 + k", *inner],
            ["l = [x, y, 3]", "for v in l:", "    y += v", f"x += l[{value} & 1] + len(l)"],
            ["for i, v in enumerate(PAIR):", "    if i == 1:", "        continue", "    x += v"],
            [f"x = z + {value}"],
        ]
        return self.random.choice(simple + loops)

    def program(self) -> str:
        """The body of a function of board, a and b that returns a number."""
        if self.random.random() < 0.6:
            return f"    return {self.number(3)}\n"
        body = [
            "    x, y = a, b",
            "    if b & 1:",
            "        z = b >> 1",
            *self.block(2, "    "),
            "    return x ^ y",
        ]
        return "\n".join(body) + "\n"
