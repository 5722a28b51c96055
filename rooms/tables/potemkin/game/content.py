"""Content of Potemkin Empire for rules and screens: cards, abilities, facades and texts (PE-CNT)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import msgspec

from rooms.tables.game.content_reading import RulesSection


class Facade(StrEnum):
    """The five building types (PE-COM-01)."""

    CULTURE = "culture"
    ESPIONAGE = "espionage"
    GOVERNMENT = "government"
    INDUSTRY = "industry"
    SCIENCE = "science"


FACADES: Final[tuple[Facade, ...]] = tuple(Facade)


class Kind(StrEnum):
    """Kind of an ability: the turn's one action, or a free action before it (PE-COM-05)."""

    ACTION = "action"
    FREE = "free"


class Mode(StrEnum):
    """The two sides of a mode token (PE-COM-08)."""

    CONSTRUCTION = "construction"
    PRODUCTION = "production"


class Direction(StrEnum):
    """Direction in which packs are passed. Clockwise is towards the next seat."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


class Tone(StrEnum):
    """Part of a front that a shape shows. The screen colours it."""

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
    """An ability of cards. The rules define its effect under its id."""

    id: str
    title: str
    kind: Kind
    text: str
    flavour: str
    construction_only: bool = False


class Shape(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One outline of a picture. `d`: the data of an SVG path in a box of 100 by 100."""

    tone: Tone
    d: str


class Front(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One picture of a facade, without meaning for the rules (PE-CNT-02)."""

    id: str
    title: str
    shapes: tuple[Shape, ...]


class FacadeContent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Name and look of a building type."""

    id: Facade
    name: str
    plural: str
    colour: str
    icon: str
    line: str
    fronts: tuple[Front, ...]


class MonthToken(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A month and its passing direction (PE-CNT-16, PE-COM-07)."""

    number: int
    direction: Direction
    title: str
    flavour: str


class AidAction(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An action of the player aid, with the modes that allow it."""

    id: str
    title: str
    modes: tuple[Mode, ...]
    line: str


class AidEffect(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The construction effect of a building type."""

    facade: Facade
    line: str


class AidScore(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A category of final scoring. `points`: for each thing."""

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
    """All game data outside the rules."""

    cards: tuple[Card, ...]
    abilities: tuple[Ability, ...]
    facades: tuple[FacadeContent, ...]
    months: tuple[MonthToken, ...]
    aid: Aid
    rules: tuple[RulesSection, ...]


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
ABILITY_KINDS: Final[Mapping[str, tuple[Kind, bool]]] = {  # kind, construction mode only (PE-ABI)
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


class Printed(msgspec.Struct, frozen=True):
    """The printed properties of a card: real types and ability."""

    card: str
    real_types: tuple[Facade, ...]
    ability: str | None


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Cards, abilities, facades and months by id."""

    content: Content
    cards: Mapping[str, Card]
    real_types: Mapping[str, tuple[Facade, ...]]
    ability_of: Mapping[str, str | None]
    printed: Mapping[str, Printed]
    abilities: Mapping[str, Ability]
    facades: Mapping[Facade, FacadeContent]
    directions: Mapping[int, Direction]


def book_of(content: Content) -> Book:
    """Lookup tables for this content."""
    return Book(
        content=content,
        cards={card.id: card for card in content.cards},
        real_types={card.id: card.real_types for card in content.cards},
        ability_of={card.id: card.ability for card in content.cards},
        printed={card.id: Printed(card.id, card.real_types, card.ability) for card in content.cards},
        abilities={ability.id: ability for ability in content.abilities},
        facades={facade.id: facade for facade in content.facades},
        directions={month.number: month.direction for month in content.months},
    )
