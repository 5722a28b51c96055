"""The files of Potemkin Empire, and the checker's words on broken files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TypeVar

import pytest

from control.engine.records import replace
from rooms.tables.game.content_reading import translate_content
from rooms.tables.potemkin.game.content import (
    Ability,
    AidAction,
    AidScore,
    Card,
    Direction,
    Facade,
    FacadeContent,
    Front,
    Kind,
    Mode,
)
from rooms.tables.potemkin.game.reading import problems_of, read

ROOT = Path(__file__).parents[4]
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "fixtures/potemkin").glob("*.yaml"))}
CONTENT = read(TEXTS)
CARDS = CONTENT.cards
FLAT_FAKES = [card for card in CARDS if not card.real_types]
WITH_ABILITY = [card for card in CARDS if card.ability is not None]
ONE_TYPE = [card for card in CARDS if len(card.real_types) == 1]
TWO_TYPES = [card for card in CARDS if len(card.real_types) == 2]
KIND_OF = {ability.id: ability.kind for ability in CONTENT.abilities}

GROUNDS = ("#14110f", "#f5efe1")  # the darkest and the lightest background of the console


def channels(colour: str) -> tuple[float, ...]:
    """Linear red, green and blue of a colour like #8e2f5a."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def contrast(one: str, other: str) -> float:
    """Contrast of two colours by WCAG, 1 to 21."""
    light, dark = sorted((0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in map(channels, (one, other))), reverse=True)
    return (light + 0.05) / (dark + 0.05)


# Linear red, green and blue for an eye that lacks one kind of cone (Machado, Oliveira, Fernandes 2009, severity 1).
EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red cones": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green cones": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no blue cones": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def seen(colour: str, eye: str) -> tuple[float, float, float]:
    """CIELAB coordinates of a colour for this eye."""
    red, green, blue = (max(0.0, sum(a * b for a, b in zip(row, channels(colour), strict=True))) for row in EYES[eye])
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    bent = [part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z)]
    return 116 * bent[1] - 16, 500 * (bent[0] - bent[1]), 200 * (bent[1] - bent[2])


class TestFacades:
    @pytest.mark.rule("PE-CNT-01")
    def test_there_are_five_types_each_with_a_name_a_colour_an_icon_and_three_fronts(self):
        assert [facade.id for facade in CONTENT.facades] == ["culture", "espionage", "government", "industry", "science"]
        assert all(len(facade.fronts) >= 3 for facade in CONTENT.facades)
        assert len({facade.name for facade in CONTENT.facades}) == 5
        assert len({facade.colour for facade in CONTENT.facades}) == 5
        assert len({facade.icon for facade in CONTENT.facades}) == 5

    @pytest.mark.rule("PE-CNT-01", "PE-CNT-02")
    def test_a_front_is_a_picture_and_nothing_else(self):
        assert Front.__struct_fields__ == ("id", "title", "shapes")

    @pytest.mark.parametrize("facade", CONTENT.facades, ids=lambda facade: facade.id)
    def test_no_front_is_drawn_like_another(self, facade):
        drawn = {tuple(shape.d for shape in front.shapes) for front in facade.fronts}

        assert len(drawn) == len(facade.fronts)

    @pytest.mark.parametrize("facade", CONTENT.facades, ids=lambda facade: facade.id)
    def test_every_outline_is_one_that_a_browser_can_draw(self, facade):
        outlines = [facade.icon, *(shape.d for front in facade.fronts for shape in front.shapes)]

        assert [outline for outline in outlines if not re.fullmatch(r"M(?:[MLHVCQAZmhvlqcatz ]|-?\d+(?:\.\d+)?)+Z", outline)] == []

    @pytest.mark.parametrize("ground", GROUNDS)
    @pytest.mark.parametrize("facade", CONTENT.facades, ids=lambda facade: facade.id)
    def test_a_colour_stands_out_on_every_ground(self, facade, ground):
        assert contrast(facade.colour, ground) >= 3

    @pytest.mark.parametrize("eye", EYES)
    def test_the_colours_keep_apart_for_every_eye(self, eye):
        points = [seen(facade.colour, eye) for facade in CONTENT.facades]

        nearest = min(sum((a - b) ** 2 for a, b in zip(*pair, strict=True)) ** 0.5 for pair in combinations(points, 2))
        assert nearest >= 18


