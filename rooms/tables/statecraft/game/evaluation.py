"""Evaluation for bots: imagined positions, and the worth of positions, events and losses (SC-HID-08).

The unit of worth is one more supporter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from control.engine.records import replace
from rooms.tables.statecraft.game.actions import StatecraftAction
from rooms.tables.statecraft.game.content import (
    IDEOLOGIES,
    ActionEffect,
    Circle,
    Effect,
    EffectKind,
    LeaderEffect,
    Policy,
    PolicyOption,
    ScenarioEffect,
    Specialism,
    Supporter,
)
from rooms.tables.statecraft.game.state import BUDGET, HIGHEST, NO_POINTS, LossKind, Place, Trackers, reverse, shift, stepped
from rooms.tables.statecraft.game.view import CardFace, SeenPolicy, SeenSide, StatecraftView, undone
from rooms.tables.statecraft.rules.win_conditions import LESS_IS_BETTER, value_of


class Holder(msgspec.Struct, frozen=True):
    """A politician who can hold policies, or the leader (`id` None), who has every specialism."""

    id: str | None
    specialisms: tuple[Specialism, ...]

    def knows(self, specialism: Specialism) -> bool:
        """Return whether this holder may hold a policy of the specialism."""
        return self.id is None or specialism in self.specialisms


class Known(msgspec.Struct, frozen=True):
    """A supporter in play. `conditions`: (ideology, least, most). `price`: the price for the bot's own seat."""

    id: str
    conditions: tuple[tuple[int, int, int], ...]
    host: int | None
    price: int
    rivals: int  # opponents who satisfy it


class Position(msgspec.Struct, frozen=True):
    """The position after a plan. `mine` and `floating`: supporters as bits, in the order of `Mind.known`.

    `room`: for each holder, the places left for announced and then for denounced policies.
    """

    trackers: Trackers
    budget: int
    hand: tuple[str, ...]
    room: tuple[int, ...]
    mine: int
    floating: int
    spin: Trackers = NO_POINTS
    campaigned: int = 0
    poached: int = 0
    fresh: int = 0  # supporters drawn from the box
    stepped: bool = False
    recruited: bool = False
    besides: float = 0.0  # worth of actions that no other field shows
    actions: tuple[StatecraftAction, ...] = ()


def trackers_after(trackers: Trackers, option: PolicyOption, *, announced: bool) -> Trackers:
    """The trackers after a policy was played, each within 0 and 7 (SC-TRK-03)."""
    return stepped(trackers, option.points if announced else reverse(option.points))


def counted(at: Position) -> Trackers:
    """The trackers as they count for campaigning and poaching (SC-AFX-11)."""
    return at.trackers if at.spin == NO_POINTS else stepped(at.trackers, at.spin)


def gap_of(known: Known, trackers: Trackers) -> int:
    """The number of steps from these trackers to the supporter's conditions. 0 is satisfied (SC-CAM-04)."""
    gap = 0
    for at, least, most in known.conditions:
        value = trackers[at]
        if value < least:
            gap += least - value
        elif value > most:
            gap += value - most
    return gap


DECIDES: Final = 500.0  # the worth of an end of the game, won or lost, above everything else
"""The numbers below are judgement, told in supporters; a quarter more or less of some of them changed nothing in 160 games."""
NEAR: Final = (0.62, 0.4, 0.26, 0.16, 0.1, 0.06, 0.03)  # a supporter, by the number of steps to its conditions
UNIT: Final = {1: 1.0, 2: 0.55, 3: 0.45, 4: 0.5}  # one point of the win condition's value, by win condition
BESIDE: Final = 0.3  # a supporter under another win condition: the incumbent card breaks ties
OFFICE: Final = 0.5  # the incumbent card
AVERAGE: Final = 0.1  # an unknown card from the deck
KEPT: Final = {  # an action card kept in the hand
    ActionEffect.FREE_POACH: 0.4,
    ActionEffect.DRAW_THREE: 0.5,
    ActionEffect.SPIN: 0.2,
    ActionEffect.FREE_RECRUIT: 0.15,
    ActionEffect.OUST: 0.15,
    ActionEffect.TAKE_BACK: 0.1,
}
PLAYABLE: Final = 0.9  # a specialism with enough room in the cabinet, in a long game
ROOM: Final = (0.0, 0.5, 0.75, 0.9, 1.0)  # share of PLAYABLE, by the number of policies that can still be announced


