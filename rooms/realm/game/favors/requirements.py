"""Requirements of a Favor: when and where it may be used, and what its player must name (GE-FAV-02, GE-FAV-07, R-133)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

from control.day.clock.clocks import own_clock
from control.day.people.lookup import acts_in_room, choice_of
from control.day.state import DayStage
from control.engine.ids import SeatId
from control.engine.language import capital, later, say
from control.engine.refusal import Refused
from rooms.realm.desks import Desk
from rooms.realm.game.records import UsedFavor
from rooms.realm.game.state import CeremonyKind, GameState, HouseSeat
from rooms.realm.game.treasury.purses import is_purse_common, keeper_in
from rooms.realm.scenario.favor_effects import ANY_TIME, FUNERAL, MOMENTS, moment_words, place_words
from rooms.realm.scenario.ids import FavorId, Phase, Room
from rooms.realm.scenario.schema import Favor

# === moments and places =================================================================================================

# When and where a Favor may be used (GE-FAV-04, GE-FAV-05, GE-FAV-07, R-133).


HOUSE_TABLE = "house table"


def favors_used_in(state: GameState, month: int) -> tuple[UsedFavor, ...]:
    """Favors used in a month, without void ones, in order."""
    return tuple(each for each in state.favors_used if each.month == month and not each.void)


def favors_used_by(state: GameState, seat: HouseSeat) -> tuple[UsedFavor, ...]:
    """Favors a player has used this month, in all rooms and phases (R-133)."""
    return tuple(each for each in favors_used_in(state, state.clock.month) if each.seat == seat.id)


def favors_with_effect(state: GameState, *effects: str) -> tuple[UsedFavor, ...]:
    """Favors used this month with one of these effects."""
    words = {favor.id for favor in state.scenario.favors if favor.effect in effects}
    return tuple(each for each in favors_used_in(state, state.clock.month) if each.favor in words)


def may_use_another(state: GameState, seat: HouseSeat) -> bool:
    """May this player use another Favor this month (GE-FAV-07, R-133)?"""
    return len(favors_used_by(state, seat)) < state.scenario.settings.favors_per_month


def holder_of(state: GameState, seat: HouseSeat) -> HouseSeat:
    """Seat whose purse holds the cards that a player may use: the own, or rank 1's where a House holds in common (R-05)."""
    kept_by = keeper_in(state, seat.house) if is_purse_common(state) else None
    return state.seats[kept_by] if kept_by is not None else seat


def why_not_usable(state: GameState, seat: HouseSeat, favor: Favor) -> Refused | None:
    """Return why this player may not use such a card now; None if timing, place and the card's condition allow it."""
    if state.clock.stage is not DayStage.PLAYING:
        return Refused(say("Favors are used while a month is played."), rule="GE-FAV-04", code="closed")
    if not _is_in_time(state, seat, favor):
        when = moment_words(favor.timing, state.scenario.timetable.steps)
        return Refused(say("This Favor is used {when}.", when=when), rule="GE-FAV-04", code="closed")
    if not _is_in_place(state, seat, favor):
        return Refused(say("This Favor is used {where}.", where=place_words(favor.location)), rule="GE-FAV-05", code="not-here")
    if favor.needs == FUNERAL and not _has_funeral(state, seat):
        return Refused(say("Your House holds no funeral this month."), rule="GE-FAV-03", code="needs")
    return None


def _is_in_time(state: GameState, seat: HouseSeat, favor: Favor) -> bool:
    room, _, step = favor.timing.partition(":")
    if favor.timing == ANY_TIME:
        return True
    if not step:
        return state.clock.phase == Phase(favor.timing) if favor.timing in MOMENTS else False
    clock = own_clock(state, seat) if choice_of(state, seat) == room else None
    if not state.clock.is_in(Phase.ACTION) or clock is None or clock.month != state.clock.month or clock.step is None:
        return False
    return clock.step == step or clock.step.rpartition("-")[0] == step


def _is_in_place(state: GameState, seat: HouseSeat, favor: Favor) -> bool:
    """Is the player seated in the card's room this month? The House Table is where Houses are in Ceremony."""
    if favor.location in tuple(each.value for each in Room):
        return acts_in_room(state, seat, Room(favor.location))
    return favor.location != HOUSE_TABLE or state.clock.is_in(Phase.CEREMONY)


def _has_funeral(state: GameState, seat: HouseSeat) -> bool:
    month = state.clock.month
    return any(each.month == month and each.kind is CeremonyKind.FUNERAL and seat.house in each.houses for each in state.ceremonies)


def when_and_where(state: GameState, favor: Favor) -> str:
    """Timing and place of a card in one line: "in the War Room, in Favors"."""
    when = moment_words(favor.timing, state.scenario.timetable.steps)
    room = favor.timing.partition(":")[0]
    if favor.location in (room, "anywhere"):
        return capital(when)
    return capital(f"{when}, {place_words(favor.location)}")


