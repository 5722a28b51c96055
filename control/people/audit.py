"""The access log: one line for every change of access, written in the same transaction as the change.

Account and address come from the current request, so that no line can miss them. Without a request, the console itself acts: its
command line or its worker. The server provides the address; it trusts only the proxies in TRUSTED_PROXIES. Sentences are made
where a line is shown (`control/people/audit_page.py`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum

from django.core.cache import cache
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from control import system_time
from control.day.sheets import month_now
from control.engine.viewer import NOBODY
from control.journal import journal
from control.models import AuditLine, AuditName, Event, Membership, Stream
from control.regions.sight import Sight

ONE_LOOK = 600  # seconds in which repeated looks at the same thing are one line
ONE_STRANGER = 60  # seconds in which logins from one address with unknown names are one line


class AuditKind(StrEnum):
    """Kinds of lines in the access log."""

    CODE_GIVEN = "code-given"
    JOINED = "joined"
    SIGNED_OUT = "signed-out"  # a phone, by its player
    ACCOUNT_MADE = "account-made"
    ACCOUNT_CLOSED = "account-closed"
    ACCOUNT_OPENED = "account-opened"
    ACCOUNT_RIGHTS = "account-rights"
    ACCOUNT_RENAMED = "account-renamed"
    ACCOUNT_GONE = "account-gone"
    PASSWORD = "password"
    DESKS_GIVEN = "desks-given"
    DESKS_WITHDRAWN = "desks-withdrawn"
    LOGIN = "login"
    LOGIN_REFUSED = "login-refused"
    LOGOUT = "logout"
    DEVICE_ADMITTED = "device-admitted"
    BACKUP = "backup"
    RESTORED = "restored"
    SEALS_SEEN = "seals-seen"
    SHEETS_SEEN = "sheets-seen"
    DEBRIEF = "debrief"  # opened for an audience, or closed
    DEBRIEF_FILE = "debrief-file"  # exported or imported
    NAME_OUT = "name-out"  # a player's name was removed from the event
    CARDS_SEEN = "cards-seen"  # face-down cards and hands


Answer = Callable[[HttpRequest], HttpResponseBase]
_request: ContextVar[HttpRequest | None] = ContextVar("audited", default=None)


def remember_request(get_response: Answer) -> Answer:
    """Middleware: remember the current request for the access log."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        with attribute_to(request):
            return get_response(request)

    return answer


@contextmanager
def attribute_to(request: HttpRequest | None) -> Iterator[None]:
    """Attribute lines written inside to this request."""
    before = _request.set(request)
    try:
        yield
    finally:
        _request.reset(before)


def client_address() -> str:
    """The address of the current request; "" without one."""
    request = _request.get()
    return str(request.META.get("REMOTE_ADDR", ""))[:45] if request is not None else ""


def account() -> str:
    """The account of the current request; "" if nobody is signed in."""
    request = _request.get()
    user = getattr(request, "user", None)
    return user.get_username() if user is not None and user.is_authenticated else ""


def log_line(kind: AuditKind, event_id: int | None = None, *, about: str = "", by: str | None = None, **values: object) -> None:
    """Write one line, for an event or for all. `by`: the account that acted, by default that of the request.

    The value `name` may be a player's name, so it is stored separately and can be removed. Nothing is logged for rehearsals,
    because they protect nothing and can be deleted.
    """
    if event_id is not None and Event.objects.filter(pk=event_id, rehearses__isnull=False).exists():
        return
    account_name = account() if by is None else by
    called = str(values.pop("name", "")) if event_id is not None else ""
    AuditLine.objects.create(
        event_id=event_id,
        at=system_time.now(),
        month=_month(event_id) if event_id is not None else 0,
        kind=kind.value,
        by=account_name[:150],
        desks=_desks(event_id, account_name),
        about=about[:150],
        address=client_address(),
        values=json.dumps(values, ensure_ascii=False, sort_keys=True),
        named=_named(event_id, called[:200]) if event_id is not None and called else None,
    )


def log_look(kind: AuditKind, event_id: int, *, about: str = "", **values: str) -> None:
    """Log that a signed-in person or a player looked at something. Looks within `ONE_LOOK` seconds are one line."""
    if cache.add(f"audit:{kind.value}:{event_id}:{account()}:{about}:{client_address()}", True, timeout=ONE_LOOK):
        log_line(kind, event_id, about=about, by=None, **values)


def log_unknown_name(why: str) -> None:
    """Log a login with an unknown name. The name is not stored, because it may be a mistyped password."""
    if cache.add(f"audit:stranger:{why}:{client_address()}", True, timeout=ONE_STRANGER):
        log_line(AuditKind.LOGIN_REFUSED, why=why)


def values_of(line: AuditLine) -> dict[str, str]:
    """The values of a line. "name" is the stored name of the person it is about."""
    found: dict[str, object] = json.loads(line.values)
    called = {"name": line.named.words} if line.named is not None else {}
    return {**{name: str(value) for name, value in found.items()}, **called}


def newest_code(event_id: int, seat: str) -> AuditLine | None:
    """The line about the newest code of a seat; None if there is none."""
    return AuditLine.objects.filter(event=event_id, kind=AuditKind.CODE_GIVEN.value, about=seat).first()


def _named(event_id: int, words: str) -> AuditName:
    known = AuditName.objects.filter(event=event_id, words=words).first()
    return known or AuditName.objects.create(event_id=event_id, words=words)


def _desks(event_id: int | None, name: str) -> str:
    if event_id is None or not name:
        return ""
    return Membership.objects.filter(event=event_id, user__username=name).values_list("desks", flat=True).first() or ""


def _month(event_id: int) -> int:
    stream = Stream.objects.defer("state").get(event=event_id)
    return Sight(journal.head(stream).state, NOBODY).public(month_now)
