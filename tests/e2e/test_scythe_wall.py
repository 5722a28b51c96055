"""Scythe's wall in a browser: five players with the longest names in every phase, nothing cut off, no overlaps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Browser, Page

from rooms.tables.game.rules import told as told_by
from rooms.tables.registry import Touch
from rooms.tables.scythe.game.state import Commitment, Phase, ScytheState
from rooms.tables.scythe.rules.combat import CombatRevealed
from rooms.tables.scythe.screens.app import APP
from rooms.tables.scythe.screens.combat import picture_of
from rooms.tables.scythe.screens.log import note_of
from tests.e2e.boxes import picture
from tests.rooms.tables.scythe.phone import PHONES
from tests.rooms.tables.scythe.play import RULES, begun, played_on

pytestmark = [pytest.mark.e2e, pytest.mark.xdist_group("scythe_wall")]
ROOT = Path(__file__).parents[2]
STATIC = ROOT / "rooms/tables/scythe/static/scythe"
SHARED = (
    "control/static/control/base.css",
    "control/static/control/map.css",
    "control/static/control/screen.css",
    "rooms/tables/static/tables/tables.css",
)
LONG = (
    "Maximiliane von Hohenlohe-Langenburg-Ost",
    "Bartholomäus Kräuterstrunk-Öttingen III.",
    "Elisabeth-Charlotte Überreiter von Weide",
    "Władysława Grzegżółkiewicz-Szczepańska I",
    "Konstantin Donaudampfschiffahrtsmann III",
)
WALLS, PAGES = ((1920, 1080), (1180, 820), (820, 1180)), ((390, 844), (820, 1180))
# Elements that overflow their own box or the part they belong to.
CUT = """() => {
  const found = [];
  const words = (each) => each.textContent.trim().replace(/\\s+/g, " ").slice(0, 40);
  const tell = (why, each) => found.push(`${why}: ${each.className || each.tagName} “${words(each)}”`);
  for (const each of document.querySelectorAll(".sy-beside, .sy-beside *")) {
    const { display } = getComputedStyle(each);
    if (["inline", "contents"].includes(display) || each.closest("svg, .sy-told, .sr") || !each.checkVisibility()) continue;
    if (each.scrollWidth > each.clientWidth + 3 || each.scrollHeight > each.clientHeight + 5) tell("too large", each);
  }
  const inside = (a, b) => a.left > b.left - 2 && a.right < b.right + 2 && a.top > b.top - 4 && a.bottom < b.bottom + 4;
  const parts = ".sy-seat, .sy-track li, .sy-camp, .sy-option, .sy-result, .sy-m-section, .sy-beside";
  for (const part of document.querySelectorAll(parts)) {
    const outer = part.getBoundingClientRect();
    for (const each of part.querySelectorAll("b, p, svg, li, h3, td")) {
      if (!each.checkVisibility() || each.closest(".sy-told") || each.matches(".sy-last")) continue;
      if (!inside(each.getBoundingClientRect(), outer)) tell("outside", each);
    }
  }
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.push("the page is too wide");
  return found;
}"""
SMALL = """() => [...document.querySelectorAll(".sy-seat-name b, .sy-seat .sy-numbers li")]
  .map((each) => [each.className || each.tagName, parseFloat(getComputedStyle(each).fontSize)])
  .filter(([, size]) => size < 23)"""
# Each player's name, stars, power and popularity, and the map, must be on the screen with nothing over them.
HIDDEN = """() => {
  const shown = document.querySelector(".table-moment")?.getBoundingClientRect();
  const strips = ".sy-seat-name b, .sy-seat .sy-placed, .sy-seat .sy-numbers li:nth-child(-n + 2)";
  const each = [...document.querySelectorAll(strips)].map((part) => [part.textContent.trim(), part.getBoundingClientRect()]);
  each.push(["map", document.querySelector(".sy-map").getBoundingClientRect()]);
  const over = (at) => shown && Math.min(at.right, shown.right) - Math.max(at.left, shown.left) > 2
    && Math.min(at.bottom, shown.bottom) - Math.max(at.top, shown.top) > 2;
  const found = each.filter(([, at]) => !at.height || at.top < 0 || at.bottom > innerHeight || at.right > innerWidth || over(at));
  return [each.length, found.map(([what, at]) => `${what} ${at.top}-${at.bottom}`)];
}"""
LEAST_MAP = 400  # pixels of height
WALL_FRAME = """<body class="screen" data-sound=""><main><div class="hall"><div class="table-wall">
<header class="wall-head"><div class="wall-title"><p class="wall-name">Scythe <span class="table-code">K7RM</span></p></div>
<ol class="table-chairs"></ol><p class="wall-left"><span class="clock-left">1:34</span></p></header>
<div class="wall-board">{board}</div>
<footer class="wall-foot"><p class="table-words">Waiting</p><ol class="wall-log"></ol></footer></div></div></main>"""
PAGE_FRAME = '<body class="at-table"><main><div class="stack">{board}</div></main>'
HEAD = '<!DOCTYPE html><html lang="en" class="js {kind}" data-theme="{theme}"><meta name="viewport" content="width=device-width">'


def crowded() -> Iterator[tuple[str, ScytheState, Any]]:
    """Steps of a long game for five: the last step of each phase, when players have most stars; and the end."""
    found: dict[Phase, Any] = {}
    for step in played_on(3):
        found[step.before.phase] = step
        last = step.played.state
    for phase, step in found.items():
        yield phase.value, step.before, step
    yield "over", last, None


@cache
def boards() -> tuple[tuple[str, str], ...]:
    """The board's fragment for each state of `crowded`."""
    return tuple(_boards())


