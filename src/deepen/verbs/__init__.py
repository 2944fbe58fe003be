"""What can be asked of a puzzle or a game, one verb a file."""
