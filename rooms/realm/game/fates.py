"""What has become of the laws that the Court passed, and of the taxes that fell due, as the state keeps them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from control.engine.ids import SeatId
from rooms.realm.scenario.ids import HouseId, LawId


class Fate(StrEnum):
    """What has become of a law that the Court passed."""

    WAITS = "waits"  # it acts in this month's Return
    ACTED = "acted"
    LAPSED = "lapsed"  # no Immortal was free to carry it out
    ENDED = "ended"  # its last month is over


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidShare:
    """What a payer, a House or the throne, gave toward a law (R-78)."""

    payer: str
    power: int
    favors: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """How a law was voted on and paid for: votes for and against it, extra ones among them, and who gave what."""

    favor: int
    against: int
    paid: tuple[PaidShare, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedLaw:
    """What the Court passed, or the Sovereign ordered without it, beside its tablet: the filled proposal, and what became of it.

    `answers` stand in the order of the fields of its kind, as on the proposal (`rooms.realm.papers.game.types.Paper.values`).
    `house` is the proposing House, which a Tax is paid to (R-82). `until` is the last month it acts in, None until removed. `won`
    is None where it was ordered, and where a release stored it that did not keep that.
    """

    law: LawId
    kind: str  # the id of its kind in the scenario's proposals
    answers: tuple[tuple[str, ...], ...]
    month: int
    by: SeatId | None  # None: ordered by the God Emperor
    house: HouseId | None
    cost: int
    ordered: bool = False  # by the Sovereign, without a vote
    fate: Fate = Fate.WAITS
    until: int | None = None
    acted: int = 0  # the month in which it acted or lapsed; 0 until then
    won: Won | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxPaid:
    """What a House paid by a law when its tax fell due: "favor", "power", or nothing (R-08, R-101)."""

    month: int
    law: LawId
    debtor: HouseId
    paid: str
