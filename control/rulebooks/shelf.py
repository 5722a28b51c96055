"""The rulebooks of the games that are installed: each is read once by a process, as players and as the control team may read it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from control import registry
from control.rulebooks.parser import Area, Book, Rule, read
from control.rulebooks.search import LONGEST, Index, query_of

MOST: Final = 30  # rules that a search shows at a time


@dataclass(frozen=True, slots=True)
class Shelved:
    """A rulebook with its index."""

    book: Book
    index: Index


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a page of the rulebook shows: `typed` is what is looked for, or `area` the chapter that is open; `more` were found.

    Where nothing was found, `meant` is what may have been: the same words with others in the place of those that are nowhere.
    """

    typed: str
    area: Area | None
    areas: tuple[Area, ...]
    rules: tuple[Rule, ...]
    more: int
    meant: tuple[str, ...] = ()


@cache
def rulebook(realm: str, *, staff: bool) -> Shelved | None:
    """The rulebook of a game for who reads it; None where it has none."""
    found = registry.realm(realm).rulebook
    if found is None:
        return None
    book = read(found.path.read_text(encoding="utf-8"), frozenset() if staff else found.withheld)
    if not staff:
        book = _for_players(book)
    return Shelved(book, Index(book))


def find(shelved: Shelved, typed: str, area: str = "", shown: int = MOST) -> Found:
    """The rules in which the words are, as many as are to be shown; where nothing is typed, a chapter, or the list of all."""
    book, typed = shelved.book, typed.strip()[:LONGEST]
    opened = None if typed else next((each for each in book.areas if each.slug == area), None)
    query = query_of(typed)
    rules = shelved.index.search(query) if typed else opened.rules if opened else ()
    first = rules[: max(shown, MOST)] if typed else rules
    meant = () if rules or not typed else tuple(" ".join(each.words) for each in shelved.index.meant(query))
    return Found(typed=typed, area=opened, areas=book.areas, rules=first, more=len(rules) - len(first), meant=meant)


def _for_players(book: Book) -> Book:
    """Without what a ruling says to who sets an event up: what the printed rules leave open, and the name of its setting."""
    plain = {id_: replace(rule, source="", setting="") for id_, rule in book.by_id.items()}
    areas = tuple(replace(area, rules=tuple(plain[rule.id] for rule in area.rules)) for area in book.areas)
    return replace(book, areas=areas, by_id=plain)
