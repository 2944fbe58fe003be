"""Rules as plain Python, with the answers and counts of the compiled ones."""
