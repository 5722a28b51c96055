"""Cargo of units over land, onto and off lakes, to home bases, and back at the end of the game (SY-MOV, SY-MEC, SY-END-03)."""

from __future__ import annotations

from typing import Any

import pytest

from control.engine.context import Unforeseen
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.tables.scythe.game.actions import EndMove, EndUnit, Reload, RevealObjective, StepTo
from rooms.tables.scythe.game.engine import FACTS
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import CHARACTER, Course, Phase, ScytheState, Star, tokens_at
from rooms.tables.scythe.rules.end_of_game import return_contested_units
from rooms.tables.scythe.rules.legal_actions import act
from rooms.tables.scythe.rules.movement import MOVING, why_no_move
from tests.rooms.tables.scythe.tables import A, B, allowed, book, done, mech, moving, side, tokens

W1, W2, W3 = 5, 6, 7
MECH = mech("rusviet", "speed")  # the fourth mech of every faction
AWAY = side("crimea", character="G6")


def may(state: ScytheState, action: Any) -> bool:
    """Return whether the first player may do this in a Move."""
    return allowed(MOVING, state, A, action)


def went(state: ScytheState, *actions: Any) -> ScytheState:
    """The table after these actions of the first player in a Move."""
    for action in actions:
        state = done(MOVING, state, A, action).state
    return state


def where(state: ScytheState, *units: int, player: int = A) -> list[str]:
    """Spaces of these units."""
    return [state.sides[player].units[unit] for unit in units]


def said(state: ScytheState, course: Course) -> list[str]:
    """Sentences of what has happened from this table on."""
    found = []
    for fact in course.facts:
        found.append(fact.words(Scene(book(), state, ("Anna", "Boris", "Clara"))))
        state = FACTS.evolve(state, fact)
    return [each for each in found if each]


def told(state: ScytheState, action: Any) -> list[str]:
    """Sentences of an action of the first player."""
    return said(state, done(MOVING, state, A, action))


class TestCarrying:
    STATE = moving(
        side("rusviet", character="C6", riverwalk="C6", speed="C6", workers="C6 C6 D6"),
        AWAY,
        tokens={"C6": tokens(food=2, wood=1), "D6": tokens(metal=2)},
    )

    @pytest.mark.rule("SY-MOV-14", "SY-MOV-16")
    @pytest.mark.parametrize("unit", [CHARACTER, MECH, W1])
    def test_every_unit_carries_tokens(self, unit):
        after = went(self.STATE, StepTo(unit, "D6", load=tokens(food=1, wood=1)))

        assert after.tokens == {"C6": tokens(food=1), "D6": tokens(food=1, wood=1, metal=2)}
        for load in (tokens(food=3), tokens(metal=1), (-1, 0, 0, 0), (1,), (0, 0, 1, 0, 0)):
            assert not may(self.STATE, StepTo(unit, "D6", load=load))

    @pytest.mark.rule("SY-MOV-14", "SY-MOV-15", "SY-MEC-27")
    def test_it_picks_up_and_drops_on_its_way(self):
        first = StepTo(MECH, "D6", load=tokens(food=2, wood=1), board=(W1, W2), unload=tokens(wood=1), leave=(W2,))
        half_way = went(self.STATE, first)
        there = went(half_way, StepTo(MECH, "D5", load=tokens(metal=1), board=(W3,), unload=tokens(food=1)))

        assert half_way.tokens == {"D6": tokens(food=2, wood=1, metal=2)}
        assert (half_way.move.tokens, half_way.move.riders) == (tokens(food=2), (W1,))
        assert there.tokens == {"D5": tokens(food=2, metal=1), "D6": tokens(wood=1, metal=1)}
        assert where(there, MECH, W1, W2, W3) == ["D5", "D5", "D6", "D5"]
        assert may(half_way, StepTo(MECH, "D5", load=tokens(wood=1), board=(W2,)))  # what was set down can be loaded
        assert not may(half_way, StepTo(MECH, "D5", load=tokens(food=1)))  # what is carried cannot be loaded again
        assert not may(half_way, StepTo(MECH, "D5", board=(W1,)))

    @pytest.mark.rule("SY-MOV-14", "SY-MOV-15")
    def test_it_reloads_where_it_stands(self):
        half_way = went(self.STATE, StepTo(MECH, "D6", load=tokens(food=2), board=(W1,)))
        change = Reload(MECH, load=tokens(metal=2), board=(W3,), unload=tokens(food=1), leave=(W1,))
        after = went(half_way, change, StepTo(MECH, "D5"))

        assert after.tokens == {"C6": tokens(wood=1), "D5": tokens(food=1, metal=2), "D6": tokens(food=1)}
        assert where(after, W1, W3) == ["D6", "D5"]
        for wrong in (Reload(MECH), Reload(MECH, unload=tokens(food=3)), Reload(MECH, leave=(W3,)), Reload(CHARACTER, board=(W3,))):
            assert not may(half_way, wrong)
        assert not may(self.STATE, Reload(MECH, load=tokens(food=1)))
        assert not may(went(half_way, EndUnit()), change)

    @pytest.mark.rule("SY-MOV-16")
    def test_only_mechs_carry_and_only_workers_are_carried(self):
        assert not may(self.STATE, StepTo(CHARACTER, "D6", board=(W1,)))
        assert not may(self.STATE, StepTo(W1, "D6", board=(W2,)))
        for rider in (CHARACTER, mech("rusviet", "riverwalk"), MECH, W3):
            assert not may(self.STATE, StepTo(MECH, "D6", board=(rider,)))
        assert not may(self.STATE, StepTo(MECH, "D6", board=(W1, W1)))
        assert not may(self.STATE, StepTo(MECH, "D6", leave=(W1,)))
        half_way = went(self.STATE, StepTo(CHARACTER, "D6"))
        assert not may(half_way, Reload(CHARACTER, board=(W3,)))

    @pytest.mark.rule("SY-MOV-17")
    def test_a_carried_worker_may_move_before_and_after(self):
        after = went(self.STATE, StepTo(MECH, "D6", board=(W1,)), StepTo(W1, "D5"))
        before = went(self.STATE, StepTo(W1, "D6"), StepTo(MECH, "D6"), StepTo(MECH, "D5", board=(W1,)))

        assert where(after, W1, MECH) == ["D5", "D6"]
        assert where(before, W1, MECH) == ["D5", "D5"]

    @pytest.mark.rule("SY-MOV-07", "SY-MOV-14")
    @pytest.mark.parametrize("ends", [EndUnit(), EndMove()])
    def test_cargo_stays_where_the_unit_ends(self, ends):
        after = went(self.STATE, StepTo(MECH, "D6", load=tokens(food=2), board=(W1,)), ends)

        assert (where(after, W1), tokens_at(after, "D6")) == (["D6"], tokens(food=2, metal=2))


