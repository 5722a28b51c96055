"""Scythe as phones, walls and tablets show it."""
