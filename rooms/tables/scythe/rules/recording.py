"""The achievement sheet: winners enter their names beside what holds for their win (SY-END-15, A-31)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from control.engine.language import say
from rooms.tables.scythe.facts.stars import AchievementRecorded
from rooms.tables.scythe.game.actions import RecordAchievement
from rooms.tables.scythe.game.book import Book
from rooms.tables.scythe.game.course import Course
from rooms.tables.scythe.game.offers_turns import RecordOffer
from rooms.tables.scythe.game.state import Recording, ScytheState
from rooms.tables.scythe.rules.conditions import holds
from rooms.tables.scythe.rules.scoring import winners_of

MOST: Final = 2  # entries of a winner


def entries_of(book: Book, state: ScytheState, player: int) -> tuple[str, ...]:
    """The conditions that hold for this winner and have no name yet."""
    named = {*state.named, *[entry for _who, entry in state.records]}
    return tuple(
        [
            each.id
            for each in book.content.achievements
            if each.id not in named and all(holds(book, state, player, need) for need in each.needs)
        ]
    )


def ask_winners(course: Course) -> None:
    """Winners for whom there is something to enter are asked before the game is put away."""
    winners = winners_of(course.book, course.state)
    if asked := tuple([player for player in winners if entries_of(course.book, course.state, player)]):
        course.first(Recording(asked))


def offered(book: Book, state: ScytheState, player: int) -> list[RecordOffer]:
    """Up to two of them, or none."""
    step = state.agenda[0]
    assert isinstance(step, Recording)
    return [RecordOffer(entries_of(book, state, player), MOST)] if player in step.players else []


def record(course: Course, player: int, action: RecordAchievement) -> None:
    """The entries, once."""
    step = course.todo.pop()
    assert isinstance(step, Recording)
    for entry in action.entries:
        course.happens(AchievementRecorded(player, entry))
    others = tuple([each for each in step.players if each != player and entries_of(course.book, course.state, each)])
    if others:
        course.first(replace(step, players=others))


def why(_book: Book, _state: ScytheState, _player: int, _action: Any) -> tuple[str, str]:
    """Why an entry is not made, and the rule."""
    return say("A winner enters at most two achievements that hold for this win and have no name yet."), "SY-END-15"


RECORDING: Final[Mapping[type, tuple[Callable[..., Any], Callable[..., Any]]]] = {RecordAchievement: (offered, record)}
