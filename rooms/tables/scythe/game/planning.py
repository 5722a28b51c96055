"""How a bot plans its turn: which section, what to do with its rows, which units go where.

Every action that is thought of is carried out by the rules at an imagined table, and weighed there. A top row counts with the best
that the bottom row below it could then be paid for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any, Final

from msgspec.structs import replace

from control.engine.dice import Dice
from rooms.tables.scythe.game import actions
from rooms.tables.scythe.game.content import RESOURCES
from rooms.tables.scythe.game.imagined import Mind
from rooms.tables.scythe.game.offers_cards import OptionOffer, UseCardOffer
from rooms.tables.scythe.game.offers_mat import DOES, NOTHING, BolsterOffer, BottomOffer, CoinsOffer, ProduceOffer, TradeOffer
from rooms.tables.scythe.game.offers_moves import StartMoveOffer, StepOffer
from rooms.tables.scythe.game.offers_turns import SkipBottomOffer, SkipTopOffer
from rooms.tables.scythe.game.paying import placed
from rooms.tables.scythe.game.state import FACTORY, NO_TOKENS, BottomRow, Ending, Move, Moving, Phase, ScytheState, TopRow, is_mech
from rooms.tables.scythe.rules.bottom import BOTTOM
from rooms.tables.scythe.rules.moving import steps

TRIES: Final = 14  # picks of a card that are thought of
SECOND: Final = 3  # first steps that are followed by a second
FIELDS: Final = 5  # territories that may produce, the best ones
PROFIT: Final = 0.05  # what a step must bring
Choice = tuple[float, actions.ScytheAction]


def best(choices: Sequence[Choice], dice: Dice) -> actions.ScytheAction:
    """The action that is worth most; of equally good ones the dice take one."""
    most = max([worth for worth, _action in choices])
    return dice.choice([action for worth, action in choices if worth >= most - 1e-9])


def section_choices(mind: Mind, sections: tuple[int, ...], dice: Dice) -> Iterator[Choice]:
    """Each section, by the best that its rows can do now."""
    for section in sections:
        chosen = mind.after(mind.root, actions.ChooseSection(section))
        at = replace(chosen, phase=Phase.TOP, agenda=(TopRow(), BottomRow(), Ending()))
        yield max([worth for worth, _action in top_choices(mind, at, dice)]), actions.ChooseSection(section)


# --- the top row ------------------------------------------------------------------------------------------------------------


def top_choices(mind: Mind, state: ScytheState, dice: Dice) -> Iterator[Choice]:
    """Everything that can be done with the top row, with what the bottom row may add."""
    for offer in mind.offers(state):
        if isinstance(offer, StartMoveOffer):
            begun = under_way(mind, state)
            moved = move_choices(mind, begun)
            if moved:
                besides = sum([gain for gain, _action, _state in moved[1 : offer.units]])
                yield with_bottom(mind, moved[0][2]) + besides, actions.StartMove()
            continue
        ways = TOPS.get(type(offer))
        known: dict[actions.ScytheAction, float] = {}  # the dice offer many a way twice, and a Move after it takes long to plan
        for action in ways(mind, offer, dice) if ways else ():
            if action not in known:
                known[action] = with_bottom(mind, mind.after(state, action))
            yield known[action], action


def with_bottom(mind: Mind, state: ScytheState) -> float:
    """What a table is worth after the top row: as it is, or with the bottom row taken, whichever is more."""
    worth, section = mind.worth(state), state.turn.section
    if state.phase is Phase.OVER:
        return worth
    at = replace(state, phase=Phase.BOTTOM, agenda=(BottomRow(), Ending()), move=None)
    if section == FACTORY:
        moved = move_choices(mind, under_way(mind, at))
        return max(worth, worth + moved[0][0]) if moved else worth
    for offer in BOTTOM[DOES[section]][0](mind.book, at, mind.me):
        thing, place = NOTHING[section]
        if offer.things and offer.places:
            thing, place = offer.things[0], offer.places[0]
        worth = max(worth, mind.worth(mind.after(at, DOES[section](offer.payment.proposed, thing, place))))
    return worth


def _trades(mind: Mind, offer: TradeOffer, _dice: Dice) -> Iterator[actions.ScytheAction]:
    yield actions.Trade(None)
    if not offer.spaces:
        return
    safe = [space for space in offer.spaces if space not in mind.threats] or list(offer.spaces)
    at = mind.root.sides[mind.me].units
    space = next((each for each in safe if each in at[:5]), safe[0])
    for kinds in combinations_with_replacement(range(len(RESOURCES)), offer.tokens):
        yield actions.Trade(placed([(space, kind, 1) for kind in kinds]))


def _productions(mind: Mind, offer: ProduceOffer, _dice: Dice) -> Iterator[actions.ScytheAction]:
    """Everything on each few of the best territories; of workers no more than are left."""
    usual = [each for each in offer.spaces if each[0] != offer.mill]
    usual.sort(key=lambda each: -each[1] * mind.yields[each[0]])
    mill = [each for each in offer.spaces if each[0] == offer.mill]
    few = usual[:FIELDS]
    for chosen in combinations(few, min(offer.limit, len(few))):
        left, found = offer.workers, []
        for space, most in sorted((*chosen, *mill)):
            count = min(most, left) if space in offer.villages else most
            left -= count if space in offer.villages else 0
            if count:
                found.append((space, count))
        if found:
            yield actions.Produce(tuple(found))


def _some(_mind: Mind, offer: UseCardOffer | OptionOffer, dice: Dice) -> Iterator[actions.ScytheAction]:
    """Any ways to take what a card gives."""
    for _each in range(TRIES):
        yield offer.some(dice)


TOPS: Final[Mapping[type, Callable[[Mind, Any, Dice], Iterator[actions.ScytheAction]]]] = {
    SkipTopOffer: lambda _mind, _offer, _dice: iter([actions.SkipTop()]),
    CoinsOffer: lambda _mind, _offer, _dice: iter([actions.GainCoins()]),
    BolsterOffer: lambda _mind, _offer, _dice: iter([actions.Bolster(cards=False), actions.Bolster(cards=True)]),
    TradeOffer: _trades,
    ProduceOffer: _productions,
    UseCardOffer: _some,
}


# --- the bottom row ---------------------------------------------------------------------------------------------------------


def bottom_choices(mind: Mind, state: ScytheState) -> Iterator[Choice]:
    """Everything that can be done with the bottom row."""
    for offer in mind.offers(state):
        if isinstance(offer, SkipBottomOffer):
            yield mind.worth(state), actions.SkipBottom()
        elif isinstance(offer, StartMoveOffer):
            moved = move_choices(mind, under_way(mind, state))
            if moved:
                yield mind.worth(state) + moved[0][0], actions.StartMove()
        elif isinstance(offer, BottomOffer):
            does, paid = DOES[offer.section], offer.payment.proposed
            pairs = [(thing, place) for thing in offer.things for place in offer.places] or [NOTHING[offer.section]]
            for thing, place in pairs:
                action = does(paid, thing, place)
                yield mind.worth(mind.after(state, action)), action


# --- moves ------------------------------------------------------------------------------------------------------------------


def under_way(mind: Mind, state: ScytheState) -> ScytheState:
    """The table with the Move begun that the row offers."""
    begun = mind.after(state, actions.StartMove())
    return replace(begun, phase=Phase.MOVING, agenda=(Moving(), BottomRow(), Ending()))


Gain = tuple[float, actions.ScytheAction, ScytheState]


def move_choices(mind: Mind, state: ScytheState) -> list[Gain]:
    """For each unit that gains by moving its best way: what it brings, the first step and the table after it; the best first."""
    base, found, known = mind.worth(state), list[Gain](), set[tuple[bool, str]]()
    side, move = state.sides[mind.me], state.move or Move()
    for offer in steps(mind.book, state, mind.me):
        here = side.units[offer.unit]
        if not is_mech(offer.unit) and offer.unit and (False, here) in known:
            continue  # workers that stand together step alike
        known.add((offer.unit < 5, here))
        ways = []
        for action in ways_of(offer):
            after = mind.after(state, action)
            ways.append((mind.worth(after), action, after))
        ways.sort(key=lambda way: -way[0])
        worth, first, last = ways[0]
        for _worth, action, after in ways[:SECOND]:
            for further in second_steps(mind, after, offer.unit):
                again = mind.after(after, further)
                if (more := mind.worth(again)) > worth + PROFIT:
                    worth, first, last = more, action, again
        if worth > base + PROFIT:
            found.append((worth - base, first, last))
    return sorted(found, key=lambda way: -way[0])[: max(1, move.left + (move.steps > 0))]


def second_steps(mind: Mind, state: ScytheState, unit: int) -> Iterator[actions.StepTo]:
    """Where a unit that has steps left may go on to, with all that it carries."""
    move = state.move
    if move is None or move.unit != unit or move.steps <= 0 or unit in state.turn.stopped:
        return
    for offer in steps(mind.book, state, mind.me):
        if offer.unit == unit:
            for to in offer.targets:
                yield actions.StepTo(unit, to, offer.least, offer.must)


def ways_of(offer: StepOffer) -> Iterator[actions.StepTo]:
    """A unit's steps: alone, with everything that lies and stands there, with all workers but one."""
    unit, workers, tokens = offer.unit, offer.workers, offer.tokens
    cargo = [(offer.least, offer.must)]
    if workers and workers != offer.must:
        cargo.append((tokens, workers))
        if len(workers) > 1 and not offer.must:
            cargo.append((NO_TOKENS, workers[1:]))
    elif any(tokens) and tokens != offer.least:
        cargo.append((tokens, offer.must))
    for to in offer.targets:
        for load, board in cargo:
            yield actions.StepTo(unit, to, load, board)
