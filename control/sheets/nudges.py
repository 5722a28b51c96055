"""What a phone says when Control waits for its sheet."""

from __future__ import annotations

from control import registry
from control.engine.language import say
from control.registry import SheetKind
from rooms.realm.desks import DESK_NAMES


def noun_of(kind: SheetKind) -> str:
    """What such a sheet is called within a sentence, as its kind has registered it."""
    return say(kind.noun)


def nouns_of(kind: SheetKind) -> str:
    """What several of them are called."""
    return say(kind.nouns)


def nudge_words() -> tuple[tuple[str, str], ...]:
    """The sentence of each kind of sheet: whose desk waits for it."""
    kinds = registry.sheet_kinds().values()
    return tuple(
        (kind.kind, say("{desk} waits for your {sheet}.", desk=DESK_NAMES[kind.desk], sheet=noun_of(kind))) for kind in kinds
    )
