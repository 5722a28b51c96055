"""The Factory: its card is chosen once, and used as a fifth section (SY-FCT)."""

from __future__ import annotations

from typing import Any

import pytest

from rooms.tables.scythe.game.actions import (
    Build,
    ChooseCard,
    ChooseSection,
    Commit,
    Deploy,
    EndMove,
    EndTurn,
    Payment,
    Picks,
    RevealObjective,
    SkipBottom,
    SkipTop,
    StartMove,
    StepTo,
    UseCard,
)
from rooms.tables.scythe.game.content import Cube, Part, Resource, Structure
from rooms.tables.scythe.game.state import FACTORY, NONE, BottomRow, Choosing, Ending, Phase, Star, TopRow, Turn, on_board
from rooms.tables.scythe.rules.factory import ChooseCardOffer, FactoryCardUsed
from tests.rooms.tables.scythe.dealt import acts, attack, dealt, dials, on_the_move, top_row
from tests.rooms.tables.scythe.play import BOOK, RULES, changed, play, refused, words
from tests.rooms.tables.scythe.printed import factory
from tests.rooms.tables.scythe.tables import A, B, C, mech, side, table, tokens

COMES = {"character": "C3"}  # one step from the Factory
LOT = {"C3": tokens(wood=1, oil=1, food=1, metal=1), "C2": tokens(wood=1)}


def has_card(card, faction="nordic", **more):
    """A player with this card at its top row, and workers on C3 (forest), C2 (mountain) and C6 (village)."""
    fields = {"workers": "C3 C3 C2 C6", "coins": 5, "power": 5, "popularity": 5, "cards": (2, 4), **more}
    lying = fields.pop("tokens", LOT)
    return top_row(side(faction, card=card, **fields), side("saxony"), section=FACTORY, tokens=lying)


def paid(*cards, **counts):
    """A payment in tokens of C3 and combat cards."""
    return Payment((("C3", tokens(**counts)),) if counts else (), cards=cards)


# --- the choice ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SY-FCT-01", "SY-FCT-02", "SY-HID-06", "SY-R-34", "SY-MOV-31")
def test_the_first_visitor_sees_all_cards_and_must_choose():
    state = attack(on_the_move(side("nordic", **COMES), side("saxony"), side("polania")), 0, "D3")
    assert (state.phase, RULES.waits_for(state)) == (Phase.FACTORY_CHOICE, (A,))
    assert RULES.offers(state, A) == (ChooseCardOffer(state.cards),)
    assert len(state.cards) == 4

    assert RULES.view(state, A).state.cards == state.cards
    for viewer in (B, C, None):
        assert RULES.view(state, viewer).state.cards == ("",) * 4
    assert "not among those" in refused(state, A, ChooseCard("FC-12")).sentence
    assert "chosen first" in refused(state, A, SkipBottom()).sentence

    played = play(state, A, ChooseCard("FC-02"))
    assert (played.state.sides[A].card, played.state.cards) == ("FC-02", ("FC-01", "FC-03", "FC-04"))
    assert played.state.phase is Phase.BOTTOM
    assert words(state, played, B) == ["Anna chooses the Factory card “Rotary Harvester”."]
    assert RULES.view(played.state, B).state.sides[A].card == "FC-02"
    assert RULES.view(played.state, A).state.cards == ("",) * 3


@pytest.mark.rule("SY-FCT-02", "SY-FCT-03")
def test_later_visitors_see_one_less_and_nobody_chooses_twice():
    sides = side("nordic", **COMES), side("saxony", card="FC-01"), side("polania", card="FC-02")
    state = attack(on_the_move(*sides), 0, "D3")
    assert state.cards == ("FC-03", "FC-04")

    again = on_the_move(side("nordic", card="FC-01", **COMES), side("saxony"))
    assert attack(again, 0, "D3").phase is Phase.BOTTOM


@pytest.mark.rule("SY-FCT-05")
def test_mechs_and_workers_choose_nothing():
    state = on_the_move(side("nordic", speed="C3", workers="C3"), side("saxony"))
    assert attack(state, mech("nordic", "speed"), "D3", board=(5,)).phase is Phase.BOTTOM


