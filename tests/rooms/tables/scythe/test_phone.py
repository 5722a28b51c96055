"""The phone: possible actions, words and secrecy, in every state that random games reach."""

from __future__ import annotations

import re
from html import unescape

import pytest
from msgspec.structs import astuple, replace

from rooms.tables.screens.agreement import agreement_of
from rooms.tables.scythe.game import actions
from rooms.tables.scythe.game.actions import GiveCoins, PunishDelay, RecordAchievement, RevealObjective, TakeBonus
from rooms.tables.scythe.game.content import Part
from rooms.tables.scythe.game.registration import SCYTHE
from rooms.tables.scythe.game.state import Bonuses, Phase, ScytheState, Turn, with_side
from tests.amounts import amount
from tests.rooms.tables.phones import forms_in, words_in
from tests.rooms.tables.scythe.dealt import dealt, top_row
from tests.rooms.tables.scythe.phone import (
    PHONES,
    action_in,
    ended,
    forms_for,
    game,
    hand_for,
    legal,
    moments,
    panel_for,
    proposed,
)
from tests.rooms.tables.scythe.play import BOOK, NAMES, RULES, play
from tests.rooms.tables.scythe.tables import A, B, C, side, table, tokens

TAG = re.compile(r"<[^>]*>")
UNFINISHED = re.compile("\\{[a-z]+\\}|[\ue000\ue001]|None|<[A-Z]")  # signs of an unfinished sentence
ROWS = {Phase.CHOOSE_SECTION, Phase.TOP, Phase.BOTTOM, Phase.BONUS, Phase.TURN_END, Phase.RECORDING}
BOTTOMS = (actions.Upgrade, actions.Deploy, actions.Build, actions.Enlist)


def bottom(*sides: object, section: int, **more: object) -> ScytheState:
    """A sound table where the first player may take the bottom row of a section."""
    return dealt(table(*sides, phase=Phase.BOTTOM, turn=Turn(section=section), **more))  # type: ignore[arg-type]


def nordic(**more: object) -> object:
    return side("nordic", workers="A4 A4 A5", coins=5, **more)  # type: ignore[arg-type]


def said(state: ScytheState, player: int = A) -> str:
    """Text of a phone, with its parts joined as in a page."""
    return " ".join(unescape(TAG.sub("", hand_for(state, player))).split())


# --- possible actions -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SY-GEN-11", "SY-R-49")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_form_of_the_phone_is_legal_as_it_stands(players):
    sent = set()
    for state, player in moments(players, players, every=amount(23, 5), delay="on", achievements="on"):
        found = proposed(state, player)
        sent |= {type(each) for each in found}

        assert found
        assert [action for action in found if not legal(state, player, action)] == []
    assert len(sent) > 15


@pytest.mark.rule("SY-TRN-02", "SY-BOT-01", "SY-ENL-01", "SY-UPG-01", "SY-DEP-01", "SY-BLD-01", "SY-TRD-02", "SY-BOL-02")
def test_every_choice_of_the_rows_can_be_sent_from_a_phone():
    """Each action of a random game at the mat is in a form at that moment. Payments are numbers in it."""
    seen = set()
    for seed in range(amount(3, 12)):
        for state, player, action in game(seed, 3)[: amount(250, 900)]:
            if state.phase not in ROWS or type(action) in (actions.StartMove, actions.UseCard) or type(action).__name__ in seen:
                continue
            sent = [action_in(fields) for form in forms_for(state, player) for fields in form.sent()]
            if isinstance(action, BOTTOMS):
                assert astuple(action)[1:3] in {astuple(each)[1:3] for each in sent if type(each) is type(action)}
            elif isinstance(action, actions.Produce):
                assert any(isinstance(each, actions.Produce) for each in sent)
            elif isinstance(action, actions.SkipBottom):  # one press skips it and ends the turn
                assert actions.SkipBottom(ends=True) in sent
            elif not getattr(action, "declined", ()):
                assert action in sent
            seen.add(type(action).__name__)
    assert {"ChooseSection", "Bolster", "Trade", "Produce", "Upgrade", "EndTurn", "SkipTop", "SkipBottom"} <= seen


def test_who_is_not_asked_has_only_what_is_beside_the_turn():
    for state, player in moments(4, 4, every=29):
        for other in set(range(4)) - {player, *RULES.waits_for(state), state.active}:
            assert {type(each) for each in proposed(state, other)} <= {GiveCoins}


