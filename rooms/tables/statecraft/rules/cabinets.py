"""Recruiting, replacing, firing (SC-REC, SC-REP, SC-FIR), and other losses of politicians."""

from __future__ import annotations

from rooms.tables.statecraft.facts.cabinets import (
    NobodyTaken,
    PoliticiansDrawn,
    PoliticiansLeft,
    PoliticiansShuffled,
    PoliticianTaken,
)
from rooms.tables.statecraft.facts.deck import Discarded, Why
from rooms.tables.statecraft.game.actions import Fire, Recruit, Take
from rooms.tables.statecraft.game.content import Book, LeaderEffect
from rooms.tables.statecraft.game.course import Course
from rooms.tables.statecraft.game.state import INNER, OUTER, PLACES, Place, Recruiting, StatecraftState
from rooms.tables.statecraft.rules.limits import has_text, scenario_of
from rooms.tables.statecraft.rules.policies import policies_leave


def recruit(course: Course, player: int, action: Recruit) -> None:
    """Pay a card, then draw politicians (SC-REC-01, SC-PAY-01, SC-PAY-03, SC-PAY-06, SC-REC-13)."""
    course.happens(Discarded(player, (action.pay,), Why.PAID))
    see_politicians(course, player, 0)


def see_politicians(course: Course, player: int, more: int) -> None:
    """Lay out the scenario's number of politicians, plus 1 with SC-LDR-02, plus `more`.

    When the deck runs out, the retired pile is shuffled in, also during the draw. With too few left, all of them are drawn.

    Rules: SC-REC-02, SC-REC-14, SC-REC-15, SC-HID-06, SC-R-21.
    """
    book, state = course.book, course.state
    left = scenario_of(book, state).politicians + more + has_text(book, state, player, LeaderEffect.WIDER_SEARCH)
    while left:
        if not course.state.politicians:
            if not course.state.retired:
                break
            course.happens(PoliticiansShuffled(course.chance.shuffled(course.state.retired)))
        count = min(left, len(course.state.politicians))
        course.happens(PoliticiansDrawn(player, count))
        left -= count
    course.first(Recruiting())


def free_places(state: StatecraftState, player: int) -> tuple[Place, ...]:
    """The free places nearest to the leader: inner circle first. The player chooses the side.

    Rules: SC-REC-05, SC-REC-06, SC-REC-07, SC-REC-08, SC-R-16.
    """
    cabinet = state.sides[player].cabinet
    for circle in (INNER, OUTER):
        if found := tuple([PLACES[at] for at in circle if cabinet[at] is None]):
            return found
    return ()


def takes_of(book: Book, state: StatecraftState, player: int) -> tuple[tuple[tuple[str, tuple[Place, ...]], ...], bool]:
    """The drawn politicians with the places that each may have, and whether the player may decline.

    A senior politician enters only by replacing. A replacement needs a specialism in common with the replaced politician.

    Rules: SC-REC-09, SC-REC-10, SC-REC-11, SC-REC-12, SC-REP-01, SC-REP-02, SC-REP-03, SC-REP-04, SC-REP-05, SC-R-15.
    """
    cabinet, free = state.sides[player].cabinet, free_places(state, player)
    found: list[tuple[str, tuple[Place, ...]]] = []
    decline = True
    for each in state.drawn:
        drawn = book.politicians[each]
        places = () if drawn.senior else free
        decline = decline and not places
        places += tuple(
            [
                PLACES[at]
                for at, who in enumerate(cabinet)
                if who is not None and set(drawn.specialisms).intersection(book.politicians[who].specialisms)
            ]
        )
        if places:
            found.append((each, places))
    return tuple(found), decline


def take(course: Course, player: int, action: Take) -> None:
    """Seat a drawn politician, or nobody. Policies that the new holder may not hold return to the hand.

    Rules: SC-REC-03, SC-REC-04, SC-REC-17, SC-REP-06, SC-REP-07, SC-REP-08, SC-REP-10, SC-REP-11, SC-R-18.
    """
    if action.politician is None or action.place is None:
        course.happens(NobodyTaken(player))
        return
    place = PLACES.index(action.place)
    replaced = course.side(player).cabinet[place]
    course.happens(PoliticianTaken(player, action.politician, place, replaced))
    specialisms = course.book.politicians[action.politician].specialisms
    unfit = [
        policy.card
        for policy in course.side(player).policies
        if policy.holder == action.politician and course.book.policies[policy.card].specialism not in specialisms
    ]
    policies_leave(course, player, unfit, to_hand=True)


def fire(course: Course, player: int, action: Fire) -> None:
    """Pay the card first. Then the whole portfolio returns to the hand and the politician retires.

    Rules: SC-FIR-01, SC-FIR-03, SC-FIR-04, SC-FIR-05, SC-PAY-07, SC-CIR-02, SC-R-17, SC-R-19.
    """
    if action.pay is not None:
        course.happens(Discarded(player, (action.pay,), Why.PAID))
    _leave(course, player, (action.politician,), fired=True)


def politicians_lost(course: Course, player: int, politicians: tuple[str, ...]) -> None:
    """Remove politicians in another way than firing or replacing. Their policies go to the main discard (SC-FIR-07, SC-FIR-08)."""
    _leave(course, player, politicians, fired=False)


def _leave(course: Course, player: int, politicians: tuple[str, ...], *, fired: bool) -> None:
    portfolio = [policy.card for policy in course.side(player).policies if policy.holder in politicians]
    policies_leave(course, player, portfolio, to_hand=fired)
    course.happens(PoliticiansLeft(player, politicians, fired))
