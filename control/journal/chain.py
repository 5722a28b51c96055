"""The chain of a journal: each entry carries the hash of all before it, so that a journal is known by its head's seq and hash.

Entries of releases without hashes get theirs when something is written behind them; `Stream.chained_after` says how many those are.
What is hashed stands in `control.journal.links`. The chain begins with the digest of what the game is played by: the scenario that
is frozen into an event, the content of a side table. Journals of earlier releases have none (`Stream.frozen` is "").
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.db import connection
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Greatest

from control.journal import links, rows, streams
from control.models import Entry, Snapshot, Stream

AT_ONCE = 1_000  # entries that are held in memory while a whole journal is read


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """The last link of a journal: whoever has noted its hash can tell later whether anything before it was changed.

    The entries up to `chained_after` were written by a release without hashes: for what they were before, nothing vouches.
    `frozen` is the digest that the chain begins with; "" where nothing vouches for the frozen document.
    """

    seq: int
    hash: str
    chained_after: int
    frozen: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What became of looking at every link. `broken_at` is the first entry that does not fit, 0 where all do.

    `taken_out` counts the entries out of which a text was taken: their hashes hold, what stands there instead nobody vouches for.
    `frozen_wrong` says why the frozen document is not the one that the chain begins with; "" where it is, or where none is named.
    """

    end: End
    broken_at: int = 0
    why: str = ""
    taken_out: int = 0
    frozen_wrong: str = ""


def end_of(stream: Stream) -> End:
    """The last link, as `stream` (a fresh row) names it; without a hash where nothing has been written since there are any."""
    return End(seq=stream.head, hash=stream.hash, chained_after=stream.chained_after, frozen=stream.frozen)


def bind(stream: Stream, entries: Sequence[Entry]) -> str:
    """Give new entries their salts and hashes, behind the head of the locked `stream`; returns the last hash."""
    if not stream.hash:
        _freeze(stream)
        if stream.head:
            stream.hash = _begun(stream)
    before = stream.hash or links.beginning(stream.key, stream.frozen)
    salts = secrets.token_hex(links.SIZE * len(entries))
    for at, entry in enumerate(entries):
        entry.salt = salts[2 * links.SIZE * at : 2 * links.SIZE * (at + 1)]
        entry.hash = before = links.hash_of(before, entry)
    return before


def own_snapshots(stream: Stream) -> QuerySet[Snapshot]:
    """The snapshots that this journal has written: those that another past left behind are none of it."""
    as_of = Entry.objects.filter(stream=OuterRef("stream"), seq=OuterRef("far")).values("hash")
    far = stream.snapshots.filter(seq__lte=stream.head).annotate(far=Greatest("seq", "as_of"))
    return far.annotate(now=Subquery(as_of)).filter(now=F("hash"))


def check(stream: Stream) -> Checked:
    """Go from link to link, from the first entry to the head that `stream` (a fresh row) names, and look at the frozen document."""
    return replace(_links_of(stream), frozen_wrong=_frozen_wrong(stream))


def _links_of(stream: Stream) -> Checked:
    end, before, last, taken_out = end_of(stream), links.beginning(stream.key, stream.frozen), 0, 0
    for entry in _entries(stream):
        last += 1
        if entry.seq != last:
            return Checked(end=end, broken_at=last, why="it is missing", taken_out=taken_out)
        if not entry.hash and not end.hash:
            continue
        try:
            fits = links.hash_of(before, entry) == entry.hash
        except ValueError as wrong:
            return Checked(end=end, broken_at=last, why=str(wrong), taken_out=taken_out)
        if not fits:
            return Checked(end=end, broken_at=last, why="its hash is of something else", taken_out=taken_out)
        taken_out += not links.is_whole(entry.salt)
        before = entry.hash
    if last != end.seq:
        return Checked(end=end, broken_at=last + 1, why="it is missing", taken_out=taken_out)
    if last and end.hash and before != end.hash:
        return Checked(end=end, broken_at=last, why="the journal's row names another hash for it", taken_out=taken_out)
    return Checked(end=end, taken_out=taken_out)


def _freeze(stream: Stream) -> None:
    """Let the chain that begins now begin with the digest of the document that the game is played by."""
    stream.frozen_salt = secrets.token_hex(links.SIZE)
    stream.frozen = links.digest_of_document(streams.kind_of(stream).frozen(stream), stream.frozen_salt)
    frozen = "UPDATE control_stream SET frozen = %s, frozen_salt = %s WHERE id = %s"
    rows.told(frozen, stream.frozen, stream.frozen_salt, stream.pk)


def _frozen_wrong(stream: Stream) -> str:
    if not stream.frozen:
        return ""
    try:
        fits = links.digest_of_document(streams.kind_of(stream).frozen(stream), stream.frozen_salt) == stream.frozen
    except ValueError as wrong:
        return str(wrong)
    return "" if fits else "its digest is another one"


def _begun(stream: Stream) -> str:
    """Make a chain of what releases without hashes have written; returns the hash of the head."""
    before, told = links.beginning(stream.key, stream.frozen), []
    for entry in _entries(stream):
        entry.salt = secrets.token_hex(links.SIZE)
        before = links.hash_of(before, entry)
        told.append((entry.salt, before, entry.pk))
    with connection.cursor() as cursor:
        cursor.executemany("UPDATE control_entry SET salt = %s, hash = %s WHERE id = %s", told)
    as_of = Entry.objects.filter(stream=stream, seq=Greatest(OuterRef("seq"), OuterRef("as_of"))).values("hash")
    stream.snapshots.filter(hash="").update(hash=Subquery(as_of))
    stream.chained_after = stream.head
    rows.told("UPDATE control_stream SET chained_after = %s WHERE id = %s", stream.head, stream.pk)
    return before


def _entries(stream: Stream) -> Iterator[Entry]:
    return stream.entries.filter(seq__lte=stream.head).order_by("seq").iterator(chunk_size=AT_ONCE)
