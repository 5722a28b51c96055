"""Reports of schemes: what came of it to who schemed, what it did to the House it struck, and never by whom (R-132)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.engine.language import say
from control.engine.reports import Fate, Report, Reporter, ReportKind
from rooms.realm.game.reports.holdings import card_name, held
from rooms.realm.game.reports.words import house, houses_in, own
from rooms.realm.game.state import GameState
from rooms.realm.game.strikes.acting import SchemeSpent, SchemeTook
from rooms.realm.game.strikes.asked import scheme_of, scheme_words, target_of
from rooms.realm.game.strikes.messages import SecretSent
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import Room


def spent(before: GameState, after: GameState, happened: SchemeSpent) -> Iterator[Report]:
    """As both are told it on their phones (`rooms.realm.game.view_strikes`)."""
    scheme = scheme_of(after, happened.id)
    if scheme is None:
        return
    target = target_of(after, scheme)
    words = str(happened.came)
    if scheme.paid and target is not None:
        paid = say(
            "Your House gave {house} {power} Power: it is married into it.", house=house_name(after, target), power=scheme.paid
        )
        words = f"{paid} {words}".strip()
    fate = Fate.DONE if happened.struck else Fate.NOTHING
    for seat in scheme.schemers:
        yield Report(
            to=own(seat), kind=ReportKind.OUTCOME, act=scheme_words(after, scheme), words=words, room=Room.UNDERGROUND, fate=fate
        )
    for each in houses_in(after, (target,)):
        if scheme.paid:
            words = say("Your House got {power} Power: in-laws aimed a scheme at it.", power=scheme.paid)
            yield Report(to=house(each), kind=ReportKind.OUTCOME, words=words, rule="R-132")
        if happened.harm:
            yield Report(to=house(each), kind=ReportKind.OUTCOME, words=str(happened.harm))


def took(before: GameState, after: GameState, happened: SchemeTook) -> Iterator[Report]:
    """What went from purse to purse: neither end names the other."""
    if happened.in_laws:
        gave, got = say("It went to in-laws, at whom a scheme was aimed."), say("In-laws aimed a scheme at your House.")
    else:
        gave = got = say("By a scheme.")
        if happened.card is not None:
            gave = say("{favor} was taken by a scheme.", favor=card_name(before, happened.card))
            got = say("{favor}, by a scheme.", favor=card_name(before, happened.card))
    rule = "R-132" if happened.in_laws else ""
    for seat in dict.fromkeys((*(part.seat for part in happened.power), happened.giver)):
        if seat != happened.to:
            yield from held(before, after, seat, gave, rule=rule)
    yield from held(before, after, happened.to, got, rule=rule)


def message(before: GameState, after: GameState, happened: SecretSent) -> Iterator[Report]:
    """That it came; what it says stands where it is read."""
    if happened.reader in before.seats:
        yield Report(to=own(happened.reader), kind=ReportKind.OUTCOME, words=say("You received a sealed message."))


REPORTS: Mapping[type, Reporter] = {SchemeSpent: spent, SchemeTook: took, SecretSent: message}
