"""The phone: possible actions, words and secrecy, in every state that random games reach."""

from __future__ import annotations

import random
import re
from dataclasses import asdict
from itertools import islice, product

import pytest

from control.engine.dice import DiceChance
from control.engine.refusal import Refused
from rooms.tables.statecraft.game.actions import Lose
from rooms.tables.statecraft.game.state import HIGHEST, Phase, StatecraftState
from rooms.tables.statecraft.screens.app import APP, sections_of
from rooms.tables.statecraft.screens.panels import Panel
from rooms.tables.statecraft.screens.question_shapes import ChoicesAsk, OptionChoice
from rooms.tables.statecraft.screens.viewer import parted
from tests.amounts import amount
from tests.rooms.tables.phones import forms_in, words_in
from tests.rooms.tables.statecraft.phone import (
    CONTENT,
    NAMES,
    RULES,
    SETUPS,
    actions_in,
    answered,
    asked,
    bidding,
    choices_of,
    ended,
    hand_for,
    moments,
    panel_for,
    played_on,
    turn_of,
    with_side,
)

ADVANCED = SETUPS[1:]
LIKES = re.compile(r"\{[a-z]+\}|None|<[A-Z]|Mark\(")  # signs of an unfinished sentence


# --- possible actions -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SC-TRN-15", "SC-HID-07")
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.options['mode']}-{setup.players}")
def test_every_form_of_the_phone_is_legal_as_it_stands(setup):
    sent = 0
    for state, player in moments(3, setup, every=5):
        offers = RULES.offers(state, player)
        actions = actions_in(hand_for(state, player), most=40)
        sent += len(actions)

        assert actions
        assert [action for action in actions if not any(offer.allows(action) for offer in offers)] == []
    assert sent > 50


@pytest.mark.rule("SC-TRN-15", "SC-EVT-03", "SC-INC-07", "SC-EMG-05")
def test_every_kind_of_action_can_be_sent_from_a_phone():
    """Each action of a random game is in a form of the phone at that moment."""
    kinds = set()
    for seed, setup in product(range(amount(3, 20)), SETUPS[:3]):
        for state, player, action, _played in islice(played_on(seed, setup), 0, None, 2):
            if type(action) in kinds:
                continue
            forms = actions_in(hand_for(state, player), most=4000)
            assert type(action) in {type(each) for each in forms}
            if type(action).__name__ not in ("Poach", "DiscardDown", "Lose", "PayBid"):  # the phone has another order of cards
                assert action in forms
            kinds.add(type(action))
    assert len(kinds) >= 15


def test_who_is_not_asked_has_no_form():
    for state, player in moments(4, SETUPS[2], every=7):
        for other in range(len(state.sides)):
            if other not in RULES.waits_for(state):
                assert other != player
                assert forms_in(hand_for(state, other)) == []


@pytest.mark.rule("SC-COM-14", "SC-COM-15", "SC-ADV-03", "R-49", "R-50")
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.options['mode']}-{setup.players}")
def test_every_state_is_drawn_for_everybody_with_help_key_and_scenario(setup):
    for state, _player in moments(6, setup, every=9):
        for viewer in range(len(state.sides)):
            page = hand_for(state, viewer)
            words = words_in(page)

            assert not LIKES.search(words)
            assert len(re.findall(r"<summary>(?:Help|Key)</summary>", page)) == 2
            for line in (*CONTENT.help.turn, *CONTENT.help.manoeuvres):
                assert line.title in words
            for sign in (*CONTENT.key.ideologies, *CONTENT.key.specialisms, *CONTENT.key.colours, *CONTENT.key.signs):
                assert f"#sc-{sign.id}" in page
                assert sign.name in words
            assert RULES.book.scenarios[state.scenario].name in words


# --- questions come first -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SC-REC-01")
def test_whoever_has_nobody_to_announce_anything_recruits_first():
    seen = set()
    for state, player in moments(3, SETUPS[0]):
        if state.phase is Phase.TURN:
            turn = turn_of(state, player)
            (first,) = [tab.id for tab in turn.tabs if tab.first]
            empty = not turn.fires and not turn.recruit_reason and not any(each.up for each in turn.policies)
            assert first == ("people" if empty else "cards")
            seen.add(first)
    assert seen == {"people", "cards"}


@pytest.mark.rule("SC-AFX-03")
def test_who_looks_at_a_hand_is_told_whose_card_goes_and_has_the_own_hand_folded():
    state, player = asked("action-choice")
    page = hand_for(state, player)
    opponent = RULES.view(state, player).opponent

    assert f"Discard this card of {NAMES[opponent]}’s" in words_in(page)
    assert '<details class="sc-fold sc-own" id="sc-own"' in page or not state.sides[player].hand
    assert page.index('data-asked="') < page.index('data-key="mine"')


