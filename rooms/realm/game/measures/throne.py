"""Measure: who took the throne and how, who led in Power month by month, and when it was decided (GE-SOV-02, GE-SOV-11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from control.day.clock.changes import DayEnded
from control.day.people.choosing import RoomChosen
from control.day.timetable import last_month
from control.engine.chronicle import Moment
from control.engine.ids import SeatId
from control.engine.measures import Sums
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.changes import SovereignDeposed, SovereignSeated, ThronePassed, sovereign_house
from rooms.realm.game.treasury.purses import house_power
from rooms.realm.game.view_end import ending
from rooms.realm.scenario.ids import HouseId

OPEN: Final = "open"  # the ending of a day that was not played to its end, or that Control decides


@dataclass(slots=True)
class ThroneAndPower:
    """Fold: Power at the end of each month, reigns as they follow each other, the rooms that each player went to."""

    power: dict[HouseId, list[int]] = field(default_factory=dict)
    reigns: list[HouseId | None] = field(default_factory=list)  # who reigned at the end of each month
    rooms: dict[SeatId, Counter[str]] = field(default_factory=dict)
    how: str = ""

    def see(self, moment: Moment[GameState], sums: Sums) -> None:
        match moment.event:
            case SovereignSeated() as happened:
                sums.add("throne/changes")
                sums.add(f"throne/by/{happened.rule.lower() or OPEN}")
                self.how = happened.rule
            case ThronePassed():
                sums.add("throne/passed-on")
            case SovereignDeposed(seat=None):
                sums.counts["throne/god-emperor-fell"] = moment.round
            case RoomChosen() as happened:
                self.rooms.setdefault(happened.seat, Counter())[happened.room] += 1
        turned = moment.after.clock.month != moment.before.clock.month
        if (turned and moment.before.clock.month) or isinstance(moment.event, DayEnded):
            self._month_over(moment.before)

    def _month_over(self, state: GameState) -> None:
        for house in state.scenario.houses:
            self.power.setdefault(house.id, []).append(house_power(state, house.id))
        self.reigns.append(sovereign_house(state))

    def end(self, state: GameState, sums: Sums) -> None:
        sums.names["ending"] = ending(state) or OPEN
        winner = sovereign_house(state) if state.clock.turned >= last_month(state) else None
        for house, curve in self.power.items():
            sums.curves[f"power/{house}"] = list(curve)
            sums.curves[f"reign/{house}"] = [int(house == each) for each in self.reigns]
        leaders = leaders_of(self.power)
        alone = [each for each in leaders if each is not None]
        sums.counts["lead-changes"] = sum(before != after for before, after in pairwise(alone))
        sums.counts["margin"] = _margin([curve[-1] for curve in self.power.values() if curve])
        if winner is not None and state.throne.holder is not None:
            seat = state.seats[state.throne.holder]
            sums.names["winner/team"] = winner
            sums.names["winner/seat"] = seat.id
            sums.names["winner/rank"] = str(seat.rank)
            sums.names["winner/by"] = self.how or OPEN
            usual = self.rooms.get(seat.id, Counter()).most_common()
            if usual:
                most = max(count for _room, count in usual)
                sums.names["winner/room"] = min(room for room, count in usual if count == most)
            sums.counts["decided/throne"] = for_good(self.reigns, winner)
            sums.counts["decided/power"] = for_good(leaders, winner)
            sums.counts["comeback"] = comeback(self.power, winner)


def leaders_of(power: dict[HouseId, list[int]]) -> list[HouseId | None]:
    """Which House had the most Power at the end of each month; None where several had."""
    found: list[HouseId | None] = []
    for month in range(max(map(len, power.values()), default=0)):
        most = max(curve[month] for curve in power.values())
        leading = [house for house, curve in power.items() if curve[month] == most]
        found.append(leading[0] if len(leading) == 1 else None)
    return found


def for_good(holders: Sequence[HouseId | None], winner: HouseId) -> int:
    """From the end of which month on it was this House at the end of every month; 0 for never."""
    month = len(holders)
    while month and holders[month - 1] == winner:
        month -= 1
    return month + 1 if month < len(holders) else 0


def comeback(power: dict[HouseId, list[int]], winner: HouseId) -> int:
    """How much Power the winner was behind the richest House when that was most."""
    months = range(len(power[winner]))
    return max((max(curve[month] for curve in power.values()) - power[winner][month] for month in months), default=0)


def _margin(last: list[int]) -> int:
    """How much the richest House had before the next one."""
    first, *others = sorted(last, reverse=True) or [0]
    return first - (others[0] if others else 0)
