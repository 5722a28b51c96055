"""Debrief parts of a game or a room, for when everything is unsealed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct, field

from control.engine.chronicle import Eye, MakeChronicler
from control.engine.measures import Measured
from control.registry.sheets import PagePanel


class LookBack(Struct, frozen=True, kw_only=True):
    """A piece of the time machine: what an eye could see of something at a moment.

    `name`: its name in URLs and on the page. `title`: its title. `sees`: a pure view of the state of that moment, built
    up from nothing; the whole truth for `TRUTH`, None if there is nothing to show. It marks what the eye did not know as unknown,
    and never fills it in from later. `draw`: makes the fragment for the event of that ID. It gets no state.
    `wide`: it takes the whole width, as a map does. `sums`: its final form is also on the first page.
    `ground`: a view of what never changes, drawn once in the page by `template`; the fragments refer to it.
    """

    name: str
    title: str
    sees: Callable[[Any, Eye], Any]
    draw: Callable[[int, Any], PagePanel]
    wide: bool = False
    sums: bool = False
    ground: Callable[[Any], Any] | None = None
    template: str = ""


class Award(Struct, frozen=True, kw_only=True):
    """An award for the most deeds of certain `kinds`, if there are at least `least`. Equal winners share it.

    `name`: its ID. `words`: a sentence with the number as {count}. `to`: whether players or teams win it.
    """

    name: str
    title: str
    words: str
    kinds: tuple[str, ...]
    to: Literal["seat", "team"] = "seat"
    least: int = 1


class Hindsight(Struct, frozen=True, kw_only=True):
    """The debrief part of a game or a room.

    `chroniclers`: record the day (`control.engine.chronicle`). `words`: names of their kinds, series, ties and lanes. Series and
    lanes are drawn in this order; a lane may also be named by "lives-" and its name. `meanings`: what a series counts, in a
    sentence, if its name does not say it. `shares`: series in which the teams divide a whole. `mutual`: ties in which nobody acted
    first. `blows`: kinds of deeds that befall somebody and are never a high point. `looks`: pieces of the time machine.
    `awards`: awards. `styles`: style sheets that the pieces need.
    """

    chroniclers: tuple[MakeChronicler, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    meanings: Mapping[str, str] = field(default_factory=dict)
    shares: tuple[str, ...] = ()
    mutual: tuple[str, ...] = ()
    blows: frozenset[str] = frozenset()
    looks: tuple[LookBack, ...] = ()
    awards: tuple[Award, ...] = ()
    styles: tuple[str, ...] = ()


class DebriefPart(Struct, frozen=True, kw_only=True):
    """The part of the debrief, and the measures that the lab takes of its days."""

    hindsight: Hindsight = field(default_factory=Hindsight)
    measures: Measured = field(default_factory=Measured)
