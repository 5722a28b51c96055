"""A running game: moves of persons, bots and the clock, and undo by players."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from control.engine.context import Chance, DecisionContext
from control.engine.language import listed, say
from control.engine.modules import CommandHandler, EventHandler, Module, Undo
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence
from rooms.tables.game.context import NOT_A_MOVE, At, at_table, is_own, is_staff, person_of
from rooms.tables.game.rules import FIRST, KEEPER, OwnTurn, Setup, seated
from rooms.tables.game.state import TableStage, TableState, Until
from rooms.tables.game.table_end import until_words
from rooms.tables.game.turn_time import (
    MILLISECOND,
    ReserveRuns,
    ReserveSpent,
    eased_players,
    first_reserve_end,
    is_eased,
    kept_deadline,
    left_of_turn,
    spent_reserves,
    with_reserve,
)
from rooms.tables.game.turns import Happening, TurnCame, deadline_of, has_bot_among, same_turn, turn_of

T = TypeVar("T")


class ChanceDice(Struct, frozen=True):
    """Dice for a bot, backed by the chance of a decision."""

    chance: Chance

    def random(self) -> float:
        """A number from 0 up to but not including 1."""
        return (self.randint(0, 99) + self.randint(0, 99) / 100) / 100  # two small throws: each throw shuffles all its numbers

    def choice(self, seq: Sequence[T]) -> T:
        return seq[self.randint(0, len(seq) - 1)]

    def randint(self, a: int, b: int) -> int:
        """A number from a to b, both included."""
        return self.chance.shuffled(range(a, b + 1))[0]


class Begin(msgspec.Struct, frozen=True, kw_only=True):
    """Begin the game. `until`: what ends it by the event's clock. `kept`: what earlier tables have left (`Setup`)."""

    until: Until | None = None
    kept: tuple[str, ...] = ()


class Play(msgspec.Struct, frozen=True, kw_only=True):
    """A player's action. `turn`: the turn on the player's screen, 0 without a screen."""

    chair: int
    turn: int
    action: Any


class ActAsHost(msgspec.Struct, frozen=True, kw_only=True):
    """An action of a host who does not play, for what the game leaves to its host."""

    action: Any


class TimeOut(msgspec.Struct, frozen=True, kw_only=True):
    """The time of a turn is up. The reserves of those who have not acted start; without any, the game's default is played."""

    turn: int


class BotsPlay(msgspec.Struct, frozen=True, kw_only=True):
    """Let each bot that the turn waits for take one action."""

    turn: int


class Ran(msgspec.Struct, frozen=True, kw_only=True):
    """How the time stood before a player took something back.

    `waits_for`: the players to act. `deadline`: the end of their time. `left`: the reserve left for each player, in milliseconds.
    `reserve`: the whole reserve of each player at that time, in seconds. `own`: the turn in play. `turn_left`: what its player had
    left, in milliseconds. `eased`: as in `TableState`.
    """

    waits_for: tuple[int, ...] = ()
    deadline: datetime | None = None
    left: tuple[int, ...] = ()
    reserve: int = 0
    own: OwnTurn | None = None
    turn_left: int | None = None
    eased: tuple[int, ...] = ()


class Resume(msgspec.Struct, frozen=True, kw_only=True):
    """Resume after something was taken back. Those who have to act get a whole turn's time.

    A player's own undo gives no new time. `again`: own actions to repeat. `ran`: how the time stood.
    """

    again: int = 0
    ran: Ran | None = None


class Began(msgspec.Struct, frozen=True, kw_only=True):
    """The game began. Chairs that nobody took are gone; the game's first facts follow. `until`: what ends the table by itself."""

    until: Until | None = None


class TimeRanOut(msgspec.Struct, frozen=True, kw_only=True):
    """The default is played for these players. All facts up to the next `TimeRanOut` were played for them."""

    players: tuple[int, ...]


def decide_begin(at: At, command: Begin, asked: DecisionContext) -> tuple[Any, ...]:
    at.require_host(asked.by)
    at.require_stage(TableStage.OPEN)
    state, game = at.state, at.game
    players = sum(not chair.free for chair in state.chairs)
    if players < game.least:
        missing = game.least - players
        sentence = say(
            "{game} needs {least} at the table: {missing} more, or a bot.", game=game.title, least=game.least, missing=missing
        )
        raise Refused(sentence)
    happening = Happening(at, asked)
    happening.add(Began(until=command.until))
    own = {option: value for option, value in state.options.items() if option != FIRST}
    happening.begin(Setup(players=players, first=_first_player(state), host=_host_player(state), options=own, kept=command.kept))
    return happening.go_on()


