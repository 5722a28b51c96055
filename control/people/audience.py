"""Audience of a socket: what it may hear of an event, and what it is closed by, chosen from the same cookies as the pages."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.contrib.auth.models import AnonymousUser, User

from control.day.people.view import team_of_seat
from control.day.state import DayState
from control.engine.ids import SeatId
from control.live import broadcast
from control.models import Event, Membership
from control.people.access import SeatCookie, Standing, desks_in, seat_cookie, standing_of
from control.people.accounts import everywhere, session_key
from control.regions.sight import Sight

# === audience ===========================================================================================================


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Whoever opens a socket. With `as_hall` it is a screen in the hall: it hears what all hear, whoever is signed in at it.

    `session` is the session that `user` has signed in by.
    """

    cookies: Mapping[str, str]
    user: User | AnonymousUser = field(default_factory=AnonymousUser)
    session: str = ""
    as_hall: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What a socket may hear, and what let it in: when one of these keys is worth nothing any more, it is closed."""

    audiences: frozenset[str]
    keys: frozenset[str] = frozenset()


def account_audience(user_id: int) -> str:
    """The audience of one account's screens."""
    return f"account:{user_id}"


def team_audiences(user_id: int, desks: frozenset[str]) -> frozenset[str]:
    """What a screen of the control team may hear."""
    return frozenset({"all", "staff", account_audience(user_id), *(f"desk:{desk}" for desk in desks)})


def audiences_now(event_ids: Collection[int]) -> dict[tuple[int, str], frozenset[str]]:
    """What the screens of each account may hear now in each of these events, by event and account. One query."""
    active = Membership.objects.filter(event__in=event_ids, user__is_active=True)
    found = active.values_list("event", "user", "desks", "event__stream__engine")
    return {
        (event, account_audience(user)): team_audiences(user, own)
        for event, user, words, realm in found
        if (own := desks_in(words, realm))
    }


def audiences_of(event: Event, sight: Sight[DayState], callers: Sequence[Caller]) -> list[Heard]:
    """What each of these sockets may hear of an event; the server chooses, nobody asks. Two queries for all players together."""
    team = audiences_now((event.pk,)) if any(caller.user.is_authenticated and not caller.as_hall for caller in callers) else {}
    told = [None if caller.as_hall else seat_cookie(caller.cookies) for caller in callers]
    wanted = {cookie.seat for cookie in told if cookie is not None and cookie.event == event.pk}
    issues = dict(event.seats.filter(key__in=wanted).values_list("key", "issue")) if wanted else {}
    gone = frozenset(event.devices_out.values_list("device", flat=True)) if wanted else frozenset()
    found = []
    for caller, cookie in zip(callers, told, strict=True):
        own = None if caller.as_hall or caller.user.pk is None else team.get((event.pk, account_audience(caller.user.pk)))
        if own and caller.user.pk is not None:
            keys = {broadcast.account_key(event.pk, caller.user.pk), everywhere(caller.user.pk), session_key(caller.session)}
            found.append(Heard(audiences=own, keys=frozenset(keys)))
        elif cookie is not None and cookie.event == event.pk and _opens(cookie, issues, gone, sight):
            team_of = sight.public(team_of_seat, SeatId(cookie.seat))
            heard = {"all", f"seat:{cookie.seat}", *((f"team:{team_of}",) if team_of else ())}
            found.append(Heard(audiences=frozenset(heard), keys=cookie.keys))
        else:
            found.append(Heard(audiences=frozenset({"all"})))
    return found


def _opens(cookie: SeatCookie, issues: Mapping[str, int], gone: Collection[str], sight: Sight[DayState]) -> bool:
    worth = standing_of(cookie, issue=issues.get(cookie.seat), out=cookie.device in gone, sight=sight)
    return worth is Standing.VALID
