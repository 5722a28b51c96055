"""Who reigns, as the hall and the prints say it."""

from __future__ import annotations

from control.day.state import Stage
from control.registry import Panel, Standing
from rooms.realm.game.state import GameState
from rooms.realm.game.view import sovereign_words


def on_the_wall(state: GameState) -> Panel:
    """Who reigns, below the clock; once the day is over it stands there large."""
    return Panel(template="realm/_reigns.html", panel="" if state.clock.stage is Stage.OVER else sovereign_words(state))


def crowned(state: GameState) -> Panel:
    """Who reigns when the day is over."""
    return Panel(template="realm/_crowned.html", panel=sovereign_words(state))


def on_paper(state: GameState) -> Panel:
    """The same as a line of a list."""
    return Panel(template="realm/print/_reigns.html", panel=sovereign_words(state))


STANDING = Standing(hall=on_the_wall, paper=on_paper)
