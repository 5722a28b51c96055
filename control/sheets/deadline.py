"""Deadline of a sheet as its author's phone counts it down, and what the phone says when Control waits for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from control import registry
from control.day.sheets import ClosesView
from control.day.state import DayState
from control.engine.language import say
from control.hall.clock_face import Hands, hands
from control.regions.sight import Sight
from control.registry import SheetKind

# === nudges =============================================================================================================

# What a phone says when Control waits for its sheet.


def noun_of(kind: SheetKind) -> str:
    """What such a sheet is called within a sentence, as its kind has registered it."""
    return say(kind.noun)


def nouns_of(kind: SheetKind) -> str:
    """What several of them are called."""
    return say(kind.nouns)


def nudge_words(sight: Sight[DayState]) -> tuple[tuple[str, str], ...]:
    """The sentence of each kind of sheet: whose desk waits for it."""
    kinds = registry.sheet_kinds(sight.realm).values()
    return tuple(
        (kind.kind, say("{desk} waits for your {sheet}.", desk=sight.frame.desk_name(kind.desk), sheet=noun_of(kind)))
        for kind in kinds
    )


# === deadline ===========================================================================================================

# Until when a sheet may be sent, as its author's phone counts it down.


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """When a sheet that is open closes: with a phase of the event, or with a step of its room.

    `clock` is "event" or the room, `at` that phase or step: a clock that has gone on to another one has closed the sheet. Where
    the step is ended by its desk the moment is not `certain`. Before that step nothing counts down yet: there are no `hands`, only
    its name.
    """

    sheet: str
    clock: str
    at: str
    name: str
    certain: bool
    hands: Hands | None


def closing_of(closes: ClosesView | None, kind: SheetKind, now: datetime) -> Closing | None:
    """When a sheet of this kind closes, with the hands of its clock; None where it is not open."""
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
