"""Paper: badges, blank and filled sheets, status strips, law tablets, and the state now, to go on from without computers.

Each print shows what its opener may know and no more: prints are made from the same views as the desks' pages. No print names a
Favor card in a hand (R-135), the text of a Rumor, or a sheet that is still sealed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

import segno
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from control import registry
from control.day import rulings
from control.day.decisions.asking import waiting
from control.day.handoffs import untaken
from control.day.people import asked as people
from control.day.people.present import PRESENCE_WORDS
from control.day.state import HandOff, Ruling, Stage
from control.day.timetable import last_month
from control.day.view import ClockView, clock_view
from control.desks.frame import HOUSE_DESKS, PEOPLE_DESKS, Further, Look, draw, draw_page, look, register_page
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.live import live
from control.models import Seat as SeatRow
from control.people import access, events
from control.people.access import DeskPass, desk_or_404, events_of
from control.phone.pages import page_of
from control.printing import forms
from control.registry import FilledSheet, Panel, SheetKind
from control.sheets.paper_mark import mark, read_mark
from control.sheets.seal_views import SealLine, line_of
from control.watch.addresses import for_phones
from rooms.realm.desks import DESK_NAMES
from rooms.realm.game.effects.asked import is_over
from rooms.realm.game.standing import BuildingView, EffectView, building_view, effect_view
from rooms.realm.game.state import GameState, Seat
from rooms.realm.game.treasury.purses import house_power
from rooms.realm.game.view import PersonView, StripView, person_view, strip_view
from rooms.realm.scenario.ids import HouseId, Phase
from rooms.realm.screens.standing import LawRow, law_row
from rooms.realm.words import PHASE_NAMES, ROOM_NAMES

register_page(Further(page="print", name=later("Print"), address="print:menu"))


# --- what every print has -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What stands at the head of every page of paper: which event, what, as of when."""

    title: str
    event: str
    when: str  # "Month 3, Planning"
    seq: int  # of the journal: which of two prints is the newer one
    paper: str
    papers: tuple[tuple[str, str], ...]


def when_words(state: GameState) -> str:
    """Month and phase as they are printed."""
    clock = state.clock
    if clock.stage is Stage.PLAYING and clock.phase is not None:
        return say("Month {month}, {phase}", month=clock.month, phase=PHASE_NAMES[clock.phase])
    return say("Before the day") if clock.stage is Stage.GATHERING else say("After the day")


def paper(
    request: HttpRequest, seen: Look, template: str, title: str, context: Mapping[str, Any], status: int = HTTPStatus.OK
) -> HttpResponse:
    """A print: kept by nothing on the way, for it may hold what is not everybody's."""
    head = Head(
        title=title,
        event=seen.door.event.name,
        when=when_words(seen.state),
        seq=seen.seq,
        paper=forms.PaperSizeForm(request.GET or request.POST).size(),
        papers=tuple((size, say(words)) for size, words in forms.PAPERS),
    )
    whole = {
        **context,
        "head": head,
        "now": seen.now,
        "event_id": seen.event_id,
        "page": page_of(seen.door.event, seen.state, "control"),
        "again": request.GET.copy() if request.method == "GET" else None,
    }
    response = render(request, template, whole, status=status)
    response.headers["Cache-Control"] = "no-store"
    return response


def told(request: HttpRequest, sentence: str) -> HttpResponse:
    """Why there is nothing to print, or to do with a printed sheet."""
    response = render(request, "control/sentence.html", {"sentence": sentence}, status=HTTPStatus.CONFLICT)
    response.headers["Cache-Control"] = "no-store"
    return response


def qr(words: str) -> str:
    """A QR code as an SVG for paper."""
    return str(segno.make(words, error="m").svg_inline(scale=4, border=2, dark="#000", light="#fff", omitsize=True))


# --- what may be printed ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class KindLine:
    """A kind of sheet, and whether this person may print the filled ones now."""

    kind: str
    title: str
    room: str
    may_fill: bool
    sealed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Menu:
    """What this person may print."""

    badges: bool
    state: bool
    kinds: tuple[KindLine, ...]
    month: int
    months: tuple[int, ...]
    seals: bool
    houses: tuple[tuple[str, str], ...]
    phoneless: tuple[StripView, ...]


