"""What will be played when the time runs out, said beforehand (SY-R-47)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.engine.language import later, say
from rooms.tables.scythe.game import actions
from rooms.tables.scythe.game.view import ScytheView

PLAYED: Final[Mapping[type, str]] = {
    actions.SkipTop: later("the top row is skipped."),
    actions.EndMove: later("the move ends, every unit where it stands."),
    actions.UseArtillery: later("Artillery does not fire."),
    actions.Commit: later("you dial 0 and add no card."),
    actions.Retreat: later("every unit retreats to your home base."),
    actions.TakeOption: later("you take option A."),
    actions.EncounterDone: later("you take no second option."),
    actions.SkipBottom: later("the bottom row is skipped."),
    actions.TakeBonus: later("the bonus is yours."),
    actions.EndTurn: later("your turn ends."),
    actions.RecordAchievement: later("you enter nothing."),
}


def run_out_words(_view: ScytheView, action: actions.ScytheAction) -> str:
    """The default as its player reads it before the time is out."""
    if isinstance(action, actions.ChooseSection):
        return say("section {number} of your mat is chosen.", number=action.section + 1)
    if isinstance(action, actions.ChooseCombat):
        return say("the combat on {space} is fought first.", space=action.space)
    if isinstance(action, actions.ChooseCard):
        return say("the first of the Factory cards is yours.")
    return say(PLAYED[type(action)])
