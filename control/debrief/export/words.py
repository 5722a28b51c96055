"""What the records of a chronicle are called in a file: audiences, kinds, lanes, in the words of the game."""

from __future__ import annotations

from collections.abc import Iterable

from control import registry
from control.day.state import DayState
from control.day.words import team_name, who
from control.engine.ids import SeatId, TeamId
from control.engine.language import say
from control.engine.words import capital


def whom(state: DayState, audience: str) -> str:
    """Who is meant by an audience: "Livia (Cat)", "Cat", everybody."""
    kind, _colon, name = audience.partition(":")
    if kind == "seat" and SeatId(name) in state.seats:
        return who(state, SeatId(name))
    if kind == "team":
        return team_name(state, TeamId(name))
    return say("Everybody") if kind == "all" else audience


def all_of(state: DayState, audiences: Iterable[str]) -> str:
    """Several of them."""
    return ", ".join(whom(state, each) for each in audiences)


def called(realm: str, kind: str) -> str:
    """What the records of a kind, series or lane are called; its own word where the game says nothing."""
    for brought in registry.hindsights(realm):
        if kind in brought.words:
            return say(brought.words[kind])
    return capital(kind)
