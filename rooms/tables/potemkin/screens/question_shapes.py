"""Shapes of the questions on a phone. The templates show one `Ask` at a time.

The parts that an `Ask` has are the legal choices.
"""

from __future__ import annotations

from msgspec import Struct

from rooms.tables.potemkin.screens.shapes import AbilityWords, CardShape, House, Mark


class FacadeChoice(Struct, frozen=True, kw_only=True):
    """A facade for a card: whether the building would be real, and its construction effect."""

    mark: Mark
    front: str
    verdict: str
    points: str
    effect: str


class Material(Struct, frozen=True, kw_only=True):
    """A card to build with."""

    card: CardShape
    facades: tuple[FacadeChoice, ...]


class Target(Struct, frozen=True, kw_only=True):
    """A building to check, inspect or rob, with the outcome."""

    house: House
    words: str
    if_fake: str
    if_real: str


class Targets(Struct, frozen=True, kw_only=True):
    """The targets in one opponent's street. `shield`: the opponent holds it. `covered`: legal only after the shield is removed."""

    name: str
    whose: str
    player: int
    shield: bool
    covered: bool
    targets: tuple[Target, ...]


class SpyAgent(Struct, frozen=True, kw_only=True):
    """A ready agent and its home. Agents behind one building are interchangeable."""

    key: str
    number: int
    home: House


class SpyAsk(Struct, frozen=True, kw_only=True):
    """Agents to send, with their possible targets."""

    agents: tuple[SpyAgent, ...]
    streets: tuple[Targets, ...]
    shield_words: str


class AbilityAsk(Struct, frozen=True, kw_only=True):
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


class ProduceAsk(Struct, frozen=True, kw_only=True):
    """The outcome of producing."""

    cubes: int
    line: str
    flips: str
    verb: str


class Tab(Struct, frozen=True, kw_only=True):
    """One way to use the turn. `first`: this tab is open. `act`: the action that its forms send."""

    id: str
    act: str
    title: str
    glyph: str
    note: str
    first: bool


class TurnAsk(Struct, frozen=True, kw_only=True):
    """A turn. None or empty: not possible now."""

    tabs: tuple[Tab, ...]
    build: tuple[Material, ...]
    spy: SpyAsk | None
    abilities: tuple[AbilityAsk, ...]
    produce: ProduceAsk | None


class CheckAsk(Struct, frozen=True, kw_only=True):
    """An additional check, which may be declined."""

    line: str
    streets: tuple[Targets, ...]


class Home(Struct, frozen=True, kw_only=True):
    """A building for spent agents. `standing`: agents there now. `coming`: agents proposed. `first`: a note where it gets an agent
    first.
    """

    house: House
    standing: str
    coming: int
    first: str


class PlaceAsk(Struct, frozen=True, kw_only=True):
    """Places for the spent agents. The proposal is an even distribution (PE-END-14)."""

    spent: int
    homes: tuple[Home, ...]
    line: str


class Ask(Struct, frozen=True, kw_only=True):
    """The current question."""

    kind: str
    pick: tuple[CardShape, ...] = ()
    turn: TurnAsk | None = None
    check: CheckAsk | None = None
    again: tuple[Material, ...] = ()
    discard: tuple[CardShape, ...] = ()
    place: PlaceAsk | None = None
