"""Sentences without a catalogue, and with one that changes word order and plurals."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.template import Context, Template

from control.engine import language
from control.engine.language import later, say, say_as, say_count

TURNED = {"{house} has no {thing}.": "No {thing}: {house}!", "Late.": "Zu spät."}


@pytest.fixture
def turned() -> Iterator[None]:
    language.set_translators(
        lambda sentence: TURNED.get(sentence, sentence),
        lambda context, sentence: f"{sentence} ({context})",
        lambda one, many, count: one if count in (0, 1) else many,  # as in French
    )
    yield
    language.set_translators(language._as_it_stands, language._in_any_context, language._one_or_many)


def test_without_a_catalogue_everything_is_said_as_it_stands():
    assert say("{house} has no {thing}.", house="Cat", thing="ram") == "Cat has no ram."
    assert say_as("rank", "Order {number}", number=2) == "Order 2"
    assert [say_count("{count} unit of {house}", "{count} units of {house}", n, house="Cat") for n in (0, 1, 2)] == [
        "0 units of Cat",
        "1 unit of Cat",
        "2 units of Cat",
    ]
    assert later("Late.") == "Late."


def test_braces_stand_for_themselves_where_there_are_no_values():
    assert say("Write {} or {name}.") == "Write {} or {name}."
    assert say("Write {{name}}, {house}.", house="Cat") == "Write {name}, Cat."


def test_a_value_with_braces_is_left_alone():
    assert say("{name} is here.", name="{house}") == "{house} is here."


def test_a_value_that_is_missing_is_a_mistake_of_the_program():
    with pytest.raises(KeyError):
        say("{house} is here.", player="Anna")


def test_numbers_may_be_shaped():
    assert say("{seconds:.1f} s", seconds=1.25) == "1.2 s"


def test_a_catalogue_turns_words_and_values_around(turned):
    assert say("{house} has no {thing}.", house="Cat", thing="ram") == "No ram: Cat!"
    assert say_as("rank", "Order") == "Order (rank)"
    assert say_count("{count} unit", "{count} units", 0) == "0 unit"


def test_a_constant_is_said_where_it_is_shown(turned):
    late = later("Late.")

    assert (late, say(late)) == ("Late.", "Zu spät.")


def test_nothing_is_not_looked_up(turned):
    assert say("") == ""


LEILA = "ليلى"


def test_a_value_that_is_written_from_right_to_left_turns_nothing_beside_it() -> None:
    assert say("{name} (3), then {other}", name=LEILA, other="Zoë") == f"\u2068{LEILA}\u2069 (3), then Zoë"
    assert say_as("list", "{name}: 3", name="שרה") == "\u2068שרה\u2069: 3"
    assert say_count("{name} has {count}", "{name} have {count}", 2, name=LEILA) == f"\u2068{LEILA}\u2069 have 2"
    assert language.listed(["Ann", LEILA]) == f"Ann and \u2068{LEILA}\u2069"


def test_a_value_in_a_sentence_of_a_template_turns_nothing_beside_it_and_is_escaped() -> None:
    page = Template("{% load i18n %}{% blocktranslate with name=who %}{{ name }} (3){% endblocktranslate %} {{ who }}")

    assert page.render(Context({"who": LEILA})) == f"\u2068{LEILA}\u2069 (3) {LEILA}"
    assert page.render(Context({"who": "<Zoë>"})) == "&lt;Zoë&gt; (3) &lt;Zoë&gt;"
