"""A rule becomes machine code: see README.md."""
