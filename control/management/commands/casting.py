"""Import a casting list into an event."""

from __future__ import annotations

import uuid
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from control.casting.grid import MOST_BYTES
from control.casting.letters import ENCODINGS, UnreadableError
from control.casting.lines import Reading, read_casting
from control.casting.plan import Plan, plan_of, with_leavers, with_namesake_answers
from control.day.state import DayState
from control.engine.refusal import Refused
from control.journal import desk, journal
from control.management.commands.replay import event_named
from control.people import events
from control.people.events import maker


class Command(BaseCommand):
    """`manage.py casting EVENT FILE [--apply] [--let-go] [--no-sample-people] [--somebody-else] [--encoding NAME]`."""

    help = "Show what a casting list (XLSX or CSV) would change in an event; --apply does it, as one command of the journal."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the event's number or slug")
        parser.add_argument("file", type=Path, help="the list: one row for each player, with the columns name, team, rank")
        parser.add_argument("--encoding", choices=list(ENCODINGS), default="", help="how the letters of a text file are written")
        parser.add_argument("--apply", action="store_true", help="do it; without it nothing is changed")
        parser.add_argument(
            "--somebody-else", action="store_true", help="new players of a name that the event has are other people"
        )
        parser.add_argument(
            "--no-sample-people", action="store_true", help="sample people of the scenario who are not on the list leave for good"
        )
        parser.add_argument("--let-go", action="store_true", help="who is not on the list leaves for good")

    def handle(self, *args: Any, **options: Any) -> None:
        event = event_named(options["event"])
        plan = self._plan(journal.head(event.stream).state, options["file"], options["encoding"])
        invented = [each.seat for people in plan.invented.values() for each in people]
        if plan.empty and not (options["let_go"] and plan.missing) and not (options["no_sample_people"] and invented):
            self.stdout.write("The event is as this list says already. Nothing was changed.")
            return
        for line in plan_lines(plan, let_go=options["let_go"], unfolded=options["verbosity"] > 1):
            self.stdout.write(line)
        command = plan.command
        if options["somebody_else"]:
            command = with_namesake_answers(command, plan.namesakes, [])
        if options["no_sample_people"]:
            command = with_leavers(command, invented)
        elif invented and not options["let_go"]:
            self.stdout.write(
                f"{plan.inventions} of those who stay are sample people of the scenario; --no-sample-people takes them off."
            )
        if options["let_go"]:
            command = with_leavers(command, [*(each.seat for each in plan.missing), *plan.moved])
        if not options["apply"]:
            self.stdout.write("Nothing was changed. Do it with --apply.")
            return
        if any(each.likely is None for each in plan.namesakes) and not options["somebody_else"]:
            asked = "\n".join(each.sentence for each in plan.namesakes if each.likely is None)
            raise CommandError(f"{asked}\nIf they are other people, add --somebody-else; if not, apply the list on the console.")
        try:
            desk.perform(stream_id=event.stream_id, command=command, by=maker(event.stream.engine), command_id=uuid.uuid4())
        except Refused as no:
            raise CommandError(no.sentence) from no
        events.add_missing_seats(event)
        self.stdout.write(f"Done. Give new players their codes with: manage.py codes {event.pk}")

    def _plan(self, state: DayState, file: Path, encoding: str) -> Plan:
        reading = reading_of(file, state, encoding)
        for remark in remarks_of(reading):
            self.stdout.write(remark)
        return plan_of(state, reading.lines)


def reading_of(file: Path, state: DayState, encoding: str = "") -> Reading:
    """Read a valid list from a file, for the seats of an event.

    Raises:
        CommandError: the file cannot be read, is no list, or contains errors.
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


def remarks_of(reading: Reading) -> tuple[str, ...]:
    """Remarks on a list that was read."""
    return (*reading.remarks, *_unused(reading))


def plan_lines(plan: Plan, *, let_go: bool, unfolded: bool = False) -> list[str]:
    """A plan as lines for a terminal. Players who stay are counted, or named if `unfolded`."""
    lines = [
        f"+ {each.short}  {each.rank}  {each.name}" + (f"  (from {each.came_from})" if each.came_from else "")
        for each in plan.added
    ]
    lines += [f"~ {each.short}  {each.name}: {'; '.join(each.what)}" for each in plan.changed]
    if let_go:
        lines += [f"- {each.short}  {each.name} is not on the list" for each in plan.missing]
    staying = [*plan.unchanged, *(() if let_go else plan.missing)]
    if unfolded:
        lines += [f"= {each.short}  {each.name} stays" for each in staying]
    elif staying:
        lines.append(f"{len(staying)} {'player stays' if len(staying) == 1 else 'players stay'}; -v 2 names them.")
    asked = [each.sentence for each in plan.namesakes]
    return [*lines, *plan.remarks, *asked, plan.words]
