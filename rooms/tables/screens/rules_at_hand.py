"""Rules at hand at a table: the game's own sections, and rules for every table."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.urls import reverse
from django.utils.safestring import mark_safe
from msgspec import Struct

from control.engine.language import later, say, say_count
from control.engine.records import replace
from control.engine.refusal import Refused
from control.rulebooks.drawing import mark_matches
from control.rulebooks.search import LONGEST, Query, query_of
from rooms.realm.game.table_stakes import PUBLISHED
from rooms.tables.game.turn_time import LEAST_SECONDS, MOST_SECONDS
from rooms.tables.registry import GuideSection, TableApp

RULE = re.compile(r"[A-Z]+(?:-[A-Z]+)*-\d+")  # a rule ID in a refusal: "PE-BLD-01", "PE-R-12"

AT_EVERY_TABLE = (
    later("Before the game anybody with the code may take a free chair; the host, or Control, puts bots on others and begins."),
    later(
        "A turn has the time that was agreed, {least} to {most} seconds, or no limit. When it is out, the default of the game is "
        "played for whoever has not acted."
    ),
    later(
        "Whoever leaves keeps the chair: a bot plays on in it until its owner comes back, on this phone or another. A chair "
        "that a bot has for itself may be taken by somebody who looks on."
    ),
    later(
        "You may take back your own last actions, the last first or several at once, until somebody else has acted, and never "
        "where something was drawn, dealt or shown. Control may go back further; that is said aloud at the table."
    ),
    later(
        "A table of an event may end with the phase or the month in which its game begins, or with the day, if that was agreed "
        "when it was opened. Every screen of the table says so, and once more a minute before. Control may let it run on."
    ),
)


class Paragraph(Struct, frozen=True, kw_only=True):
    """A paragraph of the rules at hand with the rules that it retells. `anchors`: those not retold in an earlier one."""

    words: str
    rules: tuple[str, ...]
    anchors: tuple[str, ...]


class RuleSection(Struct, frozen=True, kw_only=True):
    """A section of the rules at hand."""

    slug: str
    title: str
    paragraphs: tuple[Paragraph, ...]


def rule_sections(app: TableApp, content: object) -> tuple[RuleSection, ...]:
    """The game's rules at hand by section, followed by those for every table."""
    known: set[str] = set()
    found = []
    at_every_table = tuple((say(words, least=LEAST_SECONDS, most=MOST_SECONDS), ()) for words in AT_EVERY_TABLE)
    of_stakes = tuple((say(words), ()) for words in PUBLISHED)
    further = (
        GuideSection(title=say("At every table"), paragraphs=at_every_table),
        GuideSection(title=say("Stakes"), paragraphs=of_stakes),
    )
    for number, section in enumerate((*app.sections(content), *further), start=1):
        paragraphs = []
        for words, rules in section.paragraphs:
            anchors = tuple(rule for rule in rules if rule not in known)
            known.update(anchors)
            paragraphs.append(Paragraph(words=words, rules=rules, anchors=anchors))
        found.append(RuleSection(slug=f"s{number}", title=section.title, paragraphs=tuple(paragraphs)))
    return tuple(found)


class RulesShown(Struct, frozen=True, kw_only=True):
    """The rules at hand that match a search, with the search and the number of matches. All of them without a search."""

    sections: tuple[RuleSection, ...]
    sought: str
    found: str


def rules_shown(app: TableApp, content: object, typed: str) -> RulesShown:
    """Paragraphs that have all words of the search, in their text or their section's title. Matches as in the rulebooks."""
    sections, sought = rule_sections(app, content), typed[:LONGEST].strip()
    query = query_of(sought)
    if not query.words:
        return RulesShown(sections=sections, sought=sought, found="")
    left = tuple(
        replace(section, paragraphs=found) for section in sections if (found := tuple(_matching_paragraphs(section, query)))
    )
    count = sum(len(section.paragraphs) for section in left)
    words = say_count("{count} found", "{count} found", count) if count else say("Nothing has these words. Try fewer.")
    return RulesShown(sections=left, sought=sought, found=words)


def _matching_paragraphs(section: RuleSection, query: Query) -> Iterator[Paragraph]:
    for paragraph in section.paragraphs:
        if query.fits(" ".join((section.title, paragraph.words, *paragraph.rules))):
            yield replace(paragraph, words=mark_safe(mark_matches(paragraph.words, query)))


def rule_link(code: str, no: Refused | None) -> str:
    """The address of a refusal's rule among the rules at hand. Empty if it cites none."""
    if no is None or not no.rule:
        return ""
    named = RULE.search(no.rule)
    return reverse("tables:rules", args=[code]) + (f"#{named[0]}" if named else "")
