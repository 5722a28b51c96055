"""Protection: in turn, players put minions in front of any schemes, each for a price in discards.

Rules: GE-UND-41, GE-UND-42, R-118, R-144.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say, say_count
from control.engine.modules import CommandHandler, EventHandler
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.reports import Line, ReportKind, to_desks
from rooms.realm.game.state import GameState
from rooms.underground.game.reports.recipients import reports_to_house, to_seat
from rooms.underground.game.state import Guard, Lying, TableId, TableStep
from rooms.underground.game.tables.cards import (
    acts_with_new,
    are_held,
    card_words,
    faces_words,
    mark_table_doubtful,
    require_held,
    scheme_in,
    scheme_named,
    with_discarded,
    with_scheme,
    with_whole_hand,
    without_cards,
)
from rooms.underground.game.tables.lookup import (
    UNDERGROUND_DESK,
    require_on_turn,
    require_table,
    scheme_at,
    table_in,
    table_invalidations,
    table_of,
    with_table,
)
from rooms.underground.game.tables.schemes import found_at, price_of_next
from rooms.underground.game.tables.turns import in_step, table_words
from rooms.underground.rules.minion_cards import MinionId

# === protection =========================================================================================================


class Protect(Struct, frozen=True, kw_only=True):
    """Put one minion in front of a scheme, outermost, and discard its price from hand."""

    month: int
    table: TableId
    seat: SeatId
    scheme: int
    card: MinionId
    discards: tuple[MinionId, ...] = ()


class ProtectionPlaced(Struct, frozen=True, kw_only=True):
    """A minion was placed face down in front of a scheme. The number of minions is public (R-144)."""

    month: int
    table: TableId
    seat: SeatId
    scheme: int
    card: MinionId
    discards: tuple[MinionId, ...]
    at: datetime


def price_at(state: GameState, scheme: Lying, seat: SeatId | None) -> int:
    """Number of minions this player must discard for the next one in front of a scheme (setting `protection_cost`) (R-118)."""
    table = table_of(state, scheme.table)
    paid = table.step == TableStep.PROTECTION and (seat, scheme.id) in table.paid
    return price_of_next(len(scheme.protection), state.scenario.settings.protection_cost, paid=paid)


def decide_protect(state: GameState, command: Protect, asked: DecisionContext) -> tuple[ProtectionPlaced, ...]:
    """Protect any scheme at the table (R-118).

    Raises:
        Refused: the player does not sit there or does not hold these minions, or the discards do not match the price.
        Stale: the step is over, the scheme is gone, or it is another player's turn.
    """
    at = require_table(state, command.month, command.table, TableStep.PROTECTION)
    seat, scheme = require_on_turn(state, command.table, command.seat), scheme_at(state, command.table, command.scheme)
    require_held(at.hands.get(seat.id, ()), (command.card, *command.discards), "GE-UND-41")
    price = price_at(state, scheme, seat.id)
    if len(command.discards) != price:
        wrong = say_count(
            "The next minion in front of this scheme costs {count} discard.",
            "The next minion in front of this scheme costs {count} discards.",
            price,
        )
        raise Refused(wrong, rule="GE-UND-42", code="price")
    return (
        ProtectionPlaced(
            month=command.month,
            table=command.table,
            seat=seat.id,
            scheme=scheme.id,
            card=command.card,
            discards=command.discards,
            at=asked.at,
        ),
    )


@requires_players("seat")
def evolve_placed(state: GameState, happened: ProtectionPlaced) -> GameState:
    table = in_step(state, table_in(state, happened.table, happened.month), TableStep.PROTECTION)
    scheme, hand = scheme_in(table, happened.scheme), table.hands.get(happened.seat, ())
    spent = (happened.card, *happened.discards)
    if scheme is None or not are_held(hand, spent):
        return mark_table_doubtful(state, happened.table, happened.month)
    acts = acts_with_new(table, happened.seat, scheme=scheme.id, cards=(happened.card,), discards=happened.discards)
    left = without_cards(hand, spent)
    table = with_scheme(table, replace(scheme, protection=(*scheme.protection, Guard(card=happened.card))))
    since = table.since if left else happened.at  # an empty hand ends the turn
    paid = tuple(dict.fromkeys((*table.paid, (happened.seat, scheme.id))))
    table = replace(with_whole_hand(table, happened.seat, left), acts=acts, paid=paid, turn=happened.seat, since=since)
    return with_table(with_discarded(state, happened.discards), table)


def label_protect(command: Protect, state: GameState) -> str:
    return say("Protection, {table} table", table=table_words(state, command.table))


def desk_label_protect(command: Protect, state: GameState) -> str:
    player, table = who(state, command.seat), table_words(state, command.table)
    return say("Protection by {player}, {table} table", player=player, table=table)


def tell_placed(happened: ProtectionPlaced, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell the player which minion, and the scheme's House only that there is one more, which is public (R-144)."""
    words = _public_words(happened, before)
    yield to_desks(words)
    found = found_at(after, happened.table, happened.month, happened.scheme)
    if found is not None:
        count, act = len(found.protection), _own_words(happened, before)
        own = say_count("{count} minion stands in front of it.", "{count} minions stand in front of it.", count)
        yield to_seat(happened.seat, ReportKind.TURN, own, act=act, rule="GE-UND-41")
        yield from reports_to_house(after, found, words, but=happened.seat, rule="GE-UND-41")


def _public_words(happened: ProtectionPlaced, state: GameState) -> str:
    table, player = table_words(state, happened.table), who(state, happened.seat)
    scheme = scheme_named(state, happened.table, happened.scheme)
    if not happened.discards:
        return say("{table}: {player} puts a minion in front of {scheme}.", table=table, player=player, scheme=scheme)
    return say(
        "{table}: {player} puts a minion in front of {scheme} and discards {count}.",
        table=table,
        player=player,
        scheme=scheme,
        count=len(happened.discards),
    )


def _own_words(happened: ProtectionPlaced, state: GameState) -> str:
    """The act with its minions, for the player alone (R-144)."""
    minion, scheme = card_words(state, happened.card), scheme_named(state, happened.table, happened.scheme)
    if not happened.discards:
        return say("You put {minion} in front of {scheme}.", minion=minion, scheme=scheme)
    discards = faces_words(state, happened.discards)
    return say("You put {minion} in front of {scheme} and discard {discards}.", minion=minion, scheme=scheme, discards=discards)


COMMANDS: Mapping[type, CommandHandler] = {
    Protect: CommandHandler(
        decide=decide_protect, desks=UNDERGROUND_DESK, player=True, label=label_protect, desk_label=desk_label_protect
    ),
}
EVENTS: Mapping[type, EventHandler] = {
    ProtectionPlaced: EventHandler(evolve=evolve_placed, tell=tell_placed, invalidations=table_invalidations),
}