def fights_for_it(dial):
    nordic = side("nordic", power=5, **COMES)
    state = attack(on_the_move(nordic, side("saxony", speed="D3", power=5)), 0, "D3")
    return dials(state, Commit(dial), Commit(2))


@pytest.mark.rule("SY-FCT-04", "SY-FCT-01", "SY-R-33")
def test_a_character_chooses_after_a_combat_it_has_won():
    assert fights_for_it(3).phase is Phase.FACTORY_CHOICE
    lost = fights_for_it(1)
    assert (lost.phase, lost.sides[A].card) == (Phase.BOTTOM, "")
    later = on_the_move(side("nordic", **COMES), side("saxony"))  # the first resolved visit counts
    assert attack(later, 0, "D3").phase is Phase.FACTORY_CHOICE


@pytest.mark.rule("SY-R-33", "SY-FCT-01")
def test_who_stands_there_without_a_card_chooses_after_the_next_move():
    state = on_the_move(side("nordic", character="D3"), side("saxony"))
    assert play(state, A, EndMove()).state.phase is Phase.FACTORY_CHOICE


@pytest.mark.rule("SY-R-35")
def test_the_card_is_used_from_the_next_turn_on():
    state = attack(on_the_move(side("nordic", **COMES), side("saxony"), turn=Turn(section=2)), 0, "D3")
    state = play(state, A, ChooseCard("FC-03")).state
    assert "moves no units" in refused(state, A, StartMove()).sentence
    state = acts(state, (A, SkipBottom()), (A, EndTurn()))
    state = acts(state, (B, ChooseSection(0)), (B, SkipTop()), (B, SkipBottom()), (B, EndTurn()))
    assert play(state, A, ChooseSection(FACTORY)).state.phase is Phase.TOP


@pytest.mark.rule("SY-R-47")
def test_who_does_not_answer_has_the_lowest_card():
    state = attack(on_the_move(side("nordic", **COMES), side("saxony")), 0, "D3")
    assert RULES.default(state, A, None) == ChooseCard("FC-01")


# --- the top row of every card -------------------------------------------------------------------------------------------------

Use = tuple[UseCard, dict[str, Any], dict[str, Any]]
USES: dict[str, Use] = {  # the action, the side after it, and the new tokens
    "FC-01": (
        UseCard(picks=Picks(places=("C3", "C2", "C6"))),
        {"power": 4},
        {"C3": tokens(metal=1), "C2": tokens(metal=1), "C6": tokens(oil=1)},
    ),
    "FC-02": (UseCard(picks=Picks(places=("C2",) * 3)), {"power": 4}, {"C2": tokens(food=2, wood=1)}),
    "FC-03": (UseCard(), {"coins": 3, "popularity": 7, "cards": (2, 4, 2)}, {}),
    "FC-04": (UseCard(paid(4)), {"coins": 9, "cards": (2,)}, {}),
    "FC-05": (UseCard(), {"coins": 4, "power": 7, "cards": (2, 4, 2)}, {}),
    "FC-06": (UseCard(picks=Picks(cube=Cube.MOVE, box=1)), {"popularity": 4, "boxes": (0, 1, 0, 0)}, {}),
    "FC-07": (
        UseCard(picks=Picks(section=3, space=0)),
        {"popularity": 4, "coins": 4, "power": 7, "recruits": (NONE, NONE, NONE, 0)},
        {},
    ),
    "FC-08": (
        UseCard(paid(wood=1, oil=1), Picks(structure=Structure.MILL, at="C6")),
        {"structures": ("", "", "C6", "")},
        {"C3": tokens(wood=-1, oil=-1)},
    ),
    "FC-09": (UseCard(paid(wood=1, oil=1, metal=1), Picks(mech=2, at="C2")), {}, {"C3": tokens(wood=-1, oil=-1, metal=-1)}),
    "FC-10": (UseCard(paid(2), Picks(produce=(("C3", 2), ("C6", 1)))), {"cards": (4,)}, {"C3": tokens(wood=2)}),
    "FC-11": (UseCard(paid(food=1), Picks(places=("C2",))), {"coins": 6}, {"C3": tokens(food=-1)}),
    "FC-12": (
        UseCard(picks=Picks(types=(Resource.METAL,), places=("C3", "C3", "C2"))),
        {"coins": 4},
        {"C3": tokens(metal=2), "C2": tokens(metal=1)},
    ),
}


