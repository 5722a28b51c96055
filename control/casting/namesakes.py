"""New players of a list who are called like players of the event: who they are is asked, and the answers change the import."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from control.casting.headings import plain
from control.casting.lines import CastLine
from control.day.people.lookup import members
from control.day.roster.casting import ImportCasting
from control.day.state import DayState, Seat
from control.engine.ids import SeatId
from control.engine.language import listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Namesake:
    """A new player of a list who is called like players of the event: is it one of them? `likely` is who it seems to be."""

    name: str
    sentence: str
    others: tuple[tuple[SeatId, str], ...]  # each with the team it is of
    likely: SeatId | None


def namesakes_of(state: DayState, new: Sequence[CastLine], away: Mapping[int, Seat], taken: set[SeatId]) -> tuple[Namesake, ...]:
    """Who comes new and is called like somebody of the event whom the list does not name."""
    names = {team.id: team.name for team in state.teams}
    found = []
    for line in new:
        same = [
            seat
            for team in state.teams
            for seat in members(state, team.id)
            if seat.id not in taken and plain(seat.name) == plain(line.name)
        ]
        if same:
            teams = listed([names[seat.team] for seat in same])
            likely = away[line.row].id if line.row in away else None
            sentence = state.frame.said("list-namesake", name=line.name, row=line.place, team=names[line.team], teams=teams)
            others = tuple((seat.id, names[seat.team]) for seat in same)
            found.append(Namesake(name=line.name, sentence=sentence, others=others, likely=likely))
    return tuple(found)


def leaving(command: ImportCasting, seats: Sequence[SeatId]) -> ImportCasting:
    """The same import, with these players leaving for good too."""
    return replace(command, leave=tuple(dict.fromkeys((*command.leave, *seats))))


def answered(command: ImportCasting, namesakes: Sequence[Namesake], same: Sequence[SeatId | None]) -> ImportCasting:
    """The same import after it was said of each namesake which player of the event it is, or none of them."""
    likely = {each.likely for each in namesakes}
    stay = tuple(seat for seat in command.leave if seat not in likely)
    return leaving(replace(command, leave=stay), [seat for seat in same if seat])
