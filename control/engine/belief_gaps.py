"""Belief gaps: how far what a team believed was from what was so, by what was hidden from it, moment by moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from control.engine.chronicle import Chronicle, Eye, Fact
from control.engine.ids import TeamId

# === gaps ===============================================================================================================


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """The widest moment of a round for a team: how wide, with which entry, and what was hidden then, the weightiest first."""

    team: TeamId
    round: int
    seq: int
    width: int
    hidden: tuple[Fact, ...]


def hidden_from(told: Chronicle, eye: Eye) -> Iterator[tuple[Fact, int, int]]:
    """What touched these eyes and was hidden from them for a while: from which entry, and before which it ended (0: never)."""
    mine = told.audiences(eye) - {"all"}
    for fact in told.facts:
        if not mine & set(fact.touches):
            continue
        ends = [each for each in (told.learned(fact, eye), fact.over or None) if each is not None]
        if not ends or min(ends) > fact.seq:
            yield fact, fact.seq, min(ends, default=0)


def gaps_of(told: Chronicle, team: TeamId) -> tuple[Gap, ...]:
    """The widest moment of every round in which something was hidden from a team."""
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
    """The widest gap of the day; of equal ones the first. None where nothing was hidden.

    With `seemed` one of a round, in which something else was before the eyes of whoever was fooled.
    """
    found = [gap for team in told.members for gap in gaps_of(told, team)]
    if seemed:
        found = [gap for gap in found if gap.round and gap.hidden[0].seemed]
    return min(found, key=lambda gap: (-gap.width, gap.seq), default=None)
