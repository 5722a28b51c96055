"""Finished games: each person's past games, and what tables of a game leave for later ones.

Both are projected from a table's journal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from msgspec import Struct

from control.engine.language import say, say_count
from control.journal import journal
from control.journal.desk import actor_key
from control.models import Entry, Event
from rooms.tables.access import MOST_LAST, TablePerson, open_door, tables
from rooms.tables.game.engine import TableEngine
from rooms.tables.game.state import TableStage, TableState
from rooms.tables.models import Kept, PastGame, Table
from rooms.tables.registry import app_of, games
from rooms.tables.settlement import ENDED

# === games of a person ==================================================================================================

# A person's games: tables where they sit now, and past games.
# A past game is a row for each person at a finished table, projected from the table's journal.
#
# Nobody has an account. The badge or the cookie of the phone says who somebody is, and each finds only their own games.


MOST_PAST = 30


def seats_of(person: TablePerson) -> tuple[str, ...]:
    """The codes of unfinished tables where a person sits, newest first."""
    acted = Entry.objects.filter(stream=OuterRef("stream"), actor=actor_key(person.actor))  # sitting down is an entry too
    there = tables().filter(Exists(acted), stage__in=(TableStage.OPEN.value, TableStage.PLAYING.value))[:MOST_LAST]
    return tuple(table.code for table in there if open_door(table, person).chair is not None)


def project_past(table: Table, engine: TableEngine, state: TableState, at: datetime) -> None:
    """Store the people of a finished game. Delete them if its end was undone."""
    PastGame.objects.filter(table=table).delete()
    if state.stage not in ENDED or state.play is None:
        return
    places = places_of(engine, state)
    PastGame.objects.bulk_create(
        PastGame(table=table, person=chair.person, place=places[number], players=len(state.chairs), ended_at=at)
        for number, chair in enumerate(state.chairs)
        if chair.person
    )


def places_of(engine: TableEngine, state: TableState) -> tuple[int | None, ...]:
    """Each player's place. None for everybody if the game was not played to its end."""
    result = engine.rules.result(state.play)
    if result is None:
        return (None,) * len(state.chairs)
    won = len(result.winners)
    return tuple(
        1 if player in result.winners else 1 + max(won, sum(other > score for other in result.scores))
        for player, score in enumerate(result.scores)
    )


class PastRow(Struct, frozen=True, kw_only=True):
    """A past game with the addresses of its result and its history."""

    title: str
    code: str
    ended: datetime
    words: str
    address: str
    history: str


class PastOf(Struct, frozen=True, kw_only=True):
    """Past games of one kind: how many, and how many won."""

    title: str
    words: str
    rows: tuple[PastRow, ...]


def past_of(event: Event | None, persons: Sequence[TablePerson | None]) -> tuple[PastOf, ...]:
    """Past games of the persons at this phone, by game. A phone of an event shows nothing of other events' tables."""
    ids = [person.id for person in persons if person is not None]
    if not ids:
        return ()
    mine = PastGame.objects.filter(person__in=ids).select_related("table").defer("table__content")
    if event is not None:
        mine = mine.filter(Q(table__event=event) | Q(table__event=None))
    found = sorted(mine[:MOST_PAST], key=lambda past: past.table.kind)
    return tuple(
        _past_of_kind(kind, list(rows)) for kind, rows in groupby(found, key=lambda past: past.table.kind) if kind in games()
    )


def _past_of_kind(kind: str, found: Sequence[PastGame]) -> PastOf:
    title, won = games()[kind].kind.title, sum(past.place == 1 for past in found)
    played = say_count("{count} game", "{count} games", len(found))
    words = say("{games}, {won} won", games=played, won=won)
    return PastOf(title=title, words=words, rows=tuple(_row(title, past) for past in found))


def _row(title: str, past: PastGame) -> PastRow:
    place = past.place
    words = say("place {place} of {players}", place=place, players=past.players) if place else say("not played to its end")
    code = past.table.code
    return PastRow(
        title=title,
        code=code,
        ended=past.ended_at,
        words=words,
        address=reverse("tables:table", args=[code]),
        history=reverse("tables:history", args=[code]),
    )


# === names kept =========================================================================================================

# Entries that a finished game leaves for later tables of its kind. Tables of one event share them; tables without an event
# share theirs. Two tables that run at the same time do not know of each other: both may leave the same entry, and the first
# by time counts.


def project_kept(table: Table, state: TableState, at: datetime) -> None:
    """Store what a finished game leaves. Delete it if the game's end was undone."""
    Kept.objects.filter(table=table).delete()
    keeps = app_of(table.kind).kind.keeps
    if keeps is not None and state.stage in ENDED and state.play is not None:
        Kept.objects.bulk_create(Kept(table=table, player=player, entry=entry, at=at) for player, entry in keeps(state.play))


def kept_before(table: Table) -> tuple[str, ...]:
    """Entries that other tables have left so far, by the game's own names."""
    if app_of(table.kind).kind.keeps is None:
        return ()
    return tuple(sorted(set(_shared_with(table).exclude(table=table).values_list("entry", flat=True))))


def names_kept(table: Table) -> Mapping[str, str]:
    """Who left each entry, this table included. The first by time counts."""
    found: dict[str, str] = {}
    for kept in _shared_with(table).select_related("table__stream").defer("table__content"):
        if kept.entry not in found:
            state: TableState = journal.head(kept.table.stream).state
            found[kept.entry] = state.names[kept.player]
    return found


def _shared_with(table: Table) -> QuerySet[Kept]:
    return Kept.objects.filter(table__event=table.event_id, table__kind=table.kind)
