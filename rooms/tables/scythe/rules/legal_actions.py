"""Offers and actions by phase, and the default action when time runs out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rooms.tables.game.rules import KEEPER
from rooms.tables.scythe.game.actions import (
    ChooseCard,
    ChooseCombat,
    ChooseSection,
    Commit,
    EncounterDone,
    EndMove,
    EndTurn,
    Picks,
    PunishDelay,
    RecordAchievement,
    ScytheAction,
    SkipBottom,
    SkipTop,
    TakeBonus,
    TakeOption,
    UseArtillery,
)
from rooms.tables.scythe.game.content import Book, Part, Resource
from rooms.tables.scythe.game.course import Course
from rooms.tables.scythe.game.offers import ScytheOffer
from rooms.tables.scythe.game.state import Choosing, Combats, Meeting, Phase, Retreating, ScytheState, Visiting
from rooms.tables.scythe.rules import bottom_row, cards, combat, ending, movement, objectives, top_row, turns
from rooms.tables.scythe.rules.refusals import refusal
from rooms.tables.scythe.rules.turns import work_agenda

Offers = Callable[[Book, ScytheState, int], "list[ScytheOffer]"]
Does = Callable[[Course, int, Any], None]
Moment = Mapping[type, tuple[Offers, Does]]

MOMENTS: Final[Mapping[Phase, Moment]] = {
    Phase.CHOOSE_SECTION: {**turns.CHOOSING, **objectives.REVEALING},
    Phase.TOP: {**top_row.TOP, **movement.STARTING, **cards.TOP, **turns.SKIPPING_TOP, **objectives.REVEALING},
    Phase.MOVING: {**movement.MOVING, **objectives.REVEALING},
    Phase.COMBAT_ORDER: {**combat.ORDERING, **objectives.REVEALING},
    Phase.COMBAT_ABILITY: combat.ARMING,
    Phase.COMBAT_SELECT: combat.COMMITTING,
    Phase.COMBAT_RETREAT: combat.RETREATING,
    Phase.ENCOUNTER: {**cards.MEETING, **objectives.REVEALING},
    Phase.FACTORY_CHOICE: {**cards.VISITING, **objectives.REVEALING},
    Phase.BOTTOM: {**bottom_row.BOTTOM, **movement.STARTING, **turns.SKIPPING_BOTTOM, **objectives.REVEALING},
    Phase.BONUS: {**bottom_row.BONUS, **objectives.REVEALING},
    Phase.TURN_END: {**turns.ENDING, **objectives.REVEALING},
    Phase.RECORDING: ending.RECORDING,
}
ANYTIME: Final[Moment] = turns.ANYTIME  # actions of any player, also while the table waits for others
OPEN: Final = frozenset({Phase.CHOOSE_SECTION, Phase.TOP, Phase.BOTTOM, Phase.TURN_END})  # phases with nothing to resolve (SY-R-45)


def act(course: Course, player: int, action: ScytheAction) -> None:
    """Carry out an offered action and everything that follows.

    Raises:
        Refused: the action is not offered. The refusal says why.
    """
    book, state = course.book, course.state
    found = MOMENTS.get(state.phase, {}).get(type(action)) or (ANYTIME.get(type(action)) if state.phase in OPEN else None)
    may = 0 <= player < len(state.sides) or (player == KEEPER and isinstance(action, PunishDelay))
    if found is None or not may or not any(offer.allows(action) for offer in found[0](book, state, player)):
        raise refusal(book, state, player, action, in_time=found is not None)
    found[1](course, player, action)
    work_agenda(course)


def offers(book: Book, state: ScytheState, player: int) -> tuple[ScytheOffer, ...]:
    """Everything that this player may do now. The player who may reveal and the player who is asked can differ (A-27).

    A facilitator without a chair (KEEPER) has only that role (A-30).
    """
    if player == KEEPER:
        return tuple(turns.punishments(book, state, player)) if state.phase in OPEN else ()
    moment = MOMENTS.get(state.phase, {}) if 0 <= player < len(state.sides) else {}
    if moment and state.phase in OPEN:
        moment = {**moment, **ANYTIME}
    return tuple([offer for offered, _does in moment.values() for offer in offered(book, state, player)])


def default(book: Book, state: ScytheState, player: int) -> ScytheAction:
    """The action for a player whose time has run out: without costs, without revealing anything (SY-R-47)."""
    step = state.agenda[0]
    if isinstance(step, Choosing):
        return ChooseSection(min(turns.sections_for(book, state, player)))  # the Factory card has the highest number
    if isinstance(step, Combats):
        return ChooseCombat(min(step.spaces))
    if isinstance(step, Retreating):
        return combat.default_retreat(book, state, step)
    if isinstance(step, Meeting):
        return EncounterDone() if step.taken else TakeOption(0, picks=Picks(types=(Resource.FOOD,) * count_any_tokens(book, step)))
    if isinstance(step, Visiting):
        return ChooseCard(min(state.cards))
    return NOTHING[state.phase]


def count_any_tokens(book: Book, step: Meeting) -> int:
    """The number of tokens of any type that option A of the card gives."""
    return sum([each.count for each in book.encounters[step.card].options[0].gain if each.part is Part.ANY])


NOTHING: Final[Mapping[Phase, ScytheAction]] = {
    Phase.TOP: SkipTop(),
    Phase.MOVING: EndMove(),
    Phase.COMBAT_ABILITY: UseArtillery(use=False),
    Phase.COMBAT_SELECT: Commit(0),
    Phase.BOTTOM: SkipBottom(),
    Phase.BONUS: TakeBonus(accept=True),
    Phase.TURN_END: EndTurn(),
    Phase.RECORDING: RecordAchievement(()),
}
