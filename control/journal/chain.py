"""Hash chain of a journal: each entry carries the hash of all before it, so seq and hash of the head identify a journal.

`control.journal.links` defines what is hashed. The chain begins with the digest of the frozen document: the scenario of an event,
or the content of a side table. Journals of early releases have no such digest (`Stream.frozen` is "").

Releases before hashes wrote entries without them. The next write adds hashes to these; `Stream.chained_after` counts them.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence

from django.db import connection
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Greatest
from msgspec import Struct

from control.engine.records import replace
from control.journal import links, rows, streams
from control.models import Entry, Snapshot, Stream

AT_ONCE = 1_000  # entries in memory at once while a whole journal is read


class ChainEnd(Struct, frozen=True, kw_only=True):
    """The last link of a journal. A noted hash shows later whether anything before it was changed.

    `chained_after`: the last entry written before hashes existed; up to it, nothing proves what the entries were. `frozen`: the
    digest with which the chain begins; "" if nothing proves the frozen document.
    """

    seq: int
    hash: str
    chained_after: int
    frozen: str = ""


class Checked(Struct, frozen=True, kw_only=True):
    """The result of checking every link. `broken_at`: the first entry that does not fit; 0 if all do. `why`: what is wrong with it.

    `taken_out`: number of entries from which a text was removed. Their hashes hold, but nothing proves the replacement text.
    `frozen_wrong`: why the frozen document differs from the one in the chain; "" if it matches or the chain names none.
    """

    end: ChainEnd
    broken_at: int = 0
    why: str = ""
    taken_out: int = 0
    frozen_wrong: str = ""


def end_of(stream: Stream) -> ChainEnd:
    """The last link, from `stream` (a fresh row). Its hash is "" if nothing was written since hashes exist."""
    return ChainEnd(seq=stream.head, hash=stream.hash, chained_after=stream.chained_after, frozen=stream.frozen)


def chain_entries(stream: Stream, entries: Sequence[Entry]) -> str:
    """Give new entries their salts and hashes, behind the head of the locked `stream`. Return the last hash."""
    if not stream.hash:
        _freeze(stream)
        if stream.head:
            stream.hash = _begin_chain(stream)
    before = stream.hash or links.first_hash(stream.key, stream.frozen)
    salts = secrets.token_hex(links.SIZE * len(entries))
    for at, entry in enumerate(entries):
        entry.salt = salts[2 * links.SIZE * at : 2 * links.SIZE * (at + 1)]
        entry.hash = before = links.hash_of(before, entry)
    return before


def own_snapshots(stream: Stream) -> QuerySet[Snapshot]:
    """Snapshots written by this journal. Those left behind by another past, such as before a restore, are excluded."""
    as_of = Entry.objects.filter(stream=OuterRef("stream"), seq=OuterRef("far")).values("hash")
    far = stream.snapshots.filter(seq__lte=stream.head).annotate(far=Greatest("seq", "as_of"))
    return far.annotate(now=Subquery(as_of)).filter(now=F("hash"))


def check(stream: Stream) -> Checked:
    """Check every link up to the head that `stream` (a fresh row) names, and the frozen document."""
    return replace(_links_of(stream), frozen_wrong=_frozen_problem(stream))


def _links_of(stream: Stream) -> Checked:
    end, before, last, taken_out = end_of(stream), links.first_hash(stream.key, stream.frozen), 0, 0
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
    """Store the digest of the frozen document, with which this new chain begins."""
    stream.frozen_salt = secrets.token_hex(links.SIZE)
    stream.frozen = links.digest_of_document(streams.kind_of(stream).frozen(stream), stream.frozen_salt)
    frozen = "UPDATE control_stream SET frozen = %s, frozen_salt = %s WHERE id = %s"
    rows.execute(frozen, stream.frozen, stream.frozen_salt, stream.pk)


def _frozen_problem(stream: Stream) -> str:
    if not stream.frozen:
        return ""
    try:
        fits = links.digest_of_document(streams.kind_of(stream).frozen(stream), stream.frozen_salt) == stream.frozen
    except ValueError as wrong:
        return str(wrong)
    return "" if fits else "its digest is another one"


def _begin_chain(stream: Stream) -> str:
    """Chain the entries that releases without hashes wrote. Return the hash of the head."""
    before, told = links.first_hash(stream.key, stream.frozen), []
    for entry in _entries(stream):
        entry.salt = secrets.token_hex(links.SIZE)
        before = links.hash_of(before, entry)
        told.append((entry.salt, before, entry.pk))
    with connection.cursor() as cursor:
        cursor.executemany("UPDATE control_entry SET salt = %s, hash = %s WHERE id = %s", told)
    as_of = Entry.objects.filter(stream=stream, seq=Greatest(OuterRef("seq"), OuterRef("as_of"))).values("hash")
    stream.snapshots.filter(hash="").update(hash=Subquery(as_of))
    stream.chained_after = stream.head
    rows.execute("UPDATE control_stream SET chained_after = %s WHERE id = %s", stream.head, stream.pk)
    return before


def _entries(stream: Stream) -> Iterator[Entry]:
    return stream.entries.filter(seq__lte=stream.head).order_by("seq").iterator(chunk_size=AT_ONCE)
