"""Statistics of many games: shares with intervals, lengths, endings, and their charts."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from rooms.tables.game.counts import Counts, Said, drawn_lengths, drawn_shares, wilson

SVG = "{http://www.w3.org/2000/svg}"


def counts() -> Counts:
    """Four games of one variant, and one of another with two winners."""
    found = Counts()
    for number in range(4):
        said = Said(ends="turns" if number else "majority", lengths={"rounds": 5 + number}, seats={"Leader": ("Anna", "Boris")})
        found.add("Long & dull", 50 + number, said, (0,) if number else (1,))
    found.add("Short", 9, Said(ends="turns", lengths={"rounds": 2}, seats={"Leader": ("Boris", "Clara")}), (0, 1))
    return found


@pytest.mark.parametrize(
    ("won", "times", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (50, 200, 0.1951, 0.3143)],
)
def test_the_interval_is_that_of_wilson(won, times, low, high):
    """Wilson's interval stays within 0 and 1; a plain one does not."""
    assert wilson(won, times) == pytest.approx((low, high), abs=1e-4)


def test_a_shared_victory_counts_for_each_winner_as_its_share():
    shares = {share.name: (share.times, share.won) for share in counts().wins["Leader"].shares()}

    assert shares == {"Anna": (4, 3.0), "Boris": (5, 1.5), "Clara": (1, 0.5)}


def test_the_lengths_of_each_variant_are_counted_apart():
    assert [(each.name, each.mean, each.least, each.most) for each in counts().lengths("rounds")] == [
        ("Long & dull", 6.5, 5, 8),
        ("Short", 2, 2, 2),
    ]


def test_it_is_told_as_tables():
    told = list(counts().told(3))

    assert "| Long & dull | 4 | 6.5 (5–8) | 51.5 (50–53) | turns 75 %, majority 25 % |" in told
    assert "| Anna | 4 | 75.0 % | 30–95 % |" in told
    assert "| Leader | Times | Won, where 33.3 % is fair | 95 % interval |" in told


def test_what_has_a_word_for_each_seat_is_told_of_every_variant():
    row = "| Short |  | 50.0 % (5–95 %) | 50.0 % (5–95 %) |"

    assert row in list(counts().told(3))
    assert row not in list(counts().told(2))


def test_the_pictures_are_drawings_that_name_everything_within_their_frame():
    found = counts()
    for picture, names in (
        (drawn_shares("Games won", found.wins["Leader"].shares(), 0.5), ("Anna", "Boris", "Clara", "fair: 50.0 %", "75.0 %")),
        (drawn_lengths("Rounds", found.lengths("rounds")), ("Long & dull", "Short", "6.5 (5–8)")),
    ):
        drawing = ElementTree.fromstring(picture)
        _left, _top, width, height = map(float, drawing.attrib["viewBox"].split())
        texts = [text.text for text in drawing.iter(f"{SVG}text")]

        assert set(names) <= set(texts)
        assert all(0 <= float(dot.attrib["cx"]) <= width for dot in drawing.iter(f"{SVG}circle"))
        assert all(0 <= float(dot.attrib["cy"]) <= height for dot in drawing.iter(f"{SVG}circle"))