def test_an_option_stands_below_its_list_only_where_a_phone_would_cut_it():
    cut = [each.id for each in agreement_of(SCYTHE.options, SCYTHE.least, SCYTHE.most, None).options if each.is_cut]

    assert cut == ["relentless_factory", "ban_combos", "mill_needs_control"]


def test_what_is_asked_stands_above_the_guide_for_newcomers():
    state, player = next(each for each in moments(1, every=1) if each[0].phase is Phase.CHOOSE_SECTION)
    page = hand_for(state, player)

    assert 0 < page.index('data-key="ask-') < page.index('id="sy-aid"')


@pytest.mark.rule("SY-FAC-01")
def test_the_guide_of_a_second_turn_knows_who_may_choose_the_same_section_again():
    def told(faction):
        sides = side(faction, section=1), side("crimea" if faction == "rusviet" else "rusviet", "engineering")
        return " ".join(panel_for(dealt(table(*sides, turns=3)), A).aid.lines)

    assert told("nordic").startswith("Choose another section than last time.")
    assert told("rusviet").startswith("You may choose the section of last time again (Relentless).")


def test_a_bot_at_ones_chair_is_asked_and_not_its_owner():
    state, player = next(each for each in moments(1, every=1) if each[0].phase is Phase.CHOOSE_SECTION)

    assert proposed(state, player) != []
    assert PHONES.actions_in(PHONES.hand_for(state, player, bot="steady")) == []
    panel = panel_for(state, player, bot="steady")
    assert (panel.head, panel.line) == ("Your turn", "A bot plays it for you.")


@pytest.mark.rule("SY-GEN-12", "SY-GEN-14")
def test_what_is_gained_can_be_given_up_and_the_payment_changed():
    state = bottom(nordic(), side("rusviet", "engineering"), section=3, tokens={"A4": tokens(food=3), "A5": tokens(food=3)})
    form, _skip = forms_for(state, A, "enlist") + forms_for(state, A, "skip-bottom")
    numbers = {name: (value, most) for name, value, most in form.numbers}

    assert numbers["pay-A4-food"] == ("3", 3)
    assert numbers["pay-A5-food"] == ("1", 3)
    sent = next(form.proposed()) | {"pay-A4-food": ["1"], "pay-A5-food": ["3"]}
    assert legal(state, A, action_in(sent))
    gone = action_in(next(form.proposed()) | {"bonus": ["2"], "once": ["1"]})
    assert gone.declined == (Part.POPULARITY, Part.POPULARITY)
    assert legal(state, A, gone)


@pytest.mark.rule("A-25", "A-28", "SY-TRN-10")
def test_doing_without_the_bottom_row_ends_the_turn_and_says_what_comes_of_it():
    state = bottom(nordic(), side("rusviet", "engineering"), section=3)
    [action] = proposed(state, A, "skip-bottom")

    assert action == actions.SkipBottom(ends=True)
    assert f"Your turn is over then, and {NAMES[B]} is next. Do without the bottom row, end my turn" in said(state)
    assert play(state, A, action).state.active == B


@pytest.mark.rule("SY-R-22", "SY-BOT-03")
def test_a_bottom_row_without_what_it_is_for_says_what_it_brings_and_is_not_there_where_that_is_nothing():
    there = {"tokens": {"A4": tokens(oil=3, food=4)}}
    paid = bottom(nordic(), side("rusviet", "engineering"), section=0, **there)
    _whole, alone = forms_for(paid, A, "upgrade")
    [nothing] = [action_in(fields) for fields in alone.proposed()]
    unpaid = bottom(nordic(), side("rusviet", "engineering"), section=3, **there)

    assert nothing.cube is None
    assert legal(paid, A, nothing)
    assert "Without an upgrade: you pay 3 oil and gain 3 coins" in said(paid)
    assert [action.section for action in proposed(unpaid, A, "enlist")] == [0]
    assert "Without a recruit" not in said(unpaid)
    recruited = with_side(unpaid, A, recruits=(-1, -1, -1, 0))
    assert "Without a recruit: you pay 4 food and gain 1 combat card" in said(replace(unpaid, sides=recruited))


@pytest.mark.rule("SY-GEN-11")
def test_a_bottom_row_that_cannot_be_paid_says_what_it_costs():
    state = bottom(nordic(), side("rusviet", "engineering"), section=1, tokens={"A4": tokens(metal=1)})

    assert proposed(state, A, "deploy") == []
    assert "Deploy costs 3 metal, and you control only 1. Your turn is over then" in said(state)


