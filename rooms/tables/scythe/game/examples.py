"""Vocabulary of Scythe examples: starting tables, actions and expectations.

Spaces and cards are written by id, combat cards by value. Mechs are written by the ability that they cover, sections by one of
their rows. Parts of costs and gains are written as on the cards ("pow", "pop", "card", "coin").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from operator import attrgetter
from typing import Any, Final

from rooms.realm.examples.nodes import ExampleError, Node, difference, items, mapping, number, one_of, text
from rooms.tables.game.example_tables import (
    Act,
    ExampleTable,
    TableWords,
    Then,
    ThenSide,
    given_number,
    mapping_of_known,
    only_item,
    player_of,
    then_number,
    then_phase,
    then_player,
    yes_or_no,
)
from rooms.tables.game.examples import GameExamples
from rooms.tables.scythe.game import actions
from rooms.tables.scythe.game import example_tables as given
from rooms.tables.scythe.game import example_tables as words
from rooms.tables.scythe.game.actions import Payment, Picks
from rooms.tables.scythe.game.content import CUBES, STRUCTURES, Part, Resource
from rooms.tables.scythe.game.example_tables import AT_BOTTOM, MAT, book_at, expect_these, side_at, space_of, tokens_of
from rooms.tables.scythe.game.registration import SCYTHE
from rooms.tables.scythe.game.state import FACTORY, MECHS, NONE, WORKERS, Move, Phase, Star, tokens_at
from rooms.tables.scythe.rules.bottom_row import ROWS, BottomKind
from rooms.tables.scythe.rules.control import controlled, workers_at
from rooms.tables.scythe.rules.player_mats import bottom_cost
from rooms.tables.scythe.rules.scoring import score_of

PAYS: Final = ("pays", "coerces", "as", "discards")
OPTIONS: Final = ("A", "B", "C")
PLACED: Final[Mapping[str, tuple[BottomKind, Callable[..., tuple[Any, Any]], str]]] = {
    "upgrades": (ROWS[0], words.cube_to, "coin: build"),
    "deploys": (ROWS[1], words.mech_to, "speed: D5"),
    "builds": (ROWS[2], words.structure_to, "mill: D5"),
    "enlists": (ROWS[3], words.recruit_to, "build: pop"),
}
PICKS: Final = dict.fromkeys(("types", "places", "produces", *PLACED))


def word_for_action(kind: type, read: words.Read | None = None) -> Act:
    """A word for an action with at most one choice."""
    return lambda table, player, value, where: kind(read(table, player, value, where)) if read else kind()


def act_chooses(table: ExampleTable, player: int, value: Node, where: str) -> Any:
    """Read a section by one of its rows, or a Factory card."""
    if table.state.phase is Phase.FACTORY_CHOICE:
        return actions.ChooseCard(words.card_reader("cards")(table, player, value, where))
    return actions.ChooseSection(words.section_of(table, player, value, where))


def act_skips(table: ExampleTable, _player: int, _value: Node, _where: str) -> Any:
    """Skip the next row."""
    return actions.SkipTop() if table.state.phase is Phase.TOP else actions.SkipBottom()


def _parts_declined(said: dict[str, Any], where: str) -> tuple[Any, ...]:
    return words.members_reader(Part, said.pop("declines", None), f"{where}.declines")


def read_declined(_table: ExampleTable, _player: int, value: Node, where: str) -> tuple[Any, ...]:
    """Read only the declined parts: `{declines: coin}`."""
    return _parts_declined(dict(mapping_of_known(value, {"declines": None}, where)), where)


def act_bolsters(_table: ExampleTable, _player: int, value: Node, where: str) -> actions.Bolster:
    """Read `power` or `cards`, or `{for: power, declines: [pow]}`."""
    said = dict(mapping({"for": value} if isinstance(value, str) else value, where))
    declined, (_for, option) = _parts_declined(said, where), only_item(said, where, "for: power")
    return actions.Bolster(one_of(text(option, where), {"power": None, "cards": None}, where) == "cards", declined)


def act_trades(table: ExampleTable, player: int, value: Node, where: str) -> actions.Trade:
    """Read `popularity`, or tokens by territory: `{D6: {oil: 1}, C6: {food: 1}}`. Both take `declines`."""
    said = dict(mapping(value, where)) if isinstance(value, Mapping) else {str(value): None}
    declined = _parts_declined(said, where)
    if "popularity" in said:
        return actions.Trade(None, declined)
    return actions.Trade(tuple(words.tokens_by_space(table, player, said, where).items()), declined)


def _cargo(table: ExampleTable, player: int, unit: int, said: dict[str, Node], where: str) -> dict[str, Any]:
    """Read `takes` and `drops`: tokens by type, and a number of `workers`. Workers already carried are not picked up again."""
    taken, dropped = (dict(mapping(said.pop(word, None), f"{where}.{word}")) for word in ("takes", "drops"))
    move, side = table.state.move or Move(), words.side_at(table, player)
    riders = move.riders if unit == move.unit else ()
    there = [each for each in workers_at(side, side.units[unit]) if each not in (*riders, unit)]
    board = _pick_workers(there, taken.pop("workers", 0), f"{where}.takes.workers")
    leave = _pick_workers([*riders, *board], dropped.pop("workers", 0), f"{where}.drops.workers")
    load, unload = words.tokens_of(taken, f"{where}.takes"), words.tokens_of(dropped, f"{where}.drops")
    return {"load": load, "board": board, "unload": unload, "leave": leave}


def _pick_workers(workers: list[int], value: Node, where: str) -> tuple[int, ...]:
    if (count := number(value, where)) > len(workers):
        raise ExampleError(f"{where}: there are only {len(workers)} workers to choose from")
    return tuple(workers[:count])


def act_moves(table: ExampleTable, player: int, value: Node, where: str) -> actions.StepTo:
    """Read a unit's step with its cargo: `{speed: D5, takes: {metal: 3, workers: 2}, drops: {oil: 1}}`."""
    said = dict(mapping(value, where))
    cargo: dict[str, Node] = {word: said.pop(word) for word in ("takes", "drops") if word in said}
    name, to = only_item(said, where, "worker D6: D5")
    unit = words.unit_of(table, player, name, where)
    return actions.StepTo(unit, words.space_of(table, player, to, where), **_cargo(table, player, unit, cargo, where))


