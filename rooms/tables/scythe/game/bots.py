"""Bots that play a seat. They see what the player in that seat would see, its offers, and dice; nothing else (SY-HID).

`steady` plans its turn (see `planning`) and weighs everything else that it is asked by what the table would be worth to it then.

Rules: SY-R-53.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from math import exp
from typing import Any, Final

from control.engine.dice import Dice
from rooms.tables.game.rules import Offer
from rooms.tables.scythe.game import actions, offers_cards, offers_combat, offers_mat, offers_turns
from rooms.tables.scythe.game.content import Amount, Part
from rooms.tables.scythe.game.engine import ScytheRules
from rooms.tables.scythe.game.imagined import Mind
from rooms.tables.scythe.game.judged import AHEAD, cards_at, pieces_left
from rooms.tables.scythe.game.planning import TRIES, Choice, best, bottom_choices, move_choices, section_choices, top_choices
from rooms.tables.scythe.game.state import Phase
from rooms.tables.scythe.game.view import ScytheView
from rooms.tables.scythe.rules.control import fighters_at, workers_at

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
WHOLE: Final = 7.0  # an upgrade, a mech, a structure, a recruit


def steady(rules: ScytheRules, view: ScytheView, offered: tuple[Offer[Any], ...], dice: Dice) -> actions.ScytheAction:
    """The action that is thought to bring most; of equally good ones the dice take one. For whom nobody waits, any will do."""
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
    """An objective that is met is revealed, unless that ends the game with a loss."""
    for offer in offered:
        if isinstance(offer, offers_cards.RevealOffer):
            for card in offer.things:
                yield mind.worth(mind.after(mind.root, actions.RevealObjective(card))) + AHEAD, actions.RevealObjective(card)


def _sections(mind: Mind, offered: Offered, dice: Dice) -> Iterator[Choice]:
    for offer in offered:
        if isinstance(offer, offers_turns.SectionOffer):
            yield from section_choices(mind, offer.things, dice)


def _top(mind: Mind, _offered: Offered, dice: Dice) -> Iterator[Choice]:
    yield from top_choices(mind, mind.root, dice)


def _bottom(mind: Mind, _offered: Offered, _dice: Dice) -> Iterator[Choice]:
    yield from bottom_choices(mind, mind.root)


def _moving(mind: Mind, _offered: Offered, _dice: Dice) -> Iterator[Choice]:
    yield mind.worth(mind.root), actions.EndMove()
    for gain, action, _state in move_choices(mind, mind.root)[:1]:
        yield mind.worth(mind.root) + gain, action


def _end(mind: Mind, _offered: Offered, _dice: Dice) -> Iterator[Choice]:
    yield mind.worth(mind.root), actions.EndTurn()


# --- combat -----------------------------------------------------------------------------------------------------------------


def _order(mind: Mind, offered: Offered, _dice: Dice) -> Iterator[Choice]:
    """The surest first: what is left of power is for the next."""
    for offer in offered:
        if isinstance(offer, offers_combat.ChooseCombatOffer):
            for space in offer.things:
                yield float(len(fighters_at(mind.root.sides[mind.me], space))), actions.ChooseCombat(space)


def _artillery(mind: Mind, _offered: Offered, _dice: Dice) -> Iterator[Choice]:
    """It pays where the opponent has power to lose."""
    fight = mind.root.fight
    assert fight is not None
    other = fight.defender if fight.attacker == mind.me else fight.attacker
    yield float(mind.root.sides[other].power), actions.UseArtillery(use=True)
    yield 1.5, actions.UseArtillery(use=False)


def _commit(mind: Mind, offered: Offered, _dice: Dice) -> Iterator[Choice]:
    """As much as the combat is worth: what the other may come to is guessed from power and the number of cards."""
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
        if not isinstance(offer, offers_combat.CommitOffer):
            continue
        for cards in _hands(offer.cards, offer.count):
            for dial in range(offer.most + 1):
                total = dial + sum(cards) + (0.5 if attacks else 0.0)  # the attacker wins a tie (SY-CMB-12)
                chance = 1.0 if total > most else 1.0 / (1.0 + exp((expected - total) / 1.7))
                worth = chance * stake - power * dial - sum([card + 0.12 * value for value in cards])
                yield worth, actions.Commit(dial, cards)


def _hands(cards: tuple[int, ...], count: int) -> set[tuple[int, ...]]:
    """The hands of so many cards that make a difference: the highest few, and for each number the lowest."""
    rising = tuple(sorted(cards))
    found: set[tuple[int, ...]] = {()}
    for number in range(1, min(count, len(rising)) + 1):
        found.update({rising[:number], rising[-number:]})
    found.update([(value,) for value in set(rising)] if count else [])
    if count > 1:
        found.update(combinations(rising[-4:], 2))
    return found


def _retreat(mind: Mind, offered: Offered, _dice: Dice) -> Iterator[Choice]:
    """All to one space; workers ride with a mech, or go home."""
    for offer in offered:
        if isinstance(offer, offers_combat.RetreatOffer):
            for space in offer.spaces:
                action = actions.Retreat(tuple([(unit, space) for unit in offer.units]))
                yield mind.worth(mind.after(mind.root, action)), action


# --- cards ------------------------------------------------------------------------------------------------------------------


def _encounter(mind: Mind, offered: Offered, dice: Dice) -> Iterator[Choice]:
    """Of each option some ways to take it."""
    for offer in offered:
        if isinstance(offer, offers_cards.OptionOffer):
            for action in [offer.some(dice) for _each in range(TRIES)]:
                yield mind.worth(mind.after(mind.root, action)), action
        elif isinstance(offer, offers_cards.EncounterDoneOffer):
            yield mind.worth(mind.root), actions.EncounterDone()


def _factory(mind: Mind, offered: Offered, _dice: Dice) -> Iterator[Choice]:
    """The card that brings most each time."""
    left = pieces_left(mind.book, mind.root.sides[mind.me])
    for offer in offered:
        if isinstance(offer, offers_cards.ChooseCardOffer):
            for card in offer.things:
                does = mind.book.cards[card].does
                gain, cost = [sum([_value(each, left) for each in amounts]) for amounts in (does.gain, does.cost)]
                yield gain - cost, actions.ChooseCard(card)


def _value(amount: Amount, left: tuple[int, int, int, int]) -> float:
    if amount.part in PIECES:
        return WHOLE * min(1.0, left[PIECES[amount.part]] / 2)
    return amount.count * VALUES.get(amount.part, TOKEN)


def _bonus(mind: Mind, offered: Offered, _dice: Dice) -> Iterator[Choice]:
    """Taken, unless it ends the game with a loss."""
    for offer in offered:
        if isinstance(offer, offers_mat.BonusOffer):
            for accept in (True, False):
                yield mind.worth(mind.after(mind.root, actions.TakeBonus(accept))), actions.TakeBonus(accept)


def _record(_mind: Mind, offered: Offered, _dice: Dice) -> Iterator[Choice]:
    for offer in offered:
        if isinstance(offer, offers_turns.RecordOffer):
            yield 0.0, actions.RecordAchievement(offer.entries[: offer.most])


Plan = Callable[[Mind, Offered, Dice], Iterator[Choice]]
PLANS: Final[Mapping[Phase, Plan]] = {
    Phase.CHOOSE_SECTION: _sections,
    Phase.TOP: _top,
    Phase.MOVING: _moving,
    Phase.COMBAT_ORDER: _order,
    Phase.COMBAT_ABILITY: _artillery,
    Phase.COMBAT_SELECT: _commit,
    Phase.COMBAT_RETREAT: _retreat,
    Phase.ENCOUNTER: _encounter,
    Phase.FACTORY_CHOICE: _factory,
    Phase.BOTTOM: _bottom,
    Phase.BONUS: _bonus,
    Phase.TURN_END: _end,
    Phase.RECORDING: _record,
}
