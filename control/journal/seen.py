"""What has been shown to whom: how far the journal was when the page of a phone, of somebody of the control team, of a screen in
the hall was drawn last.

It is kept in the cache, by the key of the journal, and not in the database: losing it costs a line on the undo page, never a page.
Where the journal turns out to have another past, what was shown of the former one counts as never shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.core.cache import cache

from control import registry
from control.engine.ids import SeatId
from control.journal import corrections
from control.journal.story import Line
from control.watch import pasts

KEPT = 18 * 3600  # seconds: a day in the venue
MOST_NOTES = 5
CLOCK_TOPICS = frozenset({"clock", "news"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """How far a screen had got: the seq it was drawn from last (0: never), and the commands whose corrections it still shows."""

    seq: int = 0
    notes: tuple[int, ...] = ()


NEVER = Looked()


def screen_topics(realm: str, kind: str) -> frozenset[str]:
    """What changes a kind of screen in the hall; what a room shows on the map screen brings its own."""
    if kind != "map":
        return CLOCK_TOPICS
    return CLOCK_TOPICS.union({"map"}, *(app.hall.topics for app in registry.rooms(realm).values() if app.hall is not None))


def seat_key(seat: SeatId) -> str:
    """The phone of a player, by the name of its audience."""
    return f"seat:{seat}"


def screen_key(kind: str) -> str:
    """A kind of screen in the hall: "screen:map"."""
    return f"screen:{kind}"


def staff_key(name: str) -> str:
    """A member of the control team."""
    return f"staff:{name}"


def looked(stream: UUID, viewer: str, seq: int, lines: Callable[[], Sequence[Line]], audiences: frozenset[str] | None) -> Looked:
    """Remember that this viewer's page is drawn from `seq`; returns what it has to show of corrections.

    `lines` tells the journal, which is asked for only when something is new; `audiences` are what the viewer may know, None for the
    control team.
    """
    age, stored = _stored(stream, [viewer])
    before = stored[viewer]
    if before.seq >= seq:
        return before
    fresh: list[int] = []
    if before.seq:
        for group in corrections.since(lines(), before.seq):
            if audiences is None or any(each.to in audiences for line in group for each in line.corrections):
                fresh.append(group[0].seq)
    now = Looked(seq=seq, notes=(*before.notes, *fresh)[-MOST_NOTES:])
    _remember(stream, age, {viewer: now})
    return now


def understood(stream: UUID, viewer: str, seq: int) -> None:
    """The viewer has read the corrections up to that command."""
    age, stored = _stored(stream, [viewer])
    before = stored[viewer]
    left = tuple(each for each in before.notes if each > seq)
    if left != before.notes:
        _remember(stream, age, {viewer: Looked(seq=before.seq, notes=left)})


def drawn(stream: UUID, name: str, seq: int, topics: Iterable[str]) -> None:
    """Remember which topics a member of the control team has been shown, up to `seq`."""
    _remember(stream, pasts.age_of(stream), {f"{staff_key(name)}:{topic}": Looked(seq=seq) for topic in topics})


def of(stream: UUID, viewers: Iterable[str]) -> dict[str, Looked]:
    """How far each of these viewers had got."""
    return _stored(stream, viewers)[1]


def _stored(stream: UUID, viewers: Iterable[str]) -> tuple[str, dict[str, Looked]]:
    """The age of the journal, and what was remembered in this one."""
    keys = {_key(stream, viewer): viewer for viewer in viewers}
    stored = cache.get_many([*keys, pasts.age_key(stream)])
    age = str(stored.pop(pasts.age_key(stream), ""))
    # An earlier release, which may have written it before an upgrade, noted no age.
    own = {key: Looked(seq=each[0], notes=tuple(each[1])) for key, each in stored.items() if each[2:] == (age,)}
    return age, {viewer: own.get(key, NEVER) for key, viewer in keys.items()}


def _remember(stream: UUID, age: str, found: Mapping[str, Looked]) -> None:
    cache.set_many({_key(stream, viewer): (each.seq, each.notes, age) for viewer, each in found.items()}, KEPT)


def _key(stream: UUID, viewer: str) -> str:
    # A name of the team may hold what a key may not.
    return f"seen:{stream}:{viewer.encode().hex()}"
