"""Requests for a bot's chair during a game. The chair shows a hand, so somebody at the table has to let the person in."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import msgspec

from control.engine.context import DecisionContext
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, Module, Undo
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence
from rooms.tables.game.chairs import SatDown, must_ask, require_bots_own, seated
from rooms.tables.game.context import NOT_A_MOVE, At, at_table, is_staff, name_at, person_of, sender_name, unique_name, visible_name
from rooms.tables.game.state import Asking, Resting, TableStage, TableState
from rooms.tables.game.tellings import tell_nothing
from rooms.tables.game.turns import TurnCame

# === requests ===========================================================================================================


MOST_ASKING, MOST_FOR_ONE = 12, 3
REST: Final = timedelta(seconds=30)  # after a denied or withdrawn request, before the next one


class AskChair(msgspec.Struct, frozen=True, kw_only=True):
    """Request a bot's chair for a person."""

    person: str
    name: str
    chair: int


class AnswerAsking(msgspec.Struct, frozen=True, kw_only=True):
    """Let this person in, or deny the request. Players at the table and Control may do so."""

    person: str
    let_in: bool


class StopAsking(msgspec.Struct, frozen=True, kw_only=True):
    """Withdraw the sender's own request."""


class ChairAsked(msgspec.Struct, frozen=True, kw_only=True):
    chair: int
    person: str
    name: str


class ChairDenied(msgspec.Struct, frozen=True, kw_only=True):
    """A request was denied. `by`: who denied it."""

    person: str
    by: str
    at: datetime | None = None


class AskingStopped(msgspec.Struct, frozen=True, kw_only=True):
    person: str
    at: datetime | None = None


def may_answer(state: TableState, person: str) -> bool:
    """Whether this person may answer requests: the host, or while the host is absent everybody who is present."""
    chair = state.chair_of(person)
    host = state.chair_of(state.host)
    return chair in state.present() and (person == state.host or host not in state.present())


def open_requests(state: TableState) -> tuple[Asking, ...]:
    """Requests that wait for an answer."""
    return tuple(each for each in state.asking if not each.no_by) if state.stage is TableStage.PLAYING else ()


def own_request(state: TableState, person: str) -> Asking | None:
    """A person's own request, open or denied."""
    return next((each for each in state.asking if each.person == person), None) if state.stage is TableStage.PLAYING else None


def may_ask_now(state: TableState, person: str) -> bool:
    """Whether this person may send a request. Not while an earlier one is open."""
    own = own_request(state, person)
    return own is None or bool(own.no_by)


def decide_ask(at: At, command: AskChair, asked: DecisionContext) -> tuple[ChairAsked, ...]:
    state, name = at.state, visible_name(command.name)
    at.require_stage(TableStage.PLAYING)
    if command.person != person_of(asked.by):
        raise Refused(say("You can only sit down yourself."), code="not-yours")
    if not command.person or not name:
        raise Refused(say("Say who sits down: a name is missing."), code="malformed")
    if state.chair_of(command.person) is not None:
        raise Refused(say("You sit at this table already."), code="stale")
    require_bots_own(at, command.chair)
    if not must_ask(state):
        raise Stale(say("Nobody plays here who could be asked: take the chair."))
    if not may_ask_now(state, command.person):
        raise Stale(say("You have asked for a chair already; wait for the answer."))
    if any(each.person == command.person and each.until > asked.at for each in state.resting):
        raise Refused(say("You asked a moment ago. Wait half a minute, then ask again."), code="full")
    if sum(each.chair == command.chair for each in open_requests(state)) >= MOST_FOR_ONE:
        raise Refused(say("Three people ask for this chair already. Try again when they have been answered."), code="full")
    if len(open_requests(state)) >= MOST_ASKING:
        raise Refused(say("Too many ask for a chair at this table. Try again when they have been answered."), code="full")
    return (ChairAsked(chair=command.chair, person=command.person, name=unique_name(state, name)),)


