"""What players do in examples of Scythe."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rooms.realm.examples.nodes import ExampleError, Node, items, mapping, number, one_of, text
from rooms.tables.game.example_table import Act, Table, player_of
from rooms.tables.game.example_words import among, the_only
from rooms.tables.scythe.game import actions
from rooms.tables.scythe.game import example_words as words
from rooms.tables.scythe.game.actions import Payment, Picks
from rooms.tables.scythe.game.content import Part, Resource
from rooms.tables.scythe.game.state import NONE, Move, Phase
from rooms.tables.scythe.rules.control import workers_at

PAYS: Final = ("pays", "coerces", "as", "discards")
OPTIONS: Final = ("A", "B", "C")
PLACED: Final[Mapping[str, tuple[tuple[str, str], Callable[..., tuple[Any, Any]], str]]] = {
    "upgrades": (("cube", "box"), words.cube_to, "coin: build"),
    "deploys": (("mech", "at"), words.mech_to, "speed: D5"),
    "builds": (("structure", "at"), words.structure_to, "mill: D5"),
    "enlists": (("section", "space"), words.recruit_to, "build: pop"),
}
PICKS: Final = dict.fromkeys(("types", "places", "produces", *PLACED))


def does(kind: type, read: words.Read | None = None) -> Act:
    """A word for an action that has one thing to choose, or nothing."""
    return lambda table, player, value, where: kind(read(table, player, value, where)) if read else kind()


def act_chooses(table: Table, player: int, value: Node, where: str) -> Any:
    """A section by one of its rows, or the Factory card that is taken."""
    if table.state.phase is Phase.FACTORY_CHOICE:
        return actions.ChooseCard(words.known("cards")(table, player, value, where))
    return actions.ChooseSection(words.section_of(table, player, value, where))


def act_skips(table: Table, _player: int, _value: Node, _where: str) -> Any:
    """The row that is next."""
    return actions.SkipTop() if table.state.phase is Phase.TOP else actions.SkipBottom()


def _declined(said: dict[str, Any], where: str) -> tuple[Any, ...]:
    return words.some(Part, said.pop("declines", None), f"{where}.declines")


def declined(_table: Table, _player: int, value: Node, where: str) -> tuple[Any, ...]:
    """What is given up, with nothing else to be said: `{declines: coin}`."""
    return _declined(dict(among(value, {"declines": None}, where)), where)


def act_bolsters(_table: Table, _player: int, value: Node, where: str) -> actions.Bolster:
    """`power` or `cards`, or `{for: power, declines: [pow]}`."""
    said = dict(mapping({"for": value} if isinstance(value, str) else value, where))
    declined, (_for, option) = _declined(said, where), the_only(said, where, "for: power")
    return actions.Bolster(one_of(text(option, where), {"power": None, "cards": None}, where) == "cards", declined)


def act_trades(table: Table, player: int, value: Node, where: str) -> actions.Trade:
    """`popularity`, or tokens by territory: `{D6: {oil: 1}, C6: {food: 1}}`; both with `declines`."""
    said = dict(mapping(value, where)) if isinstance(value, Mapping) else {str(value): None}
    declined = _declined(said, where)
    if "popularity" in said:
        return actions.Trade(None, declined)
    return actions.Trade(tuple(words.tokens_by_space(table, player, said, where).items()), declined)


def _cargo(table: Table, player: int, unit: int, said: dict[str, Node], where: str) -> dict[str, Any]:
    """`takes` and `drops`: tokens by type, and a number of `workers`; those that ride already are not taken up again."""
    taken, dropped = (dict(mapping(said.pop(word, None), f"{where}.{word}")) for word in ("takes", "drops"))
    move, side = table.state.move or Move(), words.side_at(table, player)
    riders = move.riders if unit == move.unit else ()
    there = [each for each in workers_at(side, side.units[unit]) if each not in (*riders, unit)]
    board = _few(there, taken.pop("workers", 0), f"{where}.takes.workers")
    leave = _few([*riders, *board], dropped.pop("workers", 0), f"{where}.drops.workers")
    load, unload = words.tokens_of(taken, f"{where}.takes"), words.tokens_of(dropped, f"{where}.drops")
    return {"load": load, "board": board, "unload": unload, "leave": leave}


def _few(workers: list[int], value: Node, where: str) -> tuple[int, ...]:
    if (count := number(value, where)) > len(workers):
        raise ExampleError(f"{where}: there are only {len(workers)} workers to choose from")
    return tuple(workers[:count])


def act_moves(table: Table, player: int, value: Node, where: str) -> actions.StepTo:
    """A unit's step with its cargo: `{speed: D5, takes: {metal: 3, workers: 2}, drops: {oil: 1}}`."""
    said = dict(mapping(value, where))
    cargo: dict[str, Node] = {word: said.pop(word) for word in ("takes", "drops") if word in said}
    name, to = the_only(said, where, "worker D6: D5")
    unit = words.unit_of(table, player, name, where)
    return actions.StepTo(unit, words.space_of(table, player, to, where), **_cargo(table, player, unit, cargo, where))


