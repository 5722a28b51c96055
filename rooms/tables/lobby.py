"""Commands on whole tables: open, begin, undo by a player or by Control, rematch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from msgspec import Struct

from control import system_time
from control.engine.context import Actor
from control.engine.language import say
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.typed_text import one_line
from control.journal import desk, rows
from control.journal.rows import insert_if_new
from control.journal.withdrawals import WITHDRAWN, withdrawn_in
from control.models import Event, Stream
from rooms.tables import access, settlement, story
from rooms.tables.access import TablePass, TablePerson, derived_bytes, new_code
from rooms.tables.game.announcements import SayAloud
from rooms.tables.game.chairs import SitDown
from rooms.tables.game.end_warning import RunOn
from rooms.tables.game.opening import OpenTable
from rooms.tables.game.play import Begin, Resume, time_run
from rooms.tables.game.rematch import LeadOn, next_opening, require_again
from rooms.tables.game.state import TableStage, TableState
from rooms.tables.game.table_end import NO_END, is_past, until_of
from rooms.tables.models import Table
from rooms.tables.past_games import kept_before
from rooms.tables.registry import content_of
from rooms.tables.stream import WORD

# === table ==============================================================================================================

# Open a table, begin its game with the stake checked, and undo moves.


MOST_SHOWN = 8  # moves offered for undo
MOST_BACK = 10  # undos by one person before another acts: each refreshes every phone of the table
TRIES = 5  # to find a free code


def open_table(*, kind: str, event: Event | None, command: OpenTable, by: Actor, command_id: UUID) -> Table:
    """Open a table of a registered game. The same command with the same `command_id` and actor returns the same table.

    Raises:
        Refused: the agreement does not fit the game, or another table was opened with this id; nothing was written.
    """
    if event is None and command.ends not in ("", NO_END):
        raise Refused(say("Only a table of an event ends with its phase, its month or its day."), code="malformed")
    with transaction.atomic():
        key = key_of(f"{desk.actor_key(by)} {command_id}")
        stream = Stream(key=key, engine=f"{WORD}:{kind}")
        # If it was opened before, or just now by a second tap, it is there.
        table = with_code(stream, event, kind) if insert_if_new(stream) else Table.objects.get(stream__key=key)
        desk.perform(stream_id=table.stream_id, command=command, by=by, command_id=command_id)
    return table


def key_of(opened: str) -> UUID:
    """The key of a new table's stream, from what opened it: the same each time, and nobody outside can choose it."""
    return UUID(bytes=derived_bytes("stream", opened)[:16])


def with_code(stream: Stream, event: Event | None, kind: str) -> Table:
    """Create the row of a new table with a free code."""
    for _each in range(TRIES):
        table = Table(stream=stream, event=event, code=new_code(), kind=kind, content=content_of(kind))
        if insert_if_new(table):
            return table
    raise LookupError("no code was free")


def give(door: TablePass, command: Any, by: Actor, command_id: UUID) -> desk.CommandResult:
    """Give a command to a table, after checks that need its event.

    Raises:
        Refused: a rule says no; nothing was written.
    """
    if isinstance(command, Begin):
        settlement.require_payable(door.table, door.state)
        command = begin_command(door)
    if isinstance(command, SitDown) and door.state.stake and door.chair is None and door.person and door.person.seat is None:
        raise Refused(say(settlement.ONLY_PLAYERS), code="not-yours")
    return desk.perform(stream_id=door.table.stream_id, command=command, by=by, command_id=command_id)


def begin_command(door: TablePass) -> Begin:
    """The command that begins the game: with names kept by earlier tables, and with the agreed end by the event's clock."""
    kept = kept_before(door.table)
    if door.table.event_id is None or door.state.ends in ("", NO_END):
        return Begin(kept=kept)
    return Begin(until=until_of(door.state.ends, settlement.event_state(door.table)), kept=kept)


# --- taking back --------------------------------------------------------------------------------------------------------


class UndoableMove(Struct, frozen=True, kw_only=True):
    """A command that may be undone, with every move since.

    `name`: what happened, in its public words, since no button holds a secret. `seqs`: all these entries. `count`: how many
    commands of the game they are.
    """

    seq: int
    label: str
    name: str
    sentences: tuple[str, ...]
    seqs: tuple[int, ...]
    count: int = 1


def own_moves(door: TablePass, lines: Sequence[story.TableStoryLine]) -> tuple[UndoableMove, ...]:
    """The person's own last moves, newest first, each with those after it. They end where another acted or a fact binds.

    Empty after too many undos.
    """
    if door.person is None or door.chair is None or door.state.stage is not TableStage.PLAYING:
        return ()
    if story.taken_back_by(lines, desk.actor_key(door.person.actor)) >= MOST_BACK:
        return ()
    found: list[UndoableMove] = []
    seqs: list[int] = []
    count = 0
    for group in story.standing_moves(lines):
        seqs += [line.seq for line in group]
        if all(line.plain for line in group):  # only a repeated turn after an undo
            continue
        if group[0].actor != desk.actor_key(door.person.actor) or any(line.binding for line in group):
            break
        count += len({line.command_id for line in group})
        found.append(replace(_move(group, seqs, door.chair), count=count))
        if len(found) == MOST_SHOWN:
            break
    return tuple(found)


def latest_moves(lines: Sequence[story.TableStoryLine]) -> tuple[UndoableMove, ...]:
    """The newest moves that Control may undo, newest first, in public words."""
    found: list[UndoableMove] = []
    seqs: list[int] = []
    for group in story.standing_moves(lines):
        seqs += [line.seq for line in group]
        if all(line.plain for line in group):
            continue
        found.append(_move(group, seqs, None))
        if len(found) == MOST_SHOWN:
            break
    return tuple(found)


