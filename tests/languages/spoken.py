"""Consoles in another language for the length of a test, and a search for text of a page that no catalogue holds."""

from __future__ import annotations

import gettext as gettext_module
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from asgiref.local import Local
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from django.conf import settings
from django.test import override_settings
from django.utils import translation
from django.utils.translation import gettext, ngettext, pgettext, trans_real

from control.day.view import clock_view, team_view
from control.engine import language
from control.journal import story
from control.regions import fragments, region
from control.templatetags import kept, words
from megagame import messages
from megagame.languages import SCRIPTS, SERVER, languages
from rooms.realm.game.view import house_view, law_views
from rooms.tables.potemkin.screens import shapes
from rooms.war.game import board, view_preview
from rooms.war.game.drawing import ground
from rooms.war.game.drawing import war_map as drawing
from rooms.war.game.sheets import offer
from rooms.war.game.view_map import map_view
from rooms.war.rules import effects
from rooms.war.screens import map_panels

OPEN, CLOSE = "⟦", "⟧"
LETTERS = re.compile(r"[^\W\d_]{2,}")
SOFT_HYPHEN = "\u00ad"  # allows a line break in a long name
# Caches of fragments and words: a console speaks one language, but a test speaks several.
KEPT: tuple[Any, ...] = (
    words._block,
    kept._drawn,
    kept._drawn_large,
    kept._drawn_briefly,
    kept._drawn_of,
    fragments.shelf,
    region._repr,
    map_panels._words,
    view_preview._place,
    *(clock_view, team_view, law_views, house_view, map_view, drawing._bare_map, offer._offered),
    shapes.mark_of,
    shapes._book,
    board._board,
    ground._ground,
    effects._effects,
)
MADE_UP = "eo"  # a language that Django knows and this console does not have


@contextmanager
def speaking(code: str, folder: Path) -> Iterator[None]:
    """Speak this language inside the block; its catalogues are in `folder`."""
    messages.compile_catalogues(folder)
    with override_settings(LANGUAGE_CODE=code, USE_I18N=True, LOCALE_PATHS=[folder]):
        _forget()
        language.set_translators(gettext, pgettext, ngettext)
        try:
            yield
        finally:
            language.set_translators(language._as_it_stands, language._in_any_context, language._one_or_many)
            _forget(back=True)


def _forget(*, back: bool = False) -> None:
    vars(gettext_module)["_translations"].clear()
    vars(trans_real)["_translations"].clear()
    vars(trans_real).update(_default=None, _active=Local())
    if not back or settings.USE_I18N:
        vars(vars(translation)["_trans"]).clear()
    story.forget()
    for each in KEPT:
        each.cache_clear()


def made_up(folder: Path) -> Path:
    """Write catalogues that put every sentence between two brackets that no other text contains; returns `folder`.

    The sentences are those of an existing catalogue; `test_catalogues` checks that it is complete.
    """
    target = folder / MADE_UP / "LC_MESSAGES"
    target.mkdir(parents=True)
    for domain in (SERVER, SCRIPTS):
        catalog = Catalog(locale=MADE_UP, domain=domain, charset="utf-8")
        for said in messages.read(languages()[0], domain):
            if isinstance(said.id, str) and said.id:
                catalog.add(said.id, f"{OPEN}{said.id}{CLOSE}", context=said.context)
            elif said.id:
                catalog.add(said.id, tuple(f"{OPEN}{each}{CLOSE}" for each in said.id), context=said.context)
        with (target / f"{domain}.mo").open("wb") as file:
            write_mo(file, catalog)
    return folder


# Shapes without text: they are most tags of a page, and slow to parse.
SHAPES = re.compile(r"<(?:path|use|circle|ellipse|polygon|polyline|rect|line)\b(?![^>]*(?:aria-|data-|label=))[^>]*>")


