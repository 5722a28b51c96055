"""The demo: an event with its casting, checked in and running, accounts for the control team, a few join codes."""

from __future__ import annotations

import uuid
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from control.day.clock.phases import BeginDay
from control.day.clock.steps import LetStepsRun
from control.day.people.present import CheckIn
from control.day.state import Presence
from control.engine.context import Actor
from control.journal import desk, journal
from control.management.commands.codes import give_codes
from control.models import Event
from control.people.events import create_event
from control.people.staff import give_account
from control.watch.addresses import qr_words, root_of
from megagame import environment
from rooms.realm.desks import ALL_DESKS, Desk
from rooms.realm.frame import NAME
from rooms.realm.scenario_files import scenario_in
from rooms.realm.words import DESK_OF, ROOM_NAMES

DEMO = Actor(name="demo", desks=ALL_DESKS)
STAFF = {
    "organizer": (Desk.ORGANIZER, "the clock and everything else"),
    **{room: (DESK_OF[room], f"the {name}") for room, name in ROOM_NAMES.items()},
    "ceremony": (Desk.CEREMONY, "ceremonies and Houses"),
    "checkin": (Desk.CHECK_IN, "the check-in desk"),
}
CODES_A_HOUSE = 2


class Command(BaseCommand):
    """`manage.py demo`: makes the demo event where there is no event yet, and says where everything is."""

    help = "Make the demo event with its accounts and codes when there is no event yet; print the addresses."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=environment.text("HOST", "0.0.0.0"), help="what the server will listen on")
        parser.add_argument("--port", type=int, default=environment.whole("PORT", 8000, least=1))

    def handle(self, *args: Any, **options: Any) -> None:
        root = root_of(options["host"], options["port"])
        event = Event.objects.select_related("stream").first()
        if event is None:
            self._make(root)
        else:
            self._addresses(event, root)
            self.stdout.write(
                "Passwords and join codes were printed the first time and are stored nowhere. New ones:\n"
                "  manage.py staff NAME        a new password for an account\n"
                f"  manage.py codes {event.pk} --anew    new join codes; phones that joined are out\n"
            )

    def _make(self, root: str) -> None:
        folder = "god_emperor_small" if environment.text("DEMO") == "small" else "god_emperor"
        scenario = scenario_in(Path(settings.BASE_DIR) / "fixtures" / folder)
        event = create_event(realm=NAME, name="The Demo Day", scenario=scenario, casting=scenario.casting, demo=True)
        start(event)
        self._addresses(event, root)
        self.stdout.write("The control team, each with a password that is printed only now:")
        for name, (at, words) in STAFF.items():
            self.stdout.write(f"  {name:<12} {give_account(name, event=event, desks=(at,))}   {words}")
        first = [row for row in event.seats.order_by("key") if int(row.key.rsplit("-", 1)[1]) <= CODES_A_HOUSE]
        self.stdout.write(f"\nJoin codes of ranks 1 to {CODES_A_HOUSE}; manage.py codes {event.pk} gives out the others:")
        for line in give_codes(event, first, root):
            self.stdout.write(f"  {line}")
        self.stdout.write("")

    def _addresses(self, event: Event, root: str) -> None:
        self.stdout.write(f"\n{event.name}\n")
        self.stdout.write(f"  players       {root}/\n{qr_words(f'{root}/')}")
        self.stdout.write(f"  control team  {root}/control/")
        self.stdout.write(f"  the hall      {root}/screen/{event.pk}/here/\n")


def start(event: Event) -> None:
    """Everybody is here and month 1 begins; with BOTS=1 the rooms' steps run by themselves."""
    event.stream.refresh_from_db()
    for seat in sorted(journal.head(event.stream).state.seats.values(), key=lambda seat: seat.id):
        _do(event, CheckIn(seat=seat.id, before=Presence.EXPECTED, presence=Presence.PRESENT))
    _do(event, BeginDay())
    if environment.flag("BOTS"):
        _do(event, LetStepsRun(on=True))


def _do(event: Event, command: object) -> None:
    desk.perform(stream_id=event.stream_id, command=command, by=DEMO, command_id=uuid.uuid4())
