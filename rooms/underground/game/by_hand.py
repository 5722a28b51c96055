"""A scheme that completed on a real table is entered by hand: it names whom its table reaches, as what is placed does (R-112)."""

from __future__ import annotations

from collections.abc import Mapping

from control.engine.context import DecisionContext
from control.engine.language import say
from control.engine.modules import CommandHandler
from rooms.realm.game.state import GameState
from rooms.realm.game.strikes.acting import ONLY_UNDERGROUND
from rooms.realm.game.strikes.completing import CompleteScheme, SchemeCompleted, decide_complete
from rooms.underground.game.sheets import check_at
from rooms.underground.game.tables.state import TableId
from rooms.underground.rules.targets import ON_A_PERSON


def decide(state: GameState, command: CompleteScheme, asked: DecisionContext) -> tuple[SchemeCompleted, ...]:
    """Enter it.

    Raises:
        Refused: it cannot complete, or its table does not reach whom it names. This holds from its placing on: one on a person that
            lies since an earlier month may name who reigned then, or was reached where the Court was (R-112, R-113).
    """
    events = decide_complete(state, command, asked)
    if not (command.earlier and command.paper.type in ON_A_PERSON):
        check_at(state, command.house, TableId(command.table), command.paper)
    return events


COMMANDS: Mapping[type, CommandHandler] = {
    CompleteScheme: CommandHandler(
        decide=decide, desks=ONLY_UNDERGROUND, label=lambda c, s: say("Scheme completed, month {month}", month=c.month)
    ),
}
