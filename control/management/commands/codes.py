"""Give out the join codes of an event."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from control.engine.ids import SeatId
from control.journal import journal
from control.management.commands.replay import event_named
from control.models import Event, Seat
from control.people import access, events, join_codes
from control.watch.addresses import own_root, qr_words


class Command(BaseCommand):
    """`manage.py codes EVENT [--seat cat-1] [--anew] [--qr]`."""

    help = "Give every seat of an event that has none a join code, and print it once; --anew gives all of them new ones."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the event's number or slug")
        parser.add_argument("--seat", action="append", default=[], help="only this seat, such as cat-1; may be given several times")
        parser.add_argument("--anew", action="store_true", help="new codes also where there is one: phones that joined are out")
        parser.add_argument("--qr", action="store_true", help="print the QR code of every link")
        parser.add_argument(
            "--address", default="", help="where phones find the console; else its name in production, or where it was served last"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        event = event_named(options["event"])
        events.add_missing_seats(event)
        seats = list(event.seats.order_by("key"))
        if options["seat"]:
            seats = self._chosen(seats, options["seat"])
        state = journal.head(event.stream).state
        without = {seat.id for seat in state.seats.values() if seat.marks.phoneless and not options["seat"]}
        seats = [seat for seat in seats if seat.key not in without]
        wanted = [seat for seat in seats if options["anew"] or seat.code_hash is None]
        root = options["address"].rstrip("/") or own_root()
        for line in give_codes(event, wanted, root, qr=options["qr"]):
            self.stdout.write(line)
        if without:
            self.stdout.write(f"{len(without)} without a phone get no code; name a seat with --seat to give it one all the same.")
        left = len(seats) - len(wanted)
        if left:
            self.stdout.write(
                f"{left} seats have a code already, which nobody can read again. --anew gives new ones and puts their phones out."
            )

    def _chosen(self, seats: list[Seat], keys: list[str]) -> list[Seat]:
        unknown = sorted(set(keys) - {seat.key for seat in seats})
        if unknown:
            raise CommandError(f"There is no seat {unknown[0]!r}; seats are called {seats[0].key}, {seats[-1].key} and so on.")
        return [seat for seat in seats if seat.key in keys]


def give_codes(event: Event, seats: list[Seat], root: str, *, qr: bool = False) -> list[str]:
    """New codes for these seats, one line each: team, name, code, link."""
    state = journal.head(event.stream).state
    shorts = {team.id: team.short for team in state.teams}
    order = {team.id: at for at, team in enumerate(state.teams)}
    known = [(row, state.seats[SeatId(row.key)]) for row in seats if SeatId(row.key) in state.seats]
    lines = []
    for row, seat in sorted(known, key=lambda pair: (order[pair[1].team], pair[1].rank, pair[1].id)):
        code = access.issue_code(row, seat.name)
        link = f"{root}/j/{code}/"
        lines.append(f"{shorts[seat.team]}  {seat.name:<24}  {join_codes.shown(code)}  {link}")
        if qr:
            lines.append(qr_words(link))
    return lines
