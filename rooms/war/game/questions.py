"""Questions to War Control, updated when the map changes: an Immortal's kill, famine, aid, schemes.

Rules: R-57, R-66, R-89, R-130.
"""

from __future__ import annotations

from control.day.clock.phase_events import ClockSet, PhaseBegan
from control.day.decisions import questions as decisions
from control.engine.context import DecisionContext
from control.engine.modules import GameEvent, Module
from rooms.realm.game.effects.lifetime import EffectEnded, EffectEntered
from rooms.realm.game.laws import LawPosted, LawStruck
from rooms.realm.game.scheme_effects.completion import SchemeCompleted
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.throne_events import SovereignDeposed, SovereignSeated
from rooms.realm.scenario.ids import Phase
from rooms.war.game.battles import ask_for_vengeance
from rooms.war.game.famine_and_inlaws import famine_choices, famine_prefix
from rooms.war.game.flags import FlagAdjusted, FlagsChanged
from rooms.war.game.immortals import ImmortalAdjusted, ImmortalCalledHome, ImmortalSent
from rooms.war.game.laws import aid_id, ask_where_aid_goes
from rooms.war.game.moves import MovesMade
from rooms.war.game.orders import OrdersCorrected
from rooms.war.game.recruits import RecruitsPlaced
from rooms.war.game.remnants import RemnantAdjusted
from rooms.war.game.strike_places import ask as ask_in_return
from rooms.war.game.strike_places import ask_again as where_schemes_strike
from rooms.war.game.strike_places import prefix as scheme_prefix
from rooms.war.game.units import UnitsAdjusted

# === questions ==========================================================================================================


LOOK_AGAIN: tuple[type, ...] = (
    MovesMade,
    FlagsChanged,
    RecruitsPlaced,
    OrdersCorrected,
    UnitsAdjusted,
    FlagAdjusted,
    RemnantAdjusted,
    ImmortalAdjusted,
    ImmortalSent,
    ImmortalCalledHome,
    EffectEntered,
    EffectEnded,
    LawPosted,
    LawStruck,
    SovereignSeated,
    SovereignDeposed,
    SchemeCompleted,
)


def ask_again(state: GameState, happened: object, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Ask the questions that the current state raises."""
    aid = ask_where_aid_goes(state, asked)
    return (*ask_for_vengeance(state, asked), *famine_choices(state, asked), *aid, *where_schemes_strike(state, happened, asked))


def ask_when_set(state: GameState, happened: ClockSet, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Ask again when the clock is set to Return by hand. Questions of skipped Returns are closed."""
    passed = [each.month for each in happened.passed if each.phase == Phase.RETURN]
    prefixes = [prefix for month in passed for prefix in (famine_prefix(month), aid_id(month), scheme_prefix(month))]
    over = tuple(event for prefix in prefixes for event in decisions.update_questions(state, (), prefix))
    return (*over, *ask_as_return_begins(state, happened, asked))


def ask_as_return_begins(state: GameState, happened: PhaseBegan | ClockSet, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Ask the questions of Return: where units by law go, and where schemes strike."""
    return (*ask_where_aid_goes(state, asked), *ask_in_return(state, happened, asked))


ASKING = Module(
    name="war-asking",
    reactions={**dict.fromkeys(LOOK_AGAIN, ask_again), PhaseBegan: ask_as_return_begins, ClockSet: ask_when_set},
)
