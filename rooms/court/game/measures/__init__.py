"""What the lab counts of a day in this room, and how long things take there."""
