"""Copies of an event: as before its first entry, with its players and its team. A new copy is paused until its leader starts it."""

from __future__ import annotations

import json
import logging
import secrets
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final

from django.core.cache import cache
from django.core.exceptions import ObjectDoesNotExist
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Q
from msgspec import Struct

from control import registry, system_time
from control.backup.rows import erase
from control.bots.stored_days import commands_of_day, write_day
from control.clock import clockwork
from control.day.clock.pauses import ClockPaused, ClockResumed, Pause, Resume
from control.day.clock.phases import BeginDay, SetClock
from control.day.people.presence import CheckIn
from control.day.plan import minutes_of_rounds
from control.day.state import DayStage, DayState, Presence
from control.day.timetable import last_month, phase_length
from control.engine.context import Actor
from control.engine.language import later, say
from control.engine.refusal import Refused
from control.journal import desk, journal, rows
from control.lab.models import LAB
from control.models import Event, Membership, Rehearsal, Stream
from control.people import staff
from control.people.access import desks_in
from control.people.events import create_event
from control.rehearsal.models import LEADS
from control.rehearsal.speeds import Speed, at_speed

# === copy ===============================================================================================================

# The copy: an event as it was before its first entry, with its players and its team. No code, password, sheet, draft or entry is
# copied: bots play up to the round in which the rehearsal begins. The team uses its usual accounts, so everybody signs in as on
# the day. A copy is deleted as a whole: on a press, when the next one is made, or a day later. The access log does not mention
# it (`control.people.audit.log_line`).


log = logging.getLogger(__name__)

MAKING: Final = "rehearsal:making"
LONGEST: Final = 180  # seconds after which the lock of `copy_lock` expires, if its process died
KEPT: Final = timedelta(days=1)
HELD: Final = 120  # seconds after which the lock of `leading_lock` expires, if its process died
SEED_DIGITS: Final = 6


class Wish(Struct, frozen=True, kw_only=True):
    """Settings of a rehearsal. `begins_in`: first round, 0 for the check-in in the morning. `rounds`: number
    of rounds, 0 for all.
    """

    begins_in: int = 1
    rounds: int = 0
    speed: Speed = Speed.MONTH
    seed: str = ""
    plan: tuple[Any, ...] = ()  # planned trouble, as documents (`control.rehearsal.troubles`)


def rehearsal_actor(realm: str) -> Actor:
    """Actor for the rehearsal itself, at every desk of its game."""
    return Actor(name=LEADS, desks=registry.realm(realm).frame.all_desks)


def is_copy(event: Event) -> bool:
    return event.rehearses_id is not None


def copies_of(event: Event) -> Sequence[Event]:
    """Rehearsals of an event. There is at most one, except while another one is being made."""
    return list(Event.objects.select_related("stream", "rehearsal").defer("scenario", "stream__state").filter(rehearses=event))


def rehearse(event: Event, wish: Wish, *, by: str = "", then: Callable[[Event], object] | None = None) -> Event:
    """Make and return a copy of this event that plays from now on. An earlier copy is deleted.

    `then`: called with the copy before another one can be made.

    Raises:
        Refused: the event is itself a rehearsal, it has no players, there is no such round, or one is being made right now.
    """
    with copy_lock():
        copy = _make_copy(event, wish, by)
        if then is not None:
            then(copy)
    return copy


@contextmanager
def copy_lock() -> Iterator[None]:
    """Lock against making or deleting a rehearsal twice at once. Playing up to a round keeps a core and the database busy for
    seconds, and a second tap would delete what is being written.

    Raises:
        Refused: another request has the lock.
    """
    if not cache.add(MAKING, 1, LONGEST):
        raise Refused(say("A rehearsal is being made at this moment. Look again in half a minute."), code="making")
    try:
        yield
    except ObjectDoesNotExist as gone:
        raise Refused(say("This rehearsal was thrown away while it was being made.")) from gone
    finally:
        cache.delete(MAKING)


