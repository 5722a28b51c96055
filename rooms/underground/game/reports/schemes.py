"""Reports of schemes outside of tellings: set aside, entered by hand, unfinished when Action ends (R-16, R-108)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.day.clock.phase_events import PhaseEnded
from control.day.timetable import last_month
from control.engine.language import say
from control.engine.modules import Module
from control.engine.reports import Report, Reporter, ReportKind
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Phase
from rooms.underground.game.module import SCHEMES, SchemeEntered, SchemesShown
from rooms.underground.game.reports.recipients import paper_words, to_seat
from rooms.underground.game.tables.costs import cost_of_lying
from rooms.underground.game.tables.lookup import table_of, tables

# --- how they come ------------------------------------------------------------------------------------------------------


def report_schemes_shown(before: GameState, after: GameState, happened: SchemesShown) -> Iterator[Report]:
    """Tell authors of schemes that were set aside why. The others read where their scheme is."""
    for seat in happened.aside:
        fate = SCHEMES.fate(after, seat) if seat in after.seats else None
        words = say("It was set aside: {why}.", why=fate.aside) if fate is not None and fate.aside else say("It was set aside.")
        yield to_seat(seat, ReportKind.OUTCOME, words, act=say("Your scheme"), rule="R-16", written=True)


def report_scheme_entered(before: GameState, after: GameState, happened: SchemeEntered) -> Iterator[Report]:
    """Tell the author of an entry by hand. The reason is in the journal only."""
    act = paper_words(after, happened.scheme.paper)
    yield to_seat(happened.scheme.seat, ReportKind.PART, say("It was entered by hand."), act=act, rule="GE-UND-01")


# --- how they leave -----------------------------------------------------------------------------------------------------


def report_unfinished_schemes(before: GameState, after: GameState, happened: PhaseEnded) -> Iterator[Report]:
    """When Action ends, tell the author how far an unfinished scheme is. It stays for next month (R-108)."""
    if happened.phase != Phase.ACTION:
        return
    last = last_month(before) == happened.month
    for found in (each for table in tables(before) for each in table_of(before, table).schemes):
        cost = cost_of_lying(before, found)
        if found.author is None or cost is None:
            continue
        words = (
            say("Not finished: {count} of {cost} Advancement.", count=len(found.advancement), cost=cost)
            if last
            else say("Not finished: {count} of {cost} Advancement; it goes on next month.", count=len(found.advancement), cost=cost)
        )
        act = paper_words(before, found.paper)
        yield to_seat(found.author, ReportKind.OUTCOME, words, act=act, rule="R-108", written=True)


REPORTS: Mapping[type, Reporter] = {
    PhaseEnded: report_unfinished_schemes,
    SchemesShown: report_schemes_shown,
    SchemeEntered: report_scheme_entered,
}
REPORTED = Module(name="underground reports", reports=REPORTS)
