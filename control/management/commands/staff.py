"""Make or reset an account of the control team."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from rooms.realm.desks import Desk

from control.people.access import GROUP_PREFIX, desks_of
from control.people.staff import give_account


class Command(BaseCommand):
    """`manage.py staff NAME --desk war [--desk court]`, and `manage.py staff` for the list."""

    help = "Make or reset an account of the control team; its password is printed once. Without a name: list the accounts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", default="", help="the name to sign in with")
        parser.add_argument(
            "--desk",
            action="append",
            default=[],
            choices=[desk.value for desk in Desk],
            help="a desk of this account, to be given several times; without it a known account keeps its own",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["name"]:
            self._list()
            return
        self._give(options["name"].strip(), [Desk(desk) for desk in options["desk"]])

    def _list(self) -> None:
        for user in User.objects.order_by("username"):
            self.stdout.write(f"{user.username}  {', '.join(sorted(desk.value for desk in desks_of(user))) or 'no desk'}")

    def _give(self, name: str, desks: list[Desk]) -> None:
        known = User.objects.filter(username=name).first()
        if not 1 <= len(name) <= 60 or any(letter.isspace() for letter in name):
            raise CommandError("A name has 1 to 60 characters and no blanks.")
        if not desks and not (known and (known.is_superuser or known.groups.filter(name__startswith=GROUP_PREFIX).exists())):
            raise CommandError(f"Say which desk: --desk {' or '.join(desk.value for desk in Desk)}.")
        password = give_account(name, desks)
        sits = ", ".join(sorted(desk.value for desk in desks_of(User.objects.get(username=name))))
        self.stdout.write(f"{name}  {password}  ({sits})")
        self.stdout.write("This password is printed only now; whoever was signed in with an older one is out.")
