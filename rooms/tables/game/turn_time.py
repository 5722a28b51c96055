"""Time of a turn and each player's reserve: how they run, their words, and changes during the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import msgspec

from control.engine.context import Actor, DecisionContext
from control.engine.language import later, listed, say, say_count
from control.engine.modules import CommandHandler, EventHandler, Module, Undo
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence
from rooms.tables.game.context import NOT_A_MOVE, At, at_table, is_staff, sender_name
from rooms.tables.game.rules import OwnTurn
from rooms.tables.game.state import AgreedTime, TableStage, TableState
from rooms.tables.game.tellings import tell_nothing

# === reserve ============================================================================================================

# A player's reserve: time for the whole game. It runs when a turn's time is up, before the default is played.


RESERVES: Final = (0, 120, 300, 600)  # seconds that a host may choose
MILLISECOND: Final = timedelta(milliseconds=1)


class ReserveRuns(msgspec.Struct, frozen=True, kw_only=True):
    """The turn's time is up, and the reserves of these players run from `since`. The first of them is up at `deadline`.

    `turn`: a new turn, since the time-out of the last one has been used.
    """

    turn: int
    players: tuple[int, ...]
    since: datetime
    deadline: datetime


class ReserveSpent(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody's remaining reserve, in milliseconds by player."""

    left: tuple[int, ...]


def left_of(state: TableState, player: int, now: datetime) -> timedelta:
    """A player's remaining reserve at this moment."""
    kept = max(state.reserves[player] * MILLISECOND, timedelta()) if player < len(state.reserves) else timedelta()
    runs = state.late is not None and player in state.waits_for
    return max(kept - max(now - state.late, timedelta()), timedelta()) if runs and state.late else kept


def with_reserve(state: TableState, players: Iterable[int], now: datetime) -> tuple[int, ...]:
    """Players who have some reserve left."""
    return tuple(player for player in players if left_of(state, player, now) >= MILLISECOND)


def first_reserve_end(state: TableState, players: Iterable[int], now: datetime) -> datetime:
    """When the first reserve of these players is up, if all of them run from now."""
    return now + min(left_of(state, player, now) for player in players)


