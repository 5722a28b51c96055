"""Fold the journal of an event or table from the start, compare it with stored states and verify its chain; or print it."""

from __future__ import annotations

import difflib
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet
from django.utils import timezone
from msgspec import Struct

from control.engine.typed_text import number_in
from control.journal import chain, journal, story, streams
from control.journal.streams import NamedStream
from control.models import Event, Stream


class Command(BaseCommand):
    """`manage.py replay EVENT|TABLE [--check] [--transcript]`."""

    help = "Fold the journal of an event or a side table from zero; with --check verify its chain and compare all that is stored."
    requires_system_checks = ()  # it only reads, and the checks load every page

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the event's number or slug, or the code of a side table")
        parser.add_argument(
            "--transcript",
            action="store_true",
            help="tell every entry: a table's hands only once its game is over; an event's with what rooms keep to themselves",
        )
        parser.add_argument("--check", action="store_true", help="compare and verify; exit 1 if anything differs")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["event"]
        found = of_event(event_named(name)) if is_event(name) else streams.find_stream(name)
        if found is None:
            raise CommandError(f"There is no event or table {name!r}.")
        stream = found.stream
        if options["transcript"]:
            for line in found.told():
                self.stdout.write(line)
            if not options["check"]:
                return
        journal.forget(stream)
        stream = Stream.objects.get(pk=stream.pk)
        play = journal.play_of(stream)
        stored = stored_states(stream) if options["check"] else []
        again = journal.states_from_zero(stream, {(stream.head, stream.head), *((each.seq, each.as_of) for each in stored)})
        self.stdout.write(f"{found.title}: {stream.head} entries folded from zero.")
        for sentence in play.engine.broken(again[stream.head]):
            self.stdout.write(f"broken: {sentence}")
        whole = not options["check"] or self._is_whole(chain.check(stream))
        differences = sum(self._differs(stream, each, play.encode(again[each.seq])) for each in stored)
        if differences:
            raise CommandError(f"{differences} of the stored states differ from the replay.")
        if not whole:
            raise CommandError("The chain of the journal is broken: something in it was changed.")

    def _is_whole(self, found: chain.Checked) -> bool:
        end = found.end
        if found.broken_at:
            self.stdout.write(f"chain: BROKEN at entry {found.broken_at}: {found.why}.")
            return False
        if found.frozen_wrong:
            self.stdout.write(f"chain: BROKEN before entry 1: the frozen scenario or content was changed: {found.frozen_wrong}.")
            return False
        if end.seq and not end.hash:
            self.stdout.write("chain: none yet; it begins with the next entry, for a release without hashes wrote these.")
            return True
        since = f"; entries 1 to {end.chained_after} were there before it began" if end.chained_after else ""
        gone = f"; out of {found.taken_out} of them texts were taken" if found.taken_out else ""
        self.stdout.write(f"chain: whole, {end.seq} links{since}{gone}. The last is {end.hash}.")
        if not end.frozen:
            self.stdout.write("chain: the frozen scenario or content is not proved; the journal began under an earlier release.")
        return True

    def _differs(self, stream: Stream, stored: StoredState, again: bytes) -> bool:
        of = "" if stored.encoding == journal.play_of(stream).encoding else ", of an earlier release"
        where = f"{stored.what} after entry {stored.seq}{of}"
        try:
            body = journal.reencode_state(stream, stored.body, stored.encoding)
        except msgspec.ValidationError as wrong:
            self.stdout.write(f"{where}: cannot be read any more: {wrong}")
            return True
        if again == body:
            self.stdout.write(f"{where}: the same, {len(body)} bytes.")
            return False
        self.stdout.write(f"{where}: DIFFERENT")
        self.stdout.write(difference(body, again))
        return True


def of_event(event: Event) -> NamedStream:
    """Event's journal in the form that `control.journal.streams.find_stream` returns for tables."""
    return NamedStream(stream=event.stream, title=event.name, told=lambda: transcript(event))


def transcript(event: Event) -> Iterator[str]:
    """Every entry as its sentence, with a mark if it was withdrawn."""
    lines = story.lines_of(event.stream)
    gone = story.withdrawn_by(lines)
    yield f"{event.name}: {len(lines)} entries."
    for line in lines:
        back = " (taken back)" if line.seq in gone else ""
        yield f"{line.seq:>5}  {timezone.localtime(line.at):%H:%M:%S}  {line.sentence}{back}"


def is_event(name: str) -> bool:
    """Whether an event has this number or slug."""
    return _of_name(name).exists()


def _of_name(name: str) -> QuerySet[Event]:
    number = number_in(name)
    return Event.objects.filter(slug=name) if number is None else Event.objects.filter(pk=number)


def event_named(name: str) -> Event:
    """Event with this number or slug.

    Raises:
        CommandError: there is none; the message lists known ones.
    """
    found = _of_name(name).select_related("stream").first()
    if found is None:
        events = Event.objects.select_related("stream")
        known = ", ".join(f"{event.pk} ({event.slug})" for event in events[:20]) or "none yet"
        raise CommandError(f"There is no event {name!r}; known: {known}.")
    return found


class StoredState(Struct, frozen=True, kw_only=True):
    """A stored state after entry `seq`, without anything withdrawn by entry `as_of`."""

    what: str
    seq: int
    as_of: int
    body: bytes
    encoding: str


def stored_states(stream: Stream) -> list[StoredState]:
    """Stored state of the head, and every snapshot that belongs to this journal's past."""
    head, body = stream.head, bytes(stream.state)
    found = [StoredState(what="head", seq=head, as_of=head, body=body, encoding=stream.encoding)]
    for each in chain.own_snapshots(stream).order_by("seq"):
        as_of = max(each.seq, each.as_of)
        found.append(StoredState(what="snapshot", seq=each.seq, as_of=as_of, body=bytes(each.body), encoding=each.encoding))
    return found


def difference(stored: bytes, replayed: bytes) -> str:
    """Unified diff of two states."""
    before, after = (msgspec.json.format(body, indent=1).decode().splitlines() for body in (stored, replayed))
    return "\n".join(difflib.unified_diff(before, after, "stored", "replayed", lineterm="", n=2))
