"""An empty throne after the last Return is Control's to decide, where the scenario leaves it to Control (R-26, `month10_tie`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from control.day.timetable import last_month
from control.day.words import reason_of
from control.engine.context import ORGANIZER_ONLY, DecisionContext
from control.engine.language import say
from control.engine.modules import CommandHandler, GameEvent
from control.engine.refused import Refused, Stale
from rooms.realm.game.state import GameState, ThroneWaits
from rooms.realm.game.throne.succession import empty, heir, seat_house
from rooms.realm.scenario.ids import HouseId


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideEnd:
    """The organizer names the House whose leader is Divine Sovereign, or None: nobody is, and Leviathan rises."""

    house: HouseId | None
    reason: str


def may_decide(state: GameState) -> bool:
    """Does the end wait for Control, and the news of the last month with it?"""
    return state.news_wait(last_month(state))


def seatable(state: GameState) -> tuple[HouseId, ...]:
    """The Houses that have somebody to seat."""
    return tuple(house.id for house in state.scenario.houses if heir(state, house.id) is not None)


def decide_end(state: GameState, command: DecideEnd, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Seat that House's leader, or leave the throne empty for good.

    Raises:
        Stale: it is decided, or not Control's to decide.
        Refused: there is no such House, or it has nobody to seat.
    """
    if not may_decide(state):
        raise Stale(say("How the day ends is decided already, or not Control’s to decide."), rule="R-26")
    reason = reason_of(command.reason)
    if command.house is None:
        return empty(state, ThroneWaits.NOBODY, why=reason, rule="R-26")
    if command.house not in seatable(state):
        raise Refused(say("This House has nobody to seat."), rule="R-22")
    return seat_house(state, command.house, why=reason, rule="R-26")


COMMANDS: Mapping[type, CommandHandler] = {
    DecideEnd: CommandHandler(decide=decide_end, desks=ORGANIZER_ONLY, label=lambda c, s: say("How the day ends")),
}
