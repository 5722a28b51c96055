"""The achievement sheet: what a winner may enter (SY-END-15)."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from control.engine.dice import Dice
from control.engine.language import later, say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.game.rule_parts import sample
from rooms.tables.scythe.game.actions import RecordAchievement
from rooms.tables.scythe.game.content import Book
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import Course, Recording, ScytheState
from rooms.tables.scythe.rules.conditions import is_condition_met
from rooms.tables.scythe.rules.phases import LegalAction, LegalActions, always
from rooms.tables.scythe.rules.scoring import winners_of


class RecordOffer(msgspec.Struct, frozen=True):
    """Enter up to `most` of these achievements, or none."""

    entries: tuple[str, ...]
    most: int

    def some(self, dice: Dice) -> RecordAchievement:
        count = dice.randint(0, min(self.most, len(self.entries)))
        return RecordAchievement(tuple(sample(dice, self.entries, count)))

    def allows(self, action: Any) -> bool:
        if type(action) is not RecordAchievement or len(action.entries) > self.most:
            return False
        return len(set(action.entries)) == len(action.entries) and set(action.entries).issubset(self.entries)


class AchievementRecorded(GameFact, frozen=True):
    """A winner's name was entered beside an achievement (SY-END-15)."""

    player: int
    entry: str

    def after(self, state: ScytheState) -> ScytheState:
        return replace(state, records=(*state.records, (self.player, self.entry)))

    def words(self, scene: Scene) -> str:
        return say(
            "{name} stands on the achievement sheet: {title}.",
            name=scene.names[self.player],
            title=scene.book.achievements[self.entry].title,
        )


MOST: Final = 2  # entries for each winner


def entries_of(book: Book, state: ScytheState, player: int) -> tuple[str, ...]:
    """The achievements that hold for this winner and have no name yet."""
    named = {*state.named, *[entry for _who, entry in state.records]}
    return tuple(
        [
            each.id
            for each in book.content.achievements
            if each.id not in named and all(is_condition_met(book, state, player, need) for need in each.needs)
        ]
    )


def ask_winners(course: Course) -> None:
    """Ask the winners who have something to enter."""
    winners = winners_of(course.book, course.state)
    if asked := tuple([player for player in winners if entries_of(course.book, course.state, player)]):
        course.first(Recording(asked))


def record_offers(book: Book, state: ScytheState, player: int) -> list[RecordOffer]:
    """Up to two entries, or none."""
    step = state.agenda[0]
    assert isinstance(step, Recording)
    return [RecordOffer(entries_of(book, state, player), MOST)] if player in step.players else []


def record(course: Course, player: int, action: RecordAchievement) -> None:
    """Enter the chosen achievements, then ask the other winners."""
    step = course.todo.pop()
    assert isinstance(step, Recording)
    for entry in action.entries:
        course.happens(AchievementRecorded(player, entry))
    others = tuple([each for each in step.players if each != player and entries_of(course.book, course.state, each)])
    if others:
        course.first(replace(step, players=others))


RECORDING: Final[LegalActions] = {
    RecordAchievement: LegalAction(
        record_offers,
        record,
        always(later("A winner enters at most two achievements that hold for this win and have no name yet."), "SY-END-15"),
    )
}
