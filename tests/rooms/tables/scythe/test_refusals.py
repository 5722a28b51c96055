"""Refusals: each names the rule that really forbids the action, not a related one.

More cases are data in fixtures/scythe/examples/refusals.yaml.
"""

from __future__ import annotations

from typing import Any

import pytest

from control.engine.records import replace
from rooms.tables.scythe.game.actions import (
    Bolster,
    Build,
    ChooseSection,
    Commit,
    EndTurn,
    Enlist,
    GainCoins,
    GiveCoins,
    Payment,
    Picks,
    Produce,
    PunishDelay,
    RecordAchievement,
    Reload,
    RevealObjective,
    ScytheAction,
    SkipBottom,
    SkipTop,
    StartMove,
    StepTo,
    TakeOption,
    Trade,
    Upgrade,
    UseCard,
)
from rooms.tables.scythe.game.content import Cube, Structure
from rooms.tables.scythe.game.state import FACTORY, NONE, Phase, Recording, ScytheState
from tests.rooms.tables.scythe.dealt import acts, dealt, meets, on_the_move, top_row
from tests.rooms.tables.scythe.play import begun, refused
from tests.rooms.tables.scythe.tables import A, B, mech, side, table, tokens

W1, W2 = 5, 6
MOVES, BOLSTERS, PRODUCES, BUILDS = 2, 0, 1, 2  # sections of the Industrial mat
WOOD = {"A4": tokens(wood=3, oil=3)}


def paid(card: int = 0, /, **counts: int) -> Payment:
    """Tokens of A4, and optionally a combat card as one of them."""
    return Payment((("A4", tokens(**counts)),), coercion=card)


def at_bottom(faction: str = "nordic", section: int = BUILDS, **more: Any) -> ScytheState:
    """The bottom row of a section, with wood and oil on A4."""
    made = side(faction, workers="A4 A5", cards=(4,), **more)
    return dealt(table(made, side("saxony"), phase=Phase.BOTTOM, section=section, tokens=WOOD))


def at_card(card: str, **more: Any) -> ScytheState:
    """The top row of a Factory card. Workers are on C3 and C2, and another player's structure on C2."""
    fields = {"workers": "C3 C2", "coins": 5, "power": 5, "popularity": 5, "cards": (2, 4), **more}
    lying = {"C3": tokens(wood=1, oil=1, food=1, metal=1)}
    return top_row(side("nordic", card=card, **fields), side("saxony", mine="C2"), section=FACTORY, tokens=lying)


def at_top(section: int, **more: Any) -> ScytheState:
    """The top row of a section."""
    return top_row(side("nordic", coins=3, **more), side("saxony"), section=section)


def on_a_lake(**more: Any) -> ScytheState:
    """A Nordic mech on the lake C4 with a worker and a token."""
    made = side("nordic", seaworthy="C4", workers="C4 C3", **more)
    return on_the_move(made, side("saxony"), tokens={"C4": tokens(metal=1)})


MOVING = on_the_move(side("rusviet", character="D6", speed="D6", workers="D6 C6"), side("crimea", workers="D5"))
MOVED = acts(MOVING, (A, StepTo(mech("rusviet", "speed"), "C6")))
FAR = acts(MOVED, (A, StepTo(mech("rusviet", "speed"), "D6")))
ENDED = dealt(table(side("nordic"), side("saxony"), phase=Phase.TURN_END))
RECORDS = replace(dealt(table(side("nordic"), side("saxony"))), phase=Phase.RECORDING, agenda=(Recording((B,)),))


