"""Rooms whose players write one sealed paper a month, and the module built for such a room (R-16, R-17)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct

from control.day.clock.clocks import is_over_for
from control.day.clock.steps import StepEnded
from control.day.people.lookup import sheet_counts_in
from control.day.prints import FilledSheet
from control.day.sheets import Window
from control.day.state import DayStage, Presence, RoomState, with_room
from control.day.words import who
from control.engine.context import DecisionContext, Sealed
from control.engine.dice import Dice
from control.engine.ids import SeatId, StepId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Module, Undo
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.reports import Line, to_desks
from control.engine.typed_text import one_line
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.papers.game import checks, choices, entries
from rooms.realm.papers.game.choices import FieldForm
from rooms.realm.papers.game.types import AsideWhy, OpenedPaper, Paper, PaperType, PaperWords
from rooms.realm.scenario.ids import Phase, Room

# === room of papers =====================================================================================================


LONGEST_REASON = 300  # letters that the journal keeps
TRIES = 20  # attempts of a bot before it writes none


class EnterPaper(Struct, frozen=True, kw_only=True):
    """Enter or replace a player's paper after they were taken in: handwritten, misread, or late and admitted (R-16)."""

    player: SeatId
    month: int
    paper: Paper
    reason: str


class PaperGroup(Struct, frozen=True, kw_only=True):
    """A group of types in the list."""

    title: str
    hint: str
    types: tuple[PaperType, ...]


class PaperFate(Struct, frozen=True, kw_only=True):
    """Fate of a player's paper: its words, or why it was set aside.

    `now`: what has happened to it since, if the room follows it.
    """

    words: str = ""
    aside: str = ""
    now: str = ""


class PaperView(Struct, frozen=True, kw_only=True):
    """A paper in words."""

    seat: SeatId
    name: str
    house: str
    words: str


class PapersView(Struct, frozen=True, kw_only=True):
    """Papers this viewer may read: all at the room's desk, the own one on a player's phone."""

    month: int
    papers: tuple[PaperView, ...]
    aside: int


def any_seat(_state: GameState, _seat: SeatId) -> bool:
    """Let everybody write one."""
    return True


def not_followed(_state: GameState, _seat: SeatId) -> str:
    """Say nothing of its later fate."""
    return ""


def plain_form(state: GameState, _seat: SeatId, kind: PaperType) -> tuple[FieldForm, ...]:
    """Fields of a type, the same for everybody."""
    return choices.form_of(state, kind)


