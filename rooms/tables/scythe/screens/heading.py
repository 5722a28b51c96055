"""The title on top of a screen: the task, or the player who acts, and the default action when time runs out (SY-R-47)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.engine.language import later, listed, say
from rooms.tables.game.names import possessive
from rooms.tables.registry import default_words
from rooms.tables.scythe.game import actions
from rooms.tables.scythe.game.content import BOTTOMS
from rooms.tables.scythe.game.state import FACTORY, Meeting, Phase
from rooms.tables.scythe.game.view import ScytheView
from rooms.tables.scythe.rules.encounters import EncounterDoneOffer
from rooms.tables.scythe.rules.player_mats import section_of
from rooms.tables.scythe.rules.reach import StepOffer
from rooms.tables.scythe.screens.viewer import ScytheViewer


def run_out_words(view: ScytheView, action: actions.ScytheAction) -> str:
    """The default action, for its player to read before the time runs out."""
    if isinstance(action, actions.ChooseSection):
        return say("section {number} of your mat is chosen.", number=action.section + 1)
    if isinstance(action, actions.ChooseCombat):
        return say("the combat on {space} is fought first.", space=action.space)
    if isinstance(action, actions.ChooseCard):
        return say("the first of the Factory cards is yours.")
    return default_words(view, action)


HEADS: Final[Mapping[Phase, tuple[str, str, str]]] = {  # a title and a line for the player who is asked, a line for the others
    Phase.CHOOSE_SECTION: (
        later("Your turn"),
        later("Choose a section of your mat: its top row now, its bottom row after that."),
        later("{names} chooses a section."),
    ),
    Phase.TOP: (later("Top row: {top}"), later("After that the bottom row: {bottom}."), later("{names} is at the top row.")),
    Phase.MOVING: (later("Move"), later("Tap where it goes, or another unit."), later("{names} is moving units.")),
    Phase.COMBAT_ORDER: (
        later("Combats"),
        later("Choose which one is fought first."),
        later("{names} chooses which combat is fought first."),
    ),
    Phase.COMBAT_ABILITY: (
        later("Artillery"),
        later("Pay 1 power, and your opponent loses 2?"),
        later("{names} decides about Artillery."),
    ),
    Phase.COMBAT_SELECT: (
        later("Combat"),
        later(
            "Dial power and add cards, in secret. The higher total wins, on a tie the attacker; the loser’s units go home. "
            "Both pay their dial and discard their cards."
        ),
        later("Still dialling in secret: {names}."),
    ),
    Phase.COMBAT_RETREAT: (later("Retreat"), later("Choose where your units go."), later("{names} chooses where to retreat.")),
    Phase.ENCOUNTER: (later("Encounter on {space}"), later("Choose an option of the card."), later("{names} has an encounter.")),
    Phase.FACTORY_CHOICE: (later("The Factory"), later("Choose the card that you keep."), later("{names} chooses a Factory card.")),
    Phase.BOTTOM: (later("Bottom row: {bottom}"), later("After that your turn ends."), later("{names} is at the bottom row.")),
    Phase.BONUS: (
        later("A recruit’s bonus"),
        later("It may place a star. Take it, or leave it."),
        later("{names} is asked about a recruit’s bonus."),
    ),
    Phase.TURN_END: (later("End your turn"), later("Both rows are done."), later("{names} is about to end the turn.")),
    Phase.RECORDING: (
        later("You have won"),
        later("Enter up to two achievements that have no name yet."),
        later("{names} looks at the achievement sheet."),
    ),
}
ANOTHER: Final = later("Your faction may take a second option of the card.")
NOBODY_MOVES: Final = later("Nothing is left to move: end the move.")


def heading_of(looker: ScytheViewer) -> tuple[str, str]:
    view, phase = looker.view, looker.state.phase
    if phase is Phase.OVER:
        return say("The game is over"), ""
    if phase is Phase.SETUP:
        return say("The table is being laid"), say("The game begins in a moment.")
    if looker.player in view.waits_for and not looker.seen.table.chairs[looker.me].bot:
        return _task_heading(looker)
    if looker.player is not None and looker.player == looker.state.active and looker.seen.table.chairs[looker.player].bot:
        return say("Your turn"), say("A bot plays it for you.")
    names = listed([looker.name(each) for each in view.waits_for])
    if phase is Phase.RECORDING:
        return say("The game is over"), say(HEADS[phase][2], names=names)
    owner = say("Your turn") if looker.player == looker.state.active else ""
    return owner or say("{owner} turn", owner=possessive(looker.name(looker.state.active))), say(HEADS[phase][2], names=names)


def _task_heading(looker: ScytheViewer) -> tuple[str, str]:
    """The task of the viewer, with the rows of the chosen section."""
    head, line, _others = HEADS[looker.state.phase]
    if looker.state.phase is Phase.MOVING and looker.offer(StepOffer) is None:
        line = NOBODY_MOVES
    if looker.offer(EncounterDoneOffer) is not None:
        line = ANOTHER
    section = looker.state.turn.section
    if 0 <= section < FACTORY:
        top = section_of(looker.book, looker.state.sides[looker.state.active], section).top
        rows = {"top": looker.word(top), "bottom": looker.word(BOTTOMS[section])}
    else:
        rows = {"top": say("Factory card"), "bottom": say("Move one unit")}
    if looker.state.agenda and isinstance(looker.state.agenda[0], Meeting):
        rows["space"] = looker.scene.space(looker.state.agenda[0].space)
    return say(head, **rows), say(line, **rows)
