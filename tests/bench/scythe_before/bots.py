"""Bots that play a seat, and their turn planning. They know only the view of that seat, its offers, and dice (SY-HID).

The rules carry out every considered action at an imagined table, which is then rated. A top row is rated together with the best
bottom row that can be paid after it.

`steady` rates every other question by the expected worth of the table after each answer.

Rules: SY-R-53.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from math import exp
from typing import Any, Final

from control.engine.dice import Dice
from control.engine.records import replace
from rooms.tables.game.rules import Offer
from rooms.tables.scythe.game import actions
from rooms.tables.scythe.game.content import RESOURCES, Amount, Part
from rooms.tables.scythe.game.engine import ScytheRules
from rooms.tables.scythe.game.payment import tokens_by_space
from rooms.tables.scythe.game.state import FACTORY, NO_TOKENS, BottomRow, Ending, Move, Moving, Phase, ScytheState, TopRow, is_mech
from rooms.tables.scythe.game.view import ScytheView
from rooms.tables.scythe.rules.achievements import RecordOffer
from rooms.tables.scythe.rules.bolster_and_trade import BolsterOffer, TradeOffer
from rooms.tables.scythe.rules.bottom_row import BOTTOM, DOES, ROWS, BottomOffer
from rooms.tables.scythe.rules.combat import ChooseCombatOffer, CommitOffer, RetreatOffer
from rooms.tables.scythe.rules.control import fighters_at, workers_at
from rooms.tables.scythe.rules.encounters import EncounterDoneOffer, OptionOffer
from rooms.tables.scythe.rules.factory import ChooseCardOffer, UseCardOffer
from rooms.tables.scythe.rules.movement import steps
from rooms.tables.scythe.rules.objectives import RevealOffer
from rooms.tables.scythe.rules.ongoing_bonuses import BonusOffer
from rooms.tables.scythe.rules.production import ProduceOffer
from rooms.tables.scythe.rules.reach import StartMoveOffer, StepOffer
from rooms.tables.scythe.rules.top_row import CoinsOffer
from rooms.tables.scythe.rules.turns import SectionOffer, SkipBottomOffer, SkipTopOffer
from tests.bench.scythe_before.evaluation import Mind
from tests.bench.scythe_before.forecast import AHEAD, cards_at, pieces_left

TRIES: Final = 14  # random picks of a card that are tried
SECOND: Final = 3  # best first steps that are continued with a second
FIELDS: Final = 5  # best territories considered for Produce
PROFIT: Final = 0.05  # smallest gain that makes a step worthwhile
Choice = tuple[float, actions.ScytheAction]


def best(choices: Sequence[Choice], dice: Dice) -> actions.ScytheAction:
    """The action of the highest worth. Dice choose between equals."""
    most = max([worth for worth, _action in choices])
    return dice.choice([action for worth, action in choices if worth >= most - 1e-9])


def section_choices(mind: Mind, sections: tuple[int, ...], dice: Dice) -> Iterator[Choice]:
    """Each section, rated by the best use of its rows."""
    for section in sections:
        chosen = mind.after(mind.root, actions.ChooseSection(section))
        at = replace(chosen, phase=Phase.TOP, agenda=(TopRow(), BottomRow(), Ending()))
        yield max([worth for worth, _action in top_choices(mind, at, dice)]), actions.ChooseSection(section)


# --- the top row ------------------------------------------------------------------------------------------------------------


def top_choices(mind: Mind, state: ScytheState, dice: Dice) -> Iterator[Choice]:
    """Every use of the top row, rated together with the bottom row."""
    for offer in mind.offers(state):
        if isinstance(offer, StartMoveOffer):
            begun = under_way(mind, state)
            moved = move_choices(mind, begun)
            if moved:
                besides = sum([gain for gain, _action, _state in moved[1 : offer.units]])
                yield with_bottom(mind, moved[0][2]) + besides, actions.StartMove()
            continue
        ways = TOPS.get(type(offer))
        known: dict[actions.ScytheAction, float] = {}  # dice repeat many ways, and planning a Move takes long
        for action in ways(mind, offer, dice) if ways else ():
            if action not in known:
                known[action] = with_bottom(mind, mind.after(state, action))
            yield known[action], action


def with_bottom(mind: Mind, state: ScytheState) -> float:
    """The worth of a table after the top row, with or without the bottom row, whichever is more."""
    worth, section = mind.worth(state), state.turn.section
    if state.phase is Phase.OVER:
        return worth
    at = replace(state, phase=Phase.BOTTOM, agenda=(BottomRow(), Ending()), move=None)
    if section == FACTORY:
        moved = move_choices(mind, under_way(mind, at))
        return max(worth, worth + moved[0][0]) if moved else worth
    for offer in BOTTOM[DOES[section]].offers(mind.book, at, mind.me):
        thing, place = ROWS[section].nothing
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
        yield actions.Trade(tokens_by_space([(space, kind, 1) for kind in kinds]))


def _productions(mind: Mind, offer: ProduceOffer, _dice: Dice) -> Iterator[actions.ScytheAction]:
    """Full production on each combination of the best territories, with no more new workers than are left."""
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


def _random_ways(_mind: Mind, offer: UseCardOffer | OptionOffer, dice: Dice) -> Iterator[actions.ScytheAction]:
    """Random ways to take the gains of a card."""
    for _each in range(TRIES):
        yield offer.some(dice)


TOPS: Final[Mapping[type, Callable[[Mind, Any, Dice], Iterator[actions.ScytheAction]]]] = {
    SkipTopOffer: lambda _mind, _offer, _dice: iter([actions.SkipTop()]),
    CoinsOffer: lambda _mind, _offer, _dice: iter([actions.GainCoins()]),
    BolsterOffer: lambda _mind, _offer, _dice: iter([actions.Bolster(cards=False), actions.Bolster(cards=True)]),
    TradeOffer: _trades,
    ProduceOffer: _productions,
    UseCardOffer: _random_ways,
}


# --- the bottom row ---------------------------------------------------------------------------------------------------------


def bottom_choices(mind: Mind, state: ScytheState) -> Iterator[Choice]:
    """Every use of the bottom row, with its worth."""
    for offer in mind.offers(state):
        if isinstance(offer, SkipBottomOffer):
            yield mind.worth(state), actions.SkipBottom()
        elif isinstance(offer, StartMoveOffer):
            moved = move_choices(mind, under_way(mind, state))
            if moved:
                yield mind.worth(state) + moved[0][0], actions.StartMove()
        elif isinstance(offer, BottomOffer):
            does, paid = DOES[offer.section], offer.payment.proposed
            pairs = [(thing, place) for thing in offer.things for place in offer.places] or [ROWS[offer.section].nothing]
            for thing, place in pairs:
                action = does(paid, thing, place)
                yield mind.worth(mind.after(state, action)), action


# --- moves ------------------------------------------------------------------------------------------------------------------


def under_way(mind: Mind, state: ScytheState) -> ScytheState:
    """The table after the row's Move has begun."""
    begun = mind.after(state, actions.StartMove())
    return replace(begun, phase=Phase.MOVING, agenda=(Moving(), BottomRow(), Ending()))


