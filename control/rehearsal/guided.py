"""A guided round on a copy: made and brought to where its desk has something to do, or joined; left, taken up, gone on alone.

What is done there and what comes next `control.day.guides` works out of the journal. Rows say only where a guide began.
"""

from __future__ import annotations

import json
import logging
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db import transaction

from control import registry, steady
from control.bots.rehearsal import play_planning
from control.day import handoffs
from control.day.clock.phases import EndPhase, SetClock
from control.day.guides import Guide, Happened, Progress, Step, done_alone, left_alone, progress
from control.day.state import DayState, Stage
from control.engine.language import say
from control.engine.refused import Refused
from control.journal import desk, journal
from control.journal.withdrawals import WITHDRAWN, marks_of, withdrawn_in
from control.models import Event, Rehearsal, Stream
from control.rehearsal.copying import Wish, copies_of, give, leader, rehearse
from control.rehearsal.speeds import Speed
from control.rehearsal.stored import GuideRun

log = logging.getLogger(__name__)

ROUNDS: Final = 2  # one with the guide, one alone
SEED: Final = "7"  # of a copy that is made for a guide: newcomers of one event learn on the same round, in which much happens
AT_HAND: Final = 40  # things that a scene may have happen in one phase
ROUND_ABOUT: Final = 12  # phases that may pass on the way to the one in which a guide begins
UNHURRIED: Final = timedelta(hours=2)  # that the phase lasts in which somebody is guided


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """Somebody's guided round as it stands now."""

    run: GuideRun
    guide: Guide
    progress: Progress
    alone_left: tuple[Step, ...]  # ordinary steps still to be done by whoever works alone
    alone_took: timedelta | None  # how long the round alone took, once all are done
    asked: dict[str, int]


def guide_of(event: Event, name: str) -> Guide | None:
    """The guide of that name in the game of this event."""
    return registry.guides(event.stream.engine).get(name)


def running_copy(event: Event) -> Event | None:
    """The rehearsal of an event that still plays, which a newcomer may join."""
    for copy in copies_of(event):
        if copy.rehearsal.ended_at is None and _state(copy).clock.stage is not Stage.OVER:
            return copy
    return None


def begin(event: Event, guide: Guide, *, by: str, join: bool, seed: str = SEED) -> Event:
    """Begin a guide on a copy of this event, or on this copy itself; returns the copy.

    Raises:
        Refused: the event has no players.
    """
    copy = event if event.rehearses_id is not None else running_copy(event) if join else None
    if copy is None:
        first = 0 if guide.phase is None else min(guide.round, len(_state(event).timetable.months))
        copy = rehearse(event, Wish(begins_in=first, rounds=ROUNDS, speed=Speed.CALM, seed=seed), by=by)
        bring_to(copy, guide, by=by)
        Rehearsal.objects.filter(event=copy).update(begins_after=_head(copy))
    take_desk(copy, guide, by)
    with transaction.atomic():
        GuideRun.objects.filter(event=copy, guide=guide.name).delete()
        GuideRun.objects.create(event=copy, guide=guide.name, by=by, since=_head(copy), began_at=steady.now())
    return copy


def go_alone(copy: Event, guide: Guide, *, by: str) -> None:
    """Let the same be done in the next round, without the guide."""
    state = _state(copy)
    if guide.phase is not None and state.clock.phase == guide.phase:
        _end_phase(copy)
    bring_to(copy, guide, by=by)
    now = {"alone_since": _head(copy), "alone_at": steady.now(), "left": False}
    GuideRun.objects.filter(event=copy, guide=guide.name).update(**now)
    Rehearsal.objects.filter(event=copy).update(until=_state(copy).clock.month)


def take_desk(copy: Event, guide: Guide, by: str) -> None:
    """Let no bot do the work of this desk, or of one that would take it away."""
    with transaction.atomic():
        row = Rehearsal.objects.select_for_update().get(event=copy)
        row.people = json.dumps({**json.loads(row.people), **dict.fromkeys((guide.desk, *guide.besides), by)})
        row.save(update_fields=["people"])


# --- to where it begins -------------------------------------------------------------------------------------------------


