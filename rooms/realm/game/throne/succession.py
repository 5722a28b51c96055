"""Succession to the throne: depositions and successors (R-33)."""

from __future__ import annotations

from control.day.clock.phase_events import ClockSet, MonthTurned, PhaseEnded, phases_ended_by
from control.day.people.lookup import members
from control.day.people.presence import PlayerLeft
from control.day.state import Presence
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.modules import GameEvent
from control.engine.reasons import Told
from rooms.realm.frame import Moment
from rooms.realm.game.state import GameState, ThroneWaits
from rooms.realm.game.throne.throne_events import (
    SovereignDeposed,
    SovereignSeated,
    ThroneStaysEmpty,
    all_equal_reason,
    leads_reason,
    linked_reasons,
    no_heir_reason,
    nobody_else_reason,
    passed_over_reason,
    reigns,
    sovereign_left_reason,
    spouse_follows_reason,
    tie_reason,
)
from rooms.realm.game.treasury.purses import house_name, house_power
from rooms.realm.scenario.ids import HouseId, Phase, RegionId

# === succession =========================================================================================================

# Succession: calls for rooms, and checks of an empty throne by the clock.
# A room calls `seat_house`, `seat_strongest_house`, `empty_throne` or `ruler_died_events` and passes on their events. The empty
# throne is checked when a phase ends, and in the throne's moment of Return.


# --- questions ----------------------------------------------------------------------------------------------------------


def leading_houses(state: GameState) -> tuple[HouseId, ...]:
    """House with the most Power, or Houses that tie for it (GE-SOV-04, GE-SOV-08, R-23); empty when nobody can be seated.

    A House without anybody to seat does not count (R-22). The House of the person deposed last may lead again, unless the scenario
    bars it (R-25, setting `deposed_house_barred`).
    """
    power = {house: house_power(state, house) for house in _compared_houses(state) if heir_of_house(state, house) is not None}
    most = max(power.values(), default=0)
    return tuple(house for house, held in power.items() if held == most)


def _compared_houses(state: GameState) -> tuple[HouseId, ...]:
    """Houses whose Power is compared, even without anybody to seat."""
    fallen = state.seats.get(state.throne.barred) if state.throne.barred is not None else None
    barred = fallen.house if fallen and state.scenario.settings.deposed_house_barred else None
    return tuple(house.id for house in state.scenario.houses if house.id != barred)


def heir_of_house(state: GameState, house: HouseId) -> SeatId | None:
    """Seat that would take a House's throne: rank 1, or the next when rank 1 was deposed last (GE-SOV-06, R-22).

    A present ruler counts as deposed, because nobody else is seated before. The dead are passed over (R-139). None when nobody is
    left.
    """
    barred = state.throne.holder if state.throne.holder is not None else state.throne.barred
    return next((seat.id for seat in members(state, house) if seat.id != barred and seat.died is None), None)


# --- calls for rooms ----------------------------------------------------------------------------------------------------


def empty_throne(state: GameState, waits: ThroneWaits, *, why: Told, rule: str) -> tuple[GameEvent, ...]:
    """Depose the ruler without a successor; an empty throne changes only what it waits for (GE-SOV-03, R-31, R-37)."""
    month, throne = state.clock.month, state.throne
    if reigns(state):
        return (SovereignDeposed(month=month, seat=throne.holder, waits=waits, why=why, rule=rule, held=throne.holds),)
    if throne.waits is waits:
        return ()
    return (ThroneStaysEmpty(month=month, waits=waits, why=why, rule=rule),)


def seat_house(
    state: GameState, house: HouseId, *, why: Told, rule: str, holds: RegionId | None = None, named: SeatId | None = None
) -> tuple[GameEvent, ...]:
    """Give a House the throne at once: depose the ruler, seat its leader (GE-SOV-05, GE-SOV-06, GE-SOV-15, R-22).

    `named`: member that the House names after an Uprising. If the House has nobody to seat, the throne stays empty until some House
    leads alone (R-24).
    """
    chosen = named if named is not None else heir_of_house(state, house)
    if chosen is None:
        return empty_throne(state, ThroneWaits.TIE, why=nobody_else_reason(house_name(state, house)), rule="R-22")
    deposed = empty_throne(state, ThroneWaits.CHOICE, why=why, rule=rule) if reigns(state) else ()
    return (*deposed, SovereignSeated(month=state.clock.month, seat=chosen, why=why, rule=rule, holds=holds))