@pytest.mark.rule("SC-EVT-03", "SC-EMG-05", "SC-LOS-06")
@pytest.mark.parametrize("phase", ["event-choice", "emergency-choice", "loss-choice"])
def test_a_question_stands_under_the_heading_before_everything_else(phase):
    state, player = asked(phase)
    page = hand_for(state, player)
    title = RULES.book.title(state.resolving[0].card) if state.resolving else ""

    assert page.index("data-asked=") < page.index("</header>") < page.index('class="sc-ask"') < page.index('data-key="mine"')
    assert page.index('class="sc-ask"') < (page.index('data-key="purple"') if title else len(page))
    assert title in page[: page.index("</header>")]


@pytest.mark.rule("SC-LOS-06")
def test_a_question_for_several_says_to_the_page_how_many():
    count = {}
    for state, player in moments(3, SETUPS[1], every=1):
        ask = panel_for(state, player).ask
        if ask and ask.choices:
            count[ask.choices.count > 1] = count.get(ask.choices.count > 1, 0) + 1
            assert (f'data-wanted="{ask.choices.count}"' in hand_for(state, player)) == (ask.choices.count > 1)
    assert set(count) == {True, False}


@pytest.mark.rule("SC-LOS-06")
def test_who_chooses_too_few_is_told_how_many_are_wanted_and_chosen():
    for state, player in moments(3, SETUPS[1], every=1):
        loss = RULES.view(state, player).loss
        if loss is not None and loss.count > 1 and state.phase is Phase.LOSS_CHOICE:
            with pytest.raises(Refused, match=rf"Choose {loss.count} of (the cards|them), you have chosen 1\."):
                RULES.act(state, player, Lose((loss.candidates or state.sides[player].hand)[:1]), DiceChance(random.Random(1)))
            return
    raise LookupError


@pytest.mark.rule("SC-R-50")
def test_the_phone_shows_the_turn_under_way_and_at_the_end_the_last():
    for setup in SETUPS[:2]:
        for state, player in moments(4, setup, every=5):
            panel = panel_for(state, player)
            assert {side.turn for side in (panel.me, *panel.others)} <= {panel.round, panel.round - 1, panel.round or 1}
            assert all(cabinet.turn <= panel.round or not panel.round for cabinet in panel_for(state, None).board.sides)
    over = ended(0, SETUPS[0])
    last = RULES.view(over, 0).goal.last
    panel = panel_for(over, 0)
    assert panel.round == last
    assert {side.turn for side in (panel.me, *panel.others)} == {last}


@pytest.mark.rule("SC-QIK-03", "SC-TRN-06")
def test_only_where_there_are_events_the_end_of_a_turn_warns_of_them():
    warned: dict[bool, set[bool]] = {True: set(), False: set()}
    for setup in (SETUPS[0], SETUPS[1]):
        for state, player in moments(4, setup, every=3):
            if state.phase is Phase.TURN and "You draw" in (end := turn_of(state, player).end):
                warned[state.advanced].add("Events that turn up come at once." in end)
    assert warned == {True: {True}, False: {False}}


def test_the_own_log_is_left_to_the_page_around_it():
    state = next(iter(moments(4, SETUPS[0])))[0]

    assert "Something happened" not in hand_for(state, state.active, told=("Something happened.",))


@pytest.mark.rule("SC-TRN-15")
def test_what_cannot_be_done_with_a_policy_is_not_struck_out():
    state, player = next((state, player) for state, player in moments(4, SETUPS[0]) if turn_of(state, player).policies)
    page = hand_for(state, player)

    assert "<s>" not in page
    assert re.search(r"Announce: needs a politician for \w+", words_in(page))
    assert "subtracts its points" in words_in(page)


def test_long_names_are_parted_between_syllables():
    assert parted("Cedric Farthingworth") == "Cedric Far\u00adthing\u00adworth"
    assert parted("Linnea Mossgrove") == "Linnea Mossgrove"
    assert parted("Tim Weathercock") == "Tim Weather\u00adcock"
    pieces = [piece for each in (*CONTENT.politicians, *CONTENT.leaders) for piece in re.split("[ -\u00ad]", parted(each.name))]
    assert max(len(piece) for piece in pieces) <= 9


