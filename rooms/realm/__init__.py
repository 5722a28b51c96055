"""What the rooms of God Emperor share."""
