"""Schemes on holdings of Houses (Power, Favors, hostages, buildings), and the schemers' choices (R-122, R-124)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.people.lookup import members
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import capital, say
from control.engine.modules import CommandHandler, EventHandler, GameEvent, Invalidation
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, to_desks
from rooms.realm.game.buildings.kinds import building_words, buildings_called
from rooms.realm.game.buildings.ownership import BuildingTaken
from rooms.realm.game.hostages.custody import default_hostages, hostages_of, release_events, take_events
from rooms.realm.game.records import CompletedScheme, Hostage, SchemeEnding
from rooms.realm.game.scheme_effects.outcomes import (
    building_lost_reason,
    building_taken_reason,
    captured_reason,
    load_reason,
    lost_favor_reason,
    lost_hostage_reason,
    lost_power_reason,
    nothing_to_strike_reason,
    own_house_reason,
    rescued_oldest_reason,
    rescued_reason,
    took_favor_reason,
    took_oldest_reason,
    took_power_reason,
)
from rooms.realm.game.scheme_effects.people import named_person
from rooms.realm.game.scheme_effects.scheme import (
    answers_of_scheme,
    chooser_of,
    living_player,
    may_choose_now,
    receiver_of_loot,
    scheme_name,
    scheme_of,
    target_of,
    with_scheme,
)
from rooms.realm.game.scheme_effects.strike import DESK, ONLY_UNDERGROUND, TOPIC, Carry, SchemeTook, Strike, power_of
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import house_name, is_purse_common
from rooms.realm.scenario.ids import CardId, Room
from rooms.realm.scenario.schema import Target

# === schemes on holdings ================================================================================================

# Schemes on holdings: Power, Favors, hostages, buildings.


# --- Power and Favors ---------------------------------------------------------------------------------------------------


def spread_rumors(strike: Strike) -> Iterator[GameEvent]:
    """Move 1 Power from the House to the schemer (GE-UND-04, R-07, R-122)."""
    to = receiver_of_loot(strike.state, strike.scheme)
    parts = power_of(strike.state, strike.target, 1) if strike.target else ()
    if to is None or not parts:
        yield strike.spent(nothing_to_strike_reason(), struck=False)
        return
    yield SchemeTook(id=strike.scheme.id, to=to, power=parts)
    yield strike.spent(took_power_reason(1, strike.whose), lost_power_reason(1))


def slander(strike: Strike) -> Iterator[GameEvent]:
    """Move the chosen Favor, else the oldest, to the schemer (GE-UND-05, R-122)."""
    victim, to = living_player(strike.state, named_person(strike)), receiver_of_loot(strike.state, strike.scheme)
    givers = _favors_of(strike.state, victim)
    named = strike.scheme.card
    chosen = named if named in givers else next(iter(givers), None)
    if victim is None or to is None or chosen is None or to == givers[chosen]:
        yield strike.spent(nothing_to_strike_reason(), struck=False)
        return
    yield SchemeTook(id=strike.scheme.id, to=to, card=chosen, giver=givers[chosen])
    whose = house_name(strike.state, victim.house) if is_purse_common(strike.state) else victim.name
    yield strike.spent(took_favor_reason(whose) if named in (None, chosen) else took_oldest_reason(whose), lost_favor_reason(whose))


def revealed_cards(state: GameState, scheme: CompletedScheme) -> tuple[CardId, ...]:
    """Favors of the player that a Slander names, oldest first (GE-UND-05)."""
    named = answers_of_scheme(state, scheme)
    victim = living_player(state, SeatId(named.one(Target.PLAYER))) if named is not None else None
    return tuple(_favors_of(state, victim))


def _favors_of(state: GameState, victim: HouseSeat | None) -> Mapping[CardId, SeatId]:
    """Favors that a Slander on this player reveals, with their holders; all of the House where it holds in common (R-05)."""
    if victim is None:
        return {}
    holders = members(state, victim.house) if is_purse_common(state) else (victim,)
    return {card: holder.id for holder in holders for card in holder.purse.favors}


# --- hostages -----------------------------------------------------------------------------------------------------------


def capture_hostage(strike: Strike) -> Iterator[GameEvent]:
    """Take 1 hostage of the House, with 1 Power and 1 Favor as far as it has them (GE-UND-08, R-143)."""
    if strike.target is None or strike.target == strike.scheme.house:
        yield strike.spent(own_house_reason(), struck=False)
        return
    for event in take_events(strike.state, strike.scheme.house, strike.target, why=strike.why, rule="GE-UND-08"):
        yield event
        on_it = load_reason(int(event.power_from is not None), int(event.card is not None))
        yield strike.spent(captured_reason(strike.whose, on_it), lost_hostage_reason(on_it))


def rescuable_hostages(state: GameState, scheme: CompletedScheme) -> tuple[Hostage, ...]:
    """Hostages that the House holds, of any House, without marriage hostages; oldest first (GE-UND-09, R-124)."""
    target = target_of(state, scheme)
    return default_hostages(state, target, len(state.hostages), rescue=True) if target else ()


def rescue(strike: Strike) -> Iterator[GameEvent]:
    """Send the chosen hostage, else the oldest, home with what is on it (GE-UND-09, R-124)."""
    there = rescuable_hostages(strike.state, strike.scheme)
    if not there:
        yield strike.spent(nothing_to_strike_reason(), struck=False)
        return
    chosen = next((each for each in there if each.id == strike.scheme.hostage), there[0])
    (found,) = hostages_of(strike.state, (chosen.id,))
    yield from release_events(strike.state, (found,), why=strike.why, rule="R-124", room=Room.UNDERGROUND)
    of = house_name(strike.state, found.of)
    told = rescued_reason(of, strike.whose)
    yield strike.spent(told if strike.scheme.hostage in (None, found.id) else rescued_oldest_reason(of, strike.whose), told)


# --- buildings ----------------------------------------------------------------------------------------------------------


def capture_building(strike: Strike) -> Iterator[GameEvent]:
    """Give the building to the schemer's House. It keeps its places; permissions lapse (GE-UND-16, R-107)."""
    house, wanted = strike.scheme.house, strike.named.one(Target.BUILDING)
    building = next((each for each in buildings_called(strike.state, wanted) if each.house == strike.target != house), None)
    if building is None:
        yield strike.spent(nothing_to_strike_reason(), struck=False)
        return
    words = capital(building_words(strike.state, building))
    yield BuildingTaken(id=building.id, former=building.house, house=house, reason=strike.why)
    yield strike.spent(building_taken_reason(words), building_lost_reason(words))