class TestDeck:
    @pytest.mark.rule("PE-CNT-03")
    def test_the_deck_has_110_cards(self):
        assert len(CARDS) == 110
        assert len({card.id for card in CARDS}) == 110

    @pytest.mark.rule("PE-CNT-04", "PE-CNT-13")
    def test_a_card_has_these_fields_and_none_about_its_back(self):
        assert Card.__struct_fields__ == ("id", "title", "flavour", "real_types", "ability")
        assert all(len(card.real_types) <= 2 for card in CARDS)
        assert all(card.ability is None or card.ability in KIND_OF for card in CARDS)

    @pytest.mark.rule("PE-CNT-05", "PE-CNT-08")
    def test_forty_cards_are_real_for_nothing(self):
        assert len(FLAT_FAKES) == 40

    @pytest.mark.rule("PE-CNT-06")
    def test_sixty_cards_are_real_for_one_type_twelve_for_each(self):
        assert Counter(card.real_types[0] for card in ONE_TYPE) == dict.fromkeys(Facade, 12)

    @pytest.mark.rule("PE-CNT-07")
    def test_each_pair_of_types_has_one_card_without_an_ability(self):
        assert {frozenset(card.real_types) for card in TWO_TYPES} == {frozenset(pair) for pair in combinations(Facade, 2)}
        assert len(TWO_TYPES) == 10
        assert [card.id for card in TWO_TYPES if card.ability is not None] == []

    @pytest.mark.rule("PE-CNT-09")
    def test_forty_cards_carry_an_ability_half_of_them_fakes_and_four_real_ones_of_each_type(self):
        assert len(WITH_ABILITY) == 40
        assert Counter(card.real_types for card in WITH_ABILITY) == {(): 20} | {(facade,): 4 for facade in Facade}

    @pytest.mark.rule("PE-CNT-10", "PE-CNT-12")
    @pytest.mark.parametrize("ability", KIND_OF)
    def test_an_ability_is_on_two_fakes_and_on_real_cards_of_two_different_types(self, ability):
        types = [card.real_types for card in WITH_ABILITY if card.ability == ability]

        real = [each for each in types if each]
        assert types.count(()) == 2
        assert len(real) == len(set(real)) == 2

    @pytest.mark.rule("PE-CNT-10", "PE-CNT-11")
    def test_five_abilities_are_actions_and_five_are_free_on_twenty_cards_each(self):
        assert Counter(KIND_OF.values()) == {Kind.ACTION: 5, Kind.FREE: 5}
        assert Counter(KIND_OF[str(card.ability)] for card in WITH_ABILITY) == {Kind.ACTION: 20, Kind.FREE: 20}

    @pytest.mark.rule("PE-CNT-12")
    @pytest.mark.parametrize("facade", Facade)
    def test_no_type_has_two_real_cards_with_the_same_ability(self, facade):
        abilities = [card.ability for card in WITH_ABILITY if card.real_types == (facade,)]

        assert len(set(abilities)) == len(abilities) == 4

    @pytest.mark.rule("PE-CNT-14")
    def test_the_largest_game_leaves_thirty_cards_to_draw(self):
        months, most_players = len(CONTENT.months), 5

        assert len(CARDS) - months * 4 * most_players == 30

    @pytest.mark.rule("PE-CNT-15")
    def test_a_hand_of_four_holds_on_average_one_and_a_half_fakes_and_as_many_abilities(self):
        assert 4 * len(FLAT_FAKES) / len(CARDS) == pytest.approx(1.45, abs=0.01)
        assert 4 * len(WITH_ABILITY) / len(CARDS) == pytest.approx(1.45, abs=0.01)

    def test_every_card_has_words_of_its_own_that_fit_on_a_phone(self):
        assert len({card.title for card in CARDS}) == len({card.flavour for card in CARDS}) == 110
        assert [card.title for card in CARDS if len(card.title) > 28] == []
        assert [card.flavour for card in CARDS if len(card.flavour) > 90] == []

    def test_every_ability_has_words_that_fit_on_a_phone(self):
        assert len({ability.flavour for ability in CONTENT.abilities} | {card.flavour for card in CARDS}) == 120
        assert [ability.id for ability in CONTENT.abilities if len(ability.flavour) > 90 or len(ability.text) > 200] == []


