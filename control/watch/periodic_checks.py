"""Rounds of the watch: checks, pings and backups, by whichever worker comes first, never two of a kind at once."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from threading import Thread

from django.core.cache import cache
from django.db import InterfaceError, OperationalError, connection

from control import system_time
from control.backup import schedule
from control.day.state import DayStage
from control.engine.language import say
from control.models import Event
from control.watch import clock_jump, event_checks, machine_checks, tracer
from control.watch.preflight_lines import EVERYWHERE, CheckResult, LightColour, is_silent, refresh_pages, store_results, watch_key

log = logging.getLogger(__name__)

NEWEST = 20  # most events that are checked
LOOKING = 20  # seconds after which the lock of a dead round of checks expires
KEEPING = 200  # the same for a round of backups
ASKED = 5  # seconds between two pings to a silent worker

Ask = Callable[[], object]


def watched_events() -> list[Event]:
    """Events to check: those in play, and those with an open page."""
    newest = list(Event.real.select_related("stream").defer("scenario", "stream__state")[:NEWEST])
    looked_at = cache.get_many([watch_key(event.pk) for event in newest])
    return [event for event in newest if watch_key(event.pk) in looked_at or _is_playing(event)]


def _is_playing(event: Event) -> bool:
    try:
        return event_checks.state_of(event).clock.stage is DayStage.PLAYING
    except Exception:  # an unreadable event is checked, so that the failure is shown
        return True


def run_all_checks() -> None:
    """Run one round of checks. Pages refresh if a colour changed."""
    with claim_round("look", LOOKING) as mine:
        if not mine:
            return
        changed = store_results(
            EVERYWHERE, machine_checks.run_checks({**machine_checks.SHARED, clock_jump.KEY: clock_jump.check_clock})
        )
        for event in watched_events():
            with isolate_failures("event %s could not be looked at", event):
                found = _found_in(event)
                if store_results(event.pk, found) or changed:
                    refresh_pages(event.pk)


def _found_in(event: Event) -> Mapping[str, CheckResult]:
    """Results of all checks of an event. An unreadable state gives one red line."""
    now = system_time.now()
    try:
        state = event_checks.state_of(event)
    except (OperationalError, InterfaceError):
        raise
    except Exception as failed:
        log.exception("the state of event %s cannot be read", event.pk)
        words = say("The state of this event cannot be read ({error}).", error=type(failed).__name__)
        mend = say("Run manage.py replay {number} and read what it says; the last backup can be restored.", number=event.pk)
        return {"dues": CheckResult(colour=LightColour.RED, words=words, mend=mend)}
    own = {key: partial(look_at, event, state, now) for key, look_at in event_checks.OWN.items()}
    return machine_checks.run_checks({**own, "tracer": partial(tracer.check_tracer, event)})


def back_up_due_events() -> None:
    """Write due backups, event by event, and publish each result at once."""
    with claim_round("keep", KEEPING) as mine:
        if not mine:
            return
        for event in watched_events():
            with isolate_failures("event %s could not be kept", event):
                if schedule.is_due(event, system_time.now()):
                    schedule.back_up(event)
                    found = event_checks.backup(event, event_checks.state_of(event), system_time.now())
                    if store_results(event.pk, {"backup": found}):
                        refresh_pages(event.pk)


def check_without_worker(ping: Ask) -> None:
    """Check the broker from a web process while the worker is silent, and send the worker a ping."""
    if not is_silent() or not cache.add("watch:asked", True, ASKED):
        return
    found = machine_checks.run_checks({"broker": partial(_broker_and_ping, ping), "layer": machine_checks.layer})
    store_results(EVERYWHERE, found)


def _broker_and_ping(ping: Ask) -> CheckResult:
    found = machine_checks.broker()
    if found.colour is LightColour.GREEN:
        Thread(target=_ping_quietly, args=(ping,), name="watch-ping", daemon=True).start()
    return found


def _ping_quietly(ping: Ask) -> None:
    try:
        ping()
    except Exception as failed:
        log.warning("no ping could be sent: %s", type(failed).__name__)
    finally:
        connection.close()


@contextmanager
def isolate_failures(what: str, event: Event) -> Iterator[None]:
    """Log a failure in one event, so that the others still get their turn."""
    try:
        yield
    except Exception:
        log.exception(what, event.pk)


@contextmanager
def claim_round(what: str, seconds: int) -> Iterator[bool]:
    """Lock of a round: yields True to its only owner. The lock of a dead round expires after `seconds`."""
    mine = bool(cache.add(f"watch:{what}", True, seconds))
    try:
        yield mine
    finally:
        if mine:
            cache.delete(f"watch:{what}")
