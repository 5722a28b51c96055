"""Context of a table's commands: the table at that moment, checks of the sender, names, and invalidations."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import count
from typing import Any

from msgspec import Struct

from control.engine.context import Actor
from control.engine.language import later, say
from control.engine.modules import Invalidation
from control.engine.refusal import Refused, Stale
from control.engine.typed_text import one_line
from rooms.tables.game.names import normalize_name, visible_text
from rooms.tables.game.rules import AnyRules, GameKind
from rooms.tables.game.state import NOBODY, Chair, TableStage, TableState

# === table of a command =================================================================================================

# The table when a command arrives, and the checks that commands share.


LONGEST_NAME = 40
NOT_A_MOVE = later("it is not a move of the game")  # why players cannot undo facts of the table itself

_STAGES = {
    TableStage.OPEN: later("The game has not begun."),
    TableStage.PLAYING: later("The game has begun already."),
    TableStage.OVER: later("This game is over."),
    TableStage.CLOSED: later("This table is closed."),
}


class At(Struct, frozen=True, kw_only=True):
    """The table when a command arrives: its game, rules and state.

    `evolve`: the fold of a fact. `told`: the public sentence of a fact, from the states around it. `bots_think`: how long a bot
    waits beyond the time that it takes to read what has just happened; zero if bots do not wait.
    """

    game: GameKind
    rules: AnyRules
    evolve: Callable[[TableState, Any], TableState]
    told: Callable[[Any, TableState, TableState], str]
    bots_think: timedelta
    state: TableState

    def chair(self, number: int) -> Chair:
        """A chair by its number.

        Raises:
            Refused: the table has no such chair.
        """
        if not 0 <= number < len(self.state.chairs):
            raise Refused(say("There is no such chair at this table."), code="malformed")
        return self.state.chairs[number]

    def require_stage(self, *stages: TableStage) -> None:
        """Require that the table is in one of these stages.

        Raises:
            Stale: with the stage that the table has reached.
        """
        if self.state.stage not in stages:
            raise Stale(say(_STAGES[self.state.stage]))

    def require_host(self, by: Actor) -> None:
        """Require that the sender is the host or a member of the control team.

        Raises:
            Refused: the sender is neither.
        """
        if not is_staff(by) and (not person_of(by) or person_of(by) != self.state.host):
            raise Refused(say("Only the host of the table, or Control, may do this."), code="not-yours")


def person_of(by: Actor) -> str:
    """The person behind a command; `NOBODY` for Control and the clock."""
    return str(by.seat or NOBODY)


def is_staff(by: Actor) -> bool:
    """Whether the sender is a member of the control team."""
    return bool(by.desks)


def sender_name(state: TableState, by: Actor) -> str:
    """The sender's name at the table."""
    chair = state.chair_of(person_of(by))
    return state.chairs[chair].name if chair is not None else say("Control") if is_staff(by) else by.name


def is_own(chair: Chair, by: Actor) -> bool:
    """Whether this chair belongs to the sender."""
    return bool(person_of(by)) and chair.person == person_of(by)


def trim_text(words: str, most: int = LONGEST_NAME) -> str:
    """Typed text on one line, cut to `most` characters."""
    return one_line(words)[:most]


def visible_name(words: str) -> str:
    """A typed name for display. Empty if no sign of it is visible."""
    return visible_text(trim_text(words))


def unique_name(state: TableState, name: str) -> str:
    """A newcomer's name at the table, with a number behind it if the name is taken."""
    taken = {normalize_name(chair.name) for chair in state.chairs if not chair.free}
    numbered = (f"{name[: LONGEST_NAME - 5]} ({number})" for number in count(2))
    return name if normalize_name(name) not in taken else next(each for each in numbered if normalize_name(each) not in taken)


def name_at(state: TableState, chair: int) -> str:
    """The name on a chair, for sentences."""
    return state.chairs[chair].name if 0 <= chair < len(state.chairs) else say("somebody")


# === invalidations ======================================================================================================

# Every fact refreshes the screens of everybody at the table. What each may read is decided by the sentences.


def at_table(_happened: Any, _state: Any) -> tuple[Invalidation, ...]:
    """Invalidate the table for everybody at it."""
    return (Invalidation(topic="table"),)
