"""What the clients remember of the morning, to be held against the journal afterwards."""

from __future__ import annotations

import json
import random
import re
import time
import uuid
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

CANARY = re.compile(r"canary[0-9a-f]{12}")
CARD = re.compile(r'value="((?:[a-z0-9-]+:)?[a-z0-9-]+[#!]\d+)"')  # a form offers the own cards to tick, and nobody else's
UNSAVED = "unsaved"  # the code of a receipt that asks to send again


@dataclass
class Sheet:
    """A sheet that a phone has sent; its key stays the same however often that is."""

    seat: str
    kind: str
    month: int
    body: Mapping[str, Any]
    canary: str
    key: str
    tries: int = 0
    lost: int = 0  # answers that never reached the phone
    receipts: list[Mapping[str, Any]] = field(default_factory=list)

    @property
    def frame(self) -> str:
        """As it goes over the wire."""
        return json.dumps({"t": "sheet", "kind": self.kind, "month": self.month, "key": self.key, "body": self.body})

    @property
    def acknowledged(self) -> bool:
        """Has Control said that it is here?"""
        return any(each["status"] in ("received", "late") for each in self.receipts)


@dataclass(frozen=True, slots=True)
class Sighting:
    """A secret in something that came to a client."""

    canary: str
    by: str
    role: str
    where: str
    at: float


@dataclass(frozen=True, slots=True)
class Failure:
    """An answer of 500 or more."""

    status: int
    where: str
    port: int
    begun: float
    ended: float


@dataclass(frozen=True, slots=True)
class Press:
    """A command given through a form: its id and how often it was answered as done."""

    who: str
    what: str
    command: str


@dataclass(frozen=True, slots=True)
class Act:
    """What a player did in a room and was told is done: the command as the journal keeps it."""

    seat: str
    kind: str
    body: str


@dataclass
class Ledger:
    """Everything that the clients have seen and sent."""

    dice: random.Random
    sheets: list[Sheet] = field(default_factory=list)
    owners: dict[str, tuple[str, str, int]] = field(default_factory=dict)  # canary: seat, kind ("draft" or the sheet's), month
    sightings: set[Sighting] = field(default_factory=set)
    offered: dict[tuple[str, str], str] = field(default_factory=dict)  # a card of a hand, to whom a form offered it: where first
    failures: list[Failure] = field(default_factory=list)
    presses: list[Press] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    phases: dict[str, dict[tuple[int, str], float]] = field(default_factory=dict)  # by screen: when it first heard of a phase
    waits: list[float] = field(default_factory=list)  # seconds from the first try of a sheet to its receipt
    counts: Counter[str] = field(default_factory=Counter)

    def canary(self, seat: str, kind: str, month: int) -> str:
        """A new secret."""
        found = f"canary{self.dice.getrandbits(48):012x}"
        self.owners[found] = (seat, kind, month)
        return found

    def key(self) -> str:
        """A new client key."""
        return str(uuid.UUID(int=self.dice.getrandbits(128), version=4))

    def saw(self, text: str, *, by: str, role: str, where: str) -> None:
        """Look through something that came to a client."""
        self.counts["bytes"] += len(text)
        for found in set(CANARY.findall(text)):
            if self.owners.get(found, ("",))[0] == by:
                self.counts["own canaries"] += 1  # a phone may read its own sheet; that some do proves that the search finds them
            else:
                self.sightings.add(Sighting(found, by, role, where, time.time()))
        for card in set(CARD.findall(text)):
            self.offered.setdefault((card, by), f"{role}, {where}")
