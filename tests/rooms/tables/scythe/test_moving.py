"""The Move action: which units move, how far, their cargo, and the effects (SY-MOV, SY-FCT)."""

from __future__ import annotations

from typing import Any

import pytest

from control.engine.records import replace
from rooms.tables.scythe.game.actions import EndMove, EndUnit, Reload, StartMove, StepTo
from rooms.tables.scythe.game.content import CUBES, Cube
from rooms.tables.scythe.game.state import (
    CHARACTER,
    FACTORY,
    NONE,
    BottomRow,
    Combats,
    Ending,
    Meetings,
    Phase,
    ScytheState,
    Turn,
    Visiting,
    tokens_at,
)
from rooms.tables.scythe.rules.control import controller
from rooms.tables.scythe.rules.movement import MOVING, STARTING, why_no_move
from rooms.tables.scythe.rules.supply import Lost
from rooms.tables.scythe.rules.worker_retreat import Consequences, DrivenOff, consequences
from tests.rooms.tables.scythe.tables import A, B, allowed, book, done, mech, moving, side, table, tokens

W1, W2, W3, W4 = 5, 6, 7, 8
CUBE_GONE = tuple([each is Cube.MOVE for each in CUBES])
MECH = mech("rusviet", "speed")  # the fourth mech of every faction


def may(state: ScytheState, action: Any) -> bool:
    """Return whether the first player may do this in a Move."""
    return allowed(MOVING, state, A, action)


def went(state: ScytheState, *actions: Any) -> ScytheState:
    """The table after these actions of the first player in a Move."""
    for action in actions:
        state = done(MOVING, state, A, action).state
    return state


def where(state: ScytheState, unit: int, player: int = A) -> str:
    """Space of a unit."""
    return state.sides[player].units[unit]


class TestAllowance:
    MOVE = 2  # the section of Move on the Industrial mat

    @pytest.mark.rule("SY-MOV-01", "SY-MOV-03", "SY-MOV-04")
    @pytest.mark.parametrize(("cubes", "units"), [((False,) * 6, 2), (CUBE_GONE, 3)])
    def test_a_move_takes_the_row_and_moves_two_or_three_units(self, cubes, units):
        state = table(side("rusviet", cubes=cubes), side("crimea"), phase=Phase.TOP, section=self.MOVE)
        begun = done(STARTING, state, A, StartMove()).state

        assert (begun.move.left, begun.move.far, begun.move.unit) == (units, 1, NONE)
        assert begun.phase is Phase.MOVING
        assert begun.agenda[1:] == (BottomRow(), Ending())
        assert begun.sides == state.sides

    @pytest.mark.rule("SY-FCT-07", "SY-FCT-10")
    def test_the_factory_card_moves_one_unit_two_territories(self):
        state = table(side("rusviet", cubes=CUBE_GONE, card="FC-01"), side("crimea"), phase=Phase.BOTTOM, section=FACTORY)
        begun = done(STARTING, state, A, StartMove()).state

        assert (begun.move.left, begun.move.far) == (1, 2)
        assert begun.agenda[1:] == (Ending(),)

    @pytest.mark.rule("SY-FCT-07", "SY-MOV-01")
    @pytest.mark.parametrize(
        ("phase", "section", "player"),
        [(Phase.TOP, 0, A), (Phase.BOTTOM, 2, A), (Phase.TOP, FACTORY, A), (Phase.TOP, 2, B), (Phase.BOTTOM, FACTORY, B)],
    )
    def test_other_rows_move_nobody(self, phase, section, player):
        state = table(side("rusviet", card="FC-01"), side("crimea", card="FC-02"), phase=phase, section=section)

        assert not allowed(STARTING, state, player, StartMove())
        assert why_no_move(book(), state, player, StartMove())

    @pytest.mark.rule("SY-MOV-03", "SY-MOV-06", "SY-MOV-07", "SY-R-04")
    def test_each_unit_once_and_no_more_than_allowed(self):
        state = moving(side("rusviet", workers="C6 C6 D6"), side("crimea"), units=2)
        first = went(state, StepTo(W1, "D6"))
        second = went(first, StepTo(W2, "D5"))

        assert not may(first, StepTo(W1, "D5"))  # its range is used up
        assert not may(second, StepTo(W1, "C6"))
        assert not may(second, StepTo(W3, "D5"))
        assert may(state, EndMove())
        assert may(second, EndMove())
        assert not any(allowed(MOVING, state, B, each) for each in (StepTo(W1, "G4"), EndMove()))

    @pytest.mark.rule("SY-MOV-06", "SY-R-04")
    def test_a_step_of_another_unit_ends_a_movement(self):
        state = moving(side("rusviet", speed="C6", workers="C6", character="HB-RUS"), side("crimea"))
        other = went(state, StepTo(MECH, "D6"), StepTo(W1, "D5"))

        assert not may(other, StepTo(MECH, "D5"))
        assert (other.move.unit, other.move.left, other.move.moved) == (W1, 0, (MECH, W1))

    @pytest.mark.rule("SY-MOV-07", "SY-R-01")
    def test_a_movement_can_be_ended_before_its_range(self):
        state = moving(side("rusviet", speed="C6", workers="C6"), side("crimea"))
        ended = went(state, StepTo(MECH, "D6", board=(W1,)), EndUnit())

        assert not may(state, EndUnit())
        assert (ended.move.unit, ended.move.riders, ended.move.left) == (NONE, (), 1)
        assert not may(ended, StepTo(MECH, "D5"))
        assert may(ended, StepTo(W1, "D5"))
        assert not may(ended, EndUnit())


