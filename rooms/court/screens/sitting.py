"""Where the Court sits, as the hall, the prints and the timetable say it."""

from __future__ import annotations

from control.engine.language import later
from control.registry import Panel, PlanColumn, Standing
from rooms.realm.game.state import GameState
from rooms.realm.game.view import sitting_view


def on_the_wall(state: GameState) -> Panel:
    """The region, its host and its province; nothing while the Court sits nowhere."""
    return Panel(template="court/_sits.html", panel=sitting_view(state))


def on_paper(state: GameState) -> Panel:
    """The same as a line of a list."""
    return Panel(template="court/print/_sits.html", panel=sitting_view(state))


def host_of(state: GameState, month: int) -> str:
    """The House at which the Court sits in a month, as the scenario plans it."""
    sitting = next((each for each in state.scenario.court if each.month == month), None)
    names = {house.id: house.name for house in state.scenario.houses}
    return names.get(sitting.host, "") if sitting and sitting.host else ""


STANDING = Standing(hall=on_the_wall, paper=on_paper)
PLAN = PlanColumn(heading=later("Court at"), cell=host_of)
