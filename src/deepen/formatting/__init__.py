"""What deepen tells people, in the same words in the terminal, a notebook and on the page."""
