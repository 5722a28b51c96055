"""The context of a command: the table that it finds, what every command asks of it first, and who hears of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Any

from control.engine.context import Actor
from control.engine.language import later, say
from control.engine.modules import Invalidation
from control.engine.refusal import Refused, Stale
from control.engine.typed_text import one_line
from rooms.tables.game.names import alike, seen
from rooms.tables.game.rules import AnyRules, GameKind
from rooms.tables.game.state import NOBODY, Chair, Stage, TableState

# === table of a command =================================================================================================

# The table that a command finds, and what every command asks of it first.


LONGEST_NAME = 40
NOT_A_MOVE = later("it is not a move of the game")  # why players take none of what happens around it back

_STAGES = {
    Stage.OPEN: later("The game has not begun."),
    Stage.PLAYING: later("The game has begun already."),
    Stage.OVER: later("This game is over."),
    Stage.CLOSED: later("This table is closed."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class At:
    """The table that a command finds: which game is played at it, by which rules, and how it stands.

    `evolve` folds a fact, `told` says one as everybody at the table reads it. `bots_think` is how long a bot waits beyond the time
    that it takes to read what has just happened; zero where bots wait for nobody.
    """

    game: GameKind
    rules: AnyRules
    evolve: Callable[[TableState, Any], TableState]
    told: Callable[[Any, TableState], str]
    bots_think: timedelta
    state: TableState

    def chair(self, number: int) -> Chair:
        """A chair of the table.

        Raises:
            Refused: there is none of that number.
        """
        if not 0 <= number < len(self.state.chairs):
            raise Refused(say("There is no such chair at this table."), code="malformed")
        return self.state.chairs[number]

    def require_stage(self, *stages: Stage) -> None:
        """Refuse what is not for this stage.

        Raises:
            Stale: with the stage that the table has reached.
        """
        if self.state.stage not in stages:
            raise Stale(say(_STAGES[self.state.stage]))

    def require_host(self, by: Actor) -> None:
        """Refuse whoever neither keeps the table nor is of the control team.

        Raises:
            Refused: it is somebody else.
        """
        if not is_staff(by) and (not person_of(by) or person_of(by) != self.state.host):
            raise Refused(say("Only the host of the table, or Control, may do this."), code="not-yours")


def person_of(by: Actor) -> str:
    """The person who acts; nobody for Control and the clock."""
    return str(by.seat or NOBODY)


def is_staff(by: Actor) -> bool:
    """Is it somebody of the control team?"""
    return bool(by.desks)


def called_at(state: TableState, by: Actor) -> str:
    """What whoever acts is called at the table."""
    chair = state.chair_of(person_of(by))
    return state.chairs[chair].name if chair is not None else say("Control") if is_staff(by) else by.name


def is_own(chair: Chair, by: Actor) -> bool:
    """Is it the chair of the person who acts?"""
    return bool(person_of(by)) and chair.person == person_of(by)


def plain(words: str, most: int = LONGEST_NAME) -> str:
    """What was typed, on one line and not too long."""
    return one_line(words)[:most]


def called(words: str) -> str:
    """A name as it is called; nothing where nobody would see it."""
    return seen(plain(words))


def own_name(state: TableState, name: str) -> str:
    """What somebody is called who comes to the table: where the name is taken there, with a number behind it."""
    taken = {alike(chair.name) for chair in state.chairs if not chair.free}
    numbered = (f"{name[: LONGEST_NAME - 5]} ({number})" for number in count(2))
    return name if alike(name) not in taken else next(each for each in numbered if alike(each) not in taken)


def name_at(state: TableState, chair: int) -> str:
    """Who sits on a chair, as it is said."""
    return state.chairs[chair].name if 0 <= chair < len(state.chairs) else say("somebody")


# === invalidations ======================================================================================================

# Who hears of what happens at a table: everybody at it looks again, and what each may read stands in the words.


def at_table(_happened: Any, _state: Any) -> tuple[Invalidation, ...]:
    """Everybody at the table looks again."""
    return (Invalidation(topic="table"),)
