"""Whole days of bots by the rules only: without journal or database, with simulated time.

Present players choose rooms, write sheets and act in steps. The control team ends steps, answers decisions and takes hand-offs.
Time jumps from one deadline to the next. All chance comes from the seed, so the same seed gives the same day. A rehearsal plays by
the same habits.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from msgspec import Struct

from control.bots.habits import ChooseCommand, Habits, PlayedKind, PlayedRoom, Seed, choose_room, seat_dice
from control.day import handoffs
from control.day.clock.clocks import clock_at, own_clock, place_of
from control.day.clock.phases import BeginDay, EndPhase
from control.day.clock.steps import EndStep, all_steps_left, ends_by_itself
from control.day.decisions import questions
from control.day.decisions.answers import MakeDecision
from control.day.people.lookup import choice_of, present_seats
from control.day.people.presence import CheckIn
from control.day.people.room_choice import ChooseRoom
from control.day.seals import leaf_of
from control.day.state import DayStage, DayState, Presence, RoomClock
from control.engine.context import THE_CLOCK, Actor, DecisionContext, Sealed, SheetList
from control.engine.dice import Dice, DiceChance
from control.engine.ids import ClockKey, RoomId, SeatId, StepId
from control.engine.modules import Command, Decided, Game, GameEvent
from control.engine.refusal import Refused

MORNING: Final = datetime(2026, 5, 9, 8, 0, tzinfo=UTC)
MOST: Final = 400  # most rounds of bots in one step, or of the control team at one moment; more count as endless


class Stuck(Exception):  # noqa: N818 - it says what is so, like every refusal
    """The day cannot go on: a necessary command was refused, or players or the control team never finish."""


class PlayedCommand(Struct, frozen=True, kw_only=True):
    """A command that was carried out, with its sender and time."""

    command: Command
    by: Actor
    at: datetime


class DayPlayed(Struct, frozen=True, kw_only=True):
    """A played day, from the `blank` state to the last one."""

    blank: Any
    given: tuple[PlayedCommand, ...]
    events: tuple[GameEvent, ...]
    state: Any
    refused: Mapping[str, int]  # refusals that bots got, with their number

    @property
    def counts(self) -> Counter[str]:
        """Number of events of each kind."""
        return Counter(type(each).__name__ for each in self.events)


WatchCommand = Callable[[Any, PlayedCommand, Decided[Any]], None]


def play_day(
    game: Game[Any],
    rooms: Mapping[RoomId, PlayedRoom],
    blank: DayState,
    set_up: Command,
    seed: Seed,
    *,
    habits: Habits | None = None,
    rounds: int = 0,
    look: WatchCommand | None = None,
    morning: datetime = MORNING,
) -> DayPlayed:
    """Play a day from `morning` on, or its first `rounds`.

    `look`: called after every command, with the state before it.

    Raises:
        Stuck: a necessary command was refused, or players or the control team never finish.
    """
    day = _Day(game=game, rooms=rooms, state=blank, seed=seed, habits=habits or Habits(), look=look, now=morning)
    day.gather(set_up)
    while day.state.clock.stage is DayStage.PLAYING and not 0 < rounds < day.state.clock.month:
        day.phase()
    return DayPlayed(
        blank=blank, given=tuple(day.given), events=tuple(day.events), state=day.state, refused=dict(sorted(day.refused.items()))
    )


@dataclass(slots=True, kw_only=True)
class _Day:
    """A day in play."""

    game: Game[Any]
    rooms: Mapping[RoomId, PlayedRoom]
    state: Any
    seed: Seed
    habits: Habits
    look: WatchCommand | None
    now: datetime = MORNING
    given: list[PlayedCommand] = field(default_factory=list)
    events: list[GameEvent] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    sheets: list[Sealed] = field(default_factory=list)
    tried: set[tuple[SeatId, Command]] = field(default_factory=set)
    staff: Actor = field(init=False)
    dice: random.Random = field(init=False)
    chance: DiceChance = field(init=False)

    def __post_init__(self) -> None:
        self.staff = Actor(name="Control", desks=self.state.frame.all_desks)
        self.dice = random.Random(f"{self.seed} control")
        self.chance = DiceChance(random.Random(f"{self.seed} chance"))

    # --- commands -------------------------------------------------------------------------------------------------------

    def do(self, command: Command, by: Actor) -> None:
        """Carry out a command.

        Raises:
            Refused: a rule said no; nothing has happened.
        """
        asked = DecisionContext(by=by, at=self.now, chance=self.chance, sheets=SheetList(tuple(self.sheets)))
        before, decided = self.state, self.game.decided(self.state, command, asked)
        self.state = decided.state
        given = PlayedCommand(command=command, by=by, at=self.now)
        self.given.append(given)
        self.events.extend(decided.events)
        if self.look is not None:
            self.look(before, given, decided)

    def must(self, command: Command, by: Actor) -> None:
        """Carry out a necessary command.

        Raises:
            Stuck: it was refused.
        """
        try:
            self.do(command, by)
        except Refused as no:
            clock = self.state.clock
            raise Stuck(f"{clock.phase} of round {clock.month}: {command} was refused: {no.sentence}") from no

    def may(self, seat: SeatId, command: Command | None) -> bool:
        """Carry out a player's command, unless it was tried before. Return whether it was done."""
        if command is None or (seat, command) in self.tried:
            return False
        self.tried.add((seat, command))
        swayed = self.habits.sway(self.state, seat, command)
        if swayed is None:
            return False
        try:
            self.do(swayed, Actor(seat=seat))
        except Refused as no:
            self.refused[f"{type(swayed).__name__}: {no.sentence}"] += 1
            return False
        return True

    # --- the phases -----------------------------------------------------------------------------------------------------

    def gather(self, set_up: Command) -> None:
        """Set up, check in players, begin the day."""
        self.must(set_up, self.staff)
        self._come(1 - self.habits.missing)
        self.must(BeginDay(), self.staff)

    def phase(self) -> None:
        """Play the running phase to its deadline."""
        clock, frame = self.state.clock, self.state.frame
        assert clock.phase is not None
        running = frame.phase(clock.phase)
        if running.id == frame.phases[0].id:
            self.tried.clear()  # commands of an earlier round do not count
            if clock.month > 1:
                self._come(self.habits.late)
        if running.choice and self.habits.hall is not None:
            self._until_quiet(self.habits.hall, tuple(self.state.seats), running.id)
        if running.id == frame.bot_phases[0]:
            self._choose_and_write()
        if running.steps:
            self._steps()
        self._lead()
        if running.turns:
            for lying in handoffs.open_hand_offs(self.state):
                self.must(handoffs.TakeHandOff(hand_off=lying.id), self.staff)
        self._at(self.state.clock.deadline)
        if running.steps:
            for room, table, step in all_steps_left(self.state):
                self.must(EndStep(room=room, month=clock.month, step=step, table=table), THE_CLOCK)
        self.must(EndPhase(month=clock.month, phase=clock.phase), THE_CLOCK)

    def _come(self, share: float) -> None:
        for seat in sorted(self.state.seats):
            if self.state.seats[seat].presence is Presence.EXPECTED and self.dice.random() < share:
                self.must(CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT), self.staff)

    def _at(self, moment: datetime | None) -> None:
        self.now = max(self.now, moment or self.now)

    # --- players --------------------------------------------------------------------------------------------------------

    def _choose_and_write(self) -> None:
        month, shares = self.state.clock.month, {room: played.bots.share for room, played in self.rooms.items()}
        for seat in sorted(self.state.seats):
            player, dice = self.state.seats[seat], seat_dice(self.seed, month, seat, "play")
            if player.presence is not Presence.PRESENT or dice.random() < self.habits.lazy:
                continue
            room = choice_of(self.state, player)
            if room is None:
                room = choose_room(self.state, player, shares, self.seed, dice)
                if room is None or not self.may(seat, ChooseRoom(seat=seat, month=month, room=room)):
                    continue
            for kind in self.rooms[room].rules.sheets:
                self._write(seat, kind, dice)

    def _write(self, seat: SeatId, kind: PlayedKind, dice: Dice) -> None:
        written = kind.invent(self.state, seat, dice) if kind.window(self.state, seat).open else None
        if written is None:
            return
        try:
            kind.check(self.state, seat, written)
        except Refused as no:
            self.refused[f"{kind.kind}: {no.sentence}"] += 1
            return
        month, body = self.state.clock.month, kind.encode(written)
        leaf = leaf_of(salt=f"{self.seed}", kind=kind.kind, month=month, seat=seat, revision=1, body=body.decode())
        self.sheets.append(Sealed(seat=seat, kind=kind.kind, month=month, revision=1, received_at=self.now, body=body, leaf=leaf))

    def _until_quiet(self, act: ChooseCommand, seats: tuple[SeatId, ...], what: str) -> None:
        """Ask these seats in turn until none acts. The dice of a seat are the same each time.

        Raises:
            Stuck: they never finish.
        """
        month, found = self.state.clock.month, dict[SeatId, Any]()  # state at each seat's last question
        for _round in range(MOST):
            did = False
            for seat in seats:
                if found.get(seat) is not self.state:
                    found[seat] = self.state
                    did |= self.may(seat, act(self.state, seat, seat_dice(self.seed, month, seat, what)))
            if not did:
                return
        raise Stuck(f"{what} of round {month}: the players are never done.")

    # --- the steps ------------------------------------------------------------------------------------------------------

    def _steps(self) -> None:
        """Play the steps of all rooms and tables in parallel, in the order of their ends."""
        begun, idle = set[tuple[ClockKey, StepId]](), set[ClockKey]()
        until = self.state.clock.deadline
        assert until is not None
        while True:
            for key, at in self._running():
                if at.step is not None and (key, at.step) not in begun:
                    begun.add((key, at.step))
                    self._sit(key, at.step)
            ends = [(at.deadline, key, at.step) for key, at in self._running() if key not in idle and at.deadline and at.step]
            if not ends or min(ends)[0] >= until:
                return
            moment, key, step = min(ends)
            self._at(moment)
            self._end(key, step, idle)

    def _running(self) -> Iterator[tuple[ClockKey, RoomClock]]:
        clock = self.state.clock
        return ((key, at) for key, at in sorted(clock.rooms.items()) if at.month == clock.month and at.step is not None)

    def _sit(self, key: ClockKey, step: StepId) -> None:
        """Let the players of a room or table act in its running step."""
        room, table = place_of(key)
        act, at = self.rooms[room].bots.act if room in self.rooms else None, clock_at(self.state, room, table)
        if act is None:
            return
        there = [seat.id for seat in present_seats(self.state, room) if own_clock(self.state, seat) is at]
        self._until_quiet(act, tuple(sorted(there)), step)

    def _end(self, key: ClockKey, step: StepId, idle: set[ClockKey]) -> None:
        """End a step: by the clock if it ends automatically, else by its desk, which may leave it open until the phase ends."""
        room, table = place_of(key)
        by_clock = ends_by_itself(self.state, room, step)
        if not by_clock and self.dice.random() < self.habits.left_over:
            idle.add(key)
            return
        if self._lead():
            self._sit(key, step)  # the control team may have created new tasks
        self.must(EndStep(room=room, month=self.state.clock.month, step=step, table=table), THE_CLOCK if by_clock else self.staff)

    # --- the control team -----------------------------------------------------------------------------------------------

    def _lead(self) -> bool:
        """Answer decisions or leave them, then do the work of the rooms' desks. Return whether anything changed.

        Raises:
            Stuck: the desk never finishes, or was refused.
        """
        before = self.state
        self._answer()
        for _each in range(MOST):
            command = self.habits.lead(self.state, self.dice) if self.habits.lead is not None else None
            if command is None:
                return self.state is not before
            self.must(command, self.staff)
        raise Stuck(f"{self.state.clock.phase} of round {self.state.clock.month}: the control team is never done.")

    def _answer(self) -> None:
        for waits in questions.open_decisions(self.state):
            if waits.month != self.state.clock.month or self.dice.random() >= self.habits.answered:
                continue
            if not any(each.id == waits.id for each in questions.open_decisions(self.state)):
                continue  # the answer to another decision closed it
            option = self.dice.choice(waits.options).id
            speaks = questions.speaker(self.state, waits.team) if waits.team is not None else None
            if speaks is not None:
                self.may(speaks, MakeDecision(decision=waits.id, option=option, seat=speaks))
            else:
                self.must(MakeDecision(decision=waits.id, option=option), self.staff)
