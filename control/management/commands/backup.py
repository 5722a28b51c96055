"""Write an event to a file now, and prove that it can be restored."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from control.backup import schedule
from control.management.commands.replay import event_named


class Command(BaseCommand):
    """`manage.py backup EVENT [--no-proof]`."""

    help = "Write an event to a file in var/backups, copy it to BACKUP_SECOND, and prove that it can be restored (by takeover)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the event's number or slug")
        parser.add_argument("--no-proof", action="store_true", help="do not restore it to see that it can be")

    def handle(self, *args: Any, **options: Any) -> None:
        event = event_named(options["event"])
        row = schedule.back_up(event, prove=not options["no_proof"])
        path: Path = schedule.folder() / row.file
        if row.trouble:
            raise CommandError(f"{path}: {row.trouble}")
        self.stdout.write(f"{path}  {row.size:,} bytes, {event.name} as of entry {row.seq}")
        if row.second_trouble:
            self.stderr.write(row.second_trouble)
        elif second := schedule.second_folder():
            self.stdout.write(f"{second / row.file}")
        self.stdout.write(f"Restore the event from it with: manage.py takeover {path}")
        self.stdout.write("It has been restored, and every state is the same." if row.restored_at else "It has not been tried.")
