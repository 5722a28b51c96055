"""One player's day, of the records of a chronicle: what was not known, who betrayed whom, what mattered, how the team ended.

Pure. What is told here is told when everything is unsealed; whose day it is says the eye.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from control.engine.chronicle import ALL, Chronicle, Deed, Eye, Fact, Tie
from control.engine.ids import TeamId

BETRAYAL: Final = "betrayal"  # a fact: somebody broke a word
BETRAYED: Final = "betrayed"  # the tie to whom it was broken
DIED: Final = "death"  # what befell whoever lost the character that was played


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """A fact, and the round in which these eyes could know it; None for never."""

    fact: Fact
    learned: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A number of a team at the end, and its place among all teams, from 1; `shared` with others that have as many."""

    series: str
    value: float
    place: int
    of: int
    shared: bool


def own(eye: Eye) -> frozenset[str]:
    """The audiences that are these eyes' player and team, and nobody else."""
    return frozenset((*([f"seat:{eye.seat}"] if eye.seat else ()), *([f"team:{eye.team}"] if eye.team else ())))


def round_of(chronicle: Chronicle, seq: int) -> int:
    """In which round an entry stands; 0 before the first."""
    return max((each.number for each in chronicle.rounds if each.first <= seq), default=0)


def not_known(chronicle: Chronicle, eye: Eye, ends: Sequence[int]) -> tuple[Learned, ...]:
    """What touched these eyes and was done by others, as far as they learned it later than it was done, oldest first.

    `ends` are the last entries of all commands: what the command itself tells, that does it, was never hidden.
    """
    audiences, found = own(eye), list[Learned]()
    for fact in chronicle.facts:
        if not audiences & set(fact.touches) or audiences & set(fact.by):
            continue
        learned = chronicle.learned(fact, eye)
        at = bisect_left(ends, fact.seq)
        if learned is None or learned > (ends[at] if at < len(ends) else fact.seq):
            found.append(_learned(chronicle, eye, fact))
    return tuple(found)


def betrayals(chronicle: Chronicle, eye: Eye) -> tuple[tuple[Learned, ...], tuple[Learned, ...]]:
    """Whom these eyes betrayed, and who betrayed them, oldest first."""
    audiences = own(eye)
    facts = [each for each in chronicle.facts if each.kind == BETRAYAL]
    did = [each for each in facts if audiences & set(each.by)]
    suffered = [each for each in facts if audiences & set(each.touches) and each not in did]
    return tuple(_learned(chronicle, eye, each) for each in did), tuple(_learned(chronicle, eye, each) for each in suffered)


def bonds(chronicle: Chronicle, eye: Eye) -> tuple[Tie, ...]:
    """Everything else that these eyes' player did together with others or to them, or they to this one, oldest first."""
    audiences = own(eye)
    return tuple(each for each in chronicle.ties if each.kind != BETRAYED and audiences & {each.one, each.other})


def _learned(chronicle: Chronicle, eye: Eye, fact: Fact) -> Learned:
    seq = chronicle.learned(fact, eye)
    return Learned(fact=fact, learned=round_of(chronicle, seq) if seq is not None else None)


# --- what mattered ------------------------------------------------------------------------------------------------------


def deeds_of(chronicle: Chronicle, eye: Eye) -> tuple[Deed, ...]:
    """What these eyes' player and team did, and what befell them."""
    audiences = own(eye)
    return tuple(each for each in chronicle.deeds if each.who in audiences)


def moments(chronicle: Chronicle, eye: Eye, most: int) -> tuple[Deed | Fact, ...]:
    """The weightiest deeds and facts of these eyes, at most so many, oldest first; what is said alike counts once."""
    audiences = own(eye)
    touched = [each for each in chronicle.facts if audiences & {*each.by, *each.touches}]
    found = _told_once(deeds_of(chronicle, eye), touched)
    once: dict[str, Deed | Fact] = {}
    for each in _weightiest(found, eye):
        if each.weight > 0:
            once.setdefault(each.words, each)
    return tuple(sorted(list(once.values())[:most], key=lambda each: each.seq))


def _told_once(deeds: Iterable[Deed], facts: Sequence[Fact]) -> tuple[Deed | Fact, ...]:
    """Of a deed and the fact that is the same thing, as a chronicler writes both of a betrayal, what says more."""
    same: dict[tuple[str, int], list[Fact]] = {}
    for fact in facts:
        for seq in {fact.seq, *(seq for _to, seq in fact.known)}:
            same.setdefault((fact.kind, seq), []).append(fact)
    kept, dropped = list[Deed | Fact](), set[str]()
    for deed in deeds:
        twins = same.get((BETRAYAL if deed.kind == BETRAYED else deed.kind, deed.seq), [])
        if any(len(each.words) >= len(deed.words) for each in twins):
            continue
        kept.append(deed)
        dropped |= {each.id for each in twins}
    return (*kept, *(each for each in facts if each.id not in dropped))


def high_point(chronicle: Chronicle, eye: Eye, blows: frozenset[str]) -> Deed | None:
    """The weightiest deed that was no blow; of those that weigh the same the player's own."""
    found = (each for each in deeds_of(chronicle, eye) if each.kind not in blows)
    return next((each for each in _weightiest(found, eye) if isinstance(each, Deed)), None)


def worst_blow(chronicle: Chronicle, eye: Eye, blows: frozenset[str]) -> Deed | Fact | None:
    """The weightiest of what befell these eyes, or of what others did to them; of those that weigh the same the player's own."""
    audiences = own(eye)
    befell = (each for each in deeds_of(chronicle, eye) if each.kind in blows)
    struck = (each for each in chronicle.facts if audiences & set(each.touches) and not audiences & set(each.by))
    return next(iter(_weightiest((*befell, *struck), eye)), None)


def _weightiest(found: Iterable[Deed | Fact], eye: Eye) -> Iterator[Deed | Fact]:
    """The weightiest first; of those that weigh the same what is the player's own, then the latest."""
    me = f"seat:{eye.seat}"

    def rank(each: Deed | Fact) -> tuple[int, bool, int]:
        mine = each.who == me if isinstance(each, Deed) else me in (*each.by, *each.touches)
        return -each.weight, not mine, -each.seq

    return iter(sorted(found, key=rank))


# --- how it ended -------------------------------------------------------------------------------------------------------


def standings(chronicle: Chronicle, team: TeamId) -> tuple[Standing, ...]:
    """The last number of each series that this team has, in the order in which the series begin."""
    last: dict[str, dict[TeamId, float]] = {}
    for each in chronicle.points:
        if each.team is not None:
            last.setdefault(each.series, {})[each.team] = each.value
    return tuple(
        Standing(
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Winners:
    """Who has the most deeds of some kinds: audiences, all with this count; nobody where none has enough."""

    count: int
    who: tuple[str, ...]


def winners(chronicle: Chronicle, kinds: tuple[str, ...], to: str, least: int) -> Winners:
    """Who has the most deeds of these kinds, counted for seats or for teams, if that is at least `least`."""
    counts: dict[str, int] = {}
    for each in chronicle.deeds:
        if each.kind in kinds and each.who != ALL and each.who.startswith(f"{to}:"):
            counts[each.who] = counts.get(each.who, 0) + each.count
    most = max(counts.values(), default=0)
    if most < max(least, 1):
        return Winners(count=0, who=())
    return Winners(count=most, who=tuple(sorted(who for who, count in counts.items() if count == most)))
