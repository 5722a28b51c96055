"""Whole days of bots with everything that is registered, written into a journal as the door would write them.

The journal gets the same commands, events, chain, head and snapshots as from the door. The times are those of the simulated day, so
a day of hours is written in seconds.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

from django.db import transaction

from control import registry
from control.bots.habits import Habits, Seed
from control.bots.playout import MORNING, DayPlayed, PlayedCommand, play_day
from control.engine.dice import Dice
from control.engine.modules import Command, Decided
from control.journal import desk, journal, rows, streams
from control.journal.journal import Envelope
from control.models import Event, Stream
from control.people.events import SETUP, add_missing_seats

CarriedOutCommand: TypeAlias = tuple[Any, PlayedCommand, Decided[Any]]

AT_ONCE: Final = 200  # commands written in one transaction


def play_whole_day(
    realm: str,
    scenario: Any,
    casting: tuple[Any, ...],
    seed: Seed,
    *,
    rounds: int = 0,
    look: Any = None,
    morning: datetime = MORNING,
) -> DayPlayed:
    """Play a day of bots in all registered rooms of a realm, or its first `rounds`, without a journal.

    Raises:
        Stuck: a necessary command was refused, or players or the control team never finish.
    """
    played, rooms = registry.realm(realm), registry.rooms(realm)
    leads = tuple(app.bots.lead for app in rooms.values() if app.bots.lead is not None)

    def lead(state: Any, dice: Dice) -> Command | None:
        return next((command for each in leads if (command := each(state, dice)) is not None), None)

    habits = Habits(hall=played.bots.act, lead=lead)
    return play_day(
        registry.game(realm),
        rooms,
        played.blank(scenario),
        played.rules.set_up(casting),
        seed,
        habits=habits,
        rounds=rounds,
        look=look,
        morning=morning,
    )


def commands_of_day(
    realm: str, scenario: Any, casting: tuple[Any, ...], seed: Seed, *, rounds: int = 0, morning: datetime = MORNING
) -> tuple[CarriedOutCommand, ...]:
    """Every command of such a day: state before it, command with sender, and decision.

    Raises:
        Stuck: a necessary command was refused, or players or the control team never finish.
    """
    carried: list[CarriedOutCommand] = []

    def keep(before: Any, given: PlayedCommand, decided: Decided[Any]) -> None:
        carried.append((before, given, decided))

    play_whole_day(realm, scenario, casting, seed, rounds=rounds, look=keep, morning=morning)
    return tuple(carried)


def write_day(
    carried: Sequence[CarriedOutCommand],
    *,
    realm: str,
    name: str,
    scenario: Any,
    seed: Seed,
    demo: bool = False,
    slug: str = "",
    rehearses: Event | None = None,
) -> Event:
    """Create an event with these commands in its journal. Nothing is due in it, as in a finished day.

    Raises:
        IntegrityError: an event with this `slug` exists.
    """
    ids = random.Random(f"{seed} ids")
    with transaction.atomic():
        stream = Stream.objects.create(engine=realm)
        document = registry.realm(realm).store(scenario)
        event = Event.objects.create(
            name=name, slug=slug or f"day-{stream.pk}", stream=stream, scenario=document, demo=demo, rehearses=rehearses
        )
    for first in range(0, len(carried), AT_ONCE):
        with transaction.atomic():
            _write(rows.lock_stream(stream.pk), carried[first : first + AT_ONCE], ids)
    stream.refresh_from_db()
    add_missing_seats(event)
    return Event.objects.select_related("stream").get(pk=event.pk)


def _write(stream: Stream, carried: Sequence[CarriedOutCommand], ids: random.Random) -> None:
    kind, game = streams.kind_of(stream), journal.game_of(stream)
    for before, given, decided in carried:
        envelope = Envelope(
            actor=desk.actor_key(given.by),
            name=kind.name_of(given.by, before) if before.seats else SETUP,
            command_id=uuid.UUID(int=ids.getrandbits(128), version=4),
            label=game.label(given.command, before, by_desk=given.by.seat is None),
            at=given.at,
            command=desk.stored_form(given.command),
        )
        after = stream.head
        journal.append(stream, decided.events, envelope)
        journal.store(stream, after, decided.state)
