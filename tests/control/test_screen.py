"""Hall screens: open to anybody, with public content only, and marked when outdated."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from control.day.clock.pauses import Pause
from control.day.clock.phases import PlanStart
from control.day.clock.steps import EndStep
from control.day.notices import Announce
from control.day.people.room_choice import SeatInRoom
from control.hall import walls as screen
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Phase, Room
from tests.control.phones import CAT_1, HX, WOLF_1, Day, staff, words

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def day() -> Day:
    return Day()


def show(day: Day, kind: str = "clock", client: Client | None = None, **headers):
    return (client or Client()).get(reverse("control:screen", args=[day.event.pk, kind]), headers=headers)


def text(response) -> str:
    page = words(response)
    body = page[page.index("<body") :] if "<body" in page else page
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


@pytest.mark.parametrize("kind", ["clock", "map"])
def test_anybody_may_open_a_screen(day, kind):
    response = show(day, kind)

    assert response.status_code == 200
    assert "no-store" in response.headers["Cache-Control"]


@pytest.mark.parametrize("kind", ["clock", "map"])
def test_an_event_that_is_not_there_is_404(kind):
    assert Client().get(reverse("control:screen", args=[999, kind])).status_code == 404


@pytest.mark.parametrize("kind", ["clock", "map"])
def test_htmx_gets_the_inside_only(day, kind):
    response = show(day, kind, **HX)

    assert "<html" not in words(response)
    assert "data-face" in words(response)
    assert "HX-Request" in response.headers["Vary"]


VERSION = re.compile(r'name="seen" value="([^"]*)"')


def seen_again(day: Day, kind: str, version: str):
    """Ask as a screen does that shows this version."""
    return Client().get(reverse("control:screen", args=[day.event.pk, kind]), {"seen": version}, headers=HX)


@pytest.mark.parametrize("kind", ["clock", "map", "news"])
def test_a_screen_that_shows_everything_gets_nothing(day, monkeypatch, kind):
    day.until(Phase.PLANNING)
    assert VERSION.search(words(show(day, kind)))[1] == ""
    shown = VERSION.search(words(show(day, kind, **HX)))[1]
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(seconds=2))  # a countdown moves on by itself

    again = seen_again(day, kind, shown)
    assert (again.status_code, again.content) == (204, b"")
    assert "no-store" in again.headers["Cache-Control"]
    assert "HX-Request" in again.headers["Vary"]

    day.do(Pause(reason="Fire alarm"))
    news = seen_again(day, kind, shown)
    assert "Fire alarm" in words(news)
    assert VERSION.search(words(news))[1] != shown


@pytest.mark.parametrize("kind", ["clock", "map"])
def test_who_is_signed_in_changes_nothing_on_the_wall(day, kind):
    day.here(CAT_1).until(Phase.PLANNING)
    day.do(Announce(text="Only for Cat", to="cat"))

    def seen(client):
        return re.sub(r'data-now="\d+"|\d+:\d\d|"csrfmiddlewaretoken" value="\w+"', "", words(show(day, kind, client)))

    assert seen(Client()) == seen(staff(Desk.ORGANIZER)) == seen(day.phone(CAT_1))
    assert "Only for Cat" not in words(show(day, kind, day.phone(CAT_1)))


def test_a_screen_has_no_way_out_of_it(day):
    page = words(show(day))

    assert "<a " not in page.replace('<a class="skip"', "")
    assert "<form" not in page


def test_the_clock_says_month_phase_next_court_and_sovereign(day):
    day.until(Phase.PLANNING)

    said = text(show(day))

    assert "Month 1 of 10" in said
    assert "Planning" in said
    assert "then Movement" in said
    assert "Cat hosts in Amn" in said
    assert "Sovereign The God Emperor" in said


def test_before_the_day_the_programme_is_shown(day):
    day.do(PlanStart(at=timezone.now() + timedelta(minutes=20)))

    said = text(show(day))

    assert "Check-in opens" in said
    assert re.search(r"19:5\d|20:00", said)


def test_action_shows_the_step_of_every_room(day):
    day.until(Phase.ACTION)

    assert [room.step for room in show(day).context["panel"].rooms] == ["Updates", "Updates"]  # nobody is in the Underground


def test_action_shows_the_step_of_every_table_of_a_room_whose_tables_run_apart(day):
    day.here(CAT_1, WOLF_1).until(Phase.PLANNING)
    for seat in (CAT_1, WOLF_1):
        day.do(SeatInRoom(player=seat, month=1, room=Room.UNDERGROUND))
    assert "Underground" not in text(show(day))
    day.end().end()
    own, other = (day.state.seats[seat].table for seat in (CAT_1, WOLF_1))
    day.do(EndStep(room=Room.UNDERGROUND, month=1, step="updates", table=own))

    shown = {room.key: (room.name, room.step) for room in show(day).context["panel"].rooms}

    name = day.state.table_name(Room.UNDERGROUND, own)
    assert shown[f"underground/{own}"] == (f"Underground, {name}", "Schemes")
    assert shown[f"underground/{other}"][1] == "Updates"
    assert f'data-clock="underground/{own}"' in words(show(day))


def test_a_room_that_is_done_stays_beside_the_others_until_action_ends(day):
    day.until(Phase.ACTION)
    for step in day.state.timetable.steps[Room.WAR]:
        day.do(EndStep(room=Room.WAR, month=1, step=step.id))

    assert [room.step for room in show(day).context["panel"].rooms] == ["", "Updates"]
    assert "War Room ✓ done" in text(show(day))
    day.end()
    assert show(day).context["panel"].rooms == ()


def test_after_the_last_month_no_time_is_left_to_show(day):
    day.until(Phase.RETURN, month=10).end()

    page = words(show(day))

    assert "The day is over" in page
    assert 'data-clock="event"' not in page


def test_a_pause_is_written_across_the_screen(day):
    day.until(Phase.PLANNING).do(Pause(reason="Fire drill"))

    assert "Paused Planning · Fire drill" in text(show(day))


@pytest.mark.parametrize("kind", ["clock", "map"])
def test_an_announcement_to_all_takes_the_lower_third_for_a_while(day, kind, monkeypatch):
    day.do(Announce(text="Lunch is served"))

    fresh = text(show(day, kind))
    monkeypatch.setattr(screen, "ANNOUNCED_FOR", timedelta(0))

    assert "Lunch is served" in fresh
    assert "Lunch is served" not in text(show(day, kind))


def test_the_newest_event_stands_first():
    older, newer = Day(), Day()

    found = re.findall(r"/screen/(\d+)/clock/", words(Client().get("/screen/")))

    assert found == [str(newer.event.pk), str(older.event.pk)]


def test_the_chooser_says_when_an_event_is_planned(day):
    day.do(PlanStart(at=datetime(2026, 12, 5, 10, 30, tzinfo=UTC)))

    assert "gathering, Dec. 5, 2026" in text(Client().get("/screen/"))


def test_without_an_event_the_chooser_says_so():
    assert "There is no event yet" in words(Client().get("/screen/"))


def test_a_screen_is_asked_by_head_as_well(day):
    assert Client().head(reverse("control:screen", args=[day.event.pk, "clock"])).status_code == 200


@pytest.mark.parametrize("kind", ["clock", "map", "news"])
def test_why_the_clock_stands_is_read_on_every_wall(day, kind):
    day.until(Phase.PLANNING)
    assert "Fire alarm" not in text(show(day, kind))

    day.do(Pause(reason="Fire alarm"))

    assert "Paused" in text(show(day, kind))
    assert "Fire alarm" in text(show(day, kind))