@require_safe
def door(request: HttpRequest) -> HttpResponse:
    """What may be printed of the event that this account works in; of which one, where there are several."""
    found = events_of(request.user)
    if not found:
        raise Http404("No event of yours.")
    if len(found) == 1:
        return HttpResponseRedirect(reverse("print:menu", args=[found[0].pk]))
    return draw(request, "control/desk/events.html", {"events": found, "leads_to": "print:menu"})


@require_safe
def menu(request: HttpRequest, event_id: int) -> HttpResponse:
    """What may be printed, by whoever asks."""
    return _menu(request, desk_or_404(request, event_id))


def _menu(request: HttpRequest, door: DeskPass, refused: str = "") -> HttpResponse:
    seen = look(request, door)
    state = seen.state
    shown = Menu(
        badges=seen.sits_at(*PEOPLE_DESKS),
        state=seen.sits_at(*HOUSE_DESKS),
        kinds=tuple(
            KindLine(
                kind=name,
                title=say(on_paper.title),
                room=ROOM_NAMES[kind.room],
                may_fill=seen.sits_at(kind.desk),
                sealed=on_paper.filled(state) is None,
            )
            for name, (kind, on_paper) in registry.printable(state.REALM).items()
        ),
        month=sheet_month(state),
        months=tuple(range(1, last_month(state) + 1)),
        seals=bool(state.seals),
        houses=tuple((house.id, house.name) for house in state.scenario.houses),
        phoneless=tuple(strip_view(state, seat) for seat in everybody(state) if seat.marks.phoneless),
    )
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    return draw_page(request, "control/print/menu.html", seen, "print", {"menu": shown, "refused": refused}, status)


def everybody(state: GameState) -> tuple[Seat, ...]:
    """All who have not left, by House and rank."""
    return tuple(seat for house in state.scenario.houses for seat in people.members(state, house.id))


def sheet_month(state: GameState) -> int:
    """The month that sheets are written for next: this one until its Planning is over, then the one after."""
    clock = state.clock
    if clock.stage is Stage.GATHERING or clock.phase is None:
        return 1
    over = clock.phase in (Phase.MOVEMENT, Phase.ACTION, Phase.RETURN)
    return min(clock.month + over, last_month(state))


# --- badges -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class BadgeLine:
    """A player on the list of badges: how many codes have been given out, and the one that the form would replace."""

    strip: StripView
    issue: int
    has_code: bool
    phoneless: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Badge:
    """One badge. `qr` and `code` are empty where a badge has no code: a player without a phone, or a badge for the looks."""

    strip: StripView
    qr: str = ""
    code: str = ""
    address: str = ""
    phoneless: bool = False


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def badges(request: HttpRequest, event_id: int) -> HttpResponse:
    """Badges. Codes are stored as hashes, so a badge with a code is printed when the code is made, and the answer is the print."""
    door = desk_or_404(request, event_id, *PEOPLE_DESKS)
    if request.method == "POST":
        return _made_badges(request, door)
    events.add_missing_seats(door.event)
    seen = look(request, door)
    if "plain" in request.GET:
        plain = tuple(Badge(strip=strip_view(seen.state, seat)) for seat in everybody(seen.state))
        return paper(request, seen, "control/print/badges.html", say("Badges without codes"), {"badges": plain, "left_out": ()})
    return _badge_list(request, seen)


def _badge_list(request: HttpRequest, seen: Look, refused: str = "") -> HttpResponse:
    rows = {row.key: row for row in seen.door.event.seats.all()}
    lines = tuple(
        BadgeLine(
            strip=strip_view(seen.state, seat),
            issue=rows[seat.id].issue,
            has_code=rows[seat.id].code_hash is not None,
            phoneless=seat.marks.phoneless,
        )
        for seat in everybody(seen.state)
        if seat.id in rows
    )
    context = {"lines": lines, "refused": refused, "papers": tuple((size, say(words)) for size, words in forms.PAPERS)}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    return draw_page(request, "control/print/badge_list.html", seen, "print", context, status)


