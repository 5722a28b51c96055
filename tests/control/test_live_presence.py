"""Presence of the control team: known by their sockets, sent only to the team, gone with the socket."""

from __future__ import annotations

import asyncio
import time

import pytest

from control.live import attendant, broadcast, hub, presence
from control.live.hub import Hub
from control.live.presence import Company, Here, ScreenSpot
from tests.control.hall import an_event, phone_of, serving, tablet_of
from tests.services import PATIENCE


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(presence, "GATHERED", 0.02)


def until(question):
    """Wait until a condition holds; returns its last value."""
    end = time.monotonic() + PATIENCE
    while not (answer := question()) and time.monotonic() < end:
        time.sleep(0.01)
    return answer


def await_gathered() -> None:
    """Wait until the changes that a server has read so far have been told: its loop keeps the order of its waits."""
    (house,) = [each for each in hub.all_hubs() if len(each)]
    asyncio.run_coroutine_threadsafe(asyncio.sleep(presence.GATHERED), house.loop).result(PATIENCE)


def steps(event):
    return sorted((spot.name.partition("-")[0], spot.page, spot.step) for spot in attendant.staff_screens(event.pk))


@pytest.mark.django_db(transaction=True)
class TestSockets:
    @pytest.fixture
    def event(self):
        return an_event()

    @pytest.fixture
    def hall(self):
        with serving() as found:
            yield found

    def test_a_tablet_is_known_by_name_desk_and_step_until_it_goes(self, hall, event):
        with hall.screen(event.pk, tablet_of("war")) as war, hall.screen(event.pk, tablet_of("court")) as court:
            for screen in (war, court):
                screen.hear("hello")

            war.say(t="here", page="war", step="battle")

            assert "presence" in court.hear("poke")["topics"]
            assert steps(event) == [("war", "war", "battle")]
            court.say(t="here", page="court")
            assert until(lambda: len(attendant.staff_screens(event.pk)) == 2)
            assert steps(event) == [("court", "court", ""), ("war", "war", "battle")]

        assert until(lambda: attendant.staff_screens(event.pk) == ())

    def test_neither_phones_nor_the_hall_hear_of_it(self, hall, event):
        with (
            hall.screen(event.pk, tablet_of("war")) as war,
            hall.screen(event.pk, phone_of(event, "cat-1")) as phone,
            hall.screen(event.pk, tablet_of("war"), query="?hall") as wall,
        ):
            for screen in (war, phone, wall):
                screen.hear("hello")

            war.say(t="here", page="war")
            war.hear("poke")

            assert phone.topics() == []
            assert wall.topics() == []

    def test_a_player_and_a_screen_in_the_hall_stand_nowhere(self, hall, event):
        with (
            hall.screen(event.pk, phone_of(event, "cat-1")) as phone,
            hall.screen(event.pk, tablet_of("war"), query="?hall") as wall,
        ):
            for screen in (phone, wall):
                screen.hear("hello")
                screen.say(t="here", page="war", step="battle")

                assert screen.hear("refused")["sentence"] == "This is for the screens of the control team."
        assert attendant.staff_screens(event.pk) == ()

    @pytest.mark.parametrize(
        "word",
        [
            {},
            {"page": ""},
            {"page": "War"},
            {"page": "w" * 31},
            {"page": "<b>"},
            {"page": "war", "step": "a b"},
            {"page": "war", "step": "x" * 41},
            {"page": "war", "claims": "yes"},
        ],
        ids=str,
    )
    def test_what_makes_no_sense_is_refused_and_stands_nowhere(self, hall, event, word):
        with hall.screen(event.pk, tablet_of("war")) as war:
            war.hear("hello")

            war.say(t="here", **word)

            assert war.hear("refused")["sentence"].startswith("This message ")
        assert attendant.staff_screens(event.pk) == ()

    def test_another_event_knows_nothing_of_it(self, hall, event):
        other = an_event()
        with hall.screen(event.pk, tablet_of("war")) as war, hall.screen(other.pk, tablet_of("war")) as elsewhere:
            war.hear("hello")
            elsewhere.hear("hello")

            war.say(t="here", page="war")
            war.hear("poke")

            assert elsewhere.topics() == []
            assert attendant.staff_screens(other.pk) == ()

    def test_who_says_the_same_again_is_no_news(self, hall, event):
        with hall.screen(event.pk, tablet_of("war")) as war:
            war.hear("hello")
            war.say(t="here", page="war", step="battle")
            war.hear("poke")

            war.say(t="here", page="war", step="battle")
            assert war.topics() == []  # from here on it has been read
            await_gathered()

            assert war.topics() == []


