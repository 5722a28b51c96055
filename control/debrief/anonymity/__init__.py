"""Anonymity: remove the names of players who want no name in the debrief from everything that an event has stored."""
