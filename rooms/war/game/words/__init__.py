"""The sentences of the War Room, made from numbers, so that preview, journal and phone tell one story."""
