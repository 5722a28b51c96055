"""The words of Potemkin Empire in examples: what lies on the table, what players do, what lies there afterwards.

A card is written by its id or by what it is: "government" (real for that type alone, without an ability), "culture+science" (real
for both), "fake" (a flat fake without an ability), "night-shift" (any card with it), "fake with night-shift". A building is written
by whose it is, its type and its number among those its owner has had: "B industry 2"; the only one needs no number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from msgspec import structs

from rooms.realm.examples.nodes import ExampleError, Node, difference, items, mapping, number, one_of, text
from rooms.tables.game.examples import GameExamples, Table, TableWords, player_of
from rooms.tables.potemkin.game.actions import (
    Build,
    BuildAgain,
    Check,
    CheckAgain,
    Discard,
    Pick,
    PlaceAgents,
    PlayAbility,
    Produce,
    Spy,
)
from rooms.tables.potemkin.game.book import book_of
from rooms.tables.potemkin.game.content import FACADES, POINTS, Card, Facade
from rooms.tables.potemkin.game.kind import POTEMKIN
from rooms.tables.potemkin.game.state import MONTHS, Building, Meeple, Phase, PotemkinState, Side, holder_of
from rooms.tables.potemkin.rules.scoring import scores_of

FAKE: Final = "fake"
WITH: Final = " with "
BOARD: Final = "board"
SHIELD: Final = "shield"
GONE: Final = "gone"
NOTHING: Final = "nothing"
CONSTRUCTION, PRODUCTION = "construction", "production"
RESERVED: Final = "*"  # in `called`: the cards that an example names by their ids, which no description may take


# --- cards --------------------------------------------------------------------------------------------------------------


def _cards(table: Table) -> Mapping[str, Card]:
    return {card.id: card for card in table.content.cards}


def words_of(card: Card) -> str:
    """What a card is, as examples write it."""
    is_ = "+".join(sorted(card.real_types)) or FAKE
    return is_ if card.ability is None else f"{is_}{WITH}{card.ability}"


def _is(card: Card, word: str) -> bool:
    return word in (card.id, card.ability, words_of(card)) or _turned(word) == words_of(card)


def _turned(word: str) -> str:
    """ "science+culture" is the same as "culture+science"."""
    types, with_, ability = word.partition(WITH)
    return "+".join(sorted(types.split("+"))) + with_ + ability


def _card_word(table: Table, value: Node, where: str) -> str:
    word = text(value, where)
    if not any(_is(card, word) for card in table.content.cards):
        raise ExampleError(
            f"{where}: no card is '{word}'; write an id, {', '.join((*FACADES, FAKE))}, two types 'culture+science', or an ability"
        )
    return word


def _claimed(table: Table, value: Node, where: str) -> tuple[Table, str]:
    """A card for a place that is given, from those that lie nowhere else; it leaves the deck."""
    word = _card_word(table, value, where)
    state: PotemkinState = table.state
    free = [card for card in state.deck if card == word] or [
        card for card in state.deck if card not in table.called[RESERVED] and _is(_cards(table)[card], word)
    ]
    if not free:
        raise ExampleError(f"{where}: there is no further card '{word}'")
    deck = tuple(card for card in state.deck if card != free[0])
    return replace(table, state=structs.replace(state, deck=deck)), free[0]


def _all_claimed(table: Table, value: Node, where: str) -> tuple[Table, tuple[str, ...]]:
    """The cards of a list; a number is so many of any."""
    if isinstance(value, int):
        return _any_claimed(table, number(value, where), where)
    found = []
    for each in items(value, where):
        table, card = _claimed(table, each, where)
        found.append(card)
    return table, tuple(found)


def _any_claimed(table: Table, count: int, where: str) -> tuple[Table, tuple[str, ...]]:
    deck = table.state.deck
    free = [card for card in reversed(deck) if card not in table.called[RESERVED]][:count]
    if len(free) < count:
        raise ExampleError(f"{where}: there are only {len(free)} cards left")
    left = tuple(card for card in deck if card not in free)
    return replace(table, state=structs.replace(table.state, deck=left)), tuple(free)


def _in(table: Table, cards: Sequence[str], value: Node, where: str) -> str:
    """The card of a hand or a pack that a word means; an id may name any card of the game, for the rules to refuse."""
    word = _card_word(table, value, where)
    known = _cards(table)
    if word in known:
        return word
    found = next((card for card in cards if _is(known[card], word)), None)
    if found is None:
        there = ", ".join(words_of(known[card]) for card in cards) or "nothing"
        raise ExampleError(f"{where}: there is no '{word}' to choose; there is {there}")
    return found


# --- buildings ----------------------------------------------------------------------------------------------------------


def named(table: Table) -> Table:
    """The table with a name for every building that has come to stand: "B industry 2"."""
    names: dict[str, Any] = dict(table.called)
    known = {id_ for name, id_ in names.items() if name != RESERVED}
    for player, side in enumerate(table.state.sides):
        for building in side.village:
            if building.id not in known:
                kind = f"{table.names[player]} {building.facade.value}"
                names[f"{kind} {1 + sum(name.startswith(f'{kind} ') for name in names)}"] = building.id
    return replace(table, called=names)


def _building(table: Table, value: Node, where: str, owner: int | None = None) -> int:
    """The number of a building, whether it still stands or not; the own ones of `owner` need no owner's name."""
    word = text(value, where)
    if owner is not None and word.split(" ")[0] in FACADES:
        word = f"{table.names[owner]} {word}"
    fitting = [name for name in table.called if name == word or name.rpartition(" ")[0] == word]
    if len(fitting) != 1:
        there = ", ".join(name for name in table.called if name != RESERVED) or "none"
        why = f"there is no building '{word}'" if not fitting else f"'{word}' may be any of {len(fitting)}"
        raise ExampleError(f"{where}: {why}; there are {there}")
    found: int = table.called[fitting[0]]
    return found


