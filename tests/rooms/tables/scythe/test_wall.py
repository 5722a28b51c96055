"""The wall, the log's notes, the others' mats, reference cards and help for newcomers: only public facts."""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import Any

import pytest

from control.engine.records import replace
from rooms.tables.registry import LogLevel, Touch
from rooms.tables.scythe.game.content import CUBES, Cube
from rooms.tables.scythe.game.registration import SCYTHE
from rooms.tables.scythe.game.state import NONE, Commitment, ContestedEntry, Fight, Phase, ScytheState, Star, with_side
from rooms.tables.scythe.rules.combat import CombatBegan, CombatRevealed, Retreated
from rooms.tables.scythe.rules.end_of_game import WentBack
from rooms.tables.scythe.rules.movement import Moved
from rooms.tables.scythe.rules.objectives import ObjectiveRevealed
from rooms.tables.scythe.rules.production import Produced
from rooms.tables.scythe.rules.stars import StarPlaced
from rooms.tables.scythe.rules.supply import Paid, TokensPlaced
from rooms.tables.scythe.rules.turns import TurnBegan
from rooms.tables.scythe.rules.worker_retreat import DrivenOff
from rooms.tables.scythe.screens.log import CHANGED, lately_of, note_of
from rooms.tables.scythe.screens.mats import MatShape
from rooms.tables.scythe.screens.reference import reference_of
from rooms.tables.scythe.screens.viewer import looker_of
from rooms.tables.scythe.screens.wall import MapAside, wall_of
from tests.rooms.tables.scythe.phone import PHONES, panel_for
from tests.rooms.tables.scythe.play import BOOK, CONTENT, NAMES, RULES, begun, changed, played_on

DIAL, CARDS = 7, (5, 5)


def wall_in(state: ScytheState) -> MapAside:
    return wall_of(looker_of(PHONES.seen_by(state, None)))


def words_of(page: str) -> str:
    """Words of a page for eyes and screen readers."""
    return re.sub(r"\s+", " ", re.sub(r'<[^>]*?aria-label="([^"]*)"[^>]*>|<[^>]+>', r" \1 ", page))


def mat_in(state: ScytheState, player: int, viewer: int | None = None) -> MatShape:
    """A player's mat on the viewer's screen."""
    return next(each for each in panel_for(state, viewer).mats if each.seat.player == player)


def scene(state: ScytheState) -> Any:
    """Names and state for the words of a fact."""
    return RULES.scene(state, NAMES[: len(state.sides)])


# --- the wall ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SY-HID-09", "SY-HID-01")
def test_the_wall_has_a_strip_for_each_player_with_all_that_is_open_and_no_coins():
    state = changed(begun(5, seed=3), 1, coins=87, stars=(Star.COMBAT, Star.COMBAT, Star.UPGRADES), popularity=13, section=2)
    wall, page = wall_in(state), words_of(PHONES.board_for(state))

    assert [each.seat.player for each in wall.seats] == list(state.order)
    seat = next(each.seat for each in wall.seats if each.seat.player == 1)
    side = state.sides[1]
    assert (seat.power, seat.popularity, seat.cards, seat.workers) == (side.power, 13, len(side.cards), 2)
    assert (seat.level, seat.tier, seat.coins) == (3, (5, 4, 3), None)
    assert [goal.sign for goal in seat.stars] == ["fight", "fight", "upgrade"]
    assert len(seat.open_stars) == 3
    assert seat.section.endswith(" · Build")
    assert "87" not in page
    assert [each.seat.player for each in wall.seats if each.active] == [state.active]
    for name in NAMES:
        assert name in page
    assert BOOK.tiles[state.tile].text in page


@pytest.mark.rule("SY-STR-01", "SY-HID-09")
def test_the_triumph_track_says_who_has_placed_a_star_for_what():
    state = changed(changed(begun(3), 0, stars=(Star.COMBAT, Star.COMBAT)), 2, stars=(Star.COMBAT, Star.POWER))
    track = {goal.name: [each.name for each in goal.holders] for goal in wall_in(state).track}

    assert track["a combat won"] == ["Anna", "Anna", "Clara"]
    assert track["16 power"] == ["Clara"]
    assert [name for name, holders in track.items() if not holders and name != "16 power"] != []


