"""Turn planning for a bot: the sequence of manoeuvres that leads to the position of the highest worth (SC-HID-08).

Plans grow by one manoeuvre at a time, and the best few of each length grow further. Satisfied floating supporters are claimed at
once, unless that ends the game with a loss. Manoeuvres with a random result (a recruit, three new cards) count with their average
worth. They come first, because the bot plans again after every action.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from control.engine.records import replace
from rooms.tables.statecraft.game import actions
from rooms.tables.statecraft.game.actions import ActionOffer
from rooms.tables.statecraft.game.content import IDEOLOGIES, ActionEffect, LeaderEffect
from rooms.tables.statecraft.game.evaluation import (
    AVERAGE,
    KEPT,
    Mind,
    Position,
    counted,
    has_poaching_discount,
    trackers_after,
    without_policies,
)
from rooms.tables.statecraft.game.state import BUDGET, moved_by, shift, stepped, without_all

WIDTH: Final = 9  # plans kept at each length
DEPTH: Final = 6  # longest plan, in manoeuvres
CABINET: Final = (1.5, 1.0, 0.7, 0.45, 0.0)  # one more politician, by the number in the cabinet
UNPLAYED: Final = 0.15  # a policy of the hand that nobody can announce yet
HARM: Final = {ActionEffect.OUST: 0.3, ActionEffect.COLOUR_STRIKE: 0.22, ActionEffect.LOOK_AND_DISCARD: 0.18}
FRESH: Final = 0.08  # one more floating supporter
THREE_CARDS: Final = 1.5


def best_plan(mind: Mind, offers: tuple[Any, ...]) -> actions.StatecraftAction:
    """The first action of the best plan. The end of the turn when no manoeuvre gains anything."""
    rate_cards(mind)
    ways = {offer.card: offer for offer in offers if isinstance(offer, ActionOffer)}
    start = position_after_claims(mind, mind.root)
    best, most = start, mind.worth(start)
    plans = [start]
    for _step in range(DEPTH):
        grown: dict[tuple[Any, ...], tuple[float, Position]] = {}
        for plan in plans:
            for step in steps(mind, plan, ways):
                after = position_after_claims(mind, step)
                worth = mind.worth(after)
                if worth > most + 1e-9:
                    best, most = after, worth
                key = (after.trackers, after.budget, after.hand, after.mine, after.spin)
                known = grown.get(key)
                if not mind.over(after) and (known is None or known[0] < worth):
                    grown[key] = (worth, after)
        if not grown:
            break
        plans = [plan for _worth, plan in sorted(grown.values(), key=_worth, reverse=True)[:WIDTH]]
    return first_of(best.actions)


def _worth(plan: tuple[float, Position]) -> float:
    return plan[0]


def first_of(planned: tuple[actions.StatecraftAction, ...]) -> actions.StatecraftAction:
    """A recruit first, because it reveals something. Otherwise the plan's first action."""
    for action in planned:
        if isinstance(action, actions.Recruit):
            return action
    return planned[0] if planned else actions.EndTurn()


def rate_cards(mind: Mind) -> None:
    """Set the later use of each hand card, which is the price of paying with it."""
    base = mind.worth(mind.root) if not mind.final else 0.0
    for card, face in mind.cards.items():
        if face.action is not None:
            mind.keep[card] = KEPT.get(face.action.effect, 0.06)
        elif face.policy is not None and not mind.final:
            gains = [
                mind.worth(position_after_policy(mind, mind.root, *play)) - base
                for play in mind.plays(mind.root)
                if play[0] == card
            ]
            mind.keep[card] = 0.12 + 0.15 * min(1.0, max(0.0, max(gains, default=-0.4)))


# --- one step further -------------------------------------------------------------------------------------------------------


