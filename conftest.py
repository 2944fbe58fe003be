"""Imports deepen whole, before a file of it is imported for its examples alone."""

import deepen  # noqa: F401
