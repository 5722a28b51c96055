"""What a phone's view reads is noted: while nothing of it changes, the view's answer does not change either."""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec import Struct

from control import registry
from control.bots.playout import PlayedCommand
from control.day.clock.steps import EndStep
from control.day.memoization import Noting, Part, call_noted, changed_parts
from control.day.state import DayStage
from control.day.view import notice_views
from control.engine.ids import SeatId
from control.engine.modules import Decided
from control.engine.records import replace
from control.engine.viewer import Viewer
from control.journal.corrections import NOTHING
from control.journal.reports import Reported
from control.models import Event, Sheet, Stream
from control.people.access import SeatPass
from control.phone import round_report
from control.phone.known_regions import regions_of_seat
from control.phone.pieces import PIECES
from control.phone.play import PHONE, registered_regions
from control.phone.sight import PhoneSight
from control.regions.kinds import PlatformRegion
from control.regions.region import versioned_region
from control.regions.sight import Sight
from control.sheets import own_sheet
from rooms.realm.frame import NAME
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Phase, Room
from rooms.war.game import whynot
from tests.amounts import amount
from tests.rooms.test_days_by_rules import short
from tests.rooms.whole import GAME, whole_day

DAYS, MONTHS, SEATS = amount(1, 12), amount(2, 10), amount(2, 4)
BEGIN = datetime(2026, 12, 5, 9, tzinfo=UTC)


# --- of the game --------------------------------------------------------------------------------------------------------


class Made(Struct, frozen=True):
    """What a view showed a seat, and what it had read then."""

    shown: str
    read: frozenset[Part]


class Proof:
    """Call views after every command, plain and noted; `wrong` gathers what a cache by reads would get wrong."""

    def __init__(self, views: dict[str, Callable[[Any, Viewer], object]], seed: int) -> None:
        self.views, self.seed, self.wrong, self.stood, self.asked = views, seed, set[str](), 0, 0
        self.made: dict[tuple[SeatId, str], Made] = {}

    def __call__(self, before: GameState, given: PlayedCommand, decided: Decided[GameState]) -> None:
        state, changed = decided.state, changed_parts(before, decided.state)
        for seat in random.Random(self.seed).sample(sorted(state.seats), min(SEATS, len(state.seats))):
            for name, view in self.views.items():
                self._check(state, changed, Viewer(seat=seat), name, view)

    def _check(
        self, state: GameState, changed: frozenset[Part], viewer: Viewer, name: str, view: Callable[[Any, Viewer], object]
    ) -> None:
        reads: dict[Part, object] = {}
        plain = repr(view(state, viewer))
        if repr(call_noted(view, state, reads, viewer)) != plain:
            self.wrong.add(f"{name} shows something else while it is noted")
        known = self.made.get((viewer.player, name))
        stands = known is not None and known.read.isdisjoint(changed)
        self.asked, self.stood = self.asked + 1, self.stood + stands
        if known is not None and stands and known.shown != plain:
            self.wrong.add(f"{name} changed without a noted read")
        self.made[viewer.player, name] = Made(plain, known.read if known and stands else frozenset(reads))


def phone_views() -> dict[str, Callable[[Any, Viewer], object]]:
    return {each.name: each.view for each in registered_regions(NAME)}


@pytest.mark.parametrize("seed", range(1, DAYS + 1))
def test_a_view_whose_reads_have_not_changed_shows_the_same(seed):
    proof = Proof(phone_views(), seed)

    whole_day(short(MONTHS), seed, look=proof)

    assert proof.wrong == set()
    assert proof.stood > proof.asked / 2  # else nothing is gained


def test_a_read_that_is_not_noted_is_found():
    def leaking(state: Any, viewer: Viewer) -> object:
        plain = state._record if isinstance(state, Noting) else state
        return plain.clock.phase, state.seats[viewer.player].name

    proof = Proof({"leaking": leaking, "sound": lambda state, viewer: (state.clock.phase, viewer)}, 1)

    whole_day(short(1), 1, look=proof)

    assert proof.wrong == {"leaking changed without a noted read"}


def test_what_a_player_may_know_of_failures_does_not_depend_on_the_phase_that_runs():
    wrong, told_of = set[Phase](), 0

    def look(_before: GameState, given: PlayedCommand, decided: Decided[GameState]) -> None:
        nonlocal told_of
        state = decided.state
        if not isinstance(given.command, EndStep) or given.command.room != Room.WAR:
            return
        for seat in sorted(state.seats):
            told = whynot.allowed(state, seat)
            told_of += len(told)
            for phase in Phase:
                clock = replace(state.clock, phase=phase, turned=state.clock.turned + 1, rooms={}, deadline=None)
                if whynot.allowed(replace(state, clock=clock), seat) != told:
                    wrong.add(phase)

    whole_day(short(MONTHS), 1, look=look)

    assert wrong == set()
    assert told_of > SEATS


# --- of the platform ----------------------------------------------------------------------------------------------------

Kinds = tuple[PlatformRegion[Callable[[PhoneSight], object]], ...]
KNOWN: Kinds = tuple(each for each in PIECES if each.reads != "others")


