"""The printed content, compared with the component data of the rulebook, and its German twin."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest

from rooms.tables.game.content_reading import translate_content
from rooms.tables.scythe.game.content import Amount, CardOption, Part, book_of
from rooms.tables.scythe.game.goals import Condition
from rooms.tables.scythe.game.reading import read
from tests.rooms.tables.scythe.decks import CONTENT, GERMAN, GERMAN_TEXTS, ROOT, TEXTS

DATA = (ROOT / "docs/rules/scythe-data.md").read_text(encoding="utf-8")
WORDS = frozenset({"name", "short", "title", "scene", "text"})
WITHOUT_WORDS = {"map.yaml", "numbers.yaml"}


def rows(before: str) -> list[list[str]]:
    """Rows of the first table after these words, without its head."""
    lines = DATA[DATA.index(before) :].splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("|"))
    table = [line.strip("| ").split("|") for line in lines[first:] if line.startswith("|") or not line]
    end = table.index([""]) if [""] in table else len(table)
    return [[cell.strip() for cell in row] for row in table[2:end]]


def listed(cell: str) -> set[str]:
    return set(re.findall(r"[A-Z]+-?[A-Z0-9]+", cell))


# --- the numbers of the component data ------------------------------------------------------------------------------------


def test_the_map_has_the_neighbours_of_the_data():
    book = book_of(CONTENT)
    table = rows("| id | terrain | feature")

    assert len(table) == 47
    for id_, terrain, feature, place, opened, river, shore, base in table:
        found = book.territories[id_]
        assert (found.terrain, f"{found.q},{found.r}") == (terrain, place)
        assert (found.tunnel, found.encounter) == (feature == "tunnel", feature == "encounter")
        assert set(book.near[id_]) == listed(opened) | listed(river) | listed(shore)
        assert {other for one, other in book.rivers if one == id_ and other in book.territories} == listed(river)
        assert {other for other in book.edges[id_] if other in book.bases} == listed(base)
        dry = listed(opened) if not book.is_lake(id_) else set()
        assert {other for other in book.land[id_] if other in book.territories} == dry


@pytest.mark.rule("SY-R-11", "SY-R-12")
def test_the_home_bases_lead_where_the_data_say():
    book = book_of(CONTENT)
    owned = {each.home for each in CONTENT.factions}

    for name, place, land, river, lake in rows("| home base | q,r |"):
        base = book.bases[name.split()[0]]
        assert f"{base.q},{base.r}" == place
        assert set(book.land[base.id]) == listed(land)
        assert set(base.rivers) == listed(river)
        assert {link for link in base.links if book.is_lake(link)} == listed(lake)
        assert (base.id in owned) is ("inactive" not in name)


@pytest.mark.rule("SY-SET-07", "SY-SET-08", "SY-SET-16")
def test_the_factions_are_those_of_the_data():
    table = sorted(rows("| faction | key"), key=lambda row: int(row[-1]))

    for faction, row in zip(CONTENT.factions, table, strict=True):
        assert faction.name == row[0]
        assert [str(faction.power), str(faction.cards), faction.home, ", ".join(faction.workers)] == row[2:6]
        abilities = {each.id: each.name for each in CONTENT.abilities}
        assert ", ".join(faction.riverwalk) == row[6]
        assert [abilities[each] for each in (*faction.mechs[1:], faction.own)] == row[7:11]


@pytest.mark.rule("SY-SET-09")
def test_the_mats_are_those_of_the_data():
    starts, sections = rows("Start values and label"), rows("Sections left to right")

    for mat, start, row in zip(CONTENT.mats, starts, sections, strict=True):
        assert [mat.name, *map(str, (mat.label, mat.objectives, mat.popularity, mat.coins))] == start
        found = [f"{each.top.capitalize()} {each.fixed}+{each.boxes} ${each.coins}" for each in mat.sections]
        assert found == [re.sub(r" / \w+ \w+", "", cell) for cell in row[1:]]


def written(option: CardOption) -> str:
    """An option in the notation of the data."""
    gain = " ".join([each.part if each.part.isupper() else f"{each.part}+{each.count}" for each in option.gain])
    cost = " ".join([f"{each.part} {each.count}" for each in option.cost])
    return f"`pay {cost}`: `{gain}`" if cost else f"`{gain}`"


def test_the_encounters_are_those_of_the_data():
    table = rows("## Encounter cards")

    assert [[each.id, each.title, *map(written, each.options)] for each in CONTENT.encounters] == [
        [row[0], row[1], *row[3:]] for row in table
    ]


def test_the_factory_cards_are_those_of_the_data():
    table = rows("## Factory cards")

    assert [[each.id, each.title] for each in CONTENT.factory] == [row[:2] for row in table]
    for card, (_, _, cost, gain) in zip(CONTENT.factory, table, strict=True):
        if re.match(r"`pay [a-z]+ \d", cost) and gain.startswith("`"):
            assert written(card.does) == f"{cost}: {gain}"
    does = {each.id: each.does for each in CONTENT.factory}
    assert does["FC-08"] == CardOption(cost=(Amount(Part.DIFFERENT, 2),), gain=(Amount(Part.BUILD),))
    assert does["FC-09"] == CardOption(cost=(Amount(Part.ANY, 3),), gain=(Amount(Part.DEPLOY),))
    assert does["FC-10"] == CardOption(cost=(Amount(Part.CARD),), gain=(Amount(Part.PRODUCE, 2),))
    assert does["FC-11"].cost == (Amount(Part.ANY),)
    assert does["FC-12"] == CardOption(cost=(Amount(Part.COIN),), gain=(Amount(Part.SAME, 3),))


def test_the_tiles_pay_as_the_data_have_it():
    paid = [[cell for cell in row[2:] if cell != "–"] for row in rows("## Structure bonus tiles")]

    assert [list(map(str, each.coins)) for each in CONTENT.tiles] == paid


OBJECTIVES = """
OB-01 tokens food >= 7; OB-02 tokens wood >= 7; OB-03 tokens metal >= 7; OB-04 tokens oil >= 7; OB-05 kinds 3 >= 3
OB-06 coins <= 2, stars >= 3; OB-07 coins >= 20; OB-08 power >= 12, popularity <= 4; OB-09 popularity >= 13, power <= 3
OB-10 cards >= 6; OB-11 territories mountain >= 3; OB-12 territories village >= 3; OB-13 territories farm >= 3
OB-14 territories forest >= 3; OB-15 territories tundra >= 3; OB-16 tunnels >= 3; OB-17 territories >= 9; OB-18 banks >= 3
OB-19 near-factory >= 3, factory <= 0; OB-20 together >= 5; OB-21 apart >= 6; OB-22 mechs >= 3, workers <= 4; OB-23 foreign >= 1
"""
ACHIEVEMENTS = """
AC-01 score >= 90; AC-02 margin <= 3; AC-03 popularity <= 6; AC-04 popularity >= 18; AC-05 stars <= 5; AC-06 factory >= 1
AC-07 territories <= 5; AC-08 territories >= 12; AC-09 mechs <= 0; AC-10 structures <= 0; AC-11 workers <= 3; AC-12 power <= 0
"""


def needed(need: Condition) -> str:
    bound = f">= {need.least}" if need.most is None else f"<= {need.most}"
    return " ".join(filter(None, (need.what, need.of, bound)))


@pytest.mark.parametrize(
    ("deck", "head", "conditions"),
    [("objectives", "## Objective cards", OBJECTIVES), ("achievements", "## Achievements", ACHIEVEMENTS)],
)
def test_the_conditions_are_those_of_the_data(deck, head, conditions):
    cards = getattr(CONTENT, deck)

    assert [[card.id, card.title] for card in cards] == [row[:2] for row in rows(head)]
    assert [f"{card.id} {', '.join(map(needed, card.needs))}" for card in cards] == re.split(r"; |\n", conditions.strip())


# --- in another language --------------------------------------------------------------------------------------------------


def bare(item: object) -> object:
    """An item without its texts; paragraphs become their number."""
    if isinstance(item, msgspec.Struct):
        fields = {name: getattr(item, name) for name in item.__struct_fields__}
        return {
            name: sorted(value) if name == "names" else len(value) if name == "text" and isinstance(value, tuple) else bare(value)
            for name, value in fields.items()
            if name not in WORDS or not isinstance(value, str)
        }
    return [bare(each) for each in item] if isinstance(item, tuple) else item


def words_of(item: object) -> Iterator[str]:
    """Every text, in the order of the content."""
    if isinstance(item, msgspec.Struct):
        for name in item.__struct_fields__:
            value = getattr(item, name)
            if name == "names":
                yield from value.values()
            elif name in WORDS:
                yield from (value,) if isinstance(value, str) else value
            else:
                yield from words_of(value)
    elif isinstance(item, tuple):
        for each in item:
            yield from words_of(each)


def test_the_german_content_plays_the_same_game():
    assert bare(GERMAN) == bare(CONTENT)
    assert set(TEXTS) - set(GERMAN_TEXTS) == WITHOUT_WORDS


def test_every_text_is_in_german():
    same = [one for one, other in zip(words_of(CONTENT), words_of(GERMAN), strict=True) if one == other]

    assert same == ["Mine"]


def test_nobody_is_addressed_formally_in_german():
    assert [words for words in words_of(GERMAN) if re.search(r"(?<![.:!?] )(?<!^)\b(Sie|Ihnen|Ihre?[mnr]?)\b", words)] == []


def test_a_scene_and_a_short_name_are_texts_that_a_translation_has():
    given = {
        "encounters.yaml": "encounters: [{id: EN-01, scene: Regen.}]",
        "factions.yaml": "factions: [{id: nordic, short: Norden}]",
        "names.yaml": "names: [{id: coin, name: Münze, plural: Münzen}]",
    }

    content = read(translate_content(TEXTS, given))

    assert (content.encounters[0].scene, content.factions[0].short) == ("Regen.", "Norden")
    assert content.names["coin-many"] == "Münzen"
