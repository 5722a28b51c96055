"""Spaces that units may step to: edges, rivers, lakes, tunnels, home bases and abilities (SY-MOV, SY-MEC, SY-FAC, SY-BLD)."""

from __future__ import annotations

import pytest

from rooms.tables.scythe.game.state import CHARACTER, ScytheState, Side
from rooms.tables.scythe.rules.control import NOBODY, contested_territories, controller, controllers, tokens_of
from rooms.tables.scythe.rules.reach import Reach
from tests.rooms.tables.scythe.tables import A, B, book, mech, moving, side, tokens

WORKER = 5
TUNNELS = {"B3", "C2", "C5", "E2", "E5", "F3"}
FACTIONS = ("nordic", "rusviet", "crimea", "saxony", "polania")
AWAY = side("nordic", character="A6")  # another player, out of the way


def spaces(state: ScytheState, unit: int) -> set[str]:
    """Spaces that a unit of the first player may step to. Each is offered once."""
    found = Reach(book(), state, A).spaces(unit)
    assert len(found) == len(set(found))
    return set(found)


def reached(mine: Side, unit: int, *others: Side) -> set[str]:
    """Spaces that a unit of this side may step to among these others."""
    return spaces(moving(mine, *(others or (AWAY,))), unit)


@pytest.mark.rule("SY-MOV-05", "SY-MOV-08", "SY-MOV-09")
@pytest.mark.parametrize(
    ("faction", "here", "open_"),
    [("rusviet", "D6", "C6 D5"), ("saxony", "F0", "F1 G1"), ("polania", "D1", "C1 D0"), ("crimea", "G6", "F5 F6 G5")],
)
def test_units_step_over_open_edges(faction, here, open_):
    made = side(faction, workers=here, character=here, speed=here)

    for unit in (WORKER, CHARACTER, mech(faction, "speed")):
        assert reached(made, unit) == set(open_.split())


@pytest.mark.rule("SY-MOV-08", "SY-MOV-09", "SY-MOV-13")
def test_without_an_ability_no_river_lake_or_home_base_is_entered():
    for here in (*book().territories, *book().bases):
        made = side("saxony", character=here, workers=here)
        for unit in (CHARACTER, WORKER):
            for to in reached(made, unit):
                assert (here, to) not in book().rivers
                assert to not in book().lakes
                assert to not in book().bases


@pytest.mark.rule("SY-MOV-10")
@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.parametrize("here", sorted(TUNNELS))
def test_tunnels_are_adjacent_for_everybody(faction, here):
    made = side(faction, character=here, workers=here, speed=here)

    for unit in (CHARACTER, WORKER, mech(faction, "speed")):
        assert reached(made, unit, side("rusviet" if faction == "nordic" else "nordic")) >= TUNNELS - {here}


@pytest.mark.rule("SY-MOV-12", "SY-R-11")
@pytest.mark.parametrize(
    ("made", "unit", "links"),
    [
        (side("rusviet"), CHARACTER, "C6 D6"),
        (side("rusviet", riverwalk="C6"), CHARACTER, "C6 D6 B6"),
        (side("rusviet", riverwalk="C6", workers="HB-RUS"), WORKER, "C6 D6"),
        (side("crimea", workers="HB-CRI"), WORKER, "G3 H3"),
        (side("polania"), CHARACTER, "C1 D0"),
        (side("polania", riverwalk="C1"), CHARACTER, "C1 D0"),
        (side("saxony"), CHARACTER, "F0 G1"),
    ],
)
def test_a_home_base_leads_to_its_links(made, unit, links):
    assert reached(made, unit) == set(links.split())


@pytest.mark.rule("SY-MOV-12", "SY-R-11", "SY-MEC-17")
def test_a_lake_link_needs_a_lake_ability():
    submerged = side("polania", submerge="C1", workers="HB-POL")

    assert reached(submerged, CHARACTER) == {"C1", "D0", "B0"}
    assert reached(submerged, WORKER) == {"C1", "D0"}


