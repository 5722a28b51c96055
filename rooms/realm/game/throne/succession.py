"""Succession to the throne: who falls, who follows, and what Control decides after the last Return (R-26, R-33)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from control.day.clock.phase_events import ClockSet, MonthTurned, PhaseEnded, ended_by
from control.day.people.lookup import members
from control.day.people.presence import PlayerLeft
from control.day.state import Presence
from control.day.timetable import last_month
from control.day.words import reason_of
from control.engine.context import ORGANIZER_ONLY, DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, GameEvent
from control.engine.reasons import Told
from control.engine.refusal import Refused, Stale
from rooms.realm.frame import Moment
from rooms.realm.game.state import GameState, ThroneWaits
from rooms.realm.game.throne.changes import (
    SovereignDeposed,
    SovereignSeated,
    ThroneStaysEmpty,
    all_alike,
    and_so,
    leads,
    left_for_good,
    nobody_anywhere,
    nobody_else,
    nobody_to_seat,
    reigns,
    spouse_follows,
    tied,
)
from rooms.realm.game.treasury.purses import house_name, house_power
from rooms.realm.scenario.ids import HouseId, Phase, RegionId

# === succession =========================================================================================================

# Who falls and who follows: what the rooms call, and what the clock asks of an empty throne.
# A room calls `seat_house`, `seat_strongest`, `empty` or `died` and hands their events on. An empty throne is looked at when a
# phase ends, and in the throne's own moment of Return.


# --- questions ----------------------------------------------------------------------------------------------------------


def leaders(state: GameState) -> tuple[HouseId, ...]:
    """The House with the most Power, or those that tie for it (GE-SOV-04, GE-SOV-08, R-23); none when nobody can be seated.

    The House of the person deposed last may lead again, unless the scenario bars it (R-25, setting `deposed_house_barred`). A House
    with nobody to seat does not count (R-22).
    """
    power = {house: house_power(state, house) for house in _comparable(state) if heir(state, house) is not None}
    most = max(power.values(), default=0)
    return tuple(house for house, held in power.items() if held == most)


def _comparable(state: GameState) -> tuple[HouseId, ...]:
    """The Houses whose Power is compared, whether or not they have somebody to seat."""
    fallen = state.seats.get(state.throne.barred) if state.throne.barred is not None else None
    barred = fallen.house if fallen and state.scenario.settings.deposed_house_barred else None
    return tuple(house.id for house in state.scenario.houses if house.id != barred)


def heir(state: GameState, house: HouseId) -> SeatId | None:
    """Who of a House would be seated: its rank 1, or the next rank when that is the person deposed last (GE-SOV-06, R-22).

    Whoever reigns now counts as deposed, for nobody else is seated while one reigns. The dead are passed over (R-139). None when
    the House has nobody else.
    """
    barred = state.throne.holder if state.throne.holder is not None else state.throne.barred
    return next((seat.id for seat in members(state, house) if seat.id != barred and seat.died is None), None)


# --- what rooms call ----------------------------------------------------------------------------------------------------


def empty(state: GameState, waits: ThroneWaits, *, why: Told, rule: str) -> tuple[GameEvent, ...]:
    """Whoever reigns is deposed, and nobody follows yet; an empty throne only waits for something else (GE-SOV-03, R-31, R-37)."""
    month, throne = state.clock.month, state.throne
    if reigns(state):
        return (SovereignDeposed(month=month, seat=throne.holder, waits=waits, why=why, rule=rule, held=throne.holds),)
    if throne.waits is waits:
        return ()
    return (ThroneStaysEmpty(month=month, waits=waits, why=why, rule=rule),)


def seat_house(
    state: GameState, house: HouseId, *, why: Told, rule: str, holds: RegionId | None = None, named: SeatId | None = None
) -> tuple[GameEvent, ...]:
    """A House takes the throne at once: whoever reigns is deposed, its leader is seated (GE-SOV-05, GE-SOV-06, GE-SOV-15, R-22).

    `named` is the member that the House names after an Uprising. A House that has nobody to seat leaves the throne empty until some
    House leads alone (R-24).
    """
    chosen = named if named is not None else heir(state, house)
    if chosen is None:
        return empty(state, ThroneWaits.TIE, why=nobody_else(house_name(state, house)), rule="R-22")
    deposed = empty(state, ThroneWaits.CHOICE, why=why, rule=rule) if reigns(state) else ()
    return (*deposed, SovereignSeated(month=state.clock.month, seat=chosen, why=why, rule=rule, holds=holds))


def seat_strongest(state: GameState, *, why: Told, rule: str) -> tuple[GameEvent, ...]:
    """The House with the most Power takes the throne; a tie leaves it empty until one leads alone.

    Whoever reigns is deposed. This is what a Political Coup and an assassination call.

    Rules: GE-SOV-04, GE-SOV-07, GE-SOV-08, R-24.
    """
    most = leaders(state)
    if len(most) == 1:
        return seat_house(state, most[0], why=and_so(why, _leads(state, most[0])), rule=rule)
    return empty(state, ThroneWaits.TIE, why=and_so(why, _tied(state, most)), rule="R-24")


def died(state: GameState, seat: SeatId | None, *, why: Told, apart: SeatId | None = None) -> tuple[GameEvent, ...]:
    """What the death of a person does to the throne; `seat` None is the God Emperor. Nothing when somebody else reigns (R-31).

    Whoever dies at the same time does not follow: `apart` (R-104).

    A living spouse is Sovereign at once and need keep no castle (GE-SOV-10, R-28, R-36). Without one the throne is empty until this
    month's Return and then goes to the House with the most Power (GE-SOV-09).
    """
    throne = state.throne
    if not reigns(state) or throne.holder != seat:
        return ()
    fallen = state.seats.get(seat) if seat is not None else None
    spouse = state.seats.get(fallen.spouse) if fallen and fallen.spouse is not None else None
    month = state.clock.month
    if spouse is not None and spouse.presence is not Presence.GONE and spouse.died is None and spouse.id != apart:
        deposed = SovereignDeposed(month=month, seat=seat, waits=ThroneWaits.CHOICE, why=why, rule="R-28", held=throne.holds)
        return (deposed, SovereignSeated(month=month, seat=spouse.id, why=spouse_follows(), rule="GE-SOV-10"))
    return empty(state, ThroneWaits.RETURN, why=why, rule="R-28")


# --- the clock ----------------------------------------------------------------------------------------------------------


def look_at_return(state: GameState, happened: MonthTurned, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """In its moment of Return an empty throne goes to the House with the most Power, if one leads alone (R-20, R-24, R-28)."""
    return _compared(state) if happened.moment == Moment.THRONE else ()


def look_when_set(state: GameState, happened: ClockSet, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """The same where the clock was put past the end of phases by hand; past a Return for what waited for it (R-24, R-28)."""
    passed = {each.phase for each in ended_by(happened)}
    due = bool(passed) if state.throne.waits is ThroneWaits.TIE else Phase.RETURN in passed
    return _compared(state) if due else ()


def look_at_phase(state: GameState, happened: PhaseEnded, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Every other phase ends with the same comparison, for a throne that is empty by a tie (R-24).

    Return compares in its own moment, after income and payments, unless that moment has acted before and the clock was set back.
    """
    its_moment_follows = happened.phase == Phase.RETURN and happened.month > state.clock.turned
    if its_moment_follows or state.throne.waits is not ThroneWaits.TIE:
        return ()
    return _compared(state)


