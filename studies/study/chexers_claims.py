"""What the study finds on the claims of two course reports, in words with the measured numbers.

A function a claim. The verdicts are ours and were written with the numbers at hand; the numbers are
filled in when the study is run.
"""

from __future__ import annotations

from itertools import pairwise
from math import log10
from statistics import mean

from study import chexers as measured
from study.chexers import BLOCK_COUNTS, BLOCKS, DEEP, LEAST, MANY, PIECES, UP_TO, UP_TO_WITHOUT
from study.sample import Sample

BLOCK_SETS = 31
CLOSED_BOARDS = 60


def text() -> str:
    """All findings, a paragraph each."""
    return "\n\n".join(
        " ".join(finding().split())
        for finding in (
            closed_set,
            admissible,
            factor_of_two,
            monotone,
            constant_time,
            worst_case,
            best_case,
            action_bound,
            exponential,
            distance,
            free_space,
            iterative_deepening,
        )
    )


def closed_set() -> str:
    half = measured.closed_set_with_half_a_table(CLOSED_BOARDS)
    waste = measured.closed_set_with_waste(CLOSED_BOARDS)
    relaxed, refined = (_deep(name) for name in ("relaxed", "waste"))
    return f"""
        **A state, once closed, is never looked at again.** True only where the heuristic is
        consistent. `relaxed` is: on {DEEP:,} boards A\\* re-opened {relaxed.reopened} states. In
        general it costs optimality. On the four nodes of [the page on algorithms](../algorithms.md)
        the pseudo-code answers {measured.course_on_four_nodes()}, and 5 is right. With a table of
        true distances of which half the entries are missing (0 there: admissible, not consistent)
        it gave a longer solution on {half.course_wrong} of {half.boards} boards of 3 pieces, by up
        to {half.course_excess} actions; deepen re-opened {half.reopened:,} states and was wrong on
        {half.ours_wrong}. `waste` is not consistent either, in few states: deepen re-opened
        {refined.reopened} on the {DEEP:,} boards, and the pseudo-code got away with it,
        {waste.course_wrong} of {waste.boards} boards wrong.
    """


def admissible() -> str:
    found = measured.accuracy(BLOCK_SETS)
    return f"""
        **The map is admissible, since jumping at will always saves actions.** Admissible it is;
        “always” is not so. Over {found.placements:,} placements of 1 to {PIECES} pieces on
        {BLOCK_SETS} boards the map gives {found.mean_share:.2f} of the true distance in the mean,
        and just that distance in {found.exact:.0%} of them.
    """


def factor_of_two() -> str:
    found = measured.accuracy(BLOCK_SETS)
    return f"""
        **It is too low by a factor of 2 at most.** True, and never quite 2. A jump over a free hex
        can be made in two steps, because no block stands there; leaving is one action either way;
        so a lone piece on level n needs at most 2n - 1 actions. And pieces can leave one after the
        other, that with the shortest way first, without ever standing in each other's way. Hence
        the true distance is at most twice the map less the number of pieces. Placements beyond
        that: {found.beyond}. The worst seen is {found.worst:.2f} times the map.
    """


def monotone() -> str:
    best = measured.sample(PIECES, BLOCKS, MANY, "astar", "exact").costs
    walking = measured.sample(PIECES, BLOCKS, MANY, "astar", "walking").costs
    right = sum(a == b for a, b in zip(walking, best, strict=True))
    over = measured.accuracy(BLOCK_SETS).walking_over
    return f"""
        **It is consistent because every action costs 1.** Consistent it is, for another reason: no
        action takes a piece down by more than one level. With `walking` every action costs 1 too,
        but a jump saves two steps: it is over the true distance in {over:.0%} of the placements
        above. Nor is a heuristic that overestimates always wrong, only without any promise: A\\*
        with `walking` met the optimum on {right} of {MANY} boards.
    """


def constant_time() -> str:
    small, large = (measured.queue_work(number, "zero").tally for number in (2, 4))
    pops = [f"{one.compared_to_pop / one.popped:.1f}" for one in (small, large)]
    return f"""
        **All queue operations take constant time.** Not with the heap that everybody takes: a POP
        compares {pops[0]} times while the queue has up to {small.longest:,} entries and {pops[1]}
        times at up to {large.longest:,}, much as the logarithm grows; and to lower a key a heap
        first has to find it. But there are few keys: all f-values of those searches are
        {len(large.keys)} numbers or fewer. With a stack for each, as in deepen, the claim holds.
    """


def worst_case() -> str:
    shape = measured.shape(PIECES)
    full = shape.successors_expanded**shape.depth
    found = measured.without(PIECES)
    return f"""
        **Time and memory are O(b^d).** True, and it says little: with {PIECES} pieces b is
        {shape.successors_expanded:.1f} and d {shape.depth:.1f}, which makes {_power(full)}, but
        there are only {measured.all_placements(PIECES):,} placements. Without a heuristic A\\*
        expands {found.worst:,} of them, nearly always all but the empty board: the goal is the last
        thing it sees. The size of the space is the bound to quote.
    """


