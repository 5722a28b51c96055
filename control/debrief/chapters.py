"""The staged reveal: chapters that the console proposes, in the order and choice of the organizer, one press each on the wall.

What is proposed follows from the day: a title while people sit down, the widest gap, what was most dramatic
(`control.engine.highlights`) in the order of the day with the strongest last, the chances that the lab foretells, how it ended.
What the organizer made of it is kept as ids alone, so that a chapter is told as the day has it, whatever was corrected meanwhile.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from control.day.people.view import all_players
from control.day.view import about_day
from control.debrief.access import DebriefPass
from control.debrief.knowledge import Past
from control.debrief.models import Debrief
from control.debrief.moments import is_named, kind_words
from control.debrief.pictures import gallery
from control.debrief.pictures.day_records import told_of
from control.debrief.pictures.records import Picture
from control.engine.belief_gaps import Gap, widest
from control.engine.chronicle import TRUTH, Eye, Fact
from control.engine.highlights import Highlight, NewsTold, highlights
from control.engine.ids import TeamId
from control.engine.language import listed, say
from control.engine.reports import ReportKind
from control.lab.debriefing import foreseen_in, foretold_in

MOST = 10  # chapters that are proposed beside the widest gap and the end
MANY = 3  # so many teams are too many for a title
CROWD = 5  # of more nobody is named
START = "start"
CHANCE = "chance"
END = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """One press on the wall: a moment, through which eyes, under which sentences. `beside` is None for one picture alone.

    `place` is the region of the map where it was, "" for none; of news what they are about, which may be one. `came` is the moment
    at which the eyes learned of it, where they did: what is beside them is shown as it was by then. `teams` are those it is about.
    """

    id: str
    title: str
    believed: str
    was: str
    seq: int
    eye: Eye
    beside: Eye | None
    came: int = 0
    place: str = ""
    teams: frozenset[TeamId] = frozenset()
    by: str = ""  # whose doing it was, where the sentence names nobody
    picture: Picture | None = None  # that is shown instead of the moment
    out: bool = False  # left out by the organizer

    @property
    def fixed(self) -> bool:
        """Does it stand where it stands, never left out?"""
        return self.id == START


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """How the organizer leads: the order of ids, those left out, and which one the wall shows; "" before the first press."""

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
    placed = [START, *dict.fromkeys(id for id in stage.order if id in proposed and id != START)]
    before = START
    for id in proposed:
        if id not in placed:
            placed.insert(placed.index(before) + 1, id)
        before = id
    return tuple(replace(proposed[id], out=id in stage.out and id != START) for id in placed)


def shown_of(chapters: Sequence[Chapter], stage: Stage) -> Chapter:
    """What the wall shows: before the first press the title, so that no secret is told while people still sit down."""
    return next((each for each in chapters if each.id == stage.shows), chapters[0])


def next_of(chapters: Sequence[Chapter], stage: Stage, by: int) -> str:
    """The chapter one press on, or one back with a `by` of -1; the first and the last stay.

    From a chapter that was left out meanwhile it goes on from where that stands.
    """
    at = next((number for number, each in enumerate(chapters) if each.id == stage.shows), 0)
    ahead = chapters[at + 1 :] if by > 0 else tuple(reversed(chapters[:at]))
    return next((each.id for each in ahead if not each.out), stage.shows)


def _proposed(door: DebriefPass, past: Past) -> Iterator[Chapter]:
    """A title; the widest gap; what was most dramatic, hidden or before everybody's eyes, as a story; the end behind all."""
    yield Chapter(id=START, title=say("The title"), believed="", was="", seq=past.ends[-1], eye=TRUTH, beside=None)
    gap = widest(past.chronicle, seemed=True)
    if gap is not None:
        yield _of_gap(door, past, gap)
    yield from _as_story(list(_told(door, past, gap)))
    yield from _chance(door, past)
    yield Chapter(id=END, title=say("How it ended"), believed="", was="", seq=past.ends[-1], eye=TRUTH, beside=None)