class PlatformProof:
    """Ask with the phones of some seats after every command, and after its undo. Own sheets come in at random.

    `wrong`: regions that an ask takes for unchanged, though a phone without any knowledge would show something else.
    """

    def __init__(self, kinds: Kinds, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.kinds, self.dice, self.wrong, self.stood, self.asked = kinds, random.Random(seed), set[str](), 0, 0
        self.stream = Stream(engine=NAME, key=uuid.uuid4(), head=0, hash="")
        self.event = Event(pk=1, stream=self.stream)
        self.reports: list[Reported] = []
        self.sheets: dict[SeatId, list[Sheet]] = {}
        self.shown: dict[SeatId, frozenset[str]] = {}
        monkeypatch.setattr(round_report, "reports_of_rounds", self._reports_of)
        monkeypatch.setattr(own_sheet, "counts_instead", self._in_time)

    def __call__(self, before: GameState, given: PlayedCommand, decided: Decided[GameState]) -> None:
        former, known = before, list(self.reports)
        for happened in decided.events:
            after = GAME.evolve(former, happened)
            told = GAME.reports(happened, former, after)
            self.reports += [Reported(seq=1, at=given.at, round=former.clock.month, report=each) for each in told]
            former = after
        self._look(decided.state)
        if self.dice.random() < 0.1:
            self.reports, known = known, self.reports
            self._look(before)  # undone
            self.reports = known
            self._look(decided.state)

    def _look(self, state: GameState) -> None:
        self.stream.head += 1
        self.stream.hash = str(self.stream.head)
        seats = sorted(state.seats)
        for seat in self.dice.sample(seats[:10], min(SEATS, len(seats))):
            self._ask(state, seat)
            if self.dice.random() < 0.3:
                self._send(state, seat)
                self._ask(state, seat)

    def _send(self, state: GameState, seat: SeatId) -> None:
        dice, own = self.dice, self.sheets.setdefault(seat, [])
        kind, month = dice.choice(list(registry.sheet_kinds(NAME).values())), state.clock.month
        written = kind.invent(state, seat, dice) if state.clock.stage is DayStage.PLAYING else None
        at = BEGIN + timedelta(seconds=dice.randrange(9_999))
        late, source = dice.random() < 0.2, dice.choice(("sent", "draft", "paper"))
        row = Sheet(
            event=self.event,
            seat=seat,
            kind=kind.kind,
            month=month,
            revision=1 + sum((each.kind, each.month) == (kind.kind, month) for each in own),
            client_key=uuid.uuid4(),
            received_at=at,
            late=late,
            pending=not late and dice.random() < 0.2,
            body=kind.encode(written).decode() if written is not None else "no sheet",
            source=source,
            entered_by="Olga" if source == "paper" else "",
            due_at=at - timedelta(minutes=1) if late else None,
        )
        self.sheets[seat] = sorted((*own, row), key=lambda each: (-each.month, each.kind, -each.revision))

    def _ask(self, state: GameState, seat: SeatId) -> None:
        shown, plain = self.shown.get(seat, frozenset()), self._versions(self._seen(state, seat))
        found = {each.name: each for each in regions_of_seat(PHONE, self._seen(state, seat), self.kinds, shown)}
        self.asked, self.stood = self.asked + len(found), self.stood + sum(not each.template for each in found.values())
        self.wrong |= {name for name in {*found, *plain} if name not in found or found[name].version != plain.get(name)}
        self.shown[seat] = frozenset(plain.values())

    def _versions(self, seen: PhoneSight) -> dict[str, str]:
        made = ((kind, kind.view(seen)) for kind in self.kinds)
        return {kind.name: versioned_region(PHONE, kind, what).version for kind, what in made if kind.template or what is not None}

    def _seen(self, state: GameState, seat: SeatId) -> PhoneSight:
        return PhoneSight(
            door=SeatPass(event=self.event, seat=seat),
            sight=Sight(state, Viewer(seat=seat)),
            now=BEGIN + timedelta(seconds=self.dice.randrange(99_999)),
            amends=NOTHING,
            rows=tuple(self.sheets.get(seat, ())),
        )

    def _reports_of(self, _stream: Stream, rounds: tuple[int, ...], audiences: frozenset[str]) -> tuple[Reported, ...]:
        return tuple(each for each in self.reports if each.round in rounds and each.report.to in audiences)

    def _in_time(self, late: Sheet) -> str:
        own = self.sheets[SeatId(late.seat)]
        mine = (each for each in own if (each.kind, each.month) == (late.kind, late.month))
        return next((f"Revision {each.revision} counts." for each in mine if not each.late and not each.pending), "")


@pytest.mark.parametrize("seed", range(1, amount(1, 3) + 1))
def test_a_region_of_the_platform_that_is_not_made_again_would_show_the_same(seed, monkeypatch):
    proof = PlatformProof(KNOWN, seed, monkeypatch)

    whole_day(short(MONTHS), seed, look=proof)

    assert proof.wrong == set()
    assert proof.stood > proof.asked / 2


@pytest.mark.parametrize(
    ("reads", "view", "sound"),
    [
        ("state", lambda seen: seen.sight.view(notice_views), True),
        ("rows", lambda seen: (len(seen.rows), seen.who), True),
        ("state", lambda seen: len(seen.rows), False),
        ("lines", lambda seen: len(seen.rows), False),
        ("rows", lambda seen: seen.now, False),
        ("state", lambda seen: seen.door.event.stream.head, False),
    ],
)
def test_a_region_that_reads_more_than_it_says_is_found(monkeypatch, reads, view, sound):
    proof = PlatformProof((PlatformRegion(name="one", template="t", view=view, reads=reads),), 1, monkeypatch)

    whole_day(short(1), 1, look=proof)

    assert proof.wrong == (set() if sound else {"one"})
