"""Corrections by Control of the Favors in a hand: a named Favor is added or taken away (R-135, R-136)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.missing_players import requires_players, teams_of
from control.day.words import require_reason, who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, Invalidation
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.reports import Line, to_desks
from rooms.realm.game.ranks_and_wounds import STRIP_DESKS, house_invalidations, require_strip
from rooms.realm.game.reports.words import report_card_moved
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import corrected_purses, purse_holder, seat_of
from rooms.realm.scenario.ids import CardId, FavorId
from rooms.realm.scenario.schema import Favor

# === hands ==============================================================================================================


class TakeFavor(Struct, frozen=True, kw_only=True):
    """Take a named Favor from a player's hand: for another player, or for the discards when `to` is None."""

    player: SeatId
    favor: FavorId
    to: SeatId | None
    reason: str


class FetchFavor(Struct, frozen=True, kw_only=True):
    """Give a player a named Favor: from the discards if one is there, else from the deck."""

    player: SeatId
    favor: FavorId
    reason: str


class FavorMoved(Struct, frozen=True, kw_only=True):
    """A card was moved by hand. `seat`, `to`: players; None is the discards, or for `seat` the deck too."""

    card: CardId
    seat: SeatId | None
    to: SeatId | None
    reason: str


def decide_take_favor(state: GameState, command: TakeFavor, asked: DecisionContext) -> tuple[FavorMoved, ...]:
    seat, favor = seat_of(state, command.player), _favor(state, command.favor)
    reason = require_reason(command.reason)
    seat = seat if seat.purse.favors else purse_holder(state, seat)
    to = purse_holder(state, require_strip(state, command.to)).id if command.to is not None else None
    if to == seat.id:
        raise Refused(say("Choose somebody else, or the discards."), rule="R-136")
    card = next((each for each in seat.purse.favors if _kind(each) == favor.id), None)
    if card is None:
        raise Refused(say("{name} holds no “{favor}”; ask to be shown the card.", name=seat.name, favor=favor.name), rule="R-136")
    return (FavorMoved(card=card, seat=seat.id, to=to, reason=reason),)


def decide_fetch_favor(state: GameState, command: FetchFavor, asked: DecisionContext) -> tuple[FavorMoved, ...]:
    seat, favor = purse_holder(state, require_strip(state, command.player)), _favor(state, command.favor)
    reason = require_reason(command.reason)
    # From the discards first: a card from the deck changes what the next players draw.
    lying = (*reversed(state.favor_discards), *state.favor_deck)
    card = next((each for each in lying if _kind(each) == favor.id), None)
    if card is None:
        raise Refused(say("Every “{favor}” is in somebody’s hand.", favor=favor.name), rule="R-135")
    return (FavorMoved(card=card, seat=None, to=seat.id, reason=reason),)


def _favor(state: GameState, favor: FavorId) -> Favor:
    found = next((each for each in state.scenario.favors if each.id == favor), None)
    if found is None:
        raise Refused(say("There is no such Favor in this scenario."), rule="R-135", code="unknown")
    return found


def _kind(card: CardId) -> FavorId:
    return FavorId(card.rsplit("#", 1)[0])


@requires_players("seat", "to")
def evolve_favor_moved(state: GameState, happened: FavorMoved) -> GameState:
    card, seats = happened.card, dict(state.seats)
    deck = tuple(each for each in state.favor_deck if each != card)
    discards = tuple(each for each in state.favor_discards if each != card)
    if happened.seat is not None:
        giver = seats[happened.seat]
        kept = tuple(each for each in giver.purse.favors if each != card)
        seats[giver.id] = replace(giver, purse=replace(giver.purse, favors=kept))
    if happened.to is None:
        discards = (*discards, card)
    else:
        taker = seats[happened.to]
        seats[taker.id] = replace(taker, purse=replace(taker.purse, favors=(*taker.purse.favors, card)))
    return replace(state, seats=seats, favor_deck=deck, favor_discards=discards)


def tell_favor_moved(happened: FavorMoved, before: GameState, after: GameState) -> Iterator[Line]:
    """Say that a card moved. Only its holder learns which one (R-135)."""
    if happened.seat is None:
        taker = who(before, happened.to) if happened.to is not None else say("the discards")
        words = say("{player} receives 1 named Favor.", player=taker)
    elif happened.to is None:
        words = say("1 named Favor of {player} goes to the discards.", player=who(before, happened.seat))
    else:
        giver, taker = who(before, happened.seat), who(before, happened.to)
        words = say("1 named Favor of {player} goes to {other}.", player=giver, other=taker)
    yield to_desks(words, happened.reason)
    yield from report_card_moved(before, after, happened.card, happened.seat, happened.to, say("Set by Control."))
    yield from corrected_purses(before, after, happened.seat, happened.to)


def _favor_invalidations(happened: FavorMoved, state: GameState) -> tuple[Invalidation, ...]:
    seats = [seat for seat in (happened.seat, happened.to) if seat is not None]
    strips = tuple(Invalidation(topic="strip", to=f"seat:{seat}") for seat in seats)
    return (*strips, *house_invalidations(*teams_of(state, *seats)))


def _label_favor(command: TakeFavor | FetchFavor, state: GameState) -> str:
    return say("Favor of {name}", name=who(state, command.player)) if command.player in state.seats else say("Favor")


COMMANDS: Mapping[type, CommandHandler] = {
    TakeFavor: CommandHandler(decide=decide_take_favor, desks=STRIP_DESKS, label=_label_favor),
    FetchFavor: CommandHandler(decide=decide_fetch_favor, desks=STRIP_DESKS, label=_label_favor),
}
EVENTS: Mapping[type, EventHandler] = {
    FavorMoved: EventHandler(evolve=evolve_favor_moved, tell=tell_favor_moved, invalidations=_favor_invalidations)
}
