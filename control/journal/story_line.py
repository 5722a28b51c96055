"""Line of a journal's story: one entry in words, with what screens and desks need to know of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from msgspec import Struct

from control.day.state import DayState
from control.engine.context import ORGANIZER
from control.engine.ids import DeskId, RoomId
from control.engine.language import say
from control.engine.modules import (
    Correction,
    Game,
    GameEvent,
    Invalidation,
    Module,
    corrections_in,
    desks_of,
    journal_words,
    reports_in,
)
from control.engine.reports import Report
from control.journal.withdrawals import WITHDRAWN, is_redo_label, plain_label, withdrawal_label, withdrawn_in
from control.models import Entry

ALL_MAY_READ: frozenset[DeskId] = frozenset()
OF_WITHDRAWALS = "journal"  # the module name of withdrawals


class StoryLine(Struct, frozen=True, kw_only=True):
    """One journal entry in words.

    `readers`: desks that may read the sentence; empty for every desk. `heard`: its own topics, by audience.
    `corrections`: correction notices. `outdated`: earlier notices that it makes out of date, by audience and subject.
    `restored`: notices after its undo. `after_undo`: what everybody may read of its undo; with `covers_group` nothing else is said.
    `room`: the room that it belongs to; None for shared parts.
    """

    seq: int
    actor: str
    name: str
    command_id: UUID
    label: str
    at: datetime
    kind: str
    module: str
    sentence: str
    readers: frozenset[DeskId]
    keepers: frozenset[DeskId]  # desks that may withdraw the command; empty for the organizer only
    lasting: str
    heard: tuple[Invalidation, ...]
    room: RoomId | None = None
    corrections: tuple[Correction, ...] = ()
    outdated: tuple[tuple[str, str], ...] = ()
    restored: tuple[Correction, ...] = ()
    after_undo: tuple[str, ...] = ()
    covers_group: bool = False
    withdraws: tuple[int, ...] = ()
    round: int = 0
    reports: tuple[Report, ...] = ()

    @property
    def command(self) -> tuple[str, UUID]:
        """The key of its command: actor and command ID."""
        return self.actor, self.command_id


def line_of_event(game: Game[Any], entry: Entry, happened: GameEvent, before: DayState, after: DayState) -> StoryLine:
    """The line of an entry with an event of the game. `before`, `after`: the states around it."""
    module, undo = game.module_of(type(happened)), game.events[type(happened)].undo
    restored, after_undo = undo.restored(happened, before), undo.words(happened, before)
    lines = tuple(game.tell(happened, before, after))
    return StoryLine(
        seq=entry.seq,
        actor=entry.actor,
        name=name_of_doer(game, type(happened), entry.actor, entry.name),
        command_id=entry.command_id,
        label=entry.label,
        at=entry.at,
        kind=entry.kind,
        module=module.name,
        sentence=journal_words(lines),
        readers=game.readers(happened, after),
        keepers=_keepers(game, module, happened, after),
        lasting=game.lasting(happened),
        heard=tuple(dict.fromkeys(game.own_invalidations(happened, after))),
        room=module.room,
        corrections=corrections_in(lines),
        outdated=tuple(sorted(game.outdated(before, after))),  # in whatever order the states hold them
        restored=restored,
        after_undo=(after_undo,) if after_undo else (),
        covers_group=bool(after_undo) and undo.words_alone,
        round=before.clock.month,
        reports=reports_in(lines),
    )


def name_of_doer(game: Game[Any], kind: type, actor: str, name: str) -> str:
    """The person to ask about an event of this kind. The name is hidden if it is `anonymous` and a player gave the command."""
    return say("Somebody") if game.events[kind].anonymous and actor.startswith("seat:") else name


def line_of_withdrawal(lines: Sequence[StoryLine], entry: Entry) -> StoryLine:
    """The line of a withdrawal. `lines`: all lines before it."""
    document = withdrawn_in(entry)
    taken = [lines[seq - 1] for seq in sorted(document.entries)]
    first = taken[0]
    label = withdrawal_label(first.label, of_withdrawal=first.kind == WITHDRAWN)
    again = is_redo_label(label)
    after_undo = _after_undo(taken)
    return StoryLine(
        seq=entry.seq,
        actor=entry.actor,
        name=entry.name,
        command_id=entry.command_id,
        label=label,
        at=entry.at,
        kind=entry.kind,
        module=OF_WITHDRAWALS,
        sentence=_withdrawn_words(plain_label(first.label), document.reason, again=again),
        readers=ALL_MAY_READ,
        keepers=first.keepers,
        lasting="",
        heard=tuple(dict.fromkeys(invalidation for line in taken for invalidation in line.heard)),
        room=first.room,
        corrections=_taken_back(taken, say("Counts again") if again else say("Taken back"), after_undo),
        restored=_restored(taken),
        after_undo=after_undo,
        covers_group=any(line.covers_group for line in taken),
        withdraws=document.entries,
    )


def _withdrawn_words(what: str, reason: str, *, again: bool) -> str:
    if again:
        return (
            say("Brought back “{what}”: {reason}.", what=what, reason=reason)
            if reason
            else say("Brought back “{what}”.", what=what)
        )
    return say("Withdrawn “{what}”: {reason}.", what=what, reason=reason) if reason else say("Withdrawn “{what}”.", what=what)


def _after_undo(taken: Sequence[StoryLine]) -> tuple[str, ...]:
    """What everybody may read about an undo: the step or phase (walls show its name), and the `after_undo` texts of its lines.

    If a line has `covers_group`, only the texts of such lines are used.
    """
    whole = tuple(words for line in taken if line.covers_group for words in line.after_undo)
    if whole:
        return tuple(dict.fromkeys(whole))
    named = (_quoted(plain_label(taken[0].label)),) if taken[0].module == "clock" else ()
    return tuple(dict.fromkeys((*named, *(words for line in taken for words in line.after_undo))))


def _taken_back(taken: Sequence[StoryLine], what: str, after_undo: tuple[str, ...]) -> tuple[Correction, ...]:
    """Corrections about an undo, for each audience that saw its entries. A value is named only to those who were told it."""
    whole = any(line.covers_group for line in taken)
    told = [(line, each) for line in taken if not whole for each in line.corrections if each not in line.restored]
    named = [Correction(to=each.to, what=what, now=_notice_text(line, each)) for line, each in told]
    own = [each for line in taken if not whole for each in line.reports if each.at_once]
    named += [Correction(to=each.to, what=what, now=_quoted(each.words.removesuffix("."))) for each in own]
    restored = _restored(taken)
    known = {each.to for each in (named if whole else (*named, *restored))}
    public = after_undo or (say("something that was shown here; look again"),)
    audiences = dict.fromkeys(invalidation.to for line in taken for invalidation in line.heard)
    others = [to for to in audiences if to not in known and to != "staff" and not to.startswith("desk:")]
    return (*restored, *dict.fromkeys(named), *(Correction(to=to, what=what, now=words) for to in others for words in public))


def _restored(taken: Sequence[StoryLine]) -> tuple[Correction, ...]:
    """Notices of what counts again. An undone withdrawal has none."""
    return tuple(dict.fromkeys(each for line in taken if line.kind != WITHDRAWN for each in line.restored))


def _notice_text(line: StoryLine, correction: Correction) -> str:
    """The text of a correction for a further notice: quoted, or unchanged if it comes from a withdrawal."""
    return correction.now if line.kind == WITHDRAWN else _quoted(correction.words.removesuffix("."))


def _quoted(words: str) -> str:
    return say("“{what}”", what=words)


def _keepers(game: Game[Any], module: Module, happened: GameEvent, state: DayState) -> frozenset[DeskId]:
    """The desks that may withdraw the event: its named readers, else the desk of its room, else all desks of the module."""
    if (named := game.events[type(happened)].readers) is not None and (alone := named(happened, state)):
        return alone
    room = module.room or getattr(happened, "room", None)
    if isinstance(room, str) and (module.room or module.name == "clock"):
        return frozenset({state.frame.desk_of(room)})
    return frozenset(desk for handler in module.commands.values() for desk in desks_of(handler.desks, state.frame)) - {ORGANIZER}
