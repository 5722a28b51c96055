"""Schemes on what Houses hold: Power, Favors, hostages, buildings (R-122, R-124, R-143)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from control.day.people.asked import members
from control.engine.ids import SeatId
from control.engine.modules import GameEvent
from control.engine.words import capital
from rooms.realm.game.buildings.kinds import building_words, called
from rooms.realm.game.buildings.placing import BuildingTaken
from rooms.realm.game.hostages.asked import hostages_of, pick
from rooms.realm.game.hostages.moving import released, taken
from rooms.realm.game.hostages.token import Hostage
from rooms.realm.game.schemed import CompletedScheme
from rooms.realm.game.state import GameState, Seat
from rooms.realm.game.strikes.acting import Carry, SchemeTook, Strike, power_of
from rooms.realm.game.strikes.asked import named_by, stays, taker, target_of
from rooms.realm.game.strikes.people import named_person
from rooms.realm.game.strikes.reasons import (
    building_lost,
    building_taken,
    captured,
    lies_on_it,
    lost_favor,
    lost_hostage,
    lost_power,
    nothing_there,
    own_house,
    rescued,
    rescued_oldest,
    took_favor,
    took_oldest,
    took_power,
)
from rooms.realm.game.treasury.purses import held_in_common, house_name
from rooms.realm.scenario.ids import CardId, Room
from rooms.realm.scenario.schema import Target

# --- Power and Favors ---------------------------------------------------------------------------------------------------


def spread_rumors(strike: Strike) -> Iterator[GameEvent]:
    """1 Power goes from the House to the schemer (GE-UND-04, R-07, R-122)."""
    to = taker(strike.state, strike.scheme)
    parts = power_of(strike.state, strike.target, 1) if strike.target else ()
    if to is None or not parts:
        yield strike.spent(nothing_there(), struck=False)
        return
    yield SchemeTook(id=strike.scheme.id, to=to, power=parts)
    yield strike.spent(took_power(1, strike.whose), lost_power(1))


def slander(strike: Strike) -> Iterator[GameEvent]:
    """The Favor that was chosen, else the oldest, goes to the schemer (GE-UND-05, R-122)."""
    victim, to = stays(strike.state, named_person(strike)), taker(strike.state, strike.scheme)
    givers = _favors_of(strike.state, victim)
    named = strike.scheme.card
    chosen = named if named in givers else next(iter(givers), None)
    if victim is None or to is None or chosen is None or to == givers[chosen]:
        yield strike.spent(nothing_there(), struck=False)
        return
    yield SchemeTook(id=strike.scheme.id, to=to, card=chosen, giver=givers[chosen])
    whose = house_name(strike.state, victim.house) if held_in_common(strike.state) else victim.name
    yield strike.spent(took_favor(whose) if named in (None, chosen) else took_oldest(whose), lost_favor(whose))


def seen_cards(state: GameState, scheme: CompletedScheme) -> tuple[CardId, ...]:
    """All Favors of the player that a Slander names, the oldest first (GE-UND-05)."""
    named = named_by(state, scheme)
    victim = stays(state, SeatId(named.one(Target.PLAYER))) if named is not None else None
    return tuple(_favors_of(state, victim))


def _favors_of(state: GameState, victim: Seat | None) -> Mapping[CardId, SeatId]:
    """The Favors that a Slander on this player sees, each with who has it; where a House holds in common, all of it (R-05)."""
    if victim is None:
        return {}
    holders = members(state, victim.house) if held_in_common(state) else (victim,)
    return {card: holder.id for holder in holders for card in holder.purse.favors}


# --- hostages -----------------------------------------------------------------------------------------------------------


def capture_hostage(strike: Strike) -> Iterator[GameEvent]:
    """1 hostage of the House, with 1 Power and 1 Favor of it, as far as it holds any (GE-UND-08, R-143)."""
    if strike.target is None or strike.target == strike.scheme.house:
        yield strike.spent(own_house(), struck=False)
        return
    for event in taken(strike.state, strike.scheme.house, strike.target, why=strike.why, rule="GE-UND-08"):
        yield event
        on_it = lies_on_it(int(event.power_from is not None), int(event.card is not None))
        yield strike.spent(captured(strike.whose, on_it), lost_hostage(on_it))


def may_be_rescued(state: GameState, scheme: CompletedScheme) -> tuple[Hostage, ...]:
    """The hostages in the hands of the House, whosever they are, but no marriage hostage; the oldest first (GE-UND-09, R-124)."""
    target = target_of(state, scheme)
    return pick(state, target, len(state.hostages), rescue=True) if target else ()


def rescue(strike: Strike) -> Iterator[GameEvent]:
    """The hostage that was chosen, else the oldest, goes home with what lies on it (GE-UND-09, R-124)."""
    there = may_be_rescued(strike.state, strike.scheme)
    if not there:
        yield strike.spent(nothing_there(), struck=False)
        return
    chosen = next((each for each in there if each.id == strike.scheme.hostage), there[0])
    (found,) = hostages_of(strike.state, (chosen.id,))
    yield from released(strike.state, (found,), why=strike.why, rule="R-124", room=Room.UNDERGROUND)
    of = house_name(strike.state, found.of)
    told = rescued(of, strike.whose)
    yield strike.spent(told if strike.scheme.hostage in (None, found.id) else rescued_oldest(of, strike.whose), told)


# --- buildings ----------------------------------------------------------------------------------------------------------


def capture_building(strike: Strike) -> Iterator[GameEvent]:
    """The building has another owner; it keeps its places, permissions lapse (GE-UND-16, R-107)."""
    house, wanted = strike.scheme.house, strike.named.one(Target.BUILDING)
    building = next((each for each in called(strike.state, wanted) if each.house == strike.target != house), None)
    if building is None:
        yield strike.spent(nothing_there(), struck=False)
        return
    words = capital(building_words(strike.state, building))
    yield BuildingTaken(id=building.id, former=building.house, house=house, reason=strike.why)
    yield strike.spent(building_taken(words), building_lost(words))


HOLDINGS: Final[dict[str, Carry]] = {
    "spread-rumors": spread_rumors,
    "slander": slander,
    "capture-hostage": capture_hostage,
    "rescue": rescue,
    "capture-building": capture_building,
}
