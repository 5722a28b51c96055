"""Shapes of the questions on a phone. The templates show one `Ask` at a time.

The parts that an `Ask` has are the legal choices.
"""

from __future__ import annotations

from dataclasses import dataclass

from rooms.tables.potemkin.screens.shapes import AbilityWords, CardShape, House, Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class FacadeChoice:
    """A facade for a card: whether the building would be real, and its construction effect."""

    mark: Mark
    front: str
    verdict: str
    points: str
    effect: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """A card to build with."""

    card: CardShape
    facades: tuple[FacadeChoice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A building to check, inspect or rob, with the outcome."""

    house: House
    words: str
    if_fake: str
    if_real: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Targets:
    """The targets in one opponent's street. `shield`: the opponent holds it. `covered`: legal only after the shield is removed."""

    name: str
    whose: str
    player: int
    shield: bool
    covered: bool
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpyAgent:
    """A ready agent and its home. Agents behind one building are interchangeable."""

    key: str
    number: int
    home: House


@dataclass(frozen=True, slots=True, kw_only=True)
class SpyAsk:
    """Agents to send, with their possible targets."""

    agents: tuple[SpyAgent, ...]
    streets: tuple[Targets, ...]
    shield_words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AbilityAsk:
    """A hand card with a playable ability and its targets. `plain`: it has none."""

    card: CardShape
    ability: AbilityWords
    plain: bool
    verb: str
    where: str
    homes: tuple[House, ...]
    sources: tuple[Targets, ...]
    looks: tuple[Targets, ...]
    materials: tuple[Material, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProduceAsk:
    """The outcome of producing."""

    cubes: int
    line: str
    flips: str
    verb: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """One way to use the turn. `first`: this tab is open. `act`: the action that its forms send."""

    id: str
    act: str
    title: str
    glyph: str
    note: str
    first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnAsk:
    """A turn. None or empty: not possible now."""

    tabs: tuple[Tab, ...]
    build: tuple[Material, ...]
    spy: SpyAsk | None
    abilities: tuple[AbilityAsk, ...]
    produce: ProduceAsk | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckAsk:
    """An additional check, which may be declined."""

    line: str
    streets: tuple[Targets, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """A building for spent agents. `standing`: agents there now. `coming`: agents proposed. `first`: a note where it gets an agent
    first.
    """

    house: House
    standing: str
    coming: int
    first: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceAsk:
    """Places for the spent agents. The proposal is an even distribution (PE-END-14)."""

    spent: int
    homes: tuple[Home, ...]
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """The current question."""

    kind: str
    pick: tuple[CardShape, ...] = ()
    turn: TurnAsk | None = None
    check: CheckAsk | None = None
    again: tuple[Material, ...] = ()
    discard: tuple[CardShape, ...] = ()
    place: PlaceAsk | None = None
