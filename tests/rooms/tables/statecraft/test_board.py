"""The wall: every public fact of the table, and nothing hidden."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory

from control.engine.dice import DiceChance
from control.engine.records import replace
from rooms.tables.game.rules import Setup
from rooms.tables.registry import GameSight, LogLevel, Touch
from rooms.tables.statecraft.game.content import Content
from rooms.tables.statecraft.game.engine import rules_of
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import PLACES, Phase, StatecraftState
from rooms.tables.statecraft.rules.poaching import Poached
from rooms.tables.statecraft.rules.turns import TurnBegan
from rooms.tables.statecraft.screens.app import APP
from rooms.tables.statecraft.screens.board import WallBoard, board_of
from rooms.tables.statecraft.screens.log import CLAIMED, FLOATS, MOVED, note_of
from tests.rooms.tables.statecraft.phone import NAMES, RULES, SETUPS, ended, panel_for, played_on, seen_by
from tests.rooms.tables.statecraft.views import (
    ELECTION,
    EMERGENCY,
    EVENT,
    LONG,
    POLITICIANS,
    SHORT,
    SWEEP,
    own,
    purple,
    replaced,
    seen,
    table,
)

A, B, C, D = range(4)
SECRET = (Phase.EVENT_CHOICE, Phase.EMERGENCY_CHOICE, Phase.INCUMBENT_BID)


def page_of(given: GameSight) -> str:
    """The page of the wall."""
    return render_to_string(APP.board, {"panel": APP.shape(given)}, RequestFactory().get("/screen/table/ABC/"))


def words_of(page: str) -> str:
    """Words of a page for eyes and screen readers."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*?(?:title|aria-label)=\"([^\"]*)\"[^>]*>|<[^>]+>", r" \1 ", page))


def board_in(state: StatecraftState) -> WallBoard:
    """The board of a game's state."""
    return board_of(seen_by(state, None))


