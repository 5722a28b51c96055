"""Arithmetic of the War chapter of the rulebook, one module per section. Commands and events are in `rooms.war.game`."""

from __future__ import annotations
