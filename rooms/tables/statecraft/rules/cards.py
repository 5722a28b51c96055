"""The twelve action cards (SC-AFX): the legal ways to play each one, and its effect.

A card that would change nothing has no way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations
from typing import Final

from rooms.tables.statecraft.facts.actions import ActionPlayed, DrewThree, LookedAt, Spun
from rooms.tables.statecraft.facts.cabinets import PlacesExchanged
from rooms.tables.statecraft.facts.deck import Discarded, Why
from rooms.tables.statecraft.facts.policies import PolicyMoved
from rooms.tables.statecraft.facts.supporters import SupporterCame
from rooms.tables.statecraft.game.actions import PickCard, PlayAction
from rooms.tables.statecraft.game.content import IDEOLOGIES, ActionEffect, Book, Colour, Effect, EffectKind
from rooms.tables.statecraft.game.course import Course
from rooms.tables.statecraft.game.offers import ActionOffer
from rooms.tables.statecraft.game.state import BUDGET, INNER, OUTER, Drawing, Looking, LossKind, StatecraftState, place_of
from rooms.tables.statecraft.rules.cabinets import politicians_lost, see_politicians
from rooms.tables.statecraft.rules.ending import supporters_changed
from rooms.tables.statecraft.rules.events import policies_for
from rooms.tables.statecraft.rules.limits import budget_least, can_draw, clipped, counted, most_announced, room_of
from rooms.tables.statecraft.rules.losses import loss_of
from rooms.tables.statecraft.rules.policies import move_budget, policies_leave
from rooms.tables.statecraft.rules.supporters import take_over, to_poach

Ways = Callable[[Book, StatecraftState, int, str], list[PlayAction]]
Does = Callable[[Course, int, PlayAction], None]


def action_offers(book: Book, state: StatecraftState, player: int) -> list[ActionOffer]:
    """Every playable action card of the hand, with its ways (SC-ACN-03)."""
    found: list[ActionOffer] = []
    for card in state.sides[player].hand:
        action = book.actions.get(card)
        if action is not None and (ways := WAYS[action.effect](book, state, player, card)):
            found.append(ActionOffer(card, action.effect, tuple(ways)))
    return found


def play_action(course: Course, player: int, action: PlayAction) -> None:
    """Reveal and discard the card, then carry it out (SC-ACN-01, SC-ACN-02, SC-PAY-09)."""
    course.happens(ActionPlayed(player, action.card, action.opponent, action.colour))
    DOES[course.book.actions[action.card].effect](course, player, action)


def _single_way(possible: Callable[[Book, StatecraftState, int, str], bool]) -> Ways:
    """The single way of a card without a target, where `possible` holds."""
    return lambda book, state, player, card: [PlayAction(card)] if possible(book, state, player, card) else []


# --- ways to play the cards -------------------------------------------------------------------------------------------------


def _opponents(state: StatecraftState, player: int) -> list[int]:
    return [each for each in range(len(state.sides)) if each != player]


def _oust_ways(_book: Book, state: StatecraftState, player: int, card: str) -> list[PlayAction]:
    """Politicians of each opponent's outer circle, or of the inner circle where the outer is empty (SC-AFX-02)."""
    found: list[PlayAction] = []
    for each in _opponents(state, player):
        cabinet = state.sides[each].cabinet
        outer = [cabinet[at] for at in OUTER if cabinet[at] is not None]
        found += [PlayAction(card, politician=who) for who in outer or [cabinet[at] for at in INNER if cabinet[at] is not None]]
    return found


def _look_ways(_book: Book, state: StatecraftState, player: int, card: str) -> list[PlayAction]:
    return [PlayAction(card, opponent=each) for each in _opponents(state, player) if state.sides[each].hand]


def _back_ways(_book: Book, state: StatecraftState, player: int, card: str) -> list[PlayAction]:
    return [PlayAction(card, policy=policy.card) for policy in state.sides[player].policies]


def _strike_ways(book: Book, state: StatecraftState, player: int, card: str) -> list[PlayAction]:
    """Each opponent with each colour of their policies. The option in use has the colour (SC-AFX-07, SC-R-36)."""
    found: list[PlayAction] = []
    for each in _opponents(state, player):
        there = {book.policies[policy.card].options[policy.option].colour for policy in state.sides[each].policies}
        found += [PlayAction(card, opponent=each, colour=colour) for colour in Colour if colour in there]
    return found


def _poach_ways(book: Book, state: StatecraftState, player: int, card: str) -> list[PlayAction]:
    return [PlayAction(card, supporter=supporter) for supporter, _price in to_poach(book, state, player)]


def _spin_ways(_book: Book, state: StatecraftState, player: int, card: str) -> list[PlayAction]:
    """Steps that change the counted value (SC-ACN-03). Several add up, within 0 and 7 together (SC-AFX-11)."""
    trackers, spin, now = state.sides[player].trackers, state.turn.spin, counted(state, player)
    return [
        PlayAction(card, ideology=ideology, step=step)
        for at, ideology in enumerate(IDEOLOGIES)
        for step in (1, -1)
        if clipped(trackers[at] + spin[at] + step) != now[at]
    ]


def _reshuffle_ways(book: Book, state: StatecraftState, player: int, card: str) -> list[PlayAction]:
    """Two own politicians, or a policy and a politician with its specialism and room, but never the leader (SC-AFX-12)."""
    side = state.sides[player]
    there = [who for who in side.cabinet if who is not None]
    found = [PlayAction(card, politician=one, other=other) for one, other in permutations(there, 2)]
    room = {
        (who, announced): room_of(book, state, player, who, announced=announced) for who in there for announced in (True, False)
    }
    found += [
        PlayAction(card, politician=who, policy=policy.card)
        for policy in side.policies
        for who in there
        if who != policy.holder
        and room[who, policy.announced]
        and book.policies[policy.card].specialism in book.politicians[who].specialisms
    ]
    return found


