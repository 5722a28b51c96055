"""Facts of Scythe: what can happen in a game, each with its fold and its sentences."""
