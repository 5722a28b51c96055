"""The names by which this console may be asked for: those that were set, else the machine's own.

A page of another site can let its own name lead to this machine, and then reads what the console answers to its visitor.
So a request for a name that is not the console's is answered with one sentence, pages and sockets alike.
"""

from __future__ import annotations

import ipaddress
import socket
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from control.engine.language import later

STRANGE = later("This console goes by another name. Open the address that the organizer or a screen in the hall shows.")
LOCAL = ("localhost", ".localhost")


def is_asked_by_name(scope: dict[str, Any]) -> bool:
    """Whether the name that a connection asks for is one of this console's. Who names none is no browser."""
    found = [value for name, value in scope["headers"] if name == b"host"]
    if not found:
        return True
    if len(found) > 1:
        return False
    name, _port = split_domain_port(found[0].decode("latin-1"))
    if settings.OWN_NAMES_ONLY:
        return validate_host(name, own_names()) or _is_address(name, scope.get("server"))
    return validate_host(name, settings.ALLOWED_HOSTS)


@lru_cache(maxsize=1)
def own_names() -> tuple[str, ...]:
    """How this machine calls itself, alone and in the ways in which a hall's network spells it."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return (*LOCAL, name, short, *(f"{short}.{zone}" for zone in ("local", "lan", "home", "fritz.box")))


def _is_address(name: str, server: tuple[str, int | None] | None) -> bool:
    """Whether a name is the very address at which the connection arrived, or another of the machine's own."""
    try:
        asked = ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    if asked.is_loopback:
        return True
    try:
        here = ipaddress.ip_address((server or ("", None))[0].partition("%")[0])
    except ValueError:
        return False
    return asked in (here, getattr(here, "ipv4_mapped", None))
