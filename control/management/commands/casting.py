"""Take a casting list over into an event."""

from __future__ import annotations

import uuid
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from control.casting.grid import MOST_BYTES
from control.casting.letters import ENCODINGS, UnreadableError
from control.casting.lines import CastLine, Reading, read_casting
from control.casting.plan import Plan, leaving, plan_of
from control.day.state import DayState
from control.engine.refused import Refused
from control.journal import desk, journal
from control.management.commands.replay import event_named
from control.people import events
from control.people.events import maker


class Command(BaseCommand):
    """`manage.py casting EVENT FILE [--apply] [--let-go] [--encoding NAME]`."""

    help = "Show what a casting list (XLSX or CSV) would change in an event; --apply does it, as one command of the journal."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the event's number or slug")
        parser.add_argument("file", type=Path, help="the list: one row for each player, with the columns name, team, rank")
        parser.add_argument("--encoding", choices=list(ENCODINGS), default="", help="how the letters of a text file are written")
        parser.add_argument("--apply", action="store_true", help="do it; without it nothing is changed")
        parser.add_argument("--let-go", action="store_true", help="who is not on the list leaves for good")

    def handle(self, *args: Any, **options: Any) -> None:
        event = event_named(options["event"])
        plan = self._plan(journal.head(event.stream).state, options["file"], options["encoding"])
        for line in plan_lines(plan, let_go=options["let_go"]):
            self.stdout.write(line)
        command = leaving(plan.command, [each.seat for each in plan.missing]) if options["let_go"] else plan.command
        if not options["apply"]:
            self.stdout.write("Nothing was changed. Do it with --apply.")
            return
        try:
            desk.perform(stream_id=event.stream_id, command=command, by=maker(event.stream.engine), command_id=uuid.uuid4())
        except Refused as no:
            raise CommandError(no.sentence) from no
        events.add_missing_seats(event)
        self.stdout.write(f"Done. Give new players their codes with: manage.py codes {event.pk}")

    def _plan(self, state: DayState, file: Path, encoding: str) -> Plan:
        reading = reading_of(file, state, encoding)
        for remark in (*reading.remarks, *_unused(reading)):
            self.stdout.write(remark)
        return plan_of(state, reading.lines)


def reading_of(file: Path, state: DayState, encoding: str = "") -> Reading:
    """A good list in a file, beside the seats of an event.

    Raises:
        CommandError: the file cannot be read, is no list, or something in it is wrong.
    """
    try:
        with file.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    except OSError as wrong:
        raise CommandError(f"The file {file} cannot be read ({wrong.strerror}).") from wrong
    try:
        reading = read_casting(content, state, encoding=encoding)
    except UnreadableError as no:
        raise CommandError(no.sentence) from no
    if reading.problems:
        told = "\n".join((*reading.remarks, *(problem.words for problem in reading.problems)))
        raise CommandError(f"{told}\nNothing was changed.")
    return reading


def _unused(reading: Reading) -> list[str]:
    return [f"Not used: {', '.join(reading.unused)}"] if reading.unused else []


def lines_in(file: Path, blank: DayState) -> tuple[CastLine, ...]:
    """The players in a file, for an event that has none yet.

    Raises:
        CommandError: as `reading_of`.
    """
    return reading_of(file, blank).lines


def plan_lines(plan: Plan, *, let_go: bool) -> list[str]:
    """A plan in lines for a terminal."""
    lines = [
        f"+ {each.short}  {each.rank}  {each.name}" + (f"  (from {each.came_from})" if each.came_from else "")
        for each in plan.added
    ]
    lines += [f"~ {each.short}  {each.name}: {'; '.join(each.what)}" for each in plan.changed]
    lines += [
        f"{'-' if let_go else '?'} {each.short}  {each.name} is not on the list{'' if let_go else ' and stays'}"
        for each in plan.missing
    ]
    return [*lines, *plan.remarks, plan.words]
