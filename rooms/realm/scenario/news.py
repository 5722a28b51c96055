"""Which values the sentences of the hall's news may name, kind by kind, and how they are filled in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from rooms.realm.scenario.schema import NewsKind

BRACED: Final = re.compile(r"\{([^{}]*)\}")

FIELDS: Final[Mapping[NewsKind, tuple[str, ...]]] = {
    NewsKind.TITLE: ("month",),
    NewsKind.QUIET: ("month",),
    NewsKind.SOVEREIGN: ("player", "house"),
    NewsKind.THRONE_EMPTY: (),
    NewsKind.SOVEREIGN_FALLEN: ("player", "house"),
    NewsKind.GOD_EMPEROR_DEAD: (),
    NewsKind.COUP: ("houses", "region"),
    NewsKind.UPRISING_WON: (),
    NewsKind.UPRISING_FAILED: (),
    NewsKind.DEATH: ("player", "house"),
    NewsKind.RETURN: ("player", "house"),
    NewsKind.WEDDING: ("player", "house", "other_player", "other_house"),
    NewsKind.LAW_PASSED: ("law",),
    NewsKind.LAW_STRUCK: ("law",),
    NewsKind.CASTLE_TAKEN: ("houses", "others", "region"),
    NewsKind.CASTLE_CLAIMED: ("houses", "region"),
    NewsKind.CASTLE_LOST: ("others", "region"),
    NewsKind.BATTLE_WON: ("houses", "others", "region"),
    NewsKind.BATTLE_DRAWN: ("houses", "region"),
    NewsKind.GUARD_HELD: ("others", "region"),
    NewsKind.BUILDING: ("house", "building"),
    NewsKind.BUILDING_LOST: ("house", "building"),
    NewsKind.HOSTAGES_TAKEN: ("house", "other_house"),
    NewsKind.HOSTAGES_KILLED: ("house", "other_house"),
    NewsKind.FAMINE: ("houses",),
    NewsKind.COURT_MOVES: ("region",),
}
"""`house` is one House; `houses` and `others` are one or several, listed: a sentence on them must do for both."""


def named_in(sentence: str) -> tuple[str, ...]:
    """What stands in braces, in order."""
    return tuple(BRACED.findall(sentence))


def filled(sentence: str, values: Mapping[str, str]) -> str:
    """The sentence with its values; what it names that there is none for stays as the author wrote it."""
    return BRACED.sub(lambda found: values.get(found[1], found[0]), sentence)
