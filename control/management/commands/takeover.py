"""Take an event over on this computer: restore a backup into an unused database, and serve."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from control.backup.file import BackupError, Header, header_of, key_fingerprint
from control.backup.restore import Restored, existing_data_words, restore, stop_clock
from control.watch.addresses import own_root, qr_words, root_of
from megagame import environment

KEY_FILE = "secret_key"


class Command(BaseCommand):
    """`manage.py takeover FILE`: continue an event from its newest backup on a second computer."""

    help = "Restore an event from a backup: take it over on this computer, and serve it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the newest backup")
        parser.add_argument("--host", default=environment.text("HOST", "0.0.0.0"), help="what the server will listen on")
        parser.add_argument("--port", type=int, default=environment.whole_number("PORT", 8000, least=1))
        parser.add_argument("--anew", action="store_true", help="put what this computer holds aside first (SQLite only)")
        parser.add_argument("--no-serve", action="store_true", help="restore it, and start nothing")
        parser.add_argument("--prove", action="store_true", help="only see whether it can be restored; tells the states' digests")

    def handle(self, *, file: Path, host: str, port: int, anew: bool, no_serve: bool, prove: bool, **options: Any) -> None:
        if prove:
            os.nice(10)
        try:
            header = header_of(file)
            if not prove:
                self._check_key(header)
            if anew:
                self._put_aside()
            call_command("migrate", interactive=False, verbosity=0)
            if used := existing_data_words():
                raise CommandError(
                    f"This computer's database holds {used} already, and its keys would not fit any more. {_used_database_words()}"
                )
            restored = restore(file)
        except BackupError as wrong:
            raise CommandError(str(wrong)) from wrong
        if prove:
            self.stdout.write(json.dumps({head.key: [head.seq, head.digest] for head in restored.header.heads}))
            return
        self._take_key(header)
        stopped = stop_clock(restored)
        self._tell(
            restored,
            own_root() if settings.PRODUCTION else root_of(host, port),
            stopped=stopped,
            serves=settings.EMBEDDED and not no_serve,
        )
        if settings.EMBEDDED and not no_serve:
            self._serve(host, port)

    def _check_key(self, header: Header) -> None:
        """Check the signing key before anything else: badges and phones are invalid under another key."""
        given = environment.text("SECRET_KEY")
        if given and key_fingerprint(given) != header.mark:
            raise CommandError(
                "SECRET_KEY here is not the one of the first computer, so no badge and no phone would be known: "
                + ("unset it, the backup brings its own." if header.key else "set the same one as there.")
            )
        if not header.key and key_fingerprint(settings.SECRET_KEY) != header.mark:
            raise CommandError(
                "This backup was written without its key. Copy the first computer's var/secret_key to "
                f"{self._key_file()}, or set SECRET_KEY as it is set there."
            )

    def _take_key(self, header: Header) -> None:
        """Adopt the key of the backup, so that phones' cookies, tablets' sessions and badges stay valid."""
        if not header.key or environment.text("SECRET_KEY"):
            return
        file = self._key_file()
        if file.exists() and file.read_text(encoding="ascii").strip() != header.key:
            file.replace(file.with_name(f"{KEY_FILE}.before-{timezone.localtime():%Y%m%d-%H%M%S}"))
        if not file.exists():
            with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as new:
                new.write(header.key)

    def _key_file(self) -> Path:
        return Path(settings.VAR_DIR) / KEY_FILE

    def _put_aside(self) -> None:
        if connection.vendor != "sqlite":
            raise CommandError(f"--anew works with SQLite only. {_used_database_words()}")
        connection.close()
        database = Path(settings.DATABASES["default"]["NAME"])
        aside = database.parent / f"before-takeover-{timezone.localtime():%Y%m%d-%H%M%S}"
        for each in (database, *(database.with_name(database.name + end) for end in ("-wal", "-shm"))):
            if each.exists():
                aside.mkdir(exist_ok=True)
                each.replace(aside / each.name)
        if aside.exists():
            self.stdout.write(f"What was here has been put aside to {aside}.")

    def _tell(self, restored: Restored, root: str, *, stopped: bool, serves: bool) -> None:
        header = restored.header
        age = max(timezone.now() - header.made_at, timedelta(0))
        tell = self.stdout.write
        tell(f"\n{header.name} is here as it was at {timezone.localtime(header.made_at):%H:%M:%S}, {_minutes(age)} ago.")
        tell(f"{restored.rows} rows; every journal gives its stored state, byte for byte.\n")
        tell(f"Phones and tablets found the first computer at {header.address}.")
        if root == header.address:
            tell("This one answers at the same address: they come back by themselves.")
        else:
            tell("They come back by themselves as soon as this one has that address, or the name that they typed.")
            tell("Otherwise let everybody open this one and type the code on the badge:")
        tell(f"\n  players       {root}/\n{qr_words(f'{root}/')}  control team  {root}/control/")
        tell(f"  the hall      {root}/screen/{header.event}/here/\n")
        if stopped:
            tell("The clock stands where it stood then. When people are back, the organizer lets it go on.")
        tell("Sheets sent to the first computer after that moment have to be sent again.")
        if not serves:
            tell("Now start the console here, and stop the first one if it still runs.")
        self.stdout.flush()

    def _serve(self, host: str, port: int) -> None:
        """Replace this process by a server that starts with the restored key."""
        connection.close()
        program = str(Path(settings.BASE_DIR) / "manage.py")
        os.execv(sys.executable, [sys.executable, program, "serve", "--host", host, "--port", str(port)])


def _used_database_words() -> str:
    """Advice for a used database. A database server is the administrator's task."""
    if connection.vendor == "sqlite":
        return "Start again with --anew to put it aside, or with MEGAGAME_VAR=another/folder."
    return "Name an unused database in DATABASE_URL."


def _minutes(age: timedelta) -> str:
    minutes, seconds = divmod(int(age.total_seconds()), 60)
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
