"""Pages travel compressed: a phone on bad wifi gets a quarter of the bytes. Static files are compressed once, when collected.

What is marked as even goes out in one of a few lengths (`control.equal_length`). The rest is filled up, in the name that a gzip
header may bear, or with blanks behind the page.

What many pages have alike stands between seams (`control.templatetags.kept`): it is compressed once, and a page's answer is put
together of such pieces and of what is its own. A piece is found by all its bytes, so none is ever sent for another.
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

from control.equal_length import MARK, filled
from control.templatetags.kept import SEAM

LEAST = 800  # bytes below which nothing is gained
PADDING = 100  # random bytes at most, so that a page's length tells nothing about what is in it (BREACH)
LEVEL = 6
PIECES = 256  # compressed pieces that are kept, of some 10 kB with what they are found by
NAMED, UNKNOWN = 8, 255  # of a gzip header (RFC 1952): a name follows; from no particular kind of machine
FRAME = 21  # bytes of a member around its data and its name: header, end of the name, last block, checksum and length
LAST = b"\x03\x00"  # an empty block that ends the data (RFC 1951)
BETWEEN = SEAM.encode()

Answer = Callable[[HttpRequest], HttpResponseBase]


def compressed(get_response: Answer) -> Answer:
    """Compress pages for browsers that take gzip."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        return _zipped(request, get_response(request))

    return answer


def _zipped(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
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
        response.content = whole.ljust(filled(len(whole)))
    elif len(pieces) > 1:
        response.content = b"".join(pieces)
    else:
        return response
    response.headers["Content-Length"] = str(len(response.content))
    return response


def _gzip(pieces: list[bytes], *, even: bool = False) -> bytes:
    """One gzip member: every second piece is one that is kept."""
    body = [_kept(piece) if at % 2 else _deflated(piece) for at, piece in enumerate(pieces)]
    if even:
        whole = FRAME + sum(map(len, body))
        name = b"-" * (filled(whole) - whole)
    else:
        name = secrets.token_hex(PADDING)[: secrets.randbelow(PADDING + 1)].encode()
    head = struct.pack("<BBBBLBB", 0x1F, 0x8B, zlib.DEFLATED, NAMED, 0, 0, UNKNOWN) + name + b"\x00"
    checksum, length = 0, 0
    for piece in pieces:
        checksum, length = zlib.crc32(piece, checksum), length + len(piece)
    return b"".join((head, *body, LAST, struct.pack("<LL", checksum, length & 0xFFFFFFFF)))


def _deflated(piece: bytes) -> bytes:
    """As raw deflate that leans on nothing before it and ends at a whole byte, so that anything may follow."""
    squeezed = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return squeezed.compress(piece) + squeezed.flush(zlib.Z_FULL_FLUSH)


_kept = lru_cache(maxsize=PIECES)(_deflated)
