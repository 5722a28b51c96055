"""Addresses of this console for phones and tablets in the same network."""

from __future__ import annotations

import io
import ipaddress
import json
import socket
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest

from megagame import environment

SOMEWHERE = ("192.0.2.1", 9)  # a documentation address: nothing is sent, the system only chooses a route
EVERYWHERE = ("0.0.0.0", "::", "")


def lan_address() -> str:
    """Address of this machine in its network. 127.0.0.1 without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(SOMEWHERE)
            return str(way.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def root_of(host: str, port: int) -> str:
    """Root address for others, of a server on this host and port: "http://192.168.1.7:8000"."""
    name = lan_address() if host in EVERYWHERE else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def own_root() -> str:
    """Root address of this console for phones: the proxy's name in production, else where it was served last."""
    if settings.PRODUCTION:
        named = [name for name in settings.ALLOWED_HOSTS if not name.startswith(("*", "."))]
        said = [*settings.CSRF_TRUSTED_ORIGINS, *(f"{'https' if settings.HTTPS else 'http'}://{name}" for name in named)]
        if said:
            return said[0]
    host, port = last_served()
    return root_of(environment.text("HOST", host), environment.whole_number("PORT", port, least=1))


def note_served(host: str, port: int) -> None:
    """Store host and port of this console, for commands in another terminal."""
    with suppress(OSError):  # a read-only folder does not prevent serving
        _served().write_text(json.dumps({"host": host, "port": port}), encoding="utf-8")


def last_served() -> tuple[str, int]:
    """Host and port where this console was served last. The defaults of `make run` if it never was."""
    try:
        found = json.loads(_served().read_text(encoding="utf-8"))
        return str(found["host"]), int(found["port"])
    except (OSError, ValueError, KeyError, TypeError):
        return "0.0.0.0", 8000


def _served() -> Path:
    return Path(settings.VAR_DIR) / "served.json"


def for_phones(request: HttpRequest, path: str) -> str:
    """Whole address to print or show to phones, with the host name of this request.

    At the console's own machine that name may be "localhost", which a phone cannot use. Then the network address replaces it.
    """
    asked = urlsplit(request.build_absolute_uri(path))
    if not is_this_machine(asked.hostname or ""):
        return asked.geturl()
    if settings.PRODUCTION:
        return own_root() + path
    name = lan_address()
    return asked._replace(netloc=f"{name}:{asked.port}" if asked.port else name).geturl()


def is_this_machine(name: str) -> bool:
    """Whether a host name means the visitor's own machine."""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def qr_words(words: str) -> str:
    """QR code as text for a terminal."""
    out = io.StringIO()
    segno.make(words, error="l").terminal(out=out, border=2, compact=True)
    return out.getvalue()
