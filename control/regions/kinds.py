"""Kinds of live regions on any screen, and the registry that finds them by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, Generic, Literal, TypeVar

from msgspec import Struct

from control.engine.modules import Desks

# === kinds ==============================================================================================================


Even = Literal["", "news", "always"]
AWAKE: Final = "awake"  # topic of a screen that slept or lost its connection: it refreshes everything

TOP: Final = "^"  # for `PhoneRegion.after`

View_co = TypeVar("View_co", bound=Callable[..., object], covariant=True)


class RegionKind(Struct, Generic[View_co], frozen=True, kw_only=True):
    """A kind of live region: a `DeskRegion`, or a `PhoneRegion`.

    `view`: makes its content from the argument that its sort of screen gives to all regions. `template`: draws the content as
    `panel`; a `PagePanel` brings its own template. `topics`: topics that refresh it. `told`: a screen reader announces changes.
    """

    name: str
    view: View_co
    template: str = ""
    topics: tuple[str, ...] = ()
    told: bool = False

    @property
    def slug(self) -> str:
        """Its name in URLs."""
        return self.name.replace("_", "-")


def no_topics(_seen: object) -> tuple[str, ...]:
    return ()


class DeskRegion(RegionKind[Callable[[Any], object]], frozen=True, kw_only=True):
    """A kind of region of the desks, which knows when to ask and with what. The page asks for several at once.

    `topics_asked`: further topics, which depend on what its address asks for.
    `desks`: desks of the control team that may see it; empty for everybody who may see the screen. `also`: a further trigger.
    `include`: a form whose fields go with the request. `in_place`: only its changed elements are replaced.
    """

    topics_asked: Callable[[Any], tuple[str, ...]] = no_topics
    desks: Desks = frozenset()
    also: str = ""
    include: str = ""
    in_place: bool = False


class PhoneRegion(RegionKind[View_co], frozen=True, kw_only=True):
    """A kind of region of a phone or a side table, which requests all its regions at once.

    Place. `tab`: its tab, on a screen with tabs; "" is the head of the page. `after`: the region before it, or `TOP` to be read
    before all others; default: the end.

    Caching. `of_many`: the view returns the same object to all its viewers (`control.day.memoization`), so its version is computed
    once. `moving`: it has clock hands, so it is drawn for every request.

    Length. `even`: while the region shows anything, answers with news have equal length (`control.equal_length`). With "always",
    answers without news have it, too.
    """

    tab: str = ""
    after: str = ""
    of_many: bool = False
    moving: bool = False
    even: Even = ""


Reads = Literal["state", "rows", "lines", "others"]


class PlatformRegion(PhoneRegion[View_co], frozen=True, kw_only=True):
    """A region that every game's phone has. Its view gets the phone's data, a `PhoneSight`.

    `reads`: what the view reads besides the state. "state": nothing. "rows": the own sheets. "lines": the journal. "others":
    anything else, such as the cache or another table; then the region is made at each ask.
    """

    reads: Reads = "others"


def topics_of(kinds: Iterable[RegionKind[Any]]) -> tuple[str, ...]:
    """Return the topics of a screen that requests all these regions at once."""
    return tuple(dict.fromkeys((AWAKE, *(topic for kind in kinds for topic in kind.topics))))


# === list of kinds ======================================================================================================

# Regions of the desks: of all events, of the events of one realm, and sources of regions that depend on registered rooms.


EVERY_REALM: Final = ""

_kinds: dict[str, dict[str, DeskRegion]] = {EVERY_REALM: {}}
_sources: list[Callable[[str], Iterable[DeskRegion]]] = []


def register(*kinds: DeskRegion, realm: str = EVERY_REALM) -> None:
    """Register regions for the events of one realm, or of all realms."""
    _kinds.setdefault(realm, {}).update({kind.name: kind for kind in kinds})


def register_source(source: Callable[[str], Iterable[DeskRegion]]) -> None:
    """Register a source of regions that depend on registered rooms. It gets the realm's name."""
    _sources.append(source)


def names(realm: str) -> tuple[str, ...]:
    """Return the names of all regions of a realm."""
    return (*_kinds[EVERY_REALM], *_kinds.get(realm, {}), *(kind.name for source in _sources for kind in source(realm)))


def named(realm: str, name: str) -> DeskRegion | None:
    """Return the region of that name in a realm; None if unknown."""
    known = name.replace("-", "_")
    own = _kinds.get(realm, {}).get(known) or _kinds[EVERY_REALM].get(known)
    return own or next((kind for source in _sources for kind in source(realm) if kind.name == known), None)
