"""Vocabulary of Potemkin Empire examples: starting tables, actions and expectations.

A card is written by its id or by its properties: "government" (real for that type alone, without an ability), "culture+science"
(real for both), "fake" (a flat fake without an ability), "night-shift" (any card with it), "fake with night-shift". A building is
written by its owner, its type and its number among the owner's buildings of that type: "B industry 2". The only one needs no
number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from rooms.realm.examples.nodes import ExampleError, Node, difference, items, mapping, number, one_of, text
from rooms.tables.game.example_tables import (
    ExampleTable,
    TableWords,
    Then,
    given_number,
    given_player,
    mapping_of_known,
    then_number,
    then_phase,
    then_player,
)
from rooms.tables.game.examples import GameExamples
from rooms.tables.potemkin.game import actions
from rooms.tables.potemkin.game import example_tables as given
from rooms.tables.potemkin.game.content import FACADES, POINTS, Facade, book_of
from rooms.tables.potemkin.game.example_tables import (
    BOARD,
    CARDS,
    CONSTRUCTION,
    GONE,
    NOTHING,
    PRODUCTION,
    SHIELD,
    building_in,
    cards_of,
    facade_and_card,
    is_called,
    named,
    where_stands,
    words_of,
)
from rooms.tables.potemkin.game.registration import POTEMKIN
from rooms.tables.potemkin.game.state import Meeple, Phase, holder_of
from rooms.tables.potemkin.rules.interiors import is_real
from rooms.tables.potemkin.rules.scoring import points_of


def act_picks(table: ExampleTable, player: int, value: Node, where: str) -> actions.Pick:
    """Read the card to keep."""
    return actions.Pick(CARDS.choose(table, table.state.sides[player].pack, value, where))


def act_builds(table: ExampleTable, player: int, value: Node, where: str) -> actions.Build:
    """Read a type and the hand card behind it."""
    facade, card = _material(table, player, value, where)
    return actions.Build(card, facade)


def act_builds_again(table: ExampleTable, player: int, value: Node, where: str) -> actions.BuildAgain:
    """Read the second building of the Second Crew."""
    facade, card = _material(table, player, value, where)
    return actions.BuildAgain(card, facade)


def _material(table: ExampleTable, player: int, value: Node, where: str) -> tuple[Facade, str]:
    facade, card, more = facade_and_card(value, where)
    for key in more:
        one_of(key, dict.fromkeys(FACADES), where)
    return facade, CARDS.choose(table, table.state.sides[player].hand, card, where)


def act_spies(table: ExampleTable, player: int, value: Node, where: str) -> actions.Spy:
    """Read agents' homes and targets, in this order: `[{espionage 1: shield}, {espionage 1: B culture}]`."""
    checks = []
    for each in (value,) if isinstance(value, Mapping) else items(value, where):
        for home, target in mapping(each, where).items():
            checks.append(actions.Check(building_in(table, home, where, player), _target(table, target, where)))
    return actions.Spy(tuple(checks))


def act_checks(table: ExampleTable, player: int, value: Node, where: str) -> actions.CheckAgain:
    """Read the target of the additional check: a building or the shield."""
    return actions.CheckAgain(_target(table, value, where))


def _target(table: ExampleTable, value: Node, where: str) -> int | None:
    return None if value == SHIELD else building_in(table, value, where)


def act_declines(table: ExampleTable, player: int, value: Node, where: str) -> actions.CheckAgain | actions.BuildAgain:
    """Decline the additional check, or the second building."""
    return actions.BuildAgain(decline=True) if table.state.phase is Phase.BUILD_AGAIN else actions.CheckAgain(decline=True)


def act_plays(table: ExampleTable, player: int, value: Node, where: str) -> actions.PlayAbility:
    """Read a card and the targets of its ability: `night-shift`, or `{recruiting-officer: {behind: culture}}`."""
    said = mapping(value, where) if isinstance(value, Mapping) else {text(value, where): None}
    if len(said) != 1:
        raise ExampleError(f"{where}: write one card here")
    ((card, details),) = said.items()
    hand = table.state.sides[player].hand
    found: dict[str, Any] = {"card": CARDS.choose(table, hand, card, where)}
    where = f"{where}.{card}"
    for key, each in mapping(details, where).items():
        one_of(key, dict.fromkeys(("builds", "behind", "from", "looks at")), where)
        if key == "builds":
            found["facade"], found["interior"] = _material(table, player, each, f"{where}.builds")
        elif key == "looks at":
            found["looks"] = tuple(building_in(table, look, where) for look in items(each, where))
        else:
            found["building" if key == "behind" else "source"] = building_in(table, each, where, player)
    return actions.PlayAbility(**found)


def act_discards(table: ExampleTable, player: int, value: Node, where: str) -> actions.Discard:
    """Read the card that Fresh Timber costs."""
    return actions.Discard(CARDS.choose(table, table.state.sides[player].hand, value, where))


def act_produces(table: ExampleTable, player: int, value: Node, where: str) -> actions.Produce:
    return actions.Produce()


