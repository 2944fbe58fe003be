"""`deepen.check`, in parts: walks, rules, puzzles, games, text, and the report."""
