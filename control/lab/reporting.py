"""The report of a study as text: of the same outcomes the same bytes, whoever has played them and in which order."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from control.lab import studies, sums
from control.lab.stored import Study


def told(study: Study) -> str:
    """The report where there is one, else the plain sums of each side."""
    if find_spec("control.lab.report"):
        text: str = import_module("control.lab.report").text(study)
        return text
    return "\n".join(_lines(study))


def _lines(study: Study) -> Iterator[str]:
    for side, title in zip(study.sides, (study.title_a, study.title_b), strict=False):
        yield f"\n{title}"
        yield from sums.told(sums.summed(studies.outcomes_of(study, side)))
