"""The words of Potemkin Empire in examples: what lies on the table, what players do, what lies there afterwards.

A card is written by its id or by what it is: "government" (real for that type alone, without an ability), "culture+science" (real
for both), "fake" (a flat fake without an ability), "night-shift" (any card with it), "fake with night-shift". A building is written
by whose it is, its type and its number among those its owner has had: "B industry 2"; the only one needs no number.
"""

from __future__ import annotations

from typing import Final

from rooms.tables.game.example_table import TableWords
from rooms.tables.game.examples import GameExamples
from rooms.tables.potemkin.game.example_given import (
    begin,
    given_captured,
    given_hand,
    given_meeple,
    given_mode,
    given_month,
    given_pack,
    given_spent,
    given_turn,
    given_village,
)
from rooms.tables.potemkin.game.example_then import (
    then_buildings,
    then_cards,
    then_count,
    then_meeple,
    then_mode,
    then_month,
    then_phase,
    then_points,
    then_sees,
    then_turn,
    then_village,
)
from rooms.tables.potemkin.game.example_when import (
    act_builds,
    act_builds_again,
    act_checks,
    act_declines,
    act_discards,
    act_picks,
    act_places,
    act_plays,
    act_produces,
    act_spies,
)
from rooms.tables.potemkin.game.example_words import CARDS, named
from rooms.tables.potemkin.game.kind import POTEMKIN
from rooms.tables.potemkin.game.state import Meeple

VOCABULARY: Final = TableWords(
    begin=begin,
    after=named,
    given_side={
        "village": given_village,
        "hand": given_hand,
        "pack": given_pack,
        "captured": given_captured,
        "spent": given_spent,
        "mode": given_mode,
    },
    given={
        "discard": CARDS.given_pile("discard"),
        "deck": CARDS.given_deck("deck"),
        "month": given_month,
        "turn": given_turn,
        **{meeple.value: given_meeple(meeple) for meeple in Meeple},
    },
    acts={
        "picks": act_picks,
        "builds": act_builds,
        "builds again": act_builds_again,
        "spies": act_spies,
        "checks": act_checks,
        "declines": act_declines,
        "plays": act_plays,
        "discards": act_discards,
        "produces": act_produces,
        "places": act_places,
    },
    then_side={
        "hand": then_cards("hand"),
        "pack": then_cards("pack"),
        "captured": then_cards("captured"),
        "village": then_village,
        "ready": then_count("ready agents", lambda side: sum(building.agents for building in side.village)),
        "spent": then_count("spent agents", lambda side: side.spent),
        "cubes": then_count("cubes", lambda side: sum(building.cubes for building in side.village)),
        "mode": then_mode,
        "points": then_points,
        "sees": then_sees,
    },
    then={
        "buildings": then_buildings,
        "deck": CARDS.then_pile("deck"),
        "discard": CARDS.then_pile("discard"),
        "month": then_month,
        "phase": then_phase,
        "turn": then_turn,
        **{meeple.value: then_meeple(meeple) for meeple in Meeple},
    },
)
GAME: Final = GameExamples(kind=POTEMKIN, words=VOCABULARY)
