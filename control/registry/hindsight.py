"""What a game or a room brings to the debrief, when everything is unsealed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from control.engine.chronicle import Eye, MakeChronicler
from control.registry.sheets import Panel


@dataclass(frozen=True, slots=True, kw_only=True)
class LookBack:
    """A piece of the time machine: what these eyes could see of it at a moment.

    `sees` is a view: pure, of the state of that moment, built up from nothing; for the eyes of nobody the whole truth. None where
    there is nothing to show. What the eyes did not know is said to be not known, and never filled in from later. `draw` makes the
    fragment of it, for the event of that id; it gets no state. `wide`: it takes the whole width, as a map does.
    `sums`: as it was at the end it stands on the first page, too.
    `ground` is a view of what of it never changes, for the template `on`: it stands in the page once, and what `draw` makes refers
    to it.
    """

    name: str  # in addresses and as a part of the page
    title: str
    sees: Callable[[Any, Eye], Any]
    draw: Callable[[int, Any], Panel]
    wide: bool = False
    sums: bool = False
    ground: Callable[[Any], Any] | None = None
    on: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """An award that is counted by rule: who has the most of the deeds of these kinds, if that is at least `least`.

    `words` is a sentence with the number as {count}; several who have as many share it. `to` says whether players or teams count.
    """

    id: str
    title: str
    words: str
    kinds: tuple[str, ...]
    to: Literal["seat", "team"] = "seat"
    least: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Hindsight:
    """Everything that a game or a room brings to the debrief.

    `chroniclers` write down the day (`control.engine.chronicle`); `words` say what their kinds, series, ties and lanes are called,
    and in their order series and lanes are drawn: a lane as "lives-" and its name, where there is such a word. `meanings` say in a
    sentence what a series counts, where its name alone does not. `shares` are series in which the teams divide a whole, `mutual`
    ties in which nobody is first. `blows` are the kinds of deeds that befall somebody
    and are never a high point. `looks` are pieces of the time machine, `awards` what is awarded; `styles` and `scripts` are static
    files that the pieces need.
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
    scripts: tuple[str, ...] = ()
