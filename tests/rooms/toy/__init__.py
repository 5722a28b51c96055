"""A room that only tests know, with a kind of sheet that only tests know: everything about both is in `room.py`."""