# --- sides --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SC-TRK-07", "SC-COM-02", "SC-SET-05")
@pytest.mark.parametrize("players", range(2, 7))
def test_every_tracker_of_every_player_stands_on_the_wall_with_its_sign_and_word(players):
    view = table(players)
    board = board_of(seen(view))
    assert [cabinet.seat for cabinet in board.sides] == list(range(1, players + 1))
    for cabinet, side in zip(board.sides, view.sides, strict=True):
        gauges = [gauge for axis in cabinet.axes for gauge in axis]
        assert [gauge.value for gauge in gauges] == [str(value) for value in side.trackers]
        assert [gauge.mark.id for gauge in gauges] == ["authoritarianism", "anarchism", "capitalism", "socialism"]
        assert [gauge.part for gauge in gauges] == [100 * value // 7 for value in side.trackers]
        assert (cabinet.hand, cabinet.turn) == (side.hand, side.turn)
    page = words_of(page_of(seen(view)))
    for name in SHORT[:players]:
        assert name in page
    assert page.count("Authoritarianism") >= players


@pytest.mark.rule("SC-TRK-05", "SC-LDR-05")
def test_a_budget_is_signed_and_its_gauge_grows_from_the_middle():
    view = table(3)
    sides = [replaced(side, budget=budget) for side, budget in zip(view.sides, (-5, 0, 4), strict=True)]
    deep = replaced(sides[0], budget=-7, budget_least=-7)
    budgets = [cabinet.budget for cabinet in board_of(seen(replaced(view, sides=tuple(sides)))).sides]
    assert [(each.value, each.part, each.below) for each in budgets] == [("−5", 100, True), ("0", 0, False), ("+4", 80, False)]
    found = board_of(seen(replaced(view, sides=(deep, *sides[1:])))).sides[0].budget
    assert (found.value, found.part) == ("−7", 100)


@pytest.mark.rule("SC-POL-12", "SC-DEN-08", "SC-CIR-01", "SC-REC-17")
def test_a_cabinet_lies_from_left_to_right_with_what_each_announced_and_denounced():
    board = board_of(seen(table(2)))
    places = board.sides[A].row
    assert [holder.key for holder in places] == ["outer-left", "inner-left", "leader", "inner-right", "outer-right"]
    outer_left = places[0]
    assert outer_left.name == POLITICIANS[PLACES.index("outer-left")].name
    assert [mark.name for mark in outer_left.specialisms] == ["Society", "Security"]
    assert outer_left.up is not None
    assert outer_left.down is not None
    assert (outer_left.up.count, outer_left.down.count) == (3, 3)
    assert "Policy 2: Option A of 2" in outer_left.up.words
    leader = places[2]
    assert leader.up is None
    assert leader.down is not None
    assert leader.down.count == 3


@pytest.mark.rule("SC-POL-12", "SC-EVT-15")
def test_a_pile_shows_the_ideologies_that_its_policies_are_about():
    board = board_of(seen(table(2, policies=1)))
    pile = board.sides[A].row[1].up  # policy 0: Authoritarianism 2, Capitalism 1
    assert pile is not None
    assert [mark.id for mark, lit in pile.marks if lit] == ["authoritarianism", "capitalism"]


@pytest.mark.rule("SC-SET-15", "SC-REC-05")
def test_an_empty_place_says_which_it_is():
    board = board_of(seen(table(2, seats=1, policies=0)))
    inner_left, inner_right = board.sides[A].row[1], board.sides[A].row[3]
    assert inner_left.name
    assert not inner_right.name
    assert "Inner right" in words_of(page_of(seen(table(2, seats=1, policies=0))))
    assert inner_right.up is None
    assert inner_right.down is None


@pytest.mark.rule("SC-CAM-07", "SC-CAM-04", "SC-INC-01")
def test_a_claimed_supporter_lies_readable_with_its_host_and_a_floating_one_says_who_meets_it():
    view = table(3, floating=3, claimed=(0, 2, 0), incumbent=B)
    board = board_of(seen(view))
    assert [len(cabinet.supporters) for cabinet in board.sides] == [0, 2, 0]
    assert [cabinet.incumbent for cabinet in board.sides] == [False, True, False]
    for follower, supporter in zip(board.floating, view.supporters, strict=False):
        assert [seat for seat, _name in follower.meets] == [player + 1 for player in supporter.satisfied]
        assert len(follower.conditions) == sum(each is not None for each in supporter.card.conditions)
    hosted = [each for each in view.supporters if each.host == B]
    assert [not each.loose for each in board.sides[B].supporters] == [B in each.satisfied for each in hosted]
    assert hosted[0].card.name in words_of(page_of(seen(view)))


# --- the middle ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SC-ADV-03", "SC-SET-09", "SC-SET-08", "SC-SET-17")
def test_the_scenario_stands_with_its_end_its_win_its_text_and_how_near_the_end_is():
    board = board_of(seen(table(3, scenario=SWEEP, floating=6, claimed=(2, 0, 0), backwards=True)))
    aim = board.goal
    assert aim is not None
    assert (aim.name, aim.text) == ("Clean Sweep", SWEEP.text)
    assert (aim.part, aim.win, aim.counts) == (25, 4, "Distance from 14")
    assert (board.round, board.backwards) == ("Round 4", True)
    page = words_of(page_of(seen(table(3, scenario=SWEEP, floating=6, claimed=(2, 0, 0), backwards=True))))
    for words in (aim.ends, aim.wins, aim.near, "Clean Sweep", "↺"):
        assert words in page


@pytest.mark.rule("SC-FIN-03", "SC-FIN-04", "SC-FIN-05", "SC-FIN-06", "SC-FIN-07")
@pytest.mark.parametrize(("end", "part"), [(1, 37), (2, 25), (3, 40), (4, 50), (5, 21)])
def test_how_near_the_end_is_goes_by_the_end_condition(end, part):
    view = table(3, scenario=replaced(ELECTION, end=end), floating=4, claimed=(2, 1, 1))
    assert view.goal is not None
    view = replaced(view, goal=replaced(view.goal, needed={2: 8, 3: 5}.get(end)))
    aim = board_of(seen(view)).goal
    assert aim is not None
    assert aim.part == part


@pytest.mark.rule("SC-DEK-06", "SC-DEK-07", "SC-DEK-08", "SC-COM-13")
def test_the_piles_show_their_numbers_the_back_on_top_and_the_newest_open_card():
    page = words_of(page_of(seen(table(2))))
    assert "41 in the deck, purple on top" in page
    assert "2 discarded, Policy 9" in page
    assert f"1 retired, {POLITICIANS[30].name}" in page
    assert "blue on top" in words_of(page_of(seen(table(2, purple_on_top=False))))
    none = words_of(page_of(seen(table(2, purple_on_top=None, deck=0))))
    assert "on top" not in none


@pytest.mark.rule("SC-EVT-01", "SC-EVT-03", "SC-EVT-04")
def test_an_event_lies_open_with_both_options_and_what_the_incumbent_does_besides():
    view = table(3, phase=Phase.EVENT_CHOICE, answered=(True, False, None), resolving=(purple(EVENT),))
    doing = board_of(seen(view)).doing
    assert doing is not None
    assert (doing.kind, doing.title) == ("event", EVENT.title)
    assert doing.options[0].effects == "Budget −2; Socialism +1"
    assert doing.options[0].extra == "Lose 1 politician of the outer circle"
    assert doing.asked == ((1, "Anna", True), (2, "Boris", False))
    page = words_of(page_of(seen(view)))
    assert EVENT.options[0].label in page
    assert EVENT.options[1].label in page


@pytest.mark.rule("SC-HID-06", "SC-REC-02")
def test_drawn_politicians_lie_open_for_all():
    view = table(2, phase=Phase.RECRUIT_CHOICE, drawn=POLITICIANS[30:33])
    doing = board_of(seen(view)).doing
    assert doing is not None
    assert [each.name for each in doing.drawn] == [each.name for each in POLITICIANS[30:33]]
    assert "Anna takes a politician" in words_of(page_of(seen(view)))


def test_who_is_waited_for_is_named_while_names_have_room():
    one = board_of(seen(table(6)))
    many = board_of(seen(table(6, phase=Phase.EVENT_CHOICE, answered=(False,) * 6, resolving=(purple(EVENT),))))
    assert one.head == "Waiting for Anna"
    assert many.head == "Waiting for 6 players"
    assert all(cabinet.acts and cabinet.doing == "is thinking" for cabinet in many.sides)


# --- secrecy ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SC-HID-01", "SC-HID-03", "SC-HID-04", "SC-HID-05")
@pytest.mark.parametrize("phase", SECRET)
def test_the_board_is_made_of_the_public_view_alone(phase):
    resolving = {Phase.EVENT_CHOICE: (purple(EVENT),), Phase.EMERGENCY_CHOICE: (purple(EMERGENCY),)}.get(phase, ())
    view = table(3, phase=phase, answered=(True, False, False), resolving=resolving)
    shown = board_of(seen(view))
    for answer in (0, 1, "policy-40"):
        assert board_of(seen(replaced(view, own=own(40, 41, answer=answer)))) == shown
    assert shown.doing is not None
    assert [chosen for _seat, _name, chosen in shown.doing.asked] == [True, False, False]
    assert shown.sides[0].doing == "has chosen"


@pytest.mark.rule("SC-HID-03", "SC-HID-04", "SC-HID-05")
@pytest.mark.parametrize("setup", SETUPS[1:])
def test_the_wall_looks_the_same_whatever_was_chosen(setup):
    """Each hidden choice of a game is replaced by another one. Nothing on the wall changes."""
    met = 0
    for seed in range(6):
        for state, _player, _action, _played in played_on(seed, setup):
            if state.phase not in SECRET or not any(each is not None for each in state.answers):
                continue
            other = {Phase.EVENT_CHOICE: 0, Phase.EMERGENCY_CHOICE: "", Phase.INCUMBENT_BID: 1}[state.phase]
            answers = tuple([None if each is None else other for each in state.answers])
            assert page_of(seen_by(replace(state, answers=answers), None)) == page_of(seen_by(state, None))
            met += 1
            if met > 12:
                return
    assert met


def _canaries(content: Content) -> Content:
    """The decks with titles that appear nowhere else."""
    policies = [replace(policy, title=f"Wildvogel {at:03}!") for at, policy in enumerate(content.policies)]
    actions = [replace(action, title=f"Wildkatze {at:03}!") for at, action in enumerate(content.actions)]
    return replace(content, policies=tuple(policies), actions=tuple(actions))


@pytest.mark.rule("SC-HID-01", "SC-HID-02", "SC-DEK-06")
@pytest.mark.parametrize("setup", SETUPS)
def test_no_card_of_a_hand_or_of_a_face_down_deck_is_named_on_the_wall(setup):
    content = _canaries(RULES.book.content)
    rules = rules_of(content)
    for state, _player, _action, _played in islice(played_on(3, setup), 0, None, 9):
        given = seen_by(state, None)
        page = page_of(GameSight(table=given.table, player=None, view=rules.view(state, None), offers=(), content=content, told=()))
        visible = {rules.book.title(card) for side in state.sides for card in [policy.card for policy in side.policies]}
        visible |= {rules.book.title(card) for card in (*state.discard, *[each.card for each in state.resolving])}
        assert set(re.findall(r"Wild\w+ \d+!", page)) <= visible


# --- what has moved -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SC-TRK-07")
def test_a_tracker_that_moved_shows_from_what_to_what():
    touched = (Touch("tracker-0-1", MOVED, "4"), Touch("tracker-0-1", MOVED, "2"), Touch("budget-1", MOVED, "3"))
    view = table(2)
    board = board_of(seen(view, touched=touched))
    left, right = board.sides[A].axes[0]
    assert (left.was, right.was) == ("", "4")  # the first place of the tracker
    assert board.sides[B].budget.was == "+3"
    still = board_of(seen(view, touched=(Touch("tracker-0-1", MOVED, str(view.sides[A].trackers[1])),)))
    assert still.sides[A].axes[0][1].was == ""  # it has returned to its first place
    assert "4→0" in re.sub(r"<[^>]+>", "", page_of(seen(view, touched=touched)))


@pytest.mark.rule("SC-POA-06", "SC-CAM-05", "SC-CAM-09")
def test_a_supporter_that_changed_its_place_says_from_where():
    view = table(3, floating=2, claimed=(1, 1, 0))
    touched = (
        Touch("supporter-supporter-0", FLOATS, ""),
        Touch("supporter-supporter-1", FLOATS, "1"),
        Touch("supporter-supporter-2", CLAIMED, ""),
        Touch("supporter-supporter-3", CLAIMED, "0"),
    )
    board = board_of(seen(view, touched=touched))
    assert [each.lately for each in board.floating] == ["new", "back from 2"]
    assert [cabinet.supporters[0].lately for cabinet in board.sides[:2]] == ["claimed", "poached from 1"]


def _hosts(state: StatecraftState) -> dict[str, object]:
    claimed = {each: player for player, side in enumerate(state.sides) for each in side.supporters}
    return {**dict.fromkeys(state.floating, "floats"), **claimed}


@pytest.mark.rule("SC-TRK-07", "SC-CAM-07", "SC-POA-06")
def test_what_facts_mark_is_exactly_what_stands_elsewhere_afterwards():
    seen_things = set()
    for setup in SETUPS[1:]:
        for state, _player, _action, played in played_on(6, setup):
            before = state
            for fact in played.facts:
                after = RULES.facts.evolve(before, fact)
                touched = {touch.thing: touch.called for touch in note_of(fact, Scene(RULES.book, before, NAMES)).touched}
                wanted = {
                    f"tracker-{player}-{at}": str(value)
                    for player, side in enumerate(before.sides)
                    for at, value in enumerate(side.trackers)
                    if value != after.sides[player].trackers[at]
                }
                wanted |= {
                    f"budget-{player}": str(side.budget)
                    for player, side in enumerate(before.sides)
                    if side.budget != after.sides[player].budget
                }
                was, now = _hosts(before), _hosts(after)
                wanted |= {
                    f"supporter-{each}": str(was.get(each, "")).replace("floats", "")
                    for each, host in now.items()
                    if was.get(each) != host
                }
                assert touched == wanted
                seen_things |= {thing.split("-")[0] for thing in touched}
                before = after
    assert seen_things == {"tracker", "budget", "supporter"}


@pytest.mark.rule("SC-SET-08", "SC-POA-06")
def test_a_turn_is_a_heading_of_the_log_and_poaching_goes_against_the_host():
    state = RULES.setup(Setup(players=3, options={"mode": "quickplay"}), DiceChance(random.Random(1))).state
    scene = Scene(RULES.book, state, NAMES)
    assert note_of(TurnBegan(player=1, round=state.round), scene).level is LogLevel.TURN
    assert note_of(TurnBegan(player=1, round=state.round + 1), scene).level is LogLevel.ROUND
    claimed = replace(state, sides=(replace(state.sides[0], supporters=("x",)), *state.sides[1:]))
    note = note_of(Poached(player=1, host=0, supporter="x"), Scene(RULES.book, claimed, NAMES))
    assert (note.player, note.attacked) == (1, (0,))
    assert note.touched == (Touch("supporter-x", CLAIMED, "0"),)


# --- the end ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SC-WIN-10", "SC-WIN-01")
def test_the_podium_has_the_winners_first_and_every_players_value_and_the_incumbent():
    view = table(4, phase=Phase.OVER, claimed=(1, 3, 0, 3), incumbent=D, winners=(D,))
    podium = board_of(seen(view)).podium
    assert podium is not None
    assert [(side.name, step, side.value) for side, step in podium.standings] == [
        ("Dmitri", 1, "3"),
        ("Boris", 2, "3"),
        ("Anna", 3, "1"),
        ("Carla", 4, "0"),
    ]
    page = words_of(page_of(seen(view)))
    assert "Dmitri wins" in page
    assert "Dmitri holds the incumbent card." in page
    assert "Equal with Boris; the incumbent card decides." in page


@pytest.mark.rule("SC-WIN-02", "SC-WIN-06", "SC-WIN-08")
@pytest.mark.parametrize("win", [2, 4])
def test_less_is_better_under_two_conditions_and_equals_share_the_first_step(win):
    view = table(3, phase=Phase.OVER, scenario=replaced(ELECTION, win=win), winners=(A, C))
    sides = [replaced(side, value=value) for side, value in zip(view.sides, (2, 3, 2), strict=True)]
    podium = board_of(seen(replaced(view, sides=tuple(sides)))).podium
    assert podium is not None
    assert [(side.player, step) for side, step in podium.standings] == [(A, 1), (C, 1), (B, 3)]
    assert podium.ending.headline == "Anna and Carla share the victory"


# --- whole games --------------------------------------------------------------------------------------------------------


def _states(players: int) -> Iterator[StatecraftState]:
    setup = Setup(players=players, options={"mode": "advanced", "disruption": "disruptive"})
    for state, _player, _action, played in played_on(players, setup):
        yield state
        last = played.state
    yield last


@pytest.mark.rule("SC-SET-01", "SC-TRK-07", "SC-POL-12")
@pytest.mark.parametrize("players", range(2, 7))
def test_every_moment_of_a_game_has_its_wall(players):
    for at, state in enumerate(_states(players)):
        board = board_in(state)
        assert len(board.sides) == players
        assert board.podium is None or state.phase is Phase.OVER
        if at % 12 == 0 or state.phase is Phase.OVER:
            page = page_of(seen_by(state, None))
            assert page.count("data-seat=") == players
            assert 'data-key="affairs"' in page


def test_a_player_gets_no_board_and_whoever_looks_on_does():
    state = ended(1, SETUPS[0])
    assert panel_for(state, 0).board is None
    assert panel_for(state, None).board == board_in(state)


def test_the_longest_names_stand_whole():
    page = words_of(page_of(seen(table(6), LONG)))
    assert all(name in page for name in LONG)
    assert {len(name) for name in LONG} <= {39, 40}


# --- recent events --------------------------------------------------------------------------------------------------------


def told_on(*told: str) -> tuple[tuple[str, ...], bool]:
    """Sentences of recent events on the wall, and whether their letters are small."""
    board = board_of(replace(seen(table(3)), told=told))
    return board.told, board.long


def test_the_newest_sentences_stand_whole_on_the_wall_and_older_ones_give_way():
    few, many, endless = "Anna is done.", "Emergency! " + "a" * 200, "b" * 600

    assert told_on() == ((), False)
    assert told_on(few, few) == ((few, few), False)
    assert told_on(few, many) == ((few, many), True)
    assert told_on(many, many, few) == ((many, few), True)
    assert told_on(few, endless) == ((endless,), True)
