"""Search of the rulebook by words and IDs, and safe HTML for a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from control.rulebooks.drawing import line_html
from control.rulebooks.parser import ParsedRulebook, read
from control.rulebooks.search import TRIED, Index, query_of, stem_of

BOOKS = Path(__file__).resolve().parents[2] / "docs" / "rules"
SMALL = """# A book
## Harbour (GE-HAR)

- GE-HAR-01 · A ship of the guild pays 2 coins (R-01).
- GE-HAR-02 · A **guild** has ships, `x < 1`.

## Rulings
### Money

- R-01 · **Who pays.** Source: silent. Ruling: the owner pays; see
  GE-HAR-02. Why: für jeden gleich. Setting: fixed.

## Content to author

- C-01 · **Not a rule.** Needed: guild.
"""


@pytest.fixture(scope="module")
def book() -> ParsedRulebook:
    return read((BOOKS / "god-emperor.md").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def index(book) -> Index:
    return Index(book)


@pytest.mark.parametrize(
    ("id_", "about"),
    [
        ("R-24", "When a tie is broken"),
        ("GE-SOV-08", "When two or more Houses tie for the most Power the throne stays empty until one House alone leads"),
    ],
)
def test_what_a_rule_is_about_is_its_title_or_what_it_says_first(book, id_, about):
    assert book.by_id[id_].about == about


def test_what_a_rule_is_about_is_plain_words():
    by_id = read(SMALL).by_id
    about = ["A ship of the guild pays 2 coins", "A guild has ships, x < 1", "Who pays"]
    assert [by_id[each].about for each in ("GE-HAR-01", "GE-HAR-02", "R-01")] == about


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("GE-WAR-42", "GE-WAR-42"),
        ("ge-war-42", "GE-WAR-42"),
        ("war 42", "GE-WAR-42"),
        ("war42", "GE-WAR-42"),
        ("GE-WAR-4", "GE-WAR-04"),
        ("r57", "R-57"),
        ("R-5", "R-05"),
        ("ex 3", "EX-03"),
        ("tied wipe", "GE-WAR-42"),
        ("wipe TIED", "GE-WAR-42"),
        ("attack in-laws", "R-61"),
        ("betray box", "GE-WAR-26"),
        ("stockpile 17", "R-42"),
        ("wedding anoint", "GE-CER-09"),
    ],
)
def test_a_rule_is_found_by_words_by_beginnings_and_by_its_id(index, typed, first):
    assert [rule.id for rule in index.search(query_of(typed))][:1] == [first]


@pytest.mark.parametrize("typed", ["", "   ", "-", "zzz", "tied zzz", "42x", "Regen"])
def test_what_is_nowhere_or_nothing_finds_nothing(index, typed):
    assert index.search(query_of(typed)) == ()


def test_all_that_is_found_holds_every_word(index):
    found = index.search(query_of("immortal coup"))

    assert len(found) > 5
    assert [rule.id for rule in found if "mmortal" not in f"{rule.title} {rule.text} {rule.why}"] == []
    assert [rule.id for rule in found if "coup" not in f"{rule.title} {rule.text} {rule.why}".lower()] == []


@pytest.mark.parametrize(
    "forms",
    [
        "ally allies allied allying",
        "die dies died dying",
        "tie ties tied tying",
        "castle castles",
        "box boxes boxed",
        "kill kills killed killing",
        "plan plans planned planning",
        "marry marries married marrying",
        "move moves moved moving",
        "bonus bonuses",
        "house houses housed",
        "pass passes passed passing",
        "travel travels travelled traveling",
    ],
)
def test_the_forms_of_a_word_have_one_stem(forms):
    assert len({stem_of(form) for form in forms.split()}) == 1


@pytest.mark.parametrize("different", ["king kin", "ring red", "coup cup"])
def test_other_words_keep_theirs(different):
    first, *others = (stem_of(word) for word in different.split())
    assert first not in others


@pytest.mark.parametrize(
    ("typed", "one"), [("allies", "GE-WAR-22"), ("what if I die", "GE-SOV-09"), ("who may attack?", "GE-WAR-40")]
)
def test_forms_and_questions_find_what_they_mean(index, typed, one):
    assert one in [rule.id for rule in index.search(query_of(typed))]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("castel", "castle"),
        ("imortal", "immortal"),
        ("imortal castel", "immortal castle"),
        ("castle", ""),
        ("zzz", ""),
        ("999", ""),
    ],
)
def test_a_word_that_is_nowhere_is_answered_with_one_that_is(index, typed, meant):
    found = [" ".join(query.words) for query in index.meant(query_of(typed))]

    assert (meant in found) if meant else found == []
    assert all(index.search(query_of(each)) for each in found)


@pytest.mark.parametrize("typed", ["castle", "immortal", "unit", "house", "tax"])
def test_a_single_word_finds_rules_that_are_about_it_then_rules_rulings_and_examples(index, typed):
    found = index.search(query_of(typed))
    kinds = [rule.kind for rule in found]

    assert kinds == sorted(kinds, key=["", "R", "EX"].index)
    assert stem_of(typed) in {stem_of(word) for word in found[0].text.lower().replace(",", "").split()[:5]}


def test_plurals_accents_and_zeros_do_not_matter():
    index = Index(read(SMALL))
    for typed, ids in {
        "ship": ["GE-HAR-01", "GE-HAR-02"],
        "SHIPS guild": ["GE-HAR-01", "GE-HAR-02"],
        "fur": ["R-01"],
        "Für": ["R-01"],
    }.items():
        assert sorted(rule.id for rule in index.search(query_of(typed))) == ids, typed


def test_a_rulebook_is_read_by_chapter_with_the_parts_of_a_ruling():
    small = read(SMALL)

    assert [(area.slug, area.name, area.of, len(area.rules)) for area in small.areas] == [
        ("harbour", "Harbour", "", 2),
        ("rulings-money", "Money", "Rulings", 1),
    ]
    ruling = small.by_id["R-01"]
    assert (ruling.title, ruling.text, ruling.source, ruling.why, ruling.setting) == (
        "Who pays",
        "The owner pays; see GE-HAR-02.",
        "silent.",
        "für jeden gleich.",
        "fixed.",
    )
    assert [rule.id for rule in small.touching("R-01")] == ["GE-HAR-02", "GE-HAR-01"]
    assert [rule.id for rule in small.touching("GE-HAR-02")] == ["R-01"]


def test_a_rule_that_is_withheld_is_nowhere():
    small = read(SMALL, frozenset({"GE-HAR-02"}))

    assert "GE-HAR-02" not in small.by_id
    assert [rule.id for area in small.areas for rule in area.rules] == ["GE-HAR-01", "R-01"]
    assert [rule.id for rule in small.touching("R-01")] == ["GE-HAR-01"]


def test_every_rule_of_the_game_is_read_and_every_reference_leads_to_one(book):
    assert len(book.by_id) == sum(len(area.rules) for area in book.areas) > 500
    assert [(rule.id, other) for rule in book.by_id.values() for other in rule.refers if other not in book.by_id] == []
    assert [rule.id for rule in book.by_id.values() if not rule.text] == []


def test_the_rulings_of_another_game_bear_its_letters():
    other = read((BOOKS / "potemkin-empire.md").read_text(encoding="utf-8"))

    assert "PE-R-12" in other.by_id
    assert "R-12" not in other.by_id
    assert "PE-R-01" in other.by_id["PE-SET-01"].refers


def test_a_line_is_drawn_with_its_marks_and_nothing_of_it_is_markup():
    line = 'A **guild** & *two* `x < 1` (R-01) <img src=x onerror="y">'

    assert line_html(line) == (
        "A <b>guild</b> &amp; <em>two</em> <code>x &lt; 1</code> (R-01) &lt;img src=x onerror=&quot;y&quot;&gt;"
    )
    assert '<a class="rule-link" href="/r/R-01" data-rule>R-01</a>' in line_html(line, link=lambda id_: f"/r/{id_}")
    assert line_html("Ships & guilds", query=query_of("ship & guild")) == "<mark>Ships</mark> &amp; <mark>guilds</mark>"
    assert line_html("2 * 3 * 4") == "2 * 3 * 4"


def test_a_query_of_words_that_are_nowhere_and_like_many_is_given_up(book, monkeypatch):
    found = Index(book)
    asked: list[object] = []
    monkeypatch.setattr(found, "search", lambda query: asked.append(query) or ())

    assert list(found.meant(query_of("oses ether cose"))) == []
    assert 0 < len(asked) <= TRIED
