"""Opening a table, and the agreements before the game: chairs, time, options, the stake, the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final

import msgspec

from control.engine.context import DecisionContext
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, Module, Undo
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence
from rooms.tables.game.chairs import BotPut, SatDown
from rooms.tables.game.context import NOT_A_MOVE, At, at_table, is_staff, person_of, visible_name
from rooms.tables.game.rules import GameKind
from rooms.tables.game.state import Chair, TableStage, TableStake, TableState
from rooms.tables.game.table_end import ENDS, default_end
from rooms.tables.game.turn_time import require_time

STAKES: Final = ("", "power", "favors")


class OpenTable(msgspec.Struct, frozen=True, kw_only=True):
    """Open a new table.

    `host`: empty if the control team keeps the table. `ends`: empty for the usual end. `sat`: the chairs of a rematch; if given, it
    has as many chairs as `chairs`, and nobody else sits down.
    """

    title: str
    host: str = ""
    name: str = ""
    chairs: int
    seconds: int = 60
    options: Mapping[str, str] = {}
    stake_kind: str = ""
    stake_amount: int = 0
    ends: str = ""
    reserve: int = 0
    sat: tuple[Chair, ...] = ()


class Agree(msgspec.Struct, frozen=True, kw_only=True):
    """Change the agreements before the game: chairs, turn time, reserve, and the host's options."""

    chairs: int
    seconds: int
    options: Mapping[str, str] = {}
    reserve: int = 0


class TableOpened(msgspec.Struct, frozen=True, kw_only=True):
    kind: str
    title: str
    host: str
    chairs: int
    seconds: int
    options: Mapping[str, str] = {}
    stake: TableStake | None = None
    ends: str = ""
    reserve: int = 0
    since: datetime | None = None


class Agreed(msgspec.Struct, frozen=True, kw_only=True):
    chairs: int
    seconds: int
    options: Mapping[str, str] = {}
    reserve: int = 0
    since: datetime | None = None  # time of the agreement; None in old journals


def decide_open(at: At, command: OpenTable, asked: DecisionContext) -> tuple[TableOpened | SatDown | BotPut, ...]:
    if at.state.kind:
        raise Stale(say("This table is open already."))
    if not is_staff(asked.by) and command.host != person_of(asked.by):
        raise Refused(say("A player opens a table as its host."), code="not-yours")
    stake = _stake(command)
    if command.ends and command.ends not in ENDS:
        raise Refused(say("A table ends with a phase, a month, the day, or not by itself."), code="malformed")
    _require_agreeable(at.game, command.chairs, command.seconds, command.options, command.reserve)
    if len(command.sat) not in (0, command.chairs):
        raise Refused(say("There is no such chair at this table."), code="malformed")
    opened = TableOpened(
        kind=at.game.id,
        title=visible_name(command.title) or at.game.title,
        host=command.host,
        chairs=command.chairs,
        seconds=command.seconds,
        options=_options(at.game, command.options),
        stake=stake,
        ends=command.ends or default_end(staked=stake is not None),
        reserve=command.reserve,
        since=asked.at,
    )
    if command.sat:
        return (opened, *_seated(command.sat, command.host))
    if command.host and command.name:
        return opened, SatDown(chair=0, person=command.host, name=visible_name(command.name))
    return (opened,)


def decide_agree(at: At, command: Agree, asked: DecisionContext) -> tuple[Agreed, ...]:
    at.require_host(asked.by)
    at.require_stage(TableStage.OPEN)
    _require_agreeable(at.game, command.chairs, command.seconds, command.options, command.reserve)
    taken = sum(not chair.free for chair in at.state.chairs)
    if command.chairs < taken:
        raise Refused(say("{taken} chairs are taken; somebody must stand up first.", taken=taken))
    options = _options(at.game, command.options)
    agreed = Agreed(chairs=command.chairs, seconds=command.seconds, options=options, reserve=command.reserve, since=asked.at)
    return (agreed,)