class TestHomeBases:
    @pytest.mark.rule("SY-R-09", "SY-R-10")
    def test_a_mech_carries_workers_out_of_a_home_base(self):
        state = moving(side("rusviet", speed="HB-RUS", workers=" ".join(["HB-RUS"] * 8)), AWAY)

        assert where(went(state, StepTo(MECH, "C6", board=(W1, W3))), W1, W2, W3) == ["C6", "HB-RUS", "C6"]

    @pytest.mark.rule("SY-R-13", "SY-MEC-07")
    def test_wayfare_takes_cargo_along_and_it_may_be_fetched_again(self):
        unit = mech("crimea", "wayfare")
        state = moving(
            side("crimea", wayfare="H3", character="HB-TOG", workers="H3 H3"), side("nordic"), tokens={"H3": tokens(food=2)}
        )
        after = went(state, StepTo(unit, "HB-TOG", load=tokens(food=2), board=(W1, W2)))

        assert after.tokens == {"HB-TOG": tokens(food=2)}
        assert where(went(after, StepTo(W1, "F6", load=tokens(food=1))), W1, W2) == ["F6", "HB-TOG"]
        assert went(after, StepTo(CHARACTER, "G6", load=tokens(food=2))).tokens == {"G6": tokens(food=2)}


class TestLakes:
    SEA = mech("nordic", "seaworthy")
    AFLOAT = moving(side("nordic", seaworthy="C4", workers="C4 C4"), AWAY, tokens={"C4": tokens(metal=1)})

    @pytest.mark.rule("SY-MEC-28")
    def test_the_last_carrier_leaves_nothing_on_a_lake(self):
        every = {"load": tokens(metal=1), "board": (W1, W2)}

        assert may(self.AFLOAT, StepTo(self.SEA, "D3", **every))
        assert not may(self.AFLOAT, StepTo(self.SEA, "D3", load=tokens(metal=1), board=(W1,)))
        assert not may(self.AFLOAT, StepTo(self.SEA, "D3", board=(W1, W2)))
        assert not may(self.AFLOAT, StepTo(self.SEA, "D3"))
        assert may(self.AFLOAT, StepTo(self.SEA, "D3", **every, unload=tokens(metal=1), leave=(W1, W2)))
        assert why_no_move(book(), self.AFLOAT, A, StepTo(self.SEA, "D3"))[1] == "SY-MEC-28"

    @pytest.mark.rule("SY-R-16", "SY-MEC-28")
    @pytest.mark.parametrize(
        ("stays", "least", "must"),
        [
            ({}, tokens(oil=2), (W1,)),
            ({"character": "D2"}, tokens(), (W1,)),
            ({"submerge": "D2"}, tokens(), ()),
            ({"submerge": "D2", "character": "D2"}, tokens(), ()),
        ],
    )
    def test_who_stays_keeps_what_it_can_carry(self, stays, least, must):
        state = moving(
            side("polania", **{"submerge": "A1", "speed": "D2", "workers": "D2", **stays}), AWAY, tokens={"D2": tokens(oil=2)}
        )
        for load in (tokens(), tokens(oil=1), tokens(oil=2)):
            for board in ((), (W1,)):
                legal = (not any(least) or load == least) and (not must or board == must)
                assert may(state, StepTo(MECH, "C4", load=load, board=board)) == legal

    @pytest.mark.rule("SY-R-16", "SY-MEC-28")
    def test_a_character_leaves_workers_only_to_a_mech(self):
        alone = moving(side("nordic", character="C4", seaworthy="A4", workers="C4"), AWAY)
        with_mech = moving(side("nordic", character="C4", seaworthy="C4", workers="C4"), AWAY, tokens={"C4": tokens(oil=1)})

        assert not may(alone, StepTo(CHARACTER, "D3"))
        assert why_no_move(book(), alone, A, StepTo(CHARACTER, "D3"))[1] == "SY-MEC-28"
        assert may(with_mech, StepTo(CHARACTER, "D3"))
        assert not may(went(with_mech, StepTo(CHARACTER, "D3")), StepTo(self.SEA, "D3", board=(W1,)))

    @pytest.mark.rule("SY-MEC-28", "SY-MEC-27")
    def test_what_was_set_down_on_a_lake_goes_on_with_the_last_carrier(self):
        state = moving(side("nordic", seaworthy="B4", speed="A4", workers="B4"), AWAY, tokens={"B4": tokens(wood=2)})
        afloat = went(state, StepTo(self.SEA, "C4", load=tokens(wood=2), board=(W1,), unload=tokens(wood=1), leave=(W1,)))

        assert not may(afloat, StepTo(self.SEA, "D3"))
        assert went(afloat, StepTo(self.SEA, "D3", load=tokens(wood=1), board=(W1,))).tokens == {"D3": tokens(wood=2)}

    @pytest.mark.rule("SY-MEC-31", "SY-MOV-26")
    def test_two_factions_meet_on_a_lake(self):
        state = moving(side("nordic", seaworthy="B4"), side("polania", submerge="C4"))

        assert went(state, StepTo(self.SEA, "C4"), EndMove()).agenda[0].spaces == ("C4",)

    def test_w_10_cargo_on_a_lake(self):
        """W-10."""
        state = moving(side("nordic", seaworthy="B4", workers="B4 B4"), AWAY, tokens={"B4": tokens(metal=1)})
        afloat = went(state, StepTo(self.SEA, "C4", load=tokens(metal=1), board=(W1, W2)), EndUnit())
        later = moving(*afloat.sides, tokens=afloat.tokens)

        assert not may(later, StepTo(self.SEA, "D3", load=tokens(metal=1), board=(W1,)))
        assert may(later, StepTo(self.SEA, "D3", load=tokens(metal=1), board=(W1, W2)))
        assert not may(later, StepTo(W1, "C3"))
        polania = moving(side("polania", submerge="C1", speed="C1"), AWAY)
        assert where(went(polania, StepTo(CHARACTER, "B0"), StepTo(CHARACTER, "E4")), CHARACTER) == ["E4"]
        assert not may(moving(side("polania", speed="C1"), AWAY), StepTo(CHARACTER, "B0"))


