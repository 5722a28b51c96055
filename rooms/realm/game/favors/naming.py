"""What each ability asks its player to name, and from what (GE-FAV-02, GE-FAV-03, C-06).

Houses and regions are the scenario's. Numbers are a room's: it tells with `numbered` what may be named there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

from control.engine.ids import SeatId
from control.engine.language import later, say
from rooms.realm.desks import Desk
from rooms.realm.game.favors.used import UsedFavor
from rooms.realm.game.state import GameState, Seat
from rooms.realm.scenario.decks import Favor
from rooms.realm.scenario.ids import FavorId

DECISION: Final = "decision"


class Field(StrEnum):
    """A thing that a player names with a card."""

    HOUSE = "house"  # another House than the own: `UsedFavor.target`
    REGION = "region"
    OTHER = "other"  # a second region, which may be left out
    SCHEME = "scheme"  # one that lies at the own table: `UsedFavor.number`, as are the next two
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

Numbered = Callable[[GameState, Seat, Favor], tuple[tuple[int, str], ...]]
_numbered: dict[Field, Numbered] = {}
_openly: dict[Field, Numbered] = {}


def numbered(field: Field, told: Numbered, openly: Numbered | None = None) -> None:
    """A room tells which numbers of this kind a player may name with a card now, each with its words.

    `openly` tells them to a control team, where the player alone may know some of it.
    """
    _numbered[field], _openly[field] = told, openly or told


def numbers_of(field: Field, state: GameState, seat: Seat, favor: Favor, *, openly: bool = False) -> tuple[tuple[int, str], ...]:
    """What may be named now, as the player reads it; `openly` as a control team does."""
    told = (_openly if openly else _numbered).get(field)
    return told(state, seat, favor) if told else ()


def fields_of(favor: Favor) -> tuple[Field, ...]:
    """What a card asks its player to name."""
    return FIELDS.get(favor.effect, ())


def is_decision(favor: Favor) -> bool:
    """Is what it does a decision of a desk?"""
    return favor.effect.partition(":")[0] == DECISION


def takes_note(favor: Favor) -> bool:
    """May its player write to the desk? Not to Underground Control, whose tablet lies open between the players (R-144)."""
    return is_decision(favor) and desk_of(favor) != Desk.UNDERGROUND


def desk_of(favor: Favor) -> str:
    """The desk that decides what it does."""
    return favor.effect.partition(":")[2]


def favor_of(state: GameState, favor: FavorId | str) -> Favor | None:
    """The kind of a card, by its id or by that of the card ("cult-01#3")."""
    kind = favor.rsplit("#", 1)[0]
    return next((each for each in state.scenario.favors if each.id == kind), None)


def named_words(state: GameState, used: UsedFavor) -> str:
    """What was named in the open, in words: "Cat, Zen"; empty for a card that asks for nothing."""
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
    """A proposal as the Court calls it, while it may be named there."""
    seat = state.seats.get(by)
    told = dict(numbers_of(Field.PROPOSAL, state, seat, favor)) if seat is not None else {}
    return told.get(number) or say("a proposal")
