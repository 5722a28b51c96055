"""Rules of schemes: their cards, allowed targets, costs, and the price of Protection (R-91, R-110, R-112, R-118)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

# === cards ==============================================================================================================

# Cards of the scheme deck: the kind on a card, and the cards of one copy of the deck (C-07, R-110)


def kind_on(card: str) -> str:
    """Kind of scheme on a card: "ambush" on "ambush#3"."""
    return card.rsplit("#", 1)[0]


def deck_cards(deck: Iterable[tuple[str, int]], nth: int) -> tuple[str, ...]:
    """Cards of the n-th copy of a deck, given kinds and their number of copies. Card numbers are unique across copies."""
    return tuple(f"{kind}#{(nth - 1) * copies + each}" for kind, copies in deck for each in range(1, copies + 1))


# === targets ============================================================================================================

# Allowed targets of a scheme, by its table (GE-UND-63, GE-SOV-32, R-112, R-113)


NEVER_OWN: Final = frozenset({"capture-hostage", "capture-building", "forged-order"})  # not against the schemer's House
ON_A_PERSON: Final = frozenset({"assassinate", "slander", "delay"})  # affect the Sovereign when they name that person
ON_THE_THRONE: Final = "assassinate"  # only this may target the God Emperor


class Wrong(StrEnum):
    """Why a scheme may not have this target."""

    FAR = "far"  # a House outside the table's province
    OWN = "own"  # the schemer's House
    SOVEREIGN = "sovereign"  # the Sovereign, but the table's province does not host the Court
    THRONE = "throne"  # the God Emperor, by a scheme other than Assassinate or while not reigning


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """Where a scheme is placed: the table, the House placing it, and the province of each House.

    `hosts`: the Court sits in the table's province this month, or all tables qualify (R-113).
    """

    table: str
    own: str
    home: Mapping[str, str]
    hosts: bool
    sovereign: str | None = None
    sovereigns_house: str | None = None
    god_emperor: bool = False


def wrong_with(kind: str, houses: Collection[str], people: Collection[str], aim: Aim, throne: str) -> Wrong | None:
    """What is wrong with a scheme's targets. None if it may be placed. `throne`: the word for the God Emperor."""
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

# Cost of a scheme in play: doubled by a Crackdown first, then halved by Recruitment (R-91, GE-CRT-51, GE-CRT-49)


def cost_in_play(written: int | None, *, doubled: bool, halved: bool) -> int | None:
    """Cost of a scheme on the table, rounded up to whole minions. None for a trap (R-109)."""
    if written is None:
        return None
    cost = 2 * written if doubled else written
    return (cost + 1) // 2 if halved else cost


def completes(advancement: int, cost: int | None) -> bool:
    """Whether there is enough Advancement. A trap never completes (GE-UND-40, R-117, R-109)."""
    return cost is not None and advancement >= cost


# === price of Protection ================================================================================================

# Price of the next Protection in front of a scheme (setting `protection_cost`) (GE-UND-42, R-118)


TURN: Final = "turn"


def price_of_next(standing: int, mode: str, *, paid: bool) -> int:
    """Number of minions discarded from hand for the next one in front of a scheme with `standing` Protection (R-118).

    Due for each minion placed. In the mode "turn" it is due once per turn and scheme; `paid`: already paid this turn.
    """
    return 0 if mode == TURN and paid else standing
