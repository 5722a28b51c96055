"""What lies on the table when an example of Scythe begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from msgspec import structs

from rooms.realm.examples.nodes import ExampleError, Node, items, mapping, number, one_of, text
from rooms.tables.game.example_cards import reserved
from rooms.tables.game.example_table import Given, GivenSide, Table, player_of
from rooms.tables.game.example_words import among, truth, with_side, with_state
from rooms.tables.scythe.facts.moves import MoveBegan
from rooms.tables.scythe.facts.turns import SectionChosen, TurnBegan, Went
from rooms.tables.scythe.game import example_words as words
from rooms.tables.scythe.game.content import CUBES, STRUCTURES, Content, Top
from rooms.tables.scythe.game.sides import with_units
from rooms.tables.scythe.game.state import CHARACTER, NONE, WORKERS, Moving, Phase, Side
from rooms.tables.scythe.rules.measures import section_with


def content_of(content: Content, given: Mapping[str, Node]) -> Content:
    """Who is called as a faction is dealt it, others those that are left, in the order of the mats."""
    if mapping(given.get("options"), "given.options").get("ban_combos") == "on":
        raise ExampleError("given.options.ban_combos: nothing is shuffled here, so mats are not dealt again; leave it away")
    known, named = {each.id: each for each in content.factions}, given.get("players")
    names = [str(each) for each in named][: len(known)] if isinstance(named, list) else []
    left = [each for each in content.factions if each.id not in names]
    return structs.replace(content, factions=(*[known.get(name) or left.pop(0) for name in names], *left))


def begin(table: Table, given: Mapping[str, Node]) -> Table:
    """Characters at home, nothing else on board and mats but what is given, the first player to choose a section."""
    book, before = words.book_at(table), table.state
    bare = [Side(faction=each.faction, mat=each.mat, units=(each.units[CHARACTER], *Side().units[1:])) for each in before.sides]
    state = structs.replace(
        before,
        sides=tuple(bare),
        deck=tuple([value for value, count in sorted(book.content.numbers.cards.items()) for _ in range(count)]),
        objectives=tuple(book.objectives),
    )
    known = {*book.encounters, *book.objectives}
    return evolved(replace(table, state=state, called=reserved(dict(given), known)), TurnBegan(0, 1))


def evolved(table: Table, *facts: object) -> Table:
    """The table after some facts, as if they had come before the example."""
    for fact in facts:
        table = replace(table, state=table.rules.facts.evolve(table.state, fact))
    return table


def given_on(field: str, read: words.Read) -> GivenSide:
    """A word for a field of a player's side."""
    return lambda table, player, value, where: with_side(table, player, **{field: read(table, player, value, where)})


def given_in(field: str, read: words.Read) -> Given:
    """A word for a field of the state."""
    return lambda table, value, where: with_state(table, **{field: read(table, 0, value, where)})


def given_mat(table: Table, player: int, value: Node, where: str) -> Table:
    """The player mat, in exchange with whoever has it."""
    mat, side = one_of(text(value, where), words.book_at(table).mats, where), words.side_at(table, player)
    owner = next((other for other, each in enumerate(table.state.sides) if each.mat == mat), player)
    return with_side(with_side(table, owner, mat=side.mat), player, mat=mat)


def given_cards(table: Table, player: int, value: Node, where: str) -> Table:
    """The hand, by values or as a number."""
    cards, deck = words.claimed(table.state.deck, value, where)
    return with_state(with_side(table, player, cards=cards), deck=deck)


def given_character(table: Table, player: int, value: Node, where: str) -> Table:
    """Where the character is."""
    return _standing(table, player, {CHARACTER: words.space_of(table, player, value, where)})


def given_mechs(table: Table, player: int, value: Node, where: str) -> Table:
    """Mechs by their abilities: `{speed: D5}`."""
    there = mapping(value, where).items()
    return _standing(table, player, dict([words.mech_to(table, player, key, space, where) for key, space in there]))


