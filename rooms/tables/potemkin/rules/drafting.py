"""The Drafting phase (PE-DRF): packs are passed, and each player keeps one card of each."""

from __future__ import annotations

from typing import Final

from control.engine.language import later, say, say_count
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.tables.game.facts import GameFact
from rooms.tables.game.rule_parts import without_card
from rooms.tables.potemkin.game.actions import Pick
from rooms.tables.potemkin.game.content import Direction
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import Course, PotemkinState, side_of, with_side
from rooms.tables.potemkin.rules.deck import make_ready
from rooms.tables.potemkin.rules.turns import begin_turn

DEALT: Final = 4


class Dealt(GameFact, frozen=True):
    """Each player was dealt `each` cards, one at a time, beginning with the capitol holder (PE-DRF-01, PE-DRF-02)."""

    binding = later("cards were dealt")
    each: int

    def after(self, state: PotemkinState) -> PotemkinState:
        players = len(state.sides)
        cards = state.deck[: self.each * players]
        sides = tuple(
            [replace(side, pack=cards[(player - state.capitol) % players :: players]) for player, side in enumerate(state.sides)]
        )
        return replace(state, sides=sides, deck=state.deck[self.each * players :])

    def words(self, scene: Scene) -> str:
        return say_count(
            "{count} card to everybody, from {first} on.",
            "{count} cards to everybody, from {first} on.",
            self.each,
            first=scene.names[scene.state.capitol],
        )


class Picked(GameFact, frozen=True):
    """A player has picked a card of the pack in secret."""

    binding = later("a pick is final")
    player: int
    card: str

    def after(self, state: PotemkinState) -> PotemkinState:
        side = side_of(state, self.player)
        side = replace(side, pick=self.card, pack=without_card(side.pack, self.card))
        return replace(state, sides=with_side(state, self.player, side))

    def words_for(self, scene: Scene, player: int | None) -> str:
        if player != self.player:
            return say("{name} has picked.", name=scene.names[self.player])
        return say("{name} picks {card}.", name=scene.names[player], card=scene.card(self.card))


class PacksPassed(GameFact, frozen=True):
    """All picks were kept, and the packs were passed. `clockwise`: to the next seat, else to the previous one."""

    binding = later("packs were passed")
    clockwise: bool

    def after(self, state: PotemkinState) -> PotemkinState:
        """Keep all picks and pass the packs to the next or the previous seat (PE-DRF-06, PE-DRF-07)."""
        sides, players = state.sides, len(state.sides)
        back = -1 if self.clockwise else 1
        return replace(
            state,
            sides=tuple(
                [
                    replace(
                        side,
                        hand=side.hand if side.pick is None else (*side.hand, side.pick),
                        pick=None,
                        pack=sides[(player + back) % players].pack,
                    )
                    for player, side in enumerate(sides)
                ]
            ),
        )

    def words(self, scene: Scene) -> str:
        return say("Packs go to the next seat.") if self.clockwise else say("Packs go to the previous seat.")


class LastCardsKept(GameFact, frozen=True):
    """Each player kept the last card of the pack (PE-DRF-10)."""

    binding = later("packs were passed")

    def after(self, state: PotemkinState) -> PotemkinState:
        return replace(state, sides=tuple([replace(side, hand=side.hand + side.pack, pack=()) for side in state.sides]))

    def words_for(self, scene: Scene, player: int | None) -> str:
        if player is None:
            return say("Everybody keeps the last card.")
        own = scene.cards(scene.state.sides[player].pack)
        return say("Everybody keeps the last card; yours is {card}.", card=own)


def deal_packs(course: Course) -> None:
    """Deal a pack to each player. With too few cards for a pack each, there is no draft.

    Rules: PE-DRF-01, PE-DRF-13, PE-R-07.
    """
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
