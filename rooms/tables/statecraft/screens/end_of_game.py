"""The scenario on a screen: distance to the end, the viewer's value, and the final result (SC-WIN-10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from control.engine.language import later, listed, say, say_count
from rooms.tables.registry import ScoreCount
from rooms.tables.statecraft.game.engine import StatecraftRules
from rooms.tables.statecraft.game.scene import signed
from rooms.tables.statecraft.game.state import Phase, StatecraftState
from rooms.tables.statecraft.game.view import Goal, StatecraftView
from rooms.tables.statecraft.rules.scenarios import scenario_of
from rooms.tables.statecraft.rules.win_conditions import EXTREMES, LOWEST_BUDGET, MIDDLE, value_of_side
from rooms.tables.statecraft.screens.shapes import SideShape
from rooms.tables.statecraft.screens.viewer import StatecraftViewer


def score_of(rules: StatecraftRules, state: StatecraftState, player: int) -> ScoreCount:
    """A player's value of the win condition, in words."""
    win = scenario_of(rules.book, state).win
    value = value_of_side(state.sides[player], win)
    title = say("Your value of “{counted}”", counted=say(WINS[win][1]))
    return ScoreCount(title, signed(value) if win == LOWEST_BUDGET else str(value))


COMPUTED: Final = frozenset({EXTREMES, MIDDLE})  # win conditions whose value no tracker or card shows
ENDS: Final[Mapping[int, str]] = {  # SC-FIN-03, SC-FIN-04, SC-FIN-05, SC-FIN-06, SC-FIN-07
    1: later("The game ends when everybody has played {last} turns."),
    2: later("The game ends as soon as one player has all supporters in play, at the latest after {last} turns each."),
    3: later("The game ends as soon as one player has more than half of the supporters, at the latest after {last} turns each."),
    4: later("The game ends as soon as no supporter is floating any more, at the latest after {last} turns each."),
    5: later("The game ends when the last card of the main deck is drawn, at the latest after {last} turns each."),
}
WINS: Final[Mapping[int, tuple[str, str]]] = {  # SC-WIN-01, SC-WIN-02, SC-WIN-04, SC-WIN-06: who wins, and the name of the value
    1: (later("The most supporters win."), later("Supporters")),
    2: (later("The lowest budget wins."), later("Budget")),
    3: (later("The most extreme player wins: the two ends of both axes as far apart as can be."), later("Extremes")),
    4: (later("The most moderate player wins: all four ideologies together closest to 14."), later("Distance from 14")),
}


class GoalShape(Struct, frozen=True, kw_only=True):
    """The scenario in force (SC-SET-09, SC-ADV-03). `near`: the distance to the end, with `part`, the progress in percent.

    `win`: the number of the win condition. `counts`: the name of its value, where that has to be computed.
    """

    name: str
    flavour: str
    text: str
    ends: str
    wins: str
    near: str
    part: int
    win: int
    counts: str


class FinalResult(Struct, frozen=True, kw_only=True):
    """The result (SC-WIN-10), with the sides in the order of their chairs. `tie`: how a tie was decided."""

    headline: str
    wins: str
    counts: str
    rows: tuple[SideShape, ...]
    tie: str
    incumbent: str


def goal_of(looker: StatecraftViewer) -> GoalShape | None:
    """The scenario. None before the table is laid out."""
    goal = looker.view.goal
    if goal is None:
        return None
    wins, counts = WINS[goal.win]
    return GoalShape(
        name=goal.scenario.name,
        flavour=goal.scenario.flavour,
        text=goal.scenario.text,
        ends=say(ENDS[goal.end], last=goal.last),
        wins=say(wins),
        near=_closeness_words(looker, goal),
        part=_progress(looker, goal),
        win=goal.win,
        counts=say(counts) if goal.win in COMPUTED else "",
    )


def goal_words(view: StatecraftView) -> str:
    """Win condition and end condition. "" before the table is laid out."""
    goal = view.goal
    return "" if goal is None else f"{say(WINS[goal.win][0])} {say(ENDS[goal.end], last=goal.last)}"


def _closeness_words(looker: StatecraftViewer, goal: Goal) -> str:
    view = looker.view
    if goal.end in (2, 3):
        return say(
            "The most with one player: {most} of {all}; {needed} end the game.",
            most=goal.most,
            all=goal.in_play,
            needed=goal.needed,
        )
    if goal.end == 4:
        free = sum([supporter.host is None for supporter in view.supporters])
        return say_count("{count} supporter is still floating.", "{count} supporters are still floating.", free)
    if goal.end == 5:
        return say_count("{count} card is left in the main deck.", "{count} cards are left in the main deck.", view.deck)
    return say("Round {round} of {last}.", round=min(view.round, goal.last), last=goal.last)


def _progress(looker: StatecraftViewer, goal: Goal) -> int:
    """The progress towards the end condition, in percent."""
    view = looker.view
    if goal.end == 1:
        part, whole = min([goal.last, *[side.turn - 1 for side in view.sides]]), goal.last
    elif goal.end in (2, 3):
        part, whole = goal.most, goal.needed or goal.in_play
    elif goal.end == 4:
        part, whole = sum([each.host is not None for each in view.supporters]), goal.in_play
    else:
        part = len(view.discard) + sum([side.hand for side in view.sides])
        whole = part + view.deck
    return min(100, 100 * part // whole) if whole else 0


def ending_of(looker: StatecraftViewer, sides: tuple[SideShape, ...]) -> FinalResult | None:
    """The result. None until the game is over."""
    view, goal = looker.view, looker.view.goal
    if view.phase is not Phase.OVER or goal is None:
        return None
    wins, counts = WINS[goal.win]
    held = view.incumbent
    return FinalResult(
        headline=looker.headline(view.winners),
        wins=say(wins),
        counts=say(counts),
        rows=sides,
        tie=_tie(looker),
        incumbent=say("Nobody holds the incumbent card.")
        if held is None
        else say("You hold the incumbent card.")
        if held == looker.player
        else say("{name} holds the incumbent card.", name=looker.name(held)),
    )


def _tie(looker: StatecraftViewer) -> str:
    """The tie-break in words (SC-WIN-07, SC-WIN-08). "" when there was no tie."""
    view = looker.view
    best = {view.sides[winner].value for winner in view.winners}
    equal = [player for player, side in enumerate(view.sides) if side.value in best]
    if len(view.winners) == 1 and len(equal) > 1:
        others = listed([looker.whom(player) for player in equal if player not in view.winners])
        return say("Equal with {names}; the incumbent card decides.", names=others)
    return say("They are equal, and the incumbent card cannot decide.") if len(view.winners) > 1 else ""
