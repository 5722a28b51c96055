"""Template tags of Potemkin Empire."""
