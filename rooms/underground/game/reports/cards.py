"""Reports of minions and looks: hands by number only, faces to those who saw them (R-121, R-131, R-137, R-144)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.engine.language import say, say_count
from control.engine.reports import Report, Reporter, ReportKind
from control.engine.viewer import Viewer
from rooms.realm.game.state import GameState
from rooms.underground.game.reports.recipients import reports_to_house, to_seat
from rooms.underground.game.tables.attack_scheme import face_name
from rooms.underground.game.tables.cards import scheme_words
from rooms.underground.game.tables.corrections import HandDealt
from rooms.underground.game.tables.favors import (
    MinionsDrawnMore,
    ProtectionStripped,
    SchemeFurthered,
    SchemeGlimpsed,
    explain_furthered,
    explain_glimpsed,
    explain_stripped,
    told_glimpsed,
)
from rooms.underground.game.tables.masters import MinionExchanged, told_exchanged
from rooms.underground.game.tables.minions import MinionsDiscarded, MinionsDrawn
from rooms.underground.game.tables.schemes import found_at
from rooms.underground.game.tables.sovereign_look import SchemesLookedAt


def report_minions_drawn(before: GameState, after: GameState, happened: MinionsDrawn | MinionsDrawnMore) -> Iterator[Report]:
    count = len(happened.cards)
    if count:
        words = say_count("You drew {count} minion.", "You drew {count} minions.", count)
        yield to_seat(happened.seat, ReportKind.HOLDING, words, rule="GE-UND-33")


def report_minions_discarded(before: GameState, after: GameState, happened: MinionsDiscarded) -> Iterator[Report]:
    for each in happened.hands:
        words = say_count(
            "{count} minion left in hand was discarded.", "{count} minions left in hand were discarded.", len(each.cards)
        )
        yield to_seat(each.seat, ReportKind.HOLDING, words, rule="R-121")


def report_hand_dealt(before: GameState, after: GameState, happened: HandDealt) -> Iterator[Report]:
    """The reason is in the journal only."""
    words = say("Control changed your hand: {taken} out and {given} in.", taken=len(happened.taken), given=len(happened.given))
    yield to_seat(happened.seat, ReportKind.HOLDING, words, rule="GE-UND-33")


def report_minion_exchanged(before: GameState, after: GameState, happened: MinionExchanged) -> Iterator[Report]:
    """The whole House reads which cards. For the player who exchanged them it counts as a turn (R-144)."""
    for seat in before.seats.values():
        if seat.house == happened.house:
            kind = ReportKind.TURN if seat.id == happened.seat else ReportKind.OUTCOME
            yield to_seat(seat.id, kind, told_exchanged(happened, before, Viewer(seat=seat.id)), rule="R-137")


def report_schemes_looked_at(before: GameState, after: GameState, happened: SchemesLookedAt) -> Iterator[Report]:
    """Only the Sovereign reads which schemes. The table sees only that there was a look (R-131)."""
    found = (found_at(after, happened.table, happened.month, each) for each in happened.schemes)
    seen = " ".join(
        say("You saw {scheme}: {name}.", scheme=scheme_words(after, each), name=face_name(after, each)) for each in found if each
    )
    if seen:
        act = say("A look at schemes ahead of the round")
        yield to_seat(happened.seat, ReportKind.TURN, seen, act=act, rule="GE-SOV-31")


def report_scheme_glimpsed(before: GameState, after: GameState, happened: SchemeGlimpsed) -> Iterator[Report]:
    found = found_at(after, happened.table, happened.month, happened.scheme)
    if found is None:
        return
    words = told_glimpsed(happened, after, Viewer(seat=happened.seat))
    yield to_seat(happened.seat, ReportKind.TURN, words, act=say("A look by a Favor"), rule="GE-FAV-03")
    yield from reports_to_house(before, found, explain_glimpsed(happened, before), but=happened.seat, rule="GE-FAV-03")


def report_scheme_furthered(before: GameState, after: GameState, happened: SchemeFurthered) -> Iterator[Report]:
    """The cards come from the pile face down, so nobody has seen them."""
    words = explain_furthered(happened, before)
    found = found_at(after, happened.table, happened.month, happened.scheme)
    if found is None:
        return
    yield to_seat(happened.seat, ReportKind.TURN, words, act=say("Advancement by a Favor"), rule="GE-FAV-03")
    yield from reports_to_house(after, found, words, but=happened.seat, rule="GE-FAV-03")


def report_protection_stripped(before: GameState, after: GameState, happened: ProtectionStripped) -> Iterator[Report]:
    words = explain_stripped(happened, before)
    found = found_at(before, happened.table, happened.month, happened.scheme)
    if found is None:
        return
    yield to_seat(happened.seat, ReportKind.TURN, words, act=say("Protection discarded by a Favor"), rule="GE-FAV-03")
    yield from reports_to_house(before, found, words, but=happened.seat, rule="GE-FAV-03")


REPORTS: Mapping[type, Reporter] = {
    MinionsDrawn: report_minions_drawn,
    MinionsDrawnMore: report_minions_drawn,
    MinionsDiscarded: report_minions_discarded,
    HandDealt: report_hand_dealt,
    MinionExchanged: report_minion_exchanged,
    SchemesLookedAt: report_schemes_looked_at,
    SchemeGlimpsed: report_scheme_glimpsed,
    SchemeFurthered: report_scheme_furthered,
    ProtectionStripped: report_protection_stripped,
}
