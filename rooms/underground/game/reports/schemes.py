"""Reports of schemes: placed on a table, removed from it, and taking effect in Return (GE-UND-30, GE-UND-39, R-108, R-144)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.day.clock.phase_events import PhaseEnded
from control.day.timetable import last_month
from control.engine.ids import SeatId
from control.engine.language import say, say_count
from control.engine.modules import Module
from control.engine.reports import OrderFate, Report, Reporter, ReportKind
from control.engine.viewer import Viewer
from rooms.realm.game.records import CompletedScheme
from rooms.realm.game.state import GameState
from rooms.realm.game.strikes.messages import SecretSent
from rooms.realm.game.strikes.next_month import SchemeUsed, explain_used
from rooms.realm.game.strikes.scheme import BRIBES, DISSENT, scheme_of, scheme_words, target_of
from rooms.realm.game.strikes.strike import SchemeSpent
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import Phase
from rooms.underground.game.module import SCHEMES, SchemeEntered, SchemesShown
from rooms.underground.game.reports import cards
from rooms.underground.game.reports.recipients import (
    paper_words,
    reports_to_house,
    to_seat,
)
from rooms.underground.game.tables.advancement import MinionsAdvanced, explain_advanced, told_advanced
from rooms.underground.game.tables.costs import cost_of_lying
from rooms.underground.game.tables.lookup import find_scheme, knows, table_of, tables
from rooms.underground.game.tables.protection import ProtectionPlaced, explain_placed, told_placed
from rooms.underground.game.tables.schemes import found_at

# === tables =============================================================================================================

# Reports of schemes: their placing, cards put on them, and their end on the table (GE-UND-30, GE-UND-39, R-108)


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


# === strikes ============================================================================================================

# Reports of schemes that take effect in Return, and of their use in the Court: to the schemers and the House struck. The
# House struck reads what happened, never by whom. Nobody else is told.


def report_scheme_spent(before: GameState, after: GameState, happened: SchemeSpent) -> Iterator[Report]:
    """Result of a scheme, as phones show it from Return on."""
    scheme = scheme_of(after, happened.id)
    if scheme is None:
        return
    rule, fate = ("R-19", OrderFate.DONE) if happened.struck else ("R-130", OrderFate.NOTHING)
    for seat in scheme.schemers:
        yield to_seat(
            seat, ReportKind.OUTCOME, _outcome_words(after, scheme), act=scheme_words(after, scheme), rule=rule, fate=fate
        )
    target = target_of(after, scheme)
    paid = say("Your House got {power} Power: in-laws aimed a scheme at it.", power=scheme.paid) if scheme.paid else ""
    words = " ".join(each for each in (paid, str(scheme.harm)) if each)
    for each in after.seats.values():
        if words and each.house == target and each.id not in scheme.schemers:
            yield to_seat(each.id, ReportKind.OUTCOME, words, rule="R-19")


def _outcome_words(state: GameState, scheme: CompletedScheme) -> str:
    words, target = str(scheme.came), target_of(state, scheme)
    if not scheme.paid or target is None:
        return words
    house = house_name(state, target)
    paid = say("Your House gave {house} {power} Power: it is married into it.", house=house, power=scheme.paid)
    return f"{paid} {words}".strip()


def report_scheme_used(before: GameState, after: GameState, happened: SchemeUsed) -> Iterator[Report]:
    """Tell the schemers that it was used. Votes belong to the target House, which is told too (R-127)."""
    scheme = scheme_of(after, happened.id)
    if scheme is None:
        return
    votes = scheme.kind in (BRIBES, DISSENT)
    target = target_of(after, scheme)
    house = tuple(each.id for each in after.seats.values() if votes and scheme.harm and each.house == target)
    for seat in dict.fromkeys((*scheme.schemers, *house)):
        yield to_seat(seat, ReportKind.OUTCOME, explain_used(happened, after), rule="R-127" if votes else "R-128")


def report_secret_sent(before: GameState, after: GameState, happened: SecretSent) -> Iterator[Report]:
    """Tell only the reader that a message came. Its text is shown elsewhere, and its source nowhere."""
    yield to_seat(happened.reader, ReportKind.OUTCOME, say("You received a sealed message."), rule="R-123")


STRIKE_REPORTS: Mapping[type, Reporter] = {
    SchemeSpent: report_scheme_spent,
    SchemeUsed: report_scheme_used,
    SecretSent: report_secret_sent,
}

REPORTED = Module(name="underground reports", reports={**cards.REPORTS, **REPORTS, **STRIKE_REPORTS})
