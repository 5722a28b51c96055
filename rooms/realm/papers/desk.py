"""Desk of a room of papers: page, live regions, buttons."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from msgspec import Struct

from control.clock.forms import EndStepForm, MoreTimeForm, RoomPauseForm
from control.day.desk_tasks import unanswered_words
from control.desks.actions import actions_at
from control.desks.command import initial
from control.desks.folds import Team, TeamRows, asks_with, by_team
from control.desks.frame import draw_page, regions
from control.desks.presses import (
    EndWarning,
    PressAnswer,
    PressPlace,
    carry_out,
    carry_out_and_answer,
    close_question,
    draw_closed_question,
    draw_question,
    end,
)
from control.desks.tabs import room_tab
from control.engine.ids import StepId
from control.engine.language import say
from control.journal.story import commands_of, lines_of, may_withdraw, withdrawn_by
from control.people.access import DeskPass, desk_or_404
from control.people.check_in import LastMark
from control.regions.kinds import DeskRegion, register
from control.sheets import sheets
from rooms.realm.frame import DESK_OF, FRAME, NAME
from rooms.realm.papers.game.room import PaperRoom
from rooms.realm.papers.game.view_desk import InRoom, PapersLaid, RoomSteps, papers_laid, rails, room_people, room_steps
from rooms.realm.scenario.ids import Room
from rooms.realm.screens.desk_pages import Look, look, with_more

# === shapes =============================================================================================================

# Regions of the desk: steps with one button, the clock, authors with a paper, papers once taken in.
# A desk counts sealed papers and names their authors. It reads them only once they are taken in, and only its own room's.


# --- the steps ----------------------------------------------------------------------------------------------------------


class StepsView(RoomSteps, frozen=True, kw_only=True):
    """Steps of a room, number of papers sent, and URLs of the buttons."""

    sent: int
    expected: int
    end: str
    take_in: str
    time: str
    pause: str
    verb: str  # label of the button in the room's words; empty for one that only ends the step


class TableStepsView(Struct, frozen=True, kw_only=True):
    """Steps of each table of a room, side by side."""

    month: int
    rails: tuple[StepsView, ...]
    nobody: bool  # no table is in use this month


def tables_view(seen: Look, papers: PaperRoom, verb_of: Callable[[StepId], str] | None = None) -> TableStepsView:
    """Steps of each table in use; the room's steps while nobody sits anywhere."""
    tables = seen.sight.view(rails, papers)
    found = tuple(steps_view(seen, papers, verb_of, table) for table in tables or ("",))
    return TableStepsView(month=found[0].month, rails=found, nobody=not tables)


def steps_view(seen: Look, papers: PaperRoom, verb_of: Callable[[StepId], str] | None = None, table: str = "") -> StepsView:
    """This month's steps of the room, or of a table."""
    found = seen.sight.view(room_people, papers)
    expected = [each.seat for each in found.players if each.may_write and (not table or each.table == table)]
    sent = sheets.seats_sent(seen.event_id, papers.kind, found.month)
    steps = seen.sight.public(room_steps, papers, table)
    return with_more(
        StepsView,
        steps,
        verb=say(verb_of(steps.step)) if verb_of and steps.step else "",
        sent=len(sent.intersection(expected)),
        expected=len(expected),
        **{name: reverse(f"{papers.room}_desk:{name.replace('_', '-')}", args=[seen.event_id]) for name in BUTTONS},
    )


BUTTONS = ("end", "take_in", "time", "pause")


# --- writers ------------------------------------------------------------------------------------------------------------


class PaperWriter(InRoom, frozen=True, kw_only=True):
    """A player in the room, and whether this month's paper is sent; never its content."""

    sent: bool
    late: bool


class HouseWriters(Struct, frozen=True, kw_only=True):
    """Players of one House in a large room, and how many of them have sent their papers."""

    house: TeamRows[PaperWriter]
    sent: int
    expected: int
    late: int


class WriterGroup(Struct, frozen=True, kw_only=True):
    """Players at one table, or in the whole room. `folded`: the same by House, in a large event."""

    title: str
    writers: tuple[PaperWriter, ...]
    folded: tuple[HouseWriters, ...]
    sent: int
    expected: int


class WritersView(Struct, frozen=True, kw_only=True):
    """Players in a room or expected there, by table if it has tables."""

    nouns: str
    there: int
    expected_words: str
    groups: tuple[WriterGroup, ...]
    people: str
    sheets: str


