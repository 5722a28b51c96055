"""Commands about hostages: those of a holder on the phone, and those of the desks that look after Houses."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct

from control.day.state import DayStage
from control.day.words import require_reason
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import Spoken, later, say
from control.engine.modules import CommandHandler, GameEvent
from control.engine.reasons import as_reason
from control.engine.refusal import Refused, Stale
from rooms.realm.desks import HOUSE_DESKS, Desk
from rooms.realm.game.hostages.custody import (
    hand_over_events,
    holding_house,
    hostages_of,
    is_untouchable,
    kill_events,
    release_events,
    take_events,
)
from rooms.realm.game.hostages.hostage_events import holder_name
from rooms.realm.game.records import Hostage
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.scenario.ids import HouseId

# === commands ===========================================================================================================


MOST: Final = 20  # hostages that one command takes
ON_THE_THRONE: Final = frozenset({Desk.COURT})  # it acts for the God Emperor


class HostageAct(StrEnum):
    """Acts on a held hostage."""

    RELEASE = "release"
    HAND_OVER = "hand-over"
    KILL = "kill"


ACT_NAMES: Final[Mapping[HostageAct, str]] = Spoken(
    {
        HostageAct.RELEASE: later("Hostages released"),
        HostageAct.HAND_OVER: later("Hostages handed over"),
        HostageAct.KILL: later("Hostages killed"),
    }
)


class KillHostage(Struct, frozen=True, kw_only=True):
    """Kill a hostage as a member of its holder's House; the Sovereign kills one of the throne's (GE-CER-20)."""

    seat: SeatId
    hostage: int


class ReleaseHostage(Struct, frozen=True, kw_only=True):
    """Send a hostage home as a member of its holder's House; the Sovereign releases one of the throne's (GE-CER-21)."""

    seat: SeatId
    hostage: int


class MoveHostages(Struct, frozen=True, kw_only=True):
    """Release, hand over or kill hostages for their holder, as Control. `to`: new holder of those handed over."""

    act: HostageAct
    hostages: tuple[int, ...]
    to: HouseId | None = None
    reason: str


class TakeHostages(Struct, frozen=True, kw_only=True):
    """Enter hostages that a House takes from another, as Control (GE-CER-19)."""

    holder: HouseId
    of: HouseId
    count: int
    reason: str


# --- questions ----------------------------------------------------------------------------------------------------------


def may_decide(state: GameState, seat: HouseSeat, hostage: Hostage) -> bool:
    """May this player decide over the hostage? Members of the holder's House may; for the throne's, only the Sovereign."""
    if not seat.here or seat.died is not None or is_untouchable(state, hostage) or holding_house(state, hostage) != seat.house:
        return False
    return hostage.holder is not None or state.throne.holder == seat.id


def may_enter(state: GameState, asked: DecisionContext, hostage: Hostage) -> bool:
    """May this desk decide? Any that looks after Houses; for the God Emperor only Court Control (GE-CRT-70)."""
    return holding_house(state, hostage) is not None or asked.by.sits_at(ON_THE_THRONE)


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_kill(state: GameState, command: KillHostage, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Kill a hostage, at any time (GE-CER-20). A law that allows it changes nothing (R-100)."""
    seat, hostage = _require_may_decide(state, command.seat, command.hostage, "GE-CER-20")
    return kill_events(state, (hostage,), why=player_decided_reason(seat.name), rule="GE-CER-20")


def decide_release(state: GameState, command: ReleaseHostage, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Release a hostage, at any time (GE-CER-21)."""
    seat, hostage = _require_may_decide(state, command.seat, command.hostage, "GE-CER-21")
    return release_events(state, (hostage,), why=player_decided_reason(seat.name), rule="GE-CER-21")


def _require_may_decide(state: GameState, player: SeatId, number: int, rule: str) -> tuple[HouseSeat, Hostage]:
    """Return the hostage for a player who may decide over it. Nobody learns which hostages lie on other mats."""
    if state.clock.stage is not DayStage.PLAYING:
        raise Refused(say("This is decided while the game runs."), rule=rule, code="closed")
    seat = state.seats[player]
    hostage = next((each for each in hostages_of(state, (number,)) if holding_house(state, each) == seat.house), None)
    if hostage is None:
        raise Stale(say("This hostage does not lie on your mat."), rule=rule)
    if not may_decide(state, seat, hostage):
        if hostage.holder is None:
            raise Refused(say("Over the throne’s hostages the Sovereign decides."), rule="R-99")
        raise Refused(say("Decide over it once you are checked in."), rule=rule)
    return seat, hostage


def decide_move(state: GameState, command: MoveHostages, asked: DecisionContext) -> tuple[GameEvent, ...]:
    if not command.hostages:
        raise Refused(say("Choose which hostages."), code="unknown")
    chosen = _require_hostages(state, command.hostages)
    for each in chosen:
        _require_touchable(state, each)
        if not may_enter(state, asked, each):
            raise Refused(say("For the God Emperor’s hostages, Court Control decides."), rule="GE-CRT-70")
    why = require_reason(command.reason)
    match command.act:
        case HostageAct.RELEASE:
            return release_events(state, chosen, why=why, rule="GE-CER-21")
        case HostageAct.KILL:
            return kill_events(state, chosen, why=why, rule="GE-CER-20")
        case HostageAct.HAND_OVER:
            to = _house(state, command.to)
            if any(holding_house(state, each) == to for each in chosen):
                raise Stale(say("{house} holds them already.", house=holder_name(state, to)), rule="R-93")
            return hand_over_events(state, chosen, to, why=why, rule="R-93")


def decide_take(state: GameState, command: TakeHostages, asked: DecisionContext) -> tuple[GameEvent, ...]:
    holder, of = _house(state, command.holder), _house(state, command.of)
    if holder == of:
        raise Refused(say("A House takes hostages of another House."), rule="GE-CER-19", code="unknown")
    if not 1 <= command.count <= MOST:
        raise Refused(say("Take 1 to {most} hostages at once.", most=MOST), rule="GE-CER-19", code="count")
    return take_events(state, holder, of, why=require_reason(command.reason), rule="GE-CER-19", count=command.count)


# --- small parts --------------------------------------------------------------------------------------------------------


def _require_hostages(state: GameState, numbers: tuple[int, ...]) -> tuple[Hostage, ...]:
    found = hostages_of(state, numbers)
    if len(found) != len(numbers):
        raise Stale(say("This hostage is no longer there."), rule="R-143")
    return found


def _require_touchable(state: GameState, hostage: Hostage) -> None:
    if is_untouchable(state, hostage):
        raise Refused(say("The throne’s hostages wait, untouchable."), rule="R-99", code="closed")


def _house(state: GameState, named: HouseId | None) -> HouseId:
    if named is None or named not in {house.id for house in state.scenario.houses}:
        raise Refused(say("Choose the House."), code="unknown")
    return named


@as_reason("hostages.so-says")
def player_decided_reason(name: str) -> str:
    """Reason for a player's decision."""
    return say("{name} decided so", name=name)


COMMANDS: Final[Mapping[type, CommandHandler]] = {
    KillHostage: CommandHandler(decide=decide_kill, player=True, label=lambda c, s: say("Kill a hostage")),
    ReleaseHostage: CommandHandler(decide=decide_release, player=True, label=lambda c, s: say("Release a hostage")),
    MoveHostages: CommandHandler(decide=decide_move, desks=HOUSE_DESKS, label=lambda c, s: ACT_NAMES[c.act]),
    TakeHostages: CommandHandler(decide=decide_take, desks=HOUSE_DESKS, label=lambda c, s: say("Hostages taken")),
}
