"""Boards of squares, of hexagons, and of points that lines join."""
