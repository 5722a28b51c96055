"""Gains and losses of Power, and corrections by Control."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.words import require_reason, who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, GameEvent
from control.engine.reasons import Told
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.reports import Line, PersonDeed, corrections_between, to_desks
from rooms.realm.desks import Desk
from rooms.realm.game.reports.words import own, reason, report_purse_changes, whole_reason
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import (
    corrected_purses,
    house_purses_shown,
    is_purse_common,
    purse_holder,
    purse_invalidations,
    require_purse,
    seat_of,
    with_purse,
)

MOST = 10_000  # no purse ever holds more; a larger number is a typing error


class AdjustPower(Struct, frozen=True, kw_only=True):
    """Set the Power of a purse as Control, with a reason; `before`: Power that the sender saw."""

    seat: SeatId
    before: int
    power: int
    reason: str


class PowerGained(Struct, frozen=True, kw_only=True):
    seat: SeatId
    amount: int
    why: Told


class PowerLost(Struct, frozen=True, kw_only=True):
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


def tell_power(happened: PowerGained | PowerLost, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell only the purse's keeper why. The debrief tells everybody."""
    seat, named = happened.seat, {"player": who(before, happened.seat), "amount": happened.amount}
    deed = {"count": happened.amount, "why": whole_reason(happened.why)}
    if isinstance(happened, PowerGained):
        words, kind = say("{player} gains {amount} Power.", **named), "power-gained"
        did = say("Got {count} Power: {why}", **deed)
    else:
        words, kind = say("{player} loses {amount} Power.", **named), "power-lost"
        did = say("Lost {count} Power: {why}", **deed)
    yield to_desks(words, happened.why)
    yield from report_purse_changes(before, after, seat, reason(before, happened.why))
    if not is_purse_common(before):
        yield from corrected_purses(before, after, seat)
    yield from corrections_between(house_purses_shown(before, seat), house_purses_shown(after, seat))
    yield PersonDeed(kind=kind, who=own(seat), words=did, count=happened.amount)


COMMANDS: Mapping[type, CommandHandler] = {
    AdjustPower: CommandHandler(
        decide=decide_adjust_power,
        desks=frozenset({Desk.WAR, Desk.COURT, Desk.UNDERGROUND, Desk.CEREMONY}),
        label=lambda c, s: say("Power of {name}", name=who(s, c.seat)) if c.seat in s.seats else say("Power"),
    ),
}


EVENTS: Mapping[type, EventHandler] = {
    PowerGained: EventHandler(evolve=evolve_power_gained, tell=tell_power, invalidations=purse_invalidations),
    PowerLost: EventHandler(evolve=evolve_power_lost, tell=tell_power, invalidations=purse_invalidations),
}
