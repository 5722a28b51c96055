"""Beside the main game: what other apps let players go to from the phone, and what of it a player hears there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from control.people.access import SeatPass
from control.registry import EMPTY, Panel


def _nothing(_door: SeatPass) -> Panel:
    return EMPTY


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Something beside the main game that a player can go to from the phone; `address` is the name of an address.

    `tells` is what the phone's first page says of it to a player, anew with each poke of the topic "beside".
    """

    name: str
    address: str
    tells: Callable[[SeatPass], Panel] = _nothing


_links: dict[str, Link] = {}


def register_link(link: Link) -> None:
    """Let every phone show a way there. Called once by the app that it leads to."""
    _links[link.address] = link


def found() -> Iterable[Link]:
    """All of them."""
    return _links.values()


def told(door: SeatPass) -> Panel:
    """What all of them tell a player now."""
    panels = tuple(panel for link in _links.values() if (panel := link.tells(door)).panel is not None)
    return Panel(template="control/_play_panels.html", panel=panels) if panels else EMPTY
