"""Properties of every Move: only places change, and offers equal the rules, written a second time here."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from control.engine.context import Unforeseen
from rooms.tables.scythe.game.actions import EndMove, StepTo
from rooms.tables.scythe.game.content import Ability
from rooms.tables.scythe.game.state import NO_TOKENS, Course, ScytheState, Side, minus, plus, tokens_at
from rooms.tables.scythe.rules.control import contested_territories
from rooms.tables.scythe.rules.end_of_game import return_contested_units
from rooms.tables.scythe.rules.movement import MOVING, steps
from rooms.tables.scythe.rules.reach import StepOffer
from rooms.tables.scythe.rules.worker_retreat import consequences
from tests.amounts import amount
from tests.rooms.tables.scythe.tables import A, book, done, moving, side

FACTIONS = ("nordic", "rusviet", "crimea", "saxony", "polania")
SPACES = tuple(book().territories)
LAND = tuple([space for space in SPACES if space not in book().lakes])
MANY = settings(max_examples=amount(25, 400))
SEEDS = st.integers(0, 2**32)


def placed(faction: str, spaces: list[str], home: str, chance: Random, *, afloat: bool) -> Side:
    """A side with units and structures on some of these spaces. Workers are on lakes only with a mech."""
    land = [space for space in spaces if space in LAND] or [home]
    mechs = {
        ability: chance.choice(spaces if afloat else land) for ability in book().factions[faction].mechs if chance.random() < 0.6
    }
    where = [*land, home, *mechs.values()]
    return side(
        faction,
        character=chance.choice([*land, home]),
        workers=" ".join([chance.choice(where) for _ in range(chance.randint(1, 4))]),
        popularity=chance.randint(0, 6),
        mine=chance.choice(["", *land]) if land != [home] else "",
        **{ability.replace("-", "_"): space for ability, space in mechs.items()},
    )


def some_table(seed: int) -> ScytheState:
    """The beginning of the first player's Move among two others. Each side has spaces of its own."""
    chance = Random(seed)
    factions, spaces = chance.sample(FACTIONS, 3), chance.sample(SPACES, 21)
    sides = [
        placed(faction, spaces[7 * number : 7 * number + 7], book().factions[faction].home, chance, afloat=True)
        for number, faction in enumerate(factions)
    ]
    lying = {space: tuple([chance.choice([0, 0, 1]) for _ in range(4)]) for space in (*spaces, book().factions[factions[0]].home)}
    return moving(
        *sides,
        units=chance.randint(1, 3),
        far=chance.choice([1, 1, 2]),
        tokens={space: tokens for space, tokens in lying.items() if any(tokens)},
        marks=tuple([space for space in SPACES if book().territories[space].encounter and chance.random() < 0.7]),
    )


def walked(seed: int, most: int = 6) -> Iterator[ScytheState]:
    """Tables of a random Move, from its beginning on."""
    chance, state = Random(seed + 1), some_table(seed)
    yield state
    for _ in range(most):
        offers = [offer for row in MOVING.values() for offer in row.offers(book(), state, A)]
        action = chance.choice(offers).some(chance)
        if type(action) is EndMove:
            continue
        state = done(MOVING, state, A, action).state
        yield state


# --- the rules, written a second time ---------------------------------------------------------------------------------------


def abilities(mine: Side) -> set[Ability]:
    """Abilities in force."""
    faction = book().factions[mine.faction]
    return {faction.own} | {ability for number, ability in enumerate(faction.mechs, start=1) if mine.units[number]}


def touches(here: str, to: str) -> bool:
    """Return whether two spaces share an edge, or the first is a home base that leads to the second."""
    if here in book().bases:
        return to in book().bases[here].links
    one, other = book().territories[here], book().territories[to]
    q, r = other.q - one.q, other.r - one.r
    return max(abs(q), abs(r), abs(q + r)) == 1


def is_river(here: str, to: str) -> bool:
    spaces = book().territories if here in book().territories else book().bases
    return to in spaces[here].rivers or here in book().territories[to].rivers


def mine_alone(state: ScytheState, space: str) -> bool:
    """Return whether the first player controls a territory."""
    mine, *others = state.sides
    if any(space in each.units for each in others):
        return False
    return space in mine.units or space in mine.structures


