"""Guided rounds on a copy: made or joined, left, resumed, and repeated alone.

`control.day.guides` computes the progress and the next step from the journal. Rows only say where a guide began.
"""

from __future__ import annotations

import json
import logging
import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from msgspec import Struct

from control import registry, system_time
from control.bots.players import play_planning
from control.day import handoffs
from control.day.clock.phases import EndPhase, SetClock
from control.day.guides import Guide, GuideEntry, GuideProgress, GuideStep, alone_done_at, progress, steps_left_alone
from control.day.state import DayStage, DayState
from control.engine.language import later, say
from control.engine.refusal import Refused
from control.journal import desk, journal
from control.journal.withdrawals import WITHDRAWN, marks_of, withdrawn_in
from control.models import Event, Rehearsal, Stream
from control.rehearsal.event_copy import Wish, copies_of, leading_lock, perform_as_leader, rehearsal_actor, rehearse
from control.rehearsal.keepers import desks_taken
from control.rehearsal.models import LEADS, GuideRun
from control.rehearsal.speeds import Speed

# === guide ==============================================================================================================


log = logging.getLogger(__name__)

ROUNDS: Final = 2  # one with the guide, one alone
SEED: Final = "7"  # seed of a guide's copy: all newcomers of an event learn on the same eventful round
AT_HAND: Final = 40  # most commands of a scene in one phase
ROUND_ABOUT: Final = 12  # most phases before the one in which a guide begins
OTHERS: Final = later("{name} has made the rehearsal that runs. Join it, or ask an organizer for a new one.")
UNHURRIED: Final = timedelta(hours=2)  # length of a guided phase