class Mind:
    """A seat's knowledge and its evaluation."""

    def __init__(self, view: StatecraftView) -> None:
        assert view.own is not None
        assert view.goal is not None
        self.view, self.me = view, view.own.player
        self.own: SeenSide = view.sides[self.me]
        self.players = len(view.sides)
        self.win, self.ends = view.goal.win, view.goal.end
        self.less = self.win in LESS_IS_BETTER
        self.text = self.own.leader.effect if self.own.text_counts else None
        self.least = self.own.budget_least
        self.hand_size = self.own.hand_size
        effect = view.goal.scenario.effect
        self.one_campaign = effect is ScenarioEffect.ONE_CAMPAIGN
        self.leaves = effect is ScenarioEffect.FAITHLESS
        self.counts = tuple([len(side.supporters) for side in view.sides])
        self.left = self._left()
        last = view.goal.last
        self.final = (
            view.active == self.me and self.own.turn >= last and all(s.turn > last for s in view.sides if s is not self.own)
        )
        self.cards: dict[str, CardFace] = {each.id: each for each in view.own.hand}
        self.policies = self.own.policies
        politicians = [each.politician for each in self.own.holders if each.politician is not None]
        self.holders: tuple[Holder, ...] = (Holder(None, ()), *[Holder(each.id, each.specialisms) for each in politicians])
        self.known = tuple([self._known(each.card, each.host, each.satisfied, each.prices) for each in view.supporters])
        self._gaps: dict[Trackers, tuple[int, ...]] = {}
        self.root = self._root()
        self.keep: dict[str, float] = {}

    # --- what is seen -----------------------------------------------------------------------------------------------------

    def _left(self) -> float:
        """Expected turns after this one, until the last turn or until the end condition may hold."""
        goal = self.view.goal
        assert goal is not None
        left = float(max(0, goal.last - self.own.turn))
        floating = sum(each.host is None for each in self.view.supporters)
        if self.ends == 5:
            left = min(left, self.view.deck / (2.0 * self.players))
        elif self.ends == 4:
            left = min(left, 0.5 + floating)
        elif goal.needed is not None:
            left = min(left, 0.5 + 2.0 * (goal.needed - goal.most))
        return left

    def _known(self, card: Supporter, host: int | None, satisfied: tuple[int, ...], prices: tuple[int | None, ...]) -> Known:
        conditions = tuple(
            [
                (at, each.least or 0, HIGHEST if each.most is None else each.most)
                for at, each in enumerate(card.conditions)
                if each is not None
            ]
        )
        return Known(card.id, conditions, host, prices[self.me] or 0, sum(each != self.me for each in satisfied))

    def _root(self) -> Position:
        own = self.own
        seats = [each for each in own.holders if each.place is None or each.politician is not None]
        return Position(
            trackers=own.trackers,
            budget=own.budget,
            hand=tuple(self.cards),
            room=tuple([number for each in seats for number in each.room]),
            mine=sum([1 << at for at, each in enumerate(self.known) if each.host == self.me]),
            floating=sum([1 << at for at, each in enumerate(self.known) if each.host is None]),
            spin=self.view.turn.spin if self.view.active == self.me else NO_POINTS,
            campaigned=self.view.turn.campaigned,
            poached=self.view.turn.poached,
            stepped=self.view.turn.stepped,
        )

    def policy(self, card: str) -> Policy | None:
        """The policy with this id from the bot's hand or manifesto. None for any other card."""
        found = self.cards.get(card)
        return None if found is None else found.policy

    def gaps(self, trackers: Trackers) -> tuple[int, ...]:
        """For each supporter, the number of steps from these trackers to its conditions. 0 is satisfied."""
        found = self._gaps.get(trackers)
        if found is None:
            found = self._gaps[trackers] = tuple([gap_of(each, trackers) for each in self.known])
        return found

    # --- what it is worth -------------------------------------------------------------------------------------------------

    def score(self, at: Position) -> int:
        """The value of the win condition, with the sign changed where less is better."""
        value = value_of(self.win, at.mine.bit_count(), at.budget, at.trackers)
        return -value if self.less else value

    def share(self, at: Position) -> float:
        """The own share of the victory if the game ended now. The incumbent card breaks ties (SC-WIN-07, SC-WIN-08)."""
        counts = self.held(at)
        most = max(counts)
        holder = self.view.incumbent
        if most and counts.count(most) == 1:
            holder = counts.index(most)
        scores = [self._their_score(player, counts) for player in range(self.players)]
        scores[self.me] = self.score(at)
        best = max(scores)
        winners = [player for player, score in enumerate(scores) if score == best]
        if self.me not in winners:
            return 0.0
        return 1.0 if holder == self.me or len(winners) == 1 else 0.0 if holder in winners else 1 / len(winners)

    def _their_score(self, player: int, counts: list[int]) -> int:
        value = self.view.sides[player].value
        return counts[player] if self.win == 1 else value if self.win == 3 else -value

    def held(self, at: Position) -> list[int]:
        """The number of supporters of each player."""
        counts = list(self.counts)
        for number, each in enumerate(self.known):
            if each.host is not None and each.host != self.me and at.mine >> number & 1:
                counts[each.host] -= 1
        counts[self.me] = at.mine.bit_count()
        return counts

    def over(self, at: Position) -> bool:
        """Return whether the plan has ended the game (SC-FIN-04, SC-FIN-05, SC-FIN-06)."""
        count, there = at.mine.bit_count(), len(self.known) + at.fresh
        if self.ends == 2:
            return count == there
        if self.ends == 3:
            return 2 * count > there
        return self.ends == 4 and not at.floating and not at.fresh

    def worth(self, at: Position) -> float:
        """The worth of ending the turn in this position."""
        if self.over(at) or self.final or (self.ends == 5 and self.view.deck <= self.hand_size - len(at.hand)):
            return DECIDES * (self.share(at) - 1 / self.players) * 2 + self.margin(at) * 0.1
        later = min(1.0, 0.25 + 0.25 * self.left)  # future gains count less, the fewer turns are left
        worth = at.besides + self.margin(at) + self.claims(at, later) + self.hand(at) + self.cabinet(at.room)
        if self.left < 1:
            worth += 3.0 * self.share(at)
        return worth - 0.03 * max(0, abs(at.budget) - 3) * (self.win != 2)

    def margin(self, at: Position) -> float:
        """The worth of the current value of the win condition and of the incumbent card."""
        counts = self.held(at)
        mine = counts[self.me]
        counts[self.me] = 0
        most = max(counts)
        office = OFFICE if mine > most or (mine == most and self.view.incumbent == self.me) else 0.0
        if self.win == 1:
            harm = 0.8 if self.players == 2 else 0.5
            return mine - harm * most - 0.5 * harm * (sum(counts) - most) / max(1, self.players - 2) + 0.5 * office
        soon = 1 / (1 + 0.15 * self.left)
        return self.score(at) * UNIT[self.win] * soon + BESIDE * (mine - 0.5 * most) + office

    def claims(self, at: Position, later: float) -> float:
        """The worth of supporters within reach, and of the hold on those already won."""
        worth, unit = 0.0, 1.0 if self.win == 1 else BESIDE + 0.1
        for number, gap in enumerate(self.gaps(at.trackers)):
            each = self.known[number]
            if at.mine >> number & 1:
                worth -= (0.12 if gap == 0 else 0.25) * each.rivals + (0.06 if gap else 0.0)
                if self.leaves and gap:
                    worth -= 0.95
            elif gap < len(NEAR):
                near = NEAR[gap] * later
                worth += near if at.floating >> number & 1 else near * (0.6 if each.price < 2 else 0.45)
        return worth * unit

    def hand(self, at: Position) -> float:
        """The worth of the cards kept, compared with cards drawn in their place."""
        if self.left < 1:
            return 0.0
        kept = sorted([self.keep.get(card, AVERAGE) for card in at.hand], reverse=True)
        return sum(kept[: self.hand_size]) - AVERAGE * min(len(kept), self.hand_size)

    def cabinet(self, room: tuple[int, ...]) -> float:
        """The worth of the room for policies that will be drawn."""
        turns = min(self.left, 4.0) / 4.0
        if not turns:
            return 0.0
        announced = room[::2]
        worth = 0.0
        for specialism in Specialism:
            there = 0
            for holder, more in zip(self.holders, announced, strict=True):
                if more and holder.knows(specialism):
                    there += more
            worth += ROOM[min(there, 4)]
        return worth * turns * PLAYABLE

    # --- policies ---------------------------------------------------------------------------------------------------------

    def plays(self, at: Position) -> Iterator[tuple[str, int, bool, int]]:
        """Every legal play of a policy of the hand: card, option, announced or denounced, best holder (SC-POL, SC-DEN)."""
        for card in at.hand:
            policy = self.policy(card)
            if policy is None:
                continue
            for announced in (True, False):
                holder = self.holder_for(at.room, policy.specialism, announced=announced)
                if holder is None:
                    continue
                for number, option in enumerate(policy.options):
                    if self.least <= at.budget + (option.cost if announced else -option.cost) <= BUDGET:
                        yield card, number, announced, holder

    def holder_for(self, room: tuple[int, ...], specialism: Specialism, *, announced: bool) -> int | None:
        """The holder that is the least loss: few specialisms and much room, the leader last. None when nobody can hold it."""
        best, most = None, -100.0
        for number, holder in enumerate(self.holders):
            there = room[2 * number + (not announced)]
            if there and holder.knows(specialism):
                fit = there - 3.0 * len(holder.specialisms) - (9.0 if holder.id is None else 0.0)
                if fit > most:
                    best, most = number, fit
        return best


