"""Announcing, denouncing and losing policies, with their limits and the trackers (SC-POL, SC-DEN, SC-LOS, SC-TRK)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from control.engine.language import say, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.statecraft.game.actions import Announce, Denounce, PolicyOffer
from rooms.tables.statecraft.game.content import Book, LeaderEffect, Specialism
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import (
    BUDGET,
    NO_POINTS,
    PORTFOLIO,
    Attached,
    Course,
    DrawReason,
    MayDraw,
    Phase,
    StatecraftState,
    Trackers,
    as_trackers,
    moved_by,
    reverse,
    shift,
    side_of,
    with_side,
    without_all,
)
from rooms.tables.statecraft.rules.limits import budget_least, clipped, has_text, most_announced, room_of
from rooms.tables.statecraft.rules.phases import Asked, Reason, Row, not_in_hand


class PolicyPlayed(GameFact, frozen=True):
    """A policy was announced or denounced. `moved` and `budget`: the real movement, stored with the policy (SC-POL-15)."""

    player: int
    card: str
    option: int
    holder: str | None
    announced: bool
    moved: Trackers
    budget: int

    def after(self, state: StatecraftState) -> StatecraftState:
        player, side = self.player, side_of(state, self.player)
        policy = Attached(self.card, self.option, self.holder, self.announced, self.moved, self.budget, state.plays + 1)
        sides = with_side(
            state,
            player,
            hand=without_all(side.hand, (self.card,)),
            policies=(*side.policies, policy),
            trackers=moved_by(side.trackers, self.moved),
            budget=side.budget + self.budget,
        )
        turn = state.turn
        if player == state.active and not self.announced and not turn.denounced:
            turn = replace(turn, denounced=True)
        return replace(state, sides=sides, plays=state.plays + 1, turn=turn)

    def words(self, scene: Scene) -> str:
        option = scene.book.policies[self.card].options[self.option]
        points = option.points if self.announced else reverse(option.points)
        cost = option.cost if self.announced else -option.cost
        values = {
            "name": scene.names[self.player],
            "card": scene.card(self.card),
            "option": option.label,
            "holder": scene.holder(self.player, self.holder),
            "movements": scene.movements(self.player, self.moved, self.budget, points, cost),
        }
        if self.announced:
            return say("{name} announces {card} through {holder}, “{option}”: {movements}.", **values)
        return say("{name} denounces {card} through {holder}, no to “{option}”: {movements}.", **values)


class PolicyLeft(GameFact, frozen=True):
    """A policy left a manifesto, and its movement was reversed within the limits of the trackers (SC-LOS-03)."""

    player: int
    card: str
    to_hand: bool
    moved: Trackers
    budget: int

    def after(self, state: StatecraftState) -> StatecraftState:
        side = side_of(state, self.player)
        changes = {
            "policies": tuple([each for each in side.policies if each.card != self.card]),
            "trackers": moved_by(side.trackers, self.moved),
            "budget": side.budget + self.budget,
        }
        if self.to_hand:
            return replace(state, sides=with_side(state, self.player, hand=(*side.hand, self.card), **changes))
        return replace(state, sides=with_side(state, self.player, **changes), discard=(*state.discard, self.card))

    def words(self, scene: Scene) -> str:
        policy = scene.policy(self.player, self.card)
        points = reverse(policy.moved) if policy else NO_POINTS
        cost = -policy.budget if policy else 0
        values = {
            "name": scene.names[self.player],
            "card": scene.card(self.card),
            "movements": scene.movements(self.player, self.moved, self.budget, points, cost),
        }
        if not values["movements"]:
            values["movements"] = say("nothing moves")
        if self.to_hand:
            return say("{card} goes back to the hand of {name}: {movements}.", **values)
        return say("{name} drops {card}: {movements}.", **values)


class PolicyMoved(GameFact, frozen=True):
    """A policy was moved to another holder; no tracker changes (SC-AFX-12)."""

    player: int
    card: str
    holder: str

    def after(self, state: StatecraftState) -> StatecraftState:
        policies = [
            replace(each, holder=self.holder) if each.card == self.card else each for each in side_of(state, self.player).policies
        ]
        return replace(state, sides=with_side(state, self.player, policies=tuple(policies)))

    def words(self, scene: Scene) -> str:
        return say(
            "{name} hands {card} on to {holder}.",
            name=scene.names[self.player],
            card=scene.card(self.card),
            holder=scene.holder(self.player, self.holder),
        )


class IdeologyMoved(GameFact, frozen=True):
    """An ideology moved. `by`: the real steps. `wanted`: the steps before the limits."""

    player: int
    ideology: int
    by: int
    wanted: int

    def after(self, state: StatecraftState) -> StatecraftState:
        trackers = moved_by(side_of(state, self.player).trackers, shift(self.ideology, self.by))
        return replace(state, sides=with_side(state, self.player, trackers=trackers))

    def words(self, scene: Scene) -> str:
        moved, wanted = shift(self.ideology, self.by), shift(self.ideology, self.wanted)
        movements = scene.movements(self.player, moved, 0, wanted, 0)
        return say("{name}: {movements}.", name=scene.names[self.player], movements=movements)


class BudgetMoved(GameFact, frozen=True):
    """A budget moved by another cause than a policy (SC-TRK-06). `by`: the real steps. `wanted`: the steps before the limits."""

    player: int
    by: int
    wanted: int

    def after(self, state: StatecraftState) -> StatecraftState:
        budget = side_of(state, self.player).budget + self.by
        return replace(state, sides=with_side(state, self.player, budget=budget))

    def words(self, scene: Scene) -> str:
        movements = scene.movements(self.player, NO_POINTS, self.by, NO_POINTS, self.wanted)
        return say("{name}: {movements}.", name=scene.names[self.player], movements=movements)


Holder = str | None  # a politician, or None for the leader
Play = tuple[str, tuple[int, ...], tuple[Holder, ...]]  # a policy, its options within the budget, its possible holders


def plays_of(book: Book, state: StatecraftState, player: int, *, announced: bool) -> tuple[Play, ...]:
    """Every policy of the hand that can be announced, or denounced, with its legal options and holders.

    Rules: SC-POL-03, SC-POL-07, SC-POL-08, SC-POL-09, SC-DEN-05, SC-DEN-09, SC-DEN-10.
    """
    side = state.sides[player]
    least = budget_least(book, state, player)
    holders: dict[Specialism, tuple[Holder, ...]] = {}
    found: list[Play] = []
    for card in side.hand:
        policy = book.policies.get(card)
        if policy is None:
            continue
        where = holders.get(policy.specialism)
        if where is None:
            where = holders[policy.specialism] = holders_for(book, state, player, policy.specialism, announced=announced)
        if not where:
            continue
        one, other = policy.options
        first = least <= side.budget + (one.cost if announced else -one.cost) <= BUDGET
        second = least <= side.budget + (other.cost if announced else -other.cost) <= BUDGET
        if first or second:
            found.append((card, (0, 1) if first and second else (0,) if first else (1,), where))
    return tuple(found)


def holders_for(book: Book, state: StatecraftState, player: int, specialism: Specialism, *, announced: bool) -> tuple[Holder, ...]:
    """Possible holders of one more policy of a specialism: politicians who have it, and the leader (None), each with room.

    Rules: SC-POL-03, SC-POL-10, SC-POL-14, SC-DEN-09, SC-DEN-10, SC-LDR-04, SC-R-11.
    """
    found: list[Holder] = [None] if room_of(book, state, player, None, announced=announced) else []
    for who in state.sides[player].cabinet:
        if (
            who is not None
            and specialism in book.politicians[who].specialisms
            and room_of(book, state, player, who, announced=announced)
        ):
            found.append(who)
    return tuple(found)


def can_play_any(book: Book, state: StatecraftState, player: int) -> bool:
    """Return whether the player has a policy in hand with a legal play (SC-EVT-18, SC-R-37)."""
    return bool(plays_of(book, state, player, announced=False) or plays_of(book, state, player, announced=True))


def play_policy(course: Course, player: int, action: Announce | Denounce) -> None:
    """Attach a policy and move the trackers by its chosen option, added or subtracted, within their limits.

    The real movement is stored with the policy. The other option has no effect. After the first policy denounced in one's own turn,
    the leader of SC-LDR-09 may draw, also after a freeplay.

    Rules: SC-POL-01, SC-POL-02, SC-POL-04, SC-POL-05, SC-POL-06, SC-POL-11, SC-POL-13, SC-POL-15, SC-DEN-01, SC-DEN-02, SC-DEN-03,
    SC-DEN-04, SC-DEN-11, SC-TRK-03, SC-TRK-04, SC-PAY-04, SC-R-05, SC-R-07, SC-R-12, SC-R-13.
    """
    state, announced = course.state, type(action) is Announce
    option = course.book.policies[action.card].options[action.option]
    sign = 1 if announced else -1
    trackers = state.sides[player].trackers
    moved = limited(trackers, option.points, sign)
    first = not announced and player == state.active and not state.turn.denounced
    course.happens(PolicyPlayed(player, action.card, action.option, action.holder, announced, moved, sign * option.cost))
    if first and has_text(course.book, state, player, LeaderEffect.DRAW_ON_DENOUNCING):
        course.first(MayDraw(player, DrawReason.DENOUNCED))


def limited(trackers: Trackers, points: Trackers, sign: int) -> Trackers:
    """The real movement of each ideology, which stops at 0 and 7 (SC-TRK-01, SC-TRK-02, SC-TRK-03)."""
    return as_trackers([clipped(value + sign * by) - value for value, by in zip(trackers, points, strict=True)])


def policies_leave(course: Course, player: int, cards: Iterable[str], *, to_hand: bool) -> None:
    """Remove policies from a manifesto, the last one played first, and reverse their real movement (SC-R-06).

    Limits apply again, also that of the budget (SC-R-08).

    Rules: SC-LOS-01, SC-LOS-02, SC-LOS-03, SC-LOS-04, SC-LOS-05, SC-LOS-07, SC-REP-09, SC-FIR-06, SC-FIR-08.
    """
    gone = [policy for policy in course.side(player).policies if policy.card in cards]
    for policy in sorted(gone, key=lambda each: -each.order):
        side = course.side(player)
        moved = limited(side.trackers, policy.moved, -1)
        budget = budget_step(course, player, -policy.budget)
        course.happens(PolicyLeft(player, policy.card, to_hand, moved, budget))


def budget_step(course: Course, player: int, by: int) -> int:
    """The real movement of a budget by another cause than playing a policy (SC-TRK-05, SC-TRK-06)."""
    budget = course.side(player).budget
    return max(budget_least(course.book, course.state, player), min(BUDGET, budget + by)) - budget


def move_budget(course: Course, player: int, by: int) -> None:
    """Move a budget within its limits."""
    course.happens(BudgetMoved(player, budget_step(course, player, by), by))


def move_ideology(course: Course, player: int, ideology: int, by: int) -> None:
    """Move an ideology within its limits (SC-TRK-03)."""
    value = course.side(player).trackers[ideology]
    course.happens(IdeologyMoved(player, ideology, clipped(value + by) - value, by))


def announcing(now: Asked) -> list[PolicyOffer]:
    plays = plays_of(*now, announced=True)
    return [PolicyOffer(True, plays)] if plays else []


def denouncing(now: Asked) -> list[PolicyOffer]:
    plays = plays_of(*now, announced=False)
    return [PolicyOffer(False, plays)] if plays else []


def why_not_played(now: Asked, action: Announce | Denounce) -> Reason:
    """The reason why a policy cannot be played: card, option, holder, room or budget."""
    announced, side = type(action) is Announce, now.side
    if missing := not_in_hand(now, action.card, "SC-POL-01" if announced else "SC-DEN-01"):
        return missing
    policy = now.book.policies.get(action.card)
    if policy is None:
        return say("That is no policy. Choose a policy of your hand."), "SC-POL-01" if announced else "SC-DEN-01"
    if action.option not in (0, 1):
        return say("A policy has two options. Name one of them."), "SC-POL-01" if announced else "SC-DEN-01"
    if action.holder is None:
        if announced and not most_announced(*now, None):
            return say("Your leader announces nothing. Choose a politician."), "SC-POL-14"
    elif action.holder not in side.cabinet:
        return say("That politician is not in your cabinet. Choose one who is."), "SC-POL-02" if announced else "SC-DEN-02"
    elif policy.specialism not in now.book.politicians[action.holder].specialisms:
        return (
            say(
                "{politician} does not know about {specialism}. Choose somebody who does.",
                politician=now.book.politicians[action.holder].name,
                specialism=now.book.names[policy.specialism.value],
            ),
            "SC-POL-03" if announced else "SC-DEN-09",
        )
    if not room_of(*now, action.holder, announced=announced):
        return _full(now, action)
    return _budget(now, action, policy.options[action.option].cost)


def _full(now: Asked, action: Announce | Denounce) -> Reason:
    if type(action) is Announce:
        most = most_announced(*now, action.holder)
        rule = "SC-POL-10" if action.holder is not None else "SC-LDR-04"
        return say_count(
            "There is no room: {count} policy is announced there.", "There is no room: {count} policies are announced there.", most
        ), rule
    return say("There is no room: {count} policies are denounced there.", count=PORTFOLIO), (
        "SC-DEN-07" if action.holder is None else "SC-DEN-06"
    )


def _budget(now: Asked, action: Announce | Denounce, cost: int) -> Reason:
    announced = type(action) is Announce
    budget = now.side.budget + (cost if announced else -cost)
    if budget > BUDGET:
        sentence = say("The budget would be {budget}, and +5 is the most. Spend first.", budget=f"+{budget}")
        return sentence, "SC-POL-07" if announced else "SC-DEN-05"
    least = budget_least(*now)
    sentence = say("The budget would be −{budget}, and −{least} is the least. Earn first.", budget=-budget, least=-least)
    return sentence, "SC-POL-08" if announced else "SC-DEN-05"


ROWS: Final = (
    Row(Announce, Phase.TURN, announcing, play_policy, why_not_played),
    Row(Denounce, Phase.TURN, denouncing, play_policy, why_not_played),
)
