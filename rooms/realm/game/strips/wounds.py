"""Wounds are corrected, 0 to 3 (R-04)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from control.day.amiss import of_players, teams_of
from control.day.words import reason_of, who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import later, say, say_count
from control.engine.modules import CommandHandler, Correction, EventHandler, Invalidation
from control.engine.refused import Refused, Stale
from rooms.realm.game.state import GameState
from rooms.realm.game.strips.parts import STRIP_DESKS, house_invalidations, stayed

DEADLY = 3  # wounds: the third one kills (GE-CER-02)
DEATH = later("The third wound kills: what the character holds is inherited, and ranks, marriage and throne follow at once.")


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustWounds:
    """Set a player's wounds, 0 to 3 (R-04). `before` is what its sender saw."""

    player: SeatId
    before: int
    wounds: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WoundsAdjusted:
    seat: SeatId
    before: int
    wounds: int
    reason: str


def decide_adjust_wounds(state: GameState, command: AdjustWounds, asked: DecisionContext) -> tuple[WoundsAdjusted, ...]:
    seat = stayed(state, command.player)
    reason = reason_of(command.reason)
    if seat.died is not None:
        said = say(
            "{name} is dead until the next Ceremony ends. Take the wound back in the journal, and all that followed comes back.",
            name=seat.name,
        )
        raise Refused(said, rule="R-139", code="dead")
    if seat.wounds != command.before:
        now = say_count(
            "{name} has {count} wound by now, not {before}; look again.",
            "{name} has {count} wounds by now, not {before}; look again.",
            seat.wounds,
            name=seat.name,
            before=command.before,
        )
        raise Stale(now, rule="R-04")
    if not 0 <= command.wounds <= DEADLY:
        raise Refused(say("A strip shows 0 to {most} wounds.", most=DEADLY), rule="R-04")
    if command.wounds == seat.wounds:
        already = say_count("{name} has {count} wound already.", "{name} has {count} wounds already.", seat.wounds, name=seat.name)
        raise Stale(already, rule="R-04")
    return (WoundsAdjusted(seat=seat.id, before=seat.wounds, wounds=command.wounds, reason=reason),)


@of_players("seat")
def evolve_wounds_adjusted(state: GameState, happened: WoundsAdjusted) -> GameState:
    seat = replace(state.seats[happened.seat], wounds=happened.wounds)
    return replace(state, seats={**state.seats, seat.id: seat})


def explain_wounds_adjusted(happened: WoundsAdjusted, state: GameState) -> str:
    return say_count(
        "{player} has {count} wound, not {before}: {reason}.",
        "{player} has {count} wounds, not {before}: {reason}.",
        happened.wounds,
        player=who(state, happened.seat),
        before=happened.before,
        reason=happened.reason,
    )


def _strip_invalidations(happened: WoundsAdjusted, state: GameState) -> tuple[Invalidation, ...]:
    return (Invalidation(topic="strip", to=f"seat:{happened.seat}"), *house_invalidations(*teams_of(state, happened.seat)))


def _wounds_corrections(happened: WoundsAdjusted, state: GameState) -> tuple[Correction, ...]:
    """What was set; of a death the phone speaks first and at length, and nothing of it is a correction (R-139)."""
    seat = state.seats[happened.seat]
    if happened.wounds >= DEADLY:
        return ()
    return (
        Correction(
            to=f"team:{seat.house}",
            what=say("Wounds of {name}", name=seat.name),
            now=str(happened.wounds),
            was=str(happened.before),
            which=seat.id,
            news=happened.wounds > happened.before,  # wounds never heal: fewer of them is a mistake mended
        ),
    )


def broken_wounds(state: GameState) -> tuple[str, ...]:
    """Wounds are 0 to 3 on every strip (R-04)."""
    return tuple(
        say_count("{name} has {count} wounds.", "{name} has {count} wounds.", seat.wounds, name=seat.name)
        for seat in state.seats.values()
        if not 0 <= seat.wounds <= DEADLY
    )


def _label_wounds(command: AdjustWounds, state: GameState) -> str:
    if command.player not in state.seats:
        return say("Wounds")
    name = who(state, command.player)
    return say("Death of {name}", name=name) if command.wounds >= DEADLY else say("Wounds of {name}", name=name)


COMMANDS: Mapping[type, CommandHandler] = {
    AdjustWounds: CommandHandler(decide=decide_adjust_wounds, desks=STRIP_DESKS, label=_label_wounds)
}
EVENTS: Mapping[type, EventHandler] = {
    WoundsAdjusted: EventHandler(
        evolve=evolve_wounds_adjusted,
        explain=explain_wounds_adjusted,
        invalidations=_strip_invalidations,
        corrects=_wounds_corrections,
    ),
}
