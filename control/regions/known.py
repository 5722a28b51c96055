"""The kinds of regions that are asked for by their names: those of all events, of the events of one game, of what rooms bring."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

from control.regions.kinds import RegionKind

Known: TypeAlias = RegionKind[Callable[[Any], object]]

EVERY_REALM: Final = ""

_kinds: dict[str, dict[str, Known]] = {EVERY_REALM: {}}
_sources: list[Callable[[str], Iterable[Known]]] = []


def register(*kinds: Known, realm: str = EVERY_REALM) -> None:
    """Make regions known by their names: of events of one game, or of all."""
    _kinds.setdefault(realm, {}).update({kind.name: kind for kind in kinds})


def register_source(source: Callable[[str], Iterable[Known]]) -> None:
    """Make regions known by their names that depend on what rooms have registered; the source is given the realm's name."""
    _sources.append(source)


def names(realm: str) -> tuple[str, ...]:
    """The names of all regions that events of a game have now."""
    return (*_kinds[EVERY_REALM], *_kinds.get(realm, {}), *(kind.name for source in _sources for kind in source(realm)))


def named(realm: str, name: str) -> Known | None:
    """The region of that name, in events of this game."""
    known = name.replace("-", "_")
    own = _kinds.get(realm, {}).get(known) or _kinds[EVERY_REALM].get(known)
    return own or next((kind for source in _sources for kind in source(realm) if kind.name == known), None)