Gain = tuple[float, actions.ScytheAction, ScytheState]


def move_choices(mind: Mind, state: ScytheState) -> list[Gain]:
    """The best way of each unit that gains by moving: gain, first step and the table after it. The best unit comes first."""
    base, found, known = mind.worth(state), list[Gain](), set[tuple[bool, str]]()
    side, move = state.sides[mind.me], state.move or Move()
    for offer in steps(mind.book, state, mind.me):
        here = side.units[offer.unit]
        if not is_mech(offer.unit) and offer.unit and (False, here) in known:
            continue  # workers on one space have the same steps
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
    """Further steps of a unit with range left, with all its cargo."""
    move = state.move
    if move is None or move.unit != unit or move.steps <= 0 or unit in state.turn.stopped:
        return
    for offer in steps(mind.book, state, mind.me):
        if offer.unit == unit:
            for to in offer.targets:
                yield actions.StepTo(unit, to, offer.least, offer.must)


def ways_of(offer: StepOffer) -> Iterator[actions.StepTo]:
    """A unit's steps with the least cargo, with everything on its space, and with all workers but one."""
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


PIECES: Final = {Part.UPGRADE: 0, Part.DEPLOY: 1, Part.BUILD: 2, Part.ENLIST: 3}
VALUES: Final[Mapping[Part, float]] = {
    Part.COIN: 1.0,
    Part.POWER: 0.8,
    Part.POPULARITY: 1.8,
    Part.CARD: 0.9,
    Part.ANY: 1.4,
    Part.SAME: 1.3,
    Part.DIFFERENT: 1.3,
    Part.WORKER: 3.0,
    Part.PRODUCE: 2.2,
}
TOKEN: Final = 1.1
WHOLE: Final = 7.0  # worth of an upgrade, a mech, a structure or a recruit


