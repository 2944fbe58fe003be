"""Rules as plain Python, with the answers and counts of the compiled ones.

puzzles, games    the rules of each, as the engine asks for them
game_objects      the same of games whose rules are methods
calls             what they share where rules are functions over words (`Puzzle`, `Game`)
methods           what they share where rules are methods over objects (`ObjectPuzzle`, ...)
word_functions    the user's functions with 64-bit words for all their numbers
"""