def _made_badges(request: HttpRequest, door: DeskPass) -> HttpResponse:
    form = forms.BadgesForm(request.POST)
    seen = look(request, door)
    seats = [seat for seat in everybody(seen.state) if seat.id in form.seats]
    if form.broken or len(seats) != len(form.seats):
        return _badge_list(request, seen, say("This list is out of date or broken; look at it again."))
    if not seats:
        return _badge_list(request, seen, say("Tick whose badges are to be printed."))
    codes = _issued(door, {seat.id: form.seats[seat.id] for seat in seats if not seat.marks.phoneless})
    made = []
    for seat in seats:
        code = codes.get(seat.id, "")
        if not code and not seat.marks.phoneless:
            continue
        address = for_phones(request, reverse("control:link", args=[code])) if code else ""
        made.append(
            Badge(
                strip=strip_view(seen.state, seat),
                qr=qr(address) if code else "",
                code=access.shown(code) if code else "",
                address=for_phones(request, "/") if code else "",
                phoneless=seat.marks.phoneless,
            )
        )
    left_out = tuple(strip_view(seen.state, seat) for seat in seats if seat.id not in codes and not seat.marks.phoneless)
    return paper(request, seen, "control/print/badges.html", say("Badges"), {"badges": tuple(made), "left_out": left_out})


def _issued(door: DeskPass, wanted: Mapping[SeatId, int]) -> Mapping[SeatId, str]:
    """New codes for those whose code is still the one that the sender saw; a second press gives nobody a second code."""
    found: dict[SeatId, str] = {}
    out = []
    with transaction.atomic():
        for row in SeatRow.objects.select_for_update().filter(event=door.event, key__in=wanted).order_by("key"):
            if row.issue == wanted[SeatId(row.key)]:
                if row.issue:
                    out.append(row.key)
                found[SeatId(row.key)] = access.issue_code(row)
    for key in out:
        live.throw_out(door.event.pk, key)
    return found


# --- blank sheets -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankSheet:
    """A sheet to write on: whose it is (nobody's on a spare one) and the mark that ties it to its month."""

    strip: StripView | None
    own: HouseId | str
    mark: str
    qr: str


@require_safe
def sheets(request: HttpRequest, event_id: int) -> HttpResponse:
    """Blank sheets of one kind for one month, each with its mark."""
    door = desk_or_404(request, event_id)
    seen = look(request, door)
    state, kinds = seen.state, registry.printable(seen.state.REALM)
    form = forms.SheetsForm(
        request.GET,
        kinds=[(name, say(on_paper.title)) for name, (_kind, on_paper) in kinds.items()],
        houses=[(house.id, house.name) for house in state.scenario.houses],
        months=last_month(state),
    )
    if not form.is_valid():
        return _menu(request, door, form.sentence())
    asked = form.cleaned_data
    (kind, on_paper), month, who = kinds[asked["kind"]], asked["month"], asked["who"] or forms.EVERYBODY
    wanted = [seat for seat in everybody(state) if _wanted(seat, who)]
    blanks = [_blank(request, seen, kind, month, seat) for seat in wanted]
    blanks += [_blank(request, seen, kind, month, None) for _each in range(asked["spare"] or 0)]
    if not blanks:
        return _menu(request, door, say("There is nobody to print a sheet for."))
    title, room = say(on_paper.title), ROOM_NAMES[kind.room]
    shown = {"kind": kind.kind, "room": room, "title": title, "month": month, "form": on_paper.blank(state), "css": on_paper.css}
    whole = say("{sheets}, month {month}", sheets=title, month=month)
    return paper(request, seen, "control/print/sheets.html", whole, {**shown, "sheets": tuple(blanks)})


def _wanted(seat: Seat, who: str) -> bool:
    if who == forms.PHONELESS:
        return seat.marks.phoneless
    return who == forms.EVERYBODY or seat.house == who


