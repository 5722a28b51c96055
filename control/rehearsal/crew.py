"""Crew: the bots of a copy, which use the same commands as people.

Bots of seats play by their characters. Bots of desks answer decisions, take hand-offs, end steps and go to callers. They leave
alone what a person has taken.
"""

from __future__ import annotations

import logging
import random
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from control import registry
from control.bots import players
from control.bots.habits import seat_dice
from control.bots.players import phase_progress, step_progress
from control.day import handoffs
from control.day.calls import AnswerCall, CallControl, EndCall, open_call
from control.day.clock.clocks import place_of
from control.day.clock.phases import BeginDay
from control.day.clock.steps import EndStep, ends_by_itself
from control.day.decisions import questions
from control.day.decisions.answers import MakeDecision
from control.day.people.lookup import choice_of
from control.day.people.presence import CheckIn
from control.day.state import DayStage, DayState, Presence, RoomClock
from control.day.timetable import phase_length
from control.engine.context import ORGANIZER, Actor
from control.engine.frame import Frame
from control.engine.ids import DeskId, SeatId
from control.engine.language import say
from control.engine.modules import Command
from control.engine.refusal import Refused
from control.journal import desk, journal
from control.models import Event, Rehearsal, Stream
from control.rehearsal.characters import character_of, question_of
from control.rehearsal.keepers import desks_taken, seats_taken
from control.rehearsal.speeds import Speed

log = logging.getLogger(__name__)

ENDS_AT: Final = (0.6, 0.9)  # part of a step in which the desk's bot ends it
REACTS: Final = 0.08  # reaction time of a desk's bot, as a share of a phase
SLOWEST: Final = timedelta(seconds=45)
CHECKED_IN_AT_ONCE: Final = 3  # players checked in at one look
MOST: Final = 60  # actions of a desk in one look