def has_poaching_discount(mind: Mind) -> bool:
    """Return whether the leader makes the first poaching of a turn cheaper (SC-LDR-03). A scenario's fixed price stays."""
    goal = mind.view.goal
    flat = goal is not None and goal.scenario.effect is ScenarioEffect.FLAT_POACHING
    return mind.text is LeaderEffect.CHEAPER_POACHING and not flat


CARD: Final = 0.25  # a card that is drawn or lost
POLITICIAN: Final = 0.5  # a lost politician, without the portfolio
FREELY: Final = 0.6  # a policy played outside the bot's turn
CIRCLES: Final = {
    Circle.INNER: (Place.INNER_LEFT, Place.INNER_RIGHT),
    Circle.OUTER: (Place.OUTER_LEFT, Place.OUTER_RIGHT),
    None: tuple(Place),
}


def after_effects(mind: Mind, effects: Iterable[Effect]) -> float:
    """The worth of the table after these effects, each as far as possible and with the best choices."""
    at = mind.root
    for effect in effects:
        at = after_effect(mind, at, effect)
    return mind.worth(at)


def without_policies(mind: Mind, at: Position, gone: Iterable[SeenPolicy]) -> Position:
    """The position after these policies have left the manifesto, the last one played first (SC-R-06)."""
    trackers, budget = undone(at.trackers, at.budget, mind.least, gone)
    return replace(at, trackers=trackers, budget=budget)


