"""Access check of the debrief: the only way from a request to a `DebriefPass`."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from enum import StrEnum
from hashlib import sha256

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from msgspec import Struct

from control.day.people.view import team_of_seat
from control.day.state import DayStage, DayState
from control.day.view import clock_view
from control.debrief.models import Debrief
from control.engine.chronicle import Eye
from control.engine.context import ORGANIZER
from control.engine.ids import LARGEST, DeskId, SeatId, TeamId
from control.engine.viewer import HALL
from control.journal import journal
from control.models import Event, Rehearsal
from control.people.access import desks_of, seat_in_cookies
from control.regions.sight import Sight
from control.rehearsal.models import LEADS

COOKIE_AGE = 30 * 24 * 3600


class Audience(StrEnum):
    """Audiences of a debrief, from narrowest to widest. Each includes those before it."""

    SHUT = "shut"
    TEAM = "team"
    PLAYERS = "players"
    LINK = "link"


FOR_PLAYERS = (Audience.PLAYERS, Audience.LINK)


class DebriefPass(Struct, frozen=True, kw_only=True):
    """Proof that a visitor may read the debrief: the event, the final state, and the visitor as far as known.

    `seat`: the player whose phone or link this is. `desks`: the desks of a control team account. Both are empty for other visitors.
    """

    event: Event
    sight: Sight[DayState]
    audience: Audience
    desks: frozenset[DeskId]
    seat: SeatId | None
    team: TeamId | None

    @property
    def organizer(self) -> bool:
        return ORGANIZER in self.desks

    @property
    def own(self) -> Eye | None:
        """Eyes of the visiting player. None for visitors without a seat."""
        return Eye(team=self.team, seat=self.seat) if self.seat is not None else None


def debrief_or_404(request: HttpRequest, event_id: int) -> DebriefPass:
    """Return the pass of a visitor who may read this debrief.

    Raises:
        Http404: the day is not over, the debrief is not open, or this visitor is not in its audience.
    """
    event, row = _open_debrief(event_id)
    audience = Audience(row.audience)
    desks = desks_of(request.user, event_id)
    if is_unopened_rehearsal(event, row) and ORGANIZER not in desks:
        raise Http404("Not open, or not for you.")
    seat = _seat(request, event, row) if audience in FOR_PLAYERS else None
    if not desks and seat is None and not (audience is Audience.LINK and _has_link(request, row)):
        raise Http404("Not open, or not for you.")
    return _pass(event, audience, desks, seat)


def is_unopened_rehearsal(event: Event, row: Debrief) -> bool:
    """Whether this is the debrief of a rehearsal that opened automatically. Only organizers see it until they open it themselves:
    it unseals secrets of the scenario that also hold on the real day.
    """
    return event.rehearses_id is not None and row.by == LEADS


def debrief_of_seat(event_id: int, token: str) -> DebriefPass:
    """Return the pass of the player whose own link this is, while the debrief is open for players.

    Raises:
        Http404: the link is unknown, or the organizer has closed the debrief.
    """
    event, row = _open_debrief(event_id)
    audience, seat = Audience(row.audience), _seat_of(event, row, token)
    if seat is None or audience not in FOR_PLAYERS:
        raise Http404("Not open, or not for you.")
    return _pass(event, audience, frozenset(), seat)


def wall_pass(event_id: int, token: str) -> tuple[DebriefPass, Debrief]:
    """Return the pass and the row for a screen in the hall that shows the debrief.

    Raises:
        Http404: the address is wrong, or the debrief is closed.
    """
    event, row = _open_debrief(event_id)
    if not hmac.compare_digest(token.encode(), wall_token(row).encode()):
        raise Http404("Not open, or not for you.")
    return _pass(event, Audience(row.audience), frozenset(), None), row


def wall_token(row: Debrief) -> str:
    """Token in the address of the wall."""
    return _signature(row, "wall")


def token_of(row: Debrief, seat: SeatId) -> str:
    """Token in a player's own link."""
    return f"{seat}.{_signature(row, f'seat:{seat}')}"


def debrief_row(event: Event) -> Debrief | None:
    """Row of an event's debrief. None if it was never opened."""
    return Debrief.objects.filter(event=event).first()


def is_open_for_players(event: Event) -> bool:
    """Whether players may read the debrief. The caller checks that the day is over."""
    row = debrief_row(event)
    return row is not None and Audience(row.audience) in FOR_PLAYERS


