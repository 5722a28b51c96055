"""The cards, abilities, fronts and words of Potemkin Empire, as the rules and the screens find them (PE-CNT)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import msgspec

from rooms.tables.game.reading import Section


class Facade(StrEnum):
    """The five building types (PE-COM-01)."""

    CULTURE = "culture"
    ESPIONAGE = "espionage"
    GOVERNMENT = "government"
    INDUSTRY = "industry"
    SCIENCE = "science"


FACADES: Final[tuple[Facade, ...]] = tuple(Facade)


class Kind(StrEnum):
    """An ability is the turn's one action, or comes before it for free (PE-COM-05)."""

    ACTION = "action"
    FREE = "free"


class Mode(StrEnum):
    """The two sides of a mode token (PE-COM-08)."""

    CONSTRUCTION = "construction"
    PRODUCTION = "production"


class Direction(StrEnum):
    """Which way packs are passed: clockwise is towards the next seat."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


class Tone(StrEnum):
    """What part of a front a shape is; the screen gives it its paint."""

    WALL = "wall"
    ROOF = "roof"
    TRIM = "trim"
    GLASS = "glass"
    DOOR = "door"
    SHADE = "shade"


class Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An interior card. `real_types` is empty for a flat fake (PE-CNT-05, PE-COM-03, PE-COM-04, PE-R-27)."""

    id: str
    title: str
    flavour: str
    real_types: tuple[Facade, ...]
    ability: str | None = None


class Ability(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a card may be played for. What it does is in the rules, under its id."""

    id: str
    title: str
    kind: Kind
    text: str
    flavour: str
    construction_only: bool = False


class Shape(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One outline of a picture: `d` is the data of a path in a box of 100 by 100."""

    tone: Tone
    d: str


class Front(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One picture of a facade; it has no bearing on anything (PE-CNT-02)."""

    id: str
    title: str
    shapes: tuple[Shape, ...]


class FacadeContent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How one type of building looks and what it is called."""

    id: Facade
    name: str
    plural: str
    colour: str
    icon: str
    line: str
    fronts: tuple[Front, ...]


class MonthToken(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A month and the way packs are passed in it (PE-CNT-16, PE-COM-07)."""

    number: int
    direction: Direction
    title: str
    flavour: str


class AidAction(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a player may do in a turn, and in which modes."""

    id: str
    title: str
    modes: tuple[Mode, ...]
    line: str


class AidEffect(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What putting up a building of this type brings."""

    facade: Facade
    line: str


class AidScore(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A category of the final scoring and what one of its things is worth."""

    id: str
    title: str
    points: int
    line: str


class Aid(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The player aid (PE-CNT-17)."""

    actions: tuple[AidAction, ...]
    effects: tuple[AidEffect, ...]
    scoring: tuple[AidScore, ...]


class Content(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything about the game that is not a rule."""

    cards: tuple[Card, ...]
    abilities: tuple[Ability, ...]
    facades: tuple[FacadeContent, ...]
    months: tuple[MonthToken, ...]
    aid: Aid
    rules: tuple[Section, ...]


SECOND_CREW: Final = "second-crew"
NIGHT_SHIFT: Final = "night-shift"
RECRUITING_OFFICER: Final = "recruiting-officer"
FRIENDLY_INSPECTOR: Final = "friendly-inspector"
MISDIRECTED_FREIGHT: Final = "misdirected-freight"
FRESH_TIMBER: Final = "fresh-timber"
FALSE_PAPERS: Final = "false-papers"
PALACE_GUARD: Final = "palace-guard"
EXTRA_CRATE: Final = "extra-crate"
PLACE_IN_THE_CARRIAGE: Final = "place-in-the-carriage"
ABILITY_KINDS: Final[Mapping[str, tuple[Kind, bool]]] = {  # kind, and whether in construction mode only (PE-ABI)
    SECOND_CREW: (Kind.ACTION, True),
    NIGHT_SHIFT: (Kind.ACTION, False),
    RECRUITING_OFFICER: (Kind.ACTION, False),
    FRIENDLY_INSPECTOR: (Kind.ACTION, False),
    MISDIRECTED_FREIGHT: (Kind.ACTION, False),
    FRESH_TIMBER: (Kind.FREE, False),
    FALSE_PAPERS: (Kind.FREE, False),
    PALACE_GUARD: (Kind.FREE, False),
    EXTRA_CRATE: (Kind.FREE, False),
    PLACE_IN_THE_CARRIAGE: (Kind.FREE, False),
}
POINTS: Final[Mapping[str, int]] = {"fakes": 2, "government": 2, "culture": 1, "captured": 2, "cubes": 1}
