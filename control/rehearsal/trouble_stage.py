"""Trouble simulated in a copy: its plan in the rehearsal's row, and who noticed and fixed it."""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db import transaction

from control import registry, system_time
from control.bots.habits import choose_room
from control.day.calls import CallControl, CallKind, open_call
from control.day.people.lookup import choice_of
from control.day.people.room_choice import ChooseRoom
from control.day.rulings import RecordRuling
from control.day.state import DayState, Presence
from control.day.timetable import phase_length
from control.engine.context import Actor
from control.engine.frame import PhaseFrame
from control.engine.ids import DeskId, RoomId, SeatId
from control.engine.language import later, say
from control.engine.records import replace
from control.journal.story import lines_of
from control.models import Entry, Event, Rehearsal, Sheet
from control.rehearsal.crew import BotCrew, bot_actor, bot_name
from control.rehearsal.keepers import desks_taken
from control.rehearsal.troubles import PlannedTrouble, TroubleKind, encode_plan, plan_of
from control.sheets import sheets
from control.sheets.receipts import PAPER

# === plan ===============================================================================================================

# The plan of trouble in the rehearsal's row. An organizer adds to it while the conductor's thread follows it.


MOST_AT_ONCE: Final = 12  # most unfixed troubles
MOST: Final = 60  # most troubles in a rehearsal


def add_to_plan(event_id: int, trouble: PlannedTrouble) -> bool:
    """Add a trouble. Return False, and add nothing, if the plan is full."""
    with transaction.atomic():
        row = Rehearsal.objects.select_for_update().get(event=event_id)
        plan = plan_of(row.plan)
        if len(plan) >= MOST or sum(not each.mended for each in plan) >= MOST_AT_ONCE:
            return False
        row.plan = encode_plan((*plan, trouble))
        row.save(update_fields=["plan"])
    return True


def keep_plan(event_id: int, followed: Sequence[PlannedTrouble]) -> None:
    """Store the state of these first troubles of the plan. Troubles added meanwhile stay behind them."""
    with transaction.atomic():
        row = Rehearsal.objects.select_for_update().filter(event=event_id).first()
        if row is not None:
            row.plan = encode_plan((*followed, *plan_of(row.plan)[len(followed) :]))
            row.save(update_fields=["plan"])


# === stage ==============================================================================================================

# Simulating trouble in a copy, and finding in its journal who noticed and fixed it.


SHORTEST: Final = timedelta(seconds=6)  # shortest lasting trouble: nobody would notice a shorter one
CALLED: Final = {
    TroubleKind.PHONES: later("All phones of our team have lost the console."),
    TroubleKind.LATE: later("My sheet came too late: does it count?"),
    TroubleKind.PAPER: later("I have written on paper: who enters it?"),
}
WRONG: Final = later("Whoever asks first gets it.")
BECAUSE: Final = later("Somebody at the table said so.")
OF_THE_CLOCK: Final = ("EndPhase", "SetClock", "AddTime", "Pause", "GoBack", "Resume")


