"""Facts of the setup (SY-SET)."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from control.engine.language import later, listed, say
from control.engine.modules import EventHandler, Module
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import NONE, Options, ScytheState, Side


class LaidOut(msgspec.Struct, frozen=True, kw_only=True):
    """Mats were dealt, decks shuffled and hands drawn; each deck from its top (SY-SET). Nobody knows the order of the decks."""

    options: Options
    sides: tuple[Side, ...]
    order: tuple[int, ...]
    marks: tuple[str, ...]
    tile: str
    deck: tuple[int, ...]
    encounters: tuple[str, ...]
    objectives: tuple[str, ...]
    cards: tuple[str, ...]
    host: int = NONE
    named: tuple[str, ...] = ()


def evolve_laid_out(state: ScytheState, happened: LaidOut) -> ScytheState:
    return replace(
        state,
        options=happened.options,
        sides=happened.sides,
        order=happened.order,
        marks=happened.marks,
        tile=happened.tile,
        deck=happened.deck,
        encounters=happened.encounters,
        objectives=happened.objectives,
        cards=happened.cards,
        host=happened.host,
        named=happened.named,
    )


def _laid_out_words(happened: LaidOut, scene: Scene) -> str:
    """Each player's pair of mats, and the structure bonus."""
    pairs = [
        say(
            "{name} leads {faction} with the {mat} mat",
            name=scene.names[player],
            faction=scene.book.factions[happened.sides[player].faction].name,
            mat=scene.book.mats[happened.sides[player].mat].name,
        )
        for player in happened.order
    ]
    return say("{pairs}. Structure bonus: {tile}", pairs=listed(pairs), tile=scene.book.tiles[happened.tile].text)


SETUP: Final = Module(
    name="setup",
    events={LaidOut: EventHandler(evolve=evolve_laid_out, explain=_laid_out_words, binding=later("the decks were shuffled"))},
)
