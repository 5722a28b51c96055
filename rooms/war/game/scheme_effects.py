"""Completed schemes on the map: units die, move and change sides, a castle falls, an Immortal leaves (R-19, R-111).

If the region that a scheme names does not apply, War Control's answer counts, else the default (GE-UND-27, R-130): see
`place_of_strike`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.clock.phase_events import MonthTurned
from control.day.decisions import questions as decisions
from control.day.timetable import last_month
from control.engine.context import DecisionContext
from control.engine.language import later, listed, say, say_count
from control.engine.modules import EventHandler, GameEvent, Module
from control.engine.reasons import Told
from control.engine.records import replace
from control.engine.reports import Line, to_desks
from rooms.realm.frame import Moment
from rooms.realm.game.scheme_effects.outcomes import (
    corrupted_reason,
    immortal_away_reason,
    immortal_gone_reason,
    marched_reason,
    nothing_to_strike_reason,
    poisoned_reason,
    razed_reason,
    unit_gone_reason,
)
from rooms.realm.game.scheme_effects.strike import SchemeActed, Strike, strike_of
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.realm.scenario.schema import Target
from rooms.war.game.board import Board, board_of
from rooms.war.game.lookup import board_invalidations
from rooms.war.game.state import war_in_month, war_of, with_notes, with_shifts, with_stock, with_war
from rooms.war.game.strike_places import CORRUPT, DRAG, POISON, ROADS, SABOTAGE, place_of_strike, prefix, settle_question
from rooms.war.game.words.reports import castles_changed, house_deed, loss_deed, to_house, units_changed

# --- events -------------------------------------------------------------------------------------------------------------


class UnitShift(Struct, frozen=True, kw_only=True):
    """Change of a House's units in a region, plus or minus."""

    region: RegionId
    house: HouseId
    units: int


class UnitsByScheme(Struct, frozen=True, kw_only=True):
    """A scheme placed, removed or moved units. Stockpiles balance them (R-42)."""

    month: int
    shifts: tuple[UnitShift, ...]
    why: Told


class CastleRazed(Struct, frozen=True, kw_only=True):
    """A castle was destroyed for good, with all its flags (R-126)."""

    month: int
    region: RegionId
    why: Told


class ImmortalDragged(Struct, frozen=True, kw_only=True):
    """An Immortal left the map until the end of month `away_until` (R-129)."""

    month: int
    immortal: int
    origin: RegionId
    away_until: int
    why: Told


# --- reactions ----------------------------------------------------------------------------------------------------------


