"""What a viewer may know of the shared state. Every view starts empty and each line adds one allowed thing; nothing is stripped.

Public: the clock, where the Court sits, who reigns, the Law Board, announcements to all, and the face of every status strip, for it
is worn on the badge (GE-EVT-05). A purse and a choice of room are seen by their owner, by the own House's table as a sum, and by
the control team.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from control.day import people, timetable
from control.day.clock.parts import phase_words
from control.day.clock.phases import held_by, turning
from control.day.notices import ALL, KIND_NAMES, CallKind, heard_by, open_call, whom
from control.day.state import Call, Clock, Presence, Stage
from control.engine.ids import PhaseId, RoomId, SeatId, StepId
from control.engine.language import later, say
from control.engine.modules import Module
from control.engine.viewer import Viewer
from control.engine.words import Spoken
from rooms.realm.game.court import region_name
from rooms.realm.game.recall import recalled
from rooms.realm.game.state import Ceremony, GameState, Seat, Title
from rooms.realm.game.treasury import held_in_common, house_name, house_power
from rooms.realm.scenario.effects import moment_words, place_words
from rooms.realm.scenario.ids import HouseId, LawId, Phase, Room
from rooms.realm.words import IN_ROOM, PHASE_NAMES, ROOM_NAMES


@dataclass(frozen=True, slots=True, kw_only=True)
class StepView:
    """One step of a room's timeline: its state is "done", "now" or "next"."""

    id: StepId
    name: str
    hint: str
    is_done: bool
    is_now: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomClockView:
    """Where a room stands in Action; `deadline` is None and `left` set while it stands."""

    room: RoomId
    name: str
    step: StepId | None
    step_name: str
    deadline: datetime | None
    left: timedelta | None
    paused: bool
    steps: tuple[StepView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockView:
    """The clock as everybody sees it."""

    stage: Stage
    month: int
    months: int
    phase: PhaseId | None
    phase_name: str
    next_name: str
    began_at: datetime | None
    deadline: datetime | None
    left: timedelta | None
    paused: bool
    pause_reason: str
    held: bool  # does the end of the month wait for the control team?
    planned_start: datetime | None
    rooms: Mapping[RoomId, RoomClockView]
    court_region: str
    court_host: str
    court_province: str
    sovereign: str
    announcement: str  # the text that opens the phase
    warn_at: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BarView:
    """A ban or delay on a strip."""

    words: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StripView:
    """The face of a status strip: what is worn on the badge (GE-EVT-05, R-04)."""

    seat: SeatId
    name: str
    character: str
    house: HouseId
    house_name: str
    short: str
    rank: int
    wounds: int
    spouse: str
    titles: tuple[str, ...]
    bars: tuple[BarView, ...]
    presence: Presence


@dataclass(frozen=True, slots=True, kw_only=True)
class FavorView:
    """A Favor card in its owner's hand."""

    card: str
    name: str
    faction: str
    ability: str
    timing: str
    location: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnView:
    """What a player alone sees of the own seat."""

    strip: StripView
    power: int
    favors: tuple[FavorView, ...]
    choice: RoomId | None
    table: str
    choice_open: bool
    married: bool
    met_spouse: bool
    call: CallView | None  # what Control was called for and is not settled
    line: str  # the character's line to play by


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseView:
    """A House as its own members see it: the strips and what all purses hold together."""

    house: HouseId
    name: str
    short: str
    motto: str
    members: tuple[StripView, ...]
    power: int
    favors: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LawView:
    """One tablet of the Law Board."""

    id: LawId
    number: int
    title: str
    text: str
    since: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeView:
    """One announcement, newest first."""

    id: int
    at: datetime
    text: str
    to: str  # "" for all, else the House's name


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonView:
    """A line of the check-in list and the house desk: everything the control team may know of a player."""

    strip: StripView
    power: int
    favors: int
    choice: RoomId | None
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallView:
    """A player who wants Control."""

    id: int
    name: str
    short: str
    text: str
    at: datetime
    answered_by: str
    kind: str
    hurt: bool
    place: str
    ended: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRow:
    """A House as the control team sees it."""

    house: HouseId
    name: str
    short: str
    power: int
    members: tuple[PersonView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedView:
    """Everything of the shared state that one viewer may know. What is not this viewer's is None or empty."""

    clock: ClockView
    laws: tuple[LawView, ...]
    notices: tuple[NoticeView, ...]
    own: OwnView | None = None
    house: HouseView | None = None
    houses: tuple[HouseRow, ...] = ()
    calls: tuple[CallView, ...] = ()


def view_shared(state: GameState, viewer: Viewer) -> SharedView:
    """What this viewer may know of the shared state."""
    clock, laws, notices = clock_view(state), law_views(state), notice_views(state, viewer)
    if viewer.staff:
        return SharedView(clock=clock, laws=laws, notices=notices, houses=house_rows(state), calls=call_views(state))
    seat = state.seats.get(viewer.seat) if viewer.seat else None
    if seat is None:
        return SharedView(clock=clock, laws=laws, notices=notices)
    return SharedView(clock=clock, laws=laws, notices=notices, own=own_view(state, seat), house=house_view(state, seat.house))


# --- the clock ----------------------------------------------------------------------------------------------------------


@recalled(64)
def clock_view(state: GameState) -> ClockView:
    """The clock, for everybody."""
    clock, court = state.clock, state.court
    provinces = {province.id: province.name for province in state.scenario.provinces}
    return ClockView(
        stage=clock.stage,
        month=clock.month,
        months=timetable.last_month(state),
        phase=clock.phase,
        phase_name=PHASE_NAMES[clock.phase] if clock.phase else STAGE_WORDS[clock.stage],
        next_name=_next_name(state),
        began_at=clock.began_at,
        deadline=clock.deadline,
        left=clock.left,
        paused=clock.paused,
        pause_reason=clock.pause_reason,
        held=turning(state) and bool(held_by(state)),
        planned_start=clock.planned_start,
        rooms={room: room_clock_view(state, room) for room in Room if state.scenario.timetable.steps.get(room)},
        court_region=region_name(state, court.region) if court else "",
        court_host=house_name(state, court.host) if court and court.host else "",
        court_province=provinces.get(court.province, "") if court and court.province else "",  # type: ignore[call-overload]
        sovereign=sovereign_words(state),
        announcement=state.announcement,
        warn_at=state.scenario.timetable.warn_at_seconds,
    )


STAGE_WORDS: Final[Mapping[Stage, str]] = Spoken(
    {Stage.GATHERING: later("Gathering"), Stage.PLAYING: "", Stage.OVER: later("The day is over")}
)
TITLE_NAMES: Final[Mapping[Title, str]] = Spoken({Title.SOVEREIGN: later("Sovereign"), Title.PRIEST: later("Priest")})


def _next_name(state: GameState) -> str:
    clock: Clock = state.clock
    if clock.stage is Stage.GATHERING:
        return phase_words(state, 1, Phase.CEREMONY)
    if clock.phase is None:
        return ""
    month, phase = timetable.next_phase(state, clock.month, clock.phase)
    if month > timetable.last_month(state):
        return say("The crowning")
    return PHASE_NAMES[phase] if month == clock.month else phase_words(state, month, phase)


def room_clock_view(state: GameState, room: RoomId) -> RoomClockView:
    """Where one room stands."""
    at = state.clock.rooms.get(room)
    current = at if at is not None and at.month == state.clock.month else None
    done = current.done if current else ()
    steps = timetable.steps_of(state, room)
    running = current.step if current else None
    return RoomClockView(
        room=room,
        name=ROOM_NAMES[room],
        step=running,
        step_name=next((step.name for step in steps if step.id == running), ""),
        deadline=current.deadline if current else None,
        left=current.left if current else None,
        paused=bool(current and (current.paused or (running and current.deadline is None and current.left is not None))),
        steps=tuple(
            StepView(id=step.id, name=step.name, hint=step.hint, is_done=step.id in done, is_now=step.id == running)
            for step in steps
        ),
    )


def sovereign_words(state: GameState) -> str:
    """Who reigns, as the hall reads it."""
    throne = state.throne
    if throne.god_emperor:
        return say("The God Emperor")
    if throne.holder is None:
        return say("The throne is empty")
    seat = state.seats[throne.holder]
    return f"{seat.character} ({house_name(state, seat.house)})"


# --- people -------------------------------------------------------------------------------------------------------------


def strip_view(state: GameState, seat: Seat) -> StripView:
    """The face of a strip."""
    house = next(each for each in state.scenario.houses if each.id == seat.house)
    spouse = state.seats.get(seat.spouse) if seat.spouse else None
    titles = (Title.SOVEREIGN, *seat.titles) if state.throne.holder == seat.id else seat.titles
    month = state.clock.month
    return StripView(
        seat=seat.id,
        name=seat.name,
        character=seat.character,
        house=seat.house,
        house_name=house.name,
        short=house.short,
        rank=seat.rank,
        wounds=seat.wounds,
        spouse=f"{spouse.name} ({house_name(state, spouse.house)})" if spouse else "",
        titles=tuple(dict.fromkeys(TITLE_NAMES[title] for title in titles)),
        bars=tuple(
            BarView(words=say("not {in_room}: {why}", in_room=IN_ROOM[bar.room], why=bar.why), rule=bar.rule)
            for bar in seat.bars
            if bar.until is None or bar.until >= month
        ),
        presence=seat.presence,
    )


def own_view(state: GameState, seat: Seat) -> OwnView:
    """What a player alone sees."""
    house = next(each for each in state.scenario.houses if each.id == seat.house)
    lines = {person.name: person.line for person in (*house.characters, *house.reserves)}
    # Where a House holds in common, every member sees the one purse.
    purses = [each.purse for each in people.members(state, seat.house)] if held_in_common(state) else [seat.purse]
    return OwnView(
        strip=strip_view(state, seat),
        power=sum(purse.power for purse in purses),
        favors=tuple(favor_view(state, card) for purse in purses for card in purse.favors),
        choice=people.choice_of(state, seat),
        table=seat.table if people.choice_of(state, seat) == Room.UNDERGROUND else "",
        choice_open=people.choice_open(state) and seat.here,
        married=seat.spouse is not None,
        met_spouse=seat.id in state.met,
        call=_call_view(state, call) if (call := open_call(state, seat.id)) else None,
        line=lines.get(seat.character, ""),
    )


def favor_view(state: GameState, card: str) -> FavorView:
    """One Favor card, for its owner."""
    kind = card.rsplit("#", 1)[0]
    favor = next(each for each in state.scenario.favors if each.id == kind)
    faction = next(each.name for each in state.scenario.factions if each.id == favor.faction)
    return FavorView(
        card=card,
        name=favor.name,
        faction=faction,
        ability=favor.ability,
        timing=moment_words(favor.timing, state.scenario.timetable.steps),
        location=place_words(favor.location),
    )


@recalled(256)
def house_view(state: GameState, house: HouseId) -> HouseView:
    """A House for its own members."""
    about = next(each for each in state.scenario.houses if each.id == house)
    seats = people.members(state, house)
    return HouseView(
        house=house,
        name=about.name,
        short=about.short,
        motto=about.motto,
        members=tuple(strip_view(state, seat) for seat in seats),
        power=house_power(state, house),
        favors=sum(len(seat.purse.favors) for seat in seats),
    )


def house_rows(state: GameState) -> tuple[HouseRow, ...]:
    """All Houses, for the control team."""
    return tuple(
        HouseRow(
            house=house.id,
            name=house.name,
            short=house.short,
            power=house_power(state, house.id),
            members=tuple(person_view(state, seat) for seat in people.members(state, house.id)),
        )
        for house in state.scenario.houses
    )


def person_view(state: GameState, seat: Seat) -> PersonView:
    """One player, for the control team. What the cards are stays the player's."""
    return PersonView(
        strip=strip_view(state, seat),
        power=seat.purse.power,
        favors=len(seat.purse.favors),
        choice=people.choice_of(state, seat),
        table=seat.table,
    )


# --- words to all -------------------------------------------------------------------------------------------------------


@recalled(64)
def law_views(state: GameState) -> tuple[LawView, ...]:
    """The Law Board, by number."""
    return tuple(
        LawView(id=law.id, number=law.number, title=law.title, text=law.text, since=law.since)
        for law in sorted(state.laws, key=lambda law: law.number)
    )


def notice_views(state: GameState, viewer: Viewer) -> tuple[NoticeView, ...]:
    """Announcements this viewer was meant to hear, newest first."""
    seat = state.seats.get(viewer.seat) if viewer.seat else None
    own, house = (seat.id, seat.house) if seat else (None, None)
    return tuple(
        NoticeView(id=notice.id, at=notice.at, text=notice.text, to="" if notice.to == ALL else whom(state, notice.to))
        for notice in reversed(state.notices)
        if viewer.staff or heard_by(notice, own, house)
    )


def call_views(state: GameState) -> tuple[CallView, ...]:
    """Players who want Control: those who wait, whoever is hurt first, then the oldest; those somebody goes to; the settled."""
    ordered = sorted(state.calls, key=lambda call: (call.ended, bool(call.answered_by), call.kind != CallKind.HURT, call.id))
    return tuple(_call_view(state, call) for call in ordered[:60])


def _call_view(state: GameState, call: Call) -> CallView:
    seat = state.seats[call.seat]
    short = next(house.short for house in state.scenario.houses if house.id == seat.house)
    kind = KIND_NAMES[CallKind(call.kind)] if call.kind and call.kind != CallKind.OTHER else ""
    return CallView(
        id=call.id,
        name=seat.name,
        short=short,
        text=call.text,
        at=call.at,
        answered_by=call.answered_by,
        kind=kind,
        hurt=call.kind == CallKind.HURT,
        place=call.place,
        ended=call.ended,
    )


def ceremonies_held(state: GameState) -> tuple[Ceremony, ...]:
    """This month's ceremonies."""
    return tuple(each for each in state.ceremonies if each.month == state.clock.month)


SHARED_VIEW = Module(name="shared", view=view_shared)
