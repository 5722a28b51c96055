"""A simulated morning under fire: a whole hall of clients while the machines behind it are killed and come back."""