def position_after_loss(mind: Mind, at: Position, kind: LossKind, thing: str) -> Position:
    """The position after the loss of a policy, a politician or a supporter."""
    if kind is LossKind.SUPPORTERS:
        bit = next((1 << number for number, each in enumerate(mind.known) if each.id == thing), 0)
        return replace(at, mine=at.mine & ~bit, floating=at.floating | bit)
    if kind is LossKind.POLICIES:
        return without_policies(mind, at, [each for each in mind.policies if each.card.id == thing])
    after = without_policies(mind, at, [each for each in mind.policies if each.holder == thing])
    seat = next((number for number, each in enumerate(mind.holders) if each.id == thing), None)
    room = tuple([0 if seat is not None and number // 2 == seat else each for number, each in enumerate(at.room)])
    return replace(after, room=room, besides=at.besides - POLITICIAN)


def least_loss(mind: Mind, at: Position, kind: LossKind, things: Sequence[str], count: int) -> tuple[Position, tuple[str, ...]]:
    """Lose `count` things one by one, each time the one that costs least. Return the position after it and the lost things."""
    gone: tuple[str, ...] = ()
    for _each in range(min(count, len(things))):
        found = [(position_after_loss(mind, at, kind, thing), thing) for thing in things if thing not in gone]
        at, thing = max(found, key=lambda one: mind.worth(one[0]))
        gone = (*gone, thing)
    return at, gone


def after_effect(mind: Mind, at: Position, effect: Effect) -> Position:
    """The position after an effect of an event, as far as possible and with the best choices."""
    amount, things = effect.amount, list[str]()
    match effect.kind:
        case EffectKind.DISCARD_HAND | EffectKind.DRAW:
            return replace(at, besides=at.besides + CARD * (amount if effect.kind is EffectKind.DRAW else -amount))
        case EffectKind.LOSE_POLICIES:
            for each in mind.policies:
                if effect.colour in (None, each.chosen.colour) and effect.specialism in (None, each.card.specialism):
                    things.append(each.card.id)
            return least_loss(mind, at, LossKind.POLICIES, things, amount)[0]
        case EffectKind.RETURN_SUPPORTERS:
            things = [known.id for number, known in enumerate(mind.known) if at.mine >> number & 1]
            return least_loss(mind, at, LossKind.SUPPORTERS, things, amount)[0]
        case EffectKind.LOSE_POLITICIANS:
            there = [holder.politician for holder in mind.own.holders if holder.place in CIRCLES[effect.circle]]
            return least_loss(mind, at, LossKind.POLITICIANS, [who.id for who in there if who is not None], amount)[0]
        case EffectKind.MOVE_IDEOLOGY:
            named = range(len(IDEOLOGIES)) if effect.ideology is None else (IDEOLOGIES.index(effect.ideology),)
            stop = HIGHEST if amount > 0 else 0
            moved = [stepped(at.trackers, shift(each, amount)) for each in named if at.trackers[each] != stop]
            return max([replace(at, trackers=trackers) for trackers in moved], key=mind.worth, default=at)
        case EffectKind.MOVE_BUDGET:
            return replace(at, budget=max(mind.least, min(BUDGET, at.budget + amount)))
        case EffectKind.FREEPLAY:
            return replace(at, besides=at.besides + FREELY) if next(mind.plays(at), None) is not None else at
