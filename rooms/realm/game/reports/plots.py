"""Reports of what schemes take from purses, and never by whose doing (R-132); what they do else is the Underground's to tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.engine.language import say
from control.engine.reports import Report, Reporter
from rooms.realm.game.reports.holdings import card_name, held
from rooms.realm.game.state import GameState
from rooms.realm.game.strikes.acting import SchemeTook


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


REPORTS: Mapping[type, Reporter] = {SchemeTook: took}
