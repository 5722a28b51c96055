"""The time of a turn, and the reserve beside it: how it runs, how it is said, and how it is agreed anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from control.engine.context import Actor, DecisionContext
from control.engine.language import later, listed, say, say_count
from control.engine.modules import CommandHandler, EventHandler, Module
from control.engine.refusal import Refused, Stale
from rooms.tables.game.context import NOT_A_MOVE, At, at_table, called_at, is_staff
from rooms.tables.game.rules import OwnTurn
from rooms.tables.game.state import AgreedTime, Stage, TableState

# === reserve ============================================================================================================

# The reserve of a player: time for the whole game, which runs when the time of a turn is out, before the default is played.


RESERVES: Final = (0, 120, 300, 600)  # seconds a host may agree on
MILLISECOND: Final = timedelta(milliseconds=1)


class ReserveRuns(msgspec.Struct, frozen=True, kw_only=True):
    """The time of the turn is out, and the reserves of these players run from `since`; the first of them is out at `deadline`.

    `turn` is a new one, for the time-out of the last has been given.
    """

    turn: int
    players: tuple[int, ...]
    since: datetime
    deadline: datetime


class ReserveSpent(msgspec.Struct, frozen=True, kw_only=True):
    """What is left of everybody's reserve, in milliseconds by player."""

    left: tuple[int, ...]


def left_of(state: TableState, player: int, now: datetime) -> timedelta:
    """What a player has left of the reserve at this moment."""
    kept = max(state.reserves[player] * MILLISECOND, timedelta()) if player < len(state.reserves) else timedelta()
    runs = state.late is not None and player in state.waits_for
    return max(kept - max(now - state.late, timedelta()), timedelta()) if runs and state.late else kept


def with_reserve(state: TableState, players: Iterable[int], now: datetime) -> tuple[int, ...]:
    """Those of the players who have some reserve left."""
    return tuple(player for player in players if left_of(state, player, now) >= MILLISECOND)


def first_out(state: TableState, players: Iterable[int], now: datetime) -> datetime:
    """When the first reserve of these players is out, if all run on from now."""
    return now + min(left_of(state, player, now) for player in players)


def spent(state: TableState, now: datetime) -> ReserveSpent | None:
    """What the reserves that ran have come to; None where none did."""
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
        ReserveRuns: EventHandler(evolve=evolve_runs, explain=_runs_words, invalidations=at_table, binds=NOT_A_MOVE),
        ReserveSpent: EventHandler(evolve=evolve_spent, explain=lambda e, s: "", invalidations=at_table, binds=NOT_A_MOVE),
    },
)


# === time of a turn =====================================================================================================

# The time of a turn: one time for all that a player does in it, an own one for what others are asked in the middle.


LEAST_SECONDS, MOST_SECONDS = 10, 900
GRACE: Final = timedelta(seconds=12)  # that an action leaves for the next one of the same turn
AT_LEAST: Final = timedelta(seconds=5)  # after the own taking back, once for a time that was given


class Time(NamedTuple):
    """When those who are waited for are out of time, and what the player of the turn has left meanwhile, in milliseconds.

    `fresh`: a whole time was given.
    """

    deadline: datetime | None
    left: int | None = None
    fresh: bool = False


def require_time(seconds: int, reserve: int) -> None:
    """Refuse a time that nobody can agree on.

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
    """The time of those who are waited for next; it runs from `begins`, when all that was shown is read.

    In a turn that goes on its player has what is left, and never less than a moment for the next action. Others who are asked in
    the middle, and all who choose at the same time, have a whole time; the turn's stands still then. `in_reserve`: the turn's time
    was out.
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
    """What the player of the turn has left of its time; None without a turn or a timer."""
    if state.own is None or state.deadline is None:
        return None
    if state.left is not None:  # others are asked: it stands still
        return state.left * MILLISECOND
    return max(state.deadline - max(now, state.read_at or now), timedelta())


def kept_deadline(ran: datetime | None, now: datetime, *, eased: bool) -> datetime | None:
    """When a time is out that had run before, with a moment to find one's way back unless that was given; None without a timer."""
    return ran if ran is None or eased else max(ran, now + AT_LEAST)


def eased_by(state: TableState, ran: datetime | None, deadline: datetime | None) -> tuple[int, ...]:
    """Those who have had their moment to find the way back, once this deadline stands for the one that ran."""
    return state.eased if ran == deadline else tuple(sorted({*state.eased, *state.waits_for}))


def is_eased(state: TableState) -> bool:
    """Has everybody who is waited for had that moment already?"""
    return set(state.waits_for) <= set(state.eased)


