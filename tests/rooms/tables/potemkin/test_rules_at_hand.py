"""The quick rules, compared with the rulebook."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from control.rulebook import stated_in
from rooms.tables.potemkin.game.reading import read

ROOT = Path(__file__).parents[4]
CONTENT = read({path.name: path.read_text(encoding="utf-8") for path in (ROOT / "fixtures/potemkin").glob("*.yaml")})
BOOK = [
    id_
    for area, ids in stated_in(ROOT / "docs/rules").items()
    if area.startswith("PE-") and area != "PE-CNT"  # rules on content are not for players
    for id_ in ids
]


def test_every_rule_that_is_played_by_is_told():
    told = {id_ for section in CONTENT.rules for id_ in section.rules}

    assert len(BOOK) > 200
    assert [id_ for id_ in BOOK if id_ not in told] == []


def test_nothing_is_cited_that_the_rulebook_does_not_have():
    assert [id_ for section in CONTENT.rules for id_ in section.rules if id_ not in BOOK] == []


def test_a_rule_is_told_in_one_place_and_only_rulings_in_several():
    times = Counter(id_ for section in CONTENT.rules for id_ in section.rules if not id_.startswith("PE-R-"))

    assert sorted(id_ for id_, count in times.items() if count > 1) == ["PE-COM-03", "PE-SCO-10"]  # also in the introduction


def test_no_section_is_longer_than_a_screen_or_two():
    assert [section.id for section in CONTENT.rules if sum(map(len, section.text)) > 1000] == []
