"""Bots that play a seat. They know only the view of that seat, its offers, and dice (SC-HID-08, R-51).

`steady` plans its turn (see `planning`). Every other question it answers by the expected worth of the table after each answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from control.engine.dice import Dice
from control.engine.records import replace
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


def steady(view: StatecraftView, offered: tuple[Offer[Any], ...], dice: Dice) -> actions.StatecraftAction:
    """The action with the highest estimated worth. Dice choose between equals."""
    mind = Mind(view)
    if view.phase is Phase.TURN:
        return best_plan(mind, offered)
    rate_cards(mind)
    choices = [choice for offer in offered for choice in _choices(mind, offer, dice)]
    most = max(worth for worth, _action in choices)
    return dice.choice([action for worth, action in choices if worth == most])


def _choices(mind: Mind, offer: Offer[Any], dice: Dice) -> Iterator[Choice]:
    """The actions of an offer that come into question between turns, each with its worth. Of an unknown offer, any action."""
    root, view = mind.root, mind.view
    match offer:
        case actions.SetIdeologyOffer():
            for ideology in offer.things:
                at = IDEOLOGIES.index(ideology)
                yield _worth_moved(mind, at, SET_TO - root.trackers[at]), actions.SetIdeology(ideology)
        case actions.TakeOffer():
            if offer.decline:  # it counts as no change
                yield mind.worth(root), actions.Take()
            for who in view.drawn:
                for place in dict(offer.takes).get(who.id, ()):
                    yield _worth_at_place(mind, who, place), actions.Take(who.id, place)
        case actions.PickOffer():  # by the use of a card to its owner
            for face in () if view.own is None else view.own.looking:
                yield 0.15 if face.action is None else KEPT.get(face.action.effect, 0.06), actions.PickCard(face.id)
        case actions.ChooseOffer():
            for option in offer.things:
                yield _worth_of_option(mind, option), actions.ChooseOption(option)
        case actions.ContributeOffer():
            for card in offer.things:
                yield 0.0 if card is None else _worth_of_contribution(mind, card), actions.Contribute(card)
        case actions.LoseOffer(kind=LossKind.IDEOLOGY):
            for thing in offer.things:
                yield _worth_moved(mind, IDEOLOGIES.index(Ideology(thing)), offer.steps), actions.Lose((thing,))
        case actions.LoseOffer(kind=LossKind.CARDS):
            yield 0.0, actions.Lose(cheapest_cards(mind, offer.things, offer.count))
        case actions.LoseOffer():
            yield 0.0, actions.Lose(least_loss(mind, root, offer.kind, offer.things, offer.count)[1])
        case actions.PolicyOffer():
            for play in mind.plays(root):
                after = position_after_policy(mind, root, *play)
                if isinstance(after.actions[0], actions.Announce) is offer.announced:
                    yield mind.worth(after), after.actions[0]
        case actions.DrawOffer():  # unless the last card would end the game with a loss
            ends = mind.ends == 5 and view.deck <= 1
            yield 0.0, actions.DrawOrNot(draw=not ends or mind.share(root) > 1 / mind.players)
        case actions.BidOffer():  # more late in the game: the card breaks ties, but costs its holder something in each event before
            wanted = min(2 if mind.left <= LATE else 1, offer.things[-1])
            for cards in offer.things:
                yield -abs(cards - wanted), actions.Bid(cards)
        case actions.PayBidOffer() | actions.DiscardDownOffer():
            yield 0.0, offer.does(cheapest_cards(mind, offer.things, offer.count))
        case _:
            yield 0.0, offer.some(dice)


def _worth_moved(mind: Mind, ideology: int, by: int) -> float:
    """The worth of the table after a movement of an ideology."""
    return mind.worth(replace(mind.root, trackers=stepped(mind.root.trackers, shift(ideology, by))))


def _worth_of_option(mind: Mind, option: int | None) -> float:
    """The worth of the table after an option, with the extra effects for the incumbent."""
    purple = mind.view.resolving[0]
    assert purple.card.event is not None
    if option is None:
        return mind.worth(mind.root) - 0.4  # allowed once in a game
    chosen = purple.card.event.options[option]
    return after_effects(mind, (*chosen.effects, *(chosen.extra if purple.incumbent == mind.me else ())))


def _worth_of_contribution(mind: Mind, card: str) -> float:
    """The threat against the loss of a card. Only a policy helps against SC-EMX-03."""
    purple = mind.view.resolving[0].card.emergency
    assert purple is not None
    worth = -mind.keep.get(card, CARD) - 0.05
    if purple.effect is EmergencyEffect.NAME_AND_SHAME:
        return worth + (0.5 if mind.policies else 0.0)
    if mind.policy(card) is not None and mind.own.supporters:
        return worth + 0.4  # the others may have given enough, or too little, without it
    return worth


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
