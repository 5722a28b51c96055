"""What is kept of a Favor that was used."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from control.engine.ids import SeatId
from rooms.realm.scenario.ids import CardId, FavorId, HouseId, RegionId
from rooms.realm.scenario.schema import Scenario


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedFavor:
    """A card that was laid open in `month`, with what its player named; what a card does not ask for stays empty.

    `house` is the player's own then, whatever becomes of the player. `target`: a House; `region` and `other`: regions;
    `number`: a scheme, a proposal or a count of units; `given`: a card of the own hand that goes with it. `key` tells this use from
    any other of the same card, whatever is withdrawn between them.
    """

    seat: SeatId
    house: HouseId
    card: CardId
    favor: FavorId
    month: int
    target: HouseId | None = None
    region: RegionId | None = None
    other: RegionId | None = None
    number: int | None = None
    given: CardId | None = None
    key: str = ""
    void: bool = False  # its desk found that it could do nothing: the card went back, and it does not count (GE-FAV-07)


def opens_tables(used: Iterable[UsedFavor], scenario: Scenario, seat: SeatId, month: int) -> bool:
    """Has this player used a Favor that opens every table of the Underground in that month (C-06)?"""
    cards = {each.favor for each in used if (each.seat, each.month) == (seat, month) and not each.void}
    return any(favor.id in cards and favor.effect == "any-table" for favor in scenario.favors)
