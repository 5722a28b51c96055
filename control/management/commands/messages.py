"""`manage.py messages`: update the catalogues of sentences, list missing translations, fill them in, compile."""

from __future__ import annotations

import fcntl
import json
from argparse import ArgumentParser
from pathlib import Path
from typing import TextIO

from babel.messages.catalog import Message
from django.core.management.base import BaseCommand, CommandError

from megagame import messages
from megagame.languages import LOCALE, SCRIPTS, SERVER, languages
from megagame.messages import CatalogueMessage


class Command(BaseCommand):
    """Catalogues of the console's sentences."""

    help = "Bring the catalogues of sentences up to what code, templates and scripts say, and compile them."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Options besides updating and compiling."""
        parser.add_argument("--language", default="", help="only this language; a new one gets empty catalogues")
        parser.add_argument("--missing", metavar="FILE", default="", help="write what has no translation yet to a JSON file")
        parser.add_argument(
            "--under", default="", help="with --missing: only what is said in files below this path; several by commas"
        )
        parser.add_argument("--fill", metavar="FILE", default="", help="take translations from such a JSON file")
        parser.add_argument("--compile", action="store_true", help="only compile")
        parser.add_argument("--check", action="store_true", help="change nothing; fail when something is missing or left over")

    def handle(self, *, language: str, missing: str, under: str, fill: str, compile: bool, check: bool, **options: object) -> None:
        """Update the catalogues and print the number of messages in each.

        Raises:
            CommandError: with --check, a catalogue is incomplete; with --fill, the file cannot be used.
        """
        if not compile:
            with open(LOCALE / ".lock", "w", encoding="utf-8") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                for each in [language] if language else languages():
                    self._bring_up(each, missing, under, fill, check)
        if not check:
            messages.compile_catalogues()

    def _bring_up(self, language: str, missing: str, under: str, fill: str, check: bool) -> None:
        found = messages.all_messages()
        given = _given(fill) if fill else {}
        lacking: list[dict[str, object]] = []
        for domain in (SERVER, SCRIPTS):
            before = messages.read(language, domain)
            catalog = messages.update_catalogue(before, found[domain])
            for said, words in given.items():
                entry = messages.message_of(catalog, said)
                if entry is not None:
                    entry.string = words if said.plural else words[0]
            empty = {_key(entry): entry for entry in messages.untranslated(catalog)}
            self.stdout.write(f"{language} {domain}: {len(catalog)} messages, {len(empty)} without a translation")
            if check and (empty or {_key(each) for each in before} != {_key(each) for each in catalog}):
                raise CommandError(f"{language} {domain} is not complete: run manage.py messages, then fill in what is missing.")
            if not check:
                messages.write(catalog, language, domain)
            places = tuple(under.split(","))
            lacking += [
                _open(entry.id, entry.context, found[domain].places[said])
                for said in found[domain].places
                if (entry := empty.get(said)) is not None and any(place.startswith(places) for place in found[domain].places[said])
            ]
        if missing:
            with open(missing, "w", encoding="utf-8") as file:
                _write(lacking, file)
            self.stdout.write(f"{len(lacking)} messages to translate in {missing}")


def _key(entry: Message) -> CatalogueMessage:
    one, many = (entry.id, "") if isinstance(entry.id, str) else (entry.id[0], entry.id[1])
    return CatalogueMessage(one, many, entry.context or "")


def _open(id: object, context: str | None, places: set[str]) -> dict[str, object]:
    asked: dict[str, object] = {"id": id if isinstance(id, str) else list(id), "in": sorted(places)}  # type: ignore[call-overload]
    if context:
        asked["context"] = context
    return asked | {"to": "" if isinstance(id, str) else ["", ""]}


def _write(lacking: list[dict[str, object]], file: TextIO) -> None:
    file.write("[\n" + ",\n".join(json.dumps(each, ensure_ascii=False) for each in lacking) + "\n]\n")


def _given(file: str) -> dict[CatalogueMessage, tuple[str, ...]]:
    try:
        rows = json.loads(Path(file).read_text(encoding="utf-8"))
        given = {}
        for row in rows:
            one, many = (row["id"], "") if isinstance(row["id"], str) else row["id"]
            words = (row["to"],) if isinstance(row["to"], str) else tuple(row["to"])
            if all(words):
                given[CatalogueMessage(one, many, row.get("context", ""))] = words
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CommandError(
            f"{file} cannot be used ({error}): write a list of objects with `id` and `to`, as --missing does."
        ) from None
    return given