def act_reloads(table: ExampleTable, player: int, value: Node, where: str) -> actions.Reload:
    """Read the cargo of the current unit: `{takes: {...}, drops: {...}}`."""
    said = dict(mapping_of_known(value, {"takes": None, "drops": None}, where))
    unit = table.state.move.unit if table.state.move and table.state.move.unit != NONE else 0
    return actions.Reload(unit, **_cargo(table, player, unit, said, where))


def act_dials(_table: ExampleTable, _player: int, value: Node, where: str) -> actions.Commit:
    """Read a dial number, or a number with cards: `{3: [4, 2]}`."""
    if not isinstance(value, Mapping):
        return actions.Commit(number(value, where))
    dial, cards = only_item(value, where, "3: [4, 2]")
    return actions.Commit(int(dial) if dial.isdigit() else number(dial, where), words.values_of(cards, f"{where}.{dial}"))


def act_retreats(table: ExampleTable, player: int, value: Node, where: str) -> actions.Retreat:
    """Read a space for each combat unit, and workers by mech: `{speed: B2, character: home, riders: {speed: 2}}`."""
    said = dict(mapping(value, where))
    riders = mapping(said.pop("riders", None), f"{where}.riders")
    spaces = {words.unit_of(table, player, name, where): words.space_of(table, player, to, where) for name, to in said.items()}
    fight = table.state.fight
    left, rides = list(workers_at(words.side_at(table, player), fight.space)) if fight else [], list[tuple[int, int]]()
    for name, count in riders.items():
        for worker in _pick_workers(left, count, f"{where}.riders.{name}"):
            left.remove(worker)
            rides.append((worker, words.unit_of(table, player, name, where)))
    return actions.Retreat(tuple(sorted(spaces.items())), tuple(rides))


