"""The links of a journal's chain: what of an entry is hashed, and how a name is taken out of one without breaking the chain.

The hash of an entry is made of the hash of the one before and of what the entry stores: whoever knows the last hash of a journal
can tell whether anything in it was changed. What people are called or wrote stands outside of it: each such text goes in as a
digest under a key of its own, and all keys of an entry come from its salt. When a text is taken out its digest stays and its key
goes, and with the key the only way to try names against the digest. What looks like the id of a thing is hashed as it is, unless it
stands in a field for what people are called or write; so are the names of fields.
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
MOST_TEXTS = 4 << 16  # under one salt: four keys come from a digest, which is numbered in two bytes
KEY, DIGEST = "k", "d"  # what a salt holds for each text once one was taken out
BODIES = ("body", "command_body")  # columns of JSON with texts in it
BETWEEN = b"\n"  # columns: JSON as it is stored has no line ends
_words = """actor answer before by character characters claimed_by decided_by entered_by host label name names note
    one_name other_name person question reason text title why words"""
OF_PEOPLE = frozenset(each.encode() for each in _words.split())  # fields where a word that looks like an id may be a name
_strings = re.compile(rb'"([^"\\]*(?:\\.[^"\\]*)*)"')
_is_id = re.compile(rb"[a-z0-9_#.-]*").fullmatch
_is_told = re.compile(rf"{KEY}[0-9a-f]{{{2 * SIZE}}}|{DIGEST}[0-9a-f]{{64}}").fullmatch
_encoder = msgspec.json.Encoder()


class Link(Protocol):
    """What of an entry is hashed, and the salt of its texts."""

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


def beginning(key: UUID, frozen: str = "") -> str:
    """What the first entry of a journal follows: no entry of another journal fits behind it.

    `frozen` is the digest of the document that the game is played by; "" in journals that began before there was one.
    """
    return sha256(f"megagame journal {VERSION} {key}{frozen and f' {frozen}'}".encode()).hexdigest()


def digest_of_document(document: bytes, salt: str) -> str:
    """The digest of a frozen document, such as a scenario, by what it says: its blanks and the order of its keys do not count.

    Raises:
        ValueError: it is not JSON, or the salt is none or of another document.
    """
    pieces, places = _canonical(document)
    for at, digest in zip(places, _digests([pieces[at] for at in places], salt), strict=True):
        pieces[at] = digest
    return sha256(b"document %d\n%s" % (VERSION, b'"'.join(pieces))).hexdigest()


def salt_without(before: bytes, after: bytes, salt: str) -> str:
    """The salt of a document once texts were taken out of it: its digest stays, and the key of each text that is gone goes.

    Raises:
        ValueError: not only texts were changed, or the salt is none or of another document.
    """
    was, places = _canonical(before)
    now, same = _canonical(after)
    if places != same:
        raise ValueError("more than texts was changed")
    digests = _digests([was[at] for at in places], salt)
    known = _told(salt) or [f"{KEY}{key.hex()}" for key in _keys(salt, len(places))]
    gone = {number: digest for number, digest in enumerate(digests) if was[places[number]] != now[places[number]]}
    known = [f"{DIGEST}{gone[number].decode()}" if number in gone else each for number, each in enumerate(known)]
    return ",".join(known) if gone else salt


def hash_of(before: str, link: Link) -> str:
    """The hash of an entry behind the one whose hash is `before`.

    Raises:
        ValueError: the salt is none, or does not fit the entry's texts.
    """
    pieces = _pieces(link)
    places = _apart(pieces)
    for at, digest in zip(places, _digests([pieces[at] for at in places], link.salt), strict=True):
        pieces[at] = digest
    kinds = f"{link.kind} {link.command_kind} {link.release}"
    head = f"{VERSION} {before} {link.seq} {link.part} {link.command_id.hex} {_moment(link.at)} {kinds}\n"
    return sha256(head.encode() + b'"'.join(pieces)).hexdigest()


def taken_out(link: Link, without: Callable[[str], str]) -> Mapping[str, str]:
    """The columns of an entry, its salt among them, once `without` has taken something such as a name out of each text of it.

    The hash stays. What stands there instead is vouched for by nobody. Where no text changes nothing does.

    Raises:
        ValueError: the salt is none, or does not fit the entry's texts; or nothing would stand there instead.
    """
    pieces = _pieces(link)
    places = _apart(pieces)
    digests = _digests([pieces[at] for at in places], link.salt)
    known = _told(link.salt) or [f"{KEY}{key.hex()}" for key in _keys(link.salt, len(places))]
    gone = False
    for number, at in enumerate(places):
        was = msgspec.json.decode(b'"%s"' % pieces[at])
        if (now := without(was)) != was:
            if not now:
                raise ValueError("say what stands there instead")
            gone = True
            known[number] = f"{DIGEST}{digests[number].decode()}"
            pieces[at] = _apart_still(_encoder.encode(now)[1:-1])
    if not gone:
        return {}
    texts, *bodies = b'"'.join(pieces).split(BETWEEN)
    own = msgspec.json.decode(texts, type=dict[str, str])
    return {**own, **dict(zip(BODIES, (each.decode() for each in bodies), strict=True)), "salt": ",".join(known)}


def reworded(document: str, without: Callable[[str], str]) -> str:
    """A document that no chain holds, such as a sheet or a scenario, once `without` has taken something out of each text of it."""
    pieces = _strings.split(document.encode())
    for at in _apart(pieces):
        was = msgspec.json.decode(b'"%s"' % pieces[at])
        if (now := without(was)) != was:
            pieces[at] = _encoder.encode(now)[1:-1]
    return b'"'.join(pieces).decode()


def is_text(field: str, value: str) -> bool:
    """Does this stand for what people are called or write, rather than for a thing?"""
    return field.encode() in OF_PEOPLE or not _is_id(value.encode())


def _apart_still(piece: bytes) -> bytes:
    """A text written so that it never looks like an id, as what stood there did not: its first letter by its number."""
    return b"\\u%04x%s" % (piece[0], piece[1:]) if _is_id(piece) else piece


def is_whole(salt: str) -> bool:
    """Has nothing been taken out of the entry with this salt?"""
    return "," not in salt


@lru_cache(maxsize=16)  # all entries of a command have one
def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()


def _pieces(link: Link) -> list[bytes]:
    """All columns with texts, cut up at the quotes: every second piece is what stands in quotes."""
    texts = _encoder.encode({"actor": link.actor, "name": link.name, "label": link.label})
    whole = BETWEEN.join((texts, link.body.encode(), link.command_body.encode()))
    return _strings.split(whole) if b"\\" in whole else whole.split(b'"')


def _canonical(document: bytes) -> tuple[list[bytes], list[int]]:
    """A document as it is hashed, cut up at the quotes, and where its texts are: every value in quotes is one."""
    try:
        written = msgspec.json.encode(msgspec.json.decode(document), order="sorted")
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise ValueError("it is not JSON") from wrong
    pieces = _strings.split(written)
    return pieces, [at for at in range(1, len(pieces), 2) if not pieces[at + 1].startswith(b":")]


def _apart(pieces: list[bytes]) -> list[int]:
    """Where the texts are that are hashed apart."""
    found, of_people = [], False
    for at in range(1, len(pieces), 2):
        if pieces[at + 1].startswith(b":"):
            of_people = pieces[at] in OF_PEOPLE
        elif of_people or not _is_id(pieces[at]):
            found.append(at)
    return found


def _digests(texts: list[bytes], salt: str) -> list[bytes]:
    told = _told(salt)
    if told is None:
        return [sha256(key + text).hexdigest().encode() for key, text in zip(_keys(salt, len(texts)), texts, strict=True)]
    if len(told) != len(texts):
        raise ValueError("the salt is for other texts")
    return [
        each[1:].encode() if each[0] == DIGEST else sha256(bytes.fromhex(each[1:]) + text).hexdigest().encode()
        for each, text in zip(told, texts, strict=True)
    ]


def _keys(salt: str, count: int) -> list[bytes]:
    """The keys of so many texts."""
    if len(salt) != 2 * SIZE:
        raise ValueError("there is no salt")
    if count > MOST_TEXTS:
        raise ValueError("it has more texts than there are keys")
    first = bytes.fromhex(salt)
    whole = b"".join([blake2b(first + number.to_bytes(2)).digest() for number in range((count + 3) // 4)])
    return [whole[at : at + SIZE] for at in range(0, SIZE * count, SIZE)]


def _told(salt: str) -> list[str] | None:
    """What a salt holds for each text; None where it is whole."""
    if is_whole(salt):
        return None
    told = salt.split(",")
    if not all(map(_is_told, told)):
        raise ValueError("the salt is none")
    return told
