"""The live socket: its audiences, its messages, the messages it accepts, and when it is closed."""

from __future__ import annotations

import threading
import time
import uuid

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from control import system_time
from control.day.clock.pauses import Pause
from control.day.clock.phases import BeginDay
from control.engine.modules import Invalidation
from control.journal import desk
from control.journal.journal import head
from control.live import attendant, broadcast, hub
from control.live.hub import News, frame_of
from control.models import Stream
from control.people import access
from tests.control.dumps import Dump
from tests.control.hall import an_event, phone_of, serving, tablet_of
from tests.events import OLGA, do, state_of
from tests.services import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture
def hall():
    with serving() as found:
        yield found


@pytest.fixture
def event():
    return an_event()


def milliseconds() -> int:
    """The console's time in milliseconds."""
    return int(system_time.seconds() * 1000)


def publish(event, *invalidations: Invalidation) -> None:
    found = head(Stream.objects.get(pk=event.stream_id))
    broadcast.publish(event.pk, invalidations, seq=found.seq, state=found.state)


def await_look(monkeypatch) -> None:
    """Wait until the server has looked at all journals once more. It stores what it has seen before it looks again."""
    looks = threading.Semaphore(0)
    journal_heads = attendant.journal_heads
    with monkeypatch.context() as watched:
        watched.setattr(attendant, "journal_heads", lambda places: (looks.release(), journal_heads(places))[1])
        for _look in range(2):
            assert looks.acquire(timeout=PATIENCE)


