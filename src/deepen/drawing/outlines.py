"""Where the middle of a shape is, and how much room it has."""

from __future__ import annotations

from deepen.drawing.scene import Point, Shape


def middle(shape: Shape) -> Point:
    """The middle of a polygon, rectangle or circle."""
    at = shape.at
    if shape.tag == "circle":
        return at[0], at[1]
    if shape.tag == "rect":
        return at[0] + at[2] / 2, at[1] + at[3] / 2
    xs, ys = at[::2], at[1::2]
    return sum(xs) / len(xs), sum(ys) / len(ys)


def room(shape: Shape) -> float:
    """How large writing may be inside; the same as in shapes.js."""
    if shape.tag == "circle":
        return shape.at[2] * 0.9
    if shape.tag == "rect":
        return min(shape.at[2], shape.at[3]) * 0.38
    return (max(shape.at[::2]) - min(shape.at[::2])) * 0.34


def reach(shape: Shape) -> float:
    """How far it goes from its middle; 0 for what has no inside."""
    if shape.tag == "circle":
        return shape.at[2]
    return min(shape.at[2], shape.at[3]) / 2 if shape.tag == "rect" else 0.0
