"""The sheets of a kind as they arrived: whose, when, how, what counts and why; reminders, and the door for paper sheets.

What is in a sheet stands here only once its desk has taken the sheets in, or where somebody of the team has read it from paper.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from control import registry
from control.day.lateness import DRAFT, gap, late_rule
from control.day.people import asked as people
from control.desks.frame import Look, Part, draw_page, look, region, register_source, room_address
from control.desks.press import DONE, REFUSED, STALE, Place, Said, told
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import Invalidation
from control.engine.refused import Refused
from control.live import live
from control.models import Draft, Sheet
from control.people.access import DeskPass, desk_or_404
from control.registry import Panel, SheetKind
from control.sheets import paper as paper_sheets
from control.sheets.nudges import noun_of, nouns_of
from control.sheets.sheets import Status
from control.sheets.store import PAPER, why_words
from rooms.realm.game.state import GameState, Seat
from rooms.realm.scenario.ids import HouseId
from rooms.realm.words import ROOM_NAMES

REMIND_EVERY = 60  # seconds


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """A player of the room with everything that arrived of theirs this month, oldest first."""

    seat: SeatId
    name: str
    house: HouseId
    short: str
    awaited: bool
    versions: tuple[Version, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrivalsView:
    """All sheets of a kind this month. `policy` says in words what becomes of late ones."""

    kind: str
    nouns: str
    month: int
    is_taken_in: bool
    policy: str
    authors: tuple[Author, ...]
    awaited: int
    double_entry: bool
    back: str


def arrivals_view(seen: Look, kind: SheetKind) -> ArrivalsView:
    """What arrived when."""
    state, month = seen.state, seen.state.clock.month
    taken_in = paper_sheets.is_taken_in(seen.event_id, kind.kind, month)
    rows: dict[str, list[Sheet]] = {}
    for row in paper_sheets.versions(seen.event_id, kind.kind, month):
        rows.setdefault(row.seat, []).append(row)
    drafts: dict[str, list[Draft]] = {}
    for draft in Draft.objects.filter(event=seen.event_id, kind=kind.kind, month=month).defer("body").order_by("received_at"):
        drafts.setdefault(draft.seat, []).append(draft)
    expected = {seat.id for seat in writers(state, kind)}
    known = [seat for seat in everybody(state) if seat.id in expected or seat.id in rows or seat.id in drafts]
    shorts = {house.id: house.short for house in state.scenario.houses}
    authors = tuple(
        Author(
            seat=seat.id,
            name=seat.name,
            house=seat.house,
            short=shorts[seat.house],
            awaited=seat.id in expected and not any(not row.late and not row.pending for row in rows.get(seat.id, ())),
            versions=tuple(_versions(state, kind, rows.get(seat.id, []), drafts.get(seat.id, []), taken_in)),
        )
        for seat in known
    )
    return ArrivalsView(
        kind=kind.kind,
        nouns=nouns_of(kind),
        month=month,
        is_taken_in=taken_in,
        policy=policy_words(state, kind.kind),
        authors=authors,
        awaited=sum(author.awaited for author in authors),
        double_entry=state.scenario.settings.double_entry,
        back=room_address(seen, kind.room),
    )


def everybody(state: GameState) -> tuple[Seat, ...]:
    """Every player, in the Houses' order and by rank."""
    order = {house.id: at for at, house in enumerate(state.scenario.houses)}
    return tuple(sorted(state.seats.values(), key=lambda seat: (order[seat.house], seat.rank, seat.id)))


def writers(state: GameState, kind: SheetKind) -> tuple[Seat, ...]:
    """Who may write such a sheet this month, as far as rooms are chosen."""
    there = people.present_in(state, kind.room)
    return tuple(seat for seat in there if kind.may_write(state, seat.id))


def policy_words(state: GameState, kind: str) -> str:
    """What this event does with late sheets, as a sentence."""
    rule = late_rule(state, kind)
    late = {
        "ask": say("A late one counts when you enter it, with a reason."),
        DRAFT: say("Who has sent nothing is held to the last draft that arrived in time."),
    }.get(rule.policy, say("A late one is not played."))
    if not rule.seconds:
        return late
    return say("{seconds} s after the deadline one still counts.", seconds=rule.seconds) + f" {late}"


