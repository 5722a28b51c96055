"""The capitol, the shield and the scientist: who takes and who loses the meeples (PE-CUL, PE-GOV, PE-SCI, PE-SHD)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.engine.language import later, say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.game.names import possessive
from rooms.tables.potemkin.game.content import Facade
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import Course, Meeple, PotemkinState, count_of, holder_of
from rooms.tables.potemkin.rules.deck import draw

WON_WITH: Final[Mapping[Facade, Meeple]] = {
    Facade.CULTURE: Meeple.SHIELD,
    Facade.GOVERNMENT: Meeple.CAPITOL,
    Facade.SCIENCE: Meeple.SCIENTIST,
}
TAKEN: Final[Mapping[Meeple, tuple[str, str]]] = {  # sentences: taken from the board, taken from a player
    Meeple.CAPITOL: (later("{name} takes the capitol from the board."), later("{name} takes the capitol from {other}.")),
    Meeple.SHIELD: (later("{name} takes the shield from the board."), later("{name} takes the shield from {other}.")),
    Meeple.SCIENTIST: (later("{name} takes the scientist from the board."), later("{name} takes the scientist from {other}.")),
}


class Took(GameFact, frozen=True):
    """A player took a meeple from its holder or from the board."""

    player: int
    meeple: Meeple

    def after(self, state: PotemkinState) -> PotemkinState:
        if self.meeple == Meeple.CAPITOL:
            return replace(state, capitol=self.player)
        if self.meeple == Meeple.SHIELD:
            return replace(state, shield=self.player)
        return replace(state, scientist=self.player)

    def words(self, scene: Scene) -> str:
        holder, name = holder_of(scene.state, self.meeple), scene.names[self.player]
        board, player = TAKEN[self.meeple]
        return say(board, name=name) if holder is None else say(player, name=name, other=scene.names[holder])


class ShieldRemoved(GameFact, frozen=True):
    """An agent returned the shield to the board (PE-SHD-05, PE-SHD-06, PE-SHD-07, PE-R-18, PE-R-19)."""

    player: int

    def after(self, state: PotemkinState) -> PotemkinState:
        return replace(state, shield=None)

    def words(self, scene: Scene) -> str:
        holder = say("nobody") if scene.state.shield is None else scene.names[scene.state.shield]
        return say("The guard looks the other way: {owner} shield is back on the board.", owner=possessive(holder))


def take_meeple(course: Course, player: int, facade: Facade) -> None:
    """Give the builder of a facade its meeple, from the holder or the board, for a lead in buildings of the type.

    Rules: PE-CUL-03, PE-CUL-06, PE-SCI-03, PE-DES-10, PE-R-15.
    """
    meeple = WON_WITH.get(facade)
    if meeple is not None and holder_of(course.state, meeple) != player and leads(course.state, player, facade):
        course.happens(Took(player, meeple))


def leads(state: PotemkinState, player: int, facade: Facade) -> bool:
    """Return whether no opponent has more buildings of the type. A shared lead is enough.

    Rules: PE-CUL-01, PE-CUL-02, PE-GOV-01, PE-GOV-02, PE-SCI-01, PE-SCI-02, PE-CUL-04, PE-CUL-05, PE-GOV-03, PE-GOV-04, PE-SCI-04,
    PE-SCI-05, PE-R-14.
    """
    own = count_of(state.sides[player], facade)
    return all(count_of(side, facade) <= own for side in state.sides)


def draw_for_scientist(course: Course, player: int) -> None:
    """At the start of each turn of the scientist's holder, draw a card (PE-SCI-06, PE-SCI-07, PE-SCI-08).

    Rules: PE-SCI-09, PE-R-08.
    """
    if course.state.scientist == player:
        draw(course, player, 1)
