"""The words of Scythe in examples: what lies on the table, what players do, what lies there afterwards.

Spaces are written by their ids, mechs by the abilities that they cover, sections by one of their rows, cards by their ids, combat
cards by their values, parts of costs and gains as the cards have them ("pow", "pop", "card", "coin").
"""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import Final

from rooms.tables.game.example_table import TableWords, player_of
from rooms.tables.game.example_words import given_number, then_number, then_phase, then_player, truth
from rooms.tables.game.examples import GameExamples
from rooms.tables.scythe.game import actions
from rooms.tables.scythe.game import example_given as given
from rooms.tables.scythe.game import example_then as then
from rooms.tables.scythe.game import example_when as when
from rooms.tables.scythe.game import example_words as words
from rooms.tables.scythe.game.kind import SCYTHE
from rooms.tables.scythe.game.state import Phase, Star

VOCABULARY: Final = TableWords(
    content=given.content_of,
    begin=given.begin,
    given_side={
        "mat": given.given_mat,
        "power": given_number("power", 0, 16),
        "popularity": given_number("popularity", 0, 18),
        "coins": given_number("coins"),
        "cards": given.given_cards,
        "objectives": words.OBJECTIVES.given_side("objectives"),
        "stars": given.given_on("stars", words.plain(partial(words.some, Star))),
        "character": given.given_character,
        "mechs": given.given_mechs,
        "workers": given.given_workers,
        "structures": given.given_structures,
        "upgrades": given.given_upgrades,
        "recruits": given.given_recruits,
        "section": given.given_on("section", words.section_of),
        "card": given.given_on("card", words.known("cards")),
    },
    given={
        "turn": given.given_turn,
        "top": given.given_row(Phase.TOP, 1),
        "bottom": given.given_row(Phase.BOTTOM, 2),
        "moving": given.given_moving,
        "tokens": given.given_in("tokens", words.tokens_by_space),
        "encounter tokens": given.given_marks,
        "tile": given.given_in("tile", words.known("tiles")),
        "discard": given.given_discard,
        "deck": given.given_deck,
        "encounters": words.ENCOUNTERS.given_deck("encounters"),
        "factory": given.given_in("cards", words.known("cards", several=True)),
    },
    acts={
        "chooses": when.act_chooses,
        "skips": when.act_skips,
        "gains coins": when.does(actions.GainCoins, when.declined),
        "bolsters": when.act_bolsters,
        "trades": when.act_trades,
        "produces": when.does(actions.Produce, words.counts_by_space),
        "starts move": when.does(actions.StartMove),
        "moves": when.act_moves,
        "reloads": when.act_reloads,
        "ends unit": when.does(actions.EndUnit),
        "ends move": when.does(actions.EndMove),
        "fights": when.does(actions.ChooseCombat, words.space_of),
        "artillery": when.does(actions.UseArtillery, words.plain(truth)),
        "dials": when.act_dials,
        "retreats": when.act_retreats,
        "takes": when.act_takes,
        "is done": when.does(actions.EncounterDone),
        "uses card": when.act_uses_card,
        "upgrades": when.bottom(actions.Upgrade, words.cube_to, "coin: build"),
        "deploys": when.bottom(actions.Deploy, words.mech_to, "speed: D5"),
        "builds": when.bottom(actions.Build, words.structure_to, "mill: D5"),
        "enlists": when.bottom(actions.Enlist, words.recruit_to, "build: pop"),
        "bonus": when.does(actions.TakeBonus, words.plain(truth)),
        "reveals": when.does(actions.RevealObjective, words.known("objectives")),
        "ends turn": when.does(actions.EndTurn),
        "gives": when.act_gives,
        "punishes": when.does(actions.PunishDelay, lambda table, _player, value, where: player_of(table, value, where)),
        "records": when.does(actions.RecordAchievement, words.known("achievements", several=True)),
    },
    then_side={
        **{track: then_number(track, attrgetter(track)) for track in ("power", "popularity", "coins")},
        **{what: then.then_these(what, then.on_side(what)) for what in ("cards", "objectives", "stars")},
        "character": then.then_one("character", lambda table, player: words.side_at(table, player).units[0]),
        "mechs": then.then_each("mech", then.mechs),
        "workers": then.then_these("workers", then.workers_at_all),
        "structures": then.then_each("structure", then.structures),
        "cubes": then.then_these("cubes", then.cubes),
        "costs": then.then_each("cost of", then.costs),
        "recruits": then.then_each("recruit", then.recruits),
        "section": then.then_one("section", then.section),
        "card": then.then_one("card", lambda table, player: words.side_at(table, player).card or "none"),
        "controls": then.then_these("controlled", then.controls),
        "points": then.then_each("points for", then.points),
    },
    then={
        "phase": then_phase(Phase),
        "turn": then_player("turn", lambda state: state.active),
        "tokens": then.then_tokens,
        "encounter tokens": then.then_marks,
        "deck": then.then_pile("deck", "deck"),
        "discard": then.then_pile("discard", "discard"),
        "factory": then.then_pile("factory", "cards"),
        "encounters": words.ENCOUNTERS.then_pile("encounters"),
    },
)
GAME: Final = GameExamples(kind=SCYTHE, words=VOCABULARY)
