"""The console as several processes on PostgreSQL and Redis, as in production: web, workers, and one beat too many."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

import pytest

from tests import forks
from tests.houses import House, Shell
from tests.services import PATIENCE, redis

pytestmark = pytest.mark.services

BEFORE = "import json, uuid; from control.journal import desk; from control.people import staff; "
BEFORE += "from control.models import Event, Entry; "
BEFORE += "from rooms.realm.desks import Desk; from control.day.clock.phases import BeginDay, SetClock; "
BEFORE += "from tests.control.hall import *; "
MAKE = BEFORE + (
    "event = an_event(); do(event, BeginDay()); do(event, SetClock(month=1, phase=Phase.PLANNING, seconds=3)); print(event.pk)"
)
ENDED = BEFORE + (
    "found = Entry.objects.filter(stream__event__pk={event}, actor='clock').order_by('seq'); "
    "print(json.dumps([[each.label, str(each.command_id), each.at.timestamp()] for each in found]))"
)
NEXT = BEFORE + "do(Event.objects.get(pk={event}), SetClock(month=1, phase=Phase.MOVEMENT, seconds=1))"
DEADLINE = BEFORE + "print(Event.objects.get(pk={event}).stream.dues.get(what='phase').at.timestamp())"
ACCOUNT = BEFORE + "print(staff.give_account('anna', event=Event.objects.latest('pk'), desks=[Desk.WAR]))"


@contextmanager
def part(name: str, variables: dict[str, str], log: Path):
    """A Celery process: "worker" or "beat"."""
    options = {"worker": ["--pool", "threads", "--concurrency", "2"], "beat": ["--pidfile="]}[name]
    with log.open("ab") as out:
        process = forks.start(["-m", "celery", "-A", "megagame", name, *options], {**os.environ, **variables}, out=out)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def readiness(house: House) -> tuple[int, dict]:
    try:
        with urlopen(f"{house.address}/readyz", timeout=PATIENCE) as answer:
            return answer.status, json.loads(answer.read())
    except HTTPError as refused:
        return refused.code, json.loads(refused.read())


def until_ready(house: House) -> None:
    end = time.monotonic() + PATIENCE
    while (found := readiness(house))[0] != 200:
        assert time.monotonic() < end, found
        time.sleep(0.2)


def until_ended(shell: Shell, event: int, *, phases: int) -> list[tuple[str, str, float]]:
    """Wait until the clock has ended that many phases; return its entries: label, command and time."""
    end = time.monotonic() + PATIENCE
    while True:
        ended: list[tuple[str, str, float]] = json.loads(shell.run(ENDED.format(event=event)))
        if len({command for _label, command, _at in ended}) >= phases:
            return ended
        assert time.monotonic() < end, f"nothing has ended a phase: {ended}"
        time.sleep(0.2)


def sign_in(house: House, password: str) -> int:
    opener = build_opener(HTTPCookieProcessor(CookieJar()))
    with opener.open(f"{house.address}/staff/login/", timeout=PATIENCE) as page:
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.read().decode())[1]
    body = urlencode({"csrfmiddlewaretoken": token, "username": "anna", "password": password}).encode()
    try:
        with opener.open(Request(f"{house.address}/staff/login/", body), timeout=PATIENCE) as answer:
            return answer.status
    except HTTPError as refused:
        return refused.code


def test_the_house_of_many_processes(tmp_path, services):
    """One run, since starting costs most: readiness, a deadline under two beats, shared counts of wrong passwords, a dead Redis."""
    with ExitStack() as gone, ExitStack() as running:
        variables = {
            "MEGAGAME_PRODUCTION": "1",
            "MEGAGAME_HTTPS": "0",
            "ALLOWED_HOSTS": "127.0.0.1",
            "SECRET_KEY": "".join(chr(48 + number % 70) for number in range(60)),
            "DATABASE_URL": services.database_url,
            "DATABASE_POOL": "4",
            "REDIS_URL": gone.enter_context(redis()),
            "MEGAGAME_VAR": str(tmp_path / "shared"),
        }
        one, two = (House(var=tmp_path / name, environment=variables) for name in ("one", "two"))
        one.manage("serve", "--prepare-only")
        one.manage("flush", "--no-input")
        log = tmp_path / "celery.log"
        for house in (one, two):
            running.enter_context(house)
        assert readiness(one)[0] == 503
        for name in ("worker", "worker", "beat", "beat"):
            running.enter_context(part(name, variables, log))
        until_ready(one)
        until_ready(two)

        # Two beats and two workers end a phase like one clock: once, and not too early.
        shell = running.enter_context(closing(one.shell()))
        event = int(shell.run(MAKE))
        deadline = float(shell.run(DEADLINE.format(event=event)))
        ended = until_ended(shell, event, phases=1)
        assert ended[0][2] >= deadline, ended
        shell.run(NEXT.format(event=event))  # once it has ended too, a second command for the first would have come
        ended = until_ended(shell, event, phases=2)
        assert len({command for _label, command, _at in ended}) == 2, ended

        # All processes share the count of wrong passwords.
        password = shell.run(ACCOUNT).strip()
        wrong = [sign_in((one, two)[number % 2], "wrong") for number in range(10)]
        assert set(wrong) == {422}
        assert [sign_in(house, password) for house in (one, two)] == [429, 429]

        # Far more simultaneous requests than connections: all are answered.
        with ThreadPoolExecutor(40) as crowd:
            assert set(crowd.map(lambda _each: urlopen(f"{one.address}/screen/", timeout=PATIENCE).status, range(200))) == {200}

        # Without Redis a process reports it in time and stays alive.
        gone.close()
        status, told = readiness(one)  # which gives it five seconds
        assert status == 503
        assert told["parts"]["database"] == "answers and takes a write"
        assert told["parts"]["broker"] != "answers"
        assert urlopen(f"{one.address}/healthz", timeout=PATIENCE).read() == b"alive\n"
        assert "127.0.0.1" not in json.dumps(told)

        lines = [line for house in (one, two) for line in house.log.splitlines() if line]
        assert lines
        for line in lines:
            assert {"time", "level", "logger", "message"} <= set(json.loads(line))
        assert password not in "".join(lines) + log.read_text()
