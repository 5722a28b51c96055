"""Who decides for the throne in the Court: the Sovereign who is there, or Court Control as agent (GE-SOV-23, GE-SOV-24, R-38)."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.people.asked import here_in_room
from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.game.view import sovereign_words
from rooms.realm.scenario.ids import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentView:
    """Who decides now, in a sentence for the desk; `agent` when it is Court Control."""

    agent: bool
    words: str


def agent_view(state: GameState, viewer: Viewer) -> AgentView:
    """Who chooses, breaks ties and names payers; nothing for another desk."""
    if not viewer.sees_desk(Desk.COURT):
        return AgentView(agent=False, words="")
    throne = state.throne
    holder = state.seats.get(throne.holder) if throne.holder is not None else None
    if holder is not None and here_in_room(state, holder, Room.COURT):
        said = say("{sovereign} decides, on the phone or aloud; what is said aloud you enter.", sovereign=sovereign_words(state))
        return AgentView(agent=False, words=said)
    if throne.god_emperor:
        return AgentView(agent=True, words=say("You decide for the God Emperor."))
    if holder is None:
        return AgentView(agent=True, words=say("The throne is empty: you decide as its agent."))
    return AgentView(agent=True, words=say("{sovereign} is not in the Court: you are the agent.", sovereign=sovereign_words(state)))
