"""Wall of the debrief: one chapter at a time, led by the organizer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from django import forms
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from msgspec import Struct

from control import registry
from control.debrief.access import Audience, DebriefPass, debrief_or_404, debrief_row, is_unopened_rehearsal, wall_pass, wall_token
from control.debrief.chapters import (
    END,
    START,
    Chapter,
    ChapterPlan,
    chapters_of,
    encode_stage,
    next_chapter,
    shown_chapter,
    stage_in,
    teams_of,
)
from control.debrief.frame import DebriefSection, draw, register
from control.debrief.front_page import stood
from control.debrief.knowledge import ToldJournal, known_facts, past_of
from control.debrief.models import Debrief
from control.debrief.pictures.records import Picture
from control.debrief.time_machine import (
    EyeChoice,
    FactShown,
    MomentPiece,
    choice_of,
    facts_shown,
    grounds_of,
    pieces_of,
    sight_at,
)
from control.engine.chronicle import TRUTH, Eye, Fact
from control.engine.language import later, say
from control.engine.modules import Invalidation
from control.engine.records import replace
from control.hall import screens
from control.hall.projector import allow_own_frames
from control.hall.screens import Showing
from control.live import broadcast
from control.models import Event
from control.phone.pages import page_of
from control.registry import EMPTY, PagePanel, hindsights_of

TOPIC = "debrief"

register(DebriefSection(name="stage", title=later("Present the day"), address="debrief:stage", order=80, to="organizer"))


class StageView(Struct, frozen=True, kw_only=True):
    """Chapters for the organizer: the one on the wall, and those that Back and Next would show."""

    chapters: tuple[Chapter, ...]
    shows: str
    now: Chapter
    before: Chapter | None  # None on the first
    after: Chapter | None  # None on the last
    number: int  # place of the shown chapter among those that are not left out; 0 for the title
    count: int
    wall: str  # address of the wall, for a screen that the console does not control


@allow_own_frames
@never_cache
@require_safe
def wall(request: HttpRequest, event_id: int, token: str) -> HttpResponse:
    """Wall page. It refreshes after each press of the organizer."""
    door, row = wall_pass(event_id, token)
    context: dict[str, Any] = {"wall": wall_view(door, row), "event_id": event_id, "address": request.path}
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "control/debrief/_wall.html", context)
    brought = hindsights_of(door.event.stream.engine)
    context |= {
        "page": page_of(door.event, door.sight, "hall"),
        "grounds": grounds_of(door, door.event.stream.head),
        "styles": tuple(dict.fromkeys(style for each in brought for style in each.styles)),
    }
    return render(request, "control/debrief/wall.html", context)


def debrief_showing(event: Event) -> Iterator[Showing]:
    """Offer the debrief to the event's screens once it is open."""
    row = debrief_row(event)
    if row is not None and row.audience != Audience.SHUT and not is_unopened_rehearsal(event, row):
        address = reverse("debrief:wall", args=[event.pk, wall_token(row)])
        yield Showing(id="debrief", name=say("Debrief"), address=address, alone=True)


screens.register(debrief_showing)


# --- the organizer's page -------------------------------------------------------------------------------------------------


class ChapterForm(forms.Form):
    """One press: an action and the id of a chapter. "next" and "back" have no id."""

    press = forms.RegexField(r"^(next|back|(show|up|down|out|in) \S{1,120})\Z")


def stage_view(door: DebriefPass, row: Debrief) -> StageView:
    stage = stage_in(row)
    chapters = chapters_of(door, past_of(door.event.stream), stage)
    now = shown_chapter(chapters, stage)
    told = [each.id for each in chapters if not each.out and not each.fixed]
    found = {each.id: each for each in chapters if each.id != now.id}
    here = replace(stage, shows=now.id)
    return StageView(
        chapters=chapters,
        shows=now.id,
        now=now,
        before=found.get(next_chapter(chapters, here, -1)),
        after=found.get(next_chapter(chapters, here, 1)),
        number=told.index(now.id) + 1 if now.id in told else 0,
        count=len(told),
        wall=reverse("debrief:wall", args=[door.event.pk, wall_token(row)]),
    )


@never_cache
@require_http_methods(["GET", "POST"])
def stage(request: HttpRequest, event_id: int) -> HttpResponse:
    """Organizer's page of the chapters."""
    door = debrief_or_404(request, event_id)
    if not door.organizer:
        raise Http404("Not yours to lead.")
    if request.method == "POST":
        form = ChapterForm(request.POST)
        if form.is_valid():
            act, _blank, chapter = form.cleaned_data["press"].partition(" ")
            _press(door, act, chapter)
        if "HX-Request" not in request.headers:
            return HttpResponseRedirect(reverse("debrief:stage", args=[event_id]))
    row = debrief_row(door.event)
    assert row is not None  # the access check needs this row
    context = {"stage": stage_view(door, row), "event_id": event_id}
    if "HX-Request" in request.headers:
        return render(request, "control/debrief/_stage.html", context)
    return draw(request, door, "stage", "control/debrief/stage.html", context)


def _press(door: DebriefPass, act: str, chapter: str) -> None:
    past = past_of(door.event.stream)
    with transaction.atomic():
        row = Debrief.objects.select_for_update().get(event=door.event)
        stage = stage_in(row)
        chapters = chapters_of(door, past, stage)
        row.chapters = encode_stage(stage_after_press(stage, chapters, act, chapter))
        row.save(update_fields=["chapters"])
    transaction.on_commit(lambda: broadcast.tell_outside_journal(door.event.pk, [Invalidation(topic=TOPIC, to="all")]), robust=True)


