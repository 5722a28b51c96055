"""Who played a seat, by every name that it had that day, and what that player is called without one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from control.day.roster.playing import PersonReplaced
from control.day.state import DayState
from control.day.words import team_name
from control.debrief.export import beside
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.upcasting import names_of
from control.journal import journal
from control.models import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A seat as a debrief knows it: all names that it had, the newest first, and the one for whoever wants none.

    `wishes`: somebody who played it has asked for that at check-in. `shared` are those of its names that others bear as well.
    """

    seat: SeatId
    member: str  # of which team
    names: tuple[str, ...]
    neutral: str
    wishes: bool
    shared: tuple[str, ...]

    @property
    def called(self) -> str:
        """The newest name, or what stands instead."""
        return self.names[0] if self.names else self.neutral

    @property
    def nameless(self) -> bool:
        """Is nothing left to be taken out?"""
        return not self.names


class _Replaced(msgspec.Struct):
    seat: SeatId
    before: str
    name: str


def players_of(event: Event) -> Mapping[SeatId, Played]:
    """Every seat of an event, by team and rank; `event` comes with a fresh row of its stream."""
    stream = event.stream
    state: DayState = journal.head(stream).state
    before, wishes = _before(event)
    now = [seat.name for seat in state.seats.values()]
    found: dict[SeatId, Played] = {}
    for seat in sorted(state.seats.values(), key=lambda each: (each.team, each.rank, each.id)):
        neutral, team = neutral_name(state, seat.id), team_name(state, seat.team)
        others = {each.name for each in state.seats.values() if each.id != seat.id}
        known = [seat.name, *(name for name in before.get(seat.id, ()) if name not in others)]
        names = tuple(name for name in dict.fromkeys(known) if name != neutral)
        found[seat.id] = Played(
            seat=seat.id,
            member=team,
            names=names,
            neutral=neutral,
            wishes=seat.marks.nameless or seat.id in wishes,
            shared=tuple(name for name in names if now.count(name) > 1),
        )
    return found


def neutral_name(state: DayState, seat: SeatId) -> str:
    """What a player is called without a name: "Player 7 of Cat", by the number that no other seat of the team has."""
    return say("Player {number} of {team}", number=seat.rsplit("-", 1)[-1], team=team_name(state, state.seats[seat].team))


def _before(event: Event) -> tuple[Mapping[SeatId, list[str]], frozenset[SeatId]]:
    """The names that seats had before, at side tables too, and the seats of which one of those had asked for none."""
    stream, names, wishes = event.stream, dict[SeatId, list[str]](), set[SeatId]()
    kinds = names_of(PersonReplaced)
    for entry in stream.entries.filter(kind__in=kinds, seq__lte=stream.head).order_by("-seq"):
        told = msgspec.json.decode(entry.body, type=_Replaced)
        names.setdefault(told.seat, []).extend((told.name, told.before))
        was = journal.state_at(stream, entry.seq - 1).seats.get(told.seat)
        if was is not None and was.marks.nameless:
            wishes.add(told.seat)
    for seat, called in beside.names_at_tables(event):
        names.setdefault(seat, []).append(called)
    return names, frozenset(wishes)
