"""One player's day from the records of a chronicle: what they did not know, betrayals, important moments, final standings.

Pure. It is for the debrief, when everything is unsealed. The eye says whose day it is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from control.engine.chronicle import ALL, Chronicle, Eye, Fact, PersonDeed, Tie
from control.engine.ids import TeamId

BETRAYAL: Final = "betrayal"  # kind of fact: somebody broke their word
BETRAYED: Final = "betrayed"  # kind of tie: to the victim of a betrayal
DIED: Final = "death"  # kind of deed: the player's character died


class Learned(Struct, frozen=True, kw_only=True):
    """A fact, and the round in which this eye learned it; None for never."""

    fact: Fact
    learned: int | None


class TeamPlace(Struct, frozen=True, kw_only=True):
    """A team's final number and its place among all teams, from 1. `shared`: other teams have the same number."""

    series: str
    value: float
    place: int
    of: int
    shared: bool


def own_audiences(eye: Eye) -> frozenset[str]:
    """Return the audiences of this eye's player and team only."""
    return frozenset((*([f"seat:{eye.seat}"] if eye.seat else ()), *([f"team:{eye.team}"] if eye.team else ())))


def round_of(chronicle: Chronicle, seq: int) -> int:
    """Return the round of an entry; 0 before the first."""
    return max((each.number for each in chronicle.rounds if each.first <= seq), default=0)


def learned_later(chronicle: Chronicle, eye: Eye, ends: Sequence[int]) -> tuple[Learned, ...]:
    """Return what others did that concerned this eye and that it learned later or never, oldest first.

    `ends`: the last entries of all commands. A fact that its own command revealed was never hidden.
    """
    audiences, found = own_audiences(eye), list[Learned]()
    for fact in chronicle.facts:
        if not audiences & set(fact.touches) or audiences & set(fact.by):
            continue
        learned = chronicle.learned(fact, eye)
        at = bisect_left(ends, fact.seq)
        if learned is None or learned > (ends[at] if at < len(ends) else fact.seq):
            found.append(_learned(chronicle, eye, fact))
    return tuple(found)


def betrayals(chronicle: Chronicle, eye: Eye) -> tuple[tuple[Learned, ...], tuple[Learned, ...]]:
    """Return the betrayals that this eye committed, and those that it suffered, oldest first."""
    audiences = own_audiences(eye)
    facts = [each for each in chronicle.facts if each.kind == BETRAYAL]
    did = [each for each in facts if audiences & set(each.by)]
    suffered = [each for each in facts if audiences & set(each.touches) and each not in did]
    return tuple(_learned(chronicle, eye, each) for each in did), tuple(_learned(chronicle, eye, each) for each in suffered)


def bonds(chronicle: Chronicle, eye: Eye) -> tuple[Tie, ...]:
    """Return all other ties between this eye's player or team and others, oldest first."""
    audiences = own_audiences(eye)
    return tuple(each for each in chronicle.ties if each.kind != BETRAYED and audiences & {each.one, each.other})


def _learned(chronicle: Chronicle, eye: Eye, fact: Fact) -> Learned:
    seq = chronicle.learned(fact, eye)
    return Learned(fact=fact, learned=round_of(chronicle, seq) if seq is not None else None)


# --- what mattered ------------------------------------------------------------------------------------------------------


def deeds_of(chronicle: Chronicle, eye: Eye) -> tuple[PersonDeed, ...]:
    """Return the deeds and blows of this eye's player and team."""
    audiences = own_audiences(eye)
    return tuple(each for each in chronicle.deeds if each.who in audiences)


def moments(chronicle: Chronicle, eye: Eye, most: int) -> tuple[PersonDeed | Fact, ...]:
    """Return the weightiest deeds and facts of this eye, at most `most`, oldest first. Equal sentences count once."""
    audiences = own_audiences(eye)
    touched = [each for each in chronicle.facts if audiences & {*each.by, *each.touches}]
    found = _merge_same(deeds_of(chronicle, eye), touched)
    once: dict[str, PersonDeed | Fact] = {}
    for each in _weightiest(found, eye):
        if each.weight > 0:
            once.setdefault(each.words, each)
    return tuple(sorted(list(once.values())[:most], key=lambda each: each.seq))


