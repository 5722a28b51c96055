"""The checker, tested with content that has one mistake: it gives exactly the expected sentence."""

from __future__ import annotations

from typing import Any

import pytest

from control.engine.records import replace
from rooms.tables.scythe.game.check_map import counts_of, land_of
from rooms.tables.scythe.game.checker import check
from rooms.tables.scythe.game.content import Ability, Amount, CardOption, Content, Part, Terrain, TileRule, Top, book_of
from rooms.tables.scythe.game.goals import Condition, ObjectiveMeasure
from tests.rooms.tables.scythe.decks import CONTENT, GERMAN, with_

ENCOUNTER = next(each for each in CONTENT.encounters if each.id == "EN-01")
MAT = next(each for each in CONTENT.mats if each.id == "industrial")
FREE, COINS, POPULARITY = ENCOUNTER.options


def section(at: int, **fields: Any) -> Content:
    """The content with a changed section on the Industrial mat."""
    sections = tuple([replace(each, **fields) if number == at else each for number, each in enumerate(MAT.sections)])
    return with_("mats", "industrial", sections=sections)


def numbers(**fields: Any) -> Content:
    return replace(CONTENT, numbers=replace(CONTENT.numbers, **fields))


def needing(**fields: Any) -> Content:
    return with_("objectives", "OB-07", needs=(Condition(**fields),))


def moved(*rivers: tuple[str, tuple[str, ...]]) -> Content:
    """The content with other rivers at these territories."""
    found = CONTENT
    for space, there in rivers:
        territories = tuple([replace(each, rivers=there) if each.id == space else each for each in found.territories])
        found = replace(found, territories=territories)
    return found


def swapped(one: str, other: str) -> Content:
    """The content with the terrains of two territories exchanged."""
    terrains = {each.id: each.terrain for each in CONTENT.territories}
    terrains[one], terrains[other] = terrains[other], terrains[one]
    return replace(CONTENT, territories=tuple([replace(each, terrain=terrains[each.id]) for each in CONTENT.territories]))


