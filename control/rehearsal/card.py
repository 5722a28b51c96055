"""The report card: what a rehearsal came to, line by line, each with a mark and the moment it leads to; and beside the last one.

What waited for whom is what *For Control* of the debrief tells (`control.debrief.team_told`); here it is graded. A card holds
no player's name, and is kept when its copy is thrown away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

import msgspec

from control.day.clock.steps import StepEnded, ends_by_itself
from control.day.state import DayState, Stage
from control.day.teamwork import Teamwork, Wait, by_desk, reaction
from control.day.timetable import phase_length
from control.debrief.team_told import ran, value_words, worked
from control.debrief.walk import told_by
from control.engine.context import THE_CLOCK
from control.engine.frame import Frame
from control.engine.ids import DeskId
from control.engine.language import later, say
from control.engine.viewer import HALL
from control.engine.words import Spoken
from control.journal import journal
from control.journal.desk import actor_key
from control.models import Event, Stream
from control.regions.sight import Sight
from control.rehearsal.crew import called, name_of
from control.rehearsal.stored import RehearsalCard
from control.rehearsal.troubles import KIND_WORDS, Trouble, plan_of


class Mark(StrEnum):
    """How good a line is; `NONE` where there is nothing to grade."""

    GOOD = "good"
    FAIR = "fair"
    POOR = "poor"
    NONE = "none"


MARK_WORDS: Final = Spoken(
    {
        Mark.GOOD: later("good"),
        Mark.FAIR: later("could be better"),
        Mark.POOR: later("needs work"),
        Mark.NONE: later("for the record"),
    }
)
PARTS: Final = Spoken(
    {
        "desks": later("What each desk did"),
        "waits": later("How long things waited"),
        "forgotten": later("What was forgotten"),
        "trouble": later("Trouble"),
        "clock": later("The clock"),
    }
)
GOOD_SHARE, FAIR_SHARE = 0.1, 0.25  # of a usual phase, within which something that waits is answered well, or well enough


class Line(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True):
    """A line of a card. `key` finds the same line on another card, `value` is what is compared: seconds, or a number."""

    part: str
    key: str
    words: str
    value: float | None = None
    seconds: bool = False
    mark: Mark = Mark.NONE
    seq: int = 0
    more: str = ""

    @property
    def told(self) -> str:
        """The value in words."""
        return value_words(length_of(self))


def length_of(line: Line) -> int | timedelta | None:
    """The value of a line, as it is compared."""
    if line.value is None:
        return None
    return timedelta(seconds=line.value) if line.seconds else int(line.value)


class Card(msgspec.Struct, kw_only=True, frozen=True):
    """A whole card; `rounds` and `entries` say how much of a day it grades."""

    rounds: int
    entries: int
    mark: Mark
    lines: tuple[Line, ...]


_reader = msgspec.json.Decoder(Card)


def card_in(row: RehearsalCard) -> Card:
    """A card as it was kept."""
    return _reader.decode(row.body)


def keep_card(copy: Event) -> RehearsalCard:
    """Grade a copy, and keep the card with the event that it rehearses."""
    body = msgspec.json.encode(card_of(copy)).decode()
    told = copy.rehearsal
    assert copy.rehearses_id is not None
    row, _made = RehearsalCard.objects.update_or_create(
        event_id=copy.rehearses_id,
        copy=copy.pk,
        defaults={"made_at": told.ended_at or told.made_at, "by": told.by, "seed": told.seed, "speed": told.speed, "body": body},
    )
    return row


def card_of(copy: Event) -> Card:
    """What a rehearsal came to by now."""
    stream = Stream.objects.get(pk=copy.stream_id)
    event = Event.objects.select_related("stream", "rehearsal").get(pk=copy.pk)
    head = journal.head(stream)
    sight: Sight[DayState] = Sight(head.state, HALL)
    after = event.rehearsal.begins_after
    bots = {name_of(each.id): frozenset({each.id}) for each in sight.frame.desks}
    work, usual = worked(event, after=after, bots=bots), usual_phase(head.state, max(event.rehearsal.begins_in, 1))
    lines = (
        *_desks(work, sight.frame),
        *_waits(work, sight.frame, usual),
        *_forgotten(work, head.state, stream, after),
        *(line for at, each in enumerate(plan_of(event.rehearsal.plan)) for line in _trouble(at, each, usual, sight.frame)),
        *_clock(stream, sight, head.state, after),
    )
    clock = head.state.clock
    played = clock.month - max(event.rehearsal.begins_in, 1) + (1 if clock.stage is Stage.OVER or clock.phase else 0)
    return Card(rounds=max(played, 0), entries=head.seq, mark=whole_mark(lines), lines=tuple(lines))


def usual_phase(state: DayState, number: int) -> timedelta:
    """How long a phase of a round lasts on the average: what is long depends on how fast the rehearsal is."""
    phases = state.frame.phase_ids
    return sum((phase_length(state, number, phase) for phase in phases), timedelta(0)) / max(len(phases), 1)


def whole_mark(lines: Sequence[Line]) -> Mark:
    """The mark of a card: the worst of a third of its lines."""
    graded = sorted((each.mark for each in lines if each.mark is not Mark.NONE), key=[Mark.POOR, Mark.FAIR, Mark.GOOD].index)
    return graded[len(graded) // 3] if graded else Mark.NONE


def speed_mark(length: timedelta | None, usual: timedelta) -> Mark:
    """Was this quick, for phases of this length?"""
    if length is None:
        return Mark.POOR
    return Mark.GOOD if length <= usual * GOOD_SHARE else Mark.FAIR if length <= usual * FAIR_SHARE else Mark.POOR


def _count_mark(count: int) -> Mark:
    return Mark.GOOD if count == 0 else Mark.FAIR if count <= 2 else Mark.POOR


def _desks(work: Teamwork, frame: Frame) -> Iterator[Line]:
    sums: dict[DeskId, tuple[int, int]] = {}
    for (desk, _month), load in sorted(work.load.items(), key=lambda each: each[1].seq):
        if desk is not None:
            count, first = sums.get(desk, (0, load.seq))
            sums[desk] = (count + load.count, first)
    for each in frame.desks:
        count, first = sums.get(each.id, (0, 0))
        yield Line(part="desks", key=f"desk {each.id}", words=frame.desk_name(each.id), value=count, seq=first)


def _waits(work: Teamwork, frame: Frame, usual: timedelta) -> Iterator[Line]:
    names = {
        "call": later("A call for Control waited, usually"),
        "decision": later("A decision waited, usually"),
        "hand-off": later("A hand-off waited, usually"),
    }
    for kind, words in names.items():
        waits = work.of(kind)  # type: ignore[arg-type]
        if not waits:
            continue
        found = reaction(waits)
        length, worst = found.usual, found.worst
        more = say("the longest {length}", length=value_words(worst)) if worst is not None else say("nobody came")
        yield Line(
            part="waits",
            key=kind,
            words=say(words),
            value=length.total_seconds() if length is not None else None,
            seconds=True,
            mark=speed_mark(length, usual),
            seq=found.seq or waits[0].seq,
            more=more,
        )
        for desk, own in by_desk(waits).items():
            spread = reaction(own)
            if desk is not None and spread.worst is not None:
                yield Line(
                    part="waits",
                    key=f"{kind} {desk}",
                    words=say("{what}: {desk}", what=say(words), desk=frame.desk_name(desk)),
                    value=spread.usual.total_seconds() if spread.usual is not None else None,
                    seconds=True,
                    mark=speed_mark(spread.usual, usual),
                    seq=spread.seq,
                    more=say("the longest {length}", length=value_words(spread.worst)),
                )


def _forgotten(work: Teamwork, state: DayState, stream: Stream, after: int) -> Iterator[Line]:
    def line(key: str, words: str, found: Sequence[Wait]) -> Line:
        first = found[0].seq if found else 0
        return Line(part="forgotten", key=key, words=words, value=len(found), mark=_count_mark(len(found)), seq=first)

    yield line("calls", say("Calls to which nobody went"), [each for each in work.of("call") if each.how in ("open", "gone")])
    defaults = [each for each in work.of("decision") if each.how == "default"]
    yield line("defaults", say("Decisions that nobody took, and the default did"), defaults)
    yield line("owed", say("Hand-offs that nobody took over"), [each for each in work.of("hand-off") if each.how == "open"])
    left = [
        entry.seq
        for entry, each in told_by(stream, (StepEnded,))
        if entry.seq > after and entry.actor == actor_key(THE_CLOCK) and not ends_by_itself(state, each.room, each.step)
    ]
    yield Line(
        part="forgotten",
        key="steps",
        words=say("Steps that no desk ended before the phase was over"),
        value=len(left),
        mark=_count_mark(len(left)),
        seq=left[0] if left else 0,
    )


def _trouble(at: int, trouble: Trouble, usual: timedelta, frame: Frame) -> Iterator[Line]:
    words = say(KIND_WORDS[trouble.kind])
    key = f"{trouble.kind} {at}"
    if not trouble.began:
        yield Line(part="trouble", key=key, words=words, more=say("its moment did not come"))
        return
    noticed = trouble.noticed - trouble.began if trouble.noticed else None
    mended = trouble.mended - trouble.began if trouble.mended else None
    if noticed is None:
        seen = say("nobody noticed")
    else:
        seen = say(
            "noticed after {length} by {name}", length=_length(noticed), name=called(trouble.noticed_by, frame) or say("Control")
        )
    if mended is None:
        after = say("not mended")
    elif trouble.mended_by:
        after = say("mended after {length} by {name}", length=_length(mended), name=called(trouble.mended_by, frame))
    else:
        after = say("passed by itself after {length}", length=_length(mended))
    mark = speed_mark(timedelta(seconds=noticed), usual * 2) if noticed is not None else Mark.POOR
    yield Line(
        part="trouble",
        key=key,
        words=words,
        value=noticed,
        seconds=True,
        mark=mark,
        seq=trouble.noticed_seq or trouble.mended_seq or trouble.began_seq,
        more=f"{seen}; {after}",
    )


def _clock(stream: Stream, sight: Sight[DayState], state: DayState, after: int) -> Iterator[Line]:
    runs = [each for each in ran(stream, sight).runs if each.seq > after]
    late = sum((each.late for each in runs), timedelta(0))
    usual = usual_phase(state, 1)
    mark = Mark.GOOD if late <= usual * GOOD_SHARE else Mark.FAIR if late <= usual else Mark.POOR
    words, last = say("Late against the timetable"), runs[-1].seq if runs else 0
    yield Line(part="clock", key="drift", words=words, value=late.total_seconds(), seconds=True, mark=mark, seq=last)
    worst = max(runs, key=lambda each: each.late, default=None)
    if worst is not None:
        where = f"{state.frame.round_title(worst.month)}, {state.frame.phase_name(worst.phase)}"
        words = say("The phase that ran over most")
        late = worst.late
        yield Line(part="clock", key="phase", words=words, value=late.total_seconds(), seconds=True, seq=worst.seq, more=where)


def _length(seconds: float) -> str:
    return value_words(timedelta(seconds=seconds))


def moment(seconds: float) -> datetime:
    """A moment as a trouble keeps it."""
    return datetime.fromtimestamp(seconds, UTC)
