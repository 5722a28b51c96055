"""The projectors: a name by a cookie, sent elsewhere from the console, found, told, blacked out."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from control.engine.refused import Refused, Stale
from control.hall import screens
from control.models import Screen
from rooms.realm.desks import Desk
from tests.control.desks.conftest import signed_in, words
from tests.control.phones import Day

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Day:
    return Day()


@pytest.fixture
def wall(day: Day) -> Client:
    """A browser in the hall that has opened the address for screens."""
    browser = Client()
    assert browser.get(f"/screen/{day.event.pk}/here/").status_code == 200
    return browser


def only(day: Day) -> Screen:
    return Screen.objects.get(event=day.event)


def asks(day: Day, wall: Client) -> str:
    return wall.get(f"/screen/{day.event.pk}/here/asks/").content.decode()


def test_a_browser_is_one_screen_however_often_it_comes(day, wall):
    for _again in range(3):
        wall.get(f"/screen/{day.event.pk}/here/")

    assert only(day).name == "Screen 1"
    Client().get(f"/screen/{day.event.pk}/here/")
    assert sorted(screen.name for screen in day.event.screens.all()) == ["Screen 1", "Screen 2"]


def test_a_browser_may_be_a_screen_of_two_events(day, wall):
    other = Day()
    wall.get(f"/screen/{other.event.pk}/here/")

    assert wall.get(f"/screen/{day.event.pk}/here/asks/").status_code == 200
    assert wall.get(f"/screen/{other.event.pk}/here/asks/").status_code == 200


def test_a_screen_goes_where_it_is_sent_when_it_is_pushed_and_not_before(day, wall):
    screen = only(day)
    screens.stage(day.event, {screen.pk: "laws"})
    assert f'data-address="/screen/{day.event.pk}/clock/"' in asks(day, wall)

    (change,) = screens.changes(day.event)
    assert screens.push(day.event, [change.key]) == 1

    assert f'data-address="/screen/{day.event.pk}/laws/"' in asks(day, wall)
    with pytest.raises(Stale, match="Nothing is staged"):
        screens.push(day.event, [change.key])


def test_one_press_sends_a_screen_at_once_and_what_is_staged_stays_staged(day, wall):
    screen = only(day)
    screens.stage(day.event, {screen.pk: "map"})

    sent, showing = screens.send(day.event, screen.pk, "laws")

    assert (sent.pk, showing.id) == (screen.pk, "laws")
    assert f'data-address="/screen/{day.event.pk}/laws/"' in asks(day, wall)
    assert [change.next.id for change in screens.changes(day.event)] == ["map"]
    screens.send(day.event, screen.pk, "map")
    assert screens.changes(day.event) == ()


@pytest.mark.parametrize(("shows", "sentence"), [("table-99", "cannot be shown"), ("", "cannot be shown")])
def test_a_screen_is_not_sent_to_what_is_not_there(day, wall, shows, sentence):
    with pytest.raises(Refused, match=sentence):
        screens.send(day.event, only(day).pk, shows)

    assert only(day).shows == "clock"


def test_the_organizer_alone_sends_screens_and_is_told_what_they_show(day, wall):
    form = {"screen": str(only(day).pk), "shows": "laws"}
    assert signed_in(day.event, Desk.WAR).tap("screens/send/", form).status_code in {403, 404}
    assert only(day).shows == "clock"

    assert "Screen 1 shows Law Board." in signed_in(day.event, Desk.ORGANIZER).tap("screens/send/", form).content.decode()
    assert only(day).shows == "laws"


def test_only_what_was_looked_at_is_pushed(day, wall):
    screen = only(day)
    screens.stage(day.event, {screen.pk: "laws"})
    looked_at = [change.key for change in screens.changes(day.event)]
    screens.stage(day.event, {screen.pk: "map"})

    with pytest.raises(Stale, match="something else"):
        screens.push(day.event, looked_at)

    assert only(day).shows == "clock"


def test_staging_what_is_shown_takes_the_change_back(day, wall):
    screen = only(day)
    screens.stage(day.event, {screen.pk: "map"})
    screens.stage(day.event, {screen.pk: "clock"})

    assert screens.changes(day.event) == ()


def test_a_screen_shows_its_name_when_it_is_looked_for_and_for_some_seconds_only(day, wall):
    now = timezone.now()
    screens.flash(day.event, None, now)
    assert 'class="flash"' in asks(day, wall)

    screens.flash(day.event, only(day).pk, now - screens.FLASHES)
    assert 'class="flash"' not in asks(day, wall)


def test_a_message_stands_until_it_is_taken_away(day, wall):
    screens.say(day.event, None, "Lunch is <served>")
    assert "Lunch is &lt;served&gt;" in asks(day, wall)

    screens.say(day.event, only(day).pk, "")
    assert "face-notice" not in asks(day, wall)
    with pytest.raises(Refused, match="300 characters"):
        screens.say(day.event, None, "x" * 301)


def test_black_is_black_until_it_is_lit(day, wall):
    screens.blacken(day.event, None, dark=True)
    assert "blackout" in asks(day, wall)

    screens.blacken(day.event, None, dark=False)
    assert "blackout" not in asks(day, wall)


@pytest.mark.parametrize(("name", "sentence"), [("", "1 to 40"), ("x" * 41, "1 to 40"), ("screen 2", "Another screen")])
def test_a_name_that_cannot_be_is_refused(day, wall, name, sentence):
    Client().get(f"/screen/{day.event.pk}/here/")
    first = day.event.screens.get(name="Screen 1")

    with pytest.raises(Refused, match=sentence):
        screens.rename(day.event, first.pk, name)


def test_a_screen_that_is_silent_is_gone_and_can_be_forgotten(day, wall):
    now = timezone.now()
    with pytest.raises(Refused, match="still there"):
        screens.forget(day.event, only(day).pk, now)
    Screen.objects.update(seen_at=now - timedelta(minutes=5))
    assert screens.is_gone(only(day), now)

    asks(day, wall)
    assert not screens.is_gone(only(day), timezone.now())

    Screen.objects.update(seen_at=now - timedelta(minutes=5))
    screens.forget(day.event, only(day).pk, now)
    answer = wall.get(f"/screen/{day.event.pk}/here/asks/")
    assert (answer.status_code, answer["HX-Refresh"]) == (204, "true")


def test_there_is_an_end_to_new_screens_and_old_ones_make_room(day):
    for _each in range(screens.MOST):
        Client().get(f"/screen/{day.event.pk}/here/")
    full = Client().get(f"/screen/{day.event.pk}/here/")
    assert (full.status_code, "Close one that nobody needs" in words(full)) == (409, True)

    oldest = day.event.screens.get(name="Screen 7")
    Screen.objects.filter(pk=oldest.pk).update(seen_at=timezone.now() - timedelta(hours=1))
    assert Client().get(f"/screen/{day.event.pk}/here/").status_code == 200
    assert not Screen.objects.filter(pk=oldest.pk).exists()


@pytest.mark.parametrize("kind", ["clock", "map", "laws", "news"])
def test_what_a_screen_shows_stands_in_a_frame_of_ours_and_of_nobody_else(day, kind):
    answer = Client().get(f"/screen/{day.event.pk}/{kind}/")

    assert "frame-ancestors 'self'" in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "SAMEORIGIN"


def test_no_other_page_stands_in_a_frame(day):
    answer = Client().get("/")

    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
