"""Ideology trackers within their limits (SC-TRK)."""

from __future__ import annotations

from control.engine.language import say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import (
    HIGHEST,
    NO_POINTS,
    Course,
    StatecraftState,
    Trackers,
    as_trackers,
    moved_by,
    shift,
    side_of,
    stepped,
    with_side,
)


class IdeologyMoved(GameFact, frozen=True):
    """An ideology moved. `by`: the real steps. `wanted`: the steps before the limits."""

    player: int
    ideology: int
    by: int
    wanted: int

    def after(self, state: StatecraftState) -> StatecraftState:
        trackers = moved_by(side_of(state, self.player).trackers, shift(self.ideology, self.by))
        return replace(state, sides=with_side(state, self.player, trackers=trackers))

    def words(self, scene: Scene) -> str:
        moved, wanted = shift(self.ideology, self.by), shift(self.ideology, self.wanted)
        movements = scene.movements(self.player, moved, 0, wanted, 0)
        return say("{name}: {movements}.", name=scene.names[self.player], movements=movements)


def clipped(value: int) -> int:
    """The value within 0 and 7, the limits of an ideology tracker (SC-TRK-01, SC-TRK-02)."""
    return 0 if value < 0 else min(value, HIGHEST)


def limited(trackers: Trackers, points: Trackers, sign: int) -> Trackers:
    """The real movement of each ideology, which stops at 0 and 7 (SC-TRK-01, SC-TRK-02, SC-TRK-03)."""
    return as_trackers([clipped(value + sign * by) - value for value, by in zip(trackers, points, strict=True)])


def move_ideology(course: Course, player: int, ideology: int, by: int) -> None:
    """Move an ideology within its limits (SC-TRK-03)."""
    value = course.side(player).trackers[ideology]
    course.happens(IdeologyMoved(player, ideology, clipped(value + by) - value, by))


def counted(state: StatecraftState, player: int) -> Trackers:
    """The trackers for campaigning and poaching: with SC-AFX-11 in the player's own turn, within 0 and 7."""
    trackers, spin = state.sides[player].trackers, state.turn.spin
    if player != state.active or spin == NO_POINTS:
        return trackers
    return stepped(trackers, spin)