def position_after_claims(mind: Mind, at: Position) -> Position:
    """The position after claiming all satisfied floating supporters, except where that ends the game with a loss."""
    if not at.floating:
        return at
    gaps = mind.gaps(counted(at))
    for number, gap in enumerate(gaps):
        bit = 1 << number
        if gap or not at.floating & bit or (mind.one_campaign and at.campaigned):
            continue
        after = replace(
            at,
            mine=at.mine | bit,
            floating=at.floating & ~bit,
            campaigned=at.campaigned + 1,
            actions=(*at.actions, actions.Campaign(mind.known[number].id)),
        )
        if not mind.over(after):
            at = after
        elif mind.share(after) > 1 / mind.players:
            return after
    return at


def steps(mind: Mind, at: Position, ways: Mapping[str, ActionOffer]) -> Iterator[Position]:
    """Every position after one more manoeuvre."""
    for play in mind.plays(at):
        yield position_after_policy(mind, at, *play)
    yield from positions_after_poaching(mind, at)
    for card in at.hand:
        offer = ways.get(card)
        if offer is not None:
            yield from positions_after_card(mind, at, offer)
    yield from position_after_recruit(mind, at)
    yield from positions_after_leader_step(mind, at)


def position_after_policy(mind: Mind, at: Position, card: str, option: int, announced: bool, holder: int) -> Position:
    """The position after a policy is announced or denounced."""
    policy = mind.policy(card)
    assert policy is not None
    chosen = policy.options[option]
    seat = 2 * holder + (not announced)
    does = actions.Announce if announced else actions.Denounce
    return replace(
        at,
        trackers=trackers_after(at.trackers, chosen, announced=announced),
        budget=at.budget + (chosen.cost if announced else -chosen.cost),
        hand=tuple([each for each in at.hand if each != card]),
        room=tuple([each - 1 if number == seat else each for number, each in enumerate(at.room)]),
        actions=(*at.actions, does(card, option, mind.holders[holder].id)),
    )


def cheapest_cards(mind: Mind, hand: tuple[str, ...], count: int) -> tuple[str, ...]:
    """The cards whose loss costs least."""
    return tuple(sorted(hand, key=lambda card: mind.keep.get(card, AVERAGE))[:count])


def positions_after_poaching(mind: Mind, at: Position) -> Iterator[Position]:
    """Positions after poaching one supporter with the cheapest cards (SC-POA)."""
    if not mind.known:
        return
    discount = has_poaching_discount(mind) and at.poached and not mind.root.poached
    for number, gap in enumerate(mind.gaps(counted(at))):
        each = mind.known[number]
        if gap or each.host is None or at.mine >> number & 1 or each.host == mind.me:
            continue
        price = each.price + bool(discount)
        if price <= len(at.hand):
            pay = cheapest_cards(mind, at.hand, price)
            yield _position_after_takeover(at, number, pay, actions.Poach(each.id, pay))


def _position_after_takeover(at: Position, number: int, gone: tuple[str, ...], action: actions.StatecraftAction) -> Position:
    return replace(
        at, mine=at.mine | 1 << number, hand=without_all(at.hand, gone), poached=at.poached + 1, actions=(*at.actions, action)
    )


def position_after_recruit(mind: Mind, at: Position) -> Iterator[Position]:
    """The position after a recruit, whoever is drawn."""
    if at.recruited or not at.hand or not (mind.view.politicians or mind.view.retired):
        return
    pay = cheapest_cards(mind, at.hand, 1)
    hand = without_all(at.hand, pay)
    worth = worth_of_recruit(mind, hand)
    if worth > 0:
        yield replace(at, hand=hand, recruited=True, besides=at.besides + worth, actions=(*at.actions, actions.Recruit(pay[0])))


def worth_of_recruit(mind: Mind, hand: tuple[str, ...]) -> float:
    """The worth of one more politician: places for future policies and for those in the hand that nobody can hold."""
    there = len(mind.holders) - 1
    waiting = 0
    for card in hand:
        policy = mind.policy(card)
        if policy is not None and mind.holder_for(mind.root.room, policy.specialism, announced=True) is None:
            waiting += 1
    later = min(mind.left, 4.0) / 4.0
    return CABINET[min(there, 4)] * later + (UNPLAYED * waiting if there < 4 else 0.0)


