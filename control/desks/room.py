"""What the desks of the Court and the Underground have in common: the steps with one button, the room's clock, whose paper is in.

A desk counts papers and names their authors; what is in them it reads only when they have been taken in, from its own room.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from rooms.realm.words import DESK_OF, ROOM_NAMES

from control import registry
from control.clock.forms import EndStepForm, RoomPauseForm, TimeForm
from control.day import people
from control.day.clock.steps import steps_left
from control.desks.command import initial
from control.desks.frame import Look, Part, draw_page, look, regions, register
from control.desks.press import Place, Said, answered, give, question, tap
from control.engine.ids import SeatId, StepId
from control.engine.language import say
from control.journal.stories import commands_of
from control.journal.story import lines_of, may_withdraw, withdrawn_by
from control.people.access import DeskPass, desk_or_404
from control.people.check_in import LastMark
from control.registry import SheetKind
from control.sheets import sheets
from control.sheets.nudges import noun_of, nouns_of
from rooms.realm.game.state import GameState, Seat
from rooms.realm.game.view import RoomClockView, room_clock_view
from rooms.realm.papers.game.types import OpenedPaper
from rooms.realm.scenario.ids import HouseId, Phase, Room

OPEN_PHASES = (Phase.ACTION, Phase.RETURN)
TAKING_IN = StepId("updates")  # the step whose end takes the papers in


# --- the steps ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class StepLine:
    """One step of the list."""

    number: int
    name: str
    is_done: bool
    is_next: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StepsView:
    """The steps of a room and the one that may be ended. `side` alternates, so no button lies where the one before it lay."""

    room: Room
    name: str
    month: int
    phase: str
    clock: RoomClockView
    lines: tuple[StepLine, ...]
    step: StepId | None
    step_name: str
    hint: str
    then: str
    side: str
    is_open: bool
    takes_in: bool  # ending it takes the papers in, which cannot be taken back
    sent: int
    expected: int
    noun: str
    nouns: str
    end: str  # where the buttons are sent
    take_in: str
    time: str
    pause: str


def steps_view(seen: Look, room: Room) -> StepsView:
    """The steps of the room this month."""
    state, kind = seen.state, kind_of(room)
    clock, left = room_clock_view(state, room), steps_left(state, room)
    step = left[0] if left and state.clock.phase is not None else None
    at = next((number for number, each in enumerate(clock.steps) if each.id == step), len(clock.steps))
    shown = clock.steps[at] if at < len(clock.steps) else None
    rows = writers(seen, room)
    return StepsView(
        room=room,
        name=ROOM_NAMES[room],
        month=state.clock.month,
        phase=state.clock.phase.value if state.clock.phase else "",
        clock=clock,
        lines=tuple(
            StepLine(number=number, name=each.name, is_done=each.is_done, is_next=each.id == step)
            for number, each in enumerate(clock.steps, start=1)
        ),
        step=step,
        step_name=shown.name if shown else "",
        hint=shown.hint if shown else "",
        then=clock.steps[at + 1].name if at + 1 < len(clock.steps) else "",
        side="left" if at % 2 == 0 else "right",
        is_open=step is not None and state.clock.phase in OPEN_PHASES,
        takes_in=step == TAKING_IN,
        sent=sum(row.sent for row in rows),
        expected=sum(row.may_write for row in rows),
        noun=noun_of(kind),
        nouns=nouns_of(kind),
        **{name: reverse(f"{room.value}_desk:{name.replace('_', '-')}", args=[seen.event_id]) for name in BUTTONS},
    )


BUTTONS = ("end", "take_in", "time", "pause")


def kind_of(room: Room) -> SheetKind:
    """The kind of paper that is written for the room."""
    return next(kind for kind in registry.sheet_kinds().values() if kind.room is room and kind.paper is not None)


# --- who is there, and whose paper is in --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """A player in the room: whether one may write a paper this month, and whether it is here; never what is in it."""

    seat: SeatId
    name: str
    house: HouseId
    short: str
    rank: int
    may_write: bool
    sent: bool
    late: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WriterGroup:
    """The players at one table, or of the whole room."""

    title: str
    writers: tuple[Writer, ...]
    sent: int
    expected: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WritersView:
    """Who is in a room or expected there, by table where it has tables."""

    nouns: str
    there: int
    expected_words: str
    groups: tuple[WriterGroup, ...]
    people: str
    sheets: str


def writers(seen: Look, room: Room) -> tuple[Writer, ...]:
    """The players in the room, with whose paper is here."""
    state, kind, month = seen.state, kind_of(room), seen.state.clock.month
    sent = sheets.sent(seen.event_id, kind.kind, month)
    late = sheets.came_late(seen.event_id, kind.kind, month)
    shorts = {house.id: house.short for house in state.scenario.houses}
    return tuple(
        Writer(
            seat=seat.id,
            name=seat.name,
            house=seat.house,
            short=shorts[seat.house],
            rank=seat.rank,
            may_write=_may_write(kind, state, seat),
            sent=seat.id in sent,
            late=seat.id in late,
        )
        for seat in people.present_in(state, room)
    )


def _may_write(kind: SheetKind, state: GameState, seat: Seat) -> bool:
    assert kind.paper is not None
    return kind.paper.entitled(state, seat.id)


def writers_view(seen: Look, room: Room) -> WritersView:
    """Who is there, by table."""
    state, rows = seen.state, writers(seen, room)
    tables: Mapping[str, str] = {"": ""}
    if room is Room.UNDERGROUND:
        tables = {str(each.id): each.name for each in state.scenario.provinces}
    groups = []
    for table, title in tables.items():
        at_table = tuple(row for row in rows if not table or state.seats[row.seat].table == table)
        expected = [row for row in at_table if row.may_write]
        groups.append(WriterGroup(title=title, writers=at_table, sent=sum(row.sent for row in expected), expected=len(expected)))
    return WritersView(
        nouns=nouns_of(kind_of(room)),
        there=len(rows),
        expected_words=say("there") if state.clock.phase in OPEN_PHASES else say("expected"),
        groups=tuple(groups),
        people=seen.address("room-people", room.value),
        sheets=seen.address("sheets", kind_of(room).kind),
    )


# --- the papers once they are taken in ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperLine:
    """One paper as it is read out, with what its type does."""

    seat: SeatId
    name: str
    house: HouseId
    short: str
    words: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTable:
    """The papers of one table, or of the whole room."""

    title: str
    papers: tuple[PaperLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PapersView:
    """The papers of the month; before they are taken in `is_in` is False and there is nothing to read."""

    noun: str
    nouns: str
    is_in: bool
    tables: tuple[PaperTable, ...]
    aside: int


def paper_line(seen: Look, kind: SheetKind, opened: OpenedPaper, words: str) -> PaperLine:
    """One opened paper in the words that this desk may read."""
    state = seen.state
    seat = state.seats[opened.seat]
    assert kind.paper is not None
    types = {each.id: each.text for group in kind.paper.groups(state) for each in group.types}
    short = next(house.short for house in state.scenario.houses if house.id == seat.house)
    return PaperLine(
        seat=seat.id, name=seat.name, house=seat.house, short=short, words=words, text=types.get(opened.paper.type, "")
    )


def last_command(seen: Look, room: Room) -> LastMark:
    """The newest command of this room, where a desk gave it and may take it back."""
    lines = lines_of(seen.door.event.stream)
    taken = withdrawn_by(lines)
    for group in commands_of(lines):
        first = group[0]
        if first.keepers != frozenset({DESK_OF[room]}) or first.withdraws or first.seq in taken:
            continue
        if not first.actor.startswith("staff:") or any(line.lasting for line in group) or not may_withdraw(first, seen.door.desks):
            break
        return LastMark(label=first.label, seq=first.seq)
    return LastMark(label="", seq=0)


# --- the page and its buttons -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomDesk:
    """A room's desk: its template and the live regions of its own beside the common ones."""

    room: Room
    template: str
    parts: tuple[str, ...]

    def addresses(self) -> list[URLPattern]:
        """The desk's addresses; its common regions are registered with them."""
        room, only = self.room, frozenset({DESK_OF[self.room]})
        register(
            **{
                f"steps_{room.value}": Part(
                    template="control/desk/_room_steps.html",
                    topics=("clock", "sheets", "people"),
                    shape=lambda seen: steps_view(seen, room),
                    desks=only,
                ),
                f"writers_{room.value}": Part(
                    template="control/desk/_room_writers.html",
                    topics=("sheets", "people", "clock"),
                    shape=lambda seen: writers_view(seen, room),
                    desks=only,
                ),
                f"last_{room.value}": Part(
                    template="control/desk/_last_mark.html",
                    topics=("journal",),
                    shape=lambda seen: last_command(seen, room),
                    desks=only,
                ),
            }
        )
        return [
            path("", require_GET(self.show), name="desk"),
            path("step/", require_POST(self.end_step), name="end"),
            path("take-in/", require_http_methods(["GET", "POST"])(self.take_in), name="take-in"),
            path("time/", require_POST(self.add_time), name="time"),
            path("pause/", require_POST(self.hold), name="pause"),
        ]

    @property
    def place(self) -> Place:
        return Place(address=f"{self.room.value}_desk:desk", tab=self.room.value, draw=self.page)

    def page(self, request: HttpRequest, door: DeskPass, said: Said | None = None) -> HttpResponse:
        """The desk, with what became of a press."""
        seen, name = look(request, door), self.room.value
        common = {key: f"{key}_{name}" for key in ("steps", "writers", "last")}
        found = regions(seen, *common.values(), *self.parts)
        context = {"said": said, **{key: found[value] for key, value in common.items()}, **{key: found[key] for key in self.parts}}
        return draw_page(request, self.template, seen, name, context)

    def show(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """The whole desk."""
        return self.page(request, desk_or_404(request, event_id, DESK_OF[self.room]))

    def end_step(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """End the step that the sender saw."""
        door = desk_or_404(request, event_id, DESK_OF[self.room])
        return tap(request, door, EndStepForm(request.POST, room=self.room), self.place, "clock", self.room.value)

    def take_in(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Take the papers in, after a question that names who is awaited: what has been read cannot be sealed again."""
        door = desk_or_404(request, event_id, DESK_OF[self.room])
        said = None
        if request.method == "POST":
            said = give(door, EndStepForm(request.POST, room=self.room))
            if said.done:
                return answered(request, door, said, self.place, "clock", "sheets", self.room.value)
        seen = look(request, door)
        rows = writers(seen, self.room)
        context = {
            "steps": steps_view(seen, self.room),
            "awaited": tuple(row for row in rows if row.may_write and not row.sent),
            "form": EndStepForm(initial=initial(month=seen.state.clock.month, step=TAKING_IN), room=self.room),
        }
        return question(request, door, "control/desk/_take_in.html", context, self.place, said)

    def add_time(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """More or less time for the running step."""
        door = desk_or_404(request, event_id, DESK_OF[self.room])
        post = request.POST.copy()
        post["room"] = self.room.value
        return tap(request, door, TimeForm(post), self.place, "clock")

    def hold(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Stop the running step, or let it go on."""
        door = desk_or_404(request, event_id, DESK_OF[self.room])
        return tap(request, door, RoomPauseForm(request.POST, room=self.room), self.place, "clock")
