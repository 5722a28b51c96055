"""Reasons why an action is not offered, one sentence each. Only the offers decide what is legal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from control.engine.language import later, say
from control.engine.refusal import Refused
from rooms.tables.game.rules import KEEPER
from rooms.tables.scythe.game import actions
from rooms.tables.scythe.game.actions import ACTIONS, ScytheAction
from rooms.tables.scythe.game.content import Book
from rooms.tables.scythe.game.state import Phase, ScytheState
from rooms.tables.scythe.rules import bottom_row, cards, combat, ending, movement, objectives, top_row, turns
from rooms.tables.scythe.rules.awaited_players import waits_for

WAITING: Final[Mapping[Phase, tuple[str, str]]] = {  # the next thing to do, and its rule
    Phase.SETUP: (later("The table is not laid out yet."), "SY-TRN-01"),
    Phase.CHOOSE_SECTION: (later("A section has to be chosen first."), "SY-TRN-01"),
    Phase.TOP: (later("It is time for the top row: take it or skip it."), "SY-TRN-06"),
    Phase.MOVING: (later("Units are moving. End the move first."), "SY-MOV-31"),
    Phase.COMBAT_ORDER: (later("There are combats. Choose which one is fought next."), "SY-CMB-02"),
    Phase.COMBAT_ABILITY: (later("A combat begins. Say whether Artillery fires."), "SY-CMB-06"),
    Phase.COMBAT_SELECT: (later("A combat is being fought. Dial power and add cards."), "SY-CMB-07"),
    Phase.COMBAT_RETREAT: (later("Units retreat. Choose where they go."), "SY-MEC-13"),
    Phase.ENCOUNTER: (later("An encounter lies open. Choose one of its options."), "SY-ENC-04"),
    Phase.FACTORY_CHOICE: (later("A Factory card has to be chosen first."), "SY-R-34"),
    Phase.BOTTOM: (later("It is time for the bottom row: take it or skip it."), "SY-TRN-06"),
    Phase.BONUS: (later("A recruit’s bonus is offered. Take it or leave it."), "SY-ENL-08"),
    Phase.TURN_END: (later("Both rows are done. End the turn."), "SY-TRN-07"),
    Phase.RECORDING: (later("The game has ended. Only winners enter the achievement sheet."), "SY-END-01"),
    Phase.OVER: (later("The game is over."), "SY-END-01"),
}
Why = Callable[[Book, ScytheState, int, Any], tuple[str, str]]
WHY: Final[Mapping[type, Why]] = {
    actions.ChooseSection: turns.why_not_in_turn,
    actions.GiveCoins: turns.why_not_in_turn,
    actions.PunishDelay: turns.why_not_in_turn,
    actions.GainCoins: top_row.why_not_top_row,
    actions.Bolster: top_row.why_not_top_row,
    actions.Trade: top_row.why_not_top_row,
    actions.Produce: top_row.why_not_top_row,
    actions.StartMove: movement.why_no_move,
    actions.StepTo: movement.why_no_move,
    actions.Reload: movement.why_no_move,
    actions.EndUnit: movement.why_no_move,
    actions.EndMove: movement.why_no_move,
    actions.ChooseCombat: combat.why_not_in_combat,
    actions.UseArtillery: combat.why_not_in_combat,
    actions.Commit: combat.why_not_in_combat,
    actions.Retreat: combat.why_not_in_combat,
    actions.TakeOption: cards.why_no_encounter,
    actions.EncounterDone: cards.why_no_encounter,
    actions.ChooseCard: cards.why_no_factory_card,
    actions.UseCard: cards.why_no_factory_card,
    actions.Upgrade: bottom_row.why_not_bottom_row,
    actions.Deploy: bottom_row.why_not_bottom_row,
    actions.Build: bottom_row.why_not_bottom_row,
    actions.Enlist: bottom_row.why_not_bottom_row,
    actions.TakeBonus: bottom_row.why_no_bonus,
    actions.RevealObjective: objectives.why_not_revealed,
    actions.RecordAchievement: ending.why_not_recorded,
}


SEQUENTIAL: Final = frozenset(  # phases in which only the active player decides (SY-R-49)
    {Phase.CHOOSE_SECTION, Phase.TOP, Phase.MOVING, Phase.COMBAT_ORDER, Phase.FACTORY_CHOICE, Phase.BOTTOM, Phase.TURN_END}
)
FIGHTING: Final = frozenset({Phase.COMBAT_ORDER, Phase.COMBAT_ABILITY, Phase.COMBAT_SELECT, Phase.COMBAT_RETREAT})
TOP_ROW: Final = (
    actions.GainCoins,
    actions.StartMove,
    actions.Bolster,
    actions.Trade,
    actions.Produce,
    actions.UseCard,
    actions.SkipTop,
)
BOTTOM_ROW: Final = (actions.Upgrade, actions.Deploy, actions.Build, actions.Enlist, actions.SkipBottom)
OF_NO_ROW: Final = (actions.ChooseSection, actions.EndTurn, actions.TakeBonus)
ASKED_OF_ALL: Final = (actions.GiveCoins, actions.PunishDelay, actions.RevealObjective, actions.RecordAchievement)


def refusal(book: Book, state: ScytheState, player: int, action: ScytheAction, *, in_time: bool) -> Refused:
    """The reason why this player cannot do this now, with its rule. `in_time`: the phase accepts actions of this type."""
    if not 0 <= player < len(state.sides) and not (player == KEEPER and isinstance(action, actions.PunishDelay)):
        return Refused(say("Only who sits at the table may play."), rule="SY-GEN-01", code="not-yours")
    if type(action) not in ACTIONS:
        return Refused(say("There is no such action in this game."), rule="SY-TRN-01")
    waiting, rule = WAITING[state.phase]
    if state.phase is Phase.OVER:
        return Refused(say(waiting), rule=_untimely(state.phase, action, rule), code="closed")
    if not in_time:
        return Refused(say(waiting), rule=_untimely(state.phase, action, rule))
    if player not in waits_for(state) and type(action) not in ASKED_OF_ALL:
        sentence = say("Another player has to decide first. Wait for your turn.")
        return Refused(sentence, rule="SY-R-49" if state.phase in SEQUENTIAL else rule)
    sentence, rule = WHY[type(action)](book, state, player, action)
    return Refused(sentence, rule=rule)


def _untimely(phase: Phase, action: ScytheAction, waiting: str) -> str:
    """The rule that forbids an action in this phase. `waiting`: the rule on the next thing to do."""
    if isinstance(action, actions.RecordAchievement):
        return "SY-END-15"
    if phase in (Phase.RECORDING, Phase.OVER):
        return "SY-END-01"
    if isinstance(action, actions.GiveCoins):
        return "SY-ALL-04" if phase in FIGHTING else "SY-R-45"
    if isinstance(action, actions.PunishDelay):
        return "SY-R-45"
    if isinstance(action, actions.RevealObjective):
        return "SY-R-01"
    return _out_of_order(phase, action, waiting)


def _out_of_order(phase: Phase, action: ScytheAction, waiting: str) -> str:
    """The rule on the order of sections and rows that an action breaks (SY-TRN-01, SY-TRN-06, SY-TRN-07)."""
    if phase is Phase.TOP:
        return "SY-TRN-06" if isinstance(action, BOTTOM_ROW) else "SY-TRN-01"
    if phase is Phase.BOTTOM:  # steps, combats and encounters belong to the Move of the top row
        return "SY-TRN-01" if isinstance(action, OF_NO_ROW) else "SY-TRN-06"
    if phase is Phase.TURN_END:
        return "SY-TRN-07" if isinstance(action, (*TOP_ROW, *BOTTOM_ROW)) else "SY-TRN-01"
    if phase is Phase.MOVING and isinstance(action, TOP_ROW):  # the Move is the row in use
        return "SY-MOV-01" if isinstance(action, actions.GainCoins) else "SY-TRN-07"
    return waiting
