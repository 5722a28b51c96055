"""Arrivals page of a desk: who sent which sheet when and how, what counts and why, and reminders."""

from __future__ import annotations

from collections.abc import Container, Iterator
from datetime import datetime
from functools import partial
from uuid import UUID

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST
from msgspec import Struct

from control import registry
from control.day.lateness import ASK, DRAFT, gap_words
from control.day.plan import LateRule
from control.day.sheets import counted_authors, may_still_send, players_in_order, possible_authors, sheets_view
from control.day.state import DayState
from control.desks.frame import Look, draw_page, look, region, room_address
from control.desks.presses import DONE, REFUSED, PressAnswer, PressPlace, answer_press
from control.engine.ids import SeatId, TeamId
from control.engine.language import say
from control.engine.modules import Invalidation
from control.engine.refusal import Refused
from control.live import broadcast
from control.models import Draft, Sheet
from control.people import audit
from control.people.access import DeskPass, desk_or_404
from control.people.audit import AuditKind
from control.regions.kinds import DeskRegion, register_source
from control.regions.sight import Sight
from control.registry import SheetKind
from control.sheets import paper as paper_sheets
from control.sheets.deadline import nouns_of
from control.sheets.receipts import PAPER, why_words

# === versions ===========================================================================================================

# All versions of one player's sheet, in words.


class Version(Struct, frozen=True, kw_only=True):
    """One version that arrived: how, when, whether it counts, and why. `lines`: its content, if the desk may read it."""

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
    """All versions from one player, oldest first, with their content if the desk may read it.

    `let_count`: sheets that a desk accepted after the others were read; such a sheet replaces the one that came in time.
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
        why = say("It came {gap} after the deadline.", gap=gap_words(after)) if after is not None else ""
        found.append(Version(how=say("draft"), at=draft.received_at, why=why, counts=False, is_pending=False))
    yield from sorted(found, key=lambda each: each.at)


def _read_from_the_paper_alone(rows: list[Sheet]) -> frozenset[int]:
    """The revisions that only one person has entered from paper: hidden, so that the second does not copy. Differing ones are
    shown.
    """
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
    except Refused:  # stored by an older release
        return ()


# === arrivals ===========================================================================================================

# The sheets of one kind as they arrived: from whom, when and how, what counts and why; and reminders. The page shows a sheet's
# content only once its desk has opened the sheets, or if staff typed it in from paper.


REMIND_EVERY = 60  # seconds


class SheetAuthor(Struct, frozen=True, kw_only=True):
    """A player of the room with all versions of this month, oldest first."""

    seat: SeatId
    name: str
    team: TeamId
    short: str
    awaited: bool
    versions: tuple[Version, ...]


class ArrivalsView(Struct, frozen=True, kw_only=True):
    """All sheets of one kind this month. `policy`: a sentence on late sheets.

    `reminded`: those `awaited` who can still send one; nobody is reminded of a closed sheet.
    """

    kind: str
    nouns: str
    month: int
    when: str  # "month 3"
    is_taken_in: bool
    policy: str
    rule: str  # the rule on late sheets
    authors: tuple[SheetAuthor, ...]
    awaited: int
    reminded: int
    double_entry: bool
    back: str


def arrivals_view(seen: Look, kind: SheetKind) -> ArrivalsView:
    """The sheets of one kind in this month, by author."""
    now = seen.sight.public(sheets_view, kind.kind)
    month = now.month
    taken_in = paper_sheets.is_taken_in(seen.event_id, kind.kind, month)
    rows: dict[str, list[Sheet]] = {}
    arrived = paper_sheets.all_versions(seen.event_id, kind.kind, month)
    entered = paper_sheets.accepted_late(seen.event_id, arrived)
    for row in arrived:
        rows.setdefault(row.seat, []).append(row)
    drafts: dict[str, list[Draft]] = {}
    for draft in Draft.objects.filter(event=seen.event_id, kind=kind.kind, month=month).defer("body").order_by("received_at"):
        drafts.setdefault(draft.seat, []).append(draft)
    expected, counting = seen.sight.view(possible_authors, kind), seen.sight.view(counted_authors, kind)
    able = seen.sight.view(may_still_send, kind)
    known = {*expected, *rows, *drafts}
    authors = tuple(
        SheetAuthor(
            seat=each.seat,
            name=each.name,
            team=each.team,
            short=each.short,
            awaited=each.seat in expected
            and not any((not row.late and not row.pending) or row.client_key in entered for row in rows.get(each.seat, ())),
            versions=tuple(
                versions_of(
                    seen.sight,
                    kind,
                    rows.get(each.seat, []),
                    drafts.get(each.seat, []),
                    taken_in,
                    is_there=each.seat in counting,
                    let_count=entered,
                )
            ),
        )
        for each in seen.sight.public(players_in_order)
        if each.seat in known
    )
    return ArrivalsView(
        kind=kind.kind,
        nouns=nouns_of(kind),
        month=month,
        when=seen.sight.frame.round_words(month),
        is_taken_in=taken_in,
        policy=policy_words(now.late),
        rule=seen.sight.frame.rule("late"),
        authors=authors,
        awaited=sum(author.awaited for author in authors),
        reminded=sum(author.awaited and author.seat in able for author in authors),
        double_entry=now.double_entry,
        back=room_address(seen, kind.room),
    )


def policy_words(rule: LateRule) -> str:
    """The event's policy on late sheets, in words."""
    late = {
        ASK: say("A late one counts when you enter it, with a reason."),
        DRAFT: say("Who has sent nothing is held to the last draft that arrived in time."),
    }.get(rule.policy, say("A late one is not played."))
    if not rule.seconds:
        return late
    return say("{seconds} s after the deadline one still counts.", seconds=rule.seconds) + f" {late}"


