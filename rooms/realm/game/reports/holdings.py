"""Reports of what a purse wins and loses, and why (R-05, R-06).

Which card a Favor is reads only who holds it, or held it (R-135).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from control.engine.ids import SeatId
from control.engine.language import listed, say
from control.engine.reasons import Told
from control.engine.reports import Change, Report, Reporter, ReportKind
from rooms.realm.game.favors.carrying import FavorLaidUnder
from rooms.realm.game.favors.naming import favor_of, named_words
from rooms.realm.game.favors.using import FavorUsed, FavorVoided
from rooms.realm.game.reports.words import because, because_openly, keeper, own
from rooms.realm.game.stakes import StakeSettled
from rooms.realm.game.state import GameState
from rooms.realm.game.strips.hands import FavorMoved
from rooms.realm.game.treasury.favors import FavorDiscarded, FavorDrawn, FavorGiven
from rooms.realm.game.treasury.passing import PassedOn
from rooms.realm.game.treasury.power import PowerGained, PowerLost
from rooms.realm.game.treasury.purses import held_in_common
from rooms.realm.scenario.ids import CardId


def purse_changes(before: GameState, after: GameState, seat: SeatId) -> tuple[Change, ...]:
    """What the purse of a seat has won or lost between two states, by what is counted."""
    if seat not in before.seats or seat not in after.seats:
        return ()
    old, new = before.seats[seat].purse, after.seats[seat].purse
    power, favors = new.power - old.power, len(new.favors) - len(old.favors)
    found = (Change(what=say("Power"), by=power), Change(what=say("Favors"), one=say("Favor"), by=favors))
    return tuple(each for each in found if each.by)


def held(
    before: GameState,
    after: GameState,
    seat: SeatId | None,
    words: str,
    *,
    why: str = "",
    rule: str = "",
    at_once: bool = False,
) -> Iterator[Report]:
    """What this event changes in a purse, to who keeps it; nothing where it changes nothing there."""
    changes = purse_changes(before, after, seat) if seat is not None else ()
    if changes and seat is not None:
        told = Report(to=keeper(before, seat), kind=ReportKind.HOLDING, words=words, why=why, rule=rule, changes=changes)
        yield replace(told, at_once=at_once)


def reason(state: GameState, why: Told) -> str:
    """Why, for who keeps the purse."""
    return because_openly(why) if held_in_common(state) else because(why)


def card_name(state: GameState, card: CardId | None) -> str:
    """What a card is called, for its holder; nothing where a House holds it in common."""
    favor = favor_of(state, card) if card is not None and not held_in_common(state) else None
    return favor.name if favor is not None else say("1 Favor")


def cards_named(state: GameState, cards: tuple[CardId, ...]) -> str:
    """Several cards, for their holder."""
    if held_in_common(state):
        return say("{count} Favors", count=len(cards))
    return listed([card_name(state, card) for card in cards])


# --- Power and Favors by a rule -----------------------------------------------------------------------------------------


def power(before: GameState, after: GameState, happened: PowerGained | PowerLost) -> Iterator[Report]:
    """The own purse, with the reason; to its player alone."""
    yield from held(before, after, happened.seat, reason(before, happened.why))


def drawn(before: GameState, after: GameState, happened: FavorDrawn) -> Iterator[Report]:
    words = say("You drew {favor}.", favor=card_name(before, happened.card))
    yield from held(before, after, happened.seat, words, why=reason(before, happened.why))


def discarded(before: GameState, after: GameState, happened: FavorDiscarded) -> Iterator[Report]:
    words = say("You discarded {favor}.", favor=card_name(before, happened.card))
    yield from held(before, after, happened.seat, words, why=reason(before, happened.why))


def given(before: GameState, after: GameState, happened: FavorGiven) -> Iterator[Report]:
    favor, why = card_name(before, happened.card), reason(before, happened.why)
    yield from held(before, after, happened.seat, say("{favor} was taken from you.", favor=favor), why=why)
    yield from held(before, after, happened.to, say("You received {favor}.", favor=favor), why=why)


# --- by players ---------------------------------------------------------------------------------------------------------


def passed_on(before: GameState, after: GameState, happened: PassedOn) -> Iterator[Report]:
    """Power and cards from hand to hand: each of the two reads from whom, or to whom."""
    if happened.seat not in before.seats or happened.to not in before.seats:
        return
    giver, taker = before.seats[happened.seat].name, before.seats[happened.to].name
    yield from held(before, after, happened.seat, say("You passed it on to {name}.", name=taker))
    yield from held(before, after, happened.to, say("{name} passed it on to you.", name=giver))


def used(before: GameState, after: GameState, happened: FavorUsed) -> Iterator[Report]:
    """A card that lies open: its player was heard, and it has left the purse (GE-FAV-07)."""
    favor, named = favor_of(before, happened.used.favor), named_words(before, happened.used)
    name = favor.name if favor is not None else str(happened.used.favor)
    what = say("{favor} ({named})", favor=name, named=named) if named else name
    words = favor.ability if favor is not None else say("You used it.")
    if happened.used.seat in before.seats:
        act = say("Favor: {favor}", favor=what)
        yield Report(to=own(happened.used.seat), kind=ReportKind.TURN, act=act, words=words, rule="GE-FAV-07")
    yield from held(before, after, happened.holder, say("{favor} was used.", favor=name))


def voided(before: GameState, after: GameState, happened: FavorVoided) -> Iterator[Report]:
    favor = favor_of(before, happened.card)
    name = favor.name if favor is not None else str(happened.card)
    words = say("{favor} could do nothing and does not count.", favor=name)
    if happened.seat in before.seats:
        yield Report(to=own(happened.seat), kind=ReportKind.OUTCOME, words=words)
    yield from held(before, after, happened.holder, say("{favor} came back.", favor=name))


def laid_under(before: GameState, after: GameState, happened: FavorLaidUnder) -> Iterator[Report]:
    words = say("{favor} went under the deck.", favor=card_name(before, happened.card))
    yield from held(before, after, happened.seat, words)


def settled(before: GameState, after: GameState, happened: StakeSettled) -> Iterator[Report]:
    words = say("The stake of “{title}”.", title=happened.title)
    for seat in dict.fromkeys(each.seat for each in (*happened.gave, *happened.got)):
        yield from held(before, after, seat, words)


def moved(before: GameState, after: GameState, happened: FavorMoved) -> Iterator[Report]:
    favor, why = card_name(before, happened.card), say("Set by Control.")
    yield from held(before, after, happened.seat, say("{favor} was taken from you.", favor=favor), why=why)
    yield from held(before, after, happened.to, say("You received {favor}.", favor=favor), why=why)


REPORTS: Mapping[type, Reporter] = {
    PowerGained: power,
    PowerLost: power,
    FavorDrawn: drawn,
    FavorDiscarded: discarded,
    FavorGiven: given,
    PassedOn: passed_on,
    FavorUsed: used,
    FavorVoided: voided,
    FavorLaidUnder: laid_under,
    StakeSettled: settled,
    FavorMoved: moved,
}
