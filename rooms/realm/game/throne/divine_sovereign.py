"""The end of the game: a Divine Sovereign, the God Emperor for ever, or Leviathan; and Control's decision on an empty throne.

Rules: GE-SOV-11, GE-SOV-12, R-26.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from control.day.timetable import last_month
from control.day.words import require_reason
from control.engine.context import ORGANIZER_ONLY, DecisionContext
from control.engine.language import say
from control.engine.modules import CommandHandler, GameEvent
from control.engine.refusal import Refused, Stale
from rooms.realm.game.state import GameState, ThroneWaits
from rooms.realm.game.throne.succession import empty_throne, heir_of_house, seat_house
from rooms.realm.game.throne.throne_events import reigns
from rooms.realm.scenario.ids import HouseId

EndingId = Literal["sovereign", "god-emperor", "leviathan"]


def ending(state: GameState) -> EndingId | None:
    """Return the ending of the day; None before the last Return is over, and while Control decides (GE-SOV-11, GE-SOV-12, R-26)."""
    if state.clock.turned < last_month(state):
        return None
    if state.throne.god_emperor:
        return "god-emperor"
    if reigns(state):
        return "sovereign"
    return None if may_decide(state) else "leviathan"


# === Control's decision =================================================================================================

# Control decides on an empty throne after the last Return, if the scenario says so (R-26, `month10_tie`).


class DecideEnd(Struct, frozen=True, kw_only=True):
    """Name the House whose leader is Divine Sovereign, as the organizer; None: nobody is, and Leviathan rises."""

    house: HouseId | None
    reason: str


def may_decide(state: GameState) -> bool:
    """Must Control decide the end, so that the last month's news waits too?"""
    return state.news_wait(last_month(state))


def seatable_houses(state: GameState) -> tuple[HouseId, ...]:
    """Houses that have somebody to seat."""
    return tuple(house.id for house in state.scenario.houses if heir_of_house(state, house.id) is not None)


def decide_end(state: GameState, command: DecideEnd, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Seat that House's leader, or leave the throne empty for good.

    Raises:
        Stale: it is decided, or not for Control to decide.
        Refused: there is no such House, or it has nobody to seat.
    """
    if not may_decide(state):
        raise Stale(say("How the day ends is decided already, or not Control’s to decide."), rule="R-26")
    reason = require_reason(command.reason)
    if command.house is None:
        return empty_throne(state, ThroneWaits.NOBODY, why=reason, rule="R-26")
    if command.house not in seatable_houses(state):
        raise Refused(say("This House has nobody to seat."), rule="R-22")
    return seat_house(state, command.house, why=reason, rule="R-26")


COMMANDS: Mapping[type, CommandHandler] = {
    DecideEnd: CommandHandler(decide=decide_end, desks=ORGANIZER_ONLY, label=lambda c, s: say("How the day ends")),
}