@pytest.mark.rule("SY-MEC-01", "SY-MEC-06", "SY-MEC-11", "SY-MEC-16", "SY-MEC-20", "SY-MEC-24", "SY-DEP-05")
@pytest.mark.parametrize(
    ("faction", "here", "across", "not_across"),
    [
        ("rusviet", "C6", "B5 B6", "C5"),
        ("crimea", "G3", "F3", "F2"),
        ("nordic", "B4", "C5", "B3 B5"),
        ("nordic", "B3", "A4 B4", "A3"),
        ("polania", "C1", "C2", "B1"),
        ("saxony", "F0", "E0 E1", ""),
        ("saxony", "F1", "E1", "E2 F2"),
    ],
)
def test_riverwalk_crosses_onto_the_factions_terrains(faction, here, across, not_across):
    dry = side(faction, character=here)
    made = side(faction, character=here, riverwalk=here, workers=here)
    others = (side("crimea" if faction == "nordic" else "nordic", character="G6"),)

    for unit in (CHARACTER, mech(faction, "riverwalk")):
        found = reached(made, unit, *others)
        assert found - reached(dry, CHARACTER, *others) == set(across.split())
        assert not found & set(not_across.split())
    if faction != "nordic":
        assert not reached(made, WORKER, *others) & set(across.split())


@pytest.mark.rule("SY-MEC-24")
def test_riverwalk_reaches_its_terrains_alone():
    for faction in FACTIONS:
        terrains = book().factions[faction].riverwalk
        for here, to in book().rivers:
            if to in book().territories:
                made = side(faction, character=here, riverwalk="D3")
                crossed = to in reached(made, CHARACTER, side("nordic" if faction != "nordic" else "crimea"))
                tunnel = {here, to} <= TUNNELS
                assert crossed == (book().territories[to].terrain in terrains or tunnel)


@pytest.mark.rule("SY-FAC-06", "SY-FAC-07", "SY-FAC-12", "SY-R-51")
def test_swim_takes_workers_across_any_river():
    made = side("nordic", character="A4", speed="A4", workers="A4 B4 F3")

    assert reached(made, WORKER, side("crimea")) == {"A5", "B4", "A3", "B3"}
    assert reached(made, WORKER + 1, side("crimea")) == {"A4", "A5", "B3", "B5", "C5"}  # without the lake C4
    assert reached(made, WORKER + 2, side("crimea")) == {"E3", "F2", "F4", "G3", "G4"} | TUNNELS - {"F3"}
    for unit in (CHARACTER, mech("nordic", "speed")):
        assert reached(made, unit, side("crimea")) == {"A5", "B4"}
    assert "C2" not in reached(side("polania", workers="C1"), WORKER)


class TestLakes:
    @pytest.mark.rule("SY-MEC-12", "SY-MEC-30", "SY-MOV-09")
    def test_seaworthy_steps_onto_and_off_lakes(self):
        shore, afloat = side("nordic", seaworthy="B4"), side("nordic", seaworthy="C4", character="C4")

        assert reached(shore, mech("nordic", "seaworthy"), side("crimea")) == {"A4", "A5", "C4"}
        for unit in (CHARACTER, mech("nordic", "seaworthy")):
            assert reached(afloat, unit, side("crimea")) == {"B3", "B4", "C3", "C5", "D3", "D4"}

    @pytest.mark.rule("SY-MEC-17")
    def test_submerge_goes_from_any_lake_to_any_other(self):
        made = side("polania", submerge="B0")

        assert reached(made, mech("polania", "submerge")) == {"A1", "B1", "C1", "B2", "C4", "D2", "E4", "E6", "G2"}

    @pytest.mark.rule("SY-MEC-29", "SY-DEP-05")
    def test_a_worker_leaves_no_lake_and_enters_none(self):
        assert reached(side("nordic", seaworthy="C4", workers="C4 B4"), WORKER, side("crimea")) == set()
        assert "C4" not in reached(side("nordic", seaworthy="C4", workers="C4 B4"), WORKER + 1, side("crimea"))
        assert reached(side("polania", submerge="B0", workers="B0"), WORKER) == set()