def steady(rules: ScytheRules, view: ScytheView, offered: tuple[Offer[Any], ...], dice: Dice) -> actions.ScytheAction:
    """The action with the highest estimated worth. Dice choose between equals. Any action will do when the table does not wait for
    this seat.
    """
    me = view.player
    assert me is not None
    if me not in view.waits_for:
        some: actions.ScytheAction = dice.choice(offered).some(dice)
        return some
    mind = Mind(rules.book, view.state, me)
    choices = (*_revealed(mind, offered), *PLANS[view.state.phase](mind, offered, dice))
    return best(choices, dice)


Offered = tuple[Offer[Any], ...]


def _revealed(mind: Mind, offered: Offered) -> Iterator[Choice]:
    """Reveal a met objective, unless that ends the game with a loss."""
    for offer in offered:
        if isinstance(offer, RevealOffer):
            for card in offer.things:
                yield mind.worth(mind.after(mind.root, actions.RevealObjective(card))) + AHEAD, actions.RevealObjective(card)


def _sections(mind: Mind, offered: Offered, dice: Dice) -> Iterator[Choice]:
    for offer in offered:
        if isinstance(offer, SectionOffer):
            yield from section_choices(mind, offer.things, dice)


def _moving(mind: Mind, _offered: Offered, _dice: Dice) -> Iterator[Choice]:
    yield mind.worth(mind.root), actions.EndMove()
    for gain, action, _state in move_choices(mind, mind.root)[:1]:
        yield mind.worth(mind.root) + gain, action


# --- combat -----------------------------------------------------------------------------------------------------------------


def _order(mind: Mind, offered: Offered, _dice: Dice) -> Iterator[Choice]:
    """Fight the surest combat first, because the remaining power is for the next one."""
    for offer in offered:
        if isinstance(offer, ChooseCombatOffer):
            for space in offer.things:
                yield float(len(fighters_at(mind.root.sides[mind.me], space))), actions.ChooseCombat(space)


def _artillery(mind: Mind, _offered: Offered, _dice: Dice) -> Iterator[Choice]:
    """Use Artillery where the opponent has power to lose."""
    fight = mind.root.fight
    assert fight is not None
    other = fight.defender if fight.attacker == mind.me else fight.attacker
    yield float(mind.root.sides[other].power), actions.UseArtillery(use=True)
    yield 1.5, actions.UseArtillery(use=False)


def _commit(mind: Mind, offered: Offered, _dice: Dice) -> Iterator[Choice]:
    """Commit as much as the combat is worth. The opponent's total is estimated from power and number of cards."""
    state, fight = mind.root, mind.root.fight
    assert fight is not None
    attacks = fight.attacker == mind.me
    other = fight.defender if attacks else fight.attacker
    side, theirs = state.sides[mind.me], state.sides[other]
    most = min(theirs.power, mind.book.content.numbers.dial) + 5 * cards_at(mind.book, state, other, fight.space)
    stake = 3.0 + sum(state.tokens.get(fight.space, ())) + 1.5 * len(workers_at(side, fight.space))
    stake += 2.0 * len(fighters_at(side, fight.space))
    stake += mind.prize(state, fight.space, mind.me, other) - mind.prize(state, fight.space, other, mind.me)
    power, card = 0.3 + 0.5 * mind.far, 0.3 + 0.6 * mind.far
    expected = mind.expected(state, other, fight.space)
    for offer in offered:
        if not isinstance(offer, CommitOffer):
            continue
        for cards in _hands_that_matter(offer.cards, offer.count):
            for dial in range(offer.most + 1):
                total = dial + sum(cards) + (0.5 if attacks else 0.0)  # the attacker wins a tie (SY-CMB-12)
                chance = 1.0 if total > most else 1.0 / (1.0 + exp((expected - total) / 1.7))
                worth = chance * stake - power * dial - sum([card + 0.12 * value for value in cards])
                yield worth, actions.Commit(dial, cards)


