"""Draws and discards of Favors, and refills of the deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.missing_players import requires_players, teams_of
from control.day.words import require_reason, who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say, say_count
from control.engine.modules import CommandHandler, EventHandler, GameEvent, Invalidation
from control.engine.reasons import Told
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.reports import Line, to_desks
from rooms.realm.desks import Desk
from rooms.realm.game.reports.words import card_name, reason, report_card_moved, report_purse_changes
from rooms.realm.game.setup import cards_of_deck
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.payment import favors_by_loss
from rooms.realm.game.treasury.purses import (
    corrected_purses,
    purse_holder,
    purse_invalidations,
    require_purse,
    seat_of,
    with_purse,
)
from rooms.realm.scenario.ids import CardId


class GiveFavors(Struct, frozen=True, kw_only=True):
    """Let a player draw Favors, or discard some if negative, as Control, with a reason (R-136)."""

    seat: SeatId
    count: int
    reason: str


class FavorDrawn(Struct, frozen=True, kw_only=True):
    """A player drew the top card of the deck; nobody else sees it (R-135)."""

    seat: SeatId
    card: CardId
    why: Told


class FavorDiscarded(Struct, frozen=True, kw_only=True):
    seat: SeatId
    card: CardId
    why: Told


class FavorGiven(Struct, frozen=True, kw_only=True):
    """A rule moved a card from one purse to another; only the two players see which one (R-135)."""

    seat: SeatId
    to: SeatId
    card: CardId
    why: Told


class FavorDeckRefilled(Struct, frozen=True, kw_only=True):
    """The discards were shuffled into the deck; if there were none, a fresh copy of the whole deck was added (R-110)."""

    deck: tuple[CardId, ...]
    fresh: bool


def draw_favors(state: GameState, seat: SeatId, count: int, why: Told, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Return the events of drawing `count` Favors; an empty deck is refilled on the way (R-110)."""
    return tuple(_draws(state, seat, count, why, asked))


def _draws(state: GameState, seat: SeatId, count: int, why: Told, asked: DecisionContext) -> Iterator[GameEvent]:
    deck, discards, copies = list(state.favor_deck), state.favor_discards, 1
    for _each in range(count):
        if not deck:
            copies += not discards
            source = discards or _next_copy(state, copies)
            deck = list(asked.chance.shuffled(source))
            yield FavorDeckRefilled(deck=tuple(deck), fresh=not discards)
            discards = ()
        yield FavorDrawn(seat=seat, card=deck.pop(0), why=why)


