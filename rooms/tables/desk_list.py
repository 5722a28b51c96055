"""Side tables as the list of the control team has them, and what may be opened there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Subquery
from django.urls import reverse

from control.day.ages import age_of
from control.engine.language import say
from control.models import Entry
from rooms.realm.desks import Desk
from rooms.realm.game.stakes import MOST_STAKED, PUBLISHED
from rooms.realm.screens.seen import Look
from rooms.tables import access, settling
from rooms.tables.access import open_door
from rooms.tables.game.closing import why_words
from rooms.tables.game.state import Stage
from rooms.tables.game.view_event import stake_settled
from rooms.tables.models import Table
from rooms.tables.screens import forms
from rooms.tables.screens.names import game_of
from rooms.tables.screens.notes import AskShown, asks_shown
from rooms.tables.screens.shown import ChairChip, chips, stake_words, turn_words
from rooms.tables.screens.until_shown import EndShown, end_of
from rooms.tables.screens.views import GameCard, game_cards

MOST_LISTED = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLine:
    """A table of the event. `since` is when anything happened at it last; `age` marks a game that stands still."""

    code: str
    title: str
    game: str  # where the title is not the game's
    stage: str
    words: str
    why: str  # it was closed before its end, for this reason
    chairs: tuple[ChairChip, ...]
    asks: tuple[AskShown, ...]  # who asks for the chair of a bot, and has no answer yet
    since: datetime
    age: str
    stake: str
    end: EndShown | None
    settled: bool
    owed: bool  # the game is over and what was staked has not changed hands
    undo: int  # the entry of the event that settled it, 0 where there is none
    board: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TablesView:
    """The tables that are open or played, and those that are over."""

    running: tuple[TableLine, ...]
    over: tuple[TableLine, ...]
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningView:
    """What may be opened, and who else may open. `may_permit` is the organizer's."""

    games: tuple[GameCard, ...]
    players: bool
    may_permit: bool
    stakes: tuple[tuple[str, str], ...]
    most_staked: int
    ends: tuple[tuple[str, str], ...]
    published: tuple[str, ...]


def tables_view(seen: Look) -> TablesView:
    """The event's tables, the newest first."""
    last = Entry.objects.filter(stream=OuterRef("stream")).order_by("-seq").values("at")[:1]
    rows = access.tables().filter(event=seen.event_id).annotate(since=Subquery(last))[:MOST_LISTED]
    lines = [_line(seen, table) for table in rows]
    running = tuple(line for line in lines if line.stage in (Stage.OPEN, Stage.PLAYING))
    return TablesView(running=running, over=tuple(line for line in lines if line not in running), now=seen.now)


def _line(seen: Look, table: Any) -> TableLine:
    door = open_door(table, None)
    state, settled = door.state, seen.sight.public(stake_settled, str(table.stream.key))
    ended = state.stage in settling.ENDED and state.play is not None
    return TableLine(
        code=table.code,
        title=state.title,
        game=game_of(door),
        stage=state.stage.value,
        words=turn_words(state, None),
        why=why_words(state),
        chairs=chips(door),
        asks=asks_shown(state),
        since=table.since or table.opened_at,
        age=age_of(seen.now - (table.since or table.opened_at)) if state.stage is Stage.PLAYING else "",
        stake=stake_words(state.stake),
        end=end_of(door, seen.now),
        settled=settled,
        owed=ended and state.stake is not None and not settled,
        undo=_settling_entry(table) if settled else 0,
        board=reverse("tables:screen", args=[table.code]),
    )


def _settling_entry(table: Table) -> int:
    assert table.event is not None
    key = str(table.stream.key)
    rows = Entry.objects.filter(stream=table.event.stream_id, kind="StakeSettled", body__contains=key).order_by("-seq")
    return rows.values_list("seq", flat=True).first() or 0


def opening_view(seen: Look) -> OpeningView:
    """What may be opened."""
    return OpeningView(
        games=game_cards(),
        players=access.players_may_open(seen.event_id),
        may_permit=seen.sits_at(Desk.ORGANIZER),
        stakes=forms.said(forms.STAKES),
        most_staked=MOST_STAKED,
        ends=forms.said(forms.ENDS_OFFERED),
        published=tuple(say(words) for words in PUBLISHED),
    )
