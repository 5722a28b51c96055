"""Views of an Uprising for phone, desk and hall: votes and votes needed, and the rebels at the end (R-105)."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec import Struct

from control.engine.ids import SeatId
from control.engine.language import later, listed, say
from control.engine.viewer import Viewer
from rooms.court.game.roll import assembled, is_assembled
from rooms.court.game.state import Dissent, Penalty, Rising, Uprising, floor_of
from rooms.court.game.uprising.events import names_of, open_uprising
from rooms.court.game.uprising.open_matters import open_words, uprisings_to_settle
from rooms.court.game.uprising.punishment import may_punish, punishable_uprisings
from rooms.court.game.uprising.rules import (
    MINUTES,
    extra_votes_of,
    majority,
    may_not_rise,
    passable_uprising,
    possible_heirs,
    standing_of,
)
from rooms.court.rules.majority import needed
from rooms.realm.desks import Desk
from rooms.realm.game.choice_lists import house_names
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import purse_holder
from rooms.realm.scenario.ids import HouseId

# === views ==============================================================================================================


FEW = 12  # most names on a wall
PENALTIES = (
    (Penalty.POWER, later("loses Power")),
    (Penalty.FAVORS, later("loses Favors")),
    (Penalty.WOUNDS, later("is wounded")),
    (Penalty.DEATH, later("is put to death")),
    (Penalty.SPOKEN, later("is banned, or what else is said")),
)


class Meter(Struct, frozen=True, kw_only=True):
    """Votes for an Uprising, `extra` ones included, and votes needed."""

    standing: int
    extra: int
    needed: int
    assembled: int


class Past(Struct, frozen=True, kw_only=True):
    """An Uprising that is over, and its outcome in words."""

    number: int
    how: Rising
    told: str
    names: str


class PassTo(Struct, frozen=True, kw_only=True):
    """A successor who may pass the throne on to one of these, until a time (R-22)."""

    seat: SeatId
    name: str
    until: datetime
    to: tuple[tuple[SeatId, str], ...]


class PhoneUprising(Struct, frozen=True, kw_only=True):
    """The Uprising for a player of the Court. `number`: the open one, or the one that a press would declare.

    `meter`: None before one is declared. `passing`: only for the player whom it has seated.
    """

    month: int
    number: int
    meter: Meter | None
    stands: bool
    why_not: str
    past: tuple[Past, ...]
    passing: PassTo | None


class Stander(Struct, frozen=True, kw_only=True):
    """A player of the roll at the desk. `by_hand`: Control saw them stand; it does not see who stands by phone (GE-SOV-24)."""

    seat: SeatId
    name: str
    house: HouseId
    short: str
    by_hand: bool


class Culprit(Struct, frozen=True, kw_only=True):
    """A rebel of a failed Uprising, to be punished (R-106)."""

    number: int
    seat: SeatId
    name: str
    power: int
    favors: int
    wounds: int


class LeftOpen(Struct, frozen=True, kw_only=True):
    """An ended Uprising with something left to do, until the desk marks it as settled."""

    number: int
    won: bool
    words: str


class PhonePunishing(Struct, frozen=True, kw_only=True):
    """Rebels whom the Sovereign may punish without Control: Uprising, player, name, and nothing they hold (R-106)."""

    month: int
    culprits: tuple[tuple[int, SeatId, str], ...]
    penalties: tuple[tuple[str, str], ...]


class DeskUprising(Struct, frozen=True, kw_only=True):
    """The Uprising for Court Control. The meter is shown even before one is declared."""

    month: int
    number: int
    is_open: bool
    sits: bool
    meter: Meter
    roll: tuple[Stander, ...]
    houses: tuple[tuple[HouseId, str], ...]
    dissent: tuple[tuple[str, int], ...]
    past: tuple[Past, ...]
    culprits: tuple[Culprit, ...]
    passing: PassTo | None
    left: tuple[LeftOpen, ...]

    @property
    def presses(self) -> bool:
        """Whether it needs the desk's attention now."""
        return self.is_open or bool(self.left)

    @property
    def punished_at(self) -> int | None:
        """The first Uprising whose rebels may be punished, for the link beside its question. None without one."""
        return next((each.number for each in self.left if not each.won), None)


class HallUprising(Struct, frozen=True, kw_only=True):
    """The Uprising for the hall: the meter while it is open, in numbers only; then the outcome, its time, and the rebels.

    `reigns`: who reigns after it; empty if nothing changed.
    """

    meter: Meter | None
    how: Rising
    told: str
    reigns: str
    names: str
    at: datetime | None


# --- views --------------------------------------------------------------------------------------------------------------


def phone_uprising(state: GameState, viewer: Viewer) -> PhoneUprising | None:
    """The region of a player who is assembled, or whom an Uprising has just seated; None for anybody else."""
    seat, floor = viewer.seat, floor_of(state)
    if seat is None or seat not in state.seats:
        return None
    passing = pass_throne_view(state)
    own = passing if passing is not None and passing.seat == seat else None
    running = open_uprising(floor)
    why_not = may_not_rise(state, seat)
    there = is_assembled(state, seat)
    if own is None and not (there and floor.assembled and (running or floor.uprisings or not why_not)):
        return None
    return PhoneUprising(
        month=state.clock.month,
        number=_number(state),
        meter=meter_of(state, running) if running is not None else None,
        stands=running is not None and seat in running.standing,
        why_not=why_not,
        past=past_uprisings(state),
        passing=own,
    )


