"""Feints: taps of players without a choice. They have no effect but look like a choice on the network (R-144)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, GameEvent
from control.engine.refusal import Stale
from rooms.realm.game.state import GameState
from rooms.underground.game.state import TableId, TableStep
from rooms.underground.game.tables.lookup import STEP_RULES, require_player, require_table, room_invalidations, step_of, table_of
from rooms.underground.game.tables.turns import table_words

# === feint ==============================================================================================================


IN: Final = frozenset({TableStep.UPDATES, TableStep.SCHEMES, TableStep.ATTACK})  # steps with a private prompt


class Feign(Struct, frozen=True, kw_only=True):
    """Tap a button without effect in the private prompt of a table."""

    month: int
    table: TableId
    step: TableStep
    seat: SeatId


def decide_feign(state: GameState, command: Feign, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Accept the tap without events while the prompt is open.

    Raises:
        Refused: there is no such table, or the player does not sit there.
        Stale: the prompt is closed.
    """
    if command.step not in IN:
        raise Stale(say("Nothing is chosen in private in this step; look again."), rule="R-144")
    require_table(state, command.month, command.table, command.step)
    require_player(state, command.table, command.seat)
    if command.step is TableStep.ATTACK and not is_reached(state, command.table):
        raise Stale(say("No scheme is looked at here any more; look again."), rule=STEP_RULES[TableStep.ATTACK])
    return ()


def is_reached(state: GameState, table: TableId) -> bool:
    """Whether the attacker is looking at a scheme of this table now."""
    attack = table_of(state, table).attack
    return attack is not None and attack.reached and not attack.sprung and step_of(state, table) is TableStep.ATTACK


def label_feign(command: Feign, state: GameState) -> str:
    return say("A tap at {table}, month {month}", table=table_words(state, command.table), month=command.month)


COMMANDS: Mapping[type, CommandHandler] = {
    Feign: CommandHandler(decide=decide_feign, player=True, decoys=room_invalidations, label=label_feign),
}
EVENTS: Mapping[type, EventHandler] = {}
