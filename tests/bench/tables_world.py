"""Side tables to measure on. Imported inside server processes only: it needs Django."""

from __future__ import annotations

import random
import time
import uuid
from dataclasses import dataclass

from django.core.management import call_command

from control import desk, journal
from control.game.asked import Actor
from control.models import Stream
from control.scenario.ids import SeatId
from rooms.tables.commands import Begin, OpenTable, Play, SitDown
from rooms.tables.lobby import open_table
from rooms.tables.models import Table
from rooms.tables.registry import engine_of
from rooms.tables.state import Stage, TableState

GAME = "potemkin"
CHAIRS = 4
SECONDS = 60  # the timer of a turn, as a table has it unless its host says otherwise
PEOPLE = ("anna", "boris", "clara", "dmitri")
_dice = random.Random(3)
_tables: list[Open] = []


@dataclass
class Open:
    """A table that is played at."""

    stream_id: int
    code: str
    content: bytes


def open_tables(count: int) -> list[str]:
    """So many tables, all in play; returns their codes as sockets have them."""
    call_command("migrate", interactive=False, verbosity=0)
    _tables.extend(_opened() for _each in range(count))
    return [table.code.lower() for table in _tables]


def play(actions: int) -> list[float]:
    """So many actions, one table after the other; returns how many milliseconds the desk took for each."""
    spent = []
    for number in range(actions):
        at = number % len(_tables)
        if _state(_tables[at]).stage is not Stage.PLAYING:
            _tables[at] = _opened()  # this game is over: the next one
        person, command = _action(_tables[at])
        begun = time.perf_counter()
        _perform(_tables[at].stream_id, command, person)
        spent.append((time.perf_counter() - begun) * 1000)
    return spent


def play_at_pace(seconds: float) -> list[tuple[int, int]]:
    """One action at every table, spread over this time; when each came to the desk and was done, on the monotonic clock."""
    began, moments = time.monotonic(), []
    for number, table in enumerate(_tables):
        person, command = _action(table)
        time.sleep(max(0.0, began + seconds * number / len(_tables) - time.monotonic()))
        begun = time.monotonic_ns()
        _perform(table.stream_id, command, person)
        moments.append((begun, time.monotonic_ns()))
    return moments


def _opened() -> Open:
    host, *others = PEOPLE[:CHAIRS]
    command = OpenTable(title="", host=host, name=host.title(), chairs=CHAIRS, seconds=SECONDS)
    table = open_table(kind=GAME, event=None, command=command, by=_person(host), command_id=uuid.uuid4())
    for name in others:
        _perform(table.stream_id, SitDown(person=name, name=name.title()), name)
    _perform(table.stream_id, Begin(), host)
    row = Table.objects.get(pk=table.pk)
    return Open(stream_id=row.stream_id, code=row.code, content=bytes(row.content))


def _action(table: Open) -> tuple[str, Play]:
    """Any legal action of anybody who is waited for."""
    state = _state(table)
    player = _dice.choice(state.waits_for)
    action = _dice.choice(engine_of(GAME, table.content).rules.offers(state.play, player)).some(_dice)
    return state.chairs[player].person, Play(chair=player, turn=state.turn, action=action)


def _perform(stream_id: int, command: object, person: str) -> None:
    desk.perform(stream_id=stream_id, command=command, by=_person(person), command_id=uuid.uuid4())


def _person(name: str) -> Actor:
    return Actor(seat=SeatId(name), name=name.title())


def _state(table: Open) -> TableState:
    found: TableState = journal.head(Stream.objects.get(pk=table.stream_id)).state
    return found


ACTS = {act.__name__: act for act in (open_tables, play, play_at_pace)}
