"""Comparison of the two sides of a study, pair by pair of games with the same seed: which differences are significant. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from control.engine.language import say, say_count
from control.lab.outcomes import STUCK, GameOutcome
from control.lab.sections import ReportCell, ReportRow, ReportSection, number, percent
from control.lab.statistics import ALPHA, SignTest, difference, mean, sign_test
from control.lab.words import ReportWords

# === comparison =========================================================================================================


NUMBERS: Final = (
    "seconds",
    "months-over",
    "lead-changes",
    "decided/power",
    "decided/throne",
    "comeback",
    "margin",
    "throne/changes",
)


class Contrast(msgspec.Struct, frozen=True, kw_only=True):
    """One figure of both sides, with the bounds of the difference.

    `found`: number of pairs after which it was significant, 0 for not yet. `chance`: p-value, valid at any time.
    """

    key: str
    first: float
    second: float
    low: float
    high: float
    chance: float
    found: int
    pairs: int
    is_share: bool


class Versus(msgspec.Struct, frozen=True, kw_only=True):
    """All compared figures of two sides."""

    pairs: int
    contrasts: tuple[Contrast, ...] = ()

    @property
    def found(self) -> int:
        """Number of pairs after which the first difference was significant. 0 for not yet."""
        return min((each.found for each in self.contrasts if each.found), default=0)


def pairs_of(first: Iterable[GameOutcome], second: Iterable[GameOutcome]) -> tuple[tuple[GameOutcome, GameOutcome], ...]:
    """Games of the same seed on both sides, in seed order. Stuck games are left out."""
    known = {each.seed: each for each in second if STUCK not in each.names}
    own = sorted((each for each in first if STUCK not in each.names), key=lambda each: each.seed)
    return tuple((each, known[each.seed]) for each in own if each.seed in known)


def versus(first: Iterable[GameOutcome], second: Iterable[GameOutcome], words: ReportWords) -> Versus:
    """Compare two sides. All answers to one question share one correction for multiple tests, and so do all numbers."""
    pairs = pairs_of(first, second)
    return Versus(pairs=len(pairs), contrasts=(*_answers(pairs, words), *_numbers(pairs)))


def _answers(pairs: Sequence[tuple[GameOutcome, GameOutcome]], words: ReportWords) -> Iterator[Contrast]:
    for question in words.questions:
        key = question.key
        if key.endswith("/seat"):
            continue  # too many answers for a significant difference
        values = sorted({side.names[key] for pair in pairs for side in pair if key in side.names})
        order = {value: at for at, value in enumerate(question.names)}
        for value in sorted(values, key=lambda each: (order.get(each, len(order)), each)):
            have = [(int(one.names.get(key) == value), int(other.names.get(key) == value)) for one, other in pairs]
            mine, yours = sum(one for one, _other in have), sum(other for _one, other in have)
            bounds = difference(mine, len(have), yours, len(have))
            test = sign_test(have, alike=len(values))
            yield _contrast(f"{key}={value}", mine / len(have), yours / len(have), bounds.low, bounds.high, test, is_share=True)


def _numbers(pairs: Sequence[tuple[GameOutcome, GameOutcome]]) -> Iterator[Contrast]:
    for key in NUMBERS:
        have = [(one.counts.get(key, 0), other.counts.get(key, 0)) for one, other in pairs]
        if not any(one or other for one, other in have):
            continue
        mine, yours = mean([one for one, _other in have]), mean([other for _one, other in have])
        apart = mean([other - one for one, other in have])
        test = sign_test(have, alike=len(NUMBERS))
        yield _contrast(key, mine.value, yours.value, apart.low, apart.high, test, is_share=False)


def _contrast(key: str, first: float, second: float, low: float, high: float, test: SignTest, *, is_share: bool) -> Contrast:
    return Contrast(
        key=key,
        first=first,
        second=second,
        low=low,
        high=high,
        chance=test.chance,
        found=test.found,
        pairs=test.pairs,
        is_share=is_share,
    )


def section(found: Versus, words: ReportWords, first: str, second: str) -> ReportSection:
    """Table of both sides, significant differences first."""
    order = sorted(found.contrasts, key=lambda each: (not each.found, each.found))
    real = sum(bool(each.found) for each in found.contrasts)
    said = (
        say_count(
            "After {pairs} pairs {count} figure differs by more than chance.",
            "After {pairs} pairs {count} figures differ by more than chance.",
            real,
            pairs=found.pairs,
        )
        if real
        else say("After {pairs} pairs nothing differs by more than chance.", pairs=found.pairs)
    )
    heads = ("", first, second, say("Difference, 95 %"), say("By chance at most"), say("Significant after"))
    return ReportSection(
        name="versus", title=say("Against each other"), heads=heads, rows=tuple(_row(each, words) for each in order), words=said
    )


def _row(each: Contrast, words: ReportWords) -> ReportRow:
    value = percent if each.is_share else number
    bounds = f"{100 * each.low:+.0f} – {100 * each.high:+.0f} %" if each.is_share else f"{each.low:+.1f} – {each.high:+.1f}"
    return ReportRow(
        cells=(
            ReportCell(words=words.key(each.key)),
            ReportCell(words=value(each.first), figure=each.key),
            ReportCell(words=value(each.second)),
            ReportCell(words=bounds),
            ReportCell(words=percent(each.chance) if each.chance >= ALPHA / 100 else "< 0.05 %"),
            ReportCell(words=say("{pairs} pairs", pairs=each.found) if each.found else say("not yet")),
        ),
        told=say("differs") if each.found else "",
        about=words.about(each.key),
    )
