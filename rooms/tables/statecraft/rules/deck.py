"""Drawing from the main deck, and purple cards that turn up (SC-DEK, SC-EVT, SC-TRN)."""

from __future__ import annotations

from rooms.tables.statecraft.facts.deck import Drew, PassedOver, Reshuffled, TurnedUp
from rooms.tables.statecraft.facts.ending import End
from rooms.tables.statecraft.game.course import Course
from rooms.tables.statecraft.game.state import Drawing, Resolving
from rooms.tables.statecraft.rules.ending import finish
from rooms.tables.statecraft.rules.limits import LAST_DRAWN, can_draw, scenario_of


def draw(course: Course, step: Drawing, *, refills: bool = False) -> None:
    """Draw `step.count` cards, one at a time. A purple card does not count and is replaced by a further draw.

    A purple card is resolved at once, and the remaining draws follow it. With `refills`, the refill is computed again instead.
    While another purple card is being resolved, the new one is set aside and replaced at once. A purple card already resolved in
    this refill or manoeuvre is discarded.

    Rules: SC-TRN-08, SC-TRN-09, SC-TRN-14, SC-EVT-01, SC-EVT-19, SC-DEK-02, SC-DEK-03, SC-DEK-04, SC-EMG-11,
    SC-R-29, SC-R-30, SC-R-37.
    """
    player, left, purple = step.player, step.count, course.book.purple
    last_ends = scenario_of(course.book, course.state).end == LAST_DRAWN
    while left and can_draw(course.book, course.state):
        if not course.state.deck:
            course.happens(Reshuffled(course.chance.shuffled(course.state.discard)))
        deck = course.state.deck
        card, last = deck[0], last_ends and len(deck) == 1
        if card not in purple:
            run = 1
            while run < left and run < len(deck) and deck[run] not in purple:
                run += 1
            course.happens(Drew(player, run))
            left -= run
        elif last or card in course.state.seen:
            course.happens(PassedOver(player, card))
        else:
            course.happens(TurnedUp(player, card))
            if len(course.state.resolving) == 1:
                if not refills:
                    course.first(Drawing(player, left))
                course.first(Resolving())
                return
        if last_ends and not course.state.deck:
            finish(course, End.LAST_CARD)  # SC-FIN-07, SC-R-31
            return
