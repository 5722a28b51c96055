"""Facts of building and of construction effects (PE-BLD, PE-CUL, PE-ESP, PE-GOV, PE-SCI)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.engine.language import later, say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.game.rule_parts import without_card
from rooms.tables.potemkin.game.content import Facade
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import Building, Meeple, PotemkinState, holder_of, side_of, with_more, with_side


class Built(GameFact, frozen=True):
    """A building was added at the end of a village. `building`: its number. `front`: its picture."""

    player: int
    card: str
    facade: Facade
    building: int
    front: int

    def after(self, state: PotemkinState) -> PotemkinState:
        side = side_of(state, self.player)
        new = Building(self.building, self.facade, self.card, self.front)
        side = replace(side, hand=without_card(side.hand, self.card), village=(*side.village, new))
        return replace(state, sides=with_side(state, self.player, side), built=self.building)

    def words_for(self, scene: Scene, player: int | None) -> str:
        name, building = scene.names[self.player], scene.book.facades[self.facade].name
        sentence = say("{name} puts up a new front: {building}.", name=name, building=building)
        if player != self.player:
            return sentence
        card = scene.card(self.card)
        if scene.book.is_real(self.card, self.facade):
            return sentence + " " + say("Behind it, for your eyes only: {card}, and real it is.", card=card)
        return sentence + " " + say("Behind it, for your eyes only: {card}, and it is a fake.", card=card)


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


class AgentPlaced(GameFact, frozen=True):
    """A ready agent was placed from the supply."""

    player: int
    building: int

    def after(self, state: PotemkinState) -> PotemkinState:
        return replace(state, sides=with_more(state, self.player, self.building, agents=1))

    def words(self, scene: Scene) -> str:
        return say("A new agent stands ready behind {building}.", building=scene.building(self.building))


TAKEN: Final[Mapping[Meeple, tuple[str, str]]] = {  # sentences: taken from the board, taken from a player
    Meeple.CAPITOL: (later("{name} takes the capitol from the board."), later("{name} takes the capitol from {other}.")),
    Meeple.SHIELD: (later("{name} takes the shield from the board."), later("{name} takes the shield from {other}.")),
    Meeple.SCIENTIST: (later("{name} takes the scientist from the board."), later("{name} takes the scientist from {other}.")),
}
