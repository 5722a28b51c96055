"""The report of a study as text: of the same outcomes the same bytes, whoever has played them and in which order."""

from __future__ import annotations

from control.lab import reading
from control.lab.keeping import shelved
from control.lab.shelf import Shelved
from control.lab.stored import Study
from control.lab.telling import text


def told(study: Study) -> str:
    """The report on each side, the two against each other before the first."""
    found = shelved(study)
    return "\n".join(_side(found, side) for side in found.sides)


def _side(study: Shelved, side: str) -> str:
    report, words = reading.read(study, side).report, reading.words(study, side)
    return text(report, words, reading.versus(study) if side == study.sides[0] else ())