def test_what_is_asked_stands_above_what_one_has_and_the_own_pieces_can_be_found():
    state = dealt(table(nordic(), side("rusviet", "engineering")))
    hand = hand_for(state, A)

    assert hand.index('class="sy-sections"') < hand.index('class="sy-strip"') < hand.index('class="sy-board"')
    assert set(panel_for(state, A).board.mine.split()) == {each for each in state.sides[A].units if each}
    assert panel_for(state, None).board.mine == ""


@pytest.mark.rule("SY-FAC-03")
def test_a_combat_card_stands_for_the_token_that_is_missing():
    crimea = side("crimea", workers="G3", cards=(4, 2))
    state = bottom(crimea, side("rusviet", "engineering"), section=0, tokens={"G3": tokens(oil=2)})
    [action, *_others] = proposed(state, A, "upgrade")

    assert action.payment.coercion == 2
    assert legal(state, A, action)
    assert "a 2 by Coercion" in said(state)


@pytest.mark.rule("SY-ALL-01", "SY-END-14")
def test_coins_and_the_penalty_for_delay_are_beside_the_turn():
    state = dealt(table(nordic(), side("rusviet", "engineering", popularity=2), section=-1))
    state = replace(state, host=A, options=replace(state.options, delay=True))

    assert proposed(state, A, "give-coins") == [GiveCoins(B, 1)]
    assert proposed(state, A, "punish-delay") == [PunishDelay(A)]  # the first in the list, even without popularity
    assert proposed(state, B, "punish-delay") == []
    assert "Give coins" not in said(replace(state, options=replace(state.options, tournament=True)))


@pytest.mark.rule("SY-END-15")
def test_a_winner_may_enter_achievements_or_none():
    state, player = next(each for each in moments(3, 3, achievements="on") if each[0].phase is Phase.RECORDING)
    [form] = forms_for(state, player, "record")

    assert list(map(action_in, form.proposed())) == [RecordAchievement(())]
    assert form.most == 2
    assert form.boxes["entry"]


@pytest.mark.rule("SY-OBJ-01", "SY-TRN-09")
def test_an_objective_that_is_met_is_revealed_by_its_button():
    state = dealt(table(nordic(objectives=("OB-02", "OB-01")), side("rusviet", "engineering"), tokens={"A4": tokens(wood=7)}))

    assert proposed(state, A, "reveal") == [RevealObjective("OB-02")]
    assert "wood 7 of 7" in said(state)
    assert "food 0 of 7" in said(state)
    assert proposed(replace(state, active=B), A, "reveal") == []


# --- words ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SY-GEN-11")
def test_a_section_says_what_it_costs_and_why_it_is_not_possible():
    state = dealt(table(replace(nordic(), coins=0, section=2), side("rusviet", "engineering"), tokens={"A4": tokens(metal=1)}))
    words = said(state)

    assert "needs 3 metal, you control 1" in words
    assert "This costs 1 coin, and you have none." in words
    assert "used last turn" in words
    assert proposed(state, A, "choose-section") == [actions.ChooseSection(each) for each in (0, 1, 3)]


@pytest.mark.rule("SY-UPG-03", "SY-UPG-04", "SY-ENL-05", "SY-BOT-05")
def test_the_sentence_of_a_bottom_row_has_all_that_comes_of_it():
    rich = side("rusviet", "engineering", recruits=(1, -1, -1, -1))
    state = bottom(replace(nordic(), cubes=(True,) * 5 + (False,)), rich, section=0, tokens={"A4": tokens(oil=3)})
    words = said(state)

    assert "Bolster (combat cards): 1 → 2, and Enlist costs 4 → 3 food." in words
    assert "You pay 3 oil from A4. You gain 3 coins." in words
    assert "Neighbours’ recruits bring 1 power to Boris." in words
    assert "That is your star number 1 (all 6 upgrades)." in words


@pytest.mark.rule("SY-END-01")
def test_a_last_star_says_that_the_game_ends():
    stars = ("upgrades", "mechs", "structures", "recruits", "workers")
    state = dealt(table(replace(nordic(), stars=stars, power=15), side("rusviet", "engineering"), phase=Phase.BONUS))
    state = replace(state, agenda=(Bonuses(0, (A,)),))

    assert "That is your last star (16 power): the game ends." in said(state)
    assert proposed(state, A, "bonus") == [TakeBonus(accept=True), TakeBonus(accept=False)]


