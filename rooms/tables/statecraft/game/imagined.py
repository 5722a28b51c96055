"""What a bot makes of the table: its view, read once (SC-HID-08), and what a position that it imagines is worth to it.

Worth is counted in supporters: what one more of them is thought to be worth is 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rooms.tables.statecraft.game.content import (
    AXES,
    ActionEffect,
    LeaderEffect,
    Policy,
    ScenarioEffect,
    Specialism,
    Supporter,
)
from rooms.tables.statecraft.game.positions import Holder, Known, Position, gap_of
from rooms.tables.statecraft.game.state import BUDGET
from rooms.tables.statecraft.game.trackers import HIGHEST, NO_POINTS, Trackers
from rooms.tables.statecraft.game.view import CardFace, SeenSide, StatecraftView

BALANCE: Final = 14  # SC-WIN-06
DECIDES: Final = 500.0  # an end of the game, won or lost, outweighs everything else
"""The numbers below are judgement, told in supporters; a quarter more or less of some of them changed nothing in 160 games."""
NEAR: Final = (0.62, 0.4, 0.26, 0.16, 0.1, 0.06, 0.03)  # a supporter who is so many steps away
UNIT: Final = {1: 1.0, 2: 0.55, 3: 0.45, 4: 0.5}  # a step of what the win condition looks at
BESIDE: Final = 0.3  # a supporter, where supporters do not win: the incumbent card breaks ties
OFFICE: Final = 0.5  # the incumbent card
AVERAGE: Final = 0.1  # a card not yet drawn
KEPT: Final = {  # an action card that stays in the hand
    ActionEffect.FREE_POACH: 0.4,
    ActionEffect.DRAW_THREE: 0.5,
    ActionEffect.SPIN: 0.2,
    ActionEffect.FREE_RECRUIT: 0.15,
    ActionEffect.OUST: 0.15,
    ActionEffect.TAKE_BACK: 0.1,
}
PLAYABLE: Final = 0.9  # a specialism that the cabinet has room for, a game that is long
ROOM: Final = (0.0, 0.5, 0.75, 0.9, 1.0)  # of that, by how many more can be announced


class Mind:
    """What is seen from a seat, and how it is weighed."""

    def __init__(self, view: StatecraftView) -> None:
        assert view.own is not None
        assert view.goal is not None
        self.view, self.me = view, view.own.player
        self.own: SeenSide = view.sides[self.me]
        self.players = len(view.sides)
        self.win, self.ends = view.goal.win, view.goal.end
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
        """Turns that are thought to come after this one: until the last, or until the end condition may hold."""
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
        """A card of the hand, or of the own manifesto, as a policy."""
        found = self.cards.get(card)
        return None if found is None else found.policy

    def gaps(self, trackers: Trackers) -> tuple[int, ...]:
        """How many steps each supporter is away from these trackers; 0 is satisfied."""
        found = self._gaps.get(trackers)
        if found is None:
            found = self._gaps[trackers] = tuple([gap_of(each, trackers) for each in self.known])
        return found

    # --- what it is worth -------------------------------------------------------------------------------------------------

    def score(self, at: Position) -> int:
        """What the win condition finds, more being better."""
        if self.win == 1:
            return at.mine.bit_count()
        if self.win == 2:
            return -max(at.budget, -BUDGET)
        if self.win == 3:
            return sum([abs(at.trackers[one] - at.trackers[other]) for one, other in AXES])
        return -abs(sum(at.trackers) - BALANCE)

    def share(self, at: Position) -> float:
        """The share of the victory if the game ended here; the incumbent card breaks ties (SC-WIN-07, SC-WIN-08)."""
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
        """Supporters of each player."""
        counts = list(self.counts)
        for number, each in enumerate(self.known):
            if each.host is not None and each.host != self.me and at.mine >> number & 1:
                counts[each.host] -= 1
        counts[self.me] = at.mine.bit_count()
        return counts

    def over(self, at: Position) -> bool:
        """Has the plan ended the game (SC-FIN-04, SC-FIN-05, SC-FIN-06)?"""
        count, there = at.mine.bit_count(), len(self.known) + at.fresh
        if self.ends == 2:
            return count == there
        if self.ends == 3:
            return 2 * count > there
        return self.ends == 4 and not at.floating and not at.fresh

    def worth(self, at: Position) -> float:
        """What it is worth to end the turn here."""
        if self.over(at) or self.final or (self.ends == 5 and self.view.deck <= self.hand_size - len(at.hand)):
            return DECIDES * (self.share(at) - 1 / self.players) * 2 + self.margin(at) * 0.1
        later = min(1.0, 0.25 + 0.25 * self.left)  # what may come of it counts less, the fewer turns are left
        worth = at.besides + self.margin(at) + self.claims(at, later) + self.hand(at) + self.cabinet(at.room)
        if self.left < 1:
            worth += 3.0 * self.share(at)
        return worth - 0.03 * max(0, abs(at.budget) - 3) * (self.win != 2)

    def margin(self, at: Position) -> float:
        """What the win condition and the incumbent card are worth, as they stand."""
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
        """Supporters who are near, and how firmly those who were won are held."""
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
        """What stays in the hand, beside what would be drawn instead of it."""
        if self.left < 1:
            return 0.0
        kept = sorted([self.keep.get(card, AVERAGE) for card in at.hand], reverse=True)
        return sum(kept[: self.hand_size]) - AVERAGE * min(len(kept), self.hand_size)

    def cabinet(self, room: tuple[int, ...]) -> float:
        """How well what will be drawn can be played."""
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
        """Every policy of the hand with an option, announced or denounced, and who would hold it best (SC-POL, SC-DEN)."""
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
        """Who holds it with the least loss: whoever knows about little else and has the most room."""
        best, most = None, -100.0
        for number, holder in enumerate(self.holders):
            there = room[2 * number + (not announced)]
            if there and holder.knows(specialism):
                fit = there - 3.0 * len(holder.specialisms) - (9.0 if holder.id is None else 0.0)
                if fit > most:
                    best, most = number, fit
        return best


def discounts(mind: Mind) -> bool:
    """Is the first poaching of a turn cheaper (SC-LDR-03)? The scenario's own price is not."""
    goal = mind.view.goal
    flat = goal is not None and goal.scenario.effect is ScenarioEffect.FLAT_POACHING
    return mind.text is LeaderEffect.CHEAPER_POACHING and not flat
