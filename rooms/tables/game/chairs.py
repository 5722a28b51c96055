"""Chairs of a table: persons and bots take them, leave them, and stand in for one another."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec

from control.engine.context import DecisionContext
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, Module, Undo
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence
from rooms.tables.game.absence import require_stand_in
from rooms.tables.game.context import NOT_A_MOVE, At, at_table, is_own, is_staff, name_at, person_of, unique_name, visible_name
from rooms.tables.game.rules import GameKind
from rooms.tables.game.state import Chair, TableStage, TableState
from rooms.tables.game.turns import TurnCame, has_bot_among, same_turn

BOT_NAMES = ("Grisha", "Marfa", "Yegor", "Dunya", "Foma", "Varya")


class SitDown(msgspec.Struct, frozen=True, kw_only=True):
    """Take a free chair, or one's own chair back from the stand-in."""

    person: str
    name: str
    chair: int | None = None


class PutBot(msgspec.Struct, frozen=True, kw_only=True):
    """Put a bot on a free chair, or let it play for a person who is away."""

    chair: int
    bot: str


class StandUp(msgspec.Struct, frozen=True, kw_only=True):
    """Free a chair. During the game a bot plays on there, and its person may come back."""

    chair: int


class SatDown(msgspec.Struct, frozen=True, kw_only=True):
    chair: int
    person: str
    name: str


class BotPut(msgspec.Struct, frozen=True, kw_only=True):
    chair: int
    bot: str
    name: str = ""  # of a bot that is no stand-in
    since: datetime | None = None  # set only if the host did it before the game


class StoodUp(msgspec.Struct, frozen=True, kw_only=True):
    chair: int
    since: datetime | None = None  # set only if the host did it before the game


def decide_sit_down(at: At, command: SitDown, asked: DecisionContext) -> tuple[SatDown | TurnCame, ...]:
    state = at.state
    at.require_stage(TableStage.OPEN, TableStage.PLAYING)
    if not is_staff(asked.by) and command.person != person_of(asked.by):
        raise Refused(say("You can only sit down yourself."), code="not-yours")
    name = visible_name(command.name)
    if not command.person or not name:
        raise Refused(say("Say who sits down: a name is missing."), code="malformed")
    own = state.chair_of(command.person)
    if own is not None:
        if state.chairs[own].bot:
            return seated(at, SatDown(chair=own, person=command.person, name=state.chairs[own].name), asked.at)
        raise Refused(say("You sit at this table already."), code="stale")
    number = (
        command.chair if command.chair is not None else next((free for free, each in enumerate(state.chairs) if each.free), None)
    )
    if number is None:
        raise Refused(say("Every chair of this table is taken; you can look on."), code="full")
    chair = at.chair(number)
    if state.stage is TableStage.PLAYING:
        require_bots_own(at, number)
        if must_ask(state) and not is_staff(asked.by):
            raise Refused(say("The game has begun: ask for this chair, and somebody at the table lets you in."), code="ask")
    if state.stage is TableStage.OPEN and not chair.free:
        raise Stale(say("{name} has just taken this chair.", name=chair.name))
    return seated(at, SatDown(chair=number, person=command.person, name=unique_name(state, name)), asked.at)


def require_bots_own(at: At, number: int) -> None:
    """Refuse a newcomer during the game unless a bot owns the chair.

    Raises:
        Refused: the chair is a person's, or the table has a stake.
    """
    chair = at.chair(number)
    if chair.person or not chair.bot:
        raise Refused(say("The game has begun; a chair is free only where a bot has it for itself."), code="full")
    if at.state.stake is not None:
        raise Refused(say("At a table with a stake nobody comes in once the game has begun."), code="full")


def decide_put_bot(at: At, command: PutBot, asked: DecisionContext) -> tuple[BotPut | TurnCame, ...]:
    chair, state = at.chair(command.chair), at.state
    at.require_stage(TableStage.OPEN, TableStage.PLAYING)
    _require_hand(at, command.chair, asked)
    if command.bot not in at.game.bots:
        raise Refused(say("There is no such bot."), code="malformed")
    if state.stage is TableStage.OPEN and not chair.free:
        raise Stale(say("{name} has this chair.", name=chair.name))
    if chair.bot:
        raise Stale(say("A bot plays for {name} already.", name=chair.name))
    name = "" if chair.person else _bot_name(state)
    put = BotPut(chair=command.chair, bot=command.bot, name=name, since=_host_time(state, asked))
    return (put, *_wake_bot(at, put, asked))


def decide_stand_up(at: At, command: StandUp, asked: DecisionContext) -> tuple[StoodUp | BotPut | TurnCame, ...]:
    chair, state = at.chair(command.chair), at.state
    at.require_stage(TableStage.OPEN, TableStage.PLAYING)
    _require_hand(at, command.chair, asked)
    if chair.free:
        raise Stale(say("This chair is free already."))
    if state.stage is TableStage.OPEN:
        return (StoodUp(chair=command.chair, since=_host_time(state, asked)),)
    if chair.bot:
        raise Stale(say("A bot plays for {name} already.", name=chair.name))
    put = BotPut(chair=command.chair, bot=_stand_in(at.game))
    return (put, *_wake_bot(at, put, asked))


