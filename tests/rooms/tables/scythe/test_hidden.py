"""Hidden information (SY-HID): in whole games, views, offers and words stay the same if hidden things change."""

from __future__ import annotations

import random

import msgspec
import pytest

from control.engine.dice import DiceChance
from control.engine.records import replace
from rooms.tables.game.rules import told as told_by
from rooms.tables.scythe.game.actions import Commit, EndMove, StepTo
from rooms.tables.scythe.game.state import HIDDEN, Commitment, Committing, Fight, Phase, Star, Visiting
from rooms.tables.scythe.rules.end_of_game import Ended
from rooms.tables.scythe.rules.supply import CombatCardsDrawn
from tests.amounts import amount
from tests.rooms.tables.scythe.dealt import on_the_move
from tests.rooms.tables.scythe.play import NAMES, RULES, begun, changed, play, played_on
from tests.rooms.tables.scythe.tables import side


def text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def stirred(state, viewer, dice):
    """The same table with other cards, objectives, decks and coins wherever this viewer cannot know them."""
    chance = DiceChance(dice)
    others = [player for player in range(len(state.sides)) if player != viewer]
    values = list(chance.shuffled([card for each in others for card in state.sides[each].cards] + list(state.deck)))
    goals = list(chance.shuffled([card for each in others for card in state.sides[each].objectives] + list(state.objectives)))
    for player in others:
        side = state.sides[player]
        hand, values = tuple(values[: len(side.cards)]), values[len(side.cards) :]
        held, goals = tuple(goals[: len(side.objectives)]), goals[len(side.objectives) :]
        state = changed(state, player, cards=hand, objectives=held, coins=side.coins + dice.randint(1, 9))
    chooses = state.agenda and isinstance(state.agenda[0], Visiting) and viewer == state.active
    cards = state.cards if chooses else tuple(["FC-99"] * len(state.cards))
    return replace(state, deck=tuple(values), objectives=tuple(goals), cards=cards, encounters=chance.shuffled(state.encounters))


@pytest.mark.rule("SY-HID-01", "SY-HID-02", "SY-HID-03", "SY-HID-05", "SY-HID-06", "SY-HID-09", "SY-R-53")
def test_what_cannot_be_known_makes_no_difference_to_view_and_offers():
    looked = 0
    for number in range(amount(6, 60)):
        dice = random.Random(number)
        for at, step in enumerate(played_on(number)):
            if (at + number) % 60 or step.before.phase in (Phase.SETUP, Phase.COMBAT_SELECT):
                continue
            for viewer in (*range(len(step.before.sides)), None):
                other = stirred(step.before, viewer, dice)
                assert text(RULES.view(other, viewer)) == text(RULES.view(step.before, viewer))
                if viewer is not None:
                    assert text(RULES.offers(other, viewer)) == text(RULES.offers(step.before, viewer))
                looked += 1
    assert looked > 300


@pytest.mark.rule("SY-HID-04", "A-11")
def test_a_dial_is_locked_for_others_until_both_are_in():
    state = replace(
        changed(begun(3), 0, cards=(5, 4)),
        phase=Phase.COMBAT_SELECT,
        agenda=(Committing(),),
        fight=Fight(space="A4", attacker=0, defender=1, commitments=(Commitment(3, (5,)), None)),
    )

    assert RULES.view(state, 0).state.fight.commitments == (Commitment(3, (5,)), None)
    for viewer in (1, 2, None):
        assert RULES.view(state, viewer).state.fight.commitments == (Commitment(HIDDEN), None)
    assert RULES.waits_for(state) == (1,)
    assert not any(offer.allows(Commit(0)) for offer in RULES.offers(state, 0))


@pytest.mark.rule("SY-HID-08", "SY-HID-02")
def test_a_drawn_card_is_told_by_its_value_to_its_drawer_alone():
    state = replace(begun(2), deck=(5, 2))
    fact = CombatCardsDrawn(1, 2)

    assert told_by(RULES, fact, state, 1, NAMES[:2]) == "Boris draws a 5 and a 2."
    for viewer in (0, None):
        assert told_by(RULES, fact, state, viewer, NAMES[:2]) == "Boris draws 2 combat cards."


@pytest.mark.rule("SY-HID-01", "SY-HID-02", "SY-HID-03")
@pytest.mark.parametrize(("option", "shown"), [("on", True), ("off", False)])
def test_final_scoring_shows_coins_and_hands_only_where_the_host_wants(option, shown):
    state = begun(2, show_hands=option)
    before = RULES.view(state, 0).state.sides[1]
    assert (before.coins, set(before.cards), set(before.objectives)) == (HIDDEN, {0}, {""})

    over = replace(changed(state, 0, stars=(Star.COMBAT,) * 6), phase=Phase.OVER, agenda=())
    after = RULES.view(over, 0).state.sides[1]
    assert after.coins == state.sides[1].coins
    assert (after.cards == state.sides[1].cards) is shown
    assert (after.objectives == state.sides[1].objectives) is shown
    assert set(RULES.view(over, None).state.deck) == {0}


@pytest.mark.rule("SY-HID-06", "SY-HID-01", "SY-FCT-01")
def test_what_can_be_taken_back_has_shown_nothing_that_was_hidden():
    """A Move that ends at the Factory shows its cards. The end of the game shows coins and hands, even before names are entered."""
    comes = on_the_move(side("nordic", character="C3"), side("saxony"), side("polania"))
    there = play(play(comes, 0, StepTo(0, "D3")).state, 0, EndMove())
    assert RULES.view(there.state, 0).state.cards != ("",) * 4
    assert any(map(RULES.facts.binding, there.facts))

    assert RULES.facts.binding(Ended(0))
