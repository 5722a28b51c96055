"""Desks to measure, asked as their pages ask. Imported only inside server processes, because it needs Django."""

from __future__ import annotations

import gc
import gzip
import re
import time
import uuid
from urllib.parse import urlencode

from django.conf import settings
from django.test import Client
from django.utils import timezone

from control.day.clock.phases import EndPhase, SetClock
from control.day.clock.steps import EndStep
from control.models import Event
from control.sheets import sheets
from rooms.realm.scenario.ids import Phase, Room
from tests.bench.votes_world import fists
from tests.bench.world import head_of, prepare, war_sheets
from tests.control.hall import tablet_of
from tests.events import do

MONTH = 2
REGION = re.compile(r'data-part data-version="([^"]*)" hx-get="([^"]*)"')
PACKED = {"HX-Request": "true", "Accept-Encoding": "gzip"}
_tablets: dict[str, Client] = {}


def war(players: int) -> int:
    """Create an event whose War Room has a sheet of everybody, up to the step after the third. Returns its number."""
    event_id, _cookies = prepare(players, Room.WAR)
    event = Event.objects.get(pk=event_id)
    do(event, SetClock(month=MONTH, phase=Phase.PLANNING, seconds=3600))
    for seat, body in zip(event.seats.order_by("key").values_list("key", flat=True), war_sheets(event_id), strict=True):
        own = {"event_id": event_id, "seat": seat, "kind": "war", "month": MONTH, "body": body}
        sheets.hand_in(sheets.Arrival(**own, client_key=uuid.uuid4(), received_at=timezone.now()))
    do(event, EndPhase(month=MONTH, phase=Phase.PLANNING))
    do(event, SetClock(month=MONTH, phase=Phase.ACTION, seconds=3600))
    for _step in range(3):
        end_step(event_id)
    return event_id


def end_step(event_id: int) -> None:
    """End the running step of the War Room."""
    event = Event.objects.get(pk=event_id)
    step = head_of(event).state.clock.rooms[Room.WAR].step
    assert step is not None
    do(event, EndStep(room=Room.WAR, month=MONTH, step=step))


def page(desk: str, address: str) -> tuple[float, float]:
    """Load a page of this desk. Returns its processor time in ms, and its length in kB."""
    settings.ALLOWED_HOSTS = ["*"]
    tablet = _tablets.setdefault(desk, _tablet(desk))
    used, text = _timed(tablet, address, {})
    return used, len(text) / 1000


def regions(desk: str, address: str, event_id: int) -> tuple[float, float, float]:
    """Let something happen and ask for the regions that have changed. Returns ms of the first and of a later answer, and kB."""
    tablet = _tablets[desk]
    shown = REGION.findall(_timed(tablet, address, {})[1])
    part = address.rpartition("/" + desk)[0] + "/part/"
    asked = [each.replace("&amp;", "&").partition("/part/")[2].partition("/") for _version, each in shown]
    question = [
        *(("part", f"{name}?{query.lstrip('?')}") for name, _slash, query in asked),
        *(("seen", each) for each, _of in shown),
    ]
    (end_step if desk == "war" else fists)(event_id)
    gc.collect()
    whole = f"{part}?{urlencode(question)}"
    first, text = _timed(tablet, whole, PACKED)
    later = sorted(_timed(tablet, whole, PACKED)[0] for _time in range(5))[2]
    return first, later, len(text) / 1000


def _tablet(desk: str) -> Client:
    tablet, (name, _equals, value) = Client(), tablet_of(desk).partition("=")
    tablet.cookies[name] = value
    return tablet


def _timed(tablet: Client, address: str, headers: dict[str, str]) -> tuple[float, str]:
    """Processor time of a page in ms, and its text."""
    begun = time.thread_time()
    answer = tablet.get(address, headers=headers)
    used = (time.thread_time() - begun) * 1000
    if answer.status_code != 200:
        raise RuntimeError(f"{answer.status_code} at {address}")
    return used, (gzip.decompress(answer.content) if answer.headers.get("Content-Encoding") else answer.content).decode()


ACTS = {act.__name__: act for act in (war, page, regions)}
