"""The end of the game and its conditions (SC-FIN)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from control.engine.language import later, listed, say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.statecraft.game.scene import Scene, signed
from rooms.tables.statecraft.game.state import Course, Phase, StatecraftState
from rooms.tables.statecraft.rules.incumbent import IncumbentMoved, leaders_of, most_supporters
from rooms.tables.statecraft.rules.scenarios import scenario_of
from rooms.tables.statecraft.rules.win_conditions import BUDGETS, MEASURES, value_of_side, winners_of


class End(StrEnum):
    """Causes of the end of the game."""

    TURNS = "turns"  # end condition 1, and SC-R-42
    ALL_SUPPORTERS = "all-supporters"  # 2
    MAJORITY = "majority"  # 3
    NOBODY_FLOATS = "nobody-floats"  # 4
    LAST_CARD = "last-card"  # 5


class TermEnded(GameFact, frozen=True):
    """The game is over. `values`: each player's value of the win condition (SC-WIN-10)."""

    end: End
    win: int
    values: tuple[int, ...]
    winners: tuple[int, ...]

    def after(self, state: StatecraftState) -> StatecraftState:
        return replace(state, phase=Phase.OVER, agenda=(), answers=())

    def words(self, scene: Scene) -> str:
        """The result in words, with every player's value and the holder of the incumbent card (SC-WIN-10)."""
        shown = [signed(value) if self.win == BUDGETS else str(value) for value in self.values]
        values = listed([f"{name} {value}" for name, value in zip(scene.names, shown, strict=False)])
        holder = scene.state.incumbent
        incumbent = say("Nobody is incumbent.") if holder is None else say("{name} is incumbent.", name=scene.names[holder])
        winners = [scene.names[player] for player in self.winners]
        end, measure = say(ENDS[self.end]), say(MEASURES[self.win])
        if len(winners) == 1:
            won = say("{winner} wins.", winner=winners[0])
        else:
            won = say("{winners} share the victory.", winners=listed(winners))
        return say(
            "{end} {measure}: {values}. {incumbent} {won}", end=end, measure=measure, values=values, incumbent=incumbent, won=won
        )


ENDS: Final[Mapping[End, str]] = {
    End.TURNS: later("The last turn is over, and the votes are counted."),
    End.ALL_SUPPORTERS: later("The whole crowd stands behind one party."),
    End.MAJORITY: later("More than half of the crowd stands behind one party."),
    End.NOBODY_FLOATS: later("Nobody is left to be won over."),
    End.LAST_CARD: later("The last card of the deck is drawn."),
}


def finish(course: Course, end: End) -> None:
    """End the game at once, even in the middle of an effect. The win condition decides who wins.

    A player who leads alone gets the incumbent card first. No bid takes place any more (SC-R-40).

    Rules: SC-FIN-01, SC-FIN-02, SC-FIN-12, SC-INC-01.
    """
    leaders = leaders_of(course.state)
    if len(leaders) == 1 and course.state.incumbent != leaders[0]:
        course.happens(IncumbentMoved(leaders[0]))
    state, win = course.state, scenario_of(course.book, course.state).win
    values = tuple([value_of_side(side, win) for side in state.sides])
    course.happens(TermEnded(end, win, values, winners_of(course.book, state)))


def supporters_changed(course: Course) -> None:
    """End the game when a supporter's change of place fulfils the end condition, also within an event.

    Supporters in the box do not count, and exactly half is not more than half.

    Rules: SC-FIN-04, SC-FIN-05, SC-FIN-06, SC-FIN-08, SC-FIN-09, SC-FIN-10.
    """
    state = course.state
    end, there, most = scenario_of(course.book, state).end, in_play(state), most_supporters(state.sides)
    if end == 2 and 0 < there == most:
        finish(course, End.ALL_SUPPORTERS)
    elif end == 3 and 2 * most > there:
        finish(course, End.MAJORITY)
    elif end == 4 and not state.floating:
        finish(course, End.NOBODY_FLOATS)


def in_play(state: StatecraftState) -> int:
    """The number of supporters in play, floating and claimed, without the box (SC-FIN-08, SC-R-43)."""
    return len(state.floating) + sum([len(side.supporters) for side in state.sides])
