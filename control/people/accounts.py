"""Signal handlers for accounts and memberships: changes are logged in the access log, and sockets without rights are closed.

The console's pages, the admin of the site and the command line all save the same rows, so signals catch every change.
"""

from __future__ import annotations

import hashlib
from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db import transaction
from django.db.models.signals import post_delete, post_save, pre_save
from django.http import HttpRequest

from control.live import broadcast
from control.models import Membership
from control.people import audit
from control.people.audit import AuditKind

WATCHED = ("username", "is_active", "is_staff", "is_superuser", "password")


def session_key(key: str) -> str:
    """The key of a session, for closing its sockets. It grants no access."""
    return f"session:{hashlib.blake2s(key.encode(), digest_size=9).hexdigest()}"


def all_events_key(user_id: int) -> str:
    """The key of an account in all events, for closing its sockets."""
    return f"account:{user_id}"


def connect_signals() -> None:
    """Connect the signal handlers; called once, when the app is ready."""
    pre_save.connect(_account_before, sender=User, dispatch_uid="audit")
    post_save.connect(_account_saved, sender=User, dispatch_uid="audit")
    post_delete.connect(_account_gone, sender=User, dispatch_uid="audit")
    pre_save.connect(_membership_before, sender=Membership, dispatch_uid="audit")
    post_save.connect(_membership_saved, sender=Membership, dispatch_uid="audit")
    post_delete.connect(_membership_gone, sender=Membership, dispatch_uid="audit")
    user_logged_in.connect(_log_login, dispatch_uid="audit")
    user_logged_out.connect(_log_logout, dispatch_uid="audit")


def _account_before(instance: User, raw: bool, update_fields: frozenset[str] | None, **_named: Any) -> None:
    # Django saves a new hash of the same password when somebody with an outdated hash signs in. That is not logged.
    chosen = getattr(instance, "_password", None) is not None
    if raw or (update_fields is not None and not set(update_fields) & set(WATCHED)):
        instance._audited = None  # type: ignore[attr-defined]
        return
    before = User.objects.filter(pk=instance.pk).values(*WATCHED).first() if instance.pk else None
    instance._audited = (before, chosen)  # type: ignore[attr-defined]


def _account_saved(instance: User, created: bool, **_named: Any) -> None:
    found = instance.__dict__.pop("_audited", None)
    if found is None:
        return
    before, chosen = found
    name = instance.get_username()
    if created or before is None:
        audit.log_line(AuditKind.ACCOUNT_MADE, about=name)
        return
    if before["username"] != name:
        audit.log_line(AuditKind.ACCOUNT_RENAMED, about=name, before=before["username"])
    if before["is_active"] != instance.is_active:
        audit.log_line(AuditKind.ACCOUNT_OPENED if instance.is_active else AuditKind.ACCOUNT_CLOSED, about=name)
    if (before["is_staff"], before["is_superuser"]) != (instance.is_staff, instance.is_superuser):
        audit.log_line(AuditKind.ACCOUNT_RIGHTS, about=name, admin=instance.is_staff, everything=instance.is_superuser)
    if before["password"] != instance.password and chosen:
        audit.log_line(AuditKind.PASSWORD, about=name)
    if before["password"] != instance.password or not instance.is_active:
        close_sockets(all_events_key(instance.pk))


def _account_gone(instance: User, **_named: Any) -> None:
    audit.log_line(AuditKind.ACCOUNT_GONE, about=instance.get_username())
    close_sockets(all_events_key(instance.pk))


def _membership_before(instance: Membership, raw: bool, **_named: Any) -> None:
    before = Membership.objects.filter(pk=instance.pk).values_list("desks", flat=True).first() if instance.pk and not raw else ""
    instance._audited = None if raw else before or ""  # type: ignore[attr-defined]


def _membership_saved(instance: Membership, **_named: Any) -> None:
    before = instance.__dict__.pop("_audited", None)
    if before is not None and before != instance.desks:
        about, by = instance.user.get_username(), audit.account() or instance.given_by
        audit.log_line(AuditKind.DESKS_GIVEN, instance.event_id, about=about, by=by, desks=instance.desks, before=before)


def _membership_gone(instance: Membership, **_named: Any) -> None:
    audit.log_line(AuditKind.DESKS_WITHDRAWN, instance.event_id, about=instance.user.get_username(), before=instance.desks)


def _log_login(request: HttpRequest | None, user: User, **_named: Any) -> None:
    audit.log_line(AuditKind.LOGIN, about=user.get_username(), by="")


def _log_logout(request: HttpRequest | None, user: User | None, **_named: Any) -> None:
    if user is not None:
        audit.log_line(AuditKind.LOGOUT, about=user.get_username(), by="")
    key = request.session.session_key if request is not None and hasattr(request, "session") else None
    if key:
        close_sockets(session_key(key))


def close_sockets(key: str) -> None:
    """Close every socket opened with this key, after the commit."""
    transaction.on_commit(lambda: broadcast.close_sockets(key), robust=True)
