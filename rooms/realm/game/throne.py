"""The throne: who falls, who follows, what an empty throne waits for (R-33).

The rooms find out that somebody has been deposed, or who has led a coup; what follows for the throne is said here alone. A room
calls `seat_house`, `seat_strongest`, `empty` or `died` and hands their events on. An empty throne is looked at when a phase ends
(R-24), and in the throne's own moment of Return (R-20).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from control.day.clock.changes import MonthTurned, PhaseEnded
from control.day.people.asked import members
from control.day.people.present import PlayerLeft
from control.day.state import Presence
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import later, listed, say
from control.engine.modules import EventHandler, GameEvent, Invalidation, Module
from control.engine.reasons import Told, as_reason
from control.engine.words import Spoken
from rooms.realm.frame import Moment
from rooms.realm.game.state import GameState, Purse, Throne, ThroneWaits
from rooms.realm.game.treasury.purses import house_name, house_power
from rooms.realm.scenario.ids import HouseId, Phase, RegionId

# --- events -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SovereignDeposed:
    """Whoever reigned reigns no more. `seat` is None for the God Emperor, who is out of the game then (R-30).

    `held` is the castle by which a Sovereign by Military Coup reigned (R-36); `waits` says what fills the throne.
    """

    month: int
    seat: SeatId | None
    waits: ThroneWaits
    why: Told
    rule: str
    held: RegionId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SovereignSeated:
    """A player is Sovereign from this moment on. `holds` is the castle that a Sovereign by Military Coup must keep (GE-SOV-18)."""

    month: int
    seat: SeatId
    why: Told
    rule: str
    holds: RegionId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ThroneStaysEmpty:
    """An empty throne waits for something else from now on."""

    month: int
    waits: ThroneWaits
    why: Told
    rule: str


# --- why ----------------------------------------------------------------------------------------------------------------


@as_reason("throne.and-so")
def and_so(why: Told, then: Told) -> str:
    return f"{why}; {then}"


@as_reason("throne.leads")
def leads(house: str, power: int) -> str:
    return say("{house} has the most Power, {power}", house=house, power=power)


@as_reason("throne.nobody-to-seat")
def nobody_to_seat(house: str) -> str:
    return say("{house} has the most Power and nobody to seat", house=house)


@as_reason("throne.nobody-else")
def nobody_else(house: str) -> str:
    return say("{house} has nobody else to seat", house=house)


@as_reason("throne.all-alike")
def all_alike(power: int) -> str:
    return say("all Houses have {power} Power", power=power)


@as_reason("throne.tied")
def tied(houses: tuple[str, ...], power: int) -> str:
    return say("{houses} tie with {power} Power", houses=listed(houses), power=power)


@as_reason("throne.spouse-follows")
def spouse_follows() -> str:
    return say("the spouse follows")


@as_reason("throne.left-for-good")
def left_for_good() -> str:
    return say("the Sovereign has left for good")


# --- questions ----------------------------------------------------------------------------------------------------------


def reigns(state: GameState) -> bool:
    """Does anybody sit on the throne, the God Emperor included (GE-SOV-02)?"""
    return state.throne.god_emperor or state.throne.holder is not None


def sovereign_house(state: GameState) -> HouseId | None:
    """The House of the Sovereign; None under the God Emperor, who has none (R-30), and while the throne is empty."""
    holder = state.seats.get(state.throne.holder) if state.throne.holder is not None else None
    return holder.house if holder else None


def leaders(state: GameState) -> tuple[HouseId, ...]:
    """The House with the most Power, or those that tie for it (GE-SOV-04, GE-SOV-08, R-23).

    The House of the person deposed last may lead again, unless the scenario bars it (R-25, setting `deposed_house_barred`).
    """
    fallen = state.seats.get(state.throne.barred) if state.throne.barred is not None else None
    barred = fallen.house if fallen and state.scenario.settings.deposed_house_barred else None
    power = {house.id: house_power(state, house.id) for house in state.scenario.houses if house.id != barred}
    most = max(power.values(), default=0)
    return tuple(house for house, held in power.items() if held == most)


def heir(state: GameState, house: HouseId) -> SeatId | None:
    """Who of a House would be seated: its rank 1, or the next rank when that is the person deposed last (GE-SOV-06, R-22).

    Whoever reigns now counts as deposed, for nobody else is seated while one reigns. None when the House has nobody else.
    """
    barred = state.throne.holder if state.throne.holder is not None else state.throne.barred
    return next((seat.id for seat in members(state, house) if seat.id != barred), None)


def waiting_words(waits: ThroneWaits | None) -> str:
    """What fills an empty throne, in words."""
    return WAITING[waits] if waits else ""


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


def died(state: GameState, seat: SeatId | None, *, why: Told) -> tuple[GameEvent, ...]:
    """What the death of a person does to the throne; `seat` None is the God Emperor. Nothing when somebody else reigns (R-31).

    A living spouse is Sovereign at once and need keep no castle (GE-SOV-10, R-28, R-36). Without one the throne is empty until this
    month's Return and then goes to the House with the most Power (GE-SOV-09).
    """
    throne = state.throne
    if not reigns(state) or throne.holder != seat:
        return ()
    fallen = state.seats.get(seat) if seat is not None else None
    spouse = state.seats.get(fallen.spouse) if fallen and fallen.spouse is not None else None
    month = state.clock.month
    if spouse is not None and spouse.presence is not Presence.GONE:
        deposed = SovereignDeposed(month=month, seat=seat, waits=ThroneWaits.CHOICE, why=why, rule="R-28", held=throne.holds)
        return (deposed, SovereignSeated(month=month, seat=spouse.id, why=spouse_follows(), rule="GE-SOV-10"))
    return empty(state, ThroneWaits.RETURN, why=why, rule="R-28")


# --- the clock ----------------------------------------------------------------------------------------------------------


def look_at_return(state: GameState, happened: MonthTurned, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """In its moment of Return an empty throne goes to the House with the most Power, if one leads alone (R-20, R-24, R-28)."""
    return _compared(state) if happened.moment == Moment.THRONE else ()


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
    if len(most) != 1 or heir(state, most[0]) is None:
        return empty(state, ThroneWaits.TIE, why=_tied(state, most), rule="R-24")
    return seat_house(state, most[0], why=_leads(state, most[0]), rule="R-24")


def _leads(state: GameState, house: HouseId) -> Told:
    return leads(house_name(state, house), house_power(state, house))


def _tied(state: GameState, houses: tuple[HouseId, ...]) -> Told:
    if len(houses) == 1:
        return nobody_to_seat(house_name(state, houses[0]))
    power = house_power(state, houses[0]) if houses else 0
    if len(houses) == len(state.scenario.houses):
        return all_alike(power)
    return tied(tuple(house_name(state, house) for house in houses), power)


def see_off(state: GameState, happened: PlayerLeft, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """A Sovereign who leaves the event for good leaves the throne empty, as one who dies without a spouse (R-03, R-28)."""
    if state.throne.holder != happened.seat:
        return ()
    return empty(state, ThroneWaits.RETURN, why=left_for_good(), rule="R-28")


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_deposed(state: GameState, happened: SovereignDeposed) -> GameState:
    """The God Emperor's purse leaves the game with him (R-29)."""
    before = state.throne
    throne = Throne(
        holder=None,
        god_emperor=False,
        wounds=before.wounds,
        purse=Purse(),
        barred=happened.seat,
        waits=happened.waits,
        doubtful=before.doubtful or not reigns(state) or before.holder != happened.seat,
    )
    return replace(state, throne=throne, throne_changed=happened.month)


