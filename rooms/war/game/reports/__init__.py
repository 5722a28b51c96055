"""Reports of War Room events to players and their Houses."""
