"""Reports of orders, to their author alone (R-17): that they were read, what each did, and why it was no more (GE-WAR-07)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from control.engine.language import say, say_count
from control.engine.reports import Change, Fate, Report, Reporter, ReportKind
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Room
from rooms.war.game.board import Board, board_of
from rooms.war.game.flags import FlagsChanged
from rooms.war.game.moves import MovesMade
from rooms.war.game.orders import OrdersCorrected, OrdersOpened
from rooms.war.game.records.orders import AsideWhy, GuardMove, OpenedSheet, Outcome, Stance
from rooms.war.game.recruits import RecruitsPlaced
from rooms.war.game.state import recorded, war_of
from rooms.war.game.view_orders import OrderLine, allies_words, aside_words, betrayal_words, guard_line, order_line

FATES: Mapping[str, Fate] = {"done": Fate.DONE, "part": Fate.PART, "wasted": Fate.NOTHING}


def opened(before: GameState, after: GameState, happened: OrdersOpened) -> Iterator[Report]:
    """Whoever was there, or sent a sheet, reads whether it counts (R-16)."""
    board, stances = board_of(after.scenario), {each.house: each for each in happened.stances}
    sent = {sheet.seat for sheet in happened.sheets if sheet.sent}
    for sheet in happened.sheets:
        if sheet.sent and sheet.seat in after.seats:
            yield from _read(board, sheet, stances.get(sheet.house))
    for aside in happened.set_aside:
        rule = "R-16" if aside.why is AsideWhy.ELSEWHERE else ""
        yield _report(aside.seat, ReportKind.OUTCOME, words=aside_words(aside.why), rule=rule, fate=Fate.NOTHING)
    named = sent | {aside.seat for aside in happened.set_aside}
    for seat in happened.present:
        if seat not in named:
            yield _report(seat, ReportKind.OUTCOME, words=say("You were in the War Room and sent no sheet."), rule="R-44")


def _read(board: Board, sheet: OpenedSheet, stance: Stance | None) -> Iterator[Report]:
    count = len(sheet.lines()) + len(sheet.immortals)
    words = say_count("Your sheet was opened: {count} order.", "Your sheet was opened: {count} orders.", count)
    yield _report(sheet.seat, ReportKind.TURN, words=words)
    if stance is not None:
        yield _report(sheet.seat, ReportKind.PART, act=say("Allies"), words=allies_words(board, sheet, stance))


def corrected(before: GameState, after: GameState, happened: OrdersCorrected) -> Iterator[Report]:
    """Why it was changed stands in the journal alone."""
    said = say("Control let your war sheet in.") if happened.admitted else say("Control changed your war orders.")
    yield _report(happened.sheet.seat, ReportKind.TURN, words=said, rule="R-16")


def moved(before: GameState, after: GameState, happened: MovesMade) -> Iterator[Report]:
    board = board_of(after.scenario)
    yield from _outcomes(board, happened.outcomes)
    yield from (_line(move, guard_line(board, move)) for move in happened.guard_moves)


def recruited(before: GameState, after: GameState, happened: RecruitsPlaced) -> Iterator[Report]:
    """With how many units it brought, to its author alone as the order is."""
    for outcome, report in zip(happened.outcomes, _outcomes(board_of(after.scenario), happened.outcomes), strict=True):
        came = Change(what=say("units recruited"), one=say("unit recruited"), by=outcome.done, bare=True)
        yield replace(report, changes=(came,)) if outcome.done else report


def betrayed(before: GameState, after: GameState, happened: FlagsChanged) -> Iterator[Report]:
    """What the betray box did is known when all battles are over."""
    board, record = board_of(after.scenario), recorded(war_of(after), happened.month)
    for sheet in record.sheets:
        words = betrayal_words(board, record, sheet, record.stance(sheet.house))
        if words:
            yield _report(sheet.seat, ReportKind.OUTCOME, act=say("Betray the Sovereign"), words=words)


def _outcomes(board: Board, outcomes: Iterable[Outcome]) -> Iterator[Report]:
    return (_line(outcome, order_line(board, outcome)) for outcome in outcomes)


def _line(order: Outcome | GuardMove, line: OrderLine) -> Report:
    return _report(order.seat, ReportKind.OUTCOME, act=line.order, words=line.sentence, rule=line.rule, fate=FATES.get(line.fate))


def _report(seat: str, kind: ReportKind, *, words: str, act: str = "", rule: str = "", fate: Fate | None = None) -> Report:
    return Report(to=f"seat:{seat}", kind=kind, act=act, words=words, rule=rule, fate=fate, room=Room.WAR)


REPORTS: Mapping[type, Reporter] = {
    OrdersOpened: opened,
    OrdersCorrected: corrected,
    MovesMade: moved,
    RecruitsPlaced: recruited,
    FlagsChanged: betrayed,
}