def _make_copy(event: Event, wish: Wish, by: str) -> Event:
    if is_copy(event):
        raise Refused(say("This is a rehearsal itself. Make one from the page of the event that it rehearses."))
    scenario = _scenario(event)
    casting, months = _casting(event), len(scenario.timetable.months)
    if not 0 <= wish.begins_in <= months:
        raise Refused(say("Begin in a round from 1 to {last}, or with check-in.", last=months), code="round")
    first = max(wish.begins_in, 1)
    last = min(first + wish.rounds - 1, months) if wish.rounds else months
    seed = wish.seed or f"{secrets.randbelow(10**SEED_DIGITS)}"
    paced = at_speed(scenario, wish.speed, first, last)
    for before in copies_of(event):
        throw_away(before)
    copy = _write_copy(event, paced, casting, wish.begins_in, seed)
    try:
        with transaction.atomic():
            _start_copy(event, copy, by=by, wish=wish, seed=seed, until=last if wish.rounds else 0)
    except BaseException:
        throw_away(copy)
        raise
    log.info("event %s is rehearsed by its copy %s, seed %s", event.pk, copy.pk, seed)
    return Event.objects.select_related("stream", "rehearsal").get(pk=copy.pk)


def _write_copy(event: Event, paced: Any, casting: tuple[Any, ...], begins_in: int, seed: str) -> Event:
    """Copy, played up to its first round. The play is computed first and written in small transactions, so that no other event
    waits.
    """
    realm, name = event.stream.engine, say("REHEARSAL of {event}", event=event.name)[:120]
    if begins_in <= 1:
        return create_event(realm=realm, name=name, scenario=paced, casting=casting, rehearses=event)
    morning = system_time.now() - timedelta(minutes=minutes_of_rounds(paced.timetable, 1, begins_in - 1))
    carried = commands_of_day(realm, paced, casting, seed, rounds=begins_in - 1, morning=morning)
    return write_day(carried, realm=realm, name=name, scenario=paced, seed=uuid.uuid4().hex, rehearses=event)


def _start_copy(event: Event, copy: Event, *, by: str, wish: Wish, seed: str, until: int) -> None:
    """Create the rehearsal's row, add the team, and start the clock."""
    row = Rehearsal.objects.create(
        event=copy,
        by=by,
        made_at=system_time.now(),
        seed=seed,
        speed=wish.speed.value,
        begins_in=wish.begins_in,
        until=until,
        plan=json.dumps(list(wish.plan)),
    )
    for member in Membership.objects.filter(event=event).select_related("user"):
        staff.seat_account(copy, member.user, desks_in(member.desks, event.stream.engine), by=LEADS)
    _resume_clock(copy, wish.begins_in)
    row.begins_after = Stream.objects.values_list("head", flat=True).get(pk=copy.stream_id)
    row.save(update_fields=["begins_after"])


