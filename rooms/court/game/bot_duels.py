"""Duels by players of rehearsals: now and then one challenges, answers, stands by it; they see what a phone shows (R-102)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from control.engine.ids import SeatId
from control.engine.viewer import Viewer
from rooms.court.game.challenges import Accept, CallOut, Refuse, StandBy, Withdraw
from rooms.court.game.duel_types import Stake
from rooms.court.game.hurt import dies_of
from rooms.court.game.interest import friends_of
from rooms.court.game.view_duels import Asked, PhoneDuels, phone_duels
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import RegionId

FIERCE = 0.2  # of the bots of a House with an Arena challenge somebody
BRAVE = 0.7  # of those who are challenged accept, and of those who hear a stake stand by it; nobody whom the next hit kills
PLAIN = (Stake(power=1), Stake(power=2), Stake(favors=1), Stake(power=1, favors=1))  # what is staked of what everybody may have

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mood:
    """Three throws: does it challenge, is it brave, and which of what there is to choose."""

    fierce: float
    brave: float
    which: float


def challenged(state: GameState, seat: SeatId, mood: Mood) -> CallOut | Refuse | Accept | StandBy | Withdraw | None:
    """What a bot does in Challenges: first what it is asked, else it calls somebody out, never a friend; None when all is done."""
    seen = phone_duels(state, Viewer(seat=seat))
    if seen is None:
        return None
    stands = mood.brave < BRAVE and not dies_of(state, seat)
    if seen.asked is not None:
        if not stands:
            return Refuse(month=seen.month, number=seen.asked.number, seat=seat)
        stake = _one(_stakes(seen.asked), mood.which)
        return Accept(month=seen.month, number=seen.asked.number, seat=seat, stake=stake)
    if seen.heard is not None:
        kind = StandBy if stands else Withdraw
        return kind(month=seen.month, number=seen.heard.number, seat=seat)
    return _call_out(state, seat, seen, mood) if mood.fierce < FIERCE and not dies_of(state, seat) else None


def _call_out(state: GameState, seat: SeatId, seen: PhoneDuels, mood: Mood) -> CallOut | None:
    house = state.seats[seat].house
    spared = {house, *friends_of(state, house)}
    foes = [each for each in seen.foes if each.house not in spared]
    return CallOut(month=seen.month, seat=seat, target=_one(foes, mood.which).seat) if foes else None


def _stakes(asked: Asked) -> tuple[Stake, ...]:
    """What a bot may stake: Power and Favors, of another House a hostage too, or one of its castles."""
    if asked.same_house:
        return PLAIN
    castles = tuple(Stake(flags=(RegionId(each.key),)) for each in asked.their_flags[:1])
    return (*PLAIN, Stake(hostages=1), *castles)


def _one(found: Sequence[T], share: float) -> T:
    return found[min(int(share * len(found)), len(found) - 1)]
