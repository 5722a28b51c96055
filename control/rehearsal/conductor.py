"""Conductor: a thread in each web process that runs the rehearsals until each is over and graded.

Each look at a copy is claimed by one process. Every process for itself withholds news from the screens of a copy whose "Redis is
gone", and lets them catch up afterwards.
"""

from __future__ import annotations

import logging
import threading
from datetime import datetime
from typing import Final

from django.core.cache import cache
from django.db import close_old_connections

from control import system_time
from control.clock import clockwork
from control.day import handoffs
from control.day.clock.pauses import Pause
from control.day.clock.phases import EndPhase
from control.day.clock.steps import steps_left
from control.day.decisions import questions
from control.day.state import DayStage, DayState
from control.debrief.access import Audience
from control.debrief.opening import open_for
from control.engine.language import later, say
from control.engine.refusal import Refused
from control.journal import journal, rows
from control.journal.journal import trouble_of
from control.live import broadcast, hub
from control.models import Event, Rehearsal
from control.rehearsal.card import keep_card
from control.rehearsal.crew import BotCrew
from control.rehearsal.event_copy import claim_key, last_round, perform_as_leader, throw_away_the_old
from control.rehearsal.models import LEADS
from control.rehearsal.speeds import Speed
from control.rehearsal.trouble_stage import stage_of

log = logging.getLogger(__name__)

LOOK_EVERY: Final = 1.0  # seconds
CLAIMED: Final = 1  # seconds for which a copy belongs to the process that claimed it
SWEEP_EVERY: Final = 60  # looks between two deletions of old copies
CALM: Final = 3  # looks without any action, after which a phase ends at the speed of the desks
OVER: Final = later("The rehearsal is over.")


def running_copies() -> list[Event]:
    """Copies that are being played, with their rehearsal rows."""
    if not rows.fetch_rows("SELECT 1 FROM control_rehearsal WHERE ended_at IS NULL LIMIT 1"):  # as in nearly every second
        return []
    found = Event.objects.select_related("stream", "rehearsal").defer("scenario", "stream__state")
    return list(found.filter(rehearses__isnull=False, rehearsal__isnull=False, rehearsal__ended_at=None))


def is_asleep(stream_id: int, now: datetime | None = None) -> bool:
    """Whether this is the journal of a copy whose worker is simulated to be dead."""
    return Rehearsal.objects.filter(event__stream=stream_id, asleep_until__gt=now or system_time.now()).exists()


