"""Rehearsals: a copy of an event that bots play, with planned trouble and a report card. The copy is deleted afterwards."""
