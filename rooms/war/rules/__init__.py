"""Arithmetic that several steps of the War Room share.

A step's own sums are with its commands and events in `rooms.war.game`.
"""

from __future__ import annotations
