"""Facts of building and of construction effects (PE-BLD, PE-CUL, PE-ESP, PE-GOV, PE-SCI)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from control.engine.language import later, say
from control.engine.modules import EventHandler, Module
from control.engine.records import replace
from control.engine.reports import one_sentence
from rooms.tables.game.rule_parts import without_card
from rooms.tables.game.tellings import to_each
from rooms.tables.potemkin.game.content import Facade
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import Building, Meeple, PotemkinState, holder_of, side_of, with_more, with_side


class Built(msgspec.Struct, frozen=True):
    """A building was added at the end of a village. `building`: its number. `front`: its picture."""

    player: int
    card: str
    facade: Facade
    building: int
    front: int


class Took(msgspec.Struct, frozen=True):
    """A player took a meeple from its holder or from the board."""

    player: int
    meeple: Meeple


class AgentPlaced(msgspec.Struct, frozen=True):
    """A ready agent was placed from the supply."""

    player: int
    building: int


def evolve_built(state: PotemkinState, happened: Built) -> PotemkinState:
    side = side_of(state, happened.player)
    new = Building(happened.building, happened.facade, happened.card, happened.front)
    side = replace(side, hand=without_card(side.hand, happened.card), village=(*side.village, new))
    return replace(state, sides=with_side(state, happened.player, side), built=happened.building)


def evolve_took(state: PotemkinState, happened: Took) -> PotemkinState:
    if happened.meeple == Meeple.CAPITOL:
        return replace(state, capitol=happened.player)
    if happened.meeple == Meeple.SHIELD:
        return replace(state, shield=happened.player)
    return replace(state, scientist=happened.player)


def evolve_agent_placed(state: PotemkinState, happened: AgentPlaced) -> PotemkinState:
    return replace(state, sides=with_more(state, happened.player, happened.building, agents=1))


def _built_words(happened: Built, scene: Scene, player: int | None) -> str:
    name, building = scene.names[happened.player], scene.book.facades[happened.facade].name
    sentence = say("{name} puts up a new front: {building}.", name=name, building=building)
    if player != happened.player:
        return sentence
    card = scene.card(happened.card)
    if happened.facade in scene.book.real_types[happened.card]:
        return sentence + " " + say("Behind it, for your eyes only: {card}, and real it is.", card=card)
    return sentence + " " + say("Behind it, for your eyes only: {card}, and it is a fake.", card=card)


def _took_words(happened: Took, scene: Scene) -> str:
    holder, name = holder_of(scene.state, happened.meeple), scene.names[happened.player]
    board, player = TAKEN[happened.meeple]
    return say(board, name=name) if holder is None else say(player, name=name, other=scene.names[holder])


TAKEN: Final[Mapping[Meeple, tuple[str, str]]] = {  # sentences: taken from the board, taken from a player
    Meeple.CAPITOL: (later("{name} takes the capitol from the board."), later("{name} takes the capitol from {other}.")),
    Meeple.SHIELD: (later("{name} takes the shield from the board."), later("{name} takes the shield from {other}.")),
    Meeple.SCIENTIST: (later("{name} takes the scientist from the board."), later("{name} takes the scientist from {other}.")),
}


BUILDING: Final = Module(
    name="building",
    events={
        Built: EventHandler(evolve=evolve_built, tell=to_each(_built_words)),
        Took: EventHandler(evolve=evolve_took, tell=one_sentence(_took_words)),
        AgentPlaced: EventHandler(
            evolve=evolve_agent_placed,
            tell=one_sentence(
                lambda happened, scene: say(
                    "A new agent stands ready behind {building}.", building=scene.building(happened.building)
                )
            ),
        ),
    },
)