def _host_player(state: TableState) -> int | None:
    """The host's number among the players. None for a host who does not play."""
    seated = [chair for chair in state.chairs if not chair.free]
    return next((number for number, chair in enumerate(seated) if chair.person and chair.person == state.host), None)


def _first_player(state: TableState) -> int | None:
    """The number of the first player whom the host chose. None for chance, or if nobody took that chair."""
    named = state.options.get(FIRST, "")
    chair = int(named) if named else None
    if chair is None or chair >= len(state.chairs) or state.chairs[chair].free:
        return None
    return sum(not each.free for each in state.chairs[:chair])


def decide_play(at: At, command: Play, asked: DecisionContext) -> tuple[Any, ...]:
    chair = at.chair(command.chair)
    at.require_stage(TableStage.PLAYING)
    if not is_own(chair, asked.by):
        raise Refused(say("You do not sit on this chair."), code="not-yours")
    if chair.bot:
        raise Refused(say("A bot plays for you; take your chair back first."), code="stale")
    if command.turn and not at.state.asked <= command.turn <= at.state.turn:  # a higher turn was shown before an undo
        raise Stale(say("The table has gone on since your screen was drawn; look again."))
    happening = Happening(at, asked)
    happening.act(command.chair, command.action)
    happening.acts_again(command.chair)
    return happening.go_on(again=max(at.state.again - 1, 0), kept=bool(at.state.again))


def decide_act_as_host(at: At, command: ActAsHost, asked: DecisionContext) -> tuple[Any, ...]:
    at.require_host(asked.by)
    at.require_stage(TableStage.PLAYING)
    happening = Happening(at, asked)
    happening.act(KEEPER, command.action)
    return happening.go_on()


def decide_time_out(at: At, command: TimeOut, asked: DecisionContext) -> tuple[Any, ...]:
    _require_turn(at.state, command.turn)
    rules, state, waits_for = at.rules, at.state, at.state.waits_for
    happening = Happening(at, asked)
    happening.moment = max(asked.at, state.deadline or asked.at)
    has_more = with_reserve(state, waits_for, happening.moment)
    if has_more and state.late is None:
        out = first_reserve_end(state, has_more, happening.moment)
        happening.add(ReserveRuns(turn=state.turn + 1, players=has_more, since=happening.moment, deadline=out))
    if has_more == waits_for:
        return tuple(happening.facts)
    for player in waits_for:
        if player not in has_more and player in rules.waits_for(happening.state.play):
            happening.add(TimeRanOut(players=(player,)))
            happening.act(player, rules.default(happening.state.play, player, asked.chance))
    return happening.go_on()


def decide_bots_play(at: At, command: BotsPlay, asked: DecisionContext) -> tuple[Any, ...]:
    _require_turn(at.state, command.turn)
    rules, dice = at.rules, ChanceDice(asked.chance)
    happening, acted = Happening(at, asked), False
    for player in at.state.waits_for:
        bot = at.game.bots.get(at.state.chairs[player].bot)
        play = happening.state.play
        if bot is not None and player in rules.waits_for(play):
            happening.act(player, seated(bot, rules)(rules.view(play, player), rules.offers(play, player), dice))
            acted = True
    if not acted:  # a person took the chair back: nothing moved, and nobody gets new time
        return (same_turn(at.state, None),)
    return happening.go_on()


def _require_turn(state: TableState, turn: int) -> None:
    if state.stage is not TableStage.PLAYING or turn != state.turn:
        raise Stale(say("This turn is over."))


def time_run(state: TableState, now: datetime) -> Ran:
    """How the time stands now."""
    run = spent_reserves(state, now)
    left = run.left if run else state.reserves
    turn_left = left_of_turn(state, now) if run is None or state.left is not None else timedelta()
    return Ran(
        waits_for=state.waits_for,
        deadline=now if run else state.deadline,
        left=left,
        reserve=state.reserve,
        own=state.own,
        turn_left=None if turn_left is None else turn_left // MILLISECOND,
        eased=state.eased,
    )


