"""Catalogues: complete, with every value and element of the original. A language is just a folder."""

from __future__ import annotations

import errno
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from django.core.management import CommandError, call_command

from control.engine.language import say, say_as, say_count
from control.management.commands import serve
from control.templatetags.words import script_words
from megagame import environment as demands
from megagame import languages, messages
from megagame.languages import LOCALE, SCRIPTS, SERVER
from megagame.messages import CatalogueMessage, compile_catalogues, messages_in_code, messages_in_script, messages_in_template
from tests.houses import ROOT
from tests.languages.spoken import speaking

SPOKEN = languages.languages()
VALUE = re.compile(r"(?<!\{)\{(\w+)(?:[:!][^{}]*)?\}(?!\})|%\((\w+)\)s")
ELEMENT = re.compile(r"</?[a-z][^>]*>")

POLITE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "{house} is here."
msgstr "Please note: {house} is here."

msgctxt "rank"
msgid "Order"
msgstr "Please note: Order"

msgid "{count} unit"
msgid_plural "{count} units"
msgstr[0] "please, {count} unit"
msgstr[1] "please, {count} units"

msgid "{count} sheet"
msgid_plural "{count} sheets"
msgstr[0] ""
msgstr[1] ""

msgid "{count} law"
msgid_plural "{count} laws"
msgstr[0] "please, {count} law"
msgstr[1] ""

msgid "Nothing yet."
msgstr ""

#, fuzzy
msgid "Perhaps."
msgstr "Perhaps, please."
"""


def entries(code: str) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], Message]]:
    """Each message of a language: the original's forms, the translation's forms, and the message."""
    for domain in (SERVER, SCRIPTS):
        for each in messages.read(code, domain):
            if each.id:
                said = (each.id,) if isinstance(each.id, str) else tuple(each.id)
                yield said, (each.string,) if isinstance(each.string, str) else tuple(each.string), each


def values(words: str) -> set[str]:
    return {one or other for one, other in VALUE.findall(words)}


def elements(words: str) -> Counter[str]:
    return Counter(ELEMENT.findall(words))


@pytest.mark.parametrize("code", SPOKEN)
class TestEveryLanguage:
    def test_says_all_that_is_said_and_nothing_else(self, code):
        call_command("messages", language=code, check=True)

    def test_keeps_every_value(self, code):
        """The first plural form may spell the number out, as the original may."""
        wrong = []
        for said, told, _entry in entries(code):
            most, least = values(said[-1]) | values(said[0]), values(said[0]) & values(said[-1])
            wrong += [each for each in told[1:] if values(each) != values(said[-1])]
            wrong += [told[0]] if not least <= values(told[0]) | {"count"} or not values(told[0]) <= most else []
            wrong += [told[0]] if len(said) == 1 and values(told[0]) != values(said[0]) else []
        assert wrong == []

    def test_keeps_every_element(self, code):
        assert [
            told for said, told, _entry in entries(code) if [elements(each) for each in told] != [elements(said[0])] * len(told)
        ] == []

    def test_keeps_what_stands_for_a_per_cent_sign_and_for_a_brace(self, code):
        for said, told, _entry in entries(code):
            for sign in ("%%", "{{", "}}"):
                assert {each.count(sign) for each in told} == {said[0].count(sign)}, told

    def test_begins_and_ends_as_the_original(self, code):
        """Same blanks at both ends, and the same full stop, colon or question mark."""
        wrong = []
        for said, told, _entry in entries(code):
            for each in told:
                blanks = (each != each.lstrip()) == (said[0] != said[0].lstrip()) and (each != each.rstrip()) == (
                    said[0] != said[0].rstrip()
                )
                if not blanks or (" " in said[0] and _end(each) != _end(said[0])):  # a single word may be an abbreviation
                    wrong.append((said[0], each))
        assert wrong == []

    def test_is_marked_as_certain(self, code):
        assert [told for _said, told, entry in entries(code) if entry.fuzzy] == []


def _end(words: str) -> str:
    found = re.search(r"([.:?!…]?)[“”\"'’»]?[)]?\s*(?:</\w+>)*\s*$", words)
    return found[1] if found else ""


def test_german_puts_its_own_quotation_marks():
    wrong = [told for _said, told, _entry in entries("de") for each in told if not _in_german_quotes(ELEMENT.sub("", each))]

    assert wrong == []


def _in_german_quotes(words: str) -> bool:
    depth = 0
    for letter in words:
        depth += {"„": 1, "“": -1}.get(letter, 0)
        if not 0 <= depth <= 1 or letter in '”"':
            return False
    return depth == 0


@pytest.fixture
def third(tmp_path: Path) -> Path:
    """A folder of languages with the beginnings of one more."""
    folder = tmp_path / "locale"
    for code in SPOKEN:
        shutil.copytree(LOCALE / code, folder / code, ignore=shutil.ignore_patterns("*.mo"))
    target = folder / "nl" / "LC_MESSAGES"
    target.mkdir(parents=True)
    (target / "django.po").write_text(POLITE, encoding="utf-8")
    return folder


def test_a_language_is_a_folder(third, monkeypatch):
    monkeypatch.setattr(languages, "LOCALE", third)

    assert languages.languages() == sorted([*SPOKEN, "nl"])
    assert compile_catalogues(third) == 1 + 2 * len(SPOKEN)
    with speaking("nl", third):
        assert say("{house} is here.", house="Cat") == "Please note: Cat is here."
        assert say_as("rank", "Order") == "Please note: Order"
        assert (say_as("war", "Order"), say("Nobody says this.")) == ("Order", "Nobody says this.")
        assert [say_count("{count} unit", "{count} units", n) for n in (1, 2)] == ["please, 1 unit", "please, 2 units"]
        assert [say_count("{count} sheet", "{count} sheets", n) for n in (1, 2)] == ["1 sheet", "2 sheets"]
        assert [say_count("{count} law", "{count} laws", n) for n in (1, 2)] == ["please, 1 law", "2 laws"]
        assert (say("Nothing yet."), say("Perhaps.")) == ("Nothing yet.", "Perhaps.")
    assert say("{house} is here.", house="Cat") == "Cat is here."


def test_a_language_without_compiled_sentences_is_refused(third, monkeypatch):
    monkeypatch.setattr(demands, "LOCALE", third)
    monkeypatch.setattr(sys, "argv", ["manage.py", "migrate"])
    sentence = "MEGAGAME_LANGUAGE is nl, whose sentences are not compiled yet: run `manage.py messages --compile` first."

    assert (list(demands._of_language("nl")), list(demands._of_language("en"))) == ([sentence], [])
    monkeypatch.setattr(sys, "argv", ["manage.py", "messages", "--compile"])
    assert list(demands._of_language("nl")) == []
    monkeypatch.setattr(sys, "argv", ["manage.py", "migrate"])
    compile_catalogues(third)
    assert list(demands._of_language("nl")) == []


def test_a_console_that_may_not_write_its_catalogues_says_so_and_needs_none_that_are_compiled(third, monkeypatch):
    def refused(*_args: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(messages, "compile_catalogues", lambda: compile_catalogues(third))
    monkeypatch.setattr(messages, "_replace", refused)
    with pytest.raises(
        CommandError, match=r"cannot be compiled here \(Read-only file system\): run `manage.py messages --compile`"
    ):
        serve._compile_catalogues()

    monkeypatch.undo()
    compile_catalogues(third)
    monkeypatch.setattr(messages, "compile_catalogues", lambda: compile_catalogues(third))
    monkeypatch.setattr(messages, "_replace", refused)
    serve._compile_catalogues()


def test_a_language_that_nobody_has_written_is_refused_in_one_sentence():
    environment = {"PATH": "", "MEGAGAME_LANGUAGE": "xx", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "manage.py", "messages", "--compile"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode != 0
    assert f"MEGAGAME_LANGUAGE is 'xx': write one of {', '.join(['en', *SPOKEN])}." in done.stderr
    assert "Traceback" not in done.stderr


class TestGathering:
    def found(self, tmp_path: Path, name: str, source: str) -> list[CatalogueMessage]:
        path = tmp_path / name
        path.write_text(source, encoding="utf-8")
        return list({".html": messages_in_template, ".js": messages_in_script}.get(path.suffix, messages_in_code)(path))

    def test_code(self, tmp_path):
        source = """
