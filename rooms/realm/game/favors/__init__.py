"""Use of Favors: when and where a card may be played, what it names, and its effect."""