class Words(HTMLParser):
    """Collects the text of a page that people read or hear. Elements in another language, such as a rulebook, are skipped."""

    SILENT = frozenset({"script", "style", "code", "svg"})
    OWN = frozenset({"data-own", "data-topics"})  # lists of attributes and of topics, for scripts
    SPOKEN = frozenset({"title", "aria-label", "placeholder", "alt", "aria-description", "label"})

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.silent: list[str] = []
        self.foreign: list[str] = []  # stack: the element in another language, and elements of the same tag inside it

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if self.foreign or ("lang" in values and tag != "html"):
            if not self.foreign or tag == self.foreign[0]:
                self.foreign.append(tag)
            return
        for name, value in values.items():
            if value and (
                name in self.SPOKEN or (name.startswith("data-") and name not in self.OWN and " " in value) or name == "hx-confirm"
            ):
                self.found.append(value)
        if tag == "input" and values.get("type") in {"submit", "button"} and values.get("value"):
            self.found.append(str(values["value"]))
        if tag in self.SILENT:
            self.silent.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.foreign:
            if tag == self.foreign[0]:
                self.foreign.pop()
        elif self.silent and self.silent[-1] == tag:
            self.silent.pop()

    def handle_data(self, data: str) -> None:
        if self.foreign:
            return
        if not self.silent or (self.silent == ["svg"] and data.strip()):
            self.found.append(data)


@dataclass
class Ear:
    """Finds text of a page that comes from no catalogue.

    `data`: texts that need no catalogue, written by people or the scenario. `left`: texts found, with their places.
    `heard`: number of texts from a catalogue.
    """

    data: re.Pattern[str]
    left: dict[str, list[str]] = field(default_factory=dict)
    heard: int = 0
    _known: dict[str, bool] = field(default_factory=dict)

    def page(self, html: str, where: str) -> None:
        """Check a page or a fragment."""
        page = Words()
        page.feed(SHAPES.sub("", html))
        for text in _joined(page.found):
            self.text(text, where)

    def text(self, text: str, where: str) -> None:
        """Check a text as people read it."""
        self.heard += OPEN in text
        outside = " ".join(_outside(text).replace(SOFT_HYPHEN, "").split())
        if outside not in self._known:
            self._known[outside] = bool(LETTERS.search(outside) and LETTERS.search(self.data.sub(" ", outside)))
        if self._known[outside]:
            self.left.setdefault(" ".join(text.split())[:300], []).append(where)


def _joined(found: Iterable[str]) -> Iterator[str]:
    """Texts in order. A sentence with elements inside is joined: its brackets open in one text and close in another."""
    waiting = ""
    for text in found:
        waiting += text
        if waiting.count(OPEN) <= waiting.count(CLOSE):
            yield waiting
            waiting = ""
    if waiting:
        yield waiting


@cache
def _outside(text: str) -> str:
    depth, kept = 0, []
    for letter in text:
        if letter == OPEN:
            depth += 1
        elif letter == CLOSE:
            depth = max(depth - 1, 0)
            kept.append(" ")
        elif not depth:
            kept.append(letter)
    return "".join(kept)


def data_of(texts: Iterable[str]) -> re.Pattern[str]:
    """Pattern for text that needs no catalogue: the given names, longest first, and rule IDs, units and seals."""
    names = sorted({text for text in texts if len(text) > 1}, key=len, reverse=True)
    always = [
        r"\b[0-9a-f]{4}(?: [0-9a-f]{4}){2}\b",
        r"\b[0-9a-f]{32}(?:[0-9a-f]{32})?\b",
        r"^\{\".*\}$",
        r"\b(?:GE|PE|R)-[A-Z]*-?\d+\w*",
        r"\b[A-Z]{2,}-\d+",
        r"\d+\s?(?:s|ms|min|h|kB|MB|GB|px)\b",
        r"\bUTC\b",
        r"\bHTTP\b",
    ]
    return re.compile("|".join([*(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names), *always]))


def texts_in(document: object) -> Iterator[str]:
    """All strings in a JSON document."""
    if isinstance(document, str):
        yield document
        yield from (" ".join(line.split()) for line in document.splitlines())
    elif isinstance(document, dict):
        for key, value in document.items():
            yield from texts_in(key)
            yield from texts_in(value)
    elif isinstance(document, list | tuple):
        for value in document:
            yield from texts_in(value)