# --- what it shows ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SC-TRK-07", "SC-POL-12", "SC-CAM-07", "SC-HID-01")
def test_everybodys_side_is_open_and_everybodys_hand_is_not():
    for state, _player in moments(8, SETUPS[2], every=11):
        for viewer in range(len(state.sides)):
            words = words_in(hand_for(state, viewer))
            for owner, side in enumerate(state.sides):
                for policy in side.policies:
                    assert RULES.book.title(policy.card) in words
                for supporter in side.supporters:
                    assert RULES.book.supporters[supporter].name in words
                if owner != viewer:
                    assert not [card for card in _only_in_hand(state, owner) if _title(card) in words]


def _title(card: str) -> str:
    return RULES.book.title(card)


def _only_in_hand(state: StatecraftState, owner: int) -> list[str]:
    """Cards of a hand with a title that is open nowhere. Copies of action cards can be elsewhere too."""
    open_cards = {
        *state.discard,
        *[each.card for side in state.sides for each in side.policies],
        *[each.card for each in state.resolving],
    }
    others = [card for player, side in enumerate(state.sides) if player != owner for card in side.hand]
    titles = {_title(card) for card in (*open_cards, *others)}
    return [card for card in state.sides[owner].hand if _title(card) not in titles]


@pytest.mark.rule("SC-HID-03", "SC-HID-04", "SC-HID-05", "SC-EVT-10", "SC-INC-08", "SC-EMG-06")
@pytest.mark.parametrize("phase", ["event-choice", "emergency-choice", "incumbent-bid"])
def test_a_hidden_choice_makes_no_difference_to_anybody_else(phase):
    state, player = bidding() if phase == "incumbent-bid" else asked(phase)
    offers = RULES.offers(state, player)
    shown: dict[int, set[str]] = {viewer: set() for viewer in range(len(state.sides))}
    answers = [0, 1] if phase == "event-choice" else ["", state.sides[player].hand[0]] if phase == "emergency-choice" else [0, 1]
    for answer in answers:
        for viewer in shown:
            shown[viewer].add(hand_for(answered(state, player, answer), viewer))

    assert offers
    assert [len(pages) for viewer, pages in shown.items() if viewer != player] == [1] * (len(state.sides) - 1)
    assert len(shown[player]) == len(answers)


@pytest.mark.rule("SC-EVT-10", "SC-HID-05")
def test_who_has_chosen_waits_for_those_who_are_still_thinking():
    state, player = asked("event-choice")

    panel = panel_for(answered(state, player, 0), player)

    assert panel.ask is None
    assert panel.answer == "You have chosen A."
    assert ("you", True) in panel.secret
    assert any(not chosen for _name, chosen in panel.secret) or len(panel.secret) == 1


@pytest.mark.rule("SC-EVT-04", "SC-EVT-07", "SC-EVT-08", "SC-EVT-09")
def test_an_event_says_what_each_option_would_do_and_which_are_possible():
    for seed, setup in product(range(3), ADVANCED):
        for state, player, _action, _played in played_on(seed, setup):
            if state.phase is not Phase.EVENT_CHOICE:
                continue
            ask = panel_for(state, player).ask
            assert ask is not None
            assert ask.choices is not None
            possible = RULES.view(state, player).own.possible
            options = [choice for choice in ask.choices.choices if choice.value != "none"]
            assert [choice.reason == "" for choice in options] == [at in possible for at in (0, 1)]
            assert all(choice.lines for choice in options)
            assert bool(possible) or ask.choices.choices[-1].value == "none"


@pytest.mark.rule("SC-FIN-03", "SC-WIN-10", "SC-WIN-08")
@pytest.mark.parametrize(("seed", "setup"), [(seed, setup) for seed in range(3) for setup in SETUPS])
def test_the_end_says_who_has_won_by_what_and_who_was_incumbent(seed, setup):
    state = ended(seed, setup)
    result = RULES.result(state)
    panel = panel_for(state, 0)

    assert panel.ending is not None
    assert result is not None
    assert [row.player for row in panel.ending.rows if row.wins] == list(result.winners)
    goal = RULES.book.scenarios[state.scenario].win
    scores = [int(row.value.replace("−", "-")) for row in panel.ending.rows]
    assert [-score if goal in (2, 4) else score for score in scores] == list(result.scores)
    assert [row.incumbent for row in panel.ending.rows] == [player == state.incumbent for player in range(len(state.sides))]
    assert ("Nobody" in panel.ending.incumbent) is (state.incumbent is None)
    assert panel.ending.headline in words_in(hand_for(state, 0))


