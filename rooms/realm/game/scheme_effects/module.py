"""Module of completed schemes: carries out each kind by its id in the scenario."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.day.clock.phase_events import ClockSet, DayEnded, MonthTurned, PhaseEnded
from control.engine.context import DecisionContext
from control.engine.language import later
from control.engine.modules import GameEvent, Module
from rooms.realm.game.scheme_effects import completion, holdings, messages, next_month, people, strike
from rooms.realm.game.scheme_effects.strike import Carry, SchemeActed, strike_of
from rooms.realm.game.state import GameState

CARRIED_OUT: Final[Mapping[str, Carry]] = {**people.PEOPLE, **holdings.HOLDINGS, **next_month.LASTING, **messages.MESSAGES}


def carry_out(state: GameState, happened: SchemeActed, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Pay the marriage penalty, then carry out the scheme. The War Room carries out those on the map."""
    paid = strike.pay_in_laws(state, happened, asked)
    for event in paid:
        state = STRIKES.events[type(event)].evolve(state, event)
    struck = strike_of(state, happened, asked)
    carry = CARRIED_OUT.get(struck.scheme.kind) if struck is not None else None
    return (*paid, *(carry(struck) if struck is not None and carry is not None else ()))


STRIKES = Module(
    name="strikes",
    title=later("Completed schemes"),
    commands={**completion.COMMANDS, **holdings.COMMANDS, **messages.COMMANDS},
    events={**completion.EVENTS, **holdings.EVENTS, **strike.EVENTS, **people.EVENTS, **messages.EVENTS, **next_month.EVENTS},
    reactions={
        MonthTurned: strike.strike_all,
        SchemeActed: carry_out,
        PhaseEnded: messages.send_what_waits,
        ClockSet: messages.send_what_waits,
        DayEnded: messages.send_what_is_left,
    },
    broken=completion.broken_schemes,
)
