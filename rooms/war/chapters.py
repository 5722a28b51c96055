"""The War Room's further chapters, in the order in which they react: they keep no state of their own."""

from __future__ import annotations

from control.game.engine import Chapter
from rooms.war.asking import ASKING
from rooms.war.coups import COUPS
from rooms.war.hardship import HARDSHIP

FURTHER: tuple[Chapter, ...] = (HARDSHIP, COUPS, ASKING)
