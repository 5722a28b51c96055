"""What settings demand of each other, and what a console on a real network cannot be without: one sentence for each."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any

from megagame import environment
from megagame.languages import LOCALE

KEY_LENGTH = 50  # characters of a signing key that nobody guesses; Django asks for as many
KEY_VARIETY = 5


def demands(given: Mapping[str, Any]) -> Iterator[str]:
    """What does not fit together in these settings, whichever variables they came from."""
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
    if not environment.text("DATABASE_URL"):
        yield "DATABASE_URL is missing: in production data is kept in PostgreSQL, postgres://user:password@host:port/name."
    if not environment.text("REDIS_URL"):
        yield "REDIS_URL is missing: in production processes speak through Redis, redis://host:port/number."
    key = environment.text("SECRET_KEY")
    if not key:
        yield f"SECRET_KEY is missing: in production every process gets the same one, at least {KEY_LENGTH} random characters."
    elif len(key) < KEY_LENGTH or len(set(key)) < KEY_VARIETY:
        yield f"SECRET_KEY is too short or too plain: take at least {KEY_LENGTH} random characters."
    if "*" in given["ALLOWED_HOSTS"]:
        yield "ALLOWED_HOSTS is missing or *: in production write the names that the hall's browsers ask for."
    if not environment.text("MEGAGAME_HTTPS"):
        yield "MEGAGAME_HTTPS is missing: write 1 behind a proxy that ends TLS, 0 in a hall that does without."