class TestMonthsAndAid:
    @pytest.mark.rule("PE-CNT-16")
    def test_the_months_are_passed_by_turns_one_way_and_the_other(self):
        assert [(month.number, month.direction) for month in CONTENT.months] == [
            (1, Direction.CLOCKWISE),
            (2, Direction.COUNTERCLOCKWISE),
            (3, Direction.CLOCKWISE),
            (4, Direction.COUNTERCLOCKWISE),
        ]

    @pytest.mark.rule("PE-CNT-17")
    @pytest.mark.parametrize(
        ("mode", "allowed"),
        [
            pytest.param(Mode.CONSTRUCTION, {"build", "spy", "ability", "produce", "free"}, id="construction"),
            pytest.param(Mode.PRODUCTION, {"ability", "produce", "free"}, id="production"),
        ],
    )
    def test_the_aid_lists_the_actions_of_a_mode(self, mode, allowed):
        assert {action.id for action in CONTENT.aid.actions if mode in action.modes} == allowed

    @pytest.mark.rule("PE-CNT-17")
    def test_the_aid_lists_five_effects_and_five_categories_with_their_points(self):
        assert {effect.facade for effect in CONTENT.aid.effects} == set(Facade)
        assert {score.id: score.points for score in CONTENT.aid.scoring} == {
            "fakes": 2,
            "government": 2,
            "culture": 1,
            "captured": 2,
            "cubes": 1,
        }


def refusal_of(texts: dict[str, str]) -> list[str]:
    """Lines of the refusal of these files."""
    with pytest.raises(ValueError, match=r"\.yaml") as refused:
        read(texts)
    return str(refused.value).splitlines()


def cards_with(old: str, new: str) -> dict[str, str]:
    """The files with one text in cards.yaml replaced."""
    assert TEXTS["cards.yaml"].count(old) == 1
    return {**TEXTS, "cards.yaml": TEXTS["cards.yaml"].replace(old, new)}


class TestFilesThatCannotBeRead:
    def test_missing_files_are_named(self):
        assert refusal_of({}) == [
            "cards.yaml: the file is missing.",
            "abilities.yaml: the file is missing.",
            "facades.yaml: the file is missing.",
            "months.yaml: the file is missing.",
            "aid.yaml: the file is missing.",
        ]

    @pytest.mark.parametrize("name", TEXTS)
    def test_a_file_that_is_not_yaml(self, name):
        assert refusal_of({name: "cards: [unclosed"})[0].startswith(f"{name}: this is not YAML: ")

    @pytest.mark.parametrize("name", TEXTS)
    def test_an_empty_file(self, name):
        assert refusal_of({name: ""})[0] == f"{name}: the file must hold keys and values."

    @pytest.mark.parametrize("key", ["cards", "abilities", "facades", "months"])
    def test_a_number_where_a_list_should_be(self, key):
        assert f"{key}.yaml: '{key}' must be a list." in refusal_of({f"{key}.yaml": f"{key}: 110"})

    def test_a_file_without_its_key(self):
        assert "aid.yaml: the key 'rules' is missing." in refusal_of({"aid.yaml": "aid: {}"})

    def test_a_type_that_does_not_exist(self):
        texts = cards_with("unpaid bill.\n    real_types: [science]", "unpaid bill.\n    real_types: [alchemy]")

        assert refusal_of(texts) == ["cards.yaml, 'observatory': Invalid enum value 'alchemy' - at `$.real_types[0]`."]

    def test_a_field_of_the_wrong_type(self):
        texts = cards_with("title: The Observatory", "title: 1787")

        assert refusal_of(texts) == ["cards.yaml, 'observatory': Expected `str`, got `int` - at `$.title`."]

    def test_a_field_that_no_card_has(self):
        texts = cards_with("title: The Observatory", "title: The Observatory\n    back: striped")

        assert refusal_of(texts) == ["cards.yaml, 'observatory': Object contains unknown field `back`."]

    def test_every_problem_is_told_at_once(self):
        texts = {
            **cards_with("id: observatory", "id: tannery"),
            "months.yaml": TEXTS["months.yaml"].replace("number: 4", "number: 5"),
            "aid.yaml": TEXTS["aid.yaml"].replace("PE-COM-09", "GE-WAR-09"),
        }

        assert refusal_of(texts) == [
            "cards.yaml, 'tannery': the id is there more than once.",
            "months.yaml: the months are 1 clockwise, 2 counterclockwise, 3 clockwise, 4 counterclockwise, in this order "
            "(PE-CNT-16).",
            "aid.yaml, 'player-aid': 'GE-WAR-09' is no rule's ID.",
        ]


