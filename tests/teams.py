"""Accounts of the control team for tests, with their desks and events."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from django.utils import timezone

from control.models import Event, Membership
from control.people import staff
from rooms.realm.desks import Desk


def seated(user: User, desks: Iterable[Desk], *events: Event) -> User:
    """Give the account these desks of these events, or of every event there is. No screen is notified."""
    given = {"desks": staff.stored_desks(desks), "given_at": timezone.now()}
    for event in events or Event.objects.all() if given["desks"] else ():
        Membership.objects.update_or_create(event=event, user=user, defaults=given)
    return user


def member(*desks: Desk, events: Iterable[Event] = ()) -> Client:
    """A signed-in tablet of an account at these desks of these events, or of every event there is."""
    client = Client()
    client.force_login(seated(User.objects.create_user(f"staff-{uuid.uuid4().hex[:6]}"), desks, *events))
    return client


def session_of(user: User) -> str:
    """Session cookie of a tablet at which this account has signed in."""
    session = SessionStore()
    session["_auth_user_id"] = str(user.pk)
    session["_auth_user_backend"] = settings.AUTHENTICATION_BACKENDS[0]
    session["_auth_user_hash"] = user.get_session_auth_hash()
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"