class TestGoingBack:
    def ended(self, state: ScytheState) -> Course:
        """Send back the units on contested territories."""
        course = Course(book(), state, Unforeseen())
        return_contested_units(course)
        return course

    @pytest.mark.rule("SY-END-03", "SY-R-41")
    def test_w_06_a_unit_goes_back_with_what_it_brought(self):
        """W-06."""
        m1, m2 = mech("saxony", "riverwalk"), MECH
        state = moving(
            side("saxony", riverwalk="G1", speed="E2", workers="E2 E3"),
            side("polania", speed="F1"),
            side("rusviet", speed="D3"),
            tokens={"E2": tokens(oil=2), "D3": tokens(food=1)},
        )
        moved = went(
            state,
            StepTo(m1, "F1"),
            StepTo(m2, "E3", load=tokens(oil=2), board=(W1,)),
            StepTo(m2, "D3", unload=tokens(oil=1)),
            EndMove(),
        )
        back = self.ended(replace(moved, sides=(moved.sides[A], side("polania"), moved.sides[2])))  # F1 is won

        assert where(back.state, m1, m2, W1, W2) == ["F1", "E3", "E3", "E3"]
        assert said(moved, back) == [
            "There is no combat: Anna takes a mech back to E3 (tundra) with 1 worker and 2 oil.",
        ]
        assert back.state.tokens == {"D3": tokens(food=1), "E3": tokens(oil=2)}

    @pytest.mark.rule("SY-END-03", "SY-R-41")
    def test_during_a_move_too_and_every_unit(self):
        state = moving(
            side("rusviet", character="HB-RUS", speed="C6", workers="D6"), side("crimea", speed="D6"), tokens={"C6": tokens(food=1)}
        )
        fighting = went(state, StepTo(CHARACTER, "D6"), StepTo(MECH, "D6", load=tokens(food=1)), EndUnit())
        back = self.ended(fighting)

        assert where(back.state, CHARACTER, MECH) == ["HB-RUS", "C6"]
        assert back.state.tokens == {"C6": tokens(food=1)}

    @pytest.mark.rule("SY-END-01", "SY-END-03", "SY-R-41", "SY-R-01")
    def test_a_reveal_between_two_units_may_end_the_game(self):
        stars = (Star.COMBAT, Star.COMBAT, Star.MECHS, Star.WORKERS, Star.POWER)
        mine = side("rusviet", speed="C6", workers="D6", stars=stars, objectives=("OB-10", "OB-11"), cards=(2,) * 6)
        state = moving(mine, side("crimea", speed="D5"), tokens={"C6": tokens(food=1)}, tile="SB-1")
        coming = went(state, StepTo(MECH, "D6", load=tokens(food=1)), StepTo(MECH, "D5", board=(W1,)))

        def revealed(state: ScytheState) -> ScytheState:
            course = Course(book(), state, Unforeseen())
            act(course, A, RevealObjective("OB-10"))
            return course.state

        with pytest.raises(Refused):
            revealed(coming)
        over = revealed(went(coming, EndUnit()))
        assert (over.phase, over.move) == (Phase.OVER, None)
        assert where(over, MECH, W1) == ["D6", "D6"]
        assert over.tokens == {"D6": tokens(food=1)}

    @pytest.mark.rule("SY-END-03")
    def test_workers_driven_off_stay_driven_off(self):
        state = moving(side("rusviet", speed="D6", popularity=3), side("crimea", workers="D5"))
        after = went(state, StepTo(MECH, "D5"), EndMove())

        assert self.ended(after).facts == []
        assert after.move is None
        assert where(after, W1, player=B) == ["HB-CRI"]

    @pytest.mark.rule("SY-END-03")
    def test_a_loser_at_home_goes_nowhere(self):
        state = moving(side("rusviet", speed="D6", character="C6"), side("crimea", speed="D5", character="C5"))
        moved = went(state, StepTo(MECH, "D5"), EndMove())
        lost = replace(moved, sides=(side("rusviet", speed="HB-RUS", character="D5"), moved.sides[B]))

        assert self.ended(lost).facts == []