def _standing(table: Table, id_: int) -> tuple[int, Building] | None:
    for owner, side in enumerate(table.state.sides):
        for building in side.village:
            if building.id == id_:
                return owner, building
    return None


def _facade_and_card(value: Node, where: str) -> tuple[Facade, Node, dict[str, Node]]:
    """`{culture: fake, agents: 1}` as a type, a card and the rest."""
    said = dict(mapping(value, where))
    types = [key for key in said if key in FACADES]
    if len(types) != 1:
        raise ExampleError(f"{where}: write one type and its card, such as '{{culture: fake}}'; the types are {', '.join(FACADES)}")
    return Facade(types[0]), said.pop(types[0]), said


# --- given --------------------------------------------------------------------------------------------------------------


def begin(table: Table, given: Mapping[str, Node]) -> Table:
    """The middle of an Action phase in month 1: no village, no hand, all cards in the deck in the order of the files."""
    cards = tuple(card.id for card in table.content.cards)
    state: PotemkinState = structs.replace(table.state, phase=Phase.TURN, sides=(Side(),) * len(table.names), deck=cards, turn=0)
    return replace(table, state=state, called={RESERVED: frozenset(set(_texts(given)) & set(cards))})


def _texts(value: Node) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


def _with_side(table: Table, player: int, **changed: Any) -> Table:
    sides = list(table.state.sides)
    sides[player] = structs.replace(sides[player], **changed)
    return replace(table, state=structs.replace(table.state, sides=tuple(sides)))


def given_hand(table: Table, player: int, value: Node, where: str) -> Table:
    """The cards of the hand."""
    table, cards = _all_claimed(table, value, where)
    return _with_side(table, player, hand=cards)


def given_pack(table: Table, player: int, value: Node, where: str) -> Table:
    """The pack in front of the player; the table drafts then."""
    table, cards = _all_claimed(table, value, where)
    table = replace(table, state=structs.replace(table.state, phase=Phase.DRAFT))
    return _with_side(table, player, pack=cards)


def given_village(table: Table, player: int, value: Node, where: str) -> Table:
    """The buildings in their order: `{industry: fake, cubes: 3, agents: 1, shown: true}`."""
    for at, each in enumerate(items(value, where) if not isinstance(value, Mapping) else (value,)):
        inner = f"{where}[{at}]"
        facade, card, more = _facade_and_card(each, inner)
        table, id_ = _claimed(table, card, f"{inner}.{facade.value}")
        for key in more:
            one_of(key, dict.fromkeys(("cubes", "agents", "shown", "inspected by")), inner)
        built = table.state.built + 1
        building = Building(
            id=built,
            facade=facade,
            card=id_,
            cubes=number(more.get("cubes", 0), f"{inner}.cubes"),
            agents=number(more.get("agents", 0), f"{inner}.agents"),
            shown=_yes(more.get("shown", False), f"{inner}.shown"),
            inspected_by=tuple(
                sorted(player_of(table, by, f"{inner}.inspected by") for by in items(more.get("inspected by"), inner))
            ),
        )
        table = _with_side(table, player, village=(*table.state.sides[player].village, building))
        table = replace(table, state=structs.replace(table.state, built=built))
    return table