WRONG: dict[str, tuple[Content, str]] = {
    "a territory too few": (
        replace(CONTENT, territories=tuple([each for each in CONTENT.territories if each.id != "G6"])),
        "map.yaml: there must be 47 territories, and there are 46.",
    ),
    "an id twice": (with_("tiles", "SB-2", id="SB-1"), "tiles.yaml, 'SB-1': the id is there more than once."),
    "a card too few": (
        replace(CONTENT, encounters=CONTENT.encounters[1:]),
        "encounters.yaml: there must be 28 encounters, and there are 27.",
    ),
    "two spaces in one place": (with_("bases", "HB-NOR", q=6, r=1), "map.yaml: two spaces lie at q 6, r 1."),
    "a river to nowhere": (moved(("A6", ("A5", "Z9"))), "map.yaml, 'A6': there is no 'Z9' across a river."),
    "a link to nowhere": (with_("bases", "HB-NOR", links=("A4", "Z9")), "map.yaml, 'HB-NOR': there is no territory 'Z9'."),
    "a home that is not there": (with_("factions", "nordic", home="HB"), "factions.yaml, 'nordic': there is no home base 'HB'."),
    "a worker in nowhere": (
        with_("factions", "nordic", workers=("A4", "Z9")),
        "factions.yaml, 'nordic': there is no territory 'Z9'.",
    ),
    "a tunnel too many": (with_("territories", "A1", tunnel=True), "map.yaml: there must be 6 tunnels, and there are 7."),
    "an encounter too few": (
        with_("territories", "F1", encounter=False),
        "map.yaml: there must be 11 encounters, and there are 10.",
    ),
    "a river told once": (moved(("A6", ())), "map.yaml, 'A5': the river before A6 is missing at A6."),
    "a river far away": (
        moved(("A1", ("H3",))),
        "map.yaml, 'A1': a river cannot lie before H3, which is no neighbour.",
    ),
    "a link that leads elsewhere": (
        with_("bases", "HB-NOR", links=("A4",)),
        "map.yaml, 'HB-NOR': the links must be the territories beside it: A4, A5.",
    ),
    "a river too few": (
        moved(("A6", ()), ("A5", ("B5",))),
        "map.yaml: the edges between territories must be 48 over land, 31 over a river and 36 onto a lake, and they are "
        "49 over land, 30 over a river and 36 onto a lake.",
    ),
    "a river at a home base": (
        replace(
            moved(("A4", ("A3", "B3", "HB-NOR"))),
            bases=tuple([replace(each, rivers=("A4",)) if each.id == "HB-NOR" else each for each in CONTENT.bases]),
        ),
        "map.yaml: the links of home bases must be 14 over land, 1 over a river and 2 onto a lake, and they are "
        "13 over land, 2 over a river and 2 onto a lake.",
    ),
    "workers elsewhere": (
        with_("factions", "nordic", workers=("A4", "B4")),
        "factions.yaml, 'nordic': the workers must start on A4 and A5, beside the home base (SY-SET-16).",
    ),
    "a Riverwalk that leads nowhere": (
        with_("factions", "rusviet", riverwalk=(Terrain.TUNDRA,)),
        "factions.yaml, 'rusviet': Riverwalk must lead over a river out of the faction's own land.",
    ),
    "a text that is not there": (with_("tiles", "SB-1", text=" "), "tiles.yaml, 'SB-1': the text is empty."),
    "a scene that is too long": (
        with_("encounters", "EN-01", scene="x" * 91),
        f"encounters.yaml, 'EN-01': the scene has 91 characters, and at most 90 fit: {'x' * 91}",
    ),
    "two cards of one title": (
        with_("objectives", "OB-01", title="War Chest"),
        "objectives.yaml: the title 'War Chest' is there more than once.",
    ),
    "two factions of one letter": (
        with_("factions", "saxony", letter="N"),
        "factions.yaml: the letter 'N' is there more than once.",
    ),
    "a name too few": (
        replace(CONTENT, names={each: words for each, words in CONTENT.names.items() if each != "oil"}),
        "names.yaml: the name of 'oil' is missing.",
    ),
    "a name too many": (
        replace(CONTENT, names={**CONTENT.names, "gold": "gold"}),
        "names.yaml: there is nothing that is called 'gold' in the rules.",
    ),
    "a name without a word": (replace(CONTENT, names={**CONTENT.names, "oil": ""}), "names.yaml, 'oil': the name is empty."),
    "seats in another order": (
        with_("factions", "nordic", seat=6),
        "factions.yaml: the seats must be 1 to 5, and the factions in their order (SY-SET-07).",
    ),
    "a letter that is none": (with_("factions", "nordic", letter="no"), "factions.yaml, 'nordic': the letter must be one capital."),
    "a mech ability twice": (
        with_("factions", "nordic", mechs=(Ability.RIVERWALK, Ability.SCOUT, Ability.SCOUT, Ability.SPEED)),
        "factions.yaml, 'nordic': the mechs must have four different abilities, and none that is a faction's own (SY-SET-10).",
    ),
    "mechs that are slow": (
        with_("factions", "nordic", mechs=(Ability.RIVERWALK, Ability.SEAWORTHY, Ability.ARTILLERY, Ability.SCOUT)),
        "factions.yaml, 'nordic': Riverwalk and Speed must be among the mechs' abilities.",
    ),
    "an own ability that a mech has": (
        with_("factions", "nordic", own=Ability.SCOUT),
        "factions.yaml, 'nordic': 'scout' cannot be a faction's own ability (SY-FAC-12).",
    ),
    "an own ability twice": (
        with_("factions", "nordic", own=Ability.MEANDER),
        "factions.yaml: two factions have 'meander' for their own.",
    ),
    "a Riverwalk onto anything": (
        with_("abilities", "riverwalk", text="Over rivers."),
        "factions.yaml, 'riverwalk': the text of Riverwalk, and no other, has {terrains}.",
    ),
    "a label twice": (with_("mats", "industrial", label=2), "mats.yaml: the label 2 is there more than once (SY-SET-17)."),
    "a top row twice": (section(0, top=Top.MOVE), "mats.yaml, 'industrial': each top-row action must be there once."),
    "three objectives": (
        with_("mats", "industrial", objectives=3),
        "mats.yaml, 'industrial': a mat gives 2 objectives, not 3 (SY-SET-09).",
    ),
    "a box too many": (
        section(0, boxes=2),
        "mats.yaml, 'industrial': the upgradeable boxes of the sections must be 6 in all, and are 7.",
    ),
    "a coin too few": (section(0, coins=2), "mats.yaml, 'industrial': the coins of the sections must be 6 in all, and are 5."),
    "an action for nothing": (section(0, fixed=0), "mats.yaml, 'industrial': each section has at least 1 fixed box."),
    "a tile twice": (
        with_("tiles", "SB-1", rule=TileRule.BY_LAKES),
        "tiles.yaml: no tile counts 'by-tunnels'.",
    ),
    "a tile that pays less for more": (
        with_("tiles", "SB-1", coins=(2, 4, 3)),
        "tiles.yaml, 'SB-1': the coins must begin with 1 or more and never fall.",
    ),
    "terrains where none are counted": (
        with_("tiles", "SB-1", terrains=(Terrain.FARM,)),
        "tiles.yaml, 'SB-1': the tile that counts 'on-terrains', and no other, names terrains.",
    ),
    "an encounter that nobody can refuse": (
        with_("encounters", "EN-01", options=(COINS, COINS, POPULARITY)),
        "encounters.yaml, 'EN-01': the first option must be free, the second cost coins and the third popularity.",
    ),
    "an option for nothing": (
        with_("encounters", "EN-01", options=(CardOption(), COINS, POPULARITY)),
        "encounters.yaml, 'EN-01', option A: nothing is gained.",
    ),
    "a gain twice": (
        with_("encounters", "EN-01", options=(CardOption(gain=(Amount(Part.COIN), Amount(Part.COIN, 2))), COINS, POPULARITY)),
        "encounters.yaml, 'EN-01', option A: 'coin' is gained twice.",
    ),
    "a cost twice": (
        with_("factory", "FC-01", does=CardOption(cost=(Amount(Part.COIN), Amount(Part.COIN)), gain=(Amount(Part.CARD),))),
        "factory.yaml, 'FC-01': 'coin' is paid twice.",
    ),
    "a Factory card for nothing": (
        with_("factory", "FC-01", does=CardOption(gain=(Amount(Part.CARD),))),
        "factory.yaml, 'FC-01': a top row has a cost.",
    ),
    "an objective that is always met": (with_("objectives", "OB-07", needs=()), "objectives.yaml, 'OB-07': there is no condition."),
    "an objective of the final scores": (
        needing(what=ObjectiveMeasure.SCORE, least=50),
        "objectives.yaml, 'OB-07': 'score' is counted after the end alone.",
    ),
    "tokens of no resource": (
        needing(what=ObjectiveMeasure.TOKENS, of="lake", least=3),
        "objectives.yaml, 'OB-07': 'tokens' cannot be counted of 'lake'.",
    ),
    "kinds of no number": (
        needing(what=ObjectiveMeasure.KINDS, least=3),
        "objectives.yaml, 'OB-07': 'kinds' cannot be counted of ''.",
    ),
    "power of something": (
        needing(what=ObjectiveMeasure.POWER, of="oil", least=3),
        "objectives.yaml, 'OB-07': 'power' cannot be counted of 'oil'.",
    ),
    "a condition without a number": (
        needing(what=ObjectiveMeasure.COINS),
        "objectives.yaml, 'OB-07': 'coins' must be at least or at most so much.",
    ),
    "more farms than there are": (
        needing(what=ObjectiveMeasure.TERRITORIES, of="farm", least=8),
        "objectives.yaml, 'OB-07': 'territories' can never be so much.",
    ),
    "more power than the track has": (
        needing(what=ObjectiveMeasure.POWER, least=17),
        "objectives.yaml, 'OB-07': 'power' can never be so much.",
    ),
    "fewer workers than a player has": (
        needing(what=ObjectiveMeasure.WORKERS, most=1),
        "objectives.yaml, 'OB-07': 'workers' can never be so much.",
    ),
    "at least more than at most": (
        needing(what=ObjectiveMeasure.COINS, least=5, most=4),
        "objectives.yaml, 'OB-07': 'coins' can never be so much.",
    ),
    "a section without rules": (
        with_("rules", "combat", rules=()),
        "rules.yaml, 'combat': a section has a text and names its rules.",
    ),
    "a section as long as a speech": (
        with_("rules", "combat", text=("x" * 600, "x" * 401)),
        "rules.yaml, 'combat': the text has 1001 characters, and at most 1000 fit.",
    ),
    "another game's rule": (with_("rules", "combat", rules=("SC-PAY-09",)), "rules.yaml, 'combat': 'SC-PAY-09' is no rule's ID."),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_one_thing_that_is_broken_is_told_in_one_sentence(wrong):
    content, problem = WRONG[wrong]

    assert check(content) == (problem,)


@pytest.mark.parametrize(
    ("field", "value", "rule"),
    [
        ("cards", {2: 15, 3: 12, 4: 8, 5: 7}, "SY-SET-01"),
        ("power", 17, "SY-GEN-06"),
        ("popularity", 17, "SY-GEN-07"),
        ("dial", 8, "SY-CMB-08"),
        ("stars", 5, "SY-STR-06"),
        ("tiers", CONTENT.numbers.tiers[:2], "SY-END-05"),
        ("ladder", CONTENT.numbers.ladder[1:], "SY-PRD-01"),
        ("bonuses", CONTENT.numbers.bonuses[::-1], "SY-ENL-02"),
        ("ongoing", CONTENT.numbers.ongoing[::-1], "SY-ENL-04"),
        ("moves", 3, "SY-MOV-03"),
        ("coins", 2, "SY-MOV-02"),
        ("trade", 3, "SY-TRD-03"),
        ("trade_popularity", 2, "SY-TRD-06"),
        ("produce", 3, "SY-PRD-03"),
        ("bolster_power", 3, "SY-BOL-03"),
        ("bolster_cards", 2, "SY-BOL-04"),
        ("factory_range", 3, "SY-FCT-07"),
        ("factory_territories", 1, "SY-END-08"),
    ],
)
def test_a_number_of_the_rules_is_as_the_rules_have_it(field, value, rule):
    assert check(numbers(**{field: value})) == (f"numbers.yaml: '{field}' is not as the rules have it ({rule}).",)


def test_lakes_that_touch_are_told_among_the_edges_that_are_wrong():
    told = check(swapped("C3", "G2"))

    assert "map.yaml, 'B2': two lakes lie side by side, this one and C3." in told
    assert all(line.startswith("map.yaml") for line in told)


def test_terrains_that_are_too_many_are_told_before_the_map_is_looked_at():
    assert check(with_("territories", "A1", terrain=Terrain.LAKE)) == (
        "map.yaml: 8 territories must be mountain, and 7 are.",
        "map.yaml: 7 territories must be lake, and 8 are.",
    )


def test_an_encounter_in_the_wrong_land_is_told_of_both_lands():
    there = {"F1": False, "G5": True}
    content = replace(
        CONTENT, territories=tuple([replace(each, encounter=there.get(each.id, each.encounter)) for each in CONTENT.territories])
    )
    assert check(content) == (
        "factions.yaml, 'saxony': the land beside the home base must have 3 territories, 1 encounters and 0 tunnels; "
        "it has 3 territories, 0 encounters and 0 tunnels.",
        "map.yaml: the centre must have the Factory and 25 territories, 6 encounters and 6 tunnels; "
        "it has 25 territories, 7 encounters and 6 tunnels.",
    )


@pytest.mark.parametrize("content", [CONTENT, GERMAN], ids=["english", "german"])
def test_nothing_is_wrong_with_what_is_printed(content):
    assert check(content) == ()


@pytest.mark.rule("SY-SET-16")
def test_every_faction_begins_in_a_land_of_three():
    book = book_of(CONTENT)

    assert {each.id: sorted(land_of(book, each.workers[0])) for each in CONTENT.factions} == {
        "nordic": ["A4", "A5", "B4"],
        "rusviet": ["C6", "D5", "D6"],
        "crimea": ["G3", "G4", "H3"],
        "saxony": ["F0", "F1", "G1"],
        "polania": ["C1", "D0", "D1"],
    }
    assert counts_of(book, land_of(book, "D3")) == (25, 6, 6)
