"""Admission of a new device by one that is signed in: a code, typed once within two minutes, and the organizer's consent.

So somebody who guesses passwords cannot keep the owner off a new device. The organizer's device shows a code. The new device
sends the code with a name, and the organizer reads the name and admits it. A code alone opens nothing, so a right code is
accepted after any number of wrong ones.
"""

from __future__ import annotations

import logging
import secrets
from http import HTTPStatus

from django.contrib.auth import login
from django.contrib.auth.models import User
from django.core import signing
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods
from msgspec import Struct

from control.desks.presses import DONE, REFUSED, PressAnswer, close_question, draw_question
from control.engine.context import ORGANIZER
from control.engine.language import later, say
from control.engine.typed_text import clean_typed_name, is_printable
from control.people import audit, staff
from control.people.access import DeskPass, desk_or_404
from control.people.audit import AuditKind
from control.people.login import remember_device
from control.people.staff import Member
from control.people.staff_desk import HERE
from control.people.throttle import forget_wrong_passwords
from control.watch.addresses import for_phones

# === device admission ===================================================================================================


log = logging.getLogger(__name__)

DIGITS = 8
GOOD_FOR = 120  # seconds
LONGEST_NAME = 40
LOOK_AGAIN = "3"  # seconds
COOKIE = "asks"
SALT = "control.asks"
BACKEND = "django.contrib.auth.backends.ModelBackend"
WRONG = later("This code is not good, or not any more. Ask the organizer for a new one.")
NAMELESS = later("Type the code and who you are: the organizer reads it and decides.")
LATE = later("This code is not good any more. Begin again with a new one.")


class DeviceCode(Struct, frozen=True, kw_only=True):
    """A code on an organizer's device: the account (`user`, `name`) that it opens, and the organizer (`by`)."""

    event: int
    by: str
    user: int
    name: str


class WaitingDevice(Struct, frozen=True, kw_only=True):
    """A device that has sent a code: the name it gave, its address, and the secret in its cookie."""

    who: str
    address: str
    secret: str


# --- the organizer's device ---------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "POST"])
def admit(request: HttpRequest, event_id: int) -> HttpResponse:
    """The organizer's dialog: choose the account, show the code, see who asks, admit."""
    door = desk_or_404(request, event_id, ORGANIZER)
    may = _accounts(door)
    code = _plain_code(request.GET.get("code", "") or request.POST.get("code", ""))
    if not code:
        chosen = next((each for each in may if str(each.id) == request.POST.get("member")), None)
        if request.method == "POST" and chosen is not None:
            return _draw(request, door, _new_code(door, chosen))
        said = PressAnswer(kind=REFUSED, sentence=say("Choose whose account it is.")) if request.method == "POST" else None
        return draw_question(request, door, "control/desk/_team_admit.html", {"may": may}, HERE, said)
    shown = _shown_code(code)
    if shown is None or shown.event != event_id or shown.by != door.name or not any(each.id == shown.user for each in may):
        said = PressAnswer(kind=REFUSED, sentence=say(LATE))
        return draw_question(request, door, "control/desk/_team_admit.html", {"may": may}, HERE, said)
    asking: WaitingDevice | None = cache.get(_asking_key(code))
    if request.method != "POST" or asking is None or request.POST.get("asks") != _device_seen(asking):
        return _draw(request, door, code)
    if cache.add(_granted_key(code), asking.secret, timeout=GOOD_FOR):  # a second tap has no effect
        audit.log_line(AuditKind.DEVICE_ADMITTED, door.event.rehearses_id or event_id, about=shown.name, who=asking.who)
        log.info("event %s: a device was admitted to the account of %s, by %s", event_id, shown.name, door.name)
    return close_question(
        request, door, PressAnswer(kind=DONE, sentence=say("{who} is let in as {name}.", who=asking.who, name=shown.name)), HERE
    )


def _accounts(door: DeskPass) -> tuple[Member, ...]:
    """Accounts that an organizer may open on a device: their own, and those whose password this event may renew."""
    found = [member for member in staff.members(door.event.pk) if not member.closed and (member.name == door.name or member.ours)]
    return tuple(sorted(found, key=lambda member: (member.name != door.name, member.name.casefold())))


def _new_code(door: DeskPass, member: Member) -> str:
    shown = DeviceCode(event=door.event.pk, by=door.name, user=member.id, name=member.name)
    code = ""
    while not code or not cache.add(_code_key(code), shown, timeout=GOOD_FOR):
        code = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
    return code


