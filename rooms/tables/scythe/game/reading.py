"""Reader of Scythe's content files, with the checks of their form.

Eleven files: map, factions, mats, numbers, tiles, encounters, factory, objectives, achievements, names and rules. Their keys are
the fields of the types in `content`. A key may be left out where its type has a default. Parts of costs and gains are written as
on the cards: a gain as "pow+2", an action as "DEPLOY", a cost as "coin 2". An item of names.yaml has an id, a name and, where it
differs, a plural.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

import msgspec

from rooms.tables.game.content_reading import ContentReader
from rooms.tables.scythe.game.checker import FILES, check
from rooms.tables.scythe.game.content import MANY, Content, Numbers, Part

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
    reader = ContentReader(texts)
    numbers = reader.one("numbers.yaml", "numbers", Numbers, with_amounts, "numbers.yaml")
    names = reader.items("names.yaml", "names", _Name)
    content: dict[str, Any] = {
        field.name: reader.items(FILES[field.name][0], field.name, get_args(field.type)[0], with_amounts)
        for field in msgspec.structs.fields(Content)
        if field.name in FILES
    }
    if numbers is None or reader.problems:  # unreadable items are missing, so further checks would only repeat these problems
        raise ValueError("\n".join(reader.problems))
    words = {each.id: each.name for each in names} | {f"{each.id}{MANY}": each.plural for each in names if each.plural}
    found = Content(numbers=numbers, names=words, **content)
    if problems := check(found):
        raise ValueError("\n".join(problems))
    return found


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
