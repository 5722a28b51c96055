"""Gains and losses of Power, and corrections by Control."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from control.day.missing_players import requires_players
from control.day.words import require_reason, who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, Correction, EventHandler, GameEvent
from control.engine.reasons import Told
from control.engine.refusal import Refused
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import (
    house_power,
    house_power_subject,
    is_purse_common,
    own_power_subject,
    purse_holder,
    purse_invalidations,
    require_purse,
    seat_of,
    with_purse,
)

MOST = 10_000  # no purse ever holds more; a larger number is a typing error


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustPower:
    """Set the Power of a purse as Control, with a reason; `before`: Power that the sender saw."""

    seat: SeatId
    before: int
    power: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerGained:
    seat: SeatId
    amount: int
    why: Told


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerLost:
    seat: SeatId
    amount: int
    why: Told


def decide_adjust_power(state: GameState, command: AdjustPower, asked: DecisionContext) -> tuple[GameEvent, ...]:
    seat = seat_of(state, command.seat)
    reason = require_reason(command.reason)
    if seat.purse.power != command.before:
        now = say(
            "{name} holds {power} Power by now, not {before}; look again.",
            name=seat.name,
            power=seat.purse.power,
            before=command.before,
        )
        raise Refused(now, code="stale")
    if not 0 <= command.power <= MOST:
        raise Refused(say("A purse holds 0 to {most} Power.", most=MOST), rule="R-07")
    change = command.power - seat.purse.power
    if not change:
        raise Refused(say("That is what the purse holds already."))
    if change > 0:
        keeper = purse_holder(state, require_purse(state, seat.id))
        if keeper.id != seat.id:
            words = say("In this event a House has one purse; set the Power of {name}, who keeps it.", name=keeper.name)
            raise Refused(words, rule="R-05")
        return (PowerGained(seat=seat.id, amount=change, why=reason),)
    return (PowerLost(seat=seat.id, amount=-change, why=reason),)


@requires_players("seat")
def evolve_power_gained(state: GameState, happened: PowerGained) -> GameState:
    purse = state.seats[happened.seat].purse
    return with_purse(state, happened.seat, replace(purse, power=purse.power + happened.amount))


@requires_players("seat")
def evolve_power_lost(state: GameState, happened: PowerLost) -> GameState:
    purse = state.seats[happened.seat].purse
    return with_purse(state, happened.seat, replace(purse, power=purse.power - happened.amount))


def _power_corrections(happened: PowerGained | PowerLost, state: GameState) -> tuple[Correction, ...]:
    change = happened.amount if isinstance(happened, PowerGained) else -happened.amount
    seat = state.seats[happened.seat]
    held, together = seat.purse.power, house_power(state, seat.house)
    own = Correction(to=f"seat:{seat.id}", what=own_power_subject(), now=str(held + change), was=str(held))
    house = Correction(to=f"team:{seat.house}", what=house_power_subject(), now=str(together + change), was=str(together))
    return (house,) if is_purse_common(state) else (own, house)


COMMANDS: Mapping[type, CommandHandler] = {
    AdjustPower: CommandHandler(
        decide=decide_adjust_power,
        desks=frozenset({Desk.WAR, Desk.COURT, Desk.UNDERGROUND, Desk.CEREMONY}),
        label=lambda c, s: say("Power of {name}", name=who(s, c.seat)) if c.seat in s.seats else say("Power"),
    ),
}


EVENTS: Mapping[type, EventHandler] = {
    PowerGained: EventHandler(
        evolve=evolve_power_gained,
        explain=lambda e, s: say("{player} gains {amount} Power: {why}.", player=who(s, e.seat), amount=e.amount, why=e.why),
        invalidations=purse_invalidations,
        corrects=_power_corrections,
    ),
    PowerLost: EventHandler(
        evolve=evolve_power_lost,
        explain=lambda e, s: say("{player} loses {amount} Power: {why}.", player=who(s, e.seat), amount=e.amount, why=e.why),
        invalidations=purse_invalidations,
        corrects=_power_corrections,
    ),
}
