"""Twelve puzzles and games, each written three times: with named fields, packed by hand, and with
Python objects.

A module a puzzle. A caption begins each form, `# Named fields`, `# Packed by hand` and
`# Python objects`, and what stands beneath it is what `lines` counts. All three read the same
tables and yield their successors in the same order. Where the board differs from one instance to
the next, the form's `__init__` makes it, and counts; where it is one table for all, `twelve` hands
it over.
"""
