"""Links of a journal's chain: what is hashed of an entry, and how to remove a name without breaking the chain.

An entry's hash covers the hash of the entry before and everything the entry stores. Whoever knows a journal's last hash can tell
whether anything in it was changed.

Names and free texts are hashed indirectly. Each text goes in as a digest under a key of its own, and all keys of an entry come from
its salt. Removing a text keeps its digest and deletes its key; without the key nobody can test names against the digest.

Values that look like IDs, and names of fields, are hashed as they are. In fields that hold names or free text, such values count as
text too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import blake2b, sha256
from typing import Protocol
from uuid import UUID

import msgspec

VERSION = 1
SIZE = 16  # bytes of a salt, and of a text's key
MOST_TEXTS = 4 << 16  # texts under one salt: four keys come from a digest, which is numbered in two bytes
KEY, DIGEST = "k", "d"  # prefixes in a salt once a text was removed: a key, or the digest of a removed text
BODIES = ("body", "command_body")  # columns of JSON with texts in it
BETWEEN = b"\n"  # separates columns: stored JSON has no line ends
_words = """actor answer before by character characters claimed_by decided_by entered_by host label name names note
    one_name other_name person question reason text title why words"""
OF_PEOPLE = frozenset(each.encode() for each in _words.split())  # fields where a value that looks like an ID may be a name
_strings = re.compile(rb'"([^"\\]*(?:\\.[^"\\]*)*)"')
_is_id = re.compile(rb"[a-z0-9_#.-]*").fullmatch
_is_told = re.compile(rf"{KEY}[0-9a-f]{{{2 * SIZE}}}|{DIGEST}[0-9a-f]{{64}}").fullmatch
_encoder = msgspec.json.Encoder()


class ChainLink(Protocol):
    """The fields of an entry that are hashed, and the salt of its texts."""

    seq: int
    part: int
    command_id: UUID
    at: datetime
    kind: str
    command_kind: str
    release: str
    actor: str
    name: str
    label: str
    body: str
    command_body: str
    salt: str


def first_hash(key: UUID, frozen: str = "") -> str:
    """The hash before the first entry of a journal, different for each journal.

    `frozen`: the digest of the frozen document; "" in journals that began before such digests.
    """
    return sha256(f"megagame journal {VERSION} {key}{frozen and f' {frozen}'}".encode()).hexdigest()


def digest_of_document(document: bytes, salt: str) -> str:
    """The digest of a frozen document, such as a scenario. Whitespace and the order of keys do not count.

    Raises:
        ValueError: it is not JSON, or the salt is malformed or of another document.
    """
    pieces, places = _canonical(document)
    for at, digest in zip(places, _digests([pieces[at] for at in places], salt), strict=True):
        pieces[at] = digest
    return sha256(b"document %d\n%s" % (VERSION, b'"'.join(pieces))).hexdigest()


def salt_without(before: bytes, after: bytes, salt: str) -> str:
    """The salt of a document after texts were removed. The digest stays the same; the keys of removed texts are deleted.

    Raises:
        ValueError: more than texts was changed, or the salt is malformed or of another document.
    """
    was, places = _canonical(before)
    now, same = _canonical(after)
    if places != same:
        raise ValueError("more than texts was changed")
    digests = _digests([was[at] for at in places], salt)
    known = _salt_parts(salt) or [f"{KEY}{key.hex()}" for key in _keys(salt, len(places))]
    gone = {number: digest for number, digest in enumerate(digests) if was[places[number]] != now[places[number]]}
    known = [f"{DIGEST}{gone[number].decode()}" if number in gone else each for number, each in enumerate(known)]
    return ",".join(known) if gone else salt


def hash_of(before: str, link: ChainLink) -> str:
    """The hash of an entry; `before` is the hash of the entry before it.

    Raises:
        ValueError: the salt is malformed or does not fit the entry's texts.
    """
    pieces = _pieces(link)
    places = _text_places(pieces)
    for at, digest in zip(places, _digests([pieces[at] for at in places], link.salt), strict=True):
        pieces[at] = digest
    kinds = f"{link.kind} {link.command_kind} {link.release}"
    head = f"{VERSION} {before} {link.seq} {link.part} {link.command_id.hex} {_moment(link.at)} {kinds}\n"
    return sha256(head.encode() + b'"'.join(pieces)).hexdigest()


def columns_without(link: ChainLink, without: Callable[[str], str]) -> Mapping[str, str]:
    """The changed columns of an entry, salt included, after `without` has removed something such as a name from each text.

    The hash stays, but nothing proves the replacement texts. The result is empty if no text changed.

    Raises:
        ValueError: the salt is malformed or does not fit the entry's texts; or `without` leaves an empty text.
    """
    pieces = _pieces(link)
    places = _text_places(pieces)
    digests = _digests([pieces[at] for at in places], link.salt)
    known = _salt_parts(link.salt) or [f"{KEY}{key.hex()}" for key in _keys(link.salt, len(places))]
    gone = False
    for number, at in enumerate(places):
        was = msgspec.json.decode(b'"%s"' % pieces[at])
        if (now := without(was)) != was:
            if not now:
                raise ValueError("say what stands there instead")
            gone = True
            known[number] = f"{DIGEST}{digests[number].decode()}"
            pieces[at] = _escape_like_text(_encoder.encode(now)[1:-1])
    if not gone:
        return {}
    texts, *bodies = b'"'.join(pieces).split(BETWEEN)
    own = msgspec.json.decode(texts, type=dict[str, str])
    return {**own, **dict(zip(BODIES, (each.decode() for each in bodies), strict=True)), "salt": ",".join(known)}


def reword_document(document: str, without: Callable[[str], str]) -> str:
    """A document outside any chain, such as a sheet or a scenario, after `without` has changed each text in it."""
    pieces = _strings.split(document.encode())
    for at in _text_places(pieces):
        was = msgspec.json.decode(b'"%s"' % pieces[at])
        if (now := without(was)) != was:
            pieces[at] = _encoder.encode(now)[1:-1]
    return b'"'.join(pieces).decode()


def is_text(field: str, value: str) -> bool:
    """Is this a name or free text, rather than the ID of a thing?"""
    return field.encode() in OF_PEOPLE or not _is_id(value.encode())


def _escape_like_text(piece: bytes) -> bytes:
    """Encode a text so that it never looks like an ID (the removed text did not): its first letter is escaped by number."""
    return b"\\u%04x%s" % (piece[0], piece[1:]) if _is_id(piece) else piece


def is_whole(salt: str) -> bool:
    """Has no text been removed from the entry with this salt?"""
    return "," not in salt


@lru_cache(maxsize=16)  # all entries of a command have the same moment
def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()


def _pieces(link: ChainLink) -> list[bytes]:
    """All columns with texts, split at the quotes: every second piece is a quoted string."""
    texts = _encoder.encode({"actor": link.actor, "name": link.name, "label": link.label})
    whole = BETWEEN.join((texts, link.body.encode(), link.command_body.encode()))
    return _strings.split(whole) if b"\\" in whole else whole.split(b'"')


def _canonical(document: bytes) -> tuple[list[bytes], list[int]]:
    """The canonical form of a document, split at the quotes, and the indexes of its texts: all quoted values, but no keys."""
    try:
        written = msgspec.json.encode(msgspec.json.decode(document), order="sorted")
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise ValueError("it is not JSON") from wrong
    pieces = _strings.split(written)
    return pieces, [at for at in range(1, len(pieces), 2) if not pieces[at + 1].startswith(b":")]


def _text_places(pieces: list[bytes]) -> list[int]:
    """The indexes of the pieces that are hashed indirectly, as digests."""
    found, of_people = [], False
    for at in range(1, len(pieces), 2):
        if pieces[at + 1].startswith(b":"):
            of_people = pieces[at] in OF_PEOPLE
        elif of_people or not _is_id(pieces[at]):
            found.append(at)
    return found


def _digests(texts: list[bytes], salt: str) -> list[bytes]:
    told = _salt_parts(salt)
    if told is None:
        return [sha256(key + text).hexdigest().encode() for key, text in zip(_keys(salt, len(texts)), texts, strict=True)]
    if len(told) != len(texts):
        raise ValueError("the salt is for other texts")
    return [
        each[1:].encode() if each[0] == DIGEST else sha256(bytes.fromhex(each[1:]) + text).hexdigest().encode()
        for each, text in zip(told, texts, strict=True)
    ]


def _keys(salt: str, count: int) -> list[bytes]:
    """Derive `count` keys from a whole salt."""
    if len(salt) != 2 * SIZE:
        raise ValueError("there is no salt")
    if count > MOST_TEXTS:
        raise ValueError("it has more texts than there are keys")
    first = bytes.fromhex(salt)
    whole = b"".join([blake2b(first + number.to_bytes(2)).digest() for number in range((count + 3) // 4)])
    return [whole[at : at + SIZE] for at in range(0, SIZE * count, SIZE)]


def _salt_parts(salt: str) -> list[str] | None:
    """The key or digest that a salt holds for each text; None if no text was removed."""
    if is_whole(salt):
        return None
    told = salt.split(",")
    if not all(map(_is_told, told)):
        raise ValueError("the salt is none")
    return told
