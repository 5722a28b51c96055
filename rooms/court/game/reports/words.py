"""Lines of the Court's tellings: reports to one player or one House, deeds for the debrief, titles of proposals in them."""

from __future__ import annotations

from control.engine.ids import SeatId
from control.engine.reports import PersonDeed, Report, ReportKind
from rooms.realm.game.chronicles.words import title_of
from rooms.realm.game.reports.words import house, own
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId, Room


def to_seat(seat: SeatId, kind: ReportKind, words: str, *, act: str = "", why: str = "", rule: str = "", about: str = "") -> Report:
    """Return a report of the Court for one player."""
    return Report(to=own(seat), kind=kind, words=words, act=act, why=why, rule=rule, room=Room.COURT, about=about)


def to_house(of: HouseId, kind: ReportKind, words: str, *, act: str = "", why: str = "", rule: str = "") -> Report:
    """Return a report of the Court for a House."""
    return Report(to=house(of), kind=kind, words=words, act=act, why=why, rule=rule, room=Room.COURT)


def deed_in_court(seat: SeatId, kind: str, words: str, *, weight: int = 0, rule: str = "") -> PersonDeed:
    """Return a deed or a blow of one player in the Court, which only the debrief reads."""
    return PersonDeed(kind=kind, who=own(seat), words=words, weight=weight, room=Room.COURT, rule=rule)


def written_title(state: GameState, paper: Paper) -> str:
    """Return the title of a proposal as it was written: "Fines: Wolf, 2 Power"."""
    return title_of(state, state.scenario.proposals, paper)