def act_reloads(table: Table, player: int, value: Node, where: str) -> actions.Reload:
    """Cargo of the unit under way: `{takes: {...}, drops: {...}}`."""
    said = dict(among(value, {"takes": None, "drops": None}, where))
    unit = table.state.move.unit if table.state.move and table.state.move.unit != NONE else 0
    return actions.Reload(unit, **_cargo(table, player, unit, said, where))


def act_dials(_table: Table, _player: int, value: Node, where: str) -> actions.Commit:
    """A number, or with cards: `{3: [4, 2]}`."""
    if not isinstance(value, Mapping):
        return actions.Commit(number(value, where))
    dial, cards = the_only(value, where, "3: [4, 2]")
    return actions.Commit(int(dial) if dial.isdigit() else number(dial, where), words.values_of(cards, f"{where}.{dial}"))


def act_retreats(table: Table, player: int, value: Node, where: str) -> actions.Retreat:
    """Where each combat unit goes, and how many workers ride with a mech: `{speed: B2, character: home, riders: {speed: 2}}`."""
    said = dict(mapping(value, where))
    riders = mapping(said.pop("riders", None), f"{where}.riders")
    spaces = {words.unit_of(table, player, name, where): words.space_of(table, player, to, where) for name, to in said.items()}
    fight = table.state.fight
    left, rides = list(workers_at(words.side_at(table, player), fight.space)) if fight else [], list[tuple[int, int]]()
    for name, count in riders.items():
        for worker in _few(left, count, f"{where}.riders.{name}"):
            left.remove(worker)
            rides.append((worker, words.unit_of(table, player, name, where)))
    return actions.Retreat(tuple(sorted(spaces.items())), tuple(rides))


def _payment(table: Table, player: int, said: dict[str, Node], where: str, option: int = NONE) -> Payment:
    """`pays: {D6: {oil: 2}}`, `coerces: 5` (`as: wood`), `discards: [2]`; with nothing said, what the game proposes."""
    paid = {word: said.pop(word) for word in PAYS if word in said}
    if not paid:
        offers = [each for each in table.rules.offers(table.state, player) if getattr(each, "option", option) == option]
        return next((each.payment.proposed for each in offers if hasattr(each, "payment")), Payment())
    spaces = words.tokens_by_space(table, player, paid.get("pays"), f"{where}.pays")
    return Payment(
        tuple(spaces.items()),
        number(paid.get("coerces", 0), f"{where}.coerces"),
        words.one(Resource, paid["as"], f"{where}.as") if "as" in paid else None,
        words.values_of(paid.get("discards"), f"{where}.discards"),
    )


def bottom(kind: type, placed: Callable[..., tuple[Any, Any]], such_as: str) -> Act:
    """A word for a bottom row: what goes where as in `such_as`, or nothing, with how it is paid and what is given up."""

    def act(table: Table, player: int, value: Node, where: str) -> Any:
        said = dict(mapping(value, where))
        payment, declined = _payment(table, player, said, where), _declined(said, where)
        if not said:
            return kind(payment, declined=declined)
        return kind(payment, *placed(table, player, *the_only(said, where, such_as), where), declined)

    return act


def _picks(table: Table, player: int, said: Mapping[str, Node], where: str) -> Picks:
    """What is picked for the gains of a card; where a mech or a structure goes is said for a Factory card alone."""
    picked, found = among(said, PICKS, where), dict[str, Any]()
    for word, (fields, placed, such_as) in PLACED.items():
        if word in picked:
            value = {picked[word]: words.HOME} if isinstance(picked[word], str) else picked[word]
            found |= zip(fields, placed(table, player, *the_only(value, where, such_as), f"{where}.{word}"), strict=True)
            if value is not picked[word]:
                del found["at"]
    return Picks(
        types=words.some(Resource, picked.get("types"), f"{where}.types"),
        places=tuple([words.space_of(table, player, each, f"{where}.places") for each in items(picked.get("places"), where)]),
        produce=words.counts_by_space(table, player, picked.get("produces"), f"{where}.produces"),
        **found,
    )


def act_takes(table: Table, player: int, value: Node, where: str) -> actions.TakeOption:
    """An option of the encounter, `A`, or with what is paid and picked: `{B: {upgrades: {coin: build}, declines: pow}}`."""
    name, details = the_only(value, where, "B: {upgrades: {coin: build}}")
    option, said = OPTIONS.index(one_of(name, dict.fromkeys(OPTIONS), where)), dict(mapping(details, f"{where}.{name}"))
    payment, declined = _payment(table, player, said, where, option), _declined(said, where)
    return actions.TakeOption(option, payment, _picks(table, player, said, f"{where}.{name}"), declined)


def act_uses_card(table: Table, player: int, value: Node, where: str) -> actions.UseCard:
    """The top row of the Factory card, with what is paid and picked: `{places: [D6, D6]}`."""
    said = dict(mapping(value, where))
    payment, declined = _payment(table, player, said, where), _declined(said, where)
    return actions.UseCard(payment, _picks(table, player, said, where), declined)


def act_gives(table: Table, _player: int, value: Node, where: str) -> actions.GiveCoins:
    """Coins for another player: `{B: 3}`."""
    name, amount = the_only(value, where, "B: 3")
    return actions.GiveCoins(player_of(table, name, where), number(amount, f"{where}.{name}"))
