"""Pebbles without blocks, for tests: the smallest game with a book, and a game without any secret.

In turn each player takes 1 to 3 pebbles from one of the heaps. The last pebble scores.
"""

from __future__ import annotations

import sys
from typing import Final

import msgspec

from control.engine.context import Chance
from control.engine.dice import Dice
from control.engine.language import later, say
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.tables.game.actions import Action
from rooms.tables.game.book_game import RulesByBook, TableScene
from rooms.tables.game.facts import ActionCourse, GameFact, game_of
from rooms.tables.game.rule_parts import with_replaced
from rooms.tables.game.rules import GameKind, OwnTurn, Result, Setup, random_bot

LEAST, MOST, MOST_TAKEN = 2, 4, 3


class Pile(msgspec.Struct, frozen=True):
    """The content and the book: the pebbles of each heap at the start."""

    heaps: tuple[int, ...]


class Take(Action, frozen=True):
    """Take pebbles from one heap."""

    called = later("Take pebbles")
    heap: int
    count: int


class PebblesSide(msgspec.Struct, frozen=True):
    """One player's pebbles."""

    pebbles: int = 0


class PebblesState(msgspec.Struct, frozen=True):
    """The whole table, and what everybody sees. `turns`: the number of the current turn, 0 before the first."""

    heaps: tuple[int, ...] = ()
    sides: tuple[PebblesSide, ...] = ()
    turns: int = 0

    @property
    def active(self) -> int:
        return (self.turns - 1) % len(self.sides)


Course = ActionCourse[Pile, PebblesState, PebblesSide]
Scene = TableScene[Pile, PebblesState]


class HeapsFilled(GameFact, frozen=True):
    """The heaps were filled, and everybody sat down."""

    players: int
    heaps: tuple[int, ...]

    def after(self, state: PebblesState) -> PebblesState:
        return replace(state, heaps=self.heaps, sides=(PebblesSide(),) * self.players)


class PebblesTurnBegan(GameFact, frozen=True):
    """The next turn began."""

    def after(self, state: PebblesState) -> PebblesState:
        return replace(state, turns=state.turns + 1)


class Taken(GameFact, frozen=True):
    """A player took pebbles."""

    player: int
    heap: int
    count: int

    def after(self, state: PebblesState) -> PebblesState:
        side = PebblesSide(state.sides[self.player].pebbles + self.count)
        heaps = with_replaced(state.heaps, self.heap, state.heaps[self.heap] - self.count)
        return replace(state, heaps=heaps, sides=with_replaced(state.sides, self.player, side))

    def words(self, scene: Scene) -> str:
        return say("{name} takes {count} from heap {heap}.", name=scene.names[self.player], count=self.count, heap=self.heap + 1)


FACTS: Final = game_of("pebbles", PebblesState, (sys.modules[__name__],))


class TakeOffer(msgspec.Struct, frozen=True):
    """Offer: pebbles of any heap that has some."""

    heaps: tuple[int, ...]

    def some(self, dice: Dice) -> Take:
        heap = dice.choice([at for at, pebbles in enumerate(self.heaps) if pebbles])
        return Take(heap, dice.randint(1, min(MOST_TAKEN, self.heaps[heap])))

    def allows(self, action: object) -> bool:
        return (
            isinstance(action, Take)
            and 0 <= action.heap < len(self.heaps)
            and 1 <= action.count <= min(MOST_TAKEN, self.heaps[action.heap])
        )


class PebblesRules(RulesByBook[Pile, PebblesState, Take], frozen=True):
    facts, scenes, courses = FACTS, Scene, ActionCourse
    no_action = "PB-TRN-01"

    def lays_out(self, course: Course, setup: Setup) -> None:
        if not LEAST <= setup.players <= MOST:
            raise Refused(say("Pebbles is for 2 to 4 players."), rule="PB-SET-01")
        course.happens(HeapsFilled(setup.players, self.book.heaps))
        course.happens(PebblesTurnBegan())

    def does(self, course: Course, player: int, action: Take) -> None:
        if not any(offer.allows(action) for offer in self.offers(course.state, player)):
            raise Refused(say("You cannot take these pebbles now."), rule="PB-TRN-01")
        course.happens(Taken(player, action.heap, action.count))
        if any(course.state.heaps):
            course.happens(PebblesTurnBegan())

    def waits_for(self, state: PebblesState) -> tuple[int, ...]:
        return (state.active,) if any(state.heaps) else ()

    def own_turn(self, state: PebblesState) -> OwnTurn | None:
        return OwnTurn(state.active, state.turns) if any(state.heaps) else None

    def offers(self, state: PebblesState, player: int) -> tuple[TakeOffer, ...]:
        return (TakeOffer(state.heaps),) if player in self.waits_for(state) else ()

    def default(self, state: PebblesState, player: int, chance: Chance) -> Take:
        return Take(next(at for at, pebbles in enumerate(state.heaps) if pebbles), 1)

    def view(self, state: PebblesState, player: int | None) -> PebblesState:
        return state

    def result(self, state: PebblesState) -> Result | None:
        if any(state.heaps):
            return None
        return Result(winners=(state.active,), scores=self.standing(state))

    def standing(self, state: PebblesState) -> tuple[int, ...]:
        over = not any(state.heaps)
        return tuple(int(over and player == state.active) for player in range(len(state.sides)))

    def broken(self, state: PebblesState) -> tuple[str, ...]:
        whole = sum(state.heaps) + sum(side.pebbles for side in state.sides) == sum(self.book.heaps)
        return () if whole or not state.sides else ("A pebble is lost.",)


PEBBLES: Final = GameKind(
    id="pebbles",
    title="Pebbles",
    line="The last pebble scores.",
    least=LEAST,
    most=MOST,
    state=PebblesState,
    actions=(Take,),
    content=Pile,
    read=lambda texts: Pile(heaps=tuple(map(int, texts["heaps.yaml"].split()))),
    rules=PebblesRules,
    bots={"random": random_bot},
)
HEAPS: Final = Pile(heaps=(4, 6, 5))