class TestRange:
    @pytest.mark.rule("SY-MEC-05", "SY-MEC-10", "SY-MEC-15", "SY-MEC-19", "SY-MEC-23", "SY-MEC-25")
    @pytest.mark.parametrize(
        ("faction", "way"),
        [
            ("rusviet", "C6 D6 C6"),
            ("crimea", "H3 G4 G3"),
            ("nordic", "A5 B4 A4"),
            ("polania", "D0 C1 D1"),
            ("saxony", "F0 F1 G1"),
        ],
    )
    def test_speed_takes_characters_and_mechs_two_territories(self, faction, way):
        start, over, to = way.split()
        other = side("crimea" if faction != "crimea" else "nordic", character="A6")
        for unit in (CHARACTER, MECH):
            state = moving(side(faction, speed=start, character=start, workers=start), other)
            assert where(went(state, StepTo(unit, over), StepTo(unit, to)), unit) == to
            assert not may(went(state, StepTo(unit, over), StepTo(unit, to)), StepTo(unit, over))
        assert not may(went(state, StepTo(W1, over)), StepTo(W1, to))
        slow = moving(side(faction, character=start), other)
        assert not may(went(slow, StepTo(CHARACTER, over)), StepTo(CHARACTER, to))

    @pytest.mark.rule("SY-FCT-07", "SY-FCT-08", "SY-FCT-09", "SY-BLD-08", "SY-R-51")
    def test_the_factory_cards_range(self):
        state = moving(side("nordic", speed="A4", workers="A4", mine="A5"), side("crimea"), units=1, far=2)
        worker = went(state, StepTo(W1, "A3"), StepTo(W1, "B3"))  # by Swim
        by_mine = went(state, StepTo(MECH, "A5"), StepTo(MECH, "E2"), StepTo(MECH, "E3"))

        assert not may(worker, StepTo(W1, "C3"))
        assert not may(worker, StepTo(MECH, "A5"))
        assert where(by_mine, MECH) == "E3"
        assert not may(by_mine, StepTo(MECH, "D3"))

    @pytest.mark.rule("SY-MOV-11", "SY-MEC-25")
    def test_a_tunnel_is_one_territory_of_the_range(self):
        state = moving(side("crimea", speed="E3", workers="E2", character="A1"), side("nordic"))
        through = went(state, StepTo(MECH, "E2"), StepTo(MECH, "B3"))

        assert not may(through, StepTo(MECH, "C3"))
        assert not may(went(state, StepTo(W1, "B3")), StepTo(W1, "C3"))

    @pytest.mark.rule("SY-R-05", "SY-MEC-27")
    def test_a_way_may_lead_back_with_what_was_fetched(self):
        there = {"D6": tokens(metal=2)}
        state = moving(side("rusviet", speed="C6", workers="D6 D6 D6"), side("crimea"), tokens=there)
        back = went(state, StepTo(MECH, "D6"), StepTo(MECH, "C6", load=tokens(metal=1), board=(W1, W3)))

        assert [where(back, each) for each in (MECH, W1, W2, W3)] == ["C6", "C6", "D6", "C6"]
        assert back.tokens == {"C6": tokens(metal=1), "D6": tokens(metal=1)}


