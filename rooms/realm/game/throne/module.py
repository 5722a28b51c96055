"""Module of the throne."""

from __future__ import annotations

from control.day.clock.phase_events import ClockSet, MonthTurned, PhaseEnded
from control.day.people.presence import PlayerLeft
from control.engine.language import later
from control.engine.modules import Module
from rooms.realm.game.state import GameState
from rooms.realm.game.throne import divine_sovereign, succession, throne_events, wounds


def _broken(state: GameState) -> tuple[str, ...]:
    return (*throne_events.broken_throne(state), *wounds.broken_wounds(state))


THRONE = Module(
    name="throne",
    title=later("Throne"),
    commands={**wounds.COMMANDS, **divine_sovereign.COMMANDS},
    events={**throne_events.EVENTS, **wounds.EVENTS},
    reactions={
        MonthTurned: succession.fill_throne_in_return,
        PhaseEnded: succession.fill_throne_after_phase,
        ClockSet: succession.fill_throne_when_clock_set,
        PlayerLeft: succession.empty_throne_of_leaver,
        wounds.GodEmperorWounded: wounds.kill_emperor,
    },
    broken=_broken,
)
