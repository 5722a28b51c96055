"""Heading of a table: name, chairs, turn, time, stake and end, as shaped objects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.urls import reverse
from msgspec import Struct

from control.day.state import DayState
from control.engine.language import later, listed, say
from control.engine.viewer import NOBODY
from control.hall.clock_face import Hands, hands, left_words
from control.journal import journal
from control.regions.sight import Sight
from rooms.realm.game.table_stakes import StakeKind, amount_words
from rooms.tables.access import TablePass
from rooms.tables.game.state import Chair, TableStage, TableStake, TableState, Until
from rooms.tables.game.table_end import MONTH, PHASE, end_agreed, end_time, now_words, until_words
from rooms.tables.game.turn_time import MILLISECOND
from rooms.tables.lobby import UndoableMove
from rooms.tables.settlement import winners_of

# === name ===============================================================================================================

# The name of a table in lists: its title and its game.


def game_of(door: TablePass) -> str:
    """The game of a table that has a title of its own. Empty if the title is the game's."""
    game = door.engine.game.title
    return game if door.state.title != game else ""


def table_name(door: TablePass) -> str:
    """Title and game in one line, separated by a comma."""
    game = game_of(door)
    return f"{door.state.title}, {game}" if game else door.state.title


# === end ================================================================================================================

# The end of a table, shown on every screen before anybody stakes and during the game.


class TableEndView(Struct, frozen=True, kw_only=True):
    """End of a table: its words ("Until the end of Action, month 3"), what follows, and a clock. `told`: the last minute runs."""

    words: str
    after: str
    hands: Hands | None
    told: bool


def end_of(door: TablePass, now: datetime) -> TableEndView | None:
    """What ends this table by itself, or None."""
    state = door.state
    if door.table.event_id is None or state.stage not in (TableStage.OPEN, TableStage.PLAYING):
        return None
    if state.stage is TableStage.OPEN and state.ends not in (PHASE, MONTH):
        until = _event(door).public(end_agreed, state.ends) if state.ends else None
        return _open_until(until, state) if until else None
    event = _event(door)
    if state.stage is TableStage.OPEN:
        return TableEndView(
            words=_begins_within(state, event.public(now_words)), after=_after_end_words(state), hands=None, told=False
        )
    if state.until is None:
        return None
    end = event.public(end_time, state.until)
    shown = hands(end.at, end.left, now, paused=end.paused) if end.at or end.left is not None else None
    told = end.at is not None and state.warned == end.at
    words = say("Until {end}", end=until_words(state.until))
    return TableEndView(words=words, after=_after_end_words(state), hands=shown, told=told)


def _open_until(until: Until, state: TableState) -> TableEndView:
    words = say("Runs until {end}", end=until_words(until))
    return TableEndView(words=words, after=_after_end_words(state), hands=None, told=False)


def _begins_within(state: TableState, now: str) -> str:
    if state.ends == PHASE:
        return say("Runs until the end of the phase in which its game begins ({now})", now=now)
    return say("Runs until the end of the month in which its game begins ({now})", now=now)


def _event(door: TablePass) -> Sight[DayState]:
    """The table's event, seen as anybody in the hall may see it."""
    assert door.table.event is not None
    return Sight(journal.head(door.table.event.stream).state, NOBODY)


def _after_end_words(state: TableState) -> str:
    return say("Then it is cut off, and every stake goes back.") if state.stake else say("Then it is cut off.")


# === chairs, turn and stake =============================================================================================

# The head of a table: shaped objects for the phone, the wall and Control's list.


BOT_WORDS = {"random": later("plays anything"), "steady": later("plays sensibly")}
LAST = 10  # seconds before the end of a turn at which the screen warns
BOT_KINDS = {"random": later("Random bot"), "steady": later("Steady bot")}


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionFields:
    """What the forms of a hand carry: their address, the turn on screen, the command id.

    `typed`: the game's own fields of a refused form, so that the page drawn again keeps the choices.
    """

    address: str
    turn: int = field(repr=False)  # not in the repr: a change of these two alone must not redraw a form in use
    command_id: UUID = field(repr=False)
    typed: Mapping[str, Sequence[str]] = field(default_factory=dict)


class ChairChip(Struct, frozen=True, kw_only=True):
    """A chair as everybody sees it. `waited`: the game waits for this player."""

    number: int
    name: str
    free: bool
    bot: bool
    away: bool  # a bot plays for this chair's person
    host: bool
    mine: bool
    waited: bool
    reserve: str = ""  # time left, in minutes and seconds


