"""The harbour game: two crews, one room, one kind of sheet, one timed phase. Players who name the arriving ship score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec
from msgspec import Struct, field

from control.day.attention import ATTENTION
from control.day.clock.module import CLOCK
from control.day.clock.steps import StepEnded
from control.day.decisions.module import DECISIONS
from control.day.handoffs import HAND_OFFS
from control.day.notices import NOTICES
from control.day.outages import OUTAGES
from control.day.people.lookup import choice_of
from control.day.people.module import PEOPLE
from control.day.plan import MonthPlan, PlanStep, Team, Timetable
from control.day.roster.module import ROSTER
from control.day.rulings import RULINGS
from control.day.seals import SEALS
from control.day.sheets import SheetWords, Typed, Window, fields_in
from control.day.state import DaySeat, DayStage, DayState, RoomState, with_room
from control.engine.context import CHECK_IN, ORGANIZER, ORGANIZER_ONLY, DecisionContext
from control.engine.frame import DeskFrame, Frame, PhaseFrame, RoomFrame
from control.engine.ids import SeatId, StepId, TeamId
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Module
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.reports import one_sentence
from control.engine.viewer import Viewer
from control.registry import PagePanel, PagePiece, PhoneSheet, Realm, RealmRules, RoomApp, RoomDesk, RoomPhone, RoomRules, SheetKind

NAME, QUAY, WATCH, BELL, LOOKOUT = "harbour", "quay", "watch", StepId("bell"), StepId("lookout")
SHIPS = ("brig", "cutter", "sloop")
FRAME = Frame(
    phases=(PhaseFrame(id=WATCH, name="Watch", steps=True, closes=True, choice=True, turns=True),),
    rooms=(
        RoomFrame(id=QUAY, desk=QUAY, name="Quay", the="it", inside="here", towards="to it", control="Control", clock="Its clock"),
    ),
    desks=tuple(DeskFrame(id=desk, name=f"the desk {desk}", word=lambda desk=desk: desk) for desk in (ORGANIZER, QUAY, CHECK_IN)),
    check_in=frozenset({CHECK_IN}),
    the_clock="The clock",
    sentences={"round-title": "Tide {number}", "round-words": "tide {number}"},
)
CREWS = tuple(
    Team(id=TeamId(each), name=each.title(), short=each[:3].upper(), color=color, ink="#ffffff", emblem="M10 10h80v80h-80z")
    for each, color in (("gulls", "#225588"), ("terns", "#884422"))
)
PLAN = Timetable(
    first_month_at="10:00",
    reserve_minutes=0,
    usual_action_minutes=5,
    months=tuple(MonthPlan(month=tide, minutes={WATCH: 5}) for tide in (1, 2)),
    steps={QUAY: tuple(PlanStep(id=each, name=each.title(), minutes=2, ends="desk") for each in (BELL, LOOKOUT))},
)


class Harbour(Struct, frozen=True, kw_only=True):
    """Scenario of the harbour, frozen into an event."""

    crews: tuple[Team, ...] = CREWS
    plan: Timetable = PLAN


class AtQuay(RoomState, frozen=True, kw_only=True):
    scores: Mapping[SeatId, int] = field(default_factory=dict)


class HarbourState(DayState, frozen=True, kw_only=True):
    REALM: ClassVar[str] = NAME
    FRAME: ClassVar[Frame] = FRAME
    ATTACHED: ClassVar[str] = "harbour"

    harbour: Harbour

    @property
    def timetable(self) -> Timetable:
        return self.harbour.plan

    @property
    def teams(self) -> tuple[Team, ...]:
        return self.harbour.crews


class SignOn(Struct, frozen=True, kw_only=True):
    """Begin the journal with these sailors."""

    crew: tuple[tuple[TeamId, str], ...]


class SignedOn(SignOn):
    """The journal has begun with these sailors."""


class ShipCameIn(Struct, frozen=True, kw_only=True):
    ship: str
    winners: tuple[SeatId, ...]


class Guess(Struct, frozen=True, kw_only=True):
    ship: str


def signed_on(state: HarbourState, happened: SignedOn) -> HarbourState:
    seats = {}
    for team, name in happened.crew:
        rank = 1 + sum(seat.team == team for seat in seats.values())
        seats[SeatId(f"{team}-{rank}")] = DaySeat(id=SeatId(f"{team}-{rank}"), team=team, name=name, character=name, rank=rank)
    return replace(state, seats=seats)


def came_in(state: HarbourState, happened: ShipCameIn) -> HarbourState:
    scores = dict(at_quay(state).scores)
    for seat in happened.winners:
        scores[seat] = scores.get(seat, 0) + 1
    return with_room(state, QUAY, AtQuay(scores=scores))


def look_out(state: HarbourState, happened: StepEnded, asked: DecisionContext) -> tuple[ShipCameIn, ...]:
    if happened.step != LOOKOUT:
        return ()
    ship = asked.chance.shuffled(SHIPS)[0]
    guesses = {each.seat: decode(each.body).ship for each in asked.sheets.read("guess", happened.month)}
    return (ShipCameIn(ship=ship, winners=tuple(sorted(seat for seat, guess in guesses.items() if guess == ship))),)


def at_quay(state: HarbourState) -> AtQuay:
    return found if isinstance(found := state.rooms.get(QUAY), AtQuay) else AtQuay()


HARBOUR = Module(
    name="harbour",
    commands={SignOn: CommandHandler(decide=lambda s, c, asked: (SignedOn(crew=c.crew),), desks=ORGANIZER_ONLY)},
    events={SignedOn: EventHandler(evolve=signed_on, tell=one_sentence(lambda e, s: f"{len(e.crew)} sailors signed on."))},
)
QUAYSIDE = Module(
    name=QUAY,
    room=QUAY,
    state=AtQuay,
    events={
        ShipCameIn: EventHandler(
            evolve=came_in,
            tell=one_sentence(lambda e, s: f"The {e.ship} came in; {len(e.winners)} had named it."),
            invalidations=lambda e, s: (Invalidation(topic=QUAY),),
        )
    },
    reactions={StepEnded: look_out},
)


def decode(body: bytes) -> Guess:
    return msgspec.json.decode(body, type=Guess)


def window(state: HarbourState, seat: SeatId) -> Window:
    at = state.clock.rooms.get(QUAY)
    is_open = state.clock.stage is DayStage.PLAYING and (at is None or BELL not in at.ended_in(state.clock.month))
    if not is_open or choice_of(state, state.seats[seat]) != QUAY:
        return Window(open=False, month=state.clock.month, sentence="Nobody listens now.")
    return Window(open=True, month=state.clock.month, closes_at=at.deadline if at else None)


def check(_state: HarbourState, _seat: SeatId, guess: Guess) -> None:
    if guess.ship not in SHIPS:
        raise Refused("There is no such ship.")


def read(fields: Mapping[str, list[str]]) -> Guess:
    return Guess(ship=(fields.get("ship") or [""])[0])


def just_typed(_state: HarbourState, _viewer: Viewer, _sent: Guess | None, typed: Typed | None) -> str:
    return read(fields_in(typed)).ship if typed else ""


def drawn(own, typed: str) -> PagePanel:
    shown = {"month": own.window.month, "open": own.window.open, "ships": SHIPS, "typed": typed}
    return PagePanel(template="harbour/_guess.html", panel=shown)


def quay_view(state: HarbourState, viewer: Viewer) -> dict[str, object]:
    return {"month": state.clock.month, "scores": [(state.seats[one].name, n) for one, n in at_quay(state).scores.items()]}


def score(state: HarbourState, viewer: Viewer) -> int:
    return at_quay(state).scores.get(viewer.player, 0)


GUESS = SheetKind(
    kind="guess",
    room=QUAY,
    step=BELL,
    words=SheetWords(
        name="Guess",
        word="guess",
        noun="guess",
        nouns="guesses",
        sealed=lambda count, month, root: f"{count} guesses of tide {month} lie under {root}.",
    ),
    read=read,
    decode=decode,
    check=check,
    window=window,
    invent=lambda state, seat, dice: Guess(ship=dice.choice(SHIPS)),
    phone=PhoneSheet(sees=just_typed, draw=drawn),
)
SCORE = PagePiece(sees=score, draw=lambda _event, shown: PagePanel(template="harbour/_score.html", panel=shown))
ROOM = RoomApp(
    realm=NAME,
    rules=RoomRules(module=QUAYSIDE, sheets=(GUESS,)),
    desk=RoomDesk(page="quay_desk"),
    phone=RoomPhone(to_do="Name the ship that comes in.", results=SCORE),
)
REALM = Realm(
    rules=RealmRules(
        state=HarbourState,
        modules=(HARBOUR, CLOCK, OUTAGES, PEOPLE, ROSTER, NOTICES, ATTENTION, DECISIONS, HAND_OFFS, RULINGS, SEALS),
        load=lambda body: msgspec.json.decode(body, type=Harbour),
        set_up=lambda casting: SignOn(crew=casting),
    )
)
