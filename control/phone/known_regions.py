"""Known regions of a phone: a region of a game is made again only after a change of what its view has read of the state.

A game's view is pure: a seat's answer depends on the state alone. So its version stands while every part of the state that it read
is the same object. Nothing is shared between seats, and no content is held, only versions. Regions of the platform are made each
time, because they show rows, ages and links as well.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import lru_cache
from sys import intern
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from msgspec import Struct

from control.day.memoization import Part
from control.engine.ids import SeatId
from control.engine.language import current_translator
from control.journal import journal
from control.journal.memory import NO_STATE, Memory, StateNumber
from control.phone.sight import PhoneSight
from control.regions.kinds import Even, PhoneRegion
from control.regions.region import LiveRegion, RegionScreen, unchanged_region, versioned_region


class KnownRegion(Struct, frozen=True):
    """The version of a region, the view that made it, and the parts of the state that it read."""

    view: Callable[..., object]
    version: str
    even: Even
    read: tuple[Part, ...]  # a set would take several times the memory


class SeatKnown(Struct, frozen=True):
    """The regions of one seat. `number`: of the state that they belong to. `language`: its code and its translator."""

    number: StateNumber
    language: tuple[str, object]
    regions: tuple[KnownRegion, ...]


NOTHING: Final = frozenset[Part]()
MOST = 4_096  # seats, of all events together
_known: Memory[tuple[UUID, SeatId], SeatKnown] = Memory(MOST)


def regions_of_seat(
    screen: RegionScreen, seen: PhoneSight, kinds: tuple[PhoneRegion[Any], ...], shown: Container[str]
) -> list[LiveRegion]:
    """Make the regions of these kinds. `shown`: versions on the phone; an unchanged region with one of them has no content."""
    stream, language = seen.door.event.stream, (settings.LANGUAGE_CODE, current_translator())
    key = (stream.memory_key, seen.door.seat)
    known = _known.get(key)
    if known is not None and (known.language != language or len(known.regions) != len(kinds)):
        known = None
    number, changed = seen.sight.changes_since(journal.changes_of(stream), known.number if known else NO_STATE)
    former = known.regions if known is not None and changed is not None else (None,) * len(kinds)
    current, found = list[KnownRegion](), list[LiveRegion]()
    for kind, one in zip(kinds, former, strict=True):
        if one is None or one.view is not kind.view or not (changed or NOTHING).isdisjoint(one.read):
            content, read = seen.sight.noted(kind.view)
            region = versioned_region(screen, kind, content)
            one = _shared(KnownRegion(kind.view, region.version, region.even, tuple(map(intern, read))))
        elif one.version in shown:
            region = unchanged_region(screen, kind, one.version, one.even)
        else:
            region = versioned_region(screen, kind, seen.sight.view(kind.view))
        current.append(one)
        found.append(region)
    _known.put(key, SeatKnown(number, language, tuple(current)))
    return found


@lru_cache(maxsize=MOST)
def _shared(known: KnownRegion) -> KnownRegion:
    """The same record for all seats that are shown the same, to save memory."""
    return known
