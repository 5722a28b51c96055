"""Reports of minions and looks: hands by number only, faces to those who saw them (R-121, R-131, R-137, R-144)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.engine.language import say, say_count
from control.engine.reports import Report, Reporter, ReportKind
from control.engine.viewer import Viewer
from rooms.realm.game.state import GameState
from rooms.underground.game.reports.recipients import reports_to_house, to_seat
from rooms.underground.game.tables.favors import (
    MinionsDrawnMore,
    SchemeGlimpsed,
    explain_glimpsed,
    told_glimpsed,
)
from rooms.underground.game.tables.masters import MinionExchanged, told_exchanged
from rooms.underground.game.tables.minions import MinionsDrawn
from rooms.underground.game.tables.schemes import found_at


def report_minions_drawn(before: GameState, after: GameState, happened: MinionsDrawn | MinionsDrawnMore) -> Iterator[Report]:
    count = len(happened.cards)
    if count:
        words = say_count("You drew {count} minion.", "You drew {count} minions.", count)
        yield to_seat(happened.seat, ReportKind.HOLDING, words, rule="GE-UND-33")


def report_minion_exchanged(before: GameState, after: GameState, happened: MinionExchanged) -> Iterator[Report]:
    """The whole House reads which cards. For the player who exchanged them it counts as a turn (R-144)."""
    for seat in before.seats.values():
        if seat.house == happened.house:
            kind = ReportKind.TURN if seat.id == happened.seat else ReportKind.OUTCOME
            yield to_seat(seat.id, kind, told_exchanged(happened, before, Viewer(seat=seat.id)), rule="R-137")


def report_scheme_glimpsed(before: GameState, after: GameState, happened: SchemeGlimpsed) -> Iterator[Report]:
    found = found_at(after, happened.table, happened.month, happened.scheme)
    if found is None:
        return
    words = told_glimpsed(happened, after, Viewer(seat=happened.seat))
    yield to_seat(happened.seat, ReportKind.TURN, words, act=say("A look by a Favor"), rule="GE-FAV-03")
    yield from reports_to_house(before, found, explain_glimpsed(happened, before), but=happened.seat, rule="GE-FAV-03")


REPORTS: Mapping[type, Reporter] = {
    MinionsDrawn: report_minions_drawn,
    MinionsDrawnMore: report_minions_drawn,
    MinionExchanged: report_minion_exchanged,
    SchemeGlimpsed: report_scheme_glimpsed,
}