def _as_story(found: Sequence[tuple[float, Chapter]]) -> Iterator[Chapter]:
    """In the order of the day, but the strongest last: what weighs most of what somebody did not know, else of all."""
    secret = [each for each in found if each[1].beside is not None]
    last = max(secret or found, key=lambda each: each[0], default=None)
    for each in sorted(found, key=lambda each: each[1].seq):
        if each is not last:
            yield each[1]
    if last is not None:
        yield last[1]


def _told(door: DebriefPass, past: Past, gap: Gap | None) -> Iterator[tuple[float, Chapter]]:
    """What else of the day is told, each with its weight."""
    news = [
        NewsTold(seq=each.seq, round=each.round, report=each.report)
        for each in past.reports
        if each.report.kind is ReportKind.NEWS and each.report.to == "all" and each.round
    ]
    for each in highlights(past.chronicle, news, past.settled, MOST, but=gap.hidden[:1] if gap is not None else ()):
        yield each.weight, _of_fact(door, past, each.fact) if each.fact is not None else _of_news(door, past, each)


def _chance(door: DebriefPass, past: Past) -> Iterator[Chapter]:
    """How likely each team was through the day, and the winner at the least; nothing where the lab foretells nothing of it."""
    foreseen = foreseen_in(door.event.stream.engine)
    told = foretold_in(lambda: told_of(door), door.event)
    if foreseen is None or told is None:
        return
    words = told.said.get(foreseen.series, "")
    drawn = gallery.picture(told, foreseen.series) if words else None
    if drawn is not None:
        end = past.ends[-1]
        yield Chapter(id=CHANCE, title=drawn.title, believed="", was=words, seq=end, eye=TRUTH, beside=None, picture=drawn)


def _of_gap(door: DebriefPass, past: Past, gap: Gap) -> Chapter:
    """The weightiest of what a team did not know, as it saw the day, beside what was so."""
    worst, eye = gap.hidden[0], Eye(team=gap.team)
    return Chapter(
        id=f"gap-{gap.team}-{gap.round}",
        title=_title(door, worst.round, worst.kind, _teams(door, past, worst)),
        believed=worst.seemed,
        was=worst.words,
        seq=past.settled(worst.seq),
        eye=eye,
        beside=TRUTH,
        came=_came(past, worst, eye),
        place=worst.place,
        teams=teams_of(past, worst),
        by=_by(door, worst),
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
        came=_came(past, fact, eye),
        place=fact.place,
        teams=teams_of(past, fact),
        by=_by(door, fact),
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
        place=told.about,
    )


def _came(past: Past, fact: Fact, eye: Eye) -> int:
    """The moment at which these eyes learned of it; 0 for never."""
    learned = None if eye.is_truth else past.chronicle.learned(fact, eye)
    return past.settled(learned) if learned is not None else 0


def _by(door: DebriefPass, fact: Fact) -> str:
    """Whose doing it was in a sentence, by the names of players; "" where it is said already, and of a crowd."""
    short = {team.id: team.name for team in door.sight.public(about_day).teams}
    names = [
        f"{each.name} ({short[each.team]})"
        for each in door.sight.public(all_players)
        if f"seat:{each.seat}" in fact.by and each.name
    ]
    told = not names or len(names) > CROWD or all(each in fact.words for each in names)
    return "" if told else say("The work of {names}.", names=listed(names))


def teams_of(past: Past, fact: Fact) -> frozenset[TeamId]:
    """Whose doing it was and whom it touched, by team."""
    team_of = {f"seat:{seat}": team for team, seats in past.chronicle.members.items() for seat in seats}
    named = (team_of.get(each, TeamId(each.removeprefix("team:"))) for each in (*fact.by, *fact.touches))
    return frozenset(each for each in named if each in past.chronicle.members)


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
