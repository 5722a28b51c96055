"""What a phone says when Control waits for its sheet."""

from __future__ import annotations

from rooms.realm.desks import DESK_NAMES

from control import registry
from control.engine.language import later, say
from control.registry import SheetKind

NOUNS = {"war": (later("war sheet"), later("war sheets"))}  # of the sheets that are no papers of types


def noun_of(kind: SheetKind) -> str:
    """What such a sheet is called: "war sheet", "proposal"."""
    return say(_nouns(kind)[0])


def nouns_of(kind: SheetKind) -> str:
    """What several of them are called: "war sheets", "proposals"."""
    return say(_nouns(kind)[1])


def _nouns(kind: SheetKind) -> tuple[str, str]:
    if kind.paper is not None:
        return kind.paper.noun, kind.paper.nouns
    return NOUNS.get(kind.kind, (f"{kind.kind} sheet", f"{kind.kind} sheets"))


def nudge_words() -> tuple[tuple[str, str], ...]:
    """The sentence of each kind of sheet: "War Control waits for your war sheet."."""
    kinds = registry.sheet_kinds().values()
    return tuple(
        (kind.kind, say("{desk} waits for your {sheet}.", desk=DESK_NAMES[kind.desk], sheet=noun_of(kind))) for kind in kinds
    )
