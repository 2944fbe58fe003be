"""How `deepen.audit` compares a heuristic, or the rules of a game, with the truth."""
