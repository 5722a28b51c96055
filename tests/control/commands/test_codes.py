"""Join codes from the command line."""

from __future__ import annotations

import re

import pytest
from django.core.management import CommandError, call_command

from control.people import access
from control.people.events import create_event
from control.watch.addresses import note_served, own_root
from rooms.realm.frame import NAME
from tests.scenarios import small

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return create_event(realm=NAME, name="Test day", scenario=small(), casting=small().casting)


def codes(capsys, *words: str) -> str:
    call_command("codes", *words, "--address", "http://192.0.2.7:8000/")
    return capsys.readouterr().out


def test_every_seat_gets_a_code_that_joins(capsys, event):
    said = codes(capsys, str(event.pk))

    found = re.findall(r"[0-9A-Z]{4}-[0-9A-Z]{4}", said)
    assert len(found) == 9
    assert access.seat_by_code(found[0]).key == "cat-1"
    assert f"http://192.0.2.7:8000/j/{found[0].replace('-', '')}/" in said


def test_in_production_the_links_name_what_browsers_ask_the_proxy_for(capsys, event, settings):
    settings.PRODUCTION, settings.HTTPS = True, True
    settings.ALLOWED_HOSTS, settings.CSRF_TRUSTED_ORIGINS = [".hall", "console.hall"], []
    call_command("codes", str(event.pk), "--seat", "cat-1")
    assert "  https://console.hall/j/" in capsys.readouterr().out

    settings.CSRF_TRUSTED_ORIGINS = ["https://console.hall:8443"]
    call_command("codes", str(event.pk), "--seat", "cat-2")
    assert "  https://console.hall:8443/j/" in capsys.readouterr().out


@pytest.mark.parametrize("broken", ["", "[]", '{"host": 1}', "not json"])
def test_links_name_the_address_last_served_in_whatever_window_codes_are_asked_for(
    capsys, event, settings, monkeypatch, tmp_path, broken
):
    settings.VAR_DIR = tmp_path
    for name in ("HOST", "PORT"):
        monkeypatch.delenv(name, raising=False)
    note_served("192.0.2.9", 8080)
    call_command("codes", str(event.pk), "--seat", "cat-1")
    assert "  http://192.0.2.9:8080/j/" in capsys.readouterr().out

    monkeypatch.setenv("PORT", "9090")
    call_command("codes", str(event.pk), "--seat", "cat-2")
    assert "  http://192.0.2.9:9090/j/" in capsys.readouterr().out

    monkeypatch.delenv("PORT")
    (tmp_path / "served.json").write_text(broken, encoding="utf-8")
    assert own_root().endswith(":8000")


def test_a_second_time_nothing_is_given_and_nobody_is_put_out(capsys, event):
    first = re.findall(r"[0-9A-Z]{4}-[0-9A-Z]{4}", codes(capsys, event.slug))

    said = codes(capsys, event.slug)

    assert "9 seats have a code already" in said
    assert access.seat_by_code(first[0]).key == "cat-1"


def test_anew_replaces_one_seat_or_all(capsys, event):
    first = re.findall(r"[0-9A-Z]{4}-[0-9A-Z]{4}", codes(capsys, event.slug))

    codes(capsys, event.slug, "--anew", "--seat", "cat-1")

    assert access.seat_by_code(first[0]) is None
    assert access.seat_by_code(first[1]).key == "cat-2"


def test_a_code_can_be_printed_as_a_picture(capsys, event):
    assert "▀" in codes(capsys, event.slug, "--seat", "cat-1", "--qr")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        pytest.param(("nowhere",), "There is no event 'nowhere'", id="an unknown event"),
        pytest.param(("test-day", "--seat", "dog-1"), "There is no", id="an unknown seat"),
    ],
)
def test_a_mistake_is_one_sentence(capsys, event, words, sentence):
    with pytest.raises(CommandError, match=sentence):
        codes(capsys, *words)


def test_an_unknown_seat_is_named(capsys, event):
    with pytest.raises(CommandError, match="There is no seat 'dog-1'"):
        codes(capsys, event.slug, "--seat", "dog-1")
