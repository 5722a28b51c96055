"""Known regions of a phone: a region is made again only after a change of what its view has read.

A game's view is pure: a seat's answer depends on the state alone. So its version stands while every part of the state that it read
is the same object. A region of the platform may also show the rows of the own sheets or the lines of the journal, and then stands
while these are the same, too. What shows other things, such as links, is made at each ask. Countdowns are no part of a version.

Nothing is shared between seats, and no content is held, only versions.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from functools import lru_cache
from hashlib import blake2s
from sys import intern
from typing import Any, Final
from uuid import UUID

import msgspec
from django.conf import settings
from msgspec import Struct

from control.day.memoization import Part
from control.day.state import DayState
from control.engine.ids import SeatId
from control.engine.language import current_translator
from control.engine.records import replace
from control.journal import journal
from control.journal.memory import NO_STATE, Memory, StateNumber
from control.models import Sheet
from control.phone.sight import PhoneSight
from control.regions.kinds import Even, PhoneRegion, PlatformRegion
from control.regions.region import LiveRegion, RegionScreen, unchanged_region, versioned_region
from control.regions.sight import Sight

ROWS, LINES = "rows", "lines"  # parts beside the state, as `PlatformRegion.reads` names them


class KnownRegion(Struct, frozen=True):
    """The version of a region, the view that made it, and the parts that it read. `version`: "" if it has nothing to show."""

    view: Callable[..., object]
    version: str
    even: Even
    read: tuple[Part, ...]  # a set would take several times the memory


class SeatKnown(Struct, frozen=True):
    """The regions of one seat; None for those that are made at each ask.

    `number`: of the state that they belong to. `language`: its code and its translator. `rows`: a digest of the own sheets.
    `lines`: seq and hash of the journal's last line.
    """

    number: StateNumber
    language: tuple[str, object]
    rows: bytes
    lines: tuple[int, str]
    regions: tuple[KnownRegion | None, ...]


NOTHING: Final = frozenset[Part]()
MOST = 4_096  # seats, of all events together
_known: Memory[tuple[UUID, SeatId], SeatKnown] = Memory(MOST)


def regions_of_seat(
    screen: RegionScreen, seen: PhoneSight, kinds: tuple[PhoneRegion[Any], ...], shown: Container[str]
) -> list[LiveRegion]:
    """Make the regions of these kinds. `shown`: versions on the phone; an unchanged region with one of them has no content."""
    stream = seen.door.event.stream
    key = (stream.memory_key, seen.door.seat)
    known = _known.get(key)
    now, changed = _news(seen, known if known is not None and len(known.regions) == len(kinds) else None)
    former = known.regions if known is not None and changed is not None else (None,) * len(kinds)
    current, found = list[KnownRegion | None](), list[LiveRegion | None]()
    for kind, one in zip(kinds, former, strict=True):
        reads = kind.reads if isinstance(kind, PlatformRegion) else "state"
        if reads == "others":
            current.append(None)
            found.append(_region(screen, kind, kind.view(seen), shown))
            continue
        if one is None or one.view is not kind.view or not (changed or NOTHING).isdisjoint(one.read):
            content, read = _noted(kind, seen)
            region = _region(screen, kind, content, shown)
            parts = (*map(intern, read), reads) if reads in (ROWS, LINES) else tuple(map(intern, read))
            one = _shared(KnownRegion(kind.view, region.version if region else "", region.even if region else "", parts))
        elif not one.version or one.version in shown:
            region = unchanged_region(screen, kind, one.version, one.even) if one.version else None
        else:
            region = _region(screen, kind, _content(kind, seen), shown)
        current.append(one)
        found.append(region)
    _known.put(key, replace(now, regions=tuple(current)))
    return [region for region in found if region is not None]


def _news(seen: PhoneSight, known: SeatKnown | None) -> tuple[SeatKnown, frozenset[Part] | None]:
    """What this look is made of, without regions, and the parts that may differ from what was known; None: all may differ."""
    stream = seen.door.event.stream
    number, changed = seen.sight.changes_since(journal.changes_of(stream), known.number if known else NO_STATE)
    language, lines = (settings.LANGUAGE_CODE, current_translator()), (stream.head, intern(stream.hash))
    now = SeatKnown(number, language, _rows_digest(seen.rows), lines, ())
    if known is None or changed is None or known.language != language:
        return now, None
    beside = {part for part, same in ((ROWS, known.rows == now.rows), (LINES, known.lines == lines)) if not same}
    return now, changed | beside if beside else changed


def _rows_digest(rows: Iterable[Sheet]) -> bytes:
    """A digest of every loaded field of these rows."""
    fields = [[value for name, value in vars(row).items() if not name.startswith("_")] for row in rows]
    return blake2s(msgspec.msgpack.encode(fields), digest_size=16).digest() if fields else b""


def _noted(kind: PhoneRegion[Any], seen: PhoneSight) -> tuple[object, tuple[Part, ...]]:
    """The content of a region, and the parts of the state that its view has read."""

    def made(sight: Sight[DayState]) -> object:
        return _content(kind, replace(seen, sight=sight))

    return seen.sight.noted(made)


def _content(kind: PhoneRegion[Any], seen: PhoneSight) -> object:
    return kind.view(seen) if isinstance(kind, PlatformRegion) else seen.sight.view(kind.view)


def _region(screen: RegionScreen, kind: PhoneRegion[Any], content: object, shown: Container[str]) -> LiveRegion | None:
    """A region with this content; None if the platform has nothing to show there. `shown`: versions on the phone."""
    if content is None and not kind.template and isinstance(kind, PlatformRegion):
        return None
    return versioned_region(screen, kind, content, known=shown)


@lru_cache(maxsize=MOST)
def _shared(known: KnownRegion) -> KnownRegion:
    """The same record for all seats that are shown the same, to save memory."""
    return known
