"""Boards as scenes of shapes, and scenes as pictures.

scene.py     a position as shapes; what games give, and the page draws
picture.py   a scene as SVG, with marks, values of moves or a map of numbers
palette.py   how each word of a style looks there
arrows.py    numbered arrows that keep clear of each other
outlines.py  the middle of a shape, and its room
values.py    what moves are worth, in colours and letters
svg.py       shapes as SVG text
"""
