"""Reports of schemes: placed on a table, removed from it, and taking effect in Return (GE-UND-30, GE-UND-39, R-108, R-144)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.day.clock.phase_events import PhaseEnded
from control.day.timetable import last_month
from control.engine.ids import SeatId
from control.engine.language import say, say_count
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
from rooms.underground.game.reports.recipients import (
    house_players_there,
    named_for,
    paper_words,
    players_who_know,
    reports_to_house,
    to_seat,
)
from rooms.underground.game.state import TableStep
from rooms.underground.game.tables.advancement import MinionsAdvanced, explain_advanced, told_advanced
from rooms.underground.game.tables.completion import SchemeDone
from rooms.underground.game.tables.costs import SchemeHalved, cost_of_lying
from rooms.underground.game.tables.drawn_schemes import DrawnDropped, DrawnPlaced, offers_at
from rooms.underground.game.tables.lookup import find_scheme, knows, room_of, table_of, tables
from rooms.underground.game.tables.protection import ProtectionPlaced, explain_placed, told_placed
from rooms.underground.game.tables.schemes import found_at
from rooms.underground.game.tables.turns import table_words
from rooms.underground.game.tables.undo import ActTakenBack, explain_taken_back
from rooms.underground.game.tables.written_schemes import (
    BroughtDropped,
    SchemeLaid,
    SchemeReplaced,
    SchemeRewritten,
    SchemeTurnedAway,
)

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


def report_scheme_laid(before: GameState, after: GameState, happened: SchemeLaid) -> Iterator[Report]:
    words = say("It lies face down on the table of {table}.", table=table_words(after, happened.table))
    yield to_seat(happened.seat, ReportKind.TURN, words, act=paper_words(after, happened.paper), rule="GE-UND-30")


def report_brought_dropped(before: GameState, after: GameState, happened: BroughtDropped) -> Iterator[Report]:
    brought = (each for each in table_of(before, happened.table).brought if each.seat == happened.seat)
    for each in brought:
        words = say("It was discarded: your older scheme stays.")
        yield to_seat(each.seat, ReportKind.OUTCOME, words, act=paper_words(before, each.paper), rule="R-108", written=True)


def report_scheme_replaced(before: GameState, after: GameState, happened: SchemeReplaced) -> Iterator[Report]:
    found = found_at(before, happened.table, happened.month, happened.scheme)
    if found is None:
        return
    words = say("It made room for a new scheme and was discarded with all cards on it.")
    for seat in players_who_know(before, found):
        yield to_seat(
            seat, ReportKind.OUTCOME, words, act=paper_words(before, found.paper), rule="R-108", written=seat == found.author
        )


def report_scheme_rewritten(before: GameState, after: GameState, happened: SchemeRewritten) -> Iterator[Report]:
    words = say("It had been misread and lies there as it reads now.")
    yield to_seat(happened.seat, ReportKind.OUTCOME, words, act=paper_words(after, happened.paper), rule="R-17")


def report_scheme_turned_away(before: GameState, after: GameState, happened: SchemeTurnedAway) -> Iterator[Report]:
    paper = next((each.paper for each in room_of(before).schemes if each.seat == happened.seat), None)
    act = paper_words(before, paper) if paper is not None else say("Your scheme")
    why = say("It is aimed at what the table of {table} does not reach.", table=table_words(before, happened.table))
    yield to_seat(happened.seat, ReportKind.OUTCOME, say("It was set aside."), act=act, why=why, rule="R-112", written=True)


def report_drawn_placed(before: GameState, after: GameState, happened: DrawnPlaced) -> Iterator[Report]:
    """Tell those who know the scheme. For the player who chose it, it counts as a turn. A placing by default is not revealed.

    Rules: R-144.
    """
    found = found_at(after, happened.table, happened.month, happened.scheme)
    if found is None:
        return
    words = say("A drawn scheme of your House lies face down on the table of {table}.", table=table_words(after, happened.table))
    for seat in players_who_know(after, found):
        kind = ReportKind.TURN if seat == happened.picker and happened.chosen else ReportKind.OUTCOME
        yield to_seat(seat, kind, words, act=paper_words(after, happened.paper), rule="GE-UND-31")


def report_drawn_dropped(before: GameState, after: GameState, happened: DrawnDropped) -> Iterator[Report]:
    for each in offers_at(before, happened.table):
        if each.house == happened.house:
            words = say("None was placed; the cards were discarded.")
            yield to_seat(each.picker, ReportKind.OUTCOME, words, act=say("The schemes that you drew"), rule="R-108")


def report_scheme_halved(before: GameState, after: GameState, happened: SchemeHalved) -> Iterator[Report]:
    """Tell the player who picked it and those of the House who know it. The table shows publicly which scheme it is (R-91)."""
    found = find_scheme(after, happened.scheme)
    if found is None:
        return
    for seat in dict.fromkeys((happened.seat, *players_who_know(after, found))):
        kind = ReportKind.TURN if seat == happened.seat else ReportKind.OUTCOME
        words = say("By Recruitment its cost is halved.")
        yield to_seat(seat, kind, words, act=named_for(after, found, seat), rule="R-91")


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


def report_act_taken_back(before: GameState, after: GameState, happened: ActTakenBack) -> Iterator[Report]:
    """Tell those who were told of the act. The end of a turn was not reported, so taking it back is not either."""
    found = found_at(before, happened.table, happened.month, happened.scheme) if happened.scheme is not None else None
    if found is None:
        return
    words, rule = explain_taken_back(happened, before), "R-116"
    act = say("Advancement taken back") if happened.step == TableStep.ADVANCEMENT else say("Protection taken back")
    yield to_seat(happened.seat, ReportKind.PART, words, act=act, rule=rule)
    yield from reports_to_house(before, found, words, but=happened.seat, rule=rule)


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


def report_scheme_done(before: GameState, after: GameState, happened: SchemeDone) -> Iterator[Report]:
    """Tell those who know its face which scheme it is. Others of its House at the table read that one is complete."""
    found = found_at(before, happened.table, happened.month, happened.scheme)
    if found is None:
        return
    told = dict.fromkeys((*players_who_know(before, found), *house_players_there(before, happened.table, happened.house)))
    for seat in told:
        words = say("It is completed and strikes in Return.")
        yield to_seat(
            seat, ReportKind.OUTCOME, words, act=named_for(before, found, seat), rule="GE-UND-57", written=seat == found.author
        )


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
    SchemeLaid: report_scheme_laid,
    BroughtDropped: report_brought_dropped,
    SchemeReplaced: report_scheme_replaced,
    SchemeRewritten: report_scheme_rewritten,
    SchemeTurnedAway: report_scheme_turned_away,
    DrawnPlaced: report_drawn_placed,
    DrawnDropped: report_drawn_dropped,
    SchemeHalved: report_scheme_halved,
    MinionsAdvanced: report_minions_advanced,
    ProtectionPlaced: report_protection_placed,
    ActTakenBack: report_act_taken_back,
    SchemeDone: report_scheme_done,
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