class TableHeading(Struct, frozen=True, kw_only=True):
    """The head of a table's page: the game, whose turn it is, how long, and the viewer's newest move while it can be undone.

    `warn_at`: seconds before the end at which the clock warns. `reserve`: the time shown is the reserve. `game`: the game, if the
    title is not the game's.
    """

    title: str
    game: str
    code: str
    address: str
    stage: str
    chairs: tuple[ChairChip, ...]
    words: str
    mine: bool
    hands: Hands | None
    looks_on: bool
    away: bool
    stake: str
    end: TableEndView | None
    warn_at: int
    reserve: bool
    back: UndoableMove | None = None
    run_out: str = ""


def chips(door: TablePass) -> tuple[ChairChip, ...]:
    state = door.state
    return tuple(_chip(door, number, chair, state) for number, chair in enumerate(state.chairs))


def _chip(door: TablePass, number: int, chair: Chair, state: TableState) -> ChairChip:
    return ChairChip(
        number=number,
        name=chair.name,
        free=chair.free,
        bot=bool(chair.bot) and not chair.person,
        away=bool(chair.bot) and bool(chair.person) and state.stage is TableStage.PLAYING,
        host=bool(chair.person) and chair.person == state.host,
        mine=number == door.chair,
        waited=state.stage is TableStage.PLAYING and number in state.waits_for,
        reserve=_reserve_words(state, number) if state.stage is TableStage.PLAYING and state.reserve else "",
    )


def _reserve_words(state: TableState, number: int) -> str:
    """A player's reserve as it was last counted."""
    return left_words(max(state.reserves[number], 0) * MILLISECOND)


def warn_at(state: TableState) -> int:
    """Seconds before the end at which the clock warns: ten, or a fifth of a short turn. Ten for a reserve."""
    return LAST if state.late else min(LAST, state.seconds // 5)


def top(door: TablePass, now: datetime) -> TableHeading:
    """The head of the page for this person."""
    state, chair = door.state, door.chair
    mine = own_turn(state, chair)
    return TableHeading(
        title=state.title,
        game=game_of(door),
        code=door.table.code,
        address=reverse("tables:table", args=[door.table.code]),
        stage=state.stage.value,
        chairs=chips(door),
        words=over_words(door) if state.stage is TableStage.OVER else turn_words(state, chair if mine else None),
        mine=mine,
        hands=turn_hands(state, now),
        looks_on=chair is None,
        away=chair is not None and bool(state.chairs[chair].bot),
        stake=stake_words(state.stake),
        end=end_of(door, now),
        warn_at=warn_at(state),
        reserve=state.late is not None,
    )


def over_words(door: TablePass) -> str:
    """The winners, for the head of every screen."""
    won = winners_of(door.engine, door.state)
    names = listed([door.state.chairs[each].name for each in won])
    if len(won) > 1:
        return say("The game is over: {names} share the victory", names=names)
    if not won:
        return turn_words(door.state, None)
    return say("The game is over: you win") if won == (door.chair,) else say("The game is over: {name} wins", name=names)


def own_turn(state: TableState, chair: int | None) -> bool:
    """Whether the game waits for the person on this chair, not for a stand-in."""
    return state.stage is TableStage.PLAYING and chair is not None and chair in state.waits_for and not state.chairs[chair].bot


def turn_hands(state: TableState, now: datetime) -> Hands | None:
    """The clock of the turn. None without a time limit."""
    return hands(state.deadline, None, now, paused=False) if state.deadline else None


def turn_words(state: TableState, mine: int | None) -> str:
    """For whom the table waits: "Your turn; also Boris"."""
    if state.stage is TableStage.OPEN:
        return say("Before the game")
    if state.stage is TableStage.OVER:
        return say("The game is over")
    if state.stage is TableStage.CLOSED:
        return say("This table is closed")
    others = [state.chairs[each].name for each in state.waits_for if each != mine]
    if mine is not None:
        return say("Your turn; also {names}", names=listed(others)) if others else say("Your turn")
    return say("Waiting for {names}", names=listed(others))


def stake_words(stake: TableStake | None) -> str:
    """A stake in words: "2 Power each", "1 Favor each". Empty for none."""
    return say("{stake} each", stake=amount_words(StakeKind(stake.kind), stake.amount)) if stake else ""


def bot_choices(bots: Iterable[str]) -> tuple[BotChoice, ...]:
    """The kinds of bot that a game has, the steady one first."""
    return tuple(
        BotChoice(
            id=name,
            kind=say(BOT_KINDS[name]) if name in BOT_KINDS else say("{name} bot", name=name.capitalize()),
            words=say(BOT_WORDS.get(name, name)),
        )
        for name in sorted(bots, reverse=True)
    )


class BotChoice(Struct, frozen=True, kw_only=True):
    """A kind of bot to put on a chair."""

    id: str
    kind: str
    words: str
