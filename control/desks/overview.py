"""Overview of the day: every room, the timetable, calls, and the last commands."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST
from msgspec import Struct

from control import registry
from control.day.clock.view import DayView, day_view, room_view
from control.day.desk_tasks import age_of, waiting_times_at
from control.day.sheets import count_sheets
from control.day.view import CallView, RoomClockView, call_views, clock_view
from control.desks.announcements import CallAnswerForm, announce_form
from control.desks.frame import Look, draw, draw_page, look, matters_to_check, region, regions, room_address
from control.desks.presses import PressAnswer, PressPlace, carry_out_and_answer
from control.engine.language import later, say
from control.engine.modules import desks_of
from control.equal_length import pad_response
from control.journal.story import CommandStory, lines_of, newest
from control.live.presence import TOPIC
from control.people.access import DeskPass, desk_or_404, events_of, rehearsals_of
from control.people.presence import here_view
from control.regions import kinds as known
from control.regions.kinds import DeskRegion, register
from control.regions.region import LiveRegion
from control.sheets import sheets

LAST_LINES = 6
MOST_PARTS = 60  # regions in one request; no page has as many
NO_REGION = later("No such region.")


class RoomRow(Struct, frozen=True, kw_only=True):
    """One room, or one of its tables with a clock of its own.

    It shows the step and its time, sheets received of those expected, and the time to spare at the end of the phase.
    """

    clock: RoomClockView
    address: str  # of its desk, "" if this viewer may not open it
    there: int
    sheets_in: int
    sheets_expected: int
    has_sheets: bool
    spare: timedelta | None  # time left in the phase after the room's last step; None while rooms have no steps
    steps_left: int
    begins: str  # words for what its steps begin with
    matters: int  # matters and decisions that wait at its desk, and hand-offs not yet taken over
    age: str


def room_rows(seen: Look) -> tuple[RoomRow, ...]:
    """A row for each played room, or for each of its tables with a clock of its own; the first has the room's matters."""
    rooms = tuple(seen.sight.public(clock_view).rooms.values())
    return tuple(_room_row(seen, each, first=not at or rooms[at - 1].room != each.room) for at, each in enumerate(rooms))


def _room_row(seen: Look, clock: RoomClockView, *, first: bool) -> RoomRow:
    room, table = clock.room, clock.table
    now = seen.sight.view(room_view, room, seen.now, table)
    desk, month = seen.sight.frame.desk_of(room), seen.sight.public(clock_view).month
    kinds = tuple(kind for kind in registry.sheet_kinds(seen.sight.realm).values() if kind.room == room)
    since = seen.sight.view(waiting_times_at, desk) if first else ()
    sent = frozenset(seat for kind in kinds for seat in sheets.seats_sent(seen.event_id, kind.kind, month))
    papers = seen.sight.view(count_sheets, kinds, sent, table)
    return RoomRow(
        clock=clock,
        address=room_address(seen, room) if seen.sits_at(desk) else "",
        there=len(now.there),
        sheets_in=papers.sent,
        sheets_expected=papers.expected,
        has_sheets=bool(kinds),
        spare=now.spare,
        steps_left=now.steps_left,
        begins=seen.sight.frame.said("steps-begin"),
        matters=len(since) + len(matters_to_check(seen, desk)),
        age=age_of(seen.now - min(since)) if since else "",
    )


def day_region(seen: Look) -> DayView:
    """The day compared with its timetable."""
    return seen.sight.public(day_view, seen.now)


class CallsView(Struct, frozen=True, kw_only=True):
    """The calls for Control: waiting ones (injuries first), those in progress, and the last settled ones."""

    waiting: tuple[CallView, ...]
    going: tuple[CallView, ...]
    settled: tuple[CallView, ...]
    now: datetime


def calls_view(seen: Look) -> CallsView:
    """The calls for Control."""
    calls = seen.sight.view(call_views)
    opened = [call for call in calls if not call.ended]
    return CallsView(
        waiting=tuple(call for call in opened if not call.answered_by),
        going=tuple(call for call in opened if call.answered_by),
        settled=tuple(sorted((call for call in calls if call.ended), key=lambda call: -call.id)[:3]),
        now=seen.now,
    )


def last_lines(seen: Look) -> tuple[CommandStory, ...]:
    """The newest commands of the journal."""
    return newest(lines_of(seen.door.event.stream), seen.door.desks, LAST_LINES)


