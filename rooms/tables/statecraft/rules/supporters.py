"""Campaigning, poaching and the incumbent card (SC-CAM, SC-POA, SC-INC)."""

from __future__ import annotations

from typing import Final

from control.engine.context import Chance
from control.engine.language import later, listed, say, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.statecraft.game.actions import Bid, BidOffer, Campaign, CampaignOffer, PayBid, PayBidOffer, Poach, PoachOffer
from rooms.tables.statecraft.game.content import Book, ScenarioEffect
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import (
    Bidding,
    Course,
    Payment,
    Phase,
    StatecraftState,
    host_of,
    side_of,
    with_side,
    without_all,
)
from rooms.tables.statecraft.rules.ending import IncumbentMoved, leaders_of, supporters_changed
from rooms.tables.statecraft.rules.limits import counted, may_campaign, price, satisfies, scenario_of, usual_price
from rooms.tables.statecraft.rules.main_deck import Discarded, Why
from rooms.tables.statecraft.rules.phases import Answered, Asked, Reason, Row, not_all_in_hand, waits_for


class BidsShown(GameFact, frozen=True):
    """All bids are revealed (SC-INC-08)."""

    binding = later("the bids were shown")
    bids: tuple[tuple[int, int], ...]

    def after(self, state: StatecraftState) -> StatecraftState:
        return replace(state, answers=())

    def words(self, scene: Scene) -> str:
        bids = [say("{name} {cards}", name=scene.names[player], cards=cards) for player, cards in self.bids]
        return say("The bids for the office: {bids}.", bids=listed(bids))


class Campaigned(GameFact, frozen=True):
    """A player claimed a supporter from the floating area, and it lies face up (SC-CAM-05, SC-CAM-07)."""

    player: int
    supporter: str

    def after(self, state: StatecraftState) -> StatecraftState:
        supporters = (*side_of(state, self.player).supporters, self.supporter)
        return replace(
            state,
            sides=with_side(state, self.player, supporters=supporters),
            floating=without_all(state.floating, (self.supporter,)),
            turn=replace(state.turn, campaigned=state.turn.campaigned + 1),
        )

    def words(self, scene: Scene) -> str:
        return say("{name} campaigns and wins {who}.", name=scene.names[self.player], who=scene.supporters((self.supporter,)))


class Poached(GameFact, frozen=True):
    """A player poached a supporter from `host` (SC-POA-06)."""

    player: int
    host: int
    supporter: str

    def after(self, state: StatecraftState) -> StatecraftState:
        left = without_all(side_of(state, self.host).supporters, (self.supporter,))
        state = replace(state, sides=with_side(state, self.host, supporters=left))
        supporters = (*side_of(state, self.player).supporters, self.supporter)
        return replace(
            state,
            sides=with_side(state, self.player, supporters=supporters),
            turn=replace(state.turn, poached=state.turn.poached + 1),
        )

    def words(self, scene: Scene) -> str:
        return say(
            "{name} poaches {who} from {host}.",
            name=scene.names[self.player],
            who=scene.supporters((self.supporter,)),
            host=scene.names[self.host],
        )


class SupportersReturned(GameFact, frozen=True):
    """A player's supporters returned to the floating area."""

    player: int
    supporters: tuple[str, ...]

    def after(self, state: StatecraftState) -> StatecraftState:
        left = without_all(side_of(state, self.player).supporters, self.supporters)
        return replace(state, sides=with_side(state, self.player, supporters=left), floating=state.floating + self.supporters)

    def words(self, scene: Scene) -> str:
        return say_count(
            "{who} walks away from {name} and can be won again.",
            "{who} walk away from {name} and can be won again.",
            len(self.supporters),
            who=scene.supporters(self.supporters),
            name=scene.names[self.player],
        )


class SupporterCame(GameFact, frozen=True):
    """The top supporter of the box pile entered the floating area (SC-AFX-01)."""

    binding = later("a supporter was drawn")

    def after(self, state: StatecraftState) -> StatecraftState:
        return replace(state, floating=state.floating + state.box[:1], box=state.box[1:])

    def words(self, scene: Scene) -> str:
        return say("A new voice in the crowd: {who}.", who=scene.supporters(scene.state.box[:1]))


def to_campaign(book: Book, state: StatecraftState, player: int) -> tuple[str, ...]:
    """The floating supporters that a player satisfies (SC-CAM-05, SC-CAM-06)."""
    if not may_campaign(book, state):
        return ()
    trackers = counted(state, player)
    return tuple([each for each in state.floating if satisfies(book.supporters[each], trackers)])


