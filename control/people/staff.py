"""Memberships in an event's control team: the desks of each account in each event, and who may change them.

An account is a name and a password; a membership opens one event. The organizer of an event invites members, changes their desks
and withdraws them. The admin of the site and the command line may do so in any event. After each change, the account's pages and
sockets are closed after the commit and reconnect with the new desks.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Prefetch
from msgspec import Struct

from control import registry, system_time
from control.engine.context import ORGANIZER
from control.engine.ids import DeskId
from control.engine.language import say
from control.engine.modules import Invalidation
from control.engine.refusal import Refused, Stale
from control.journal import rows
from control.journal.rows import insert_if_new
from control.live import broadcast
from control.models import Event, Membership
from control.people.access import desks_in
from control.people.join_codes import ALPHABET
from control.people.throttle import forget_wrong_passwords

log = logging.getLogger(__name__)

TOPIC = "members"
LONGEST_NAME = 60


class Member(Struct, frozen=True, kw_only=True):
    """An account in an event. `closed`: it cannot sign in; `ours`: this event's organizer may renew its password."""

    id: int
    name: str
    desks: frozenset[str]
    closed: bool
    ours: bool

    @property
    def organizes(self) -> bool:
        """Is this member an organizer who can sign in?"""
        return ORGANIZER in self.desks and not self.closed


def new_password() -> str:
    """A random password that is easy to read out and type: "K7QM-4TXD-9PWA"."""
    return "-".join("".join(secrets.choice(ALPHABET) for _each in range(4)) for _part in range(3))


def every_desk() -> tuple[DeskId, ...]:
    """The desks of all installed games, without duplicates."""
    return tuple(dict.fromkeys(desk.id for realm in registry.realms() for desk in realm.frame.desks))


def stored_desks(desks: Iterable[str]) -> str:
    """The stored form of desks in a membership."""
    return " ".join(sorted(set(desks)))


def is_good_account_name(name: str) -> bool:
    """Is this a possible account name? It has 1 to 60 printable characters and no blanks."""
    return 1 <= len(name) <= LONGEST_NAME and name.isprintable() and not any(letter.isspace() for letter in name)


def members(event_id: int) -> tuple[Member, ...]:
    """The control team of an event, by name."""
    elsewhere = Prefetch("user__memberships", Membership.objects.filter(event__rehearses=None).exclude(event=event_id))
    found = Membership.objects.filter(event=event_id).select_related("user").prefetch_related(elsewhere)
    played = found.annotate(realm=F("event__stream__engine"))
    return tuple(sorted((_member(row, row.realm) for row in played), key=lambda member: member.name.casefold()))


def _member(row: Membership, realm: str) -> Member:
    """The member of a row, whose account has its other memberships prefetched. Rehearsals do not count as other events."""
    user = row.user
    return Member(
        id=user.pk,
        name=user.get_username(),
        desks=desks_in(row.desks, realm),
        closed=not user.is_active,
        ours=row.made_here and user.is_active and not user.is_staff and not user.is_superuser and not user.memberships.all(),
    )


def team(event_id: int) -> Mapping[str, frozenset[str]]:
    """Accounts of an event's control team that can sign in, with their desks."""
    return {member.name: member.desks for member in members(event_id) if member.desks and not member.closed}


# --- from the command line and from the admin's pages -------------------------------------------------------------------


def give_account(name: str, *, event: Event | None = None, desks: Iterable[str] = ()) -> str:
    """Create or reset an account. Return its new password, which is not stored in plain text; old sessions are signed out.

    With an event, the account gets exactly these desks there. Its desks in other events stay.
    """
    with transaction.atomic():
        made = not User.objects.filter(username=name).exists() and insert_if_new(User(username=name))
        user = User.objects.get(username=name)
        password = _renew_password(user)
        if event is not None:
            seat_account(event, user, desks, by="", made_here=made)
    return password


@transaction.atomic
def seat_account(event: Event, user: User, desks: Iterable[str], *, by: str, made_here: bool = False) -> None:
    """Give an account exactly these desks in an event and in its rehearsals. `by`: who gave them."""
    words, now = stored_desks(desks), system_time.now()
    if not insert_if_new(Membership(event=event, user=user, desks=words, given_by=by, given_at=now, made_here=made_here)):
        row = Membership.objects.select_for_update().get(event=event, user=user)
        row.desks, row.given_by, row.given_at = words, by, now
        row.save(update_fields=["desks", "given_by", "given_at"])
    _tell(event.pk, user.pk)
    for copy in _rehearsals_of(event):
        seat_account(copy, user, desks, by=by)


def withdraw_membership(event: Event, user: User) -> None:
    """Remove an account from an event and from its rehearsals."""
    Membership.objects.filter(event=event, user=user).delete()
    _tell(event.pk, user.pk)
    for copy in _rehearsals_of(event):
        withdraw_membership(copy, user)


def _rehearsals_of(event: Event) -> Iterable[Event]:
    """The rehearsals of an event, which have the same members."""
    return Event.objects.only("pk").filter(rehearses=event.pk)


