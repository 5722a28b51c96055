"""An event as one file: written while the day goes on, proved by restoring it, and taken over on another computer."""
