"""The words of Statecraft in examples: what lies on the table, what players do, what lies there afterwards.

A card of the main deck is written by its id ("tax-collection"), a policy also by its specialism ("economy"), an action card also by
its effect ("draw-three"); a policy in play with its option: "tax-collection A". A politician is written by id or by what it knows:
"economy", "economy+society", "senior economy+society"; where it sits: "inner left", "inner right", "outer left", "outer right".
"""

from __future__ import annotations

from typing import Final

from rooms.tables.game.example_table import TableWords
from rooms.tables.game.example_words import given_number, given_player, then_number, then_phase, then_player
from rooms.tables.game.examples import GameExamples
from rooms.tables.statecraft.game import example_given as given
from rooms.tables.statecraft.game import example_then as then
from rooms.tables.statecraft.game import example_when as when
from rooms.tables.statecraft.game.actions import Announce, Denounce
from rooms.tables.statecraft.game.example_words import MAIN, NOBODY, POLITICIANS, SUPPORTERS
from rooms.tables.statecraft.game.kind import STATECRAFT
from rooms.tables.statecraft.game.state import BUDGET, Phase
from rooms.tables.statecraft.rules.measures import DEEPER_DEBT

VOCABULARY: Final = TableWords(
    contents=(given.CARDS, given.OPENS_WITH),
    content=given.content_of,
    begin=given.begin,
    given_side={
        "leader": given.given_leader,
        "cabinet": given.given_cabinet,
        "hand": MAIN.given_side("hand"),
        "announced": given.given_portfolios(announced=True),
        "denounced": given.given_portfolios(announced=False),
        "trackers": given.given_trackers,
        "budget": given_number("budget", DEEPER_DEBT, BUDGET),
        "turn tracker": given_number("turn"),
        "supporters": given.given_supporters,
    },
    given={
        "scenario": given.given_scenario,
        "texts": given.given_texts,
        "turn": given_player("active"),
        "incumbent": given_player("incumbent", NOBODY),
        "discard": MAIN.given_pile("discard"),
        "deck": MAIN.given_deck("deck"),
        "retired": POLITICIANS.given_pile("retired"),
        "politicians": POLITICIANS.given_deck("politicians"),
        "floating": SUPPORTERS.given_pile("floating"),
        "box": SUPPORTERS.given_deck("box"),
    },
    acts={
        "sets": when.act_sets,
        "announces": when.act_plays_policy(Announce),
        "denounces": when.act_plays_policy(Denounce),
        "campaigns": when.act_campaigns,
        "recruits": when.act_recruits,
        "takes": when.act_takes,
        "fires": when.act_fires,
        "poaches": when.act_poaches,
        "steps": when.act_steps,
        "plays": when.act_plays,
        "picks": when.act_picks,
        "ends turn": when.act_ends,
        "discards": when.act_discards,
        "chooses": when.act_chooses,
        "contributes": when.act_contributes,
        "loses": when.act_loses,
        "draws": when.act_draws,
        "bids": when.act_bids,
        "pays": when.act_pays,
    },
    then_side={
        "trackers": then.then_trackers,
        "budget": then_number("budget", lambda side: side.budget),
        "turn tracker": then_number("turn tracker", lambda side: side.turn),
        "hand": MAIN.then_side("hand"),
        "supporters": SUPPORTERS.then_side("supporters"),
        "cabinet": then.then_cabinet,
        "announced": then.then_portfolios(announced=True),
        "denounced": then.then_portfolios(announced=False),
        "moved": then.then_moved,
        "prices": then.then_prices,
    },
    then={
        "scenario": then.then_scenario,
        "phase": then_phase(Phase),
        "turn": then_player("turn", lambda state: state.active),
        "incumbent": then_player("incumbent", lambda state: state.incumbent, NOBODY),
        "discard": MAIN.then_pile("discard"),
        "deck": MAIN.then_pile("deck"),
        "retired": POLITICIANS.then_pile("retired"),
        "politicians": POLITICIANS.then_pile("politicians"),
        "drawn": POLITICIANS.then_pile("drawn"),
        "floating": SUPPORTERS.then_pile("floating"),
        "box": SUPPORTERS.then_pile("box"),
    },
)
GAME: Final = GameExamples(kind=STATECRAFT, words=VOCABULARY)
