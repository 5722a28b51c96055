"""A small game for tests: two crews on a quay name the ship that they expect. It imports no other game."""
