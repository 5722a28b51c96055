"""A Court to measure votes in. Imported inside server processes only: it needs Django."""

from __future__ import annotations

import uuid

from control.day.clock.phases import EndPhase, SetClock
from control.day.clock.steps import EndStep
from control.engine.ids import StepId
from control.journal import desk
from control.models import Event
from rooms.court.game.cycles import ChooseProposal
from rooms.court.game.floor import CloseVote
from rooms.court.game.proposals import EnterProposal
from rooms.court.game.state import in_cycle
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase, Room
from tests.bench.world import OLGA, head_of, prepare
from tests.control.hall import tablet_of

MONTH, CYCLE = 2, 1


def court(players: int) -> tuple[int, list[str]]:
    """An event in which everybody is assembled in the Court and a proposal is voted on; and the cookies of its phones."""
    event_id, cookies = prepare(players, Room.COURT)
    event = Event.objects.get(pk=event_id)
    _do(event, EndPhase(month=MONTH, phase=Phase.PLANNING))
    _do(event, SetClock(month=MONTH, phase=Phase.ACTION, seconds=3600))
    state = head_of(event).state
    author = next(seat.id for seat in state.seats.values() if seat.house in state.court.may_propose)
    _do(event, EndStep(room=Room.COURT, month=MONTH, step=StepId("updates")))
    _do(event, EnterProposal(player=author, month=MONTH, paper=Paper(type="famine-aid"), reason="bench"))
    _do(event, ChooseProposal(month=MONTH, author=author))
    while (step := head_of(event).state.clock.rooms[Room.COURT].step) != f"vote-{CYCLE}":
        _do(event, EndStep(room=Room.COURT, month=MONTH, step=step))
    return event_id, cookies


def court_tablet() -> str:
    """The cookie of a tablet of Court Control that has signed in."""
    return tablet_of("court")


def counted(event_id: int) -> tuple[int, int, int, int]:
    """How many votes stand on the floor and how many the journal has; then those for and against, once the vote is closed."""
    event = Event.objects.get(pk=event_id)
    standing = in_cycle(head_of(event).state, CYCLE)
    cast = event.stream.entries.filter(kind="VoteCast").count()
    _do(event, CloseVote(month=MONTH, cycle=CYCLE))
    closed = in_cycle(head_of(event).state, CYCLE)
    if standing is None or closed is None or closed.count is None:
        raise ValueError("nothing is voted on")
    return len(standing.votes), cast, closed.count.favor, closed.count.against


def _do(event: Event, command: object) -> None:
    desk.perform(stream_id=event.stream_id, command=command, by=OLGA, command_id=uuid.uuid4())


ACTS = {act.__name__: act for act in (court, court_tablet, counted)}
