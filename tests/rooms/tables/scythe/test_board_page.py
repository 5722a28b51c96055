"""The board in a page: every space can be pressed and read out, and the list beside it has the same facts."""

from __future__ import annotations

import re
from copy import deepcopy
from html import unescape
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.utils import translation

import rooms.tables.scythe
from rooms.tables.scythe.screens.board import BoardQuestion, BoardShape, Lately, board_shape
from tests.rooms.tables.scythe.tables import book, side, table, tokens

TEMPLATES = Path(rooms.tables.scythe.__file__).parent / "templates"


@pytest.fixture(autouse=True)
def found(settings):
    """Let Django find the game's templates, whether or not this console offers the game."""
    engines = deepcopy(settings.TEMPLATES)
    engines[0]["DIRS"] = [*engines[0].get("DIRS", []), TEMPLATES]
    settings.TEMPLATES = engines


def board() -> BoardShape:
    state = table(
        side("rusviet", character="D5", riverwalk="D5", workers="D5 D5 C6", mill="D6"),
        side("saxony", character="D5"),
        tokens={"D5": tokens(metal=12)},
        marks=("A3",),
    )
    asked = BoardQuestion(lit={"D6": "Move <it> here."}, chosen="D5")
    return board_shape(
        book(), state, {"rusviet": "Rusviet", "saxony": "Saxony"}, asked=asked, lately=Lately(ways=(("C6", "D5", "rusviet"),))
    )


def page() -> str:
    return render_to_string("scythe/_board.html", {"board": board()})


def test_every_space_is_one_link_that_says_all_of_it():
    drawn = page()
    labels = dict(re.findall(r'data-region="([^"]+)"\s[^>]*aria-label="([^"]+)"', drawn))

    assert {space: unescape(words) for space, words in labels.items()} == {each.hex.id: each.words for each in board().spaces}
    assert len(re.findall(r"<a [^>]*data-region=", drawn)) == len(book().order)


def test_the_list_has_every_space_with_its_sentences():
    lines = dict(re.findall(r'<li id="where-([^"]+)"(.*?)</li>', page(), re.DOTALL))

    assert list(lines) == [each.hex.id for each in board().spaces]
    for each in board().spaces:
        assert all(line in unescape(lines[each.hex.id]) for line in (each.name, each.lit, *each.lines))


def test_what_is_lit_and_what_is_chosen_are_told_apart_by_more_than_colour():
    drawn = page()
    [lit] = re.findall(r'class="sy-region is-lit"[^>]*data-region="([^"]+)"', drawn)
    [chosen] = re.findall(r'class="sy-region is-chosen"[^>]*data-region="([^"]+)"', drawn)
    signs = set(re.findall(r'<g class="sy-badge"[^>]*><circle[^>]*><path d="([^"]+)"', drawn))

    assert (lit, chosen) == ("D6", "D5")
    assert len(signs) == 2


def test_an_id_and_a_key_stand_once_among_their_kind():
    drawn = page()

    assert len(ids := re.findall(r'\bid="([^"]+)"', drawn)) == len(set(ids))
    for group in re.findall(r'<g data-at="[^"]+".*?(?=<g data-at=|<g data-key="regions")', drawn, re.DOTALL):
        keys = re.findall(r'class="sy-piece [^"]*" data-key="([^"]+)"', group)
        assert len(keys) == len(set(keys))


def test_places_are_written_with_points_whatever_language_is_spoken():
    with translation.override("de"):
        drawn = page()

    assert not re.findall(r'(?:transform|data-x|data-y|viewBox| d)="[^"]*\d,\d', drawn)


def test_every_sign_that_is_used_is_drawn_once():
    signs = re.findall(r'<symbol id="([^"]+)"', render_to_string("scythe/_signs.html"))
    used = set(re.findall(r'href="#(sy-[^"]+)"', page()))

    assert len(signs) == len(set(signs))
    assert used <= set(signs)
