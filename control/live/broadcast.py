"""Broadcast of news: tells the sockets of all processes, from any thread, which topics to refresh."""

from __future__ import annotations

import asyncio
import logging
import os
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer

from control.day.clock.clocks import place_of
from control.day.people.view import seats_gone
from control.day.state import DayState, RoomClock
from control.day.timetable import steps_of
from control.day.view import round_title
from control.engine.modules import Invalidation
from control.live import hub
from control.live.hub import ClockFacts, Facts, News, Place, RoomFacts, SocketLine

# === broadcast ==========================================================================================================


log = logging.getLogger(__name__)

GROUP = "live"
LAYER_TIMEOUT = 2.0  # seconds; after that the message counts as lost, and screens catch up by themselves
_born = uuid.uuid4().hex


def tell(place: Place, invalidations: Sequence[Invalidation], *, seq: int) -> None:
    """Tell the screens of a place without phases which topics to refresh; call it after the commit that wrote `seq`."""
    _send_everywhere(News(place=place, topics=by_audience(invalidations), seq=seq))


def publish(event_id: int, invalidations: Sequence[Invalidation], *, seq: int, state: DayState) -> None:
    """Tell the screens of an event which topics to refresh; call it after the commit that wrote `seq`.

    The clock is always included. An earlier clock change from another process may have been lost, and after this news no screen
    would notice (`Hub.deliver`).
    """
    topics, clock = {invalidation.topic for invalidation in invalidations}, clock_facts(state)
    # Players who have left hear nothing any more, however they left.
    out = tuple(seat_key(event_id, seat) for seat in seats_gone(state)) if "people" in topics else ()
    _send_everywhere(News(place=event_id, topics=by_audience(invalidations), seq=seq, clock=clock, out=out))


def tell_outside_journal(event_id: int, invalidations: Sequence[Invalidation], *, but: frozenset[SocketLine] = frozenset()) -> None:
    """Tell the screens about something outside the journal; `but` are sockets that know already."""
    _send_everywhere(News(place=event_id, topics=by_audience(invalidations)), but)


def close_seat(event_id: int, seat: str) -> None:
    """Close all sockets of a seat, because it got a new code."""
    close_sockets(seat_key(event_id, seat))


def seat_key(event_id: int, seat: str) -> str:
    """The key of sockets that a seat admitted."""
    return f"seat:{event_id}:{seat}"


def account_key(event_id: int, user_id: int) -> str:
    """The key of sockets that a membership admitted."""
    return f"member:{event_id}:{user_id}"


def close_sockets(key: str) -> None:
    """Close all sockets with this key, in every process, at every place."""
    _send_everywhere(News(place=0, out=(key,)))


def close_account(event_id: int, user_id: int) -> None:
    """Close all screens of an account in an event, because its desks there changed; they then reconnect."""
    close_sockets(account_key(event_id, user_id))


def by_audience(invalidations: Sequence[Invalidation]) -> dict[str, tuple[str, ...]]:
    """The topics of each audience, without duplicates, in order."""
    found: dict[str, dict[str, None]] = {}
    for each in invalidations:
        found.setdefault(each.to, {})[each.topic] = None
    return {audience: tuple(topics) for audience, topics in found.items()}


def facts_of(seq: int, state: DayState) -> Facts:
    """The first data of a screen."""
    return Facts(seq=seq, clock=clock_facts(state))


def clock_facts(state: DayState) -> ClockFacts:
    """The clock of a state as frames carry it."""
    clock = state.clock
    return ClockFacts(
        stage=clock.stage.value,
        title=round_title(state),
        month=clock.month,
        phase=clock.phase if clock.phase else None,
        phase_name=state.frame.phase_name(clock.phase) if clock.phase else "",
        deadline=_iso(clock.deadline),
        left_ms=_ms(clock.left),
        paused=clock.paused,
        reason=str(clock.pause_reason),
        rooms={key: _room_facts(state, place_of(key)[0], at) for key, at in sorted(clock.rooms.items())},
    )


def _room_facts(state: DayState, room: str, at: RoomClock) -> RoomFacts:
    name = next((step.name for step in steps_of(state, room) if step.id == at.step), "")
    paused = at.paused or state.clock.paused
    return RoomFacts(step=at.step, name=name, deadline=_iso(at.deadline), left_ms=_ms(at.left), paused=paused)


def _iso(at: datetime | None) -> str | None:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z") if at else None


def _ms(left: timedelta | None) -> int | None:
    return left // timedelta(milliseconds=1) if left is not None else None


# --- other processes ----------------------------------------------------------------------------------------------------


def shared_layer() -> Any:
    """The channel layer shared with other processes; None if there is only this process."""
    layer = get_channel_layer()
    return None if layer is None or isinstance(layer, InMemoryChannelLayer) else layer


def process_key() -> str:
    """The key of this process; a fork has another one."""
    return f"{os.getpid()}-{_born}"


def message_of(news: News) -> dict[str, str]:
    """News as one message of the channel layer."""
    return {"type": "live.news", "from": process_key(), "news": msgspec.json.encode(news).decode()}


def news_in(message: dict[str, str]) -> News | None:
    """The news in a message of the channel layer; None if this process sent it and so knows it."""
    return None if message["from"] == process_key() else msgspec.json.decode(message["news"], type=News)


def _send_everywhere(news: News, but: frozenset[SocketLine] = frozenset()) -> None:
    hubs = hub.all_hubs()
    for each in hubs:
        each.post(news, but)
    layer = shared_layer()
    if layer is None:
        return
    if hubs:  # a process with sockets keeps a connection to the layer in their loop
        asyncio.run_coroutine_threadsafe(_send(layer, news), hubs[0].loop)
        return
    async_to_sync(_send)(layer, news)


async def _send(layer: Any, news: News) -> None:
    try:
        await asyncio.wait_for(layer.group_send(GROUP, message_of(news)), LAYER_TIMEOUT)
    except Exception as failed:
        log.warning("%s: the other processes were not told: %s", news.place, type(failed).__name__)