def to_poach(book: Book, state: StatecraftState, player: int) -> tuple[tuple[str, int], ...]:
    """The supporters of other players that a player satisfies, each with its price (SC-POA-01, SC-POA-02)."""
    trackers = counted(state, player)
    return tuple(
        [
            (each, price(book, state, player, host, each))
            for host, side in enumerate(state.sides)
            if host != player
            for each in side.supporters
            if satisfies(book.supporters[each], trackers)
        ]
    )


def campaign(course: Course, player: int, action: Campaign) -> None:
    """Claim one supporter, at no cost (SC-CAM-05, SC-CAM-07, SC-PAY-05, SC-R-22)."""
    course.happens(Campaigned(player, action.supporter))
    supporters_changed(course)


def poach(course: Course, player: int, action: Poach) -> None:
    """Pay and take over a supporter, which can be poached again (SC-POA-06, SC-POA-07, SC-POA-08, SC-PAY-08, SC-R-23)."""
    if action.pay:
        course.happens(Discarded(player, action.pay, Why.PAID))
    take_over(course, player, action.supporter)


def take_over(course: Course, player: int, supporter: str) -> None:
    """Move a supporter to this player."""
    host = host_of(course.state, supporter)
    assert host is not None
    course.happens(Poached(player, host, supporter))
    supporters_changed(course)


def return_supporters(course: Course, player: int, supporters: tuple[str, ...]) -> None:
    """Return supporters to the floating area. They never return by themselves (SC-CAM-09)."""
    course.happens(SupportersReturned(player, supporters))
    supporters_changed(course)


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


def _campaigning(now: Asked) -> list[CampaignOffer]:
    found = to_campaign(*now)
    return [CampaignOffer(found)] if found else []


def _poaching(now: Asked) -> list[PoachOffer]:
    """The supporters that the player can pay for (SC-TRN-03)."""
    hand = now.hand
    found = tuple([(supporter, cards) for supporter, cards in to_poach(*now) if cards <= len(hand)])
    return [PoachOffer(found, hand)] if found else []


def _bidding(now: Asked) -> list[BidOffer]:
    return [BidOffer(tuple(range(len(now.hand) + 1)))]


def _paying(now: Asked) -> list[PayBidOffer]:
    return [PayBidOffer(now.hand, now.step(Payment).count)]


def _payment_by_lot(now: Asked, chance: Chance) -> PayBid:
    return PayBid(chance.shuffled(now.hand)[: now.step(Payment).count])


def _why_not_won(now: Asked, action: Campaign) -> Reason:
    if action.supporter not in now.state.floating:
        return say("That supporter does not float. Choose one of the floating area."), "SC-CAM-05"
    if not may_campaign(now.book, now.state):
        return say("In this scenario one supporter is won by campaigning in a turn, and you have won one."), "SC-CAM-08"
    return say("Your ideologies do not satisfy that supporter."), "SC-CAM-06"


def _why_not_poached(now: Asked, action: Poach) -> Reason:
    host = host_of(now.state, action.supporter)
    if host is None or host == now.player:
        return say("No other player has that supporter."), "SC-POA-01"
    if not satisfies(now.book.supporters[action.supporter], counted(now.state, now.player)):
        return say("Your ideologies do not satisfy that supporter."), "SC-POA-02"
    if missing := not_all_in_hand(now, action.pay, "SC-PAY-01"):
        return missing
    cost = price(*now, host, action.supporter)
    sentence = say_count("This poaching costs exactly {count} card.", "This poaching costs exactly {count} cards.", cost)
    if scenario_of(now.book, now.state).effect is ScenarioEffect.FLAT_POACHING:
        return sentence, "SC-R-48"
    usual = usual_price(now.book, now.state, host, action.supporter)
    if len(action.pay) == usual:  # only a leader changes the price
        return sentence, "SC-LDR-08" if cost > usual else "SC-LDR-03"
    return sentence, "SC-POA-03" if usual == 1 else "SC-POA-04"


def _why_not_bid(now: Asked, _action: Bid) -> Reason:
    return say("Bid a number from 0 to {most}, the cards in your hand.", most=len(now.hand)), "SC-INC-07"


def _why_not_paid(now: Asked, action: PayBid) -> Reason:
    if missing := not_all_in_hand(now, action.cards, "SC-INC-09"):
        return missing
    count = now.step(Payment).count
    return say_count("Discard exactly {count} card, as you bid.", "Discard exactly {count} cards, as you bid.", count), "SC-INC-09"


ROWS: Final = (
    Row(Campaign, Phase.TURN, _campaigning, campaign, _why_not_won),
    Row(Poach, Phase.TURN, _poaching, poach, _why_not_poached),
    Row(Bid, Phase.INCUMBENT_BID, _bidding, bid, _why_not_bid, lambda _now, _chance: Bid(0)),
    Row(PayBid, Phase.BID_PAYMENT, _paying, pay_bid, _why_not_paid, _payment_by_lot),
)