def _move(group: story.Group, seqs: Sequence[int], player: int | None) -> UndoableMove:
    sentences = tuple(told for line in group if (told := line.told(player)))
    return UndoableMove(
        seq=group[0].seq, label=group[0].label, name=story.name_of(group, None), sentences=sentences, seqs=tuple(seqs)
    )


def take_back_own(door: TablePass, seq: int, command_id: UUID) -> None:
    """Undo a person's own move and their moves after it. `seq`: the one that the screen offered.

    Raises:
        Refused: a fact binds by now, another has acted since, or there were too many undos.
    """
    if door.person is None or door.chair is None:
        raise Refused(say("Only those at the table take back what they did."), code="not-yours")
    by = door.person.actor
    with transaction.atomic():
        door = _locked_pass(door)
        if _was_given(door, by, command_id, seq, ""):
            return
        lines = story.lines_of(door.table.stream)
        if story.taken_back_by(lines, desk.actor_key(by)) >= MOST_BACK:
            raise Refused(say("You have taken something back {most} times; what you do now stands.", most=MOST_BACK), code="full")
        move = next((each for each in own_moves(door, lines) if each.seq == seq), None)
        if move is None:
            raise Stale(say("This can no longer be taken back: somebody has acted since, or something was drawn or shown."))
        resume = Resume(again=door.state.again + move.count, ran=time_run(door.state, system_time.now()))
        _withdraw(door, move, by, "", command_id, resume)


def take_back(door: TablePass, seq: int, reason: str, by: Actor, command_id: UUID) -> None:
    """Undo a move and all that followed, even a reveal, by Control. The reason is announced at the table.

    Raises:
        Refused: there is no reason, or the stake has been settled.
    """
    reason = one_line(reason)
    if not reason:
        raise Refused(say("Say why; it is said aloud at the table."), code="reason")
    with transaction.atomic():
        door = _locked_pass(door)
        if _was_given(door, by, command_id, seq, reason):
            return
        if door.table.event_id is not None and settlement.is_settled(door.table, settlement.event_state(door.table)):
            raise Refused(
                say("The stake of this table is settled. Take that back first, in the journal of the event."), code="leaned-on"
            )
        move = next((each for each in latest_moves(story.lines_of(door.table.stream)) if each.seq == seq), None)
        if move is None:
            raise Stale(say("The table has gone on; look again at what can be taken back."))
        _withdraw(door, move, by, reason, command_id, Resume())


def _locked_pass(door: TablePass) -> TablePass:
    """The pass with the current state, locked until the commit, since an undo depends on everything that happened since."""
    rows.lock_stream(door.table.stream_id)
    return door.again()


def _was_given(door: TablePass, by: Actor, command_id: UUID, seq: int, reason: str) -> bool:
    """Whether this very press has undone this already.

    Raises:
        Refused: the press has done something else.
    """
    first = door.table.stream.entries.filter(actor=desk.actor_key(by), command_id=command_id).order_by("part").first()
    if first is None:
        return False
    if first.kind != WITHDRAWN or seq not in withdrawn_in(first).entries or withdrawn_in(first).reason != desk.plain_reason(reason):
        raise desk.reused_id_refusal(first)
    return True


def _withdraw(door: TablePass, move: UndoableMove, by: Actor, reason: str, command_id: UUID, resume: Resume) -> None:
    stream_id, aloud = door.table.stream_id, resume.ran is None
    done = desk.withdraw(stream_id=stream_id, entries=move.seqs, reason=reason, by=by, command_id=command_id)
    if aloud:
        said = SayAloud(words=reason, back=move.seq)
        desk.perform(stream_id=stream_id, command=said, by=by, command_id=uuid5(command_id, "aloud"))
    state: TableState = done.head.state
    if aloud and state.until is not None and is_past(state.until, settlement.event_state(door.table)):
        desk.perform(stream_id=stream_id, command=RunOn(), by=by, command_id=uuid5(command_id, "run on"))
    if state.stage is TableStage.PLAYING:
        desk.perform(stream_id=stream_id, command=resume, by=by, command_id=uuid5(command_id, "resume"))


# === rematch ============================================================================================================

# The same people play again at a new table: seats move on by one, everything else stays as agreed.


def play_again(door: TablePass, person: TablePerson, *, stake: tuple[str, int] = ("", 0), ends: str = "") -> Table:
    """Open the rematch of those who sat here, or return it if somebody has opened it.

    Its key is made from this table's, so two taps by one person or by two open one table.

    Raises:
        Refused: this person may not, or the stake is not for these people; nothing was written.
    """
    if door.state.following and door.chair is not None:
        return _table_with_code(door.state.following)
    require_again(door.state, person.id)
    if stake[0] and person.seat is None:
        raise Refused(say(settlement.ONLY_PLAYERS), code="not-yours")
    opening = next_opening(door.state, person.id, stake=stake, ends=ends if door.state.stake else door.state.ends)
    key = key_of(f"again {door.table.stream.key}")
    with transaction.atomic():
        stream = Stream(key=key, engine=door.table.stream.engine)
        if not insert_if_new(stream):
            return Table.objects.get(stream__key=key)
        table = with_code(stream, door.table.event, door.table.kind)
        desk.perform(stream_id=table.stream_id, command=opening, by=person.actor, command_id=uuid5(key, "opened"))
        lead = LeadOn(table=table.code)
        desk.perform(stream_id=door.table.stream_id, command=lead, by=person.actor, command_id=uuid5(key, "led"))
    return table


def _table_with_code(code: str) -> Table:
    table = access.find_table(code)
    if table is None:
        raise Refused(say("No such table."))
    return table
