"""Reports of an Uprising: to all assembled, whether they stood, and how it ended (GE-CRT-97, R-105)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.engine.language import say
from control.engine.reports import Report, Reporter, ReportKind
from rooms.court.game.punishment_notice import own_words
from rooms.court.game.reports.words import to_seat
from rooms.court.game.roll import assembled
from rooms.court.game.state import Punishment, Rising, floor_of
from rooms.court.game.uprising_aftermath import Punished
from rooms.court.game.uprising_events import UprisingCalled, UprisingEnded, open_uprising
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.throne_events import SovereignDeposed

# === reports ============================================================================================================


def report_uprising_called(before: GameState, after: GameState, happened: UprisingCalled) -> Iterator[Report]:
    """To the caller only: nobody is named before it is over (R-105)."""
    words = say("You have called an Uprising and stand with it.")
    yield to_seat(happened.caller, ReportKind.TURN, words, rule="GE-CRT-96")


def report_uprising_ended(before: GameState, after: GameState, happened: UprisingEnded) -> Iterator[Report]:
    won = happened.how is Rising.WON
    count = {"count": len(happened.standing) + happened.extra, "assembled": happened.assembled}
    words = (
        say("An Uprising has cast the Sovereign out: {count} of {assembled} stood.", **count)
        if won
        else say("An Uprising has failed: {count} of {assembled} stood.", **count)
    )
    rule = "GE-CRT-97" if won else "GE-CRT-98"
    for seat in assembled(before):
        stood = say("You stood with it.") if seat.id in happened.standing else say("You did not stand with it.")
        yield to_seat(seat.id, ReportKind.PART, stood, act=say("The Uprising"), rule="R-105")
        yield to_seat(seat.id, ReportKind.OUTCOME, words, act=say("The Uprising"), rule=rule)


def report_sovereign_deposed(before: GameState, after: GameState, happened: SovereignDeposed) -> Iterator[Report]:
    """An open Uprising lapsed, because nobody is left to rise against (R-31, R-37)."""
    if open_uprising(floor_of(before)) is None:
        return
    words = say("An Uprising has lapsed: the Sovereign was deposed otherwise.")
    for seat in assembled(before):
        yield to_seat(seat.id, ReportKind.OUTCOME, words, act=say("The Uprising"), rule="R-37")


def report_punished(before: GameState, after: GameState, happened: Punished) -> Iterator[Report]:
    """In the words and with the reason of the player's notice. Losses have reports of their own."""
    punishment = Punishment(
        player=happened.player,
        penalty=happened.penalty,
        amount=happened.amount,
        taken=happened.amount if happened.taken is None else happened.taken,
        said=happened.said,
        reason=happened.reason,
        id=happened.id,
    )
    act = say("Punished for the Uprising")
    yield to_seat(happened.player, ReportKind.OUTCOME, own_words(punishment), act=act, why=happened.reason, rule="R-106")


REPORTS: Mapping[type, Reporter] = {
    UprisingCalled: report_uprising_called,
    UprisingEnded: report_uprising_ended,
    SovereignDeposed: report_sovereign_deposed,
    Punished: report_punished,
}
