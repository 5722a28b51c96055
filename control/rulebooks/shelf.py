"""Rulebooks of installed games, parsed once in each process: for players and for the control team."""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec import Struct

from control import registry
from control.engine.records import replace
from control.rulebooks.parser import Area, ParsedRulebook, Rule, read
from control.rulebooks.search import LONGEST, Index, query_of

MOST: Final = 30  # results of a search on one page


class ShelvedBook(Struct, frozen=True):
    """A rulebook with its index."""

    book: ParsedRulebook
    index: Index


class RulebookPage(Struct, frozen=True, kw_only=True):
    """Contents of a rulebook page. `typed`: the search, or `area`: the open chapter. `more`: number of further results.

    `meant`: similar queries, if nothing was found.
    """

    typed: str
    area: Area | None
    areas: tuple[Area, ...]
    rules: tuple[Rule, ...]
    more: int
    meant: tuple[str, ...] = ()


@cache
def rulebook(realm: str, *, staff: bool) -> ShelvedBook | None:
    """Rulebook of a game for this reader. None if the game has none."""
    found = registry.realm(realm).rules.rulebook
    if found is None:
        return None
    book = read(found.path.read_text(encoding="utf-8"), frozenset() if staff else found.withheld)
    if not staff:
        book = _for_players(book)
    return ShelvedBook(book, Index(book))


def find(shelved: ShelvedBook, typed: str, area: str = "", shown: int = MOST) -> RulebookPage:
    """Search results up to `shown`. Without a search: a chapter, or the list of chapters."""
    book, typed = shelved.book, typed.strip()[:LONGEST]
    opened = None if typed else next((each for each in book.areas if each.slug == area), None)
    query = query_of(typed)
    rules = shelved.index.search(query) if typed else opened.rules if opened else ()
    first = rules[: max(shown, MOST)] if typed else rules
    meant = () if rules or not typed else tuple(" ".join(each.words) for each in shelved.index.meant(query))
    return RulebookPage(typed=typed, area=opened, areas=book.areas, rules=first, more=len(rules) - len(first), meant=meant)


def _for_players(book: ParsedRulebook) -> ParsedRulebook:
    """Book without the notes for organizers: what the printed rules leave open, and names of settings."""
    plain = {id_: replace(rule, source="", setting="") for id_, rule in book.by_id.items()}
    areas = tuple(replace(area, rules=tuple(plain[rule.id] for rule in area.rules)) for area in book.areas)
    return replace(book, areas=areas, by_id=plain)