def _seated(chairs: tuple[Chair, ...], host: str) -> Iterator[SatDown | BotPut]:
    """Events that seat the players of a rematch: persons, bots and stand-ins. The host sits first and so stays host."""
    for number, chair in sorted(enumerate(chairs), key=lambda each: each[1].person != host):
        if chair.person:
            yield SatDown(chair=number, person=chair.person, name=chair.name)
        if chair.bot:
            yield BotPut(chair=number, bot=chair.bot, name="" if chair.person else chair.name)


def _require_agreeable(game: GameKind, chairs: int, seconds: int, options: Mapping[str, str], reserve: int) -> None:
    if not game.least <= chairs <= game.most:
        sentence = say("{game} is for {least} to {most} players.", game=game.title, least=game.least, most=game.most)
        raise Refused(sentence, code="malformed")
    require_time(seconds, reserve)
    _options(game, options)


def _options(game: GameKind, chosen: Mapping[str, str]) -> Mapping[str, str]:
    known = {option.id: option for option in game.options}
    for name, value in chosen.items():
        if name not in known or value not in dict(known[name].choices):
            raise Refused(say("{game} has no such option.", game=game.title), code="malformed")
    return {option.id: chosen.get(option.id, option.choices[0][0]) for option in game.options}


def _stake(command: OpenTable) -> TableStake | None:
    if command.stake_kind not in STAKES or command.stake_amount < 0 or bool(command.stake_kind) != bool(command.stake_amount):
        raise Refused(say("A stake is a number of Power or of Favors."), code="malformed")
    return TableStake(kind=command.stake_kind, amount=command.stake_amount) if command.stake_amount else None


def evolve_opened(state: TableState, happened: TableOpened) -> TableState:
    return replace(
        state,
        kind=happened.kind,
        title=happened.title,
        host=happened.host,
        chairs=(Chair(),) * happened.chairs,
        options=happened.options,
        seconds=happened.seconds,
        stake=happened.stake,
        ends=happened.ends,
        reserve=happened.reserve,
        since=happened.since,
    )


def evolve_agreed(state: TableState, happened: Agreed) -> TableState:
    """Fewer chairs: free ones go first, so nobody loses a seat."""
    chairs = list(state.chairs)
    while len(chairs) > happened.chairs:
        free = next((at for at in reversed(range(len(chairs))) if chairs[at].free), len(chairs) - 1)
        del chairs[free]
    chairs += [Chair()] * (happened.chairs - len(chairs))
    return replace(
        state,
        chairs=tuple(chairs),
        seconds=happened.seconds,
        options=happened.options,
        reserve=happened.reserve,
        since=happened.since or state.since,
    )


def _agreed_words(happened: Agreed, _state: TableState) -> str:
    if happened.reserve:
        return say(
            "{chairs} chairs, {seconds} seconds for a turn, a reserve of {minutes} minutes for each player.",
            chairs=happened.chairs,
            seconds=happened.seconds,
            minutes=happened.reserve // 60,
        )
    if happened.seconds:
        return say("{chairs} chairs, {seconds} seconds for a turn.", chairs=happened.chairs, seconds=happened.seconds)
    return say("{chairs} chairs, no limit for a turn.", chairs=happened.chairs)


OPENING: Final = Module(
    name="opening",
    commands={
        OpenTable: CommandHandler(decide=decide_open, label=lambda c, s: say("Open table")),
        Agree: CommandHandler(decide=decide_agree, label=lambda c, s: say("Agree")),
    },
    events={
        TableOpened: EventHandler(
            evolve=evolve_opened,
            tell=one_sentence(lambda e, s: say("The table “{title}” was opened.", title=e.title)),
            invalidations=at_table,
            undo=Undo(never_by_players=NOT_A_MOVE),
        ),
        Agreed: EventHandler(
            evolve=evolve_agreed, tell=one_sentence(_agreed_words), invalidations=at_table, undo=Undo(never_by_players=NOT_A_MOVE)
        ),
    },
)