def writers(seen: Look, papers: PaperRoom) -> tuple[PaperWriter, ...]:
    """Players in the room, with whether each has sent a paper."""
    found = seen.sight.view(room_people, papers)
    sent = sheets.seats_sent(seen.event_id, papers.kind, found.month)
    late = sheets.seats_late(seen.event_id, papers.kind, found.month)
    return tuple(with_more(PaperWriter, each, sent=each.seat in sent, late=each.seat in late) for each in found.players)


def writers_view(seen: Look, papers: PaperRoom) -> WritersView:
    """Players in the room, by table."""
    rows, found = writers(seen, papers), seen.sight.view(room_people, papers)
    page = reverse(f"{papers.room}_desk:desk", args=[seen.event_id])
    groups = []
    for table, title in found.tables:
        at_table = tuple(row for row in rows if not table or row.table == table)
        expected = [row for row in at_table if row.may_write]
        groups.append(
            WriterGroup(
                title=title,
                writers=at_table,
                folded=tuple(_counted(each) for each in by_team(seen, f"writers-{table or papers.room}", page, at_table, _house)),
                sent=sum(row.sent for row in expected),
                expected=len(expected),
            )
        )
    return WritersView(
        nouns=say(papers.words.nouns),
        there=len(rows),
        expected_words=say("there") if found.begun else say("expected"),
        groups=tuple(groups),
        people=seen.address("room-people", papers.room),
        sheets=seen.address("sheets", papers.kind),
    )


def _house(row: PaperWriter) -> Team:
    return row.house, row.short


def _counted(house: TeamRows[PaperWriter]) -> HouseWriters:
    expected = [row for row in house.rows if row.may_write]
    return HouseWriters(
        house=house, sent=sum(row.sent for row in expected), expected=len(expected), late=sum(row.late for row in house.rows)
    )


# --- the papers once they are taken in ----------------------------------------------------------------------------------


def papers_view(seen: Look, papers: PaperRoom) -> PapersLaid:
    """This month's papers by table, as this desk may read them."""
    return seen.sight.view(papers_laid, papers)


def last_command(seen: Look, room: Room) -> LastMark:
    """Return the newest undoable command of this room's desk. A pause or a change of time does not hide it.

    Later acts of players do not hide it either. If they depend on it, the question says what is undone first.
    """
    lines = lines_of(seen.door.event.stream)
    taken = withdrawn_by(lines)
    for group in commands_of(lines):
        first = group[0]
        if first.keepers != frozenset({DESK_OF[room]}) or first.withdraws or first.seq in taken:
            continue
        if all(line.module == "clock" and line.lasting for line in group):
            continue
        if any(line.lasting for line in group):
            break
        if first.actor.startswith("seat:"):
            continue
        if not first.actor.startswith("staff:") or not may_withdraw(first, seen.door.desks):
            break
        return LastMark(label=first.label, seq=first.seq)
    return LastMark(label="", seq=0)


# === desk ===============================================================================================================

# The desk: page, live regions, buttons.


TEMPLATES = "papers/desk"


def no_verb(_step: StepId) -> str:
    """Give no label of its own: the step just ends."""
    return ""


