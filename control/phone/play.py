"""The phone: one page of small live regions, and what a player presses.

A phone asks for everything with one request and says which version of each region it shows; what has not changed is not sent
again, so a form is left alone while its owner writes in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from http import HTTPStatus
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from control import registry
from control.day.recall import Same
from control.day.state import Presence, Stage
from control.day.view import ClockView, NoticeView
from control.desks.command import CommandForm, fresh
from control.desks.matter_forms import TeamAnswerForm
from control.engine.language import say
from control.engine.modules import Invalidation
from control.engine.refused import Refused
from control.hall.faces import ClockFace, clock_face
from control.journal import desk, journal, rows, seen
from control.journal.amends import Amends, on_phone
from control.live import delivery, live
from control.models import Sheet
from control.people import join
from control.people.access import SeatPass, seat_or_404, seat_pass
from control.phone.calls import CallPanel, call_panel
from control.phone.forms import CallForm, MeetForm, RoomForm, SettleForm, UnderstoodForm
from control.phone.fragments import digest_of
from control.phone.pages import page_of
from control.phone.questions import Questions, questions
from control.phone.situation import RoomsView, Situation, rooms_view, situation
from control.registry import Panel
from control.sheets import kept_views as kept
from control.sheets.closing import EVENT, Closing, closing_of
from control.sheets.nudges import nudge_words
from rooms.realm.game.state import GameState
from rooms.realm.game.strips import DEADLY
from rooms.realm.game.view import FavorView, HouseView, LawView, OwnView, SharedView, StripView, view_shared
from rooms.realm.scenario.ids import Phase
from rooms.realm.screens.holdings import BuildingsPanel, InForce, PurseView, buildings, in_force, purse
from rooms.realm.screens.throne import ThroneView, throne_news, throne_view
from rooms.realm.words import ROOM_NAMES

SHEETS_SHOWN = 40
TOPICS = ("awake", "clock", "strip", "team", "news", "calls", "laws", "sheet", "decisions", "buildings")  # besides the rooms' own


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A panel with its digest, by which its text is found."""

    panel: Panel
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """One live piece of the phone. `seen` names the version of what it shows; `refused` is what a rule just said here."""

    name: str
    template: str
    panel: object
    seen: str
    kept: Kept | None = None  # where it may be drawn once for all who show the same
    refused: Refused | None = None
    typed: Mapping[str, str] = field(default_factory=dict)
    command_id: UUID = field(default_factory=fresh)


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Something beside the main game that a player can go to from the phone; `address` is the name of an address."""

    name: str
    address: str


_links: dict[str, Link] = {}


def register_link(link: Link) -> None:
    """Let every phone show a way there. Called once by the app that it leads to."""
    _links[link.address] = link


@dataclass(frozen=True, slots=True, kw_only=True)
class StripPanel:
    """The own status strip; `hearts` says of each of a life's three whether it is still whole."""

    strip: StripView
    power: int
    favors: int
    hearts: tuple[bool, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPanel:
    """The clock of the phone, and the room's step beside it in Action.

    `due` is the own sheet of which nothing has been sent in time, while that step runs with whose end it closes.
    """

    face: ClockFace
    step: str
    due: Closing | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpousePanel:
    """The meeting of spouses in Planning (R-15)."""

    month: int
    spouse: str
    met: bool
    open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """One revision of an own sheet with its receipt."""

    room: str
    month: int
    revision: int
    received_at: datetime
    late: bool
    newest: bool
    how: str  # "" for one that was sent, else how it came


@dataclass(frozen=True, slots=True, kw_only=True)
class MePanel:
    """What belongs to this player alone. `seals` is where the seals stand, once there is one."""

    strip: StripView
    line: str
    favors: tuple[FavorView, ...]
    sheets: tuple[SheetRow, ...]
    seals: str
    over: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One look of a player at the game: everything a region may need, fetched once."""

    door: SeatPass
    state: GameState
    shared: SharedView
    own: OwnView
    house: HouseView
    now: datetime
    amends: Amends
    rows: tuple[Sheet, ...]  # the newest of the own sheets, without what is in them

    @property
    def clock(self) -> ClockView:
        return self.shared.clock


def look(door: SeatPass) -> Seen:
    """What this player may know now; that it is about to be shown is remembered."""
    head, now = journal.head(door.event.stream), timezone.now()
    state = head.state
    shared = view_shared(state, door.viewer)
    if shared.own is None or shared.house is None:
        raise LookupError(f"seat {door.seat} stands in no state")
    amends = on_phone(door, shared.house.house, head.seq, now)
    return Seen(
        door=door,
        state=state,
        shared=shared,
        own=shared.own,
        house=shared.house,
        now=now,
        amends=amends,
        rows=tuple(rows.receipts_of(door.event.pk, door.seat, SHEETS_SHOWN)),
    )


# --- regions ------------------------------------------------------------------------------------------------------------


def _strip(seen: Seen) -> StripPanel:
    own = seen.own
    hearts = tuple(heart >= own.strip.wounds for heart in reversed(range(DEADLY)))
    return StripPanel(strip=own.strip, power=own.power, favors=len(own.favors), hearts=hearts)


def _clock(seen: Seen) -> ClockPanel:
    room = seen.clock.rooms.get(seen.own.choice) if seen.own.choice and seen.clock.phase == Phase.ACTION else None
    return ClockPanel(
        face=clock_face(seen.clock, seen.now),
        step=room.step_name if room else "",
        due=_due(seen),
    )


def _due(seen: Seen) -> Closing | None:
    """When a sheet of the chosen room closes, if that is the thing to do now and the clock above does not say it already."""
    app = registry.rooms(seen.state.REALM).get(seen.own.choice) if seen.own.choice else None
    for kind in app.sheets if app else ():
        window = kind.window(seen.state, seen.door.seat)
        closes = closing_of(seen.state, kind, window, seen.now)
        if closes is None or closes.hands is None or closes.clock == EVENT:
            continue
        if not any((row.kind, row.month) == (kind.kind, window.month) and not (row.late or row.pending) for row in seen.rows):
            return closes
    return None


def _now(seen: Seen) -> Situation:
    windows = {name: kind.window(seen.state, seen.door.seat) for name, kind in registry.sheet_kinds(seen.state.REALM).items()}
    told = situation(seen.state, seen.clock, seen.own)
    check = _seals(seen) if seen.clock.stage is Stage.OVER else ""
    return replace(told, open_sheets=tuple(name for name, window in windows.items() if window.open), seals=check)


def _spouse(seen: Seen) -> SpousePanel:
    planning = seen.clock.stage is Stage.PLAYING and seen.clock.phase == Phase.PLANNING
    return SpousePanel(
        month=seen.clock.month,
        spouse=seen.own.strip.spouse,
        met=seen.own.met_spouse,
        open=planning and seen.own.married,
    )


def _decisions(seen: Seen) -> Questions:
    return questions(seen.state, seen.door.seat)


def _rooms(seen: Seen) -> RoomsView:
    return rooms_view(seen.state, seen.state.seats[seen.door.seat])


def _me(seen: Seen) -> MePanel:
    own = seen.own
    return MePanel(
        strip=own.strip,
        line=own.line,
        favors=own.favors,
        sheets=tuple(_sheet_rows(seen)),
        seals=_seals(seen),
        over=seen.clock.stage is Stage.OVER,
    )


def _seals(seen: Seen) -> str:
    return reverse("control:seals", args=[seen.door.event.pk]) if seen.state.seals else ""


def _sheet_rows(seen: Seen) -> Iterator[SheetRow]:
    kinds = registry.sheet_kinds(seen.state.REALM)
    before: tuple[int, str] | None = None
    for row in seen.rows:
        kind = kinds.get(row.kind)
        newest = (row.month, row.kind) != before
        before = (row.month, row.kind)
        yield SheetRow(
            room=ROOM_NAMES[kind.room] if kind else row.kind,
            month=row.month,
            revision=row.revision,
            received_at=row.received_at,
            late=row.late,
            newest=newest,
            how=_how(row),
        )


def _how(row: Sheet) -> str:
    if row.entered_by:
        return say("from paper, by {name}", name=row.entered_by)
    return say("your last draft") if row.source == "draft" else ""


def _house(seen: Seen) -> HouseView:
    return seen.house


def _laws(seen: Seen) -> tuple[LawView, ...]:
    return seen.shared.laws


def _throne(seen: Seen) -> ThroneView:
    return throne_view(seen.state, seen.door.seat)


def _reign(seen: Seen) -> ThroneView | None:
    return throne_news(seen.state, seen.door.seat)


def _news(seen: Seen) -> tuple[NoticeView, ...]:
    return seen.shared.notices


def _call(seen: Seen) -> CallPanel:
    return call_panel(seen.own)


def _amends(seen: Seen) -> Amends:
    return seen.amends


def _purse(seen: Seen) -> PurseView:
    return purse(seen.state, seen.door.seat)


def _buildings(seen: Seen) -> BuildingsPanel:
    return buildings(seen.state, seen.door.seat)


def _standing(seen: Seen) -> InForce:
    return in_force(seen.state, seen.door.seat)


SHAPES: Mapping[str, Callable[[Seen], object]] = {
    "amends": _amends,
    "strip": _strip,
    "clock": _clock,
    "now": _now,
    "reign": _reign,
    "spouse": _spouse,
    "decisions": _decisions,
    "rooms": _rooms,
    "me": _me,
    "house": _house,
    "throne": _throne,
    "laws": _laws,
    "news": _news,
    "call": _call,
    "purse": _purse,
    "buildings": _buildings,
    "standing": _standing,
}


def regions_of(seen: Seen) -> dict[str, Region]:
    """Every region of the phone by its name."""
    found = {name: region_of(name, _panel(name, shape(seen))) for name, shape in SHAPES.items()}
    found["sheet"] = region_of("sheet", _sheet_panel(seen))
    found["map"] = region_of("map", _map_panel(seen))
    found["results"] = region_of("results", _results_panel(seen))
    return found


def _panel(name: str, shown: object) -> Panel:
    version = _repr(Same(shown)) if name in OF_MANY else ""
    return Panel(template=f"control/_play_{name}.html", panel=shown, version=version)


OF_MANY = frozenset({"house", "laws"})  # the same object for all whom it is shown to, as long as it is so
MOVING = frozenset({"clock", "sheet"})  # the hands of a clock are in them: they are drawn for every look


@lru_cache(maxsize=128)
def _repr(same: Same) -> str:
    return repr(same.thing)


def _sheet_panel(seen: Seen) -> Panel:
    """What the room chosen this month puts on the phone."""
    playing = seen.clock.stage is Stage.PLAYING and seen.own.strip.presence is Presence.PRESENT
    if not playing or seen.own.choice is None:
        return EMPTY
    app = registry.rooms(seen.state.REALM).get(seen.own.choice)
    panels = tuple(kind.phone(seen.door.event.pk, seen.state, seen.door.seat, None) for kind in app.sheets) if app else ()
    if len(panels) > 1:
        return Panel(template="control/_play_panels.html", panel=panels)
    return panels[0] if panels else EMPTY


def _results_panel(seen: Seen) -> Panel:
    """What every room tells this player of the own sheets."""
    if seen.clock.stage is Stage.GATHERING:
        return EMPTY
    apps = [app for _room, app in sorted(registry.rooms(seen.state.REALM).items())]
    panels = tuple(app.results(seen.door.event.pk, seen.state, seen.door.seat) for app in apps if app.results is not None)
    return Panel(template="control/_play_panels.html", panel=panels)


def _map_panel(seen: Seen) -> Panel:
    """The map as this player may see it."""
    for app in registry.rooms(seen.state.REALM).values():
        if app.chart is not None:
            return app.chart(seen.door.event.pk, seen.state, seen.door.seat)
    return EMPTY


EMPTY = Panel(template="control/_play_empty.html", panel=None)


def region_of(name: str, panel: Panel, *, refused: Refused | None = None) -> Region:
    """A region that shows this panel."""
    digest = digest_of(panel)
    return Region(
        name=name,
        template=panel.template,
        panel=panel.panel,
        seen=f"{name}:{digest[:VERSION]}",
        kept=None if name in MOVING or refused else Kept(panel=panel, digest=digest),
        refused=refused,
    )


VERSION = 12  # letters of a digest that a phone sends back for each region


# --- pages --------------------------------------------------------------------------------------------------------------


@ensure_csrf_cookie
@never_cache
@require_safe
def play(request: HttpRequest) -> HttpResponse:
    """The phone's one page; a phone that has not joined is led to the door, which says why."""
    door = seat_pass(request)
    if door is None:
        return HttpResponseRedirect(reverse("control:join"))
    return draw(request, door)


@never_cache
@require_safe
def fresh_regions(request: HttpRequest) -> HttpResponse:
    """The regions that have changed since this phone drew them; 204 when none has."""
    door = seat_pass(request)
    if door is None:
        return out(request)
    return changed(request, look(door), request.GET.getlist("seen"))


def draw(request: HttpRequest, door: SeatPass, replaced: Mapping[str, Region] | None = None, status: int = 200) -> HttpResponse:
    """The whole page, with some regions as a refusal left them."""
    seen = look(door)
    context = {
        "page": page_of(door.event, seen.state, "player"),
        "regions": {**regions_of(seen), **(replaced or {})},
        "title": seen.own.strip.name,
        "house": seen.own.strip.team,
        "topics": " ".join((*TOPICS, *_once(app.topics for app in registry.rooms(seen.state.REALM).values()))),
        "scripts": _once(app.scripts for app in registry.rooms(seen.state.REALM).values()),
        "styles": _once(app.styles for app in registry.rooms(seen.state.REALM).values()),
        "links": tuple(replace(each, name=say(each.name)) for each in _links.values()),
        "beside": join.other_person(request),
        "nudges": nudge_words(seen.state),
    }
    return kept.mark(request, render(request, "control/play.html", context, status=status))


def _once(found: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """Each of these once, in their order."""
    return tuple(dict.fromkeys(each for some in found for each in some))


def changed(
    request: HttpRequest, seen: Seen, known: list[str], replaced: Mapping[str, Region] | None = None, status: int = 200
) -> HttpResponse:
    """Only the regions whose version the phone does not show, to be swapped each in its place."""
    found = {**regions_of(seen), **(replaced or {})}
    news = [region for region in found.values() if region.seen not in known or region.refused]
    if not news and status == HTTPStatus.OK:
        return kept.mark(request, HttpResponse(status=HTTPStatus.NO_CONTENT))
    return kept.mark(request, render(request, "control/_play_fresh.html", {"regions": news}, status=status))


def out(request: HttpRequest) -> HttpResponse:
    """The answer to a phone that is not joined any more: go to the door, which says why."""
    response = HttpResponse(status=HTTPStatus.NOT_FOUND)
    response.headers["HX-Redirect"] = reverse("control:join")
    return response


# --- what a player presses ----------------------------------------------------------------------------------------------


@never_cache
@require_POST
def choose_room(request: HttpRequest) -> HttpResponse:
    """The room for the month."""
    door = seat_or_404(request)
    return press(request, door, RoomForm(request.POST, seat=door.seat, realm=door.event.stream.engine), "rooms")


@never_cache
@require_POST
def meet_spouse(request: HttpRequest) -> HttpResponse:
    """The couple has met."""
    door = seat_or_404(request)
    return press(request, door, MeetForm(request.POST, seat=door.seat), "spouse")


@never_cache
@require_POST
def decide(request: HttpRequest) -> HttpResponse:
    """What the own House answers."""
    door = seat_or_404(request)
    return press(request, door, TeamAnswerForm(request.POST, seat=door.seat), "decisions")


@never_cache
@require_POST
def understood(request: HttpRequest) -> HttpResponse:
    """The corrections have been read."""
    door = seat_or_404(request)
    form = UnderstoodForm(request.POST)
    if form.is_valid():
        seen.understood(door.event.stream.key, seen.seat_key(door.seat), form.cleaned_data["seq"])
    return answer(request, door, "amends")


@never_cache
@require_safe
def notice_shown(request: HttpRequest, notice: int) -> HttpResponse:
    """This phone shows every announcement up to this one."""
    door = seat_or_404(request)
    newest = max((each.id for each in journal.head(door.event.stream).state.notices), default=0)
    delivery.shown(door.event.stream.key, door.seat, min(notice, newest))
    if delivery.is_news(door.event.stream.key):
        live.nudge(door.event.pk, [Invalidation(topic="delivery", to="staff")])
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@never_cache
@require_POST
def settle_call(request: HttpRequest) -> HttpResponse:
    """Nobody needs to come any more."""
    door = seat_or_404(request)
    return press(request, door, SettleForm(request.POST, seat=door.seat), "call")


@never_cache
@require_POST
def call_control(request: HttpRequest) -> HttpResponse:
    """Somebody of the control team, please."""
    door = seat_or_404(request)
    return press(request, door, CallForm(request.POST, seat=door.seat), "call")


def press(
    request: HttpRequest, door: SeatPass, form: CommandForm, name: str, again: Callable[[Seen], object] | None = None
) -> HttpResponse:
    """Give the form's command, and answer with what has changed; a refusal is said in the region it was pressed in.

    `again` shapes that region with what was typed, where `typed` alone cannot say it.
    """
    refused = _given(door, form)
    door.event.stream.refresh_from_db()
    if refused is None:
        return answer(request, door, name)
    status = HTTPStatus.CONFLICT if refused.code == "stale" else HTTPStatus.UNPROCESSABLE_ENTITY
    seen = look(door)
    region = replace(regions_of(seen)[name], kept=None, refused=refused, typed=_typed(form))
    if again is not None:
        region = replace(region, panel=again(seen))
    return answer(request, door, name, {name: region}, status)


def answer(
    request: HttpRequest, door: SeatPass, name: str, replaced: Mapping[str, Region] | None = None, status: int = 200
) -> HttpResponse:
    """To htmx the regions that have changed; to a plain browser the page, or the way back to it."""
    if request.htmx:  # type: ignore[attr-defined]
        return changed(request, look(door), request.POST.getlist("seen"), replaced, status)
    if status == HTTPStatus.OK:
        return HttpResponseRedirect(f"{reverse('control:play')}#{SECTION.get(name, 'now')}")
    return draw(request, door, replaced, status)


SECTION = {"call": "call", "purse": "house", "buildings": "house"}


def _given(door: SeatPass, form: CommandForm) -> Refused | None:
    if not form.is_valid():
        return Refused(form.first_error())
    try:
        desk.perform(stream_id=door.event.stream_id, command=form.command(), by=door.actor, command_id=form.id_of_command())
    except Refused as no:
        return no
    return None


def _typed(form: CommandForm) -> dict[str, str]:
    return {name: str(form.data.get(name, "")) for name in form.fields if not form.fields[name].widget.is_hidden}
