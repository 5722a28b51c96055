"""The quick rules, compared with the rulebook."""

from __future__ import annotations

from collections import Counter

from control.rulebook import stated_in
from tests.rooms.tables.statecraft.decks import CONTENT, ROOT

BOOK = [
    id_
    for area, ids in stated_in(ROOT / "docs/rules").items()
    if area.startswith("SC-") and area != "SC-CNT"  # rules on content are not for players
    for id_ in ids
]


def test_every_rule_that_is_played_by_is_told():
    told = {id_ for section in CONTENT.rules for id_ in section.rules}

    assert len(BOOK) > 300
    assert [id_ for id_ in BOOK if id_ not in told] == []


def test_nothing_is_cited_that_the_rulebook_does_not_have():
    assert [id_ for section in CONTENT.rules for id_ in section.rules if id_ not in BOOK] == []


def test_a_rule_is_told_in_one_place_and_only_rulings_in_several():
    times = Counter(id_ for section in CONTENT.rules for id_ in section.rules if not id_.startswith("SC-R-"))

    assert [id_ for id_, count in times.items() if count > 1] == []


def test_the_rules_begin_with_how_to_play_in_five_lines():
    first = CONTENT.rules[0]

    assert first.title == "In five lines"
    assert len(first.text) == 5
