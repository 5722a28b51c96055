"""Delays: planned and actual length of each phase, with the causes of the difference. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Final

from msgspec import Struct

from control.day.phase_lengths import NOTHING, Cause, DelayCause, PhaseRun
from control.debrief.pictures.records import DaySource, Picture, PictureCell, PictureTable
from control.debrief.pictures.scale import svg_number
from control.engine.language import say, say_count

TOLD_FROM: Final = timedelta(seconds=30)  # smaller differences are not shown beside a bar
LETTERS: Final[dict[Cause, str]] = {
    "paused": "P",
    "added": "+",
    "given-back": "G",
    "moved": "J",
    "away": "A",
    "waited": "W",
    "early": "−",
    "again": "R",
}


class DelayPart(Struct, frozen=True, kw_only=True):
    """A piece of a phase's bar, in hundredths of the picture's width: time played as planned, or extra time with its cause."""

    cause: str  # "" for planned time
    letter: str  # "" if there is no room
    x: str
    width: str
    middle: str
    title: str


class DelayReason(Struct, frozen=True, kw_only=True):
    """Why a phase was longer or shorter, in words."""

    letter: str
    cause: str
    words: str
    seq: int


class DelayBar(Struct, frozen=True, kw_only=True):
    """A phase: planned and actual."""

    name: str
    planned: str
    lasted: str
    late: str  # "" if it ran as planned
    mark: str  # x of the planned end
    parts: tuple[DelayPart, ...]
    reasons: tuple[DelayReason, ...]
    seq: int


class DelayRound(Struct, frozen=True, kw_only=True):
    """Phases of a round, and the delay of the day at its end."""

    title: str
    late: str
    bars: tuple[DelayBar, ...]
    differs: bool  # a phase differs from the plan


class Delays(Struct, frozen=True, kw_only=True):
    """The whole day."""

    groups: tuple[DelayRound, ...]
    signs: tuple[DelayReason, ...]  # legend of the letters

    @property
    def differs(self) -> bool:
        """Whether any phase differs from the plan."""
        return any(each.differs for each in self.groups)


def delays(told: DaySource) -> Picture | None:
    """Picture of planned and actual phases. None if no phase has ended."""
    run = told.run
    if not run.runs:
        return None
    longest = max((max(each.lasted, each.planned) for each in run.runs), default=NOTHING) or timedelta(seconds=1)
    groups: list[DelayRound] = []
    late = run.late_start
    for number in dict.fromkeys(each.month for each in run.runs):
        own = [each for each in run.runs if each.month == number]
        late += sum((each.late for each in own), NOTHING)
        bars = tuple(_bar(told, each, longest) for each in own)
        groups.append(
            DelayRound(title=told.round_title(number), late=late_words(late), bars=bars, differs=any(each.late for each in bars))
        )
    causes = dict.fromkeys(why.cause for each in run.runs for why in each.whys)
    return Picture(
        name="delays",
        kind="delays",
        title=say("How late the day ran, and why"),
        words=say("At its end the day was {late}.", late=late_words(run.late)),
        shape=Delays(
            groups=tuple(groups),
            signs=tuple(DelayReason(letter=LETTERS[cause], cause=cause, words=cause_words(cause), seq=0) for cause in causes),
        ),
        table=_table(told),
    )


def cause_words(cause: Cause) -> str:
    """Words for a cause of delay."""
    return {
        "paused": say("Clock stopped"),
        "added": say("Time given or taken"),
        "given-back": say("Given back after the console was away"),
        "moved": say("The machine’s clock jumped"),
        "away": say("Nobody could play"),
        "waited": say("Waited for somebody to take over"),
        "early": say("Ended before its time"),
        "again": say("Ran once more"),
    }[cause]


def length_words(length: timedelta) -> str:
    """A length of time: "12 min", "1:30 min", "1 h 5 min"."""
    seconds = round(abs(length).total_seconds())
    minutes, rest = divmod(seconds, 60)
    if minutes >= 60:
        return say("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
    return f"{minutes}:{rest:02d} min" if rest else f"{minutes} min"


def late_words(late: timedelta) -> str:
    """Delay in words: "12 minutes late", "on time", "3 minutes early"."""
    minutes = round(late.total_seconds() / 60)
    if not minutes:
        return say("on time")
    if minutes > 0:
        return say_count("{count} minute late", "{count} minutes late", minutes)
    return say_count("{count} minute early", "{count} minutes early", -minutes)


def _reason(why: DelayCause) -> str:
    length = f"{'−' if why.length < NOTHING else '+'}{length_words(why.length)}"
    return f"{length} · {cause_words(why.cause)}{f': {why.words}' if why.words else ''}"


def _bar(told: DaySource, run: PhaseRun, longest: timedelta) -> DelayBar:
    late = run.late
    return DelayBar(
        name=told.phases.get(run.phase, run.phase),
        planned=length_words(run.planned),
        lasted=length_words(run.lasted),
        late=f"{'+' if late > NOTHING else '−'}{length_words(late)}" if abs(late) >= TOLD_FROM else "",
        mark=svg_number(100 * (run.planned / longest)),
        parts=tuple(_bar_parts(run, longest)),
        reasons=tuple(
            DelayReason(letter=LETTERS[why.cause], cause=why.cause, words=_reason(why), seq=why.seq)
            for why in run.whys
            if abs(why.length) >= TOLD_FROM
        ),
        seq=run.seq,
    )


def _bar_parts(run: PhaseRun, longest: timedelta) -> Iterator[DelayPart]:
    """Planned time, then extra time by cause. Together they are as long as the phase."""
    longer = [each for each in run.whys if each.length > NOTHING]
    played = max(run.lasted - sum((each.length for each in longer), NOTHING), NOTHING)
    at = 0.0
    for why in (None, *longer):
        length = played if why is None else min(why.length, run.lasted)
        width = min(100 * (length / longest), 100 - at)
        if width <= 0:
            continue
        yield DelayPart(
            cause=why.cause if why else "",
            letter=LETTERS[why.cause] if why and width >= 6 else "",
            x=svg_number(at),
            width=svg_number(width),
            middle=svg_number(at + width / 2),
            title=_reason(why) if why else say("{length} played", length=length_words(length)),
        )
        at += width


def _table(told: DaySource) -> PictureTable:
    heads = tuple(PictureCell(words=each) for each in (say("Phase"), say("Planned"), say("Lasted"), say("Difference"), say("Why")))
    return PictureTable(heads=heads, rows=tuple(_rows(told, told.run.runs)))


def _rows(told: DaySource, runs: Sequence[PhaseRun]) -> Iterator[tuple[PictureCell, ...]]:
    for run in runs:
        difference = f"{'+' if run.late > NOTHING else '−'}{length_words(run.late)}" if run.late else "0"
        yield (
            PictureCell(words=f"{told.round_title(run.month)} · {told.phases.get(run.phase, run.phase)}", seq=run.seq),
            PictureCell(words=length_words(run.planned)),
            PictureCell(words=length_words(run.lasted)),
            PictureCell(words=difference),
            PictureCell(words="; ".join(_reason(each) for each in run.whys) or "–"),
        )
