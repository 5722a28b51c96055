"""The staged reveal: chapters that the console proposes, in the order and choice of the organizer, one press each on the wall.

What is proposed follows from the day: the widest gap, what was most dramatic (`control.engine.highlights`), how it ended. What the
organizer made of it is kept as ids alone, so that a chapter is told as the day has it, whatever was corrected meanwhile.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from control.day.view import about_day
from control.debrief.doors import DebriefPass
from control.debrief.moments import is_named, kind_words
from control.debrief.stored import Debrief
from control.debrief.told import Past
from control.engine.chronicle import TRUTH, Eye, Fact
from control.engine.fooled import Gap, widest
from control.engine.highlights import Highlight, NewsTold, highlights
from control.engine.ids import TeamId
from control.engine.language import listed, say
from control.engine.reports import ReportKind

MOST = 10  # chapters that are proposed between the widest gap and the end
MANY = 3  # so many teams are too many for a title
END = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """One press on the wall: a moment, through which eyes, under which sentences. `beside` is None for one picture alone.

    `place` is the region of the map where it was, "" for none.
    """

    id: str
    title: str
    believed: str
    was: str
    seq: int
    eye: Eye
    beside: Eye | None
    place: str = ""
    out: bool = False  # left out by the organizer


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """How the organizer leads: the order of ids, those left out, and which one the wall shows; "" before the first."""

    order: tuple[str, ...] = ()
    out: frozenset[str] = field(default_factory=frozenset)
    shows: str = ""


def stage_of(row: Debrief) -> Stage:
    """What is stored; nothing that is not understood."""
    try:
        found: dict[str, Any] = json.loads(row.chapters or "{}")
        return Stage(order=tuple(map(str, found["order"])), out=frozenset(map(str, found["out"])), shows=str(found["shows"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        return Stage()


def stored(stage: Stage) -> str:
    """A stage as it is stored."""
    return json.dumps({"order": stage.order, "out": sorted(stage.out), "shows": stage.shows})


def chapters_of(door: DebriefPass, past: Past, stage: Stage) -> tuple[Chapter, ...]:
    """What is proposed, in the organizer's order; what is new stands where the day has it."""
    proposed = {each.id: each for each in _proposed(door, past)}
    placed = [id for id in stage.order if id in proposed]
    rest = [id for id in proposed if id not in placed]
    ordered = [proposed[id] for id in (*placed, *rest)] if placed else list(proposed.values())
    return tuple(replace(each, out=each.id in stage.out) for each in ordered)


def shown_of(chapters: Sequence[Chapter], stage: Stage) -> Chapter | None:
    """What the wall shows: before the first press the widest gap, which is what was proposed first of all."""
    told = [each for each in chapters if not each.out]
    return next((each for each in chapters if each.id == stage.shows), told[0] if told else None)


def next_of(chapters: Sequence[Chapter], stage: Stage, by: int) -> str:
    """The chapter one press on, or one back with a `by` of -1; the first and the last stay.

    From a chapter that was left out meanwhile it goes on from where that stands.
    """
    at = next((number for number, each in enumerate(chapters) if each.id == stage.shows), 0)
    ahead = chapters[at + 1 :] if by > 0 else tuple(reversed(chapters[:at]))
    return next((each.id for each in ahead if not each.out), stage.shows)


def _proposed(door: DebriefPass, past: Past) -> Iterator[Chapter]:
    """The widest gap, then what was most dramatic, hidden or before everybody's eyes; the end behind all."""
    told = past.chronicle
    gap = widest(told, seemed=True)
    first = _of_gap(door, past, gap) if gap is not None else None
    if first is not None:
        yield first
    news = [
        NewsTold(seq=each.seq, round=each.round, report=each.report)
        for each in past.reports
        if each.report.kind is ReportKind.NEWS and each.report.to == "all" and each.round
    ]
    for each in highlights(told, news, past.settled, MOST, but=(first.seq,) if first is not None else ()):
        yield _of_fact(door, past, each.fact) if each.fact is not None else _of_news(door, past, each)
    yield Chapter(id=END, title=say("How it ended"), believed="", was="", seq=past.ends[-1], eye=TRUTH, beside=None)


def _of_gap(door: DebriefPass, past: Past, gap: Gap) -> Chapter:
    """The weightiest of what a team did not know, as it saw the day, beside what was so."""
    worst = gap.hidden[0]
    return Chapter(
        id=f"gap-{gap.team}-{gap.round}",
        title=_title(door, worst.round, worst.kind, _teams(door, past, worst)),
        believed=worst.seemed,
        was=worst.words,
        seq=past.settled(worst.seq),
        eye=Eye(team=gap.team),
        beside=TRUTH,
        place=worst.place,
    )


def _of_fact(door: DebriefPass, past: Past, fact: Fact) -> Chapter:
    """A secret as whoever it touched saw it, beside what was so; one that touched no team alone."""
    team = next((TeamId(each.removeprefix("team:")) for each in fact.touches if each.startswith("team:")), None)
    eye, beside = (Eye(team=team), TRUTH) if team is not None and fact.seemed else (TRUTH, None)
    return Chapter(
        id=f"fact-{fact.id}",
        title=_title(door, fact.round, fact.kind, _teams(door, past, fact)),
        believed=fact.seemed if beside is not None else "",
        was=fact.words,
        seq=past.settled(fact.seq),
        eye=eye,
        beside=beside,
        place=fact.place,
    )


def _of_news(door: DebriefPass, past: Past, told: Highlight) -> Chapter:
    return Chapter(
        id=f"news-{told.seq}",
        title=_title(door, told.round, told.sort, ()),
        believed="",
        was=told.words,
        seq=past.settled(told.seq),
        eye=TRUTH,
        beside=None,
    )


def _title(door: DebriefPass, round: int, kind: str, teams: Sequence[str]) -> str:
    """What is special about it: when, what sort of thing it is, whose."""
    title = door.sight.frame.round_title(round)
    if not is_named(door.event.stream.engine, kind):
        return title
    named = {"round": title, "kind": kind_words(door.event.stream.engine, kind), "teams": listed(teams)}
    return say("{round}: {kind}, {teams}", **named) if teams else say("{round}: {kind}", **named)


def _teams(door: DebriefPass, past: Past, fact: Fact) -> tuple[str, ...]:
    """Between which teams it was, by name; only whom it touched where many did it together."""
    team_of = {f"seat:{seat}": team for team, seats in past.chronicle.members.items() for seat in seats}
    names = {team.id: team.name for team in door.sight.public(about_day).teams}

    def of(audiences: Sequence[str]) -> list[str]:
        ids = [team_of.get(each, TeamId(each.removeprefix("team:"))) for each in audiences]
        return list(dict.fromkeys(names[each] for each in ids if each in names))

    by, touched = of(fact.by), of(fact.touches)
    return tuple(dict.fromkeys((*(by if len(by) < MANY else ()), *touched)))