Named = TypeVar("Named", Card, Ability, FacadeContent, AidAction, AidScore)


def changed(items: Sequence[Named], which: str, **fields: object) -> tuple[Named, ...]:
    """The items with changed fields in the one with this id."""
    assert sum(item.id == which for item in items) == 1
    return tuple(replace(item, **fields) if item.id == which else item for item in items)


def problems_with_card(which: str, **fields: object) -> tuple[str, ...]:
    return problems_of(replace(CONTENT, cards=changed(CARDS, which, **fields)))


class TestBrokenCards:
    def test_the_files_themselves_have_no_problem(self):
        assert problems_of(CONTENT) == ()

    @pytest.mark.rule("PE-CNT-04")
    @pytest.mark.parametrize("field", ["title", "flavour"])
    def test_a_card_without_words(self, field):
        assert problems_with_card("observatory", **{field: " "}) == (
            "cards.yaml, 'observatory': a card has a title and a flavour line (PE-CNT-04).",
        )

    @pytest.mark.rule("PE-CNT-04")
    @pytest.mark.parametrize("types", [("culture", "government", "science"), ("science", "science")])
    def test_a_card_real_for_three_types_or_twice_for_one(self, types):
        problems = problems_with_card("observatory", real_types=tuple(map(Facade, types)))

        assert problems[0] == "cards.yaml, 'observatory': a card is real for no, one or two different types (PE-CNT-04)."

    def test_two_cards_with_the_same_id(self):
        assert problems_with_card("observatory", id="tannery") == ("cards.yaml, 'tannery': the id is there more than once.",)

    def test_an_id_that_is_no_slug(self):
        assert problems_with_card("observatory", id="The Observatory") == (
            "cards.yaml, 'The Observatory': an id has lower-case letters, digits and hyphens only.",
        )

    def test_two_cards_with_the_same_title(self):
        assert problems_with_card("observatory", title="The Tannery") == (
            "cards.yaml: the title 'The Tannery' is there more than once.",
        )

    def test_an_ability_that_does_not_exist(self):
        problems = problems_with_card("observatory", ability="open-sesame")

        assert problems[0] == "cards.yaml, 'observatory': there is no ability 'open-sesame'."

    @pytest.mark.rule("PE-CNT-07")
    def test_a_card_real_for_two_types_with_an_ability(self):
        problems = problems_with_card("imperial-mint", ability="extra-crate")

        assert problems[0] == "cards.yaml, 'imperial-mint': a card that is real for two types has no ability (PE-CNT-07)."