def _yes(value: Node, where: str) -> bool:
    if not isinstance(value, bool):
        raise ExampleError(f"{where}: write true or false here, not {value!r}")
    return value


def given_spent(table: Table, player: int, value: Node, where: str) -> Table:
    """Spent agents beside the mode token."""
    return _with_side(table, player, spent=number(value, where))


def given_mode(table: Table, player: int, value: Node, where: str) -> Table:
    """The side of the mode token that is up."""
    mode = one_of(text(value, where), dict.fromkeys((CONSTRUCTION, PRODUCTION)), where)
    return _with_side(table, player, producing=mode == PRODUCTION)


def given_captured(table: Table, player: int, value: Node, where: str) -> Table:
    """The captured cards, as a list or as their number."""
    table, cards = _all_claimed(table, value, where)
    return _with_side(table, player, captured=cards)


def given_discard(table: Table, value: Node, where: str) -> Table:
    """The discard pile, as a list or as its number of cards."""
    table, cards = _all_claimed(table, value, where)
    return replace(table, state=structs.replace(table.state, discard=cards))


def given_deck(table: Table, value: Node, where: str) -> Table:
    """The top of the deck, all other cards below; `{only: [...]}` or a number is the whole deck, all others are out of the game."""
    only = mapping(value, where).get("only", 0) if isinstance(value, Mapping) else value
    if isinstance(value, Mapping):
        for key in value:
            one_of(str(key), {"only": None}, where)
    table, cards = _all_claimed(table, only, where)
    below = () if isinstance(value, int | Mapping) else table.state.deck
    return replace(table, state=structs.replace(table.state, deck=cards + below))


def given_month(table: Table, value: Node, where: str) -> Table:
    """The current month."""
    month = number(value, where)
    if not 1 <= month <= MONTHS:
        raise ExampleError(f"{where}: a game has {MONTHS} months, and {month} is none of them")
    return replace(table, state=structs.replace(table.state, months=tuple(range(month, MONTHS + 1))))


def given_turn(table: Table, value: Node, where: str) -> Table:
    """Whose turn it is; the scientist has been at work already. It is A's when nothing is said."""
    return replace(table, state=structs.replace(table.state, turn=player_of(table, value, where)))


def _given_meeple(meeple: Meeple) -> Callable[[Table, Node, str], Table]:
    def given(table: Table, value: Node, where: str) -> Table:
        holder = None if value == BOARD and meeple is not Meeple.CAPITOL else player_of(table, value, where)
        return replace(table, state=structs.replace(table.state, **{meeple.value: holder}))

    return given


# --- when ---------------------------------------------------------------------------------------------------------------


def act_picks(table: Table, player: int, value: Node, where: str) -> Pick:
    """Keep a card of the pack."""
    return Pick(_in(table, table.state.sides[player].pack, value, where))


def act_builds(table: Table, player: int, value: Node, where: str) -> Build:
    """Build: a type, and the card of the hand that goes behind it."""
    facade, card = _material(table, player, value, where)
    return Build(card, facade)


def act_builds_again(table: Table, player: int, value: Node, where: str) -> BuildAgain:
    """The second building of the Second Crew."""
    facade, card = _material(table, player, value, where)
    return BuildAgain(card, facade)


def _material(table: Table, player: int, value: Node, where: str) -> tuple[Facade, str]:
    facade, card, more = _facade_and_card(value, where)
    for key in more:
        one_of(key, dict.fromkeys(FACADES), where)
    return facade, _in(table, table.state.sides[player].hand, card, where)


def act_spies(table: Table, player: int, value: Node, where: str) -> Spy:
    """Send agents, in this order: `[{espionage 1: shield}, {espionage 1: B culture}]`, from where to what."""
    checks = []
    for each in (value,) if isinstance(value, Mapping) else items(value, where):
        for home, target in mapping(each, where).items():
            checks.append(Check(_building(table, home, where, player), _target(table, target, where)))
    return Spy(tuple(checks))


def act_checks(table: Table, player: int, value: Node, where: str) -> CheckAgain:
    """Use the additional check, on a building or on the shield."""
    return CheckAgain(_target(table, value, where))


def _target(table: Table, value: Node, where: str) -> int | None:
    return None if value == SHIELD else _building(table, value, where)


def act_declines(table: Table, player: int, value: Node, where: str) -> CheckAgain | BuildAgain:
    """Do without the additional check, or without the second building."""
    return BuildAgain(decline=True) if table.state.phase is Phase.BUILD_AGAIN else CheckAgain(decline=True)


