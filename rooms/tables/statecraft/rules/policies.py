"""Announcing, denouncing and losing policies, with their limits and the trackers (SC-POL, SC-DEN, SC-LOS, SC-TRK)."""

from __future__ import annotations

from collections.abc import Iterable

from rooms.tables.statecraft.facts.policies import BudgetMoved, IdeologyMoved, PolicyLeft, PolicyPlayed
from rooms.tables.statecraft.game.actions import Announce, Denounce
from rooms.tables.statecraft.game.content import Book, LeaderEffect, Specialism
from rooms.tables.statecraft.game.course import Course
from rooms.tables.statecraft.game.state import BUDGET, DrawReason, MayDraw, StatecraftState, Trackers, as_trackers
from rooms.tables.statecraft.rules.limits import budget_least, clipped, has_text, room_of

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
