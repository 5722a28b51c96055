"""Toy game with notes and reference cards: rounds, turns, touches and attacks for the log, and cards to look up."""

from __future__ import annotations

from typing import Any, Final

from control.engine.records import replace
from rooms.tables.registry import FactNote, LogLevel, ReferenceCard, ReferenceGroup, Touch
from tests.rooms.tables.shop import APP
from tests.rooms.tables.toy import Chosen, Dealt


def note(happened: Any, _scene: Any) -> FactNote:
    """Note a deal as a round. A swap touches the deck and attacks the next player."""
    if isinstance(happened, Dealt):
        return FactNote(level=LogLevel.ROUND)
    if not isinstance(happened, Chosen):
        return FactNote(level=LogLevel.ROUND)
    touched = (Touch("deck", "swapped"),) if happened.swap else ()
    return FactNote(player=happened.player, touched=touched, attacked=(1 - happened.player,) if happened.swap else ())


def reference(_content: Any) -> tuple[ReferenceGroup, ...]:
    """The printed cards of the toy."""
    return (
        ReferenceGroup(
            title="Numbers",
            line="All of them are high.",
            cards=(
                ReferenceCard(title="A swan", text="It swims.", copies=3, marks=("Bird",)),
                ReferenceCard(title="An oak", text="It stands.", copies=1, marks=("Tree",), flavour="For long."),
            ),
            parts=((3, "swans"), (1, "oak")),
        ),
    )


NOTED: Final = replace(APP, note=note, reference=reference, attacks="Who took from whom")