def positions_after_leader_step(mind: Mind, at: Position) -> Iterator[Position]:
    """Positions after the step of SC-LDR-07, paid with the cheapest card."""
    if mind.text is not LeaderEffect.LEADER_STEP or at.stepped or not at.hand:
        return
    pay = cheapest_cards(mind, at.hand, 1)
    for number, ideology in enumerate(IDEOLOGIES):
        for step in (1, -1):
            after = stepped(at.trackers, shift(number, step))
            if after != at.trackers:
                action = actions.LeaderStep(pay[0], ideology, step)
                yield replace(at, trackers=after, hand=without_all(at.hand, pay), stepped=True, actions=(*at.actions, action))


# --- action cards -----------------------------------------------------------------------------------------------------------


def _used(at: Position, action: actions.PlayAction, worth: float = 0.0, **changes: Any) -> Position:
    hand = without_all(at.hand, (action.card,))
    return replace(at, hand=hand, besides=at.besides + worth, actions=(*at.actions, action), **changes)


def target_worth(mind: Mind, way: actions.PlayAction) -> float:
    """The worth of harming this target: more for the best opponent, and for a politician with many policies."""
    for player, side in enumerate(mind.view.sides):
        carries = 0
        for holder in side.holders:
            if holder.politician is not None and holder.politician.id == way.politician:
                carries = 1 + len(holder.announced) + len(holder.denounced)
        if player == way.opponent or carries:
            best = max(each.value if mind.win in (1, 3) else -each.value for each in mind.view.sides if each is not mind.own)
            value = side.value if mind.win in (1, 3) else -side.value
            return (1.0 if value == best else 0.6) + 0.25 * carries
    return 0.0


def positions_after_card(mind: Mind, at: Position, offer: ActionOffer) -> Iterator[Position]:
    """Positions after this action card. SC-AFX-12 has no plan: the card is worth more as a payment."""
    way = offer.ways[0]
    match offer.effect:
        case ActionEffect.NEW_SUPPORTER:
            yield _used(at, way, FRESH if mind.win == 1 else 0.0, fresh=at.fresh + 1)
        case ActionEffect.OUST | ActionEffect.LOOK_AND_DISCARD | ActionEffect.COLOUR_STRIKE:  # against the strongest opponent
            way = max(offer.ways, key=lambda each: target_worth(mind, each))
            yield _used(at, way, HARM[offer.effect] * target_worth(mind, way))
        case ActionEffect.BUDGET_UP | ActionEffect.BUDGET_DOWN:
            by = 2 if offer.effect is ActionEffect.BUDGET_UP else -2
            budget = max(mind.least, min(BUDGET, at.budget + by))
            if budget != at.budget:
                yield _used(at, way, budget=budget)
        case ActionEffect.TAKE_BACK:
            for way in offer.ways:
                for policy in mind.policies:
                    if policy.card.id == way.policy:
                        yield _used(without_policies(mind, at, (policy,)), way, 0.1)
        case ActionEffect.FREE_RECRUIT:
            worth = worth_of_recruit(mind, without_all(at.hand, (offer.card,)))
            if not at.recruited and worth > 0:
                yield _used(at, way, worth + 0.05, recruited=True)
        case ActionEffect.DRAW_THREE:
            if not at.actions:  # before anything else, because more cards make a better plan
                yield _used(at, way, THREE_CARDS)
        case ActionEffect.FREE_POACH:  # also a supporter not satisfied now, but by the planned trackers
            for number, gap in enumerate(mind.gaps(counted(at))):
                each = mind.known[number]
                if not gap and each.host not in (None, mind.me) and not at.mine >> number & 1:
                    yield _position_after_takeover(at, number, (offer.card,), actions.PlayAction(offer.card, supporter=each.id))
        case ActionEffect.SPIN:
            now = counted(at)
            for way in offer.ways:
                if way.ideology is not None and way.step is not None:
                    spin = moved_by(at.spin, shift(IDEOLOGIES.index(way.ideology), way.step))
                    after = replace(at, spin=spin)
                    if counted(after) != now:
                        yield _used(after, way)
