"""Setup of a table (SY-SET, A-00)."""

from __future__ import annotations

from collections import Counter

import pytest

from control.engine.refusal import Refused
from rooms.tables.game.rules import Setup
from rooms.tables.scythe.game.state import CHARACTER, MECHS, NONE, OFF, WORKERS, Phase
from tests.rooms.tables.scythe.play import BOOK, CONTENT, KEPT, RULES, begun, words

STARTS = {"nordic": (4, 1), "rusviet": (3, 2), "crimea": (5, 0), "saxony": (1, 4), "polania": (2, 3)}
MATS = {"industrial": (2, 4), "engineering": (2, 5), "patriotic": (2, 6), "mechanical": (3, 6), "agricultural": (4, 7)}


def every_table():
    return [begun(players, 100 * players + seed) for players in range(2, 6) for seed in range(25)]


@pytest.mark.rule("SY-GEN-01", "SY-SET-06", "SY-SET-07", "SY-SET-17", "SY-TRN-12")
def test_factions_and_mats_are_dealt_at_random_and_seats_go_by_faction():
    pairs = Counter()
    for state in every_table():
        factions, mats = [side.faction for side in state.sides], [side.mat for side in state.sides]
        assert len(set(factions)) == len(set(mats)) == len(state.sides)
        seats = [BOOK.factions[state.sides[player].faction].seat for player in state.order]
        assert seats == sorted(seats)
        assert BOOK.mats[mats[state.active]].label == min([BOOK.mats[mat].label for mat in mats])
        pairs.update(zip(factions, mats, strict=True))
    assert len(pairs) == 25


@pytest.mark.parametrize("players", [1, 6])
@pytest.mark.rule("SY-GEN-01")
def test_it_is_for_two_to_five(players):
    with pytest.raises(Refused, match="2 to 5 players"):
        RULES.setup(Setup(players=players), KEPT)


@pytest.mark.rule("SY-SET-01", "SY-SET-02", "SY-SET-03", "SY-SET-04", "SY-SET-05")
def test_decks_are_shuffled_whole_and_the_rest_leaves_unseen():
    assert CONTENT.numbers.cards == {2: 16, 3: 12, 4: 8, 5: 6}
    tiles, firsts = set(), set()
    for state in every_table():
        assert len(state.deck) + sum([len(side.cards) for side in state.sides]) == 42
        assert len(state.cards) == len(set(state.cards)) == len(state.sides) + 1
        assert sorted(state.encounters) == sorted(BOOK.encounters)
        assert len(state.encounters) == 28
        assert len(state.marks) == 11
        tiles.add(state.tile)
        firsts.add(state.encounters[0])
    assert len(tiles) == 6
    assert len(firsts) > 10


@pytest.mark.rule("SY-GEN-02", "SY-SET-08", "SY-SET-09", "SY-SET-10", "SY-SET-11", "SY-SET-12", "SY-SET-13", "SY-SET-14")
@pytest.mark.rule("SY-SET-15", "SY-SET-16", "SY-SET-19")
def test_every_side_starts_as_its_mats_say():
    for state in every_table():
        assert state.tokens == {}
        assert state.phase is Phase.CHOOSE_SECTION
        for side in state.sides:
            faction = BOOK.factions[side.faction]
            assert (side.power, len(side.cards)) == STARTS[side.faction]
            assert (side.popularity, side.coins) == MATS[side.mat]
            assert len(side.objectives) == 2
            assert side.units[CHARACTER] == faction.home
            assert {side.units[unit] for unit in MECHS} == {OFF}
            there = [side.units[unit] for unit in WORKERS if side.units[unit]]
            assert sorted(there) == sorted(BOOK.land[faction.home])
            assert not any([*side.stars, *side.cubes, *side.boxes, *side.structures, side.card])
            assert set(side.recruits) == {NONE}
            assert side.section == NONE


@pytest.mark.rule("A-00")
def test_combat_cards_are_dealt_seat_by_seat_and_then_the_objectives():
    state = begun(5)

    values = [value for value, count in sorted(CONTENT.numbers.cards.items()) for _ in range(count)]
    assert [card for player in state.order for card in state.sides[player].cards] == values[:10]
    assert [card for player in state.order for card in state.sides[player].objectives] == list(BOOK.objectives)[:10]


@pytest.mark.rule("SY-R-03")
def test_strong_pairs_are_dealt_again_where_the_host_wants():
    strong = {("rusviet", "industrial"), ("crimea", "patriotic")}
    free = [begun(5, seed) for seed in range(60)]
    banned = [begun(5, seed, ban_combos="on") for seed in range(60)]

    assert any(strong & {(side.faction, side.mat) for side in state.sides} for state in free)
    assert not any(strong & {(side.faction, side.mat) for side in state.sides} for state in banned)


@pytest.mark.parametrize(("option", "chosen"), [("hexes", "on"), ("delay", "perhaps")])
@pytest.mark.rule("A-00")
def test_an_option_that_is_none_is_refused(option, chosen):
    with pytest.raises(Refused, match=r"no (option|choice)"):
        begun(2, **{option: chosen})


@pytest.mark.rule("A-00", "SY-SET-05")
def test_everybody_reads_who_leads_what():
    played = RULES.setup(Setup(players=2), KEPT)

    said = words(RULES.blank(), played)[0]
    assert "Anna leads Nordic Kingdoms with the Industrial mat" in said
    assert BOOK.tiles[played.state.tile].text in said