def _versions(state: GameState, kind: SheetKind, rows: list[Sheet], drafts: list[Draft], taken_in: bool) -> Iterator[Version]:
    counting = max((row.revision for row in rows if not row.late and not row.pending), default=0)
    asks = late_rule(state, kind.kind).policy == "ask"
    hidden = _read_from_the_paper_alone(rows)
    found: list[Version] = []
    for row in rows:
        found.append(
            Version(
                how=_how(row),
                at=row.received_at,
                why=why_words(row.received_at, row.due_at, late=row.late, rule=late_rule(state, kind.kind))
                if not row.entered_by
                else "",
                counts=row.revision == counting,
                is_pending=row.pending,
                lines=_lines(state, kind, row) if (taken_in or row.source == PAPER) and row.revision not in hidden else (),
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


def _lines(state: GameState, kind: SheetKind, row: Sheet) -> tuple[str, ...]:
    if kind.by_hand is None:
        return ()
    try:
        return kind.by_hand.words(state, kind.decode(row.body.encode()))
    except Refused:  # stored by an older version of the console
        return ()


# --- the page -----------------------------------------------------------------------------------------------------------


def _parts() -> dict[str, Part]:
    return {
        f"arrivals_{kind.kind.replace('-', '_')}": Part(
            template="control/desk/_arrivals.html",
            topics=("sheets", "people", "clock", kind.room),
            shape=partial(arrivals_view, kind=kind),
            desks=frozenset({kind.desk}),
        )
        for app in registry.every_room()
        for kind in app.sheets
    }


register_source(_parts)


def _kind_or_404(request: HttpRequest, event_id: int, name: str) -> tuple[DeskPass, SheetKind]:
    door = desk_or_404(request, event_id)
    kind = registry.sheet_kinds(door.event.stream.engine).get(name)
    if kind is None or not door.actor.sits_at(frozenset({kind.desk})):
        raise Http404(say("No such sheet."))
    return door, kind


def _page(name: str, request: HttpRequest, door: DeskPass, said: Said | None = None) -> HttpResponse:
    kind = registry.sheet_kinds(door.event.stream.engine)[name]
    seen = look(request, door)
    context = {"arrivals": region(seen, f"arrivals_{name.replace('-', '_')}"), "kind": name, "nouns": nouns_of(kind), "said": said}
    return draw_page(request, "control/desk/arrivals.html", seen, kind.room, context)


def _place(kind: SheetKind) -> Place:
    return Place(address="desk:sheets", tab=kind.room, draw=partial(_page, kind.kind), rest=(kind.kind,))


@require_GET
def arrivals(request: HttpRequest, event_id: int, kind: str) -> HttpResponse:
    """The sheets of a kind as they arrived."""
    door, _found = _kind_or_404(request, event_id, kind)
    return _page(kind, request, door)


@require_POST
def nudge(request: HttpRequest, event_id: int, kind: str) -> HttpResponse:
    """Let the phones of those awaited say so, and shake; at most once a minute."""
    door, found = _kind_or_404(request, event_id, kind)
    return told(request, door, _reminded(request, door, found), _place(found))


def _reminded(request: HttpRequest, door: DeskPass, kind: SheetKind) -> Said:
    seen = look(request, door)
    shown = arrivals_view(seen, kind)
    awaited = [author for author in shown.authors if author.awaited and kind.window(seen.state, author.seat).open]
    if not awaited:
        return Said(kind=REFUSED, sentence=say("Nobody is awaited who could still send one."))
    if not cache.add(f"nudge:{door.event.pk}:{kind.kind}", True, timeout=REMIND_EVERY):
        return Said(kind=REFUSED, sentence=say("They were reminded less than a minute ago; once a minute is enough."))
    live.nudge(door.event.pk, [Invalidation(topic=f"nudge-{kind.kind}", to=f"seat:{author.seat}") for author in awaited])
    return Said(kind=DONE, sentence=say("Reminded: {names}.", names=", ".join(author.name for author in awaited)))


# --- a sheet on paper ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A paper sheet on its way in: for whom, its form as typed, and what is known of this player's sheets already."""

    kind: str
    noun: str
    room: str
    month: int
    mark: str
    seat: SeatId | None
    name: str
    house: HouseId | None
    short: str
    players: tuple[tuple[SeatId, str], ...]
    form: Panel | None
    versions: tuple[Version, ...]
    is_taken_in: bool
    double_entry: bool
    reason: str
    command_id: UUID
    css: str


@require_http_methods(["GET", "POST"])
def paper_sheet(request: HttpRequest, event_id: int, kind: str) -> HttpResponse:
    """Enter what a player has written on paper."""
    received_at = timezone.now()
    door, found = _kind_or_404(request, event_id, kind)
    if found.by_hand is None:
        raise Http404(say("No such sheet on paper."))
    seen = look(request, door)
    asked = request.POST if request.method == "POST" else request.GET
    fields, said, seat = {name: asked.getlist(name) for name in asked}, None, None
    try:
        seat = _author(seen, found, asked.get("mark", ""), asked.get("seat", ""))
        if request.method == "POST" and asked.get("act") == "enter":
            if seat is None:
                raise Refused(say("Scan the mark of the sheet, or choose its player."))
            said, differs = _entered(seen, found, seat, fields, received_at)
            (messages.warning if differs else messages.success)(request, said.sentence)
            return HttpResponseRedirect(reverse("desk:paper-sheet", args=[event_id, kind]))  # for the next sheet of the pile
    except Refused as no:
        said = Said(kind=STALE if no.code == "stale" else REFUSED, sentence=no.sentence, rule=no.rule)
    if seat is not None and request.method == "GET" and asked.get("late"):
        fields = _late_fields(seen, found, seat, asked["late"])
    context = {"entry": _entry(seen, found, seat, fields), "said": said, "back": reverse("desk:sheets", args=[event_id, kind])}
    status = said.status if said is not None else 200
    return draw_page(request, "control/desk/paper_sheet.html", seen, found.room, context, status)


def _author(seen: Look, kind: SheetKind, mark: str, chosen: str) -> SeatId | None:
    """Whose sheet it is, by its mark, or as somebody chose on a spare one; None while nothing says so."""
    if mark.strip():
        found = paper_sheets.marked(mark, event=seen.event_id, state=seen.state, kind=kind)
        if found.seat and chosen and chosen != found.seat:
            raise Refused(
                say("The mark is that of {player}; choose nobody else.", player=seen.state.seats[SeatId(found.seat)].name)
            )
        chosen = found.seat or chosen
    if chosen and chosen not in seen.state.seats:
        raise Refused(say("There is no such player."), code="unknown")
    return SeatId(chosen) if chosen else None


def _entered(seen: Look, kind: SheetKind, seat: SeatId, fields: dict[str, list[str]], received_at: datetime) -> tuple[Said, bool]:
    """What became of the entry, and whether it differs from somebody else's."""
    month = (fields.get("month") or [""])[0]
    if not month.isascii() or not month.isdigit() or len(month) > 3:
        raise Refused(say("This form is broken; load the page again."), code="malformed")
    try:
        key = UUID((fields.get("command_id") or [""])[0])
    except ValueError as wrong:
        raise Refused(say("This form is broken; load the page again."), code="malformed") from wrong
    entered = paper_sheets.enter(
        seen.door,
        seen.state,
        kind,
        seat=seat,
        sheet=kind.read(fields),
        reason=(fields.get("reason") or [""])[0],
        key=key,
        received_at=received_at,
        month=int(month),
    )
    name, receipt = seen.state.seats[seat].name, entered.receipt
    if receipt.status is Status.PENDING or (receipt.status is Status.LATE and _waits(seen, kind, seat, receipt.revision)):
        once = say("The {noun} of {name} was entered once; somebody else enters it again.", noun=noun_of(kind), name=name)
        if entered.differs_from:
            once += " " + say("It differs from what {name} entered; look at the paper again.", name=entered.differs_from)
        return Said(kind=DONE, sentence=once), bool(entered.differs_from)
    counted = say("The {noun} of {name} is in, revision {revision}.", noun=noun_of(kind), name=name, revision=receipt.revision)
    return Said(kind=DONE, sentence=counted), False


def _waits(seen: Look, kind: SheetKind, seat: SeatId, revision: int) -> bool:
    rows = Sheet.objects.filter(event=seen.event_id, kind=kind.kind, month=seen.state.clock.month, seat=seat, revision=revision)
    return rows.filter(pending=True).exists()


def _late_fields(seen: Look, kind: SheetKind, seat: SeatId, revision: str) -> dict[str, list[str]]:
    """A sheet that came late, in the fields of the form: the desk may read it once the others are open."""
    assert kind.by_hand is not None
    month = seen.state.clock.month
    if not revision.isascii() or not revision.isdigit() or not paper_sheets.is_taken_in(seen.event_id, kind.kind, month):
        raise Http404(say("This sheet is sealed."))
    for row in paper_sheets.versions(seen.event_id, kind.kind, month, seat):
        if row.late and row.revision == int(revision[:6]):
            return dict(kind.by_hand.fields(kind.decode(row.body.encode())))
    raise Http404(say("No such sheet."))


def _entry(seen: Look, kind: SheetKind, seat: SeatId | None, fields: dict[str, list[str]]) -> Entry:
    assert kind.by_hand is not None
    state, month = seen.state, seen.state.clock.month
    taken_in = paper_sheets.is_taken_in(seen.event_id, kind.kind, month)
    player = state.seats[seat] if seat is not None else None
    rows = paper_sheets.versions(seen.event_id, kind.kind, month, seat) if seat is not None else []
    names = {house.id: house.name for house in state.scenario.houses}
    return Entry(
        kind=kind.kind,
        noun=noun_of(kind),
        room=ROOM_NAMES[kind.room],
        month=month,
        mark=(fields.get("mark") or [""])[0][:120],
        seat=seat,
        name=player.name if player else "",
        house=player.house if player else None,
        short=next(house.short for house in state.scenario.houses if house.id == player.house) if player else "",
        players=tuple((each.id, f"{names[each.house]}: {each.name}") for each in everybody(state)),
        form=kind.by_hand.draw(state, seat, fields) if seat is not None else None,
        versions=tuple(_versions(state, kind, rows, [], taken_in)),
        is_taken_in=taken_in,
        double_entry=state.scenario.settings.double_entry,
        reason=(fields.get("reason") or [""])[0][:300],
        command_id=uuid4(),
        css=kind.by_hand.css,
    )
