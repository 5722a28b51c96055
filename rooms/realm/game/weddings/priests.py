"""Priests: a House with a Chapel anoints one of its players; the office ends with death or the last Chapel (R-138)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.memoization import once_per_state
from control.day.missing_players import requires_players, teams_of
from control.day.people.lookup import members
from control.day.state import DayStage
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, GameEvent, Invalidation
from control.engine.reasons import Told, as_reason
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, to_desks
from rooms.realm.desks import Desk
from rooms.realm.game.buildings.kinds import CHAPEL, kind_name, usable_buildings
from rooms.realm.game.buildings.ownership import BuildingRemoved, BuildingTaken
from rooms.realm.game.ranks_and_wounds import house_invalidations
from rooms.realm.game.reports.words import public_reason_sentence, to_houses, to_player
from rooms.realm.game.state import GameState, HouseSeat, Title
from rooms.realm.game.treasury.purses import house_name, seat_of
from rooms.realm.scenario.ids import HouseId

# --- commands and events ------------------------------------------------------------------------------------------------


class Anoint(Struct, frozen=True, kw_only=True):
    """Name the House's Priest, as a member of a House with a Chapel (GE-CER-10, GE-FAV-14)."""

    seat: SeatId
    priest: SeatId


class PriestAnointed(Struct, frozen=True, kw_only=True):
    """A player has become Priest."""

    seat: SeatId


class PriesthoodEnded(Struct, frozen=True, kw_only=True):
    """A Priest has lost the office, because the House has no Chapel left (R-138)."""

    seat: SeatId
    why: Told


# --- questions ----------------------------------------------------------------------------------------------------------


def has_chapel(state: GameState, house: HouseId) -> bool:
    return any(each.kind == CHAPEL and each.house == house for each in state.buildings)


def priest_of(state: GameState, house: HouseId) -> HouseSeat | None:
    """Priest of a House, alive and not gone for good."""
    return next((each for each in members(state, house) if Title.PRIEST in each.titles and each.died is None), None)


@once_per_state
def priests(state: GameState) -> tuple[HouseSeat, ...]:
    """All Priests, in the order of the Houses."""
    found = (priest_of(state, house.id) for house in state.scenario.houses)
    return tuple(each for each in found if each is not None)


def may_wed(state: GameState, priest: HouseSeat, one: HouseSeat, other: HouseSeat) -> bool:
    """May this Priest wed these two (R-138, GE-FAV-16)?

    One of the two must be of the Priest's House, or of a House that may use a Chapel of the Priest's House.
    """
    houses = (one.house, other.house)
    lent = {each.house for house in houses for each in usable_buildings(state, house, CHAPEL)}
    return priest.house in houses or priest.house in lent


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_anoint(state: GameState, command: Anoint, asked: DecisionContext) -> tuple[PriestAnointed, ...]:
    """Name the Priest of a House.

    Raises:
        Refused: no Chapel, a player of another House, or a candidate who is dead or away.
        Stale: the House has a Priest.
    """
    seat, priest = seat_of(state, command.seat), seat_of(state, command.priest)
    if state.clock.stage is not DayStage.PLAYING:
        raise Refused(say("Priests are anointed while the event is being played."), rule="R-138", code="closed")
    if not has_chapel(state, seat.house):
        raise Refused(say("{house} has no Chapel.", house=house_name(state, seat.house)), rule="GE-CER-10", code="no-chapel")
    if priest.house != seat.house:
        raise Refused(say("A House anoints one of its own players."), rule="GE-CER-10", code="other-house")
    if not priest.acts:
        raise Refused(say("{name} is not there to be anointed.", name=priest.name), rule="GE-CER-10", code="absent")
    former = priest_of(state, seat.house)
    if former is not None:
        raise Stale(say("{name} is the Priest of this House.", name=former.name), rule="R-138")
    return (PriestAnointed(seat=priest.id),)