class TestDrivingOff:
    STATE = moving(
        side("rusviet", speed="D6", character="D6", workers="D6 D6", popularity=5),
        side("crimea", workers="D5 D5 D5 G3"),
        tokens={"D5": tokens(oil=2)},
        marks=("D5",),
    )

    @pytest.mark.rule("SY-MOV-18", "SY-MOV-19", "SY-MOV-20", "SY-MOV-21", "SY-MOV-22", "SY-MEC-26", "SY-R-07")
    def test_workers_go_home_at_once_and_cost_popularity(self):
        course = done(MOVING, self.STATE, A, StepTo(MECH, "D5"))
        after = course.state

        assert [where(after, each, B) for each in (W1, W2, W3, W4)] == ["HB-CRI"] * 3 + ["G3"]
        assert after.sides[A].popularity == 2
        assert (after.sides[A].stars, after.sides[A].power) == ((), self.STATE.sides[A].power)
        assert controller(book(), after, "D5") == A
        assert after.tokens == self.STATE.tokens
        assert after.turn.stopped == (MECH,)
        assert not may(after, StepTo(MECH, "D6"))
        assert [type(fact) for fact in course.facts[1:3]] == [DrivenOff, Lost]
        assert went(after, EndMove()).agenda[0] == Meetings()

    @pytest.mark.rule("SY-R-06", "SY-MOV-20")
    @pytest.mark.parametrize(("popularity", "left"), [(0, 0), (2, 0), (3, 0), (4, 1)])
    def test_the_loss_stops_at_zero(self, popularity, left):
        poor = replace(self.STATE, sides=(replace(self.STATE.sides[A], popularity=popularity), self.STATE.sides[B]))

        assert went(poor, StepTo(CHARACTER, "D5")).sides[A].popularity == left
        assert consequences(book(), poor, A, CHARACTER, "D5").popularity == popularity - left

    @pytest.mark.rule("SY-MOV-23", "SY-MOV-24")
    def test_units_that_move_later_find_it_cleared(self):
        assert not may(self.STATE, StepTo(W1, "D5"))
        cleared = went(self.STATE, StepTo(MECH, "D5"))

        assert may(cleared, StepTo(W1, "D5"))
        assert went(cleared, StepTo(CHARACTER, "D5")).sides[A].popularity == 2

    @pytest.mark.rule("SY-MOV-18", "SY-MOV-17", "SY-MOV-28")
    def test_carried_workers_may_still_move_by_themselves(self):
        after = went(self.STATE, StepTo(MECH, "D5", board=(W1,)))

        assert where(went(after, StepTo(W1, "C6")), W1) == "C6"

    @pytest.mark.rule("SY-R-08", "SY-MOV-21")
    def test_tokens_of_a_cleared_territory_may_be_taken_up(self):
        after = went(self.STATE, StepTo(MECH, "D5"))

        assert may(after, Reload(MECH, load=tokens(oil=2)))
        assert may(went(after, StepTo(CHARACTER, "D5")), Reload(CHARACTER, load=tokens(oil=1)))

    @pytest.mark.rule("SY-R-07", "SY-MOV-18", "SY-FCT-09")
    def test_a_stop_holds_for_the_whole_turn(self):
        stopped = replace(self.STATE, turn=Turn(section=FACTORY, stopped=(MECH,)))

        assert not may(stopped, StepTo(MECH, "C6"))
        assert may(stopped, StepTo(CHARACTER, "C6"))

    def test_w_03_saxony_drives_off_three_workers(self):
        """W-03."""
        state = moving(
            side("saxony", popularity=2, speed="G1", character="F0", workers="F0"),
            side("polania", workers="F1 F1 F1"),
            tokens={"F1": tokens(wood=2)},
        )
        after = went(state, StepTo(MECH, "F1"))

        assert [where(after, each, B) for each in (W1, W2, W3)] == ["HB-POL"] * 3
        assert after.sides[A].popularity == 0
        assert controller(book(), after, "F1") == A
        assert not may(after, StepTo(MECH, "F0"))
        assert after.sides[A].stars == ()
        assert may(after, StepTo(CHARACTER, "F1"))
        assert may(after, StepTo(W1, "F1"))