def act_places(table: ExampleTable, player: int, value: Node, where: str) -> actions.PlaceAgents:
    """Read the places of spent agents: `{espionage 1: 2, espionage 2: 1}`."""
    counts = [
        (building_in(table, home, where, player), number(agents, f"{where}.{home}"))
        for home, agents in mapping(value, where).items()
    ]
    return actions.PlaceAgents(tuple(counts))


def then_village(table: ExampleTable, player: int, value: Node, where: str) -> Iterator[str]:
    """Compare the standing buildings, in their order: `[{culture: fake}, {science: science}]`."""
    known = cards_of(table)
    wanted = [facade_and_card(each, where) for each in ((value,) if isinstance(value, Mapping) else items(value, where))]
    found = table.state.sides[player].village
    fits = len(wanted) == len(found) and all(
        facade is building.facade and is_called(known[building.card], CARDS.word(table, card, where)) and not more
        for (facade, card, more), building in zip(wanted, found, strict=True)
    )
    if not fits:
        expected = [f"{facade.value}: {card}" for facade, card, _more in wanted]
        there = [f"{building.facade.value}: {words_of(known[building.card])}" for building in found]
        yield f"village of {table.names[player]}: expected {expected or 'none'}, found {there or 'none'}"


def then_mode(table: ExampleTable, player: int, value: Node, where: str) -> Iterable[str]:
    mode = one_of(text(value, where), dict.fromkeys((CONSTRUCTION, PRODUCTION)), where)
    found = PRODUCTION if table.state.sides[player].producing else CONSTRUCTION
    return difference(mode, found, f"mode of {table.names[player]}")


def then_points(table: ExampleTable, player: int, value: Node, where: str) -> Iterator[str]:
    """Compare points by category: `{fakes: 4, government: 2, culture: 1, captured: 0, cubes: 5}`."""
    score = points_of(book_of(table.content), table.state)[player]
    for key, expected in mapping(value, where).items():
        found = getattr(score, one_of(key, POINTS, where))
        yield from difference(number(expected, f"{where}.{key}"), found, f"points of {table.names[player]}, {key}")


def then_sees(table: ExampleTable, player: int, value: Node, where: str) -> Iterator[str]:
    """Compare the player's knowledge of interiors: `{B culture: fake, C science: nothing}`."""
    view = table.rules.view(table.state, player)
    known = cards_of(table)
    seen = {building.id: building for side in view.sides for building in side.village}
    for name, expected in mapping(value, where).items():
        building = seen.get(building_in(table, name, where, player))
        if building is None:
            yield f"{table.names[player]} sees {name}: expected {expected!r}, but it does not stand"
            continue
        word = NOTHING if expected == NOTHING else CARDS.word(table, expected, f"{where}.{name}")
        found = NOTHING if building.card is None else words_of(known[building.card])
        if word != found and (building.card is None or not is_called(known[building.card], word)):
            yield f"{table.names[player]} sees {name}: expected {word!r}, found {found!r}"


def then_buildings(table: ExampleTable, value: Node, where: str) -> Iterator[str]:
    """Compare parts of buildings: `{B culture: gone, C science 1: {real: true, shown: true, cubes: 0, agents: 0}}`."""
    for name, expected in mapping(value, where).items():
        standing = where_stands(table, building_in(table, name, where))
        if expected == GONE or standing is None:
            if (expected == GONE) != (standing is None):
                yield f"building {name}: expected {expected!r}, {'but it stands' if standing else 'but it is gone'}"
            continue
        _owner, building = standing
        found: dict[str, Node] = {
            "real": is_real(book_of(table.content), building.card, building.facade),
            "shown": building.shown,
            "cubes": building.cubes,
            "agents": building.agents,
            "inspected by": [table.names[by] for by in building.inspected_by],
        }
        yield from difference(mapping_of_known(expected, found, f"{where}.{name}"), found, f"building {name}")


def then_month(table: ExampleTable, value: Node, where: str) -> Iterable[str]:
    """Compare the current month; 0 when none is left."""
    return difference(number(value, where), table.state.month, "month")


def then_meeple(meeple: Meeple) -> Then:
    """Compare the holder of a meeple, or the board."""
    return then_player(meeple.value, lambda state: holder_of(state, meeple), BOARD)


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
        "hand": CARDS.then_side("hand"),
        "pack": CARDS.then_side("pack"),
        "captured": CARDS.then_side("captured"),
        "village": then_village,
        "ready": then_number("ready agents", lambda side: sum(building.agents for building in side.village)),
        "spent": then_number("spent agents", lambda side: side.spent),
        "cubes": then_number("cubes", lambda side: sum(building.cubes for building in side.village)),
        "mode": then_mode,
        "points": then_points,
        "sees": then_sees,
    },
    then={
        "buildings": then_buildings,
        "deck": CARDS.then_pile("deck"),
        "discard": CARDS.then_pile("discard"),
        "month": then_month,
        "phase": then_phase(Phase),
        "turn": then_player("turn", lambda state: state.turn),
        **{meeple.value: then_meeple(meeple) for meeple in Meeple},
    },
)
GAME: Final = GameExamples(kind=POTEMKIN, words=VOCABULARY)