def _blank(request: HttpRequest, seen: Look, kind: SheetKind, month: int, seat: Seat | None) -> BlankSheet:
    text = mark(seen.event_id, month, seat.id if seat else "", kind.kind)
    return BlankSheet(
        strip=strip_view(seen.state, seat) if seat else None,
        own=seat.house if seat else "",
        mark=text,
        qr=qr(for_phones(request, reverse("print:mark", args=[text]))),
    )


@never_cache
@require_safe
def marked(request: HttpRequest, text: str) -> HttpResponse:
    """Where the QR code of a sheet leads a tablet: to where it is entered, which refuses a sheet of another month."""
    found = read_mark(text)
    if found is None:
        raise Http404("No mark of ours.")
    door = desk_or_404(request, found.event)
    kind = registry.sheet_kinds(door.event.stream.engine).get(found.kind)
    if kind is None or kind.on_paper is None or not door.actor.sits_at(frozenset({kind.desk})):
        raise Http404("No mark of ours.")
    address = reverse("desk:paper-sheet", args=[door.event.pk, kind.kind])
    return HttpResponseRedirect(f"{address}?{urlencode({'mark': text.upper()})}")


# --- filled sheets ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """A player's sheet in words."""

    strip: StripView
    sheet: FilledSheet


@require_safe
def filled(request: HttpRequest, event_id: int, kind: str) -> HttpResponse:
    """The sheets of a kind once they are open to their desk, as a list of orders; until then nobody prints them."""
    seen = look(request, desk_or_404(request, event_id))
    kinds = registry.printable(seen.state.REALM)
    if kind not in kinds or not seen.sits_at(kinds[kind][0].desk):
        raise Http404("There is no such sheet.")
    known, on_paper = kinds[kind]
    found = on_paper.filled(seen.state)
    name, room = say(on_paper.title), ROOM_NAMES[known.room]
    title = say("{sheets} of month {month}", sheets=name, month=seen.state.clock.month)
    if found is None:
        return told(request, say("{sheets} are sealed until the {room} opens them.", sheets=name, room=room))
    order = {seat.id: at for at, seat in enumerate(everybody(seen.state))}
    own = sorted((sheet for sheet in found if sheet.seat in order), key=lambda sheet: order[sheet.seat])
    rows = tuple(Filled(strip=strip_view(seen.state, seen.state.seats[sheet.seat]), sheet=sheet) for sheet in own)
    return paper(request, seen, "control/print/filled.html", title, {"rows": rows, "room": room})


# --- strips, laws, the state now ----------------------------------------------------------------------------------------


@require_safe
def strips(request: HttpRequest, event_id: int) -> HttpResponse:
    """The status strips, to be cut out and worn: what is on everybody's badge anyway (GE-EVT-05)."""
    seen = look(request, desk_or_404(request, event_id))
    shown = tuple(strip_view(seen.state, seat) for seat in everybody(seen.state))
    context = {"strips": shown, "close": stands_closer(len(shown), forms.PaperSizeForm(request.GET).size())}
    return paper(request, seen, "control/print/strips.html", say("Status strips"), context)


STRIPS: Mapping[str, tuple[int, int]] = {"a4": (22, 24), "letter": (20, 22)}
"""How many strips a page of each size takes, and how many that stand closer; print.css has their heights."""


