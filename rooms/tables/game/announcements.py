"""Announcements of the control team at a table, such as the reason for an undo."""

from __future__ import annotations

from typing import Final

import msgspec

from control.engine.context import DecisionContext
from control.engine.language import later, say
from control.engine.modules import CommandHandler, EventHandler, Module, Undo
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.reports import one_sentence
from rooms.tables.game.context import NOT_A_MOVE, At, at_table, is_staff, trim_text
from rooms.tables.game.state import TableState

# === announcements ======================================================================================================


SAID = later("What was said aloud cannot be unsaid.")


class SayAloud(msgspec.Struct, frozen=True, kw_only=True):
    """Announce something to the table. `back`: the entry of the command that Control took back, if this is the reason for it."""

    words: str
    back: int = 0


class SaidAloud(msgspec.Struct, frozen=True, kw_only=True):
    """An announcement of the control team.

    `back`: the first entry that was taken back. Until November 2026 `words` named the move itself, as it was read then.
    """

    words: str
    back: int = 0


def decide_say_aloud(_at: At, command: SayAloud, asked: DecisionContext) -> tuple[SaidAloud, ...]:
    if not is_staff(asked.by):
        raise Refused(say("Only Control says something to a whole table."), code="not-yours")
    words = trim_text(command.words, 300)
    if not words:
        raise Refused(say("There is nothing to say."), code="malformed")
    return (SaidAloud(words=words, back=command.back),)


def evolve_said(state: TableState, happened: SaidAloud) -> TableState:
    return replace(state, said=(*state.said, happened.words))


def back_words(happened: SaidAloud, move: str) -> str:
    """The announcement that Control took a move back. `move`: the public sentence of that move."""
    words = say("“{move}” was taken back, with what followed. {reason}", move=move, reason=happened.words)
    return say("Control: {words}", words=words)


ALOUD: Final = Module(
    name="aloud",
    commands={SayAloud: CommandHandler(decide=decide_say_aloud, label=lambda c, s: say("Say aloud"))},
    events={
        SaidAloud: EventHandler(
            evolve=evolve_said,
            tell=one_sentence(lambda e, s: say("Control: {words}", words=e.words)),
            invalidations=at_table,
            undo=Undo(never=SAID, never_by_players=NOT_A_MOVE),
        )
    },
)
