"""Kinds of live regions, whatever screen they stand on, and the list in which they are found by their names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from control.engine.modules import Desks

# === kinds ==============================================================================================================

# What a live region is declared as, whatever screen it stands on: a phone, a desk, a side table.


Even = Literal["", "news", "always"]
AWAKE: Final = "awake"  # a screen that has slept, or lost the line, looks at everything again

View_co = TypeVar("View_co", bound=Callable[..., object], covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class RegionKind(Generic[View_co]):
    """A kind of live region: what it shows, what changes it, who may see it, and where it stands.

    `view` shapes what is shown, from what the screens of its sort give to each of their regions. `template` draws that as `panel`;
    a `Panel` brings its own fragment. A region changes with its `topics` and, where it asks by itself, with the further trigger
    `also`; the fields of the form `include`, which a finger may be in, go with the question.

    Its text may be drawn once and kept for all who are shown the same. A view that is `of_many` gives the same object to all whom
    it is shown to, for as long as it is so (`control.day.memoization`), so its version is made once. One that is `moving`, with the
    hands of a clock in it, is drawn for every look. Of one that is `told` a screen reader says by itself what is new.

    While one that is `even` shows anything, answers with news have one length whatever is in them (`control.equal_length`).
    While one shows anything that is so "always", an answer without news has it too.

    On a screen with tabs it stands in `tab` behind the region `after`, else at the end; one that stands `first` is read before all
    others. "" is the head of the page. One that stands `in_place` is never drawn anew on any
    screen, but changed where it has changed.
    """

    name: str
    view: View_co
    template: str = ""
    topics: tuple[str, ...] = ()
    desks: Desks = frozenset()  # who may see it, of a control team; empty for whoever may see the screen
    told: bool = False
    of_many: bool = False
    moving: bool = False
    even: Even = ""
    also: str = ""
    include: str = ""
    tab: str = ""
    after: str = ""
    first: bool = False
    in_place: bool = False

    @property
    def slug(self) -> str:
        """Its name in an address."""
        return self.name.replace("_", "-")


def topics_of(kinds: Iterable[RegionKind[Any]]) -> tuple[str, ...]:
    """What a screen listens to that asks for all of these with one request."""
    return tuple(dict.fromkeys((AWAKE, *(topic for kind in kinds for topic in kind.topics))))


# === list of kinds ======================================================================================================

# The kinds of regions that are asked for by their names: those of all events, of the events of one game, of what rooms bring.


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
