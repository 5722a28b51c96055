"""Reports of stored studies with the words of their scenario, cached in each process until more games are played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Protocol

from django.db.models import Max, Sum
from django.http import Http404, HttpRequest
from msgspec import Struct, field

from control import registry
from control.engine.measures import Names
from control.journal.memory import Memory
from control.lab import comparison as against
from control.lab import studies, workers
from control.lab.access import study_or_404
from control.lab.models import Study, StudyTask
from control.lab.outcomes import GameOutcome
from control.lab.rendering import text
from control.lab.report import StudyReport, report_of
from control.lab.sections import ReportSection
from control.lab.studies import StudyView, study_view
from control.lab.subjects import WORD
from control.lab.words import ReportWords, words_of
from control.rulebooks.shelf import rulebook

SIDES = ("a", "b")


class StoredStudy(Struct, frozen=True, kw_only=True):
    """A study for its report. `titles`: of its sides. `realm`: the game of its days, "" for a side table. `documents`: stored
    scenarios.
    """

    id: int
    titles: Mapping[str, str]
    realm: str = ""
    documents: Mapping[str, bytes] = field(default_factory=dict)
    games: str = ""  # word for its games: "days"
    kind: str = ""  # kind of game: control.registry.labs

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(each for each in SIDES if each in self.titles)

    @property
    def title(self) -> str:
        return " – ".join(self.titles[side] for side in self.sides)


class StudyStore(Protocol):
    """Store of studies."""

    def find(self, request: HttpRequest, study_id: int) -> StoredStudy | None:
        """Study with this id, if the visitor may see it."""
        ...

    def outcomes(self, study_id: int, side: str) -> Iterator[GameOutcome]: ...

    def as_of(self, study_id: int, side: str) -> str:
        """Version of a side's results. A report is made anew when it changes."""
        ...

    def progress(self, study_id: int) -> StudyView | None:
        """Progress of a study. None if there is nothing to say."""
        ...


_keeper: StudyStore | None = None


def set_keeper(keeper: StudyStore | None) -> None:
    """Set the store of studies."""
    global _keeper
    _keeper = keeper


def keeper() -> StudyStore:
    """Return the store of studies.

    Raises:
        Http404: there is none.
    """
    if _keeper is None:
        raise Http404("No studies are kept here.")
    return _keeper


def shelved_or_404(request: HttpRequest, study_id: int) -> StoredStudy:
    """Return the study of this request.

    Raises:
        Http404: the study does not exist, or the visitor may not see it.
    """
    found = keeper().find(request, study_id)
    if found is None:
        raise Http404("No such study, or not for you.")
    return found


MOST_REPORTS = 6


class Brief(Struct, frozen=True, kw_only=True):
    """Short record of one game."""

    seed: int
    names: Names
    lead_changes: int
    margin: int
    seconds: int


class SideReport(Struct, frozen=True, kw_only=True):
    """Report of one side, with a short record of each game."""

    report: StudyReport
    games: dict[int, Brief]


_known: Memory[tuple[int, str], tuple[str, SideReport]] = Memory(MOST_REPORTS)

_held: Memory[int, tuple[str, against.Versus]] = Memory(MOST_REPORTS)


def forget() -> None:
    """Clear the caches."""
    _held.clear()
    _known.clear()


def side_report(study: StoredStudy, side: str) -> SideReport:
    """Report of the played games of a side. Cached."""
    key = (study.id, side)
    with _known.locked(key):
        as_of, known = keeper().as_of(study.id, side), _known.get(key)
        if known is None or known[0] != as_of:
            outcomes = list(keeper().outcomes(study.id, side))
            report = report_of(outcomes, words_of_side(study, side).expected)
            known = (as_of, SideReport(report=report, games={each.seed: _brief_of(each) for each in outcomes}))
            _known.put(key, known)
        return known[1]


def _brief_of(outcome: GameOutcome) -> Brief:
    names = {key: value for key, value in outcome.names.items() if "over-by" not in key}
    counts = outcome.counts
    return Brief(
        seed=outcome.seed,
        names=names,
        lead_changes=counts.get("lead-changes", 0),
        margin=counts.get("margin", 0),
        seconds=counts.get("seconds", 0),
    )


def comparison_sections(study: StoredStudy) -> tuple[ReportSection, ...]:
    """Comparison of the two sides as a section of the report. Empty for a study with one side."""
    if len(study.sides) == 1:
        return ()
    told = words_of_side(study, study.sides[0])
    found = _comparison(study, told)
    return (against.section(found, told, *(study.titles[side] for side in study.sides)),) if found.pairs else ()


