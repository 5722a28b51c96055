"""What a month in the War Room leaves behind: orders, battles, rewards."""