def together(lying, more):
    found = {space: list(lying.get(space, tokens())) for space in {*lying, *more}}
    for space, there in more.items():
        found[space] = [one + other for one, other in zip(found[space], there, strict=True)]
    return {space: tuple(there) for space, there in sorted(found.items()) if any(there)}


@pytest.mark.rule("SY-FCT-06", "SY-FCT-10", "SY-R-36", "SY-R-37", "A-19", "SY-GEN-10")
@pytest.mark.parametrize("card", [card for card, _cost, _gains in factory()])
def test_each_card_does_what_is_printed(card):
    action, fields, lying = USES[card]
    state = has_card(card)
    played = play(state, A, action)
    me, before = played.state.sides[A], state.sides[A]

    assert FactoryCardUsed(A, card) in played.facts
    for name in ("coins", "power", "popularity", "cards", "boxes", "recruits", "structures"):
        assert getattr(me, name) == fields.get(name, getattr(before, name)), name
    assert played.state.tokens == together(LOT, lying)
    assert on_board(me) == 4 + (card in ("FC-10", "FC-11"))
    assert [me.units[unit] for unit in (1, 2, 3, 4)] == ["", "C2" if card == "FC-09" else "", "", ""]
    assert sum(me.cubes) == (card == "FC-06")
    assert played.state.phase is Phase.BOTTOM


def test_there_is_a_use_for_every_printed_card():
    assert {card for card, _cost, _gains in factory()} == set(BOOK.cards) == set(USES)


@pytest.mark.rule("SY-GEN-11", "SY-FCT-06")
@pytest.mark.parametrize(
    ("card", "fields"),
    [
        ("FC-01", {"power": 0}),
        ("FC-03", {"coins": 1}),
        ("FC-04", {"cards": ()}),
        ("FC-06", {"popularity": 0}),
        ("FC-07", {"coins": 0}),
        ("FC-07", {"popularity": 0}),
        ("FC-08", {"tokens": {"C3": tokens(wood=4)}}),
        ("FC-09", {"tokens": {"C3": tokens(wood=2), "A1": tokens(oil=3)}}),
        ("FC-11", {"tokens": {}}),
    ],
)
def test_a_card_that_cannot_be_paid_cannot_be_used(card, fields):
    state = has_card(card, **fields)
    assert "do not have that" in refused(state, A, USES[card][0]).sentence
    assert play(state, A, SkipTop()).state.phase is Phase.BOTTOM


@pytest.mark.rule("SY-FCT-06", "SY-FCT-10", "SY-R-36", "SY-GEN-12")
@pytest.mark.parametrize(
    ("card", "action"),
    [
        ("FC-01", UseCard(picks=Picks(places=("C3", "C3")))),
        ("FC-01", UseCard(picks=Picks(places=("C3", "C3", "D6")))),
        ("FC-01", UseCard(picks=Picks(places=("C3", "C3"), types=(Resource.OIL,)))),
        ("FC-04", UseCard(paid(5))),
        ("FC-04", UseCard(paid(2, 4))),
        ("FC-08", UseCard(paid(wood=2), Picks(structure=Structure.MILL, at="C6"))),
        ("FC-08", UseCard(paid(wood=1, oil=1), Picks(structure=Structure.MILL))),
        ("FC-08", UseCard(paid(wood=1, oil=1), Picks(structure=Structure.MILL, at="D6"))),
        ("FC-08", UseCard(paid(wood=1, oil=1), Picks(at="C6"))),
        ("FC-09", UseCard(paid(wood=1, oil=1), Picks(mech=2, at="C2"))),
        ("FC-10", UseCard(paid(2), Picks(produce=(("C3", 3),)))),
        ("FC-10", UseCard(paid(2), Picks(produce=(("C6", 1), ("C3", 1))))),
        ("FC-10", UseCard(paid(2), Picks(produce=(("C2", 1), ("C3", 1), ("C6", 1))))),
        ("FC-10", UseCard(paid(2), Picks(produce=(("C2", 0),)))),
        ("FC-12", UseCard(picks=Picks(types=(Resource.OIL, Resource.WOOD), places=("C3",) * 3))),
    ],
)
def test_what_a_card_does_not_give_is_refused(card, action):
    assert "no more than it gives" in refused(has_card(card), A, action).sentence


