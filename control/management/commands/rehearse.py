"""Rehearse an event on a copy, or delete the copy."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from control.engine.refusal import Refused
from control.management.commands.replay import event_named
from control.rehearsal.event_copy import Wish, copies_of, rehearse, throw_away
from control.rehearsal.speeds import Speed


class Command(BaseCommand):
    """`manage.py rehearse EVENT [--from MONTH] [--months N] [--speed month|day|real|desks] [--seed SEED]`, `--end`."""

    help = "Make a copy of an event that bots play beside the running server, for people to rehearse on; it counts nowhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the event's number or slug")
        parser.add_argument("--from", dest="begins_in", type=int, default=1, help="the round to begin in; 0 is the check-in")
        parser.add_argument("--months", type=int, default=0, help="how many rounds are rehearsed; all by itself")
        parser.add_argument("--speed", choices=[each.value for each in Speed], default=Speed.MONTH.value)
        parser.add_argument("--seed", default="", help="the seed of an earlier rehearsal, to play it again")
        parser.add_argument("--end", action="store_true", help="throw away the rehearsal that there is of this event")

    def handle(self, *args: Any, **options: Any) -> None:
        event = event_named(options["event"])
        if options["end"]:
            found = copies_of(event)
            for copy in found:
                throw_away(copy)
            self.stdout.write(f"{len(found)} rehearsal{'' if len(found) == 1 else 's'} of {event.name} thrown away.")
            return
        wish = Wish(begins_in=options["begins_in"], rounds=options["months"], speed=Speed(options["speed"]), seed=options["seed"])
        try:
            copy = rehearse(event, wish)
        except Refused as no:
            raise CommandError(no.sentence) from no
        self.stdout.write(f"{copy.name}: event {copy.pk}, seed {copy.rehearsal.seed}.")
        self.stdout.write(f"The team signs in as ever and finds it at /control/{copy.pk}/; bots play as long as the server runs.")
