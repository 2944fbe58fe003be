"""Kalah: sow the seeds of a pit of one's own; the points are those in one's store.

The last seed in the store: move again; in an empty pit of one's own: it is won with all that lie
opposite, if there are any. Where a side is empty the game is over, and what is left belongs to the
side where it lies.
"""

from __future__ import annotations

import deepen

# Named fields


class Kalah(deepen.Game):
    class State(deepen.State):
        pits = deepen.Array((2, "pits"), deepen.Integer(max="seeds"))  # of each player

    def moves(board, state, player):
        other = 1 - player
        for pit in range(board.pits):
            seeds = state.pits[player, pit]
            if seeds == 0:
                continue
            child = state.copy()
            child.pits[player, pit] = 0
            won, place = 0, pit
            for _ in range(seeds):
                place = place + 1 if place < 2 * board.pits else 0
                if place < board.pits:
                    child.pits[player, place] += 1
                elif place == board.pits:
                    won += 1
                else:
                    child.pits[other, place - board.pits - 1] += 1
            across = board.pits - 1 - place
            if across >= 0 and child.pits[player, place] == 1 and child.pits[other, across]:
                won += 1 + child.pits[other, across]
                child.pits[player, place] = child.pits[other, across] = 0
            mine = theirs = 0
            for i in range(board.pits):
                mine += child.pits[player, i]
                theirs += child.pits[other, i]
            if mine == 0 or theirs == 0:
                won += mine - theirs
                for i in range(board.pits):
                    child.pits[player, i] = child.pits[other, i] = 0
            yield pit, child, won, place == board.pits


# Packed by hand

BITS = 5
PIT = 31


class PackedKalah(deepen.Game):
    board_fields = {"pits": "i8"}
    state_words = 1

    def moves(board, state):
        pits, half = board.pits, BITS * board.pits
        for pit in range(pits):
            seeds = state >> BITS * pit & PIT
            if seeds == 0:
                continue
            child = state ^ seeds << BITS * pit
            won, place = 0, pit
            for _ in range(seeds):
                place = place + 1 if place < 2 * pits else 0
                if place < pits:
                    child += 1 << BITS * place
                elif place == pits:
                    won += 1
                else:
                    child += 1 << BITS * (place - 1)
            opposite = BITS * (2 * pits - 1 - place)
            if place < pits and child >> BITS * place & PIT == 1 and child >> opposite & PIT:
                won += 1 + (child >> opposite & PIT)
                child &= ~(PIT << opposite | PIT << BITS * place)
            mine, theirs = child & (1 << half) - 1, child >> half
            if mine == 0 or theirs == 0:
                for i in range(pits):
                    won += (mine >> BITS * i & PIT) - (theirs >> BITS * i & PIT)
                yield pit, 0, won
            elif place == pits:
                yield pit, child, won, True
            else:
                yield pit, mine << half | theirs, won


# Python objects


class ObjectKalah(deepen.ObjectGame):
    def actions(self, state):
        mine, _ = state
        return [pit for pit, seeds in enumerate(mine) if seeds]

    def sown(self, state, pit):
        mine, theirs = state
        pits = len(mine)
        row = [*mine, 0, *theirs]  # a store between the sides
        seeds, row[pit], place = row[pit], 0, pit
        for _ in range(seeds):
            place = (place + 1) % len(row)
            row[place] += 1
        opposite = 2 * pits - place
        if place < pits and row[place] == 1 and row[opposite]:
            row[pits] += 1 + row[opposite]
            row[place] = row[opposite] = 0
        mine, won, theirs = row[:pits], row[pits], row[pits + 1 :]
        if not any(mine) or not any(theirs):
            won += sum(mine) - sum(theirs)
            mine = theirs = [0] * pits
        return tuple(mine), tuple(theirs), won, place == pits

    def result(self, state, pit):
        mine, theirs, _, again = self.sown(state, pit)
        return (mine, theirs) if again else (theirs, mine)

    def reward(self, state, pit, result):
        return self.sown(state, pit)[2]

    def again(self, state, pit, result):
        return self.sown(state, pit)[3]