def _boards() -> Iterator[tuple[str, str]]:
    phones = replace(PHONES, names=LONG)
    for name, state, step in crowded():
        told, touched, before = list[str](), list[Touch](), state
        for fact in step.played.facts if step else ():
            told.append(told_by(RULES, fact, before, None, LONG))
            scene: Any = RULES.scene(before, LONG)
            touched += note_of(fact, scene).touched
            before = RULES.facts.evolve(before, fact)
        yield name, phones.board_for(state, told=tuple([each for each in told if each]), touched=tuple(touched))


def drawn(board: str, *, wall: bool, theme: str = "dark") -> str:
    """Put the fragment into the frame of the wall, or of a watcher's page."""
    own = re.findall(r'@import url\("(\w+\.css)"\)', (STATIC / "scythe.css").read_text(encoding="utf-8"))
    sheets = [ROOT / each for each in SHARED] + [STATIC / each for each in (*own, "scythe.css")]
    styles = "".join([f"<style>{re.sub('@import[^;]*;', '', each.read_text(encoding='utf-8'))}</style>" for each in sheets])
    pictures = render_to_string(APP.pictures, {"content": RULES.book.content})
    head = HEAD.format(kind="wall" if wall else "", theme=theme)
    return head + styles + (WALL_FRAME if wall else PAGE_FRAME).format(board=board) + pictures


@pytest.fixture(scope="module")
def shown(chromium: Browser) -> Iterator[Page]:
    """The browser page that shows all boards."""
    page = chromium.new_page()
    yield page
    page.close()


@pytest.mark.rule("SY-HID-09", "SY-CMB-07", "SY-END-04")
def test_nothing_is_cut_on_the_wall_and_names_are_read_from_four_metres(shown: Page) -> None:
    for name, board in boards():
        shown.set_content(drawn(board, wall=True))
        for wide, high in WALLS:
            shown.set_viewport_size({"width": wide, "height": high})
            picture(shown, f"scythe-{name}-{wide}")
            assert shown.evaluate(CUT) == [], (name, wide)
            assert wide < WALLS[0][0] or shown.evaluate(SMALL) == [], name
            assert shown.evaluate("document.documentElement.scrollHeight <= innerHeight")
            if name != "over":
                assert shown.evaluate(HIDDEN) == [5 * 4 + 1, []], (name, wide)
                assert shown.evaluate("document.querySelector('.sy-map').getBoundingClientRect().height") >= LEAST_MAP


# A combat with the longest names and the most cards, revealed by the game's own script.
STAND_UP = """(picture) => {
  const box = document.createElement("div");
  box.className = "table-moment";
  box.innerHTML = '<ul class="table-moment-words"><li>The attacker wins.</li></ul><p class="table-moment-close"></p>';
  document.body.append(box);
  document.dispatchEvent(new CustomEvent("table:reveal", { detail: { picture, box } }));
}"""
OUTSIDE = """() => {
  const { top, bottom } = document.querySelector(".table-moment").getBoundingClientRect();
  const seen = [...document.querySelectorAll(".table-moment *")].filter((each) => each.checkVisibility());
  return seen.map((each) => [each.className, each.getBoundingClientRect()])
    .filter(([, at]) => at.top < top || at.bottom > bottom || at.left < 0 || at.right > innerWidth)
    .map(([kind, at]) => `${kind} ${at.top}-${at.bottom}`);
}"""


def test_a_reveal_is_whole_in_its_strip_below_the_board(chromium: Browser) -> None:
    state = begun(5)
    made = Commitment(7, (5, 5, 5))  # a tie adds a sentence
    fact = CombatRevealed(space="D5", attacker=0, defender=1, attack=made, defence=made)
    scene: Any = RULES.scene(state, LONG[: len(state.sides)])
    drawing = picture_of(fact, scene)
    source = (STATIC / "move.js").read_text(encoding="utf-8")
    words = f"const words{source.partition('const words')[2].partition('};')[0]}}};\n"
    script = words + source.partition("// --- a reveal")[2].partition("\n")[2]
    for wide, high in WALLS:
        page = chromium.new_page(viewport={"width": wide, "height": high}, reduced_motion="reduce")
        try:
            page.set_content(drawn(replace(PHONES, names=LONG).board_for(state), wall=True))
            page.add_script_tag(content=script)
            page.evaluate(STAND_UP, drawing)
            picture(page, f"scythe-reveal-{wide}")
            assert page.locator(".sy-shown-wins").first.text_content() == "wins"
            assert page.evaluate(OUTSIDE) == [], wide
            count, hidden = page.evaluate(HIDDEN)
            assert count == 5 * 4 + 1
            under = [each for each in hidden if wide > high or not each.startswith("map ")]  # upright, it covers the map
            assert under == [], wide
        finally:
            page.close()


def test_whoever_looks_on_reads_it_on_a_phone_or_a_tablet(shown: Page) -> None:
    for name, board in boards():
        for wide, high in PAGES:
            shown.set_viewport_size({"width": wide, "height": high})
            shown.set_content(drawn(board, wall=False, theme="light" if wide > 400 else "dark"))
            shown.evaluate("document.querySelectorAll('.sy-mat').forEach((each) => { each.open = true; })")
            picture(shown, f"scythe-{name}-{wide}", whole=True)
            assert shown.evaluate(CUT) == [], (name, wide)
