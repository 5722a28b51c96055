"""What the phone can ask of its player, as the templates find it.

One `Ask` is shown at a time; which of its parts are there is what may be done.
"""

from __future__ import annotations

from dataclasses import dataclass

from rooms.tables.potemkin.screens.shapes import AbilityWords, CardShape, House, Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class FacadeChoice:
    """A facade for a card: whether the building would be real, and what building it would bring."""

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
    """A building that may be checked, inspected or robbed, and what would come of it."""

    house: House
    words: str
    if_fake: str
    if_real: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Targets:
    """The targets in one opponent's street. `shield`: its holder; `covered`: only after the shield has been removed."""

    name: str
    whose: str
    player: int
    shield: bool
    covered: bool
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpyAgent:
    """A ready agent and where it stands; agents behind one building are alike."""

    key: str
    number: int
    home: House


@dataclass(frozen=True, slots=True, kw_only=True)
class SpyAsk:
    """Agents to send, and where they may go."""

    agents: tuple[SpyAgent, ...]
    streets: tuple[Targets, ...]
    shield_words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AbilityAsk:
    """A card of the hand that may be played for its ability, with the targets that it needs; `plain`: none."""

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
    """What producing would bring."""

    cubes: int
    line: str
    flips: str
    verb: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """One way to use the turn; the first is the one that is open. `act` is what its forms send."""

    id: str
    act: str
    title: str
    glyph: str
    note: str
    first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnAsk:
    """A turn. What is None or empty cannot be done now."""

    tabs: tuple[Tab, ...]
    build: tuple[Material, ...]
    spy: SpyAsk | None
    abilities: tuple[AbilityAsk, ...]
    produce: ProduceAsk | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckAsk:
    """An additional check, or none."""

    line: str
    streets: tuple[Targets, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """A building where spent agents may go: how many stand there, how many are proposed; `first`: what an empty one gets."""

    house: House
    standing: str
    coming: int
    first: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceAsk:
    """Where the spent agents go; the proposal is an even spread (PE-END-14)."""

    spent: int
    homes: tuple[Home, ...]
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """The one thing that is asked now, with its words."""

    kind: str
    pick: tuple[CardShape, ...] = ()
    turn: TurnAsk | None = None
    check: CheckAsk | None = None
    again: tuple[Material, ...] = ()
    discard: tuple[CardShape, ...] = ()
    place: PlaceAsk | None = None