def _draw(request: HttpRequest, door: DeskPass, code: str) -> HttpResponse:
    asking, shown = cache.get(_asking_key(code)), _shown_code(code)
    context = {
        "code": code,
        "words": f"{code[:4]} {code[4:]}",
        "name": shown.name if shown else "",
        "address": for_phones(request, reverse("admit")),
        "asking": asking,
        "mark": _device_seen(asking) if asking else "",
    }
    return draw_question(request, door, "control/desk/_team_admit.html", context, HERE)


# --- the new device -----------------------------------------------------------------------------------------------------


@ensure_csrf_cookie
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest) -> HttpResponse:
    """The page of the new device: type the code, then wait for the organizer."""
    if request.method == "POST":
        return _answer_typed_code(request)
    code, secret = _read_cookie(request)
    if not code:
        return render(request, "control/admit.html", {"typed": "", "who": ""})
    shown, granted = _shown_code(code), cache.get(_granted_key(code))
    if shown is None or _asking_secret(code) != secret:
        response = render(request, "control/admit.html", {"refused": say(LATE), "typed": "", "who": ""})
        response.delete_cookie(COOKIE, samesite="Lax")
        return response
    if granted is None or not secrets.compare_digest(granted, secret) or not cache.delete(_granted_key(code)):
        response = render(request, "control/admit.html", {"waits": True, "words": f"{code[:4]} {code[4:]}"})
        response.headers["Refresh"] = LOOK_AGAIN
        return response
    return _let_in(request, code, shown)


def _answer_typed_code(request: HttpRequest) -> HttpResponse:
    code, who = _plain_code(request.POST.get("code", "")), _clean_who(request.POST.get("who", ""))
    shown = _shown_code(code) if code else None
    asking = WaitingDevice(who=who, address=request.META.get("REMOTE_ADDR", ""), secret=secrets.token_hex(16))
    refused = say(NAMELESS) if not code or not who else ""
    if not refused and (shown is None or not cache.add(_asking_key(code), asking, timeout=GOOD_FOR)):
        refused = say(WRONG)
    if refused:
        context = {"refused": refused, "typed": request.POST.get("code", "")[:20], "who": who}
        return render(request, "control/admit.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    response = HttpResponseRedirect(reverse("admit"))
    value = signing.dumps([code, asking.secret], salt=SALT)
    response.set_cookie(COOKIE, value, max_age=GOOD_FOR, httponly=True, samesite="Lax", secure=request.is_secure())
    return response


def _let_in(request: HttpRequest, code: str, shown: DeviceCode) -> HttpResponse:
    cache.delete_many([_code_key(code), _asking_key(code)])
    user = User.objects.filter(pk=shown.user, is_active=True).first()
    if user is None:
        return render(request, "control/admit.html", {"refused": say(LATE), "typed": "", "who": ""})
    login(request, user, backend=BACKEND)
    forget_wrong_passwords(user.get_username())
    response = HttpResponseRedirect(reverse("desk:events"))
    remember_device(response, user.get_username(), secure=request.is_secure())
    response.delete_cookie(COOKIE, samesite="Lax")
    return response


def _read_cookie(request: HttpRequest) -> tuple[str, str]:
    try:
        code, secret = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=GOOD_FOR)
    except (signing.BadSignature, ValueError):
        return "", ""
    return code, secret


def _shown_code(code: str) -> DeviceCode | None:
    found: DeviceCode | None = cache.get(_code_key(code))
    return found


def _asking_secret(code: str) -> str:
    asking: WaitingDevice | None = cache.get(_asking_key(code))
    return asking.secret if asking else ""


def _device_seen(asking: WaitingDevice) -> str:
    """The asking device as the organizer saw it, so that no other device is admitted."""
    return f"{asking.who} {asking.address}"


def _plain_code(typed: str) -> str:
    code = "".join(sign for sign in typed if sign in "0123456789")
    return code if len(code) == DIGITS else ""


def _clean_who(typed: str) -> str:
    return clean_typed_name("".join(sign for sign in typed if is_printable(sign)))[:LONGEST_NAME]


def _code_key(code: str) -> str:
    return f"admit:{code}"


def _asking_key(code: str) -> str:
    return f"admit-asks:{code}"


def _granted_key(code: str) -> str:
    return f"admit-granted:{code}"
