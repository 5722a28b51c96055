"""Pages of a study's report: the report, the games behind a figure, one game, and the author's files with figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from msgspec import Struct

from control import registry
from control.bots.playout import Stuck
from control.debrief.access import Audience, admit_by_link, is_over
from control.engine.context import ORGANIZER
from control.engine.language import say
from control.engine.refusal import Refused
from control.journal.journal import readable_events
from control.lab import debriefing, games, rendering, reports, subjects
from control.lab.coverage import File, files_of, notes_on
from control.lab.rendering import text
from control.lab.report import GameFigure, StudyReport, rare_facts
from control.lab.reports import StoredStudy, keeper, shelved_or_404
from control.lab.sections import ReportCell, ReportRow, ReportSection, notable_lists, percent, questions_of, sections
from control.lab.summary import findings
from control.lab.words import ReportWords
from control.models import Event
from control.people.access import desks_of, events_of
from control.registry import Folders, Realm

LONG = 14  # most lines of a table that is open at first


class SectionView(Struct, frozen=True, kw_only=True):
    """A section with its drawings. `folded`: its table is closed at first."""

    section: ReportSection
    forests: tuple[rendering.Forest, ...]
    picture: Any
    folded: bool


class ReportFrame(Struct, frozen=True, kw_only=True):
    """Page frame of a report: study, side, words."""

    study: StoredStudy
    side: str
    words: ReportWords

    @property
    def two(self) -> bool:
        return len(self.study.sides) > 1


def _frame(request: HttpRequest, study_id: int) -> ReportFrame:
    study = shelved_or_404(request, study_id)
    asked = request.GET.get("side", study.sides[0])
    if asked not in study.sides:
        raise Http404("No such side.")
    return ReportFrame(study=study, side=asked, words=reports.words_of_side(study, asked))


def _draw(request: HttpRequest, frame: ReportFrame, template: str, context: Mapping[str, Any], status: int = 200) -> HttpResponse:
    return render(
        request,
        f"control/lab/{template}.html",
        {"frame": frame, "study": frame.study, "words": frame.words, "here": template, **context},
        status=status,
    )


def _further(frame: ReportFrame, beside: Event | None, report: StudyReport) -> tuple[ReportSection, ...]:
    """Optional sections of a report: comparison of two sides, comparison with a real day."""
    real_day = (_beside(beside, report, frame.words),) if beside is not None else ()
    return (*reports.comparison_sections(frame.study), *real_day)


def _beside(event: Event, report: StudyReport, words: ReportWords) -> ReportSection:
    """Facts of a real day that are rare in these games."""
    day = debriefing.outcome_of_event(event)
    rows = []
    for key, times in rare_facts(day, report):
        share = times / report.games if report.games else 0.0
        said = percent(share) if times else say("never")
        value = day.counts.get(key)
        cells = (
            ReportCell(words=words.key(key)),
            ReportCell(words=str(value) if value is not None else "–"),
            ReportCell(words=said, figure=key if times else ""),
        )
        rows.append(ReportRow(cells=cells, about=words.about(key)))
    return ReportSection(
        name="beside",
        title=say("{event}, beside these games", event=event.name),
        heads=(say("This happened"), say("How often"), say("In so many games")),
        rows=tuple(rows),
        words=say("What was so on this day and in fewer than half of the games, the rarest first."),
    )


def _events(request: HttpRequest, study: StoredStudy) -> tuple[Event, ...]:
    """Finished days for comparison. Before a debrief is open, only organizers of the event may choose it."""
    if not study.realm:
        return ()
    mine = [each.pk for each in events_of(request.user)]
    led = [each for each in mine if ORGANIZER in desks_of(request.user, each)]
    may = Q(pk__in=led) | Q(pk__in=mine, debrief__isnull=False) & ~Q(debrief__audience=Audience.SHUT)
    rows = Event.real.filter(may, stream__engine=study.realm).select_related("stream")
    return tuple(filter(is_over, readable_events(rows.defer("scenario", "stream__state"))))


@never_cache
@require_safe
def report(request: HttpRequest, study_id: int) -> HttpResponse:
    """Report of a study so far."""
    frame = _frame(request, study_id)
    far = keeper().progress(study_id)  # before its games: a study that ends meanwhile then loads this page again
    found = reports.side_report(frame.study, frame.side).report
    events = _events(request, frame.study)
    asked = request.GET.get("beside", "")
    beside = next((each for each in events if str(each.pk) == asked), None)
    if asked not in ("", "0") and beside is None:
        raise Http404("Not over, or not for you.")
    every = (*_further(frame, beside, found), *sections(found, frame.words))
    shown = tuple(
        SectionView(
            section=each,
            forests=rendering.forests(each, frame.words) if each.drawn == "shares" else (),
            picture=rendering.curves(found, frame.words) if each.drawn == rendering.CURVE else None,
            folded=len(each.rows) > LONG,
        )
        for each in every
    )
    context = {
        "report": found,
        "shown": shown,
        "short": findings(found, frame.words),
        "picks": tuple(notable_lists(found)),
        "events": events,
        "beside": beside,
        "far": far,
    }
    return _draw(request, frame, "report", context)


@never_cache
@require_safe
def as_text(request: HttpRequest, study_id: int) -> HttpResponse:
    """Report as plain text."""
    frame = _frame(request, study_id)
    found = reports.side_report(frame.study, frame.side).report
    return HttpResponse(text(found, frame.words, _further(frame, None, found)), content_type="text/plain; charset=utf-8")


class GameLine(Struct, frozen=True, kw_only=True):
    """One game in a list."""

    seed: int
    answers: tuple[str, ...]
    value: str


@never_cache
@require_safe
def behind(request: HttpRequest, study_id: int) -> HttpResponse:
    """Games behind a figure: those with this answer, or those with the highest values."""
    frame = _frame(request, study_id)
    read, key = reports.side_report(frame.study, frame.side), request.GET.get("figure", "")
    what, is_answer, value = key.partition("=")
    answer = read.report.answer(what, value) if is_answer else None
    figure: GameFigure | None = read.report.figures.get(key) if not is_answer else None
    if answer is None and figure is None:
        raise Http404("No such figure.")
    seeds = answer.seeds if answer is not None else figure.seeds if figure is not None else ()
    of = answer.games if answer is not None else figure.games if figure is not None else 0
    questions = tuple(each for each in questions_of(read.report, frame.words) if not each.key.endswith("/seat"))
    lines = tuple(
        GameLine(
            seed=seed,
            answers=tuple(each.names.get(game.names.get(each.key, ""), game.names.get(each.key, "–")) for each in questions),
            value="",
        )
        for seed in seeds
        if (game := read.games.get(seed)) is not None
    )
    context = {
        "title": frame.words.key(key),
        "about": frame.words.about(key),
        "lines": lines,
        "questions": questions,
        "games": of,
        "all": read.report.games,
        "share": percent(of / read.report.games) if read.report.games else "–",
    }
    return _draw(request, frame, "games", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def game(request: HttpRequest, study_id: int, seed: int) -> HttpResponse:
    """Page of one game: its rare facts and the link to its time machine. POST writes its day, once."""
    frame = _frame(request, study_id)
    read = reports.side_report(frame.study, frame.side)
    if seed not in read.games:
        raise Http404("This game has not been played.")
    said, status = "", 200
    if request.method == "POST":
        try:
            opened = games.debrief_of_game(frame.study, frame.side, seed, request.user.get_username())
        except Refused as no:
            said, status = no.sentence, 409
        except Stuck as stuck:
            said, status = str(stuck), 409
        else:
            to = HttpResponseRedirect(reverse("debrief:moments", args=[opened.event_id]))
            return admit_by_link(request, opened.event_id, opened.key, to)
    outcome = reports.outcome(frame.study, frame.side, seed)
    if outcome is None:
        raise Http404("This game has not been played.")
    named = tuple(
        (each.title, each.names.get(value, value), frame.words.about(f"{each.key}={value}"))
        for each in questions_of(read.report, frame.words)
        if (value := outcome.names.get(each.key)) is not None
    )
    rare = tuple(
        (ReportCell(words=f"{frame.words.key(key)} – {percent(times / read.report.games)}", figure=key), frame.words.about(key))
        for key, times in rare_facts(outcome, read.report)
    )
    context = {
        "seed": seed,
        "named": named,
        "rare": rare,
        "is_day": bool(frame.study.realm),
        "written": games.find_debrief(frame.study, frame.side, seed) is not None,
        "said": said,
    }
    return _draw(request, frame, "game", context, status=status)


@never_cache
@require_safe
def coverage(request: HttpRequest, study_id: int) -> HttpResponse:
    """Author's files with figures beside their lines."""
    frame = _frame(request, study_id)
    found = reports.side_report(frame.study, frame.side).report
    notes = tuple(notes_on(found, frame.words))
    return _draw(request, frame, "coverage", {"files": _files(frame, notes), "notes": notes, "report": found})


def _files(frame: ReportFrame, notes: Any) -> tuple[File, ...]:
    """Author's files as they were stored. Empty if they are unknown, as for an imported event."""
    realm = registry.realm(frame.study.realm) if frame.study.realm else None
    folders = realm.folders if realm is not None else None
    if realm is None or folders is None:
        return ()
    document = frame.study.documents[frame.side]
    texts = subjects.files_of_document(document) or _shipped(realm, folders, document)
    return files_of(texts, folders.places(texts), notes) if texts else ()


def _shipped(realm: Realm, folders: Folders, document: bytes) -> Mapping[str, str]:
    """Files of a scenario that comes with the game. Used for studies from before files were stored."""
    for folder in filter(None, (folders.demo, folders.small, *folders.demo_in.values())):
        if realm.store(folders.read(folder)) == document:
            return folders.texts(folder)
    return {}


def link_to(study_id: int, side: str, figure: str) -> str:
    """Address of the games behind a figure."""
    return f"{reverse('labreport:games', args=[study_id])}?{urlencode({'side': side, 'figure': figure})}"