def decide_answer(at: At, command: AnswerAsking, asked: DecisionContext) -> tuple[SatDown | TurnCame | ChairDenied, ...]:
    at.require_stage(TableStage.PLAYING)
    if not is_staff(asked.by) and not may_answer(at.state, person_of(asked.by)):
        raise Refused(say("Only the host lets somebody in, or whoever sits here while the host is away."), code="not-yours")
    found = next((each for each in open_requests(at.state) if each.person == command.person), None)
    if found is None:
        raise Stale(say("This has been answered, or is not asked any more."))
    if not command.let_in:
        return (ChairDenied(person=found.person, by=sender_name(at.state, asked.by), at=asked.at),)
    require_bots_own(at, found.chair)
    return seated(at, SatDown(chair=found.chair, person=found.person, name=unique_name(at.state, found.name)), asked.at)


def decide_stop(at: At, _command: StopAsking, asked: DecisionContext) -> tuple[AskingStopped, ...]:
    person = person_of(asked.by)
    if own_request(at.state, person) is None:
        raise Stale(say("You do not ask for a chair."))
    return (AskingStopped(person=person, at=asked.at),)


def _without(state: TableState, person: str) -> tuple[Asking, ...]:
    return tuple(each for each in state.asking if each.person != person)


def evolve_asked(state: TableState, happened: ChairAsked) -> TableState:
    new = Asking(chair=happened.chair, person=happened.person, name=happened.name)
    return replace(state, asking=(*_without(state, happened.person), new))


def evolve_denied(state: TableState, happened: ChairDenied) -> TableState:
    denied = tuple(replace(each, no_by=happened.by) if each.person == happened.person else each for each in state.asking)
    return _with_rest(replace(state, asking=denied), happened.person, happened.at)


def evolve_stopped(state: TableState, happened: AskingStopped) -> TableState:
    return _with_rest(replace(state, asking=_without(state, happened.person)), happened.person, happened.at)


def _with_rest(state: TableState, person: str, since: datetime | None) -> TableState:
    """Make this person wait before the next request. Waits that are over are dropped."""
    if since is None:
        return state
    others = tuple(each for each in state.resting if each.until > since and each.person != person)
    return replace(state, resting=(*others, Resting(person=person, until=since + REST)))


def evolve_answered(_before: TableState, state: TableState, happened: SatDown) -> TableState:
    """Drop the request of the person who sat down, and all requests for that chair."""
    if not state.asking:
        return state
    left = tuple(each for each in state.asking if each.person != happened.person and each.chair != happened.chair)
    return replace(state, asking=left)


def _asked_words(happened: ChairAsked, state: TableState) -> str:
    return say("{name} asks for the chair of {bot}, a bot.", name=happened.name, bot=name_at(state, happened.chair))


ASKING: Final = Module(
    name="asking",
    commands={
        AskChair: CommandHandler(decide=decide_ask, label=lambda c, s: f"{say('Ask for a chair')}: {name_at(s, c.chair)}"),
        AnswerAsking: CommandHandler(decide=decide_answer, label=lambda c, s: say("Allow") if c.let_in else say("Say no")),
        StopAsking: CommandHandler(decide=decide_stop, label=lambda c, s: say("Ask no more")),
    },
    events={
        ChairAsked: EventHandler(
            evolve=evolve_asked, tell=one_sentence(_asked_words), invalidations=at_table, undo=Undo(never_by_players=NOT_A_MOVE)
        ),
        ChairDenied: EventHandler(
            evolve=evolve_denied,
            tell=tell_nothing,  # the person who asked sees a note
            invalidations=at_table,
            undo=Undo(never_by_players=NOT_A_MOVE),
        ),
        AskingStopped: EventHandler(
            evolve=evolve_stopped,
            tell=tell_nothing,
            invalidations=at_table,
            undo=Undo(never_by_players=NOT_A_MOVE),
        ),
    },
    extra_folds={SatDown: evolve_answered},
)
