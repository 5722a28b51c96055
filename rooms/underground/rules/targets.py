"""Whom a scheme may be aimed at, by the table where it lies (GE-UND-63, GE-SOV-32, R-112, R-113)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

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
