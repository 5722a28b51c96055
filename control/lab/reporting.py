"""The report of a study as text: of the same outcomes the same bytes, whoever has played them and in which order."""

from __future__ import annotations

from control.lab import reading, studies, versus
from control.lab.keeping import shelved
from control.lab.report import report_of
from control.lab.stored import Study
from control.lab.telling import text


def told(study: Study) -> str:
    """The report on each side, and before it, where there are two, how they differ."""
    of = shelved(study)
    words = {side: reading.words(of, side) for side in of.sides}
    further = []
    if study.two:
        one, other = (studies.outcomes_of(study, side) for side in of.sides)
        further.append(versus.section(versus.versus(one, other, words["a"]), words["a"], *of.titles.values()))
    told = []
    for side in of.sides:
        report = report_of(studies.outcomes_of(study, side), words[side].expected)
        told.append(text(report, words[side], further if side == "a" else ()))
    return "\n".join(told)
