"""Export, import and anonymize debriefs."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.db.models import Q

from control.debrief.access import is_over
from control.debrief.anonymity import removal
from control.debrief.anonymity.names import players_of
from control.debrief.export import document, spreadsheets
from control.debrief.export.arrival import import_event, streams_beside
from control.debrief.export.document import FileError, read, schema
from control.debrief.export.views import Writer, file_name, new_file
from control.engine.ids import SeatId
from control.engine.refusal import Refused
from control.management.commands.replay import event_named
from control.models import Event, Stream
from control.people import audit
from control.people.audit import AuditKind

UNPROVED = (
    "Its scenario, or what a side table was played with, is not proved: the journal began under an earlier release, "
    "whose chains do not hold it. Whoever gave you the file may have changed it."
)


class Command(BaseCommand):
    """`manage.py debrief export EVENT --to FOLDER`, `debrief import FILE`, `debrief anonymous EVENT [SEAT]`, `debrief schema`."""

    help = "Write the debrief of a day that is over into files, bring one in, or take a player's name out of an event."

    def add_arguments(self, parser: ArgumentParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True)
        export = acts.add_parser("export", help="write the whole day as JSON, and its tables for a spreadsheet")
        export.add_argument("event", help="the event's number or slug")
        export.add_argument("--to", type=Path, required=True, help="the folder to write into")
        bring = acts.add_parser("import", help="make an event of a debrief's file, to look back on")
        bring.add_argument("file", type=Path, help="the JSON file, packed by gzip or not")
        acts.add_parser("schema", help="tell the JSON schema of a debrief's file")
        anonymous = acts.add_parser("anonymous", help="take a player's name out of everything; without a seat, list who played")
        anonymous.add_argument("event", help="the event's number or slug")
        anonymous.add_argument("seat", nargs="?", default="", help="the seat, such as cat-1")
        anonymous.add_argument("--also", action="append", default=[], help="a further name to take out, such as a nickname")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            match options["act"]:
                case "export":
                    self._export(event_named(options["event"]), options["to"])
                case "import":
                    self._import(options["file"])
                case "schema":
                    self.stdout.write(schema().decode(), ending="")
                case _:
                    self._anonymous(event_named(options["event"]), options["seat"], options["also"])
        except (FileError, Refused) as wrong:
            raise CommandError(wrong.sentence if isinstance(wrong, Refused) else str(wrong)) from wrong

    def _export(self, event: Event, folder: Path) -> None:
        if not folder.is_dir():
            raise CommandError(f"There is no folder {folder}.")
        if is_over(event):  # remove the names of players who asked for that at check-in
            removal.remove_wished_names(event)
        self._written(event, document.write, folder / file_name(event, "debrief.json"), "json")
        self._written(event, spreadsheets.write, folder / file_name(event, "tables.zip"), "csv")
        self.stdout.write("They hold every secret of the day, and the names of all who have not asked for none.")

    def _written(self, event: Event, write: Writer, path: Path, what: str) -> None:
        def fill(out: BinaryIO) -> None:
            write(event, out)

        try:
            new_file(path, fill)
        except OSError as wrong:
            raise CommandError(f"{path} cannot be written: {wrong}.") from wrong
        audit.log_line(AuditKind.DEBRIEF_FILE, event.pk, about=what)
        self.stdout.write(f"{path}  {path.stat().st_size:,} bytes")

    def _import(self, file: Path) -> None:
        event = import_event(read(file), file.name)
        self.stdout.write(f"Event {event.pk} ({event.slug}) is here: {event.name}, {event.stream.head} entries.")
        self.stdout.write("Its chain is whole, and its journals give the states in the file byte for byte.")
        played = Stream.objects.filter(Q(event=event) | Q(key__in=[each.key for each in streams_beside(event)]))
        if any(not stream.frozen for stream in played):
            self.stdout.write(UNPROVED)
        self.stdout.write(
            f"Nobody can act in it, and its debrief is shut. Invite its organizer, who opens it: "
            f"manage.py staff NAME --desk organizer --event {event.slug}"
        )

    def _anonymous(self, event: Event, seat: str, also: list[str]) -> None:
        if not seat:
            for each in players_of(event).values():
                names = ", ".join(each.names) or "has no name here"
                self.stdout.write(f"{each.seat:12}  {each.neutral:24}  {names}{'  (asked for no name)' if each.wishes else ''}")
            return
        with transaction.atomic():
            done = removal.remove_names(event, [SeatId(seat)], also)
        for each in done.players:
            self.stdout.write(f"{', '.join((*each.names, *also))}: gone. This player is called {each.neutral}.")
        if done.in_log:
            self.stdout.write(f"{done.in_log} lines of the access log, which is never changed, still hold the name.")
        backups = [row.file for row in event.backups.all()]
        self.stdout.write("What was handed out before still holds it: prints, exported files, pages that were saved on phones.")
        if backups:
            self.stdout.write(
                f"So do {len(backups)} backups in var/backups; delete them, and their second copies: {', '.join(backups)}"
            )
