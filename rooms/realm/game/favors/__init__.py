"""Favors: the deck, the use of a card with its requirements and effect, and corrections of a hand."""
