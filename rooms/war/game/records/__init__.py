"""Records of a month in the War Room: orders, battles, rewards."""
