"""A Court to measure votes in. Imported only inside server processes, because it needs Django."""

from __future__ import annotations

import time
import uuid

from django.db.models import QuerySet

from control.day.clock.phases import EndPhase, SetClock
from control.day.clock.steps import EndStep
from control.engine.ids import StepId
from control.journal import desk
from control.journal.withdrawals import WITHDRAWN
from control.models import Entry, Event
from rooms.court.game.floor.cycles import ChooseProposal
from rooms.court.game.floor.vote import CountFists
from rooms.court.game.proposals.proposal import EnterProposal
from rooms.court.game.state import proposal_in_cycle
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase, Room
from tests.bench.world import OLGA, head_of, prepare
from tests.control.hall import tablet_of
from tests.events import do

MONTH, CYCLE = 2, 1


def court(players: int) -> tuple[int, list[str]]:
    """Create an event with everybody in the Court and a running vote. Returns its number and the phones' cookies."""
    event_id, cookies = prepare(players, Room.COURT)
    event = Event.objects.get(pk=event_id)
    do(event, EndPhase(month=MONTH, phase=Phase.PLANNING))
    do(event, SetClock(month=MONTH, phase=Phase.ACTION, seconds=3600))
    state = head_of(event).state
    author = next(seat.id for seat in state.seats.values() if seat.house in state.court.may_propose)
    do(event, EndStep(room=Room.COURT, month=MONTH, step=StepId("updates")))
    do(event, EnterProposal(player=author, month=MONTH, paper=Paper(type="famine-aid"), reason="bench"))
    do(event, ChooseProposal(month=MONTH, author=author))
    while (step := head_of(event).state.clock.rooms[Room.COURT].step) != f"vote-{CYCLE}":
        do(event, EndStep(room=Room.COURT, month=MONTH, step=step))
    return event_id, cookies


def court_tablet() -> str:
    """Return the cookie of a signed-in tablet of Court Control."""
    return tablet_of("court")


def emptied(event_id: int) -> None:
    """Withdraw all votes."""
    event = Event.objects.get(pk=event_id)
    if cast := list(_cast(event)):
        desk.withdraw(stream_id=event.stream_id, entries=cast, reason="bench", by=OLGA, command_id=uuid.uuid4())


def counted(event_id: int) -> tuple[int, int, int]:
    """Return the number of votes on the floor, in the journal without withdrawn ones, and in favor on the floor."""
    event = Event.objects.get(pk=event_id)
    standing = proposal_in_cycle(head_of(event).state, CYCLE)
    if standing is None:
        raise ValueError("nothing is voted on")
    return len(standing.votes), _cast(event).count(), sum(each.favor for each in standing.votes)


def fists(event_id: int) -> int:
    """Count one fist, or take it back, so that everybody's floor changes. Returns the moment on the monotonic clock (ns)."""
    event = Event.objects.get(pk=event_id)
    standing = proposal_in_cycle(head_of(event).state, CYCLE)
    assert standing is not None
    begun = time.monotonic_ns()
    do(event, CountFists(month=MONTH, cycle=CYCLE, fists=0 if standing.fists else 1))
    return begun


def _cast(event: Event) -> QuerySet[Entry, int]:
    """Votes in the journal that were not withdrawn: those after the last withdrawal."""
    last = event.stream.entries.filter(kind=WITHDRAWN).order_by("-seq").values_list("seq", flat=True).first() or 0
    return event.stream.entries.filter(kind="VoteCast", seq__gt=last).order_by("seq").values_list("seq", flat=True)


ACTS = {act.__name__: act for act in (court, court_tablet, emptied, counted, fists)}
