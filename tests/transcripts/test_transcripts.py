"""Two months of the small scenario as each viewer saw them: after every command, the changes on that viewer's screens.

A changed rule shows as a readable difference in these files. `make transcripts` writes them anew; review them as a diff.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from control.day.clock.phases import BeginDay, EndPhase
from control.day.clock.steps import EndStep, steps_left
from control.day.people.lookup import choice_of
from control.day.people.presence import CheckIn
from control.day.people.room_choice import ChooseRoom
from control.day.state import Presence
from control.engine.context import THE_CLOCK, Actor, DecisionContext, Sealed, SheetList
from control.engine.ids import SeatId
from control.engine.modules import Command, Game
from control.engine.records import replace
from control.engine.viewer import HALL, NOBODY, Viewer
from rooms.court.game.module import COURT
from rooms.court.game.proposals.proposal import PROPOSALS
from rooms.realm.desks import Desk
from rooms.realm.game.setup import SetUp
from rooms.realm.game.state import GameState, Purse
from rooms.realm.papers.game.types import encode as encode_paper
from rooms.realm.papers.game.types import parse as parse_paper
from rooms.realm.papers.game.view_form import NOTHING, FormStep, fate_of, own_paper
from rooms.realm.scenario.ids import Phase, Room
from rooms.realm.screens.phone import PHONE
from rooms.underground.game.module import SCHEMES, UNDERGROUND
from rooms.war.game.bots import random_sheet, steady_sheet
from rooms.war.game.module import FURTHER, WAR
from rooms.war.game.sheets.document import encode as encode_sheet
from rooms.war.game.sheets.document import parse as parse_sheet
from rooms.war.game.sheets.form import own_map, own_war_sheet
from rooms.war.game.view_orders import war_results
from tests.rooms.realm.game.play import CHECK_IN, MORNING, ORGANIZER, SHARED, player
from tests.scenarios import small

GAME = Game[GameState](name="whole", state_type=GameState, modules=(*SHARED.modules, WAR, *FURTHER, COURT, UNDERGROUND))
FOLDER = Path(__file__).parent
WAR_DESK = Actor(name="walt", desks=frozenset({Desk.WAR}))
MONTHS = 2
SEED = 5

VIEWERS: Mapping[str, Viewer] = {
    "cat-1": Viewer(seat=SeatId("cat-1")),
    "wolf-2": Viewer(seat=SeatId("wolf-2")),
    "war-desk": Viewer(desks=frozenset({Desk.WAR})),
    "court-desk": Viewer(desks=frozenset({Desk.COURT})),
    "hall": HALL,
    "nobody": NOBODY,
}
PHONES = (SeatId("cat-1"), SeatId("wolf-2"))
PAPERS = (PROPOSALS, SCHEMES)
READ: Mapping[str, Callable[[bytes], Any]] = {"war": parse_sheet, **{room.kind: parse_paper for room in PAPERS}}


def screens(state: GameState, sheets: tuple[Sealed, ...]) -> Iterator[tuple[str, object]]:
    """Screens of a state by name: the view of each viewer, and the phones of some players."""
    yield from ((name, GAME.view(state, viewer)) for name, viewer in VIEWERS.items())
    yield from ((f"{seat}-phone", phone(state, seat, sheets)) for seat in PHONES)


def phone(state: GameState, seat: SeatId, sheets: tuple[Sealed, ...]) -> dict[str, object]:
    """Content of a player's phone from the game and its rooms, with the player's own sheets of this month."""
    if seat not in state.seats:
        return {}
    viewer, month = Viewer(seat=seat), state.clock.month
    sent = {each.kind: READ[each.kind](each.body) for each in sheets if (each.seat, each.month) == (seat, month)}
    shown: dict[str, object] = {each.name: each.view(state, viewer) for each in PHONE.regions}
    shown["war-sheet"] = own_war_sheet(state, viewer, sent.get("war"), None)
    shown["war-results"] = war_results(state, viewer)
    shown["map"] = own_map(state, viewer, sent.get("war")).overlay  # the map below is public
    for room in PAPERS:
        shown[f"{room.kind}-sheet"] = own_paper(state, viewer, room, sent.get(room.kind), FormStep.RESTING, NOTHING)
        shown[f"{room.kind}-results"] = fate_of(room, state, viewer)
    return shown


def others_otherwise(state: GameState, seat: SeatId) -> GameState:
    """The state with other private data of others: purses of other Houses' players, and others' papers."""
    own = state.seats[seat].house
    held = {
        key: each if each.house == own else replace(each, purse=Purse(power=each.purse.power + 7_351))
        for key, each in state.seats.items()
    }
    rooms = dict(state.rooms)
    for room in PAPERS:
        opened = tuple(
            each if each.seat == seat else replace(each, paper=replace(each.paper, note="a note of another player"))
            for each in getattr(room.own(state), room.papers)
        )
        rooms[room.room] = replace(room.own(state), **{room.papers: opened})
    return replace(state, seats=held, rooms=rooms)


NAMES = (*VIEWERS, *(f"{seat}-phone" for seat in PHONES))


class Recorder:
    """Plays the day and records, for every viewer, the changes after each command."""

    def __init__(self) -> None:
        self.state = GameState(scenario=small())
        self.now = MORNING
        self.dice = random.Random(SEED)
        self.sheets: tuple[Sealed, ...] = ()
        self.seen = {name: flat(shown) for name, shown in screens(self.state, self.sheets)}
        self.lines: dict[str, list[str]] = {name: [] for name in NAMES}
        self.told: list[str] = []  # commands after which a phone would have shown another player's data

    def do(self, command: Command, by: Actor) -> None:
        label = GAME.label(command, self.state)
        self.state = GAME.decided(self.state, command, DecisionContext(by=by, at=self.now, sheets=SheetList(self.sheets))).state
        assert GAME.broken(self.state) == ()
        for name, shown in screens(self.state, self.sheets):
            now = flat(shown)
            changes = list(changed(self.seen[name], now))
            self.seen[name] = now
            if changes:
                self.lines[name] += [f"== {label}", *changes, ""]
        for seat in sorted(self.state.seats) if isinstance(command, EndPhase | EndStep) else PHONES:
            if seat in self.state.seats:
                shown, otherwise = (phone(each, seat, self.sheets) for each in (self.state, others_otherwise(self.state, seat)))
                self.told += [f"{label}: {seat}"] if flat(shown) != flat(otherwise) else []

    def write_sheets(self) -> None:
        month = self.state.clock.month
        for seat in sorted(self.state.seats):
            room = self.dice.choice((Room.WAR, Room.WAR, Room.COURT, Room.UNDERGROUND))
            if choice_of(self.state, self.state.seats[seat]) != room:
                self.do(ChooseRoom(seat=seat, month=month, room=room), by=player(seat))
            kind, body = self.written(seat, room)
            if body is not None:
                sealed = Sealed(seat=seat, kind=kind, month=month, revision=1, received_at=self.now, body=body)
                self.sheets = (*self.sheets, sealed)

    def written(self, seat: SeatId, room: Room) -> tuple[str, bytes | None]:
        if room == Room.WAR:
            write = self.dice.choice((random_sheet, steady_sheet))
            return "war", encode_sheet(write(self.state, seat, self.dice))
        papers = PROPOSALS if room == Room.COURT else SCHEMES
        paper = papers.invented(self.state, seat, self.dice)
        return papers.kind, None if paper is None else encode_paper(paper)

    def play(self) -> None:
        self.do(SetUp(casting=small().casting), by=ORGANIZER)
        for seat in sorted(self.state.seats):
            self.do(CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT), by=CHECK_IN)
        self.do(BeginDay(), by=ORGANIZER)
        while self.state.clock.month <= MONTHS:
            clock = self.state.clock
            assert clock.phase is not None
            assert clock.deadline is not None
            if clock.phase == Phase.PLANNING:
                self.write_sheets()
            if clock.phase == Phase.ACTION:
                self.now += timedelta(seconds=1)
                for step in steps_left(self.state, Room.WAR):
                    self.do(EndStep(room=Room.WAR, month=clock.month, step=step), by=WAR_DESK)
            self.now = clock.deadline
            self.do(EndPhase(month=clock.month, phase=clock.phase), by=THE_CLOCK)


def flat(view: object, path: str = "") -> dict[str, str]:
    """Leaves of a view by path."""
    return dict(_leaves(msgspec.to_builtins(view, str_keys=True), path))


def _leaves(value: object, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key in sorted(value):
            yield from _leaves(value[key], f"{path}.{key}" if path else str(key))
    elif isinstance(value, list | tuple) and value:
        for at, each in enumerate(value):
            yield from _leaves(each, f"{path}[{at}]")
    else:
        yield path, "-" if value in (None, [], (), "") else str(value)


def changed(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[str]:
    """Lines of the leaves that differ, in order."""
    for path in sorted(before.keys() | after.keys()):
        old, new = before.get(path), after.get(path)
        if old != new:
            yield f"   {path}: {new}" if new is not None else f"   {path} gone"


@cache
def recorded() -> Recorder:
    """The day, played once."""
    recorder = Recorder()
    recorder.play()
    return recorder


def transcript(name: str) -> str:
    """Transcript of this viewer."""
    return "\n".join(recorded().lines[name])


@pytest.mark.transcript
@pytest.mark.parametrize("name", sorted(NAMES))
def test_the_day_as_this_viewer_lived_it(name, regenerate):
    file = FOLDER / f"{name}.txt"
    if regenerate:
        file.write_text(transcript(name), encoding="utf-8")

    assert transcript(name) == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["hall", "nobody", "wolf-2", "court-desk", "cat-1-phone", "wolf-2-phone"])
def test_nobody_else_reads_a_proposal_a_scheme_or_a_war_sheet(name):
    own = name.removesuffix("-phone") if name.startswith(("cat", "wolf")) else "no seat"

    secrets = [
        line
        for line in transcript(name).splitlines()
        if "seat: " in line and own not in line and (".orders" in line or ".opened" in line or "underground.papers" in line)
    ]

    assert secrets == []


def test_no_phone_shows_what_another_house_holds_or_another_player_wrote():
    assert recorded().told == []
