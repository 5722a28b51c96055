"""The words of Potemkin Empire in examples: what lies on the table, what players do, what lies there afterwards.

A card is written by its id or by what it is: "government" (real for that type alone, without an ability), "culture+science" (real
for both), "fake" (a flat fake without an ability), "night-shift" (any card with it), "fake with night-shift". A building is written
by whose it is, its type and its number among those its owner has had: "B industry 2"; the only one needs no number.
"""

from __future__ import annotations

from typing import Final

from rooms.tables.game.example_table import TableWords
from rooms.tables.game.example_words import given_number, given_player, then_number, then_phase, then_player
from rooms.tables.game.examples import GameExamples
from rooms.tables.potemkin.game import example_given as given
from rooms.tables.potemkin.game import example_then as then
from rooms.tables.potemkin.game import example_when as when
from rooms.tables.potemkin.game.example_words import CARDS, named
from rooms.tables.potemkin.game.kind import POTEMKIN
from rooms.tables.potemkin.game.state import Meeple, Phase

VOCABULARY: Final = TableWords(
    begin=given.begin,
    after=named,
    given_side={
        "village": given.given_village,
        "hand": CARDS.given_side("hand"),
        "pack": given.given_pack,
        "captured": CARDS.given_side("captured"),
        "spent": given_number("spent"),
        "mode": given.given_mode,
    },
    given={
        "discard": CARDS.given_pile("discard"),
        "deck": CARDS.given_deck("deck"),
        "month": given.given_month,
        "turn": given_player("turn"),
        **{meeple.value: given.given_meeple(meeple) for meeple in Meeple},
    },
    acts={
        "picks": when.act_picks,
        "builds": when.act_builds,
        "builds again": when.act_builds_again,
        "spies": when.act_spies,
        "checks": when.act_checks,
        "declines": when.act_declines,
        "plays": when.act_plays,
        "discards": when.act_discards,
        "produces": when.act_produces,
        "places": when.act_places,
    },
    then_side={
        "hand": CARDS.then_side("hand"),
        "pack": CARDS.then_side("pack"),
        "captured": CARDS.then_side("captured"),
        "village": then.then_village,
        "ready": then_number("ready agents", lambda side: sum(building.agents for building in side.village)),
        "spent": then_number("spent agents", lambda side: side.spent),
        "cubes": then_number("cubes", lambda side: sum(building.cubes for building in side.village)),
        "mode": then.then_mode,
        "points": then.then_points,
        "sees": then.then_sees,
    },
    then={
        "buildings": then.then_buildings,
        "deck": CARDS.then_pile("deck"),
        "discard": CARDS.then_pile("discard"),
        "month": then.then_month,
        "phase": then_phase(Phase),
        "turn": then_player("turn", lambda state: state.turn),
        **{meeple.value: then.then_meeple(meeple) for meeple in Meeple},
    },
)
GAME: Final = GameExamples(kind=POTEMKIN, words=VOCABULARY)
