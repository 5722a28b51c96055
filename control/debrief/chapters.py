"""The staged reveal: chapters that the console proposes, in the order and choice of the organizer, one press each on the wall.

What is proposed follows from the day: the widest gaps, the weightiest of what was hidden, how it ended. What the organizer made of
it is kept as ids alone, so that a chapter is told as the day has it, whatever was corrected meanwhile.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from control.day.view import about_day
from control.debrief.doors import DebriefPass
from control.debrief.moments import kind_words
from control.debrief.stored import Debrief
from control.debrief.told import Past
from control.engine.chronicle import TRUTH, Eye, Fact
from control.engine.fooled import gaps_of
from control.engine.ids import TeamId
from control.engine.language import say
from control.engine.reports import ReportKind

GAPS, FACTS, NEWS = 3, 6, 4  # how many of each are proposed
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
    """The widest gap, what was hidden, what everybody saw, by the time of the day; the end behind all."""
    frame, told = door.sight.frame, past.chronicle
    found: dict[int, Chapter] = {}
    gaps = [gap for team in told.members for gap in gaps_of(told, team) if gap.round and gap.hidden[0].seemed]
    names = {team.id: team.name for team in door.sight.public(about_day).teams}
    best: list[Chapter] = []
    fooled = set[TeamId]()
    for gap in sorted(gaps, key=lambda each: (-each.width, each.seq)):
        if gap.team in fooled or len(best) == GAPS:
            continue
        fooled.add(gap.team)
        worst = gap.hidden[0]
        kind = kind_words(door.event.stream.engine, worst.kind)
        named = {"round": frame.round_title(worst.round), "kind": kind, "team": names[gap.team]}
        best.append(
            Chapter(
                id=f"gap-{gap.team}-{gap.round}",
                title=say("{round}: {kind}, {team}", **named),
                believed=worst.seemed,
                was=worst.words,
                seq=past.settled(worst.seq),
                eye=Eye(team=gap.team),
                beside=TRUTH,
                place=worst.place,
            )
        )
    yield from best[:1]
    for chapter in best[1:]:
        found[chapter.seq] = chapter
    for fact in sorted(told.facts, key=lambda each: (-each.weight, each.seq))[:FACTS]:
        kind = kind_words(door.event.stream.engine, fact.kind)
        title = say("{round}: {kind}", round=frame.round_title(fact.round), kind=kind)
        found.setdefault(past.settled(fact.seq), _of_fact(past, fact, title))
    news = [each for each in past.reports if each.report.kind is ReportKind.NEWS and each.report.to == "all" and each.round]
    for each in sorted(news, key=lambda each: (-each.report.weight, each.seq))[:NEWS]:
        seq = past.settled(each.seq)
        told_then = Chapter(
            id=f"news-{each.seq}",
            title=frame.round_title(each.round),
            believed="",
            was=each.report.words,
            seq=seq,
            eye=TRUTH,
            beside=None,
        )
        found.setdefault(seq, told_then)
    for _seq, chapter in sorted(found.items()):
        yield chapter
    last = past.ends[-1]
    yield Chapter(id=END, title=say("How it ended"), believed="", was="", seq=last, eye=TRUTH, beside=None)


def _of_fact(past: Past, fact: Fact, title: str) -> Chapter:
    """A secret as whoever it touched saw it, beside what was so; one that touched no team alone."""
    team = next((TeamId(each.removeprefix("team:")) for each in fact.touches if each.startswith("team:")), None)
    eye, beside = (Eye(team=team), TRUTH) if team is not None and fact.seemed else (TRUTH, None)
    return Chapter(
        id=f"fact-{fact.id}",
        title=title,
        believed=fact.seemed if beside is not None else "",
        was=fact.words,
        seq=past.settled(fact.seq),
        eye=eye,
        beside=beside,
        place=fact.place,
    )