HOLDINGS: Final[dict[str, Carry]] = {
    "spread-rumors": spread_rumors,
    "slander": slander,
    "capture-hostage": capture_hostage,
    "rescue": rescue,
    "capture-building": capture_building,
}


# === choices ============================================================================================================

# Choices of the schemer in Return: the Favor of a Slander, the hostage of a Rescue.


SLANDER, RESCUE = "slander", "rescue"


class ChooseForScheme(Struct, frozen=True, kw_only=True):
    """Name the card or the hostage as the schemer; by default the oldest goes."""

    seat: SeatId
    scheme: int
    card: CardId | None = None
    hostage: int | None = None


class SchemeChoice(Struct, frozen=True, kw_only=True):
    """A card or a hostage was named for a waiting scheme."""

    id: int
    card: CardId | None = None
    hostage: int | None = None


# --- questions ----------------------------------------------------------------------------------------------------------


def schemes_to_choose(state: GameState, seat: SeatId) -> tuple[CompletedScheme, ...]:
    """Schemes for which this player has a choice to make now."""
    if not may_choose_now(state):
        return ()
    return tuple(
        each
        for each in state.schemes
        if each.ending is SchemeEnding.WAITS and each.kind in (SLANDER, RESCUE) and chooser_of(state, each) == seat
    )


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_choose(state: GameState, command: ChooseForScheme, asked: DecisionContext) -> tuple[SchemeChoice, ...]:
    """Name the card or the hostage.

    Raises:
        Refused: not this player's choice, or not the time.
        Stale: the card or the hostage is gone.
    """
    if not may_choose_now(state):
        raise Refused(say("This is chosen in Return, before the schemes strike."), rule="R-20", code="closed")
    scheme = scheme_of(state, command.scheme)
    if scheme is None or scheme not in schemes_to_choose(state, command.seat):
        raise Refused(say("This is not yours to choose."), rule="R-122", code="not-yours")
    if scheme.kind == SLANDER:
        if command.card not in revealed_cards(state, scheme):
            raise Stale(say("This Favor is no longer there; choose again."), rule="R-122")
        return (SchemeChoice(id=scheme.id, card=command.card),)
    if command.hostage not in {each.id for each in rescuable_hostages(state, scheme)}:
        raise Stale(say("This hostage is no longer there."), rule="R-124")
    return (SchemeChoice(id=scheme.id, hostage=command.hostage),)


# --- fold and words -----------------------------------------------------------------------------------------------------


def evolve_choice(state: GameState, happened: SchemeChoice) -> GameState:
    return with_scheme(state, happened.id, card=happened.card, hostage=happened.hostage)


def tell_choice(happened: SchemeChoice, before: GameState, after: GameState) -> Iterator[Line]:
    """Say that a choice was made. Only those who see the card learn which one (R-135)."""
    found = scheme_of(before, happened.id)
    name = scheme_name(before, found.kind) if found else say("A scheme")
    if happened.card is not None:
        yield to_desks(say("{scheme}: the Favor to be stolen is named.", scheme=name))
    else:
        yield to_desks(say("{scheme}: the hostage to be freed is named.", scheme=name))


def _invalidations(happened: SchemeChoice, state: GameState) -> tuple[Invalidation, ...]:
    found = scheme_of(state, happened.id)
    seat = chooser_of(state, found) if found is not None else None
    return (DESK, Invalidation(topic=TOPIC, to=f"seat:{seat}")) if seat is not None else (DESK,)


COMMANDS: Mapping[type, CommandHandler] = {
    ChooseForScheme: CommandHandler(
        decide=decide_choose, player=True, desks=ONLY_UNDERGROUND, label=lambda c, s: say("Chosen for a scheme")
    ),
}
EVENTS: Mapping[type, EventHandler] = {
    SchemeChoice: EventHandler(
        evolve=evolve_choice,
        tell=tell_choice,
        invalidations=_invalidations,
        readers=lambda e, s: ONLY_UNDERGROUND,
        anonymous=True,
    ),
}