WAYS: Final[Mapping[ActionEffect, Ways]] = {
    ActionEffect.NEW_SUPPORTER: _single_way(lambda _book, state, _player, _card: bool(state.box)),
    ActionEffect.OUST: _oust_ways,
    ActionEffect.LOOK_AND_DISCARD: _look_ways,
    ActionEffect.BUDGET_UP: _single_way(lambda _book, state, player, _card: state.sides[player].budget < BUDGET),
    ActionEffect.BUDGET_DOWN: _single_way(
        lambda book, state, player, _card: state.sides[player].budget > budget_least(book, state, player)
    ),
    ActionEffect.TAKE_BACK: _back_ways,
    ActionEffect.COLOUR_STRIKE: _strike_ways,
    ActionEffect.FREE_RECRUIT: _single_way(lambda _book, state, _player, _card: bool(state.politicians or state.retired)),
    ActionEffect.DRAW_THREE: _single_way(lambda book, state, _player, _card: not state.turn.drew_three and can_draw(book, state)),
    ActionEffect.FREE_POACH: _poach_ways,
    ActionEffect.SPIN: _spin_ways,
    ActionEffect.RESHUFFLE: _reshuffle_ways,
}


# --- effects of the cards ---------------------------------------------------------------------------------------------------


def _new_supporter(course: Course, _player: int, _action: PlayAction) -> None:
    course.happens(SupporterCame())
    supporters_changed(course)


def _oust(course: Course, _player: int, action: PlayAction) -> None:
    assert action.politician is not None
    for opponent, side in enumerate(course.state.sides):
        if place_of(side, action.politician) is not None:
            politicians_lost(course, opponent, (action.politician,))
            return


def _look(course: Course, player: int, action: PlayAction) -> None:
    assert action.opponent is not None
    course.happens(LookedAt(player, action.opponent))
    course.first(Looking(action.opponent))


def pick_card(course: Course, step: Looking, card: str) -> None:
    """Discard a card of the opponent's hand (SC-AFX-03)."""
    course.happens(Discarded(step.opponent, (card,), Why.TAKEN))


def discard_picked(course: Course, _player: int, action: PickCard) -> None:
    """Discard the chosen card."""
    step = course.state.agenda[0]
    assert isinstance(step, Looking)
    pick_card(course, step, action.card)


def _take_back(course: Course, player: int, action: PlayAction) -> None:
    policies_leave(course, player, (action.policy or "",), to_hand=True)


def _strike(course: Course, _player: int, action: PlayAction) -> None:
    assert action.opponent is not None
    struck = Effect(kind=EffectKind.LOSE_POLICIES, colour=action.colour)
    candidates = policies_for(course.book, course.side(action.opponent), struck)
    course.first(*loss_of(action.opponent, LossKind.POLICIES, 1, candidates))


def _draw_three(course: Course, player: int, _action: PlayAction) -> None:
    course.happens(DrewThree(player))
    course.first(Drawing(player, 3))


def _free_poach(course: Course, player: int, action: PlayAction) -> None:
    """Poach without a price. It still counts as a poaching of this turn (SC-AFX-10, SC-LDR-03)."""
    take_over(course, player, action.supporter or "")


def _spin(course: Course, player: int, action: PlayAction) -> None:
    assert action.ideology is not None
    course.happens(Spun(player, IDEOLOGIES.index(action.ideology), action.step or 0))


def _reshuffle(course: Course, player: int, action: PlayAction) -> None:
    """Move the policy or exchange the two politicians. No tracker changes.

    A politician who leaves the inner circle of SC-LDR-10 with too many announced policies discards down to the limit.
    """
    assert action.politician is not None
    if action.policy is not None:
        course.happens(PolicyMoved(player, action.policy, action.politician))
        return
    assert action.other is not None
    course.happens(PlacesExchanged(player, action.politician, action.other))
    for who in (action.politician, action.other):
        announced = [policy.card for policy in course.side(player).policies if policy.holder == who and policy.announced]
        over = len(announced) - most_announced(course.book, course.state, player, who)
        if over > 0:
            course.first(*loss_of(player, LossKind.POLICIES, over, tuple(announced)))


DOES: Final[Mapping[ActionEffect, Does]] = {
    ActionEffect.NEW_SUPPORTER: _new_supporter,  # SC-AFX-01, SC-R-53
    ActionEffect.OUST: _oust,  # SC-AFX-02
    ActionEffect.LOOK_AND_DISCARD: _look,  # SC-AFX-03
    ActionEffect.BUDGET_UP: lambda course, player, _action: move_budget(course, player, 2),  # SC-AFX-04
    ActionEffect.BUDGET_DOWN: lambda course, player, _action: move_budget(course, player, -2),  # SC-AFX-05
    ActionEffect.TAKE_BACK: _take_back,  # SC-AFX-06
    ActionEffect.COLOUR_STRIKE: _strike,  # SC-AFX-07
    ActionEffect.FREE_RECRUIT: lambda course, player, _action: see_politicians(course, player, 1),  # SC-AFX-08
    ActionEffect.DRAW_THREE: _draw_three,  # SC-AFX-09
    ActionEffect.FREE_POACH: _free_poach,  # SC-AFX-10
    ActionEffect.SPIN: _spin,  # SC-AFX-11
    ActionEffect.RESHUFFLE: _reshuffle,  # SC-AFX-12
}
