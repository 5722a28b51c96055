"""Template tags of Statecraft."""
