"""Positions to begin with."""

from deepen.games.example import Example

EXAMPLES = {
    "chariot": Example(
        "2c3n1/4R3/7p/1r4n1 b",
        "1 piece against 5, 7 moves: a first look",
    ),
    "maze": Example(
        "k3kDk1/DDkD2D1/3DD1D1/PD1k1k2 b",
        "1 piece against 6, 9 ducks, 25 moves: a long walk",
    ),
    "contest": Example(
        "2D1DD2/p1RN1Dn1/1D1aDD2/K1D1aP2 b",
        "4 pieces against 4, 8 ducks, 16 moves: who captures whom",
    ),
    "teamwork": Example(
        "D3nDpn/DDP1DeDP/D1PeP1DK/e1eD3p b",
        "5 pieces against 8, 9 ducks, 52 moves: 300,000 states",
    ),
    "unsolvable": Example(
        "k1D3k1/1N1Drk1D/DD1D4/KR1D1n1K b",
        "4 pieces against 5, 7 ducks: unsolvable, by a search",
    ),
}