def stands_closer(strips: int, size: str) -> bool:
    """Does it save the page that would hold the last few strips alone?"""
    wide, close = STRIPS[size]
    return -(-strips // close) < -(-strips // wide)


@require_safe
def laws(request: HttpRequest, event_id: int) -> HttpResponse:
    """The law tablets, large enough for the wall."""
    seen = look(request, desk_or_404(request, event_id))
    tablets = tuple(law_row(seen.state, law) for law in sorted(seen.state.laws, key=lambda law: law.number))
    return paper(request, seen, "control/print/laws.html", say("Law tablets"), {"laws": tablets})


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonLine:
    """A player with what the control team may know."""

    person: PersonView
    room: str
    marks: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HousePart:
    """A House with its people."""

    name: str
    short: str
    power: int
    favors: int
    members: tuple[PersonLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomStand:
    """Where a room stands in its steps."""

    name: str
    step: str
    done: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Something that somebody must still decide or take over."""

    desk: str
    what: str
    choices: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StateNow:
    """Everything that the day goes on from, as far as this person may know it."""

    clock: ClockView
    rooms: tuple[RoomStand, ...]
    houses: tuple[HousePart, ...]
    laws: tuple[LawRow, ...]
    effects: tuple[EffectView, ...]
    buildings: tuple[BuildingView, ...]
    waiting: tuple[Waiting, ...]
    seals: tuple[SealLine, ...]
    rulings: tuple[Ruling, ...]
    discards: int
    deck: int
    boards: tuple[Panel, ...]
    standing: tuple[Panel, ...]  # what the rooms say beside the clock


@require_safe
def state_now(request: HttpRequest, event_id: int) -> HttpResponse:
    """The state now: enough to go on from paper."""
    seen = look(request, desk_or_404(request, event_id, *HOUSE_DESKS))
    return paper(request, seen, "control/print/state.html", say("The state now"), {"state": now_of(seen)})


def now_of(seen: Look) -> StateNow:
    """The state as the desks of the Houses know it. Hands are counts (R-135)."""
    state = seen.state
    clock = clock_view(state)
    return StateNow(
        clock=clock,
        rooms=tuple(
            RoomStand(name=room.name, step=room.step_name, done=tuple(step.name for step in room.steps if step.is_done))
            for room in clock.rooms.values()
        ),
        houses=tuple(_house_part(state, house.id, house.name, house.short) for house in state.scenario.houses),
        laws=tuple(law_row(state, law) for law in sorted(state.laws, key=lambda law: law.number)),
        effects=tuple(effect_view(state, each) for each in state.effects if not is_over(each, state.clock.month)),
        buildings=tuple(building_view(state, each, None, staff=True) for each in state.buildings),
        waiting=tuple(_waiting(seen)),
        seals=tuple(line_of(state, each) for each in state.seals),
        rulings=rulings.standing(state),
        discards=len(state.favor_discards),
        deck=len(state.favor_deck),
        boards=tuple(app.board(seen.event_id, state) for app in registry.rooms(state.REALM).values() if app.board is not None),
        standing=tuple(each.paper(state) for each in registry.standing(state.REALM)),
    )


def _house_part(state: GameState, house: HouseId, name: str, short: str) -> HousePart:
    seats = people.members(state, house)
    return HousePart(
        name=name,
        short=short,
        power=house_power(state, house),
        favors=sum(len(seat.purse.favors) for seat in seats),
        members=tuple(_person_line(state, seat) for seat in seats),
    )


def _person_line(state: GameState, seat: Seat) -> PersonLine:
    person = person_view(state, seat)
    table = next((each.name for each in state.scenario.provinces if each.id == seat.table), "")
    room = ROOM_NAMES[person.choice] if person.choice else ""
    marks = (say("no phone") if seat.marks.phoneless else "", "" if seat.here else PRESENCE_WORDS[seat.presence])
    return PersonLine(
        person=person,
        room=f"{room}, {table}" if table and person.choice and registry.has_tables(state.REALM, person.choice) else room,
        marks=", ".join(each for each in marks if each),
    )


def _waiting(seen: Look) -> Sequence[Waiting]:
    """The decisions and hand-offs of this person's desks."""
    found = [
        Waiting(
            desk=DESK_NAMES[each.desk], what=str(each.question), choices=" / ".join(str(option.words) for option in each.options)
        )
        for each in waiting(seen.state)
        if seen.sits_at(each.desk)
    ]
    return [*found, *(_handed(each) for each in untaken(seen.state) if seen.sits_at(each.origin, each.to))]


def _handed(each: HandOff) -> Waiting:
    what = say("From {desk}: {what}", desk=DESK_NAMES[each.origin], what=each.what)
    return Waiting(desk=DESK_NAMES[each.to], what=what, choices="")
