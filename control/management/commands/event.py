"""Make an event from a scenario, or list the events there are."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import date as date_type
from datetime import datetime, time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from control.events import create_event
from control.game.refused import Refused
from control.models import Event
from control.scenario_files import ScenarioError, scenario_in


class Command(BaseCommand):
    """`manage.py event create PATH [--name NAME] [--date 2026-05-09]` and `manage.py event list`."""

    help = "Make an event from a scenario folder with its casting, or list the events there are."

    def add_arguments(self, parser: ArgumentParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True)
        create = acts.add_parser("create", help="make an event")
        create.add_argument("scenario", type=Path, help="the scenario's folder")
        create.add_argument("--name", default="", help="what the event is called; the scenario's title by default")
        create.add_argument("--date", default="", help="the day, as 2026-05-09; month 1 is planned at the timetable's time")
        acts.add_parser("list", help="list the events")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["act"] == "list":
            self._list()
        else:
            self._create(options["scenario"], options["name"], options["date"])

    def _list(self) -> None:
        for event in Event.objects.select_related("stream").defer("scenario", "stream__state"):
            self.stdout.write(f"{event.pk}  {event.slug}  {event.name}  {event.stream.head} entries")

    def _create(self, folder: Path, name: str, date: str) -> None:
        if not folder.is_dir():
            raise CommandError(f"There is no folder {folder}; name one such as fixtures/god_emperor.")
        try:
            scenario = scenario_in(folder)
        except ScenarioError as wrong:
            raise CommandError(str(wrong)) from wrong
        if not scenario.casting:
            raise CommandError("This scenario brings no casting; add one to its folder as casting.yaml.")
        starts_at = planned_start(date, scenario.timetable.first_month_at) if date else None
        try:
            event = create_event(name=name or scenario.title, scenario=scenario, casting=scenario.casting, starts_at=starts_at)
        except Refused as refusal:
            raise CommandError(refusal.sentence) from refusal
        self.stdout.write(f"Event {event.pk} ({event.slug}) is made. Give out its join codes with: manage.py codes {event.pk}")


def planned_start(date: str, at: str) -> datetime:
    """The instant at which month 1 is planned, in the event's own time zone.

    Raises:
        CommandError: the date cannot be read.
    """
    try:
        day = date_type.fromisoformat(date)
    except ValueError as wrong:
        raise CommandError(f"{date!r} is no date; write it as 2026-05-09.") from wrong
    hour, minute = (int(part) for part in at.split(":"))
    return timezone.make_aware(datetime.combine(day, time(hour, minute)))