def _payment(table: ExampleTable, player: int, said: dict[str, Node], where: str, option: int = NONE) -> Payment:
    """Read `pays: {D6: {oil: 2}}`, `coerces: 5` (`as: wood`), `discards: [2]`. Without them, the proposed payment."""
    paid = {word: said.pop(word) for word in PAYS if word in said}
    if not paid:
        offers = [each for each in table.rules.offers(table.state, player) if getattr(each, "option", option) == option]
        return next((each.payment.proposed for each in offers if hasattr(each, "payment")), Payment())
    spaces = words.tokens_by_space(table, player, paid.get("pays"), f"{where}.pays")
    return Payment(
        tuple(spaces.items()),
        number(paid.get("coerces", 0), f"{where}.coerces"),
        words.member_reader(Resource, paid["as"], f"{where}.as") if "as" in paid else None,
        words.values_of(paid.get("discards"), f"{where}.discards"),
    )


def word_for_bottom_row(row: BottomKind, placed: Callable[..., tuple[Any, Any]], such_as: str) -> Act:
    """A word for a bottom row: a thing and its place as in `such_as`, or none, with payment and declined parts."""

    def act(table: ExampleTable, player: int, value: Node, where: str) -> Any:
        said = dict(mapping(value, where))
        payment, declined = _payment(table, player, said, where), _parts_declined(said, where)
        if not said:
            return row.does(payment, *row.nothing, declined)
        return row.does(payment, *placed(table, player, *only_item(said, where, such_as), where), declined)

    return act


def _picks(table: ExampleTable, player: int, said: Mapping[str, Node], where: str) -> Picks:
    """Read the picks for the gains of a card. Only a Factory card names the place of a mech or structure."""
    picked, found = mapping_of_known(said, PICKS, where), dict[str, Any]()
    for word, (row, placed, such_as) in PLACED.items():
        if word in picked:
            value = {picked[word]: words.HOME} if isinstance(picked[word], str) else picked[word]
            found |= zip(row.picked, placed(table, player, *only_item(value, where, such_as), f"{where}.{word}"), strict=True)
            if value is not picked[word]:
                del found["at"]
    return Picks(
        types=words.members_reader(Resource, picked.get("types"), f"{where}.types"),
        places=tuple([words.space_of(table, player, each, f"{where}.places") for each in items(picked.get("places"), where)]),
        produce=words.counts_by_space(table, player, picked.get("produces"), f"{where}.produces"),
        **found,
    )


def act_takes(table: ExampleTable, player: int, value: Node, where: str) -> actions.TakeOption:
    """Read an option of the encounter, `A`, or with payment and picks: `{B: {upgrades: {coin: build}, declines: pow}}`."""
    name, details = only_item(value, where, "B: {upgrades: {coin: build}}")
    option, said = OPTIONS.index(one_of(name, dict.fromkeys(OPTIONS), where)), dict(mapping(details, f"{where}.{name}"))
    payment, declined = _payment(table, player, said, where, option), _parts_declined(said, where)
    return actions.TakeOption(option, payment, _picks(table, player, said, f"{where}.{name}"), declined)


def act_uses_card(table: ExampleTable, player: int, value: Node, where: str) -> actions.UseCard:
    """Read payment and picks for the top row of the Factory card: `{places: [D6, D6]}`."""
    said = dict(mapping(value, where))
    payment, declined = _payment(table, player, said, where), _parts_declined(said, where)
    return actions.UseCard(payment, _picks(table, player, said, where), declined)


def act_gives(table: ExampleTable, _player: int, value: Node, where: str) -> actions.GiveCoins:
    """Read coins for another player: `{B: 3}`."""
    name, amount = only_item(value, where, "B: 3")
    return actions.GiveCoins(player_of(table, name, where), number(amount, f"{where}.{name}"))