def _merge_same(deeds: Iterable[PersonDeed], facts: Sequence[Fact]) -> tuple[PersonDeed | Fact, ...]:
    """Merge each deed with the fact of the same thing, such as a betrayal. The longer sentence is kept."""
    same: dict[tuple[str, int], list[Fact]] = {}
    for fact in facts:
        for seq in {fact.seq, *(seq for _to, seq in fact.known)}:
            same.setdefault((fact.kind, seq), []).append(fact)
    kept, dropped = list[PersonDeed | Fact](), set[str]()
    for deed in deeds:
        twins = same.get((BETRAYAL if deed.kind == BETRAYED else deed.kind, deed.seq), [])
        if any(len(each.words) >= len(deed.words) for each in twins):
            continue
        kept.append(deed)
        dropped |= {each.id for each in twins}
    return (*kept, *(each for each in facts if each.id not in dropped))


def high_point(chronicle: Chronicle, eye: Eye, blows: frozenset[str]) -> PersonDeed | None:
    """Return the weightiest deed that was no blow; of equal ones the player's own."""
    found = (each for each in deeds_of(chronicle, eye) if each.kind not in blows)
    return next((each for each in _weightiest(found, eye) if isinstance(each, PersonDeed)), None)


def worst_blow(chronicle: Chronicle, eye: Eye, blows: frozenset[str]) -> PersonDeed | Fact | None:
    """Return the weightiest blow, or fact by others, against this eye; of equal ones the player's own."""
    audiences = own_audiences(eye)
    befell = (each for each in deeds_of(chronicle, eye) if each.kind in blows)
    struck = (each for each in chronicle.facts if audiences & set(each.touches) and not audiences & set(each.by))
    return next(iter(_weightiest((*befell, *struck), eye)), None)


def _weightiest(found: Iterable[PersonDeed | Fact], eye: Eye) -> Iterator[PersonDeed | Fact]:
    """Sort the weightiest first; of equal ones the player's own, then the latest."""
    me = f"seat:{eye.seat}"

    def rank(each: PersonDeed | Fact) -> tuple[int, bool, int]:
        mine = each.who == me if isinstance(each, PersonDeed) else me in (*each.by, *each.touches)
        return -each.weight, not mine, -each.seq

    return iter(sorted(found, key=rank))


# --- how it ended -------------------------------------------------------------------------------------------------------


def standings(chronicle: Chronicle, team: TeamId) -> tuple[TeamPlace, ...]:
    """Return the team's final number of each series, in the order in which the series begin."""
    last: dict[str, dict[TeamId, float]] = {}
    for each in chronicle.points:
        if each.team is not None:
            last.setdefault(each.series, {})[each.team] = each.value
    return tuple(
        TeamPlace(
            series=series,
            value=values[team],
            place=1 + sum(value > values[team] for value in values.values()),
            of=len(values),
            shared=sum(value == values[team] for value in values.values()) > 1,
        )
        for series, values in last.items()
        if team in values
    )


# --- awards -------------------------------------------------------------------------------------------------------------


class Winners(Struct, frozen=True, kw_only=True):
    """Audiences with the most deeds, all with this count; empty if none has enough."""

    count: int
    who: tuple[str, ...]


def winners(chronicle: Chronicle, kinds: tuple[str, ...], to: str, least: int) -> Winners:
    """Return who has the most deeds of these kinds, if at least `least`. `to`: "seat" or "team"."""
    counts: dict[str, int] = {}
    for each in chronicle.deeds:
        if each.kind in kinds and each.who != ALL and each.who.startswith(f"{to}:"):
            counts[each.who] = counts.get(each.who, 0) + each.count
    most = max(counts.values(), default=0)
    if most < max(least, 1):
        return Winners(count=0, who=())
    return Winners(count=most, who=tuple(sorted(who for who, count in counts.items() if count == most)))
