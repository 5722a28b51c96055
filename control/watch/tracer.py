"""Tracer: a synthetic seat whose order is sent, sealed, read back and drawn, in every phase and every minute between.

The order takes the path of a real one: this process's writer, the lock of the event's stream, the checks and the commit. Then a
desk's code reads the sheet, and the page shows it. The order is in no state, journal, count or list. Its row is deleted
afterwards (docs/decisions/0010).
"""

from __future__ import annotations

import logging
import secrets
import time
import uuid
from datetime import timedelta

import msgspec
from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils import timezone

from control import registry, system_time
from control.backup.schedule import phase_mark, phase_mark_words
from control.engine.language import later, say
from control.journal import journal, streams
from control.models import Event, Sheet, Stream
from control.sheets import sheets
from control.sheets.tracer_order import KIND, SEAT, TracerOrder
from control.watch.preflight_lines import CheckResult, LightColour

log = logging.getLogger(__name__)

AGAIN = timedelta(minutes=1)
SLOW = 2.0  # seconds from sending to drawing; a player would notice
PATIENCE = 2.5
TEMPLATE = "control/desk/_traced.html"
MEND = later(
    "Players’ orders will meet the same. Look at the lines above; if they are green, restart the console and go to paper meanwhile."
)


class OrderLostError(Exception):  # it is an answer
    """The order did not come back. The message says where it was lost."""


def check_tracer(event: Event) -> CheckResult:
    """Result of the last order. A new one is sent after a phase change, after a minute, or after a loss."""
    state = journal.head(Stream.objects.defer("state").get(pk=event.stream_id)).state
    mark, key = phase_mark(state), f"watch:traced:{event.pk}"
    known = cache.get(key)
    if known is not None and known[0] == mark and system_time.now() - known[1] < AGAIN and known[2] != LightColour.RED.value:
        return CheckResult(colour=LightColour(known[2]), words=known[3])
    found = send_tracer(event, state.clock.month, mark)
    cache.set(key, (mark, system_time.now(), found.colour.value, found.words), 3600)
    return found


def send_tracer(event: Event, month: int, mark: str) -> CheckResult:
    """Send one order and follow it to the page. A failure is a red line, never an exception."""
    begun = time.monotonic()
    try:
        _follow_order(event, month)
    except OrderLostError as where:
        return CheckResult(
            colour=LightColour.RED, words=say("The order of {time} {where}.", time=now_words(), where=where), mend=say(MEND)
        )
    except Exception as failed:  # its message may contain an address
        log.exception("event %s: the tracer failed", event.pk)
        words = say("The order of {time} was lost: {error}.", time=now_words(), error=type(failed).__name__)
        return CheckResult(colour=LightColour.RED, words=words, mend=say(MEND))
    finally:
        Sheet.objects.filter(event=event, kind=KIND, seat=SEAT).delete()
    took = time.monotonic() - begun
    words = say(
        "{moment}: sent, sealed, read back and drawn in {count} ms at {time}.",
        moment=phase_mark_words(registry.realm(event.stream.engine).frame, mark),
        count=max(round(took * 1000), 1),
        time=now_words(),
    )
    if took > SLOW:
        return CheckResult(colour=LightColour.RED, words=words, mend=say(MEND))
    return CheckResult(colour=LightColour.GREEN, words=words)


def now_words() -> str:
    """The time of day in the venue."""
    return f"{timezone.localtime():%H:%M:%S}"


def _follow_order(event: Event, month: int) -> None:
    order = TracerOrder(mark=secrets.token_hex(8))
    arrival = sheets.Arrival(
        event_id=event.pk,
        seat=SEAT,
        kind=KIND,
        month=month,
        client_key=uuid.uuid4(),
        body=msgspec.json.encode(order),
        received_at=system_time.now(),
    )
    receipt = sheets.hand_in(arrival, PATIENCE)
    if receipt.status is not sheets.Status.RECEIVED:
        raise OrderLostError(say("was sent and not stored: {why}", why=receipt.sentence.rstrip(".")))
    stream = Stream.objects.select_related("event").defer("state", "event__scenario").get(pk=event.stream_id)
    sealed = [each for each in streams.kind_of(stream).sheets(stream).read(KIND, month) if each.seat == SEAT]
    if not sealed:
        raise OrderLostError(say("was stored and is not there when a desk reads"))
    back = msgspec.json.decode(sealed[0].body, type=TracerOrder)
    if back != order:
        raise OrderLostError(say("came back as another one"))
    if order.mark not in render_to_string(TEMPLATE, {"order": back, "received_at": sealed[0].received_at}):
        raise OrderLostError(say("was read back and not drawn"))
