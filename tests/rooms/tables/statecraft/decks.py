"""The authored decks for tests, and functions that change one place of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from rooms.tables.game.content_reading import translate_content
from rooms.tables.statecraft.game.content import Content, Policy
from rooms.tables.statecraft.game.reading import read

ROOT: Final = Path(__file__).parents[4]


def files_of(folder: str) -> dict[str, str]:
    """The texts of the files in a folder of fixtures."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "fixtures" / folder).glob("*.yaml"))}


TEXTS: Final = files_of("statecraft")
GERMAN_TEXTS: Final = files_of("statecraft_de")
CONTENT: Final = read(TEXTS)
GERMAN: Final = read(translate_content(TEXTS, GERMAN_TEXTS))


def changed(items: Sequence[Any], which: str, /, **fields: Any) -> tuple[Any, ...]:
    """The items with changed fields in the one with this id."""
    assert sum(item.id == which for item in items) == 1
    return tuple(replace(item, **fields) if item.id == which else item for item in items)


def with_(deck: str, which: str, /, **fields: Any) -> Content:
    """The content with changed fields in one item of this deck."""
    return replace(CONTENT, **{deck: changed(getattr(CONTENT, deck), which, **fields)})


def without(name: str, *which: str) -> Content:
    """The content without these items of a deck."""
    items = getattr(CONTENT, name)
    assert {item.id for item in items} >= set(which)
    return replace(CONTENT, **{name: tuple(item for item in items if item.id not in which)})


def with_option(name: str, which: str, number: int, **fields: Any) -> Content:
    """The content with changed fields in an option of a policy or an event."""
    options = list(next(item for item in getattr(CONTENT, name) if item.id == which).options)
    options[number] = replace(options[number], **fields)
    return with_(name, which, options=tuple(options))


def swapped(field: str, *swaps: tuple[str, int, str, int]) -> Content:
    """The content with one field exchanged between two options of policies, for each pair in `swaps`."""
    policies: dict[str, Policy] = {policy.id: policy for policy in CONTENT.policies}
    for one, m, other, n in swaps:
        values = getattr(policies[one].options[m], field), getattr(policies[other].options[n], field)
        for id_, number, value in ((one, m, values[1]), (other, n, values[0])):
            options = list(policies[id_].options)
            options[number] = replace(options[number], **{field: value})
            policies[id_] = replace(policies[id_], options=(options[0], options[1]))
    return replace(CONTENT, policies=tuple(policies.values()))
