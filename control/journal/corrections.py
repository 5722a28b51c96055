"""Correction notices: which screens have shown the old value, and what each still has to correct."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from uuid import UUID

from django.core.cache import cache
from msgspec import Struct

from control import registry
from control.engine.ids import SeatId, TeamId
from control.engine.modules import Correction
from control.engine.records import replace
from control.journal.story import lines_of, withdrawn_by
from control.journal.story_line import StoryLine
from control.journal.withdrawals import WITHDRAWN
from control.models import Stream
from control.people.access import SeatPass
from control.watch import database

# === notes ==============================================================================================================

# What Control set by hand or withdrew, for those whose screens had shown the old value: "Your Power: 3, not 4". A note is made from
# the journal only; the section "screens as shown" stores which notes a screen still has to show.


class CorrectionNote(Struct, frozen=True, kw_only=True):
    """One correction notice: a command that changed what a viewer has seen, in that viewer's words. `seq`: its first entry."""

    seq: int
    at: datetime
    by: str
    words: tuple[str, ...]
    news: bool = False  # entered as it happened; nothing was wrong before


def since(lines: Sequence[StoryLine], prior: int) -> Iterator[tuple[StoryLine, ...]]:
    """The commands behind `prior` that correct or withdraw something that a screen at `prior` may have shown."""
    behind = lines[prior:]
    if not any(line.corrections or line.kind == WITHDRAWN for line in behind):
        return  # so it is nearly always, and many phones ask at once
    for _command, found in groupby(behind, key=lambda line: line.command):
        group = tuple(found)
        if is_correction(group) or (group[0].kind == WITHDRAWN and prior >= min(group[0].withdraws)):
            yield group


def is_correction(group: Sequence[StoryLine]) -> bool:
    """Did staff set this by hand? What the rules do in a step begins with the end of that step, a line without corrections."""
    first = next((line for line in group if line.heard), group[0])
    return bool(first.corrections) and first.kind != WITHDRAWN and first.actor.startswith("staff:")


def note_for(lines: Sequence[StoryLine], seq: int, audiences: frozenset[str]) -> CorrectionNote | None:
    """The notice of the command that begins with `seq`, for these audiences.

    None if no correction concerns them, if the command was withdrawn, or if its values have changed since.
    """
    group = _standing(lines, seq)
    merged: dict[tuple[str, str, str, str], Correction] = {}
    for line in group:
        for each in line.corrections:
            if each.to in audiences:
                key = (*each.thing, "" if each.was else each.now)
                before = merged.get(key)
                merged[key] = replace(each, was=before.was if before else each.was)
    over = _outdated_things(lines, group) if group else frozenset()
    told = [each for each in merged.values() if each.now != each.was and each.thing not in over]
    return _note(group, told) if told else None


def _standing(lines: Sequence[StoryLine], seq: int) -> tuple[StoryLine, ...]:
    if not 0 < seq <= len(lines) or seq in withdrawn_by(lines[seq:]):
        return ()
    first = lines[seq - 1]
    return tuple(line for line in lines[seq - 1 : seq + 60] if line.command == first.command)


def _outdated_things(lines: Sequence[StoryLine], group: Sequence[StoryLine]) -> frozenset[tuple[str, str, str]]:
    """The corrected things that have changed again since, whoever changed them, so that the notice is out of date.

    Some changes name no thing, such as a room's step that changes its board. They count for every thing under the same topic.
    """
    behind = lines[group[-1].seq :]
    taken = withdrawn_by(behind)
    later = [line for line in behind if line.seq not in taken]
    changed = {each.thing for line in later for each in line.corrections if each.was}
    changed.update((*moved, "") for line in later for moved in line.outdated)
    refreshed = {(line.room, each.topic) for line in later if line.room is not None and not line.corrections for each in line.heard}
    moved = {
        each.thing
        for line in group
        if any((line.room, heard.topic) in refreshed for heard in line.heard)
        for each in line.corrections
        if each.was
    }
    return frozenset(changed | moved)


def _note(group: Sequence[StoryLine], told: Sequence[Correction]) -> CorrectionNote:
    first, words = group[0], tuple(dict.fromkeys(each.words for each in told))
    return CorrectionNote(seq=first.seq, at=first.at, by=first.name or "Control", words=words, news=all(each.news for each in told))


# === screens as shown ===================================================================================================

# The seq from which the last page of each phone, member of staff and hall screen was drawn.
#
# It is in the cache, under the journal's key, and not in the database. Losing it costs a line on the undo page, but no page. If a
# journal turns out to have another past, looks at the former past are ignored.


LOOKS_KEPT = 18 * 3600  # seconds: a day in the venue
MOST_NOTES = 5
CLOCK_TOPICS = frozenset({"clock", "news"})


class Looked(Struct, frozen=True, kw_only=True):
    """The last look of a screen: the seq it was drawn from (0: never), and the commands whose corrections it still shows."""

    seq: int = 0
    notes: tuple[int, ...] = ()


NEVER = Looked()


def screen_topics(realm: str, kind: str) -> frozenset[str]:
    """The topics that change a kind of hall screen. The map screen adds the topics of what rooms show on it."""
    if kind != "map":
        return CLOCK_TOPICS
    return CLOCK_TOPICS.union({"map"}, *(app.hall.map.topics for app in registry.rooms(realm).values() if app.hall.map is not None))