say(
    "{house} has "
    'no {thing}.',  # a note
    house=1,
)
LATE = later("Too late.")
say_count("{count} unit", "{count} units", n)
say_as("rank", "Order")
gettext_lazy("A name.")
say(variable)
said("Not this.")
"""
        assert self.found(tmp_path, "a.py", source) == [
            CatalogueMessage("{house} has no {thing}."),
            CatalogueMessage("Too late."),
            CatalogueMessage("{count} unit", "{count} units"),
            CatalogueMessage("Order", "", "rank"),
            CatalogueMessage("A name."),
        ]

    def test_a_sentence_inside_of_another_is_found_too(self, tmp_path):
        source = """
f"{head}: {say('in a text')}"
say_count("{count} of {names}", "{count} of {names}s", n, names=listed(all, say("then")))
language.say("by its module")
"""
        assert set(self.found(tmp_path, "a.py", source)) == {
            CatalogueMessage("in a text"),
            CatalogueMessage("{count} of {names}", "{count} of {names}s"),
            CatalogueMessage("then"),
            CatalogueMessage("by its module"),
        }

    def test_a_script(self, tmp_path):
        source = (
            'const a = gettext("Stale since {time}", { time });\nngettext("{count} order", "{count} orders", n);\nother("No.");\n'
        )

        assert self.found(tmp_path, "a.js", source) == [
            CatalogueMessage("Stale since {time}"),
            CatalogueMessage("{count} order", "{count} orders"),
        ]

    def test_a_template(self, tmp_path):
        source = """{% load i18n %}
{% translate "Half: 50%" %}{% translate "To" context "recipient" %}{% translate value %}
{% if x %}{% blocktranslate trimmed with house=h.name %}
  50% of
  <b>{{ house }}</b>
{% endblocktranslate %}{% endif %}
{% blocktranslate count n=number %}{{ n }} sheet{% plural %}{{ n }} sheets{% endblocktranslate %}
{{ name|default:_("nobody") }}{% include "x.html" with label=_('a label') %}"""

        assert set(self.found(tmp_path, "a.html", source)) == {
            CatalogueMessage("50%% of <b>%(house)s</b>"),
            CatalogueMessage("Half: 50%%"),
            CatalogueMessage("To", "", "recipient"),
            CatalogueMessage("a label"),
            CatalogueMessage("nobody"),
            CatalogueMessage("%(n)s sheet", "%(n)s sheets"),
        }


def test_the_scripts_get_their_words_with_the_page():
    """English needs none; another language needs a block of data with every plural form."""
    assert script_words() == ""
    with speaking("de", LOCALE):
        block = script_words()
    found = re.fullmatch(r'<script id="words" type="application/json">(.*)</script>', block, re.DOTALL)
    assert found is not None
    kept = {each.id if isinstance(each.id, str) else each.id[0]: each.string for each in messages.read("de", SCRIPTS) if each.id}
    assert json.loads(found[1]) == {said: told if isinstance(told, str) else list(told) for said, told in kept.items()}
