"""Report card of a rehearsal: marks line by line, the keepers of the desks, and the results of guides for newcomers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

import msgspec
from msgspec import Struct, field

from control.day.clock.steps import StepEnded, ends_by_itself
from control.day.state import DayStage, DayState
from control.day.teamwork import Desks, TeamCommand, Teamwork, Wait, by_desk, desk_of, reaction
from control.day.timetable import phase_length
from control.debrief.team_figures import commands_given, desks_of_accounts, phase_lengths_of, teamwork_of, value_words
from control.debrief.timeline import events_of_types
from control.engine.context import THE_CLOCK
from control.engine.frame import Frame
from control.engine.ids import DeskId
from control.engine.language import Spoken, later, listed, say
from control.engine.viewer import HALL
from control.journal import journal
from control.journal.desk import actor_key
from control.journal.story import lines_of
from control.models import Event, Stream
from control.regions.sight import Sight
from control.rehearsal import guide
from control.rehearsal.crew import bot_name, desk_of_call, display_name
from control.rehearsal.guide_page import words_of
from control.rehearsal.keepers import desks_taken
from control.rehearsal.models import LEADS, GuideRun, RehearsalCard
from control.rehearsal.troubles import KIND_WORDS, PlannedTrouble, plan_of

# === marks ==============================================================================================================

# Marks, and the lines of a card.


class Grade(StrEnum):
    """Grade of a line. `NONE`: not graded."""

    GOOD = "good"
    FAIR = "fair"
    POOR = "poor"
    NONE = "none"


MARK_WORDS: Final = Spoken(
    {
        Grade.GOOD: later("good"),
        Grade.FAIR: later("could be better"),
        Grade.POOR: later("needs work"),
        Grade.NONE: later("for the record"),
    }
)
PARTS: Final = Spoken(
    {
        "guide": later("First ten minutes"),
        "desks": later("What each desk did"),
        "waits": later("How long things waited"),
        "forgotten": later("What was forgotten"),
        "trouble": later("Trouble"),
        "clock": later("The clock"),
    }
)
GOOD_SHARE, FAIR_SHARE = 0.1, 0.25  # good and fair response times, as shares of a usual phase
GOOD_AT_LEAST, FAIR_AT_LEAST = timedelta(seconds=10), timedelta(seconds=25)  # lower limits for short phases: people have to look up


class GradedLine(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True):
    """A line of a card. `key`: identifies the same line on another card. `value`: compared number, in seconds or a count."""

    part: str
    key: str
    words: str
    value: float | None = None
    seconds: bool = False
    mark: Grade = Grade.NONE
    seq: int = 0
    more: str = ""

    @property
    def told(self) -> str:
        """Value in words."""
        return value_words(length_of(self))


def length_of(line: GradedLine) -> int | timedelta | None:
    """Value of a line for comparison: a length if it is in seconds, else a number."""
    if line.value is None:
        return None
    return timedelta(seconds=line.value) if line.seconds else int(line.value)


def speed_mark(length: timedelta | None, usual: timedelta) -> Grade:
    """Mark for a response time, relative to the usual length of a phase. None means no response."""
    if length is None:
        return Grade.POOR
    if length <= max(usual * GOOD_SHARE, GOOD_AT_LEAST):
        return Grade.GOOD
    return Grade.FAIR if length <= max(usual * FAIR_SHARE, FAIR_AT_LEAST) else Grade.POOR


def count_mark(count: int) -> Grade:
    """Mark for the number of unwanted things."""
    return Grade.GOOD if count == 0 else Grade.FAIR if count <= 2 else Grade.POOR


# === keepers ============================================================================================================

# Keepers of a copy's desks. A card grades the work of people, and lists the work of bots without a mark.


class KeptDesks(Struct, frozen=True, kw_only=True):
    """Keepers of the desks: people by desk, and the number of commands by bots."""

    frame: Frame
    people: Mapping[DeskId, tuple[str, ...]] = field(default_factory=dict)
    by_bots: Mapping[DeskId, int] = field(default_factory=dict)

    def by_people(self, at: DeskId | None) -> bool:
        """Whether a person worked at this desk."""
        return at in self.people

    def waited_for_people(self, wait: Wait) -> bool:
        """Whether the wait was a person's task. An unanswered call belongs to the desk of the room it came from."""
        at = wait.desk
        if at is None and wait.kind == "call":
            at = desk_of_call(self.frame, wait.place)
        return self.by_people(at)

    def words(self, at: DeskId) -> str:
        """Keepers in words: "anna, ben", "bots", "anna; bots did 12 of it"."""
        names, count = listed(list(self.people.get(at, ()))), self.by_bots.get(at, 0)
        if not names:
            return say("bots")
        return say("{names}; bots did {count} of it", names=names, count=count) if count else names


