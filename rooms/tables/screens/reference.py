"""Card reference of a game: every card as printed, how many there are, what each deck consists of.

It is made from the content, so it reveals nothing about a table, except the public names that tables of the game keep. The same
page works on its own or in a panel over the table, the wall or the list of games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct

from control.engine.language import say, say_count
from rooms.tables.access import TablePass, table_or_404
from rooms.tables.past_games import names_kept
from rooms.tables.registry import ReferenceCard, ReferenceGroup, TableApp, app_of, games, printed_content

LONGEST_SOUGHT = 60


class FoundCards(Struct, frozen=True, kw_only=True):
    """A group with the cards that match the search. Each card has the name that is kept for it, "" for none."""

    group: ReferenceGroup
    cards: tuple[tuple[ReferenceCard, str], ...]
    words: str


class Reference(Struct, frozen=True, kw_only=True):
    """The cards of a game that match the search. `sought`: words on the card. `mark`: one of its marks."""

    title: str
    address: str
    back: str
    sought: str
    mark: str
    marks: tuple[str, ...]
    found: tuple[FoundCards, ...]
    words: str


def reference_view(
    app: TableApp, content: Any, kept: Mapping[str, str], *, address: str, back: str, sought: str, mark: str
) -> Reference:
    """Cards that have all words sought and this mark. `kept`: names by the item that they belong to."""
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


def _found(group: ReferenceGroup, cards: Sequence[ReferenceCard], kept: Mapping[str, str]) -> FoundCards:
    copies = sum(card.copies for card in cards)
    words = say_count("{count} card", "{count} cards", copies) if copies else ""
    return FoundCards(group=group, cards=tuple((card, kept.get(card.entry, "")) for card in cards), words=words)


def cards_at(door: TablePass) -> str:
    """The address of the cards of a table's game. Empty for a game without cards."""
    return reverse("tables:cards", args=[door.table.code]) if app_of(door.table.kind).reference else ""


@never_cache
@require_safe
def at_table(request: HttpRequest, code: str) -> HttpResponse:
    """The cards of a table's game as they were when it opened, with the names that its tables keep."""
    door = table_or_404(request, code)
    address, back = reverse("tables:cards", args=[door.table.code]), reverse("tables:table", args=[door.table.code])
    return _page(request, app_of(door.table.kind), door.content, names_kept(door.table), address, back)


@never_cache
@require_safe
def printed(request: HttpRequest, kind: str) -> HttpResponse:
    """The cards of a game in the lobby."""
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