def is_open_for_team(event: Event, desks: frozenset[str]) -> bool:
    """Whether these desks may read the debrief. The caller checks that the day is over."""
    row = debrief_row(event)
    return row is not None and row.audience != Audience.SHUT and (ORGANIZER in desks or not is_unopened_rehearsal(event, row))


def is_over(event: Event) -> bool:
    """Whether the day or rehearsal is over. `event` needs a fresh row of its stream."""
    if event.rehearses_id is not None and Rehearsal.objects.filter(event=event, ended_at__isnull=False).exists():
        return True
    sight: Sight[DayState] = Sight(journal.head(event.stream).state, HALL)
    return sight.public(clock_view).stage is DayStage.OVER


def new_key() -> str:
    """Random key for links. It is valid until the debrief is closed."""
    return secrets.token_urlsafe(18)


# --- cookies of link visitors --------------------------------------------------------------------------------------------


def admit_by_link(request: HttpRequest, event_id: int, key: str, response: HttpResponse) -> HttpResponse:
    """Set the cookie that lets this browser read the debrief.

    Raises:
        Http404: the link is wrong or no longer valid.
    """
    _event, row = _open_debrief(event_id)
    if row.audience != Audience.LINK or not hmac.compare_digest(row.key.encode(), key.encode()):
        raise Http404("Not open, or not for you.")
    response.set_cookie(
        _cookie(event_id), _signature(row, "link"), max_age=COOKIE_AGE, httponly=True, samesite="Lax", secure=request.is_secure()
    )
    return response


def remember_player(request: HttpRequest, event_id: int, token: str, response: HttpResponse) -> None:
    """Set the cookie that lets this browser read the debrief as this player. `debrief_of_seat` has accepted `token` before."""
    response.set_cookie(
        _cookie_of_seat(event_id), token, max_age=COOKIE_AGE, httponly=True, samesite="Lax", secure=request.is_secure()
    )


def _has_link(request: HttpRequest, row: Debrief) -> bool:
    told = request.COOKIES.get(_cookie(row.event_id), "")
    return hmac.compare_digest(told.encode(), _signature(row, "link").encode())


def _cookie(event_id: int) -> str:
    return f"debrief-{event_id}"


def _cookie_of_seat(event_id: int) -> str:
    return f"debrief-{event_id}-seat"


def _signature(row: Debrief, what: str) -> str:
    """Signature for one kind of link of this debrief. It is valid until the key changes."""
    return hmac.new(settings.SECRET_KEY.encode(), f"debrief:{row.event_id}:{row.key}:{what}".encode(), sha256).hexdigest()[:32]


def register_before_opening(do: Callable[[Event], bool]) -> None:
    """Register a callback that runs before each look at an open debrief. It returns whether it changed the event."""
    _before.append(do)


_before: list[Callable[[Event], bool]] = []


def _open_debrief(event_id: int) -> tuple[Event, Debrief]:
    event = _find_event(event_id)
    if sum(do(event) for do in _before):
        event = _find_event(event_id)
    return event, event.debrief


def _find_event(event_id: int) -> Event:
    found = (
        Event.objects.select_related("stream", "debrief")
        .defer("scenario", "stream__state")
        .filter(pk=min(event_id, LARGEST), debrief__isnull=False)
    )
    event = found.first()
    if event is None or event.debrief.audience == Audience.SHUT or not is_over(event):
        raise Http404("Not open, or not for you.")
    return event


def _seat(request: HttpRequest, event: Event, row: Debrief) -> SeatId | None:
    """Seat of this phone, else the seat of the own link that this browser used before."""
    joined = seat_in_cookies(request.COOKIES)
    if joined is not None and joined.event_id == event.pk:
        return SeatId(joined.key)
    return _seat_of(event, row, request.COOKIES.get(_cookie_of_seat(event.pk), ""))


def _seat_of(event: Event, row: Debrief, token: str) -> SeatId | None:
    """Seat of an own link. None for an unknown or expired link."""
    seat, _dot, proof = token.rpartition(".")
    right = hmac.compare_digest(proof.encode(), _signature(row, f"seat:{seat}").encode())
    return SeatId(seat) if right and event.seats.filter(key=seat).exists() else None


def _pass(event: Event, audience: Audience, desks: frozenset[DeskId], seat: SeatId | None) -> DebriefPass:
    sight: Sight[DayState] = Sight(journal.head(event.stream).state, HALL)
    team = sight.public(team_of_seat, seat) if seat is not None else None
    return DebriefPass(event=event, sight=sight, audience=audience, desks=desks, seat=seat if team else None, team=team)