def act_plays(table: Table, player: int, value: Node, where: str) -> PlayAbility:
    """Play a card for its ability, with what the ability asks for: `night-shift`, or `{recruiting-officer: {behind: culture}}`."""
    said = mapping(value, where) if isinstance(value, Mapping) else {text(value, where): None}
    if len(said) != 1:
        raise ExampleError(f"{where}: write one card here")
    ((card, details),) = said.items()
    hand = table.state.sides[player].hand
    found: dict[str, Any] = {"card": _in(table, hand, card, where)}
    where = f"{where}.{card}"
    for key, each in mapping(details, where).items():
        one_of(key, dict.fromkeys(("builds", "behind", "from", "looks at")), where)
        if key == "builds":
            found["facade"], found["interior"] = _material(table, player, each, f"{where}.builds")
        elif key == "looks at":
            found["looks"] = tuple(_building(table, look, where) for look in items(each, where))
        else:
            found["building" if key == "behind" else "source"] = _building(table, each, where, player)
    return PlayAbility(**found)


def act_discards(table: Table, player: int, value: Node, where: str) -> Discard:
    """The card that Fresh Timber costs."""
    return Discard(_in(table, table.state.sides[player].hand, value, where))


def act_produces(table: Table, player: int, value: Node, where: str) -> Produce:
    """Produce."""
    return Produce()


def act_places(table: Table, player: int, value: Node, where: str) -> PlaceAgents:
    """Where spent agents are readied: `{espionage 1: 2, espionage 2: 1}`."""
    counts = [
        (_building(table, home, where, player), number(agents, f"{where}.{home}")) for home, agents in mapping(value, where).items()
    ]
    return PlaceAgents(tuple(counts))


# --- then ---------------------------------------------------------------------------------------------------------------


def _cards_are(table: Table, expected: Node, found: Sequence[str], what: str, where: str) -> Iterator[str]:
    """A number of cards, or exactly these in any order."""
    if isinstance(expected, int):
        yield from difference(number(expected, where), len(found), what)
        return
    known, left = _cards(table), list(found)
    words = sorted((_card_word(table, each, where) for each in items(expected, where)), key=lambda word: word not in known)
    missing = []
    for word in words:
        fitting = next((card for card in left if _is(known[card], word)), None)
        left.remove(fitting) if fitting is not None else missing.append(word)
    if missing or left:
        yield f"{what}: expected {words or 'none'}, found {[words_of(known[card]) for card in found] or 'none'}"


def _then_cards(name: str) -> Callable[[Table, int, Node, str], Iterator[str]]:
    def then(table: Table, player: int, value: Node, where: str) -> Iterator[str]:
        return _cards_are(table, value, getattr(table.state.sides[player], name), f"{name} of {table.names[player]}", where)

    return then


def _then_pile(name: str) -> Callable[[Table, Node, str], Iterator[str]]:
    def then(table: Table, value: Node, where: str) -> Iterator[str]:
        return _cards_are(table, value, getattr(table.state, name), name, where)

    return then


def then_village(table: Table, player: int, value: Node, where: str) -> Iterator[str]:
    """Exactly the buildings that stand, in their order: `[{culture: fake}, {science: science}]`."""
    known = _cards(table)
    wanted = [_facade_and_card(each, where) for each in ((value,) if isinstance(value, Mapping) else items(value, where))]
    found = table.state.sides[player].village
    fits = len(wanted) == len(found) and all(
        facade is building.facade and _is(known[building.card], _card_word(table, card, where)) and not more
        for (facade, card, more), building in zip(wanted, found, strict=True)
    )
    if not fits:
        expected = [f"{facade.value}: {card}" for facade, card, _more in wanted]
        there = [f"{building.facade.value}: {words_of(known[building.card])}" for building in found]
        yield f"village of {table.names[player]}: expected {expected or 'none'}, found {there or 'none'}"


def then_mode(table: Table, player: int, value: Node, where: str) -> Iterable[str]:
    """The side of the mode token that is up."""
    mode = one_of(text(value, where), dict.fromkeys((CONSTRUCTION, PRODUCTION)), where)
    found = PRODUCTION if table.state.sides[player].producing else CONSTRUCTION
    return difference(mode, found, f"mode of {table.names[player]}")


def _then_count(what: str, count: Callable[[Side], int]) -> Callable[[Table, int, Node, str], Iterable[str]]:
    def then(table: Table, player: int, value: Node, where: str) -> Iterable[str]:
        return difference(number(value, where), count(table.state.sides[player]), f"{what} of {table.names[player]}")

    return then


