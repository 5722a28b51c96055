"""Projectors: named by a cookie, redirected from the console, found, messaged, blacked out."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.hall import screens
from control.models import Screen
from control.people.throttle import SCREENS
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


def test_a_screens_cookie_goes_with_its_live_sockets_too(day, wall):
    assert wall.cookies[f"screen-{day.event.pk}"]["path"] == "/"


def test_only_a_screen_that_control_named_or_sent_somewhere_proves_itself(day, wall):
    other = Day()
    wall.get(f"/screen/{other.event.pk}/here/")
    cookies = {name: morsel.value for name, morsel in wall.cookies.items()}
    assert screens.proof_in(cookies) == ""
    screens.rename(other.event, only(other).pk, "Gallery")
    assert screens.proof_in(cookies) == f"screen:{only(other).pk}"
    assert screens.proof_in({"screen-1": "no tag", "screen-2": "", "other": str(only(other).tag)}) == ""


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


def test_a_screen_keeps_its_name_in_other_letters(day, wall):
    screens.rename(day.event, only(day).pk, "Beamer")

    assert screens.rename(day.event, only(day).pk, "BEAMER") == "BEAMER"
    assert only(day).name == "BEAMER"


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


def opens(day: Day, address: str = "192.0.2.1") -> Client:
    """A browser with this client address that opens a screen."""
    browser = Client(REMOTE_ADDR=address)
    browser.opened = browser.get(f"/screen/{day.event.pk}/here/")
    return browser


def crowd(day: Day, count: int = screens.MOST) -> None:
    for number in range(count):
        assert opens(day, f"198.51.100.{number}").opened.status_code == 200


def test_unnamed_screens_that_nobody_sent_anywhere_make_room_the_newest_first(day):
    crowd(day)
    oldest, newest = day.event.screens.order_by("pk")[0], day.event.screens.order_by("-pk")[0]

    assert opens(day).opened.status_code == 200

    assert day.event.screens.count() == screens.MOST
    assert Screen.objects.filter(pk=oldest.pk).exists()
    assert not Screen.objects.filter(pk=newest.pk).exists()


def test_a_crowd_at_one_address_keeps_no_screen_of_another_off(day, monkeypatch):
    monkeypatch.setattr(screens, "SCREENS", replace(SCREENS, most=10 * screens.MOST))
    early = opens(day, "192.0.2.3")
    for _each in range(48):
        assert opens(day, "192.0.2.9").opened.status_code == 200

    newcomer = opens(day)
    for _each in range(48):
        assert opens(day, "192.0.2.9").opened.status_code == 200

    assert newcomer.opened.status_code == 200
    for kept in (early, newcomer):
        assert kept.get(f"/screen/{day.event.pk}/here/asks/").status_code == 200
    assert day.event.screens.count() == screens.MOST


def test_screens_of_those_who_have_signed_in_are_no_crowd(day, monkeypatch):
    monkeypatch.setattr(screens, "SCREENS", replace(SCREENS, most=10 * screens.MOST))
    for _each in range(screens.MOST - 2):
        signed_in(day.event, Desk.WAR).client.get(f"/screen/{day.event.pk}/here/")
    own = set(day.event.screens.values_list("pk", flat=True))
    for _each in range(4):
        assert opens(day, "192.0.2.9").opened.status_code == 200

    assert own <= set(day.event.screens.values_list("pk", flat=True))


def test_no_address_of_a_screen_is_kept(day):
    opens(day, "192.0.2.77")

    assert "192.0.2.77" not in str(day.event.screens.values())


def test_one_that_is_gone_makes_room_before_one_that_is_here(day):
    crowd(day)
    gone = day.event.screens.get(name="Screen 7")
    Screen.objects.filter(pk=gone.pk).update(seen_at=timezone.now() - timedelta(minutes=1))

    assert opens(day).opened.status_code == 200

    assert not Screen.objects.filter(pk=gone.pk).exists()
    assert day.event.screens.get(name="Screen 7").pk > gone.pk


def test_a_screen_with_a_name_or_a_task_never_makes_room(day):
    crowd(day)
    first, *others = day.event.screens.all()
    screens.rename(day.event, first.pk, "Beamer")
    Screen.objects.filter(pk=first.pk).update(seen_at=timezone.now() - timedelta(hours=3))
    for screen in others:
        screens.stage(day.event, {screen.pk: "map"})

    full = opens(day).opened

    assert (full.status_code, "on the organizer’s page Screens" in words(full), full["Refresh"]) == (409, True, "20")
    assert sorted(day.event.screens.values_list("pk", flat=True)) == sorted([first.pk, *(screen.pk for screen in others)])
    Screen.objects.filter(pk=others[0].pk).update(seen_at=timezone.now() - timedelta(hours=1))
    assert opens(day).opened.status_code == 200
    assert Screen.objects.filter(pk=first.pk).exists()


def test_few_new_screens_come_from_one_address_in_a_minute(day):
    found = [opens(day).opened for _each in range(60)]

    assert [answer.status_code for answer in found] == [200] * SCREENS.most + [409] * (60 - SCREENS.most)
    assert "This page tries again" in words(found[-1])
    known = opens(day, "192.0.2.2")
    assert known.opened.status_code == 200
    known.defaults["REMOTE_ADDR"] = "192.0.2.1"
    assert known.get(f"/screen/{day.event.pk}/here/").status_code == 200


def test_whoever_has_signed_in_opens_a_screen_at_any_time(day):
    for _each in range(SCREENS.most + 1):
        full = opens(day, "127.0.0.1").opened
    assert full.status_code == 409

    assert signed_in(day.event, Desk.WAR).client.get(f"/screen/{day.event.pk}/here/").status_code == 200


def test_the_organizer_forgets_all_screens_without_a_name_at_once(day):
    crowd(day, 5)
    named, sent, *_others = day.event.screens.all()
    screens.rename(day.event, named.pk, "Beamer")
    screens.send(day.event, sent.pk, "laws")
    organizer = signed_in(day.event, Desk.ORGANIZER)
    assert "Forget all without a name" in words(organizer.get("screens/"))
    assert signed_in(day.event, Desk.WAR).tap("screens/forget-spare/").status_code in {403, 404}

    answer = organizer.tap("screens/forget-spare/")

    assert "3 screens without a name are off the list" in words(answer)
    assert set(day.event.screens.values_list("pk", flat=True)) == {named.pk, sent.pk}
    assert "Forget all without a name" not in words(organizer.get("screens/"))


@pytest.mark.parametrize("kind", ["clock", "map", "laws", "news"])
def test_what_a_screen_shows_stands_in_a_frame_of_ours_and_of_nobody_else(day, kind):
    answer = Client().get(f"/screen/{day.event.pk}/{kind}/")

    assert "frame-ancestors 'self'" in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "SAMEORIGIN"


def test_no_other_page_stands_in_a_frame(day):
    answer = Client().get("/")

    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
