"""The debrief: the story of a finished day with every secret unsealed, as each team knew it."""