@pytest.mark.rule("SY-PRD-01", "SY-PRD-03", "SY-PRD-12")
def test_the_best_territories_are_proposed_to_produce():
    nords = side("nordic", workers="A4 A4 A5 B4 B4", mill="A5", power=3)
    state = top_row(nords, side("rusviet", "engineering"), section=1)
    [action] = proposed(state, A, "produce")

    assert action.spaces == (("A4", 2), ("A5", 2), ("B4", 2))
    assert legal(state, A, action)
    assert "You pay 1 power. You produce 2 wood on A4" in said(state)


@pytest.mark.rule("SY-BLD-10", "SY-END-11")
def test_a_structure_is_proposed_where_its_tile_pays_most():
    nords = side("nordic", workers="A4 B4")
    state = bottom(nords, side("rusviet", "engineering"), section=2, tokens={"A4": tokens(wood=4)}, tile="SB-1")
    [action, _alone] = proposed(state, A, "build")
    counts = {space: len(set(BOOK.near[space]) & set(BOOK.tunnels)) for space in ("A4", "B4")}

    assert action.space == max(counts, key=lambda space: counts[space])
    assert "structure bonus 0 → " in said(state)


@pytest.mark.rule("SY-HID-09")
def test_the_own_mat_tells_what_the_others_read_of_it():
    nords = side("nordic", workers="A4", mill="A4", recruits=(1, -1, -1, -1), boxes=(1, 0, 0, 0), cubes=(True,) + (False,) * 5)
    state = dealt(table(nords, side("rusviet", "engineering")))
    own, read = panel_for(state, A).mat, panel_for(state, B).mats[0]

    assert own.sections == read.sections
    assert own.abilities == read.abilities
    assert own.bonuses == read.bonuses
    assert [each.stands for each in own.sections if each.stands] == ["on A4"]


def test_no_sentence_is_left_unfinished():
    for seed in range(amount(2, 8)):
        for state, player in [*moments(seed, 3 + seed % 2, every=31), (ended(seed, 3 + seed % 2), A)]:
            assert not UNFINISHED.search(words_in(hand_for(state, player)))


@pytest.mark.rule("SY-END-04", "SY-END-13", "SY-R-42")
def test_the_end_is_told_line_by_line_with_what_decided():
    one = side("nordic", workers="A4", coins=10, popularity=3, power=4)
    other = side("rusviet", "engineering", workers="C6", coins=10, popularity=4, power=2)
    state = dealt(table(one, other, phase=Phase.OVER, agenda=()))
    state = replace(state, sides=with_side(state, A, power=5))
    ending = panel_for(state, A).ending

    assert ending is not None
    assert [(each.player, each.wins) for each in ending.standings] == [(A, True), (B, False)]
    assert ending.headline == "You win"
    assert ending.tie == "Equal scores: more power decides, 5 : 2."
    for each in ending.standings:
        parts = each.scored
        assert each.scored.total == parts.coins + parts.stars + parts.territories + parts.tokens + parts.structures


# --- secrecy ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SY-HID-01", "SY-HID-02", "SY-HID-03")
def test_what_another_holds_changes_nothing_on_this_phone():
    for state, _player in moments(5, 3, every=41):
        for viewer, other in ((A, B), (C, A)):
            if other in (state.active, *RULES.waits_for(state)) or viewer == other:
                continue
            held = state.sides[other]
            cards, goals = (5,) * len(held.cards), ("OB-09", "OB-11")[: len(held.objectives)]
            secret = {"coins": held.coins + 7, "cards": cards, "objectives": goals}
            assert hand_for(replace(state, sides=with_side(state, other, **secret)), viewer) == hand_for(state, viewer)


def test_a_form_that_was_refused_keeps_what_was_chosen():
    state = bottom(nordic(), side("rusviet", "engineering"), section=1, tokens={"A4": tokens(metal=2), "A5": tokens(metal=3)})
    typed = {"act": ["deploy"], "mech": ["3"], "at": ["A5"], "pay-A5-metal": ["2"], "pay-A4-metal": ["1"]}
    form = next(each for each in forms_in(hand_for(state, A, typed=typed)) if ("act", "deploy") in each.hidden and each.radios)

    assert ("mech", "3") in form.chosen
    assert ("at", "A5") in form.chosen
    assert ("pay-A5-metal", "2", 3) in form.numbers
