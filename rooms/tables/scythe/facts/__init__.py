"""What happens in a game of Scythe: each fact with its fold and its words."""
