"""Undo at a table: take back the last act until the next player has acted (GE-UND-39, GE-UND-41, R-116).

Every such act is undone exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, ReportKind, to_desks
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId
from rooms.underground.game.reports.recipients import reports_to_house, to_seat
from rooms.underground.game.state import Act, CardTable, Lying, TableId, TableStep
from rooms.underground.game.tables.cards import (
    TAKEN_BACK,
    mark_table_doubtful,
    pile_of,
    scheme_in,
    scheme_named,
    with_pile,
    with_scheme,
    with_whole_hand,
    without_cards,
)
from rooms.underground.game.tables.lookup import (
    UNDERGROUND_DESK,
    require_player,
    require_table,
    table_in,
    table_invalidations,
    table_of,
    with_table,
)
from rooms.underground.game.tables.schemes import found_at
from rooms.underground.game.tables.turns import table_words
from rooms.underground.rules.minion_cards import MinionId, house_of

# === undo ===============================================================================================================


class TakeBackAct(Struct, frozen=True, kw_only=True):
    """Take back the last act at the table. `acts`: number of acts in the step when the player looked."""

    month: int
    table: TableId
    step: TableStep
    seat: SeatId
    acts: int


class ActTakenBack(Struct, frozen=True, kw_only=True):
    """The last act at the table was undone: cards went back to the hand, and the turn to its player.

    `scheme`: None if the act was the end of a turn.
    """

    month: int
    table: TableId
    step: TableStep
    seat: SeatId
    scheme: int | None
    cards: tuple[MinionId, ...]
    discards: tuple[MinionId, ...]


# --- questions ----------------------------------------------------------------------------------------------------------


def last_act(state: GameState, table: TableId, step: TableStep, seat: SeatId) -> Act | None:
    """A player's last act at the table, if it can be taken back. None if someone else has acted since."""
    at = table_of(state, table)
    if step not in TAKEN_BACK or at.step != step or not at.acts or at.acts[-1].seat != seat:
        return None
    act = at.acts[-1]
    return act if undo_act(state, at, act, step) is not None else None


def undo_act(state: GameState, table: CardTable, act: Act, step: TableStep) -> GameState | None:
    """The state without a table's last act. None if its cards are no longer where it put them."""
    scheme = scheme_in(table, act.scheme) if act.scheme is not None else None
    lying = scheme is not None and set(act.cards) <= {*scheme.advancement, *(guard.card for guard in scheme.protection)}
    if act.scheme is not None and not lying:
        return None
    for card in act.discards:
        house = HouseId(house_of(card))
        pile = pile_of(state, house)
        if card not in pile.discards:  # shuffled into the pile since
            return None
        state = with_pile(state, house, replace(pile, discards=without_cards(pile.discards, (card,))))
    table = with_scheme(table, _without_act(scheme, act, step)) if scheme is not None else table
    before = replace(table, acts=table.acts[:-1], turn=act.turn, out=act.out, since=act.since, paid=act.paid)
    return with_table(state, with_whole_hand(before, act.seat, act.hand))


def _without_act(scheme: Lying, act: Act, step: TableStep) -> Lying:
    if step == TableStep.ADVANCEMENT:
        return replace(scheme, advancement=without_cards(scheme.advancement, act.cards))
    return replace(scheme, protection=tuple(guard for guard in scheme.protection if guard.card not in act.cards))


# --- decision, fold, words ----------------------------------------------------------------------------------------------


def decide_take_back(state: GameState, command: TakeBackAct, asked: DecisionContext) -> tuple[ActTakenBack, ...]:
    """Take back one's own last act.

    Raises:
        Refused: acts of this step cannot be taken back, or the player does not sit there.
        Stale: the step is over, someone else has acted, or nothing is left to take back.
    """
    if command.step not in TAKEN_BACK:
        raise Refused(say("What was done in this step stands."), rule="R-116")
    at = require_table(state, command.month, command.table, command.step)
    seat = require_player(state, command.table, command.seat)
    act = last_act(state, command.table, command.step, seat.id)
    if act is None or len(at.acts) != command.acts:
        raise Stale(say("That can no longer be taken back; look again."), rule="R-116")
    return (
        ActTakenBack(
            month=command.month,
            table=command.table,
            step=command.step,
            seat=seat.id,
            scheme=act.scheme,
            cards=act.cards,
            discards=act.discards,
        ),
    )


@requires_players("seat")
def evolve_taken_back(state: GameState, happened: ActTakenBack) -> GameState:
    table = table_in(state, happened.table, happened.month)
    act = table.acts[-1] if table.acts and table.step == happened.step else None
    meant = (happened.seat, happened.scheme, happened.cards, happened.discards)
    if act is None or (act.seat, act.scheme, act.cards, act.discards) != meant:
        return mark_table_doubtful(state, happened.table, happened.month)
    before = undo_act(state, table, act, happened.step)
    return mark_table_doubtful(state, happened.table, happened.month) if before is None else before


def label_take_back(command: TakeBackAct, state: GameState) -> str:
    return say("An act taken back, {table} table", table=table_words(state, command.table))


def desk_label_take_back(command: TakeBackAct, state: GameState) -> str:
    player, table = who(state, command.seat), table_words(state, command.table)
    return say("An act of {player} taken back, {table} table", player=player, table=table)


def tell_taken_back(happened: ActTakenBack, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell those who were told of the act. The end of a turn was not reported, so taking it back is not either."""
    words = _taken_back_words(happened, before)
    yield to_desks(words)
    found = found_at(before, happened.table, happened.month, happened.scheme) if happened.scheme is not None else None
    if found is None:
        return
    act = say("Advancement taken back") if happened.step == TableStep.ADVANCEMENT else say("Protection taken back")
    yield to_seat(happened.seat, ReportKind.PART, words, act=act, rule="R-116")
    yield from reports_to_house(before, found, words, but=happened.seat, rule="R-116")


def _taken_back_words(happened: ActTakenBack, state: GameState) -> str:
    table, player = table_words(state, happened.table), who(state, happened.seat)
    if happened.scheme is None:
        return say("{table}: {player} is not done yet.", table=table, player=player)
    scheme = scheme_named(state, happened.table, happened.scheme)
    if happened.step == TableStep.ADVANCEMENT:
        return say("{table}: {player} takes Advancement on {scheme} back.", table=table, player=player, scheme=scheme)
    return say("{table}: {player} takes Protection of {scheme} back.", table=table, player=player, scheme=scheme)


COMMANDS: Mapping[type, CommandHandler] = {
    TakeBackAct: CommandHandler(
        decide=decide_take_back, desks=UNDERGROUND_DESK, player=True, label=label_take_back, desk_label=desk_label_take_back
    ),
}
EVENTS: Mapping[type, EventHandler] = {
    ActTakenBack: EventHandler(evolve=evolve_taken_back, tell=tell_taken_back, invalidations=table_invalidations),
}
