"""HTTP client close enough to the socket to lose an answer on purpose."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

from msgspec import Struct

PATIENCE = 12.0  # seconds until a request is given up


class Lost(Exception):  # noqa: N818 - it says what happened
    """No answer reached the client."""


class Answer(Struct, frozen=True):
    """Response to a request."""

    status: int
    text: str
    cookies: Mapping[str, str]
    location: str = ""


async def ask(
    port: int, method: str, path: str, *, cookies: Mapping[str, str], body: str = "", kind: str = "", deaf: bool = False
) -> Answer:
    """Send one request on its own connection. `deaf`: break the connection after the server answered and before reading.

    Raises:
        Lost: no answer.
    """
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close", f"Origin: http://127.0.0.1:{port}"]
    if cookies:
        lines.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in cookies.items()))
    if method == "POST":
        lines += [f"Content-Type: {kind}", f"Content-Length: {len(body.encode())}"]
    request = "\r\n".join([*lines, "", body]).encode() if body else ("\r\n".join(lines) + "\r\n\r\n").encode()
    try:
        async with asyncio.timeout(PATIENCE):
            return answer_in(await exchanged(port, request, deaf=deaf))
    except (OSError, TimeoutError, ValueError, asyncio.IncompleteReadError) as gone:
        raise Lost(type(gone).__name__) from gone


async def exchanged(port: int, request: bytes, *, deaf: bool) -> bytes:
    """Send the request and read to the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        await writer.drain()
        if deaf:
            await reader.readexactly(1)
            raise ConnectionError("the answer was lost on its way")
        return await reader.read()
    finally:
        writer.transport.abort()


def answer_in(got: bytes) -> Answer:
    """Parse an answer.

    Raises:
        ValueError: the answer is incomplete.
    """
    head, found, body = got.partition(b"\r\n\r\n")
    if not found:
        raise ValueError("cut off in the head")
    first, *lines = head.decode("latin-1").split("\r\n")
    pairs = [(name.lower(), value.strip()) for name, _colon, value in (line.partition(":") for line in lines)]
    headers = dict(pairs)
    if headers.get("transfer-encoding") == "chunked":
        body = unchunked(body)
    elif len(body) < int(headers.get("content-length", "0")):
        raise ValueError("cut off in the body")
    cookies = {}
    for name, value in pairs:
        if name == "set-cookie":
            key, _equals, word = value.partition(";")[0].partition("=")
            cookies[key] = word
    return Answer(int(first.split()[1]), body.decode(errors="replace"), cookies, headers.get("location", ""))


def unchunked(body: bytes) -> bytes:
    """Decode a chunked body.

    Raises:
        ValueError: the last chunk is missing.
    """
    whole = b""
    while True:
        size, found, rest = body.partition(b"\r\n")
        if not found:
            raise ValueError("cut off between pieces")
        length = int(size, 16)
        if not length:
            return whole
        whole, body = whole + rest[:length], rest[length + 2 :]


@dataclass
class Form:
    """A form of a page: its address, its fields, and the buttons that can be pressed."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.inside: Form | None = None
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, value = given.get("name") or "", given.get("value") or ""
        if tag == "form":
            self.inside = Form(given.get("action") or "")
            self.found.append(self.inside)
        elif self.inside is None:
            return
        elif tag == "button" and "disabled" not in given:
            self.inside.buttons.append((name, value))
        elif tag == "select":
            self.select = name
        elif tag == "option" and (self.select not in self.inside.fields or "selected" in given):
            self.inside.fields[self.select] = value
        elif tag in ("input", "textarea") and name:
            if given.get("type") in ("checkbox", "radio") and "checked" not in given:
                return
            self.inside.fields[name] = value

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = None


def forms_in(page: str, action: str) -> list[Form]:
    """Forms of a page whose address matches this pattern."""
    parser = _Forms()
    parser.feed(page)
    return [form for form in parser.found if re.search(action, form.action)]
