"""Several processes on one Redis: sockets of all processes hear each event, and a dead Redis delays them only by seconds."""

from __future__ import annotations

import json
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from control.live import hub
from tests.control.hall import Screen
from tests.houses import House, Shell
from tests.services import PATIENCE, redis

pytestmark = pytest.mark.services

# Run by `manage.py shell`, a process without sockets, like a worker.
BEFORE = "import json, uuid; from django.core import signing; "
BEFORE += "from control.people import access; from control.journal import desk; from control.live import broadcast; "
BEFORE += "from control.day.clock.phases import BeginDay, PlanStart; from control.day.clock.pauses import Pause; "
BEFORE += "from tests.control.hall import *; "
MAKE = BEFORE + "event = an_event(); print(json.dumps([event.pk, phone_of(event, 'cat-1'), phone_of(event, 'wolf-1')]))"
BEGIN = BEFORE + "do(Event.objects.latest('pk'), BeginDay())"
PAUSE = BEFORE + "do(Event.objects.latest('pk'), Pause(reason='Lunch'))"
THROW_OUT = BEFORE + "broadcast.close_seat(Event.objects.latest('pk').pk, 'cat-1')"


LEAVE = BEFORE + "from control.day.people.presence import LeaveForGood; "
LEAVE += "do(Event.objects.latest('pk'), LeaveForGood(seat=SeatId('cat-1')))"
SIGN_OUT = BEFORE + "access.sign_out(access.seat_cookie({{'seat': '{cookie}'}}))"


@dataclass
class Pair:
    """Two servers, with a new event for each test."""

    one: House
    two: House
    shell: Shell
    event: int
    cat: str
    wolf: str

    def screen(self, house: House, cookie: str = ""):
        return connect(
            f"ws://127.0.0.1:{house.port}/live/{self.event}/",
            additional_headers={"Cookie": cookie} if cookie else {},
            open_timeout=PATIENCE,
        )


@pytest.fixture(scope="module")
def houses(tmp_path_factory, services):
    """Two servers on one database and one Redis, and a shell beside them; started once, since starting costs most."""
    environment = {**services.environment(), "SECRET_KEY": "the same for both"}
    folder = tmp_path_factory.mktemp("pair")
    one, two = (House(var=folder / name, environment=environment) for name in ("one", "two"))
    for house in (one, two):
        house.manage("serve", "--prepare-only")
    one.manage("flush", "--no-input")
    with one, two, closing(one.shell()) as shell:
        yield one, two, shell


@pytest.fixture
def pair(houses):
    one, two, shell = houses
    event, cat, wolf = json.loads(shell.run(MAKE))
    return Pair(one, two, shell, event, cat, wolf)


def test_a_command_of_one_process_is_heard_at_the_sockets_of_all(pair):
    with pair.screen(pair.one) as first, pair.screen(pair.two) as second:
        screens = [Screen(first), Screen(second)]
        for each in screens:
            each.hear("hello")

        pair.shell.run(BEGIN)

        pokes = [each.hear("poke") for each in screens]
    assert ["clock" in poke["topics"] for poke in pokes] == [True, True]
    assert pokes[0]["clock"] == pokes[1]["clock"]


def test_each_process_spreads_the_questions_of_its_own_screens(pair):
    with pair.screen(pair.one) as first, pair.screen(pair.one, pair.cat) as second, pair.screen(pair.two, pair.wolf) as third:
        screens = [Screen(first), Screen(second), Screen(third)]
        for each in screens:
            each.hear("hello")

        pair.shell.run(BEGIN)

        spreads = [each.hear("poke")["spread"] for each in screens]
    assert spreads == [2 * hub.ASK, 2 * hub.ASK, hub.ASK]


def test_a_seat_is_thrown_out_of_every_process(pair):
    with (
        pair.screen(pair.one, pair.cat) as first,
        pair.screen(pair.two, pair.cat) as second,
        pair.screen(pair.two, pair.wolf) as other,
    ):
        for line in (first, second, other):
            Screen(line).hear("hello")

        pair.shell.run(THROW_OUT)

        assert [closed_with(line) for line in (first, second)] == [4401, 4401]
        Screen(other).say(t="ping", c=1)
        assert Screen(other).hear("pong")