def test_each_goal_of_the_track_has_a_word_below_its_sign():
    page, track = PHONES.board_for(begun(3)), wall_in(begun(3)).track
    assert len({goal.short for goal in track}) == len(track) == len(Star)
    assert all(f"{goal.short}</small>" in page for goal in track)


def test_a_text_that_stands_beside_is_not_told_again():
    told = ("Anna ends the move.", "Encounter for Anna: “A box”. A spade rings on iron.")
    looker = looker_of(PHONES.seen_by(begun(3), None, told=told))
    assert wall_of(looker, "A spade rings on iron.").told == told[:1]
    assert wall_of(looker).told == told


@pytest.mark.rule("SY-HID-01", "SY-HID-02", "SY-HID-03", "SY-HID-04", "SY-HID-05", "SY-HID-06")
@pytest.mark.parametrize("number", range(4))
def test_the_wall_is_the_same_whatever_is_hidden(number):
    """Coins, hands, objectives, decks and dials change. No letter of the wall changes."""
    for step in islice(played_on(number), 0, None, 23):
        state = step.before
        if state.phase in (Phase.OVER, Phase.RECORDING):
            continue
        assert PHONES.board_for(state) == PHONES.board_for(_otherwise(state))


def _otherwise(state: ScytheState) -> ScytheState:
    """The same table with other hidden things."""
    for player, side in enumerate(state.sides):
        cards = tuple([7 - card for card in side.cards])
        objectives = tuple(reversed([each.id for each in CONTENT.objectives]))[: len(side.objectives)]
        state = replace(state, sides=with_side(state, player, coins=side.coins + 40, cards=cards, objectives=objectives))
    fight = state.fight
    if fight is not None and state.phase is Phase.COMBAT_SELECT:
        made = [None if each is None else Commitment((each.dial + 1) % 8, each.cards) for each in fight.commitments]
        state = replace(state, fight=replace(fight, commitments=(made[0], made[1])))
    return replace(state, deck=state.deck[::-1], encounters=state.encounters[::-1], cards=state.cards[::-1])


@pytest.mark.rule("SY-CMB-07", "SY-HID-04")
def test_a_combat_says_who_fights_and_who_has_locked_in_but_not_with_what():
    state = begun(2)
    units = list(state.sides[1].units)
    units[0] = "D5"
    mine = list(state.sides[0].units)
    mine[0] = "D5"
    state = changed(changed(state, 1, units=tuple(units)), 0, units=tuple(mine), power=9)
    fight = Fight(space="D5", attacker=0, defender=1, commitments=(Commitment(DIAL), None))
    page = words_of(PHONES.board_for(replace(state, phase=Phase.COMBAT_SELECT, fight=fight)))

    assert "Combat on D5" in page
    assert "locked in" in page
    assert "choosing" in page


@pytest.mark.rule("SY-END-04", "SY-END-12")
def test_at_the_end_every_score_stands_there_line_by_line():
    state = replace(changed(begun(3), 1, coins=55), phase=Phase.OVER, agenda=())
    panel, page = panel_for(state, None), PHONES.board_for(state)

    assert panel.ending is not None
    counted = re.findall(r"<td data-of[^>]*>(?:<b>)?(\d+)", page)
    assert [int(each) for each in counted] == [
        count
        for standing in panel.ending.standings
        for scored in [standing.scored]
        for count in (scored.coins, scored.stars, scored.territories, scored.tokens, scored.structures, scored.total)
    ]
    assert "Boris wins" in page


