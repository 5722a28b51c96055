"""Who decides for the throne in the Court: the Sovereign who is there, or Court Control as agent (GE-SOV-23, GE-SOV-24, R-38)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.court.game.cycles import Part, now_in, waiting
from rooms.court.game.roll import is_assembled
from rooms.court.game.state import in_cycle
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.game.view import sovereign_words
from rooms.realm.scenario.ids import Room

HALF_A_MINUTE: Final = timedelta(seconds=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class HalfMinute:
    """Until when a Sovereign in the Court chooses what a cycle hears; from then on the agent does (R-38)."""

    deadline: datetime
    left: timedelta | None = None  # as a clock that never stands


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentView:
    """Who decides now, in a sentence for the desk; `agent` when it is Court Control.

    `half_minute` while a cycle that has nothing to hear waits for the Sovereign's choice.
    """

    agent: bool
    words: str
    half_minute: HalfMinute | None = None


def agent_view(state: GameState, viewer: Viewer) -> AgentView:
    """Who chooses, breaks ties and names payers; nothing for another desk."""
    if not viewer.sees_desk(Desk.COURT):
        return AgentView(agent=False, words="")
    throne = state.throne
    holder = state.seats.get(throne.holder) if throne.holder is not None else None
    if holder is not None and is_assembled(state, holder.id):
        said = say("{sovereign} decides, on the phone or aloud; what is said aloud you enter.", sovereign=sovereign_words(state))
        return AgentView(agent=False, words=said, half_minute=half_minute(state))
    if throne.god_emperor:
        return AgentView(agent=True, words=say("You decide for the God Emperor."))
    if holder is None:
        return AgentView(agent=True, words=say("The throne is empty: you decide as its agent."))
    return AgentView(agent=True, words=say("{sovereign} is not in the Court: you are the agent.", sovereign=sovereign_words(state)))


def half_minute(state: GameState) -> HalfMinute | None:
    """The half minute of a Sovereign who is in the Court, from the beginning of an Explain that has nothing to hear (R-38).

    None while the clock stands, when something is on the floor, and when no proposal waits: then there is nothing to choose.
    """
    now, at = now_in(state), state.clock.rooms.get(Room.COURT)
    holder = state.seats.get(state.throne.holder) if state.throne.holder is not None else None
    if holder is None or not is_assembled(state, holder.id):
        return None
    if now is None or at is None or at.began_at is None or at.deadline is None or now[0] is not Part.EXPLAIN:
        return None
    if in_cycle(state, now[1]) is not None or not waiting(state):
        return None
    return HalfMinute(deadline=at.began_at + HALF_A_MINUTE)
