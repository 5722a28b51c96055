"""Facts of turns (SC-TRN) and of the next thing that the table waits for."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from control.engine.language import say
from control.engine.modules import EventHandler, Module
from rooms.tables.game.names import possessive
from rooms.tables.statecraft.game.scene import nothing_to_tell
from rooms.tables.statecraft.game.state import Phase, StatecraftState, Step, Turn, side_of, with_side


class TurnBegan(msgspec.Struct, frozen=True):
    """A player's turn began. `round`: the count for everybody (SC-SET-08)."""

    player: int
    round: int


class TurnEnded(msgspec.Struct, frozen=True):
    """A player ended the manoeuvres of the turn, and the refill begins."""

    player: int


class TurnCompleted(msgspec.Struct, frozen=True):
    """A turn was completed after refill, discard and all events; its tracker goes up by 1 (SC-TRN-13)."""

    player: int


class Went(msgspec.Struct, frozen=True):
    """The table moved on to this phase. `agenda`: the steps still to be resolved."""

    phase: Phase
    agenda: tuple[Step, ...] = ()


def evolve_turn_began(state: StatecraftState, happened: TurnBegan) -> StatecraftState:
    return replace(
        state, phase=Phase.TURN, agenda=(), active=happened.player, round=happened.round, turn=Turn(), seen=(), answers=()
    )


def evolve_turn_ended(state: StatecraftState, _happened: TurnEnded) -> StatecraftState:
    return replace(state, phase=Phase.REFILL, seen=())


def evolve_turn_completed(state: StatecraftState, happened: TurnCompleted) -> StatecraftState:
    return replace(state, sides=with_side(state, happened.player, turn=side_of(state, happened.player).turn + 1))


def evolve_went(state: StatecraftState, happened: Went) -> StatecraftState:
    """Set phase and agenda. Back in TURN the manoeuvre is over, so each purple card can be resolved again (SC-TRN-14)."""
    seen = () if happened.phase is Phase.TURN else state.seen
    return replace(state, phase=happened.phase, agenda=happened.agenda, seen=seen)


TURNS: Final = Module(
    name="turns",
    events={
        TurnBegan: EventHandler(
            evolve=evolve_turn_began,
            explain=lambda happened, scene: say(
                "Round {round}: {owner} turn.", round=happened.round, owner=possessive(scene.names[happened.player])
            ),
        ),
        TurnEnded: EventHandler(
            evolve=evolve_turn_ended,
            explain=lambda happened, scene: say("{name} has done enough politics for today.", name=scene.names[happened.player]),
        ),
        TurnCompleted: EventHandler(evolve=evolve_turn_completed, explain=nothing_to_tell),
        Went: EventHandler(evolve=evolve_went, explain=nothing_to_tell),
    },
)
