"""Names that look alike are one name, invisible names are none, and nobody's name looks like the control team."""

from __future__ import annotations

import pytest

from rooms.tables.game.chairs import SitDown
from rooms.tables.game.context import unique_name
from rooms.tables.game.names import name_skeleton, normalize_name, visible_text
from rooms.tables.game.opening import OpenTable
from tests.rooms.tables.test_engine import Table

UNSEEN = ("\u3164", "\u2800\u2800", "\u115f", "\u034f", "\uffa0", "\ufe0f", "\u0301\u0301", " ")


@pytest.mark.parametrize("name", UNSEEN)
def test_a_name_that_nobody_sees_is_none(name):
    assert visible_text(name) == ""
    assert Table().refused(SitDown(person="boris", name=name), "boris").code == "malformed"


@pytest.mark.parametrize("name", ["Bob", "Анна", "王", "7", "🦊", "?!", "Zoë", "नमिता", "Иван Ⅳ."])
def test_a_name_that_is_seen_stays_as_it_was_typed(name):
    assert visible_text(name) == name


@pytest.mark.parametrize("title", UNSEEN)
def test_a_title_that_nobody_sees_is_that_of_the_game(title):
    table = Table()
    table.state = type(table.state)()

    opened = table.do(OpenTable(title=title, host="anna", name="Anna", chairs=2, seconds=60), "anna")[0]

    assert opened.title == "High Number"


@pytest.mark.parametrize("name", ["Bob\u034f", "B\u200bob", "\u2800BOB", "Bob\ufe0f", "Ｂｏｂ", "Bob \u3164"])
def test_two_whom_nobody_can_tell_apart_are_not_called_the_same(name):
    table = Table()
    table.do(SitDown(person="boris", name="Bob"), "boris")

    assert normalize_name(name) == normalize_name("Bob")
    assert unique_name(table.state, name).endswith(" (2)")


@pytest.mark.parametrize(
    "name",
    [
        "Con\u034ftrol",
        "Cοntrol",
        "C\u0336ontrol",
        "СОΝТRОL",
        "сontroӏ",
        "ControI",
        "C0ntro1",
        "Cøntröl",
        "ᴄᴏɴᴛʀᴏʟ",
        "𝐂𝐨𝐧𝐭𝐫𝐨𝐥",
        "C.o.n trol!",
    ],
)
def test_what_looks_like_a_word_is_that_word(name):
    assert name_skeleton(name) == name_skeleton("Control")


@pytest.mark.parametrize("name", ["Conrad", "Kontrolle", "Carol", "Controla"])
def test_a_name_of_its_own_is_its_own(name):
    assert name_skeleton(name) != name_skeleton("Control")
