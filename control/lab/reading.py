"""Reports of studies, read with the words of their scenario; kept per process until more games have been played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from control import registry
from control.engine.measures import Names
from control.journal.memory import Memory
from control.lab import versus as against
from control.lab.outcomes import Outcome
from control.lab.report import Report, report_of
from control.lab.sections import Section
from control.lab.shelf import Shelved, keeper
from control.lab.words import Words, words_of
from control.rulebooks.shelf import rulebook

MOST_REPORTS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """A game in a line."""

    seed: int
    names: Names
    lead_changes: int
    margin: int
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """The report on one side, and each of its games in a line."""

    report: Report
    games: dict[int, Brief]


_known: Memory[tuple[int, str], tuple[str, Read]] = Memory(MOST_REPORTS)

_held: Memory[int, tuple[str, against.Versus]] = Memory(MOST_REPORTS)


def forget() -> None:
    """Drop everything that is kept."""
    _held.clear()
    _known.clear()


def read(study: Shelved, side: str) -> Read:
    """The report on what has been played of a side."""
    key = (study.id, side)
    with _known.locked(key):
        as_of, known = keeper().as_of(study.id, side), _known.get(key)
        if known is None or known[0] != as_of:
            outcomes = list(keeper().outcomes(study.id, side))
            report = report_of(outcomes, words(study, side).expected)
            known = (as_of, Read(report=report, games={each.seed: _brief(each) for each in outcomes}))
            _known.put(key, known)
        return known[1]


def _brief(outcome: Outcome) -> Brief:
    names = {key: value for key, value in outcome.names.items() if "over-by" not in key}
    counts = outcome.counts
    return Brief(
        seed=outcome.seed,
        names=names,
        lead_changes=counts.get("lead-changes", 0),
        margin=counts.get("margin", 0),
        seconds=counts.get("seconds", 0),
    )


def versus(study: Shelved) -> tuple[Section, ...]:
    """Two sides held against each other, as a section of the report; none where there is one alone."""
    if len(study.sides) == 1:
        return ()
    told = words(study, study.sides[0])
    found = _both(study, told)
    return (against.section(found, told, *(study.titles[side] for side in study.sides)),) if found.pairs else ()


def _both(study: Shelved, told: Words) -> against.Versus:
    """What differs between the sides, kept like their reports."""
    with _held.locked(study.id):
        as_of = " ".join(keeper().as_of(study.id, side) for side in study.sides)
        known = _held.get(study.id)
        if known is None or known[0] != as_of:
            one, other = (keeper().outcomes(study.id, side) for side in study.sides)
            known = (as_of, against.versus(one, other, told))
            _held.put(study.id, known)
        return known[1]


def outcome(study: Shelved, side: str, seed: int) -> Outcome | None:
    """What one game came to; None where it has not been played."""
    return next((each for each in keeper().outcomes(study.id, side) if each.seed == seed), None)


def scenario_of(study: Shelved, side: str) -> Any:
    """The scenario of a side; None for a side table."""
    return registry.realm(study.realm).load(study.documents[side]) if study.realm else None


def words(study: Shelved, side: str) -> Words:
    """What the report on a side is read with, in the language of whoever asks."""
    if not study.realm:
        brought = registry.lab_of(study.kind).measured(study.kind.partition("/")[2]) if study.kind else ()
        return words_of(brought, None, title=study.titles[side], games=study.games, teams=(), rooms={}, steps={})
    return words_for(study.realm, scenario_of(study, side), study.titles[side], study.games)


def words_for(name: str, scenario: Any, title: str = "", games: str = "") -> Words:
    """What reports on the days of a scenario are read with."""
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
