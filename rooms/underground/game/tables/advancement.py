"""Advancement: in turn, players put any number of minions on any schemes of the table.

Rules: GE-UND-39, GE-UND-60, R-116, R-117, R-144.
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
from rooms.underground.game.state import Lying, TableId, TableStep
from rooms.underground.game.tables.cards import (
    acts_with_new,
    are_held,
    faces_words,
    mark_table_doubtful,
    require_held,
    scheme_in,
    scheme_named,
    with_scheme,
    with_whole_hand,
    without_cards,
)
from rooms.underground.game.tables.costs import cost_of_lying
from rooms.underground.game.tables.lookup import (
    UNDERGROUND_DESK,
    knows,
    require_on_turn,
    require_table,
    scheme_at,
    table_in,
    table_invalidations,
    with_table,
)
from rooms.underground.game.tables.schemes import found_at
from rooms.underground.game.tables.turns import in_step, table_words
from rooms.underground.rules.minion_cards import MinionId

# === advancement ========================================================================================================


class Advance(Struct, frozen=True, kw_only=True):
    """Put minions from hand on a scheme of the table. Allowed any number of times per turn."""

    month: int
    table: TableId
    seat: SeatId
    scheme: int
    cards: tuple[MinionId, ...]


class MinionsAdvanced(Struct, frozen=True, kw_only=True):
    """Minions were placed face down on a scheme. The number of minions is public (R-144)."""

    month: int
    table: TableId
    seat: SeatId
    scheme: int
    cards: tuple[MinionId, ...]
    at: datetime


def decide_advance(state: GameState, command: Advance, asked: DecisionContext) -> tuple[MinionsAdvanced, ...]:
    """Advance any scheme at the table: of any House, from earlier months, or a trap (GE-UND-60, R-117).

    Raises:
        Refused: the player does not sit there, or does not hold these minions.
        Stale: the step is over, the scheme is gone, or it is another player's turn.
    """
    at = require_table(state, command.month, command.table, TableStep.ADVANCEMENT)
    seat, scheme = require_on_turn(state, command.table, command.seat), scheme_at(state, command.table, command.scheme)
    if not command.cards:
        raise Refused(say("Choose the minions to put there."), rule="GE-UND-39")
    require_held(at.hands.get(seat.id, ()), command.cards, "GE-UND-39")
    return (
        MinionsAdvanced(month=command.month, table=command.table, seat=seat.id, scheme=scheme.id, cards=command.cards, at=asked.at),
    )


@requires_players("seat")
def evolve_advanced(state: GameState, happened: MinionsAdvanced) -> GameState:
    table = in_step(state, table_in(state, happened.table, happened.month), TableStep.ADVANCEMENT)
    scheme, hand = scheme_in(table, happened.scheme), table.hands.get(happened.seat, ())
    if scheme is None or not are_held(hand, happened.cards):
        return mark_table_doubtful(state, happened.table, happened.month)
    acts = acts_with_new(table, happened.seat, scheme=scheme.id, cards=happened.cards)
    left = without_cards(hand, happened.cards)
    table = with_scheme(table, replace(scheme, advancement=(*scheme.advancement, *happened.cards)))
    since = table.since if left else happened.at  # an empty hand ends the turn
    return with_table(state, replace(with_whole_hand(table, happened.seat, left), acts=acts, turn=happened.seat, since=since))


def label_advance(command: Advance, state: GameState) -> str:
    return say("Advancement, {table} table", table=table_words(state, command.table))


def desk_label_advance(command: Advance, state: GameState) -> str:
    player, table = who(state, command.seat), table_words(state, command.table)
    return say("Advancement by {player}, {table} table", player=player, table=table)


def tell_advanced(happened: MinionsAdvanced, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell the player which minions, and the scheme's House how many, which is public (R-144)."""
    scheme = scheme_named(before, happened.table, happened.scheme)
    words = say_count(
        "{table}: {player} puts {count} minion on {scheme}.",
        "{table}: {player} puts {count} minions on {scheme}.",
        len(happened.cards),
        table=table_words(before, happened.table),
        player=who(before, happened.seat),
        scheme=scheme,
    )
    yield to_desks(words)
    found = found_at(after, happened.table, happened.month, happened.scheme)
    if found is not None:
        act = say("You put {minions} on {scheme}.", minions=faces_words(before, happened.cards), scheme=scheme)
        own = _advancement_words(after, found, happened.seat)
        yield to_seat(happened.seat, ReportKind.TURN, own, act=act, rule="GE-UND-39")
        yield from reports_to_house(after, found, words, but=happened.seat, rule="GE-UND-39")


def _advancement_words(state: GameState, scheme: Lying, seat: SeatId) -> str:
    """Advancement on a scheme, which is public. Its cost only for those who know the face."""
    count, cost = len(scheme.advancement), cost_of_lying(state, scheme)
    if cost is not None and knows(scheme, seat):
        return say("{count} of {cost} Advancement lie on it.", count=count, cost=cost)
    return say("{count} Advancement lie on it.", count=count)


COMMANDS: Mapping[type, CommandHandler] = {
    Advance: CommandHandler(
        decide=decide_advance, desks=UNDERGROUND_DESK, player=True, label=label_advance, desk_label=desk_label_advance
    ),
}
EVENTS: Mapping[type, EventHandler] = {
    MinionsAdvanced: EventHandler(evolve=evolve_advanced, tell=tell_advanced, invalidations=table_invalidations),
}
