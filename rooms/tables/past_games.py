"""Games that are over: what each person has played, and what the tables of a game leave for the next ones.

Both are projected from a table’s journal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from control.engine.language import say, say_count
from control.journal import journal
from control.journal.desk import actor_key
from control.models import Entry, Event
from rooms.tables.access import MOST_LAST, Person, open_door, tables
from rooms.tables.game.engine import TableEngine
from rooms.tables.game.state import Stage, TableState
from rooms.tables.models import Kept, PastGame, Table
from rooms.tables.registry import app_of, games
from rooms.tables.settlement import ENDED

# === games of a person ==================================================================================================

# The games of somebody: where one sits now, and what one has played.
# That is a row for each person at a table whose game is over, projected from the table's journal.
#
# Nobody has an account: who somebody is says the badge or the cookie of the phone, and each finds only what they sat at
# themselves.


MOST_PAST = 30


def seats_of(person: Person) -> tuple[str, ...]:
    """The codes of the tables at which somebody sits whose game is not over, the newest first."""
    acted = Entry.objects.filter(stream=OuterRef("stream"), actor=actor_key(person.actor))  # to sit down is to act
    there = tables().filter(Exists(acted), stage__in=(Stage.OPEN.value, Stage.PLAYING.value))[:MOST_LAST]
    return tuple(table.code for table in there if open_door(table, person).chair is not None)


def project_past(table: Table, engine: TableEngine, state: TableState, at: datetime) -> None:
    """Who sat at a game that is over now; nobody at one that goes on, its end being taken back."""
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
    """In what place each player came in; no place for anybody where the game was not played to its end."""
    result = engine.rules.result(state.play)
    if result is None:
        return (None,) * len(state.chairs)
    won = len(result.winners)
    return tuple(
        1 if player in result.winners else 1 + max(won, sum(other > score for other in result.scores))
        for player, score in enumerate(result.scores)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRow:
    """A game that was played: where its end and its history are."""

    title: str
    code: str
    ended: datetime
    words: str
    address: str
    history: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PastOf:
    """All games of one kind: how many, how many won."""

    title: str
    words: str
    rows: tuple[PastRow, ...]


def past_of(event: Event | None, persons: Sequence[Person | None]) -> tuple[PastOf, ...]:
    """What these, who are one at this phone, have played, game by game: at a phone of an event nothing of another one's tables."""
    ids = [person.id for person in persons if person is not None]
    if not ids:
        return ()
    mine = PastGame.objects.filter(person__in=ids).select_related("table").defer("table__content")
    if event is not None:
        mine = mine.filter(Q(table__event=event) | Q(table__event=None))
    found = sorted(mine[:MOST_PAST], key=lambda past: past.table.kind)
    return tuple(_of(kind, list(rows)) for kind, rows in groupby(found, key=lambda past: past.table.kind) if kind in games())


def _of(kind: str, found: Sequence[PastGame]) -> PastOf:
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

# What the tables of a game keep together: what each leaves when it is over, and what the next ones find. Tables of one event
# share it, and those outside of every event among themselves. Two that run at the same time do not know of each other: both
# may leave the same, and the first by time stands.


def project_kept(table: Table, state: TableState, at: datetime) -> None:
    """What this table leaves, now that its game is over; nothing where it goes on, its end being taken back."""
    Kept.objects.filter(table=table).delete()
    keeps = app_of(table.kind).kind.keeps
    if keeps is not None and state.stage in ENDED and state.play is not None:
        Kept.objects.bulk_create(Kept(table=table, player=player, entry=entry, at=at) for player, entry in keeps(state.play))


def kept_before(table: Table) -> tuple[str, ...]:
    """What the other tables have left by now, by the game's own names."""
    if app_of(table.kind).kind.keeps is None:
        return ()
    return tuple(sorted(set(_shared_with(table).exclude(table=table).values_list("entry", flat=True))))


def names_kept(table: Table) -> Mapping[str, str]:
    """Who left what, this table included: the first by time."""
    found: dict[str, str] = {}
    for kept in _shared_with(table).select_related("table__stream").defer("table__content"):
        if kept.entry not in found:
            state: TableState = journal.head(kept.table.stream).state
            found[kept.entry] = state.names[kept.player]
    return found


def _shared_with(table: Table) -> QuerySet[Kept]:
    return Kept.objects.filter(table__event=table.event_id, table__kind=table.kind)
