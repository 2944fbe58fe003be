"""Boards and states as machine words, and what a number means in a rule."""
