"""Bots and guided rounds of a game or a room."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from control.day.guides import Guide
from control.engine.dice import Dice
from control.engine.ids import SeatId
from control.engine.modules import Command


class BotsPart(Struct, frozen=True, kw_only=True):
    """Bots and beginners of a rehearsal.

    `act`: what the bot of a seat does now, by its dice; None when it has nothing (more) to do. It is called repeatedly with the
    same dice. Without `act` bots only watch. `guides`: guided rounds that teach a desk.
    """

    act: Callable[[Any, SeatId, Dice], Command | None] | None = None
    guides: tuple[Guide, ...] = ()


class RoomBots(BotsPart, frozen=True, kw_only=True):
    """Bots and beginners in a room, who act in the running step.

    `share`: how many bots choose the room, relative to the other rooms. `early`: bots act early in a step because others wait for
    them, as in turns round a table. `lead`: what the room's desk does on a day of bots; None when it has nothing (more) to do.
    """

    share: int = 1
    early: bool = False
    lead: Callable[[Any, Dice], Command | None] | None = None
