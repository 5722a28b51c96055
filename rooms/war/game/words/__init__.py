"""Sentences of the War Room, made from numbers, so that preview, journal and phone agree."""
