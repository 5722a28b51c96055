"""Statecraft: a cabinet, a manifesto, and supporters who read both (SC)."""