@pytest.mark.rule("SY-GEN-12", "SY-FCT-06")
def test_parts_of_a_cards_gains_can_be_given_up():
    part = play(has_card("FC-01"), A, UseCard(picks=Picks(places=("C3",)), declined=(Part.METAL, Part.METAL))).state
    assert part.tokens == together(LOT, {"C3": tokens(oil=1)})
    same = play(has_card("FC-12"), A, UseCard(picks=Picks(types=(Resource.OIL,), places=("C2",)), declined=(Part.SAME,) * 2)).state
    assert same.tokens == together(LOT, {"C2": tokens(oil=1)})
    none = play(has_card("FC-12"), A, UseCard()).state
    assert (none.tokens, none.sides[A].coins) == (LOT | {"C2": tokens(wood=1)}, 4)
    kept = play(has_card("FC-11"), A, UseCard(paid(food=1), declined=(Part.WORKER, Part.COIN))).state
    assert (on_board(kept.sides[A]), kept.sides[A].coins) == (4, 5)


@pytest.mark.rule("SY-R-36", "SY-DEP-02", "SY-BLD-04", "SY-DEP-03")
def test_tokens_go_to_lakes_with_workers_but_no_mech_and_no_structure():
    lake = {"workers": "C4 C3", "seaworthy": "C4", "tokens": {"C3": tokens(wood=1, oil=1, metal=1)}}
    state = play(has_card("FC-01", **lake), A, UseCard(picks=Picks(places=("C4", "C4", "C4")))).state
    assert state.tokens["C4"] == tokens(metal=2, oil=1)
    cost = paid(wood=1, oil=1, metal=1)
    assert refused(has_card("FC-09", **lake), A, UseCard(cost, Picks(mech=1, at="C4")))
    assert play(has_card("FC-09", **lake), A, UseCard(cost, Picks(mech=1, at="C3"))).state.sides[A].units[1] == "C3"
    assert refused(has_card("FC-08", **lake), A, UseCard(paid(wood=1, oil=1), Picks(structure=Structure.MINE, at="C4")))


@pytest.mark.rule("SY-R-36", "SY-FCT-06")
def test_with_all_workers_at_home_nothing_can_be_placed():
    state = has_card("FC-01", workers="HB-NOR", tokens={})
    assert play(state, A, UseCard()).state.tokens == {}
    assert refused(state, A, UseCard(picks=Picks(places=("HB-NOR",) * 3)))


@pytest.mark.rule("SY-FCT-10", "SY-FCT-11", "SY-PRD-07", "SY-PRD-09", "SY-PRD-12")
def test_the_conveyor_produces_without_ladder_and_mill():
    state = has_card("FC-10", workers="C6 C6 C6 D3 C4 C3 C3", seaworthy="C4", mill="A6", power=0, popularity=0, coins=0)
    after = play(state, A, UseCard(paid(2), Picks(produce=(("C3", 2), ("C6", 1))))).state
    assert on_board(after.sides[A]) == 8
    assert (after.sides[A].power, after.sides[A].popularity, after.sides[A].coins) == (0, 0, 0)
    for produce in ((("C6", 2),), (("D3", 1),), (("C4", 1),), (("A6", 1),)):
        assert refused(state, A, UseCard(paid(2), Picks(produce=produce)))


@pytest.mark.rule("SY-FCT-10", "SY-ENL-07", "SY-BLD-09", "SY-UPG-03")
def test_a_card_knows_no_mat():
    full = {"recruits": (0, 1, 2, 3), "monument": "C2", "armory": "C3", "cubes": (True,) * 6, "boxes": (1, 2, 1, 2)}
    state = changed(has_card("FC-05", **full), B, recruits=(0, 1, 2, NONE))
    after = play(state, A, UseCard()).state
    assert (after.sides[A].power, after.sides[A].popularity, len(after.sides[A].cards)) == (7, 5, 3)
    assert after.sides[B] == state.sides[B]