def best_case() -> str:
    found = measured.sample(PIECES, BLOCKS, MANY, "astar", "exact")
    only = sum(one.expanded == one.cost for one in found.found)
    return f"""
        **With the true distance for a heuristic A\\* expands only the solution, O(bd).** True: on
        {only} of {MANY} boards A\\* with `exact` expands exactly d states, and it generates
        {found.branching:.1f} times as many.
    """


def action_bound() -> str:
    shape = measured.shape(PIECES)
    return f"""
        **At most 6 actions a piece.** True with the exit counted, since an exit hex has at least
        two sides without a neighbour. With {PIECES} pieces {measured.most_successors()} is reached;
        the mean is {shape.successors:.1f}.
    """


def exponential() -> str:
    without = [measured.without(n).typical for n in range(1, UP_TO_WITHOUT + 1)]
    relaxed = [measured.with_heuristic(n, "relaxed").typical for n in range(1, UP_TO + 1)]
    first, last = measured.shape(1), measured.shape(UP_TO_WITHOUT)
    return f"""
        **The work is exponential in the number of pieces, through the branching factor.** Without a
        heuristic it is not exponential but binomial: each piece more multiplies the states by
        {_factors(without)}, less and less, as the number of placements does. With `relaxed` the
        factors are {_factors(relaxed)}. As for the reason: successors grow in proportion to the
        pieces, from {first.successors:.1f} to {last.successors:.1f} for {UP_TO_WITHOUT}, but the
        tree that is really searched branches no more with many pieces than with few: b\\* stays
        near {mean((first.effective["zero"], last.effective["zero"])):.0f} without a heuristic and
        reaches {last.effective["relaxed"]:.1f} with `relaxed`. Each piece makes solutions longer,
        by {(last.depth - first.depth) / (UP_TO_WITHOUT - 1):.1f} actions.
    """


def distance() -> str:
    found = measured.by_distance(DEEP, LEAST)
    first, last = found[0], found[-1]
    growth = last.relaxed.typical / first.relaxed.typical
    return f"""
        **The further from the exit, the deeper the search.** True: from {first.levels} to
        {last.levels} levels the shortest solution grows from {mean(first.relaxed.costs):.1f} to
        {mean(last.relaxed.costs):.1f} actions. The work grows {growth:.0f}-fold, a factor of
        {growth ** (1 / (last.levels - first.levels)):.2f} an action and far from b. Without a
        heuristic distance hardly matters: {first.zero.typical:,.0f} and {last.zero.typical:,.0f}
        states, since nearly all placements are seen anyway.
    """


def free_space() -> str:
    crowded, free = BLOCK_COUNTS[-1], BLOCK_COUNTS[0]
    searches = [
        measured.sample(PIECES, blocks, MANY, "astar", "relaxed") for blocks in (crowded, free)
    ]
    costs = [f"{mean(one.costs):.1f}" for one in searches]
    return f"""
        **Free space makes boards hard, even where solutions are short.** True: with {crowded}
        blocks A\\* with `relaxed` typically expands {searches[0].typical:.0f} states, with none
        {searches[1].typical:.0f}, for solutions of {costs[0]} and {costs[1]} actions.
    """


def iterative_deepening() -> str:
    few, many = (measured.three_ways(number, "relaxed") for number in (4, 6))
    largest = measured.three_ways(UP_TO, "relaxed")
    return f"""
        **IDA\\* does with little memory, for some more time.** The memory is true:
        {largest[2].peak_kib:.0f} KiB on any board, where A\\* takes up to
        {largest[0].peak_kib / 1024:.0f} MiB. “Some” is not. Placements are reached in many orders,
        and plain IDA\\* forgets that it was there: with `relaxed` it expands
        {few[2].typical / few[0].typical:.0f} times as many states as A\\* with 4 pieces and at
        least {many[2].typical / many[0].typical:.0f} times with 6, where it gave up on
        {many[2].unsolved} of {len(many[2].found)} boards. With a table of refuted states, which
        deepen's IDA\\* keeps unless told not to, it is {few[1].typical / few[0].typical:.1f} and
        {many[1].typical / many[0].typical:.1f} times, with {largest[1].peak_kib / 1024:.0f} MiB at
        most.
    """


def _deep(heuristic: str) -> Sample:
    return measured.sample(PIECES, BLOCKS, DEEP, "astar", heuristic)


def _factors(counts: list[float]) -> str:
    return ", ".join(f"{after / before:.1f}" for before, after in pairwise(counts))


def _power(number: float) -> str:
    """About how much, as a power of ten."""
    return f"about 10^{round(log10(number))}"