# === named things =======================================================================================================

# What a player names for each ability, and the choices (GE-FAV-02, GE-FAV-03, C-06).
# The scenario gives Houses and regions. Rooms give numbers: each registers its choices with `register_choices`.


DECISION: Final = "decision"


class Field(StrEnum):
    """What a player names with a card."""

    HOUSE = "house"  # another House: `UsedFavor.target`
    REGION = "region"
    OTHER = "other"  # an optional second region
    SCHEME = "scheme"  # at the own table: `UsedFavor.number`, like the next two
    PROPOSAL = "proposal"
    UNITS = "units"
    GIVEN = "given"  # another Favor of the own hand


LABELS: Final[Mapping[Field, str]] = {
    Field.HOUSE: later("Which House"),
    Field.REGION: later("Which region"),
    Field.OTHER: later("Into which region"),
    Field.SCHEME: later("Which scheme"),
    Field.PROPOSAL: later("Which proposal"),
    Field.UNITS: later("How many units"),
    Field.GIVEN: later("Which Favor you give"),
}
NUMBERS: Final = frozenset({Field.SCHEME, Field.PROPOSAL, Field.UNITS})
FIELDS: Final[Mapping[str, tuple[Field, ...]]] = {
    "take-power-1": (Field.HOUSE,),
    "take-favor": (Field.HOUSE,),
    "trade-favor": (Field.GIVEN,),
    "rescue-hostage": (Field.HOUSE,),
    "take-hostage": (Field.HOUSE,),
    "recruit-1": (Field.REGION,),
    "recruit-2": (Field.REGION,),
    "attack-1": (Field.REGION,),
    "attack-2": (Field.REGION,),
    "weaken-1": (Field.HOUSE, Field.REGION),
    "extra-order": (Field.REGION, Field.OTHER, Field.UNITS),
    "stay-region": (Field.REGION,),
    "close-region": (Field.REGION,),
    "choose-proposal": (Field.PROPOSAL,),
    "advance-1": (Field.SCHEME,),
    "advance-2": (Field.SCHEME,),
    "strip-protection": (Field.SCHEME,),
    "look-scheme": (Field.SCHEME,),
}

Numbered = Callable[[GameState, HouseSeat, Favor], tuple[tuple[int, str], ...]]
_numbered: dict[Field, Numbered] = {}
_openly: dict[Field, Numbered] = {}


def register_choices(field: Field, told: Numbered, openly: Numbered | None = None) -> None:
    """Register the numbers of this kind that a player may name now, each with its words.

    `openly`: words for the control team, where the player's words contain secrets.
    """
    _numbered[field], _openly[field] = told, openly or told


def numbers_of(
    field: Field, state: GameState, seat: HouseSeat, favor: Favor, *, openly: bool = False
) -> tuple[tuple[int, str], ...]:
    """Choices a player may name now, in the player's words; with `openly`, in those of the control team."""
    told = (_openly if openly else _numbered).get(field)
    return told(state, seat, favor) if told else ()


def fields_of(favor: Favor) -> tuple[Field, ...]:
    """Fields that a card asks its player for."""
    return FIELDS.get(favor.effect, ())


def is_decision(favor: Favor) -> bool:
    """Does a desk decide what the card does?"""
    return favor.effect.partition(":")[0] == DECISION


def may_take_note(favor: Favor) -> bool:
    """May its player write to the desk? Not to Underground Control: its tablet lies in sight of the players (R-144)."""
    return is_decision(favor) and desk_of(favor) != Desk.UNDERGROUND


def desk_of(favor: Favor) -> str:
    """Desk that decides what the card does."""
    return favor.effect.partition(":")[2]


def favor_of(state: GameState, favor: FavorId | str) -> Favor | None:
    """Favor by its id, or by the id of one card ("cult-01#3")."""
    kind = favor.rsplit("#", 1)[0]
    return next((each for each in state.scenario.favors if each.id == kind), None)


def named_words(state: GameState, used: UsedFavor) -> str:
    """Public words for what was named: "Cat, Zen"; empty for a card that asks for nothing."""
    houses = {house.id: house.name for house in state.scenario.houses}
    found = [houses.get(used.target, used.target)] if used.target else []
    found += [state.place_name(region) for region in (used.region, used.other) if region]
    favor = favor_of(state, used.favor)
    if used.number is not None and favor is not None and Field.SCHEME in fields_of(favor):
        found.append(say("scheme {number}", number=used.number))
    elif used.number is not None and favor is not None and Field.PROPOSAL in fields_of(favor):
        found.append(_proposal(state, used.seat, used.number, favor))
    return ", ".join(found)


def _proposal(state: GameState, by: SeatId, number: int, favor: Favor) -> str:
    """Court's name of a proposal, while it may be named there."""
    seat = state.seats.get(by)
    told = dict(numbers_of(Field.PROPOSAL, state, seat, favor)) if seat is not None else {}
    return told.get(number) or say("a proposal")