class TestWrongCounts:
    @pytest.mark.rule("PE-CNT-03", "PE-CNT-08")
    def test_a_card_too_few(self):
        one, two = problems_of(replace(CONTENT, cards=tuple(card for card in CARDS if card.id != "painted-canvas")))

        assert one == "cards.yaml: the deck has 110 cards, and there are 109 (PE-CNT-03)."
        assert two.startswith("cards.yaml: there must be 40 flat fakes, and there are 39 (PE-CNT-08)")

    @pytest.mark.rule("PE-CNT-06")
    def test_a_card_real_for_another_type(self):
        one, two = problems_with_card("observatory", real_types=(Facade.CULTURE,))

        assert one.startswith("cards.yaml: there must be 12 cards real for culture alone, and there are 13 (PE-CNT-06)")
        assert two.startswith("cards.yaml: there must be 12 cards real for science alone, and there are 11 (PE-CNT-06)")

    @pytest.mark.rule("PE-CNT-07")
    def test_two_cards_of_one_pair_and_none_of_another(self):
        assert problems_with_card("imperial-mint", real_types=(Facade.SCIENCE, Facade.INDUSTRY)) == (
            "cards.yaml: there must be 1 card real for government and industry, and there are 0 (PE-CNT-07).",
            "cards.yaml: there must be 1 card real for industry and science, and there are 2 (PE-CNT-07): "
            "assay-laboratory, imperial-mint.",
        )

    @pytest.mark.rule("PE-CNT-09", "PE-CNT-10", "PE-CNT-11")
    def test_an_ability_on_a_fifth_card(self):
        problems = problems_with_card("painted-canvas", ability="extra-crate")

        assert [problem.partition(")")[0] for problem in problems] == [
            "cards.yaml: there must be 20 flat fakes with an ability, and there are 21 (PE-CNT-09",
            "cards.yaml: there must be 4 cards with 'extra-crate', and there are 5 (PE-CNT-10",
            "cards.yaml: there must be 2 flat fakes with 'extra-crate', and there are 3 (PE-CNT-10",
            "cards.yaml: there must be 20 cards with an ability of the kind free, and there are 21 (PE-CNT-11",
        ]

    @pytest.mark.rule("PE-CNT-12")
    def test_two_real_cards_of_one_type_with_the_same_ability(self):
        problem = "cards.yaml, carpenters-guild, coopers-loft: two real industry cards have 'extra-crate' (PE-CNT-12)."

        assert problem in problems_with_card("carpenters-guild", ability="extra-crate")


class TestOtherBrokenContent:
    @pytest.mark.rule("PE-CNT-11")
    def test_an_ability_of_the_other_kind(self):
        abilities = changed(CONTENT.abilities, "extra-crate", kind=Kind.ACTION)

        assert problems_of(replace(CONTENT, abilities=abilities)) == (
            "abilities.yaml, 'extra-crate': its kind is free, in both modes (PE-ABI).",
        )

    @pytest.mark.rule("PE-CNT-10")
    def test_an_ability_that_the_rules_do_not_know(self):
        unknown, missing = problems_of(replace(CONTENT, abilities=changed(CONTENT.abilities, "extra-crate", id="extra-cart")))

        assert unknown.startswith("abilities.yaml, 'extra-cart': the rules know no such ability; they know second-crew, ")
        assert missing == "abilities.yaml: the ability 'extra-crate' is missing (PE-CNT-10)."

    @pytest.mark.rule("PE-CNT-01")
    def test_a_type_with_two_fronts(self):
        facades = changed(CONTENT.facades, "espionage", fronts=CONTENT.facades[1].fronts[:2])

        assert problems_of(replace(CONTENT, facades=facades)) == (
            "facades.yaml, 'espionage': a type has at least 3 fronts, and this has 2 (PE-CNT-01).",
        )

    @pytest.mark.rule("PE-CNT-01")
    def test_a_colour_by_its_name(self):
        facades = changed(CONTENT.facades, "espionage", colour="violet")

        assert problems_of(replace(CONTENT, facades=facades)) == ("facades.yaml, 'espionage': the colour is written like #8e2f5a.",)

    @pytest.mark.rule("PE-CNT-01")
    def test_four_types(self):
        assert problems_of(replace(CONTENT, facades=CONTENT.facades[:4])) == (
            "facades.yaml: there must be culture, espionage, government, industry, science, each once and in this order "
            "(PE-CNT-01).",
        )

    @pytest.mark.rule("PE-CNT-16")
    def test_a_fifth_month(self):
        fifth = replace(CONTENT.months[0], number=5)

        assert problems_of(replace(CONTENT, months=(*CONTENT.months, fifth))) == (
            "months.yaml: the months are 1 clockwise, 2 counterclockwise, 3 clockwise, 4 counterclockwise, in this order "
            "(PE-CNT-16).",
        )

    @pytest.mark.rule("PE-CNT-17")
    def test_an_aid_that_lets_spies_out_in_production(self):
        aid = replace(CONTENT.aid, actions=changed(CONTENT.aid.actions, "spy", modes=tuple(Mode)))

        assert problems_of(replace(CONTENT, aid=aid)) == (
            "aid.yaml, actions: they are build (construction), spy (construction), ability (construction and production), "
            "produce (construction and production), free (construction and production), each once (PE-CNT-17).",
        )

    @pytest.mark.rule("PE-CNT-17")
    def test_an_aid_without_one_of_the_effects(self):
        aid = replace(CONTENT.aid, effects=CONTENT.aid.effects[1:])

        assert problems_of(replace(CONTENT, aid=aid)) == (
            "aid.yaml, effects: there is one for each of culture, espionage, government, industry, science (PE-CNT-17).",
        )

    @pytest.mark.rule("PE-CNT-17")
    def test_an_aid_with_another_price(self):
        aid = replace(CONTENT.aid, scoring=changed(CONTENT.aid.scoring, "culture", points=2))

        assert problems_of(replace(CONTENT, aid=aid)) == (
            "aid.yaml, scoring: the categories and their points are fakes 2, government 2, culture 1, captured 2, cubes 1, "
            "each once (PE-CNT-17).",
        )