def desk_keepers(given: Iterable[TeamCommand], desks: Desks, taken: Mapping[DeskId, str], frame: Frame, leads: str) -> KeptDesks:
    """Keepers of the desks, by taken desks and given commands. `leads`: the name of the rehearsal's own
    actor, who does not count.
    """
    names: dict[DeskId, dict[str, None]] = {at: {name: None} for at, name in taken.items()}
    bots: dict[DeskId, int] = {}
    every = {bot_name(each.id) for each in frame.desks}
    for each in given:
        at = desk_of(each.by, desks, each.keepers)
        if at is None or each.by == leads:
            continue
        if each.by in every:
            bots[at] = bots.get(at, 0) + 1
        else:
            names.setdefault(at, {})[each.by] = None
    return KeptDesks(frame=frame, people={at: tuple(found) for at, found in names.items()}, by_bots=bots)


# === guides =============================================================================================================

# Results of newcomers who learnt a desk step by step: time with the guide, and steps done alone.


def guide_lines(copy: Event) -> Iterator[GradedLine]:
    """Two lines for each started guide: with the guide, and alone."""
    for run in GuideRun.objects.filter(event=copy).order_by("pk"):
        walk = guide.walk_of(copy, run)
        if walk is not None:
            yield _guided_line(walk)
            yield _alone_line(walk, copy)


def _guided_line(walk: guide.Walk) -> GradedLine:
    taken, every = walk.progress.taken, len(walk.guide.steps)
    took = [each.took.total_seconds() for each in taken if each.took is not None]
    again = sum(walk.asked.values())
    more = say("{count} of {every} steps", count=len(taken), every=every)
    if again:
        more = say("{steps}; asked for again {count} times", steps=more, count=again)
    title = say("{guide}: with the guide", guide=say(walk.guide.title))
    return GradedLine(
        part="guide", key=f"{walk.guide.name} with", words=title, value=sum(took), seconds=True, seq=walk.run.since, more=more
    )


def _alone_line(walk: guide.Walk, copy: Event) -> GradedLine:
    title, key = say("{guide}: alone", guide=say(walk.guide.title)), f"{walk.guide.name} alone"
    if walk.run.alone_at is None or walk.run.alone_since is None:
        return GradedLine(
            part="guide", key=key, words=title, more=say("not tried: Now alone, at the end of the guide, leads to it")
        )
    left = walk.alone_left
    every = sum(1 for step in walk.guide.steps if not step.trouble)
    more = say("{count} of {every} steps", count=every - len(left), every=every)
    if left:
        state = journal.head(copy.stream).state
        names = listed([say(step.label) if step.label else words_of(state, step.do) for step in left])
        more = say("{steps}; not done: {names}", steps=more, names=names)
    took = walk.alone_took.total_seconds() if walk.alone_took is not None else None
    mark = count_mark(len(left)) if len(left) < every else Grade.POOR
    return GradedLine(part="guide", key=key, words=title, value=took, seconds=True, mark=mark, seq=walk.run.alone_since, more=more)


# === card ===============================================================================================================

# The report card: lines with a mark and a link to a moment, compared with the card before. The waits are those of *For Control*
# in the debrief (`control.debrief.team_figures`). They are graded if they waited for people; the work of bots is listed without
# a mark. A card holds no player's name, and is kept after its copy is deleted.


class ReportCard(msgspec.Struct, kw_only=True, frozen=True):
    """A whole card. `rounds` and `entries`: the graded part of the day. `people`: number of desks kept by people.

    `people` is -1 on old cards, which also graded desks of bots.
    """

    rounds: int
    entries: int
    mark: Grade
    lines: tuple[GradedLine, ...]
    people: int = -1


_reader = msgspec.json.Decoder(ReportCard)


def card_in(row: RehearsalCard) -> ReportCard:
    """Card from its row."""
    return _reader.decode(row.body)


def keep_card(copy: Event) -> RehearsalCard:
    """Grade a copy, and store the card with the event that it rehearses."""
    body = msgspec.json.encode(card_of(copy)).decode()
    told = copy.rehearsal
    assert copy.rehearses_id is not None
    row, _made = RehearsalCard.objects.update_or_create(
        event_id=copy.rehearses_id,
        copy=copy.pk,
        defaults={"made_at": told.ended_at or told.made_at, "by": told.by, "seed": told.seed, "speed": told.speed, "body": body},
    )
    return row


