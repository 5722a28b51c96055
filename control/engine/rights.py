"""Rights: who may give a command: a player, the clock, or certain desks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from control.engine.context import Actor
from control.engine.frame import Frame
from control.engine.ids import DeskId
from control.engine.language import say
from control.engine.refusal import Refused

if TYPE_CHECKING:
    from control.engine.modules import CommandHandler

Desks = frozenset[DeskId] | Callable[[Frame], frozenset[DeskId]]


def every_desk(frame: Frame) -> frozenset[DeskId]:
    """Return all desks of a game, for commands that anybody of the control team may give."""
    return frame.all_desks


def desks_of(desks: Desks, frame: Frame) -> frozenset[DeskId]:
    """Return the desks in this game."""
    return desks(frame) if callable(desks) else desks


def require_right(handler: CommandHandler, command: Any, by: Actor, frame: Frame) -> None:
    """Check that this actor may give this command.

    Raises:
        Refused: it may not; the sentence names the desks that may.
    """
    if by.clock and handler.clock:
        return
    if by.seat is not None and handler.player and command.seat == by.seat:
        return
    desks = desks_of(handler.desks, frame)
    if desks and by.sits_at(desks):
        return
    whose = ", ".join(frame.desk_word(desk) for desk in sorted(desks)) or say("another player")
    raise Refused(say("This is not yours to do; ask Control ({whose}).", whose=whose), point="desks", code="not-yours")
