"""Encounters: how cards are drawn, and their options taken (SY-ENC)."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from control.engine.dice import Dice
from control.engine.language import later, say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.game.rule_parts import Only, without_card
from rooms.tables.scythe.game.actions import EncounterDone, TakeOption
from rooms.tables.scythe.game.content import Book
from rooms.tables.scythe.game.payment import GainsOffer, PaymentOffer
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import CHARACTER, Course, Meeting, Meetings, ScytheState, Step
from rooms.tables.scythe.rules.card_gains import gains_of, not_taken, payment_of, take
from rooms.tables.scythe.rules.end_of_game import EncounterOver
from rooms.tables.scythe.rules.faction_abilities import options_to_take
from rooms.tables.scythe.rules.phases import LegalAction, LegalActions
from rooms.tables.scythe.rules.stars import settle


class OptionOffer(msgspec.Struct, frozen=True):
    """Take this option of the encounter card, with any payment and any picks that these offers allow."""

    option: int
    payment: PaymentOffer
    gains: GainsOffer

    def some(self, dice: Dice) -> TakeOption:
        picks, declined = self.gains.some(dice)
        return TakeOption(self.option, self.payment.some(dice), picks, declined)

    def allows(self, action: Any) -> bool:
        if type(action) is not TakeOption or action.option != self.option:
            return False
        return self.payment.allows(action.payment) and self.gains.allows(action.picks, action.declined)


class EncounterDoneOffer(Only, frozen=True):
    does = EncounterDone


def _without_pending(state: ScytheState, player: int, space: str) -> ScytheState:
    turn = state.turn
    if player == state.active:
        return replace(state, turn=replace(turn, met=""))
    return replace(state, turn=replace(turn, met_later=tuple([each for each in turn.met_later if each != (player, space)])))


class EncounterDrawn(GameFact, frozen=True):
    """An encounter token was removed, and the top card of the encounter deck lies open (SY-ENC-04, SY-ENC-10)."""

    binding = later("an encounter card was drawn")
    player: int
    space: str
    card: str

    def after(self, state: ScytheState) -> ScytheState:
        state = _without_pending(state, self.player, self.space)
        return replace(state, marks=without_card(state.marks, self.space), encounters=without_card(state.encounters, self.card))

    def words(self, scene: Scene) -> str:
        card = scene.book.encounters[self.card]
        return say(
            "Encounter for {name} on {space}: “{title}”. {scene}",
            name=scene.names[self.player],
            space=scene.space(self.space),
            title=card.title,
            scene=card.scene,
        )


class EncounterMissed(GameFact, frozen=True):
    """A pending encounter was dropped, because the character is no longer there (SY-ENC-02)."""

    player: int
    space: str

    def after(self, state: ScytheState) -> ScytheState:
        return _without_pending(state, self.player, self.space)

    def words(self, scene: Scene) -> str:
        return say("No encounter on {space}: the character is gone.", space=scene.space(self.space))


class OptionTaken(GameFact, frozen=True):
    """A player took an option of the encounter card. `option`: counted from 0 (SY-ENC-04)."""

    player: int
    card: str
    option: int

    def words(self, scene: Scene) -> str:
        option = scene.book.encounters[self.card].options[self.option]
        words = {"name": scene.names[self.player], "letter": "ABC"[self.option], "gain": scene.amounts(option.gain)}
        if not option.cost:
            return say("{name} takes option {letter}: {gain}.", **words)
        return say("{name} takes option {letter}: {gain} for {cost}.", cost=scene.amounts(option.cost), **words)


def begin_meetings(course: Course, step: Meetings) -> Step | None:
    """Draw the card of the next pending encounter, the active player's first (SY-ENC-01, SY-ENC-02, SY-CMB-22, SY-R-54)."""
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
    """Ask for an option, up to two with Meander. Then put the card away (SY-ENC-04, SY-ENC-09, SY-FAC-08, A-14)."""
    if len(step.taken) < options_to_take(course.book, course.side(step.player)):
        return step
    course.happens(EncounterOver(step.card))
    return None


def _options(book: Book, state: ScytheState, player: int) -> list[OptionOffer]:
    """The options that can be paid and are not taken yet (SY-ENC-05, SY-R-40)."""
    step = state.agenda[0]
    if not isinstance(step, Meeting) or step.player != player:
        return []
    found = []
    for number, option in enumerate(book.encounters[step.card].options):
        if number not in step.taken and (payment := payment_of(book, state, player, option)) is not None:
            found.append(OptionOffer(number, payment, gains_of(book, state, player, option.gain, step.space)))
    return found


def _take(course: Course, player: int, action: TakeOption) -> None:
    """A-13: pay, gain and place stars (SY-ENC-07, SY-ENC-08, SY-FAC-09)."""
    step = course.todo.pop()
    if isinstance(step, Meeting):
        course.happens(OptionTaken(player, step.card, action.option))
        course.first(Meeting(player, step.space, step.card, (*step.taken, action.option)))
        option = course.book.encounters[step.card].options[action.option]
        take(course, player, option, action.payment, action.picks, action.declined, step.space)
        settle(course)


def _dones(_book: Book, state: ScytheState, player: int) -> list[EncounterDoneOffer]:
    """An offer only where a second option is possible."""
    step = state.agenda[0]
    return [EncounterDoneOffer()] if isinstance(step, Meeting) and step.player == player and step.taken else []


def _done(course: Course, _player: int, _action: EncounterDone) -> None:
    step = course.todo.pop()
    if isinstance(step, Meeting):
        course.happens(EncounterOver(step.card))


def why_no_encounter(book: Book, state: ScytheState, player: int, action: TakeOption | EncounterDone) -> tuple[str, str]:
    """The reason why none of these is offered, and the rule."""
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


MEETING: Final[LegalActions] = {
    TakeOption: LegalAction(_options, _take, why_no_encounter),
    EncounterDone: LegalAction(_dones, _done, why_no_encounter),
}
