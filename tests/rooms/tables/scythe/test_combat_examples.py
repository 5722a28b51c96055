"""Worked examples of combat in the rulebook, and the effects of the last star (W-01, W-02, W-04, W-06)."""

from __future__ import annotations

import pytest

from rooms.tables.scythe.game.actions import (
    ChooseCombat,
    Commit,
    EndMove,
    StepTo,
    UseArtillery,
)
from rooms.tables.scythe.game.state import Phase, Star
from rooms.tables.scythe.rules.combat import CombatOver, CommitOffer, Retreated
from rooms.tables.scythe.rules.stars import StarPlaced
from tests.rooms.tables.scythe.dealt import acts, attack, dials, on_the_move
from tests.rooms.tables.scythe.fights import both_entered, fought, offered
from tests.rooms.tables.scythe.play import BOOK, RULES, play, refused
from tests.rooms.tables.scythe.tables import A, B, C, mech, side, tokens


@pytest.mark.rule("W-01", "SY-CMB-06", "SY-MEC-14", "SY-MEC-22")
def test_w01_artillery_then_disarm_then_a_tie():
    nordic = side("nordic", artillery="F4", power=6, cards=(4, 2), popularity=5)
    saxony = side("saxony", character="F3", disarm="F3", workers="F3 F3", power=5, cards=(3, 3))
    state = attack(on_the_move(nordic, saxony), mech("nordic", "artillery"), "F3")
    state = play(state, A, UseArtillery(use=True)).state

    assert [side.power for side in state.sides] == [3, 3]
    assert offered(state, A) == (CommitOffer(3, (4, 2), 1),)
    assert offered(state, B) == (CommitOffer(3, (3, 3), 2),)
    state = dials(state, Commit(3, (4,)), Commit(1, (3, 3)))
    assert [side.power for side in state.sides] == [0, 2]
    assert state.discard == (4, 3, 3)
    assert {state.sides[B].units[unit] for unit in (0, mech("saxony", "disarm"), 5, 6)} == {"HB-SAX"}
    assert state.sides[A].popularity == 3
    assert len(state.sides[B].cards) == 1
    assert state.sides[A].stars == (Star.COMBAT,)


@pytest.mark.rule("W-02", "SY-CMB-18")
def test_w02_the_defender_keeps_what_was_carried():
    rusviet = side("rusviet", peoples_army="D6", workers="D6 D6", power=3, cards=(2, 3, 5))
    crimea = side("crimea", riverwalk="D5", power=6, cards=(4,), popularity=3)
    state = on_the_move(rusviet, crimea, tokens={"D6": tokens(metal=3)})
    state = attack(state, mech("rusviet", "peoples_army"), "D5", load=tokens(metal=3), board=(5, 6))

    assert "2 combat cards" in refused(state, A, Commit(2, (2, 3, 5))).sentence
    state = dials(state, Commit(2, (2, 3)), Commit(5, (4,)))
    assert [side.power for side in state.sides] == [1, 1]
    assert {state.sides[A].units[unit] for unit in (mech("rusviet", "peoples_army"), 5, 6)} == {"HB-RUS"}
    assert state.tokens == {"D5": tokens(metal=3)}
    assert len(state.sides[A].cards) == 2
    assert (state.sides[B].popularity, state.sides[B].stars) == (3, (Star.COMBAT,))


def w04(**more):
    nordic = side("nordic", character="A5", power=5, **more)
    return attack(on_the_move(nordic, side("rusviet", speed="B4", power=5), marks=("B4",)), 0, "B4")


@pytest.mark.rule("W-04", "SY-ENC-03", "SY-CMB-22", "SY-R-28")
def test_w04_an_encounter_after_a_combat():
    won = dials(w04(), Commit(4), Commit(3))
    assert won.sides[A].stars == (Star.COMBAT,)
    assert (won.phase, won.marks, RULES.waits_for(won)) == (Phase.ENCOUNTER, (), (A,))

    lost = dials(w04(), Commit(2), Commit(3))
    assert lost.sides[A].units[0] == "HB-NOR"
    assert (lost.phase, lost.marks, len(lost.sides[A].cards)) == (Phase.BOTTOM, ("B4",), 1)

    five = (Star.MECHS, Star.POWER, Star.WORKERS, Star.RECRUITS, Star.UPGRADES)
    ended = dials(w04(stars=five), Commit(4), Commit(3))
    assert (ended.phase, ended.marks) == (Phase.OVER, ("B4",))
    assert len(ended.encounters) == len(BOOK.encounters)


@pytest.mark.rule("W-06", "SY-END-03", "SY-FAC-10", "SY-END-01", "SY-R-41")
def test_w06_the_sixth_star_leaves_the_other_combat_unfought():
    saxony = side(
        "saxony",
        riverwalk="G1",
        speed="E2",
        workers="E2",
        power=5,
        stars=(Star.COMBAT, Star.COMBAT, Star.MECHS, Star.POWER, Star.WORKERS),
    )
    rusviet, polania = side("rusviet", speed="D3", power=5), side("polania", speed="F1", power=5)
    state = on_the_move(rusviet, saxony, polania, active=B, tokens={"E2": tokens(oil=2)})
    fast = mech("saxony", "speed")
    state = acts(
        state,
        (B, StepTo(mech("saxony", "riverwalk"), "F1")),
        (B, StepTo(fast, "E3", load=tokens(oil=2), board=(5,))),
        (B, StepTo(fast, "D3")),
        (B, EndMove()),
    )
    state = dials(play(state, B, ChooseCombat("F1")).state, Commit(3), Commit(1))

    assert state.phase is Phase.OVER
    assert len(state.sides[B].stars) == 6
    assert [state.sides[B].units[unit] for unit in (fast, 5)] == ["E3", "E3"]
    assert state.tokens == {"E3": tokens(oil=2)}
    assert state.sides[A].units[mech("rusviet", "speed")] == "D3"
    assert RULES.standing(state)[A] == 3 * 2


@pytest.mark.rule("SY-R-28", "SY-CMB-17", "SY-R-26")
def test_a_sixth_star_by_combat_still_costs_the_popularity():
    five = (Star.MECHS, Star.POWER, Star.WORKERS, Star.RECRUITS, Star.UPGRADES)
    nordic = side("nordic", speed="A5", power=5, popularity=4, stars=five)
    rusviet = side("rusviet", speed="B4", workers="B4 B4", power=5)
    state = play(fought(on_the_move(nordic, rusviet)), A, Commit(3)).state
    played = play(state, B, Commit(1))
    names = [type(fact).__name__ for fact in played.facts]
    assert names.index("Lost") < names.index("StarPlaced") < names.index("Ended")
    assert played.state.sides[A].popularity == 2


@pytest.mark.rule("SY-R-01", "SY-CMB-03")
def test_stars_come_combat_by_combat():
    state = both_entered()
    state = play(play(state, A, ChooseCombat("A4")).state, A, Commit(1)).state
    played = play(state, C, Commit(0))
    kinds = [type(fact) for fact in played.facts]
    assert kinds.index(Retreated) < kinds.index(CombatOver) < kinds.index(StarPlaced)