def carry_out(state: GameState, happened: SchemeActed, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Carry out a completed scheme on the map, and report its result."""
    strike = strike_of(state, happened, asked)
    on_map = ON_THE_MAP.get(strike.scheme.kind) if strike is not None else None
    if strike is None or on_map is None:
        return ()
    place = place_of_strike(state, strike.scheme)
    told = settle_question(state, strike.scheme, place)
    if not place:
        return (*told, strike.spent(nothing_to_strike_reason(), struck=False))
    return (*told, *on_map(strike, place))


def poison(strike: Strike, place: tuple[RegionId, ...]) -> Iterator[GameEvent]:
    """Mass Poisoning: kill the named number of the House's units in the region, as far as there are any (GE-UND-10, R-111)."""
    (region,), house = place, strike.target
    if house is None:
        return
    units = min(strike.named.number(Target.UNITS), war_of(strike.state).count(region, house))
    yield _units_by_scheme(strike, (region, house, -units))
    told = poisoned_reason(units, strike.whose, _name(strike, region))
    yield strike.spent(told, told)


def roads(strike: Strike, place: tuple[RegionId, ...]) -> Iterator[GameEvent]:
    """Secret Roads: move the named number of the House's units to the other region. They fight there next month.

    Rules: GE-UND-12, R-111.
    """
    (origin, region), house = place, strike.target
    if house is None:
        return
    units = min(strike.named.number(Target.UNITS), war_of(strike.state).count(origin, house))
    yield _units_by_scheme(strike, (origin, house, -units), (region, house, units))
    told = marched_reason(units, strike.whose, _name(strike, origin), _name(strike, region))
    yield strike.spent(told, told)


def corrupt(strike: Strike, place: tuple[RegionId, ...]) -> Iterator[GameEvent]:
    """Corrupt: replace 1 unit by one of the schemer's House, if its stockpile has one (GE-UND-17, R-125)."""
    (region,), house, own = place, strike.target, strike.scheme.house
    if house is None:
        return
    if war_of(strike.state).stock.get(own, 0) > 0 or own == house:
        yield _units_by_scheme(strike, (region, house, -1), (region, own, 1))
        told = corrupted_reason(strike.whose, _name(strike, region))
    else:
        yield _units_by_scheme(strike, (region, house, -1))
        told = unit_gone_reason(strike.whose, _name(strike, region))
    yield strike.spent(told, told)


def sabotage(strike: Strike, place: tuple[RegionId, ...]) -> Iterator[GameEvent]:
    """Sabotage: destroy the castle, for all Houses that share it (GE-UND-18, R-126)."""
    (region,) = place
    yield CastleRazed(month=strike.month, region=region, why=strike.why)
    told = razed_reason(_name(strike, region))
    yield strike.spent(told, told)


def drag(strike: Strike, place: tuple[RegionId, ...]) -> Iterator[GameEvent]:
    """Drag the Gods Down: remove an Immortal, preferably one without a task. It comes back in step 6 of the next Return.

    Rules: GE-UND-22, R-129.
    """
    (region,), until = place, strike.month + 1
    here = [each for each in war_of(strike.state).immortals if each.region == region]
    there = sorted(here, key=lambda each: (bool(each.task), each.id))
    yield ImmortalDragged(month=strike.month, immortal=there[0].id, origin=region, away_until=until, why=strike.why)
    name = _name(strike, region)
    yield strike.spent(immortal_gone_reason(name) if until > last_month(strike.state) else immortal_away_reason(name, until))


def _units_by_scheme(strike: Strike, *shifts: tuple[RegionId, HouseId, int]) -> UnitsByScheme:
    moved = tuple(UnitShift(region=region, house=house, units=units) for region, house, units in shifts)
    return UnitsByScheme(month=strike.month, shifts=moved, why=strike.why)


def _name(strike: Strike, region: RegionId) -> str:
    return board_of(strike.state.scenario).region_name(region)


ON_THE_MAP: Final[Mapping[str, Callable[[Strike, tuple[RegionId, ...]], Iterator[GameEvent]]]] = {
    POISON: poison,
    ROADS: roads,
    CORRUPT: corrupt,
    SABOTAGE: sabotage,
    DRAG: drag,
}


def close_questions(state: GameState, happened: MonthTurned, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Close questions about schemes that are gone, once all schemes have struck. Schemes that struck have settled theirs.

    Rules: R-130.
    """
    if happened.moment != Moment.SCHEMES:
        return ()
    left = (each for each in decisions.standing(state, prefix(happened.month)) if each.option is None)
    return tuple(decisions.DecisionClosed(id=each.id, why=decisions.changed()) for each in left)


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_units(state: GameState, happened: UnitsByScheme) -> GameState:
    war, pieces = war_in_month(war_of(state), happened.month), Counter[HouseId]()
    for each in happened.shifts:
        pieces[each.house] -= each.units
    war = with_shifts(war, ((each.region, each.house, each.units) for each in happened.shifts))
    war = with_stock(war, {house: count for house, count in pieces.items() if count})
    return with_war(state, with_notes(war, regions=tuple(each.region for each in happened.shifts)))


def evolve_razed(state: GameState, happened: CastleRazed) -> GameState:
    """Fold on any state. If no castle is there any more, only note a doubt."""
    war = war_in_month(war_of(state), happened.month)
    castle = war.castles.get(happened.region)
    if castle is None or castle.destroyed:
        return with_war(state, with_notes(war, doubt=f"razed:{happened.region}"))
    ruin = replace(castle, destroyed=True, flags=frozenset())
    war = replace(war, castles={**war.castles, happened.region: ruin})
    return with_war(state, with_notes(war, regions=(happened.region,)))


def evolve_dragged(state: GameState, happened: ImmortalDragged) -> GameState:
    """Fold on any state. If the Immortal is elsewhere by now, only note a doubt."""
    war = war_in_month(war_of(state), happened.month)
    if happened.immortal not in war.immortals_in(happened.origin):
        return with_war(state, with_notes(war, doubt=f"immortal:{happened.immortal}"))
    immortals = tuple(
        replace(each, region=None, away_until=happened.away_until, task="", home_in=None, commander=None)
        if each.id == happened.immortal
        else each
        for each in war.immortals
    )
    return with_war(state, with_notes(replace(war, immortals=immortals), regions=(happened.origin,)))


# --- words --------------------------------------------------------------------------------------------------------------


def tell_units(happened: UnitsByScheme, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell Houses the public change on the map. The cause goes to entitled readers only. Units moved elsewhere are no loss."""
    board, shifts = board_of(before.scenario), happened.shifts
    yield to_desks(say("{what}: {why}.", what=listed(shift_words(board, each) for each in shifts), why=happened.why))
    for at, each in enumerate(shifts):
        first = all(other.house != each.house for other in shifts[:at])
        summed = sum(other.units for other in shifts if other.house == each.house) if first else 0
        yield to_house(each.house, f"{shift_words(board, each)}.", changes=units_changed(summed))
        if summed < 0:
            yield loss_deed(after, each.house, -summed, each.region)


def shift_words(board: Board, shift: UnitShift) -> str:
    """Change of a House's units in a region, in words: "Cat has 1 unit fewer in Zen"."""
    named = {"house": board.house_name(shift.house), "region": board.region_name(shift.region)}
    if shift.units < 0:
        return say_count(
            "{house} has {count} unit fewer in {region}", "{house} has {count} units fewer in {region}", -shift.units, **named
        )
    return say_count(
        "{house} has {count} unit more in {region}", "{house} has {count} units more in {region}", shift.units, **named
    )


def tell_razed(happened: CastleRazed, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell the Houses whose flags fell with the castle."""
    region, castle = board_of(before.scenario).region_name(happened.region), war_of(before).castles.get(happened.region)
    yield to_desks(say("The castle in {region} is destroyed: {why} (R-126).", region=region, why=happened.why))
    for house in sorted(castle.flags) if castle is not None else ():
        words = say("The castle in {region} is destroyed.", region=region)
        yield to_house(house, words, rule="R-126", changes=castles_changed(-1))
        words = say("A scheme destroyed the castle in {region}.", region=after.place_name(happened.region))
        yield house_deed("castle-lost", house, words, weight=3, rule="R-126")


def tell_dragged(happened: ImmortalDragged, before: GameState, after: GameState) -> Iterator[Line]:
    region = board_of(before.scenario).region_name(happened.origin)
    named = {"number": happened.immortal, "region": region, "month": happened.away_until, "why": happened.why}
    if happened.away_until > last_month(before):
        yield to_desks(say("Immortal {number} leaves {region} for the rest of the game: {why}.", **named))
    else:
        yield to_desks(say("Immortal {number} leaves {region} until the end of month {month}: {why}.", **named))


SCHEMES_AT_WAR = Module(
    name="war-schemes",
    title=later("Completed schemes"),
    events={
        UnitsByScheme: EventHandler(evolve=evolve_units, tell=tell_units, invalidations=board_invalidations),
        CastleRazed: EventHandler(evolve=evolve_razed, tell=tell_razed, invalidations=board_invalidations),
        ImmortalDragged: EventHandler(evolve=evolve_dragged, tell=tell_dragged, invalidations=board_invalidations),
    },
    reactions={SchemeActed: carry_out, MonthTurned: close_questions},
)