def is_way(state: ScytheState, unit: int, to: str) -> bool:
    """Return whether the way to this space is open for this unit."""
    mine, here = state.sides[A], state.sides[A].units[unit]
    has, fighter = abilities(mine), unit < 5
    if to in book().bases:
        taken = {book().factions[each.faction].home for each in state.sides[1:]}
        return fighter and Ability.WAYFARE in has and to not in taken
    terrain, tunnels = book().territories[to].terrain, {*book().tunnels, mine.structures[0]} - {""}
    if touches(here, to):
        if {here, to} & set(book().lakes):
            crosses = fighter and bool(has & {Ability.SEAWORTHY, Ability.SUBMERGE})
        elif is_river(here, to):
            walks = Ability.RIVERWALK in has and terrain in book().factions[mine.faction].riverwalk
            crosses = walks if fighter else Ability.SWIM in has
        else:
            crosses = True
        if crosses:
            return True
    if {here, to} <= tunnels:
        return True
    if not fighter:
        return False
    joined = [set(book().lakes)] if Ability.SUBMERGE in has else []
    if Ability.TOWNSHIP in has:
        joined.append({each for each in book().villages if mine_alone(state, each)} | {book().factory})
    if Ability.UNDERPASS in has:
        joined.append({each for each in book().mountains if mine_alone(state, each)} | tunnels)
    return any({here, to} <= each for each in joined)


def is_legal(state: ScytheState, action: StepTo) -> bool:
    """A-05, word by word."""
    mine, others, move = state.sides[A], state.sides[1:], state.move
    unit, here = action.unit, state.sides[A].units[action.unit]
    if move is None or not here or here == action.to or unit in state.turn.stopped:
        return False
    under_way = unit == move.unit
    if not (move.steps > 0 if under_way else move.left > 0 and unit not in move.moved) or not is_way(state, unit, action.to):
        return False
    held_here = any(here in each.units[:5] for each in others)
    if unit > 4 and (held_here or any(action.to in each.units for each in others)):
        return False
    carried, riders = (move.tokens, move.riders) if under_way else (NO_TOKENS, ())
    loose = {each for each in range(5, 13) if mine.units[each] == here} - set(riders)
    rest = minus(tokens_at(state, here), plus(carried, action.load))
    staying = loose - set(action.board) - {unit}
    if min(rest) < 0 or min(action.load) < 0 or not set(action.board) <= loose or (action.board and not 1 <= unit <= 4):
        return False
    if min(minus(plus(carried, action.load), action.unload)) < 0 or not set(action.leave) <= {*riders, *action.board}:
        return False
    if here in book().lakes:
        left = [each for each in range(5) if each != unit and mine.units[each] == here]
        return not (any(rest) and not left) and not (staying and not any(left))
    return True


def conceivable(state: ScytheState, unit: int, targets: tuple[str, ...]) -> Iterator[StepTo]:
    """Steps to everywhere with no and with full cargo, and to these targets with every small cargo."""
    mine, move = state.sides[A], state.move
    here = mine.units[unit]
    there = tuple([each for each in range(5, 13) if mine.units[each] == here and each != unit])
    riders = move.riders if move and move.unit == unit else ()
    boards = [chosen for count in range(len(there) + 1) for chosen in combinations(there, count)]
    free = minus(tokens_at(state, here), move.tokens if move and move.unit == unit else NO_TOKENS)
    loads = list(product(*[range(count + 2) for count in free[:2]], *[(0, count) for count in free[2:]]))
    for to in (*SPACES, *book().bases):
        for load in (NO_TOKENS, free):
            for board in ((), tuple([each for each in there if each not in riders])):
                yield StepTo(unit, to, load, board)
    for to in targets:
        for load, board in product(loads, boards):
            yield StepTo(unit, to, load, board)
            yield StepTo(unit, to, load, board, unload=load, leave=board)
            yield StepTo(unit, to, load, board, unload=(0, 0, 0, 1), leave=riders)


@pytest.mark.rule("SY-MOV-05", "SY-MOV-06", "SY-MOV-08", "SY-MOV-09", "SY-MOV-13", "SY-MOV-14", "SY-MEC-28", "SY-R-16")
@MANY
@given(SEEDS)
def test_what_is_offered_is_what_is_legal(seed):
    for state in walked(seed, most=3):
        offers = steps(book(), state, A)
        assert len({each.unit for each in offers}) == len(offers)
        by_unit = {each.unit: each for each in offers}
        for unit in range(13):
            offer = by_unit.get(unit)
            for action in conceivable(state, unit, offer.targets[:1] if offer else ()):
                assert (offer is not None and offer.allows(action)) == is_legal(state, action), action