@pytest.mark.parametrize("change", ["LeaveForGood", "sign out"])
def test_who_leaves_or_signs_out_hears_nothing_in_any_process(pair, change):
    with (
        pair.screen(pair.one, pair.cat) as first,
        pair.screen(pair.two, pair.cat) as second,
        pair.screen(pair.two, pair.wolf) as other,
    ):
        for line in (first, second, other):
            Screen(line).hear("hello")

        pair.shell.run(LEAVE if change == "LeaveForGood" else SIGN_OUT.format(cookie=pair.cat.partition("=")[2]))

        assert [closed_with(line) for line in (first, second)] == [4401, 4401]
        Screen(other).say(t="ping", c=1)
        assert Screen(other).hear("pong")
    with pair.screen(pair.two, pair.cat) as again:
        assert Screen(again).hear("hello")["seat"] is None


def test_a_sheet_sent_to_one_process_is_told_at_the_other_but_not_to_its_sender(pair):
    with pair.screen(pair.one, pair.cat) as first, pair.screen(pair.two, pair.cat) as second:
        sender, other = Screen(first), Screen(second)
        for each in (sender, other):
            each.hear("hello")
        pair.shell.run(CHECK_IN)
        for each in (sender, other):
            each.hear("poke")

        receipt = sender.send_sheet({"orders": [], "extra": None, "allies": [], "betray": False})

        assert receipt["status"] == "received", receipt
        while (poke := other.hear("poke"))["topics"] != ["sheet"]:
            pass
        assert "seq" not in poke
        pair.shell.run(PAUSE)  # whatever came before it has been heard before it
        topics: list[str] = []
        while not (poke := sender.hear("poke")).get("clock", {}).get("paused"):
            topics += poke["topics"]
        assert "sheet" not in topics


CHECK_IN = BEFORE + (
    "event = Event.objects.latest('pk'); do(event, BeginDay()); do(event, SetClock(month=1, phase=Phase.PLANNING, seconds=3600)); "
    "do(event, CheckIn(seat=SeatId('cat-1'), before=Presence.EXPECTED, presence=Presence.PRESENT))"
)


def test_screens_catch_up_when_redis_is_gone(tmp_path, services):
    with ExitStack() as open_things, ExitStack() as gone:
        environment = {"DATABASE_URL": services.database_url, "REDIS_URL": gone.enter_context(redis()), "SECRET_KEY": "any"}
        house = House(var=tmp_path / "var", environment=environment)
        house.manage("serve", "--prepare-only")
        house.manage("flush", "--no-input")
        shell = open_things.enter_context(closing(house.shell()))
        event, _cat, _wolf = json.loads(shell.run(MAKE))
        with house, connect(f"ws://127.0.0.1:{house.port}/live/{event}/", open_timeout=PATIENCE) as line:
            screen = Screen(line)
            screen.hear("hello")
            gone.close()

            shell.run(BEGIN)
            time.sleep(5)

            poke = screen.hear("poke")
    assert ("awake" in poke["topics"], poke["clock"]["phase"]) == (True, "ceremony")


def closed_with(line) -> int:
    try:
        while True:
            line.recv(PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code


TEAM = BEFORE + "print(json.dumps([tablet_of('war'), tablet_of('court')]))"


def test_who_of_the_team_is_here_is_known_in_every_process_and_gone_with_the_socket(pair):
    war, court = json.loads(pair.shell.run(TEAM))

    def seen_at_two() -> str:
        asked = Request(f"http://127.0.0.1:{pair.two.port}/control/{pair.event}/part/here/?page=court", headers={"Cookie": court})
        with urlopen(asked) as answer:
            return answer.read().decode()

    with pair.screen(pair.two, court) as other:
        watching = Screen(other)
        watching.hear("hello")
        with pair.screen(pair.one, war) as line:
            tablet = Screen(line)
            tablet.hear("hello")
            tablet.say(t="here", page="war", step="battle")

            assert "presence" in watching.hear("poke")["topics"]
            assert "at War Room" in seen_at_two()
        watching.hear("poke")
        assert "at War Room" not in seen_at_two()
