"""Check-in, ranks, the choice of a room, late and leaving players."""
