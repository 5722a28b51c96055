"""What a phone says when Control waits for its sheet."""

from __future__ import annotations

from control import registry
from control.day.state import DayState
from control.engine.language import say
from control.regions.sight import Sight
from control.registry import SheetKind


def noun_of(kind: SheetKind) -> str:
    """What such a sheet is called within a sentence, as its kind has registered it."""
    return say(kind.noun)


def nouns_of(kind: SheetKind) -> str:
    """What several of them are called."""
    return say(kind.nouns)


def nudge_words(sight: Sight[DayState]) -> tuple[tuple[str, str], ...]:
    """The sentence of each kind of sheet: whose desk waits for it."""
    kinds = registry.sheet_kinds(sight.realm).values()
    return tuple(
        (kind.kind, say("{desk} waits for your {sheet}.", desk=sight.frame.desk_name(kind.desk), sheet=noun_of(kind)))
        for kind in kinds
    )
