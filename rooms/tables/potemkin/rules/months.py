"""Months (PE-CAL): their beginning, their end, and the months that follow."""

from __future__ import annotations

from control.engine.language import say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.potemkin.game.content import Direction
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import MONTHS, Course, Phase, PotemkinState
from rooms.tables.potemkin.rules.drafting import deal_packs
from rooms.tables.potemkin.rules.end_of_game import finish


class MonthBegan(GameFact, frozen=True):
    """A month began."""

    month: int

    def after(self, state: PotemkinState) -> PotemkinState:
        return replace(state, phase=Phase.DRAFT)

    def words(self, scene: Scene) -> str:
        title = next(month.title for month in scene.book.content.months if month.number == self.month)
        if scene.book.directions[self.month] is Direction.CLOCKWISE:
            return say(
                "Month {month} of {months}: {title}. Packs go to the next seat.", month=self.month, months=MONTHS, title=title
            )
        return say(
            "Month {month} of {months}: {title}. Packs go to the previous seat.", month=self.month, months=MONTHS, title=title
        )


class MonthEnded(GameFact, frozen=True):
    """The month's token was removed from the game (PE-END-15)."""

    month: int

    def after(self, state: PotemkinState) -> PotemkinState:
        # everything else carries over (PE-CAL-06)
        return replace(state, months=tuple([month for month in state.months if month != self.month]))

    def words(self, scene: Scene) -> str:
        return say("Month {month} is over.", month=self.month)


def begin_month(course: Course) -> None:
    """Begin the month with its Drafting phase (PE-CAL-02)."""
    course.happens(MonthBegan(course.state.month))
    deal_packs(course)


def end_month(course: Course) -> None:
    """Remove the month's token, and begin the next month. After the last one the game ends.

    Rules: PE-CAL-01, PE-CAL-04, PE-CAL-05, PE-END-15.
    """
    course.happens(MonthEnded(course.state.month))
    if course.state.months:
        begin_month(course)
    else:
        finish(course)
