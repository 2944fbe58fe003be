"""What went wrong in a rule, told with the user's line, the reason and what to write instead."""