class TestTownship:
    MADE = side("rusviet", character="D3", township="C6", workers="C6 F2", mill="E5", armory="A3")

    @pytest.mark.rule("SY-MEC-02", "SY-R-14")
    def test_controlled_villages_and_the_factory_are_adjacent(self):
        found = reached(self.MADE, mech("rusviet", "township"), side("crimea"))

        assert found == {"D5", "D6", "D3", "F2", "E5", "A3"}
        assert reached(self.MADE, CHARACTER, side("crimea")) == {"C3", "D4", "E3", "C6", "F2", "E5", "A3"}

    @pytest.mark.rule("SY-MEC-02", "SY-R-15", "SY-CTL-03")
    def test_control_is_asked_at_the_step(self):
        held = side("crimea", workers="E5", character="A6")

        assert "E5" not in reached(self.MADE, CHARACTER, held)
        only_by_itself = side("rusviet", township="D1", character="D3")
        assert "D3" in reached(only_by_itself, mech("rusviet", "township"))
        assert "D1" in reached(only_by_itself, CHARACTER)

    @pytest.mark.rule("SY-R-15", "SY-CTL-04")
    def test_a_contested_village_is_not_the_movers(self):
        made = side("rusviet", township="E5", character="D3")
        there_first = side("crimea", character="E5")

        assert "E5" not in reached(made, CHARACTER, there_first)

    @pytest.mark.rule("SY-MEC-02")
    def test_the_factory_is_joined_whoever_holds_it(self):
        assert "D3" in reached(side("rusviet", township="C6"), mech("rusviet", "township"), side("crimea", character="D3"))

    @pytest.mark.rule("SY-DEP-05")
    def test_workers_do_not_use_it(self):
        assert reached(self.MADE, WORKER, side("crimea")) == {"D5", "D6"}


class TestUnderpass:
    MADE = side("saxony", underpass="F0", workers="D4", mine="G5", character="C3")

    @pytest.mark.rule("SY-MEC-21", "SY-R-14")
    def test_controlled_mountains_tunnels_and_the_own_mine_are_adjacent(self):
        assert reached(self.MADE, mech("saxony", "underpass")) == {"F1", "G1", "D4", "G5"} | TUNNELS

    @pytest.mark.rule("SY-MEC-21", "SY-DEP-05")
    def test_from_a_tunnel_to_a_controlled_mountain_alone(self):
        made = side("saxony", underpass="E2", workers="D4")

        assert reached(made, mech("saxony", "underpass")) == {"E1", "E3", "F2", "D4"} | TUNNELS - {"E2"}
        assert reached(self.MADE, WORKER) == {"C5", "D3", "E5"}

    @pytest.mark.rule("SY-R-15")
    def test_a_mountain_is_the_movers_until_it_leaves(self):
        lone = side("saxony", underpass="F5")

        assert reached(lone, mech("saxony", "underpass")) >= TUNNELS
        assert not TUNNELS & reached(side("saxony", underpass="F6"), mech("saxony", "underpass"))


class TestWayfare:
    @pytest.mark.rule("SY-MEC-07", "SY-MOV-13", "SY-R-12")
    def test_to_the_own_base_and_to_those_of_factions_not_in_the_game(self):
        made, others = side("crimea", wayfare="H3", character="HB-CRI", workers="H3"), (side("nordic"), side("saxony"))
        there = {"HB-RUS", "HB-POL", "HB-ALB", "HB-TOG"}

        assert reached(made, mech("crimea", "wayfare"), *others) == {"G3", "G4"} | there | {"HB-CRI"}
        assert reached(made, CHARACTER, *others) == {"G3", "H3"} | there
        assert reached(made, WORKER, *others) == {"G3", "G4"}

    @pytest.mark.rule("SY-R-13", "SY-MOV-12")
    def test_from_another_base_over_its_links(self):
        made = side("crimea", riverwalk="H3", wayfare="HB-RUS", workers="HB-RUS HB-TOG")

        assert reached(made, mech("crimea", "wayfare")) >= {"C6", "D6", "B6", "HB-CRI", "HB-ALB"}
        assert reached(made, WORKER) == {"C6", "D6"}
        assert reached(made, WORKER + 1) == {"F6", "G6"}


