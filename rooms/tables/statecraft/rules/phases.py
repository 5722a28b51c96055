"""Phases of the table: the step that each comes from, the players asked, the refusals, and the row of an action in a phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from msgspec import Struct

from control.engine.context import Chance
from control.engine.language import later, say, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.game.rule_parts import with_replaced
from rooms.tables.game.rules import Offer
from rooms.tables.statecraft.game.actions import StatecraftAction
from rooms.tables.statecraft.game.content import Book
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import (
    Answer,
    Bidding,
    Choosing,
    Contributing,
    Course,
    Phase,
    Side,
    StatecraftState,
    Step,
    answer_of,
)


class Answered(GameFact, frozen=True):
    """A player has chosen in secret. Other players learn the choice when all are in (SC-HID-03, SC-HID-04, SC-HID-05)."""

    binding = later("a choice that is in cannot be changed")
    player: int
    answer: Answer

    def after(self, state: StatecraftState) -> StatecraftState:
        answers = state.answers or (None,) * len(state.sides)
        return replace(state, answers=with_replaced(answers, self.player, self.answer))

    def words(self, scene: Scene) -> str:
        return say("{name} has chosen.", name=scene.names[self.player])

    def words_for(self, scene: Scene, player: int | None) -> str:
        """The sentence for one reader. Only the player who chose reads the choice itself."""
        if player != self.player:
            return say("{name} has chosen.", name=scene.names[self.player])
        step = scene.state.agenda[0] if scene.state.agenda else None
        if isinstance(self.answer, str):
            return say("You put in {card}.", card=scene.card(self.answer) if self.answer else say("nothing"))
        if isinstance(step, Bidding):
            return say_count("You bid {count} card.", "You bid {count} cards.", self.answer)
        return say("You choose {option}.", option=scene.option(self.answer))


Reason = tuple[str, str]  # the sentence of a refusal, and its rule
AnyStep = TypeVar("AnyStep")
AnyPurple = TypeVar("AnyPurple")
TOGETHER: Final = (Bidding, Choosing, Contributing)  # steps that ask several players at the same time, in secret
HIDDEN: Final = frozenset({Phase.EVENT_CHOICE, Phase.EMERGENCY_CHOICE, Phase.INCUMBENT_BID})  # these end with the last answer


def hidden_choosers(state: StatecraftState) -> tuple[int, ...]:
    """The players of the current hidden choice, whether they have chosen or not."""
    step = state.agenda[0] if state.agenda else None
    return step.players if isinstance(step, TOGETHER) else ()


def waits_for(state: StatecraftState) -> tuple[int, ...]:
    """The players whose answer the table waits for."""
    if state.phase in (Phase.SETUP, Phase.OVER):
        return ()
    if not state.agenda:
        return (state.active,)
    step: Step = state.agenda[0]
    if isinstance(step, TOGETHER):
        return tuple([player for player in step.players if answer_of(state, player) is None])
    return (getattr(step, "player", state.active),)


def current_step(state: StatecraftState, kind: type[AnyStep]) -> AnyStep:
    """The step that the table waits for, which is known to be of this kind."""
    step = state.agenda[0]
    assert isinstance(step, kind)
    return step


def purple_card(course: Course, kind: type[AnyPurple]) -> AnyPurple:
    """The purple card being resolved, which is known to be of this kind."""
    card = course.book.purple[course.state.resolving[0].card]
    assert isinstance(card, kind)
    return card


class Asked(NamedTuple):
    """A player with everything that decides which actions are legal: printed content and the state of the table."""

    book: Book
    state: StatecraftState
    player: int

    @property
    def side(self) -> Side:
        return self.state.sides[self.player]

    @property
    def hand(self) -> tuple[str, ...]:
        return self.state.sides[self.player].hand

    def step(self, kind: type[AnyStep]) -> AnyStep:
        """The step that the table waits for."""
        return current_step(self.state, kind)


class Row(Struct, frozen=True):
    """An action in a phase: its offers, its effect, the reason why one is not offered, and the default when the time runs out."""

    action: type[StatecraftAction]
    phase: Phase
    offers: Callable[[Asked], Sequence[Offer[StatecraftAction]]]
    does: Callable[[Course, int, Any], None]
    why: Callable[[Asked, Any], Reason] | None = None
    default: Callable[[Asked, Chance], StatecraftAction] | None = None


# --- refusals ---------------------------------------------------------------------------------------------------------------


WAITING: Final[Mapping[Phase, Reason]] = {  # where no step asks; each step that asks has its own
    Phase.SETUP: (later("The table is not laid out yet."), "SC-SET-02"),
    Phase.TURN: (later("Nothing of that kind is asked now. Do a manoeuvre or end the turn."), "SC-TRN-15"),
    Phase.REFILL: (later("The hand is being refilled. Wait a moment."), "SC-TRN-09"),
    Phase.OVER: (later("The game is over."), "SC-FIN-02"),
}


def waiting_reason(state: StatecraftState) -> Reason:
    """The refusal of an action that belongs to another phase."""
    sentence, rule = WAITING.get(state.phase) or state.agenda[0].waiting
    return say(sentence), rule
