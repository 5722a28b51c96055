"""Pause: a table whose clock stands takes no play from its players; Underground Control may still act (GE-EVT-25).

Whoever stops a clock sends people out, or wants them to listen: what is pressed meanwhile would be done behind the others' backs.
"""

from __future__ import annotations

from dataclasses import replace

from control.engine.context import DecisionContext
from control.engine.language import say
from control.engine.modules import Command, CommandHandler, GameEvent
from control.engine.refused import Refused
from rooms.realm.game.state import GameState
from rooms.underground.game.tables.asked import stands
from rooms.underground.game.tables.state import TableId


def require_going(state: GameState, table: TableId, asked: DecisionContext) -> None:
    """Raises: Refused, when a player asks while the table's clock stands."""
    if asked.by.seat is not None and stands(state, table):
        said = say("This table is paused: nothing is played until Control lets its clock go on.")
        raise Refused(said, code="paused", point="time")


def held(handler: CommandHandler) -> CommandHandler:
    """The handler of a command at a table, with its players held back while the table's clock stands; any other as it is."""
    decide = handler.decide

    def decided(state: GameState, command: Command, asked: DecisionContext) -> tuple[GameEvent, ...]:
        table = getattr(command, "table", None)
        if table is not None:
            require_going(state, TableId(table), asked)
        return decide(state, command, asked)

    return replace(handler, decide=decided) if handler.player else handler
