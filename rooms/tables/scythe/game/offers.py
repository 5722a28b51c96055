"""Legal actions of a player, in groups called offers. The rules accept only an action that an offer allows.

Offers of a Move are in `offers_moves`. `declined` of an action may name parts of the offer's `gains`, one entry for each unit,
before the limits of tracks and decks (SY-GEN-12).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from control.engine.dice import Dice
from rooms.tables.game.rule_parts import OneOf, Only, sample
from rooms.tables.scythe.game.actions import (
    Bolster,
    Build,
    ChooseCard,
    ChooseCombat,
    ChooseSection,
    Commit,
    Deploy,
    EncounterDone,
    EndTurn,
    Enlist,
    GainCoins,
    GiveCoins,
    Placed,
    Produce,
    PunishDelay,
    RecordAchievement,
    Retreat,
    RevealObjective,
    SkipBottom,
    SkipTop,
    TakeBonus,
    TakeOption,
    Trade,
    Upgrade,
    UseArtillery,
    UseCard,
)
from rooms.tables.scythe.game.content import Amount, Part
from rooms.tables.scythe.game.offers_moves import MovesOffer
from rooms.tables.scythe.game.payment import GainsOffer, PaymentOffer, tokens_by_space
from rooms.tables.scythe.game.state import NONE, is_mech


class SectionOffer(OneOf[int], frozen=True):
    """Choose one of these sections."""

    does = ChooseSection


class SkipTopOffer(Only, frozen=True):
    """Skip the top row."""

    does = SkipTop


class SkipBottomOffer(Only, frozen=True):
    """Skip the bottom row, and with it the end of the turn or not. `some` leaves the turn's end to a later action."""

    does = SkipBottom


class EndTurnOffer(Only, frozen=True):
    """End the turn."""

    does = EndTurn


class GiveOffer(msgspec.Struct, frozen=True):
    """Give one of these players up to `most` coins."""

    players: tuple[int, ...]
    most: int

    def some(self, dice: Dice) -> GiveCoins:
        return GiveCoins(dice.choice(self.players), dice.randint(1, self.most))

    def allows(self, action: Any) -> bool:
        return type(action) is GiveCoins and action.to in self.players and 1 <= action.amount <= self.most


class PunishOffer(OneOf[int], frozen=True):
    """Take 1 popularity from one of these players for delay of game."""

    does = PunishDelay


class RecordOffer(msgspec.Struct, frozen=True):
    """Enter up to `most` of these achievements, or none."""

    entries: tuple[str, ...]
    most: int

    def some(self, dice: Dice) -> RecordAchievement:
        count = dice.randint(0, min(self.most, len(self.entries)))
        return RecordAchievement(tuple(sample(dice, self.entries, count)))

    def allows(self, action: Any) -> bool:
        if type(action) is not RecordAchievement or len(action.entries) > self.most:
            return False
        return len(set(action.entries)) == len(action.entries) and set(action.entries).issubset(self.entries)


TurnsOffer = SectionOffer | SkipTopOffer | SkipBottomOffer | EndTurnOffer | GiveOffer | PunishOffer | RecordOffer


class OptionOffer(msgspec.Struct, frozen=True):
    """Take this option of the encounter card, with any payment and any picks that these offers allow."""

    option: int
    payment: PaymentOffer
    gains: GainsOffer

    def some(self, dice: Dice) -> TakeOption:
        picks, declined = self.gains.some(dice)
        return TakeOption(self.option, self.payment.some(dice), picks, declined)

    def allows(self, action: Any) -> bool:
        if type(action) is not TakeOption or action.option != self.option:
            return False
        return self.payment.allows(action.payment) and self.gains.allows(action.picks, action.declined)


class EncounterDoneOffer(Only, frozen=True):
    """Take no second option."""

    does = EncounterDone


class ChooseCardOffer(OneOf[str], frozen=True):
    """Choose one of these Factory cards."""

    does = ChooseCard


class UseCardOffer(msgspec.Struct, frozen=True):
    """Take the top row of the Factory card, with any payment and any picks that these offers allow."""

    payment: PaymentOffer
    gains: GainsOffer

    def some(self, dice: Dice) -> UseCard:
        picks, declined = self.gains.some(dice)
        return UseCard(self.payment.some(dice), picks, declined)

    def allows(self, action: Any) -> bool:
        if type(action) is not UseCard:
            return False
        return self.payment.allows(action.payment) and self.gains.allows(action.picks, action.declined)


class RevealOffer(OneOf[str], frozen=True):
    """Reveal one of these objectives, which are met now."""

    does = RevealObjective


CardsOffer = OptionOffer | EncounterDoneOffer | ChooseCardOffer | UseCardOffer | RevealOffer


class ChooseCombatOffer(OneOf[str], frozen=True):
    """Fight on one of these territories next."""

    does = ChooseCombat