register(
    DeskRegion(
        name="rooms",
        template="control/desk/_rooms.html",
        topics=("clock", "people", "sheets", "decisions", "hand-offs"),
        view=room_rows,
    ),
    DeskRegion(name="day", template="control/desk/_day.html", topics=("clock",), view=day_region),
    DeskRegion(name="calls", template="control/desk/_calls.html", topics=("calls",), view=calls_view),
    DeskRegion(name="last", template="control/desk/_last.html", topics=("journal",), view=last_lines),
    DeskRegion(name="here", template="control/desk/_here.html", topics=(TOPIC, "clock"), view=here_view),
)


# --- pages --------------------------------------------------------------------------------------------------------------


@require_GET
def events(request: HttpRequest) -> HttpResponse:
    """Redirect to the account's only event, or list its events; ask visitors to sign in."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    found, copies = events_of(request.user), rehearsals_of(request.user)
    if len(found) == 1 and not copies:
        return HttpResponseRedirect(reverse("desk:overview", args=[found[0].pk]))
    return draw(request, "control/desk/events.html", {"events": found, "rehearsals": copies, "leads_to": "desk:overview"})


@require_GET
def overview(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the overview, for every desk."""
    return overview_page(request, desk_or_404(request, event_id))


def overview_page(request: HttpRequest, door: DeskPass, said: PressAnswer | None = None) -> HttpResponse:
    """Draw the overview; `said` is the result of a press."""
    seen = look(request, door)
    parts = regions(seen, "rooms", "day", "calls", "attention", "counts", "last", "notices", "news_waiting")
    own = registry.realm(seen.sight.realm).desk
    above, below = (
        tuple(region(seen, name) for name in names if _is_for_own_desks(seen, name)) for names in (own.overview, own.below)
    )
    context = {"said": said, "announce": announce_form(seen), "own": above, "below": below, **parts}
    return draw_page(request, "control/desk/overview.html", seen, "overview", context)


def _is_for_own_desks(seen: Look, name: str) -> bool:
    """Is this region of the game for one of this person's desks?"""
    kind = known.named(seen.sight.realm, name)
    desks = desks_of(kind.desks, seen.sight.frame) if kind is not None else frozenset()
    return not desks or seen.sits_at(*desks)


HERE = PressPlace(address="desk:overview", tab="overview", draw=overview_page)


@require_GET
def part(request: HttpRequest, event_id: int, name: str) -> HttpResponse:
    """Return one live region for its wrapper; its answer, too, hides by its length whether a press has changed anything (R-144)."""
    door = desk_or_404(request, event_id)
    kind = _kind_for(door, name)
    if kind is None:
        raise Http404(say(NO_REGION))
    seen = look(request, door)
    shown = region(seen, kind.name)
    seen.remember()
    return pad_response(draw(request, "control/desk/_part.html", {"region": shown, "event_id": event_id}))


@require_GET
def parts(request: HttpRequest, event_id: int) -> HttpResponse:
    """Return those live regions of a page that differ from the versions it shows, and name those that are not for this person.

    Each `part` is a region's name with the query of its own address, each `seen` a version. All answers have equal length, because
    whether a press has changed anything may be a secret.
    """
    door = desk_or_404(request, event_id)
    asked = request.GET.getlist("part")
    if len(asked) > MOST_PARTS:
        raise Http404(say(NO_REGION))
    seen = look(request, door)
    sights: dict[str, Look] = {}  # by query: regions with the same query share their answers
    shown: list[LiveRegion] = []
    refused: list[str] = []
    for each in asked:
        name, _mark, query = each.partition("?")
        kind = _kind_for(door, name)
        if kind is None:
            refused.append(name)
            continue
        if query not in sights:
            sights[query] = seen.with_query(QueryDict(query))
        shown.append(region(sights[query], kind.name))
    if not shown:
        raise Http404(say(NO_REGION))
    seen.remember()
    context = {"regions": shown, "refused": refused, "seen": frozenset(request.GET.getlist("seen")), "event_id": event_id}
    return pad_response(draw(request, "control/desk/_parts.html", context))


def _kind_for(door: DeskPass, name: str) -> DeskRegion | None:
    """The kind of region of this name; None if there is none for this person."""
    kind = known.named(door.event.stream.engine, name)
    meant = desks_of(kind.desks, door.frame) if kind is not None else frozenset()
    return None if meant and not door.actor.sits_at(meant) else kind


@require_POST
def answer(request: HttpRequest, event_id: int) -> HttpResponse:
    """Take, release or end a player's call."""
    door = desk_or_404(request, event_id)
    return carry_out_and_answer(request, door, CallAnswerForm(request.POST), HERE, "calls")