@MANY
@given(SEEDS)
def test_whatever_an_offer_comes_up_with_is_legal(seed):
    chance = Random(seed)
    for state in walked(seed, most=3):
        for row in MOVING.values():
            for offer in row.offers(book(), state, A):
                for _ in range(5):
                    action = offer.some(chance)
                    assert offer.allows(action)
                    assert type(offer) is not StepOffer or is_legal(state, action)


def all_tokens(state: ScytheState) -> tuple[int, ...]:
    """Number of tokens of each type on the board."""
    return tuple([sum([each[number] for each in state.tokens.values()]) for number in range(4)])


def on_map(state: ScytheState) -> list[list[bool]]:
    """For each side, which units are on the board."""
    return [[bool(space) for space in each.units] for each in state.sides]


@pytest.mark.rule("SY-GEN-17", "SY-MOV-14", "SY-MOV-19", "SY-MOV-21", "SY-CTL-06", "SY-PRD-10")
@MANY
@given(SEEDS)
def test_units_and_tokens_are_only_elsewhere(seed):
    tables = walked(seed, most=10)
    first = before = next(tables)
    for state in tables:
        assert all_tokens(state) == all_tokens(first)
        assert on_map(state) == on_map(first)
        assert all(min(each) >= 0 and any(each) for each in state.tokens.values())
        assert [each.structures for each in state.sides] == [each.structures for each in first.sides]
        driven = sum(
            [
                one != other
                for side_, then in zip(state.sides[1:], before.sides[1:], strict=True)
                for one, other in zip(side_.units, then.units, strict=True)
            ]
        )
        assert state.sides[A].popularity == max(0, before.sides[A].popularity - driven)
        before = state


@pytest.mark.rule("SY-CTL-04", "SY-MEC-28", "SY-MOV-16", "SY-MOV-18", "SY-MOV-26")
@MANY
@given(SEEDS)
def test_the_table_stays_sound(seed):
    for state in walked(seed, most=10):
        mine, move = state.sides[A], state.move
        shared = {space for space in mine.units if space and any(space in each.units for each in state.sides[1:])}
        assert shared == set(contested_territories(state))
        assert {entry.space for entry in move.entries} == shared
        assert {entry.unit for entry in move.entries} <= set(state.turn.stopped)
        assert all(minus(tokens_at(state, mine.units[move.unit]), move.tokens)[number] >= 0 for number in range(4)) or move.unit < 0
        assert all(mine.units[rider] == mine.units[move.unit] for rider in move.riders)
        for space in set(mine.units[5:]) & set(book().lakes):
            assert space in mine.units[1:5]


@pytest.mark.rule("SY-END-03", "SY-R-41")
@MANY
@given(SEEDS)
def test_going_back_undoes_every_entry(seed):
    for state in walked(seed, most=6):
        course = Course(book(), state, Unforeseen())
        return_contested_units(course)
        after = course.state
        assert contested_territories(after) == ()
        assert all_tokens(after) == all_tokens(state)
        for entry in state.move.entries:
            assert after.sides[A].units[entry.unit] == entry.origin
        assert after.sides[1:] == state.sides[1:]


@MANY
@given(SEEDS)
def test_consequences_come_true(seed):
    chance = Random(seed)
    for state in walked(seed, most=3):
        for offer in steps(book(), state, A):
            action = offer.some(chance)
            comes = consequences(book(), state, A, action.unit, action.to)
            after = done(MOVING, state, A, action).state
            assert (action.unit in after.turn.stopped) == comes.stops
            assert (after.turn.met == action.to and state.turn.met != action.to) == comes.encounter
            assert (action.to in contested_territories(after)) == (comes.combat >= 0)
            assert state.sides[A].popularity - after.sides[A].popularity == comes.popularity
            for worker in comes.driven:
                assert after.sides[comes.owner].units[worker] == book().factions[state.sides[comes.owner].faction].home


def test_a_random_table_reaches_what_matters():
    """The random tables are varied enough: units leave lakes, workers are driven off, combats are pending."""
    found = [state for seed in range(60) for state in walked(seed)]

    assert any(contested_territories(state) for state in found)
    assert any(state.turn.met for state in found)
    assert any(set(state.sides[A].units) & set(book().lakes) for state in found)
    assert any(state.move.riders and any(state.move.tokens) for state in found)
    assert any(state.sides[A].popularity < some_table(seed).sides[A].popularity for seed in range(60) for state in walked(seed))