def given_workers(table: Table, player: int, value: Node, where: str) -> Table:
    """The spaces of the workers on the board, one for each."""
    spaces = [words.space_of(table, player, each, where) for each in items(value, where)]
    if len(spaces) > len(WORKERS):
        raise ExampleError(f"{where}: there are {len(WORKERS)} workers, not {len(spaces)}")
    return _standing(table, player, dict(zip(WORKERS, spaces, strict=False)))


def _standing(table: Table, player: int, where: Mapping[int, str]) -> Table:
    return with_side(table, player, units=with_units(words.side_at(table, player), where))


def given_structures(table: Table, player: int, value: Node, where: str) -> Table:
    """Structures that are built: `{mine: D5}`."""
    built = list(words.side_at(table, player).structures)
    for key, to in mapping(value, where).items():
        structure, space = words.structure_to(table, player, key, to, where)
        built[STRUCTURES.index(structure)] = space
    return with_side(table, player, structures=tuple(built))


def given_upgrades(table: Table, player: int, value: Node, where: str) -> Table:
    """Cubes by their green boxes, with the bottom row that they lie on: `{coin: build}`."""
    laid = dict([words.cube_to(table, player, key, row, where) for key, row in mapping(value, where).items()])
    boxes = tuple([list(laid.values()).count(section) for section in words.AT_BOTTOM.values()])
    return with_side(table, player, cubes=tuple([cube in laid for cube in CUBES]), boxes=boxes)


def given_recruits(table: Table, player: int, value: Node, where: str) -> Table:
    """Recruits by their bottom rows, with the one-time bonus they went to: `{build: pop}`."""
    gone = dict([words.recruit_to(table, player, key, part, where) for key, part in mapping(value, where).items()])
    return with_side(table, player, recruits=tuple([gone.get(section, NONE) for section in words.AT_BOTTOM.values()]))


def given_turn(table: Table, value: Node, where: str) -> Table:
    """Whose turn it is."""
    return evolved(table, TurnBegan(player_of(table, value, where), 1))


def given_row(phase: Phase, done: int) -> Given:
    """A word for the section that the active player has chosen, and which of its rows is next."""

    def given(table: Table, value: Node, where: str) -> Table:
        player = table.state.active
        agenda = table.state.agenda[done:]
        return evolved(table, SectionChosen(player, words.section_of(table, player, value, where)), Went(phase, agenda))

    return given


def given_moving(table: Table, value: Node, where: str) -> Table:
    """A Move of the active player under way, with so many units."""
    player, units = table.state.active, number(value, where)
    section = section_with(words.book_at(table), words.side_at(table, player), Top.MOVE)
    agenda = (Moving(), *table.state.agenda[2:])
    return evolved(table, SectionChosen(player, section), MoveBegan(player, units, 1), Went(Phase.MOVING, agenda))


def given_marks(table: Table, value: Node, where: str) -> Table:
    """Encounter tokens that are gone, or there again: `{B4: false}`; a list is all that there are."""
    if not isinstance(value, Mapping):
        return with_state(table, marks=tuple([words.space_of(table, 0, each, where) for each in items(value, where)]))
    marks = {**dict.fromkeys(table.state.marks, True), **{str(key): truth(each, where) for key, each in value.items()}}
    return with_state(table, marks=tuple([words.space_of(table, 0, key, where) for key, there in marks.items() if there]))


def given_deck(table: Table, value: Node, where: str) -> Table:
    """The combat cards on top of the deck; `{only: [...]}` are all of it."""
    only = isinstance(value, Mapping)
    cards, left = words.claimed(table.state.deck, among(value, {"only": None}, where).get("only") if only else value, where)
    return with_state(table, deck=cards if only else cards + left)


def given_discard(table: Table, value: Node, where: str) -> Table:
    """The combat cards that are discarded, the newest last."""
    cards, left = words.claimed(table.state.deck, value, where)
    return with_state(table, discard=cards, deck=left)
