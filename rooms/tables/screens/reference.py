"""The cards of a game to look up: every one as it is printed, how many there are, what a deck is made of.

It is made from the content of the game, so that nothing about a table can be read from it but what its tables keep together for
everybody, by name. The same page stands by itself or in a panel over the table, the wall or the list of games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from control.engine.language import say, say_count
from rooms.tables.access import TablePass, table_or_404
from rooms.tables.past_games import names_kept
from rooms.tables.registry import ReferenceCard, ReferenceGroup, TableApp, app_of, games, printed_content

LONGEST_SOUGHT = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A group with the cards of it that are sought, each with whose name stands beside it, "" for nobody's."""

    group: ReferenceGroup
    cards: tuple[tuple[ReferenceCard, str], ...]
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """The cards of a game, as far as they are sought: `sought` in their words, `mark` among their marks."""

    title: str
    address: str
    back: str
    sought: str
    mark: str
    marks: tuple[str, ...]
    found: tuple[Found, ...]
    words: str


def reference_view(
    app: TableApp, content: Any, kept: Mapping[str, str], *, address: str, back: str, sought: str, mark: str
) -> Reference:
    """The cards whose words have all the words sought, and this mark; `kept` are names by what they stand beside."""
    groups = app.reference(content) if app.reference else ()
    marks = tuple(dict.fromkeys(each for group in groups for card in group.cards for each in card.marks))
    mark = mark if mark in marks else ""
    found = [_found(group, [card for card in group.cards if _is_sought(card, sought, mark)], kept) for group in groups]
    count = sum(len(each.cards) for each in found)
    return Reference(
        title=app.kind.title,
        address=address,
        back=back,
        sought=sought,
        mark=mark,
        marks=marks,
        found=tuple(each for each in found if each.cards),
        words=say_count("{count} found", "{count} found", count) if count else say("Nothing has these words. Try fewer."),
    )


def _is_sought(card: ReferenceCard, sought: str, mark: str) -> bool:
    text = " ".join((card.title, card.text, card.flavour, *card.marks)).casefold()
    return (not mark or mark in card.marks) and all(word in text for word in sought.casefold().split())


def _found(group: ReferenceGroup, cards: Sequence[ReferenceCard], kept: Mapping[str, str]) -> Found:
    copies = sum(card.copies for card in cards)
    words = say_count("{count} card", "{count} cards", copies) if copies else ""
    return Found(group=group, cards=tuple((card, kept.get(card.entry, "")) for card in cards), words=words)


def cards_at(door: TablePass) -> str:
    """Where the cards of the game at a table are; empty for a game without any."""
    return reverse("tables:cards", args=[door.table.code]) if app_of(door.table.kind).reference else ""


@never_cache
@require_safe
def at_table(request: HttpRequest, code: str) -> HttpResponse:
    """The cards of the game at a table, as they were printed when it was opened, with the names that its tables keep."""
    door = table_or_404(request, code)
    address, back = reverse("tables:cards", args=[door.table.code]), reverse("tables:table", args=[door.table.code])
    return _page(request, app_of(door.table.kind), door.content, names_kept(door.table), address, back)


@never_cache
@require_safe
def printed(request: HttpRequest, kind: str) -> HttpResponse:
    """The cards of a game that can be opened."""
    if kind not in games():
        raise Http404(say("No such game."))
    address, back = reverse("tables:printed", args=[kind]), reverse("tables:lobby")
    return _page(request, app_of(kind), printed_content(kind), {}, address, back)


def _page(request: HttpRequest, app: TableApp, content: Any, kept: Mapping[str, str], address: str, back: str) -> HttpResponse:
    if app.reference is None:
        raise Http404(say("This game has no cards."))
    sought, mark = request.GET.get("q", "")[:LONGEST_SOUGHT].strip(), request.GET.get("mark", "")
    found = reference_view(app, content, kept, address=address, back=back, sought=sought, mark=mark)
    return render(request, "tables/cards.html", {"reference": found})
