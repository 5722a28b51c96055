"""What Control set otherwise or took back, for those whose screens had shown it: "Your Power: 3, not 4".

A note is made of the journal alone; `control.journal.seen` remembers which of them a screen still has to show.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from control.engine.modules import Correction
from control.journal.story import Line, withdrawn_by
from control.journal.withdrawals import WITHDRAWN


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One command that made what was seen before untrue, in the words of one viewer. `seq` is its first entry."""

    seq: int
    at: datetime
    by: str
    words: tuple[str, ...]
    news: bool = False  # entered, not set right


def since(lines: Sequence[Line], prior: int) -> Iterator[tuple[Line, ...]]:
    """The commands behind `prior` that correct or take back something a screen may have shown when it was at `prior`."""
    for _command, found in groupby(lines[prior:], key=lambda line: line.command):
        group = tuple(found)
        if corrects(group) or (group[0].kind == WITHDRAWN and prior >= min(group[0].withdraws)):
            yield group


def corrects(group: Sequence[Line]) -> bool:
    """Was this set by hand? What the rules bring about in a step stands behind the end of that step."""
    first = next((line for line in group if line.heard), group[0])
    return bool(first.corrections) and first.kind != WITHDRAWN and first.actor.startswith("staff:")


def note_for(lines: Sequence[Line], seq: int, audiences: frozenset[str]) -> Note | None:
    """The command that begins with `seq` as these audiences are told of it; None where it is not theirs or was taken back."""
    group = _standing(lines, seq)
    merged: dict[tuple[str, str, str, str], Correction] = {}
    for line in group:
        for each in line.corrections:
            if each.to in audiences:
                key = (*each.thing, "" if each.was else each.now)
                before = merged.get(key)
                merged[key] = replace(each, was=before.was if before else each.was)
    over = _overtaken(lines, group) if group else frozenset()
    told = [each for each in merged.values() if each.now != each.was and each.thing not in over]
    return _note(group, told) if told else None


def _standing(lines: Sequence[Line], seq: int) -> tuple[Line, ...]:
    if not 0 < seq <= len(lines) or seq in withdrawn_by(lines[seq:]):
        return ()
    first = lines[seq - 1]
    return tuple(line for line in lines[seq - 1 : seq + 60] if line.command == first.command)


def _overtaken(lines: Sequence[Line], group: Sequence[Line]) -> frozenset[tuple[str, str, str]]:
    """Which things of these corrections have changed since, by whomever: what was set is no longer what stands there.

    A change that does not say of which thing it is, as what a room's step does to its board, counts for all that is shown there.
    """
    behind = lines[group[-1].seq :]
    taken = withdrawn_by(behind)
    later = [line for line in behind if line.seq not in taken]
    changed = {each.thing for line in later for each in line.corrections if each.was}
    changed.update((*moved, "") for line in later for moved in line.moved)
    drawn = {(line.room, each.topic) for line in later if line.room is not None and not line.corrections for each in line.heard}
    moved = {
        each.thing
        for line in group
        if any((line.room, heard.topic) in drawn for heard in line.heard)
        for each in line.corrections
        if each.was
    }
    return frozenset(changed | moved)


def _note(group: Sequence[Line], told: Sequence[Correction]) -> Note:
    first, words = group[0], tuple(dict.fromkeys(each.words for each in told))
    return Note(seq=first.seq, at=first.at, by=first.name or "Control", words=words, news=all(each.news for each in told))
