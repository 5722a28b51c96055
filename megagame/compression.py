"""Compression of pages: a phone on bad wifi receives a quarter of the bytes. Static files are compressed once, at collection.

A response marked for equal length (`control.equal_length`) gets one of a few lengths. Padding is in the name field of the gzip
header, or blanks behind the page.

Fragments that many pages share are between seams (`control.templatetags.kept`). Each is compressed once, and a response is
assembled from them and its own parts. The cache key is all bytes of a fragment, so no other fragment is ever sent for it.
"""

from __future__ import annotations

import secrets
import struct
import zlib
from collections.abc import Callable
from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

from control.equal_length import MARK, padded_length
from control.templatetags.kept import SEAM

LEAST = 800  # bytes; smaller pages gain nothing
PADDING = 100  # most random bytes, so that a page's length reveals nothing of its content (BREACH)
LEVEL = 6
PIECES = 256  # cached compressed fragments, of some 10 kB with their keys
NAMED, UNKNOWN = 8, 255  # gzip header (RFC 1952): flag for a name, code for an unknown system
FRAME = 21  # bytes of a gzip member besides data and name: header, end of the name, last block, checksum and length
LAST = b"\x03\x00"  # empty final block (RFC 1951)
BETWEEN = SEAM.encode()

Answer = Callable[[HttpRequest], HttpResponseBase]


def compress_pages(get_response: Answer) -> Answer:
    """Middleware that compresses pages for browsers that accept gzip."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        return _compress_page(request, get_response(request))

    return answer


def _compress_page(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    kind = response.headers.get("Content-Type", "")
    even = response.headers.pop(MARK, None) is not None
    if not isinstance(response, HttpResponse) or not kind.startswith("text/html") or response.has_header("Content-Encoding"):
        return response
    patch_vary_headers(response, ("Accept-Encoding",))
    pieces = response.content.split(BETWEEN)
    if (even or sum(map(len, pieces)) >= LEAST) and "gzip" in request.headers.get("Accept-Encoding", ""):
        response.content = _gzip(pieces, even=even)
        response.headers["Content-Encoding"] = "gzip"
    elif even:
        whole = b"".join(pieces)
        response.content = whole.ljust(padded_length(len(whole)))
    elif len(pieces) > 1:
        response.content = b"".join(pieces)
    else:
        return response
    response.headers["Content-Length"] = str(len(response.content))
    return response


def compressed(text: str, *, even: bool) -> bytes:
    """A page's text in gzip, as its response would carry it. `even`: padded to one of a few lengths."""
    return _gzip(text.encode().split(BETWEEN), even=even)


def _gzip(pieces: list[bytes], *, even: bool = False) -> bytes:
    """One gzip member. Every second piece is a cached fragment."""
    body = [_kept(piece) if at % 2 else _deflate(piece) for at, piece in enumerate(pieces)]
    if even:
        whole = FRAME + sum(map(len, body))
        name = b"-" * (padded_length(whole) - whole)
    else:
        name = secrets.token_hex(PADDING)[: secrets.randbelow(PADDING + 1)].encode()
    head = struct.pack("<BBBBLBB", 0x1F, 0x8B, zlib.DEFLATED, NAMED, 0, 0, UNKNOWN) + name + b"\x00"
    checksum, length = 0, 0
    for piece in pieces:
        checksum, length = zlib.crc32(piece, checksum), length + len(piece)
    return b"".join((head, *body, LAST, struct.pack("<LL", checksum, length & 0xFFFFFFFF)))


def _deflate(piece: bytes) -> bytes:
    """Raw deflate data that depends on nothing before it and ends at a byte boundary, so that anything may follow."""
    squeezed = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return squeezed.compress(piece) + squeezed.flush(zlib.Z_FULL_FLUSH)


_kept = lru_cache(maxsize=PIECES)(_deflate)