def then_these(what: str, of: Callable[[ExampleTable, int], Iterable[Any]]) -> ThenSide:
    """A word that compares a player's things in any order, or their number."""
    return lambda table, player, value, where: expect_these(value, of(table, player), f"{what} of {table.names[player]}", where)


def then_pile(what: str, field: str) -> Then:
    """A word that compares the cards of a pile in any order, or their number."""
    return lambda table, value, where: expect_these(value, getattr(table.state, field), what, where)


def then_each(what: str, of: Callable[[ExampleTable, int], Mapping[str, Any]]) -> ThenSide:
    """A word that compares the named ones of a player's things."""

    def then(table: ExampleTable, player: int, value: Node, where: str) -> Iterator[str]:
        found = of(table, player)
        for key, expected in mapping_of_known(value, found, where).items():
            yield from difference(expected, found[key], f"{what} {key} of {table.names[player]}")

    return then


def then_one(what: str, of: Callable[[ExampleTable, int], str]) -> ThenSide:
    """A word that compares a single thing of a player."""
    return lambda table, player, value, where: difference(text(value, where), of(table, player), f"{what} of {table.names[player]}")


def on_side(field: str) -> Callable[[ExampleTable, int], Iterable[Any]]:
    return lambda table, player: getattr(table.state.sides[player], field)


def workers_at_all(table: ExampleTable, player: int) -> list[str]:
    units = side_at(table, player).units
    return [units[unit] for unit in WORKERS if units[unit]]


def mechs(table: ExampleTable, player: int) -> dict[str, str]:
    side = side_at(table, player)
    return {
        ability.value: side.units[mech] or MAT
        for ability, mech in zip(book_at(table).factions[side.faction].mechs, MECHS, strict=True)
    }


def structures(table: ExampleTable, player: int) -> dict[str, str]:
    side = side_at(table, player)
    return {each.value: space or MAT for each, space in zip(STRUCTURES, side.structures, strict=True)}


def cubes(table: ExampleTable, player: int) -> list[str]:
    return [cube.value for cube, gone in zip(CUBES, side_at(table, player).cubes, strict=True) if gone]


def recruits(table: ExampleTable, player: int) -> dict[str, str]:
    bonuses, spaces = book_at(table).content.numbers.bonuses, side_at(table, player).recruits
    return {row: MAT if spaces[at] == NONE else bonuses[spaces[at]].part.value for row, at in AT_BOTTOM.items()}


def costs(table: ExampleTable, player: int) -> dict[str, int]:
    return {row: bottom_cost(book_at(table), side_at(table, player), at) for row, at in AT_BOTTOM.items()}


def section(table: ExampleTable, player: int) -> str:
    """The section used last, by its top row."""
    side = side_at(table, player)
    if side.section == NONE:
        return "none"
    return "factory" if side.section == FACTORY else book_at(table).mats[side.mat].sections[side.section].top.value


def controls(table: ExampleTable, player: int) -> tuple[str, ...]:
    return controlled(book_at(table), table.state, player)


def points(table: ExampleTable, player: int) -> dict[str, int]:
    score = score_of(book_at(table), table.state, player)
    return {name: getattr(score, name) for name in ("coins", "stars", "territories", "tokens", "structures")}


def then_tokens(table: ExampleTable, value: Node, where: str) -> Iterator[str]:
    """Compare all tokens on the named spaces: `{D5: {metal: 3}, D6: none}`."""
    for key, expected in mapping(value, where).items():
        found = tokens_at(table.state, space_of(table, 0, key, where))
        if tokens_of(expected, f"{where}.{key}") != found:
            there = {name: count for name, count in zip(("wood", "oil", "food", "metal"), found, strict=True) if count}
            yield f"tokens on {key}: expected {expected}, found {there or 'none'}"


