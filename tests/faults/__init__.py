"""A simulated morning under fire: a hall of clients while the processes behind it are killed and come back."""
