"""The report card: what a rehearsal came to, line by line, each with a mark and the moment it leads to; and beside the last one.

What waited for whom is what *For Control* of the debrief tells (`control.debrief.team_figures`); here it is graded where it waited
for people, and what bots did at the other desks is told for the record. A card holds no player's name, and is kept when its copy
is thrown away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

import msgspec

from control.day.clock.steps import StepEnded, ends_by_itself
from control.day.state import DayState, Stage
from control.day.teamwork import Teamwork, Wait, by_desk, reaction
from control.day.timetable import phase_length
from control.debrief.team_figures import desks_of_accounts, given_in, ran, value_words, worked
from control.debrief.timeline import told_by
from control.engine.context import THE_CLOCK
from control.engine.ids import DeskId
from control.engine.language import later, say
from control.engine.viewer import HALL
from control.journal import journal
from control.journal.desk import actor_key
from control.journal.story import lines_of
from control.models import Event, Stream
from control.regions.sight import Sight
from control.rehearsal.crew import called, name_of
from control.rehearsal.guide_told import guide_lines
from control.rehearsal.kept import Kept, kept_in
from control.rehearsal.marks import GOOD_SHARE, Line, Mark, count_mark, speed_mark
from control.rehearsal.people import desks_taken
from control.rehearsal.stored import LEADS, RehearsalCard
from control.rehearsal.troubles import KIND_WORDS, Trouble, plan_of


class Card(msgspec.Struct, kw_only=True, frozen=True):
    """A whole card; `rounds` and `entries` say how much of a day it grades, `people` how many desks were kept by somebody.

    `people` is -1 of a card that was kept when desks of bots were graded as well.
    """

    rounds: int
    entries: int
    mark: Mark
    lines: tuple[Line, ...]
    people: int = -1


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
    given = (each for each in given_in(lines_of(event.stream)) if each.seq > after)
    kept = kept_in(given, {**desks_of_accounts(event), **bots}, desks_taken(event.rehearsal), sight.frame, LEADS)
    lines = (
        *guide_lines(event),
        *_desks(work, kept),
        *_waits(work, kept, usual),
        *_forgotten(work, kept, head.state, stream, after),
        *(line for at, each in enumerate(plan_of(event.rehearsal.plan)) for line in _trouble(at, each, usual, kept)),
        *_clock(stream, sight, head.state, after, graded=bool(kept.people)),
    )
    clock = head.state.clock
    played = clock.month - max(event.rehearsal.begins_in, 1) + (1 if clock.stage is Stage.OVER or clock.phase else 0)
    did = any(load.count and kept.by_people(at) for (at, _month), load in work.load.items())
    mark = whole_mark(lines) if did else idle_mark(lines)
    return Card(rounds=max(played, 0), entries=head.seq, mark=mark, lines=tuple(lines), people=len(kept.people))


def usual_phase(state: DayState, number: int) -> timedelta:
    """How long a phase of a round lasts on the average: what is long depends on how fast the rehearsal is."""
    phases = state.frame.phase_ids
    return sum((phase_length(state, number, phase) for phase in phases), timedelta(0)) / max(len(phases), 1)


def whole_mark(lines: Sequence[Line]) -> Mark:
    """The mark of a card: the worst of a third of its lines."""
    graded = sorted((each.mark for each in lines if each.mark is not Mark.NONE), key=[Mark.POOR, Mark.FAIR, Mark.GOOD].index)
    return graded[len(graded) // 3] if graded else Mark.NONE


def idle_mark(lines: Sequence[Line]) -> Mark:
    """The mark of a card where nobody has done anything: what was forgotten counts, and that nothing was is no merit."""
    mark = whole_mark(lines)
    return Mark.NONE if mark is Mark.GOOD else mark


def _desks(work: Teamwork, kept: Kept) -> Iterator[Line]:
    sums: dict[DeskId, tuple[int, int]] = {}
    for (desk, _month), load in sorted(work.load.items(), key=lambda each: each[1].seq):
        if desk is not None:
            count, first = sums.get(desk, (0, load.seq))
            sums[desk] = (count + load.count, first)
    for each in kept.frame.desks:
        count, first = sums.get(each.id, (0, 0))
        words, more = kept.frame.desk_name(each.id), say("kept by {names}", names=kept.words(each.id))
        yield Line(part="desks", key=f"desk {each.id}", words=words, value=count, seq=first, more=more)


def _waits(work: Teamwork, kept: Kept, usual: timedelta) -> Iterator[Line]:
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


def _wait(key: str, words: str, waits: Sequence[Wait], usual: timedelta, *, graded: bool) -> Line:
    found = reaction(waits)
    length, worst = found.usual, found.worst
    more = say("the longest {length}", length=value_words(worst)) if worst is not None else say("nobody came")
    return Line(
        part="waits",
        key=key,
        words=words,
        value=length.total_seconds() if length is not None else None,
        seconds=True,
        mark=speed_mark(length, usual) if graded else Mark.NONE,
        seq=found.seq or waits[0].seq,
        more=more if graded else say("{more}; for bots", more=more),
    )


def _forgotten(work: Teamwork, kept: Kept, state: DayState, stream: Stream, after: int) -> Iterator[Line]:
    def line(key: str, words: str, own: Sequence[int], every: int) -> Line:
        return Line(
            part="forgotten",
            key=key,
            words=words,
            value=len(own),
            mark=count_mark(len(own)) if kept.people else Mark.NONE,
            seq=own[0] if own else 0,
            more=say("{count} more at desks of bots", count=every - len(own)) if every > len(own) else "",
        )

    def waits(key: str, words: str, found: Sequence[Wait]) -> Line:
        return line(key, words, [each.seq for each in found if kept.waited_for_people(each)], len(found))

    yield waits("calls", say("Calls to which nobody went"), [each for each in work.of("call") if each.how in ("open", "gone")])
    defaults = [each for each in work.of("decision") if each.how == "default"]
    yield waits("defaults", say("Decisions that nobody took, and the default did"), defaults)
    yield waits("owed", say("Hand-offs that nobody took over"), [each for each in work.of("hand-off") if each.how == "open"])
    left = [
        (entry.seq, kept.frame.desk_of(each.room))
        for entry, each in told_by(stream, (StepEnded,))
        if entry.seq > after and entry.actor == actor_key(THE_CLOCK) and not ends_by_itself(state, each.room, each.step)
    ]
    own = [seq for seq, at in left if kept.by_people(at)]
    yield line("steps", say("Steps that no desk ended before the phase was over"), own, len(left))


def _trouble(at: int, trouble: Trouble, usual: timedelta, kept: Kept) -> Iterator[Line]:
    words, frame = say(KIND_WORDS[trouble.kind]), kept.frame
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
    by_bots = not kept.people or called(trouble.noticed_by, frame) != trouble.noticed_by
    yield Line(
        part="trouble",
        key=key,
        words=words,
        value=noticed,
        seconds=True,
        mark=Mark.NONE if by_bots else mark,
        seq=trouble.noticed_seq or trouble.mended_seq or trouble.began_seq,
        more=f"{seen}; {after}",
    )


def _clock(stream: Stream, sight: Sight[DayState], state: DayState, after: int, *, graded: bool) -> Iterator[Line]:
    runs = [each for each in ran(stream, sight).runs if each.seq > after]
    late = sum((each.late for each in runs), timedelta(0))
    usual = usual_phase(state, 1)
    mark = Mark.GOOD if late <= usual * GOOD_SHARE else Mark.FAIR if late <= usual else Mark.POOR
    mark = mark if graded else Mark.NONE
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