class TestStops:
    @pytest.mark.rule("SY-MOV-25")
    def test_a_structure_alone_stops_nobody(self):
        state = moving(side("rusviet", speed="D6", workers="D6"), side("crimea", mill="D5"))

        assert where(went(state, StepTo(MECH, "D5"), StepTo(MECH, "C6")), MECH) == "C6"
        assert controller(book(), went(state, StepTo(W1, "D5")), "D5") == A

    @pytest.mark.rule("SY-MOV-26", "SY-MEC-26", "SY-CTL-04")
    @pytest.mark.parametrize("who", [{"character": "D5"}, {"speed": "D5", "workers": "D5 D5"}])
    def test_an_opponents_combat_unit_stops_it(self, who):
        state = moving(
            side("rusviet", speed="D6", character="C6", popularity=4), side("crimea", **who), tokens={"D5": tokens(oil=1)}
        )
        after = went(state, StepTo(MECH, "D5"))

        assert not may(after, StepTo(MECH, "C6"))
        assert not may(after, Reload(MECH, load=tokens(oil=1)))
        assert after.sides[A].popularity == 4
        assert after.sides[B] == state.sides[B]
        assert controller(book(), after, "D5") == B
        assert may(after, StepTo(CHARACTER, "D5"))
        assert went(after, StepTo(CHARACTER, "D5"), EndMove()).agenda[0] == Combats(("D5",))

    @pytest.mark.rule("SY-MOV-28", "SY-MOV-27", "SY-R-08")
    def test_cargo_enters_a_contested_territory_and_does_not_leave_it(self):
        state = moving(side("rusviet", speed="D6", workers="D6"), side("crimea", speed="D5"), tokens={"D6": tokens(metal=3)})
        after = went(state, StepTo(MECH, "D5", load=tokens(metal=3), board=(W1,)))

        assert (where(after, W1), tokens_at(after, "D5")) == ("D5", tokens(metal=3))
        assert not may(after, StepTo(W1, "C6"))
        dropped = went(after, Reload(MECH, unload=tokens(metal=3)))
        assert not may(dropped, Reload(MECH, load=tokens(metal=1)))

    @pytest.mark.rule("SY-MOV-29", "SY-ENC-01", "SY-R-54")
    def test_the_character_stops_for_an_encounter(self):
        state = moving(side("rusviet", speed="C6", character="D6"), side("crimea"), marks=("D5", "B6"))
        after = went(state, StepTo(CHARACTER, "D5"))

        assert (after.turn.met, after.turn.stopped) == ("D5", (CHARACTER,))
        assert after.marks == state.marks
        assert not may(after, StepTo(CHARACTER, "C6"))

    @pytest.mark.rule("SY-MOV-30", "SY-R-54")
    def test_mechs_and_workers_pass_by_an_encounter(self):
        state = moving(side("rusviet", speed="C6", workers="D6"), side("crimea"), marks=("D5",))
        after = went(state, StepTo(MECH, "D5"), StepTo(MECH, "D6"), StepTo(W1, "D5"))

        assert (after.turn.met, after.turn.stopped, after.marks) == ("", (), ("D5",))

    @pytest.mark.rule("SY-R-54")
    def test_a_character_that_stands_there_meets_nobody(self):
        state = moving(side("rusviet", character="D5", workers="D6"), side("crimea"), marks=("D5",))

        assert went(state, StepTo(W1, "C6"), EndMove()).turn.met == ""
        assert went(state, StepTo(CHARACTER, "C6")).turn.met == ""

    @pytest.mark.rule("SY-MOV-29")
    def test_where_the_encounter_is_gone_nobody_stops(self):
        state = moving(side("rusviet", character="D6", speed="C6"), side("crimea"))

        assert where(went(state, StepTo(CHARACTER, "D5"), StepTo(CHARACTER, "C6")), CHARACTER) == "C6"


