"""Scythe on phones, walls and tablets."""
