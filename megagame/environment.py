"""Settings from environment variables: reading, errors, and requirements between them."""

from __future__ import annotations

import difflib
import ipaddress
import os
import re
import secrets
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured

from megagame.languages import LOCALE

# === variables ==========================================================================================================

# Settings come from environment variables only. Each error is one sentence, and all errors are reported at once. A reader raises
# for a bad value. Between `collect_errors` and `raise_collected` it collects the sentence instead and uses the default, so that the
# administrator sees all errors at the first start.


OURS = "MEGAGAME_"  # an unknown variable with this prefix that resembles a known one is a typing error
HOST_NAME = re.compile(r"\*|\.?[\w-]+(\.[\w-]+)*\.?|\[[0-9A-Fa-f:.]+\]", re.ASCII)  # as in a Host header, without the port
CONNECT_TIMEOUT = "5"  # seconds until a PostgreSQL that does not answer counts as away

T = TypeVar("T")
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

known: set[str] = set()  # every variable that was read
_gathered: list[str] | None = None


class BadSetting(ImproperlyConfigured):
    """Environment variables have unusable values. One line for each."""


def collect_errors() -> None:
    """Collect errors from now on instead of raising them."""
    global _gathered
    _gathered = []


def raise_collected(contradictions: Iterable[str] = ()) -> None:
    """End the collection.

    Raises:
        BadSetting: values are bad, contradict each other, or a variable of ours is misspelt.
    """
    global _gathered
    wrong, _gathered = [*(_gathered or ()), *contradictions, *_misspelt()], None
    if wrong:
        raise BadSetting("\n".join(dict.fromkeys(wrong)))


def install_settings_error_hook() -> None:
    """Install a hook that prints the sentences of bad settings instead of a traceback, in every program (Celery, uvicorn)."""
    before = sys.excepthook

    def say(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if isinstance(error, BadSetting):
            sys.stderr.write(f"{error}\n")
        else:
            before(kind, error, trace)

    sys.excepthook = say


def text(name: str, default: str = "") -> str:
    """Value without surrounding blanks. Unset and empty are the same."""
    known.add(name)
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool = False) -> bool:
    """Yes or no."""
    value = text(name).lower()
    if not value:
        return default
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    return _bad_setting(f"{name} is {value!r}: write 1 or 0.", default)


def whole_number(name: str, default: int, *, least: int = 0, most: int | None = None) -> int:
    """A whole number."""
    value = text(name)
    if not value:
        return default
    number = int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else -1
    if number < least or (most is not None and number > most):
        room = f"of at least {least}" if most is None else f"from {least} to {most}"
        return _bad_setting(f"{name} is {value!r}: write a whole number {room}.", default)
    return number


def word_list(name: str, default: tuple[str, ...] = ()) -> list[str]:
    """List, separated by commas."""
    return [word.strip() for word in text(name).split(",") if word.strip()] or list(default)


def choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    """One of a few words."""
    value = text(name, default)
    if value not in allowed:
        return _bad_setting(f"{name} is {value!r}: write one of {', '.join(allowed)}.", default)
    return value


def networks(name: str, default: tuple[str, ...] = ()) -> list[Network]:
    """IP addresses and networks, separated by commas: `127.0.0.1, 10.0.0.0/24`."""
    found = []
    for word in word_list(name, default):
        try:
            found.append(ipaddress.ip_network(word, strict=False))
        except ValueError:
            _bad_setting(f"{name} holds {word!r}: write addresses or networks such as 127.0.0.1, 10.0.0.0/24.", None)
    return found


def hosts(name: str, default: tuple[str, ...] = ()) -> list[str]:
    """Host names as browsers send them, separated by commas: `console.hall, 192.168.1.7`. `*` means any."""
    found = []
    for word in word_list(name, default):
        if HOST_NAME.fullmatch(word):
            found.append(word)
        else:
            _bad_setting(f"{name} holds {word!r}: write names or addresses alone, such as console.hall, and nothing else.", None)
    return found


def origins(name: str) -> list[str]:
    """Origins of sites, separated by commas: `https://console.hall`."""
    found = []
    for word in word_list(name):
        parts = urlsplit(word)
        if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path.strip("/"):
            _bad_setting(
                f"{name} holds {word!r}: write addresses such as https://console.hall, without anything behind them.", None
            )
        else:
            found.append(word.rstrip("/"))
    return found


def time_zone(name: str, default: str = "UTC") -> str:
    """Time zone by its name in the tz database."""
    value = text(name, default)
    try:
        ZoneInfo(value)
    except (KeyError, OSError, ValueError):  # unknown, a folder, a path out of the database
        return _bad_setting(f"{name} is {value!r}: write a time zone such as Europe/Vienna.", default)
    return value