@dataclass(slots=True, kw_only=True)
class TroubleStage:
    """Plan of one copy, for one look."""

    crew: BotCrew
    plan: list[PlannedTrouble]

    @property
    def event(self) -> Event:
        return self.crew.event

    def look(self, now: datetime) -> None:
        """Start due troubles, follow running ones, and tell the crew which seats and desks are affected."""
        before = list(self.plan)
        for at, trouble in enumerate(self.plan):
            if not trouble.began:
                self.plan[at] = self._begun(trouble, now)
            elif not trouble.mended:
                self.plan[at] = self._followed(trouble, now)
        self.crew.silent = frozenset(
            SeatId(seat) for each in self.plan if each.runs for seat in each.hit if _keeps_from_sending(each)
        )
        self.crew.away = frozenset(
            DeskId(at) for each in self.plan if each.runs and each.kind is TroubleKind.AWAY for at in each.hit
        )
        if self.plan != before:
            keep_plan(self.event.pk, self.plan)

    # --- start ----------------------------------------------------------------------------------------------------------

    def _begun(self, trouble: PlannedTrouble, now: datetime) -> PlannedTrouble:
        state = self.crew.state()
        clock = state.clock
        if clock.phase is None or clock.paused or clock.month < trouble.round:
            return trouble
        natural = _phase_for(state.frame.phases, trouble.kind, state.frame.bot_phases[0])
        too_soon = clock.month == trouble.round and self.crew.passed(state, now) < trouble.at
        if not trouble.at_once and (clock.phase != natural or too_soon):  # a missed one comes in the next round
            return trouble
        dice = random.Random(f"{self.crew.row.seed} {trouble.kind} {trouble.round} hits")
        begun = replace(trouble, began=now.timestamp(), began_seq=self._head())
        whole = phase_length(state, clock.month, clock.phase)
        if trouble.kind in CALLED:
            return self._befalls_seats(begun, state, dice)
        if trouble.kind is TroubleKind.AWAY:
            desks = sorted(state.frame.room_desks & self.crew.desks())  # only desks kept by bots can be empty
            return replace(begun, hit=(dice.choice(desks),)) if desks else trouble
        if trouble.kind is TroubleKind.WORKER:
            left = clock.deadline or now
            self._until("asleep_until", left + max(whole * 0.5, SHORTEST))
        elif trouble.kind is TroubleKind.NEWS:
            self._until("deaf_until", now + max(whole * trouble.lasts, SHORTEST))
        elif trouble.kind is TroubleKind.RULING:
            return self._ruled(begun, state)
        return begun

    def _befalls_seats(self, trouble: PlannedTrouble, state: DayState, dice: random.Random) -> PlannedTrouble:
        free = [state.seats[seat] for seat in sorted(self.crew.free(state)) if state.seats[seat].presence is Presence.PRESENT]
        if not free:
            return replace(trouble, began=0.0, began_seq=0)  # people play all seats: no bot is free yet
        team = dice.choice(sorted({seat.team for seat in free}))
        of_team = [seat.id for seat in free if seat.team == team]
        hit = of_team if trouble.kind is TroubleKind.PHONES else of_team[:1]
        if trouble.kind is TroubleKind.PAPER:
            trouble = replace(trouble, paper=self._on_paper(hit[0], dice))
        elif trouble.kind is TroubleKind.LATE and self._room(hit[0], dice) is None:  # a player without a room has no sheet
            return replace(trouble, began=0.0, began_seq=0)
        return self._called(replace(trouble, hit=tuple(hit)), state)

    def _on_paper(self, seat: SeatId, dice: random.Random) -> tuple[str, ...]:
        """Sheet that this player writes by hand, line by line."""
        room = self._room(seat, dice)
        state = self.crew.state()
        for kind in registry.rooms(state.REALM)[room].rules.sheets if room is not None else ():
            written = kind.invent(state, seat, dice)
            if written is not None:
                return (say(kind.words.name), *lines_on_paper(json.loads(kind.encode(written))))
        return ()

    def _room(self, seat: SeatId, dice: random.Random) -> RoomId | None:
        """Room of this player in this round, chosen now if necessary. None if the player chooses none."""
        state = self.crew.state()
        rooms, player = registry.rooms(state.REALM), state.seats[seat]
        room = choice_of(state, player)
        if room is None:
            room = choose_room(state, player, {name: app.bots.share for name, app in rooms.items()}, self.crew.row.seed, dice)
            chosen = room is not None and self.crew.does(
                ChooseRoom(seat=seat, month=state.clock.month, room=room), Actor(seat=seat)
            )
            return room if chosen else None
        return room

    def _called(self, trouble: PlannedTrouble, state: DayState) -> PlannedTrouble:
        caller = SeatId(trouble.hit[0])
        if trouble.kind is TroubleKind.LATE:
            return trouble  # the call follows the sheet
        self.crew.does(CallControl(seat=caller, text=say(CALLED[trouble.kind]), kind=CallKind.DEVICE), Actor(seat=caller))
        call = open_call(self.crew.state(), caller)
        return replace(trouble, mark=call.id if call is not None else 0)

    def _ruled(self, trouble: PlannedTrouble, state: DayState) -> PlannedTrouble:
        rules = sorted(rule for rule in {state.frame.rule(point) for point in ("room-steps", "phases", "rounds")} if rule)
        whose = sorted(state.frame.room_desks)[0]
        if not rules:
            return replace(trouble, mended=trouble.began)
        wrong = RecordRuling(rule=rules[0], text=say(WRONG), because=say(BECAUSE), desk=whose)
        self.crew.does(wrong, bot_actor(whose))
        made = self.crew.state().rulings
        return replace(trouble, hit=(whose,), mark=made[-1].id if made else 0)

    def _until(self, field: str, moment: datetime) -> None:
        Rehearsal.objects.filter(event=self.event).update(**{field: moment})

    # --- course ---------------------------------------------------------------------------------------------------------

    def _followed(self, trouble: PlannedTrouble, now: datetime) -> PlannedTrouble:
        if trouble.kind in CALLED:
            return self._call_followed(trouble, now)
        if trouble.kind is TroubleKind.AWAY:
            return self._away_followed(trouble, now)
        if trouble.kind is TroubleKind.WORKER:
            return self._worker_followed(trouble, now)
        if trouble.kind is TroubleKind.NEWS:
            return self._news_followed(trouble, now)
        return self._ruling_followed(trouble)

    def _call_followed(self, trouble: PlannedTrouble, now: datetime) -> PlannedTrouble:
        state = self.crew.state()
        if trouble.kind is TroubleKind.LATE and not trouble.mark:
            return self._sent_late(trouble, state, now)
        calls = {call.id: call for call in state.calls}
        call = calls.get(trouble.mark)
        if call is None:
            return self._mended(trouble, None, now)
        if call.answered_by and not trouble.noticed:
            entry = self._entry(trouble, ("CallAnswered",))
            trouble = self._noticed(trouble, entry, now, call.answered_by)
        if trouble.kind in (TroubleKind.PAPER, TroubleKind.LATE):
            since = datetime.fromtimestamp(trouble.began, UTC)
            own = Sheet.objects.filter(event=self.event, seat=trouble.hit[0], received_at__gte=since)
            row = own.filter(source=PAPER, pending=False).order_by("-pk").first()  # a late one counts once entered
            if row is not None:
                seen = trouble if trouble.noticed else self._noticed(trouble, None, row.received_at, row.entered_by)
                return replace(seen, mended=row.received_at.timestamp(), mended_seq=self._head(), mended_by=row.entered_by)
        return self._mended(trouble, self._entry(trouble, ("CallEnded",)), now, call.answered_by) if call.ended else trouble

    def _sent_late(self, trouble: PlannedTrouble, state: DayState, now: datetime) -> PlannedTrouble:
        """Send the sheet and call, once it is late. Some rooms accept sheets until they begin to act."""
        seat = SeatId(trouble.hit[0])
        room, same = choice_of(state, state.seats[seat]), state.clock.month == trouble.round
        kinds = registry.rooms(state.REALM)[room].rules.sheets if room and same else ()
        for kind in kinds:
            window = kind.window(state, seat)
            if window.open and (window.closes_at is None or window.closes_at > now):
                return trouble
        if same and state.clock.phase == state.frame.bot_phases[0]:
            return trouble
        for kind in kinds:
            written = kind.invent(state, seat, random.Random(f"{self.crew.row.seed} {seat} late"))
            if written is not None:
                _send(self.event, seat, kind.kind, kind.encode(written), trouble.round)
        self.crew.does(CallControl(seat=seat, text=say(CALLED[trouble.kind]), kind=CallKind.DEVICE), Actor(seat=seat))
        call = open_call(self.crew.state(), seat)
        return replace(trouble, mark=call.id if call is not None else -1)

    def _away_followed(self, trouble: PlannedTrouble, now: datetime) -> PlannedTrouble:
        at = DeskId(trouble.hit[0])
        row = Rehearsal.objects.get(event=self.event)
        person = desks_taken(row).get(at, "")
        entry = next((each for each in self._given(trouble) if at in self._keepers(each) and each.name != bot_name(at)), None)
        if entry is not None:
            seen = trouble if trouble.noticed else self._noticed(trouble, entry, entry.at, entry.name)
            return self._mended(seen, entry, entry.at, entry.name)
        if person and not trouble.noticed:
            trouble = self._noticed(trouble, None, now, person)
        return self._mended(trouble, None, now) if self.crew.state().clock.month > trouble.round else trouble

    def _worker_followed(self, trouble: PlannedTrouble, now: datetime) -> PlannedTrouble:
        entry = next((each for each in self._given(trouble) if each.command_kind in OF_THE_CLOCK), None)
        if entry is not None:
            self._until("asleep_until", now)
            seen = self._noticed(trouble, entry, entry.at, entry.name)
            return self._mended(seen, entry, entry.at, entry.name)
        row = Rehearsal.objects.get(event=self.event)
        return self._mended(trouble, None, now) if row.asleep_until is None or row.asleep_until <= now else trouble

    def _news_followed(self, trouble: PlannedTrouble, now: datetime) -> PlannedTrouble:
        entry = next((each for each in self._given(trouble) if each.command_kind == "Announce"), None)
        if entry is not None and not trouble.noticed:
            trouble = self._noticed(trouble, entry, entry.at, entry.name)
        row = Rehearsal.objects.get(event=self.event)
        return self._mended(trouble, None, now) if row.deaf_until is None or row.deaf_until <= now else trouble

    def _ruling_followed(self, trouble: PlannedTrouble) -> PlannedTrouble:
        ruling = next((each for each in self.crew.state().rulings if each.id == trouble.mark), None)
        if ruling is None or not ruling.retracted:
            return trouble
        entry = self._entry(trouble, ("RulingRetracted",))
        moment = entry.at if entry is not None else system_time.now()
        seen = self._noticed(trouble, entry, moment, entry.name if entry is not None else "")
        return self._mended(seen, entry, moment, entry.name if entry is not None else "")

    # --- the journal ----------------------------------------------------------------------------------------------------

    def _head(self) -> int:
        self.event.stream.refresh_from_db(fields=["head", "hash"])
        return self.event.stream.head

    def _entry(self, trouble: PlannedTrouble, kinds: Sequence[str]) -> Entry | None:
        rows = self.event.stream.entries.filter(seq__gt=trouble.began_seq, kind__in=kinds).order_by("seq")
        number = f'"id":{trouble.mark}'
        return next((each for each in rows if number in each.body.replace(" ", "")), None)

    def _given(self, trouble: PlannedTrouble) -> Sequence[Entry]:
        """Commands of people in the team since the trouble began."""
        rows = self.event.stream.entries.filter(seq__gt=trouble.began_seq, actor__startswith="staff:", part=0).order_by("seq")
        return [each for each in rows if not each.actor.startswith(("staff:bot-", "staff:rehearsal"))]

    def _keepers(self, entry: Entry) -> frozenset[DeskId]:
        return lines_of(self.event.stream)[entry.seq - 1].keepers

    @staticmethod
    def _noticed(trouble: PlannedTrouble, entry: Entry | None, moment: datetime, by: str) -> PlannedTrouble:
        at = entry.at if entry is not None else moment
        return replace(trouble, noticed=at.timestamp(), noticed_seq=entry.seq if entry is not None else 0, noticed_by=by)

    def _mended(self, trouble: PlannedTrouble, entry: Entry | None, moment: datetime, by: str = "") -> PlannedTrouble:
        at = entry.at if entry is not None else moment
        return replace(trouble, mended=at.timestamp(), mended_seq=entry.seq if entry is not None else self._head(), mended_by=by)


