"""Sealed papers of types, for every room that has them: handed in, entered by hand, read at the desk, printed, invented."""
