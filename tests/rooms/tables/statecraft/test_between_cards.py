"""A bid between two cards: the waiting card is marked as next, and the payment has its line (SC-INC-13, SC-EVT-19)."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory

from control.engine.records import replace
from rooms.tables.statecraft.game.state import Phase, Resolved, Resolving
from rooms.tables.statecraft.screens.app import APP
from rooms.tables.statecraft.screens.board import board_of
from rooms.tables.statecraft.screens.panels import Panel, panel_of
from tests.rooms.tables.phones import words_in
from tests.rooms.tables.statecraft.phone import SETUPS, bidding, hand_for, panel_for, played_on, seen_by
from tests.rooms.tables.statecraft.views import EMERGENCY, EVENT, own, purple, seen, table

A, B = range(2)
BIDS = [Phase.INCUMBENT_BID, Phase.BID_PAYMENT]
COMING = (purple(EVENT), purple(EMERGENCY))


def bid(phase: Phase, cards: int, **more: Any) -> Any:
    """A bid of the first two of three players, or its payment by the first. `cards`: number of cards that wait behind it."""
    answered = (True, False, None) if phase is Phase.INCUMBENT_BID else (None, None, None)
    return table(3, phase=phase, answered=answered, resolving=COMING[:cards], count=2, own=own(4, 5, 6), **more)


@pytest.mark.rule("SC-INC-13", "SC-EVT-19", "SC-INC-07", "SC-INC-09")
@pytest.mark.parametrize("phase", BIDS)
@pytest.mark.parametrize("cards", [0, 1, 2])
@pytest.mark.parametrize("player", [A, B])
def test_a_phone_shows_no_card_under_way_in_a_bid_and_says_which_comes_next(phase, cards, player):
    panel = panel_of(replaced_player(bid(phase, cards), player))

    assert panel.purple is None
    assert panel.aside == (f"Comes next: “{EVENT.title}”", f"After this: “{EMERGENCY.title}”")[:cards]
    page = words_in(render_to_string(APP.hand, {"panel": panel, "act": {}}, RequestFactory().get("/")))
    assert EVENT.options[0].label not in page
    assert (f"Comes next: “{EVENT.title}”" in page) is (cards > 0)


def replaced_player(view: Any, player: int) -> Any:
    """The screen's data for this player."""
    return replace(seen(view), player=player)


@pytest.mark.rule("SC-INC-13", "SC-EVT-19", "SC-INC-07")
@pytest.mark.parametrize("cards", [0, 1, 2])
def test_the_wall_has_a_line_for_the_bid_and_for_its_payment(cards):
    bids, pays = board_of(seen(bid(Phase.INCUMBENT_BID, cards))).doing, board_of(seen(bid(Phase.BID_PAYMENT, cards))).doing
    coming = ("", f"Comes next: “{EVENT.title}”", f"Comes next: “{EVENT.title}” and “{EMERGENCY.title}”")[cards]

    assert bids is not None
    assert pays is not None
    assert (bids.title, bids.waiting) == ("Who is incumbent?", coming)
    assert (pays.called, pays.title, pays.waiting) == ("Bidding", "Anna has won the bid", coming)
    assert pays.text == "The bid is paid with 2 cards. Then the incumbent card changes hands."
    assert (bids.options, pays.options) == ((), ())


@pytest.mark.rule("SC-EVT-01", "SC-EVT-19")
def test_a_card_under_way_is_shown_with_what_comes_after_it():
    view = table(3, phase=Phase.EVENT_CHOICE, answered=(True, False, None), resolving=COMING)
    panel: Panel = panel_of(seen(view))

    assert panel.purple is not None
    assert panel.purple.card.title == EVENT.title
    assert panel.aside == (f"After this: “{EMERGENCY.title}”",)


@pytest.mark.rule("SC-INC-13", "SC-EVT-19", "SC-INC-09")
@pytest.mark.parametrize("setup", SETUPS[1:])
def test_what_screens_show_as_under_way_is_what_the_rules_resolve(setup):
    """By the agenda: a card is under way if its end comes before the beginning of any other."""
    met = 0
    for seed in range(3):
        for state, _player, _action, _played in played_on(seed, setup):
            if not state.resolving:
                continue
            step = next(each for each in state.agenda if isinstance(each, Resolving | Resolved))
            for viewer in (A, None):
                shown = panel_for(state, viewer).purple
                assert (shown is not None) is isinstance(step, Resolved)
            met += 1
    assert met > 5


@pytest.mark.rule("SC-INC-07")
def test_a_bid_in_a_plain_turn_names_no_card():
    state, player = bidding()

    assert panel_for(state, player).aside == ()
    assert "Comes next" not in hand_for(state, player)
    assert board_of(seen_by(state, None)).doing is not None
