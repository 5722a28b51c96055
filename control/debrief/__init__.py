"""The debrief: the story of the day, as each team knew it, when it is over and everything is unsealed."""
