"""Drawing from the main deck, and purple cards that turn up (SC-DEK, SC-EVT, SC-TRN)."""

from __future__ import annotations

from typing import Final

from control.engine.language import later, say, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.statecraft.game.content import Book, EventCard
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import Course, Drawing, Purple, Resolving, StatecraftState, discarded, side_of, with_side
from rooms.tables.statecraft.rules.end_of_game import End, finish
from rooms.tables.statecraft.rules.scenarios import scenario_of

LAST_DRAWN: Final = 5  # end condition 5: the last card of the main deck is drawn


class Reshuffled(GameFact, frozen=True):
    """The main deck ran out, and the shuffled main discard became the new deck (SC-DEK-01)."""

    binding = later("the discard pile was shuffled")
    cards: tuple[str, ...]

    def after(self, state: StatecraftState) -> StatecraftState:
        return replace(state, deck=state.deck + self.cards, discard=())

    def words(self, scene: Scene) -> str:
        return say_count(
            "The deck is used up: the {count} card of the discard pile is shuffled and lies there anew.",
            "The deck is used up: the {count} cards of the discard pile are shuffled and lie there anew.",
            len(self.cards),
        )


class Drew(GameFact, frozen=True):
    """A player drew this number of policies and actions into the hand."""

    binding = later("a card was drawn")
    player: int
    cards: int

    def after(self, state: StatecraftState) -> StatecraftState:
        hand = side_of(state, self.player).hand + state.deck[: self.cards]
        return replace(state, sides=with_side(state, self.player, hand=hand), deck=state.deck[self.cards :])

    def words(self, scene: Scene) -> str:
        name = scene.names[self.player]
        return say_count("{name} draws {count} card.", "{name} draws {count} cards.", self.cards, name=name)

    def words_for(self, scene: Scene, player: int | None) -> str:
        if player != self.player:
            return self.words(scene)
        return say("{name} draws {cards}.", name=scene.names[player], cards=scene.cards(scene.state.deck[: self.cards]))


class TurnedUp(GameFact, frozen=True):
    """A player drew a purple card and revealed it at once (SC-EVT-01).

    It never enters a hand. The incumbent at this moment stays the incumbent for the card (SC-EVT-02, SC-EMG-11, SC-EVT-13).
    """

    binding = later("a card was drawn")
    player: int
    card: str

    def after(self, state: StatecraftState) -> StatecraftState:
        """Start resolving the card, or set it aside behind those that came during the same card (SC-EVT-19)."""
        under_way = state.resolving[0].card if state.resolving else ""
        at = sum([each.during == under_way for each in state.resolving[1:]]) + 1 if state.resolving else 0
        purple = Purple(self.card, self.player, state.incumbent, under_way)
        return replace(
            state,
            deck=state.deck[1:],
            resolving=(*state.resolving[:at], purple, *state.resolving[at:]),
            seen=(*state.seen, self.card),
        )

    def words(self, scene: Scene) -> str:
        """Read the purple card out. A card that is set aside is only named."""
        name, title = scene.names[self.player], scene.card(self.card)
        if scene.state.resolving:
            return say("{name} draws {card}, which waits until this is over.", name=name, card=title)
        card = scene.book.purple[self.card]
        if isinstance(card, EventCard):
            return say("Breaking news! {name} draws the event {card}: {text}", name=name, card=title, text=card.text)
        return say("Emergency! {name} draws {card}: {text}", name=name, card=title, text=card.text)


class PassedOver(GameFact, frozen=True):
    """A purple card was drawn and discarded without effect: a repeat (SC-TRN-14), or the last card (SC-FIN-07)."""

    binding = later("a card was drawn")
    player: int
    card: str

    def after(self, state: StatecraftState) -> StatecraftState:
        return replace(state, deck=state.deck[1:], discard=(*state.discard, self.card))

    def words(self, scene: Scene) -> str:
        return say("{name} draws {card}, and nothing comes of it.", name=scene.names[self.player], card=scene.card(self.card))


class HandLost(GameFact, frozen=True):
    """A whole hand went to the main discard, with no choice of cards. The discard shows the hand to everybody (SC-R-46)."""

    binding = later("the cards of a hand were shown")
    player: int
    cards: tuple[str, ...]

    def after(self, state: StatecraftState) -> StatecraftState:
        return discarded(state, self.player, self.cards)

    def words(self, scene: Scene) -> str:
        return say("{name} discards {cards}.", name=scene.names[self.player], cards=scene.cards(self.cards))


def can_draw(book: Book, state: StatecraftState) -> bool:
    """Return whether deck or discard pile holds a policy or an action to draw.

    With end condition 5 the discard pile does not come back, and any card of the deck counts. An action card that is still to be
    played is in neither pile, so it does not count (SC-R-24).

    Rules: SC-DEK-03, SC-DEK-04, SC-DEK-05.
    """
    if scenario_of(book, state).end == LAST_DRAWN:
        return bool(state.deck)
    purple = book.purple
    for card in state.deck:
        if card not in purple:
            return True
    return any(card not in purple for card in state.discard)


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
