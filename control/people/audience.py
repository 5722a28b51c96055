"""The audiences of a socket and the keys that close it, from the same cookies that the pages use."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django.contrib.auth.models import AnonymousUser, User
from msgspec import Struct, field

from control.day.people.view import team_of_seat
from control.day.state import DayState
from control.engine.ids import SeatId
from control.live import broadcast
from control.models import Event, Membership
from control.people.access import desks_in, seat_cookie, valid_badges
from control.people.accounts import all_events_key, session_key
from control.regions.sight import Sight

# === audience ===========================================================================================================


class Caller(Struct, frozen=True, kw_only=True):
    """The client that opens a socket.

    `as_hall`: a screen in the hall, which gets only what everybody gets, even if somebody is signed in there.
    `session`: the session of `user`.
    """

    cookies: Mapping[str, str]
    user: User | AnonymousUser = field(default_factory=AnonymousUser)
    session: str = ""
    as_hall: bool = False


class SocketAudience(Struct, frozen=True, kw_only=True):
    """The audiences of a socket, and the keys that opened it. The socket is closed when one key becomes invalid."""

    audiences: frozenset[str]
    keys: frozenset[str] = frozenset()


def account_audience(user_id: int) -> str:
    return f"account:{user_id}"


def team_audiences(user_id: int, desks: frozenset[str]) -> frozenset[str]:
    """The audiences of a screen of the control team."""
    return frozenset({"all", "staff", account_audience(user_id), *(f"desk:{desk}" for desk in desks)})


def audiences_now(event_ids: Collection[int]) -> dict[tuple[int, str], frozenset[str]]:
    """The current audiences of each account's screens, by event and account, for these events. One query."""
    active = Membership.objects.filter(event__in=event_ids, user__is_active=True)
    found = active.values_list("event", "user", "desks", "event__stream__engine")
    return {
        (event, account_audience(user)): team_audiences(user, own)
        for event, user, words, realm in found
        if (own := desks_in(words, realm))
    }


def audiences_of(event: Event, sight: Sight[DayState], callers: Sequence[Caller]) -> list[SocketAudience]:
    """The audiences of each of these sockets for an event. The server chooses them. Two queries for all players together."""
    team = audiences_now((event.pk,)) if any(caller.user.is_authenticated and not caller.as_hall for caller in callers) else {}
    told = [None if caller.as_hall else seat_cookie(caller.cookies) for caller in callers]
    valid = valid_badges(event, [cookie for cookie in told if cookie is not None], sight)
    found = []
    for caller, cookie in zip(callers, told, strict=True):
        own = None if caller.as_hall or caller.user.pk is None else team.get((event.pk, account_audience(caller.user.pk)))
        if own and caller.user.pk is not None:
            keys = {broadcast.account_key(event.pk, caller.user.pk), all_events_key(caller.user.pk), session_key(caller.session)}
            found.append(SocketAudience(audiences=own, keys=frozenset(keys)))
        elif cookie is not None and cookie in valid:
            team_of = sight.public(team_of_seat, SeatId(cookie.seat))
            heard = {"all", f"seat:{cookie.seat}", *((f"team:{team_of}",) if team_of else ())}
            found.append(SocketAudience(audiences=frozenset(heard), keys=cookie.keys))
        else:
            found.append(SocketAudience(audiences=frozenset({"all"})))
    return found
