"""Offers and actions by phase, the default action when time runs out, and reasons why an action is not offered.

Only the offers decide what is legal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.engine.language import say
from control.engine.refusal import Refused
from rooms.tables.game.rules import KEEPER
from rooms.tables.scythe.game import actions
from rooms.tables.scythe.game.actions import ScytheAction, ScytheOffer
from rooms.tables.scythe.game.content import Book, Part, Resource
from rooms.tables.scythe.game.state import Choosing, Combats, Course, Meeting, Phase, Retreating, ScytheState, Visiting
from rooms.tables.scythe.rules import (
    achievements,
    alliances_and_bribes,
    bottom_row,
    combat,
    encounters,
    end_of_game,
    factory,
    mech_abilities,
    movement,
    objectives,
    ongoing_bonuses,
    production,
    scoring,
    setup,
    stars,
    supply,
    top_row,
    turns,
    upgrade_deploy_build_enlist,
    worker_retreat,
)
from rooms.tables.scythe.rules.phases import FINISHED, PHASES, LegalActions, waits_for

PAGES: Final = (
    *(setup, turns, alliances_and_bribes, supply, top_row, production, bottom_row, upgrade_deploy_build_enlist, ongoing_bonuses),
    *(movement, worker_retreat, mech_abilities, combat, encounters, factory, objectives, stars, scoring, end_of_game, achievements),
)  # of the rulebook: their facts are the facts of the game
MOMENTS: Final[Mapping[Phase, LegalActions]] = {
    Phase.CHOOSE_SECTION: {**turns.CHOOSING, **objectives.REVEALING},
    Phase.TOP: {**top_row.TOP, **movement.STARTING, **factory.TOP, **turns.SKIPPING_TOP, **objectives.REVEALING},
    Phase.MOVING: {**movement.MOVING, **objectives.REVEALING},
    Phase.COMBAT_ORDER: {**combat.ORDERING, **objectives.REVEALING},
    Phase.COMBAT_ABILITY: mech_abilities.ARMING,
    Phase.COMBAT_SELECT: combat.COMMITTING,
    Phase.COMBAT_RETREAT: combat.RETREATING,
    Phase.ENCOUNTER: {**encounters.MEETING, **objectives.REVEALING},
    Phase.FACTORY_CHOICE: {**factory.VISITING, **objectives.REVEALING},
    Phase.BOTTOM: {**bottom_row.BOTTOM, **movement.STARTING, **turns.SKIPPING_BOTTOM, **objectives.REVEALING},
    Phase.BONUS: {**ongoing_bonuses.BONUS, **objectives.REVEALING},
    Phase.TURN_END: {**turns.ENDING, **objectives.REVEALING},
    Phase.RECORDING: achievements.RECORDING,
}
ANYTIME: Final[LegalActions] = {
    **alliances_and_bribes.GIVING,
    **turns.PUNISHING,
}  # actions of any player, also while the table waits for others
ACTIONS: Final[tuple[type[ScytheAction], ...]] = tuple(
    dict.fromkeys([kind for row in (*MOMENTS.values(), ANYTIME) for kind in row])
)
OPEN: Final = frozenset({Phase.CHOOSE_SECTION, Phase.TOP, Phase.BOTTOM, Phase.TURN_END})  # phases with nothing to resolve (SY-R-45)


def act(course: Course, player: int, action: ScytheAction) -> None:
    """Carry out an offered action and everything that follows.

    Raises:
        Refused: the action is not offered. The refusal says why.
    """
    book, state = course.book, course.state
    found = MOMENTS.get(state.phase, {}).get(type(action)) or (ANYTIME.get(type(action)) if state.phase in OPEN else None)
    may = 0 <= player < len(state.sides) or (player == KEEPER and isinstance(action, actions.PunishDelay))
    if not may:
        raise Refused(say("Only who sits at the table may play."), rule="SY-GEN-01", code="not-yours")
    if found is None:
        raise _untimely(state.phase, action)
    if not any(offer.allows(action) for offer in found.offers(book, state, player)):
        if player not in waits_for(state) and type(action) not in ASKED_OF_ALL:
            row = PHASES[state.phase]
            sentence = say("Another player has to decide first. Wait for your turn.")
            raise Refused(sentence, rule="SY-R-49" if row.alone else row.rule)
        sentence, rule = found.why_not(book, state, player, action)
        raise Refused(sentence, rule=rule)
    found.does(course, player, action)
    turns.work_agenda(course)


def offered_to(book: Book, state: ScytheState, player: int) -> tuple[ScytheOffer, ...]:
    """Everything that this player may do now. The player who may reveal and the player who is asked can differ (A-27).

    A facilitator without a chair (KEEPER) has only that role (A-30).
    """
    if player == KEEPER:
        return tuple(turns.punishments(book, state, player)) if state.phase in OPEN else ()
    moment = MOMENTS.get(state.phase, {}) if 0 <= player < len(state.sides) else {}
    if moment and state.phase in OPEN:
        moment = {**moment, **ANYTIME}
    return tuple([offer for row in moment.values() for offer in row.offers(book, state, player)])


def default(book: Book, state: ScytheState, player: int) -> ScytheAction:
    """The action for a player whose time has run out: without costs, without revealing anything (SY-R-47)."""
    step = state.agenda[0]
    if isinstance(step, Choosing):
        return actions.ChooseSection(min(turns.sections_for(book, state, player)))  # the Factory card has the highest number
    if isinstance(step, Combats):
        return actions.ChooseCombat(min(step.spaces))
    if isinstance(step, Retreating):
        return combat.default_retreat(book, state, step)
    if isinstance(step, Meeting) and not step.taken:
        gain = book.encounters[step.card].options[0].gain
        food = (Resource.FOOD,) * sum([each.count for each in gain if each.part is Part.ANY])
        return actions.TakeOption(0, picks=actions.Picks(types=food))
    if isinstance(step, Visiting):
        return actions.ChooseCard(min(state.cards))
    return PHASES[state.phase].default or actions.EncounterDone()


# --- refusals ---------------------------------------------------------------------------------------------------------------

FIGHTING: Final = frozenset({Phase.COMBAT_ORDER, Phase.COMBAT_ABILITY, Phase.COMBAT_SELECT, Phase.COMBAT_RETREAT})
TOP_ROW, BOTTOM_ROW = tuple(MOMENTS[Phase.TOP]), tuple(MOMENTS[Phase.BOTTOM])
OF_NO_ROW: Final = (actions.ChooseSection, actions.EndTurn, actions.TakeBonus)
ASKED_OF_ALL: Final = (actions.GiveCoins, actions.PunishDelay, actions.RevealObjective, actions.RecordAchievement)


def _untimely(phase: Phase, action: ScytheAction) -> Refused:
    """The refusal of an action that this phase does not have."""
    if type(action) not in ACTIONS:
        return Refused(say("There is no such action in this game."), rule="SY-TRN-01")
    code = "closed" if phase is Phase.OVER else "refused"
    return Refused(say(PHASES[phase].waiting), rule=_rule_of_time(phase, action), code=code)


def _rule_of_time(phase: Phase, action: ScytheAction) -> str:
    """The rule that forbids an action in this phase."""
    if isinstance(action, actions.RecordAchievement):
        return "SY-END-15"
    if phase in FINISHED:
        return "SY-END-01"
    if isinstance(action, actions.GiveCoins):
        return "SY-ALL-04" if phase in FIGHTING else "SY-R-45"
    if isinstance(action, actions.PunishDelay):
        return "SY-R-45"
    if isinstance(action, actions.RevealObjective):
        return "SY-R-01"
    return _out_of_order(phase, action)


def _out_of_order(phase: Phase, action: ScytheAction) -> str:
    """The rule on the order of sections and rows that an action breaks (SY-TRN-01, SY-TRN-06, SY-TRN-07)."""
    if phase is Phase.TOP:
        return "SY-TRN-06" if isinstance(action, BOTTOM_ROW) else "SY-TRN-01"
    if phase is Phase.BOTTOM:  # steps, combats and encounters belong to the Move of the top row
        return "SY-TRN-01" if isinstance(action, OF_NO_ROW) else "SY-TRN-06"
    if phase is Phase.TURN_END:
        return "SY-TRN-07" if isinstance(action, (*TOP_ROW, *BOTTOM_ROW)) else "SY-TRN-01"
    if phase is Phase.MOVING and isinstance(action, TOP_ROW):  # the Move is the row in use
        return "SY-MOV-01" if isinstance(action, actions.GainCoins) else "SY-TRN-07"
    return PHASES[phase].rule
