"""Login of the control team: wrong passwords are counted for each account and address; devices let in before are known."""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple

from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse

from control.engine.language import later, say
from control.live.connections import source_of
from control.people import audit
from control.people.throttle import ACCOUNTS, PASSWORDS, account, of_account

# === known devices ======================================================================================================

# Devices on which an account was let in before: each carries a signed cookie.


COOKIE = "known"
SALT = "control.known"
AGE = 90 * 24 * 3600


class KnownDevice(NamedTuple):
    """Which account was let in, and a number of the device's own."""

    name: str
    device: str


def known_device(cookie: str) -> KnownDevice | None:
    """What a device's cookie says; None where it has none of this console's."""
    try:
        found = signing.loads(cookie, salt=SALT, max_age=AGE)
    except signing.BadSignature:
        return None
    return KnownDevice(found["name"], found["device"])


# === login ==============================================================================================================

# The control team's door. Wrong passwords are counted for each account and address: guessing ends, and nobody elsewhere
# waits. Whoever knows a name could keep its owner out by guessing on purpose. So a device that was let in before carries a
# signed cookie, and its tries are counted apart: the tablet at the desk gets in while a stranger is told to wait. A new
# device beside the one that guesses is admitted by a device that is signed in already (`device_admission`).


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
        name = self.data.get("username") or ""
        whose, known = counted_for(name, self.request)
        if PASSWORDS.enough(whose) or (not known and ACCOUNTS.enough(account(name))):
            raise ValidationError(say(TOO_MANY), code=WAIT)
        try:
            found: dict[str, Any] = super().clean()
        except ValidationError:
            PASSWORDS.count(whose)
            if not known:
                ACCOUNTS.count(account(name))
            refused(
                self.cleaned_data.get("username") or name,
                last=PASSWORDS.enough(whose) or (not known and ACCOUNTS.enough(account(name))),
            )
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
        know_again(response, form.get_user().get_username(), secure=self.request.is_secure())
        return response

    def get_context_data(self, **named: Any) -> dict[str, Any]:
        """What the page needs."""
        found: dict[str, Any] = super().get_context_data(**named)
        is_in = self.request.user.is_authenticated
        found["signed_in"] = self.request.user.get_username() if is_in else ""
        found["onward"] = self.get_success_url() if is_in else ""  # an address of another site leads to the events
        found["too_early"] = say(TOO_MANY) if found["form"].has_error("__all__", WAIT) else ""
        return found

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Say what is wrong: 429 where it is too early to try again."""
        response = super().form_invalid(form)
        response.status_code = 429 if form.has_error("__all__", WAIT) else 422
        return response


def know_again(response: HttpResponse, name: str, *, secure: bool) -> None:
    """Let this device be known as one where this account was let in."""
    value = signing.dumps({"name": name, "device": secrets.token_hex(8)}, salt=SALT)
    response.set_cookie(COOKIE, value, max_age=AGE, httponly=True, samesite="Lax", secure=secure)


def refused(typed: str, *, last: bool) -> None:
    """Write down that somebody was not let in; `last`: for a while nobody will be, under this name."""
    name = User.objects.filter(username=typed[:150]).values_list("username", flat=True).first()
    if name is None:
        audit.stranger("unknown")
    else:
        audit.write(audit.Kind.LOGIN_REFUSED, about=name, by="", why="wait" if last else "wrong")


def counted_for(name: str, request: HttpRequest | None) -> tuple[str, bool]:
    """For whom a wrong password counts, and whether that is a device where the account was let in before."""
    known = known_device(request.COOKIES.get(COOKIE, "") if request else "")
    if known is not None and account(known.name) == account(name):
        return of_account(name, known.device), True
    return of_account(name, source_of(request.META.get("REMOTE_ADDR", "") if request else "")), False
