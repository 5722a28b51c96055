"""Reports of schemes: shown, entered by hand, cards put on them, unfinished ones (GE-UND-30, GE-UND-39, R-108, R-144)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.day.clock.phase_events import PhaseEnded
from control.day.timetable import last_month
from control.engine.ids import SeatId
from control.engine.language import say, say_count
from control.engine.modules import Module
from control.engine.reports import Report, Reporter, ReportKind
from control.engine.viewer import Viewer
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Phase
from rooms.underground.game.module import SCHEMES, SchemeEntered, SchemesShown
from rooms.underground.game.reports import cards
from rooms.underground.game.reports.recipients import paper_words, reports_to_house, to_seat
from rooms.underground.game.tables.advancement import MinionsAdvanced, explain_advanced, told_advanced
from rooms.underground.game.tables.costs import cost_of_lying
from rooms.underground.game.tables.lookup import find_scheme, knows, table_of, tables
from rooms.underground.game.tables.protection import ProtectionPlaced, explain_placed, told_placed
from rooms.underground.game.tables.schemes import found_at

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


# --- what is put there --------------------------------------------------------------------------------------------------


def report_minions_advanced(before: GameState, after: GameState, happened: MinionsAdvanced) -> Iterator[Report]:
    """Tell the player which minions, and the scheme's House how many, which is public (R-144)."""
    found = found_at(after, happened.table, happened.month, happened.scheme)
    if found is None:
        return
    act = told_advanced(happened, before, Viewer(seat=happened.seat))
    yield to_seat(
        happened.seat, ReportKind.TURN, _advancement_words(after, happened.seat, happened.scheme), act=act, rule="GE-UND-39"
    )
    yield from reports_to_house(after, found, explain_advanced(happened, before), but=happened.seat, rule="GE-UND-39")


def report_protection_placed(before: GameState, after: GameState, happened: ProtectionPlaced) -> Iterator[Report]:
    """The same for Protection."""
    found = found_at(after, happened.table, happened.month, happened.scheme)
    if found is None:
        return
    act = told_placed(happened, before, Viewer(seat=happened.seat))
    words = say_count("{count} minion stands in front of it.", "{count} minions stand in front of it.", len(found.protection))
    yield to_seat(happened.seat, ReportKind.TURN, words, act=act, rule="GE-UND-41")
    yield from reports_to_house(after, found, explain_placed(happened, before), but=happened.seat, rule="GE-UND-41")


def _advancement_words(state: GameState, seat: SeatId, scheme: int) -> str:
    """Advancement on a scheme, which is public. Its cost only for those who know the face."""
    found = find_scheme(state, scheme)
    if found is None:
        return ""
    count, cost = len(found.advancement), cost_of_lying(state, found)
    if cost is not None and knows(found, seat):
        return say("{count} of {cost} Advancement lie on it.", count=count, cost=cost)
    return say("{count} Advancement lie on it.", count=count)


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
    MinionsAdvanced: report_minions_advanced,
    ProtectionPlaced: report_protection_placed,
}


REPORTED = Module(name="underground reports", reports={**cards.REPORTS, **REPORTS})
