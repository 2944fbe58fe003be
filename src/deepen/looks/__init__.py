"""What follows from a look: text, drawings, scenes, clicks and edits of positions."""
