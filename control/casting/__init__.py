"""Import of casting lists from spreadsheets: read a file, find the players, compare them with the event. Pure, without Django."""
