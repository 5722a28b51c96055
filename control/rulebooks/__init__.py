"""The rulebook of a game as people read it: its rules read from the text, found by words or by ID, drawn with their references."""