@dataclass(slots=True, kw_only=True)
class BotCrew:
    """Bots of one copy, with what they remember from look to look."""

    event: Event
    row: Rehearsal
    silent: frozenset[SeatId] = frozenset()  # seats that trouble keeps from acting
    away: frozenset[DeskId] = frozenset()  # empty desks
    tried: players.TriedCommands = field(default_factory=set)
    sent: set[tuple[int, SeatId]] = field(default_factory=set)
    asked: set[tuple[int, str, SeatId]] = field(default_factory=set)

    def state(self) -> DayState:
        found: DayState = journal.head(Stream.objects.defer("state").get(pk=self.event.stream_id)).state
        return found

    def free(self, state: DayState) -> frozenset[SeatId]:
        """Seats that bots play now."""
        return frozenset(state.seats) - seats_taken(self.event) - self.silent

    def desks(self) -> frozenset[DeskId]:
        """Desks that bots keep now."""
        every = registry.realm(self.event.stream.engine).frame.all_desks
        return every - frozenset(desks_taken(self.row)) - self.away

    def look(self, now: datetime) -> int:
        """Let every bot whose time has come do one thing. Return the number of actions."""
        state = self.state()
        if state.clock.stage is DayStage.GATHERING:
            return self._gather(state)
        if state.clock.stage is not DayStage.PLAYING or state.clock.paused:
            return 0
        did = self._players(state, now)
        return did + self._questions(now) + (self._desks(now) if not (self.hurries and did) else 0)

    @property
    def hurries(self) -> bool:
        """Whether nobody waits for the clock. Then bots act at once, desks after players."""
        return self.row.speed == Speed.DESKS

    # --- seats ----------------------------------------------------------------------------------------------------------

    def _players(self, state: DayState, now: datetime) -> int:
        clock, seed, free = state.clock, self.row.seed, self.free(state)
        assert clock.phase is not None
        if state.frame.phase(clock.phase).steps:
            return players.play_steps(self.event, seed, self.tried, seats=sorted(free), due=self._in_step(now))
        passed = self.passed(state, now)
        did = players.play_between(self.event, seed, self.tried, seats=free, due=self._in_phase(clock.month, clock.phase, passed))
        if clock.phase in state.frame.bot_phases:
            late = clock.phase != state.frame.bot_phases[0]
            ready = [seat for seat in sorted(free) if self._sends(seat, clock.month, 1.0 if late else passed)]
            self.sent.update((clock.month, seat) for seat in ready)
            if ready:
                did += players.play_planning(self.event, seed, seats=ready, lazy=0.0, taste=self._taste)
        return did

    def passed(self, state: DayState, now: datetime) -> float:
        """Share of the running phase that is over. 1 if nobody waits for the clock."""
        return 1.0 if self.hurries else phase_progress(state, now)

    def _step_passed(self, at: RoomClock, now: datetime) -> float:
        return 1.0 if self.hurries else step_progress(at, now)

    def _taste(self, seat: SeatId, sheets: Any) -> bytes:
        return character_of(self.row.seed, seat).chosen(sheets)

    def _sends(self, seat: SeatId, month: int, passed: float) -> bool:
        character, dice = character_of(self.row.seed, seat), seat_dice(self.row.seed, month, seat, "when")
        silent, when = dice.random() < character.silent, dice.uniform(character.first, character.last)
        return not silent and when <= passed and (month, seat) not in self.sent

    def _in_phase(self, month: int, phase: str, passed: float) -> Callable[[SeatId], bool]:
        def due(seat: SeatId) -> bool:
            dice, character = seat_dice(self.row.seed, month, seat, f"{phase} when"), character_of(self.row.seed, seat)
            return dice.uniform(character.first, character.last) <= passed

        return due

    def _in_step(self, now: datetime) -> Callable[[DayState, SeatId, RoomClock], bool]:
        rooms = registry.rooms(self.event.stream.engine)

        def due(state: DayState, seat: SeatId, at: RoomClock) -> bool:
            room = rooms.get(choice_of(state, state.seats[seat]) or "")
            dice, character = seat_dice(self.row.seed, at.month, seat, f"{at.step} when"), character_of(self.row.seed, seat)
            waited_for = room is not None and room.bots.early
            when = dice.random() * 0.1 if waited_for else dice.uniform(character.first, character.last) * 0.6
            return (waited_for or dice.random() < character.busy) and when <= self._step_passed(at, now)

        return due

    def _questions(self, now: datetime) -> int:
        state, did = self.state(), 0
        month, phase = state.clock.month, state.clock.phase
        passed = self.passed(state, now)
        for seat in sorted(self.free(state)) if phase else ():
            found = question_of(self.row.seed, seat, month, phase or "")
            if found is None or found[0] > passed or (month, phase or "", seat) in self.asked:
                continue
            self.asked.add((month, phase or "", seat))
            if state.seats[seat].presence is Presence.PRESENT and open_call(state, seat) is None:
                did += self.does(CallControl(seat=seat, text=say(found[2]), kind=found[1]), Actor(seat=seat))
        return did

    # --- desks ----------------------------------------------------------------------------------------------------------

    def _gather(self, state: DayState) -> int:
        kept = self.desks()
        at = _checks_in(state.frame, kept)
        waiting = [seat for seat in sorted(state.seats) if state.seats[seat].presence is Presence.EXPECTED]
        if at is not None and waiting:
            return sum(
                self.does(CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT), bot_actor(at))
                for seat in waiting[:CHECKED_IN_AT_ONCE]
            )
        return self.does(BeginDay(), bot_actor(ORGANIZER)) if not waiting and ORGANIZER in kept else 0

    def _desks(self, now: datetime) -> int:
        kept = self.desks()
        return (
            self._admits(kept)
            + self._answers(kept, now)
            + self._takes_over(kept, now)
            + self._goes(kept, now)
            + self._leads(kept, now)
        )

    def _admits(self, kept: frozenset[DeskId]) -> int:
        """Check in players whose code was given out during the day: a rehearsing person has no check-in desk."""
        state = self.state()
        at = _checks_in(state.frame, kept)
        here = (Presence.PRESENT, Presence.GONE)
        new = [state.seats[seat] for seat in sorted(seats_taken(self.event)) if seat in state.seats] if at is not None else []
        return sum(
            self.does(CheckIn(seat=each.id, before=each.presence, presence=Presence.PRESENT), bot_actor(at or ORGANIZER))
            for each in new
            if each.presence not in here
        )

    def _answers(self, kept: frozenset[DeskId], now: datetime) -> int:
        did, taken = 0, seats_taken(self.event)
        for waits in questions.open_decisions(self.state()):
            state = self.state()
            if not self._seen(state, waits.id, waits.since, now) or questions.find_decision(state, waits.id) is None:
                continue
            dice = random.Random(f"{self.row.seed} {waits.id}")
            option = dice.choice(waits.options).id
            speaks = questions.speaker(state, waits.team) if waits.team is not None else None
            if speaks is not None and speaks not in taken:
                if speaks not in self.silent:
                    did += self.does(MakeDecision(decision=waits.id, option=option, seat=speaks), Actor(seat=speaks))
            elif speaks is None and waits.desk in kept and not waits.claimed_by:
                did += self.does(MakeDecision(decision=waits.id, option=option), bot_actor(waits.desk))
        return did

    def _takes_over(self, kept: frozenset[DeskId], now: datetime) -> int:
        state = self.state()
        return sum(
            self.does(handoffs.TakeHandOff(hand_off=each.id), bot_actor(each.to))
            for each in handoffs.open_hand_offs(state)
            if each.to in kept and self._seen(state, f"hand-off {each.id}", each.at, now)
        )

    def _goes(self, kept: frozenset[DeskId], now: datetime) -> int:
        state, did = self.state(), 0
        for call in state.calls:
            whose = desk_of_call(state.frame, call.place)
            if call.ended or whose not in kept:
                continue
            if not call.answered_by and self._seen(state, f"call {call.id}", call.at, now):
                did += self.does(AnswerCall(call=call.id), bot_actor(whose))
            elif call.answered_by == bot_name(whose) and self._seen(state, f"call {call.id} end", call.at, now, times=3.0):
                did += self.does(EndCall(call=call.id), bot_actor(whose))
        return did

    def _leads(self, kept: frozenset[DeskId], now: datetime) -> int:
        did = 0
        for key, at in self._running():
            room, table = place_of(key)
            state = self.state()
            whose = state.frame.desk_of(room)
            if at.step is None or at.paused:
                continue
            own, alone = whose in kept, ends_by_itself(state, room, at.step)
            if not own and not (self.hurries and alone):  # else the clock ends it
                continue
            dice = random.Random(f"{self.row.seed} {at.month} {key} {at.step} ends")
            if self._step_passed(at, now) < dice.uniform(*ENDS_AT):
                continue
            did += self._works(room, whose, dice) if own else 0
            if self.hurries or not alone:
                did += self.does(EndStep(room=room, month=at.month, step=at.step, table=table), bot_actor(whose))
        return did

    def _works(self, room: str, whose: DeskId, dice: random.Random) -> int:
        app, did = registry.rooms(self.event.stream.engine).get(room), 0
        lead = app.bots.lead if app is not None else None
        for _each in range(MOST if lead is not None else 0):
            command = lead(self.state(), dice) if lead is not None else None
            if command is None or not self.does(command, bot_actor(whose)):
                break
            did += 1
        return did

    def _running(self) -> Iterator[tuple[str, RoomClock]]:
        clock = self.state().clock
        return ((key, at) for key, at in sorted(clock.rooms.items()) if at.month == clock.month and at.step is not None)

    def _seen(self, state: DayState, what: str, since: datetime, now: datetime, times: float = 1.0) -> bool:
        """Whether it has waited for a bot's reaction time."""
        if self.hurries:
            return True
        whole = phase_length(state, state.clock.month, state.clock.phase) if state.clock.phase else SLOWEST
        usual = min(whole * REACTS, SLOWEST) * times
        return now - since >= usual * random.Random(f"{self.row.seed} {what}").uniform(0.4, 1.8)

    def does(self, command: Command, by: Actor) -> int:
        """Give a command. A refusal is logged and counts as no action."""
        try:
            desk.perform(stream_id=self.event.stream_id, command=command, by=by, command_id=uuid.uuid4())
        except Refused as no:
            log.info("a bot was refused: %s", no.sentence)
            return 0
        return 1


def _checks_in(frame: Frame, kept: frozenset[DeskId]) -> DeskId | None:
    return next((each for each in (*sorted(frame.check_in_only), *sorted(frame.check_in)) if each in kept), None)


def desk_of_call(frame: Frame, place: str) -> DeskId:
    """Desk for a call from this place: the desk of its room, else the check-in desk."""
    by_place = {frame.room_name(room): frame.desk_of(room) for room in frame.room_ids}
    return by_place.get(place) or next(iter(sorted(frame.check_in_only or frame.check_in - {ORGANIZER})), ORGANIZER)


def bot_name(at: DeskId) -> str:
    """Name of a desk's bot."""
    return f"bot-{at}"


def display_name(name: str, frame: Frame) -> str:
    """Name of an account or a bot for people."""
    at = name.removeprefix(bot_name(DeskId("")))
    return say("a bot at {desk}", desk=frame.desk_name(DeskId(at))) if at != name and at in frame.all_desks else name


def bot_actor(at: DeskId) -> Actor:
    """Actor for the bot of a desk."""
    return Actor(name=bot_name(at), desks=frozenset({at}))