def evolve_seated(state: GameState, happened: SovereignSeated) -> GameState:
    doubtful = state.throne.doubtful or reigns(state)
    throne = replace(state.throne, holder=happened.seat, god_emperor=False, holds=happened.holds, barred=None, waits=None)
    return replace(state, throne=replace(throne, doubtful=doubtful), throne_changed=happened.month)


def evolve_stays_empty(state: GameState, happened: ThroneStaysEmpty) -> GameState:
    return replace(state, throne=replace(state.throne, waits=happened.waits))


def broken_throne(state: GameState) -> tuple[str, ...]:
    """One person at most reigns, and only an empty throne waits."""
    throne, found = state.throne, list[str]()
    if throne.holder is not None and throne.god_emperor:
        found.append(say("The God Emperor and a player sit on the throne."))
    if throne.holder is not None and throne.holder not in state.seats:
        found.append(say("Somebody sits on the throne who is not in the game."))
    if throne.doubtful:
        found.append(say("Who was deposed or seated does not fit who reigned then."))
    if throne.waits is not None and reigns(state):
        found.append(say("Somebody reigns, and the throne waits for somebody."))
    return tuple(found)


# --- words --------------------------------------------------------------------------------------------------------------

WAITING: Final[Mapping[ThroneWaits, str]] = Spoken(
    {
        ThroneWaits.RETURN: later("In Return it goes to the House with the most Power"),
        ThroneWaits.TIE: later("It goes to the first House that leads alone in Power when a phase ends"),
        ThroneWaits.CHOICE: later("The Houses of the coup name one of themselves before Return ends"),
    }
)


