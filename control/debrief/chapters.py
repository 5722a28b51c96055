"""Staged reveal: chapters for the wall, proposed by the console, ordered and chosen by the organizer. One press shows one chapter.

The suggested order is a title, the widest gap, the most dramatic moments, the lab's win probabilities, and the end. The moments
(`control.engine.highlights`) are in the order of the day with the strongest last. Only the ids are stored, so a chapter always
shows corrected data.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct, field

from control.day.people.view import all_players
from control.day.view import about_day
from control.debrief.access import DebriefPass
from control.debrief.knowledge import ToldJournal
from control.debrief.models import Debrief
from control.debrief.pictures import gallery
from control.debrief.pictures.day_records import day_source
from control.debrief.pictures.records import Picture
from control.debrief.time_machine import is_named, kind_words
from control.engine.belief_gaps import Gap, widest
from control.engine.chronicle import TRUTH, Eye, Fact
from control.engine.highlights import Highlight, NewsTold, highlights
from control.engine.ids import TeamId
from control.engine.language import listed, say
from control.engine.records import replace
from control.engine.reports import ReportKind
from control.lab.debriefing import day_with_chances, team_chance_of

MOST = 10  # proposed chapters besides the widest gap and the end
MANY = 3  # from this number on, teams are left out of a title
CROWD = 5  # largest group whose members are named
START = "start"
CHANCE = "chance"
END = "end"


class Chapter(Struct, frozen=True, kw_only=True):
    """One press on the wall: a moment, seen through `eye`, with its sentences. `beside`: the second eyes; None for a single
    picture.

    `place`: the place on the map, "" for none; for news, their subject, which may be a place. `came`: the moment when `eye` learned
    of it, 0 for never. The wall shows the second side as of that moment. `teams`: the teams that it is about.
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
    by: str = ""  # who did it, if the sentence names nobody
    picture: Picture | None = None  # shown instead of the moment
    out: bool = False  # left out by the organizer

    @property
    def fixed(self) -> bool:
        """Whether the chapter keeps its place and cannot be left out."""
        return self.id == START


class ChapterPlan(Struct, frozen=True, kw_only=True):
    """The organizer's arrangement. `order`: ids in order. `out`: ids left out. `shows`: the id on the wall, "" before the first
    press.
    """

    order: tuple[str, ...] = ()
    out: frozenset[str] = field(default_factory=frozenset)
    shows: str = ""