def then_points(table: Table, player: int, value: Node, where: str) -> Iterator[str]:
    """Points by category: `{fakes: 4, government: 2, culture: 1, captured: 0, cubes: 5}`."""
    score = scores_of(table.state, book_of(table.content))[player]
    for key, expected in mapping(value, where).items():
        found = getattr(score, one_of(key, POINTS, where))
        yield from difference(number(expected, f"{where}.{key}"), found, f"points of {table.names[player]}, {key}")


def then_sees(table: Table, player: int, value: Node, where: str) -> Iterator[str]:
    """What the player knows of interiors: `{B culture: fake, C science: nothing}`."""
    view = table.rules.view(table.state, player)
    known = _cards(table)
    seen = {building.id: building for side in view.sides for building in side.village}
    for name, expected in mapping(value, where).items():
        building = seen.get(_building(table, name, where, player))
        if building is None:
            yield f"{table.names[player]} sees {name}: expected {expected!r}, but it does not stand"
            continue
        word = NOTHING if expected == NOTHING else _card_word(table, expected, f"{where}.{name}")
        found = NOTHING if building.card is None else words_of(known[building.card])
        if word != found and (building.card is None or not _is(known[building.card], word)):
            yield f"{table.names[player]} sees {name}: expected {word!r}, found {found!r}"


def then_buildings(table: Table, value: Node, where: str) -> Iterator[str]:
    """Parts of buildings: `{B culture: gone, C science 1: {real: true, shown: true, cubes: 0, agents: 0}}`."""
    for name, expected in mapping(value, where).items():
        standing = _standing(table, _building(table, name, where))
        if expected == GONE or standing is None:
            if (expected == GONE) != (standing is None):
                yield f"building {name}: expected {expected!r}, {'but it stands' if standing else 'but it is gone'}"
            continue
        _owner, building = standing
        found: dict[str, Node] = {
            "real": book_of(table.content).is_real(building),
            "shown": building.shown,
            "cubes": building.cubes,
            "agents": building.agents,
            "inspected by": [table.names[by] for by in building.inspected_by],
        }
        said = mapping(expected, f"{where}.{name}")
        for key in said:
            one_of(key, found, f"{where}.{name}")
        yield from difference(said, found, f"building {name}")


def _then_meeple(meeple: Meeple) -> Callable[[Table, Node, str], Iterable[str]]:
    def then(table: Table, value: Node, where: str) -> Iterable[str]:
        expected = BOARD if value == BOARD else table.names[player_of(table, value, where)]
        holder = holder_of(table.state, meeple)
        return difference(expected, BOARD if holder is None else table.names[holder], meeple.value)

    return then


def then_month(table: Table, value: Node, where: str) -> Iterable[str]:
    """The current month; 0 when none is left."""
    return difference(number(value, where), table.state.month, "month")


def then_phase(table: Table, value: Node, where: str) -> Iterable[str]:
    """What the table waits for: draft, turn, check-again, build-again, discard, ready-agents, over."""
    phase = one_of(text(value, where), dict.fromkeys(each.value for each in Phase), where)
    return difference(phase, table.state.phase.value, "phase")


def then_turn(table: Table, value: Node, where: str) -> Iterable[str]:
    """Whose turn it is."""
    return difference(table.names[player_of(table, value, where)], table.names[table.state.turn], "turn")


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
        "discard": given_discard,
        "deck": given_deck,
        "month": given_month,
        "turn": given_turn,
        **{meeple.value: _given_meeple(meeple) for meeple in Meeple},
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
        "hand": _then_cards("hand"),
        "pack": _then_cards("pack"),
        "captured": _then_cards("captured"),
        "village": then_village,
        "ready": _then_count("ready agents", lambda side: sum(building.agents for building in side.village)),
        "spent": _then_count("spent agents", lambda side: side.spent),
        "cubes": _then_count("cubes", lambda side: sum(building.cubes for building in side.village)),
        "mode": then_mode,
        "points": then_points,
        "sees": then_sees,
    },
    then={
        "buildings": then_buildings,
        "deck": _then_pile("deck"),
        "discard": _then_pile("discard"),
        "month": then_month,
        "phase": then_phase,
        "turn": then_turn,
        **{meeple.value: _then_meeple(meeple) for meeple in Meeple},
    },
)
GAME: Final = GameExamples(kind=POTEMKIN, words=VOCABULARY)
