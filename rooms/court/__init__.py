"""The Court: its rules, its part of the game, and its screens."""
