"""The effective branching factor of a search."""

from __future__ import annotations

from math import exp, expm1, log, log1p

from deepen._arguments import an_integer, checked

_ROUNDS = 200


@checked(generated=an_integer(), depth=an_integer())
def effective_branching_factor(generated: int, depth: int) -> float | None:
    """The b for which a uniform tree of that depth has as many nodes as a search generated.

    That is the textbooks' definition: generated = 1 + b + b^2 + ... + b^depth, where the 1 is the
    start, which all counts in deepen include. It measures how well a heuristic prunes: 1 goes
    straight to the goal, and b can be compared between puzzles of different depths. IDA* generates
    states anew for each threshold, and all of them count.

    Args:
        generated: states that the search generated, the start included.
        depth: actions of its solution.

    Returns:
        None where there is no such number: the start is the goal, or there was no solution.

    >>> effective_branching_factor(generated=1 + 2 + 4 + 8, depth=3)
    2.0
    """
    if depth < 1 or generated <= depth:
        return None
    if generated == depth + 1:
        return 1.0
    # By halving, on the logarithm of b: b^depth itself may be beyond any float.
    low, high = 0.0, log(generated)
    for _ in range(_ROUNDS):
        middle = (low + high) / 2
        if _log_nodes(middle, depth) < log(generated):
            low = middle
        else:
            high = middle
    return round(exp((low + high) / 2), 9)


def _log_nodes(log_b: float, depth: int) -> float:
    """The logarithm of 1 + b + ... + b^depth = (b^(depth + 1) - 1) / (b - 1)."""
    if log_b == 0:
        return log(depth + 1)
    power = (depth + 1) * log_b
    above = power + log1p(-exp(-power)) if power > 1 else log(expm1(power))
    return above - log(expm1(log_b))
