"""Public list of speakers, and the player's own hand (GE-CRT-25, GE-SOV-25)."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from control.day.memoization import memoized_view
from control.engine.ids import SeatId, StepId
from control.engine.viewer import Viewer
from rooms.court.game.floor.speakers import speakers_of, speaking_step
from rooms.court.game.roll import assembled, is_assembled
from rooms.court.game.view_sovereign import may_choose
from rooms.realm.desks import Desk
from rooms.realm.game.choice_lists import house_names
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId

# === views ==============================================================================================================


class Speaker(Struct, frozen=True, kw_only=True):
    """A player on the list."""

    seat: SeatId
    name: str
    house: HouseId
    short: str


class SpeakersShown(Struct, frozen=True, kw_only=True):
    """The public list: who speaks, since when, and raised hands in order."""

    month: int
    step: StepId
    speaking: Speaker | None
    since: datetime | None
    waiting: tuple[Speaker, ...]

    @property
    def next_two(self) -> tuple[Speaker, ...]:
        return self.waiting[:2]


class PhoneSpeakers(Struct, frozen=True, kw_only=True):
    """The list on a player's phone. `place`: the own hand's, 0 while it is down. `leads`: the player leads the list."""

    shown: SpeakersShown
    may_raise: bool
    place: int
    speaks: bool
    leads: bool


class DeskSpeakers(Struct, frozen=True, kw_only=True):
    """The list for Court Control. `others`: assembled players whose hands are down."""

    shown: SpeakersShown
    others: tuple[Speaker, ...]


@memoized_view(16)
def speakers_shown(state: GameState) -> SpeakersShown | None:
    """The list of the running step. None while nobody may speak."""
    step, held = speaking_step(state), speakers_of(state)
    if step is None:
        return None
    return SpeakersShown(
        month=state.clock.month,
        step=step,
        speaking=_speaker(state, held.speaking) if held.speaking is not None else None,
        since=held.since,
        waiting=tuple(_speaker(state, seat) for seat in held.waiting),
    )


def phone_speakers(state: GameState, viewer: Viewer) -> PhoneSpeakers | None:
    """The list for a player. None while nobody may speak."""
    shown, seat = speakers_shown(state), viewer.seat
    if shown is None or seat is None:
        return None
    order = [each.seat for each in shown.waiting]
    return PhoneSpeakers(
        shown=shown,
        may_raise=is_assembled(state, seat),
        place=order.index(seat) + 1 if seat in order else 0,
        speaks=shown.speaking is not None and shown.speaking.seat == seat,
        leads=may_choose(state, viewer),
    )


def desk_speakers(state: GameState, viewer: Viewer) -> DeskSpeakers | None:
    """The list for Court Control. None for other desks, and while nobody may speak."""
    shown = speakers_shown(state)
    if shown is None or not viewer.sees_desk(Desk.COURT):
        return None
    on_it = {each.seat for each in (*shown.waiting, *((shown.speaking,) if shown.speaking else ()))}
    return DeskSpeakers(shown=shown, others=tuple(_speaker(state, seat.id) for seat in assembled(state) if seat.id not in on_it))


def _speaker(state: GameState, seat: SeatId) -> Speaker:
    found, shorts = state.seats[seat], {house.id: house.short for house in house_names(state)}
    return Speaker(seat=seat, name=found.name, house=found.house, short=shorts[found.house])
