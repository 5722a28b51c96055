"""Remove a player's name from an event: from its journals, keeping their chains valid, and from all rows of the event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from operator import or_
from typing import Final

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import BinaryField, CharField, F, Model, Q, TextField
from msgspec import Struct

from control.backup.rows import tables_of
from control.day.state import DayState
from control.debrief.access import is_over, register_before_opening
from control.debrief.anonymity.names import KnownSeat, Wording, neutral_name, players_of
from control.debrief.export import arrival
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.refusal import Refused
from control.journal import journal, links, rebuild
from control.journal.projections import leaf_of_row
from control.journal.streams import kind_of
from control.lab.models import LAB, Study
from control.models import AuditLine, Entry, Event, Sheet, Snapshot, Stream
from control.people import audit
from control.people.audit import AuditKind
from control.rehearsal.event_copy import throw_away

NOT_OVER: Final = later("The day is not over yet: until then the name is needed. Mark the player at check-in instead.")
AT_ONCE = 1_000  # rows in memory
# Not searched as rows: entries keep their hashes, states are folded, the access log never changes, accounts belong to the team.
APART: Final[frozenset[type[Model]]] = frozenset({Entry, Snapshot, Stream, AuditLine, User, Session})
DOCUMENTS: Final = ("{", "[")


class TakenOut(Struct, frozen=True, kw_only=True):
    """Result of a removal. `players`: whose names are removed. `in_log`: lines of the access log that still hold one, from an
    earlier release.
    """

    players: tuple[KnownSeat, ...]
    in_log: int = 0


def remove_names(event: Event, seats: Iterable[SeatId], further: Sequence[str] = ()) -> TakenOut:
    """Remove all names of these seats from the event. `further`: other names of the first seat, removed too.

    Raises:
        Refused: the day is not over, a seat is unknown, or there is nothing to remove.
    """
    with transaction.atomic():
        locked = Stream.objects.select_for_update().get(pk=event.stream_id)
        event = Event.objects.select_related("stream").get(pk=event.pk)
        if not is_over(event):
            raise Refused(say(NOT_OVER))
        known, wanted = players_of(event), list(dict.fromkeys(seats))
        if strange := [seat for seat in wanted if seat not in known]:
            raise Refused(say("There is no player {seat} in this event.", seat=strange[0]), code="unknown")
        players = tuple(known[seat] for seat in wanted if known[seat].names or further)
        if not players:
            raise Refused(say("Nothing is left to take out: this player has no name here any more."))
        wording = _wording(known, players, further)
        try:
            in_log = _remove_everywhere(event, locked, wording)
        finally:
            journal.forget()  # the cache holds a scenario under a key that may never be committed
        for each in players:
            audit.log_line(AuditKind.NAME_OUT, event.pk, about=each.seat)
    journal.forget()
    return TakenOut(players=players, in_log=in_log)


def remove_wished_names(event: Event) -> TakenOut:
    """Remove the names of all players who asked for that at check-in."""
    wished = [each.seat for each in players_of(event).values() if each.wishes and each.names]
    return remove_names(event, wished) if wished else TakenOut(players=())


def remove_names_wished_since(event: Event) -> bool:
    """Remove the names of players who were marked at check-in after the debrief was opened. Return whether there was one."""
    state: DayState = journal.head(event.stream).state
    if not any(seat.marks.nameless and seat.name != neutral_name(state, seat.id) for seat in state.seats.values()):
        return False
    with suppress(Refused):  # another request did it at the same moment
        return bool(remove_wished_names(event).players)
    return True


register_before_opening(remove_names_wished_since)


def _wording(known: Mapping[SeatId, KnownSeat], players: Sequence[KnownSeat], further: Sequence[str]) -> Wording:
    instead = {name: each.neutral for each in players for name in each.names}
    for name in {name for each in players for name in each.shared}:
        instead[name] = say("A player")  # a text does not say which of two players with this name is meant
    instead.update((" ".join(words.split()), players[0].neutral) for words in further if words.strip())
    return Wording(instead, (name for each in known.values() for name in each.names))


def _remove_everywhere(event: Event, locked: Stream, wording: Wording) -> int:
    """Remove the names from everything. Return how many lines of the access log still hold one."""
    own = [locked, *arrival.streams_beside(event), *arrival.streams_elsewhere(event)]
    streams = list(Stream.objects.select_for_update().filter(pk__in=[each.pk for each in own]).order_by("pk"))
    for stream in streams:
        _reword_journal(stream, wording)
    frozen = {stream.pk: kind_of(stream).frozen(stream) for stream in streams}
    for table in tables_of(event):
        if table.model not in APART:
            _reword_rows(table.model, table.rows.values_list("pk", flat=True), wording)
    for stream in streams:
        _keep_frozen_digest(stream, frozen[stream.pk])
    for stream in streams:
        Stream.objects.filter(pk=stream.pk).update(edition=F("edition") + 1)
        rebuild.write_whole(Stream.objects.get(pk=stream.pk))
    _remove_from_copies(event, wording)
    lines = AuditLine.objects.filter(event=event).values_list("values", flat=True)
    return sum(wording.touches(values) for values in lines.iterator(chunk_size=AT_ONCE))


def _remove_from_copies(event: Event, wording: Wording) -> None:
    """Remove the names from rehearsals and studies of the event.

    Delete its rehearsals and the days written from games of its studies. Reword the scenarios of the studies.
    """
    studies = Study.objects.filter(Q(event_a=event.pk) | Q(event_b=event.pk))
    known = list(studies.values_list("pk", flat=True))
    _reword_rows(Study, known, wording)
    days = [Q(slug__startswith=f"{LAB}{study}-") for study in known]
    for each in Event.objects.filter(reduce(or_, days, Q(rehearses=event.pk))).select_related("stream"):
        throw_away(each)


def _reword_journal(stream: Stream, wording: Wording) -> None:
    for entry in stream.entries.order_by("seq").iterator(chunk_size=AT_ONCE):
        if not entry.hash:  # from a release without hashes: there is no salt to keep
            _reword_plain_entry(entry, wording)
        elif changed := links.columns_without(entry, wording):
            Entry.objects.filter(pk=entry.pk).update(**changed)


def _keep_frozen_digest(stream: Stream, before: bytes) -> None:
    """Keep the digest of a frozen document valid: hash removed texts as they were."""
    if stream.frozen:
        salt = links.salt_without(before, kind_of(stream).frozen(stream), stream.frozen_salt)
        Stream.objects.filter(pk=stream.pk).update(frozen_salt=salt)


def _reword_plain_entry(entry: Entry, wording: Wording) -> None:
    changed = {name: wording(getattr(entry, name)) for name in ("actor", "name", "label")}
    changed |= {name: links.reword_document(getattr(entry, name), wording) for name in links.BODIES}
    if any(getattr(entry, name) != value for name, value in changed.items()):
        Entry.objects.filter(pk=entry.pk).update(**changed)


def _reword_rows(model: type[Model], keys: Iterable[object], wording: Wording) -> None:
    """Remove the names from all texts and documents of these rows."""
    fields = [each for each in model._meta.concrete_fields if isinstance(each, CharField | TextField | BinaryField)]
    names = [each.attname for each in fields]
    if not names:
        return
    for key, *values in model._base_manager.filter(pk__in=list(keys)).values_list("pk", *names).iterator(chunk_size=AT_ONCE):
        changed = {
            name: new for name, was in zip(names, values, strict=True) if (new := _reworded_value(name, was, wording)) != was
        }
        if changed and model is Sheet:
            row = Sheet.objects.get(pk=key)
            changed["leaf"] = leaf_of_row(row) if row.salt else ""  # keeps the proof of what was sealed
        if changed:
            model._base_manager.filter(pk=key).update(**changed)


def _reworded_value(field: str, was: object, wording: Wording) -> object:
    if isinstance(was, memoryview | bytes):
        document = bytes(was)
        now = links.reword_document(document.decode(), wording).encode() if document[:1] in (b"{", b"[") else document
        return was if now == document else now
    if not isinstance(was, str) or not was:
        return was
    if was.startswith(DOCUMENTS):
        return links.reword_document(was, wording)
    return wording(was) if links.is_text(field, was) else was