@pytest.mark.rule("SY-TRN-01", "SY-TRN-06", "SY-TRN-07", "SY-MOV-01", "SY-MOV-31", "SY-END-01", "SY-END-15", "SY-R-45")
@pytest.mark.parametrize(
    ("state", "player", "action", "rule"),
    [
        (at_top(BOLSTERS), A, Build(), "SY-TRN-06"),
        (at_top(BOLSTERS), A, SkipBottom(), "SY-TRN-06"),
        (at_top(BOLSTERS), A, ChooseSection(1), "SY-TRN-01"),
        (at_top(BOLSTERS), A, EndTurn(), "SY-TRN-01"),
        (at_top(BOLSTERS), A, Commit(0), "SY-TRN-01"),
        (at_bottom(), A, Trade(), "SY-TRN-06"),
        (at_bottom(), A, SkipTop(), "SY-TRN-06"),
        (at_bottom(), A, TakeOption(0), "SY-TRN-06"),
        (at_bottom(), A, EndTurn(), "SY-TRN-01"),
        (at_bottom(), A, ChooseSection(1), "SY-TRN-01"),
        (ENDED, A, Bolster(cards=True), "SY-TRN-07"),
        (ENDED, A, Enlist(), "SY-TRN-07"),
        (ENDED, A, ChooseSection(1), "SY-TRN-01"),
        (MOVING, A, GainCoins(), "SY-MOV-01"),
        (MOVING, A, StartMove(), "SY-TRN-07"),
        (MOVING, A, Bolster(cards=True), "SY-TRN-07"),
        (MOVING, A, Build(), "SY-MOV-31"),
        (MOVING, A, PunishDelay(B), "SY-R-45"),
        (MOVING, B, GiveCoins(A, 1), "SY-R-45"),
        (at_top(BOLSTERS), A, RecordAchievement(()), "SY-END-15"),
        (RECORDS, A, EndTurn(), "SY-END-01"),
        (RECORDS, A, GiveCoins(B, 1), "SY-END-01"),
        (RECORDS, A, RevealObjective("OB-01"), "SY-END-01"),
        (replace(RECORDS, phase=Phase.OVER), A, RecordAchievement(()), "SY-END-15"),
        (replace(RECORDS, phase=Phase.OVER), A, EndTurn(), "SY-END-01"),
    ],
)
def test_what_comes_at_the_wrong_time_names_the_rule_about_the_time(
    state: ScytheState, player: int, action: ScytheAction, rule: str
):
    assert refused(state, player, action).rule == rule


@pytest.mark.rule("SY-GEN-01")
def test_who_has_no_seat_is_told_how_many_seats_there_are():
    for nobody in (9, -2):
        assert refused(begun(3), nobody, ChooseSection(0)).rule == "SY-GEN-01"


@pytest.mark.rule("SY-MOV-01", "SY-FCT-06", "SY-TRN-01")
@pytest.mark.parametrize(
    ("state", "rule"),
    [
        (at_top(BOLSTERS), "SY-TRN-01"),
        (at_bottom(section=MOVES), "SY-MOV-01"),  # a top row moves units or brings coins, never both
        (at_bottom(section=BOLSTERS), "SY-TRN-01"),
        (at_card("FC-03"), "SY-FCT-06"),  # the bottom row of the card does
    ],
)
def test_a_row_that_moves_nothing_names_the_rule_about_that_row(state: ScytheState, rule: str):
    assert refused(state, A, StartMove()).rule == rule


@pytest.mark.rule("SY-MEC-05", "SY-MOV-05", "SY-MOV-14", "SY-MOV-15", "SY-MEC-28")
@pytest.mark.parametrize(
    ("state", "action", "rule"),
    [
        (FAR, StepTo(mech("rusviet", "speed"), "C6"), "SY-MEC-05"),  # 2 steps, the second by Speed
        (acts(MOVING, (A, StepTo(W2, "D6"))), StepTo(W2, "C6"), "SY-MOV-05"),  # workers have no Speed
        (MOVING, StepTo(mech("rusviet", "speed"), "C6", load=tokens(oil=1)), "SY-MOV-14"),
        (MOVING, StepTo(mech("rusviet", "speed"), "C6", board=(W2,)), "SY-MOV-15"),
        (MOVING, StepTo(mech("rusviet", "speed"), "C6", leave=(W1,)), "SY-MOV-15"),
        (MOVED, Reload(mech("rusviet", "speed"), load=tokens(oil=1)), "SY-MOV-14"),
        (MOVED, Reload(mech("rusviet", "speed"), board=(W1,)), "SY-MOV-15"),
        (on_a_lake(), StepTo(mech("nordic", "seaworthy"), "C3", load=tokens(metal=1)), "SY-MEC-28"),
        (on_a_lake(), StepTo(mech("nordic", "seaworthy"), "C3", board=(W1,)), "SY-MEC-28"),
        (on_a_lake(), StepTo(mech("nordic", "seaworthy"), "C3", load=tokens(metal=2), board=(W1,)), "SY-MOV-14"),
        (on_a_lake(), StepTo(mech("nordic", "seaworthy"), "C3", load=tokens(metal=1), board=(W1, W2)), "SY-MOV-15"),
    ],
)
def test_a_step_names_the_rule_about_its_range_or_its_cargo(state: ScytheState, action: ScytheAction, rule: str):
    assert refused(state, A, action).rule == rule


@pytest.mark.rule("SY-PRD-03", "SY-PRD-04", "SY-FCT-10")
def test_a_territory_without_workers_is_refused_for_its_workers_and_a_foreign_one_for_its_control():
    own = at_top(PRODUCES, workers="A4", armory="A5", power=5)
    assert refused(own, A, Produce((("A5", 1),))).rule == "SY-PRD-04"
    assert refused(own, A, Produce((("A6", 1),))).rule == "SY-PRD-03"
    card = at_card("FC-10", armory="B1")
    one = Payment(cards=(2,))
    assert refused(card, A, UseCard(one, Picks(produce=(("B1", 1),)))).rule == "SY-PRD-04"
    assert refused(card, A, UseCard(one, Picks(produce=(("C6", 1),)))).rule == "SY-PRD-03"


