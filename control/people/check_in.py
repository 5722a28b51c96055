"""Check-in: who is here, who is late, who is new, whose phone is lost; and who sits in which room."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

import segno
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from control import registry
from control.clock.views import room_or_404
from control.day.people import asked as people
from control.day.people.choosing import barred, usual_table
from control.day.state import Marks, Presence, Stage
from control.desks.command import initial
from control.desks.frame import PEOPLE_DESKS, Look, Part, draw_page, look, regions, register
from control.desks.press import Place, Said, answered, give, question, tap
from control.engine.context import CHECK_IN
from control.engine.ids import SeatId
from control.engine.language import say, say_count
from control.engine.words import Spoken
from control.journal.stories import commands_of
from control.journal.story import lines_of, may_withdraw, withdrawn_by
from control.live import live
from control.models import Seat as SeatRow
from control.people import access, events, forms
from control.people.access import DeskPass, desk_or_404
from control.sheets import sheets
from control.sheets.nudges import noun_of
from control.watch.addresses import for_phones
from rooms.realm.game.state import GameState, Seat
from rooms.realm.game.view import PersonView, person_view
from rooms.realm.scenario.ids import HouseId, Room
from rooms.realm.scenario.schema import Province
from rooms.realm.words import DESK_OF, ROOM_NAMES

MARKS = Spoken(forms.MARKS)
ROWS = 200  # players that the list shows at once; search finds everybody


# --- the list -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseCount:
    """How many of a House are here."""

    house: HouseId
    name: str
    short: str
    here: int
    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRow:
    """A player on the check-in list, with what the team remembers of the person."""

    person: PersonView
    marks: Marks


@dataclass(frozen=True, slots=True, kw_only=True)
class ListView:
    """The check-in list: those the filter leaves, at most so many `rows`; `more` stand below, `further` shows the next of them."""

    people: tuple[PersonRow, ...]
    rows: int
    more: int
    further: str
    hidden: int
    left: tuple[PersonView, ...]
    marks: tuple[tuple[Presence, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressView:
    """How far check-in is, by House and in all."""

    houses: tuple[HouseCount, ...]
    here: int
    of: int
    late: int
    absent: int
    expected: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LastMark:
    """The newest command of the check-in list that this desk may take back; `seq` 0 when there is none."""

    label: str
    seq: int


def list_view(seen: Look) -> ListView:
    """The players the filter leaves, by House and rank; those who left come last."""
    asked = forms.FilterForm(seen.query)
    asked.is_valid()
    words, house, mark = (asked.cleaned_data.get(name, "") for name in ("q", "house", "mark"))
    state = seen.state
    stayed = [seat for each in state.scenario.houses for seat in people.members(state, each.id)]
    gone = [seat for seat in state.seats.values() if seat.presence is Presence.GONE]

    def wanted(seat: Seat) -> bool:
        return (
            (not words or plain(words) in plain(f"{seat.name} {seat.character} {seat.marks.note}"))
            and (not house or seat.house == house)
            and (not mark or seat.presence.value == mark or (mark in forms.REMEMBERED and getattr(seat.marks, mark)))
        )

    shown = [seat for seat in stayed if wanted(seat)]
    left = [seat for seat in gone if wanted(seat)]
    rows = rows_asked(seen)
    further = urlencode({**{name: asked.cleaned_data.get(name, "") for name in ("q", "house", "mark")}, "rows": rows + ROWS})
    return ListView(
        people=tuple(PersonRow(person=person_view(state, seat), marks=seat.marks) for seat in shown[:rows]),
        rows=rows,
        more=max(len(shown) - rows, 0),
        further=f"{seen.address('people')}?{further}",
        hidden=len(stayed) + len(gone) - len(shown) - len(left),
        left=tuple(person_view(state, seat) for seat in left),
        marks=tuple((mark, words) for mark, words in MARKS.items() if mark is not Presence.EXPECTED),
    )


def rows_asked(seen: Look) -> int:
    """How many rows the page shows: as many as one hall has, and more as long as somebody asks for more."""
    asked = seen.query.get("rows", "")
    return max(int(asked), ROWS) if asked.isascii() and asked.isdigit() and len(asked) <= 5 else ROWS


def plain(words: str) -> str:
    """A name as it is typed in a hurry: without accents, in small letters."""
    spread = unicodedata.normalize("NFKD", words.replace("ø", "o").replace("Ø", "O").replace("ł", "l").replace("Ł", "L"))
    return " ".join("".join(letter for letter in spread if not unicodedata.combining(letter)).casefold().split())


def progress_view(seen: Look) -> ProgressView:
    """How many are here."""
    state = seen.state
    houses = []
    for house in state.scenario.houses:
        members = people.members(state, house.id)
        here = sum(seat.here for seat in members)
        houses.append(HouseCount(house=house.id, name=house.name, short=house.short, here=here, of=len(members)))
    marks = [seat.presence for seat in state.seats.values()]
    return ProgressView(
        houses=tuple(houses),
        here=sum(house.here for house in houses),
        of=sum(house.of for house in houses),
        late=marks.count(Presence.LATE),
        absent=marks.count(Presence.ABSENT),
        expected=marks.count(Presence.EXPECTED),
    )


def last_mark(seen: Look) -> LastMark:
    """The newest command of the check-in list that still stands."""
    lines = lines_of(seen.door.event.stream)
    taken = withdrawn_by(lines)
    for group in commands_of(lines):
        first = group[0]
        if first.chapter in ("people", "roster") and first.actor.startswith("staff:") and first.seq not in taken:
            mine = may_withdraw(first, seen.door.desks)
            return LastMark(label=first.label, seq=first.seq if mine else 0)
    return LastMark(label="", seq=0)


register(
    people=Part(
        template="control/desk/_people.html",
        topics=("people",),
        shape=list_view,
        desks=PEOPLE_DESKS,
        also="input from:#people-filter delay:200ms, change from:#people-filter",
        include="#people-filter, #people-rows",
    ),
    last_mark=Part(template="control/desk/_last_mark.html", topics=("people",), shape=last_mark, desks=PEOPLE_DESKS),
    progress=Part(template="control/desk/_progress.html", topics=("people",), shape=progress_view, desks=PEOPLE_DESKS),
)


# --- pages --------------------------------------------------------------------------------------------------------------


@require_GET
def check_in(request: HttpRequest, event_id: int) -> HttpResponse:
    """The check-in list."""
    return check_in_page(request, desk_or_404(request, event_id, *PEOPLE_DESKS))


def check_in_page(request: HttpRequest, door: DeskPass, said: Said | None = None) -> HttpResponse:
    """The check-in list, with what became of a press."""
    seen = look(request, door)
    filters = forms.FilterForm(request.GET)
    filters.is_valid()
    context = {
        "said": said,
        "houses": seen.state.scenario.houses,
        "filters": filters.cleaned_data,
        "marks": filters.fields["mark"].choices,  # type: ignore[attr-defined]
        **regions(seen, "people", "progress", "last_mark"),
    }
    return draw_page(request, "control/desk/people.html", seen, "people", context)


HERE = Place(address="desk:people", tab="people", draw=check_in_page)


@require_POST
def mark(request: HttpRequest, event_id: int) -> HttpResponse:
    """One tap: here, late or absent."""
    return tap(request, desk_or_404(request, event_id, *PEOPLE_DESKS), forms.MarkForm(request.POST), HERE, "people")


# --- one player ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomChoice:
    """A room or table where a player may be seated, and what bars it."""

    place: str
    name: str
    is_now: bool
    bar: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperLink:
    """A sheet that this desk may enter for the player."""

    title: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView:
    """One player as the check-in desk sees one."""

    person: PersonView
    joined: bool  # a code has been issued
    issue: int
    month: int
    rooms: tuple[RoomChoice, ...]
    may_seat: bool
    may_leave: bool
    marks: Marks
    saw_flags: str  # the marks as the form was drawn with them: "10" is a first-timer with a phone
    others: bool  # is there anybody to change places with?
    papers: tuple[PaperLink, ...]


def seat_or_404(state: GameState, seat: str) -> Seat:
    """The player of that id.

    Raises:
        Http404: there is none.
    """
    found = state.seats.get(SeatId(seat))
    if found is None:
        raise Http404(say("No such player."))
    return found


def row_or_404(door: DeskPass, seat: SeatId) -> SeatRow:
    """The seat's row, which holds the join code.

    Raises:
        Http404: there is none.
    """
    events.add_missing_seats(door.event)
    row = SeatRow.objects.filter(event=door.event, key=seat).first()
    if row is None:
        raise Http404(say("No such seat."))
    return row


def player_view(seen: Look, seat: Seat) -> PlayerView:
    """One player, and where one may be seated."""
    state, row = seen.state, row_or_404(seen.door, seat.id)
    return PlayerView(
        person=person_view(state, seat),
        joined=row.code_hash is not None,
        issue=row.issue,
        month=state.clock.month,
        rooms=tuple(room_choices(state, seat)),
        may_seat=seen.sits_at(CHECK_IN) and state.clock.stage is Stage.PLAYING and seat.here,
        may_leave=seat.presence is not Presence.GONE,
        marks=seat.marks,
        saw_flags=f"{seat.marks.first_timer:d}{seat.marks.phoneless:d}",
        others=any(each.id != seat.id and each.presence is not Presence.GONE for each in state.seats.values()),
        papers=tuple(paper_links(seen, seat)),
    )


def paper_links(seen: Look, seat: Seat) -> list[PaperLink]:
    """Where this desk enters a sheet for a player: of the room that the player chose, at that room's desk."""
    room = people.choice_of(seen.state, seat)
    return [
        PaperLink(title=noun_of(kind), address=f"{address}?seat={seat.id}")
        for kind in registry.sheet_kinds(seen.state.REALM).values()
        if kind.room == room and kind.by_hand is not None and seen.sits_at(kind.desk)
        for address in (seen.address("paper-sheet", kind.kind),)
    ]


