"""Reasons are stored as codes with values and put into words in the current language when they are shown."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from msgspec import Struct

from control.engine import language
from control.engine.language import listed, say, say_count
from control.engine.reasons import Reason, Told, as_reason, codes
from control.engine.upcasting import reader


@as_reason("test.units")
def units(house: str, count: int) -> str:
    return say_count("{house} with {count} unit", "{house} with {count} units", count, house=house)


@as_reason("test.claims")
def claims(of: tuple[Told, ...], why: Told = "") -> str:
    return say("{claims} stand there{why}", claims=listed(map(str, of)), why=why)


class Happened(Struct, frozen=True, kw_only=True):
    why: Told


@pytest.fixture
def german() -> Iterator[None]:
    words = {
        "{house} with {count} units": "{house} mit {count} Einheiten",
        "{claims} stand there{why}": "dort {claims}{why}",
        "and": "und",
    }
    language.set_translators(
        lambda sentence: words.get(sentence, sentence),
        lambda _context, sentence: sentence,
        lambda one, many, count: words.get(many, many),
    )
    yield
    language.set_translators(language._as_it_stands, language._in_any_context, language._one_or_many)


WHY = claims((units("Cat", 2), units(house="Wolf", count=3), "the rest"), why="!")


def test_what_is_declared_gives_a_code_with_its_values_by_name():
    assert units("Cat", 2) == Reason("test.units", {"house": "Cat", "count": 2})
    assert claims(()) == Reason("test.claims", {"of": ()})
    assert hash(units("Cat", 2)) == hash(units("Cat", 3))


def test_it_is_said_when_it_is_told_and_not_before(german):
    assert str(WHY) == "dort Cat mit 2 Einheiten, Wolf mit 3 Einheiten und the rest!"
    assert say("It is so: {why}", why=WHY) == f"It is so: {WHY.words}"


def test_what_was_stored_is_told_as_it_was_and_a_text_of_earlier_releases_as_it_stands():
    stored = msgspec.json.encode(Happened(why=WHY), order="deterministic")

    assert reader(Happened).decode(stored) == Happened(why=WHY)
    assert str(reader(Happened).decode(stored).why) == "Cat with 2 units, Wolf with 3 units and the rest stand there!"
    assert str(reader(Happened).decode(b'{"why":"3 castles"}').why) == "3 castles"


def test_a_code_that_nobody_declares_stands_for_itself_and_none_is_declared_twice():
    assert str(Reason("gone.long-ago", {"house": "Cat"})) == "gone.long-ago"
    assert "test.units" in codes()
    with pytest.raises(ValueError, match=r"test\.units is declared twice"):
        as_reason("test.units")(lambda: "")
