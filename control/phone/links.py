"""Links from the phone to pages of other apps, such as side tables, and what they show on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from control.people.access import SeatPass
from control.registry import EMPTY, PagePanel


def _nothing(_door: SeatPass) -> PagePanel:
    return EMPTY


class PhoneLink(Struct, frozen=True, kw_only=True):
    """A link from the phone to a page outside the main game. `address`: the name of its URL.

    `tells`: what the phone's first page shows of it, redrawn on each message of the topic "beside".
    """

    name: str
    address: str
    tells: Callable[[SeatPass], PagePanel] = _nothing


_links: dict[str, PhoneLink] = {}


def register_link(link: PhoneLink) -> None:
    """Show this link on every phone. The linked app calls this once."""
    _links[link.address] = link


def all_links() -> Iterable[PhoneLink]:
    """All registered links."""
    return _links.values()


def link_panels(door: SeatPass) -> PagePanel:
    """What all links show this player now."""
    panels = tuple(panel for link in _links.values() if (panel := link.tells(door)).panel is not None)
    return PagePanel(template="control/_play_panels.html", panel=panels) if panels else EMPTY
