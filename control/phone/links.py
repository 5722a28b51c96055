"""Links from the phone to pages of other apps, such as side tables, and what they show on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from control.people.access import SeatPass
from control.registry import EMPTY, Panel


def _nothing(_door: SeatPass) -> Panel:
    return EMPTY


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link from the phone to a page outside the main game. `address`: the name of its URL.

    `tells`: what the phone's first page shows of it, redrawn on each message of the topic "beside".
    """

    name: str
    address: str
    tells: Callable[[SeatPass], Panel] = _nothing


_links: dict[str, Link] = {}


def register_link(link: Link) -> None:
    """Show this link on every phone. The linked app calls this once."""
    _links[link.address] = link


def found() -> Iterable[Link]:
    """All registered links."""
    return _links.values()


def told(door: SeatPass) -> Panel:
    """What all links show this player now."""
    panels = tuple(panel for link in _links.values() if (panel := link.tells(door)).panel is not None)
    return Panel(template="control/_play_panels.html", panel=panels) if panels else EMPTY