def _resume_clock(copy: Event, begins_in: int) -> None:
    """Start the clock at the beginning of the round, however long it took to play up to there."""
    if begins_in == 0:
        return
    state = _state(copy)
    if begins_in == 1:
        for seat in sorted(state.seats):
            perform_as_leader(copy, CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
        perform_as_leader(copy, BeginDay())
        return
    clock = state.clock
    assert clock.phase is not None
    whole = phase_length(state, clock.month, clock.phase)
    perform_as_leader(copy, SetClock(month=clock.month, phase=clock.phase, seconds=max(1, round(whole.total_seconds()))))
    clockwork.rebuild_dues(rows.lock_stream(copy.stream_id))


def perform_as_leader(copy: Event, command: Any, *, at: datetime | None = None) -> None:
    """Give a command as the rehearsal's own actor.

    Raises:
        Refused: a rule said no.
    """
    by = rehearsal_actor(copy.stream.engine)
    desk.perform(stream_id=copy.stream_id, command=command, by=by, command_id=uuid.uuid4(), at=at)


def claim_key(copy: int) -> str:
    """Cache key of the claim on a copy."""
    return f"rehearsal:{copy}"


@contextmanager
def leading_lock(copy: Event) -> Iterator[None]:
    """Hold the claim on a copy, so that no conductor moves it: only bots called explicitly act."""
    cache.set(claim_key(copy.pk), 1, HELD)
    try:
        yield
    finally:
        cache.delete(claim_key(copy.pk))


def throw_away(copy: Event) -> None:
    """Delete all rows of a copy or of a lab day. Cards stay with the rehearsed event.

    Raises:
        ValueError: it is a real event, which is never deleted here.
    """
    if copy.rehearses_id is None and not copy.slug.startswith(LAB):
        raise ValueError("an event is no rehearsal, and stays")
    erase(copy)
    log.info("rehearsal %s was thrown away", copy.pk)


def throw_away_the_old(now: datetime | None = None) -> int:
    """Delete copies that are a day old, also unfinished ones. Return their number. A failure does not stop the others."""
    day_ago = (now or system_time.now()) - KEPT
    old = Q(rehearsal__made_at__lte=day_ago) | Q(rehearsal=None, created_at__lte=day_ago)
    found = list(Event.objects.filter(old, rehearses__isnull=False).select_related("stream"))
    return sum(_is_thrown_away(copy) for copy in found)


def _is_thrown_away(copy: Event) -> bool:
    try:
        throw_away(copy)
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        log.exception("rehearsal %s could not be thrown away", copy.pk)
        return False
    return True


def last_round(copy: Event, state: DayState) -> int:
    """Last round of the rehearsal."""
    return copy.rehearsal.until or last_month(state)


def _scenario(event: Event) -> Any:
    document = bytes(Event.objects.values_list("scenario", flat=True).get(pk=event.pk))
    return registry.realm(event.stream.engine).rules.load(document)


def _casting(event: Event) -> tuple[Any, ...]:
    """Current players of the event: name, team and rank only."""
    realm, state = registry.realm(event.stream.engine), _state(event)
    if realm.folders is None or not state.seats:
        raise Refused(say("Nobody plays in this event yet: a rehearsal needs its casting."))
    cast = realm.folders.cast
    seats = sorted(state.seats.values(), key=lambda seat: (seat.team, seat.rank))
    ranks: dict[str, int] = {}
    found = []
    for seat in seats:
        ranks[seat.team] = ranks.get(seat.team, 0) + 1  # players who left may have left gaps in the ranks
        found.append(cast(seat.name, seat.team, ranks[seat.team]))
    return tuple(found)


def _state(event: Event) -> DayState:
    state: DayState = journal.head(Stream.objects.defer("state").get(pk=event.stream_id)).state
    return state


# === start ==============================================================================================================

# A new rehearsal is paused until its leader presses Start, so that people can sit down first.


BEFORE: Final = later("The rehearsal has not begun yet.")


def hold_copy(copy: Event) -> None:
    """Pause a new copy. One that begins with the check-in has no clock yet and waits anyway."""
    if _newest_state(copy).clock.stage is DayStage.PLAYING:
        perform_as_leader(copy, Pause(reason=say(BEFORE)))
        _set_beginning(copy)


def is_waiting(copy: Event) -> bool:
    """Whether the rehearsal is still paused before its start."""
    told = Rehearsal.objects.get(event=copy)
    entries = copy.stream.entries
    held = entries.filter(seq=told.begins_after, kind=ClockPaused.__name__).exists()
    return held and not entries.filter(seq__gt=told.begins_after, kind=ClockResumed.__name__).exists()


def let_run(copy: Event) -> None:
    """Start the rehearsal with the whole phase ahead. Earlier entries do not count for the card.

    Raises:
        Refused: somebody has started it already.
    """
    perform_as_leader(copy, Resume())
    _set_beginning(copy)


def _set_beginning(copy: Event) -> None:
    Rehearsal.objects.filter(event=copy).update(begins_after=Stream.objects.values_list("head", flat=True).get(pk=copy.stream_id))


def _newest_state(copy: Event) -> DayState:
    found: DayState = journal.head(Stream.objects.defer("state").get(pk=copy.stream_id)).state
    return found