def bring_to(copy: Event, guide: Guide, *, by: str) -> None:
    """Let phases pass, with bots for all players and what the guide's scene has happen, up to the one in which it begins."""
    take_desk(copy, guide, by)
    for _phase in range(ROUND_ABOUT):
        _play(copy, guide)
        state = _state(copy)
        if guide.phase is None or state.clock.stage is not Stage.PLAYING or state.clock.phase == guide.phase:
            break
        _end_phase(copy)
    clock = _state(copy).clock
    if clock.stage is Stage.PLAYING and clock.phase is not None and guide.phase is not None:
        give(copy, SetClock(month=clock.month, phase=clock.phase, seconds=int(UNHURRIED.total_seconds())))


def _play(copy: Event, guide: Guide) -> None:
    """What players do in the running phase, but those whom the guide needs for itself."""
    for _each in range(AT_HAND):
        given = guide.scene(_state(copy)) if guide.scene is not None else None
        if given is None:
            break
        by = given.by if given.by.seat is not None else leader(copy.stream.engine)
        try:
            desk.perform(stream_id=copy.stream_id, command=given.command, by=by, command_id=uuid.uuid4())
        except Refused as no:
            log.info("a guide goes on without %s: %s", given.command, no.sentence)
            break
    state = _state(copy)
    if state.clock.stage is Stage.PLAYING and state.clock.phase in state.frame.bot_phases:
        others = set(state.seats) - guide.keeps(state)
        play_planning(copy, f"guide {copy.rehearsal.seed}", seats=others, lazy=0.0)


def _end_phase(copy: Event) -> None:
    for each in handoffs.untaken(_state(copy)):
        give(copy, handoffs.TakeHandOff(hand_off=each.id))
    clock = _state(copy).clock
    assert clock.phase is not None
    give(copy, EndPhase(month=clock.month, phase=clock.phase, anyway=say("rehearsal")))


# --- how far somebody is ------------------------------------------------------------------------------------------------


def run_at(copy: Event, desks: frozenset[str], page: str = "") -> GuideRun | None:
    """The guide that somebody at these desks is in: that of the page they look at, else the newest."""
    guides = registry.guides(copy.stream.engine)
    own = [run for run in GuideRun.objects.filter(event=copy).order_by("-pk") if _may(guides.get(run.guide), desks)]
    here = [run for run in own if run.guide == page]
    return next(iter((*here, *own)), None)


def _may(guide: Guide | None, desks: frozenset[str]) -> bool:
    return guide is not None and bool(desks & {guide.desk, "organizer"})


def walk_of(copy: Event, run: GuideRun) -> Walk | None:
    """How far a guided round is; None where no such guide is registered any more."""
    guide = guide_of(copy, run.guide)
    if guide is None:
        return None
    stream = Stream.objects.defer("state").get(pk=copy.stream_id)
    state, entries = journal.head(stream).state, since(stream, run.since)
    until = run.alone_since if run.alone_since is not None else stream.head
    done = progress(guide, state, [each for each in entries if each.seq <= until], run.began_at)
    asked: dict[str, int] = json.loads(run.asked)
    own = [each for each in entries if each.seq > until]
    left = left_alone(guide, state, own) if run.alone_at is not None else ()
    ended = done_alone(guide, own) if not left else None
    took = ended - run.alone_at if run.alone_at is not None and ended is not None else None
    return Walk(run=run, guide=guide, progress=done, alone_left=left, alone_took=took, asked=asked)


def since(stream: Stream, seq: int) -> Sequence[Happened]:
    """The entries of a journal since one of them, with what they take back."""
    skipped, game = marks_of(stream).skipped(until=stream.head), journal.game_of(stream)
    found = []
    for entry in stream.entries.filter(seq__gt=seq, seq__lte=stream.head).order_by("seq").defer("command_body", "salt"):
        back = withdrawn_in(entry).entries if entry.kind == WITHDRAWN else ()
        event: Any = None if entry.kind == WITHDRAWN else journal.event_of(game, entry)
        found.append(Happened(seq=entry.seq, at=entry.at, event=event, takes_back=back, gone=entry.seq in skipped))
    return found


def ask_again(run: GuideRun, step: str) -> None:
    """Remember that somebody asked for a step again."""
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
