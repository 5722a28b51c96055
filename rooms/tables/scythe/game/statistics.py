"""Figures over many games of Scythe: who ends them, how long they are, and how often factions, mats and seats win."""

from __future__ import annotations

from typing import Final

from rooms.tables.game.counts import Said, Tabulates, Variant
from rooms.tables.scythe.game.content import Content
from rooms.tables.scythe.game.engine import ScytheRules
from rooms.tables.scythe.game.state import ScytheState, clockwise
from rooms.tables.scythe.rules.scoring import winners_of

WON, LOST = "by a winner", "by a loser"


def said_of(rules: ScytheRules, state: ScytheState) -> Said:
    """The figures of one game: whether the player of the 6th star won, turns per player, and faction, mat and turn order."""
    book, players = rules.book, len(state.sides)
    first = min(range(players), key=lambda player: book.mats[state.sides[player].mat].label)  # SY-SET-17
    order = clockwise(state, first)
    ender = next((player for player, side in enumerate(state.sides) if len(side.stars) >= book.content.numbers.stars), first)
    return Said(
        ends=WON if ender in winners_of(book, state) else LOST,
        lengths={"turns of each player": (state.turns + players - 1) // players},
        seats={
            "Faction": tuple([book.factions[side.faction].short for side in state.sides]),
            "Player mat": tuple([book.mats[side.mat].name for side in state.sides]),
            "Place in the first round": tuple([str(order.index(player) + 1) for player in range(players)]),
        },
    )


def variants_of(content: Content, _players: int) -> list[Variant]:
    """The only variant. The host chooses the options."""
    return [Variant(name="Scythe", content=content)]


TABULATES: Final = Tabulates(said=said_of, variants=variants_of)
