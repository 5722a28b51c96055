"""The quick rules, compared with the rulebook."""

from __future__ import annotations

from collections import Counter

from control.rulebook import stated_in
from tests.rooms.tables.scythe.decks import CONTENT, ROOT

BOOK = [id_ for area, ids in stated_in(ROOT / "docs/rules").items() if area.startswith("SY-") for id_ in ids]
TOLD = Counter(id_ for section in CONTENT.rules for id_ in section.rules)


def test_every_rule_is_told():
    assert len(BOOK) > 300
    assert [id_ for id_ in BOOK if id_ not in TOLD] == []


def test_nothing_is_cited_that_the_rulebook_does_not_have():
    assert [id_ for id_ in TOLD if id_ not in BOOK] == []


def test_a_rule_is_told_in_one_place():
    assert [id_ for id_, count in TOLD.items() if count > 1] == []


def test_the_rules_begin_with_how_to_play_in_five_lines():
    first = CONTENT.rules[0]

    assert first.title == "In five lines"
    assert len(first.text) == 5