@pytest.mark.rule("SC-COM-02", "SC-TRK-01")
def test_trackers_stand_as_two_axes_of_seven_steps():
    state, player = asked("turn")
    state = with_side(state, player, trackers=(HIGHEST, 0, 3, 5), budget=-4)

    side = panel_for(state, player).me
    page = hand_for(state, player)

    assert [[(each.mark.id, each.value) for each in axis] for axis in side.axes] == [
        [("authoritarianism", "7"), ("anarchism", "0")],
        [("capitalism", "3"), ("socialism", "5")],
    ]
    assert side.budget.value == "−4"
    assert '<i class="sc-n7"></i><i class="sc-n0"></i>' in page


@pytest.mark.rule("SC-REC-11", "SC-REP-08")
def test_a_recruit_says_who_fits_where_and_who_does_not():
    seen = set()
    for seed, setup in product(range(amount(4, 20)), SETUPS[:3]):
        for state, player, _action, _played in played_on(seed, setup):
            if state.phase is not Phase.RECRUIT_CHOICE:
                continue
            choices = choices_of(state, player)
            assert {each.value.partition("=")[0] for each in choices} - {"none"} == set(state.drawn)
            seen |= {(bool(each.reason), each.value == "none", any("Back to" in line for line in each.lines)) for each in choices}
    assert {(False, False, False), (True, False, False), (False, False, True)} <= seen


@pytest.mark.rule("SC-DEK-06", "SC-DEK-07", "SC-DEK-08")
def test_open_piles_can_be_read_and_closed_ones_are_numbers():
    *_others, (state, player, _action, _played) = islice(played_on(2, SETUPS[2]), 60)

    piles = panel_for(state, player).piles

    assert [card.id for card in piles.discard] == list(reversed(state.discard))
    assert [each.name for each in piles.retired] == [RULES.book.politicians[each].name for each in reversed(state.retired)]
    assert (piles.deck, piles.politicians, piles.box) == (len(state.deck), len(state.politicians), len(state.box))


def test_a_panel_is_told_from_another_by_all_that_it_shows():
    seen: dict[str, Panel] = {}
    for state, player in moments(2, SETUPS[2], every=4):
        for viewer in {player, 0}:
            panel = panel_for(state, viewer)
            known = seen.setdefault(repr(panel), panel)
            assert asdict(known) == asdict(panel)
    assert len(seen) > 20


def test_a_bot_at_ones_chair_is_said_and_nothing_is_asked():
    state, player = asked("turn")

    panel = panel_for(state, player, bot="random")

    assert panel.ask is None
    assert panel.head == "The bot’s turn"


def test_what_a_refused_form_had_chosen_stays_chosen():
    state, player = next(
        (state, player)
        for state, player, _action, _played in played_on(1, SETUPS[0])
        if state.phase is Phase.TURN and any(policy.down for policy in turn_of(state, player).policies)
    )
    turn = turn_of(state, player)
    policy = next(policy for policy in turn.policies if policy.down)
    way = next(way for ways in policy.ways for way in ways if not way.reason)

    page = hand_for(state, player, typed={"act": ["play"], "card": [policy.card.id], "way": [way.value]})

    assert page.count(f'value="{way.value}" required checked') == 1
    assert 'id="sc-do-cards" value="cards" checked' in page


def test_every_section_of_the_rules_is_at_hand():
    sections = sections_of(CONTENT)

    assert len(sections) == len(CONTENT.rules)
    assert all(section.paragraphs[-1][1] for section in sections)
    assert APP.css == "statecraft/statecraft.css"
    assert len(NAMES) == APP.kind.most


def test_the_one_thing_that_can_be_chosen_is_chosen_already():
    def ask(*reasons: str, count: int = 1) -> ChoicesAsk:
        choices = [OptionChoice(value=str(at), title="A", reason=why) for at, why in enumerate(reasons)]
        return ChoicesAsk(act="option", name="option", verb="Choose", choices=tuple(choices), count=count)

    assert ask("no", "no", "").alone
    assert not ask("no", "", "").alone
    assert not ask("", count=2).alone


def test_a_card_that_pays_says_which_specialism_goes_with_it():
    played = ((state, player) for state, player, _action, _played in played_on(1, SETUPS[0]) if state.phase is Phase.TURN)
    state, player = next(each for each in played if turn_of(*each).policies)
    pays = turn_of(state, player).pays
    policies = [pay for pay in pays if pay.specialism]

    assert len(policies) == len(turn_of(state, player).policies)
    page = words_in(hand_for(state, player))
    for pay in policies:
        assert f"{pay.title} {pay.kind}: {pay.specialism.name}" in page
