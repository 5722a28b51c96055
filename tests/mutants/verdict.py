"""Results of the mutants: which test noticed, whether it named the fault, and figures by area."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct

from tests.mutants.order import is_late

# "- `AddNot:3` in `the line`, control/day/clock.py: why nobody can tell." in docs/mutants.md
EQUAL: Final = re.compile(r"^- `(?P<mistake>\w+:\d+)` in `(?P<text>.+?)`,\s", re.MULTILINE)
FAILED: Final = re.compile(r"^(?P<how>FAILED|ERROR) (?P<test>[^\s\[]+(?:\[.*?\](?= - |$))?)(?: - (?P<why>.*))?$", re.MULTILINE)
NAMED: Final = ("assert", "AssertionError", "Failed: DID NOT RAISE", "Failed: DID NOT WARN", "Failed: Regex pattern")


class Result(Protocol):
    """Cosmic-ray's result of one mutant."""

    @property
    def output(self) -> str | None: ...
    @property
    def is_killed(self) -> bool: ...


class Mutant(Protocol):
    """A mutant of the sample."""

    @property
    def id(self) -> str: ...
    @property
    def area(self) -> str: ...
    @property
    def mistake(self) -> str: ...
    @property
    def text(self) -> str: ...


class Kill(Struct, frozen=True):
    """The test that noticed a mutant, its last word, and whether that is an assertion of a test that names what it proves."""

    test: str
    why: str
    named: bool

    def __str__(self) -> str:
        return f"{'killed' if self.named else 'killed by luck'} by {self.test}: {self.why}"


def killed_by(result: Result) -> Kill | None:
    """Return what killed this mutant; None if it survived. A kill by a transcript, or by an error outside assertions, is luck."""
    if not result.is_killed:
        return None
    output = result.output or ""
    found = FAILED.search(output)
    if found is None:
        return Kill(test="", why=output.strip().rsplit("\n", 1)[-1][:100], named=False)
    test, why = found["test"], found["why"] or ""
    named = found["how"] == "FAILED" and why.startswith(NAMED) and not is_late(test)
    return Kill(test=test, why=why[:100], named=named)


def equal(docs: str) -> frozenset[tuple[str, str]]:
    """Mutants that docs/mutants.md explains as equivalent, by mutation and text of the line, which survive a moved file."""
    return frozenset((found["mistake"], found["text"]) for found in EQUAL.finditer(docs))


def table(sample: Sequence[Mutant], results: Mapping[str, Result], docs: Path) -> str:
    """Return the figures by area, and each survivor without an explanation."""
    same = equal(docs.read_text(encoding="utf-8"))
    run = [mutant for mutant in sample if mutant.id in results]
    heads = ("area", "run", "equal", "killed", "of these by name", "survived", "killed of those not equal")
    rows = [f"| {' | '.join(heads)} |", f"|---|{'--:|' * (len(heads) - 1)}"]
    for area in sorted({mutant.area for mutant in run}):
        rows.append(_row(area, [mutant for mutant in run if mutant.area == area], results, same))
    rows.append(_row("all", run, results, same))
    left = [mutant.id for mutant in run if not results[mutant.id].is_killed and (mutant.mistake, mutant.text) not in same]
    return "\n".join((*rows, "", f"{len(run)} of {len(sample)} lines run. Survivors: {', '.join(left) or 'none'}"))


def _row(area: str, mutants: Sequence[Mutant], results: Mapping[str, Result], same: Collection[tuple[str, str]]) -> str:
    kills = [kill for mutant in mutants if (kill := killed_by(results[mutant.id]))]
    alive = [mutant for mutant in mutants if not results[mutant.id].is_killed]
    equals = sum((mutant.mistake, mutant.text) in same for mutant in alive)
    share = f"{100 * len(kills) / (len(mutants) - equals):.1f} %" if len(mutants) > equals else "–"
    named = sum(kill.named for kill in kills)
    return f"| {area} | {len(mutants)} | {equals} | {len(kills)} | {named} | {len(alive) - equals} | {share} |"
