"""Cached fragments: drawn once for equal values, and never shown for different ones."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.template import Context, Template, engines

from control.templatetags import kept
from rooms.war.game.drawing.war_map import draw_map
from rooms.war.game.view_map import map_view
from tests.records import field_names
from tests.rooms.war.play import morning

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATES = [*ROOT.glob("control/templates/**/*.html"), *ROOT.glob("rooms/*/templates/**/*.html")]
CALL = re.compile(r'{% (?:kept|kept_large|each_kept) "([^"]+)"([^%]*)%}')
TAG = re.compile(r"{{.*?}}|{%.*?%}")
OF_THE_PAGE = re.compile(r"csrf_token|request\b|{% cite|\bcommand_id\b|\bnow\b|\bmessages\b")
CITES = "rulings=rulings event_id=event_id"  # all values from which a rule's citation is drawn


@dataclass(frozen=True)
class House:
    house: str
    short: str


@pytest.fixture(autouse=True)
def nothing_kept():
    kept._drawn.cache_clear()
    yield
    kept._drawn.cache_clear()


def shown(name, **values):
    words = " ".join(f"{each}={each}" for each in values)
    return Template(f'{{% load kept %}}{{% kept "{name}" {words} %}}').render(Context(values))


def plainly(name, **values):
    return engines["django"].get_template(name).render(values)


def test_it_shows_what_the_template_shows_and_escapes_as_it_does():
    given = {"team": "cat", "short": "<C>"}

    assert shown("control/_team.html", **given) == kept.tight(plainly("control/_team.html", **given))
    assert "&lt;C&gt;" in shown("control/_team.html", team="cat", short="<C>")


def test_equal_values_are_drawn_once_and_others_anew():
    first = shown("control/_team.html", team="cat", short="CAT")
    again = shown("control/_team.html", team="".join(["c", "at"]), short="CAT")
    other = shown("control/_team.html", team="cat", short="KAT")

    assert first == again != other
    assert (kept._drawn.cache_info().hits, kept._drawn.cache_info().misses) == (1, 2)


def test_the_map_of_another_board_is_never_shown_for_this_one():
    state = morning()
    drawing = draw_map(state.scenario, map_view(state), event_id=1)
    clusters = drawing.clusters
    renamed = (*clusters[:-1], type(clusters[-1])(**{**values_of(clusters[-1]), "name": "Elsewhere"}))

    one, two = shown("war/_names.html", clusters=clusters), shown("war/_names.html", clusters=renamed)

    assert "Elsewhere" in two
    assert "Elsewhere" not in one
    assert shown("war/_names.html", clusters=draw_map(state.scenario, map_view(state), event_id=1).clusters) == one
    assert kept._drawn.cache_info().misses == 2 + len(clusters) + 1  # two lists, each region once, and the renamed one


def test_no_more_than_a_bounded_number_is_kept():
    for number in range(kept.KEPT_LARGE + 20):
        kept.kept_large("control/_team.html", team="cat", short=str(number))

    assert kept._drawn_large.cache_info().currsize == kept.KEPT_LARGE


def test_what_is_drawn_once_holds_nothing_of_one_page_alone():
    calls = {call for path in TEMPLATES for call in CALL.findall(path.read_text())}
    assert calls

    for name, given in calls:
        (path,) = (each for each in TEMPLATES if each.as_posix().endswith(f"/templates/{name}"))
        drawn = " ".join(TAG.findall(path.read_text()))
        if set(CITES.split()) <= set(given.split()):
            drawn = drawn.replace("{% cite", "")
        assert not OF_THE_PAGE.search(drawn), name


def values_of(each):
    return {name: getattr(each, name) for name in field_names(each)}