# --- mats -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SY-HID-09", "SY-UPG-03", "SY-BOT-02", "SY-ENL-04", "SY-DEP-04", "SY-BLD-05")
def test_a_mat_says_what_each_section_gives_and_costs_now():
    state = begun(3)
    before = mat_in(state, 1, 0)
    cubes = tuple([each is Cube.POWER for each in CUBES])
    units = list(state.sides[1].units)
    units[1] = "D6"
    state = changed(state, 1, cubes=cubes, boxes=(1, 0, 0, 0), recruits=(2, NONE, NONE, NONE), units=tuple(units))
    after = mat_in(changed(state, 1, structures=("D6", "", "", "")), 1, 0)

    assert [section.cost for section in before.sections][1:] == [section.cost for section in after.sections][1:]
    assert after.sections[0].cost == before.sections[0].cost - 1
    more = [gain for section in after.sections for gain in section.gains if gain.more]
    assert [(gain.count, gain.what) for gain in more] == [(3, "power")]
    assert (after.sections[0].recruited, after.sections[0].took) == (True, "2 popularity")
    assert len(after.bonuses) == len(before.bonuses) - 1
    assert [each.there for each in after.abilities] == [True, True, False, False, False]
    assert [section.stands for section in after.sections if section.stands] == ["on D6"]


@pytest.mark.rule("SY-SET-18")
def test_every_faction_says_onto_which_terrains_it_crosses_rivers():
    for mat in panel_for(begun(5), None).mats:
        faction = BOOK.factions[mat.seat.faction]
        text = next(each.text for each in mat.abilities if each.name == "Riverwalk")
        for terrain in faction.riverwalk:
            assert scene(begun(2)).words(terrain, 2) in text
        assert not [each for each in mat.abilities if "{" in each.text]


def test_a_player_sees_the_mats_of_the_others_clockwise_and_whoever_looks_on_all():
    state = begun(4)
    assert [mat.seat.player for mat in panel_for(state, 1).mats] == [2, 3, 0]
    assert [mat.seat.player for mat in panel_for(state, None).mats] == [0, 1, 2, 3]
    assert panel_for(state, 1).wall is None


# --- notes ------------------------------------------------------------------------------------------------------------------


MARKED = [
    (Moved(player=1, unit=0, origin="C6", to="D6", steps=0), [("D6", "rusviet", "C6")]),
    (WentBack(1, ContestedEntry(2, "D5", "D6")), [("D6", "rusviet", "D5")]),
    (DrivenOff(player=1, owner=0, space="A4", home="HB-NOR", workers=(5,)), [("HB-NOR", "nordic", "A4")]),
    (Retreated(0, "D5", ((0, "HB-NOR"), (5, "HB-NOR"))), [("HB-NOR", "nordic", "D5")] * 2),
    (TokensPlaced(0, (("A4", (1, 0, 0, 0)),)), [("A4", CHANGED, "")]),
    (Paid(player=0, tokens=(("A5", (0, 1, 0, 0)),)), [("A5", CHANGED, "")]),
    (Produced(0, (("A4", (1, 0, 0, 0)),), (("A6", 2),)), [("A4", CHANGED, ""), ("A6", CHANGED, "")]),
    (CombatBegan("D5", 0, 1), [("D5", CHANGED, "")]),
]


@pytest.mark.parametrize(("fact", "touched"), MARKED)
def test_what_a_fact_changes_is_marked_on_the_board(fact, touched):
    assert note_of(fact, scene(begun(3))).touched == tuple([Touch(*each) for each in touched])


def test_the_board_draws_the_ways_of_units_and_lights_up_where_something_was_done():
    touched = tuple([Touch(*each) for _fact, marks in MARKED for each in marks])
    lately = lately_of(touched)
    board = panel_for(begun(3), None, touched=touched).board

    assert ("D5", "HB-NOR", "nordic") in lately.ways
    assert len(lately.ways) == len(set(lately.ways)) == 4
    assert board is not None
    assert len(board.arrows) == 4
    assert {space.hex.id for space in board.spaces if space.fresh} == set(lately.spaces)


@pytest.mark.rule("SY-CMB-04", "SY-MOV-19")
def test_combats_and_workers_that_are_driven_off_are_attacks():
    attacks = [note_of(fact, scene(begun(3))).attacked for fact, _touched in MARKED]
    assert [each for each in attacks if each] == [(0,), (1,)]
    assert note_of(CombatBegan("D5", 0, 1), scene(begun(3))).player == 0