def _comparison(study: StoredStudy, told: ReportWords) -> against.Versus:
    """Comparison of the two sides. Cached like their reports."""
    with _held.locked(study.id):
        as_of = " ".join(keeper().as_of(study.id, side) for side in study.sides)
        known = _held.get(study.id)
        if known is None or known[0] != as_of:
            one, other = (keeper().outcomes(study.id, side) for side in study.sides)
            known = (as_of, against.versus(one, other, told))
            _held.put(study.id, known)
        return known[1]


def outcome(study: StoredStudy, side: str, seed: int) -> GameOutcome | None:
    """Outcome of one game. None if it was not played."""
    return next((each for each in keeper().outcomes(study.id, side) if each.seed == seed), None)


def scenario_of(study: StoredStudy, side: str) -> Any:
    """The scenario of a side; None for a side table."""
    return registry.realm(study.realm).rules.load(study.documents[side]) if study.realm else None


def words_of_side(study: StoredStudy, side: str) -> ReportWords:
    """Words for the report of a side, in the current language."""
    if not study.realm:
        brought = registry.lab_of(study.kind).measured(study.kind.partition("/")[2]) if study.kind else ()
        return words_of(brought, None, title=study.titles[side], games=study.games, teams=(), rooms={}, steps={})
    return words_for(study.realm, scenario_of(study, side), study.titles[side], study.games)


def words_for(name: str, scenario: Any, title: str = "", games: str = "") -> ReportWords:
    """Words for reports on the days of a scenario."""
    realm = registry.realm(name)
    blank, frame = realm.blank(scenario), realm.frame
    return words_of(
        registry.measured(name).values(),
        scenario,
        title=title,
        games=games,
        teams=blank.teams,
        rooms={
            **{room: frame.room_name(room) for room in frame.room_ids},
            **{phase: frame.phase_name(phase) for phase in frame.phase_ids},
        },
        steps={room: {str(step.id): step.name for step in steps} for room, steps in blank.timetable.steps.items()},
        rules=_rules(name),
    )


def _rules(realm: str) -> Names:
    shelved = rulebook(realm, staff=True)
    return {id_: rule.about for id_, rule in shelved.book.by_id.items()} if shelved is not None else {}


def told(study: Study) -> str:
    """Reports of all sides as text. The first begins with the comparison."""
    found = stored_study(study)
    return "\n".join(_side(found, side) for side in found.sides)


def _side(study: StoredStudy, side: str) -> str:
    report, words = side_report(study, side).report, words_of_side(study, side)
    return text(report, words, comparison_sections(study) if side == study.sides[0] else ())


class StudyRows:
    """Store of studies in the database."""

    def find(self, request: HttpRequest, study_id: int) -> StoredStudy | None:
        """Study with this id, if the visitor may see it."""
        try:
            _door, study = study_or_404(request, study_id)
        except Http404:
            return None
        return stored_study(study)

    def outcomes(self, study_id: int, side: str) -> Iterator[GameOutcome]:
        """Outcomes of the games played so far."""
        return studies.outcomes_of(Study(pk=study_id), side)

    def as_of(self, study_id: int, side: str) -> str:
        """Number of played games and time of the newest, as a version."""
        done = StudyTask.objects.filter(study=study_id, side=side, again=False, done_at__isnull=False)
        sums = done.aggregate(games=Sum("count", default=0), newest=Max("done_at"))
        return f"{sums['games']} {sums['newest']}"

    def progress(self, study_id: int) -> StudyView:
        return study_view(studies.studies_without_documents().get(pk=study_id), workers.event_in_play())


def stored_study(study: Study) -> StoredStudy:
    """Study in the form that its report needs."""
    word, _slash, realm = study.kind.partition("/")
    documents = (study.document_a, study.document_b) if word == WORD else ()
    return StoredStudy(
        id=study.pk,
        titles=dict(zip(study.sides, (study.title_a, study.title_b), strict=False)),
        realm=realm if word == WORD else "",
        documents={side: bytes(each) for side, each in zip(study.sides, documents, strict=False) if each is not None},
        games=studies.games_name(study),
        kind=study.kind,
    )


KEEPER: Final = StudyRows()


def register_study_store() -> None:
    """Register the database as the store of studies."""
    set_keeper(KEEPER)