def then_marks(table: ExampleTable, value: Node, where: str) -> Iterator[str]:
    """Compare whether encounter tokens are there: `{B4: false}`."""
    for key, expected in mapping(value, where).items():
        space = space_of(table, 0, key, where)
        yield from difference(yes_or_no(expected, where), space in table.state.marks, f"encounter token on {key}")


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
        "stars": given.given_on("stars", words.plain_reader(partial(words.members_reader, Star))),
        "character": given.given_character,
        "mechs": given.given_mechs,
        "workers": given.given_workers,
        "structures": given.given_structures,
        "upgrades": given.given_upgrades,
        "recruits": given.given_recruits,
        "section": given.given_on("section", words.section_of),
        "card": given.given_on("card", words.card_reader("cards")),
    },
    given={
        "turn": given.given_turn,
        "top": given.given_row(Phase.TOP, 1),
        "bottom": given.given_row(Phase.BOTTOM, 2),
        "moving": given.given_moving,
        "tokens": given.given_in("tokens", words.tokens_by_space),
        "encounter tokens": given.given_marks,
        "tile": given.given_in("tile", words.card_reader("tiles")),
        "discard": given.given_discard,
        "deck": given.given_deck,
        "encounters": words.ENCOUNTERS.given_deck("encounters"),
        "factory": given.given_in("cards", words.card_reader("cards", several=True)),
    },
    acts={
        "chooses": act_chooses,
        "skips": act_skips,
        "gains coins": word_for_action(actions.GainCoins, read_declined),
        "bolsters": act_bolsters,
        "trades": act_trades,
        "produces": word_for_action(actions.Produce, words.counts_by_space),
        "starts move": word_for_action(actions.StartMove),
        "moves": act_moves,
        "reloads": act_reloads,
        "ends unit": word_for_action(actions.EndUnit),
        "ends move": word_for_action(actions.EndMove),
        "fights": word_for_action(actions.ChooseCombat, words.space_of),
        "artillery": word_for_action(actions.UseArtillery, words.plain_reader(yes_or_no)),
        "dials": act_dials,
        "retreats": act_retreats,
        "takes": act_takes,
        "is done": word_for_action(actions.EncounterDone),
        "uses card": act_uses_card,
        **{word: word_for_bottom_row(*row) for word, row in PLACED.items()},
        "bonus": word_for_action(actions.TakeBonus, words.plain_reader(yes_or_no)),
        "reveals": word_for_action(actions.RevealObjective, words.card_reader("objectives")),
        "ends turn": word_for_action(actions.EndTurn),
        "gives": act_gives,
        "punishes": word_for_action(actions.PunishDelay, lambda table, _player, value, where: player_of(table, value, where)),
        "records": word_for_action(actions.RecordAchievement, words.card_reader("achievements", several=True)),
    },
    then_side={
        **{track: then_number(track, attrgetter(track)) for track in ("power", "popularity", "coins")},
        **{what: then_these(what, on_side(what)) for what in ("cards", "objectives", "stars")},
        "character": then_one("character", lambda table, player: words.side_at(table, player).units[0]),
        "mechs": then_each("mech", mechs),
        "workers": then_these("workers", workers_at_all),
        "structures": then_each("structure", structures),
        "cubes": then_these("cubes", cubes),
        "costs": then_each("cost of", costs),
        "recruits": then_each("recruit", recruits),
        "section": then_one("section", section),
        "card": then_one("card", lambda table, player: words.side_at(table, player).card or "none"),
        "controls": then_these("controlled", controls),
        "points": then_each("points for", points),
    },
    then={
        "phase": then_phase(Phase),
        "turn": then_player("turn", lambda state: state.active),
        "tokens": then_tokens,
        "encounter tokens": then_marks,
        "deck": then_pile("deck", "deck"),
        "discard": then_pile("discard", "discard"),
        "factory": then_pile("factory", "cards"),
        "encounters": words.ENCOUNTERS.then_pile("encounters"),
    },
)
GAME: Final = GameExamples(kind=SCYTHE, words=VOCABULARY)
