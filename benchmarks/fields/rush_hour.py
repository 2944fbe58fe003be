"""Rush Hour: slide the cars until the first one leaves on the right; a slide of any length is one
move."""

from __future__ import annotations

import deepen

# The jams

HARDEST = "GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo"  # six rows of six; nothing stands where an o is


def cars_of(jam: str) -> list[list[set[int]]]:
    """For each car the sets of cells that it can stand on, from the left or from above."""
    cars = []
    for letter in sorted(set(jam) - {"o"}):
        cells = [cell for cell, sign in enumerate(jam) if sign == letter]
        step = cells[1] - cells[0]
        first = cells[0] % 6 if step == 6 else cells[0] - cells[0] % 6
        cars.append(
            [
                {first + step * (place + i) for i in range(len(cells))}
                for place in range(7 - len(cells))
            ]
        )
    return cars


def places_of(jam: str) -> list[int]:
    """Which of those sets each car stands on."""
    free = {cell for cell, sign in enumerate(jam) if sign == "o"}
    letters = sorted(set(jam) - {"o"})
    return [
        next(i for i, cells in enumerate(car) if {jam[cell] for cell in cells} - free == {letter})
        for letter, car in zip(letters, cars_of(jam), strict=True)
    ]


def masks_of(cars: list[list[set[int]]]) -> list[list[int]]:
    """The sets as bits; all rows have five, those that a car does not have are 0."""
    masks = [[sum(1 << cell for cell in cells) for cells in car] for car in cars]
    return [row + [0] * (5 - len(row)) for row in masks]


# Named fields


class RushHour(deepen.Puzzle):
    class State(deepen.State):
        places = deepen.Array("cars", deepen.Cell(5))

    actions = (deepen.Cell("cars"), deepen.Cell(5))

    def __init__(self, jam):
        cars = cars_of(jam)
        board = {"cars": len(cars), "ends": [len(car) for car in cars], "cells": masks_of(cars)}
        super().__init__({"places": places_of(jam)}, board)

    def successors(board, state):
        taken = 0
        for car, place in enumerate(state.places):
            taken |= board.cells[car, place]
        for car, place in enumerate(state.places):
            others = taken ^ board.cells[car, place]
            for way in (-1, 1):
                to = place + way
                while 0 <= to < board.ends[car] and not others & board.cells[car, to]:
                    child = state.copy()
                    child.places[car] = to
                    yield (car, to), child
                    to += way

    def is_goal(board, state):
        return state.places[0] == 4


# Packed by hand


class PackedRushHour(deepen.Puzzle):
    board_fields = {"cars": "i8", "ends": ("i1", 18), "cells": ("u8", (18, 5))}
    state_words = 1

    def __init__(self, jam):
        cars = cars_of(jam)
        board = {"cars": len(cars), "ends": [len(car) for car in cars], "cells": masks_of(cars)}
        super().__init__(sum(place << 3 * i for i, place in enumerate(places_of(jam))), board)

    def successors(board, state):
        taken = 0
        for car in range(board.cars):
            taken |= board.cells[car, state >> 3 * car & 7]
        for car in range(board.cars):
            place = state >> 3 * car & 7
            others = taken ^ board.cells[car, place]
            for way in (-1, 1):
                to = place + way
                while 0 <= to < board.ends[car] and not others & board.cells[car, to]:
                    yield car * 5 + to, state ^ (place ^ to) << 3 * car
                    to += way

    def is_goal(board, state):
        return state & 7 == 4

    def describe_action(self, state, action, child):
        return str(divmod(action, 5))


# Python objects


class ObjectRushHour(deepen.ObjectPuzzle):
    def __init__(self, jam):
        self.cars = cars_of(jam)
        super().__init__(tuple(places_of(jam)))

    def actions(self, places):
        standing = [car[place] for car, place in zip(self.cars, places, strict=True)]
        taken = set().union(*standing)
        for number, car in enumerate(self.cars):
            others = taken - standing[number]
            for way in (-1, 1):
                to = places[number] + way
                while 0 <= to < len(car) and not others & car[to]:
                    yield number, to
                    to += way

    def result(self, places, action):
        number, to = action
        return (*places[:number], to, *places[number + 1 :])

    def is_goal(self, places):
        return places[0] == 4