class Told:
    """A hub that stores what it delivered."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.news: list = []

    def deliver(self, news, but=frozenset()) -> None:
        self.news.append(news)


async def company():
    house = Told()
    return Company(house), house  # type: ignore[arg-type]


def spot(name, page="war", step="battle"):
    return ScreenSpot(name=name, page=page, step=step)


class TestCompany:
    async def test_a_claim_keeps_its_time_while_the_screen_stays_at_the_step(self, monkeypatch):
        here, _house = await company()
        moments = iter((100.0, 200.0, 300.0))
        monkeypatch.setattr(presence.time, "time", lambda: next(moments))

        here.stand("one", 1, spot("ben"), claims=True)
        here.stand("one", 1, spot("ben"), claims=True)
        assert [each.claimed_at for each in here.at(1)] == [100.0]

        here.stand("one", 1, spot("ben", step="rewards"), claims=True)
        assert [each.claimed_at for each in here.at(1)] == [200.0]
        here.stand("one", 1, spot("ben", step="rewards"), claims=False)
        assert [each.claimed_at for each in here.at(1)] == [0.0]

    async def test_a_claim_at_one_page_is_none_at_another_whose_step_has_the_same_name(self, monkeypatch):
        here, _house = await company()
        moments = iter((100.0, 200.0))
        monkeypatch.setattr(presence.time, "time", lambda: next(moments))

        here.stand("one", 1, spot("ben", page="war", step="updates"), claims=True)
        here.stand("one", 1, spot("ben", page="court", step="updates"), claims=True)

        assert [(each.page, each.claimed_at) for each in here.at(1)] == [("court", 200.0)]

    async def test_no_step_is_no_claim(self):
        here, _house = await company()

        here.stand("one", 1, spot("ben", step=""), claims=True)

        assert [each.claimed_at for each in here.at(1)] == [0.0]

    async def test_comings_and_goings_of_a_moment_are_one_poke_to_the_team(self):
        here, house = await company()

        for name in ("ben", "cora", "dora"):
            here.stand(name, 1, spot(name), claims=False)
        here.leave("cora")
        await asyncio.sleep(0.1)

        assert [news.topics for news in house.news] == [{"staff": ("presence",)}]
        assert [each.name for each in here.at(1)] == ["ben", "dora"]

    async def test_who_changes_the_page_was_never_gone(self):
        here, house = await company()
        here.stand("old", 1, spot("ben", page="war"), claims=False)
        await asyncio.sleep(0.1)

        here.leave("old")
        here.stand("new", 1, spot("ben", page="houses", step=""), claims=False)
        await asyncio.sleep(0.1)

        assert len(house.news) == 2
        assert [(each.name, each.page) for each in here.at(1)] == [("ben", "houses")]

    async def test_what_another_process_tells_counts_until_it_falls_silent(self, monkeypatch):
        here, house = await company()
        here.hear("two", Here(event=1, spots=(spot("cora"),)))
        assert [each.name for each in here.at(1)] == ["cora"]
        here.hear("two", Here(event=1, spots=(spot("cora"),)))
        assert len(house.news) == 1

        later = time.monotonic() + presence.FORGOTTEN
        assert here.at(1, now=later) == ()
        monkeypatch.setattr(presence.time, "monotonic", lambda: later)
        here.repeat()

        assert len(house.news) == 2

    async def test_the_last_to_leave_another_process_is_gone_at_once(self):
        here, _house = await company()
        here.hear("two", Here(event=1, spots=(spot("cora"),)))

        here.hear("two", Here(event=1, spots=()))

        assert here.at(1) == ()


class TestProcesses:
    def test_the_screens_of_a_process_travel_whole(self):
        here = Here(event=1, spots=(ScreenSpot(name="ben", page="war", step="battle", claimed_at=12.5),))
        message = presence.message_of(here) | {"from": "another"}

        assert presence.screens_in(message) == ("another", here)

    def test_a_process_does_not_hear_itself_or_what_is_no_presence(self):
        assert presence.screens_in(presence.message_of(Here(event=1, spots=()))) is None
        assert presence.screens_in({"type": "live.news", "from": "x", "news": "{}"}) is None

    async def test_without_a_shared_layer_nothing_leaves_the_process(self, monkeypatch):
        sent = []
        monkeypatch.setattr(presence, "_send", lambda layer, here: sent.append(here))
        here = Company(Hub(asyncio.get_running_loop()))

        here.stand("one", 1, spot("ben"), claims=False)
        await asyncio.sleep(0.1)

        assert broadcast.shared_layer() is None
        assert sent == []
