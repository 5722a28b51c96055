"""Backups: an event as one file, written during the day, proved by restoring it, and taken over on another computer."""