class PaperDeskView(Struct, frozen=True, kw_only=True):
    """Desk of a room of papers.

    `above`, `below`: the room's own live regions above and below the common ones.
    `own`: all regions of a page that the room's `template` arranges itself.
    `verb_of`: label of a step's button in the room's words; "" for one that only ends the step.
    `open_in`: view of what the end of a running step would cut off, given the step and its table.
    """

    papers: PaperRoom
    heading: str
    above: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    template: str = f"{TEMPLATES}/desk.html"
    verb_of: Callable[[StepId], str] = no_verb
    open_in: Callable[..., tuple[str, ...]] | None = None

    @property
    def room(self) -> Room:
        return self.papers.room

    @property
    def apart(self) -> bool:
        """Does each table of the room run its own steps?"""
        return FRAME.room(self.room).tables_apart

    def addresses(self) -> list[URLPattern]:
        """Return the desk's URLs, and register its common regions."""
        papers, only = self.papers, frozenset({self.papers.desk})
        register(
            DeskRegion(
                name=f"steps_{self.room}",
                template=f"{TEMPLATES}/{'_tables' if self.apart else '_steps'}.html",
                topics=("clock", "sheets", "people"),
                view=lambda seen: (tables_view if self.apart else steps_view)(seen, papers, self.verb_of),
                desks=only,
            ),
            DeskRegion(
                name=f"{self.room}_papers",
                template=f"{TEMPLATES}/_papers.html",
                topics=(self.room, "clock"),
                view=lambda seen: papers_view(seen, papers),
                desks=only,
            ),
            DeskRegion(
                name=f"writers_{self.room}",
                template=f"{TEMPLATES}/_writers.html",
                topics=("sheets", "people", "clock"),
                view=lambda seen: writers_view(seen, papers),
                desks=only,
                include=asks_with(f"writers_{self.room}"),
            ),
            DeskRegion(
                name=f"last_{self.room}",
                template="control/desk/_last_mark.html",
                topics=("journal",),
                view=lambda seen: last_command(seen, self.room),
                desks=only,
            ),
            realm=NAME,
        )
        return [
            path("", require_GET(self.show), name="desk"),
            path("step/", require_POST(self.end_step), name="end"),
            path("take-in/", require_http_methods(["GET", "POST"])(self.take_in), name="take-in"),
            path("time/", require_POST(self.add_time), name="time"),
            path("pause/", require_POST(self.hold), name="pause"),
        ]

    @property
    def place(self) -> PressPlace:
        return PressPlace(address=f"{self.room}_desk:desk", tab=self.room, draw=self.page)

    def page(self, request: HttpRequest, door: DeskPass, said: PressAnswer | None = None) -> HttpResponse:
        """Draw the desk, with the result of a command."""
        seen, name = look(request, door), self.room
        left = self.own or (*self.above, f"{name}_papers", f"writers_{name}", *self.below)
        found = regions(seen, *left, f"steps_{name}", f"last_{name}")
        context = {
            "said": said,
            "title": room_tab(NAME, self.room),
            "heading": say(self.heading),
            "left": tuple(found[each] for each in left),
            "parts": found,
            "steps": found[f"steps_{name}"],
            "last": found[f"last_{name}"],
            "actions": actions_at(seen, self.papers.desk),
        }
        return draw_page(request, self.template, seen, name, context)

    def show(self, request: HttpRequest, event_id: int) -> HttpResponse:
        return self.page(request, desk_or_404(request, event_id, DESK_OF[self.room]))

    def end_step(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """End the step that the sender saw; ask first if something is open."""
        door = desk_or_404(request, event_id, DESK_OF[self.room])
        form = EndStepForm(request.POST, room=self.room)
        return end(request, door, form, self.place, lambda: self._ending(look(request, door), form), "clock", self.room)

    def _ending(self, seen: Look, form: EndStepForm) -> EndWarning:
        """Open matters of the step, if it still runs. A step that takes papers in asks on its own page instead."""
        if not form.is_valid():
            return EndWarning()
        command = form.command()
        steps = steps_view(seen, self.papers, self.verb_of, command.table)
        if (steps.month, steps.step) != (command.month, command.step) or not steps.is_open or steps.takes_in:
            return EndWarning()
        found = seen.sight.view(self.open_in, command.step, command.table) if self.open_in else ()
        return EndWarning(
            verb=steps.verb or say("End {step}", step=steps.step_name),
            open=(*found, *seen.sight.view(unanswered_words, steps.step_name)),
        )

    def take_in(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Take the papers in, after a question with the missing authors: papers that were read cannot be sealed again."""
        door = desk_or_404(request, event_id, DESK_OF[self.room])
        said = None
        if request.method == "POST":
            said = carry_out(door, EndStepForm(request.POST, room=self.room))
            if said.done:
                return close_question(request, door, said, self.place, "clock", "sheets", self.room)
        seen = look(request, door)
        table = (request.POST if request.method == "POST" else request.GET).get("table", "")
        if table and table not in seen.sight.view(rails, self.papers):
            raise Http404(say("There is no such table."))
        rows = tuple(row for row in writers(seen, self.papers) if not table or row.table == table)
        steps = steps_view(seen, self.papers, table=table)
        if said and not (steps.is_open and steps.takes_in):
            title, now = say("The {nouns} cannot be taken in now", nouns=steps.nouns), steps.step_name if steps.is_open else ""
            return draw_closed_question(request, door, self.place, title, now, said)
        context = {
            "steps": steps,
            "awaited": tuple(row for row in rows if row.may_write and not row.sent),
            "form": EndStepForm(initial=initial(month=steps.month, step=self.papers.step, table=table), room=self.room),
        }
        return draw_question(request, door, f"{TEMPLATES}/_take_in.html", context, self.place, said)

    def add_time(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Add or take time for the running step."""
        door = desk_or_404(request, event_id, DESK_OF[self.room])
        post = request.POST.copy()
        post["room"] = self.room
        return carry_out_and_answer(request, door, MoreTimeForm(post, frame=FRAME), self.place, "clock")

    def hold(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Pause or resume the running step."""
        door = desk_or_404(request, event_id, DESK_OF[self.room])
        return carry_out_and_answer(request, door, RoomPauseForm(request.POST, room=self.room), self.place, "clock")
