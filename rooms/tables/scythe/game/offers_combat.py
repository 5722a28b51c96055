"""Groups of legal actions in and around a combat (A-09 to A-12)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from control.engine.dice import Dice
from rooms.tables.game.offering import OneOf
from rooms.tables.game.parts import sample
from rooms.tables.scythe.game.actions import ChooseCombat, Commit, Retreat, UseArtillery
from rooms.tables.scythe.game.state import is_mech


class ChooseCombatOffer(OneOf[str], frozen=True):
    """Fight on one of these territories next."""

    does = ChooseCombat


class ArtilleryOffer(OneOf[bool], frozen=True):
    """Use Artillery, or do not."""

    does = UseArtillery


class CommitOffer(msgspec.Struct, frozen=True):
    """Dial a number from 0 up to `most`, and add at most `count` of these cards."""

    most: int
    cards: tuple[int, ...]
    count: int

    def some(self, dice: Dice) -> Commit:
        """Any number, any cards."""
        cards = sample(dice, self.cards, dice.randint(0, min(self.count, len(self.cards))))
        return Commit(dice.randint(0, self.most), tuple(sorted(cards)))

    def allows(self, action: Any) -> bool:
        """Is it such a number, with so many cards of the hand, in rising order?"""
        if type(action) is not Commit or not 0 <= action.dial <= self.most or len(action.cards) > self.count:
            return False
        return list(action.cards) == sorted(action.cards) and Counter(action.cards) <= Counter(self.cards)


class RetreatOffer(msgspec.Struct, frozen=True):
    """Each of these combat units to any of the spaces, the home base first; these workers may ride with a mech (SY-R-18)."""

    units: tuple[int, ...]
    spaces: tuple[str, ...]
    workers: tuple[int, ...]

    def some(self, dice: Dice) -> Retreat:
        """Any space for each; any worker with any mech, or by itself."""
        spaces = tuple([(unit, dice.choice(self.spaces)) for unit in self.units])
        rides = [(worker, dice.choice(self.units)) for worker in self.workers]
        return Retreat(spaces, tuple([ride for ride in rides if is_mech(ride[1])]))

    def allows(self, action: Any) -> bool:
        """Has each unit a space that is open, in the order of their numbers, and does nobody ride twice?"""
        if type(action) is not Retreat or tuple([unit for unit, _space in action.spaces]) != self.units:
            return False
        if any(space not in self.spaces for _unit, space in action.spaces):
            return False
        riders = [worker for worker, _mech in action.riders]
        if len(set(riders)) < len(riders) or not set(riders).issubset(self.workers):
            return False
        return all(is_mech(mech) and mech in self.units for _worker, mech in action.riders)


CombatOffer = ChooseCombatOffer | ArtilleryOffer | CommitOffer | RetreatOffer
