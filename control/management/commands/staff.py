"""Create an account of the control team, give it desks in an event, or give it a new password."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from control import registry
from control.management.commands.replay import event_named
from control.models import Event, Membership
from control.people import staff
from control.people.access import desks_in


class Command(BaseCommand):
    """`manage.py staff NAME --desk DESK [--desk DESK] [--event EVENT]`, `manage.py staff NAME`, and `manage.py staff` for the list.

    Without --event the desks are in the only event; with several events it is required. A known account keeps its password when it
    gets desks, so that it stays signed in to other events. Its name alone gives it a new password.
    """

    help = (
        "Make an account of the control team, or give a known one desks in an event; with the name alone, a new password. "
        "A password is printed once. Without a name: list the accounts."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", default="", help="the name to sign in with")
        parser.add_argument(
            "--desk",
            action="append",
            default=[],
            choices=staff.every_desk(),
            help="a desk of this account, to be given several times; without it a known account keeps its own",
        )
        parser.add_argument(
            "--event", default="", help="the event in which it sits there, by number or slug; needed where there are several"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["name"]:
            self._list()
            return
        self._give(User.normalize_username(options["name"].strip()), options["desk"], options["event"])

    def _list(self) -> None:
        for user in User.objects.order_by("username"):
            self.stdout.write(f"{user.username}  {_desks_words(user) or 'no desk'}")

    def _give(self, name: str, desks: list[str], event_name: str) -> None:
        known = User.objects.filter(username=name).first()
        if not staff.is_good_account_name(name):
            raise CommandError("A name has 1 to 60 characters and no spaces.")
        if not desks and (event_name or not known):
            raise CommandError(f"Say which desk: --desk {' or '.join(staff.every_desk())}.")
        event = _event(event_name) if desks else None
        strange = sorted(set(desks) - desks_in(" ".join(desks), event.stream.engine)) if event is not None else []
        if event is not None and strange:
            own = registry.realm(event.stream.engine).frame.desks
            raise CommandError(f"{event.slug} has no desk {strange[0]!r}; it has {', '.join(desk.id for desk in own)}.")
        if event is not None and known is not None and known.is_active:
            staff.seat_account(event, known, desks, by="")
            self.stdout.write(f"{name}  ({_desks_words(known)})")
            self.stdout.write(f"The password stays as it is; for a new one: manage.py staff {name}")
            return
        password = staff.give_account(name, event=event, desks=desks)
        self.stdout.write(f"{name}  {password}  ({_desks_words(User.objects.get(username=name)) or 'no desk'})")
        self.stdout.write("This password is printed only now; whoever was signed in with an older one is out.")


def _event(name: str) -> Event:
    """Event with this number or slug; without a name, the only event.

    Raises:
        CommandError: there is none, or several and no name.
    """
    if name:
        return event_named(name)
    found = list(Event.real.only("slug")[:6])
    if not found:
        raise CommandError("There is no event yet: make one with manage.py event create, then give desks in it.")
    if len(found) > 1:
        raise CommandError(f"There are several events; say which: --event {' or --event '.join(event.slug for event in found)}.")
    return found[0]


def _desks_words(user: User) -> str:
    """Desks of an account: "check-in in the-day-1; organizer in the-evening-2"."""
    rows = Membership.objects.filter(user=user).values_list("desks", "event__stream__engine", "event__slug")
    return "; ".join(f"{', '.join(sorted(desks_in(words, realm)))} in {slug}" for words, realm, slug in rows)
