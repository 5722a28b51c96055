"""What the desks that look after the Houses count: purses and playmats."""