def decide_resume(at: At, command: Resume, asked: DecisionContext) -> tuple[ReserveSpent | TurnCame, ...]:
    at.require_stage(TableStage.PLAYING)
    state = at.state
    if not is_staff(asked.by) and state.chair_of(person_of(asked.by)) is None:
        raise Refused(say("Only those at the table, or Control, may do this."), code="not-yours")
    bots_at = asked.at + at.bots_think if has_bot_among(state, state.waits_for) else None
    came = replace(
        turn_of(state, state.waits_for, deadline_of(state, asked.at), bots_at, state.turn + 1),
        since=asked.at,
        again=command.again,
        own=at.rules.own_turn(state.play),
    )
    return (came,) if command.ran is None else _repeat_turn(state, command.ran, came, asked.at)


def _repeat_turn(state: TableState, ran: Ran, came: TurnCame, now: datetime) -> tuple[ReserveSpent | TurnCame, ...]:
    """Repeat the turn with the time that was left. A reserve that ran stays spent, and one that ran in this turn runs on.

    If the next turn changed the size of the reserves, they get back the size of this turn.
    """
    reserves = tuple(each + (state.reserve - ran.reserve) * 1000 for each in ran.left)
    kept = replace(state, reserves=reserves, late=None)
    stood = replace(kept, eased=tuple(sorted({*state.eased, *ran.eased})))
    deadline, left = _time_to_repeat(state, ran, came.own, now)
    if state.late is not None:
        deadline = first_reserve_end(kept, state.waits_for, now)
    out = kept_deadline(deadline, now, eased=is_eased(stood))
    came = replace(came, deadline=out, left=left, eased=eased_players(stood, deadline, out), late=now if state.late else None)
    return (came,) if kept == state else (ReserveSpent(left=reserves), came)


def _time_to_repeat(state: TableState, ran: Ran, own: OwnTurn | None, now: datetime) -> tuple[datetime | None, int | None]:
    """The deadline of those who have to act again, and the time left to the turn's player while others act.

    The grace time that an action leaves for the next one of the same turn is taken back too.
    """
    if ran.waits_for == state.waits_for:
        times = (ran.deadline, state.deadline) if own is not None and own == ran.own else (ran.deadline,)
        return min(filter(None, times), default=None), state.left
    if own is None or own != ran.own or ran.turn_left is None:
        return state.deadline, state.left
    if state.left is None:  # the turn's time was paused while others acted
        return now + ran.turn_left * MILLISECOND, None
    return state.deadline, ran.turn_left


def evolve_began(state: TableState, happened: Began) -> TableState:
    chairs = tuple(chair for chair in state.chairs if not chair.free)
    reserves = (state.reserve * 1000,) * len(chairs) if state.reserve else ()
    return replace(state, stage=TableStage.PLAYING, chairs=chairs, until=happened.until, reserves=reserves)


def evolve_time_ran_out(state: TableState, happened: TimeRanOut) -> TableState:
    return replace(state, idle=tuple(sorted({*state.idle, *happened.players})))


def _began_words(happened: Began, _state: TableState) -> str:
    if happened.until:
        return say("The game began. It runs until {end}.", end=until_words(happened.until))
    return say("The game began.")


def _late_words(happened: TimeRanOut, state: TableState) -> str:
    return say("The time of {names} was out.", names=listed([state.names[each] for each in happened.players]))


PLAYING: Final = Module(
    name="playing",
    commands={
        Begin: CommandHandler(decide=decide_begin, label=lambda c, s: say("Begin")),
        Play: CommandHandler(decide=decide_play),
        ActAsHost: CommandHandler(decide=decide_act_as_host),
        TimeOut: CommandHandler(decide=decide_time_out, clock=True, label=lambda c, s: say("Time out")),
        BotsPlay: CommandHandler(decide=decide_bots_play, clock=True, label=lambda c, s: say("Bots play")),
        Resume: CommandHandler(decide=decide_resume, label=lambda c, s: say("Resume")),
    },
    events={
        Began: EventHandler(
            evolve=evolve_began, tell=one_sentence(_began_words), invalidations=at_table, undo=Undo(never_by_players=NOT_A_MOVE)
        ),
        TimeRanOut: EventHandler(
            evolve=evolve_time_ran_out,
            tell=one_sentence(_late_words),
            invalidations=at_table,
            undo=Undo(never_by_players=NOT_A_MOVE),
        ),
    },
)