class PaperRoom(Struct, frozen=True, kw_only=True):
    """A room of papers.

    `types`: types that may be named. `groups`: types as offered. `entitled`: who may write one.
    `state`: type of the room's part of the state, with `month`, `aside` and the papers.
    `handed_in`: event that takes the papers in. `enter`, `entered`: command and event of a paper entered by hand.
    """

    room: Room
    desk: Desk
    kind: str
    rule: str
    step: StepId
    closes_with: Phase | Literal[""] = ""
    words: PaperWords
    types: Callable[[GameState], Sequence[PaperType]]
    groups: Callable[[GameState], tuple[PaperGroup, ...]]
    check: Callable[[GameState, SeatId, Paper], None]
    window: Callable[[GameState, SeatId], Window]
    entitled: Callable[[GameState, SeatId], bool] = any_seat
    fields: Callable[[GameState, SeatId, PaperType], tuple[FieldForm, ...]] = plain_form
    became: Callable[[GameState, SeatId], str] = not_followed  # later fate of a player's paper
    late: Callable[[GameState, SeatId], str] = not_followed  # why a latecomer's paper does not count
    state: type[RoomState]
    handed_in: type
    enter: type[EnterPaper]
    entered: type
    papers: str  # name of the field with all of them
    paper: str  # name of the field with one

    # --- contents ---

    def own(self, state: GameState) -> Any:
        """Return the room's part of the state."""
        return state.rooms.get(self.room) or self.state()

    def is_in(self, state: GameState) -> bool:
        """Are this month's papers taken in?"""
        return bool(self.own(state).month == state.clock.month > 0)

    def opened(self, state: GameState) -> tuple[OpenedPaper, ...] | None:
        """This month's papers; None until they are taken in."""
        found: tuple[OpenedPaper, ...] = getattr(self.own(state), self.papers)
        return found if self.is_in(state) else None

    def fate(self, state: GameState, seat: SeatId) -> PaperFate | None:
        """Fate of a player's own paper; None before papers are taken in, and for players without one."""
        opened = self.opened(state)
        if opened is None:
            return None
        if seat in self.own(state).aside:
            why = self.why_aside(state, seat)
            return PaperFate(aside=self.late(state, seat) if why is AsideWhy.LATE else self._aside_words(why))
        mine = next((each.paper for each in opened if each.seat == seat), None)
        if mine is None:
            return None
        return PaperFate(words=checks.words_of(state, self.types(state), mine), now=self.became(state, seat))

    def why_aside(self, state: GameState, seat: SeatId) -> AsideWhy:
        """Return why a paper was set aside when the papers were taken in."""
        return self.own(state).aside_why.get(seat) or self._why_aside(state, seat)

    def _why_aside(self, state: GameState, seat: SeatId) -> AsideWhy:
        player = state.seats.get(seat)
        if player is not None and player.presence is Presence.GONE:
            return AsideWhy.LEFT
        if self.late(state, seat):
            return AsideWhy.LATE
        there = player is not None and sheet_counts_in(state, player, self.room)
        return AsideWhy.UNFIT if there else AsideWhy.ELSEWHERE

    def _aside_words(self, why: AsideWhy) -> str:
        return say(self.words.unfit if why is AsideWhy.UNFIT else self.words.elsewhere)

    def view(self, state: GameState, viewer: Viewer) -> PapersView:
        """Papers as this viewer may read them."""
        opened, aside = self.opened(state), self.own(state).aside
        if opened is None:
            return PapersView(month=state.clock.month, papers=(), aside=0)
        sees_all = viewer.sees_desk(self.desk)
        return PapersView(
            month=state.clock.month,
            papers=tuple(self._view(state, each) for each in opened if sees_all or each.seat == viewer.seat),
            aside=len(aside) if sees_all else int(viewer.seat in aside),
        )

    def _view(self, state: GameState, opened: OpenedPaper) -> PaperView:
        seat = state.seats[opened.seat]
        return PaperView(
            seat=seat.id,
            name=seat.name,
            house=next(house.name for house in state.scenario.houses if house.id == seat.house),
            words=checks.words_of(state, self.types(state), opened.paper),
        )

    def offered(self, state: GameState, _viewer: Viewer) -> tuple[PaperGroup, ...]:
        """Types that may be written, in groups; for everybody."""
        return self.groups(state)

    def words_for(self, state: GameState, viewer: Viewer, paper: Paper) -> tuple[str, ...]:
        """A handed-in paper in words: for the room's desk (R-17), and after the day for its author."""
        may = viewer.sees_desk(self.desk) or state.clock.stage is DayStage.OVER
        return (checks.words_of(state, self.types(state), paper),) if may else ()

    def filled_in(self, state: GameState, viewer: Viewer) -> tuple[FilledSheet, ...] | None:
        """This month's papers in words, for the room's desk; None until they are taken in."""
        opened = self.opened(state) if viewer.sees_desk(self.desk) else None
        if opened is None:
            return None
        return tuple(
            FilledSheet(seat=each.seat, lines=self.words_for(state, viewer, each.paper), remark=each.paper.note) for each in opened
        )

    def invented(self, state: GameState, seat: SeatId, dice: Dice) -> Paper | None:
        """Random paper that the rules allow; None if there is none."""
        if not self.entitled(state, seat):
            return None
        for _each in range(TRIES):
            paper = entries.random_paper(state, self.types(state), dice)
            try:
                self.check(state, seat, paper)
            except Refused:
                continue  # it names what this player may not name
            return paper
        return None

    # --- events ---

    def take_in(self, state: GameState, happened: StepEnded, asked: DecisionContext) -> tuple[Any, ...]:
        """Read the sealed papers when their step ends; at a table with its own steps only those of its players."""
        if (happened.room, happened.step) != (self.room, self.step):
            return ()
        sealed = asked.sheets.read(self.kind, happened.month)
        if happened.table:
            sealed = tuple(each for each in sealed if self._comes_now(state, each))
        late = frozenset(each.seat for each in sealed if self.late(state, each.seat))
        good, aside = entries.handed_in(state, sealed, self.room, self.types(state), self.rule, late)
        at = {"table": happened.table} if happened.table else {}
        return (self.handed_in(month=happened.month, aside=aside, **{self.papers: good}, **at),)

    def _comes_now(self, state: GameState, sheet: Sealed) -> bool:
        """Is this paper taken in now that a table has ended its step?

        This includes players elsewhere, and players who moved to a table that ended the step before. Papers taken in already are
        left out.
        """
        there = () if self.opened(state) is None else (each.seat for each in getattr(self.own(state), self.papers))
        return sheet.seat not in there and is_over_for(state, state.seats.get(sheet.seat), self.room, self.step)

    def evolve_taken_in(self, state: GameState, happened: Any) -> GameState:
        """Add the papers to those of earlier tables; the rest of the room's state stays."""
        own, new, aside = self.own(state), getattr(happened, self.papers), happened.aside
        whys = {seat: self._why_aside(state, seat) for seat in aside}
        if getattr(happened, "table", "") and own.month == happened.month:
            seats = {each.seat for each in new}
            before = tuple(each for each in getattr(own, self.papers) if each.seat not in seats)
            aside = tuple(sorted({*(each for each in own.aside if each not in seats), *aside}))
            whys = {seat: whys.get(seat) or self.why_aside(state, seat) for seat in aside}
            new = tuple(sorted((*before, *new), key=lambda each: each.seat))
        return with_room(state, self.room, replace(own, month=happened.month, aside=aside, aside_why=whys, **{self.papers: new}))

    def decide_enter(self, state: GameState, command: EnterPaper, asked: DecisionContext) -> tuple[Any, ...]:
        """Enter a paper by hand, if it can count."""
        opened = entries.entered(
            state,
            command.player,
            command.paper,
            room=self.room,
            month=command.month,
            taken_in=self.own(state).month == state.clock.month,
            reason=command.reason,
            fits=lambda: self.check(state, command.player, command.paper),
        )
        reason = one_line(command.reason)[:LONGEST_REASON]
        return (self.entered(month=command.month, reason=reason, **{self.paper: opened}),)

    def evolve_entered(self, state: GameState, happened: Any) -> GameState:
        """Replace the author's earlier paper."""
        own, new = self.own(state), self._entered(happened)
        known = next((each for each in getattr(own, self.papers) if each.seat == new.seat), None)
        new = replace(new, rank=known.rank) if known is not None else new
        others = tuple(each for each in getattr(own, self.papers) if each.seat != new.seat)
        held = {self.papers: tuple(sorted((*others, new), key=lambda each: each.seat))}
        aside = tuple(seat for seat in own.aside if seat != new.seat)
        return with_room(state, self.room, replace(own, aside=aside, **held))

    def _entered(self, happened: Any) -> OpenedPaper:
        found: OpenedPaper = getattr(happened, self.paper)
        return found

    # --- words and invalidations ---

    def tell_taken_in(self, happened: Any, before: GameState, after: GameState) -> Iterator[Line]:
        """Tell how many papers were taken in and set aside, and at which table."""
        words, table = self.words.taken_in(len(getattr(happened, self.papers)), len(happened.aside)), getattr(happened, "table", "")
        yield to_desks(f"{before.table_name(self.room, table)}. {words}" if table else words)

    def tell_entered(self, happened: Any, before: GameState, after: GameState) -> Iterator[Line]:
        """Tell whose paper was entered by hand, and why."""
        opened = self._entered(happened)
        author = before.seats.get(opened.seat)
        words = say(
            self.words.entered,
            player=author.name if author is not None else str(opened.seat),
            words=checks.words_of(before, self.types(before), opened.paper),
            reason=happened.reason.rstrip("."),
        )
        yield to_desks(words)

    def invalidations_taken_in(self, happened: Any, _state: GameState) -> tuple[Invalidation, ...]:
        """Tell the desk and the authors."""
        authors = (*(each.seat for each in getattr(happened, self.papers)), *happened.aside)
        return self._invalidations(*authors)

    def _invalidations(self, *authors: SeatId) -> tuple[Invalidation, ...]:
        return (Invalidation(topic=self.room, to="staff"), *(Invalidation(topic="sheet", to=f"seat:{seat}") for seat in authors))

    def module(self) -> Module:
        """Return the room's module for papers."""
        return Module(
            name=self.room,
            room=self.room,
            state=self.state,
            commands={
                self.enter: CommandHandler(
                    decide=self.decide_enter,
                    desks=frozenset({self.desk}),
                    label=lambda c, s: say(self.words.by_hand, player=who(s, c.player), month=c.month),
                )
            },
            events={
                self.entered: EventHandler(
                    evolve=self.evolve_entered,
                    tell=self.tell_entered,
                    invalidations=lambda e, s: self._invalidations(self._entered(e).seat),
                ),
                self.handed_in: EventHandler(
                    evolve=self.evolve_taken_in,
                    tell=self.tell_taken_in,
                    invalidations=self.invalidations_taken_in,
                    undo=Undo(never=self.words.lasting),
                ),
            },
            reactions={StepEnded: self.take_in},
            view=self.view,
        )