def room_choices(state: GameState, seat: Seat) -> list[RoomChoice]:
    """The rooms, and the tables of those that have any."""
    now = people.choice_of(state, seat)
    found: list[RoomChoice] = []
    for room in Room:
        if registry.has_tables(state.REALM, room):
            at = seat.table if now == room else None
            tables = state.tables_for(seat, room)
            near = [province for province in state.scenario.provinces if province.id in tables]
            found += (_room_choice(state, seat, room, province, is_now=at == province.id) for province in near)
        else:
            found.append(_room_choice(state, seat, room, None, is_now=now == room))
    return found


def _room_choice(state: GameState, seat: Seat, room: str, table: Province | None, *, is_now: bool) -> RoomChoice:
    bar = barred(state, seat, room, table.id if table else "")
    return RoomChoice(
        place=f"{room} {table.id}" if table else room,
        name=f"{ROOM_NAMES[room]}, {table.name}" if table else ROOM_NAMES[room],
        is_now=is_now,
        bar=bar.why if bar else "",
    )


@require_GET
def player(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """One player: what may be done besides the three marks."""
    door = desk_or_404(request, event_id, *PEOPLE_DESKS)
    return _player(request, door, seat)


def _player(request: HttpRequest, door: DeskPass, seat: str, said: Said | None = None) -> HttpResponse:
    seen = look(request, door)
    shown = player_view(seen, seat_or_404(seen.state, seat))
    form = forms.RoomForm(initial=initial(month=seen.state.clock.month), seat=SeatId(seat), realm=seen.state.REALM)
    return question(request, door, "control/desk/_player.html", {"player": shown, "form": form}, HERE, said)


@require_POST
def seat_in_room(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Seat a player in a room, also during Action."""
    door = desk_or_404(request, event_id, CHECK_IN)
    seen = look(request, door)
    found = seat_or_404(seen.state, seat)
    said = give(door, forms.RoomForm(request.POST, seat=found.id, realm=seen.state.REALM, provinces=seen.state.scenario.provinces))
    if said.done:
        return answered(request, door, said, HERE, "people")
    return _player(request, door, seat, said)


@require_http_methods(["GET", "POST"])
def leave(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """A player leaves for good, after a question that says who inherits."""
    door = desk_or_404(request, event_id, *PEOPLE_DESKS)
    state = look(request, door).state
    found = seat_or_404(state, seat)
    said = None
    if request.method == "POST":
        said = give(door, forms.LeaveForm(request.POST, seat=found.id))
        if said.done:
            return answered(request, door, said, HERE, "people")
    context = {
        "player": person_view(state, found),
        "happens": leaving(state, found),
        "form": forms.LeaveForm(initial=initial(), seat=found.id),
    }
    return question(request, door, "control/desk/_leave.html", context, HERE, said)


def leaving(state: GameState, seat: Seat) -> tuple[str, ...]:
    """What leaving does (R-03)."""
    stay = [each for each in people.members(state, seat.house) if each.id != seat.id]
    below = [each.name for each in stay if each.rank > seat.rank]
    purse = say("{power} Power and {count} Favors", power=seat.purse.power, count=len(seat.purse.favors))
    heir = (
        say("The purse ({purse}) goes to {name}.", purse=purse, name=stay[0].name)
        if stay
        else say("Nobody of the House is left to take the purse ({purse}).", purse=purse)
    )
    up = say("No rank changes.")
    if below:
        up = say_count("{names} move up one rank.", "{names} move up one rank.", len(below), names=", ".join(below))
    return (heir, up, say("A player who has left cannot be marked again; the join code stays valid until a new one is given."))


@require_http_methods(["GET", "POST"])
def walk_in(request: HttpRequest, event_id: int) -> HttpResponse:
    """Somebody on no list: a name, a House, and the join code at once."""
    door = desk_or_404(request, event_id, *PEOPLE_DESKS)
    houses = look(request, door).state.scenario.houses
    form, said = forms.WalkInForm(initial=initial(), houses=houses), None
    if request.method == "POST":
        form = forms.WalkInForm(request.POST, houses=houses)
        before = frozenset(look(request, door).state.seats)
        said = give(door, form)
        if said.done:
            return _welcome(request, door, before, form.cleaned_data["name"])
    return question(request, door, "control/desk/_walk_in.html", {"form": form, "houses": houses}, HERE, said)


def _welcome(request: HttpRequest, door: DeskPass, before: frozenset[SeatId], name: str) -> HttpResponse:
    """The new player's code; a second tap that changed nothing shows where to find it."""
    door.event.stream.refresh_from_db()
    state = look(request, door).state
    added = [seat for key, seat in state.seats.items() if key not in before]
    if not added:
        said = Said(
            kind="refused",
            sentence=say("{name} is on the list already; give a new code there if the first was not seen.", name=name.strip()),
        )
        context = {"form": forms.WalkInForm(initial=initial(), houses=state.scenario.houses), "houses": state.scenario.houses}
        return question(request, door, "control/desk/_walk_in.html", context, HERE, said)
    row = row_or_404(door, added[0].id)
    return _show_code(request, door, added[0], access.issue_code(row))


@require_http_methods(["GET", "POST"])
def new_code(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """A lost phone: a new code, shown once; the old device is out."""
    door = desk_or_404(request, event_id, *PEOPLE_DESKS)
    found = seat_or_404(look(request, door).state, seat)
    row = row_or_404(door, found.id)
    said = None
    if request.method == "POST":
        form = forms.CodeForm(request.POST)
        code = _issue(row, form.cleaned_data["issue"]) if form.is_valid() else ""
        if code:
            live.throw_out(door.event.pk, found.id)
            return _show_code(request, door, found, code)
        row.refresh_from_db()
        said = Said(
            kind="stale",
            sentence=say("{name} has been given a new code meanwhile. Give another only if it was lost.", name=found.name),
        )
    context = {
        "player": person_view(look(request, door).state, found),
        "joined": row.issue > 0,
        "form": forms.CodeForm(initial={"issue": row.issue}),
    }
    return question(request, door, "control/desk/_new_code.html", context, HERE, said)


def _issue(row: SeatRow, seen: int) -> str:
    """The new code; empty when another one was issued since the form was drawn."""
    with transaction.atomic():
        locked = SeatRow.objects.select_for_update().get(pk=row.pk)
        return access.issue_code(locked) if locked.issue == seen else ""


@require_POST
def marks(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """What the team remembers of a person: a first-timer, no phone, a note."""
    door = desk_or_404(request, event_id, *PEOPLE_DESKS)
    found = seat_or_404(look(request, door).state, seat)
    said = give(door, forms.MarksForm(request.POST, seat=found.id))
    if said.done:
        return answered(request, door, said, HERE, "people")
    return _player(request, door, seat, said)


@require_POST
def uncheck(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """A check-in that was a mistake: the player is expected again."""
    door = desk_or_404(request, event_id, *PEOPLE_DESKS)
    seat_or_404(look(request, door).state, seat)
    said = give(door, forms.MarkForm(request.POST))
    if said.done:
        return answered(request, door, said, HERE, "people")
    return _player(request, door, seat, said)


@require_http_methods(["GET", "POST"])
def substitute(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Somebody else plays this character from now on, with a new code: the phone of the one before is out."""
    door = desk_or_404(request, event_id, *PEOPLE_DESKS)
    found = seat_or_404(look(request, door).state, seat)
    row = row_or_404(door, found.id)
    form = forms.SubstituteForm(initial=initial(before=found.name, issue=row.issue), seat=found.id)
    said = None
    if request.method == "POST":
        form = forms.SubstituteForm(request.POST, seat=found.id)
        said = give(door, form)
        if said.done:
            return _new_people(request, door, said, ((found.id, form.cleaned_data["issue"]),))
    context = {"player": person_view(look(request, door).state, found), "form": form}
    return question(request, door, "control/desk/_substitute.html", context, HERE, said)


@require_http_methods(["GET", "POST"])
def swap(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Two persons change places, both with new codes: a phone must not stay where its person no longer is."""
    door = desk_or_404(request, event_id, *PEOPLE_DESKS)
    state = look(request, door).state
    found = seat_or_404(state, seat)
    row = row_or_404(door, found.id)
    others = [each for house in state.scenario.houses for each in people.members(state, house.id) if each.id != found.id]
    form = forms.SwapForm(initial=initial(before=found.name, issue=row.issue), seat=found.id, others=others)
    said = None
    if request.method == "POST":
        # The second press of a double tap names people who have changed places already: it is the desk that knows it.
        names = {each.id: each for each in others}
        form = forms.SwapForm(request.POST, seat=found.id, others=others)
        chosen = request.POST.get("other", "").partition(" ")[0]
        said = give(door, form)
        if said.done and chosen in names:
            other = row_or_404(door, SeatId(chosen))
            return _new_people(request, door, said, ((found.id, form.cleaned_data["issue"]), (SeatId(chosen), other.issue)))
    context = {"player": person_view(state, found), "form": form, "others": tuple(person_view(state, each) for each in others)}
    return question(request, door, "control/desk/_swap.html", context, HERE, said)


def _new_people(request: HttpRequest, door: DeskPass, said: Said, seats: Sequence[tuple[SeatId, int]]) -> HttpResponse:
    """New codes for seats that somebody else has taken, for all or, when one was given a code meanwhile, for none.

    Who has no phone gets none; the old phones are out all the same.
    """
    door.event.stream.refresh_from_db()
    state = look(request, door).state
    shown = []
    with transaction.atomic():
        rows = {row.key: row for row in SeatRow.objects.select_for_update().filter(event=door.event, key__in=dict(seats))}
        if any(rows[seat].issue != issue for seat, issue in seats):
            return answered(request, door, said, HERE, "people")
        for seat, _issue_seen in seats:
            if state.seats[seat].marks.phoneless:
                access.issue_code(rows[seat])  # which nobody is told: only the old one must be worthless
            else:
                shown.append(code_view(request, state, state.seats[seat], access.issue_code(rows[seat])))
    for seat, _issue_seen in seats:
        live.throw_out(door.event.pk, seat)
    if not shown:
        return answered(request, door, said, HERE, "people")
    response = question(request, door, "control/desk/_codes.html", {"codes": tuple(shown), "done": said.sentence}, HERE)
    response.headers["HX-Trigger"] = '{"people": "", "journal": ""}'
    return response


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeView:
    """A join code on the one screen that ever shows it; `address` is the door at which it is typed."""

    name: str
    house: HouseId
    short: str
    code: str
    address: str
    qr: str


def code_view(request: HttpRequest, state: GameState, seat: Seat, code: str) -> CodeView:
    """A fresh code as it is shown once."""
    short = next(house.short for house in state.scenario.houses if house.id == seat.house)
    address = for_phones(request, reverse("control:link", args=[code]))
    at = for_phones(request, "/")
    return CodeView(name=seat.name, house=seat.house, short=short, code=access.shown(code), address=at, qr=qr_svg(address))


def _show_code(request: HttpRequest, door: DeskPass, seat: Seat, code: str) -> HttpResponse:
    shown = code_view(request, look(request, door).state, seat, code)
    response = question(request, door, "control/desk/_code.html", {"code": shown}, HERE)
    response.headers["HX-Trigger"] = '{"people": "", "journal": ""}'
    return response


def qr_svg(words: str) -> str:
    """A QR code as an SVG to put into a page."""
    return str(segno.make(words, error="m").svg_inline(scale=6, border=3, dark="#000", light="#fff", omitsize=True))


# --- who sits in which room ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomPerson:
    """A player on a room's list: in it or elsewhere, with a sheet in time or without."""

    person: PersonView
    elsewhere: str
    sent: bool
    bar: str
    marks: Marks


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomPeopleView:
    """Who is in a room, who has chosen nothing, who is elsewhere."""

    room: str
    name: str
    month: int
    playing: bool
    there: tuple[RoomPerson, ...]
    nowhere: tuple[RoomPerson, ...]
    elsewhere: tuple[RoomPerson, ...]
    has_sheets: bool


def room_people_view(seen: Look, room: str) -> RoomPeopleView:
    """The people of one room this month."""
    state, month = seen.state, seen.state.clock.month
    kinds = [kind.kind for kind in registry.sheet_kinds(seen.state.REALM).values() if kind.room == room]
    sent = frozenset(seat for kind in kinds for seat in sheets.sent(seen.event_id, kind, month))

    def row(seat: Seat) -> RoomPerson:
        choice = people.choice_of(state, seat)
        bar = barred(state, seat, room, usual_table(state, seat, room))
        return RoomPerson(
            person=person_view(state, seat),
            elsewhere=ROOM_NAMES[choice] if choice and choice != room else "",
            sent=seat.id in sent,
            bar=bar.why if bar else "",
            marks=seat.marks,
        )

    here = [seat for each in state.scenario.houses for seat in people.members(state, each.id) if seat.here]
    return RoomPeopleView(
        room=room,
        name=ROOM_NAMES[room],
        month=month,
        playing=state.clock.stage is Stage.PLAYING,
        there=tuple(row(seat) for seat in here if people.choice_of(state, seat) == room),
        nowhere=tuple(row(seat) for seat in here if people.choice_of(state, seat) is None),
        elsewhere=tuple(row(seat) for seat in here if people.choice_of(state, seat) not in (None, room)),
        has_sheets=bool(kinds),
    )


def _room_part(room: str) -> Part:
    return Part(
        template="control/desk/_room_people.html",
        topics=("people", "sheets", "clock"),
        shape=lambda seen: room_people_view(seen, room),
        desks=frozenset({DESK_OF[room], CHECK_IN}),
    )


register(**{f"seats_{room}": _room_part(room) for room in Room})


@require_GET
def room_people(request: HttpRequest, event_id: int, room: str) -> HttpResponse:
    """Who is in a room, and who can be seated there."""
    at = room_or_404(room)
    return room_people_page(request, desk_or_404(request, event_id, DESK_OF[at], CHECK_IN), at)


def room_people_page(request: HttpRequest, door: DeskPass, room: str, said: Said | None = None) -> HttpResponse:
    """The room's list, with what became of a press."""
    seen = look(request, door)
    context = {"said": said, "title": ROOM_NAMES[room], "seats": regions(seen, f"seats_{room}")[f"seats_{room}"]}
    return draw_page(request, "control/desk/room_people.html", seen, room, context)


@require_POST
def seat_here(request: HttpRequest, event_id: int, room: str) -> HttpResponse:
    """Seat a player in this room."""
    at = room_or_404(room)
    door = desk_or_404(request, event_id, DESK_OF[at], CHECK_IN)

    def page(request: HttpRequest, door: DeskPass, said: Said | None) -> HttpResponse:
        return room_people_page(request, door, at, said)

    place = Place(address="desk:room-people", tab=at, draw=page, rest=(at,))
    return tap(request, door, forms.SeatHereForm(request.POST, room=at), place, "people")
