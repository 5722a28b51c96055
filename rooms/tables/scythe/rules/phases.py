"""Phases of a table: the step that each one asks about, its next thing to do and its default action. Rows of legal actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from control.engine.language import later, say
from rooms.tables.scythe.game import actions, state
from rooms.tables.scythe.game.content import Book
from rooms.tables.scythe.game.state import Course, Phase, ScytheState


class LegalAction(NamedTuple):
    """The row of an action: its offers to a player, its effect, and the reason with the rule why it is not offered."""

    offers: Callable[[Book, ScytheState, int], list[Any]]
    does: Callable[[Course, int, Any], None]
    why_not: Callable[[Book, ScytheState, int, Any], tuple[str, str]]


LegalActions = Mapping[type, LegalAction]


def always(sentence: str, rule: str) -> Callable[[Book, ScytheState, int, Any], tuple[str, str]]:
    """The one reason why an action is not offered, marked with `later`, and its rule."""
    return lambda _book, _state, _player, _action: (say(sentence), rule)


class PhaseRow(NamedTuple):
    """A phase. `step`: the step of the agenda that it asks about. `waiting`: the next thing to do, with its rule.

    `default`: the action when time runs out, where it has nothing to choose (SY-R-47). `alone`: only the active player decides
    (SY-R-49).
    """

    step: type | None
    waiting: str
    rule: str
    default: actions.ScytheAction | None = None
    alone: bool = False


PHASES: Final[Mapping[Phase, PhaseRow]] = {
    Phase.SETUP: PhaseRow(None, later("The table is not laid out yet."), "SY-TRN-01"),
    Phase.CHOOSE_SECTION: PhaseRow(state.Choosing, later("A section has to be chosen first."), "SY-TRN-01", alone=True),
    Phase.TOP: PhaseRow(
        state.TopRow, later("It is time for the top row: take it or skip it."), "SY-TRN-06", actions.SkipTop(), alone=True
    ),
    Phase.MOVING: PhaseRow(
        state.Moving, later("Units are moving. End the move first."), "SY-MOV-31", actions.EndMove(), alone=True
    ),
    Phase.COMBAT_ORDER: PhaseRow(
        state.Combats, later("There are combats. Choose which one is fought next."), "SY-CMB-02", alone=True
    ),
    Phase.COMBAT_ABILITY: PhaseRow(
        state.Arming, later("A combat begins. Say whether Artillery fires."), "SY-CMB-06", actions.UseArtillery(use=False)
    ),
    Phase.COMBAT_SELECT: PhaseRow(
        state.Committing, later("A combat is being fought. Dial power and add cards."), "SY-CMB-07", actions.Commit(0)
    ),
    Phase.COMBAT_RETREAT: PhaseRow(state.Retreating, later("Units retreat. Choose where they go."), "SY-MEC-13"),
    Phase.ENCOUNTER: PhaseRow(state.Meeting, later("An encounter lies open. Choose one of its options."), "SY-ENC-04"),
    Phase.FACTORY_CHOICE: PhaseRow(state.Visiting, later("A Factory card has to be chosen first."), "SY-R-34", alone=True),
    Phase.BOTTOM: PhaseRow(
        state.BottomRow, later("It is time for the bottom row: take it or skip it."), "SY-TRN-06", actions.SkipBottom(), alone=True
    ),
    Phase.BONUS: PhaseRow(
        state.Bonuses, later("A recruit’s bonus is offered. Take it or leave it."), "SY-ENL-08", actions.TakeBonus(accept=True)
    ),
    Phase.TURN_END: PhaseRow(state.Ending, later("Both rows are done. End the turn."), "SY-TRN-07", actions.EndTurn(), alone=True),
    Phase.RECORDING: PhaseRow(
        state.Recording,
        later("The game has ended. Only winners enter the achievement sheet."),
        "SY-END-01",
        actions.RecordAchievement(()),
    ),
    Phase.OVER: PhaseRow(None, later("The game is over."), "SY-END-01"),
}
FINISHED: Final = frozenset({Phase.OVER, Phase.RECORDING})
PHASE_OF: Final[Mapping[type, Phase]] = {row.step: phase for phase, row in PHASES.items() if row.step}


def waits_for(table: ScytheState) -> tuple[int, ...]:
    """The players whose answer the table waits for: both players of a combat (SY-CMB-07), else one, or all winners in RECORDING."""
    if table.phase in (Phase.SETUP, Phase.OVER) or not table.agenda:
        return ()
    step = table.agenda[0]
    if isinstance(step, state.Committing) and table.fight is not None:
        both = (table.fight.attacker, table.fight.defender)
        return tuple([player for player, made in zip(both, table.fight.commitments, strict=True) if made is None])
    if isinstance(step, state.Arming | state.Retreating | state.Meeting):
        return (step.player,)
    if isinstance(step, state.Bonuses):
        return step.players[:1]
    if isinstance(step, state.Recording):
        return step.players
    return (table.active,)