class Conductor:
    """Thread that runs the rehearsals until it is stopped."""

    def __init__(self) -> None:
        self.crews: dict[int, BotCrew] = {}
        self.calm: dict[int, tuple[str, int]] = {}
        self.looks = 0
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self.run, name="rehearsals", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self.thread.start()

    def stop(self, *, within: float = 5.0) -> None:
        """Stop the thread after its current look."""
        self.stopping.set()
        self.thread.join(within)

    def run(self) -> None:
        """Loop of the thread: look, then wait."""
        while not self.stopping.wait(LOOK_EVERY):
            try:
                self.look(system_time.now())
            except Exception:  # the next look repeats it
                log.exception("a rehearsal stumbled and is tried again")
            finally:
                close_old_connections()

    def look(self, now: datetime) -> None:
        """Move every copy on."""
        if self.looks % SWEEP_EVERY == 0:
            throw_away_the_old(now)
        self.looks += 1
        copies = running_copies()
        self._keep_deaf(copies, now)
        for copy in copies:
            if self.stopping.is_set():
                return
            if cache.add(claim_key(copy.pk), 1, CLAIMED):
                self._lead(copy, now)
        self.calm = {copy.pk: self.calm[copy.pk] for copy in copies if copy.pk in self.calm}
        self.crews = {copy.pk: self.crews[copy.pk] for copy in copies if copy.pk in self.crews}

    def _lead(self, copy: Event, now: datetime) -> None:
        """Move one copy on. A failure, for example a deletion at this moment, does not affect other copies."""
        try:
            self.lead(copy, now)
        except Exception:
            if Event.objects.filter(pk=copy.pk).exists():
                log.exception("rehearsal %s stumbled and is tried again", copy.pk)

    def lead(self, copy: Event, now: datetime) -> int:
        """Look at one copy once. Return the number of its bots' actions."""
        crew = self.crews.setdefault(copy.pk, BotCrew(event=copy, row=copy.rehearsal))
        crew.event, crew.row = copy, copy.rehearsal
        state = crew.state()
        if state.clock.stage is DayStage.OVER or state.clock.month > last_round(copy, state):
            finish_rehearsal(copy, now)
            return 0
        stage_of_copy = stage_of(crew)
        stage_of_copy.look(now)
        did = crew.look(now)
        if copy.rehearsal.speed == Speed.DESKS:
            self._hasten(copy, crew, did)
        return did

    def _hasten(self, copy: Event, crew: BotCrew, did: int) -> None:
        """End a phase in which nobody has anything left to do."""
        state = crew.state()
        clock = state.clock
        key = f"{clock.month} {clock.phase}"
        before, calm = self.calm.get(copy.pk, (key, 0))
        calm = 0 if did or before != key else calm + 1
        self.calm[copy.pk] = (key, calm)
        if (
            clock.stage is not DayStage.PLAYING
            or clock.phase is None
            or clock.paused
            or calm < CALM
            or is_waiting_for_people(state)
        ):
            return
        try:
            perform_as_leader(copy, EndPhase(month=clock.month, phase=clock.phase))
        except Refused as no:
            log.info("a phase of a rehearsal goes on: %s", no.sentence)

    def _keep_deaf(self, copies: list[Event], now: datetime) -> None:
        """Withhold news from the screens of these copies. Screens whose time is over catch up."""
        wanted = {copy.pk for copy in copies if copy.rehearsal.deaf_until is not None and copy.rehearsal.deaf_until > now}
        over = {place for place in hub.deaf if isinstance(place, int)} - wanted
        hub.deaf.difference_update(over)
        hub.deaf.update(wanted)
        for place in over:
            event = Event.objects.select_related("stream").defer("scenario", "stream__state").filter(pk=place).first()
            if event is None or trouble_of(event):
                continue
            head = journal.head(event.stream)
            facts = broadcast.facts_of(head.seq, head.state)
            for each in hub.all_hubs():
                each.loop.call_soon_threadsafe(each.catch_up, place, facts)


def is_waiting_for_people(state: DayState) -> bool:
    """Whether somebody still has to act before the running phase may end."""
    clock = state.clock
    if clock.phase is None:
        return False
    steps = state.frame.phase(clock.phase).steps
    left = steps and any(steps_left(state, room) for room in state.frame.room_ids)
    calls = any(not call.ended for call in state.calls)
    return bool(left or calls or questions.open_decisions(state) or handoffs.open_hand_offs(state))


def finish_rehearsal(copy: Event, now: datetime | None = None) -> None:
    """End a rehearsal: stop its clock and store its card with the rehearsed event."""
    moment = now or system_time.now()
    if not Rehearsal.objects.filter(event=copy, ended_at=None).update(ended_at=moment, asleep_until=None, deaf_until=None):
        return
    hub.deaf.discard(copy.pk)
    try:
        perform_as_leader(copy, Pause(reason=say(OVER)))
    except Refused as no:
        log.info("the clock of a rehearsal stands already: %s", no.sentence)
    over = Event.objects.select_related("stream", "rehearsal").get(pk=copy.pk)
    keep_card(over)
    open_for(over, Audience.TEAM, LEADS)  # the lines of the card link to moments of the debrief


def register_sleeping_copies() -> None:
    """Exempt copies with a simulated dead worker from the clock."""
    clockwork.register_hindrance(is_asleep)
