"""Membership of an event's control team: which account sits at which desks of which event, and who may change that.

An account is a name and a password; a membership lets it into one event. The organizer of an event invites, changes desks and
withdraws there; the admin of the site and the command line stand apart and do so anywhere. Whoever loses desks loses the open pages
and sockets with them: those are closed after the commit and ask anew.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Prefetch

from control import registry, system_time
from control.engine.context import ORGANIZER
from control.engine.ids import DeskId
from control.engine.language import say
from control.engine.modules import Invalidation
from control.engine.refusal import Refused, Stale
from control.journal import rows
from control.journal.rows import added
from control.live import broadcast
from control.models import Event, Membership
from control.people.access import desks_in
from control.people.join_codes import ALPHABET
from control.people.throttle import begin_anew

log = logging.getLogger(__name__)

TOPIC = "members"
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """An account in an event. `closed`: it cannot sign in; `ours`: its password is this event's organizer's to renew."""

    id: int
    name: str
    desks: frozenset[str]
    closed: bool
    ours: bool

    @property
    def organizes(self) -> bool:
        """Can this person run the event?"""
        return ORGANIZER in self.desks and not self.closed


def new_password() -> str:
    """A password that can be read out and typed on a tablet: "K7QM-4TXD-9PWA"."""
    return "-".join("".join(secrets.choice(ALPHABET) for _each in range(4)) for _part in range(3))


def every_desk() -> tuple[DeskId, ...]:
    """The desks of every game that is played here, each once."""
    return tuple(dict.fromkeys(desk.id for realm in registry.realms() for desk in realm.frame.desks))


def words_of(desks: Iterable[str]) -> str:
    """Desks as a membership stores them."""
    return " ".join(sorted(set(desks)))


def fits(name: str) -> bool:
    """May an account be called so? 1 to 60 characters, all of them printed, and no blanks."""
    return 1 <= len(name) <= LONGEST_NAME and name.isprintable() and not any(letter.isspace() for letter in name)


def members(event_id: int) -> tuple[Member, ...]:
    """The control team of an event, by name."""
    elsewhere = Prefetch("user__memberships", Membership.objects.filter(event__rehearses=None).exclude(event=event_id))
    found = Membership.objects.filter(event=event_id).select_related("user").prefetch_related(elsewhere)
    played = found.annotate(realm=F("event__stream__engine"))
    return tuple(sorted((_member(row, row.realm) for row in played), key=lambda member: member.name.casefold()))


def _member(row: Membership, realm: str) -> Member:
    """A row whose account comes with its memberships elsewhere; in a rehearsal everybody sits again, and that is nowhere else."""
    user = row.user
    return Member(
        id=user.pk,
        name=user.get_username(),
        desks=desks_in(row.desks, realm),
        closed=not user.is_active,
        ours=row.made_here and user.is_active and not user.is_staff and not user.is_superuser and not user.memberships.all(),
    )


def team(event_id: int) -> Mapping[str, frozenset[str]]:
    """Every account of an event's control team that can sign in, with its desks."""
    return {member.name: member.desks for member in members(event_id) if member.desks and not member.closed}


# --- from the command line and from the admin's pages -------------------------------------------------------------------


def give_account(name: str, *, event: Event | None = None, desks: Iterable[str] = ()) -> str:
    """Make or reset an account; returns its new password, which is stored nowhere. Whoever was signed in with the old one is out.

    With an event it sits at these desks there and no others; its desks in other events stay as they are.
    """
    with transaction.atomic():
        made = not User.objects.filter(username=name).exists() and added(User(username=name))
        user = User.objects.get(username=name)
        password = _renewed(user)
        if event is not None:
            seat(event, user, desks, by="", made_here=made)
    return password


@transaction.atomic
def seat(event: Event, user: User, desks: Iterable[str], *, by: str, made_here: bool = False) -> None:
    """Let an account sit at these desks of an event and no others, and of its rehearsals; `by` is whoever gave them."""
    words, now = words_of(desks), system_time.now()
    if not added(Membership(event=event, user=user, desks=words, given_by=by, given_at=now, made_here=made_here)):
        row = Membership.objects.select_for_update().get(event=event, user=user)
        row.desks, row.given_by, row.given_at = words, by, now
        row.save(update_fields=["desks", "given_by", "given_at"])
    _tell(event.pk, user.pk)
    for copy in _copies(event):
        seat(copy, user, desks, by=by)


def withdraw(event: Event, user: User) -> None:
    """Let an account sit at no desk of an event any more, nor of its rehearsals."""
    Membership.objects.filter(event=event, user=user).delete()
    _tell(event.pk, user.pk)
    for copy in _copies(event):
        withdraw(copy, user)


