"""Readable colours: every pair of text and background, dark and light, and every House's ink on its colour."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from tests.scenarios import default

CSS = (Path(__file__).resolve().parent.parent.parent / "control/static/control/base.css").read_text()
WORDS = ("text", "muted", "gold", "good", "warn", "bad")
GROUNDS = ("ground", "sunk", "raised", "lifted")
THEMES = {"dark": ":root {", "light": ':root[data-theme="light"] {', "bright day": ':root:not([data-theme="dark"]) {'}


def tokens(theme: str) -> dict[str, str]:
    block = CSS[CSS.index(THEMES[theme]) :]
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{3,8})", block[: block.index("}")]))


def light_of(color: str) -> float:
    digits = color.lstrip("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits[:6]
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((light_of(one), light_of(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_black_on_white_is_the_most_there_is():
    assert round(contrast("#000", "#ffffff")) == 21


@pytest.mark.parametrize(("theme", "word", "ground"), list(product(THEMES, WORDS, GROUNDS)))
def test_words_stand_out_from_every_ground(theme, word, ground):
    assert contrast(tokens(theme)[word], tokens(theme)[ground]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_buttons_edges_and_the_focus_stand_out(theme):
    found = tokens(theme)

    assert contrast(found["gold-fill"], found["gold-ink"]) >= 4.5
    assert contrast(found["bad-fill"], "#ffffff") >= 4.5
    assert contrast(found["edge"], found["raised"]) >= 3
    assert contrast(found["focus"], found["ground"]) >= 3


def test_both_ways_into_the_light_are_the_same():
    assert tokens("light") == tokens("bright day")


@pytest.mark.parametrize("house", default().houses, ids=lambda house: house.id)
def test_every_houses_ink_stands_out_from_its_colour(house):
    assert contrast(house.color, house.ink) >= 4.5