def stage_in(row: Debrief) -> ChapterPlan:
    """Stored arrangement. An empty one if the stored text cannot be read."""
    try:
        found: dict[str, Any] = json.loads(row.chapters or "{}")
        return ChapterPlan(order=tuple(map(str, found["order"])), out=frozenset(map(str, found["out"])), shows=str(found["shows"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        return ChapterPlan()


def encode_stage(stage: ChapterPlan) -> str:
    """Arrangement as JSON."""
    return json.dumps({"order": stage.order, "out": sorted(stage.out), "shows": stage.shows})


def chapters_of(door: DebriefPass, past: ToldJournal, stage: ChapterPlan) -> tuple[Chapter, ...]:
    """Proposed chapters in the organizer's order. A new chapter follows its predecessor in the proposed order."""
    proposed = {each.id: each for each in _proposed_chapters(door, past)}
    placed = [START, *dict.fromkeys(id for id in stage.order if id in proposed and id != START)]
    before = START
    for id in proposed:
        if id not in placed:
            placed.insert(placed.index(before) + 1, id)
        before = id
    return tuple(replace(proposed[id], out=id in stage.out and id != START) for id in placed)


def shown_chapter(chapters: Sequence[Chapter], stage: ChapterPlan) -> Chapter:
    """Chapter on the wall. Before the first press it is the title, so that no secret shows while people sit down."""
    return next((each for each in chapters if each.id == stage.shows), chapters[0])


def next_chapter(chapters: Sequence[Chapter], stage: ChapterPlan, by: int) -> str:
    """Id of the next chapter, or of the one before it if `by` is -1. At either end it stays.

    Chapters that are left out are skipped. If the shown chapter was left out meanwhile, the search starts at its place.
    """
    at = next((number for number, each in enumerate(chapters) if each.id == stage.shows), 0)
    ahead = chapters[at + 1 :] if by > 0 else tuple(reversed(chapters[:at]))
    return next((each.id for each in ahead if not each.out), stage.shows)


def _proposed_chapters(door: DebriefPass, past: ToldJournal) -> Iterator[Chapter]:
    """Title, widest gap, most dramatic moments (hidden or public), win probabilities, end."""
    yield Chapter(id=START, title=say("The title"), believed="", was="", seq=past.ends[-1], eye=TRUTH, beside=None)
    gap = widest(past.chronicle, seemed=True)
    if gap is not None:
        yield _gap_chapter(door, past, gap)
    yield from _as_story(list(_weighted_chapters(door, past, gap)))
    yield from _chance_chapters(door, past)
    yield Chapter(id=END, title=say("How it ended"), believed="", was="", seq=past.ends[-1], eye=TRUTH, beside=None)


def _as_story(found: Sequence[tuple[float, Chapter]]) -> Iterator[Chapter]:
    """Chapters in the order of the day, but the strongest last: the heaviest secret, else the heaviest of all."""
    secret = [each for each in found if each[1].beside is not None]
    last = max(secret or found, key=lambda each: each[0], default=None)
    for each in sorted(found, key=lambda each: each[1].seq):
        if each is not last:
            yield each[1]
    if last is not None:
        yield last[1]


def _weighted_chapters(door: DebriefPass, past: ToldJournal, gap: Gap | None) -> Iterator[tuple[float, Chapter]]:
    """Highlights of the day besides the widest gap, each with its weight."""
    news = [
        NewsTold(seq=each.seq, round=each.round, report=each.report)
        for each in past.reports
        if each.report.kind is ReportKind.NEWS and each.report.to == "all" and each.round
    ]
    for each in highlights(past.chronicle, news, past.settled, MOST, but=gap.hidden[:1] if gap is not None else ()):
        yield each.weight, _fact_chapter(door, past, each.fact) if each.fact is not None else _news_chapter(door, past, each)


def _chance_chapters(door: DebriefPass, past: ToldJournal) -> Iterator[Chapter]:
    """Win probability of each team through the day, and the winner's lowest. Nothing if the lab has no forecast for it."""
    foreseen = team_chance_of(door.event.stream.engine)
    told = day_with_chances(lambda: day_source(door), door.event)
    if foreseen is None or told is None:
        return
    words = told.said.get(foreseen.series, "")
    drawn = gallery.picture(told, foreseen.series) if words else None
    if drawn is not None:
        end = past.ends[-1]
        yield Chapter(id=CHANCE, title=drawn.title, believed="", was=words, seq=end, eye=TRUTH, beside=None, picture=drawn)


def _gap_chapter(door: DebriefPass, past: ToldJournal, gap: Gap) -> Chapter:
    """Weightiest fact that a team did not know: as the team saw it, beside the truth."""
    worst, eye = gap.hidden[0], Eye(team=gap.team)
    return Chapter(
        id=f"gap-{gap.team}-{gap.round}",
        title=_title(door, worst.round, worst.kind, _teams(door, past, worst)),
        believed=worst.seemed,
        was=worst.words,
        seq=past.settled(worst.seq),
        eye=eye,
        beside=TRUTH,
        came=_learned_at(past, worst, eye),
        place=worst.place,
        teams=teams_of(past, worst),
        by=_author_words(door, worst),
    )


def _fact_chapter(door: DebriefPass, past: ToldJournal, fact: Fact) -> Chapter:
    """A secret as the team it touched saw it, beside the truth. If it touched no team or did not look false, only the truth."""
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
        came=_learned_at(past, fact, eye),
        place=fact.place,
        teams=teams_of(past, fact),
        by=_author_words(door, fact),
    )


def _news_chapter(door: DebriefPass, past: ToldJournal, told: Highlight) -> Chapter:
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


def _learned_at(past: ToldJournal, fact: Fact, eye: Eye) -> int:
    """Moment when these eyes learned of the fact. 0 for never."""
    learned = None if eye.is_truth else past.chronicle.learned(fact, eye)
    return past.settled(learned) if learned is not None else 0


def _author_words(door: DebriefPass, fact: Fact) -> str:
    """Sentence that names the players who did it. "" if the fact names them already, or if they are more than `CROWD`."""
    short = {team.id: team.name for team in door.sight.public(about_day).teams}
    names = [
        f"{each.name} ({short[each.team]})"
        for each in door.sight.public(all_players)
        if f"seat:{each.seat}" in fact.by and each.name
    ]
    told = not names or len(names) > CROWD or all(each in fact.words for each in names)
    return "" if told else say("The work of {names}.", names=listed(names))


def teams_of(past: ToldJournal, fact: Fact) -> frozenset[TeamId]:
    """Teams that did it or that it touched."""
    team_of = {f"seat:{seat}": team for team, seats in past.chronicle.members.items() for seat in seats}
    named = (team_of.get(each, TeamId(each.removeprefix("team:"))) for each in (*fact.by, *fact.touches))
    return frozenset(each for each in named if each in past.chronicle.members)


def _title(door: DebriefPass, round: int, kind: str, teams: Sequence[str]) -> str:
    """Title of a chapter: round, kind, teams."""
    title = door.sight.frame.round_title(round)
    if not is_named(door.event.stream.engine, kind):
        return title
    named = {"round": title, "kind": kind_words(door.event.stream.engine, kind), "teams": listed(teams)}
    return say("{round}: {kind}, {teams}", **named) if teams else say("{round}: {kind}", **named)


def _teams(door: DebriefPass, past: ToldJournal, fact: Fact) -> tuple[str, ...]:
    """Names of the teams involved. If `MANY` or more teams did it, only those that it touched."""
    team_of = {f"seat:{seat}": team for team, seats in past.chronicle.members.items() for seat in seats}
    names = {team.id: team.name for team in door.sight.public(about_day).teams}

    def of(audiences: Sequence[str]) -> list[str]:
        ids = [team_of.get(each, TeamId(each.removeprefix("team:"))) for each in audiences]
        return list(dict.fromkeys(names[each] for each in ids if each in names))

    by, touched = of(fact.by), of(fact.touches)
    return tuple(dict.fromkeys((*(by if len(by) < MANY else ()), *touched)))
