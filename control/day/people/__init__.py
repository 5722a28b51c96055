"""People of a day: check-in, ranks, choice of a room, late and leaving players."""
