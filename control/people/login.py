"""Login of the control team: limits on wrong passwords for each account and address, and cookies of known devices."""

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
from control.people.throttle import ACCOUNTS, PASSWORDS, password_key, plain_account

# === known devices ======================================================================================================

# A device on which an account has signed in before carries a signed cookie.


COOKIE = "known"
SALT = "control.known"
AGE = 90 * 24 * 3600


class KnownDevice(NamedTuple):
    """The account that has signed in, and the device's own random number."""

    name: str
    device: str


def known_device(cookie: str) -> KnownDevice | None:
    """The content of a device's cookie; None without a valid one."""
    try:
        found = signing.loads(cookie, salt=SALT, max_age=AGE)
    except signing.BadSignature:
        return None
    return KnownDevice(found["name"], found["device"])


# === login ==============================================================================================================

# Wrong passwords are counted for each account and address, so that guessing stops without locking out other addresses.
# Somebody could still lock an account's owner out by guessing on purpose. So a known device carries a signed cookie and is
# counted separately: the tablet at the desk gets in while a stranger has to wait. A new device at the same address as the
# stranger is admitted by a device that is signed in already (`device_admission`).


WAIT = "wait"
TOO_MANY = later(
    "Too many wrong passwords were typed for this name. Wait five minutes, or let the organizer give it a new password."
)


class LimitedLoginForm(AuthenticationForm):
    """Login form. After too many wrong passwords, this account's password is not checked for a while."""

    def clean(self) -> dict[str, Any]:
        """Check the password, and count a wrong one.

        Raises:
            ValidationError: wrong name or password, or too many wrong passwords.
        """
        name = self.data.get("username") or ""
        whose, known = password_count_key(name, self.request)
        if PASSWORDS.enough(whose) or (not known and ACCOUNTS.enough(plain_account(name))):
            raise ValidationError(say(TOO_MANY), code=WAIT)
        try:
            found: dict[str, Any] = super().clean()
        except ValidationError:
            PASSWORDS.count(whose)
            if not known:
                ACCOUNTS.count(plain_account(name))
            log_failed_login(
                self.cleaned_data.get("username") or name,
                last=PASSWORDS.enough(whose) or (not known and ACCOUNTS.enough(plain_account(name))),
            )
            raise
        return found


class CountedAdmin(LimitedLoginForm, AdminAuthenticationForm):
    """Login form of the admin of the site."""


class Login(LoginView):
    """Login page of the control team."""

    template_name = "control/login.html"
    authentication_form = LimitedLoginForm

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign in, and mark this device as known."""
        response = super().form_valid(form)
        remember_device(response, form.get_user().get_username(), secure=self.request.is_secure())
        return response

    def get_context_data(self, **named: Any) -> dict[str, Any]:
        found: dict[str, Any] = super().get_context_data(**named)
        is_in = self.request.user.is_authenticated
        found["signed_in"] = self.request.user.get_username() if is_in else ""
        found["onward"] = self.get_success_url() if is_in else ""  # another site's address leads to the events
        found["too_early"] = say(TOO_MANY) if found["form"].has_error("__all__", WAIT) else ""
        return found

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Show the error with status 422, or 429 after too many wrong passwords."""
        response = super().form_invalid(form)
        response.status_code = 429 if form.has_error("__all__", WAIT) else 422
        return response


def remember_device(response: HttpResponse, name: str, *, secure: bool) -> None:
    """Mark this device as known for this account."""
    value = signing.dumps({"name": name, "device": secrets.token_hex(8)}, salt=SALT)
    response.set_cookie(COOKIE, value, max_age=AGE, httponly=True, samesite="Lax", secure=secure)


def log_failed_login(typed: str, *, last: bool) -> None:
    """Log a failed login. `last`: it was the last try before the limit."""
    name = User.objects.filter(username=typed[:150]).values_list("username", flat=True).first()
    if name is None:
        audit.log_unknown_name("unknown")
    else:
        audit.log_line(audit.AuditKind.LOGIN_REFUSED, about=name, by="", why="wait" if last else "wrong")


def password_count_key(name: str, request: HttpRequest | None) -> tuple[str, bool]:
    """The key for counting wrong passwords, and whether the device is known for this account."""
    known = known_device(request.COOKIES.get(COOKIE, "") if request else "")
    if known is not None and plain_account(known.name) == plain_account(name):
        return password_key(name, known.device), True
    return password_key(name, source_of(request.META.get("REMOTE_ADDR", "") if request else "")), False
