"""How `deepen.audit` puts a heuristic, or the rules of a game, on trial."""
