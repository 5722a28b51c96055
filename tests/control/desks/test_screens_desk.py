"""The organizer's list of projectors."""

from __future__ import annotations

import pytest
from django.test import Client

from control.hall import screens
from control.models import Screen
from tests.control.desks.conftest import words


@pytest.fixture
def screen(running) -> Screen:
    Client().get(f"/screen/{running.event.pk}/here/")
    return Screen.objects.get(event=running.event)


def test_a_screen_comes_up_by_itself_and_gets_a_name(organizer, running, screen):
    assert "Screen 1 ● Here shows Clock" in " ".join(words(organizer.fragment("part/screens/")).split())

    answer = organizer.tap("screens/name/", {"screen": screen.pk, "name": "  Hall,   left "})

    assert "The screen is called Hall, left now." in words(answer)
    assert Screen.objects.get().name == "Hall, left"


def test_what_is_staged_is_looked_over_and_pushed_once(organizer, running, screen):
    assert "Staged." in words(organizer.tap("screens/stage/", {"screen": screen.pk, "shows": "map"}))
    question = words(organizer.fragment("screens/push/"))
    assert "now: Clock" in question
    assert "then: Map" in question
    (change,) = screens.changes(running.event)

    first = organizer.tap("screens/push/", {"change": change.key})
    second = organizer.tap("screens/push/", {"change": change.key})

    assert (first.status_code, "1 screen was sent." in words(first)) == (200, True)
    assert (second.status_code, "Nothing is staged" in words(second)) == (409, True)
    assert Screen.objects.get().shows == "map"


@pytest.mark.parametrize(
    ("address", "data", "sentence"),
    [
        ("screens/stage/", {"screen": "1000000", "shows": "map"}, "No such screen"),
        ("screens/stage/", {"screen": "x", "shows": "map"}, "No such screen"),
        ("screens/name/", {"screen": "1000000", "name": "x"}, "No such screen"),
        ("screens/name/", {"screen": "", "name": ""}, "Write the screen’s name."),
        ("screens/say/", {"text": "x" * 301}, "at most 300 characters"),
        ("screens/flash/", {"screen": "99999999"}, "No such screen"),
        ("screens/forget/", {}, "No such screen"),
    ],
)
def test_a_wrong_press_is_one_sentence(organizer, running, screen, address, data, sentence):
    answer = organizer.tap(address, data)

    assert answer.status_code == 422
    assert sentence in words(answer)


def test_a_message_on_a_screen_reads_as_it_stands(organizer, running, screen):
    """Regression: it kept characters that reverse the direction of text."""
    organizer.tap("screens/say/", {"screen": screen.pk, "text": "Lunch\u202e is\x08 served"})
    assert Screen.objects.get().message == "Lunch is served"

    answer = organizer.tap("screens/say/", {"screen": screen.pk, "text": " \u2067"})

    assert (Screen.objects.get().message, "stands on" in words(answer)) == ("", False)


def test_what_is_gone_from_the_list_of_showings_cannot_be_staged(organizer, running, screen):
    answer = organizer.tap("screens/stage/", {"screen": screen.pk, "shows": "table:NOPE"})

    assert (answer.status_code, "Choose again" in words(answer)) == (422, True)
