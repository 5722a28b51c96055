"""Production (PE-IND): cubes for Industry buildings, and the mode token."""

from __future__ import annotations

from control.engine.language import say, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.game.names import possessive
from rooms.tables.potemkin.game.actions import Produce
from rooms.tables.potemkin.game.content import Facade
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import Course, PotemkinState, count_of, side_of, with_side
from rooms.tables.potemkin.rules.end_phase import begin_end_phase
from rooms.tables.potemkin.rules.turns import ActionPhaseEnded, constructing, end_turn


class Produced(GameFact, frozen=True):
    """A cube was placed behind each Industry building of a player. `flips`: the mode token turned to production.

    `unasked`: the turn played itself, because the player had no card and no other action (PE-R-12).
    """

    player: int
    cubes: int
    flips: bool
    unasked: bool = False

    def after(self, state: PotemkinState) -> PotemkinState:
        # cubes have no limit, and producing removes none (PE-IND-08, PE-IND-09)
        side = side_of(state, self.player)
        village = side.village
        if self.cubes:
            village = tuple(
                [
                    replace(building, cubes=building.cubes + 1) if building.facade == Facade.INDUSTRY else building
                    for building in village
                ]
            )
        side = replace(side, village=village, producing=side.producing or self.flips)
        return replace(state, sides=with_side(state, self.player, side))

    def words(self, scene: Scene) -> str:
        name = scene.names[self.player]
        if self.unasked:
            if self.flips:
                return say(
                    "{name} has no card and nothing else to do: the turn plays itself, in production from now on.", name=name
                )
            return say("{name} has no card and nothing else to do: the turn plays itself.", name=name)
        if not self.cubes:
            if self.flips:
                return say("{name} makes much smoke and no cube; {name} is in production from now on.", name=name)
            return say("{name} makes much smoke and no cube.", name=name)
        if self.flips:
            return say_count(
                "{count} cube behind {owner} Industry; {name} is in production from now on.",
                "{count} cubes behind {owner} Industry; {name} is in production from now on.",
                self.cubes,
                owner=possessive(name),
                name=name,
            )
        owner = possessive(name)
        return say_count("{count} cube behind {owner} Industry.", "{count} cubes behind {owner} Industry.", self.cubes, owner=owner)


def produce(course: Course, player: int, action: Produce) -> None:
    """Carry out the produce action, which is always legal and may end the Action phase.

    Rules: PE-IND-01, PE-IND-02, PE-IND-03, PE-IND-04, PE-IND-05, PE-IND-06, PE-IND-07, PE-IND-10, PE-ACT-17.
    """
    _make(course, player)


def produce_unasked(course: Course) -> None:
    """Produce without asking, for a player who can only produce and has no Industry building (PE-ACT-11, PE-R-12)."""
    _make(course, course.state.turn, unasked=True)


def _make(course: Course, player: int, *, unasked: bool = False) -> None:
    # a token turns to production (PE-ACT-15) and the Action phase ends only here, at once and for all
    # (PE-ACT-18, PE-ACT-19, PE-ACT-20, PE-R-13)
    side = course.side(player)
    course.happens(Produced(player, count_of(side, Facade.INDUSTRY), not side.producing, unasked))
    left = constructing(course.state)
    if len(left) == 1:
        course.happens(ActionPhaseEnded(left[0]))
        begin_end_phase(course)
    else:
        end_turn(course)