# --- the page -----------------------------------------------------------------------------------------------------------


def _parts(realm: str) -> list[DeskRegion]:
    return [
        DeskRegion(
            name=f"arrivals_{kind.kind.replace('-', '_')}",
            template="control/desk/_arrivals.html",
            topics=("sheets", "people", "clock", kind.room),
            view=partial(arrivals_view, kind=kind),
            desks=frozenset({registry.realm(realm).frame.desk_of(kind.room)}),
        )
        for kind in registry.sheet_kinds(realm).values()
    ]


register_source(_parts)


def kind_or_404(request: HttpRequest, event_id: int, name: str) -> tuple[DeskPass, SheetKind]:
    """The member of staff and the kind of sheet, if the member's desk may see it.

    Raises:
        Http404: there is no such kind, or it belongs to another desk.
    """
    door = desk_or_404(request, event_id)
    kind = registry.sheet_kinds(door.event.stream.engine).get(name)
    if kind is None or not door.actor.sits_at(frozenset({door.frame.desk_of(kind.room)})):
        raise Http404(say("No such sheet."))
    return door, kind


def _page(name: str, request: HttpRequest, door: DeskPass, said: PressAnswer | None = None) -> HttpResponse:
    kind = registry.sheet_kinds(door.event.stream.engine)[name]
    seen = look(request, door)
    context = {"arrivals": region(seen, f"arrivals_{name.replace('-', '_')}"), "kind": name, "nouns": nouns_of(kind), "said": said}
    return draw_page(request, "control/desk/arrivals.html", seen, kind.room, context)


def _place(kind: SheetKind) -> PressPlace:
    return PressPlace(address="desk:sheets", tab=kind.room, draw=partial(_page, kind.kind), rest=(kind.kind,))


@require_GET
def arrivals(request: HttpRequest, event_id: int, kind: str) -> HttpResponse:
    """Show the sheets of a kind as they arrived; the look is logged."""
    door, found = kind_or_404(request, event_id, kind)
    audit.log_look(AuditKind.SHEETS_SEEN, door.event.pk, about=found.kind, how="arrivals")
    return _page(kind, request, door)


@require_POST
def nudge(request: HttpRequest, event_id: int, kind: str) -> HttpResponse:
    """Remind awaited players on their phones, which vibrate; at most once a minute."""
    door, found = kind_or_404(request, event_id, kind)
    return answer_press(request, door, _reminded(request, door, found), _place(found))


def _reminded(request: HttpRequest, door: DeskPass, kind: SheetKind) -> PressAnswer:
    seen = look(request, door)
    shown = arrivals_view(seen, kind)
    able = seen.sight.view(may_still_send, kind)
    awaited = [author for author in shown.authors if author.awaited and author.seat in able]
    if not awaited:
        return PressAnswer(kind=REFUSED, sentence=say("Nobody is awaited who could still send one."))
    if not cache.add(f"nudge:{door.event.pk}:{kind.kind}", True, timeout=REMIND_EVERY):
        return PressAnswer(kind=REFUSED, sentence=say("They were reminded less than a minute ago; once a minute is enough."))
    broadcast.tell_outside_journal(
        door.event.pk, [Invalidation(topic=f"nudge-{kind.kind}", to=f"seat:{author.seat}") for author in awaited]
    )
    return PressAnswer(kind=DONE, sentence=say("Reminded: {names}.", names=", ".join(author.name for author in awaited)))
