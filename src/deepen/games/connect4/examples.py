"""Positions to begin with."""

from deepen.games.example import Example

EXAMPLES = {
    "middle": Example(
        "5554224333234511764415115",
        "25 stones, worth +4: solved at once",
    ),
    "opening": Example(
        "44444326",
        "8 stones, worth 0: some 20 seconds",
    ),
    "forced": Example(
        "4455",
        "4 stones, worth +18: proven in some 20 seconds",
    ),
    "small": Example(
        ". . . . .\n. . . . .\n. . O . .\n. O X X .\n",
        "5x4 board, 4 stones, worth -1: solved at once",
    ),
    "empty": Example(
        "",
        "no stones: the whole game, not solved in 20 seconds",
    ),
}
