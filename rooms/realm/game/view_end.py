"""How the day ended, for everybody: who is Divine Sovereign, or that Leviathan has risen (GE-SOV-11, GE-SOV-12, R-26)."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.timetable import last_month
from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.changes import reigns
from rooms.realm.game.view import sovereign_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowned:
    """Who it is, as `title` calls it, and what that means in `words`; without words where the last Return was not played."""

    title: str
    who: str
    words: str


def crowned(state: GameState, _viewer: Viewer) -> Crowned:
    """Who reigns when the day is over: after the last month's Return that decides the game (R-26, setting `month10_tie`)."""
    who = sovereign_words(state)
    if state.clock.turned < last_month(state):
        return Crowned(title=say("Sovereign"), who=who, words="")
    if state.throne.god_emperor:
        return Crowned(title=say("Divine Sovereign"), who=who, words=say("Every House has lost."))
    if reigns(state):
        return Crowned(title=say("Divine Sovereign"), who=who, words=say("The game is decided."))
    if state.scenario.settings.month10_tie == "control":
        return Crowned(title=say("Nobody reigns"), who=who, words=say("Control decides how it ends."))
    return Crowned(title=say("Nobody reigns"), who=say("Leviathan rises"), words=say("Nobody has won."))


def over(state: GameState) -> str:
    """The same on a phone, in one line."""
    found = crowned(state, Viewer())
    if not found.words:
        return say("{sovereign}. Stay for the crowning and the debrief.", sovereign=found.who)
    told = say("{title}: {who}. {words}", title=found.title, who=found.who, words=found.words)
    return say("{told} Stay for the crowning and the debrief.", told=told)
