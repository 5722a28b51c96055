"""Rulebook of a game: parse its text, search rules by words or ID, and draw them with their references."""