class TestMine:
    MADE = side("crimea", mine="G3", workers="G3 C5", character="H3", speed="B3")

    @pytest.mark.rule("SY-BLD-06", "SY-MOV-11")
    def test_it_is_a_tunnel_for_its_owners_units(self):
        assert reached(self.MADE, WORKER) == {"G4", "H3"} | TUNNELS
        assert "G3" in reached(self.MADE, WORKER + 1)
        assert "G3" in reached(self.MADE, mech("crimea", "speed"))
        assert "G3" not in reached(side("rusviet", character="E5"), CHARACTER, self.MADE)

    @pytest.mark.rule("SY-BLD-05", "SY-BLD-07", "SY-BLD-08")
    def test_it_works_with_an_opponent_on_it(self):
        held = side("rusviet", speed="G3")

        assert "G3" in reached(side("crimea", mine="G3", speed="C5"), mech("crimea", "speed"), held)
        assert "G3" not in reached(side("crimea", mine="G3", workers="C5"), WORKER, held)
        assert reached(side("crimea", mine="G3", speed="G3"), mech("crimea", "speed"), held) >= TUNNELS

    @pytest.mark.rule("SY-BLD-06")
    def test_a_mine_on_a_tunnel_adds_nothing(self):
        assert reached(side("crimea", mine="E2", workers="E2"), WORKER) == {"E1", "E3", "F2"} | TUNNELS - {"E2"}


class TestWorkersAlone:
    @pytest.mark.rule("SY-MOV-24", "SY-MOV-27")
    @pytest.mark.parametrize("who", [{"workers": "D5"}, {"character": "D5"}, {"speed": "D5"}])
    def test_no_worker_enters_where_an_opponents_unit_is(self, who):
        made = side("rusviet", workers="D6", character="D6")

        assert reached(made, WORKER, side("crimea", **who)) == {"C6"}
        assert reached(made, CHARACTER, side("crimea", **who)) == {"C6", "D5"}

    @pytest.mark.rule("SY-MOV-25")
    def test_a_structure_alone_keeps_nobody_out(self):
        assert "D5" in reached(side("rusviet", workers="D6"), WORKER, side("crimea", mill="D5"))

    @pytest.mark.rule("SY-MOV-27")
    def test_no_worker_leaves_a_contested_territory(self):
        made = side("rusviet", workers="D5", speed="D5")

        assert reached(made, WORKER, side("crimea", speed="D5")) == set()


class TestControl:
    @pytest.mark.rule("SY-CTL-01", "SY-CTL-02", "SY-CTL-03", "SY-CTL-05", "SY-CTL-08")
    @pytest.mark.parametrize(
        ("mine", "theirs", "space", "who"),
        [
            ({"workers": "D5"}, {}, "D5", A),
            ({"workers": "D5 D5 D5", "speed": "D5"}, {}, "D5", A),
            ({"mill": "D5"}, {}, "D5", A),
            ({"mill": "D5"}, {"workers": "D5"}, "D5", B),
            ({"character": "D3"}, {}, "D3", A),
            ({"seaworthy": "C4"}, {}, "C4", A),
            ({}, {}, "HB-NOR", NOBODY),
            ({}, {}, "D5", NOBODY),
        ],
    )
    def test_who_controls_a_territory(self, mine, theirs, space, who):
        state = moving(side("nordic", **mine), side("crimea", **theirs))

        assert controller(book(), state, space) == who

    @pytest.mark.rule("SY-CTL-04")
    @pytest.mark.parametrize("active", [A, B])
    def test_who_was_there_first_controls_it_until_the_combat(self, active):
        state = moving(side("nordic", speed="D5"), side("crimea", speed="D5"), active=active)

        assert contested_territories(state) == ("D5",)
        assert controllers(book(), state)["D5"] == 1 - active

    @pytest.mark.rule("SY-CTL-06", "SY-CTL-07")
    def test_tokens_are_the_controllers_or_nobodys(self):
        there = {"D5": tokens(oil=2), "D6": tokens(metal=1), "C6": tokens(food=1)}
        state = moving(side("nordic", mill="D5"), side("crimea", workers="D5 D6"), tokens=there)

        assert tokens_of(book(), state, A) == {}
        assert set(tokens_of(book(), state, B)) == {"D5", "D6"}