def _copies(event: Event) -> Iterable[Event]:
    """The rehearsals of an event: who may come to them is who may come to it."""
    return Event.objects.only("pk").filter(rehearses=event.pk)


def _renewed(user: User) -> str:
    """A new password for an account, which is open from now on."""
    password = new_password()
    user.set_password(password)
    user.is_active = True
    user.save()
    for event in user.memberships.values_list("event", flat=True):
        _tell(event, user.pk)
    begin_anew(user.get_username())  # whoever had guessed too often may begin anew with the new one
    return password


def _tell(event_id: int, user_id: int) -> None:
    """Close the account's screens in an event, which come back with what is theirs now, and show the team anew."""

    def tell() -> None:
        broadcast.close_account(event_id, user_id)
        broadcast.nudge(event_id, (Invalidation(topic=TOPIC, to="staff"),))

    transaction.on_commit(tell, robust=True)


# --- by an organizer ----------------------------------------------------------------------------------------------------


@contextmanager
def _organizing(event: Event, by: str, what: str) -> Iterator[None]:
    """Let only somebody act who organizes the event at that very moment: two who withdraw each other do not both succeed.

    Raises:
        Stale: by now it is somebody else's; nothing was done.
    """
    with transaction.atomic():
        rows.locked(event.stream_id)
        if not any(member.name == by and member.organizes for member in members(event.pk)):
            raise Stale(say("You do not organize this event any more. Nothing was changed."))
        yield
    log.info("event %s: %s, by %s", event.pk, what, by)


def invite_new(event: Event, by: str, name: str, desks: Iterable[str]) -> str:
    """Make an account for somebody of this event; returns its password, which is stored nowhere.

    Raises:
        Refused: the name cannot be one, or there is such an account: whoever has it is perhaps somebody else.
    """
    with _organizing(event, by, "a new account was invited"):
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
        if not added(user):  # somebody of another event was faster
            raise taken
        password = _renewed(user)
        seat(event, user, desks, by=by, made_here=True)
        return password


def invite_known(event: Event, by: str, name: str, desks: Iterable[str]) -> None:
    """Let somebody into this event who has an account already; the password stays what it is.

    Raises:
        Refused: there is no account of that name, or it is in the team.
    """
    with _organizing(event, by, "a known account was invited"):
        _check(name, desks)
        user = User.objects.filter(username=name, is_active=True).first()
        if user is None:
            raise Refused(say("There is no account called “{name}”. Ask for its exact name, or make a new account.", name=name))
        if user.memberships.filter(event=event).exists():
            raise Refused(say("“{name}” is in the team already; change the desks there.", name=name))
        seat(event, user, desks, by=by)


def change_desks(event: Event, by: str, user_id: int, before: str, desks: Iterable[str]) -> str:
    """Let a member sit at these desks and no others; returns the name. `before` are the desks that the sender saw.

    Raises:
        Refused: it is the own membership, or it has changed meanwhile.
    """
    with _organizing(event, by, "desks were changed"):
        row = _row(event, user_id)
        name = row.user.get_username()
        if name == by:
            raise Refused(say("Nobody changes the own desks. Ask another organizer."), code="own")
        if row.desks != before:
            raise Stale(say("The desks of {name} have been changed meanwhile; look again.", name=name))
        _check(name, desks)
        seat(event, row.user, desks, by=by)
        return name


def send_away(event: Event, by: str, user_id: int) -> str:
    """Withdraw a member; returns the name.

    Raises:
        Refused: nobody would be left who organizes the event, or it is no member any more.
    """
    with _organizing(event, by, "a member was withdrawn"):
        row = _row(event, user_id)
        if not any(member.organizes and member.id != user_id for member in members(event.pk)):
            raise Refused(say("An event keeps at least one organizer. Make somebody else one first."), code="last-organizer")
        withdraw(event, row.user)
        return row.user.get_username()


def renew_password(event: Event, by: str, user_id: int) -> str:
    """A new password for a member whose account belongs to this event alone; it is stored nowhere.

    Raises:
        Refused: the account opens more than this event, so its password is not this organizer's to give.
    """
    with _organizing(event, by, "a password was renewed"):
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
        return _renewed(row.user)


def _check(name: str, desks: Iterable[str]) -> None:
    if not fits(name):
        raise Refused(say("A name has 1 to 60 characters and no spaces."), code="name")
    if not tuple(desks):
        raise Refused(say("Choose at least one desk. To let somebody go, withdraw the membership."), code="desks")


def _row(event: Event, user_id: int) -> Membership:
    row = Membership.objects.select_related("user").filter(event=event, user=user_id).first()
    if row is None:
        raise Stale(say("Somebody who is not in the team any more; look again."))
    return row
