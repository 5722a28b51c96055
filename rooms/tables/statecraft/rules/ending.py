"""End of the game, values of the win condition, and winners (SC-FIN, SC-WIN)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from control.engine.language import later, listed, say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.statecraft.game.content import AXES, Book
from rooms.tables.statecraft.game.scene import Scene, signed
from rooms.tables.statecraft.game.state import BUDGET, Course, Phase, Side, StatecraftState, Trackers
from rooms.tables.statecraft.rules.limits import in_play, most_supporters, scenario_of


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


class IncumbentMoved(GameFact, frozen=True):
    """The incumbent card went to a player, or to nobody (SC-INC-02, SC-INC-11)."""

    player: int | None

    def after(self, state: StatecraftState) -> StatecraftState:
        return replace(state, incumbent=self.player)

    def words(self, scene: Scene) -> str:
        if self.player is None:
            return say("The office stands empty: nobody is incumbent.")
        return say("{name} is the incumbent now.", name=scene.names[self.player])


BUDGETS: Final = 2
ENDS: Final[Mapping[End, str]] = {
    End.TURNS: later("The last turn is over, and the votes are counted."),
    End.ALL_SUPPORTERS: later("The whole crowd stands behind one party."),
    End.MAJORITY: later("More than half of the crowd stands behind one party."),
    End.NOBODY_FLOATS: later("Nobody is left to be won over."),
    End.LAST_CARD: later("The last card of the deck is drawn."),
}
MEASURES: Final[Mapping[int, str]] = {
    1: later("Supporters, the most win"),
    BUDGETS: later("Budgets, the lowest wins"),
    3: later("Distance between the extremes, the greatest wins"),
    4: later("Distance from the middle, the smallest wins"),
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


def leaders_of(state: StatecraftState) -> tuple[int, ...]:
    """The players with the most supporters. Nobody while all have none (SC-INC-05, SC-R-38)."""
    most = most_supporters(state.sides)
    return tuple([player for player, side in enumerate(state.sides) if len(side.supporters) == most]) if most else ()


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


BALANCE: Final = 14  # the sum of four trackers whose average is 3.5 (SC-WIN-06)
MOST_SUPPORTERS, LOWEST_BUDGET, EXTREMES, MIDDLE = range(1, 5)


LESS_IS_BETTER: Final = frozenset({LOWEST_BUDGET, MIDDLE})


def value_of(win: int, supporters: int, budget: int, trackers: Trackers) -> int:
    """A player's value of a win condition, as the rulebook counts it (SC-WIN-10)."""
    if win == MOST_SUPPORTERS:
        return supporters  # SC-WIN-01
    if win == LOWEST_BUDGET:
        return max(budget, -BUDGET)  # SC-WIN-02, SC-WIN-03; below -5 counts as -5 (SC-LDR-05)
    if win == EXTREMES:
        return sum([abs(trackers[one] - trackers[other]) for one, other in AXES])  # the distances on both axes (SC-WIN-04)
    return abs(sum(trackers) - BALANCE)  # SC-WIN-05


def value_of_side(side: Side, win: int) -> int:
    return value_of(win, len(side.supporters), side.budget, side.trackers)


def scores_of(book: Book, state: StatecraftState) -> tuple[int, ...]:
    """Each player's score if the game ended now. Higher is better, so a budget or a distance has its sign changed."""
    win = scenario_of(book, state).win
    values = [value_of_side(side, win) for side in state.sides]
    return tuple([-value for value in values] if win in LESS_IS_BETTER else values)


def winners_of(book: Book, state: StatecraftState) -> tuple[int, ...]:
    """The players with the best value (SC-R-44). A tied incumbent wins alone; otherwise the tied players share the victory.

    Rules: SC-WIN-07, SC-WIN-08, SC-WIN-09, SC-R-45.
    """
    scores = scores_of(book, state)
    best = tuple([player for player, score in enumerate(scores) if score == max(scores)])
    return (state.incumbent,) if state.incumbent in best else best
