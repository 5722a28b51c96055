"""Reports of schemes that strike in Return, and of what they gave for the Court: to who schemed, and to the House struck (R-144).

Whom a scheme struck reads what happened and never by whom; nobody reads of one that is neither theirs nor on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.engine.language import say
from control.engine.reports import Fate, Report, Reporter, ReportKind
from rooms.realm.game.schemed import CompletedScheme
from rooms.realm.game.state import GameState
from rooms.realm.game.strikes.acting import SchemeSpent
from rooms.realm.game.strikes.asked import BRIBES, DISSENT, scheme_of, scheme_words, target_of
from rooms.realm.game.strikes.messages import SecretSent
from rooms.realm.game.strikes.using import SchemeUsed, explain_used
from rooms.realm.game.treasury.purses import house_name
from rooms.underground.game.reports.told import to_seat


def spent(before: GameState, after: GameState, happened: SchemeSpent) -> Iterator[Report]:
    """What came of it, as the phones tell it from Return on."""
    scheme = scheme_of(after, happened.id)
    if scheme is None:
        return
    rule, fate = ("R-19", Fate.DONE) if happened.struck else ("R-130", Fate.NOTHING)
    for seat in scheme.schemers:
        yield to_seat(seat, ReportKind.OUTCOME, _came(after, scheme), act=scheme_words(after, scheme), rule=rule, fate=fate)
    target = target_of(after, scheme)
    paid = say("Your House got {power} Power: in-laws aimed a scheme at it.", power=scheme.paid) if scheme.paid else ""
    words = " ".join(each for each in (paid, str(scheme.harm)) if each)
    for each in after.seats.values():
        if words and each.house == target and each.id not in scheme.schemers:
            yield to_seat(each.id, ReportKind.OUTCOME, words, rule="R-19")


def _came(state: GameState, scheme: CompletedScheme) -> str:
    words, target = str(scheme.came), target_of(state, scheme)
    if not scheme.paid or target is None:
        return words
    house = house_name(state, target)
    paid = say("Your House gave {house} {power} Power: it is married into it.", house=house, power=scheme.paid)
    return f"{paid} {words}".strip()


def used(before: GameState, after: GameState, happened: SchemeUsed) -> Iterator[Report]:
    """Who schemed reads that it is used; of votes, which are the House's own to use, that House too (R-127)."""
    scheme = scheme_of(after, happened.id)
    if scheme is None:
        return
    votes = scheme.kind in (BRIBES, DISSENT)
    target = target_of(after, scheme)
    house = tuple(each.id for each in after.seats.values() if votes and scheme.harm and each.house == target)
    for seat in dict.fromkeys((*scheme.schemers, *house)):
        yield to_seat(seat, ReportKind.OUTCOME, explain_used(happened, after), rule="R-127" if votes else "R-128")


def message(before: GameState, after: GameState, happened: SecretSent) -> Iterator[Report]:
    """That it came, to its reader alone; what it says stands where it is read, and nothing says where it comes from."""
    yield to_seat(happened.reader, ReportKind.OUTCOME, say("You received a sealed message."), rule="R-123")


REPORTS: Mapping[type, Reporter] = {SchemeSpent: spent, SchemeUsed: used, SecretSent: message}
