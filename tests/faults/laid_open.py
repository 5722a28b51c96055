"""Secrets that the rules reveal to a player, read from the journal: schemes that were looked at, proposals for the Sovereign."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from tests.faults.ledger import CANARY

ENTRIES = (
    *("SchemeLaid", "SchemeReached", "SchemesLookedAt", "SchemeGlimpsed"),
    *("SovereignSeated", "SovereignDeposed", "ThronePassed"),
)

LAST = 99  # more months than any day has
Secret = tuple[str, str]  # canary of a secret, and the seat that may see it


def schemes_seen(entries: Iterable[tuple[str, Mapping[str, Any]]]) -> frozenset[Secret]:
    """Schemes, each with a seat that has seen its face by reaching it in an attack or looking at it (GE-UND-52, R-131, R-144)."""
    written: dict[int, set[str]] = {}
    seen: set[Secret] = set()
    for kind, body in entries:
        if kind == "SchemeLaid":
            written[body["scheme"]] = set(CANARY.findall(json.dumps(body["paper"])))
        elif kind in ("SchemeReached", "SchemeGlimpsed", "SchemesLookedAt"):
            for scheme in body.get("schemes", (body.get("scheme"),)):
                seen.update((canary, body["seat"]) for canary in written.get(scheme, ()))
    return frozenset(seen)


def sovereigns(entries: Iterable[tuple[str, Mapping[str, Any]]]) -> Mapping[str, tuple[int, int]]:
    """First and last month of each Sovereign's reign. A Sovereign chooses the next proposal and reads all of them (GE-SOV-23)."""
    reigns: dict[str, tuple[int, int]] = {}
    for kind, body in entries:
        if kind == "SovereignDeposed" and body["seat"] in reigns:
            reigns[body["seat"]] = (reigns[body["seat"]][0], body["month"])
        elif kind in ("SovereignSeated", "ThronePassed"):
            seat = body["to" if kind == "ThronePassed" else "seat"]
            reigns[seat] = (min(body["month"], reigns.get(seat, (body["month"], 0))[0]), LAST)
            if kind == "ThronePassed":
                reigns[body["seat"]] = (reigns.get(body["seat"], (body["month"], 0))[0], body["month"])
    return reigns