def seat_key(seat: SeatId) -> str:
    """The viewer key of a player's phone, equal to the name of its audience."""
    return f"seat:{seat}"


def screen_key(kind: str) -> str:
    """The viewer key of a kind of hall screen: "screen:map"."""
    return f"screen:{kind}"


def staff_key(name: str) -> str:
    """The viewer key of a member of the control team."""
    return f"staff:{name}"


def remembered_look(
    stream: UUID, viewer: str, seq: int, lines: Callable[[], Sequence[StoryLine]], audiences: frozenset[str] | None
) -> Looked:
    """Remember that this viewer's page is drawn from `seq`; return the corrections that it has to show.

    `lines`: returns the journal's lines; called only if something is new. `audiences`: what the viewer may know; None for the
    control team.
    """
    age, stored = _stored(stream, [viewer])
    before = stored[viewer]
    if before.seq >= seq:
        return before
    fresh: list[int] = []
    if before.seq:
        for group in since(lines(), before.seq):
            if audiences is None or any(each.to in audiences for line in group for each in line.corrections):
                fresh.append(group[0].seq)
    now = Looked(seq=seq, notes=(*before.notes, *fresh)[-MOST_NOTES:])
    _remember(stream, age, {viewer: now})
    return now


def mark_read(stream: UUID, viewer: str, seq: int) -> None:
    """Remember that the viewer has read the corrections up to the command `seq`."""
    age, stored = _stored(stream, [viewer])
    before = stored[viewer]
    left = tuple(each for each in before.notes if each > seq)
    if left != before.notes:
        _remember(stream, age, {viewer: Looked(seq=before.seq, notes=left)})


def remember_topics(stream: UUID, name: str, seq: int, topics: Iterable[str]) -> None:
    """Remember that a member of the control team has seen these topics as of `seq`."""
    _remember(stream, database.age_of(stream), {f"{staff_key(name)}:{topic}": Looked(seq=seq) for topic in topics})


def remembered_looks(stream: UUID, viewers: Iterable[str]) -> dict[str, Looked]:
    """The last look of each viewer."""
    return _stored(stream, viewers)[1]


def _stored(stream: UUID, viewers: Iterable[str]) -> tuple[str, dict[str, Looked]]:
    """The age of the journal, which names its current past, and the looks stored under that age."""
    keys = {_key(stream, viewer): viewer for viewer in viewers}
    stored = cache.get_many([*keys, database.age_key(stream)])
    age = str(stored.pop(database.age_key(stream), ""))
    # An earlier release wrote looks without an age.
    own = {key: Looked(seq=each[0], notes=tuple(each[1])) for key, each in stored.items() if each[2:] == (age,)}
    return age, {viewer: own.get(key, NEVER) for key, viewer in keys.items()}


def _remember(stream: UUID, age: str, found: Mapping[str, Looked]) -> None:
    cache.set_many({_key(stream, viewer): (each.seq, each.notes, age) for viewer, each in found.items()}, LOOKS_KEPT)


def _key(stream: UUID, viewer: str) -> str:
    # Names of staff may contain characters that a cache key must not.
    return f"seen:{stream}:{viewer.encode().hex()}"


# === corrections on screens =============================================================================================

# Correction notices: on phones until read (at most 30 minutes), on hall screens for 3 minutes.


ON_PHONES = timedelta(minutes=30)
IN_THE_HALL = timedelta(minutes=3)
HALL_AUDIENCES = frozenset({"all"})


class Amends(Struct, frozen=True, kw_only=True):
    """The notices of one screen, newest first. `last`: the newest command among them, also if it has no notice any more."""

    notes: tuple[CorrectionNote, ...]
    last: int

    @property
    def news(self) -> bool:
        """Is every notice about something newly entered, with nothing wrong before?"""
        return all(note.news for note in self.notes)


NOTHING = Amends(notes=(), last=0)


def corrections_on_phone(door: SeatPass, team: TeamId, seq: int, now: datetime) -> Amends:
    """The unread notices of this player. The look of the phone is remembered too."""
    stream = door.event.stream
    audiences = frozenset({"all", f"team:{team}", f"seat:{door.seat}"})
    return _notices_for(stream, seat_key(door.seat), seq, now - ON_PHONES, audiences)


def corrections_in_hall(stream: Stream, kind: str, seq: int, now: datetime) -> Amends:
    """The notices for this kind of hall screen, for a short while."""
    return _notices_for(stream, screen_key(kind), seq, now - IN_THE_HALL, HALL_AUDIENCES)


def _notices_for(stream: Stream, viewer: str, seq: int, since: datetime, audiences: frozenset[str]) -> Amends:
    told = _once(lambda: lines_of(stream))
    looked = remembered_look(stream.key, viewer, seq, told, audiences)
    if not looked.notes:
        return NOTHING
    found = (note_for(told(), each, audiences) for each in reversed(looked.notes))
    notes = tuple(note for note in found if note is not None and note.at >= since)
    return Amends(notes=notes, last=max(looked.notes)) if notes else NOTHING


def _once(ask: Callable[[], Sequence[StoryLine]]) -> Callable[[], Sequence[StoryLine]]:
    answer: list[Sequence[StoryLine]] = []

    def told() -> Sequence[StoryLine]:
        if not answer:
            answer.append(ask())
        return answer[0]

    return told