def database(name: str, embedded: Mapping[str, Any]) -> dict[str, Any]:
    """Django database: the embedded one, or PostgreSQL at `postgres://user:password@host:port/name?option=value`.

    A unix socket's directory is an option: `postgres://user@/name?host=/run/postgresql`. Under ASGI every request has its own
    thread, and Django has a connection for each thread. So a thread borrows one from the process's pool while it runs queries. A
    borrowed connection is tested first, because a restarted PostgreSQL has dropped all of them.

    The server binds the values, so they are in no statement: PostgreSQL logs failing statements, and a sealed sheet must not be in
    a log.
    """
    address, size = text(name), whole_number("DATABASE_POOL", 16, least=1)
    if not address:
        return dict(embedded)
    parts = _split(name, address)
    if parts is None or parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
        if parts is not None:
            _bad_setting(f"{name} must read postgres://user:password@host:port/name; leave it out to use SQLite.", None)
        return dict(embedded)
    options = {"connect_timeout": CONNECT_TIMEOUT, **dict(parse_qsl(parts.query))}
    return {
        "ENGINE": "megagame.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", unquote(parts.hostname or "")),
        "PORT": str(parts.port or options.pop("port", "")),
        "CONN_MAX_AGE": 0,  # the pool keeps connections; one for each thread would exhaust the server
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            **options,
            "pool": {"min_size": min(2, size), "max_size": size, "timeout": 10},
            "server_side_binding": True,
        },
    }


def redis(name: str) -> str:
    """Address of a Redis, or ""."""
    return next(iter(redises(name, most=1)), "")


def redises(name: str, *, most: int = 16) -> list[str]:
    """Addresses of several Redis servers, separated by commas."""
    found = word_list(name)[:most] if most > 1 else [text(name)] if text(name) else []
    good = []
    for address in found:
        parts = _split(name, address)
        if parts is not None and parts.scheme not in {"redis", "rediss", "unix"}:
            _bad_setting(f"{name} must read redis://host:port/number; leave it out to run in one process without Redis.", None)
        elif parts is not None:
            good.append(address)
    return good


def secret_key(name: str, file: Path) -> str:
    """Signing key: from the environment, else from a file that only its owner can read, created at the first start."""
    if given := text(name):
        return given
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        return _key_in_file(file)
    except OSError as failed:
        reason = failed.strerror or type(failed).__name__
        return _bad_setting(f"{name} is not set and {file} cannot be read or made ({reason}): set {name}, or MEGAGAME_VAR.", "-")


def _key_in_file(file: Path) -> str:
    fresh = file.with_name(f"{file.name}.{os.getpid()}")
    if not file.exists():
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as new:
            new.write(secrets.token_urlsafe(48))
        try:
            os.link(fresh, file)  # if two processes start at once, the first one's key stays
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return file.read_text(encoding="ascii").strip()


def _split(name: str, address: str) -> SplitResult | None:
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError as wrong:
        reason = str(wrong).split(" as ")[0].split(":")[0]  # urllib's message ends with the value, which may contain a password
        return _bad_setting(f"{name} is not an address: {reason}.", None)
    return parts


def _bad_setting(sentence: str, otherwise: T) -> T:
    """Raise, or collect the sentence and return the default."""
    if _gathered is None:
        raise BadSetting(sentence)
    _gathered.append(sentence)
    return otherwise


def _misspelt() -> list[str]:
    found = []
    for name in sorted(set(os.environ) - known):
        if name.startswith(OURS) and (near := difflib.get_close_matches(name, known, 1, 0.85)):
            found.append(f"{name} is no setting of this console: {near[0]} is.")
    return found


# === demands ============================================================================================================

# Requirements between settings, and requirements of production: one sentence for each.


KEY_LENGTH = 50  # fewest characters of a safe signing key; Django requires as many
KEY_VARIETY = 5


def settings_contradictions(given: Mapping[str, Any]) -> Iterator[str]:
    """Contradictions in these settings."""
    if given["HTTPS"] and any(each.startswith("http://") for each in given["CSRF_TRUSTED_ORIGINS"]):
        yield "CSRF_TRUSTED_ORIGINS holds an http:// address although MEGAGAME_HTTPS is 1: write https://."
    if given["LIVE_REDIS_URLS"] and not given["REDIS_URL"]:
        yield "LIVE_REDIS_URLS is set without REDIS_URL: background work needs a Redis as well."
    yield from _of_language(given["LANGUAGE_CODE"])
    if given["PRODUCTION"]:
        yield from _of_production(given)


def _of_language(language: str) -> Iterator[str]:
    catalogues = LOCALE / language / "LC_MESSAGES"
    if language != "en" and sys.argv[1:2] not in (["messages"], ["serve"]) and not (catalogues / "django.mo").exists():
        yield f"MEGAGAME_LANGUAGE is {language}, whose sentences are not compiled yet: run `manage.py messages --compile` first."


def _of_production(given: Mapping[str, Any]) -> Iterator[str]:
    if given["DEBUG"]:
        yield "MEGAGAME_DEBUG and MEGAGAME_PRODUCTION are both 1: tracebacks in a browser show secrets; leave one out."
    if not text("DATABASE_URL"):
        yield "DATABASE_URL is missing: in production data is kept in PostgreSQL, postgres://user:password@host:port/name."
    if not text("REDIS_URL"):
        yield "REDIS_URL is missing: in production processes speak through Redis, redis://host:port/number."
    key = text("SECRET_KEY")
    if not key:
        yield f"SECRET_KEY is missing: in production every process gets the same one, at least {KEY_LENGTH} random characters."
    elif len(key) < KEY_LENGTH or len(set(key)) < KEY_VARIETY:
        yield f"SECRET_KEY is too short or too plain: take at least {KEY_LENGTH} random characters."
    if "*" in given["ALLOWED_HOSTS"]:
        yield "ALLOWED_HOSTS is missing or *: in production write the names that the hall's browsers ask for."
    if not text("MEGAGAME_HTTPS"):
        yield "MEGAGAME_HTTPS is missing: write 1 behind a proxy that ends TLS, 0 in a hall that does without."