def _require_hand(at: At, number: int, asked: DecisionContext) -> None:
    """Refuse senders who may not put a bot here or free the chair. The chair's person and the host may.

    For a person's chair during the game, see `require_stand_in`.
    """
    if at.state.stage is TableStage.PLAYING and at.state.chairs[number].person:
        require_stand_in(at, number, asked)
    elif not is_own(at.state.chairs[number], asked.by):
        at.require_host(asked.by)


def _host_time(state: TableState, asked: DecisionContext) -> datetime | None:
    """The time of this command if the host gives it before the game, else None."""
    return asked.at if state.stage is TableStage.OPEN and person_of(asked.by) == state.host else None


def must_ask(state: TableState) -> bool:
    """Whether a bot's chair needs a request: it shows a hand. True while any person has a chair here, even if all are away."""
    return state.stage is TableStage.PLAYING and any(chair.person for chair in state.chairs)


def seated(at: At, sat: SatDown, now: datetime) -> tuple[SatDown | TurnCame, ...]:
    """Events of a person sitting down. If it is that chair's turn, its bot no longer acts; the turn and its time stay."""
    state = at.state
    if state.stage is not TableStage.PLAYING or sat.chair not in state.waits_for:
        return (sat,)
    bots_at = state.bots_at if has_bot_among(evolve_sat_down(state, sat), state.waits_for) else None
    return (sat, replace(same_turn(evolve_sat_down(state, sat), bots_at), since=now))


def _wake_bot(at: At, put: BotPut, asked: DecisionContext) -> tuple[TurnCame, ...]:
    """If it is this chair's turn, schedule the bot that takes over. The turn and its time stay."""
    state = at.state
    if state.stage is not TableStage.PLAYING or put.chair not in state.waits_for:
        return ()
    bots_at = None
    if has_bot_among(evolve_bot_put(state, put), state.waits_for):
        bots_at = max(asked.at + at.bots_think, state.read_at or asked.at)
    return (same_turn(state, bots_at),)


def _stand_in(game: GameKind) -> str:
    """The kind of bot that stands in: "steady" if the game has it, else its first kind."""
    return "steady" if "steady" in game.bots else next(iter(game.bots))


def _bot_name(state: TableState) -> str:
    taken = {chair.name for chair in state.chairs}
    return next(name for name in BOT_NAMES if name not in taken)


def evolve_sat_down(state: TableState, happened: SatDown) -> TableState:
    sat = _with_chair(state, happened.chair, Chair(person=happened.person, name=happened.name))
    sat = replace(sat, idle=tuple(each for each in sat.idle if each != happened.chair))
    if state.host and sat.chair_of(state.host) is None:  # the host left when nobody else was there to become host
        return replace(sat, host=happened.person)
    return sat


def evolve_bot_put(state: TableState, happened: BotPut) -> TableState:
    chair = _chair(state, happened.chair)
    put = _with_chair(state, happened.chair, replace(chair, bot=happened.bot, name=happened.name or chair.name))
    return replace(put, since=happened.since or put.since)


def evolve_stood_up(state: TableState, happened: StoodUp) -> TableState:
    person = _chair(state, happened.chair).person
    left = replace(_with_chair(state, happened.chair, Chair()), since=happened.since or state.since)
    if person and person == state.host:  # the next person at the table becomes host
        left = replace(left, host=next((chair.person for chair in left.chairs if chair.person), state.host))
    return left


def _chair(state: TableState, number: int) -> Chair:
    """A chair, or a free one for a number that this table never had."""
    return state.chairs[number] if number < len(state.chairs) else Chair()


def _with_chair(state: TableState, number: int, chair: Chair) -> TableState:
    return replace(state, chairs=(*state.chairs[:number], chair, *state.chairs[number + 1 :]))


def _bot_words(happened: BotPut, state: TableState) -> str:
    if happened.name:
        return say("{name}, a bot, sat down.", name=happened.name)
    return say("A bot plays for {name}.", name=state.chairs[happened.chair].name)


CHAIRS: Final = Module(
    name="chairs",
    commands={
        SitDown: CommandHandler(decide=decide_sit_down, label=lambda c, s: say("Sit down")),
        PutBot: CommandHandler(decide=decide_put_bot, label=lambda c, s: f"{say('Put bot')}: {name_at(s, c.chair)}"),
        StandUp: CommandHandler(decide=decide_stand_up, label=lambda c, s: f"{say('Stand up')}: {name_at(s, c.chair)}"),
    },
    events={
        SatDown: EventHandler(
            evolve=evolve_sat_down,
            tell=one_sentence(lambda e, s: say("{name} sat down.", name=e.name)),
            invalidations=at_table,
            undo=Undo(never_by_players=NOT_A_MOVE),
        ),
        BotPut: EventHandler(
            evolve=evolve_bot_put, tell=one_sentence(_bot_words), invalidations=at_table, undo=Undo(never_by_players=NOT_A_MOVE)
        ),
        StoodUp: EventHandler(
            evolve=evolve_stood_up,
            tell=one_sentence(lambda e, s: say("{name} stood up.", name=s.chairs[e.chair].name)),
            invalidations=at_table,
            undo=Undo(never_by_players=NOT_A_MOVE),
        ),
    },
)
