"""Orders: whose sheets count, who speaks for a House, in what order its orders are taken.

Sheets are opened when the Orders step ends. Only sheets of players who are in the War Room count (R-16); a House's ticks and its
betrayal are those of its highest rank there who sent one (R-43).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rooms.realm.game.state import Seat
from rooms.realm.scenario.ids import HouseId
from rooms.war.game.records.orders import OpenedSheet, Order, OrderKind, Stance, StanceFrom
from rooms.war.rules.effects import NO_EFFECTS, Effects


def stance_of(
    house: HouseId,
    *,
    houses: Iterable[HouseId],
    present: Collection[HouseId],
    sheets: Iterable[OpenedSheet],
    effects: Effects = NO_EFFECTS,
) -> Stance:
    """Whom a House ticks and whether it betrays; a forced tick beats the sheet.

    `present` are the Houses with a player in the War Room.

    Rules: GE-WAR-22, GE-WAR-23, GE-WAR-24, GE-WAR-25, GE-WAR-84, R-43, R-44, R-70.
    """
    others = frozenset(each for each in houses if each != house)
    forced = effects.forced.get(house, frozenset()) & others
    speaker = speaker_of(house, sheets)
    if speaker is not None:
        ticks = (frozenset(speaker.allies) & others) | forced
        return Stance(
            house=house,
            ticks=tuple(sorted(ticks)),
            betrays=speaker.betray,
            source=StanceFrom.SHEET,
            seat=speaker.seat,
            forced=tuple(sorted(forced - frozenset(speaker.allies))),
        )
    if house in present:
        return Stance(house=house, ticks=tuple(sorted(forced)), source=StanceFrom.SILENT, forced=tuple(sorted(forced)))
    return Stance(house=house, ticks=tuple(sorted(others)), source=StanceFrom.ABSENT)


def stances_of(
    houses: Iterable[HouseId],
    *,
    present: Iterable[Seat],
    sheets: Iterable[OpenedSheet],
    effects: Effects = NO_EFFECTS,
) -> tuple[Stance, ...]:
    """Every House's stance, in the order of `houses`."""
    everyone, opened = tuple(houses), sheets_by_house(sheets)
    there = frozenset(seat.house for seat in present)
    return tuple(
        stance_of(house, houses=everyone, present=there, sheets=opened.get(house, ()), effects=effects) for house in everyone
    )


def speaker_of(house: HouseId, sheets: Iterable[OpenedSheet]) -> OpenedSheet | None:
    """The sheet that speaks for a House: that of its highest rank who sent one (R-43)."""
    own = [sheet for sheet in sheets if sheet.house == house and sheet.sent]
    return min(own, key=lambda sheet: (sheet.rank, sheet.seat), default=None)


def sheets_by_house(sheets: Iterable[OpenedSheet]) -> dict[HouseId, list[OpenedSheet]]:
    """The sheets of each House that sent any (GE-WAR-05)."""
    found: dict[HouseId, list[OpenedSheet]] = {}
    for sheet in sheets:
        found.setdefault(sheet.house, []).append(sheet)
    return found


def ranked_orders(house: HouseId, sheets: Iterable[OpenedSheet], *kinds: OrderKind) -> tuple[tuple[OpenedSheet, int, Order], ...]:
    """A House's orders of these kinds in the order they are taken: by rank of their author, then by line.

    Rules: GE-WAR-20, GE-WAR-21, R-41.
    """
    own = sorted((sheet for sheet in sheets if sheet.house == house), key=lambda sheet: (sheet.rank, sheet.seat))
    return tuple((sheet, line, order) for sheet in own for line, order in sheet.lines() if order.kind in kinds)
