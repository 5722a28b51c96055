"""The marks of the war map as templates write them down.

Every mark has a key that stays its own, so that a screen changes only what has changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.view_map import BattleView, RegionView


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A piece on the map: `kind` is "army", "remnants", "immortals", "rumor", "building" or "recruit".

    A `ghost` says what a step would make of it; `delta` what has changed since last month ("+2"); of a `gone` one nothing is left.
    """

    key: str
    kind: str
    x: int
    y: int
    wide: int
    count: str
    middle: int  # of the count, from the left edge
    house: HouseId | None = None
    short: str = ""
    sign: str = ""  # which building
    words: str = ""
    ghost: bool = False
    delta: str = ""
    gone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """A House's flag on a castle. `fate`: "new" or "lost" since last month, "placing" or "leaving" in a step to come."""

    house: HouseId
    short: str
    x: int
    y: int
    fate: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CastleMark:
    x: int
    y: int
    destroyed: bool
    flags: tuple[Flag, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plate:
    """A word under a region's name: `kind` is "ban", "treaty", "peace" or "trapped"."""

    kind: str
    x: int
    y: int
    wide: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip:
    """A force's attack in a battle; `house` is None for the remnants and the Immortals, which `kind` names."""

    x: int
    wide: int
    house: HouseId | None
    kind: str
    attack: int
    stands: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Clash:
    """A battle's sums beside two swords, the strongest first."""

    x: int
    y: int
    chips: tuple[Chip, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shade:
    """A region's outline once more, hatched: `kind` is "ban", "some" or "treaty"."""

    kind: str
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """Everything drawn in one region; `region` is the same as the board says it."""

    id: RegionId
    name: str
    region: RegionView
    neighbours: tuple[tuple[RegionId, str], ...]
    x: int
    y: int  # the base line of the name
    court: bool
    trapped: bool
    changed: bool
    fought: bool
    castle: CastleMark | None
    pieces: tuple[Piece, ...]
    plates: tuple[Plate, ...] = ()
    clashes: tuple[Clash, ...] = ()
    shades: tuple[Shade, ...] = ()
    battle: BattleView | None = None  # told of this region
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # What is drawn of a region is found by the region on every page: the sum is made once, of a few of its parts.
        named = (self.id, self.name, self.region, self.pieces, self.castle, self.plates, self.clashes)
        object.__setattr__(self, "_hash", hash(named))

    def __hash__(self) -> int:
        return self._hash

    @property
    def near(self) -> str:
        """The ids of the neighbours, for the script."""
        return " ".join(region for region, _name in self.neighbours)
