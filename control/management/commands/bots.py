"""Let bots play an event: for rehearsals, beside a running server."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from control.bots.players import Bots
from control.management.commands.replay import event_named


class Command(BaseCommand):
    """`manage.py bots EVENT [--seed SEED]`, until it is stopped with Ctrl-C."""

    help = "Let bots choose rooms and send sheets in every Planning of an event, until stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the event's number or slug")
        parser.add_argument("--seed", default="", help="the seed of an earlier rehearsal, to play it again; a new one by itself")

    def handle(self, *args: Any, **options: Any) -> None:
        event = event_named(options["event"])
        bots = Bots(lambda: [event_named(options["event"])], seed=options["seed"])
        self.stdout.write(f"Bots play {event.name} by the seed {bots.seed}. Stop them with Ctrl-C.")
        try:
            bots.run()
        except KeyboardInterrupt:
            bots.stopping.set()
            self.stdout.write("The bots have left.")
