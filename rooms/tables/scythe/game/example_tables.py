"""Starting tables of Scythe examples, and the names of spaces, units, sections, tokens and cards in examples."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Final

from msgspec import structs

from control.engine.records import replace
from rooms.realm.examples.nodes import ExampleError, Node, items, mapping, number, one_of, text
from rooms.tables.game.example_tables import (
    Cards,
    ExampleTable,
    Given,
    GivenSide,
    mapping_of_known,
    player_of,
    reserved_cards,
    with_side,
    with_state,
    yes_or_no,
)
from rooms.tables.game.rule_parts import without_card
from rooms.tables.scythe.game.content import BOTTOMS, CUBES, RESOURCES, STRUCTURES, Book, Content, Cube, Structure, Top
from rooms.tables.scythe.game.state import (
    CHARACTER,
    FACTORY,
    MECHS,
    NONE,
    WORKERS,
    Move,
    Moving,
    Phase,
    Side,
    Tokens,
    with_units,
    without_cards,
)
from rooms.tables.scythe.rules.control import workers_at
from rooms.tables.scythe.rules.movement import MoveBegan
from rooms.tables.scythe.rules.player_mats import section_with
from rooms.tables.scythe.rules.turns import SectionChosen, TurnBegan, Went

HOME: Final = "home"
MAT: Final = "mat"
Read = Callable[[ExampleTable, int, Node, str], Any]  # reads a word at a table, for a player
AT_BOTTOM: Final[Mapping[str, int]] = {row.value: section for section, row in enumerate(BOTTOMS)}


def book_at(table: ExampleTable) -> Book:
    """The lookup tables of the example's content."""
    found: Book = table.rules.book  # type: ignore[attr-defined]
    return found


def side_at(table: ExampleTable, player: int) -> Side:
    found: Side = table.state.sides[player]
    return found


def space_of(table: ExampleTable, player: int, value: Node, where: str) -> str:
    """A territory or home base by id. "home" is the player's own.

    Raises:
        ExampleError: there is no such space.
    """
    book = book_at(table)
    if value == HOME:
        return book.factions[side_at(table, player).faction].home
    if text(value, where) not in book.order:
        raise ExampleError(f"{where}: no space is '{value}'; write an id of the map, such as D5, or {HOME}")
    return str(value)


def section_of(table: ExampleTable, player: int, value: Node, where: str) -> int:
    """A section by one of its rows, such as "move" or "build", or "factory"."""
    book, side = book_at(table), side_at(table, player)
    tops = {section.top.value: section_with(book, side, section.top) for section in book.mats[side.mat].sections}
    known = {**AT_BOTTOM, **tops, "factory": FACTORY}
    return known[one_of(text(value, where), known, where)]


def _mech(table: ExampleTable, player: int, value: Node, where: str) -> int:
    """A mech by the ability that it covers on the faction mat."""
    mechs = book_at(table).factions[side_at(table, player).faction].mechs
    known = {ability.value: mech for ability, mech in zip(mechs, MECHS, strict=True)}
    return known[one_of(text(value, where), known, where)]


def unit_of(table: ExampleTable, player: int, value: Node, where: str) -> int:
    """The character, a mech by its ability, or "worker D5".

    Of several workers it is the one moving now, else one that has not moved.

    Raises:
        ExampleError: no worker is there.
    """
    word, move = text(value, where), table.state.move or Move()
    if word == "character":
        return CHARACTER
    if not word.startswith("worker "):
        return _mech(table, player, value, where)
    there = workers_at(side_at(table, player), space_of(table, player, word.removeprefix("worker "), where))
    if not there:
        raise ExampleError(f"{where}: {table.names[player]} has no {word}")
    if move.unit in there and move.steps:
        return move.unit
    return next((each for each in there if each not in (move.unit, *move.moved)), there[0])


def member_reader(kind: type[StrEnum], value: Node, where: str) -> Any:
    """A member of a vocabulary, such as the structures."""
    return kind(one_of(text(value, where), dict.fromkeys([each.value for each in kind]), where))


