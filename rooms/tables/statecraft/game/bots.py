"""Bots that play a seat. They know only the view of that seat, its offers, and dice (SC-HID-08, R-51).

`steady` plans its turn (see `planning`). Every other question it answers by the expected worth of the table after each answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from control.engine.dice import Dice
from rooms.tables.game.rules import Offer
from rooms.tables.statecraft.game import actions
from rooms.tables.statecraft.game.content import IDEOLOGIES, EmergencyEffect, Ideology, Politician
from rooms.tables.statecraft.game.evaluation import CARD, KEPT, Holder, Mind, after_effects, least_loss, without_policies
from rooms.tables.statecraft.game.planning import best_plan, cheapest_cards, position_after_policy, rate_cards
from rooms.tables.statecraft.game.state import LossKind, Phase, Place, shift, stepped
from rooms.tables.statecraft.game.view import SeenHolder, StatecraftView

SET_TO: Final = 2  # SC-LDR-12, scenario 10
LATE: Final = 1.5  # expected turns left when the incumbent card begins to matter
RETURNED: Final = 0.1  # a policy that comes back to the hand can be played once more
Choice = tuple[float, actions.StatecraftAction]
Weighed = Callable[[Mind, Any], Iterator[Choice]]


def steady(view: StatecraftView, offered: tuple[Offer[Any], ...], dice: Dice) -> actions.StatecraftAction:
    """The action with the highest estimated worth. Dice choose between equals."""
    mind = Mind(view)
    if view.phase is Phase.TURN:
        return best_plan(mind, offered)
    rate_cards(mind)
    choices = [
        choice
        for offer in offered
        for choice in (WEIGHED[type(offer)](mind, offer) if type(offer) in WEIGHED else [(0.0, offer.some(dice))])
    ]
    most = max(worth for worth, _action in choices)
    return dice.choice([action for worth, action in choices if worth == most])


# --- choices before and between turns ---------------------------------------------------------------------------------------


def _set_ideology(mind: Mind, offer: actions.SetIdeologyOffer) -> Iterator[Choice]:
    """Rate each ideology by the worth of the table after it is set to 2."""
    for ideology in offer.things:
        at = IDEOLOGIES.index(ideology)
        after = stepped(mind.root.trackers, shift(at, SET_TO - mind.root.trackers[at]))
        yield mind.worth(replace(mind.root, trackers=after)), actions.SetIdeology(ideology)


def _take(mind: Mind, offer: actions.TakeOffer) -> Iterator[Choice]:
    """Rate each politician and place. Declining counts as no change."""
    drawn = {each.id: each for each in mind.view.drawn}
    if offer.decline:
        yield mind.worth(mind.root), actions.Take()
    for politician, places in offer.takes:
        for place in places:
            yield _worth_at_place(mind, drawn[politician], place), actions.Take(politician, place)


def _worth_at_place(mind: Mind, politician: Politician, place: Place) -> float:
    """The worth of a politician at a place. A replacement keeps the fitting policies; the others return to the hand."""
    at: SeenHolder = next(each for each in mind.own.holders if each.place is place)
    gone = [each for each in at.policies if at.politician is not None and each.card.specialism not in politician.specialisms]
    root = without_policies(mind, mind.root, gone)
    room = list(root.room)
    there = [holder.id for holder in mind.holders]
    comer = Holder(politician.id, politician.specialisms)
    if at.politician is None:
        holders, room = (*mind.holders, comer), [*room, 3, 3]
    else:
        seat = there.index(at.politician.id)
        holders = tuple([comer if number == seat else each for number, each in enumerate(mind.holders)])
        for each in gone:
            room[2 * seat + (not each.announced)] += 1
    waiting = 0.0
    for card in mind.root.hand:
        policy = mind.policy(card)
        if policy is not None and policy.specialism in politician.specialisms:
            waiting += 0.3
    before, mind.holders = mind.holders, holders
    worth = mind.worth(replace(root, room=tuple(room))) + waiting + RETURNED * len(gone) + 0.02 * len(politician.specialisms)
    mind.holders = before
    return worth


def _pick(mind: Mind, offer: actions.PickOffer) -> Iterator[Choice]:
    """Rate each card by its use to its owner."""
    looking = {} if mind.view.own is None else {each.id: each for each in mind.view.own.looking}
    for card in offer.things:
        face = looking[card]
        yield KEPT.get(face.action.effect, 0.06) if face.action is not None else 0.15, actions.PickCard(card)


def _choose(mind: Mind, offer: actions.ChooseOffer) -> Iterator[Choice]:
    """Rate each option by the worth of the table after it, with the extra effects for the incumbent."""
    purple = mind.view.resolving[0]
    assert purple.card.event is not None
    for option in offer.things:
        if option is None:
            yield mind.worth(mind.root) - 0.4, actions.ChooseOption(None)  # allowed once in a game
            continue
        chosen = purple.card.event.options[option]
        effects = (*chosen.effects, *(chosen.extra if purple.incumbent == mind.me else ()))
        yield after_effects(mind, effects), actions.ChooseOption(option)


def _contribute(mind: Mind, offer: actions.ContributeOffer) -> Iterator[Choice]:
    """Weigh the threat against the loss of a card. Only a policy helps against SC-EMX-03."""
    purple = mind.view.resolving[0].card.emergency
    assert purple is not None
    for card in offer.things:
        if card is None:
            yield 0.0, actions.Contribute(None)
            continue
        worth = -mind.keep.get(card, CARD) - 0.05
        if purple.effect is EmergencyEffect.NAME_AND_SHAME:
            worth += 0.5 if mind.policies else 0.0
        elif mind.policy(card) is not None and mind.own.supporters:
            worth += 0.4  # the others may have given enough, or too little, without it
        yield worth, actions.Contribute(card)


def _lose(mind: Mind, offer: actions.LoseOffer) -> Iterator[Choice]:
    """Lose what reduces the worth of the table least."""
    if offer.kind is LossKind.IDEOLOGY:
        for candidate in offer.things:
            after = stepped(mind.root.trackers, shift(IDEOLOGIES.index(Ideology(candidate)), offer.steps))
            yield mind.worth(replace(mind.root, trackers=after)), actions.Lose((candidate,))
    elif offer.kind is LossKind.CARDS:
        yield 0.0, actions.Lose(cheapest_cards(mind, offer.things, offer.count))
    else:
        _after, gone = least_loss(mind, mind.root, offer.kind, offer.things, offer.count)
        yield 0.0, actions.Lose(gone)


def _freeplay(mind: Mind, offer: actions.PolicyOffer) -> Iterator[Choice]:
    """Rate each play by the worth of the table after it."""
    for play in mind.plays(mind.root):
        after = position_after_policy(mind, mind.root, *play)
        action = after.actions[0]
        if isinstance(action, actions.Announce) is offer.announced:
            yield mind.worth(after), action


def _draw(mind: Mind, _offer: actions.DrawOffer) -> Iterator[Choice]:
    """Draw, unless the last card would end the game with a loss."""
    ends = mind.ends == 5 and mind.view.deck <= 1
    yield 0.0, actions.DrawOrNot(draw=not ends or mind.share(mind.root) > 1 / mind.players)


def _bid(mind: Mind, offer: actions.BidOffer) -> Iterator[Choice]:
    """Bid more late in the game: the card breaks ties at the end, but costs its holder something in every event before."""
    late = mind.left <= LATE
    for cards in offer.things:
        wanted = 2 if late else 1
        yield -abs(cards - min(wanted, offer.things[-1])), actions.Bid(cards)


def _cheapest(does: Callable[[tuple[str, ...]], actions.StatecraftAction]) -> Weighed:
    return lambda mind, offer: iter([(0.0, does(cheapest_cards(mind, offer.things, offer.count)))])


WEIGHED: Final[Mapping[type, Weighed]] = {
    actions.SetIdeologyOffer: _set_ideology,
    actions.TakeOffer: _take,
    actions.PickOffer: _pick,
    actions.ChooseOffer: _choose,
    actions.ContributeOffer: _contribute,
    actions.LoseOffer: _lose,
    actions.PolicyOffer: _freeplay,
    actions.DrawOffer: _draw,
    actions.BidOffer: _bid,
    actions.PayBidOffer: _cheapest(actions.PayBid),
    actions.DiscardDownOffer: _cheapest(actions.DiscardDown),
}
