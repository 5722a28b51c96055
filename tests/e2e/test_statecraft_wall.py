"""Statecraft's wall in a browser: two to six players with the longest names, nothing cut off, no overlaps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import Browser, Page

from megagame.languages import LOCALE
from rooms.tables.registry import GameSight, Touch
from rooms.tables.statecraft.game.state import Phase
from rooms.tables.statecraft.screens.app import APP
from tests.e2e.boxes import picture
from tests.languages.spoken import speaking
from tests.rooms.tables.statecraft import views
from tests.rooms.tables.statecraft.decks import CONTENT

pytestmark = [pytest.mark.e2e, pytest.mark.xdist_group("statecraft_wall")]
ROOT = Path(__file__).parents[2]
SHEETS = (
    "control/static/control/base.css",
    "control/static/control/screen.css",
    "rooms/tables/static/tables/tables.css",
    "rooms/tables/statecraft/static/statecraft/board.css",
    "rooms/tables/statecraft/static/statecraft/wall.css",
)
SIZES = ((390, 844), (820, 1180), (1180, 820))
# Smallest font sizes. Important text is read from four metres on a large screen, and across a table on a tablet.
MATTERS = {
    ".sw-plate h3, .sw-axis .sw-value, .sw-budget .sw-value, .sw-head": (24, 17),
    ".sw-told": (20, 15),
    ".sw-nearness, .sw-ends, .sw-wins, .sw-near, .sw-supporter .sw-claim b": (21, 14),
    ".sw-state, .sw-incumbent, .sw-options b, .sw-doing h2": (20, 12),
    ".sw-steps .sw-name": (20, 15),
    ".sw-supporter .sw-who, .sw-holder .sw-name": (15, 12),
}
WALLS = {(1920, 1080): 0, (1180, 820): 1, (1024, 768): None}
TOLD = (
    "Anna announced “Public Works” with “Dig the canal” at Ottoline Brandwhite: Socialism 4 → 6, budget +2 → −3.",
    "Boris lost the supporter Night Market Stallholders’ Federation to Anna, who paid 2 cards.",
)
TOUCHED = (
    Touch("tracker-0-0", "moved", "1"),
    Touch("budget-0", "moved", "2"),
    Touch("tracker-1-3", "moved", "4"),
    Touch("supporter-supporter-1", "floats", ""),
    Touch("supporter-supporter-6", "claimed", "1"),
)
# Elements that overflow their box, the cabinet, or the part they belong to. Glyphs may reach a few pixels out of a line of
# their own height.
CUT = """() => {
  const found = [];
  const words = (each) => each.textContent.trim().replace(/\\s+/g, " ").slice(0, 40);
  const tell = (why, each) => found.push(`${why}: ${each.className || each.tagName} “${words(each)}”`);
  for (const each of document.querySelectorAll(".sw-board *")) {
    const { display } = getComputedStyle(each);
    if (["inline", "contents"].includes(display) || each.closest("svg, .sw-said, .sw-bar") || !each.checkVisibility()) continue;
    if (each.scrollWidth > each.clientWidth + 3 || each.scrollHeight > each.clientHeight + 4) tell("too large", each);
  }
  const inside = (a, b) => a.left > b.left - 2 && a.right < b.right + 2 && a.top > b.top - 4 && a.bottom < b.bottom + 4;
  const parts = ".sw-holder, .sw-follower, .sw-supporter, .sw-plate, .sw-axes, .sw-cabinet, .sw-affairs, .sw-doing, .sw-podium li";
  for (const part of document.querySelectorAll(parts)) {
    const outer = part.getBoundingClientRect();
    for (const each of part.querySelectorAll("b, p, svg, li, h3")) {
      if (!each.checkVisibility() || each.closest(".sw-said")) continue;
      if (!inside(each.getBoundingClientRect(), outer)) tell("outside", each);
    }
  }
  const apart = ".sw-holder > *, .sw-flags > span, .sw-supporter > *, .sw-meets > *";
  const shown = [...document.querySelectorAll(apart)].filter((each) => each.checkVisibility());
  const boxes = shown.map((each) => [each, each.getBoundingClientRect()]);
  const meet = (a, b, low, high) => Math.min(a[high], b[high]) - Math.max(a[low], b[low]);
  for (const [at, [one, a]] of boxes.entries()) for (const [other, b] of boxes.slice(at + 1)) {
    if (one.contains(other)) continue;
    if (meet(a, b, "left", "right") > 4 && meet(a, b, "top", "bottom") > 5) tell("over another", one);
  }
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.push("the page is too wide");
  return found;
}"""
SMALL = """([matters, at]) => Object.entries(matters).flatMap(([which, least]) =>
  [...document.querySelectorAll(which)]
    .filter((each) => each.checkVisibility() && each.textContent.trim())
    .map((each) => [each.className || each.tagName, each.textContent.trim(), parseFloat(getComputedStyle(each).fontSize)])
    .filter(([, , size]) => Math.round(size * 10) / 10 < least[at]))"""


def scenes(players: int) -> Iterator[tuple[str, GameSight]]:
    """Yield the states to draw: full portfolios, an event, an emergency, a recruit, the first turn, the end."""
    claimed = (2, 1, 0, 3, 1, 2)[:players]
    answered = (True, False, True, False, False, True)[:players]
    full: dict[str, Any] = {"claimed": claimed, "incumbent": players - 1}
    made = {
        "full": views.table(players, floating=6, scenario=views.SWEEP, **full),
        "event": views.table(
            players, floating=5, phase=Phase.EVENT_CHOICE, answered=answered, resolving=(views.purple(views.EVENT),), **full
        ),
        "emergency": views.table(
            players, floating=8, phase=Phase.EMERGENCY_CHOICE, answered=answered, resolving=(views.purple(views.EMERGENCY),)
        ),
        "recruit": views.table(
            players,
            floating=8,
            seats=2,
            claimed=(7, *[0] * (players - 1)),
            phase=Phase.RECRUIT_CHOICE,
            drawn=views.POLITICIANS[30:36],
        ),
        "start": views.table(players, floating=7, seats=1, policies=0, backwards=True),
        "end": views.table(players, floating=2, phase=Phase.OVER, winners=(0,), **full),
    }
    for name, view in made.items():
        yield name, views.seen(view, views.LONG, told=TOLD, touched=TOUCHED if name == "full" else ())


WALL_FRAME = """<body class="screen" data-sound=""><main><div class="hall"><div class="table-wall">
<header class="wall-head"><div class="wall-title"><p class="wall-name">Statecraft <span class="table-code">K7RM</span></p></div>
<ol class="table-chairs"></ol><p class="wall-left"><span class="clock-left">1:34</span></p></header>
<div class="wall-board">{board}</div>
<footer class="wall-foot"><p class="table-words">Waiting</p><ol class="wall-log"></ol></footer></div></div></main>"""
PAGE_FRAME = '<body class="at-table"><main><div class="stack">{board}</div></main>'
HEAD = '<!DOCTYPE html><html lang="en" class="js {kind}" data-theme="{theme}"><meta name="viewport" content="width=device-width">'


def drawn(seen: GameSight, *, wall: bool, theme: str = "dark") -> str:
    """Put the fragment into the frame of the wall, or of a watcher's page."""
    board = render_to_string(APP.board, {"panel": APP.shape(seen)}, RequestFactory().get("/screen/table/ABC/"))
    pictures = render_to_string(APP.pictures, {"content": CONTENT})
    sheets = "".join([f"<style>{(ROOT / each).read_text(encoding='utf-8')}</style>" for each in SHEETS])
    head = HEAD.format(kind="wall" if wall else "", theme=theme)
    return head + sheets + (WALL_FRAME if wall else PAGE_FRAME).format(board=board) + pictures


