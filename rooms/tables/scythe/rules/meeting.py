"""Encounters: a token goes, a card is drawn and one of its options is taken (SY-ENC)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from control.engine.language import say
from rooms.tables.scythe.facts.cards import EncounterDrawn, EncounterMissed, EncounterOver, OptionTaken
from rooms.tables.scythe.game.actions import EncounterDone, TakeOption
from rooms.tables.scythe.game.book import Book
from rooms.tables.scythe.game.content import Ability
from rooms.tables.scythe.game.course import Course
from rooms.tables.scythe.game.offers_cards import EncounterDoneOffer, OptionOffer
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import CHARACTER, Meeting, Meetings, ScytheState, Step
from rooms.tables.scythe.rules.gains import gains_of, not_taken, payment_of, take
from rooms.tables.scythe.rules.measures import has
from rooms.tables.scythe.rules.stars import settle

Moment = Mapping[type, tuple[Callable[[Book, ScytheState, int], "list[Any]"], Callable[[Course, int, Any], None]]]

MEANDERS: Final = 2  # options of one card with Meander (SY-FAC-08)


def begin_meetings(course: Course, step: Meetings) -> Step | None:
    """The next pending encounter, the active player's first (SY-ENC-01, SY-ENC-02, SY-CMB-22, SY-R-54)."""
    state = course.state
    pending = ((state.active, state.turn.met), *state.turn.met_later)
    player, space = next(((player, space) for player, space in pending if space), (state.active, ""))
    if not space:
        return None
    if course.side(player).units[CHARACTER] != space:
        course.happens(EncounterMissed(player, space))  # the token stays (SY-ENC-03)
        course.first(step)
        return None
    card = state.encounters[0]
    course.happens(EncounterDrawn(player, space, card))
    course.first(Meeting(player, space, card), step)
    return None


def go_on_meeting(course: Course, step: Meeting) -> Step | None:
    """One option, up to two with Meander; then the card is done with (SY-ENC-04, SY-ENC-09, SY-FAC-08, A-14)."""
    most = MEANDERS if has(course.book, course.side(step.player), Ability.MEANDER) else 1
    if len(step.taken) < most:
        return step
    course.happens(EncounterOver(step.card))
    return None


def _options(book: Book, state: ScytheState, player: int) -> list[OptionOffer]:
    """The options that can be paid and were not taken yet (SY-ENC-05, SY-R-40)."""
    step = state.agenda[0]
    if not isinstance(step, Meeting) or step.player != player:
        return []
    found = []
    for number, option in enumerate(book.encounters[step.card].options):
        if number not in step.taken and (payment := payment_of(book, state, player, option)) is not None:
            found.append(OptionOffer(number, payment, gains_of(book, state, player, option.gain, step.space)))
    return found


def _take(course: Course, player: int, action: TakeOption) -> None:
    """A-13: cost, gains, stars (SY-ENC-07, SY-ENC-08, SY-FAC-09)."""
    step = course.todo.pop()
    if isinstance(step, Meeting):
        course.happens(OptionTaken(player, step.card, action.option))
        course.first(Meeting(player, step.space, step.card, (*step.taken, action.option)))
        option = course.book.encounters[step.card].options[action.option]
        take(course, player, option, action.payment, action.picks, action.declined, step.space)
        settle(course)


def _dones(_book: Book, state: ScytheState, player: int) -> list[EncounterDoneOffer]:
    """Only where a second option may be taken."""
    step = state.agenda[0]
    return [EncounterDoneOffer()] if isinstance(step, Meeting) and step.player == player and step.taken else []


def _done(course: Course, _player: int, _action: EncounterDone) -> None:
    step = course.todo.pop()
    if isinstance(step, Meeting):
        course.happens(EncounterOver(step.card))


def why(book: Book, state: ScytheState, player: int, action: TakeOption | EncounterDone) -> tuple[str, str]:
    """Why none of these is offered, and the rule."""
    step = state.agenda[0]
    if not isinstance(step, Meeting) or isinstance(action, EncounterDone):
        return say("Choose an option of the encounter first."), "SY-ENC-04"
    options = book.encounters[step.card].options
    if action.option not in range(len(options)):
        return say("The encounter has no such option."), "SY-ENC-04"
    if action.option in step.taken:
        return say("Each option of an encounter can be taken once."), "SY-R-40"
    option = options[action.option]
    if payment_of(book, state, player, option) is None:
        cost = Scene(book, state, ()).amounts(option.cost)
        return say("This option costs {cost}, and you do not have that.", cost=cost), "SY-ENC-05"
    sentence = say("Pay exactly what the option costs, and pick no more than it gives.")
    return sentence, not_taken(book, state, player, option, action, step.space)


MEETING: Final[Moment] = {TakeOption: (_options, _take), EncounterDone: (_dones, _done)}
