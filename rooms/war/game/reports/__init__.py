"""What the events of the War Room mean to players and their Houses."""