def test_a_turn_heads_the_log_and_a_turn_of_everybody_is_a_round():
    notes = [note_of(TurnBegan(0, number), scene(begun(3))) for number in range(1, 8)]
    assert [each.level for each in notes] == [
        LogLevel.ROUND,
        LogLevel.TURN,
        LogLevel.TURN,
        LogLevel.ROUND,
        LogLevel.TURN,
        LogLevel.TURN,
        LogLevel.ROUND,
    ]
    assert [each.round for each in notes] == ["Round 1", "", "", "Round 2", "", "", "Round 3"]


@pytest.mark.parametrize("number", range(3))
def test_every_fact_of_a_game_has_a_note_that_names_players_and_spaces(number):
    for step in islice(played_on(number), 400):
        state = step.before
        for fact in step.played.facts:
            note = note_of(fact, scene(state))
            assert all(touch.thing in BOOK.order for touch in note.touched)
            assert {note.player, *note.attacked} <= {None, *range(len(state.sides))}
            assert note.player not in note.attacked
            if isinstance(fact, CombatRevealed):
                assert note.picture
            state = RULES.facts.evolve(state, fact)


@pytest.mark.rule("SY-STR-02", "SY-OBJ-02", "SY-CMB-11")
def test_a_combat_and_every_star_is_shown_to_everybody_and_an_objective_with_its_star():
    found = set()
    for step in chain.from_iterable([played_on(number) for number in range(4)]):
        kinds = [type(fact) for fact in step.played.facts]
        found |= {*kinds}
        assert ObjectiveRevealed not in kinds or StarPlaced in kinds
    assert found >= {ObjectiveRevealed, *SCYTHE.reveals}
    assert set(SCYTHE.reveals) == {CombatRevealed, StarPlaced}


# --- reference cards --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SY-SET-18", "SY-END-05", "SY-END-11", "SY-PRD-01")
def test_everything_printed_can_be_looked_up():
    groups = {group.title: group for group in reference_of(CONTENT)}
    texts = {card.title: card.text for group in groups.values() for card in group.cards}

    for card in (*CONTENT.objectives, *CONTENT.achievements):
        assert texts[card.title] == card.text
    for faction in CONTENT.factions:
        for ability in (faction.own, *faction.mechs):
            assert BOOK.abilities[ability].name in texts[faction.name]
    for card in CONTENT.encounters:
        assert all(f"{letter}: " in texts[card.title] for letter in "ABC")
    assert [len(groups[title].cards) for title in ("Player mats", "Factory cards", "Structure bonus", "Stars")] == [5, 12, 6, 9]
    assert texts["13 popularity and more"].startswith("5 coins for each star, 4 for each territory, 3 for every two tokens")
    assert not [text for text in texts.values() if "{" in text]
    industrial = next(text for title, text in texts.items() if title.endswith("Industrial"))
    assert "+1 coin." in industrial
    assert "+3 coins." in industrial
    assert not [text for text in texts.values() if "+1 coins" in text]


# --- the first turns --------------------------------------------------------------------------------------------------------


def test_whoever_is_new_is_told_what_is_good_to_begin_with():
    state = begun(2)
    aid = panel_for(state, state.active).aid

    assert aid is not None
    assert any("Now it brings" in line for line in aid.lines)
    assert panel_for(state, 1 - state.active).aid is None
    assert panel_for(state, None).aid is None


def test_the_second_turn_names_the_bottom_rows_that_can_be_paid_and_the_third_is_not_guided():
    state = begun(2)
    second = replace(state, turns=3)
    poor, rich = panel_for(second, state.active).aid, panel_for(replace(second, tokens={"A4": (0, 4, 0, 0)}), 0).aid

    assert poor is not None
    assert "no bottom row" in poor.lines[0]
    assert rich is not None
    assert rich.lines[0].endswith("Upgrade.")
    assert panel_for(replace(state, turns=5), state.active).aid is None