@pytest.mark.rule("SY-BOT-01", "SY-BOT-02", "SY-FAC-03", "SY-BLD-01", "SY-BLD-02", "SY-DEP-01", "SY-GEN-14")
@pytest.mark.parametrize(
    ("state", "action", "rule"),
    [
        (at_bottom(), Build(replace(paid(wood=3), cards=(4,))), "SY-BOT-01"),
        (at_bottom("crimea"), Build(paid(5, wood=2)), "SY-FAC-03"),  # a card that is not in the hand
        (at_bottom("crimea"), Build(paid(4, wood=3)), "SY-BOT-02"),
        (at_bottom(), Build(paid(wood=4)), "SY-GEN-14"),
        (at_bottom(), Build(paid(wood=3), Structure.MINE, ""), "SY-BLD-01"),  # "" is no territory
        (at_bottom(armory="A5"), Build(paid(wood=3), Structure.MINE, "A5"), "SY-BLD-02"),
        (at_bottom(section=0), Upgrade(paid(oil=3), Cube.COIN, NONE), "SY-UPG-01"),
    ],
)
def test_a_bottom_row_names_the_rule_about_its_payment_or_its_place(state: ScytheState, action: ScytheAction, rule: str):
    assert refused(state, A, action).rule == rule


@pytest.mark.rule("SY-GEN-12", "SY-BLD-02", "SY-R-36", "SY-ENL-01", "SY-ENL-02", "SY-UPG-01", "SY-ENC-07")
@pytest.mark.parametrize(
    ("state", "action", "rule"),
    [
        # gains that the card does not have
        (at_card("FC-05"), UseCard(picks=Picks(cube=Cube.COIN, box=1)), "SY-GEN-12"),
        (at_card("FC-05"), UseCard(picks=Picks(mech=1, at="C3")), "SY-GEN-12"),
        (at_card("FC-05"), UseCard(picks=Picks(structure=Structure.MINE, at="C3")), "SY-GEN-12"),
        (at_card("FC-05"), UseCard(picks=Picks(section=1, space=1)), "SY-GEN-12"),
        (at_card("FC-05"), UseCard(picks=Picks(places=("C3",))), "SY-GEN-12"),
        (at_card("FC-05"), UseCard(picks=Picks(produce=(("C3", 1),))), "SY-GEN-12"),
        # gains that the card has, in a wrong form
        (at_card("FC-06"), UseCard(picks=Picks(cube=Cube.COIN)), "SY-UPG-01"),
        (at_card("FC-07"), UseCard(picks=Picks(section=1)), "SY-ENL-02"),
        (at_card("FC-07"), UseCard(picks=Picks(space=1)), "SY-ENL-01"),
        (
            at_card("FC-08"),
            UseCard(Payment((("C3", tokens(wood=1, oil=1)),)), Picks(structure=Structure.MINE, at="C2")),
            "SY-BLD-02",
        ),
        (
            at_card("FC-08"),
            UseCard(Payment((("C3", tokens(wood=1, oil=1)),)), Picks(structure=Structure.MINE, at="A4")),
            "SY-R-36",
        ),
        (at_card("FC-09"), UseCard(Payment((("C3", tokens(wood=1, oil=1, food=1)),)), Picks(mech=1)), "SY-R-36"),
        (at_card("FC-01"), UseCard(picks=Picks(places=("C3", "C3", "A4"))), "SY-R-36"),
    ],
)
def test_a_card_names_the_rule_about_what_is_picked(state: ScytheState, action: ScytheAction, rule: str):
    assert refused(state, A, action).rule == rule


@pytest.mark.rule("SY-GEN-12", "SY-ENC-07")
def test_an_encounter_gives_no_piece_that_its_option_has_not():
    state = meets(side("nordic", character="B4", coins=3), side("saxony"), card="EN-04", space="B4")
    for picks in (Picks(mech=1), Picks(structure=Structure.MINE), Picks(cube=Cube.COIN, box=1), Picks(section=1, space=1)):
        assert refused(state, A, TakeOption(0, picks=picks)).rule == "SY-GEN-12"
    assert refused(state, A, TakeOption(1, picks=Picks(section=1, space=1, places=("B4",)))).rule == "SY-ENC-07"


@pytest.mark.rule("SY-TRN-02", "SY-TRN-08")
def test_no_section_is_not_the_section_of_last_turn():
    refusal = refused(begun(2), A, ChooseSection(NONE))
    assert (refusal.sentence, refusal.rule) == ("You have no such section.", "SY-TRN-08")