def _next_copy(state: GameState, copies: int) -> tuple[CardId, ...]:
    """Cards of a new copy of the deck, numbered above all existing cards.

    `copies`: 1 plus the copies added in this draw, the new one included.
    """
    held = (*(seat.purse.favors for seat in state.seats.values()), state.throne.purse.favors)
    lying = (*held, *(hostage.favors for hostage in state.hostages), state.favor_deck, state.favor_discards)
    known = max((int(card.rsplit("#", 1)[1]) for cards in lying for card in cards), default=0)
    most = max((favor.copies for favor in state.scenario.favors), default=1)
    return cards_of_deck(state.scenario.favors, copy_of_deck=known // most + copies)


def decide_give_favors(state: GameState, command: GiveFavors, asked: DecisionContext) -> tuple[GameEvent, ...]:
    seat = seat_of(state, command.seat)
    reason = require_reason(command.reason)
    if not command.count or abs(command.count) > 50:
        raise Refused(say("Give 1 to 50 Favors, or take as many."), rule="R-135")
    if command.count > 0:
        keeper = purse_holder(state, require_purse(state, seat.id))
        return draw_favors(state, keeper.id, command.count, reason, asked)
    seat = seat if seat.purse.favors else purse_holder(state, seat)
    if -command.count > len(seat.purse.favors):
        held = say_count("{name} holds {count} Favor.", "{name} holds {count} Favors.", len(seat.purse.favors), name=seat.name)
        raise Refused(held, rule="R-136")
    return tuple(FavorDiscarded(seat=seat.id, card=card, why=reason) for card in favors_by_loss(seat)[: -command.count])


@requires_players("seat")
def evolve_favor_drawn(state: GameState, happened: FavorDrawn) -> GameState:
    purse = state.seats[happened.seat].purse
    deck = state.favor_deck[1:]
    if state.favor_deck[:1] != (happened.card,):
        deck = tuple(card for card in state.favor_deck if card != happened.card)
    state = replace(state, favor_deck=deck)
    return with_purse(state, happened.seat, replace(purse, favors=(*purse.favors, happened.card)))


@requires_players("seat")
def evolve_favor_discarded(state: GameState, happened: FavorDiscarded) -> GameState:
    purse = state.seats[happened.seat].purse
    state = replace(state, favor_discards=(*state.favor_discards, happened.card))
    left = tuple(card for card in purse.favors if card != happened.card)
    return with_purse(state, happened.seat, replace(purse, favors=left))


@requires_players("seat", "to")
def evolve_favor_given(state: GameState, happened: FavorGiven) -> GameState:
    giver = state.seats[happened.seat].purse
    left = tuple(card for card in giver.favors if card != happened.card)
    state = with_purse(state, happened.seat, replace(giver, favors=left))
    taker = state.seats[happened.to].purse
    return with_purse(state, happened.to, replace(taker, favors=(*taker.favors, happened.card)))


def evolve_favor_deck_refilled(state: GameState, happened: FavorDeckRefilled) -> GameState:
    """Move only cards that are on the discards now: after a withdrawal the discards may differ from the event (R-110)."""
    if happened.fresh:
        return replace(state, favor_deck=(*state.favor_deck, *happened.deck))
    came = tuple(card for card in happened.deck if card in state.favor_discards)
    left = tuple(card for card in state.favor_discards if card not in came)
    return replace(state, favor_deck=(*state.favor_deck, *came), favor_discards=left)


def tell_drawn(happened: FavorDrawn, before: GameState, after: GameState) -> Iterator[Line]:
    yield to_desks(say("{player} draws 1 Favor.", player=who(before, happened.seat)), happened.why)
    words = say("You drew {favor}.", favor=card_name(before, happened.card))
    yield from report_purse_changes(before, after, happened.seat, words, why=reason(before, happened.why))
    yield from corrected_purses(before, after, happened.seat)


def tell_discarded(happened: FavorDiscarded, before: GameState, after: GameState) -> Iterator[Line]:
    yield to_desks(say("{player} discards 1 Favor.", player=who(before, happened.seat)), happened.why)
    words = say("You discarded {favor}.", favor=card_name(before, happened.card))
    yield from report_purse_changes(before, after, happened.seat, words, why=reason(before, happened.why))
    yield from corrected_purses(before, after, happened.seat)


def tell_given(happened: FavorGiven, before: GameState, after: GameState) -> Iterator[Line]:
    giver, taker, why = who(before, happened.seat), who(before, happened.to), happened.why
    yield to_desks(say("{player} gives {other} 1 Favor.", player=giver, other=taker), why)
    yield from report_card_moved(before, after, happened.card, happened.seat, happened.to, reason(before, why))


def tell_refilled(happened: FavorDeckRefilled, before: GameState, after: GameState) -> Iterator[Line]:
    if happened.fresh:
        yield to_desks(say("The Favor deck was refilled with a fresh copy."))
    else:
        yield to_desks(say("The Favor deck was refilled from its discards."))


COMMANDS: Mapping[type, CommandHandler] = {
    GiveFavors: CommandHandler(
        decide=decide_give_favors,
        desks=frozenset({Desk.WAR, Desk.COURT, Desk.UNDERGROUND, Desk.CEREMONY}),
        label=lambda c, s: say("Favors of {name}", name=who(s, c.seat)) if c.seat in s.seats else say("Favors"),
    ),
}


EVENTS: Mapping[type, EventHandler] = {
    FavorDrawn: EventHandler(evolve=evolve_favor_drawn, tell=tell_drawn, invalidations=purse_invalidations),
    FavorDiscarded: EventHandler(evolve=evolve_favor_discarded, tell=tell_discarded, invalidations=purse_invalidations),
    FavorGiven: EventHandler(
        evolve=evolve_favor_given,
        tell=tell_given,
        invalidations=lambda e, s: (
            *purse_invalidations(e, s),
            Invalidation(topic="strip", to=f"seat:{e.to}"),
            *(Invalidation(topic="team", to=f"team:{house}") for house in teams_of(s, e.to)),
        ),
    ),
    FavorDeckRefilled: EventHandler(evolve=evolve_favor_deck_refilled, tell=tell_refilled, invalidations=lambda e, s: ()),
}
