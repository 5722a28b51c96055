"""Underground Control's corrections of a hand: for play with real cards, or after a mistake (GE-UND-33, R-144)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.words import require_reason, who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say, say_count
from control.engine.modules import CommandHandler, Correction, EventHandler, GameEvent, Undo
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, ReportKind, to_desks
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Phase
from rooms.underground.game.reports.recipients import to_seat
from rooms.underground.game.state import TableId
from rooms.underground.game.tables.cards import (
    are_held,
    mark_table_doubtful,
    pile_of,
    require_held,
    with_discarded,
    with_hand,
    with_pile,
    without_cards,
)
from rooms.underground.game.tables.lookup import (
    UNDERGROUND_DESK,
    require_player,
    room_invalidations,
    table_in,
    table_of,
    tables,
    with_table,
)
from rooms.underground.game.tables.minions import SEEN, create_deck, evolve_refilled
from rooms.underground.game.tables.turns import table_words
from rooms.underground.rules.minion_cards import MinionId

# === corrections ========================================================================================================


class DealHand(Struct, frozen=True, kw_only=True):
    """Take cards out of a player's hand and give others from the House's pile or discards, with a reason."""

    month: int
    table: TableId
    player: SeatId
    given: tuple[MinionId, ...]
    taken: tuple[MinionId, ...]
    reason: str


class HandDealt(Struct, frozen=True, kw_only=True):
    """Control changed a hand. Cards taken went to the House's discards, cards given came from its pile or discards."""

    month: int
    table: TableId
    seat: SeatId
    given: tuple[MinionId, ...]
    taken: tuple[MinionId, ...]
    reason: str


def decide_deal(state: GameState, command: DealHand, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Correct a hand. Cards come only from the House's own pile or discards, and none is lost.

    Raises:
        Refused: the player does not sit there, a card is not where it should be, or the reason is missing.
        Stale: that month's Action is not running.
    """
    if command.table not in tables(state):
        raise Refused(say("There is no such table in the Underground."), rule="GE-UND-61", code="unknown")
    if command.month != state.clock.month or not state.clock.is_in(Phase.ACTION):
        raise Stale(say("Hands are held in Action alone; look again."), rule="R-121")
    seat, reason = require_player(state, command.table, command.player), require_reason(command.reason)
    if not command.given and not command.taken:
        raise Refused(say("Choose the minions to give or to take."), rule="GE-UND-33")
    require_held(table_of(state, command.table).hands.get(seat.id, ()), command.taken, "GE-UND-33")
    before = create_deck(state, seat.house, asked) if command.given else ()
    for event in before:
        state = evolve_refilled(state, event)
    pile = pile_of(state, seat.house)
    if not are_held((*pile.cards, *pile.discards), command.given):
        raise Refused(say("These minions do not lie in the House’s pile any more; look again."), rule="GE-UND-33", code="not-there")
    dealt = HandDealt(
        month=command.month, table=command.table, seat=seat.id, given=command.given, taken=command.taken, reason=reason
    )
    return (*before, dealt)


@requires_players("seat")
def evolve_dealt(state: GameState, happened: HandDealt) -> GameState:
    house, table = state.seats[happened.seat].house, table_in(state, happened.table, happened.month)
    pile, hand = pile_of(state, house), table.hands.get(happened.seat, ())
    if not are_held((*pile.cards, *pile.discards), happened.given) or not are_held(hand, happened.taken):
        return mark_table_doubtful(state, happened.table, happened.month)
    left = replace(pile, cards=without_cards(pile.cards, happened.given), discards=without_cards(pile.discards, happened.given))
    state = with_discarded(with_pile(state, house, left), happened.taken)
    return with_table(state, with_hand(table, happened.seat, (*without_cards(hand, happened.taken), *happened.given)))


def tell_dealt(happened: HandDealt, before: GameState, after: GameState) -> Iterator[Line]:
    """The reason is in the journal only."""
    yield to_desks(_dealt_words(happened, before))
    yield _corrected_hand(happened, before)
    words = say("Control changed your hand: {taken} out and {given} in.", taken=len(happened.taken), given=len(happened.given))
    yield to_seat(happened.seat, ReportKind.HOLDING, words, rule="GE-UND-33")


def _dealt_words(happened: HandDealt, state: GameState) -> str:
    names = {"table": table_words(state, happened.table), "player": who(state, happened.seat), "reason": happened.reason}
    given, taken = len(happened.given), len(happened.taken)
    if not taken:
        return say_count(
            "{table}: {player} is given {count} minion by Control: {reason}.",
            "{table}: {player} is given {count} minions by Control: {reason}.",
            given,
            **names,
        )
    if not given:
        return say_count(
            "{table}: Control takes {count} minion of {player}: {reason}.",
            "{table}: Control takes {count} minions of {player}: {reason}.",
            taken,
            **names,
        )
    return say(
        "{table}: Control changes the hand of {player}, {taken} out and {given} in: {reason}.", given=given, taken=taken, **names
    )


def _corrected_hand(happened: HandDealt, state: GameState) -> Correction:
    had = len(table_in(state, happened.table, happened.month).hands.get(happened.seat, ()))
    now = had + len(happened.given) - len(happened.taken)
    was = str(had) if had != now else ""
    return Correction(to=f"seat:{happened.seat}", what=say("Minions in your hand"), now=str(now), was=was)


def _label(command: DealHand, state: GameState) -> str:
    return say("Hand of {name}", name=who(state, command.player)) if command.player in state.seats else say("A hand of minions")


COMMANDS: Mapping[type, CommandHandler] = {
    DealHand: CommandHandler(decide=decide_deal, desks=UNDERGROUND_DESK, label=_label),
}
EVENTS: Mapping[type, EventHandler] = {
    HandDealt: EventHandler(evolve=evolve_dealt, tell=tell_dealt, invalidations=room_invalidations, undo=Undo(never=SEEN)),
}
