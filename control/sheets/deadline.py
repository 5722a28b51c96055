"""Deadline of a sheet for the countdown on its author's phone, and the reminder when Control waits for it."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from control import registry
from control.day.sheets import ClosesView
from control.day.state import DayState
from control.engine.language import say
from control.hall.clock_face import Hands, hands
from control.regions.sight import Sight
from control.registry import SheetKind

# === nudges =============================================================================================================

# Reminders on a phone when Control waits for its sheet.


def noun_of(kind: SheetKind) -> str:
    """The registered noun for this kind of sheet, for use within a sentence."""
    return say(kind.words.noun)


def nouns_of(kind: SheetKind) -> str:
    """The noun in the plural."""
    return say(kind.words.nouns)


def nudge_words(sight: Sight[DayState]) -> tuple[tuple[str, str], ...]:
    """The reminder for each kind of sheet: which desk waits for it."""
    kinds, frame = registry.sheet_kinds(sight.realm).values(), sight.frame
    return tuple(
        (kind.kind, say("{desk} waits for your {sheet}.", desk=frame.desk_name(frame.desk_of(kind.room)), sheet=noun_of(kind)))
        for kind in kinds
    )


# === deadline ===========================================================================================================

# The deadline of a sheet, as its author's phone counts down to it.


class Closing(Struct, frozen=True, kw_only=True):
    """When an open sheet closes: with a phase of the event, or with a step of its room.

    `clock`: "event" or the room. `at`: that phase or step; once the clock shows another one, the sheet is closed. `certain`: False
    if the desk ends the step by hand. `hands`: the countdown; None before that step begins, when only its name is shown.
    """

    sheet: str
    clock: str
    at: str
    name: str
    certain: bool
    hands: Hands | None


def closing_of(closes: ClosesView | None, kind: SheetKind, now: datetime) -> Closing | None:
    """When this kind of sheet closes, with its countdown; None if it is not open."""
    if closes is None:
        return None
    return Closing(
        sheet=noun_of(kind),
        clock=closes.clock,
        at=closes.at,
        name=closes.name,
        certain=closes.certain,
        hands=hands(closes.deadline, closes.left, now, paused=closes.paused) if closes.runs else None,
    )
