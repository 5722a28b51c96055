"""Campaigning, poaching and the incumbent card (SC-CAM, SC-POA, SC-INC)."""

from __future__ import annotations

from rooms.tables.statecraft.facts.choices import Answered, BidsShown
from rooms.tables.statecraft.facts.deck import Discarded, Why
from rooms.tables.statecraft.facts.supporters import Campaigned, IncumbentMoved, Poached, SupportersReturned
from rooms.tables.statecraft.game.actions import Bid, Campaign, PayBid, Poach
from rooms.tables.statecraft.game.content import Book
from rooms.tables.statecraft.game.course import Course
from rooms.tables.statecraft.game.state import Bidding, Payment, StatecraftState, host_of
from rooms.tables.statecraft.rules.awaited_players import waits_for
from rooms.tables.statecraft.rules.ending import leaders_of, supporters_changed
from rooms.tables.statecraft.rules.limits import counted, may_campaign, price, satisfies


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
