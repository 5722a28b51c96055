"""Which secrets the rules lay open to a player, by the journal: a look at a scheme, and the Sovereign's choice of proposals."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from tests.faults.ledger import CANARY

ENTRIES = (
    *("SchemeLaid", "SchemeReached", "SchemesLookedAt", "SchemeGlimpsed"),
    *("SovereignSeated", "SovereignDeposed", "ThronePassed"),
)

LAST = 99  # no day has so many months
Secret = tuple[str, str]  # a secret, and who may have seen it


def schemes_seen(entries: Iterable[tuple[str, Mapping[str, Any]]]) -> frozenset[Secret]:
    """Whoever reached a scheme by an attack or looked at it has read its face (GE-UND-52, R-131, R-144)."""
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
    """From which month to which a player was Sovereign, who chooses what is proposed next and reads it for that (GE-SOV-23)."""
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
