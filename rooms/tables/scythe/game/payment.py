"""Payments and gains: the ways to pay a cost, and the picks for a list of gains (SY-GEN-11, SY-GEN-12, SY-GEN-14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from control.engine.dice import Dice
from rooms.tables.game.rule_parts import sample
from rooms.tables.scythe.game.actions import Payment, Picks, Placed
from rooms.tables.scythe.game.content import RESOURCES, Amount, Cube, Part, Structure
from rooms.tables.scythe.game.state import NO_TOKENS, NONE, Tokens

PAYS_OTHERWISE: Final = 0.2  # probability that `some` does not pay as proposed
KINDS: Final[Mapping[Part, int]] = {Part(resource): kind for kind, resource in enumerate(RESOURCES)}
Stack = tuple[str, int, int]  # a space, a type by its index in RESOURCES, a count


class Price(msgspec.Struct, frozen=True):
    """A number of tokens of a part, and a number of combat cards. Coins, power and popularity are paid separately.

    `part`: a resource type, ANY for any types, or DIFFERENT for different types (at most 4).
    """

    count: int = 0
    part: Part = Part.ANY
    cards: int = 0


class PaymentOffer(msgspec.Struct, frozen=True):
    """Part of an offer: every payment of a price that its payer can make.

    `tokens`: those that can pay, by controlled territory in the order of the ids. `hand`: the payer's combat cards where cards can
    pay. `coercion`: one of them may stand for a token.
    """

    price: Price
    tokens: tuple[Placed, ...] = ()
    hand: tuple[int, ...] = ()
    coercion: bool = False

    @property
    def possible(self) -> bool:
        """Return whether the whole cost can be paid (SY-GEN-11)."""
        short = max(0, self.price.count - self._most())
        return short <= self.coercion and short + self.price.cards <= len(self.hand)

    @property
    def proposed(self) -> Payment:
        """The preselected payment: tokens from the largest stacks, the lowest cards, and a card as a token only where tokens are
        short.
        """
        stacks, short = sorted(self._stacks(), key=lambda stack: -stack[2]), self.price.count
        taken: list[Stack] = []
        for space, kind, count in stacks:
            if short and not (self._different and kind in {each[1] for each in taken}):
                now = 1 if self._different else min(count, short)
                taken.append((space, kind, now))
                short -= now
        hand = sorted(self.hand)
        return self._payment(taken, hand.pop(0) if short else 0, tuple(hand[: self.price.cards]), None)

    def some(self, dice: Dice) -> Payment:
        """Mostly the proposed payment, else a random one."""
        if dice.random() >= PAYS_OTHERWISE:
            return self.proposed
        hand, count = list(self.hand), self.price.count
        coerced = self.coercion and count > 0 and len(hand) > self.price.cards and (self._most() < count or dice.random() < 0.5)
        coercion = hand.pop(dice.randint(0, len(hand) - 1)) if coerced else 0
        stacks, taken = self._stacks(), list[Stack]()
        for _ in range(count - coerced):
            at = dice.randint(0, len(stacks) - 1)
            space, kind, left = stacks[at]
            taken.append((space, kind, 1))
            if self._different:
                stacks = [stack for stack in stacks if stack[1] != kind]
            else:
                stacks[at : at + 1] = [(space, kind, left - 1)] if left > 1 else []
        return self._payment(taken, coercion, tuple(sorted(sample(dice, hand, self.price.cards))), dice)

    def allows(self, payment: Payment) -> bool:
        """Return whether exactly the price is paid, from own tokens and cards, with at most one card as a token (SY-GEN-14,
        SY-R-50).
        """
        there, last = dict(self.tokens), ""
        for space, tokens in payment.spaces:
            if space <= last or space not in there or not any(tokens):
                return False
            if any(not 0 <= count <= most for count, most in zip(tokens, there[space], strict=True)):
                return False
            last = space
        return self._is_the_price(payment) and self._are_cards(payment)

    def broken_by(self, payment: Payment) -> str:
        """The rule that an illegal payment breaks."""
        if payment.coercion and not (self.coercion and payment.coercion in self.hand):
            return "SY-FAC-03"
        there = dict(self.tokens)
        for space, tokens in payment.spaces if self.price.count else ():
            if any(count > most for count, most in zip(tokens, there.get(space, NO_TOKENS), strict=True)):
                return "SY-GEN-14"
        return "SY-GEN-10"

    @property
    def _different(self) -> bool:
        return self.price.part is Part.DIFFERENT

    def _stacks(self) -> list[Stack]:
        return [(space, kind, count) for space, tokens in self.tokens for kind, count in enumerate(tokens) if count]

    def _most(self) -> int:
        stacks = self._stacks()
        return len({stack[1] for stack in stacks}) if self._different else sum([stack[2] for stack in stacks])

    def _payment(self, taken: list[Stack], coercion: int, cards: tuple[int, ...], dice: Dice | None) -> Payment:
        as_type = None
        if coercion and self._different:
            paid = {stack[1] for stack in taken}
            free = [each for kind, each in enumerate(RESOURCES) if kind not in paid]
            as_type = dice.choice(free) if dice else free[0]
        return Payment(tokens_by_space(taken), coercion, as_type, cards)

    def _is_the_price(self, payment: Payment) -> bool:
        paid = [sum([tokens[kind] for _space, tokens in payment.spaces]) for kind in range(len(RESOURCES))]
        if sum(paid) + bool(payment.coercion) != self.price.count:
            return False
        if not self._different:
            return payment.as_type is None
        if payment.as_type is not None:
            paid[RESOURCES.index(payment.as_type)] += 1
        return max(paid) <= 1 and bool(payment.coercion) == (payment.as_type is not None)

    def _are_cards(self, payment: Payment) -> bool:
        if len(payment.cards) != self.price.cards or list(payment.cards) != sorted(payment.cards):
            return False
        if payment.coercion and not self.coercion:
            return False
        given = Counter((*payment.cards, payment.coercion) if payment.coercion else payment.cards)
        return not given - Counter(self.hand)


def matching(tokens: Tokens, part: Part) -> Tokens:
    """The tokens that can pay for a part."""
    kind = KINDS.get(part)
    if kind is None:
        return tokens
    count = tokens[kind]
    return count * (kind == 0), count * (kind == 1), count * (kind == 2), count * (kind == 3)


def tokens_by_space(stacks: Iterable[Stack]) -> tuple[Placed, ...]:
    """Single stacks as tokens by space, in the order of the ids."""
    found: dict[str, list[int]] = {}
    for space, kind, count in stacks:
        found.setdefault(space, [0, 0, 0, 0])[kind] += count
    return tuple([(space, (one, two, three, four)) for space, (one, two, three, four) in sorted(found.items())])


GIVES_UP: Final = 0.15  # probability that `some` declines something
TOKENS: Final = frozenset({Part.WOOD, Part.OIL, Part.FOOD, Part.METAL})
PLACED: Final = TOKENS | {Part.WORKER}  # parts that are placed on a territory, one by one
GIVEN_UP: Final = PLACED | {Part.COIN, Part.POWER, Part.POPULARITY, Part.CARD, Part.SAME}  # parts declined unit by unit
Declined = tuple[Part, ...]


class GainsOffer(msgspec.Struct, frozen=True, kw_only=True):
    """Part of an offer: every set of picks for these gains.

    `spaces`: places for tokens and workers. `at`: places for the mech or structure. Both are None where the card sets the place.
    `left`: workers on the mat. `bonuses`: open one-time spaces with their bonuses. `fields`: number of territories that may
    produce. `harvest`: these territories with their workers. `villages`: those that produce workers.
    """

    gains: tuple[Amount, ...] = ()
    spaces: tuple[str, ...] | None = None
    at: tuple[str, ...] | None = None
    left: int = 0
    mechs: tuple[int, ...] = ()
    structures: tuple[Structure, ...] = ()
    cubes: tuple[Cube, ...] = ()
    boxes: tuple[int, ...] = ()
    sections: tuple[int, ...] = ()
    bonuses: tuple[tuple[int, Amount], ...] = ()
    fields: int = 0
    harvest: tuple[tuple[str, int], ...] = ()
    villages: tuple[str, ...] = ()

    def pieces(self, picks: Picks, declined: Iterable[Part]) -> list[Part]:
        """The gained tokens and workers, one by one in the order of the gains, with no more workers than are left."""
        gone, found = Counter(declined), list[Part]()
        for each in self.gains if self.spaces != () else ():
            count = max(0, each.count - gone[each.part])
            if each.part is Part.ANY:
                found += [Part(chosen.value) for chosen in picks.types]
            elif each.part is Part.SAME and picks.types:
                found += [Part(picks.types[0].value)] * count
            elif each.part in PLACED:
                found += [each.part] * (min(count, self.left) if each.part is Part.WORKER else count)
        return found

    def some(self, dice: Dice) -> tuple[Picks, Declined]:
        """Mostly all gains with random picks. Sometimes parts are declined."""
        odd = dice.random() < GIVES_UP
        upgrades = bool(self.cubes and self.boxes) and not (odd and dice.random() < 0.5)
        enlists = bool(self.sections and self.bonuses) and not (odd and dice.random() < 0.5)
        piece = bool(self.mechs or self.structures) and not (odd and dice.random() < 0.5)
        most = self._kinds()
        picks = Picks(
            types=tuple([dice.choice(RESOURCES) for _ in range(dice.randint(0, most) if odd else most)]),
            mech=dice.choice(self.mechs) if piece and self.mechs else NONE,
            structure=dice.choice(self.structures) if piece and self.structures else None,
            at=dice.choice(self.at) if piece and self.at else "",
            cube=dice.choice(self.cubes) if upgrades else None,
            box=dice.choice(self.boxes) if upgrades else NONE,
            section=dice.choice(self.sections) if enlists else NONE,
            space=dice.choice(self.bonuses)[0] if enlists else NONE,
            produce=self._some_harvest(dice),
        )
        declined = tuple([part for part, count in self._units(picks).items() for _ in range(dice.randint(0, count))]) if odd else ()
        if self.spaces:
            places = tuple([dice.choice(self.spaces) for _ in self.pieces(picks, declined)])
            picks = msgspec.structs.replace(picks, places=places)
        return picks, declined

    def allows(self, picks: Picks, declined: Declined) -> bool:
        """Return whether the picks match the gains, with legal places, and nothing else is declined than gained."""
        units = self._units(picks)
        if any(count > units[part] for part, count in Counter(declined).items()) or len(picks.types) > self._kinds():
            return False
        placed = [] if self.spaces is None else self.pieces(picks, declined)
        if len(picks.places) != len(placed) or not set(picks.places).issubset(self.spaces or ()):
            return False
        return self._is_piece(picks) and self._is_upgrade(picks) and self._is_recruit(picks) and self.allows_harvest(picks)

    def allows_harvest(self, picks: Picks) -> bool:
        """Return whether there are few enough territories, each with few enough workers (SY-PRD-04, SY-PRD-09)."""
        spaces, there = [space for space, _count in picks.produce], dict(self.harvest)
        if len(spaces) > self.fields or spaces != sorted(set(spaces)):
            return False
        if any(not 1 <= count <= there.get(space, 0) for space, count in picks.produce):
            return False
        return sum([count for space, count in picks.produce if space in self.villages]) <= self.left

    def _kinds(self) -> int:
        """The highest number of types to pick: one for each ANY token, one for all SAME."""
        if self.spaces == ():
            return 0
        return sum([1 if each.part is Part.SAME else each.count for each in self.gains if each.part in (Part.ANY, Part.SAME)])

    def _units(self, picks: Picks) -> Counter[Part]:
        """The number of units of each part that can be declined, before the limits of the tracks."""
        found = Counter[Part]()
        for each in (*self.gains, *[bonus for space, bonus in self.bonuses if space == picks.space]):
            if each.part in GIVEN_UP and (each.part is not Part.SAME or picks.types):
                found[each.part] += each.count
        return found

    def _is_piece(self, picks: Picks) -> bool:
        if not (picks.mech == NONE or picks.mech in self.mechs) or not (
            picks.structure is None or picks.structure in self.structures
        ):
            return False
        if self.at is None or (picks.mech == NONE and picks.structure is None):
            return not picks.at
        return picks.at in self.at

    def _is_upgrade(self, picks: Picks) -> bool:
        return (picks.cube is None and picks.box == NONE) or (picks.cube in self.cubes and picks.box in self.boxes)

    def _is_recruit(self, picks: Picks) -> bool:
        if picks.section == NONE or picks.space == NONE:
            return picks.section == picks.space
        return picks.section in self.sections and any(picks.space == space for space, _bonus in self.bonuses)

    def _some_harvest(self, dice: Dice) -> tuple[tuple[str, int], ...]:
        found, left = list[tuple[str, int]](), self.left
        for space, count in sorted(sample(dice, self.harvest, min(self.fields, len(self.harvest)))):
            most = min(count, left) if space in self.villages else count
            if most:
                found.append((space, most))
                left -= most if space in self.villages else 0
        return tuple(found)


DECLINING: Final = 0.05  # probability that `some` declines parts of a gain, or a whole benefit


Amounts = tuple[Amount, ...]


def can_be_declined(declined: Iterable[Part], gains: Amounts) -> bool:
    """Return whether no more is declined than gained, before the limits of tracks and decks (SY-GEN-12).

    `declined`: one entry for each unit.
    """
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
