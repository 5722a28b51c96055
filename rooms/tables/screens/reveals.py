"""Reveals on screens: one after the other, each as long as it takes to read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from django.urls import reverse
from msgspec import Struct

from rooms.tables import story
from rooms.tables.access import TablePass
from rooms.tables.game.reveals import reveal_time, split_by_reveal
from rooms.tables.game.state import TableStage

# === reveals ============================================================================================================


MOST_MOMENTS = 30  # sent to a screen; it says how many more there are in the log


class RevealView(Struct, frozen=True, kw_only=True):
    """A reveal on screen.

    `seq`: its entry. `number`: its position among the table's reveals. `words`: who did what to whom; small sentences are only in
    the log. `stands_ms`: how long it stays. `mine`: it concerns the viewer. `picture`: what the game draws of it.
    """

    seq: int
    number: int
    words: tuple[str, ...]
    stands_ms: int
    mine: bool = False
    picture: str = ""


class Moments(Struct, frozen=True, kw_only=True):
    """The newest reveals, oldest first. `read`: the address where a player dismisses them, "" for others."""

    code: str
    each: tuple[RevealView, ...]
    read: str


def moments_of(door: TablePass, lines: Sequence[story.TableStoryLine], player: int | None) -> Moments:
    """A table's reveals for this viewer, without undone ones."""
    found = list(_each(lines, player))[-MOST_MOMENTS:]
    reads = player is not None and door.state.stage is TableStage.PLAYING and not door.state.chairs[player].bot
    code = door.table.code
    return Moments(code=code, each=tuple(found), read=reverse("tables:read", args=[code]) if reads else "")


def newest_shown(lines: Sequence[story.TableStoryLine]) -> int:
    """The entry of the newest reveal, or 0."""
    gone = story.withdrawn(lines)
    return next((line.seq for line in reversed(lines) if line.shows and line.seq not in gone), 0)


def _each(lines: Sequence[story.TableStoryLine], player: int | None) -> Iterator[RevealView]:
    gone, number = story.withdrawn(lines), 0
    for group in reversed(tuple(story.groups_of(lines))):
        for part in split_by_reveal([line.shows for line in group]):
            number += 1
            shown = next(line for line in group[part] if line.shows)
            seq = shown.seq
            if seq in gone:
                continue
            words = tuple(told for line in group[part] if line.moves and not line.note.small and (told := line.told(player)))
            public = sum(len(line.told(None).split()) for line in group[part])
            mine = player is not None and any(player == line.player or player in line.note.attacked for line in group[part])
            stands_ms = reveal_time(public) // timedelta(milliseconds=1)
            yield RevealView(seq=seq, number=number, words=words, stands_ms=stands_ms, mine=mine, picture=shown.note.picture)
