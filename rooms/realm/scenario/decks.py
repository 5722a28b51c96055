"""The decks of a scenario: factions and their Favors, scheme cards, minions (C-06, C-07, C-08, C-09)."""

from __future__ import annotations

from dataclasses import dataclass

from rooms.realm.scenario.ids import FactionId, FavorId


@dataclass(frozen=True, slots=True, kw_only=True)
class Faction:
    """A faction of Favors and the building that three of its cards buy.

    Rules: GE-FAV-08, GE-FAV-09, GE-FAV-10, GE-FAV-11, GE-FAV-12, GE-FAV-13, GE-FAV-14, GE-FAV-15.
    """

    id: FactionId
    name: str
    building: str
    building_text: str
    symbol: str  # SVG path data in a 0 0 100 100 box
    kind: str = ""  # which building it is to the rules: spy-tower, tunnels, trade-route, chapel or arena


@dataclass(frozen=True, slots=True, kw_only=True)
class Favor:
    """One kind of Favor card and how many of it the deck holds (GE-FAV-02, GE-FAV-03, GE-FAV-04, GE-FAV-05, C-06)."""

    id: FavorId
    name: str
    faction: FactionId
    ability: str
    timing: str
    location: str
    effect: str  # a name the console carries out, or "decision:<desk>"
    copies: int
    needs: str = ""  # what must be so besides: a name of `rooms.realm.scenario.effects.NEEDS`


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemeCard:
    """How many cards of one scheme the scheme deck holds (C-07)."""

    scheme: str
    copies: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MinionCard:
    """One kind of minion and how many of it each House's deck holds (GE-UND-46, C-08)."""

    symbol: str
    color: str
    copies: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MasterMinion:
    """A Master Minion and the normal minions it beats beyond the usual ones, as "symbol color" (R-137, C-09)."""

    name: str
    symbol: str
    color: str
    also_beats: tuple[str, ...]
