"""Reference cards of a game: from the table, the wall and the list of games, and never with the place of a card."""

from __future__ import annotations

import re

import pytest

from rooms.tables import registry
from tests.rooms.tables.noted import NOTED
from tests.rooms.tables.shop import Phone, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def carded(toy):
    registry.register("toy", lambda: NOTED)
    return NOTED


def page(address: str, **asked: str) -> str:
    answer = Phone().client.get(address, asked)
    assert answer.status_code == 200
    return words(answer)


def titles(found: str) -> list[str]:
    return [each.strip() for each in re.findall(r"<h3>([\w ]+)", found)]


def test_stand_all_with_their_text_how_many_there_are_and_what_the_deck_is_made_of(carded, anna):
    found = page(f"/tables/{anna.open()}/cards/")

    assert titles(found) == ["A swan", "An oak"]
    for words_ in ("× 3", "It swims.", "For long.", "4 cards", "<b>3</b> swans", "<b>1</b> oak"):
        assert words_ in found


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"q": "swim"}, ["A swan"]),
        ({"q": "IT long"}, ["An oak"]),
        ({"mark": "Tree"}, ["An oak"]),
        ({"mark": "Tree", "q": "swan"}, []),
        ({"mark": "No such mark"}, ["A swan", "An oak"]),
        ({"q": "<b>"}, []),
    ],
)
def test_are_sought_by_words_and_marks(carded, asked, found):
    shown = page("/tables/games/toy/", **asked)

    assert titles(shown) == found
    assert ("Nothing has these words" in shown) == (not found)
    assert '<b>"' not in shown


def test_are_found_from_the_table_the_wall_and_the_list_of_games_without_leaving(carded, anna):
    code = anna.open()

    for shown, address in (
        (anna.look(code), f"/tables/{code}/cards/"),
        (page(f"/screen/table/{code}/"), f"/tables/{code}/cards/"),
        (words(anna.client.get("/tables/")), "/tables/games/toy/"),
    ):
        assert re.search(rf'<a [^>]*href="{address}" data-cards>', shown)
        assert "tables/cards" in shown


def test_of_a_game_without_cards_or_of_none_there_are_none(toy, anna):
    code = anna.open()

    assert "data-cards" not in anna.look(code)
    for address in (f"/tables/{code}/cards/", "/tables/games/toy/", "/tables/games/nothing/", "/tables/NOONE/cards/"):
        assert Phone().client.get(address).status_code == 404


def test_are_the_same_for_everybody_whatever_is_played(carded, anna, boris, clara):
    code = anna.open(chairs="2", seconds="0")
    before = page(f"/tables/{code}/cards/")
    boris.press(code, "sit")
    anna.press(code, "begin")
    boris.play(code)

    cards = [
        re.search(r'<section id="cards".*</section>', text, re.DOTALL)[0]
        for text in (
            before,
            page(f"/tables/{code}/cards/"),
            *(words(each.client.get(f"/tables/{code}/cards/")) for each in (anna, boris, clara)),
        )
    ]

    assert len(set(cards)) == 1
