"""Fold an event's journal from nothing and compare the result with the stored head."""

from __future__ import annotations

import difflib
from argparse import ArgumentParser
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from control import journal
from control.game import codec
from control.models import Event, Stream


class Command(BaseCommand):
    """`manage.py replay EVENT [--check]`."""

    help = "Fold an event's journal from zero; with --check compare it byte for byte with the stored head."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the event's number or slug")
        parser.add_argument("--check", action="store_true", help="compare with the stored head; exit 1 on a difference")

    def handle(self, *args: Any, **options: Any) -> None:
        event = event_named(options["event"])
        stream = event.stream
        journal.forget(stream)
        replayed = journal.state_at(stream, stream.head, from_zero=True)
        self.stdout.write(f"{event.name}: {stream.head} entries folded from zero.")
        for sentence in journal.game_of(stream).broken(replayed):
            self.stdout.write(f"broken: {sentence}")
        if not options["check"]:
            return
        differences = 0
        for what, stored in stored_states(event):
            seq, body = stored
            again = codec.encode_state(journal.state_at(stream, seq, from_zero=True))
            if again == body:
                self.stdout.write(f"{what} after entry {seq}: the same, {len(body)} bytes.")
            else:
                differences += 1
                self.stdout.write(f"{what} after entry {seq}: DIFFERENT")
                self.stdout.write(difference(body, again))
        if differences:
            raise CommandError(f"{differences} of the stored states differ from the replay.")


def event_named(name: str) -> Event:
    """The event of that number or slug.

    Raises:
        CommandError: there is none; the known ones are named.
    """
    events = Event.objects.select_related("stream")
    found = events.filter(pk=int(name)).first() if name.isdigit() else events.filter(slug=name).first()
    if found is None:
        known = ", ".join(f"{event.pk} ({event.slug})" for event in events[:20]) or "none yet"
        raise CommandError(f"There is no event {name!r}; known: {known}.")
    return found


def stored_states(event: Event) -> list[tuple[str, tuple[int, bytes]]]:
    """The head as it was written with the last entry, and every snapshot."""
    stream = Stream.objects.get(pk=event.stream_id)
    found = [("head", (stream.head, bytes(stream.state)))]
    for snapshot in stream.snapshots.order_by("seq"):
        found.append(("snapshot", (snapshot.seq, bytes(snapshot.body))))
    return found


def difference(stored: bytes, replayed: bytes) -> str:
    """The lines that differ, as a unified diff of both states."""
    before, after = (msgspec.json.format(body, indent=1).decode().splitlines() for body in (stored, replayed))
    return "\n".join(difflib.unified_diff(before, after, "stored", "replayed", lineterm="", n=2))
