"""Checker of the printed content against every number of the rules and of the component data.

`check_map` checks the map. Missing or duplicate ids and places are reported alone, because other checks depend on them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from rooms.tables.game.content_reading import problems_of_sections
from rooms.tables.scythe.game.check_map import problems_of_places, problems_of_the_map
from rooms.tables.scythe.game.content import (
    MANY,
    Ability,
    Amount,
    Bottom,
    CardOption,
    Content,
    Cube,
    Part,
    ProduceRung,
    Resource,
    Structure,
    Terrain,
    Tier,
    TileRule,
    Top,
    book_of,
)
from rooms.tables.scythe.game.goals import Condition, ObjectiveMeasure
from rooms.tables.scythe.game.state import Star

NUMBERS: Final[Mapping[str, tuple[object, str]]] = {
    "cards": ({2: 16, 3: 12, 4: 8, 5: 6}, "SY-SET-01"),
    "power": (16, "SY-GEN-06"),
    "popularity": (18, "SY-GEN-07"),
    "dial": (7, "SY-CMB-08"),
    "stars": (6, "SY-STR-06"),
    "tiers": (
        (
            Tier(least=0, star=3, territory=2, pair=1),
            Tier(least=7, star=4, territory=3, pair=2),
            Tier(least=13, star=5, territory=4, pair=3),
        ),
        "SY-END-05",
    ),
    "ladder": (
        (
            ProduceRung(workers=4, cost=Amount(Part.POWER)),
            ProduceRung(workers=6, cost=Amount(Part.POPULARITY)),
            ProduceRung(workers=8, cost=Amount(Part.COIN)),
        ),
        "SY-PRD-01",
    ),
    "bonuses": ((Amount(Part.POWER, 2), Amount(Part.COIN, 2), Amount(Part.POPULARITY, 2), Amount(Part.CARD, 2)), "SY-ENL-02"),
    "ongoing": ((Amount(Part.POWER), Amount(Part.COIN), Amount(Part.POPULARITY), Amount(Part.CARD)), "SY-ENL-04"),
    "moves": (2, "SY-MOV-03"),
    "coins": (1, "SY-MOV-02"),
    "trade": (2, "SY-TRD-03"),
    "trade_popularity": (1, "SY-TRD-06"),
    "produce": (2, "SY-PRD-03"),
    "bolster_power": (2, "SY-BOL-03"),
    "bolster_cards": (1, "SY-BOL-04"),
    "factory_range": (2, "SY-FCT-07"),
    "factory_territories": (3, "SY-END-08"),
}
FILES: Final[Mapping[str, tuple[str, int | None]]] = {  # file and size of each deck, None for any size
    "territories": ("map.yaml", 47),
    "bases": ("map.yaml", 7),
    "factions": ("factions.yaml", 5),
    "abilities": ("factions.yaml", len(Ability)),
    "mats": ("mats.yaml", 5),
    "tiles": ("tiles.yaml", 6),
    "encounters": ("encounters.yaml", 28),
    "factory": ("factory.yaml", 12),
    "objectives": ("objectives.yaml", 23),
    "achievements": ("achievements.yaml", 12),
    "rules": ("rules.yaml", None),
}
LONGEST: Final[Mapping[str, int]] = {"name": 28, "short": 12, "title": 40, "scene": 90, "text": 140}
LONGEST_SECTION: Final = 1000
LETTER: Final = re.compile("[A-Z]")
OWN: Final = (Ability.SWIM, Ability.RELENTLESS, Ability.COERCION, Ability.DOMINATE, Ability.MEANDER)
BOXES: Final = 6  # upgradeable red boxes of a mat, and also the coins of its bottom rows
MOST: Final[Mapping[ObjectiveMeasure, int]] = {  # the most that a player can ever have, where there is a limit
    ObjectiveMeasure.KINDS: len(Resource),
    ObjectiveMeasure.POWER: 16,
    ObjectiveMeasure.POPULARITY: 18,
    ObjectiveMeasure.CARDS: 42,
    ObjectiveMeasure.STARS: 6,
    ObjectiveMeasure.TUNNELS: 6,
    ObjectiveMeasure.BANKS: 31,
    ObjectiveMeasure.NEAR_FACTORY: 6,
    ObjectiveMeasure.FACTORY: 1,
    ObjectiveMeasure.TOGETHER: 8,
    ObjectiveMeasure.APART: 8,
    ObjectiveMeasure.WORKERS: 8,
    ObjectiveMeasure.MECHS: 4,
    ObjectiveMeasure.STRUCTURES: 4,
    ObjectiveMeasure.FOREIGN: 11,
}
FEWEST: Final[Mapping[ObjectiveMeasure, int]] = {ObjectiveMeasure.WORKERS: 2}
AT_THE_END: Final = (ObjectiveMeasure.SCORE, ObjectiveMeasure.MARGIN)
NAMED: Final = frozenset(
    [
        *(str(each) for kind in (Terrain, Resource, Top, Bottom, Structure, Part) for each in kind),
        *(f"cube-{each}" for each in Cube),
        *(f"star-{each}" for each in Star),
    ]
)


def check(content: Content) -> tuple[str, ...]:
    """All problems, one sentence each, with file and card."""
    if missing := tuple(_of_ids(content)) or tuple(problems_of_places(content)):
        return missing
    book = book_of(content)
    return (
        *problems_of_the_map(book),
        *_of_words(content),
        *_of_names(content),
        *_of_factions(content),
        *_of_mats(content),
        *_of_numbers(content),
        *_of_tiles(content),
        *_of_cards(content),
        *_of_conditions(content),
        *_of_rules(content),
    )


def _duplicates(words: Iterable[Any]) -> list[Any]:
    return sorted(word for word, times in Counter(words).items() if times > 1)


def _of_ids(content: Content) -> Iterator[str]:
    """Each deck has its number of things, each with a unique id."""
    for deck, (name, wanted) in FILES.items():
        items = getattr(content, deck)
        yield from (f"{name}, '{id_}': the id is there more than once." for id_ in _duplicates(each.id for each in items))
        if wanted is not None and len(items) != wanted:
            yield f"{name}: there must be {wanted} {deck}, and there are {len(items)}."


def _of_words(content: Content) -> Iterator[str]:
    """Every text is there and fits on a phone. No two things of a deck share a name."""
    for deck, (name, _) in FILES.items():
        for item in getattr(content, deck):
            for field, most in LONGEST.items():
                words = getattr(item, field, None)
                if isinstance(words, str) and not words.strip():
                    yield f"{name}, '{item.id}': the {field} is empty."
                elif isinstance(words, str) and len(words) > most:
                    yield f"{name}, '{item.id}': the {field} has {len(words)} characters, and at most {most} fit: {words}"
        for field in ("name", "short", "title", "letter"):
            called = [getattr(item, field, None) for item in getattr(content, deck)]
            yield from (
                f"{name}: the {field} '{words}' is there more than once." for words in _duplicates(each for each in called if each)
            )


def _of_names(content: Content) -> Iterator[str]:
    names = {name.removesuffix(MANY) for name in content.names}
    yield from (f"names.yaml: the name of '{each}' is missing." for each in sorted(NAMED - names))
    yield from (f"names.yaml: there is nothing that is called '{each}' in the rules." for each in sorted(names - NAMED))
    yield from (f"names.yaml, '{each}': the name is empty." for each, words in content.names.items() if not words.strip())


def _of_factions(content: Content) -> Iterator[str]:
    """Seats are in order. Each faction has four mech abilities, with Riverwalk and Speed, and one of its own (SY-SET-07,
    SY-SET-10).
    """
    if [each.seat for each in content.factions] != list(range(1, len(content.factions) + 1)):
        yield "factions.yaml: the seats must be 1 to 5, and the factions in their order (SY-SET-07)."
    for faction in content.factions:
        where = f"factions.yaml, '{faction.id}'"
        if not LETTER.fullmatch(faction.letter):
            yield f"{where}: the letter must be one capital."
        if len(set(faction.mechs)) != len(faction.mechs) or set(faction.mechs) & set(OWN):
            yield f"{where}: the mechs must have four different abilities, and none that is a faction's own (SY-SET-10)."
        if not {Ability.RIVERWALK, Ability.SPEED} <= set(faction.mechs):
            yield f"{where}: Riverwalk and Speed must be among the mechs' abilities."
        if faction.own not in OWN:
            yield f"{where}: '{faction.own}' cannot be a faction's own ability (SY-FAC-12)."
    owned = [each.own for each in content.factions]
    yield from (f"factions.yaml: two factions have '{ability}' for their own." for ability in _duplicates(owned))
    for ability in content.abilities:
        if ("{terrains}" in ability.text) is not (ability.id is Ability.RIVERWALK):
            yield f"factions.yaml, '{ability.id}': the text of Riverwalk, and no other, has {{terrains}}."


def _of_mats(content: Content) -> Iterator[str]:
    yield from (
        f"mats.yaml: the label {label} is there more than once (SY-SET-17)."
        for label in _duplicates(each.label for each in content.mats)
    )
    for mat in content.mats:
        where = f"mats.yaml, '{mat.id}'"
        if {each.top for each in mat.sections} != set(Top):
            yield f"{where}: each top-row action must be there once."
        if mat.objectives != 2:
            yield f"{where}: a mat gives 2 objectives, not {mat.objectives} (SY-SET-09)."
        for what, found in (
            ("upgradeable boxes", [each.boxes for each in mat.sections]),
            ("coins", [each.coins for each in mat.sections]),
        ):
            if sum(found) != BOXES or min(found) < 0:
                yield f"{where}: the {what} of the sections must be {BOXES} in all, and are {sum(found)}."
        if min([each.fixed for each in mat.sections]) < 1:
            yield f"{where}: each section has at least 1 fixed box."


def _of_numbers(content: Content) -> Iterator[str]:
    for field, (wanted, rule) in NUMBERS.items():
        if getattr(content.numbers, field) != wanted:
            yield f"numbers.yaml: '{field}' is not as the rules have it ({rule})."


def _of_tiles(content: Content) -> Iterator[str]:
    """Each tile rule occurs once, and coins never fall (SY-END-11)."""
    if missing := set(TileRule) - {each.rule for each in content.tiles}:
        yield f"tiles.yaml: no tile counts '{min(missing)}'."
    for tile in content.tiles:
        if not tile.coins or list(tile.coins) != sorted(tile.coins) or tile.coins[0] < 1:
            yield f"tiles.yaml, '{tile.id}': the coins must begin with 1 or more and never fall."
        if bool(tile.terrains) is not (tile.rule is TileRule.ON_TERRAINS):
            yield f"tiles.yaml, '{tile.id}': the tile that counts '{TileRule.ON_TERRAINS}', and no other, names terrains."


def _of_cards(content: Content) -> Iterator[str]:
    """Option A is free, B costs coins and C popularity. Every option gives something (data: Encounter cards)."""
    for card in content.encounters:
        costs = tuple([tuple([each.part for each in option.cost]) for option in card.options])
        if costs != ((), (Part.COIN,), (Part.POPULARITY,)):
            yield f"encounters.yaml, '{card.id}': the first option must be free, the second cost coins and the third popularity."
        yield from (
            f"encounters.yaml, '{card.id}', option {'ABC'[at]}: {problem}"
            for at, each in enumerate(card.options)
            for problem in _of_an_option(each)
        )
    for factory in content.factory:
        if not factory.does.cost:
            yield f"factory.yaml, '{factory.id}': a top row has a cost."
        yield from (f"factory.yaml, '{factory.id}': {problem}" for problem in _of_an_option(factory.does))


def _of_an_option(option: CardOption) -> Iterator[str]:
    if not option.gain:
        yield "nothing is gained."
    yield from (f"'{part}' is paid twice." for part in _duplicates(each.part for each in option.cost))
    yield from (f"'{part}' is gained twice." for part in _duplicates(each.part for each in option.gain))


def _of_conditions(content: Content) -> Iterator[str]:
    """Every condition can be read and can be met."""
    for name, deck in (("objectives.yaml", content.objectives), ("achievements.yaml", content.achievements)):
        for card in deck:
            if not card.needs:
                yield f"{name}, '{card.id}': there is no condition."
            for need in card.needs:
                if need.what in AT_THE_END and name == "objectives.yaml":
                    yield f"{name}, '{card.id}': '{need.what}' is counted after the end alone."
                elif problem := _wrong_with(content, need):
                    yield f"{name}, '{card.id}': {problem}"


def _wrong_with(content: Content, need: Condition) -> str:
    allowed: Mapping[ObjectiveMeasure, tuple[str, ...]] = {
        ObjectiveMeasure.TOKENS: ("", *Resource),
        ObjectiveMeasure.TERRITORIES: ("", *Terrain),
        ObjectiveMeasure.KINDS: tuple(map(str, range(1, 100))),
    }
    if need.of not in allowed.get(need.what, ("",)):
        return f"'{need.what}' cannot be counted of '{need.of}'."
    if need.least is None and need.most is None:
        return f"'{need.what}' must be at least or at most so much."
    terrains = Counter(str(each.terrain) for each in content.territories)
    end = (
        (terrains[need.of] if need.of else len(content.territories))
        if need.what is ObjectiveMeasure.TERRITORIES
        else MOST.get(need.what)
    )
    least, most = need.least or 0, need.most if need.most is not None else end
    if (end is not None and least > end) or (most is not None and (most < least or most < FEWEST.get(need.what, 0))):
        return f"'{need.what}' can never be so much."
    return ""


def _of_rules(content: Content) -> Iterator[str]:
    """Every section has a text that fits on a screen or two, and names rules by their IDs."""
    yield from problems_of_sections("rules.yaml", content.rules, "SY")
    for section in content.rules:
        if (length := sum(map(len, section.text))) > LONGEST_SECTION:
            yield f"rules.yaml, '{section.id}': the text has {length} characters, and at most {LONGEST_SECTION} fit."
