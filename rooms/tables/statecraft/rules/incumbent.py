"""The incumbent card, and the bids for it (SC-INC)."""

from __future__ import annotations

from typing import Final

from control.engine.context import Chance
from control.engine.language import later, listed, say, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.statecraft.game.actions import Bid, BidOffer, PayBid, PayBidOffer
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import Bidding, Course, Payment, Phase, Side, StatecraftState
from rooms.tables.statecraft.rules.payment import Discarded, Why, not_all_in_hand
from rooms.tables.statecraft.rules.phases import Answered, Asked, Reason, Row, waits_for


class IncumbentMoved(GameFact, frozen=True):
    """The incumbent card went to a player, or to nobody (SC-INC-02, SC-INC-11)."""

    player: int | None

    def after(self, state: StatecraftState) -> StatecraftState:
        return replace(state, incumbent=self.player)

    def words(self, scene: Scene) -> str:
        if self.player is None:
            return say("The office stands empty: nobody is incumbent.")
        return say("{name} is the incumbent now.", name=scene.names[self.player])


class BidsShown(GameFact, frozen=True):
    """All bids are revealed (SC-INC-08)."""

    binding = later("the bids were shown")
    bids: tuple[tuple[int, int], ...]

    def after(self, state: StatecraftState) -> StatecraftState:
        return replace(state, answers=())

    def words(self, scene: Scene) -> str:
        bids = [say("{name} {cards}", name=scene.names[player], cards=cards) for player, cards in self.bids]
        return say("The bids for the office: {bids}.", bids=listed(bids))


def most_supporters(sides: tuple[Side, ...]) -> int:
    """The largest number of supporters with one player."""
    return max([len(side.supporters) for side in sides], default=0)


def leaders_of(state: StatecraftState) -> tuple[int, ...]:
    """The players with the most supporters. Nobody while all have none (SC-INC-05, SC-R-38)."""
    most = most_supporters(state.sides)
    return tuple([player for player, side in enumerate(state.sides) if len(side.supporters) == most]) if most else ()


def check_incumbent(course: Course) -> None:
    """Give the card to a player who leads alone. Start a bid when the lead is shared without the holder.

    Any other shared lead leaves the card where it is.

    Rules: SC-INC-01, SC-INC-02, SC-INC-03, SC-INC-04, SC-INC-05, SC-INC-06, SC-INC-12, SC-INC-13, SC-R-38, SC-R-39.
    """
    leaders, holder = leaders_of(course.state), course.state.incumbent
    if len(leaders) == 1:
        if holder != leaders[0]:
            course.happens(IncumbentMoved(leaders[0]))
    elif leaders and holder is not None and holder not in leaders:
        course.first(Bidding(leaders))


def bid(course: Course, player: int, action: Bid) -> None:
    """Take a secret bid. When all are in, only the highest bidder pays and takes the card; a tie sets it aside.

    Rules: SC-INC-07, SC-INC-08, SC-INC-09, SC-INC-10, SC-INC-11, SC-R-39.
    """
    course.happens(Answered(player, action.cards))
    if waits_for(course.state):
        return
    course.todo.pop()
    bids = [(each, answer) for each, answer in enumerate(course.state.answers) if isinstance(answer, int)]
    course.happens(BidsShown(tuple(bids)))
    highest = max([cards for _each, cards in bids])
    winners = [each for each, cards in bids if cards == highest]
    if len(winners) > 1:
        course.happens(IncumbentMoved(None))
    else:
        course.first(Payment(winners[0], highest))


def pay_bid(course: Course, player: int, action: PayBid) -> None:
    """Discard as many cards as were bid and take the incumbent card (SC-INC-09)."""
    if action.cards:
        course.happens(Discarded(player, action.cards, Why.BID))
    course.happens(IncumbentMoved(player))


def _bidding(now: Asked) -> list[BidOffer]:
    return [BidOffer(tuple(range(len(now.hand) + 1)))]


def _paying(now: Asked) -> list[PayBidOffer]:
    return [PayBidOffer(now.hand, now.step(Payment).count)]


def _payment_by_lot(now: Asked, chance: Chance) -> PayBid:
    return PayBid(chance.shuffled(now.hand)[: now.step(Payment).count])


def _why_not_bid(now: Asked, _action: Bid) -> Reason:
    return say("Bid a number from 0 to {most}, the cards in your hand.", most=len(now.hand)), "SC-INC-07"


def _why_not_paid(now: Asked, action: PayBid) -> Reason:
    if missing := not_all_in_hand(now, action.cards, "SC-INC-09"):
        return missing
    count = now.step(Payment).count
    return say_count("Discard exactly {count} card, as you bid.", "Discard exactly {count} cards, as you bid.", count), "SC-INC-09"


ROWS: Final = (
    Row(Bid, Phase.INCUMBENT_BID, _bidding, bid, _why_not_bid, lambda _now, _chance: Bid(0)),
    Row(PayBid, Phase.BID_PAYMENT, _paying, pay_bid, _why_not_paid, _payment_by_lot),
)
