"""Record of what the clients sent and received, compared with the journal afterwards."""

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

from msgspec import Struct

CANARY = re.compile(r"canary[0-9a-f]{12}")
CARD = re.compile(r'value="((?:[a-z0-9-]+:)?[a-z0-9-]+[#!]\d+)"')  # forms offer only the player's own cards
UNSAVED = "unsaved"  # receipt code that asks the phone to send again
ACKNOWLEDGED = ("received", "late")  # statuses of a receipt after which the sheet is stored


@dataclass
class Sheet:
    """A sheet that a phone sends. Its key stays the same in all attempts."""

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
        """The sheet as a WebSocket frame."""
        return json.dumps({"t": "sheet", "kind": self.kind, "month": self.month, "key": self.key, "body": self.body})

    @property
    def acknowledged(self) -> bool:
        """Whether Control confirmed receipt."""
        return any(each["status"] in ACKNOWLEDGED for each in self.receipts)


class Sighting(Struct, frozen=True):
    """A secret found in something that a client received."""

    canary: str
    by: str
    role: str
    where: str
    at: float


class Failure(Struct, frozen=True):
    """A server error: an answer of 500 or more."""

    status: int
    where: str
    port: int
    begun: float
    ended: float


class Press(Struct, frozen=True):
    """A command that was given through a form and answered as done."""

    who: str
    what: str
    command: str


class Act(Struct, frozen=True):
    """A player's action that was answered as done: the command as the journal stores it."""

    seat: str
    kind: str
    body: str


@dataclass
class Ledger:
    """All that the clients have sent and received."""

    dice: random.Random
    sheets: list[Sheet] = field(default_factory=list)
    owners: dict[str, tuple[str, str, int]] = field(default_factory=dict)  # canary: seat, kind ("draft" or the sheet's), month
    sightings: set[Sighting] = field(default_factory=set)
    offered: dict[tuple[str, str], str] = field(default_factory=dict)  # (card, viewer): place where a form first offered it
    failures: list[Failure] = field(default_factory=list)
    presses: list[Press] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    phases: dict[str, dict[tuple[int, str], float]] = field(default_factory=dict)  # by screen: when it first heard of a phase
    waits: list[float] = field(default_factory=list)  # seconds from a sheet's first attempt to its receipt
    counts: Counter[str] = field(default_factory=Counter)

    def canary(self, seat: str, kind: str, month: int) -> str:
        """Create a new secret of this seat."""
        found = f"canary{self.dice.getrandbits(48):012x}"
        self.owners[found] = (seat, kind, month)
        return found

    def key(self) -> str:
        """Create a new client key."""
        return str(uuid.UUID(int=self.dice.getrandbits(128), version=4))

    def saw(self, text: str, *, by: str, role: str, where: str) -> None:
        """Search text that a client received for secrets and cards."""
        self.counts["bytes"] += len(text)
        for found in set(CANARY.findall(text)):
            if self.owners.get(found, ("",))[0] == by:
                self.counts["own canaries"] += 1  # a phone may read its own sheet; such finds prove that the search works
            else:
                self.sightings.add(Sighting(found, by, role, where, time.time()))
        for card in set(CARD.findall(text)):
            self.offered.setdefault((card, by), f"{role}, {where}")
