"""Campaigning, poaching, and who is incumbent (SC-CAM, SC-POA, SC-INC)."""

from __future__ import annotations

from rooms.tables.statecraft.facts.choices import Answered, BidsShown
from rooms.tables.statecraft.facts.deck import Discarded, Why
from rooms.tables.statecraft.facts.supporters import Campaigned, IncumbentMoved, Poached, SupportersReturned
from rooms.tables.statecraft.game.actions import Bid, Campaign, PayBid, Poach
from rooms.tables.statecraft.game.content import Book
from rooms.tables.statecraft.game.course import Course
from rooms.tables.statecraft.game.state import Bidding, Payment, StatecraftState, host_of
from rooms.tables.statecraft.rules.ending import leaders_of, supporters_changed
from rooms.tables.statecraft.rules.measures import counted, may_campaign, price, satisfies
from rooms.tables.statecraft.rules.waiting import waits_for


def to_campaign(book: Book, state: StatecraftState, player: int) -> tuple[str, ...]:
    """The floating supporters that a player satisfies (SC-CAM-05, SC-CAM-06)."""
    if not may_campaign(book, state):
        return ()
    trackers = counted(state, player)
    return tuple([each for each in state.floating if satisfies(book.supporters[each], trackers)])


def to_poach(book: Book, state: StatecraftState, player: int) -> tuple[tuple[str, int], ...]:
    """The supporters of others that a player satisfies, each with its price (SC-POA-01, SC-POA-02)."""
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
    """Claim one supporter, for nothing (SC-CAM-05, SC-CAM-07, SC-PAY-05, SC-R-22)."""
    course.happens(Campaigned(player, action.supporter))
    supporters_changed(course)


def poach(course: Course, player: int, action: Poach) -> None:
    """Pay, then a supporter comes over; it may be poached again (SC-POA-06, SC-POA-07, SC-POA-08, SC-PAY-08, SC-R-23)."""
    if action.pay:
        course.happens(Discarded(player, action.pay, Why.PAID))
    take_over(course, player, action.supporter)


def take_over(course: Course, player: int, supporter: str) -> None:
    """A supporter changes its host."""
    host = host_of(course.state, supporter)
    assert host is not None
    course.happens(Poached(player, host, supporter))
    supporters_changed(course)


def return_supporters(course: Course, player: int, supporters: tuple[str, ...]) -> None:
    """Supporters go back to the floating area; by themselves they never do (SC-CAM-09)."""
    course.happens(SupportersReturned(player, supporters))
    supporters_changed(course)


def check_incumbent(course: Course) -> None:
    """Who leads alone holds the card; a shared lead leaves it where it is, unless the holder is not of those who share.

    Rules: SC-INC-01, SC-INC-02, SC-INC-03, SC-INC-04, SC-INC-05, SC-INC-06, SC-INC-12, SC-INC-13, SC-R-38, SC-R-39.
    """
    leaders, holder = leaders_of(course.state), course.state.incumbent
    if len(leaders) == 1:
        if holder != leaders[0]:
            course.happens(IncumbentMoved(leaders[0]))
    elif leaders and holder is not None and holder not in leaders:
        course.first(Bidding(leaders))


def bid(course: Course, player: int, action: Bid) -> None:
    """A secret bid; when all are in, the highest alone pays and takes the card, and a shared one sets it aside.

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
    """The winner discards as many cards as were bid and takes the card (SC-INC-09)."""
    if action.cards:
        course.happens(Discarded(player, action.cards, Why.BID))
    course.happens(IncumbentMoved(player))
