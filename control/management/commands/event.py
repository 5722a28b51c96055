"""Make an event from a scenario, or list the events there are."""

from __future__ import annotations

import uuid
from argparse import ArgumentParser
from collections.abc import Sequence
from datetime import date as date_type
from datetime import datetime, time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from control.casting.lines import CastLine
from control.casting.plan import plan_of
from control.engine.refused import Refused
from control.journal import desk, journal
from control.management.commands.casting import lines_in
from control.models import Event
from control.people.events import create_event, maker
from rooms.realm.frame import NAME
from rooms.realm.scenario.schema import CastSeat
from rooms.realm.scenario_files import ScenarioError, scenario_in


class Command(BaseCommand):
    """`manage.py event create PATH [--casting FILE] [--name NAME] [--date 2026-05-09]` and `manage.py event list`."""

    help = "Make an event from a scenario folder with its casting, or list the events there are."

    def add_arguments(self, parser: ArgumentParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True)
        create = acts.add_parser("create", help="make an event")
        create.add_argument("scenario", type=Path, help="the scenario's folder")
        create.add_argument("--casting", type=Path, help="the players, from a spreadsheet (XLSX or CSV)")
        create.add_argument("--name", default="", help="what the event is called; the scenario's title by default")
        create.add_argument("--date", default="", help="the day, as 2026-05-09; month 1 is planned at the timetable's time")
        acts.add_parser("list", help="list the events")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["act"] == "list":
            self._list()
        else:
            self._create(options["scenario"], options["name"], options["date"], options["casting"])

    def _list(self) -> None:
        for event in Event.objects.select_related("stream").defer("scenario", "stream__state"):
            self.stdout.write(f"{event.pk}  {event.slug}  {event.name}  {event.stream.head} entries")

    def _create(self, folder: Path, name: str, date: str, players: Path | None) -> None:
        if not folder.is_dir():
            raise CommandError(f"There is no folder {folder}; name one such as fixtures/god_emperor.")
        try:
            scenario = scenario_in(folder)
        except ScenarioError as wrong:
            raise CommandError(str(wrong)) from wrong
        lines = lines_in(players, scenario.houses) if players else ()
        casting = tuple(CastSeat(name=line.name, house=line.house, rank=line.rank) for line in lines) or scenario.casting
        if not casting:
            raise CommandError("This scenario brings no casting; name a list with --casting, or add casting.yaml to its folder.")
        starts_at = planned_start(date, scenario.timetable.first_month_at) if date else None
        try:
            with transaction.atomic():
                event = create_event(
                    realm=NAME, name=name or scenario.title, scenario=scenario, casting=casting, starts_at=starts_at
                )
                remember(event, lines)
        except Refused as refusal:
            raise CommandError(refusal.sentence) from refusal
        self.stdout.write(f"Event {event.pk} ({event.slug}) is made. Give out its join codes with: manage.py codes {event.pk}")
        self.stdout.write(
            f"Invite its organizer with: manage.py staff NAME --desk organizer --event {event.slug}; "
            "the organizer invites everybody else on the console, under More, Team."
        )


def remember(event: Event, lines: Sequence[CastLine]) -> None:
    """Take over what a list says beside names and ranks: first-timers, who has no phone, notes."""
    plan = plan_of(journal.head(event.stream).state, lines)
    if not plan.empty:
        desk.perform(stream_id=event.stream_id, command=plan.command, by=maker(event.stream.engine), command_id=uuid.uuid4())


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