def seat_strongest_house(state: GameState, *, why: Told, rule: str) -> tuple[GameEvent, ...]:
    """Give the throne to the House with the most Power, for a Political Coup or an assassination.

    The ruler is deposed. A tie leaves the throne empty until one House leads alone.

    Rules: GE-SOV-04, GE-SOV-07, GE-SOV-08, R-24.
    """
    most = leading_houses(state)
    if len(most) == 1:
        return seat_house(state, most[0], why=linked_reasons(why, _leads(state, most[0])), rule=rule)
    return empty_throne(state, ThroneWaits.TIE, why=linked_reasons(why, _tied(state, most)), rule="R-24")


def ruler_died_events(state: GameState, seat: SeatId | None, *, why: Told, apart: SeatId | None = None) -> tuple[GameEvent, ...]:
    """Return what a ruler's death does to the throne; `seat` None is the God Emperor. No events if somebody else rules (R-31).

    A living spouse becomes Sovereign at once and need not keep a castle (GE-SOV-10, R-28, R-36). `apart`: player who dies at the
    same time and does not follow (R-104). Without a spouse the throne is empty until this month's Return. Then the House with the
    most Power takes it (GE-SOV-09).
    """
    throne = state.throne
    if not reigns(state) or throne.holder != seat:
        return ()
    fallen = state.seats.get(seat) if seat is not None else None
    spouse = state.seats.get(fallen.spouse) if fallen and fallen.spouse is not None else None
    month = state.clock.month
    if spouse is not None and spouse.presence is not Presence.GONE and spouse.died is None and spouse.id != apart:
        deposed = SovereignDeposed(month=month, seat=seat, waits=ThroneWaits.CHOICE, why=why, rule="R-28", held=throne.holds)
        return (deposed, SovereignSeated(month=month, seat=spouse.id, why=spouse_follows_reason(), rule="GE-SOV-10"))
    return empty_throne(state, ThroneWaits.RETURN, why=why, rule="R-28")


# --- the clock ----------------------------------------------------------------------------------------------------------


def fill_throne_in_return(state: GameState, happened: MonthTurned, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Give an empty throne to the House that leads alone in Power, in the throne's moment of Return (R-20, R-24, R-28)."""
    return _compare_houses(state) if happened.moment == Moment.THRONE else ()


def fill_throne_when_clock_set(state: GameState, happened: ClockSet, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Compare the Houses when Control sets the clock past the end of a phase, for a throne that is empty by a tie (R-24).

    A throne that waits for Return is filled only if the clock passed a Return (R-28).
    """
    passed = {each.phase for each in phases_ended_by(happened)}
    due = bool(passed) if state.throne.waits is ThroneWaits.TIE else Phase.RETURN in passed
    return _compare_houses(state) if due else ()


def fill_throne_after_phase(state: GameState, happened: PhaseEnded, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Compare the Houses at the end of every other phase, for a throne that is empty by a tie (R-24).

    Return compares in its own moment, after income and payments, unless that moment has passed already and the clock was set back.
    """
    its_moment_follows = happened.phase == Phase.RETURN and happened.month > state.clock.turned
    if its_moment_follows or state.throne.waits is not ThroneWaits.TIE:
        return ()
    return _compare_houses(state)


def _compare_houses(state: GameState) -> tuple[GameEvent, ...]:
    if reigns(state) or state.throne.waits not in (ThroneWaits.RETURN, ThroneWaits.TIE):
        return ()
    most = leading_houses(state)
    if len(most) != 1:
        return empty_throne(state, ThroneWaits.TIE, why=_tied(state, most), rule="R-24")
    return seat_house(state, most[0], why=_leads(state, most[0]), rule="R-24")


def _leads(state: GameState, house: HouseId) -> Told:
    return _with_passed_over(state, (house,), leads_reason(house_name(state, house), house_power(state, house)))


def _tied(state: GameState, houses: tuple[HouseId, ...]) -> Told:
    if not houses:
        return no_heir_reason()
    power = house_power(state, houses[0])
    if len(houses) == len(state.scenario.houses):
        return all_equal_reason(power)
    return _with_passed_over(state, houses, tie_reason(tuple(house_name(state, house) for house in houses), power))


def _with_passed_over(state: GameState, most: tuple[HouseId, ...], why: Told) -> Told:
    """Add to the reason the Houses with more Power that had nobody to seat (R-22)."""
    power = house_power(state, most[0])
    for house in _compared_houses(state):
        if heir_of_house(state, house) is None and house_power(state, house) > power:
            why = linked_reasons(passed_over_reason(house_name(state, house)), why)
    return why


def empty_throne_of_leaver(state: GameState, happened: PlayerLeft, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Empty the throne when the Sovereign leaves the game, as by a death without a spouse (R-03, R-28)."""
    if state.throne.holder != happened.seat:
        return ()
    return empty_throne(state, ThroneWaits.RETURN, why=sovereign_left_reason(), rule="R-28")
