"""Rehearsals: a copy of an event that bots play, with trouble by plan and a card that grades it; thrown away afterwards."""