class ArtilleryOffer(OneOf[bool], frozen=True):
    """Use Artillery or decline."""

    does = UseArtillery


class CommitOffer(msgspec.Struct, frozen=True):
    """Dial a number from 0 up to `most`, and add at most `count` of these cards."""

    most: int
    cards: tuple[int, ...]
    count: int

    def some(self, dice: Dice) -> Commit:
        cards = sample(dice, self.cards, dice.randint(0, min(self.count, len(self.cards))))
        return Commit(dice.randint(0, self.most), tuple(sorted(cards)))

    def allows(self, action: Any) -> bool:
        if type(action) is not Commit or not 0 <= action.dial <= self.most or len(action.cards) > self.count:
            return False
        return list(action.cards) == sorted(action.cards) and Counter(action.cards) <= Counter(self.cards)


class RetreatOffer(msgspec.Struct, frozen=True):
    """Retreat each of these combat units to one of the spaces, home base first. These workers may ride with a mech (SY-R-18)."""

    units: tuple[int, ...]
    spaces: tuple[str, ...]
    workers: tuple[int, ...]

    def some(self, dice: Dice) -> Retreat:
        spaces = tuple([(unit, dice.choice(self.spaces)) for unit in self.units])
        rides = [(worker, dice.choice(self.units)) for worker in self.workers]
        return Retreat(spaces, tuple([ride for ride in rides if is_mech(ride[1])]))

    def allows(self, action: Any) -> bool:
        """Return whether each unit has a legal space, in the order of numbers, and no worker rides twice."""
        if type(action) is not Retreat or tuple([unit for unit, _space in action.spaces]) != self.units:
            return False
        if any(space not in self.spaces for _unit, space in action.spaces):
            return False
        riders = [worker for worker, _mech in action.riders]
        if len(set(riders)) < len(riders) or not set(riders).issubset(self.workers):
            return False
        return all(is_mech(mech) and mech in self.units for _worker, mech in action.riders)


CombatOffer = ChooseCombatOffer | ArtilleryOffer | CommitOffer | RetreatOffer


DECLINING: Final = 0.05  # probability that `some` declines parts of a gain, or a whole benefit
Amounts = tuple[Amount, ...]
DOES: Final = (Upgrade, Deploy, Build, Enlist)  # by section
NOTHING: Final[tuple[tuple[Any, Any], ...]] = ((None, NONE), (NONE, ""), (None, ""), (NONE, NONE))  # no primary benefit, by section


def can_be_declined(declined: Iterable[Part], gains: Amounts) -> bool:
    """Return whether no more is declined than gained."""
    left: dict[Part, int] = {}
    for each in gains:
        left[each.part] = left.get(each.part, 0) + each.count
    for part in declined:
        left[part] = left.get(part, 0) - 1
    return min(left.values(), default=0) >= 0


def random_declined(dice: Dice, gains: Amounts) -> tuple[Part, ...]:
    """Mostly nothing, else random parts of the gains."""
    if dice.random() >= DECLINING:
        return ()
    units = [each.part for each in gains for _ in range(each.count)]
    return tuple(sorted(sample(dice, units, dice.randint(0, len(units)))))


class CoinsOffer(msgspec.Struct, frozen=True):
    """Gain coins instead of moving (SY-MOV-02)."""

    gains: Amounts

    def some(self, dice: Dice) -> GainCoins:
        return GainCoins(random_declined(dice, self.gains))

    def allows(self, action: Any) -> bool:
        return type(action) is GainCoins and can_be_declined(action.declined, self.gains)


class BolsterOffer(msgspec.Struct, frozen=True):
    """Gain power or combat cards, each with the Monument's bonus (SY-BOL-02, SY-BOL-05)."""

    power: Amounts
    cards: Amounts

    def some(self, dice: Dice) -> Bolster:
        cards = dice.random() < 0.5
        return Bolster(cards, random_declined(dice, self.cards if cards else self.power))

    def allows(self, action: Any) -> bool:
        return type(action) is Bolster and can_be_declined(action.declined, self.cards if action.cards else self.power)


