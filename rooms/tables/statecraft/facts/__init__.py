"""What happens in a game of Statecraft: each fact with its fold and its words."""