# === words ==============================================================================================================

# The time of a turn and the reserve beside it, as they are said.


SECONDS = (
    (30, later("30 seconds")),
    (60, later("1 minute")),
    (90, later("1½ minutes")),
    (180, later("3 minutes")),
    (300, later("5 minutes")),
    (0, later("no limit")),
)


def seconds_words(seconds: int) -> str:
    """The time for a turn in words."""
    if not seconds:
        return say("no limit for a turn")
    known = dict(SECONDS).get(seconds)
    return say("{time} for a turn", time=say(known) if known else seconds_in(seconds))


def reserve_words(reserve: int) -> str:
    """The reserve of each player in words; empty for none."""
    return say("a reserve of {minutes} minutes for each player", minutes=reserve // 60) if reserve else ""


def seconds_in(seconds: int) -> str:
    return say_count("{count} seconds", "{count} seconds", seconds)


# === change of the time =================================================================================================

# The time of a turn, and the reserve beside it, agreed anew while the game is played. More time counts at once, less from the
# next turn on, so that nobody's turn is ended by it. At a table with a stake the host gains nothing in an own turn: there
# more counts from the next one on too.


class ChangeTime(msgspec.Struct, frozen=True, kw_only=True):
    """The host agrees on another time for a turn and another reserve, while the game is played."""

    seconds: int
    reserve: int = 0


class TurnTimeChanged(msgspec.Struct, frozen=True, kw_only=True):
    """`by` is who has changed it. `at_once`: it is more, and what runs is longer by it; else it counts from the next turn on.

    `turn` is a new one where it counts at once, for the time-out of the last may have been given.
    """

    seconds: int
    reserve: int
    by: str
    at: datetime
    turn: int
    at_once: bool


class TurnTimeBegins(msgspec.Struct, frozen=True, kw_only=True):
    """The next turn has come: what was agreed for it counts."""


def agreed_time(state: TableState) -> AgreedTime:
    """The time that was agreed last, whether it counts already or not."""
    return state.changing or AgreedTime(seconds=state.seconds, reserve=state.reserve)


def begins_now(state: TableState, own: OwnTurn | None) -> bool:
    """Does a time that was agreed for the next turn begin, now that the game is in this one?"""
    return state.changing is not None and (own is None or own != state.own)


def decide_change_time(at: At, command: ChangeTime, asked: DecisionContext) -> tuple[TurnTimeChanged | ReserveSpent, ...]:
    state = at.state
    at.require_host(asked.by)
    at.require_stage(Stage.PLAYING)
    require_time(command.seconds, command.reserve)
    if agreed_time(state) == AgreedTime(seconds=command.seconds, reserve=command.reserve):
        raise Stale(say("That is the time already."))
    at_once = _is_more(state, command) and not _gains(state, asked.by)
    changed = TurnTimeChanged(
        seconds=command.seconds,
        reserve=command.reserve,
        by=called_at(state, asked.by),
        at=asked.at,
        turn=state.turn + at_once,
        at_once=at_once,
    )
    run = spent(evolve_changed(state, changed), asked.at) if at_once and command.seconds != state.seconds else None
    return (changed,) if run is None else (changed, run)


def _is_more(state: TableState, command: ChangeTime) -> bool:
    """Is nothing less than it is now? No limit is more than any."""
    if not command.seconds or not state.seconds:
        return not command.seconds
    return command.seconds >= state.seconds and command.reserve >= state.reserve


def _gains(state: TableState, by: Actor) -> bool:
    """Would the host of a table with a stake gain by more time now?"""
    host = state.chair_of(state.host)
    own = state.own is not None and state.own.player == host
    return state.stake is not None and not is_staff(by) and (own or host in state.waits_for)


def evolve_changed(state: TableState, happened: TurnTimeChanged) -> TableState:
    """What runs grows by as much as the time does; where a reserve runs, the turn has that much again."""
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
    return replace(_with(state, agreed), turn=happened.turn, deadline=deadline, left=left)


def evolve_begins(state: TableState, _happened: TurnTimeBegins) -> TableState:
    return _with(state, state.changing) if state.changing else state


def _with(state: TableState, agreed: AgreedTime) -> TableState:
    """That time is the time, and every reserve is by so much larger or smaller; what somebody has used stays used."""
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
        TurnTimeChanged: EventHandler(evolve=evolve_changed, explain=_changed_words, invalidations=at_table, binds=NOT_A_MOVE),
        TurnTimeBegins: EventHandler(evolve=evolve_begins, explain=lambda e, s: "", invalidations=at_table),
    },
)