def card_of(copy: Event) -> ReportCard:
    """Card of a rehearsal as of now."""
    stream = Stream.objects.get(pk=copy.stream_id)
    event = Event.objects.select_related("stream", "rehearsal").get(pk=copy.pk)
    head = journal.head(stream)
    sight: Sight[DayState] = Sight(head.state, HALL)
    after = event.rehearsal.begins_after
    bots = {bot_name(each.id): frozenset({each.id}) for each in sight.frame.desks}
    work, usual = teamwork_of(event, after=after, bots=bots), usual_phase(head.state, max(event.rehearsal.begins_in, 1))
    given = (each for each in commands_given(lines_of(event.stream)) if each.seq > after)
    kept = desk_keepers(given, {**desks_of_accounts(event), **bots}, desks_taken(event.rehearsal), sight.frame, LEADS)
    lines = (
        *guide_lines(event),
        *_desks(work, kept),
        *_waiting_lines(work, kept, usual),
        *_forgotten_lines(work, kept, head.state, stream, after),
        *(line for at, each in enumerate(plan_of(event.rehearsal.plan)) for line in _trouble(at, each, usual, kept)),
        *_clock(stream, sight, head.state, after, graded=bool(kept.people)),
    )
    clock = head.state.clock
    played = clock.month - max(event.rehearsal.begins_in, 1) + (1 if clock.stage is DayStage.OVER or clock.phase else 0)
    did = any(load.count and kept.by_people(at) for (at, _month), load in work.load.items())
    mark = whole_mark(lines) if did else idle_mark(lines)
    return ReportCard(rounds=max(played, 0), entries=head.seq, mark=mark, lines=tuple(lines), people=len(kept.people))


def usual_phase(state: DayState, number: int) -> timedelta:
    """Mean length of a phase in a round. It depends on the speed of the rehearsal, so waits are graded relative to it."""
    phases = state.frame.phase_ids
    return sum((phase_length(state, number, phase) for phase in phases), timedelta(0)) / max(len(phases), 1)


