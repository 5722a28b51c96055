"""Catalogues of sentences, as a console reads them."""

from __future__ import annotations

import json

import pytest
from django.core.management import CommandError, call_command
from django.utils.translation import trans_real

from control.management.commands import messages as command
from megagame import messages
from megagame.messages import CatalogueMessage, MessagePlaces, compile_catalogues

CATALOGUE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"

msgid "The ferry has left."
msgstr "Die Fähre ist weg."
"""


def test_a_catalogue_that_is_compiled_as_the_console_starts_is_spoken_from_then_on(tmp_path, settings):
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text(CATALOGUE, encoding="utf-8")
    settings.LOCALE_PATHS = [str(tmp_path)]
    settings.LANGUAGE_CODE = "de"

    before = trans_real.gettext("The ferry has left.")
    count = compile_catalogues(tmp_path)

    assert (before, count, trans_real.gettext("The ferry has left.")) == ("The ferry has left.", 1, "Die Fähre ist weg.")
    assert compile_catalogues(tmp_path) == 0


@pytest.fixture
def said(tmp_path, monkeypatch):
    """A console with one word in two meanings and one counted thing, and empty catalogues."""
    found = MessagePlaces()
    for each in (
        CatalogueMessage("To"),
        CatalogueMessage("To", context="where units move"),
        CatalogueMessage("{count} unit", "{count} units"),
    ):
        found.add(each, "rooms/a.html")
    monkeypatch.setattr(messages, "all_messages", lambda: {"django": found, "djangojs": MessagePlaces()})
    for module in (messages, command):
        monkeypatch.setattr(module, "LOCALE", tmp_path)
    return tmp_path / "missing.json"


def test_a_word_with_two_meanings_is_asked_for_twice_and_filled_in_twice(said):
    call_command("messages", language="de", missing=str(said), under="rooms/")
    asked = json.loads(said.read_text())
    words = {"": "An", "where units move": "Nach"}
    for each in asked:
        each["to"] = words[each.get("context", "")] if isinstance(each["id"], str) else ["{count} Einheit", "{count} Einheiten"]
    said.write_text(json.dumps(asked))

    call_command("messages", language="de", fill=str(said))

    assert [(each["id"], each.get("context")) for each in asked] == [
        ("To", None),
        ("To", "where units move"),
        (["{count} unit", "{count} units"], None),
    ]
    call_command("messages", language="de", check=True)


def test_one_meaning_without_a_translation_is_not_complete(said):
    call_command("messages", language="de", missing=str(said))
    asked = [{**each, "to": "An"} for each in json.loads(said.read_text()) if each["id"] == "To" and "context" not in each]
    said.write_text(json.dumps(asked))
    call_command("messages", language="de", fill=str(said))

    with pytest.raises(CommandError, match="de django is not complete"):
        call_command("messages", language="de", check=True)