def close_code(screen) -> int:
    try:
        while True:
            screen.line.recv(PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code


class TestHello:
    def test_a_screen_is_told_how_far_the_day_is(self, hall, event):
        do(event, BeginDay())

        before = milliseconds()
        with hall.screen(event.pk) as screen:
            hello = screen.hear("hello")

        assert hello.keys() == {"t", "now", "seat", "clock"}  # no number of the journal, which tells secret acts (R-144)
        assert (hello["clock"]["stage"], hello["clock"]["month"], hello["clock"]["phase"]) == ("playing", 1, "ceremony")
        assert hello["clock"]["deadline"].endswith("Z")
        assert before <= hello["now"] <= milliseconds()
        assert hello["seat"] is None

    def test_a_phone_is_told_whose_it_is(self, hall, event):
        with hall.screen(event.pk, phone_of(event, "cat-1")) as phone:
            assert phone.hear("hello")["seat"] == "cat-1"

    def test_there_is_no_socket_for_an_unknown_event(self, hall):
        with pytest.raises(InvalidStatus), hall.screen(999):
            pass

    def test_a_page_of_another_site_opens_no_socket(self, hall, event):
        with pytest.raises(InvalidStatus), hall.screen(event.pk, origin="https://elsewhere.example"):
            pass

    def test_a_page_of_this_site_does(self, hall, event):
        with hall.screen(event.pk, origin=f"http://127.0.0.1:{hall.port}") as screen:
            assert screen.hear("hello")


@pytest.mark.parametrize(
    "protocol", ["control.live.ws_protocol:LineProtocol", "websockets-sansio"], ids=["own protocol", "any server"]
)
@pytest.mark.parametrize(
    ("to", "heard_by"),
    [
        ("all", {"own phone", "other phone", "war tablet", "court tablet", "hall"}),
        ("staff", {"war tablet", "court tablet"}),
        ("desk:war", {"war tablet"}),
        ("team:cat", {"own phone"}),
        ("seat:cat-1", {"own phone"}),
        ("seat:cat-2", set()),
        ("team:wolf", {"other phone"}),
    ],
)
def test_a_poke_is_heard_by_its_audience_and_nobody_else(event, to, heard_by, protocol):
    with (
        serving(ws=protocol) as hall,
        hall.screen(event.pk, phone_of(event, "cat-1")) as own,
        hall.screen(event.pk, phone_of(event, "wolf-1")) as other,
        hall.screen(event.pk, tablet_of("war")) as war,
        hall.screen(event.pk, tablet_of("court")) as court,
        hall.screen(event.pk, tablet_of("war"), query="?hall") as screen,
    ):
        people = {"own phone": own, "other phone": other, "war tablet": war, "court tablet": court, "hall": screen}
        for each in people.values():
            each.hear("hello")

        publish(event, Invalidation(topic="news", to=to))

        assert {name for name, each in people.items() if each.topics() == ["news"]} == heard_by


class TestPoke:
    def test_what_the_desk_decides_is_heard_with_the_new_clock(self, hall, event):
        with hall.screen(event.pk) as screen:
            screen.hear("hello")

            done = do(event, BeginDay())

            poke = screen.hear("poke")
        assert "clock" in poke["topics"]
        assert poke["clock"]["phase"] == "ceremony"
        assert poke["clock"]["deadline"] == broadcast.clock_facts(done.head.state).deadline

    def test_a_paused_clock_says_what_is_left_and_why(self, hall, event):
        do(event, BeginDay())
        with hall.screen(event.pk) as screen:
            screen.hear("hello")

            do(event, Pause(reason="Fire alarm"))

            clock = screen.hear("poke")["clock"]
        assert (clock["paused"], clock["deadline"], clock["reason"]) == (True, None, "Fire alarm")
        assert 0 < clock["left_ms"] <= 3_600_000

    def test_a_poke_says_topics_and_nothing_else(self, hall, event):
        with hall.screen(event.pk, phone_of(event, "cat-1")) as phone:
            phone.hear("hello")

            publish(event, Invalidation(topic="strip", to="seat:cat-1"), Invalidation(topic="news", to="seat:cat-1"))

            assert phone.hear("poke") == {"t": "poke", "topics": ["strip", "news"], "spread": hub.ASK}

    def test_its_spread_follows_the_open_screens_of_its_audience(self, hall, event):
        with (
            hall.screen(event.pk, phone_of(event, "cat-1")) as phone,
            hall.screen(event.pk, phone_of(event, "cat-1")) as second,
            hall.screen(event.pk, phone_of(event, "wolf-1")) as other,
            hall.screen(event.pk) as screen,
        ):
            for each in (phone, second, other, screen):
                each.hear("hello")

            publish(event, Invalidation(topic="strip", to="seat:cat-1"), Invalidation(topic="strip", to="seat:wolf-1"))
            alone = [each.hear("poke")["spread"] for each in (phone, second, other)]
            publish(event, Invalidation(topic="strip", to="seat:wolf-1"), Invalidation(topic="news"))
            together = [each.hear("poke")["spread"] for each in (phone, second, other, screen, other)]

        assert alone == [2 * hub.ASK, 2 * hub.ASK, hub.ASK]
        assert together == [4 * hub.ASK] * 5  # else the phones named beside would ask before the crowd

    @pytest.mark.parametrize(("named", "spread"), [(hub.MANY, 1), (hub.MANY + 1, 3)])
    def test_many_seats_named_one_by_one_are_a_crowd(self, hall, event, named, spread):
        news = [Invalidation(topic="news", to=f"seat:cat-{number}") for number in range(1, named + 1)]
        with hall.screen(event.pk, phone_of(event, "cat-1")) as phone, hall.screen(event.pk) as one, hall.screen(event.pk) as two:
            for each in (phone, one, two):
                each.hear("hello")

            publish(event, *news)

            assert phone.hear("poke")["spread"] == spread * hub.ASK

    @pytest.mark.parametrize(("crowd", "spread"), [(1, 3), (12, 36), (300, 900), (334, 1_000), (1_000, 1_000)])
    def test_a_crowd_asks_within_a_second_and_a_few_at_once(self, crowd, spread):
        assert hub.spread_of(crowd) == spread

    def test_another_event_is_not_heard(self, hall, event):
        other = an_event()
        with hall.screen(event.pk) as screen:
            screen.hear("hello")

            publish(other, Invalidation(topic="news"))

            assert screen.topics() == []

    def test_who_does_not_read_is_given_up(self, hall, event):
        with hall.screen(event.pk) as screen:
            screen.hear("hello")
            (house,) = hub.all_hubs()
            long = frame_of({"t": "poke", "topics": ["x" * 60_000]})
            screen.line.recv_bufsize = 1

            for _each in range(400):
                house.loop.call_soon_threadsafe(house.tell_everyone, long)

            end = time.monotonic() + PATIENCE
            while len(house) and time.monotonic() < end:
                time.sleep(0.01)
            assert len(house) == 0


class TestWords:
    def test_a_ping_is_answered_with_the_servers_time(self, hall, event):
        with hall.screen(event.pk) as screen:
            before = milliseconds()
            screen.say(t="ping", c=1234.5)

            pong = screen.hear("pong")

        assert pong["c"] == 1234.5
        assert before <= pong["s"] < milliseconds() + 1  # `milliseconds` rounds down

    @pytest.mark.parametrize(
        "garbage",
        [
            "",
            "nonsense",
            "[]",
            '{"t":"publish","topics":["clock"]}',
            '{"t":"ping"}',
            '{"t":"ping","c":"' + "x" * 2000 + '"}',
            '{"t":"ping","c":1,"more":"' + "x" * 2000 + '"}',
            '{"t":"sheet","kind":"war","month":"x","key":"y","body":{}}',
            "[" * 9000,
            b"\x00\xff\xfe",
            '{"t":"sheet","kind":"war","month":1,"key":"' + str(uuid.UUID(int=1)) + '","body":"' + "x" * 17_000 + '"}',
        ],
        ids=lambda text: repr(text[:30]),
    )
    def test_garbage_gets_one_sentence_and_the_socket_stays(self, hall, event, garbage):
        with hall.screen(event.pk, phone_of(event, "cat-1")) as phone:
            phone.line.send(garbage)

            assert phone.hear("refused")["sentence"].startswith("This message ")
            phone.say(t="ping", c=1)
            assert phone.hear("pong")

    def test_who_sends_only_garbage_is_closed(self, hall, event):
        with hall.screen(event.pk) as screen:
            for _each in range(5):
                screen.line.send("nonsense")

            assert close_code(screen) == 1008

    def test_who_never_stops_talking_is_closed(self, hall, event):
        with hall.screen(event.pk) as screen:
            for _each in range(201):
                screen.say(t="ping", c=1)

            assert close_code(screen) == 1008

    def test_a_message_beyond_all_bounds_is_closed(self, hall, event):
        with hall.screen(event.pk) as screen:
            screen.line.send("x" * 70_000)

            assert close_code(screen) == 1009


class TestAccess:
    def test_a_thrown_out_seat_is_closed_and_others_stay(self, hall, event):
        with (
            hall.screen(event.pk, phone_of(event, "cat-1")) as out,
            hall.screen(event.pk, phone_of(event, "cat-2")) as stays,
        ):
            out.hear("hello")
            stays.hear("hello")

            broadcast.close_seat(event.pk, "cat-1")

            assert close_code(out) == 4401
            publish(event, Invalidation(topic="news", to="seat:cat-2"))
            assert stays.topics() == ["news"]

    def test_any_server_throws_a_seat_out(self, event):
        with serving(ws="websockets-sansio") as hall, hall.screen(event.pk, phone_of(event, "cat-1")) as out:
            out.hear("hello")

            broadcast.close_seat(event.pk, "cat-1")

            assert close_code(out) == 4401

    def test_a_phone_with_a_replaced_code_hears_only_what_all_hear(self, hall, event):
        old = phone_of(event, "cat-1")
        access.issue_code(event.seats.get(key="cat-1"))
        with hall.screen(event.pk, old) as phone:
            assert phone.hear("hello")["seat"] is None

            publish(
                event,
                Invalidation(topic="strip", to="seat:cat-1"),
                Invalidation(topic="team", to="team:cat"),
                Invalidation(topic="clock"),
            )

            assert phone.topics() == ["clock"]

    @pytest.mark.parametrize("cookie", ["seat=forged", "sessionid=forged", "seat=", "; ;=", "seat=a:b:c; sessionid=x"])
    def test_a_forged_cookie_is_a_screen_in_the_hall(self, hall, event, cookie):
        with hall.screen(event.pk, cookie) as screen:
            screen.hear("hello")

            publish(
                event,
                Invalidation(topic="strip", to="seat:cat-1"),
                Invalidation(topic="sheets", to="staff"),
                Invalidation(topic="clock"),
            )

            assert screen.topics() == ["clock"]

    def test_a_player_of_another_event_is_a_screen_in_the_hall(self, hall, event):
        other = an_event()
        with hall.screen(other.pk, phone_of(event, "cat-1")) as screen:
            assert screen.hear("hello")["seat"] is None


class TestAttendant:
    def test_the_server_beats(self, hall, event, monkeypatch):
        monkeypatch.setattr(attendant, "BEAT_EVERY", 0.05)
        before = milliseconds()
        with hall.screen(event.pk) as screen:
            assert before <= screen.hear("beat")["now"] <= milliseconds()

    def test_news_that_got_lost_is_caught_up_on(self, hall, event, monkeypatch):
        monkeypatch.setattr(attendant, "LOOK_EVERY", 0.1)
        with hall.screen(event.pk) as screen:
            screen.hear("hello")
            monkeypatch.setattr(broadcast, "publish", lambda *args, **kwargs: None)

            do(event, BeginDay())

            poke = screen.hear("poke")
        assert (poke["topics"], poke["clock"]["phase"]) == (["awake", "clock"], "ceremony")

    def test_a_screen_that_comes_when_news_got_lost_does_not_hide_that_from_the_others(self, hall, event, monkeypatch):
        monkeypatch.setattr(attendant, "LOOK_EVERY", 1.0)  # the newcomer arrives before the second check
        with hall.screen(event.pk) as screen:
            screen.hear("hello")
            monkeypatch.setattr(broadcast, "publish", lambda *args, **kwargs: None)
            do(event, BeginDay())
            with hall.screen(event.pk) as newcomer:
                assert newcomer.hear("hello")["clock"]["phase"] == "ceremony"

                poke = screen.hear("poke")
        assert (poke["topics"], poke["clock"]["phase"]) == (["awake", "clock"], "ceremony")

    def test_a_database_that_went_back_in_time_is_looked_at_again(self, hall, event, monkeypatch):
        monkeypatch.setattr(attendant, "LOOK_EVERY", 0.1)
        dump = Dump(event.stream_id)
        do(event, BeginDay())
        with hall.screen(event.pk) as screen:
            assert screen.hear("hello")["clock"]["phase"] == "ceremony"
            await_look(monkeypatch)

            dump.restore()

            poke = screen.hear("poke")
            with hall.screen(event.pk) as newcomer:
                hello = newcomer.hear("hello")
        assert (poke["topics"], poke["clock"]["stage"]) == (["awake", "clock"], "gathering")
        assert hello["clock"]["stage"] == "gathering"

    def test_a_journal_that_went_back_and_cannot_be_read_keeps_no_other_from_its_news(self, hall, event, monkeypatch):
        monkeypatch.setattr(attendant, "LOOK_EVERY", 0.1)
        broken = an_event()
        dump = Dump(broken.stream_id)
        do(broken, BeginDay())

        def facts_now(place, read=attendant.facts_now):
            if place == broken.pk:
                raise ValueError("unreadable")
            return read(place)

        with hall.screen(broken.pk) as other, hall.screen(event.pk) as screen:
            other.hear("hello")
            screen.hear("hello")
            await_look(monkeypatch)
            monkeypatch.setattr(attendant, "facts_now", facts_now)
            dump.restore()
            monkeypatch.setattr(broadcast, "publish", lambda *args, **kwargs: None)

            do(event, BeginDay())

            assert screen.hear("poke")["clock"]["phase"] == "ceremony"

    def test_news_that_came_is_not_told_twice(self, hall, event, monkeypatch):
        monkeypatch.setattr(attendant, "LOOK_EVERY", 0.05)
        with hall.screen(event.pk) as screen:
            screen.hear("hello")

            do(event, BeginDay())
            for _look in range(2):  # it compares with the look before
                await_look(monkeypatch)

            topics = screen.topics()
            assert "clock" in topics
            assert "awake" not in topics

    def test_it_rests_when_the_last_screen_has_gone(self, hall, event):
        with hall.screen(event.pk) as screen:
            screen.hear("hello")
            (house,) = [each for each in hub.all_hubs() if len(each)]

        end = time.monotonic() + PATIENCE
        while len(house) and time.monotonic() < end:
            time.sleep(0.01)
        assert (len(house), house.places, house.known, house.told) == (0, frozenset(), {}, {})


class TestProcesses:
    def test_news_travels_whole(self, event):
        news = News(place=1, topics={"seat:cat-1": ("strip",)}, seq=4, clock=broadcast.clock_facts(state_of(event)))
        message = broadcast.message_of(news) | {"from": "another process"}

        assert broadcast.news_in(message) == news

    def test_a_process_does_not_hear_itself(self):
        assert broadcast.news_in(broadcast.message_of(News(place=1, topics={"all": ("clock",)}))) is None

    def test_a_message_between_processes_holds_no_more_than_a_screen_may_know(self, event):
        message = broadcast.message_of(News(place=1, topics={"staff": ("sheets",)}, seq=2))

        assert set(message) == {"type", "from", "news"}
        assert set(msgspec.json.decode(message["news"])) == {"place", "topics", "seq", "clock", "out"}


@pytest.mark.parametrize(("length", "header"), [(5, 2), (200, 4), (70_000, 10)])
def test_a_frame_is_what_a_websocket_carries(length, header):
    frame = frame_of("x" * (length - 2))

    assert frame.wire[header:] == frame.content
    assert frame.wire[0] == 0x81
    assert len(frame.content) == length


def test_publishing_where_nobody_listens_is_quiet(event):
    publish(event, Invalidation(topic="clock"))

    assert hub.all_hubs() == () or all(len(each) == 0 for each in hub.all_hubs())


def test_a_command_is_heard_whoever_gives_it(hall, event):
    with hall.screen(event.pk, tablet_of("war")) as tablet:
        tablet.hear("hello")

        desk.perform(stream_id=event.stream_id, command=BeginDay(), by=OLGA, command_id=uuid.uuid4())

        assert {"clock", "journal"} <= set(tablet.topics())
