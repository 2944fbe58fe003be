"""What notebooks see: a puzzle's own picture, and HTML around it."""
