"""Settings come from environment variables only; a bad one is refused in one sentence."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


class BadSetting(ImproperlyConfigured):
    """An environment variable has a value that nothing can be made of."""


def text(name: str, default: str = "") -> str:
    """The variable's value without surrounding blanks; unset and empty are the same."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool = False) -> bool:
    """A yes or no."""
    value = text(name).lower()
    if not value:
        return default
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    raise BadSetting(f"{name} is {value!r}: write 1 or 0.")


def whole(name: str, default: int, *, least: int = 0) -> int:
    """A whole number."""
    value = text(name)
    if not value:
        return default
    if not value.isdecimal() or int(value) < least:
        raise BadSetting(f"{name} is {value!r}: write a whole number of at least {least}.")
    return int(value)


def words(name: str, default: tuple[str, ...] = ()) -> list[str]:
    """A list, separated by commas."""
    return [word.strip() for word in text(name).split(",") if word.strip()] or list(default)


def choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    """One of a few words."""
    value = text(name, default)
    if value not in allowed:
        raise BadSetting(f"{name} is {value!r}: write one of {', '.join(allowed)}.")
    return value


def database(name: str, embedded: Mapping[str, Any]) -> dict[str, Any]:
    """A Django database: the embedded one, or PostgreSQL at `postgres://user:password@host:port/name?option=value`.

    A unix socket's directory is written as an option: `postgres://user@/name?host=/run/postgresql`.
    """
    address = text(name)
    if not address:
        return dict(embedded)
    parts = _split(name, address)
    options = dict(parse_qsl(parts.query))
    if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
        raise BadSetting(f"{name} must read postgres://user:password@host:port/name; leave it out to use SQLite.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", unquote(parts.hostname or "")),
        "PORT": str(parts.port or options.pop("port", "")),
        "CONN_MAX_AGE": 0,  # the pool keeps connections; a thread that kept its own would exhaust the server
        "OPTIONS": {"pool": {"min_size": 1, "max_size": whole("DATABASE_POOL", 16, least=1)}, **options},
    }


def redis(name: str) -> str:
    """The address of a Redis, or nothing."""
    address = text(name)
    if address and _split(name, address).scheme not in {"redis", "rediss", "unix"}:
        raise BadSetting(f"{name} must read redis://host:port/number; leave it out to run in one process without Redis.")
    return address


def secret_key(name: str, file: Path) -> str:
    """The signing key: from the environment, else from a file that only its owner may read, made at the first start."""
    if given := text(name):
        return given
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_name(f"{file.name}.{os.getpid()}")
    if not file.exists():
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as new:
            new.write(secrets.token_urlsafe(48))
        try:
            os.link(fresh, file)  # of two processes starting at once, the first one's key stays
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return file.read_text(encoding="ascii").strip()


def _split(name: str, address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError as wrong:
        raise BadSetting(f"{name} is not an address: {wrong}.") from wrong
    return parts
