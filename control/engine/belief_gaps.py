"""Belief gaps: how far a team's beliefs were from the truth, moment by moment, measured by the facts hidden from it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from control.engine.chronicle import Chronicle, Eye, Fact
from control.engine.ids import TeamId

# === gaps ===============================================================================================================


class Gap(Struct, frozen=True, kw_only=True):
    """The widest gap of a team in one round: its width, its entry, and the facts hidden then, weightiest first."""

    team: TeamId
    round: int
    seq: int
    width: int
    hidden: tuple[Fact, ...]


def hidden_from(told: Chronicle, eye: Eye) -> Iterator[tuple[Fact, int, int]]:
    """Yield each fact that concerned this eye but was hidden, with its first entry and the entry that ended this (0: never)."""
    mine = told.audiences(eye) - {"all"}
    for fact in told.facts:
        if not mine & set(fact.touches):
            continue
        ends = [each for each in (told.learned(fact, eye), fact.over or None) if each is not None]
        if not ends or min(ends) > fact.seq:
            yield fact, fact.seq, min(ends, default=0)


def gaps_of(told: Chronicle, team: TeamId) -> tuple[Gap, ...]:
    """Return the widest gap of each round in which something was hidden from a team."""
    spans = tuple(hidden_from(told, Eye(team=team)))
    found = []
    for each in told.rounds:
        starts = [fact_from for _fact, fact_from, _to in spans if each.first <= fact_from <= each.last]
        best: Gap | None = None
        for seq in sorted({each.first, *starts}):
            hidden = [fact for fact, since, to in spans if since <= seq and (not to or to > seq)]
            width = sum(max(fact.weight, 1) for fact in hidden)
            if hidden and (best is None or width > best.width):
                ordered = tuple(sorted(hidden, key=lambda fact: (-fact.weight, fact.seq)))
                best = Gap(team=team, round=each.number, seq=seq, width=width, hidden=ordered)
        if best is not None:
            found.append(best)
    return tuple(found)


def widest(told: Chronicle, *, seemed: bool = False) -> Gap | None:
    """Return the widest gap of the day, the first of equal ones; None if nothing was hidden.

    `seemed`: only gaps within a round whose weightiest fact showed the fooled players something else.
    """
    found = [gap for team in told.members for gap in gaps_of(told, team)]
    if seemed:
        found = [gap for gap in found if gap.round and gap.hidden[0].seemed]
    return min(found, key=lambda gap: (-gap.width, gap.seq), default=None)
