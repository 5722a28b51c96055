"""The control team's door. Wrong passwords are counted for each account: guessing ends however many addresses it comes from.

Whoever knows a name could keep its owner out by guessing on purpose. So a device that was let in before carries a signed cookie,
and its tries are counted apart: the tablet at the desk gets in while a stranger is told to wait.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import HttpResponse

from control.engine.language import later, say
from control.people.throttle import PASSWORDS, account

COOKIE = "known"
SALT = "control.known"
AGE = 90 * 24 * 3600
WAIT = "wait"
TOO_MANY = later(
    "Too many wrong passwords were typed for this name. Wait five minutes, or let the organizer give it a new password."
)


class Counted(AuthenticationForm):
    """Name and password; after too many wrong ones no password of this account is tried for a while."""

    def clean(self) -> dict[str, Any]:
        """Let in, count, or refuse to look.

        Raises:
            ValidationError: they do not fit together, or it is too early to try again.
        """
        whose = counted_for(self.data.get("username") or "", self.request.COOKIES if self.request else {})
        if PASSWORDS.enough(whose):
            raise ValidationError(say(TOO_MANY), code=WAIT)
        try:
            found: dict[str, Any] = super().clean()
        except ValidationError:
            PASSWORDS.count(whose)
            raise
        return found


class CountedAdmin(Counted, AdminAuthenticationForm):
    """The same for the admin's own door."""


class Login(LoginView):
    """The control team's door."""

    template_name = "control/login.html"
    authentication_form = Counted

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Let in, and know this device again."""
        response = super().form_valid(form)
        name = form.get_user().get_username()
        value = signing.dumps({"name": name, "device": secrets.token_hex(8)}, salt=SALT)
        response.set_cookie(COOKIE, value, max_age=AGE, httponly=True, samesite="Lax", secure=self.request.is_secure())
        return response

    def get_context_data(self, **named: Any) -> dict[str, Any]:
        """What the page needs."""
        found: dict[str, Any] = super().get_context_data(**named)
        found["too_early"] = say(TOO_MANY) if found["form"].has_error("__all__", WAIT) else ""
        return found

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Say what is wrong: 429 where it is too early to try again."""
        response = super().form_invalid(form)
        response.status_code = 429 if form.has_error("__all__", WAIT) else 422
        return response


def counted_for(name: str, cookies: Mapping[str, str]) -> str:
    """For whom a wrong password counts: the account, or this device where the account was let in before."""
    whose = account(name)
    try:
        known = signing.loads(cookies.get(COOKIE, ""), salt=SALT, max_age=AGE)
    except signing.BadSignature:
        return whose
    return f"{whose} at {known['device']}" if account(known["name"]) == whose else whose
