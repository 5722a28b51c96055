"""Cost of the debrief inside a console process: ten months that bots played, and the same grown to any length."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from control.bots.stored_days import commands_of_day, write_day
from control.debrief import knowledge, timeline
from control.debrief.access import Audience, debrief_row
from control.debrief.opening import open_for
from control.journal import journal, story
from control.models import Event, Stream
from rooms.realm.frame import NAME
from tests.bench.crowd import crowd
from tests.control.long import grow
from tests.scenarios import default

JUMPS = 40


def debrief(length: int, players: int) -> dict[str, float]:
    """Milliseconds of this thread's processor time for a whole day grown to `length` entries, and the number of entries.

    `players`: number of players, if larger than the scenario's own casting.

    `first opening` starts with empty caches. A jump asks for a moment that was not seen before, as a slider does, with one side or
    two.
    """
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    event = _day(length, players)
    client = Client(HTTP_HOST="localhost")
    row = debrief_row(event)
    assert row is not None
    client.get(reverse("debrief:link", args=[event.pk, row.key]))
    dice, head = random.Random(7), Stream.objects.get(pk=event.stream_id).head
    moments = [dice.randrange(1, head) for _each in range(2 * JUMPS)]
    found = {"entries": float(head)}
    for each in (timeline, knowledge, story, journal):
        each.forget()
    found["first opening"] = _spent(lambda: client.get(reverse("debrief:start", args=[event.pk])))
    found["first page again"] = _spent(lambda: client.get(reverse("debrief:start", args=[event.pk])))
    for what, query in (("jump, the truth", {"eye": "truth"}), ("jump, as Cat beside it", {"eye": "team-cat", "beside": "truth"})):
        spans = []
        for seq in moments[:JUMPS] if len(query) == 1 else moments[JUMPS:]:
            address = reverse("debrief:moment", args=[event.pk, seq])
            spans.append(_spent(lambda at=address, asks=query: client.get(at, asks, headers={"HX-Request": "true"})))  # type: ignore[misc]
        found[f"{what}, median"] = sorted(spans)[JUMPS // 2]
        found[f"{what}, worst"] = max(spans)
    seats = sorted(journal.head(event.stream).state.seats)
    own = [reverse("debrief:day", args=[event.pk, seat]) for seat in seats]
    days = sorted(_spent(lambda at=address: client.get(at)) for address in own)  # type: ignore[misc]
    found |= {"players": float(len(seats)), "a player's day, median": days[len(days) // 2], "a player's day, worst": days[-1]}
    files = [client.get(reverse("debrief:day-file", args=[event.pk, seat])).getvalue() for seat in seats[:JUMPS]]
    found["a player's file, worst, in kB"] = max(map(len, files)) / 1000
    return found


def _day(length: int, players: int) -> Event:
    scenario = default()
    casting = crowd(scenario, players) if players else scenario.casting
    carried = commands_of_day(NAME, scenario, casting, 7)
    event = write_day(carried, realm=NAME, name="A day to look back on", scenario=scenario, seed=7)
    if length > event.stream.head:
        grow(event, length)
    open_for(Event.objects.select_related("stream").get(pk=event.pk), Audience.LINK, "olga")
    return event


def _spent(work: Callable[[], object]) -> float:
    begun = time.thread_time()
    work()
    return (time.thread_time() - begun) * 1000
