"""Demo event: cast, checked in and running, with accounts for the control team and some join codes."""

from __future__ import annotations

import uuid
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from control import registry
from control.bots.stored_days import commands_of_day, write_day
from control.day.clock.phases import BeginDay
from control.day.clock.steps import LetStepsRun
from control.day.people.presence import CheckIn
from control.day.state import DayStage, Presence
from control.debrief.access import Audience
from control.debrief.opening import open_for
from control.engine.context import ORGANIZER, Actor
from control.engine.frame import Frame
from control.engine.ids import DeskId
from control.engine.language import say
from control.journal import desk, journal
from control.journal.journal import trouble_of
from control.management.commands.codes import give_codes
from control.models import Event, Membership
from control.people.access import desks_in
from control.people.events import create_event
from control.people.staff import give_account
from control.people.staff import seat_account as give_desks
from control.watch.addresses import qr_words, root_of
from megagame import environment

CODES_A_TEAM = 2


class Command(BaseCommand):
    """`manage.py demo`: create the demo event if there is no event, and print all addresses."""

    help = "Make the demo event with its accounts and codes when there is no event yet; print the addresses."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=environment.text("HOST", "0.0.0.0"), help="what the server will listen on")
        parser.add_argument("--played", metavar="SEED", help="one more event, whose day bots have played to its end by these dice")
        parser.add_argument("--port", type=int, default=environment.whole_number("PORT", 8000, least=1))

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.EMBEDDED:
            call_command("migrate", interactive=False, verbosity=0)
        root = root_of(options["host"], options["port"])
        if options["played"]:
            self._make_played(root, options["played"])
            return
        events = list(Event.real.select_related("stream"))
        if not events:
            self._make(root)
            return
        shown = [each for each in events if _is_open(each)] or events[:1]
        self._addresses(shown, root)
        self.stdout.write(
            "Passwords and join codes were printed the first time and are stored nowhere. New ones:\n"
            "  manage.py staff NAME        a new password for an account"
        )
        for event in shown:
            whose = f" of {event.name}" if len(shown) > 1 else ""
            self.stdout.write(f"  manage.py codes {event.pk} --anew    new join codes{whose}; phones that joined are out")
        self.stdout.write("")

    def _make(self, root: str) -> None:
        realm, scenario = _played()
        assert realm.folders is not None
        casting = realm.folders.casting(scenario)
        event = create_event(realm=realm.name, name=say("The Demo Day"), scenario=scenario, casting=casting, demo=True)
        start(event)
        self._addresses([event], root)
        self.stdout.write("The control team, each with a password that is printed only now:")
        for name, (at, words) in accounts(realm.frame).items():
            self.stdout.write(f"  {name:<12} {give_account(name, event=event, desks=(at,))}   {words}")
        first = [row for row in event.seats.order_by("key") if int(row.key.rsplit("-", 1)[1]) <= CODES_A_TEAM]
        self.stdout.write(f"\nJoin codes of ranks 1 to {CODES_A_TEAM}; manage.py codes {event.pk} gives out the others:")
        for line in give_codes(event, first, root):
            self.stdout.write(f"  {line}")
        self.stdout.write("")

    def _make_played(self, root: str, seed: str) -> None:
        """Create a finished day for the debrief, with the demo's team at the same desks, open to anybody with the link."""
        realm, scenario = _played()
        assert realm.folders is not None
        casting = realm.folders.casting(scenario)
        carried = commands_of_day(realm.name, scenario, casting, seed)
        event = write_day(carried, realm=realm.name, name=say("A day that bots played"), scenario=scenario, seed=seed, demo=True)
        for row in Membership.objects.filter(event__demo=True, event__stream__engine=realm.name).exclude(event=event):
            give_desks(event, row.user, desks_in(row.desks, realm.name), by="")
        opened = open_for(event, Audience.LINK, "demo")
        self._addresses([event], root)
        self.stdout.write(f"  debrief       {root}/debrief/{event.pk}/link/{opened.key}/")
        for line in give_codes(event, list(event.seats.order_by("key")[:CODES_A_TEAM]), root):
            self.stdout.write(f"  {line}")

    def _addresses(self, events: Sequence[Event], root: str) -> None:
        """Print the addresses of each event's desks and hall. All players use one address; their code says which event."""
        self.stdout.write("\n" + ", ".join(each.name for each in events) + "\n")
        self.stdout.write(f"  players       {root}/\n{qr_words(f'{root}/')}")
        for event in events:
            if len(events) > 1:
                self.stdout.write(f"{event.name}")
            self.stdout.write(f"  control team  {root}/control/{f'{event.pk}/' if len(events) > 1 else ''}")
            self.stdout.write(f"  the hall      {root}/screen/{event.pk}/here/\n")


def _is_open(event: Event) -> bool:
    """Whether its day is not over yet."""
    return not trouble_of(event) and journal.head(event.stream).state.clock.stage is not DayStage.OVER


def _played() -> tuple[registry.Realm, Any]:
    """First realm with a demo, and its scenario, in the hall's language if there is one."""
    small = environment.text("DEMO") == "small"
    for realm in registry.realms():
        folder = realm.folders and ((small and realm.folders.small) or realm.folders.demo_of(settings.LANGUAGE_CODE))
        if folder:
            return registry.scenario_in(folder, realm.name)
    raise CommandError("No game that is installed brings a demo.")


def accounts(frame: Frame) -> dict[str, tuple[DeskId, str]]:
    """One account for every desk of a game, with its purpose."""
    led = {room.desk: say(room.the) for room in frame.rooms}
    words = {ORGANIZER: "the clock and everything else", **led}
    return {desk.id.replace("-", ""): (desk.id, words.get(desk.id) or say(desk.name)) for desk in frame.desks}


def start(event: Event) -> None:
    """Check everybody in and begin month 1. With BOTS=1 the rooms' steps end automatically."""
    event.stream.refresh_from_db()
    for seat in sorted(journal.head(event.stream).state.seats.values(), key=lambda seat: seat.id):
        _do(event, CheckIn(seat=seat.id, before=Presence.EXPECTED, presence=Presence.PRESENT))
    _do(event, BeginDay())
    if environment.flag("BOTS"):
        _do(event, LetStepsRun(on=True))


def _do(event: Event, command: object) -> None:
    by = Actor(name="demo", desks=registry.realm(event.stream.engine).frame.all_desks)
    desk.perform(stream_id=event.stream_id, command=command, by=by, command_id=uuid.uuid4())
