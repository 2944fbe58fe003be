"""Boards to begin with."""

from deepen.games.example import Example

EXAMPLES = {
    "course": Example(
        "1 . 1\n. 0 .\n. 2 0",
        "3x3, 5 islands, worth +4: a first look",
    ),
    "touching": Example(
        ". . . 2\n3 2 . 0\n. . 3 3\n. 4 . .",
        "4x4, 7 islands, worth -3: neighbours without water between",
    ),
    "eleven": Example(
        ". 0 . . 3\n. . . 4 .\n3 . 4 . 3\n. 2 . 2 .\n2 . 3 . 0",
        "5x5, 11 islands, worth +1: solved at once",
    ),
    "twelve": Example(
        ". 2 . . 4\n. 0 . . 3\n. 1 0 2 .\n. . . 4 .\n4 . 3 3 4",
        "5x5, 12 islands, worth -4: a second",
    ),
    "hard": Example(
        ". . 3 . 3 . 3\n"
        ". . . . . 2 .\n"
        "1 . . 3 4 . .\n"
        "0 3 . . 3 2 .\n"
        ". . 3 3 . . .\n"
        ". . 2 4 . . .\n"
        "3 . 2 2 . . .",
        "7x7, 18 islands, worth +1: half a minute of work",
    ),
}
