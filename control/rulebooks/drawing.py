"""Drawing of rules for pages: escaped words, links of references, and marks on search words."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlencode

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from msgspec import Struct

from control.rulebooks.parser import EXAMPLE, GENERAL, RULE_ID, Area, ParsedRulebook, Rule
from control.rulebooks.search import WORD, Query, query_of
from control.rulebooks.shelf import MOST, ShelvedBook, find

# Inline Markdown of the rulebooks, and IDs.
INLINE = re.compile(rf"\*\*(?P<b>.+?)\*\*|\*(?=\S)(?P<em>[^*]+?)(?<=\S)\*|`(?P<code>[^`]+)`|(?P<id>{RULE_ID.pattern})")
FOUND = "rules-found"  # part of the page that shows results while somebody types


class RulebookLinks(Struct, frozen=True, kw_only=True):
    """Addresses of a rulebook: of the book, and of each rule."""

    book: str
    rule: Callable[[str], str]

    def to(self, id_: str, typed: str = "") -> str:
        """Address of a rule, with the search that found it."""
        address = self.rule(id_)
        return f"{address}{'&' if '?' in address else '?'}{urlencode({'q': typed})}" if typed else address


class Hit(Struct, frozen=True, kw_only=True):
    """A rule in a list. ID and title link to it, IDs in its text to other rules."""

    id: str
    title: SafeString
    text: SafeString
    address: str


class RuleView(Struct, frozen=True, kw_only=True):
    """A rule in full, with related entries: general rulings, further rules, examples."""

    id: str
    title: str
    text: SafeString
    source: SafeString
    why: SafeString
    setting: SafeString
    area: Area | None
    rulings: tuple[Hit, ...]
    others: tuple[Hit, ...]
    examples: tuple[Hit, ...]


class FoundView(Struct, frozen=True, kw_only=True):
    """A page of the rulebook: search words, open chapter, all chapters, found rules."""

    typed: str
    area: Area | None
    areas: tuple[Area, ...]
    hits: tuple[Hit, ...]
    more: int
    book: str
    meant: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        return len(self.hits) + self.more

    @property
    def next(self) -> int:
        """Number of rules that the next page adds."""
        return min(self.more, MOST)

    @property
    def longer(self) -> str:
        """Address of this page with the next rules added."""
        return f"{self.book}?{urlencode({'q': self.typed, 'n': len(self.hits) + self.next})}"


def found_view(shelved: ShelvedBook, typed: str, area: str, way: RulebookLinks, shown: str = "") -> FoundView:
    """Results of a search, up to the number in `shown`; or a chapter."""
    found = find(shelved, typed, area, int(shown) if re.fullmatch("[0-9]{1,4}", shown) else MOST)
    query = query_of(found.typed)
    hits = tuple(rule_hit(shelved.book, rule, way, query, found.typed) for rule in found.rules)
    return FoundView(
        typed=found.typed, area=found.area, areas=found.areas, hits=hits, more=found.more, book=way.book, meant=found.meant
    )


def rule_hit(book: ParsedRulebook, rule: Rule, way: RulebookLinks, query: Query, typed: str = "") -> Hit:
    """A rule in a list, with the search words marked."""
    text = line_html(rule.text, query=query, link=_links(book, rule, way, typed))
    return Hit(id=rule.id, title=line_html(rule.title, query=query), text=text, address=way.to(rule.id, typed))


def rule_view(book: ParsedRulebook, rule: Rule, way: RulebookLinks) -> RuleView:
    """A rule in full, with its related entries."""

    link = _links(book, rule, way)
    by_kind: dict[str, list[Hit]] = {GENERAL: [], "": [], EXAMPLE: []}
    for other in book.touching(rule.id):
        by_kind[other.kind].append(rule_hit(book, other, way, Query(())))
    return RuleView(
        id=rule.id,
        title=rule.title,
        text=line_html(rule.text, link=link),
        source=line_html(rule.source, link=link),
        why=line_html(rule.why, link=link),
        setting=line_html(rule.setting, link=link),
        area=next((area for area in book.areas if area.slug == rule.area), None),
        rulings=tuple(by_kind[GENERAL]),
        others=tuple(by_kind[""]),
        examples=tuple(by_kind[EXAMPLE]),
    )


def _links(book: ParsedRulebook, rule: Rule, way: RulebookLinks, typed: str = "") -> Callable[[str], str]:
    """Function from an ID in a rule's text to its address. "" for the rule itself and for unknown IDs."""

    def link(id_: str) -> str:
        known = next((each for each in (id_, f"{rule.id[:3]}{id_}") if each in book.by_id and each != rule.id), "")
        return way.to(known, typed) if known else ""

    return link


def line_html(text: str, *, query: Query | None = None, link: Callable[[str], str] | None = None) -> SafeString:
    """A line of a rulebook as safe HTML."""
    drawn, at = [], 0
    for found in INLINE.finditer(text):
        drawn.append(mark_matches(text[at : found.start()], query))
        drawn.append(_piece(found, query, link))
        at = found.end()
    return mark_safe("".join((*drawn, mark_matches(text[at:], query))))


def _piece(found: re.Match[str], query: Query | None, link: Callable[[str], str] | None) -> str:
    for tag in ("b", "em", "code"):
        if found[tag]:
            return f"<{tag}>{mark_matches(found[tag], query)}</{tag}>"
    address = link(found["id"]) if link else ""
    if not address:
        return mark_matches(found["id"], query)
    return format_html('<a class="rule-link" href="{}" data-rule>{}</a>', address, mark_safe(mark_matches(found["id"], query)))


def mark_matches(text: str, query: Query | None) -> str:
    """Escaped text with marks on the search words."""
    if query is None or not query.words:
        return escape(text)
    drawn, at = [], 0
    for found in WORD.finditer(text):
        if query.marks(found[0]):
            drawn.append(f"{escape(text[at : found.start()])}<mark>{escape(found[0])}</mark>")
            at = found.end()
    return "".join((*drawn, escape(text[at:])))
