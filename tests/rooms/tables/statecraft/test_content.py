"""The files of Statecraft: texts fit, icons differ, and the German decks equal the English ones."""

from __future__ import annotations

import re
from itertools import combinations

import msgspec
import pytest

from rooms.tables.game.content_reading import translate_content
from rooms.tables.statecraft.game.content import (
    ActionEffect,
    Colour,
    EmergencyEffect,
    LeaderEffect,
    ScenarioEffect,
    Specialism,
    StartEffect,
)
from rooms.tables.statecraft.game.reading import LIMITS, SIGNS, read
from tests.rooms.tables.statecraft.decks import CONTENT, GERMAN, GERMAN_TEXTS, ROOT, TEXTS

BOTH = pytest.mark.parametrize("content", [CONTENT, GERMAN], ids=["english", "german"])
KEY = CONTENT.key
ICONS = {each.id: each.icon for each in (*KEY.ideologies, *KEY.specialisms, *KEY.colours, *KEY.signs)}
WORDS = {"name", "faction", "title", "label", "flavour", "text", "targets", "line", "picture"}


class TestWords:
    @BOTH
    def test_every_flavour_line_is_there_once(self, content):
        cards = (*content.leaders, *content.politicians, *content.actions, *content.supporters, *content.scenarios)
        lines = [card.flavour for card in cards]

        assert len(set(lines)) == len(lines) == 12 + 42 + 12 + 36 + 14

    @pytest.mark.rule("SC-CNT-62")
    @BOTH
    def test_144_options_have_labels_and_pictures_of_their_own(self, content):
        options = [option for policy in content.policies for option in policy.options]

        assert len({option.label for option in options}) == len({option.picture for option in options}) == 144
        assert len({option.label for event in content.events for option in event.options}) == 48

    @pytest.mark.rule("SC-COM-06")
    @pytest.mark.parametrize(
        ("content", "names"),
        [
            (CONTENT, {Colour.BLUE: "blue", Colour.RED: "red", Colour.GREEN: "green", Colour.YELLOW: "yellow"}),
            (GERMAN, {Colour.BLUE: "blau", Colour.RED: "rot", Colour.GREEN: "grün", Colour.YELLOW: "gelb"}),
        ],
        ids=["english", "german"],
    )
    def test_a_picture_tells_its_main_colour_and_no_other(self, content, names):
        told = {
            option.picture: {colour for colour, name in names.items() if re.search(rf"\b(knall)?{name}", option.picture, re.I)}
            for policy in content.policies
            for option in policy.options
        }

        colours = {option.picture: {option.colour} for policy in content.policies for option in policy.options}
        assert {picture: found for picture, found in told.items() if found != colours[picture]} == {}

    def test_no_file_promises_another_limit_than_the_one_that_is_kept(self):
        heads = {name: " ".join(line[2:] for line in text.splitlines() if line.startswith("# ")) for name, text in TEXTS.items()}

        for name in LIMITS:
            told = {int(number) for number in re.findall(r"\b\d+\b", heads[name])}
            assert (name, set(LIMITS[name].values()) - told) == (name, set())


class TestEffects:
    @pytest.mark.rule("SC-CNT-60")
    def test_every_effect_that_the_engine_knows_is_on_a_card(self):
        assert [leader.effect for leader in CONTENT.leaders] == list(LeaderEffect)
        assert [action.effect for action in CONTENT.actions] == list(ActionEffect)
        assert [emergency.effect for emergency in CONTENT.emergencies] == list(EmergencyEffect)
        assert {scenario.effect for scenario in CONTENT.scenarios} == {None, *ScenarioEffect}
        assert {scenario.start for scenario in CONTENT.scenarios} == {None, *StartEffect}

    @pytest.mark.rule("SC-COM-04", "SC-CNT-59")
    def test_there_is_a_file_for_each_deck(self):
        assert sorted(TEXTS) == sorted(GERMAN_TEXTS) == sorted(LIMITS)


def points_of(icon: str) -> list[list[tuple[float, float]]]:
    """Outlines of an icon's path. A curve becomes eight short lines."""
    outlines: list[list[tuple[float, float]]] = []
    for command, rest in re.findall(r"([MLHVCZ])([^MLHVCZ]*)", icon):
        numbers = [float(number) for number in rest.split()]
        if command == "M":
            outlines.append([])
        x, y = outlines[-1][-1] if outlines[-1] else (0.0, 0.0)
        if command in "ML":
            outlines[-1] += list(zip(numbers[::2], numbers[1::2], strict=True))
        elif command == "H":
            outlines[-1].append((numbers[0], y))
        elif command == "V":
            outlines[-1].append((x, numbers[0]))
        for at in range(0, len(numbers) if command == "C" else 0, 6):
            bent = [outlines[-1][-1], *zip(numbers[at : at + 6 : 2], numbers[at + 1 : at + 6 : 2], strict=True)]
            for t in (step / 8 for step in range(1, 9)):
                weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
                outlines[-1].append(tuple(sum(w * p[axis] for w, p in zip(weights, bent, strict=True)) for axis in (0, 1)))
    return outlines