def test_what_people_read_of_a_move():
    state = moving(
        side("rusviet", speed="C6", workers="C6 C6", popularity=3),
        side("crimea", workers="D5"),
        tokens={"C6": tokens(food=2, oil=1)},
    )
    loaded = StepTo(MECH, "D6", load=tokens(food=2), board=(W1, W2))
    dropping = StepTo(MECH, "D6", load=tokens(food=2), board=(W1, W2), unload=tokens(food=1), leave=(W1,))
    half_way = went(state, loaded)

    assert told(state, StepTo(W1, "D6")) == ["Anna moves a worker from C6 (village) to D6 (mountain)."]
    assert told(state, loaded) == ["Anna moves a mech from C6 (village) to D6 (mountain) with 2 workers and 2 food."]
    assert told(state, dropping) == [
        "Anna moves a mech from C6 (village) to D6 (mountain) with 2 workers and 2 food and sets 1 worker and 1 food down there."
    ]
    assert told(half_way, Reload(MECH, unload=tokens(food=2), leave=(W1,))) == ["Anna has a mech carry 1 worker."]
    assert told(half_way, Reload(MECH, unload=tokens(food=2), leave=(W1, W2))) == ["Anna has a mech carry nothing."]
    assert told(half_way, StepTo(MECH, "D5"))[1:] == [
        "1 worker of Boris is driven off D5 (tundra) to the Crimea home base.",
        "Anna loses 1 popularity.",
    ]
    assert told(half_way, EndUnit()) == []
    assert told(half_way, EndMove()) == ["Anna ends the move."]
