"""Positions that a bot imagines: where a plan of its own has led, and how trackers move (SC-HID-08)."""

from __future__ import annotations

import msgspec

from rooms.tables.statecraft.game.actions import StatecraftAction
from rooms.tables.statecraft.game.content import PolicyOption, Specialism
from rooms.tables.statecraft.game.trackers import NO_POINTS, Trackers, negative, stepped


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
    return stepped(trackers, option.points if announced else negative(option.points))


def counted(at: Position) -> Trackers:
    """The trackers as they count for campaigning and poaching (SC-AFX-11)."""
    return at.trackers if at.spin == NO_POINTS else stepped(at.trackers, at.spin)


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
