"""Positions that a bot imagines: where a plan of its own has led, and how trackers move (SC-HID-08)."""

from __future__ import annotations

import msgspec

from rooms.tables.statecraft.game.actions import StatecraftAction
from rooms.tables.statecraft.game.content import PolicyOption, Specialism
from rooms.tables.statecraft.game.state import HIGHEST, NO_POINTS, Trackers


class Holder(msgspec.Struct, frozen=True):
    """Who can hold policies: a politician, or the leader (None), for whom every specialism is right."""

    id: str | None
    specialisms: tuple[Specialism, ...]

    def knows(self, specialism: Specialism) -> bool:
        """Can a policy of this specialism lie here?"""
        return self.id is None or specialism in self.specialisms


class Known(msgspec.Struct, frozen=True):
    """A supporter in play: the conditions as (ideology, least, most), the host, the price for the own seat."""

    id: str
    conditions: tuple[tuple[int, int, int], ...]
    host: int | None
    price: int
    rivals: int  # opponents who satisfy it


class Position(msgspec.Struct, frozen=True):
    """Where a plan has led. Supporters are bits, in the order of `Mind.known`; `room` is announced and denounced by holder."""

    trackers: Trackers
    budget: int
    hand: tuple[str, ...]
    room: tuple[int, ...]
    mine: int
    floating: int
    spin: Trackers = NO_POINTS
    campaigned: int = 0
    poached: int = 0
    fresh: int = 0  # supporters that came out of the box
    stepped: bool = False
    recruited: bool = False
    besides: float = 0.0  # what was done that is seen in nothing else
    actions: tuple[StatecraftAction, ...] = ()


def moved(trackers: Trackers, option: PolicyOption, *, announced: bool) -> Trackers:
    """The trackers after a policy, each within 0 and 7 (SC-TRK-03)."""
    points = option.points
    if announced:
        one, two, three, four = [min(HIGHEST, value + by) for value, by in zip(trackers, points, strict=True)]
    else:
        one, two, three, four = [max(0, value - by) for value, by in zip(trackers, points, strict=True)]
    return one, two, three, four


def shifted(trackers: Trackers, at: int, by: int) -> Trackers:
    """The trackers after one of them moved."""
    one, two, three, four = [min(HIGHEST, max(0, each + by)) if n == at else each for n, each in enumerate(trackers)]
    return one, two, three, four


def counted(at: Position) -> Trackers:
    """The trackers as they count for campaigning and poaching (SC-AFX-11)."""
    if at.spin == NO_POINTS:
        return at.trackers
    one, two, three, four = [min(HIGHEST, max(0, value + by)) for value, by in zip(at.trackers, at.spin, strict=True)]
    return one, two, three, four


def undone(trackers: Trackers, by: Trackers) -> Trackers:
    """The trackers after a movement was taken back (SC-LOS-03)."""
    one, two, three, four = [min(HIGHEST, max(0, value - step)) for value, step in zip(trackers, by, strict=True)]
    return one, two, three, four


def only_one(spin: Trackers, at: int, by: int) -> Trackers:
    """What SC-AFX-11 adds, after one step more of an ideology."""
    one, two, three, four = [each + by if number == at else each for number, each in enumerate(spin)]
    return one, two, three, four


def gap_of(known: Known, trackers: Trackers) -> int:
    """How many steps a supporter is away from these trackers; 0 is satisfied (SC-CAM-04)."""
    gap = 0
    for at, least, most in known.conditions:
        value = trackers[at]
        if value < least:
            gap += least - value
        elif value > most:
            gap += value - most
    return gap
