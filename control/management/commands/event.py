"""Create an event from a scenario, or list the events."""

from __future__ import annotations

import re
import uuid
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from datetime import date as date_type
from datetime import datetime, time
from os.path import relpath
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from control import registry
from control.casting.lines import CastLine, Reading
from control.casting.plan import plan_of
from control.engine.refusal import Refused
from control.journal import desk, journal
from control.journal.journal import trouble_of
from control.management.commands.casting import reading_of, remarks_of
from control.models import Event
from control.people.events import create_event, maker


class Command(BaseCommand):
    """`manage.py event create PATH [--realm REALM] [--casting FILE] [--name NAME] [--date 2026-05-09]`, `manage.py event list`."""

    help = "Make an event from a scenario folder with its casting, or list the events there are."

    def add_arguments(self, parser: ArgumentParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True)
        create = acts.add_parser("create", help="make an event")
        create.add_argument("scenario", type=Path, help="the scenario's folder")
        known = [realm.name for realm in registry.realms()]
        create.add_argument("--realm", default="", choices=known, help="the game; by default the first that can read the folder")
        create.add_argument("--casting", type=Path, help="the players, from a spreadsheet (XLSX or CSV)")
        create.add_argument("--name", default="", help="what the event is called; the scenario's title by default")
        create.add_argument(
            "--date", default="", help="the day, as 2026-05-09 or 9.5.2026; month 1 is planned at the timetable's time"
        )
        acts.add_parser("list", help="list the events")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.EMBEDDED:
            call_command("migrate", interactive=False, verbosity=0)
        if options["act"] == "list":
            self._list()
        else:
            self._create(options)

    def _list(self) -> None:
        for event in Event.real.select_related("stream").defer("scenario", "stream__state"):
            trouble = trouble_of(event)
            words = f"  cannot be read: {trouble}" if trouble else ""
            self.stdout.write(f"{event.pk}  {event.slug}  {event.name}  {event.stream.head} entries{words}")

    def _create(self, options: Mapping[str, Any]) -> None:
        folder, date = options["scenario"], options["date"]
        if not folder.is_dir():
            raise CommandError(f"There is no folder {folder}; name one such as {_such_as()}.")
        try:
            realm, scenario = registry.scenario_in(folder, options["realm"])
        except registry.UnsoundError as wrong:
            raise CommandError(str(wrong)) from wrong
        assert realm.folders is not None
        blank = realm.blank(scenario)
        reading = reading_of(options["casting"], blank) if options["casting"] else Reading()
        for remark in remarks_of(reading):
            self.stdout.write(remark)
        lines = reading.lines
        cast = tuple(realm.folders.cast(line.name, line.team, line.rank) for line in lines)
        casting = cast or realm.folders.casting(scenario)
        if not casting:
            raise CommandError("This scenario brings no casting; name a list with --casting, or add casting.yaml to its folder.")
        starts_at = planned_start(date, blank.timetable.first_month_at) if date else None
        try:
            with transaction.atomic():
                name = options["name"] or realm.folders.title(scenario)
                event = create_event(
                    realm=realm.name,
                    name=name,
                    scenario=scenario,
                    casting=casting,
                    starts_at=starts_at,
                    texts=realm.folders.texts(folder),
                )
                remember(event, lines)
        except Refused as refusal:
            raise CommandError(refusal.sentence) from refusal
        if others := [each.slug for each in Event.real.filter(name=name).exclude(pk=event.pk)]:
            self.stdout.write(f"There is another event of this name: {', '.join(others)}.")
        if not lines:
            self.stdout.write(
                f"It is cast with the {len(casting)} people of the scenario’s own casting; take your list over with: "
                f"manage.py casting {event.pk} FILE --apply --no-sample-people"
            )
        self.stdout.write(f"Event {event.pk} ({event.slug}) is made. Give out its join codes with: manage.py codes {event.pk}")
        self.stdout.write(
            f"Invite its organizer with: manage.py staff NAME --desk organizer --event {event.slug}; "
            "the organizer invites everybody else on the console, under More, Team."
        )


def _such_as() -> str:
    """An existing scenario folder as an example, relative to the current directory."""
    demos = (each.folders.demo_of(settings.LANGUAGE_CODE) for each in registry.realms() if each.folders)
    return next((relpath(folder) for folder in demos if folder), "scenario")


def remember(event: Event, lines: Sequence[CastLine]) -> None:
    """Apply the rest of a casting list: first-timers, players without a phone, notes."""
    plan = plan_of(journal.head(event.stream).state, lines)
    if not plan.empty:
        desk.perform(stream_id=event.stream_id, command=plan.command, by=maker(event.stream.engine), command_id=uuid.uuid4())


def planned_start(date: str, at: str) -> datetime:
    """Planned start of month 1, in the event's time zone.

    Raises:
        CommandError: the date cannot be read.
    """
    dotted = re.fullmatch(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})", date.strip())  # 9.5.2026; slashes are ambiguous
    try:
        day = date_type(*(int(part) for part in reversed(dotted.groups()))) if dotted else date_type.fromisoformat(date)
    except ValueError as wrong:
        raise CommandError(f"{date!r} is no date; write it as 2026-05-09.") from wrong
    hour, minute = (int(part) for part in at.split(":"))
    return timezone.make_aware(datetime.combine(day, time(hour, minute)))