def whole_mark(lines: Sequence[GradedLine]) -> Grade:
    """Mark of a card: the line at one third, from the worst."""
    graded = sorted((each.mark for each in lines if each.mark is not Grade.NONE), key=[Grade.POOR, Grade.FAIR, Grade.GOOD].index)
    return graded[len(graded) // 3] if graded else Grade.NONE


def idle_mark(lines: Sequence[GradedLine]) -> Grade:
    """Mark of a card if no person did anything: never good, because there is no merit in it."""
    mark = whole_mark(lines)
    return Grade.NONE if mark is Grade.GOOD else mark


def _desks(work: Teamwork, kept: KeptDesks) -> Iterator[GradedLine]:
    sums: dict[DeskId, tuple[int, int]] = {}
    for (desk, _month), load in sorted(work.load.items(), key=lambda each: each[1].seq):
        if desk is not None:
            count, first = sums.get(desk, (0, load.seq))
            sums[desk] = (count + load.count, first)
    for each in kept.frame.desks:
        count, first = sums.get(each.id, (0, 0))
        words, more = kept.frame.desk_name(each.id), say("kept by {names}", names=kept.words(each.id))
        yield GradedLine(part="desks", key=f"desk {each.id}", words=words, value=count, seq=first, more=more)


def _waiting_lines(work: Teamwork, kept: KeptDesks, usual: timedelta) -> Iterator[GradedLine]:
    names = {
        "call": later("A call for Control waited, usually"),
        "decision": later("A decision waited, usually"),
        "hand-off": later("A hand-off waited, usually"),
    }
    for kind, words in names.items():
        waits = work.of(kind)  # type: ignore[arg-type]
        own = [each for each in waits if kept.waited_for_people(each)]
        if not waits:
            continue
        yield _wait(kind, say(words), own or waits, usual, graded=bool(own))
        for desk, found in by_desk(waits).items():
            if desk is not None and reaction(found).worst is not None:
                title = say("{what}: {desk}", what=say(words), desk=kept.frame.desk_name(desk))
                yield _wait(f"{kind} {desk}", title, found, usual, graded=kept.by_people(desk))


def _wait(key: str, words: str, waits: Sequence[Wait], usual: timedelta, *, graded: bool) -> GradedLine:
    found = reaction(waits)
    length, worst = found.usual, found.worst
    more = say("the longest {length}", length=value_words(worst)) if worst is not None else say("nobody came")
    return GradedLine(
        part="waits",
        key=key,
        words=words,
        value=length.total_seconds() if length is not None else None,
        seconds=True,
        mark=speed_mark(length, usual) if graded else Grade.NONE,
        seq=found.seq or waits[0].seq,
        more=more if graded else say("{more}; for bots", more=more),
    )


def _forgotten_lines(work: Teamwork, kept: KeptDesks, state: DayState, stream: Stream, after: int) -> Iterator[GradedLine]:
    def line(key: str, words: str, own: Sequence[int], every: int) -> GradedLine:
        return GradedLine(
            part="forgotten",
            key=key,
            words=words,
            value=len(own),
            mark=count_mark(len(own)) if kept.people else Grade.NONE,
            seq=own[0] if own else 0,
            more=say("{count} more at desks of bots", count=every - len(own)) if every > len(own) else "",
        )

    def waits(key: str, words: str, found: Sequence[Wait]) -> GradedLine:
        return line(key, words, [each.seq for each in found if kept.waited_for_people(each)], len(found))

    yield waits("calls", say("Calls to which nobody went"), [each for each in work.of("call") if each.how in ("open", "gone")])
    defaults = [each for each in work.of("decision") if each.how == "default"]
    yield waits("defaults", say("Decisions that nobody took, and the default did"), defaults)
    yield waits("owed", say("Hand-offs that nobody took over"), [each for each in work.of("hand-off") if each.how == "open"])
    left = [
        (entry.seq, kept.frame.desk_of(each.room))
        for entry, each in events_of_types(stream, (StepEnded,))
        if entry.seq > after and entry.actor == actor_key(THE_CLOCK) and not ends_by_itself(state, each.room, each.step)
    ]
    own = [seq for seq, at in left if kept.by_people(at)]
    yield line("steps", say("Steps that no desk ended before the phase was over"), own, len(left))


def _trouble(at: int, trouble: PlannedTrouble, usual: timedelta, kept: KeptDesks) -> Iterator[GradedLine]:
    words, frame = say(KIND_WORDS[trouble.kind]), kept.frame
    key = f"{trouble.kind} {at}"
    if not trouble.began:
        yield GradedLine(part="trouble", key=key, words=words, more=say("its moment did not come"))
        return
    noticed = trouble.noticed - trouble.began if trouble.noticed else None
    mended = trouble.mended - trouble.began if trouble.mended else None
    if noticed is None:
        seen = say("nobody noticed")
    else:
        seen = say(
            "noticed after {length} by {name}",
            length=_length(noticed),
            name=display_name(trouble.noticed_by, frame) or say("Control"),
        )
    if mended is None:
        after = say("not mended")
    elif trouble.mended_by:
        after = say("mended after {length} by {name}", length=_length(mended), name=display_name(trouble.mended_by, frame))
    else:
        after = say("passed by itself after {length}", length=_length(mended))
    mark = speed_mark(timedelta(seconds=noticed), usual * 2) if noticed is not None else Grade.POOR
    by_bots = not kept.people or display_name(trouble.noticed_by, frame) != trouble.noticed_by
    yield GradedLine(
        part="trouble",
        key=key,
        words=words,
        value=noticed,
        seconds=True,
        mark=Grade.NONE if by_bots else mark,
        seq=trouble.noticed_seq or trouble.mended_seq or trouble.began_seq,
        more=f"{seen}; {after}",
    )


def _clock(stream: Stream, sight: Sight[DayState], state: DayState, after: int, *, graded: bool) -> Iterator[GradedLine]:
    runs = [each for each in phase_lengths_of(stream, sight).runs if each.seq > after]
    late = sum((each.late for each in runs), timedelta(0))
    usual = usual_phase(state, 1)
    mark = Grade.GOOD if late <= usual * GOOD_SHARE else Grade.FAIR if late <= usual else Grade.POOR
    mark = mark if graded else Grade.NONE
    words, last = say("Late against the timetable"), runs[-1].seq if runs else 0
    yield GradedLine(part="clock", key="drift", words=words, value=late.total_seconds(), seconds=True, mark=mark, seq=last)
    worst = max(runs, key=lambda each: each.late, default=None)
    if worst is not None:
        where = f"{state.frame.round_title(worst.month)}, {state.frame.phase_name(worst.phase)}"
        words = say("The phase that ran over most")
        late = worst.late
        yield GradedLine(
            part="clock", key="phase", words=words, value=late.total_seconds(), seconds=True, seq=worst.seq, more=where
        )


def _length(seconds: float) -> str:
    return value_words(timedelta(seconds=seconds))


def datetime_of(seconds: float) -> datetime:
    """Time from a trouble's stored seconds."""
    return datetime.fromtimestamp(seconds, UTC)
