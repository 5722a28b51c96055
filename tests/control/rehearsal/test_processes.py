"""A rehearsal on PostgreSQL and Redis: made in one process, continued by any server, ended in another, deleted everywhere."""

from __future__ import annotations

import json
import time
from contextlib import closing
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.houses import House, Shell
from tests.services import PATIENCE

pytestmark = pytest.mark.services

BEFORE = "import json; from control.models import *; from control.rehearsal.event_copy import *; "
BEFORE += "from control.rehearsal.conductor import finish_rehearsal; from control.rehearsal.models import RehearsalCard; "
BEFORE += "from tests.scenarios import small; "
MAKE = BEFORE + (
    "day = create_event(realm='god-emperor', name='The day', scenario=small(), casting=small().casting); "
    "copy = rehearse(Event.objects.select_related('stream').get(pk=day.pk), Wish(begins_in=0, seed='3')); "
    "print(json.dumps([day.pk, copy.pk, copy.stream_id]))"
)
HEAD = BEFORE + "print(Stream.objects.get(pk={stream}).head)"
END = BEFORE + "finish_rehearsal(Event.objects.select_related('stream', 'rehearsal').get(pk={copy})); "
END += "print(RehearsalCard.objects.filter(event={day}).count())"
AWAY = BEFORE + "throw_away(Event.objects.get(pk={copy})); print(json.dumps([Event.objects.filter(pk={copy}).count(), "
AWAY += "Stream.objects.filter(pk={stream}).count(), Entry.objects.filter(stream={stream}).count(), "
AWAY += "Event.real.filter(pk={day}).count()]))"


def grown(shell: Shell, stream: int, beyond: int) -> int:
    """Head of a journal, once it is beyond this entry."""
    end = time.monotonic() + PATIENCE
    while (head := int(shell.run(HEAD.format(stream=stream)))) <= beyond:
        assert time.monotonic() < end, "nobody plays it on"
        time.sleep(0.2)
    return head


def status(house: House, copy: int) -> int:
    try:
        with urlopen(f"{house.address}/screen/{copy}/clock/", timeout=PATIENCE) as answer:
            return int(answer.status)
    except HTTPError as refused:
        return refused.code


def test_it_is_played_on_by_any_process_and_gone_from_all(tmp_path, services):
    environment = {**services.environment(), "SECRET_KEY": "the same for both"}
    one, two = (House(var=tmp_path / name, environment=environment) for name in ("one", "two"))
    for house in (one, two):
        house.manage("serve", "--prepare-only")
    with one, two, closing(two.shell()) as shell:
        day, copy, stream = json.loads(shell.run(MAKE))  # made in a process that leads no rehearsal
        head = grown(shell, stream, int(shell.run(HEAD.format(stream=stream))))
        assert (status(one, copy), status(two, copy)) == (200, 200)

        one.end()
        grown(shell, stream, head)  # the remaining server leads it

        assert shell.run(END.format(copy=copy, day=day)).strip() == "1"
        assert json.loads(shell.run(AWAY.format(copy=copy, stream=stream, day=day))) == [0, 0, 0, 1]
        assert status(two, copy) == 404
        _day, _copy, another = json.loads(shell.run(MAKE))
        grown(shell, another, int(shell.run(HEAD.format(stream=another))))  # the conductor has looked again
        assert "stumbled" not in two.log
