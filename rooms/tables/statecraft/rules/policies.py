"""Announcing and denouncing policies, with the room of their holders (SC-POL, SC-DEN)."""

from __future__ import annotations

from typing import Final

from control.engine.language import say, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.statecraft.game.actions import Announce, Denounce, PolicyOffer
from rooms.tables.statecraft.game.content import Book, Specialism
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import (
    BUDGET,
    PORTFOLIO,
    Attached,
    Course,
    DrawReason,
    MayDraw,
    Phase,
    StatecraftState,
    Trackers,
    count_held_policies,
    moved_by,
    reverse,
    side_of,
    with_side,
    without_all,
)
from rooms.tables.statecraft.rules.ideology_trackers import limited
from rooms.tables.statecraft.rules.leaders import budget_least, may_draw_on_denouncing, most_announced
from rooms.tables.statecraft.rules.payment import not_in_hand
from rooms.tables.statecraft.rules.phases import Asked, Reason, Row


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


Holder = str | None  # a politician, or None for the leader
Play = tuple[str, tuple[int, ...], tuple[Holder, ...]]  # a policy, its options within the budget, its possible holders


def room_of(book: Book, state: StatecraftState, player: int, holder: str | None, *, announced: bool) -> int:
    """The number of further policies that a politician or the leader can announce, or denounce.

    Rules: SC-POL-10, SC-POL-14, SC-DEN-06, SC-DEN-07, SC-DEN-08, SC-R-10.
    """
    most = most_announced(book, state, player, holder) if announced else PORTFOLIO
    return max(0, most - count_held_policies(state.sides[player], holder, announced=announced))


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
    may_draw = not announced and may_draw_on_denouncing(course.book, state, player)
    course.happens(PolicyPlayed(player, action.card, action.option, action.holder, announced, moved, sign * option.cost))
    if may_draw:
        course.first(MayDraw(player, DrawReason.DENOUNCED))


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