def stage_after_press(stage: ChapterPlan, chapters: tuple[Chapter, ...], act: str, chapter: str) -> ChapterPlan:
    """Arrangement after a press. A press with an unknown chapter changes nothing."""
    order, known = [each.id for each in chapters], {each.id for each in chapters}
    fixed, shows = {each.id for each in chapters if each.fixed}, shown_chapter(chapters, stage).id
    if act in ("next", "back"):
        return replace(
            stage, order=tuple(order), shows=next_chapter(chapters, replace(stage, shows=shows), 1 if act == "next" else -1)
        )
    if chapter not in known:
        return stage
    if act == "show":
        return replace(stage, order=tuple(order), shows=chapter, out=stage.out - {chapter})
    if chapter in fixed:
        return stage
    if act in ("out", "in"):
        return replace(stage, order=tuple(order), shows=shows, out=stage.out | {chapter} if act == "out" else stage.out - {chapter})
    at = order.index(chapter)
    to = max(at - 1, len(fixed)) if act == "up" else min(at + 1, len(order) - 1)
    order.insert(to, order.pop(at))
    return replace(stage, order=tuple(order), shows=shows)


FACTS = 3  # facts below a half
ALONE = 6  # facts below a single picture


class Half(Struct, frozen=True, kw_only=True):
    """One side of the wall: what these eyes knew, in a sentence, on the map and in facts. `came`: it shows a later moment."""

    eye: EyeChoice
    words: str
    pieces: tuple[MomentPiece, ...]
    facts: tuple[FactShown, ...]
    came: bool


class WallView(Struct, frozen=True, kw_only=True):
    """Contents of the wall. `ending`: the winner, on the title and the last chapter. `stood`: the final standing, on the last
    chapter.
    """

    chapter: Chapter
    halves: tuple[Half, ...]
    event_name: str  # on the title, "" on other chapters
    ending: PagePanel | None
    stood: tuple[MomentPiece, ...]
    picture: Picture | None
    event_id: int = 0  # 0: pictures on the wall do not link to the time machine


def wall_view(door: DebriefPass, row: Debrief) -> WallView:
    past, stage = past_of(door.event.stream), stage_in(row)
    chapter = shown_chapter(chapters_of(door, past, stage), stage)
    ending = _ending_panel(door, chapter) if chapter.id in (START, END) else None
    plain = chapter.id == START or chapter.picture is not None or ending is not None
    return WallView(
        chapter=chapter,
        halves=() if plain else tuple(halves_of(door, past, chapter)),
        event_name=door.event.name if chapter.id == START else "",
        ending=ending,
        stood=tuple(stood(door, chapter.seq)) if ending is not None and chapter.id == END else (),
        picture=chapter.picture,
    )


def _ending_panel(door: DebriefPass, chapter: Chapter) -> PagePanel | None:
    ending = registry.realm(door.event.stream.engine).hall.ending
    found = ending.of(door.event.pk, sight_at(door.event.stream, chapter.seq)) if ending is not None else EMPTY
    return found if found is not EMPTY else None


def halves_of(door: DebriefPass, past: ToldJournal, chapter: Chapter) -> Iterator[Half]:
    """Belief and truth side by side, or a single side. The maps are shown only if the chapter has a place and they differ: a whole
    hall would search two equal maps for a difference.
    """
    if chapter.beside is None:
        yield _half(door, past, chapter, chapter.eye, chapter.seq, "")
        return
    came = max(chapter.came, chapter.seq)
    seen = _half(door, past, chapter, chapter.eye, chapter.seq, chapter.believed)
    was = _half(door, past, chapter, chapter.beside, came, chapter.was, came=came > chapter.seq)
    if not chapter.place or [each.panel.panel for each in seen.pieces] == [each.panel.panel for each in was.pieces]:
        seen, was = replace(seen, pieces=()), replace(was, pieces=())
    yield seen
    yield replace(was, facts=tuple(each for each in was.facts if each not in seen.facts))


def _half(door: DebriefPass, past: ToldJournal, chapter: Chapter, eye: Eye, seq: int, words: str, *, came: bool = False) -> Half:
    told = islice(_related_facts(past, chapter, eye, seq), FACTS if chapter.beside is not None else ALONE)
    return Half(
        eye=choice_of(door.sight, eye),
        words=words,
        pieces=tuple(each for each in pieces_of(door, seq, eye) if each.wide),
        facts=tuple(facts_shown(door, told, eye, seq)),
        came=came,
    )


def _related_facts(past: ToldJournal, chapter: Chapter, eye: Eye, seq: int) -> Iterator[Fact]:
    """Facts that belong to a chapter.

    With two sides: other facts of its round between the same teams. With the truth only: facts that ended with this moment,
    weightiest first.
    """
    if chapter.beside is not None:
        number = max((each.number for each in past.chronicle.rounds if each.first <= chapter.seq), default=0)
        for fact in known_facts(past, eye, seq):
            if fact.round == number and len(chapter.teams & teams_of(past, fact)) > 1 and fact.words != chapter.was:
                yield fact
    elif eye == TRUTH:
        ended = [each for each in past.chronicle.facts if each.over and past.settled(each.over) == seq and each.seemed]
        yield from sorted(ended, key=lambda each: (-each.weight, each.seq))