def phone_punishing(state: GameState, viewer: Viewer) -> PhonePunishing | None:
    """For the Sovereign, in any room, if the scenario needs no Control; None for anybody else (R-106)."""
    stood = tuple((each.number, seat, state.seats[seat].name) for each in punishable_uprisings(state) for seat in each.standing)
    if not stood or not may_punish(state, viewer.seat):
        return None
    return PhonePunishing(month=state.clock.month, culprits=stood, penalties=penalties())


def desk_uprising(state: GameState, viewer: Viewer) -> DeskUprising | None:
    """The Uprising for Court Control; None for anybody else."""
    if not viewer.sees_desk(Desk.COURT):
        return None
    running, roll = open_uprising(floor_of(state)), assembled(state)
    names = {house.id: house.name for house in house_names(state)}
    there = {seat.house for seat in roll}
    return DeskUprising(
        month=state.clock.month,
        number=_number(state),
        is_open=running is not None,
        sits=any(not may_not_rise(state, seat.id) for seat in roll),
        meter=meter_of(state, running),
        roll=_standers(state, roll, running),
        houses=tuple((house, name) for house, name in names.items() if house in there),
        dissent=tuple((names.get(each.house, ""), each.votes) for each in _dissent(running)),
        past=past_uprisings(state),
        culprits=tuple(_culprit(state, state.seats[seat], each) for each in punishable_uprisings(state) for seat in each.standing),
        passing=pass_throne_view(state),
        left=tuple(
            LeftOpen(number=each.number, won=each.how is Rising.WON, words=open_words(state, each))
            for each in uprisings_to_settle(state)
        ),
    )


def hall_uprising(state: GameState, viewer: Viewer) -> HallUprising | None:
    """The public view, whoever the viewer is: votes and votes needed, and no names before it is over (GE-CRT-97, R-105)."""
    found = floor_of(state).uprisings
    if not found or (found[-1].how is not Rising.OPEN and found[-1].at is None):
        return None
    last, is_open = found[-1], found[-1].how is Rising.OPEN
    return HallUprising(
        meter=meter_of(state, last) if is_open else None,
        how=last.how,
        told="" if is_open else _result_words(last),
        reigns=open_words(state, last) if last.how is Rising.WON else "",
        names="" if is_open else _rebel_names(state, last.standing),
        at=last.at,
    )


def _rebel_names(state: GameState, seats: tuple[SeatId, ...]) -> str:
    """The rebels' names, as many as fit on a wall."""
    names = [state.seats[seat].name for seat in seats if seat in state.seats]
    more = len(names) - FEW
    if more <= 1:
        return listed(names)
    return say("{names} and {count} more", names=", ".join(names[:FEW]), count=more)


def penalties() -> tuple[tuple[str, str], ...]:
    """All punishments in words."""
    return tuple((each.value, say(words)) for each, words in PENALTIES)


# --- parts --------------------------------------------------------------------------------------------------------------


def meter_of(state: GameState, running: Uprising | None) -> Meter:
    """Votes and votes needed (GE-CRT-97)."""
    there, extra = len(assembled(state)), extra_votes_of(running) if running else 0
    return Meter(
        standing=(len(standing_of(state, running)) if running else 0) + extra,
        extra=extra,
        needed=needed(majority(state), there),
        assembled=there,
    )


def past_uprisings(state: GameState) -> tuple[Past, ...]:
    """Ended Uprisings of the month, with the rebels' names (GE-CRT-98)."""
    over = (each for each in floor_of(state).uprisings if each.how is not Rising.OPEN)
    return tuple(
        Past(
            number=each.number,
            how=each.how,
            told=_result_words(each),
            names=names_of(state, each.standing) if each.standing else "",
        )
        for each in over
    )


def pass_throne_view(state: GameState) -> PassTo | None:
    """Who may pass the throne on and to whom, or None (R-22)."""
    won = passable_uprising(state)
    to = possible_heirs(state, won) if won is not None else ()
    if won is None or won.seated is None or won.at is None or not to:
        return None
    return PassTo(
        seat=won.seated,
        name=state.seats[won.seated].name,
        until=won.at + timedelta(minutes=MINUTES),
        to=tuple((seat.id, seat.name) for seat in to),
    )


def _number(state: GameState) -> int:
    running = open_uprising(floor_of(state))
    return running.number if running else len(floor_of(state).uprisings) + 1


def _result_words(over: Uprising) -> str:
    stood = {"count": len(over.standing) + extra_votes_of(over), "assembled": over.assembled}
    match over.how:
        case Rising.WON:
            return say("An Uprising has cast the Sovereign out: {count} of {assembled} stood.", **stood)
        case Rising.FAILED:
            return say("An Uprising has failed: {count} of {assembled} stood.", **stood)
        case _:
            return say("An Uprising has lapsed: the Sovereign has already been deposed.")


def _dissent(running: Uprising | None) -> tuple[Dissent, ...]:
    return running.dissent if running else ()


def _standers(state: GameState, roll: tuple[HouseSeat, ...], running: Uprising | None) -> tuple[Stander, ...]:
    shorts = {house.id: house.short for house in house_names(state)}
    seen = running.by_hand if running else ()
    return tuple(
        Stander(seat=seat.id, name=seat.name, house=seat.house, short=shorts.get(seat.house, ""), by_hand=seat.id in seen)
        for seat in roll
    )


def _culprit(state: GameState, seat: HouseSeat, over: Uprising) -> Culprit:
    purse = purse_holder(state, seat).purse
    return Culprit(
        number=over.number,
        seat=seat.id,
        name=seat.name,
        power=purse.power,
        favors=len(purse.favors),
        wounds=seat.wounds,
    )
