"""Host names of this console: those in the settings, else the machine's own.

Another site can point its own name to this machine and read the console's answers to its visitor. So pages and sockets answer a
request for a foreign name with one sentence.
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
    """Whether a connection asks for one of this console's names. A request without a name is not from a browser, and passes."""
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
    """Names of this machine: bare, and with the usual suffixes of local networks."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return (*LOCAL, name, short, *(f"{short}.{zone}" for zone in ("local", "lan", "home", "fritz.box")))


def _is_address(name: str, server: tuple[str, int | None] | None) -> bool:
    """Whether a name is the address of this connection, or a loopback address."""
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
