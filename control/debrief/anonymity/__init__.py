"""Players who want no name in a debrief: their names are taken out of everything that an event has stored."""