def _compared(state: GameState) -> tuple[GameEvent, ...]:
    if reigns(state) or state.throne.waits not in (ThroneWaits.RETURN, ThroneWaits.TIE):
        return ()
    most = leaders(state)
    if len(most) != 1:
        return empty(state, ThroneWaits.TIE, why=_tied(state, most), rule="R-24")
    return seat_house(state, most[0], why=_leads(state, most[0]), rule="R-24")


def _leads(state: GameState, house: HouseId) -> Told:
    return _passing_over(state, (house,), leads(house_name(state, house), house_power(state, house)))


def _tied(state: GameState, houses: tuple[HouseId, ...]) -> Told:
    if not houses:
        return nobody_anywhere()
    power = house_power(state, houses[0])
    if len(houses) == len(state.scenario.houses):
        return all_alike(power)
    return _passing_over(state, houses, tied(tuple(house_name(state, house) for house in houses), power))


def _passing_over(state: GameState, most: tuple[HouseId, ...], why: Told) -> Told:
    """The reason with the Houses before it that have more Power and nobody to seat (R-22)."""
    power = house_power(state, most[0])
    for house in _comparable(state):
        if heir(state, house) is None and house_power(state, house) > power:
            why = and_so(nobody_to_seat(house_name(state, house)), why)
    return why


def see_off(state: GameState, happened: PlayerLeft, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """A Sovereign who leaves the event for good leaves the throne empty, as one who dies without a spouse (R-03, R-28)."""
    if state.throne.holder != happened.seat:
        return ()
    return empty(state, ThroneWaits.RETURN, why=left_for_good(), rule="R-28")


# === decision of the end ================================================================================================

# An empty throne after the last Return is Control's to decide, where the scenario leaves it to Control (R-26, `month10_tie`).


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideEnd:
    """The organizer names the House whose leader is Divine Sovereign, or None: nobody is, and Leviathan rises."""

    house: HouseId | None
    reason: str


def may_decide(state: GameState) -> bool:
    """Does the end wait for Control, and the news of the last month with it?"""
    return state.news_wait(last_month(state))


def seatable(state: GameState) -> tuple[HouseId, ...]:
    """The Houses that have somebody to seat."""
    return tuple(house.id for house in state.scenario.houses if heir(state, house.id) is not None)


def decide_end(state: GameState, command: DecideEnd, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Seat that House's leader, or leave the throne empty for good.

    Raises:
        Stale: it is decided, or not Control's to decide.
        Refused: there is no such House, or it has nobody to seat.
    """
    if not may_decide(state):
        raise Stale(say("How the day ends is decided already, or not Control’s to decide."), rule="R-26")
    reason = reason_of(command.reason)
    if command.house is None:
        return empty(state, ThroneWaits.NOBODY, why=reason, rule="R-26")
    if command.house not in seatable(state):
        raise Refused(say("This House has nobody to seat."), rule="R-22")
    return seat_house(state, command.house, why=reason, rule="R-26")


COMMANDS: Mapping[type, CommandHandler] = {
    DecideEnd: CommandHandler(decide=decide_end, desks=ORGANIZER_ONLY, label=lambda c, s: say("How the day ends")),
}