# --- in another language ------------------------------------------------------------------------------------------------

GERMAN = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "fixtures/potemkin_de").glob("*.yaml"))}


def without_texts(items):
    bare = {"title": "", "text": "", "flavour": "", "name": "", "plural": "", "line": ""}
    return [replace(each, **{name: bare[name] for name in bare if hasattr(each, name)}) for each in items]


@pytest.mark.rule("PE-CNT-03", "PE-ABI-01")
def test_the_german_cards_are_the_same_cards_and_each_has_its_text():
    german = read(translate_content(TEXTS, GERMAN))

    for own, theirs in (
        (german.cards, CONTENT.cards),
        (german.abilities, CONTENT.abilities),
        (german.months, CONTENT.months),
        (german.facades, CONTENT.facades),
    ):
        assert without_texts(own) == without_texts(theirs)
    for one, other in zip((*german.cards, *german.abilities), (*CONTENT.cards, *CONTENT.abilities), strict=True):
        assert one.title != other.title
        assert one.flavour != other.flavour
        assert len(one.flavour) <= 90
        assert len(one.title) <= 28
    assert [each.id for each in german.abilities if len(each.text) > 200] == []
    assert [one.text for one, other in zip(german.abilities, CONTENT.abilities, strict=True) if one.text == other.text] == []


@pytest.mark.rule("PE-CNT-17")
def test_the_german_rules_at_hand_tell_the_same_rules_and_every_paragraph_of_them():
    german = read(translate_content(TEXTS, GERMAN))

    told = {"title": "", "text": ()}
    assert [replace(each, **told) for each in german.rules] == [replace(each, **told) for each in CONTENT.rules]
    for one, other in zip(german.rules, CONTENT.rules, strict=True):
        assert one.title != other.title
        assert len(one.text) == len(other.text)
        assert set(one.text).isdisjoint(other.text)
    for own, theirs in (
        (german.aid.actions, CONTENT.aid.actions),
        (german.aid.effects, CONTENT.aid.effects),
        (german.aid.scoring, CONTENT.aid.scoring),
    ):
        for one, other in zip(own, theirs, strict=True):
            assert one.line != other.line
            assert replace(one, line=other.line, **({"title": other.title} if hasattr(other, "title") else {})) == other


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"cards.yaml": "cards: [{id: nowhere, title: X}]"}, "the original has no 'nowhere'"),
        ({"cards.yaml": "cards: [{id: rope-walk, ability: second-crew}]"}, "'ability' is no text of the original"),
        ({"cards.yaml": "cards: [{id: rope-walk, title: 7}]"}, "'title' is no text of the original"),
        ({"birds.yaml": "birds: []"}, "birds.yaml: the original has no such file"),
        ({"cards.yaml": "cards: ["}, "cards.yaml: this is not YAML"),
        ({"cards.yaml": "- X"}, "cards.yaml: the file must hold keys and values"),
        ({"cards.yaml": "beds: []"}, "cards.yaml, beds: the original has no such list"),
        ({"aid.yaml": "aid: {beds: []}"}, "aid.yaml, aid, beds: the original has no such list"),
        ({"aid.yaml": "aid: {effects: [{facade: beds, line: X}]}"}, "aid.yaml, aid, effects: the original has no 'beds'"),
    ],
)
def test_a_translation_changes_texts_and_nothing_else(given, problem):
    with pytest.raises(ValueError, match=re.escape(problem)):
        translate_content(TEXTS, given)
