"""Side tables to measure. Imported only inside server processes, because it needs Django."""

from __future__ import annotations

import random
import time
import uuid
from dataclasses import dataclass
from typing import Any

from django.core import signing
from django.core.management import call_command
from django.http import HttpRequest

from control.journal import desk, journal
from control.models import Stream
from rooms.tables import access
from rooms.tables.access import TablePerson
from rooms.tables.game.chairs import SitDown
from rooms.tables.game.opening import OpenTable
from rooms.tables.game.play import Begin, Play
from rooms.tables.game.state import TableStage, TableState
from rooms.tables.lobby import open_table
from rooms.tables.models import Table
from rooms.tables.potemkin.game.actions import (
    Build,
    BuildAgain,
    CheckAgain,
    Discard,
    Pick,
    PlaceAgents,
    PlayAbility,
    Produce,
    Spy,
)
from rooms.tables.registry import engine_of

GAME = "potemkin"
SECONDS = 300  # the timer of a turn: long enough while five hundred screens join
COOKIES = tuple(
    f"{access.GUEST}={signing.dumps({'code': f'{name}2345', 'name': name}, salt=access.GUEST_SALT)}"
    for name in ("Anna", "Boris", "Clara", "Dmitri")
)
_dice = random.Random(3)
_tables: list[Open] = []


def _guest(cookie: str) -> TablePerson:
    request = HttpRequest()
    request.COOKIES = dict([cookie.split("=", 1)])
    found = access.guest(request)
    assert found is not None
    return found


PEOPLE = tuple(_guest(cookie) for cookie in COOKIES)


@dataclass
class Open:
    """A table in play."""

    stream_id: int
    code: str
    content: bytes


def open_tables(count: int) -> list[tuple[str, int, bytes, tuple[str, ...]]]:
    """Open so many tables, all in play. Returns code, stream, content and the phones' cookies by chair."""
    call_command("migrate", interactive=False, verbosity=0)
    _tables.extend(_opened() for _each in range(count))
    return [(table.code, table.stream_id, table.content, COOKIES) for table in _tables]


def play(actions: int) -> list[tuple[float, float]]:
    """Play so many actions, one table after the other. Returns the desk's milliseconds and processor milliseconds for each."""
    spent = []
    for number in range(actions):
        at = number % len(_tables)
        if _state(_tables[at]).stage is not TableStage.PLAYING:
            _tables[at] = _opened()  # that game is over
        person, command = _action(_tables[at])
        begun, used = time.perf_counter(), time.thread_time()
        _perform(_tables[at].stream_id, command, person)
        spent.append(((time.perf_counter() - begun) * 1000, (time.thread_time() - used) * 1000))
    return spent


def play_on_time(pace: float, rounds: int) -> list[list[tuple[int, int]]]:
    """Play `rounds` actions at each table at fixed moments, about one in `pace` seconds.

    Returns when each action of each table was due and when the desk was done, in nanoseconds on the monotonic clock. An action that
    is
    late because the desk was busy counts from when it was due.
    """
    begun, moments = time.monotonic_ns() + 500_000_000, [list[tuple[int, int]]() for _table in _tables]
    due = [
        (begun + int((turn + 0.7 * phase + 0.3 * _dice.random()) * pace * 1e9), at)
        for at, phase in ((at, _dice.random()) for at in range(len(_tables)))
        for turn in range(rounds)
    ]
    for moment, at in sorted(due):
        person, command = _action(_tables[at])
        time.sleep(max(0.0, (moment - time.monotonic_ns()) / 1e9))
        _perform(_tables[at].stream_id, command, person)
        moments[at].append((moment, time.monotonic_ns()))
    return moments


def form_of(stream_id: int, content: bytes, dice: random.Random) -> tuple[int, list[tuple[str, str]]]:
    """Return the next press at this table: the chair that is waited for, and the fields of the form."""
    state: TableState = journal.head(Stream.objects.defer("state").get(pk=stream_id)).state
    player, action = _any_action(state, content, dice)
    return player, [("turn", str(state.turn)), *_fields_of(action)]


def _fields_of(action: object) -> list[tuple[str, str]]:
    """Return an action as the game's own buttons and forms send it."""
    match action:
        case Pick(card) | Discard(card):
            return [("act", type(action).__name__.lower()), ("card", card)]
        case Build(card, facade):
            return [("act", "build"), ("card", card), ("facade", facade.value)]
        case Spy(checks):
            pairs = [(("agent", str(check.agent)), ("target", _target(check.target))) for check in checks]
            return [("act", "spy"), *(part for pair in pairs for part in pair)]
        case CheckAgain(target, decline):
            return [("act", "check-again"), ("target", "none" if decline else _target(target))]
        case BuildAgain(card, facade, decline):
            chosen = [("card", "none")] if decline else [("card", str(card)), ("facade", str(facade))]
            return [("act", "build-again"), *chosen]
        case PlayAbility(card=card, interior=interior, facade=facade, building=building, source=source, looks=looks):
            named = {"interior": interior, "facade": facade, "building": building, "source": source}
            chosen = [(name, str(value)) for name, value in named.items() if value is not None]
            return [("act", "ability"), ("card", card), *chosen, *(("look", str(look)) for look in looks)]
        case PlaceAgents(counts):
            return [("act", "place-agents"), *((f"count-{home}", str(agents)) for home, agents in counts)]
        case Produce():
            return [("act", "produce")]
    raise ValueError(action)


def _target(target: int | None) -> str:
    return "shield" if target is None else str(target)


def _opened() -> Open:
    host, *others = PEOPLE
    command = OpenTable(title="", host=host.id, name=host.name, chairs=len(PEOPLE), seconds=SECONDS)
    table = open_table(kind=GAME, event=None, command=command, by=host.actor, command_id=uuid.uuid4())
    for other in others:
        _perform(table.stream_id, SitDown(person=other.id, name=other.name), other)
    _perform(table.stream_id, Begin(), host)
    row = Table.objects.get(pk=table.pk)
    return Open(stream_id=row.stream_id, code=row.code, content=bytes(row.content))


def _action(table: Open) -> tuple[TablePerson, Play]:
    """Return any legal action of a player who is waited for."""
    state = _state(table)
    player, action = _any_action(state, table.content, _dice)
    person = next(each for each in PEOPLE if each.id == state.chairs[player].person)
    return person, Play(chair=player, turn=state.turn, action=action)


def _any_action(state: TableState, content: bytes, dice: random.Random) -> tuple[int, Any]:
    player = dice.choice(state.waits_for)
    return player, dice.choice(engine_of(GAME, content).rules.offers(state.play, player)).some(dice)


def _perform(stream_id: int, command: object, by: TablePerson) -> None:
    desk.perform(stream_id=stream_id, command=command, by=by.actor, command_id=uuid.uuid4())


def _state(table: Open) -> TableState:
    found: TableState = journal.head(Stream.objects.defer("state").get(pk=table.stream_id)).state
    return found


ACTS = {act.__name__: act for act in (open_tables, play, play_on_time)}
