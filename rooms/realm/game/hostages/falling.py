"""When hostages go free by themselves: their law falls, their House takes the throne, their marriage ends (R-99, R-141)."""

from __future__ import annotations

from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import GameEvent
from control.engine.reasons import Told, as_reason
from rooms.realm.game.ceremonies import SpousesSet
from rooms.realm.game.hostages.asked import holding_house, is_marriage
from rooms.realm.game.hostages.moving import released
from rooms.realm.game.laws import LawStruck
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.changes import SovereignSeated, ThronePassed, sovereign_house
from rooms.realm.scenario.ids import Room


def with_the_law(state: GameState, happened: LawStruck, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """The hostages of an annulled law go home at once (R-99, setting `annulled_hostages`)."""
    if state.scenario.settings.annulled_hostages != "released":
        return ()
    held = tuple(each for each in state.hostages if each.law == happened.law)
    number = next((law.number for law in state.struck_laws if law.id == happened.law), 0)
    return released(state, held, why=law_fell(number), rule="R-99", room=Room.COURT)


def with_the_throne(state: GameState, happened: SovereignSeated | ThronePassed, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """A new Sovereign's House takes the throne's hostages over, and its own go free (R-99)."""
    house = sovereign_house(state)
    own = tuple(each for each in state.hostages if house is not None and each.of == house == holding_house(state, each))
    return released(state, own, why=own_throne(), rule="R-99")


def with_the_marriage(state: GameState, happened: SpousesSet, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Where a marriage ends, on whatever way, its hostages are released (R-141)."""
    return marriage_over(state, happened.seat, *happened.former, why=happened.why)


def marriage_over(state: GameState, *seats: SeatId, why: Told) -> tuple[GameEvent, ...]:
    """The hostages of these players' marriages that have ended go home (R-141, setting `marriage_hostages_after_death`)."""
    if state.scenario.settings.marriage_hostages_after_death != "released":
        return ()
    named = {*seats}
    held = tuple(each for each in state.hostages if named & {*each.marriage} and not is_marriage(state, each.marriage))
    return released(state, held, why=why, rule="R-141")


# --- words --------------------------------------------------------------------------------------------------------------


@as_reason("hostages.law-fell")
def law_fell(number: int) -> str:
    return say("law {number} fell", number=number)


@as_reason("hostages.own-throne")
def own_throne() -> str:
    return say("their House has the throne")