class TestConsequences:
    STATE = moving(
        side("rusviet", character="D4", speed="D4", workers="D4", popularity=1),
        side("crimea", workers="E5 E5", speed="C5", mill="D3"),
        marks=("E5", "C5"),
    )

    @pytest.mark.rule("SY-MOV-19", "SY-MOV-20", "SY-MOV-25", "SY-MOV-26", "SY-MOV-29", "SY-FCT-01", "SY-FCT-05")
    @pytest.mark.parametrize(
        ("unit", "to", "comes"),
        [
            (MECH, "C5", Consequences(combat=B, stops=True)),
            (CHARACTER, "C5", Consequences(combat=B, stops=True, encounter=True)),
            (MECH, "E5", Consequences(owner=B, driven=(W1, W2), popularity=1, stops=True)),
            (CHARACTER, "E5", Consequences(owner=B, driven=(W1, W2), popularity=1, stops=True, encounter=True)),
            (CHARACTER, "D3", Consequences(factory=True)),
            (MECH, "D3", Consequences()),
            (W1, "D3", Consequences()),
        ],
    )
    def test_what_comes_of_a_step(self, unit, to, comes):
        assert consequences(book(), self.STATE, A, unit, to) == comes

    @pytest.mark.rule("SY-FCT-03")
    def test_who_has_a_factory_card_chooses_no_other(self):
        state = moving(side("rusviet", character="D4", card="FC-01"), side("crimea"))

        assert consequences(book(), state, A, CHARACTER, "D3") == Consequences()


class TestOver:
    @pytest.mark.rule("SY-MOV-31", "SY-CMB-01", "SY-CMB-02")
    def test_combats_then_encounters_then_the_factory_then_the_bottom_row(self):
        state = moving(side("rusviet", speed="D6", character="C6"), side("crimea", speed="D5", character="C5"))
        two = replace(state, sides=(replace(state.sides[A], units=("C5", *state.sides[A].units[1:])), state.sides[B]))
        fought = went(two, StepTo(MECH, "D5"), EndMove())

        assert fought.agenda == (Combats(("C5", "D5")), Meetings(), Visiting(), BottomRow(), Ending())
        assert went(state, EndMove()).agenda == (Meetings(), Visiting(), BottomRow(), Ending())

    @pytest.mark.rule("SY-CMB-05")
    def test_workers_cause_no_combat(self):
        state = moving(side("rusviet", speed="D6", popularity=1), side("crimea", workers="D5"))

        assert went(state, StepTo(MECH, "D5"), EndMove()).agenda[0] == Meetings()


def test_w_08_riverwalk_and_speed():
    """W-08."""
    state = moving(side("rusviet", riverwalk="D6", speed="HB-RUS", workers="C6"), side("crimea"))
    unit = mech("rusviet", "riverwalk")
    on_the_way = went(state, StepTo(unit, "C6"))

    assert may(on_the_way, StepTo(unit, "B6"))
    assert not may(on_the_way, StepTo(unit, "C5"))
    assert not may(state, StepTo(W1, "B6"))
    slow = moving(side("rusviet", riverwalk="D6"), side("crimea"))
    assert not may(went(slow, StepTo(unit, "C6")), StepTo(unit, "B6"))


def test_w_09_the_mine_of_crimea():
    """W-09."""
    made = side("crimea", mine="G3", speed="H3", workers="G3 C5")
    state = moving(made, side("rusviet", speed="E5"))
    theirs = moving(side("rusviet", speed="E5"), made)

    assert not may(went(state, StepTo(W1, "E2")), StepTo(W1, "F2"))
    assert where(went(state, StepTo(MECH, "G3"), StepTo(MECH, "B3")), MECH) == "B3"
    assert not may(theirs, StepTo(MECH, "G3"))
    held = moving(side("crimea", mine="G3", speed="C5", workers="C5"), side("rusviet", speed="G3"))
    assert not may(held, StepTo(W1, "G3"))
    assert went(held, StepTo(MECH, "G3"), EndMove()).agenda[0] == Combats(("G3",))


