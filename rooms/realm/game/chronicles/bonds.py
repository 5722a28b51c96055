"""Fold: marriages, from the wedding until they end by whatever ends them, and hostages that were killed (R-140)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from control.engine.chronicle import Moment, Record, Tie
from control.engine.ids import SeatId
from control.engine.language import say, say_count
from rooms.realm.game.ceremonies import SpousesSet
from rooms.realm.game.chronicles.writing import deed, name_of
from rooms.realm.game.hostages.changes import HostagesKilled, HostageTaken, holder_name
from rooms.realm.game.reports.words import house, own
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Marriage:
    """A marriage that stands."""

    one: SeatId
    other: SeatId
    seq: int
    round: int
    words: str

    def tie(self, over: int) -> Tie:
        both = (own(self.one), own(self.other))
        return Tie(kind="married", one=both[0], other=both[1], seq=self.seq, round=self.round, words=self.words, over=over)


@dataclass(slots=True)
class Bonds:
    """Fold: a marriage is over when the two strips name each other no longer."""

    married: list[Marriage] = field(default_factory=list)

    def see(self, moment: Moment[GameState]) -> Iterator[Record]:
        if self.married and moment.before.seats is not moment.after.seats:
            yield from self._parted(moment)
        match moment.event:
            case SpousesSet() as happened if happened.other is not None:
                yield from self._wed(moment, happened.seat, happened.other)
            case HostageTaken() as happened:
                yield from _taken(moment, happened)
            case HostagesKilled() as happened:
                yield from _killed(moment, happened)

    def end(self, _state: Any) -> Iterator[Record]:
        yield from (each.tie(0) for each in self.married)

    def _parted(self, moment: Moment[GameState]) -> Iterator[Record]:
        for each in tuple(self.married):
            one = moment.after.seats.get(each.one)
            if one is None or one.spouse != each.other:
                self.married.remove(each)
                yield each.tie(moment.seq)

    def _wed(self, moment: Moment[GameState], one: SeatId, other: SeatId) -> Iterator[Record]:
        names = {one: name_of(moment.after, one), other: name_of(moment.after, other)}
        words = say("{player} and {other} married.", player=names[one], other=names[other])
        self.married.append(Marriage(one=one, other=other, seq=moment.seq, round=moment.round, words=words))
        for seat, spouse in ((one, other), (other, one)):
            yield deed(moment, "wedding", own(seat), say("Married {name}.", name=names[spouse]), weight=4, rule="GE-CER-11")


def _taken(moment: Moment[GameState], happened: HostageTaken) -> Iterator[Record]:
    """What two Houses give each other at a wedding is a bond and no blow."""
    if happened.marriage:
        return
    state = moment.after
    took, lost = house_name(state, happened.of), house_name(state, happened.holder)
    yield deed(moment, "hostage-taken", house(happened.holder), say("Took a hostage of {house}.", house=took), rule="R-99")
    yield deed(moment, "unlucky", house(happened.of), say("Lost a hostage to {house}.", house=lost), rule="R-99")


def _killed(moment: Moment[GameState], happened: HostagesKilled) -> Iterator[Record]:
    state, count, rule = moment.after, len(happened.ids), "GE-CER-20"
    of, by = house_name(state, happened.of), holder_name(state, happened.holder)
    lost = say_count("{house} killed {count} hostage.", "{house} killed {count} hostages.", count, house=by)
    yield deed(moment, "unlucky", house(happened.of), lost, count=count, weight=3, rule=rule)
    if happened.holder is None:
        return
    did = say_count("Killed {count} hostage of {house}.", "Killed {count} hostages of {house}.", count, house=of)
    yield deed(moment, "hostage-killed", house(happened.holder), did, count=count, weight=3, rule=rule)
    words = say_count(
        "{house} killed {count} hostage of {other}.",
        "{house} killed {count} hostages of {other}.",
        count,
        house=by,
        other=of,
    )
    both = (house(happened.holder), house(happened.of))
    yield Tie(kind="killed-hostage", one=both[0], other=both[1], seq=moment.seq, round=moment.round, words=words)
