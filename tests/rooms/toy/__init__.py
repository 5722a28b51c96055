"""A room and a kind of sheet that only tests register: all of both is in `room.py`."""
