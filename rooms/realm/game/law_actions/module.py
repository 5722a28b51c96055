"""Module of the deeds of passed laws, by the scenario's id of each kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.day.clock.phase_events import ClockSet, MonthTurned, PhaseBegan, PhaseEnded
from control.day.decisions import questions as decisions
from control.day.decisions.answers import DecisionMade
from control.day.decisions.questions import DecisionOpened
from control.engine.context import DecisionContext
from control.engine.language import later
from control.engine.modules import GameEvent, Module
from rooms.realm.game.hostages.hostage_events import HostagesHandedOver, HostagesKilled, HostagesReleased, HostageTaken
from rooms.realm.game.law_actions import action as board
from rooms.realm.game.law_actions import action as building
from rooms.realm.game.law_actions import action as by_hand
from rooms.realm.game.law_actions import action as execution
from rooms.realm.game.law_actions import action as lasting
from rooms.realm.game.law_actions import hostages, money, return_turns, underground
from rooms.realm.game.law_actions.action import Carry, deed_of
from rooms.realm.game.law_actions.return_turns import LawActed, LawLapsed
from rooms.realm.game.laws import LawStruck
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Phase

CARRIED_OUT: Final[Mapping[str, Carry]] = {
    **lasting.LASTING,
    **board.BOARD,
    **money.MONEY,
    **building.BUILDINGS,
    **underground.TABLES,
    **hostages.CAPTIVES,
    **execution.EXECUTION,
    **by_hand.BY_HAND,
}


def carry_out(state: GameState, happened: LawActed, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Carry out a law that acts (GE-CRT-36)."""
    deed = deed_of(state, happened.law, happened.month, asked)
    if deed is None:
        return ()
    return tuple(CARRIED_OUT.get(deed.passed.kind, by_hand.leave_to_court_control)(deed))


def run_moments(state: GameState, happened: MonthTurned, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Run the laws' moments of Return; each moment belongs to one part (R-20)."""
    return (*return_turns.run_moments(state, happened, asked), *money.collect_taxes(state, happened, asked))


def end_phase(state: GameState, happened: PhaseEnded | ClockSet, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """End what laws tie to a phase: recompense lapses with Planning, tolls are paid with Movement (R-84, R-101)."""
    return (*money.lapse_recompense(state, happened, asked), *underground.collect_tolls(state, happened, asked))


def follow_clock_set(state: GameState, happened: ClockSet, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Do the same when Control sets the clock past phases or onto Return. A Return that was passed asks no more."""
    passed = [each.month for each in happened.passed if each.phase == Phase.RETURN]
    prefixes = [prefix for month in passed for prefix in (money.question_prefix(month), hostages.question_prefix(month))]
    over = tuple(event for prefix in prefixes for event in decisions.update_questions(state, (), prefix))
    return (*over, *end_phase(state, happened, asked), *begin_phase(state, happened, asked))


def begin_phase(state: GameState, happened: PhaseBegan | ClockSet, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Ask the questions of Return: what a debtor pays (R-08), which hostages go (R-93)."""
    return (*money.ask(state, happened, asked), *hostages.ask(state, happened, asked))


def follow_up_answer(state: GameState, happened: DecisionMade, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Follow up an answer: carry out a recompense, ask for the next hostage."""
    return (*money.hand_over_recompense(state, happened, asked), *hostages.ask_next(state, happened, asked))


DEEDS = Module(
    name="deeds",
    title=later("Law Board"),
    events={**return_turns.EVENTS, **money.EVENTS, **underground.EVENTS},
    reactions={
        MonthTurned: run_moments,
        LawActed: carry_out,
        PhaseBegan: begin_phase,
        PhaseEnded: end_phase,
        ClockSet: follow_clock_set,
        DecisionMade: follow_up_answer,
        DecisionOpened: hostages.ask_after_reopening,
        **dict.fromkeys((HostageTaken, HostagesReleased, HostagesKilled, HostagesHandedOver), hostages.ask_again),
        **dict.fromkeys((LawLapsed, LawStruck), hostages.withdraw_questions),
    },
    late_reactions={LawActed: return_turns.continue_turns, LawLapsed: return_turns.continue_turns},
    extra_folds={LawStruck: underground.lift_bars},
)
