"""The end of the game, also with combats pending (SY-END)."""

from __future__ import annotations

from control.engine.language import later, say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import ContestedEntry, Course, Meeting, Phase, ScytheState, with_moved_pieces
from rooms.tables.scythe.rules.achievements import ask_winners
from rooms.tables.scythe.rules.control import contested_territories
from rooms.tables.scythe.rules.scoring import tell_scores


class Ended(GameFact, frozen=True):
    """A player placed the 6th star. Nothing that would follow is resolved (SY-END-01)."""

    binding = later("the game has ended")
    player: int

    def after(self, state: ScytheState) -> ScytheState:
        return replace(state, phase=Phase.OVER, agenda=(), move=None, fight=None)

    def words(self, scene: Scene) -> str:
        return say("{name} has placed the last star: the game ends at once.", name=scene.names[self.player])


class WentBack(GameFact, frozen=True):
    """The game ended before a combat, so the unit returned with its cargo to where it came from (SY-END-03, SY-R-41)."""

    player: int
    entry: ContestedEntry

    def after(self, state: ScytheState) -> ScytheState:
        entry = self.entry
        return with_moved_pieces(state, self.player, entry.space, entry.origin, (entry.unit, *entry.riders), entry.tokens)

    def words(self, scene: Scene) -> str:
        entry = self.entry
        words = {"name": scene.names[self.player], "unit": scene.unit(entry.unit), "space": scene.space(entry.origin)}
        cargo = scene.cargo(len(entry.riders), entry.tokens)
        if not cargo:
            return say("There is no combat: {name} takes {unit} back to {space}.", **words)
        return say("There is no combat: {name} takes {unit} back to {space} with {cargo}.", **words, cargo=cargo)


class EncounterOver(GameFact, frozen=True):
    """The encounter card went face down under its deck (SY-ENC-09)."""

    card: str

    def after(self, state: ScytheState) -> ScytheState:
        return replace(state, encounters=(*state.encounters, self.card))


def return_contested_units(course: Course) -> None:
    """Send each unit that entered a still contested territory back to its origin, with its cargo.

    Combats of an unfinished Move are pending as well (SY-R-41). After a fought combat nobody goes back.
    """
    state = course.state
    pending = contested_territories(state)
    for entry in state.move.entries if state.move else ():
        if entry.space in pending and state.sides[state.active].units[entry.unit] == entry.space:
            course.happens(WentBack(state.active, entry))


def end(course: Course, player: int) -> None:
    """End the game: pending combats are not fought, and all scores are announced (SY-END-01, SY-END-03).

    An open encounter card goes under its deck, without a further option (SY-ENC-09).
    """
    if contested_territories(course.state):
        return_contested_units(course)
    for step in course.todo:
        if isinstance(step, Meeting):
            course.happens(EncounterOver(step.card))
    course.todo.clear()
    course.happens(Ended(player))
    tell_scores(course)
    if course.state.options.achievements:
        ask_winners(course)
