"""The desks of God Emperor's control team."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from control.engine.language import Spoken, later, say_as
from control.engine.viewer import Viewer


class Desk(StrEnum):
    """Desks of the control team; a person may hold several. The organizer may do what any desk may."""

    ORGANIZER = "organizer"
    WAR = "war"
    COURT = "court"
    UNDERGROUND = "underground"
    CEREMONY = "ceremony"
    CHECK_IN = "check-in"


DESK_WORDS: Final[Mapping[str, str]] = {
    Desk.ORGANIZER: later("the organizer"),
    Desk.WAR: later("War Control"),
    Desk.COURT: later("Court Control"),
    Desk.UNDERGROUND: later("Underground Control"),
    Desk.CEREMONY: later("the Ceremony desk"),
    Desk.CHECK_IN: later("the check-in desk"),
}
DESK_NAMES: Final[Mapping[str, str]] = Spoken(DESK_WORDS)


def desk_word(desk: str) -> str:
    """A desk in one word, for lists: "war"."""
    match desk:
        case Desk.ORGANIZER:
            return say_as("desk", "organizer")
        case Desk.WAR:
            return say_as("desk", "war")
        case Desk.COURT:
            return say_as("desk", "court")
        case Desk.UNDERGROUND:
            return say_as("desk", "underground")
        case Desk.CEREMONY:
            return say_as("desk", "ceremony")
        case Desk.CHECK_IN:
            return say_as("desk", "check-in")
    return desk


ALL_DESKS: frozenset[Desk] = frozenset(Desk)
HOUSE_DESKS: frozenset[str] = frozenset({Desk.WAR, Desk.COURT, Desk.UNDERGROUND, Desk.CEREMONY})  # they look after the Houses


def looks_after_houses(viewer: Viewer) -> bool:
    """Does this viewer sit at a desk that looks after Houses, or at the organizer's?"""
    return any(viewer.sees_desk(desk) for desk in HOUSE_DESKS)
