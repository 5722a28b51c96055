"""Accounts of the control team: a name, a password, and groups that say which desks."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from django.contrib.auth.models import Group, User
from django.db import transaction
from rooms.realm.desks import ALL_DESKS, Desk

from control.people.access import ALPHABET, GROUP_PREFIX
from control.people.throttle import PASSWORDS, account


def new_password() -> str:
    """A password that can be read out and typed on a tablet: "K7QM-4TXD-9PWA"."""
    return "-".join("".join(secrets.choice(ALPHABET) for _each in range(4)) for _part in range(3))


def group_of(desk: Desk) -> Group:
    """The group whose members sit at a desk."""
    return Group.objects.get_or_create(name=f"{GROUP_PREFIX}{desk.value}")[0]


def team() -> dict[str, frozenset[Desk]]:
    """Every account of the control team that can sign in, with its desks."""
    users = User.objects.filter(is_active=True).prefetch_related("groups")
    found = {}
    for user in users:
        names = {group.name for group in user.groups.all()}
        desks = ALL_DESKS if user.is_superuser else frozenset(desk for desk in Desk if f"{GROUP_PREFIX}{desk.value}" in names)
        if desks:
            found[user.get_username()] = desks
    return found


def give_account(name: str, desks: Iterable[Desk] = ()) -> str:
    """Make or reset an account; returns its new password, which is stored nowhere.

    With desks it sits at these and no others; without, an account that is known keeps its own. Whoever was signed in with the
    old password is out.
    """
    password, wanted = new_password(), tuple(desks)
    with transaction.atomic():
        user, _made = User.objects.get_or_create(username=name)
        user.set_password(password)
        user.is_active = True
        user.save()
        if wanted:
            others = user.groups.exclude(name__startswith=GROUP_PREFIX)
            user.groups.set([*others, *(group_of(desk) for desk in wanted)])
    PASSWORDS.forget(account(user.get_username()))  # whoever had guessed too often may begin anew with the new one
    return password
