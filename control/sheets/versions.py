"""What arrived of one player's sheets: each version in words."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from control.day.lateness import ASK, DRAFT, gap
from control.day.sheets import sheets_view
from control.day.state import DayState
from control.engine.language import say
from control.engine.refused import Refused
from control.models import Draft, Sheet
from control.regions.sight import Sight
from control.registry import SheetKind
from control.sheets.judging import PAPER
from control.sheets.receipts import why_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One thing that arrived: how, when, what it counts for and why; what is in it where the desk may read it."""

    how: str
    at: datetime
    why: str
    counts: bool
    is_pending: bool
    lines: tuple[str, ...] = ()
    revision: int = 0
    may_enter: bool = False
    is_absent: bool = False  # it would count, but its author is not in the room


def versions_of(
    sight: Sight[DayState],
    kind: SheetKind,
    rows: list[Sheet],
    drafts: list[Draft],
    taken_in: bool,
    *,
    is_there: bool,
    let_count: Container[UUID] = frozenset(),
) -> Iterator[Version]:
    """Everything that arrived of one player, oldest first; what is in it where the desk may read it.

    One that a desk has `let_count` after the others were read counts instead of what came in time.
    """
    counting = max((row.revision for row in rows if not row.late and not row.pending), default=0)
    counting = max((row.revision for row in rows if row.client_key in let_count), default=counting)
    rule = sight.public(sheets_view, kind.kind).late
    asks = rule.policy == ASK
    hidden = _read_from_the_paper_alone(rows)
    found: list[Version] = []
    for row in rows:
        found.append(
            Version(
                how=_how(row),
                at=row.received_at,
                why=why_words(sight.frame, row.received_at, row.due_at, late=row.late, rule=rule) if not row.entered_by else "",
                counts=row.revision == counting and is_there,
                is_absent=row.revision == counting and not is_there,
                is_pending=row.pending,
                lines=_lines(sight, kind, row) if (taken_in or row.source == PAPER) and row.revision not in hidden else (),
                revision=row.revision,
                may_enter=row.late and taken_in and not row.pending and not row.entered_by and asks,
            )
        )
    for draft in drafts:
        after = draft.received_at - draft.due_at if draft.late and draft.due_at is not None else None
        why = say("It came {gap} after the deadline.", gap=gap(after)) if after is not None else ""
        found.append(Version(how=say("draft"), at=draft.received_at, why=why, counts=False, is_pending=False))
    yield from sorted(found, key=lambda each: each.at)


def _read_from_the_paper_alone(rows: list[Sheet]) -> frozenset[int]:
    """The revisions that one person has entered from a paper, which a second one is not to copy; two that differ are shown."""
    counted = max((row.revision for row in rows if row.source == PAPER and not row.pending), default=0)
    waiting = [row for row in rows if row.pending and row.revision > counted]
    return frozenset(row.revision for row in waiting if len({each.entered_by for each in waiting}) == 1)


def _how(row: Sheet) -> str:
    if row.source == PAPER:
        return say("from paper, by {name}", name=row.entered_by)
    return say("last draft") if row.source == DRAFT else say("sent")


def _lines(sight: Sight[DayState], kind: SheetKind, row: Sheet) -> tuple[str, ...]:
    if kind.by_hand is None:
        return ()
    try:
        return sight.view(kind.by_hand.words, kind.decode(row.body.encode()))
    except Refused:  # stored by an older version of the console
        return ()
