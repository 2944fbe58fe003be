"""The towers of Hanoi with four pegs: bring all discs from the first peg to the last, a disc never
onto a smaller one."""

from __future__ import annotations

import deepen
from deepen import lowest

PEGS = 4
LAST = PEGS - 1


# Named fields


class Hanoi(deepen.Puzzle):
    class State(deepen.State):
        peg = deepen.Array("discs", deepen.Cell(PEGS))  # of each disc, the smallest first

    actions = (deepen.Cell("discs"), deepen.Cell(PEGS))

    def successors(board, state):
        for source in range(PEGS):
            if source in state.peg:
                disc = state.peg.index(source)
                for target in range(PEGS):
                    if target not in state.peg or disc < state.peg.index(target):
                        child = state.copy()
                        child.peg[disc] = target
                        yield (disc, target), child

    def is_goal(board, state):
        return state.peg.count(LAST) == board.discs


# Packed by hand


def smallest_on(board, state, peg):
    """The place of the peg's upper disc in a state, at least 64 if there is none."""
    differs = state ^ peg * board.ones
    return lowest(~(differs | differs >> 1) & board.ones)


class PackedHanoi(deepen.Puzzle):
    board_fields = {"ones": "u8", "goal": "u8"}
    state_words = 1

    def successors(board, state):
        for source in range(PEGS):
            place = smallest_on(board, state, source)
            if place < 64:
                for target in range(PEGS):
                    if place < smallest_on(board, state, target):
                        yield place // 2 * PEGS + target, state ^ (source ^ target) << place

    def is_goal(board, state):
        return state == board.goal

    def describe_action(self, state, action, child):
        return str(divmod(action, PEGS))


# Python objects


class ObjectHanoi(deepen.ObjectPuzzle):
    def actions(self, pegs):
        for source in set(pegs):
            disc = pegs.index(source)
            for target in range(PEGS):
                if target not in pegs or disc < pegs.index(target):
                    yield disc, target

    def result(self, pegs, action):
        disc, target = action
        return (*pegs[:disc], target, *pegs[disc + 1 :])

    def is_goal(self, pegs):
        return all(peg == LAST for peg in pegs)
