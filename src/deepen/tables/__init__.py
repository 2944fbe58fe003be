"""Tables of every position of a game: their file, what it was made from, and which are known."""
