"""Figures over many games of Statecraft: scenarios, ends, and how often seats and leaders win."""

from __future__ import annotations

from typing import Final

from control.engine.records import replace
from rooms.tables.game.counts import Said, Tabulates, Variant
from rooms.tables.statecraft.game.content import Content
from rooms.tables.statecraft.game.engine import StatecraftRules
from rooms.tables.statecraft.game.state import StatecraftState
from rooms.tables.statecraft.rules.modes import ADVANCED
from rooms.tables.statecraft.rules.scenarios import scenario_of

# In the order of the end conditions: SC-FIN-03, SC-FIN-04, SC-FIN-05, SC-FIN-06, SC-FIN-07.
ENDS: Final = ("turns", "all supporters", "majority", "nobody floats", "last card")
STALEMATE: Final = "SC-FIN-11"


def said_of(rules: StatecraftRules, state: StatecraftState) -> Said:
    """The figures of one game: its end, its rounds, and each player's place in the turn order and leader."""
    end = scenario_of(rules.book, state).end
    over = min(side.turn for side in state.sides) > state.last  # SC-FIN-03, SC-FIN-11
    players = len(state.sides)
    seats = {"Place in the first round": tuple([str((player - state.first) % players + 1) for player in range(players)])}
    if state.texts:  # without texts a leader has no effect (SC-QIK-04)
        seats["Leader"] = tuple([rules.book.leaders[side.leader].name for side in state.sides])
    return Said(ends=ENDS[end - 1] if not over or end == 1 else STALEMATE, lengths={"rounds": state.round}, seats=seats)


def variants_of(content: Content, players: int) -> list[Variant]:
    """Quickplay, and Advanced with each scenario for this number of players (SC-ADV-01, SC-CNT-58)."""
    advanced = [
        Variant(name=scenario.name, content=replace(content, scenarios=(scenario,)), options={"mode": ADVANCED})
        for scenario in content.scenarios
        if players in scenario.players
    ]
    return [Variant(name="Quickplay", content=content), *advanced]


TABULATES: Final = Tabulates(said=said_of, variants=variants_of)
