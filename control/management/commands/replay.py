"""Fold a journal from nothing, an event's or a table's, and compare the result with the stored head; or tell it line by line."""

from __future__ import annotations

import difflib
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from control.journal import journal, story, streams
from control.journal.streams import Named
from control.models import Event, Stream


class Command(BaseCommand):
    """`manage.py replay EVENT|TABLE [--check] [--transcript]`."""

    help = "Fold the journal of an event or a side table from zero; with --check compare it byte for byte with the stored head."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the event's number or slug, or the code of a side table")
        parser.add_argument(
            "--transcript",
            action="store_true",
            help="tell every entry: a table's hands only once its game is over; an event's with what rooms keep to themselves",
        )
        parser.add_argument("--check", action="store_true", help="compare with the stored head; exit 1 on a difference")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["event"]
        found = of_event(event_named(name)) if is_event(name) else streams.named(name)
        if found is None:
            raise CommandError(f"There is no event or table {name!r}.")
        stream = found.stream
        if options["transcript"]:
            for line in found.told():
                self.stdout.write(line)
            if not options["check"]:
                return
        journal.forget(stream)
        play = journal.play_of(stream)
        replayed = journal.state_at(stream, stream.head, from_zero=True)
        self.stdout.write(f"{found.title}: {stream.head} entries folded from zero.")
        for sentence in play.engine.broken(replayed):
            self.stdout.write(f"broken: {sentence}")
        if not options["check"]:
            return
        differences = 0
        for what, stored in stored_states(stream):
            seq, body = stored
            again = play.encode(journal.state_at(stream, seq, from_zero=True))
            if again == body:
                self.stdout.write(f"{what} after entry {seq}: the same, {len(body)} bytes.")
            else:
                differences += 1
                self.stdout.write(f"{what} after entry {seq}: DIFFERENT")
                self.stdout.write(difference(body, again))
        if differences:
            raise CommandError(f"{differences} of the stored states differ from the replay.")


def of_event(event: Event) -> Named:
    """An event's journal, as `control.journal.streams.named` gives others."""
    return Named(stream=event.stream, title=event.name, told=lambda: transcript(event))


def transcript(event: Event) -> Iterator[str]:
    """Every entry as the sentence it made, with what was taken back."""
    lines = story.lines_of(event.stream)
    gone = story.withdrawn_by(lines)
    yield f"{event.name}: {len(lines)} entries."
    for line in lines:
        back = " (taken back)" if line.seq in gone else ""
        yield f"{line.seq:>5}  {timezone.localtime(line.at):%H:%M:%S}  {line.sentence}{back}"


def is_event(name: str) -> bool:
    """Is there an event of that number or slug?"""
    return Event.objects.filter(pk=int(name)).exists() if name.isdigit() else Event.objects.filter(slug=name).exists()


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


def stored_states(stream: Stream) -> list[tuple[str, tuple[int, bytes]]]:
    """The head as it was written with the last entry, and every snapshot."""
    stream = Stream.objects.get(pk=stream.pk)
    found = [("head", (stream.head, bytes(stream.state)))]
    for snapshot in stream.snapshots.order_by("seq"):
        found.append(("snapshot", (snapshot.seq, bytes(snapshot.body))))
    return found


def difference(stored: bytes, replayed: bytes) -> str:
    """The lines that differ, as a unified diff of both states."""
    before, after = (msgspec.json.format(body, indent=1).decode().splitlines() for body in (stored, replayed))
    return "\n".join(difflib.unified_diff(before, after, "stored", "replayed", lineterm="", n=2))