def end_without_chapel(
    state: GameState, happened: BuildingRemoved | BuildingTaken, asked: DecisionContext
) -> tuple[GameEvent, ...]:
    """End the office of Priests whose House lost its last Chapel (R-138)."""
    return tuple(_end_priesthoods(state))


def _end_priesthoods(state: GameState) -> Iterator[PriesthoodEnded]:
    for each in priests(state):
        if not has_chapel(state, each.house):
            yield PriesthoodEnded(seat=each.id, why=no_chapel_reason(kind_name(state.scenario, CHAPEL)))


@as_reason("weddings.no-chapel")
def no_chapel_reason(building: str) -> str:
    return say("the House has no {building} any more", building=building)


# --- fold and invariants ------------------------------------------------------------------------------------------------


@requires_players("seat")
def evolve_anointed(state: GameState, happened: PriestAnointed) -> GameState:
    seat = state.seats[happened.seat]
    titles = (*(each for each in seat.titles if each is not Title.PRIEST), Title.PRIEST)
    return replace(state, seats={**state.seats, seat.id: replace(seat, titles=titles)})


@requires_players("seat")
def evolve_ended(state: GameState, happened: PriesthoodEnded) -> GameState:
    seat = state.seats[happened.seat]
    titles = tuple(each for each in seat.titles if each is not Title.PRIEST)
    return replace(state, seats={**state.seats, seat.id: replace(seat, titles=titles)})


def broken_priests(state: GameState) -> tuple[str, ...]:
    """Check for Houses with two Priests, or a Priest and no Chapel, which an undo could leave behind."""
    found: list[str] = []
    for house in state.scenario.houses:
        anointed = [each for each in members(state, house.id) if Title.PRIEST in each.titles and each.died is None]
        if len(anointed) > 1:
            found.append(say("{house} has two Priests.", house=house.name))
        if anointed and not has_chapel(state, house.id):
            found.append(say("{house} has a Priest and no Chapel.", house=house.name))
    return tuple(found)


# --- words --------------------------------------------------------------------------------------------------------------


def tell_anointed(happened: PriestAnointed, before: GameState, after: GameState) -> Iterator[Line]:
    seat = before.seats[happened.seat]
    yield to_desks(say("{player} is anointed as Priest.", player=who(before, seat.id)))
    yield to_player(seat.id, say("You are the Priest of your House."), rule="R-138")
    yield from to_houses(before, (seat.house,), say("{name} was anointed as Priest.", name=seat.name), rule="R-138")


def tell_ended(happened: PriesthoodEnded, before: GameState, after: GameState) -> Iterator[Line]:
    seat, why = before.seats[happened.seat], public_reason_sentence(happened.why)
    yield to_desks(say("{player} is no Priest any more.", player=who(before, seat.id)), happened.why)
    yield to_player(seat.id, say("You are no Priest any more."), rule="R-138")
    yield from to_houses(before, (seat.house,), say("{name} is no Priest any more.", name=seat.name), why=why, rule="R-138")


def _invalidations(happened: PriestAnointed | PriesthoodEnded, state: GameState) -> tuple[Invalidation, ...]:
    houses = teams_of(state, happened.seat)
    return (
        Invalidation(topic="strip", to=f"seat:{happened.seat}"),
        Invalidation(topic="weddings"),
        *house_invalidations(*houses),
    )


COMMANDS: Mapping[type, CommandHandler] = {
    Anoint: CommandHandler(
        decide=decide_anoint, player=True, desks=frozenset({Desk.CEREMONY}), label=lambda c, s: say("Priest anointed")
    ),
}
EVENTS: Mapping[type, EventHandler] = {
    PriestAnointed: EventHandler(evolve=evolve_anointed, tell=tell_anointed, invalidations=_invalidations),
    PriesthoodEnded: EventHandler(evolve=evolve_ended, tell=tell_ended, invalidations=_invalidations),
}