def members_reader(kind: type[StrEnum], value: Node, where: str) -> tuple[Any, ...]:
    """A list of members of a vocabulary."""
    return tuple([member_reader(kind, each, where) for each in items(value, where)])


def plain_reader(read: Callable[[Node, str], Any]) -> Read:
    """A reader that does not need the table."""
    return lambda _table, _player, value, where: read(value, where)


def card_reader(which: str, *, several: bool = False) -> Read:
    """A reader of one card by its id, or of several."""

    def read(table: ExampleTable, _player: int, value: Node, where: str) -> Any:
        cards = tuple([one_of(text(each, where), getattr(book_at(table), which), where) for each in items(value, where)])
        return cards if several or len(cards) != 1 else cards[0]

    return read


def cube_to(_table: ExampleTable, _player: int, cube: str, row: Node, where: str) -> tuple[Cube, int]:
    """A cube by its green box, and the bottom row of its new red box: `coin: build`."""
    return member_reader(Cube, cube, where), AT_BOTTOM[one_of(text(row, where), AT_BOTTOM, where)]


def mech_to(table: ExampleTable, player: int, ability: str, space: Node, where: str) -> tuple[int, str]:
    """A mech by its ability, and its territory: `speed: D5`."""
    return _mech(table, player, ability, where), space_of(table, player, space, where)


def structure_to(table: ExampleTable, player: int, structure: str, space: Node, where: str) -> tuple[Structure, str]:
    """A structure and its territory: `mine: D5`."""
    return member_reader(Structure, structure, where), space_of(table, player, space, where)


def recruit_to(table: ExampleTable, _player: int, row: str, part: Node, where: str) -> tuple[int, int]:
    """A recruit by its bottom row, and its one-time bonus: `build: pop`."""
    known = {each.part.value: at for at, each in enumerate(book_at(table).content.numbers.bonuses)}
    return AT_BOTTOM[one_of(row, AT_BOTTOM, where)], known[one_of(text(part, where), known, where)]


def tokens_of(value: Node, where: str) -> Tokens:
    """Tokens by type: `{metal: 3, oil: 1}`, or none."""
    said = mapping_of_known(value, dict.fromkeys([each.value for each in RESOURCES]), where)
    wood, oil, food, metal = [number(said.get(each.value, 0), f"{where}.{each.value}") for each in RESOURCES]
    return wood, oil, food, metal


def tokens_by_space(table: ExampleTable, player: int, value: Node, where: str) -> dict[str, Tokens]:
    """Tokens by space: `{D5: {metal: 3}}`, in the order of the ids."""
    return {
        space_of(table, player, key, where): tokens_of(each, f"{where}.{key}")
        for key, each in sorted(mapping(value, where).items())
    }


def counts_by_space(table: ExampleTable, player: int, value: Node, where: str) -> tuple[tuple[str, int], ...]:
    """Numbers by space: `{D5: 2}`, in the order of the ids."""
    return tuple(
        [
            (space_of(table, player, key, where), number(each, f"{where}.{key}"))
            for key, each in sorted(mapping(value, where).items())
        ]
    )


def values_of(value: Node, where: str) -> tuple[int, ...]:
    """Combat cards by value, in rising order."""
    return tuple(sorted([number(each, where) for each in items(value, where)]))


