"""Devices on which an account was let in before: each carries a signed cookie."""

from __future__ import annotations

from typing import NamedTuple

from django.core import signing

COOKIE = "known"
SALT = "control.known"
AGE = 90 * 24 * 3600


class KnownDevice(NamedTuple):
    """Which account was let in, and a number of the device's own."""

    name: str
    device: str


def known_device(cookie: str) -> KnownDevice | None:
    """What a device's cookie says; None where it has none of this console's."""
    try:
        found = signing.loads(cookie, salt=SALT, max_age=AGE)
    except signing.BadSignature:
        return None
    return KnownDevice(found["name"], found["device"])