class Walk(Struct, frozen=True, kw_only=True):
    """A person's guided round as of now."""

    run: GuideRun
    guide: Guide
    progress: GuideProgress
    alone_left: tuple[GuideStep, ...]  # ordinary steps still to do in the round alone
    alone_took: timedelta | None  # length of the round alone, once all are done
    asked: dict[str, int]
    gone: str = ""  # the running phase, if the next step belongs to another one

    @property
    def number(self) -> int:
        """Number of the next step. 0 after the last one."""
        return 0 if self.progress.now is None else 1 + self.guide.steps.index(self.progress.now)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do, neither with the guide nor alone."""
        return self.progress.now is None and not self.alone_left


def guide_of(event: Event, name: str) -> Guide | None:
    """Guide of that name in the game of this event."""
    return registry.guides(event.stream.engine).get(name)


def running_copy(event: Event) -> Event | None:
    """Rehearsal of an event that is still being played. A newcomer may join it."""
    for copy in copies_of(event):
        if copy.rehearsal.ended_at is None and _state(copy).clock.stage is not DayStage.OVER:
            return copy
    return None


def may_replace(copy: Event, name: str, *, leads: bool) -> bool:
    """Whether this person may replace the running rehearsal by a new one.

    A leader always may. A person who does not lead may replace only their own, and only if no other person is in it.
    """
    others = GuideRun.objects.filter(event=copy).exclude(by=name).exists()
    return leads or (copy.rehearsal.by == name and not others)


def begin(event: Event, guide: Guide, *, by: str, join: bool, leads: bool = True, seed: str = SEED) -> Event:
    """Begin a guide on a copy of this event, or on this copy itself. Return the copy. A guide that has begun there continues.

    Raises:
        Refused: the event has no players, the copy is past the guide's phase, or this person may not replace the running rehearsal.
    """
    there = event if event.rehearses_id is not None else running_copy(event)
    copy = there if join or event.rehearses_id is not None else None
    if copy is not None:
        run = GuideRun.objects.filter(event=copy, guide=guide.name).first()
        walk = walk_of(copy, run) if run is not None else None
        if walk is not None and not walk.is_over:
            take_desk(copy, guide, by)
            GuideRun.objects.filter(event=copy, guide=guide.name).update(left=False)
            return copy
        if not may_begin(copy, guide):
            raise Refused(say("The rehearsal is past what this guide shows. Begin it in a new one."), code="past")
    elif there is not None and not may_replace(there, by, leads=leads):
        raise Refused(say(OTHERS, name=there.rehearsal.by or say("An organizer")))
    if copy is None:
        first = 0 if guide.phase is None else min(guide.round, len(_state(event).timetable.months))
        wish = Wish(begins_in=first, rounds=ROUNDS, speed=Speed.CALM, seed=seed)
        copy = rehearse(event, wish, by=by, then=lambda made: bring_to(made, guide, by=by))
        Rehearsal.objects.filter(event=copy).update(begins_after=_head(copy))
    take_desk(copy, guide, by)
    with transaction.atomic():
        GuideRun.objects.filter(event=copy, guide=guide.name).delete()
        GuideRun.objects.create(event=copy, guide=guide.name, by=by, since=_head(copy), began_at=system_time.now())
    return copy


def page_of(copy: Event, guide: Guide) -> str:
    """Page where the next step begins: URL name and its arguments besides the event."""
    run = GuideRun.objects.filter(event=copy, guide=guide.name).first()
    walk = walk_of(copy, run) if run is not None else None
    step = walk.progress.now if walk is not None else None
    if step is None:
        return guide.page
    return (step.page if isinstance(step.page, str) else step.page(_state(copy))) or guide.page


def may_begin(copy: Event, guide: Guide) -> bool:
    """Whether this copy is in the phase where the guide begins."""
    state = _state(copy)
    if guide.phase is None:
        return state.clock.stage is DayStage.GATHERING
    return state.clock.stage is DayStage.PLAYING and state.clock.phase == guide.phase and guide.fresh(state)


def others_in(copy: Event, name: str) -> tuple[str, ...]:
    """Other people who have taken a desk in a copy, by name."""
    row = Rehearsal.objects.get(event=copy)
    return tuple(sorted(set(desks_taken(row).values()) - {name, LEADS}))


def other_learners(copy: Event, besides: str) -> tuple[str, ...]:
    """People in the middle of another guide in this copy, by name."""
    found = set()
    for run in GuideRun.objects.filter(event=copy, left=False).exclude(guide=besides):
        walk = walk_of(copy, run)
        if walk is not None and not walk.is_over:
            found.add(run.by)
    return tuple(sorted(found))


def go_alone(copy: Event, guide: Guide, *, by: str) -> None:
    """Start the next round, in which the person repeats the steps without the guide. A second tap does nothing.

    Raises:
        Refused: the phase cannot end now.
    """
    if not GuideRun.objects.filter(event=copy, guide=guide.name, alone_at=None).update(alone_at=system_time.now()):
        return
    try:
        state = _state(copy)
        if guide.phase is not None and state.clock.phase == guide.phase:
            _end_phase(copy)
        bring_to(copy, guide, by=by)
    except BaseException:
        GuideRun.objects.filter(event=copy, guide=guide.name).update(alone_at=None)
        raise
    now = {"alone_since": _head(copy), "alone_at": system_time.now(), "left": False}
    GuideRun.objects.filter(event=copy, guide=guide.name).update(**now)
    Rehearsal.objects.filter(event=copy).update(until=_state(copy).clock.month)


def take_desk(copy: Event, guide: Guide, by: str) -> None:
    """Keep bots away from this desk, and from the desks that would do its work."""
    with transaction.atomic():
        row = Rehearsal.objects.select_for_update().get(event=copy)
        row.people = json.dumps({**json.loads(row.people), **dict.fromkeys((guide.desk, *guide.besides), by)})
        row.save(update_fields=["people"])


# --- up to the guide's phase --------------------------------------------------------------------------------------------


def bring_to(copy: Event, guide: Guide, *, by: str) -> None:
    """Play phases with bots and the guide's scene, up to the phase in which the guide begins.

    The copy is held meanwhile. Its conductor would let all players act, also those that the guide keeps.
    """
    take_desk(copy, guide, by)
    with leading_lock(copy):
        for _phase in range(ROUND_ABOUT):
            _play(copy, guide)
            state = _state(copy)
            if guide.phase is None or state.clock.stage is not DayStage.PLAYING or state.clock.phase == guide.phase:
                break
            _end_phase(copy)
        clock = _state(copy).clock
        if clock.stage is DayStage.PLAYING and clock.phase is not None and guide.phase is not None:
            perform_as_leader(copy, SetClock(month=clock.month, phase=clock.phase, seconds=int(UNHURRIED.total_seconds())))


def _play(copy: Event, guide: Guide) -> None:
    """Play the running phase for all players except those that the guide keeps."""
    for _each in range(AT_HAND):
        given = guide.scene(_state(copy)) if guide.scene is not None else None
        if given is None:
            break
        by = given.by if given.by.seat is not None else rehearsal_actor(copy.stream.engine)
        try:
            desk.perform(stream_id=copy.stream_id, command=given.command, by=by, command_id=uuid.uuid4())
        except Refused as no:
            log.info("a guide goes on without %s: %s", given.command, no.sentence)
            break
    state = _state(copy)
    if state.clock.stage is DayStage.PLAYING and state.clock.phase in state.frame.bot_phases:
        others = set(state.seats) - guide.keeps(state)
        play_planning(copy, f"guide {copy.rehearsal.seed}", seats=others, lazy=0.0)


def _end_phase(copy: Event) -> None:
    for each in handoffs.open_hand_offs(_state(copy)):
        perform_as_leader(copy, handoffs.TakeHandOff(hand_off=each.id))
    clock = _state(copy).clock
    assert clock.phase is not None
    perform_as_leader(copy, EndPhase(month=clock.month, phase=clock.phase, anyway=say("rehearsal")))


# --- progress -----------------------------------------------------------------------------------------------------------


def run_at(copy: Event, desks: frozenset[str], page: str = "") -> GuideRun | None:
    """Guide that somebody at these desks is in: the one of the current page, else the newest."""
    guides = registry.guides(copy.stream.engine)
    own = [run for run in GuideRun.objects.filter(event=copy).order_by("-pk") if _may_follow(guides.get(run.guide), desks)]
    here = [run for run in own if run.guide == page]
    return next(iter((*here, *own)), None)


def _may_follow(guide: Guide | None, desks: frozenset[str]) -> bool:
    return guide is not None and bool(desks & {guide.desk, "organizer"})


def walk_of(copy: Event, run: GuideRun) -> Walk | None:
    """Progress of a guided round. None if the guide is no longer registered."""
    guide = guide_of(copy, run.guide)
    if guide is None:
        return None
    stream = Stream.objects.defer("state").get(pk=copy.stream_id)
    state, entries = journal.head(stream).state, entries_since(stream, run.since)
    until = run.alone_since if run.alone_since is not None else stream.head
    done = progress(guide, state, [each for each in entries if each.seq <= until], run.began_at)
    asked: dict[str, int] = json.loads(run.asked)
    own = [each for each in entries if each.seq > until]
    alone = run.alone_at if run.alone_since is not None else None
    left = steps_left_alone(guide, state, own) if alone is not None else ()
    ended = alone_done_at(guide, own) if not left else None
    took = ended - alone if alone is not None and ended is not None else None
    elsewhere = guide.phase is not None and state.clock.phase is not None and state.clock.phase != guide.phase
    gone = state.frame.phase_name(state.clock.phase) if elsewhere and (done.now is not None or left) else ""
    return Walk(run=run, guide=guide, progress=done, alone_left=left, alone_took=took, asked=asked, gone=gone)


def entries_since(stream: Stream, seq: int) -> Sequence[GuideEntry]:
    """Entries of a journal after `seq`, with the entries that each takes back."""
    skipped, game = marks_of(stream).skipped(until=stream.head), journal.game_of(stream)
    found = []
    for entry in stream.entries.filter(seq__gt=seq, seq__lte=stream.head).order_by("seq").defer("command_body", "salt"):
        back = withdrawn_in(entry).entries if entry.kind == WITHDRAWN else ()
        event: Any = None if entry.kind == WITHDRAWN else journal.event_of(game, entry)
        found.append(GuideEntry(seq=entry.seq, at=entry.at, event=event, takes_back=back, gone=entry.seq in skipped))
    return found


def ask_again(run: GuideRun, step: str) -> None:
    """Count a request to show a step again."""
    with transaction.atomic():
        row = GuideRun.objects.select_for_update().get(pk=run.pk)
        asked = json.loads(row.asked)
        row.asked = json.dumps({**asked, step: asked.get(step, 0) + 1})
        row.save(update_fields=["asked"])


def _state(copy: Event) -> DayState:
    state: DayState = journal.head(Stream.objects.defer("state").get(pk=copy.stream_id)).state
    return state


def _head(copy: Event) -> int:
    found: int = Stream.objects.values_list("head", flat=True).get(pk=copy.stream_id)
    return found