def spent_reserves(state: TableState, now: datetime) -> ReserveSpent | None:
    """The remaining reserves after the running ones are counted. None if none runs."""
    if state.late is None:
        return None
    ran = {player: left_of(state, player, now) // MILLISECOND for player in state.waits_for}
    return ReserveSpent(left=tuple(ran.get(player, kept) for player, kept in enumerate(state.reserves)))


def evolve_runs(state: TableState, happened: ReserveRuns) -> TableState:
    return replace(state, turn=happened.turn, late=happened.since, deadline=happened.deadline)


def evolve_spent(state: TableState, happened: ReserveSpent) -> TableState:
    return replace(state, reserves=happened.left, late=None)


def _runs_words(happened: ReserveRuns, state: TableState) -> str:
    names = listed([state.names[each] for each in happened.players])
    return say("The time for the turn is out; the reserve of {names} runs.", names=names)


RESERVE: Final = Module(
    name="reserve",
    events={
        ReserveRuns: EventHandler(
            evolve=evolve_runs, tell=one_sentence(_runs_words), invalidations=at_table, undo=Undo(never_by_players=NOT_A_MOVE)
        ),
        ReserveSpent: EventHandler(
            evolve=evolve_spent, tell=tell_nothing, invalidations=at_table, undo=Undo(never_by_players=NOT_A_MOVE)
        ),
    },
)


# === time of a turn =====================================================================================================

# The time of a turn: one for all actions of its player. Others who have to act in it have a time of their own.


LEAST_SECONDS, MOST_SECONDS = 10, 900
GRACE: Final = timedelta(seconds=12)  # minimum that an action leaves for the next one of the same turn
AT_LEAST: Final = timedelta(seconds=5)  # minimum after a player's own undo, once for each time given


class Time(NamedTuple):
    """Time for the players to act.

    `deadline`: the end of their time. `left`: what the player of the turn has left meanwhile, in milliseconds. `fresh`: a whole
    turn's time was given.
    """

    deadline: datetime | None
    left: int | None = None
    fresh: bool = False


def require_time(seconds: int, reserve: int) -> None:
    """Require a valid turn time and reserve.

    Raises:
        Refused: a turn is too short or too long, or there is no such reserve.
    """
    if seconds and not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        sentence = say("A turn has {least} to {most} seconds, or no limit.", least=LEAST_SECONDS, most=MOST_SECONDS)
        raise Refused(sentence, code="malformed")
    if reserve not in RESERVES:
        raise Refused(say("A reserve is 2, 5 or 10 minutes, or none."), code="malformed")
    if reserve and not seconds:
        raise Refused(say("A reserve begins when the time of a turn is out: choose a time for a turn too, or no reserve."))


def time_for(
    state: TableState, own: OwnTurn | None, waits_for: Sequence[int], now: datetime, *, begins: datetime, in_reserve: bool
) -> Time:
    """The time of the next players to act. It runs from `begins`, when all reveals have been read.

    The player of a turn that goes on gets what is left, and at least `GRACE` for the next action. Others who act within the turn,
    and all who act at the same time, get a whole time; the turn's own time is paused. `in_reserve`: the turn's time was up.
    """
    if not state.seconds:
        return Time(None)
    whole = timedelta(seconds=state.seconds)
    left = timedelta() if in_reserve and state.left is None else left_of_turn(state, now)
    left = whole if own is None or own != state.own or left is None else left
    if own is None or tuple(waits_for) != (own.player,):
        return Time(begins + whole, None if own is None else left // MILLISECOND, fresh=True)
    return Time(begins + max(left, min(GRACE, whole)), fresh=own != state.own)


def left_of_turn(state: TableState, now: datetime) -> timedelta | None:
    """The time left to the player of the turn. None without a turn or a limit."""
    if state.own is None or state.deadline is None:
        return None
    if state.left is not None:  # others act: the turn's time is paused
        return state.left * MILLISECOND
    return max(state.deadline - max(now, state.read_at or now), timedelta())


def kept_deadline(ran: datetime | None, now: datetime, *, eased: bool) -> datetime | None:
    """The deadline after an undo: the old one, but at least `AT_LEAST` from now unless already `eased`. None without a limit."""
    return ran if ran is None or eased else max(ran, now + AT_LEAST)


def eased_players(state: TableState, ran: datetime | None, deadline: datetime | None) -> tuple[int, ...]:
    """Players who have had their extra time after an undo, given the old deadline and the new one."""
    return state.eased if ran == deadline else tuple(sorted({*state.eased, *state.waits_for}))


def is_eased(state: TableState) -> bool:
    """Whether all players to act have had that extra time."""
    return set(state.waits_for) <= set(state.eased)


# === words ==============================================================================================================

# The time of a turn and the reserve in words.


SECONDS = (
    (30, later("30 seconds")),
    (60, later("1 minute")),
    (90, later("1½ minutes")),
    (180, later("3 minutes")),
    (300, later("5 minutes")),
    (0, later("no limit")),
)


def seconds_words(seconds: int) -> str:
    if not seconds:
        return say("no limit for a turn")
    known = dict(SECONDS).get(seconds)
    return say("{time} for a turn", time=say(known) if known else seconds_in(seconds))


def reserve_words(reserve: int) -> str:
    """The reserve of each player in words. Empty for none."""
    return say("a reserve of {minutes} minutes for each player", minutes=reserve // 60) if reserve else ""


def seconds_in(seconds: int) -> str:
    return say_count("{count} seconds", "{count} seconds", seconds)


# === change of the time =================================================================================================

# A new turn time and reserve during the game. More time counts at once, less from the next turn on, so that it ends nobody's
# turn. At a table with a stake the host must not gain in their own turn: there more time counts from the next turn on too.


class ChangeTime(msgspec.Struct, frozen=True, kw_only=True):
    """Agree on another turn time and reserve during the game, as the host."""

    seconds: int
    reserve: int = 0


class TurnTimeChanged(msgspec.Struct, frozen=True, kw_only=True):
    """The time was changed. `by`: who changed it.

    `at_once`: it is more, and running time gets longer; otherwise it counts from the next turn on. `turn`: a new turn if it counts
    at once, since the time-out of the last one may have been used.
    """

    seconds: int
    reserve: int
    by: str
    at: datetime
    turn: int
    at_once: bool


class TurnTimeBegins(msgspec.Struct, frozen=True, kw_only=True):
    """The next turn has come, and the time agreed for it counts."""


def agreed_time(state: TableState) -> AgreedTime:
    """The time that was agreed last, even if it does not count yet."""
    return state.changing or AgreedTime(seconds=state.seconds, reserve=state.reserve)


def begins_now(state: TableState, own: OwnTurn | None) -> bool:
    """Whether a time agreed for the next turn starts to count. `own`: the game's turn now."""
    return state.changing is not None and (own is None or own != state.own)


def decide_change_time(at: At, command: ChangeTime, asked: DecisionContext) -> tuple[TurnTimeChanged | ReserveSpent, ...]:
    state = at.state
    at.require_host(asked.by)
    at.require_stage(TableStage.PLAYING)
    require_time(command.seconds, command.reserve)
    if agreed_time(state) == AgreedTime(seconds=command.seconds, reserve=command.reserve):
        raise Stale(say("That is the time already."))
    at_once = _is_more(state, command) and not _gains(state, asked.by)
    changed = TurnTimeChanged(
        seconds=command.seconds,
        reserve=command.reserve,
        by=sender_name(state, asked.by),
        at=asked.at,
        turn=state.turn + at_once,
        at_once=at_once,
    )
    run = spent_reserves(evolve_changed(state, changed), asked.at) if at_once and command.seconds != state.seconds else None
    return (changed,) if run is None else (changed, run)


def _is_more(state: TableState, command: ChangeTime) -> bool:
    """Whether neither time nor reserve shrinks. No limit is more than any limit."""
    if not command.seconds or not state.seconds:
        return not command.seconds
    return command.seconds >= state.seconds and command.reserve >= state.reserve


def _gains(state: TableState, by: Actor) -> bool:
    """Whether the host of a table with a stake would gain from more time now."""
    host = state.chair_of(state.host)
    own = state.own is not None and state.own.player == host
    return state.stake is not None and not is_staff(by) and (own or host in state.waits_for)


def evolve_changed(state: TableState, happened: TurnTimeChanged) -> TableState:
    """Running time grows by the difference. If a reserve runs, the turn gets the difference as new time."""
    agreed = AgreedTime(seconds=happened.seconds, reserve=happened.reserve)
    if not happened.at_once:
        return replace(state, changing=None if agreed == AgreedTime(seconds=state.seconds, reserve=state.reserve) else agreed)
    by, in_reserve = timedelta(seconds=happened.seconds - state.seconds), timedelta(seconds=happened.reserve - state.reserve)
    if not happened.seconds or state.deadline is None:
        deadline = None
    elif state.late is None:
        deadline = state.deadline + by
    else:
        deadline = happened.at + by if by else state.deadline + in_reserve
    left = None if state.left is None or not happened.seconds else state.left + by // MILLISECOND
    return replace(_with_time(state, agreed), turn=happened.turn, deadline=deadline, left=left)


def evolve_begins(state: TableState, _happened: TurnTimeBegins) -> TableState:
    return _with_time(state, state.changing) if state.changing else state


def _with_time(state: TableState, agreed: AgreedTime) -> TableState:
    """Put this time in force. All reserves change by the difference, so what a player has used stays used."""
    more = (agreed.reserve - state.reserve) * 1000
    reserves = tuple(each + more for each in state.reserves or (0,) * len(state.chairs)) if more else state.reserves
    return replace(state, seconds=agreed.seconds, reserve=agreed.reserve, reserves=reserves, changing=None)


def _changed_words(happened: TurnTimeChanged, _state: TableState) -> str:
    kept = reserve_words(happened.reserve)
    time = ", ".join(filter(None, (seconds_words(happened.seconds), kept)))
    if happened.at_once:
        return say("{name} changed the time, from now on: {time}.", name=happened.by, time=time)
    return say("{name} changed the time, from the next turn on: {time}.", name=happened.by, time=time)


NEW_TIME: Final = Module(
    name="new time",
    commands={ChangeTime: CommandHandler(decide=decide_change_time, label=lambda c, s: say("Change the time"))},
    events={
        TurnTimeChanged: EventHandler(
            evolve=evolve_changed, tell=one_sentence(_changed_words), invalidations=at_table, undo=Undo(never_by_players=NOT_A_MOVE)
        ),
        TurnTimeBegins: EventHandler(evolve=evolve_begins, tell=tell_nothing, invalidations=at_table),
    },
)