def inked(icon: str) -> frozenset[tuple[int, int]]:
    """Cells of a grid of 24 by 24 that the icon fills, by the even-odd rule."""
    edges = [edge for outline in points_of(icon) for edge in zip(outline, [*outline[1:], outline[0]], strict=True)]
    side = 100 / 24

    def is_in(x: float, y: float) -> bool:
        return sum((y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0 for (x0, y0), (x1, y1) in edges) % 2 == 1

    return frozenset((column, row) for column in range(24) for row in range(24) if is_in((column + 0.5) * side, (row + 0.5) * side))


class TestKey:
    @pytest.mark.rule("SC-COM-15", "SC-COM-01", "SC-COM-03", "SC-R-49")
    def test_it_has_everything_that_a_card_shows(self):
        assert [each.id for each in KEY.ideologies] == ["authoritarianism", "anarchism", "capitalism", "socialism"]
        assert [each.id for each in KEY.specialisms] == list(Specialism)
        assert [each.id for each in KEY.colours] == list(Colour)
        assert tuple(each.id for each in KEY.signs) == SIGNS

    @pytest.mark.rule("SC-COM-15")
    def test_every_icon_fills_its_box_and_keeps_within_it(self):
        for id_, icon in ICONS.items():
            outlines = points_of(icon)
            values = [value for outline in outlines for point in outline for value in point]
            assert (id_, min(values) >= 0, max(values) <= 100) == (id_, True, True)
            assert (id_, 80 <= len(inked(icon)) <= 420) == (id_, True)

    @pytest.mark.rule("SC-COM-15")
    def test_no_two_icons_have_nearly_the_same_outline(self):
        cells = {id_: inked(icon) for id_, icon in ICONS.items()}

        alike = {
            (one, other): round(len(cells[one] & cells[other]) / len(cells[one] | cells[other]), 2)
            for one, other in combinations(cells, 2)
        }
        assert {pair: share for pair, share in alike.items() if share > 0.8} == {}


class TestHelp:
    @pytest.mark.rule("SC-COM-14", "SC-TRN-15")
    def test_one_page_is_on_the_turn_and_one_on_the_manoeuvres(self):
        assert [line.id for line in CONTENT.help.turn][:4] == ["manoeuvres", "hand", "purple", "counted"]
        assert [line.id for line in CONTENT.help.manoeuvres] == [
            "announce",
            "denounce",
            "campaign",
            "recruit",
            "fire",
            "poach",
            "action",
        ]


# --- in another language ------------------------------------------------------------------------------------------------


def bare(item: object) -> object:
    """An item without its texts; paragraphs become their number."""
    if isinstance(item, msgspec.Struct):
        fields = {name: getattr(item, name) for name in item.__struct_fields__}
        return {
            name: len(value) if name == "text" and isinstance(value, tuple) else bare(value)
            for name, value in fields.items()
            if name not in WORDS or not isinstance(value, str)
        }
    return [bare(each) for each in item] if isinstance(item, tuple) else item


def words_of(item: object) -> list[str]:
    if isinstance(item, msgspec.Struct):
        fields = {name: getattr(item, name) for name in item.__struct_fields__}
        own = [value for name, value in fields.items() if name in WORDS and isinstance(value, str)]
        texts = [each for name, value in fields.items() if name == "text" and isinstance(value, tuple) for each in value]
        return own + texts + [word for value in fields.values() if not isinstance(value, str) for word in words_of(value)]
    return [word for each in item for word in words_of(each)] if isinstance(item, tuple) else []


def test_the_german_decks_are_the_same_decks():
    assert bare(GERMAN) == bare(CONTENT)


def test_every_text_is_in_german():
    same = [one for one, other in zip(words_of(CONTENT), words_of(GERMAN), strict=True) if one == other]

    assert [words for words in same if words] == ["Gideon Fanfare", "2. Hand"]


def test_nobody_is_addressed_formally_in_german():
    assert [words for words in words_of(GERMAN) if re.search(r"(?<![.:!?] )(?<!^)\b(Sie|Ihnen|Ihre?[mnr]?)\b", words)] == []


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (
            "policies: [{id: beach, options: [{label: X}]}]",
            "policies.yaml, policies, 'beach': 'options' has 2 parts in the original",
        ),
        ("policies: [{id: beach, options: [{cost: 3}, {}]}]", "'beach', options, number 1: 'cost' is no text of the original"),
        ("policies: [{id: beach, options: [X, Y]}]", "'beach': 'options' is no text of the original"),
        ("policies: [{id: beach, options: X}]", "'beach': 'options' is no text of the original"),
    ],
)
def test_a_translation_changes_the_words_of_options_and_nothing_else(given, problem):
    with pytest.raises(ValueError, match=re.escape(problem)):
        translate_content(TEXTS, {"policies.yaml": given})


def test_a_translation_has_as_many_paragraphs_as_the_original():
    with pytest.raises(ValueError, match="'text' has 1 parts in the original, and 2 here"):
        translate_content(TEXTS, {"rules.yaml": "rules: [{id: turn, text: [X, Y]}]"})


def test_what_is_not_translated_stays():
    one = read(translate_content(TEXTS, {"policies.yaml": "policies: [{id: beach, options: [{label: Sand}, {}]}]"}))

    beach = next(policy for policy in one.policies if policy.id == "beach")
    assert [option.label for option in beach.options] == ["Sand", "Numbered deckchairs, sold early"]


def test_the_manual_tells_the_numbers_of_set_ups():
    manual = (ROOT / "docs/games/statecraft.md").read_text(encoding="utf-8")

    assert all(
        number in manual for number in ("7,019,240,976", "23,397,469,920", "52,644,307,320", "84,230,891,712", "68,509,059,696")
    )