def _sovereign(state: GameState, seat: SeatId | None) -> str:
    if seat is None:
        return say("The God Emperor")
    return who(state, seat) if seat in state.seats else say("Somebody")


def _stop(words: str) -> str:
    return words if words.endswith(".") else f"{words}."


def explain_deposed(happened: SovereignDeposed, state: GameState) -> str:
    return _stop(
        say(
            "{sovereign} reigns no more: {why} ({rule})",
            sovereign=_sovereign(state, happened.seat),
            why=happened.why,
            rule=happened.rule,
        )
    )


def explain_seated(happened: SovereignSeated, state: GameState) -> str:
    return _stop(
        say(
            "{sovereign} is Sovereign: {why} ({rule})",
            sovereign=_sovereign(state, happened.seat),
            why=happened.why,
            rule=happened.rule,
        )
    )


def explain_stays_empty(happened: ThroneStaysEmpty, state: GameState) -> str:
    return _stop(
        say(
            "The throne is empty: {why}. {waits} ({rule})",
            why=happened.why,
            waits=waiting_words(happened.waits),
            rule=happened.rule,
        )
    )


def _pokes(happened: SovereignDeposed | SovereignSeated | ThroneStaysEmpty, state: GameState) -> tuple[Invalidation, ...]:
    """The hall, the desks and every phone name the Sovereign; the strip of the person shows the title."""
    everywhere = (
        Invalidation(topic="clock"),
        Invalidation(topic="map"),
        Invalidation(topic="people", to="staff"),
        Invalidation(topic="war", to="staff"),
    )
    seat = None if isinstance(happened, ThroneStaysEmpty) else happened.seat
    if seat is None or seat not in state.seats:
        return everywhere
    return (
        *everywhere,
        Invalidation(topic="strip", to=f"seat:{seat}"),
        Invalidation(topic="team", to=f"team:{state.seats[seat].house}"),
    )


THRONE = Module(
    name="throne",
    about=later("Throne"),
    facts={
        SovereignDeposed: EventHandler(evolve=evolve_deposed, explain=explain_deposed, pokes=_pokes),
        SovereignSeated: EventHandler(evolve=evolve_seated, explain=explain_seated, pokes=_pokes),
        ThroneStaysEmpty: EventHandler(evolve=evolve_stays_empty, explain=explain_stays_empty, pokes=_pokes),
    },
    reactions={MonthTurned: look_at_return, PhaseEnded: look_at_phase, PlayerLeft: see_off},
    broken=broken_throne,
)
