"""Reader of Scythe's content files, with the checks of their form.

Eleven files: map, factions, mats, numbers, tiles, encounters, factory, objectives, achievements, names and rules. Their keys are
the fields of the types in `content`. A key may be left out where its type has a default. Parts of costs and gains are written as
on the cards: a gain as "pow+2", an action as "DEPLOY", a cost as "coin 2". An item of names.yaml has an id, a name and, where it
differs, a plural.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import msgspec
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from rooms.tables.scythe.game.checker import check
from rooms.tables.scythe.game.content import (
    MANY,
    AbilityCard,
    Content,
    Encounter,
    Faction,
    FactoryCard,
    HomeBase,
    Mat,
    Numbers,
    Paragraphs,
    Part,
    Territory,
    Tile,
)
from rooms.tables.scythe.game.goals import Achievement, Objective

Item = TypeVar("Item")
GAIN: Final = re.compile(r"([a-z]+)\+([1-9]\d*)")
COST: Final = re.compile(r"([a-z]+) ([1-9]\d*)")
PARTS: Final = frozenset(Part)
GAINS: Final = ("gain", "bonuses", "ongoing")


class _Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word, with its plural where that differs."""

    id: str
    name: str
    plural: str = ""


def read(texts: Mapping[str, str]) -> Content:
    """The content of the eleven files.

    `texts`: the text of each file, by file name.

    Raises:
        ValueError: the files have problems. The message has one line for each, with its file and its card.
    """
    reader = _Reader(texts)
    numbers = reader.items("numbers.yaml", "numbers", Numbers, single=True)
    names = reader.items("names.yaml", "names", _Name)
    content: dict[str, Any] = {
        "territories": reader.items("map.yaml", "territories", Territory),
        "bases": reader.items("map.yaml", "bases", HomeBase),
        "factions": reader.items("factions.yaml", "factions", Faction),
        "abilities": reader.items("factions.yaml", "abilities", AbilityCard),
        "mats": reader.items("mats.yaml", "mats", Mat),
        "tiles": reader.items("tiles.yaml", "tiles", Tile),
        "encounters": reader.items("encounters.yaml", "encounters", Encounter),
        "factory": reader.items("factory.yaml", "factory", FactoryCard),
        "objectives": reader.items("objectives.yaml", "objectives", Objective),
        "achievements": reader.items("achievements.yaml", "achievements", Achievement),
        "rules": reader.items("rules.yaml", "rules", Paragraphs),
    }
    if reader.problems:  # unreadable items are missing, so further checks would only repeat these problems
        raise ValueError("\n".join(reader.problems))
    words = {each.id: each.name for each in names} | {f"{each.id}{MANY}": each.plural for each in names if each.plural}
    found = Content(numbers=numbers[0], names=words, **content)
    if problems := check(found):
        raise ValueError("\n".join(problems))
    return found


class _Reader:
    """Reads the files and collects their problems."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.problems: list[str] = []
        self._files = {name: self._document(name, text) for name, text in texts.items()}

    def _document(self, name: str, text: str) -> dict[str, Any]:
        try:
            document = YAML(typ="safe", pure=True).load(text)
        except YAMLError as error:
            self.problems.append(f"{name}: this is not YAML: {' '.join(str(error).split())}")
            return {}
        if not isinstance(document, dict):
            self.problems.append(f"{name}: the file must hold keys and values.")
            return {}
        return document

    def items(self, name: str, key: str, kind: type[Item], *, single: bool = False) -> tuple[Item, ...]:
        """The readable items of a list, or the `single` item of the key."""
        if name not in self._files:
            missing = f"{name}: the file is missing."
            self.problems += [missing] if missing not in self.problems else []
            return ()
        if key not in self._files[name]:
            self.problems.append(f"{name}: the key '{key}' is missing.")
            return ()
        found = [self._files[name][key]] if single else self._files[name][key]
        if not isinstance(found, list):
            self.problems.append(f"{name}: '{key}' must be a list.")
            return ()
        read = []
        for number, item in enumerate(found, start=1):
            try:
                read.append(msgspec.convert(with_amounts(item), kind))
            except ValueError as error:  # msgspec's are ValueErrors too
                where = name if single else f"{name}, {_item_name(item, number)}"
                self.problems.append(f"{where}: {str(error).removesuffix('.')}.")
        return tuple(read)


def _item_name(item: object, number: int) -> str:
    """An item's name in a problem: its id, else its number in the list."""
    return f"'{item['id']}'" if isinstance(item, dict) and "id" in item else f"number {number} of the list"


def with_amounts(item: Any) -> Any:
    """The item with all costs and gains parsed, at any depth."""
    if isinstance(item, list):
        return [with_amounts(each) for each in item]
    if not isinstance(item, dict):
        return item
    return {
        key: _parts(each, _cost if key == "cost" else _gain) if key in ("cost", *GAINS) else with_amounts(each)
        for key, each in item.items()
    }


def _parts(written: Any, one: Callable[[str], dict[str, Any]]) -> Any:
    if isinstance(written, list):
        return [one(str(each)) for each in written]
    return one(str(written))


def _gain(written: str) -> dict[str, Any]:
    """Parse a gain: "pow+2", "DEPLOY"."""
    if written.isupper() and written in PARTS:
        return {"part": written, "count": 1}
    found = GAIN.fullmatch(written)
    if found is None or found[1] not in PARTS or found[1] == Part.DIFFERENT:
        raise ValueError(f"'{written}' is no gain; one is written as 'pow+2' or 'DEPLOY'")
    return {"part": found[1], "count": int(found[2])}


def _cost(written: str) -> dict[str, Any]:
    """Parse a cost: "coin 2", "any 3"."""
    found = COST.fullmatch(written)
    if found is None or found[1] not in PARTS or found[1] in (Part.SAME, Part.WORKER, Part.PRODUCE):
        raise ValueError(f"'{written}' is no cost; one is written as 'coin 2' or 'any 3'")
    return {"part": found[1], "count": int(found[2])}
