"""How the Court's reports are made: to a player, to a House."""

from __future__ import annotations

from control.engine.ids import SeatId
from control.engine.reports import Report, ReportKind
from rooms.realm.scenario.ids import HouseId, Room


def to_seat(seat: SeatId, kind: ReportKind, words: str, *, act: str = "", why: str = "", rule: str = "", about: str = "") -> Report:
    """A report of the Court for one player alone."""
    return Report(to=f"seat:{seat}", kind=kind, words=words, act=act, why=why, rule=rule, room=Room.COURT, about=about)


def to_house(house: HouseId, kind: ReportKind, words: str, *, act: str = "", why: str = "", rule: str = "") -> Report:
    """A report of the Court for a House."""
    return Report(to=f"team:{house}", kind=kind, words=words, act=act, why=why, rule=rule, room=Room.COURT)