def claim_cards(deck: tuple[int, ...], value: Node, where: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The given combat cards, and the deck without them. A number takes that many of the lowest.

    Raises:
        ExampleError: the deck does not have them.
    """
    cards = deck[:value] if isinstance(value, int) else tuple([number(each, where) for each in items(value, where)])
    left = without_cards(deck, cards)
    if len(left) + len(cards) != len(deck) or (isinstance(value, int) and len(cards) != value):
        raise ExampleError(f"{where}: there are no further combat cards {value}")
    return cards, left


def expect_these(expected: Node, found: Iterable[Any], what: str, where: str) -> Iterator[str]:
    """Compare the number of things, or the things in any order."""
    there = sorted([str(each) for each in found])
    wanted = sorted([str(each) for each in items(expected, where)])
    if len(there) != expected if isinstance(expected, int) else there != wanted:
        yield f"{what}: expected {expected if isinstance(expected, int) else wanted or 'none'}, found {there or 'none'}"


def _pile(name: str, ids: str) -> Cards:
    """Cards written by id, which lie in a deck until an example gives them."""
    return Cards(
        ids=lambda table: getattr(book_at(table), ids),
        called=lambda _table, card, word: card == word,
        words=lambda _table, card: card,
        hint="an id",
        free=lambda state: getattr(state, name),
        taken=lambda state, card: structs.replace(state, **{name: without_card(getattr(state, name), card)}),
    )


ENCOUNTERS: Final = _pile("encounters", "encounters")
OBJECTIVES: Final = _pile("objectives", "objectives")


def content_of(content: Content, given: Mapping[str, Node]) -> Content:
    """The content with its factions reordered: a player named after a faction gets it, the others get the rest in order."""
    if mapping(given.get("options"), "given.options").get("ban_combos") == "on":
        raise ExampleError("given.options.ban_combos: nothing is shuffled here, so mats are not dealt again; leave it away")
    known, named = {each.id: each for each in content.factions}, given.get("players")
    names = [str(each) for each in named][: len(known)] if isinstance(named, list) else []
    left = [each for each in content.factions if each.id not in names]
    return structs.replace(content, factions=(*[known.get(name) or left.pop(0) for name in names], *left))


def begin(table: ExampleTable, given: Mapping[str, Node]) -> ExampleTable:
    """Characters at home, an empty board and bare mats. The first player chooses a section."""
    book, before = book_at(table), table.state
    bare = [Side(faction=each.faction, mat=each.mat, units=(each.units[CHARACTER], *Side().units[1:])) for each in before.sides]
    state = structs.replace(
        before,
        sides=tuple(bare),
        deck=tuple([value for value, count in sorted(book.content.numbers.cards.items()) for _ in range(count)]),
        objectives=tuple(book.objectives),
    )
    known = {*book.encounters, *book.objectives}
    return after_facts(replace(table, state=state, called=reserved_cards(dict(given), known)), TurnBegan(0, 1))


def after_facts(table: ExampleTable, *facts: object) -> ExampleTable:
    """The table after these facts, as if they had happened before the example."""
    for fact in facts:
        table = replace(table, state=table.rules.facts.evolve(table.state, fact))
    return table


def given_on(field: str, read: Read) -> GivenSide:
    """A word that sets a field of a player's side."""
    return lambda table, player, value, where: with_side(table, player, **{field: read(table, player, value, where)})


def given_in(field: str, read: Read) -> Given:
    """A word that sets a field of the state."""
    return lambda table, value, where: with_state(table, **{field: read(table, 0, value, where)})


def given_mat(table: ExampleTable, player: int, value: Node, where: str) -> ExampleTable:
    """Set the player mat, exchanged with its current owner."""
    mat, side = one_of(text(value, where), book_at(table).mats, where), side_at(table, player)
    owner = next((other for other, each in enumerate(table.state.sides) if each.mat == mat), player)
    return with_side(with_side(table, owner, mat=side.mat), player, mat=mat)


def given_cards(table: ExampleTable, player: int, value: Node, where: str) -> ExampleTable:
    """Set the hand, by values or as a number."""
    cards, deck = claim_cards(table.state.deck, value, where)
    return with_state(with_side(table, player, cards=cards), deck=deck)


def given_character(table: ExampleTable, player: int, value: Node, where: str) -> ExampleTable:
    """Set the space of the character."""
    return _with_units_at(table, player, {CHARACTER: space_of(table, player, value, where)})


def given_mechs(table: ExampleTable, player: int, value: Node, where: str) -> ExampleTable:
    """Set mechs by their abilities: `{speed: D5}`."""
    there = mapping(value, where).items()
    return _with_units_at(table, player, dict([mech_to(table, player, key, space, where) for key, space in there]))


def given_workers(table: ExampleTable, player: int, value: Node, where: str) -> ExampleTable:
    """Set the spaces of the workers on the board, one for each."""
    spaces = [space_of(table, player, each, where) for each in items(value, where)]
    if len(spaces) > len(WORKERS):
        raise ExampleError(f"{where}: there are {len(WORKERS)} workers, not {len(spaces)}")
    return _with_units_at(table, player, dict(zip(WORKERS, spaces, strict=False)))


def _with_units_at(table: ExampleTable, player: int, where: Mapping[int, str]) -> ExampleTable:
    return with_side(table, player, units=with_units(side_at(table, player), where))


def given_structures(table: ExampleTable, player: int, value: Node, where: str) -> ExampleTable:
    """Set built structures: `{mine: D5}`."""
    built = list(side_at(table, player).structures)
    for key, to in mapping(value, where).items():
        structure, space = structure_to(table, player, key, to, where)
        built[STRUCTURES.index(structure)] = space
    return with_side(table, player, structures=tuple(built))


def given_upgrades(table: ExampleTable, player: int, value: Node, where: str) -> ExampleTable:
    """Set moved cubes by their green boxes, with their bottom rows: `{coin: build}`."""
    laid = dict([cube_to(table, player, key, row, where) for key, row in mapping(value, where).items()])
    boxes = tuple([list(laid.values()).count(section) for section in AT_BOTTOM.values()])
    return with_side(table, player, cubes=tuple([cube in laid for cube in CUBES]), boxes=boxes)


def given_recruits(table: ExampleTable, player: int, value: Node, where: str) -> ExampleTable:
    """Set enlisted recruits by their bottom rows, with their one-time bonuses: `{build: pop}`."""
    gone = dict([recruit_to(table, player, key, part, where) for key, part in mapping(value, where).items()])
    return with_side(table, player, recruits=tuple([gone.get(section, NONE) for section in AT_BOTTOM.values()]))


def given_turn(table: ExampleTable, value: Node, where: str) -> ExampleTable:
    """Set the player whose turn it is."""
    return after_facts(table, TurnBegan(player_of(table, value, where), 1))


def given_row(phase: Phase, done: int) -> Given:
    """A word that sets the active player's section and the next row."""

    def given(table: ExampleTable, value: Node, where: str) -> ExampleTable:
        player = table.state.active
        agenda = table.state.agenda[done:]
        return after_facts(table, SectionChosen(player, section_of(table, player, value, where)), Went(phase, agenda))

    return given


def given_moving(table: ExampleTable, value: Node, where: str) -> ExampleTable:
    """Start a Move of the active player with this number of units."""
    player, units = table.state.active, number(value, where)
    section = section_with(book_at(table), side_at(table, player), Top.MOVE)
    agenda = (Moving(), *table.state.agenda[2:])
    return after_facts(table, SectionChosen(player, section), MoveBegan(player, units, 1), Went(Phase.MOVING, agenda))


def given_marks(table: ExampleTable, value: Node, where: str) -> ExampleTable:
    """Remove or restore encounter tokens: `{B4: false}`. A list names all that are there."""
    if not isinstance(value, Mapping):
        return with_state(table, marks=tuple([space_of(table, 0, each, where) for each in items(value, where)]))
    marks = {**dict.fromkeys(table.state.marks, True), **{str(key): yes_or_no(each, where) for key, each in value.items()}}
    return with_state(table, marks=tuple([space_of(table, 0, key, where) for key, there in marks.items() if there]))


def given_deck(table: ExampleTable, value: Node, where: str) -> ExampleTable:
    """Set the top combat cards of the deck. `{only: [...]}` sets the whole deck."""
    only = isinstance(value, Mapping)
    cards, left = claim_cards(
        table.state.deck, mapping_of_known(value, {"only": None}, where).get("only") if only else value, where
    )
    return with_state(table, deck=cards if only else cards + left)


def given_discard(table: ExampleTable, value: Node, where: str) -> ExampleTable:
    """Set the discarded combat cards, the newest last."""
    cards, left = claim_cards(table.state.deck, value, where)
    return with_state(table, discard=cards, deck=left)
