"""Favors in use: when and where a card may be played, what it names, and what it does."""
