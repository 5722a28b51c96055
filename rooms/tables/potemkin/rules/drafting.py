"""The Drafting phase (PE-DRF): packs are passed, and each player keeps one card of each."""

from __future__ import annotations

from typing import Final

from control.engine.language import say
from control.engine.refusal import Refused
from rooms.tables.potemkin.facts.drafting import Dealt, LastCardsKept, MonthBegan, PacksPassed, Picked
from rooms.tables.potemkin.game.actions import Pick
from rooms.tables.potemkin.game.content import Direction
from rooms.tables.potemkin.game.state import Course, PotemkinState
from rooms.tables.potemkin.rules.deck import make_ready
from rooms.tables.potemkin.rules.turns import begin_turn

DEALT: Final = 4


def begin_month(course: Course) -> None:
    """Begin the month and deal the packs. With too few cards for a pack each, there is no draft.

    Rules: PE-DRF-01, PE-DRF-13, PE-R-07.
    """
    course.happens(MonthBegan(course.state.month))
    state = course.state
    players = len(state.sides)
    each = min(DEALT, (len(state.deck) + len(state.discard)) // players)
    if each > 0:
        make_ready(course, each * players)
        course.happens(Dealt(each))
    _go_on(course)


def still_picking(state: PotemkinState) -> tuple[int, ...]:
    """The players who have not picked a card of their pack (PE-HID-07)."""
    return tuple([player for player, side in enumerate(state.sides) if side.pick is None])


def pick(course: Course, player: int, action: Pick) -> None:
    """Pick a card. When all have picked, the packs are passed.

    Raises:
        Refused: the player has picked already, or the card is not in the pack.

    Rules: PE-DRF-03, PE-DRF-04, PE-DRF-05, PE-DRF-06, PE-DRF-07, PE-DRF-08, PE-DRF-09, PE-DRF-10, PE-DRF-11.
    """
    side = course.side(player)
    if side.pick is not None:
        raise Refused(say("You have picked a card, and a pick is final. Wait for the others."), rule="PE-DRF-11")
    if action.card not in side.pack:
        raise Refused(say("That card is not in the pack in front of you. Pick one that is."), rule="PE-DRF-03")
    course.happens(Picked(player, action.card))
    if not still_picking(course.state):
        course.happens(PacksPassed(course.book.directions[course.state.month] is Direction.CLOCKWISE))
        _go_on(course)


def _go_on(course: Course) -> None:
    """Keep the last card of each pack without asking. Without packs, begin the Action phase.

    Rules: PE-DRF-09, PE-DRF-10, PE-ACT-01, PE-GOV-06, PE-CAL-02.
    """
    if len(course.side(0).pack) == 1:
        course.happens(LastCardsKept())
    if not course.side(0).pack:
        begin_turn(course, course.state.capitol)
