"""Template tags of Scythe."""
