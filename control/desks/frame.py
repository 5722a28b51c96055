"""Frame of every page of the control team, and the live regions of a page."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, Final, Generic, TypeAlias, TypeVar
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.functional import SimpleLazyObject
from msgspec import Struct

from control import registry, system_time
from control.day import rulings
from control.day.clock.view import waiting_words_for
from control.day.desk_tasks import DeskTask, age_of, waiting_times_of_viewer
from control.day.records import Ruling
from control.day.state import DayState
from control.day.view import ClockView, calls_waiting, clock_view, hurt_place
from control.desks.tabs import DeskTab, desk_address, further, tabs
from control.engine.ids import DeskId
from control.engine.records import replace
from control.engine.viewer import NOBODY
from control.journal import journal
from control.journal.corrections import remember_topics
from control.models import Stream
from control.people.access import DeskPass
from control.phone.pages import WHOSE, account_page, page_of
from control.regions import kinds
from control.regions.kinds import AWAKE, DeskRegion
from control.regions.region import LiveRegion, RegionScreen, live_region
from control.regions.sight import Sight
from control.watch.preflight_lines import AGAIN, watch_event, watch_of
from control.watch.preflight_lines import TOPIC as WATCH

DESK: Final = RegionScreen(prefix="part", alone=True)
ALWAYS: Final = ("rulings", AWAKE)  # any region may cite a rule, and show a new ruling on it

Answer = TypeVar("Answer")
State_co = TypeVar("State_co", bound=DayState, covariant=True)


class DeskPageFrame(Struct, frozen=True, kw_only=True):
    """The frame around a page: event, signed-in person, navigation and time."""

    event_id: int
    event_name: str
    name: str
    desks: tuple[str, ...]
    desk_words: str
    tabs: tuple[DeskTab, ...]
    further: tuple[DeskTab, ...]  # rarely needed pages, in a folded menu
    further_names: str
    bar: LiveRegion
    matters: LiveRegion
    page: str  # name of this page
    styles: tuple[str, ...]  # stylesheets that the game's questions need
    scripts: tuple[str, ...]
    here: LiveRegion
    attention: LiveRegion | None  # players of this room who need a visit; None outside rooms' desks
    guide: LiveRegion | None  # next step for a person who learns a desk; None outside rehearsals
    keeper: LiveRegion | None  # who keeps this desk, people or bots, with a switch; None outside rehearsals


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskSight(Generic[State_co]):
    """One request of a member of the control team: pass, state as these desks may see it, time and query.

    `is_answer`: it sent a form, so its address cannot be opened as a page.
    """

    door: DeskPass
    sight: Sight[State_co]
    seq: int
    now: datetime
    query: QueryDict
    is_answer: bool = False
    topics: set[str] = field(default_factory=set, repr=False)  # topics that its regions have shown so far
    _answers: dict[Callable[[Any], Any], Any] = field(default_factory=dict, init=False, repr=False)

    def once(self, ask: Callable[[Any], Answer]) -> Answer:
        """The answer to a question shared by several regions of a page, computed once, on first use."""
        if ask not in self._answers:
            self._answers[ask] = ask(self)
        answer: Answer = self._answers[ask]
        return answer

    def with_query(self, query: QueryDict) -> DeskSight[State_co]:
        """The same request with another query."""
        return dataclasses.replace(self, query=query)

    def remember(self) -> None:
        """Remember that this member has seen these topics, for the undo page."""
        remember_topics(self.door.event.stream.key, self.door.name, self.seq, self.topics)

    @property
    def event_id(self) -> int:
        return self.door.event.pk

    def sits_at(self, *desks: DeskId) -> bool:
        """Does this person sit at one of these desks, or at the organizer's?"""
        return self.door.actor.sits_at(frozenset(desks))

    def address(self, name: str, *rest: object) -> str:
        """The address of a page or form of this event."""
        return reverse(f"desk:{name}", args=[self.event_id, *rest])


Look: TypeAlias = DeskSight[DayState]


def look(request: HttpRequest, door: DeskPass) -> Look:
    """Read the event's head for this request."""
    head = journal.head(door.event.stream)
    sight = Sight(head.state, door.viewer)
    return DeskSight(
        door=door, sight=sight, seq=head.seq, now=system_time.now(), query=request.GET, is_answer=request.method == "POST"
    )


def region(seen: Look, name: str) -> LiveRegion:
    """One region with its current content."""
    kind = kinds.named(seen.sight.realm, name)
    if kind is None:
        raise KeyError(name)
    topics = (*kind.topics, *kind.topics_asked(seen))
    seen.topics.update(topics)
    address = seen.address("part", kind.slug)
    return live_region(DESK, kind, kind.view(seen), address=address, topics=(*topics, *ALWAYS), now=seen.now)


def regions(seen: Look, *names: str) -> Mapping[str, LiveRegion]:
    """Several regions by name."""
    return {name: region(seen, name) for name in names}


_brought: Final[dict[str, None]] = {}  # by the actions that rooms add to other desks


def register_styles(*files: str) -> None:
    """Add stylesheets to every page of the desks, for questions that a room asks at other desks."""
    _brought.update(dict.fromkeys(files))


