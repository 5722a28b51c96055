"""Schemes by the rules: their cards, whom they may be aimed at, what they and Protection cost (R-91, R-110, R-112, R-118)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

# === cards ==============================================================================================================

# The cards of the scheme deck: which kind stands on one, and all of a copy of the deck (C-07, R-110).


def kind_on(card: str) -> str:
    """The kind of scheme on a card, "ambush" on "ambush#3"."""
    return card.rsplit("#", 1)[0]


def deck_cards(deck: Iterable[tuple[str, int]], nth: int) -> tuple[str, ...]:
    """The cards of the n-th copy of a deck of kinds and how often each is in it; no card bears the number of another."""
    return tuple(f"{kind}#{(nth - 1) * copies + each}" for kind, copies in deck for each in range(1, copies + 1))


# === targets ============================================================================================================

# Whom a scheme may be aimed at, by the table where it lies (GE-UND-63, GE-SOV-32, R-112, R-113).


NEVER_OWN: Final = frozenset({"capture-hostage", "capture-building", "forged-order"})  # not against the own House
ON_A_PERSON: Final = frozenset({"assassinate", "slander", "delay"})  # they affect the Sovereign when they name that person
ON_THE_THRONE: Final = "assassinate"  # all that may be aimed at the God Emperor


class Wrong(StrEnum):
    """Why a scheme may not be aimed so."""

    FAR = "far"  # a House beyond the table's province
    OWN = "own"  # the own House
    SOVEREIGN = "sovereign"  # the Sovereign, and the table's province does not host the Court
    THRONE = "throne"  # the God Emperor, by another scheme than Assassinate, or one who does not reign


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """Where a scheme is placed: the table, by whose House, which House is of which province.

    `hosts` is whether the Court sits in the table's province this month, or where all tables qualify (R-113).
    """

    table: str
    own: str
    home: Mapping[str, str]
    hosts: bool
    sovereign: str | None = None
    sovereigns_house: str | None = None
    god_emperor: bool = False


def wrong_with(kind: str, houses: Collection[str], people: Collection[str], aim: Aim, throne: str) -> Wrong | None:
    """What is wrong with whom a scheme names; None when it may be placed. `throne` is the word for the God Emperor."""
    if throne in houses or throne in people:
        if kind != ON_THE_THRONE or not aim.god_emperor:
            return Wrong.THRONE
        return None if aim.hosts else Wrong.SOVEREIGN
    at_sovereign = kind in ON_A_PERSON and aim.sovereign is not None and aim.sovereign in people
    if at_sovereign and not aim.hosts:
        return Wrong.SOVEREIGN
    reached = aim.sovereigns_house if at_sovereign else None  # whatever the Sovereign's own province
    if any(aim.home.get(house) != aim.table and house != reached for house in houses):
        return Wrong.FAR
    return Wrong.OWN if kind in NEVER_OWN and aim.own in houses else None


# === cost ===============================================================================================================

# What a scheme costs in play: doubled by a Crackdown first, then halved by Recruitment (R-91, GE-CRT-51, GE-CRT-49).


def cost_in_play(written: int | None, *, doubled: bool, halved: bool) -> int | None:
    """The cost as a scheme lies on the table, rounded up to whole minions; a trap has none (R-109)."""
    if written is None:
        return None
    cost = 2 * written if doubled else written
    return (cost + 1) // 2 if halved else cost


def completes(advancement: int, cost: int | None) -> bool:
    """Is there Advancement enough (GE-UND-40, R-117)? A trap never completes (R-109)."""
    return cost is not None and advancement >= cost


# === price of Protection ================================================================================================

# What the next Protection in front of a scheme costs (GE-UND-42, R-118, setting `protection_cost`).


TURN: Final = "turn"


def price_of_next(standing: int, mode: str, *, paid: bool) -> int:
    """How many minions are discarded from hand for the next one in front of a scheme where `standing` stand already (R-118).

    Reckoned for each minion placed; or, in the mode "turn", once in a turn for each scheme: `paid` is that it was in this turn.
    """
    return 0 if mode == TURN and paid else standing
