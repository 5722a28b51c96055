"""Why something is not offered: one sentence. What is legal say the offers alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from control.engine.language import later, say
from control.engine.refused import Refused
from rooms.tables.scythe.game import actions
from rooms.tables.scythe.game.actions import ACTIONS, ScytheAction
from rooms.tables.scythe.game.book import Book
from rooms.tables.scythe.game.state import Phase, ScytheState
from rooms.tables.scythe.rules import bonuses, bottom, fighting, meeting, moving, objectives, recording, top, turns, visiting
from rooms.tables.scythe.rules.waiting import waits_for

WAITING: Final[Mapping[Phase, str]] = {  # what is to be done first
    Phase.SETUP: later("The table is not laid out yet."),
    Phase.CHOOSE_SECTION: later("A section has to be chosen first."),
    Phase.TOP: later("It is time for the top row: take it or skip it."),
    Phase.MOVING: later("Units are moving. End the move first."),
    Phase.COMBAT_ORDER: later("There are combats. Choose which one is fought next."),
    Phase.COMBAT_ABILITY: later("A combat begins. Say whether Artillery fires."),
    Phase.COMBAT_SELECT: later("A combat is being fought. Dial power and add cards."),
    Phase.COMBAT_RETREAT: later("Units retreat. Choose where they go."),
    Phase.ENCOUNTER: later("An encounter lies open. Choose one of its options."),
    Phase.FACTORY_CHOICE: later("A Factory card has to be chosen first."),
    Phase.BOTTOM: later("It is time for the bottom row: take it or skip it."),
    Phase.BONUS: later("A recruit’s bonus is offered. Take it or leave it."),
    Phase.TURN_END: later("Both rows are done. End the turn."),
    Phase.RECORDING: later("The game has ended. Only winners enter the achievement sheet."),
    Phase.OVER: later("The game is over."),
}
Why = Callable[[Book, ScytheState, int, Any], str]
WHY: Final[Mapping[type, Why]] = {
    actions.ChooseSection: turns.why,
    actions.GiveCoins: turns.why,
    actions.PunishDelay: turns.why,
    actions.GainCoins: top.why,
    actions.Bolster: top.why,
    actions.Trade: top.why,
    actions.Produce: top.why,
    actions.StartMove: moving.why,
    actions.StepTo: moving.why,
    actions.Reload: moving.why,
    actions.EndUnit: moving.why,
    actions.EndMove: moving.why,
    actions.ChooseCombat: fighting.why,
    actions.UseArtillery: fighting.why,
    actions.Commit: fighting.why,
    actions.Retreat: fighting.why,
    actions.TakeOption: meeting.why,
    actions.EncounterDone: meeting.why,
    actions.ChooseCard: visiting.why,
    actions.UseCard: visiting.why,
    actions.Upgrade: bottom.why,
    actions.Deploy: bottom.why,
    actions.Build: bottom.why,
    actions.Enlist: bottom.why,
    actions.TakeBonus: bonuses.why,
    actions.RevealObjective: objectives.why,
    actions.RecordAchievement: recording.why,
}


def refusal(book: Book, state: ScytheState, player: int, action: ScytheAction, *, in_time: bool) -> Refused:
    """Why this player cannot do this now (SY-GEN-11). `in_time`: actions of this kind have their moment now."""
    if not 0 <= player < len(state.sides):
        return Refused(say("Only who sits at the table may play."), rule="SY-HID-09", code="not-yours")
    if type(action) not in ACTIONS:
        return Refused(say("There is no such action in this game."), rule="SY-TRN-01")
    if state.phase is Phase.OVER:
        return Refused(say(WAITING[state.phase]), rule="SY-END-01", code="closed")
    if not in_time:
        return Refused(say(WAITING[state.phase]), rule="SY-TRN-01")
    if player not in waits_for(state) and type(action) not in (actions.GiveCoins, actions.PunishDelay, actions.RevealObjective):
        return Refused(say("Another player has to decide first. Wait for your turn."), rule="SY-R-49")
    return Refused(WHY[type(action)](book, state, player, action), rule="SY-GEN-11")