def frame(seen: Look, here: str) -> DeskPageFrame:
    """The frame of the page called `here`."""
    realm = registry.realm(seen.sight.realm)
    seldom = further(seen.door, here)
    return DeskPageFrame(
        event_id=seen.event_id,
        event_name=seen.door.event.name,
        name=seen.door.name,
        desks=tuple(sorted(desk for desk in seen.door.desks)),
        desk_words=", ".join(seen.sight.frame.desk_word(desk) for desk in sorted(seen.door.desks)),
        tabs=tabs(seen.door, here),
        further=seldom,
        further_names=", ".join(tab.name for tab in seldom),
        bar=region(seen, "bar"),
        matters=region(seen, "matters"),
        page=here,
        styles=(*realm.desk.styles, *_brought),
        scripts=realm.desk.scripts,
        here=company_at(seen, here),
        attention=attention_at(seen, here) if here in seen.sight.frame.room_ids else None,
        guide=_region_with_query(seen, "guide", page=here) if seen.door.event.rehearses_id is not None else None,
        keeper=_region_with_query(seen, "keeper", page=here) if seen.door.event.rehearses_id is not None else None,
    )


def company_at(seen: Look, here: str) -> LiveRegion:
    """The region of members present, for the page called `here`, which its address names."""
    return _region_with_query(seen, "here", page=here)


def attention_at(seen: Look, room: str) -> LiveRegion:
    """The region of players in this room who need a visit."""
    return _region_with_query(seen, "attention", room=room)


def _region_with_query(seen: Look, name: str, **named: str) -> LiveRegion:
    """A region with further query parameters in its address."""
    query = seen.query.copy()
    for key, value in named.items():
        query[key] = value
    shown = region(seen.with_query(query), name)
    return replace(shown, address=f"{shown.address}?{urlencode(named)}")


def room_address(seen: Look, room: str) -> str:
    """The address of a room's own desk; "" if it has none."""
    return desk_address(seen.sight.realm, seen.event_id, room)


class TopBarView(Struct, frozen=True, kw_only=True):
    """The bar at the top of every page. `held`: who delays the end of the month. `age`: how long the oldest matter has waited."""

    clock: ClockView
    when: str  # "Month 3"; empty before the first
    seq: int
    now: datetime
    calls: int
    hurt: str | None  # place of an injured person to whom nobody goes; "" if unknown
    matters: int
    age: str
    held: str
    overview: str
    red: int  # failing lines of the preflight page that concern this person
    preflight: str


def bar_view(seen: Look) -> TopBarView:
    """The content of the bar: month, phase, time, what delays the month, and how much waits for this person."""
    clock, since = seen.sight.public(clock_view), seen.sight.view(waiting_times_of_viewer)
    watch = watch_of(seen.event_id, seen.now)
    watch_event(seen.event_id)
    return TopBarView(
        clock=clock,
        when=seen.sight.frame.round_title(clock.month) if clock.month else "",
        seq=seen.seq,
        now=seen.now,
        calls=seen.sight.view(calls_waiting),
        hurt=seen.sight.view(hurt_place),
        matters=len(since) + len(matters_to_check(seen)),
        age=age_of(seen.now - min(since)) if since else "",
        held=seen.sight.view(waiting_words_for),
        overview=seen.address("overview"),
        red=watch.red if seen.sits_at() else watch.everywhere,
        preflight=seen.address("preflight"),
    )


kinds.register(
    DeskRegion(
        name="bar",
        template="control/desk/_bar.html",
        topics=("clock", "calls", "decisions", "hand-offs", WATCH),
        view=bar_view,
        also=AGAIN,
    )
)


def matters_to_check(seen: Look, *desks: DeskId) -> tuple[DeskTask, ...]:
    """Matters that the game and its rooms want checked now, at these desks or this person's."""
    found = list(game_matters_to_check(seen))
    for name, room in registry.rooms(seen.sight.realm).items():
        for each in seen.sight.view(room.desk.waiting) if room.desk.waiting is not None else ():
            found.append(replace(each, place=f"{room_address(seen, name)}{each.page}#{DESK.prefix}-{each.place}"))
    return tuple(each for each in found if (each.desk in desks if desks else seen.sits_at(each.desk)))


def game_matters_to_check(seen: Look) -> tuple[DeskTask, ...]:
    """Tasks of the game itself, without its rooms, for this person; the overview shows them."""
    waits, overview = registry.realm(seen.sight.realm).desk.waiting, seen.address("overview")
    found = seen.sight.view(waits) if waits is not None else ()
    return tuple(replace(each, place=f"{overview}#{DESK.prefix}-{each.place}") for each in found if seen.sits_at(each.desk))


def rulings_of(event_id: int) -> tuple[Ruling, ...]:
    """The rulings in force in an event."""
    stream = Stream.objects.defer("state").filter(event__pk=event_id).first()
    return Sight(journal.head(stream).state, NOBODY).public(rulings.rulings_in_force) if stream else ()


def is_fragment(request: HttpRequest) -> bool:
    """Does htmx request a fragment, rather than a browser a page?"""
    return "HX-Request" in request.headers and "HX-Boosted" not in request.headers


def draw_page(
    request: HttpRequest, template: str, seen: Look, here: str, context: Mapping[str, object], status: int = 200
) -> HttpResponse:
    """Draw a whole page with its frame."""
    whose = account_page(seen.door.name)
    whole = {
        **context,
        "event_id": seen.event_id,
        "frame": frame(seen, here),
        "page": page_of(seen.door.event, seen.sight, "control", whose),
    }
    seen.remember()
    response = draw(request, template, whole, status)
    response.headers[WHOSE] = whose.mark
    return response


def draw(request: HttpRequest, template: str, context: Mapping[str, object], status: int = 200) -> HttpResponse:
    """Draw a page or fragment of the control team; nothing may cache it. Rules cited in it show their rulings."""
    event_id = context.get("event_id")
    kinds = SimpleLazyObject(partial(rulings_of, event_id)) if isinstance(event_id, int) else ()
    response = render(request, template, {"rulings": kinds, **context}, status=status)
    response.headers["Cache-Control"] = "no-store"
    patch_vary_headers(response, ("HX-Request", "Cookie"))
    return response
