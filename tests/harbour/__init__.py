"""A game that only tests know: two crews on a quay name the ship that they wait for. It imports nothing of another game."""