@pytest.fixture(scope="module")
def shown(chromium: Browser) -> Iterator[Page]:
    """The browser page that shows all boards."""
    page = chromium.new_page()
    yield page
    page.close()


@pytest.mark.rule("SC-TRK-07", "SC-POL-12", "SC-CAM-07", "SC-ADV-03", "SC-WIN-10")
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("players", range(2, 7))
def test_nothing_is_cut_on_the_wall_and_what_matters_is_read_from_afar(shown: Page, players: int, language: str) -> None:
    with speaking(language, LOCALE) if language == "de" else nullcontext():
        drawings = [(name, drawn(seen, wall=True)) for name, seen in scenes(players)]
    for name, html in drawings:
        shown.set_content(html)
        for size, at in WALLS.items():
            shown.set_viewport_size({"width": size[0], "height": size[1]})
            picture(shown, f"statecraft-{name}-{players}-wall-{size[0]}-{language}")
            assert shown.evaluate(CUT) == [], (name, size)
            if at is not None:
                assert shown.evaluate(SMALL, [MATTERS, at]) == [], (name, size)
            assert shown.evaluate("document.documentElement.scrollHeight <= innerHeight"), (name, size)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_whoever_looks_on_reads_it_on_a_phone_or_a_tablet(shown: Page, players: int) -> None:
    for name, seen in scenes(players):
        shown.set_content(drawn(seen, wall=False, theme="light" if players == 4 else "dark"))
        for size in SIZES:
            shown.set_viewport_size({"width": size[0], "height": size[1]})
            picture(shown, f"statecraft-{name}-{players}-{size[0]}x{size[1]}", whole=True)
            assert shown.evaluate(CUT) == [], (name, size)