def test_w_14_swim_and_riverwalk():
    """W-14, its part on movement."""
    state = moving(side("nordic", riverwalk="A4", workers="A4"), side("polania", workers="C1"))

    assert may(state, StepTo(W1, "B3"))
    assert not may(state, StepTo(mech("nordic", "riverwalk"), "B3"))
    assert not may(moving(side("polania", workers="C1"), side("nordic")), StepTo(W1, "C2"))


REFUSED = moving(
    side("rusviet", character="D6", speed="D6", workers="D6 C6"),
    side("crimea", workers="D5"),
    turn=Turn(stopped=(CHARACTER,)),
)


@pytest.mark.rule("SY-MOV-06", "SY-MOV-08", "SY-MOV-09", "SY-MOV-13", "SY-MOV-16", "SY-MOV-24", "SY-R-07")
@pytest.mark.parametrize(
    ("action", "words", "rule"),
    [
        (StepTo(CHARACTER, "C6"), "This unit has stopped and moves no more this turn.", "SY-R-07"),
        (StepTo(1, "C6"), "This unit is not on the board.", "SY-MOV-03"),
        (StepTo(99, "C6"), "This unit is not on the board.", "SY-MOV-03"),
        (StepTo(MECH, "HB-RUS"), "No unit enters this home base by a move.", "SY-MOV-13"),
        (StepTo(MECH, "Z9"), "There is no such space.", "SY-MOV-05"),
        (StepTo(MECH, "E6"), "This unit cannot step from D6 to E6: one of them is a lake.", "SY-MOV-09"),
        (StepTo(W2, "B6"), "This unit cannot cross the river from C6 to B6.", "SY-MOV-08"),
        (StepTo(MECH, "A1"), "A1 is not adjacent to D6.", "SY-MOV-05"),
        (StepTo(W1, "D5"), "No worker enters D5: an opponent’s unit is there.", "SY-MOV-24"),
        (StepTo(W1, "C6", board=(W2,)), "Only a mech carries workers.", "SY-MOV-16"),
        (StepTo(MECH, "C6", load=tokens(oil=1)), "The unit cannot take along or set down that.", "SY-MOV-14"),
        (StepTo(MECH, "C6", board=(W2,)), "The unit cannot take along or set down that.", "SY-MOV-15"),
        (EndUnit(), "No unit is under way.", "SY-R-04"),
        (Reload(MECH, load=tokens(oil=1)), "No unit is under way.", "SY-R-04"),
    ],
)
def test_a_refusal_says_why(action, words, rule):
    assert not may(REFUSED, action)
    assert why_no_move(book(), REFUSED, A, action) == (words, rule)


@pytest.mark.rule("SY-MOV-03", "SY-MOV-05", "SY-MOV-06", "SY-R-04", "SY-R-49")
def test_a_refusal_of_a_unit_that_has_moved():
    moved = went(REFUSED, StepTo(W1, "C6"))
    both = went(moved, StepTo(MECH, "C6"))
    unmoved = table(side("rusviet"), side("crimea"))

    assert why_no_move(book(), moved, A, StepTo(W1, "D6")) == ("This unit has no steps left.", "SY-MOV-05")
    assert why_no_move(book(), both, A, StepTo(W1, "D6")) == ("This unit has moved already.", "SY-MOV-06")
    assert why_no_move(book(), both, A, StepTo(W2, "D6")) == ("No more units move in this action.", "SY-MOV-03")
    assert why_no_move(book(), moved, A, Reload(W1)) == ("The unit under way cannot take up or set down that.", "SY-MOV-14")
    assert why_no_move(book(), moved, A, Reload(W2)) == ("The unit under way cannot take up or set down that.", "SY-R-04")
    assert why_no_move(book(), moved, B, EndMove()) == ("It is somebody else’s turn.", "SY-R-49")
    assert why_no_move(book(), unmoved, A, EndMove()) == ("No Move is under way.", "SY-TRN-01")