def stage_of(crew: BotCrew) -> TroubleStage:
    """Stored plan of a copy."""
    return TroubleStage(crew=crew, plan=list(plan_of(Rehearsal.objects.values_list("plan", flat=True).get(event=crew.event))))


def lines_on_paper(document: Any, name: str = "") -> Iterator[str]:
    """Sheet's document as lines to read and type: "orders 1: kind move, units 2"."""
    if isinstance(document, Mapping):
        plain = [
            f"{key} {value}" for key, value in document.items() if isinstance(value, (str, int, float)) and value not in ("", False)
        ]
        if plain:
            yield f"{name}: {', '.join(plain)}" if name else ", ".join(plain)
        for key, value in document.items():
            if isinstance(value, (Mapping, list)):
                yield from lines_on_paper(value, f"{name} {key}".strip())
    elif isinstance(document, list):
        for at, each in enumerate(document, 1):
            yield from lines_on_paper(each, f"{name} {at}".strip())
    elif document not in (None, "", False):
        yield f"{name}: {document}"


def _keeps_from_sending(trouble: PlannedTrouble) -> bool:
    """Whether the trouble keeps its seats from sending."""
    return trouble.kind is TroubleKind.PHONES or (trouble.kind in (TroubleKind.LATE, TroubleKind.PAPER) and not trouble.noticed)


def _phase_for(phases: Sequence[PhaseFrame], kind: TroubleKind, writes: Any) -> Any:
    """Phase in which this trouble hurts: the phase of sheets, or the one of the rooms."""
    acting = next((phase.id for phase in phases if phase.steps), writes)
    return acting if kind in (TroubleKind.AWAY, TroubleKind.NEWS, TroubleKind.RULING) else writes


def _send(event: Event, seat: SeatId, kind: str, body: bytes, month: int) -> None:
    sheets.hand_in(
        sheets.Arrival(
            event_id=event.pk, seat=seat, kind=kind, month=month, client_key=uuid.uuid4(), body=body, received_at=system_time.now()
        )
    )
