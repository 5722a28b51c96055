"""When and where a Favor may be used (GE-FAV-04, GE-FAV-05, GE-FAV-07, R-133)."""

from __future__ import annotations

from control.day.clock.tables import own_clock
from control.day.people.asked import choice_of, here_in_room
from control.day.state import Stage
from control.engine.language import say
from control.engine.refused import Refused
from control.engine.words import capital
from rooms.realm.game.buildings.trading import keeper
from rooms.realm.game.favors.used import UsedFavor
from rooms.realm.game.state import CeremonyKind, GameState, Seat
from rooms.realm.game.treasury.purses import held_in_common
from rooms.realm.scenario.decks import Favor
from rooms.realm.scenario.effects import ANY_TIME, FUNERAL, MOMENTS, moment_words, place_words
from rooms.realm.scenario.ids import Phase, Room

HOUSE_TABLE = "house table"


def used_in(state: GameState, month: int) -> tuple[UsedFavor, ...]:
    """What was used in a month and counts, in order."""
    return tuple(each for each in state.favors_used if each.month == month and not each.void)


def used_by(state: GameState, seat: Seat) -> tuple[UsedFavor, ...]:
    """What a player has used this month, in all rooms and phases together (R-133)."""
    return tuple(each for each in used_in(state, state.clock.month) if each.seat == seat.id)


def acting(state: GameState, *effects: str) -> tuple[UsedFavor, ...]:
    """The Favors used this month that do one of these."""
    words = {favor.id for favor in state.scenario.favors if favor.effect in effects}
    return tuple(each for each in used_in(state, state.clock.month) if each.favor in words)


def may_use_another(state: GameState, seat: Seat) -> bool:
    """May this player use a Favor this month still (GE-FAV-07, R-133)?"""
    return len(used_by(state, seat)) < state.scenario.settings.favors_per_month


def holder_of(state: GameState, seat: Seat) -> Seat:
    """Whose purse the cards are in that a player may use: the own; where a House holds in common its rank 1's (R-05)."""
    kept_by = keeper(state, seat.house) if held_in_common(state) else None
    return state.seats[kept_by] if kept_by is not None else seat


def bar(state: GameState, seat: Seat, favor: Favor) -> Refused | None:
    """Why this player may not use such a card now; None where timing, place and its own condition allow it."""
    if state.clock.stage is not Stage.PLAYING:
        return Refused(say("Favors are used while a month is played."), rule="GE-FAV-04", code="closed")
    if not _timely(state, seat, favor):
        when = moment_words(favor.timing, state.scenario.timetable.steps)
        return Refused(say("This Favor is used {when}.", when=when), rule="GE-FAV-04", code="closed")
    if not _in_place(state, seat, favor):
        return Refused(say("This Favor is used {where}.", where=place_words(favor.location)), rule="GE-FAV-05", code="not-here")
    if favor.needs == FUNERAL and not _buries(state, seat):
        return Refused(say("Your House holds no funeral this month."), rule="GE-FAV-03", code="needs")
    return None


def _timely(state: GameState, seat: Seat, favor: Favor) -> bool:
    room, _, step = favor.timing.partition(":")
    if favor.timing == ANY_TIME:
        return True
    if not step:
        return state.clock.phase == Phase(favor.timing) if favor.timing in MOMENTS else False
    clock = own_clock(state, seat) if choice_of(state, seat) == room else None
    if state.clock.phase != Phase.ACTION or clock is None or clock.month != state.clock.month or clock.step is None:
        return False
    return clock.step == step or clock.step.rpartition("-")[0] == step


def _in_place(state: GameState, seat: Seat, favor: Favor) -> bool:
    """In a room is who is seated there this month; the House Table is where the Houses are in Ceremony."""
    if favor.location in tuple(each.value for each in Room):
        return here_in_room(state, seat, Room(favor.location))
    return favor.location != HOUSE_TABLE or state.clock.phase == Phase.CEREMONY


def _buries(state: GameState, seat: Seat) -> bool:
    month = state.clock.month
    return any(each.month == month and each.kind is CeremonyKind.FUNERAL and seat.house in each.houses for each in state.ceremonies)


def when_and_where(state: GameState, favor: Favor) -> str:
    """Timing and place of a card in one line: "in the War Room, in Favors"."""
    when = moment_words(favor.timing, state.scenario.timetable.steps)
    room = favor.timing.partition(":")[0]
    if favor.location in (room, "anywhere"):
        return capital(when)
    return capital(f"{when}, {place_words(favor.location)}")