def _hands_that_matter(cards: tuple[int, ...], count: int) -> set[tuple[int, ...]]:
    """Hands of up to `count` cards that matter: the highest few, and for each number of cards the lowest."""
    rising = tuple(sorted(cards))
    found: set[tuple[int, ...]] = {()}
    for number in range(1, min(count, len(rising)) + 1):
        found.update({rising[:number], rising[-number:]})
    found.update([(value,) for value in set(rising)] if count else [])
    if count > 1:
        found.update(combinations(rising[-4:], 2))
    return found


def _retreat(mind: Mind, offered: Offered, _dice: Dice) -> Iterator[Choice]:
    """Retreat all units to one space. Workers go home."""
    for offer in offered:
        if isinstance(offer, RetreatOffer):
            for space in offer.spaces:
                action = actions.Retreat(tuple([(unit, space) for unit in offer.units]))
                yield mind.worth(mind.after(mind.root, action)), action


# --- cards ------------------------------------------------------------------------------------------------------------------


def _encounter(mind: Mind, offered: Offered, dice: Dice) -> Iterator[Choice]:
    """Rate a few random ways to take each option."""
    for offer in offered:
        if isinstance(offer, OptionOffer):
            for action in [offer.some(dice) for _each in range(TRIES)]:
                yield mind.worth(mind.after(mind.root, action)), action
        elif isinstance(offer, EncounterDoneOffer):
            yield mind.worth(mind.root), actions.EncounterDone()


def _factory(mind: Mind, offered: Offered, _dice: Dice) -> Iterator[Choice]:
    """The card with the best gain for its cost."""
    left = pieces_left(mind.book, mind.root.sides[mind.me])
    for offer in offered:
        if isinstance(offer, ChooseCardOffer):
            for card in offer.things:
                does = mind.book.cards[card].does
                gain, cost = [sum([_value(each, left) for each in amounts]) for amounts in (does.gain, does.cost)]
                yield gain - cost, actions.ChooseCard(card)


def _value(amount: Amount, left: tuple[int, int, int, int]) -> float:
    if amount.part in PIECES:
        return WHOLE * min(1.0, left[PIECES[amount.part]] / 2)
    return amount.count * VALUES.get(amount.part, TOKEN)


def _bonus(mind: Mind, offered: Offered, _dice: Dice) -> Iterator[Choice]:
    """Take the bonus, unless that ends the game with a loss."""
    for offer in offered:
        if isinstance(offer, BonusOffer):
            for accept in (True, False):
                yield mind.worth(mind.after(mind.root, actions.TakeBonus(accept))), actions.TakeBonus(accept)


def _record(_mind: Mind, offered: Offered, _dice: Dice) -> Iterator[Choice]:
    for offer in offered:
        if isinstance(offer, RecordOffer):
            yield 0.0, actions.RecordAchievement(offer.entries[: offer.most])


Plan = Callable[[Mind, Offered, Dice], Iterator[Choice]]
PLANS: Final[Mapping[Phase, Plan]] = {
    Phase.CHOOSE_SECTION: _sections,
    Phase.TOP: lambda mind, _offered, dice: top_choices(mind, mind.root, dice),
    Phase.MOVING: _moving,
    Phase.COMBAT_ORDER: _order,
    Phase.COMBAT_ABILITY: _artillery,
    Phase.COMBAT_SELECT: _commit,
    Phase.COMBAT_RETREAT: _retreat,
    Phase.ENCOUNTER: _encounter,
    Phase.FACTORY_CHOICE: _factory,
    Phase.BOTTOM: lambda mind, _offered, _dice: bottom_choices(mind, mind.root),
    Phase.BONUS: _bonus,
    Phase.TURN_END: lambda mind, _offered, _dice: iter([(mind.worth(mind.root), actions.EndTurn())]),
    Phase.RECORDING: _record,
}