@pytest.mark.rule("SY-FAC-03", "SY-R-39", "SY-R-50", "SY-FCT-06", "SY-FAC-04")
def test_coercion_pays_a_token_of_a_card_with_the_type_it_stands_for():
    few = {"tokens": {"C3": tokens(wood=1)}, "faction": "crimea"}
    picks = Picks(structure=Structure.MINE, at="C2")
    state = has_card("FC-08", **few)
    action = UseCard(Payment((("C3", tokens(wood=1)),), coercion=4, as_type=Resource.OIL), picks)
    after = play(state, A, action).state
    assert (after.sides[A].cards, after.discard, after.tokens) == ((2,), (4,), {})
    assert after.turn.coerced
    for wrong in (
        Payment((("C3", tokens(wood=1)),), coercion=4, as_type=Resource.WOOD),
        Payment((("C3", tokens(wood=1)),), coercion=4),
        Payment((("C3", tokens(wood=1)),), coercion=5, as_type=Resource.OIL),
        Payment(coercion=2, as_type=Resource.OIL),
    ):
        assert refused(state, A, UseCard(wrong, picks))
    nordic = has_card("FC-08", tokens=few["tokens"])
    assert "do not have that" in refused(nordic, A, action).sentence
    assert "do not have that" in refused(has_card("FC-03", faction="crimea", coins=1), A, UseCard(Payment(coercion=2))).sentence


@pytest.mark.rule("W-13", "SY-FAC-03", "SY-FAC-04", "SY-FAC-05", "SY-R-39")
def test_w13_coercion_for_a_mech():
    crimea = side("crimea", "industrial", workers="G3", cards=(2, 5), coins=0)
    state = top_row(crimea, side("nordic"), section=1, tokens={"G3": tokens(metal=2)})
    state = play(state, A, SkipTop()).state
    after = play(state, A, Deploy(Payment((("G3", tokens(metal=2)),), coercion=2), 1, "G3")).state

    me = after.sides[A]
    assert (me.cards, after.discard, me.units[1], me.coins, after.tokens) == ((5,), (2,), "G3", 2, {})
    assert after.turn.coerced
    again = dealt(table(me, side("nordic"), phase=Phase.BOTTOM, agenda=(BottomRow(), Ending()), turn=Turn(section=2, coerced=True)))
    assert refused(again, A, Build(Payment(coercion=5)))


@pytest.mark.rule("SY-FCT-06", "SY-TRN-08", "SY-FCT-03")
def test_only_the_factory_section_uses_the_card_and_stars_come_at_its_end():
    other = top_row(side("nordic", card="FC-05", coins=3), side("saxony"), section=0)
    assert "not chosen the Factory card" in refused(other, A, UseCard()).sentence
    after = play(has_card("FC-05", power=15), A, UseCard()).state
    assert (after.sides[A].power, after.sides[A].stars) == (16, (Star.POWER,))


@pytest.mark.rule("SY-FCT-07", "SY-FCT-08", "SY-FCT-09", "SY-MOV-31")
def test_the_bottom_row_moves_one_unit_with_all_that_follows():
    sides = side("nordic", card="FC-05", character="A4", power=5), side("rusviet", speed="B4", power=5)
    fields = {"agenda": (BottomRow(), Ending()), "turn": Turn(section=FACTORY), "marks": ("B4",)}
    state = dealt(table(*sides, phase=Phase.BOTTOM, **fields))
    state = acts(state, (A, StartMove()), (A, StepTo(0, "A5")), (A, StepTo(0, "B4")), (A, EndMove()))
    state = dials(state, Commit(2), Commit(1))
    assert (state.phase, RULES.waits_for(state)) == (Phase.ENCOUNTER, (A,))
    assert state.agenda[-1] == Ending()


@pytest.mark.rule("SY-TRN-09", "SY-R-01")
def test_before_the_choice_an_objective_may_be_revealed():
    state = attack(on_the_move(side("nordic", objectives=("OB-07", "OB-01"), coins=20, **COMES), side("saxony")), 0, "D3")
    state = play(state, A, RevealObjective("OB-07")).state
    assert (state.phase, state.sides[A].stars) == (Phase.FACTORY_CHOICE, (Star.OBJECTIVE,))


def test_the_choice_of_a_section_is_there():
    state = dealt(table(side("nordic", card="FC-05"), side("saxony"), agenda=(Choosing(), TopRow(), BottomRow(), Ending())))
    assert play(state, A, ChooseSection(FACTORY)).state.phase is Phase.TOP
