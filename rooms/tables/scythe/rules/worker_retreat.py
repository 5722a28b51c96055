"""What a step does on the entered space: workers retreat to their home base, combat is announced."""

from __future__ import annotations

import msgspec

from control.engine.language import say_count
from rooms.tables.game.facts import GameFact
from rooms.tables.scythe.game.content import Book
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import CHARACTER, NO_TOKENS, ScytheState, fights, with_moved_pieces
from rooms.tables.scythe.rules.control import NOBODY, workers_at


class Consequences(msgspec.Struct, frozen=True, kw_only=True):
    """Consequences of a step on the entered space.

    `combat`: the opponent, NOBODY for none. `owner` and `driven`: workers driven off and their player, NOBODY for none.
    `popularity`: the mover's loss, at most what there is. `factory`: the character may choose a Factory card if it is still there
    after combats.
    """

    combat: int = NOBODY
    owner: int = NOBODY
    driven: tuple[int, ...] = ()
    popularity: int = 0
    encounter: bool = False
    factory: bool = False
    stops: bool = False


def consequences(book: Book, state: ScytheState, player: int, unit: int, to: str) -> Consequences:
    """The consequences of a unit's step to a space on the current board.

    An opponent's combat unit means combat (SY-MOV-26). Workers alone are driven off for 1 popularity each (SY-MOV-19, SY-MOV-20,
    SY-R-06). A structure alone changes nothing (SY-MOV-25). The character stops for an encounter, mechs and workers do not
    (SY-MOV-29, SY-MOV-30).

    Rules: SY-MEC-26.
    """
    encounter = unit == CHARACTER and to in state.marks
    factory = unit == CHARACTER and to == book.factory and not state.sides[player].card
    owner = next((other for other, side in enumerate(state.sides) if other != player and to in side.units), NOBODY)
    if owner == NOBODY or not fights(unit):
        return Consequences(encounter=encounter, factory=factory, stops=encounter)
    if to in state.sides[owner].units[:5]:
        return Consequences(combat=owner, encounter=encounter, factory=factory, stops=True)
    driven = workers_at(state.sides[owner], to)
    lost = min(len(driven), state.sides[player].popularity)
    return Consequences(owner=owner, driven=driven, popularity=lost, encounter=encounter, factory=factory, stops=True)


class DrivenOff(GameFact, frozen=True, kw_only=True):
    """An opponent's workers retreated at once to their home base (SY-MOV-19, SY-MOV-22)."""

    player: int
    owner: int
    space: str
    home: str
    workers: tuple[int, ...]

    def after(self, state: ScytheState) -> ScytheState:
        return with_moved_pieces(state, self.owner, self.space, self.home, self.workers, NO_TOKENS)

    def words(self, scene: Scene) -> str:
        return say_count(
            "{count} worker of {owner} is driven off {space} to {home}.",
            "{count} workers of {owner} are driven off {space} to {home}.",
            len(self.workers),
            owner=scene.names[self.owner],
            space=scene.space(self.space),
            home=scene.space(self.home),
        )