class TradeOffer(msgspec.Struct, frozen=True):
    """Gain popularity, or up to `tokens` tokens on these spaces, each with the Armory's bonus (SY-TRD-02, SY-TRD-07).

    Without spaces there is no token option (SY-TRD-05).
    """

    popularity: Amounts
    tokens: int
    spaces: tuple[str, ...]
    bonus: Amounts

    def some(self, dice: Dice) -> Trade:
        """Either option, mostly with the full number of tokens."""
        if not self.spaces or dice.random() < 0.5:
            return Trade(None, random_declined(dice, self.popularity))
        count = self.tokens if dice.random() >= DECLINING else dice.randint(0, self.tokens)
        stacks = [(dice.choice(self.spaces), dice.randint(0, 3), 1) for _ in range(count)]
        return Trade(tokens_by_space(stacks), random_declined(dice, self.bonus))

    def allows(self, action: Any) -> bool:
        if type(action) is not Trade:
            return False
        if action.placed is None:
            return can_be_declined(action.declined, self.popularity)
        return bool(self.spaces) and self._are_tokens(action.placed) and can_be_declined(action.declined, self.bonus)

    def _are_tokens(self, tokens: tuple[Placed, ...]) -> bool:
        last, count = "", 0
        for space, there in tokens:
            if space <= last or space not in self.spaces or min(there) < 0 or not any(there):
                return False
            last, count = space, count + sum(there)
        return count <= self.tokens


class ProduceOffer(msgspec.Struct, frozen=True):
    """Produce on up to `limit` of these spaces, and on the Mill's besides (SY-PRD-03, SY-PRD-12).

    `spaces`: territories with the highest count on each. `mill`: the Mill's territory, whose count includes the Mill; "" where it
    does not produce. `villages`: spaces that together produce at most the `workers` left on the mat (SY-PRD-09).
    """

    limit: int
    spaces: tuple[tuple[str, int], ...]
    mill: str
    villages: tuple[str, ...]
    workers: int

    def some(self, dice: Dice) -> Produce:
        """Mostly full production on the full number of spaces."""
        usual = [each for each in self.spaces if each[0] != self.mill]
        chosen = sample(dice, usual, min(self.limit, len(usual)))
        chosen += [each for each in self.spaces if each[0] == self.mill]
        less, left, found = dice.random() < DECLINING, self.workers, list[tuple[str, int]]()
        for space, most in sorted(chosen):
            count = min(most, left) if space in self.villages else most
            count = dice.randint(0, count) if less else count
            left -= count if space in self.villages else 0
            if count:
                found.append((space, count))
        return Produce(tuple(found))

    def allows(self, action: Any) -> bool:
        return type(action) is Produce and self.holds(action.spaces)

    def holds(self, spaces: tuple[tuple[str, int], ...]) -> bool:
        """Return whether these counts are legal on these spaces, in the order of their ids."""
        there, last, workers = dict(self.spaces), "", 0
        for space, count in spaces:
            if space <= last or not 1 <= count <= there.get(space, 0):
                return False
            last = space
            workers += count if space in self.villages else 0
        return workers <= self.workers and sum([space != self.mill for space, _count in spaces]) <= self.limit


class BottomOffer(msgspec.Struct, frozen=True):
    """Take the bottom row of a section: pay, put one of `things` on one of `places`, or none (SY-R-22), and gain coins.

    `things` and `places`: cubes and sections, mechs and territories, structures and territories, or recruits' sections and
    one-time spaces, in the order of the action's fields. `bonuses`: the one-time bonuses by space, else empty.
    """

    section: int
    payment: PaymentOffer
    things: tuple[Any, ...]
    places: tuple[Any, ...]
    coins: Amounts
    bonuses: Mapping[int, Amounts] = {}

    def some(self, dice: Dice) -> Upgrade | Deploy | Build | Enlist:
        """Mostly the benefit with everything that belongs to it."""
        thing, place = NOTHING[self.section]
        if self.things and self.places and dice.random() >= DECLINING:
            thing, place = dice.choice(self.things), dice.choice(self.places)
        gains = (*self.bonuses.get(place, ()), *self.coins)
        return DOES[self.section](self.payment.some(dice), thing, place, random_declined(dice, gains))

    def allows(self, action: Any) -> bool:
        if type(action) is not DOES[self.section]:
            return False
        thing, place = thing_and_place(action)
        if (thing, place) != NOTHING[self.section] and (thing not in self.things or place not in self.places):
            return False
        gains = (*self.bonuses.get(place, ()), *self.coins)
        return can_be_declined(action.declined, gains) and self.payment.allows(action.payment)


class BonusOffer(msgspec.Struct, frozen=True):
    """Gain or decline the ongoing bonus of a section (SY-R-24)."""

    section: int
    gains: Amounts

    def some(self, dice: Dice) -> TakeBonus:
        return TakeBonus(dice.random() >= DECLINING)

    def allows(self, action: Any) -> bool:
        return type(action) is TakeBonus


MatOffer = CoinsOffer | BolsterOffer | TradeOffer | ProduceOffer | BottomOffer | BonusOffer


def thing_and_place(action: Upgrade | Deploy | Build | Enlist) -> tuple[Any, Any]:
    """The thing and the place of a bottom-row action: its two fields after the payment."""
    _payment, thing, place, _declined = msgspec.structs.astuple(action)
    return thing, place


ScytheOffer = TurnsOffer | MatOffer | MovesOffer | CombatOffer | CardsOffer