def _renew_password(user: User) -> str:
    """Set a new password, open the account and reset its wrong passwords."""
    password = new_password()
    user.set_password(password)
    user.is_active = True
    user.save()
    for event in user.memberships.values_list("event", flat=True):
        _tell(event, user.pk)
    forget_wrong_passwords(user.get_username())  # no waiting time with the new password
    return password


def _tell(event_id: int, user_id: int) -> None:
    """After the commit: close the account's screens, which reconnect with their new rights, and refresh the team page."""

    def tell() -> None:
        broadcast.close_account(event_id, user_id)
        broadcast.tell_outside_journal(event_id, (Invalidation(topic=TOPIC, to="staff"),))

    transaction.on_commit(tell, robust=True)


# --- by an organizer ----------------------------------------------------------------------------------------------------


@contextmanager
def _require_organizer(event: Event, by: str, what: str) -> Iterator[None]:
    """Allow the action only if `by` organizes the event now. So two organizers who withdraw each other cannot both succeed.

    Raises:
        Stale: `by` is no longer an organizer; nothing was changed.
    """
    with transaction.atomic():
        rows.lock_stream(event.stream_id)
        if not any(member.name == by and member.organizes for member in members(event.pk)):
            raise Stale(say("You do not organize this event any more. Nothing was changed."))
        yield
    log.info("event %s: %s, by %s", event.pk, what, by)


def invite_new(event: Event, by: str, name: str, desks: Iterable[str]) -> str:
    """Create an account for a new member. Return its password, which is not stored in plain text.

    Raises:
        Refused: the name is not allowed or taken (perhaps by another person), or no desk was chosen.
    """
    with _require_organizer(event, by, "a new account was invited"):
        _check(name, desks)
        taken = Refused(
            say(
                "There is an account called “{name}” already. If it is the same person, tick that the account exists; "
                "else choose another name.",
                name=name,
            ),
            code="name",
        )
        if User.objects.filter(username__iexact=name).exists():
            raise taken
        user = User(username=name)
        if not insert_if_new(user):  # another request has created the account meanwhile
            raise taken
        password = _renew_password(user)
        seat_account(event, user, desks, by=by, made_here=True)
        return password


def invite_known(event: Event, by: str, name: str, desks: Iterable[str]) -> None:
    """Add a member who has an account already; the password stays the same.

    Raises:
        Refused: there is no such account, it is in the team already, or no desk was chosen.
    """
    with _require_organizer(event, by, "a known account was invited"):
        _check(name, desks)
        user = User.objects.filter(username=name, is_active=True).first()
        if user is None:
            raise Refused(say("There is no account called “{name}”. Ask for its exact name, or make a new account.", name=name))
        if user.memberships.filter(event=event).exists():
            raise Refused(say("“{name}” is in the team already; change the desks there.", name=name))
        seat_account(event, user, desks, by=by)


def change_desks(event: Event, by: str, user_id: int, before: str, desks: Iterable[str]) -> str:
    """Give a member exactly these desks; return the name. `before`: the desks that the sender saw.

    Raises:
        Refused: it is the sender's own membership, or no desk was chosen.
        Stale: the desks have changed meanwhile.
    """
    with _require_organizer(event, by, "desks were changed"):
        row = _row(event, user_id)
        name = row.user.get_username()
        if name == by:
            raise Refused(say("Nobody changes the own desks. Ask another organizer."), code="own")
        if row.desks != before:
            raise Stale(say("The desks of {name} have been changed meanwhile; look again.", name=name))
        _check(name, desks)
        seat_account(event, row.user, desks, by=by)
        return name


def remove_member(event: Event, by: str, user_id: int) -> str:
    """Withdraw a member; return the name.

    Raises:
        Refused: the event would have no organizer.
        Stale: they are no longer a member.
    """
    with _require_organizer(event, by, "a member was withdrawn"):
        row = _row(event, user_id)
        if not any(member.organizes and member.id != user_id for member in members(event.pk)):
            raise Refused(say("An event keeps at least one organizer. Make somebody else one first."), code="last-organizer")
        withdraw_membership(event, row.user)
        return row.user.get_username()


def renew_password(event: Event, by: str, user_id: int) -> str:
    """Set and return a new password for a member whose account belongs only to this event; it is not stored in plain text.

    Raises:
        Refused: it is the sender's own account, or the account is not only this event's.
    """
    with _require_organizer(event, by, "a password was renewed"):
        row = _row(event, user_id)
        member = next(each for each in members(event.pk) if each.id == user_id)
        if member.name == by:
            raise Refused(say("A new password would sign you out here. Ask another organizer."), code="own")
        if not member.ours:
            raise Refused(
                say(
                    "The account “{name}” was not made for this event alone. Whoever runs the console gives it a new password.",
                    name=member.name,
                ),
                code="not-yours",
            )
        return _renew_password(row.user)


def _check(name: str, desks: Iterable[str]) -> None:
    if not is_good_account_name(name):
        raise Refused(say("A name has 1 to 60 characters and no spaces."), code="name")
    if not tuple(desks):
        raise Refused(say("Choose at least one desk. To let somebody go, withdraw the membership."), code="desks")


def _row(event: Event, user_id: int) -> Membership:
    row = Membership.objects.select_related("user").filter(event=event, user=user_id).first()
    if row is None:
        raise Stale(say("Somebody who is not in the team any more; look again."))
    return row
