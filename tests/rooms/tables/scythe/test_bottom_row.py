"""The bottom row of a player mat: costs, coins and the four benefits (SY-BOT, SY-UPG, SY-DEP, SY-BLD, SY-ENL)."""

from __future__ import annotations

from itertools import product

import pytest

from control.engine.records import replace
from rooms.tables.scythe.game.actions import Build, Deploy, Enlist, Payment, StartMove, StepTo, Trade, Upgrade
from rooms.tables.scythe.game.content import BOTTOMS, CUBES, STRUCTURES, Ability, Bottom, Cube, Part, Structure, Top
from rooms.tables.scythe.game.state import NONE, Phase, Star
from rooms.tables.scythe.rules.bottom_row import BottomOffer
from rooms.tables.scythe.rules.faction_abilities import has
from rooms.tables.scythe.rules.player_mats import upgraded
from tests.rooms.tables.scythe.mats import at_bottom, at_top, dealt, hand, kinds, legal, offered, paid, some, units
from tests.rooms.tables.scythe.play import BOOK, RULES, changed, play, refused, words

# The player mats in the data: fixed and upgradeable red boxes, and coins, of Upgrade, Deploy, Build and Enlist.
MATS = {
    "industrial": ("2+1 $3", "1+2 $2", "2+1 $1", "2+2 $0"),
    "engineering": ("2+1 $2", "2+2 $0", "1+2 $3", "2+1 $1"),
    "patriotic": ("2+0 $1", "1+3 $3", "2+2 $0", "2+1 $2"),
    "mechanical": ("2+1 $0", "1+2 $2", "2+1 $2", "2+2 $2"),
    "agricultural": ("2+0 $1", "2+2 $0", "2+2 $2", "1+2 $3"),
}
ROWS = [
    (mat, bottom, int(row[0]), int(row[2]), int(row[5]))
    for mat, rows in MATS.items()
    for bottom, row in zip(Bottom, rows, strict=True)
]
PAID = {Bottom.UPGRADE: "oil", Bottom.DEPLOY: "metal", Bottom.BUILD: "wood", Bottom.ENLIST: "food"}
PLENTY = {"A4": some(wood=9, oil=9, food=9, metal=9)}
DOES = {Bottom.UPGRADE: Upgrade, Bottom.DEPLOY: Deploy, Bottom.BUILD: Build, Bottom.ENLIST: Enlist}
GAINS = {  # a legal benefit for each
    Bottom.UPGRADE: {"cube": Cube.POWER, "box": 1},
    Bottom.DEPLOY: {"mech": 2, "space": "A4"},
    Bottom.BUILD: {"structure": Structure.MILL, "space": "A4"},
    Bottom.ENLIST: {"section": 2, "space": 1},
}


def table(bottom, mat="industrial", tokens=PLENTY, players=3, workers="A4 A5", options=(), **fields):
    """Player 0 with this mat at the bottom row, with plenty of tokens on A4."""
    state = units(changed(dealt(mat, 0, players, **dict(options)), 0, **fields), 0, workers)
    return replace(at_bottom(state, bottom), tokens=tokens)


def full(bottom, count, **fields):
    """The action of this bottom row, paid with so many tokens of A4."""
    return DOES[bottom](payment=paid("A4", **{PAID[bottom]: count}), **fields)


@pytest.mark.rule("SY-BOT-01", "SY-BOT-02", "SY-BOT-03", "SY-BOT-04", "SY-UPG-04", "SY-GEN-10", "SY-GEN-11", "SY-GEN-15", "SY-R-22")
@pytest.mark.parametrize(("mat", "bottom", "fixed", "boxes", "coins"), ROWS)
def test_every_mat_costs_and_pays_what_is_printed(mat, bottom, fixed, boxes, coins):
    section, cubes = BOTTOMS.index(bottom), [True] * 6
    for covered in range(boxes + 1):
        state = table(
            bottom,
            mat,
            cubes=tuple(cubes[:covered] + [False] * (6 - covered)),
            boxes=tuple([covered * (n == section) for n in range(4)]),
        )
        cost = fixed + boxes - covered
        for count in (0, cost - 1, cost + 1):
            assert "exactly" in refused(state, 0, full(bottom, count) if count else DOES[bottom]()).sentence

        played = play(state, 0, full(bottom, cost))
        assert sum(played.state.tokens["A4"]) == 36 - cost
        assert played.state.sides[0].coins == state.sides[0].coins + coins
        assert played.state.sides[0] == replace(state.sides[0], coins=state.sides[0].coins + coins)
        assert played.state.phase is Phase.TURN_END
        assert kinds(played.facts) == ["BottomTaken", "Paid", *["Received"] * bool(coins)]


@pytest.mark.rule("SY-BOT-01", "SY-GEN-11")
@pytest.mark.parametrize("bottom", Bottom)
def test_only_the_printed_type_pays(bottom):
    cost = 3 if bottom is not Bottom.ENLIST else 4
    other = {kind for kind in ("wood", "oil", "food", "metal") if kind != PAID[bottom]}
    state = table(bottom, tokens={"A4": some(**dict.fromkeys(other, 9))})
    assert "you control only" in refused(state, 0, full(bottom, cost)).sentence

    short = replace(state, tokens={"A4": some(**{PAID[bottom]: cost - 1})})
    assert "you control only" in refused(short, 0, full(bottom, cost)).sentence
    mixed = replace(state, tokens={"A4": some(wood=9, oil=9, food=9, metal=9)})
    for kind in sorted(other):
        wrong = DOES[bottom](payment=paid("A4", **{PAID[bottom]: cost - 1, kind: 1}))
        assert "paid with exactly" in refused(mixed, 0, wrong).sentence


@pytest.mark.rule("SY-BOT-03", "SY-GEN-12")
def test_the_coins_of_the_mat_may_be_refused():
    state = table(Bottom.UPGRADE)

    for count in range(4):
        after = play(state, 0, full(Bottom.UPGRADE, 3, declined=(Part.COIN,) * count)).state.sides[0]
        assert after.coins == state.sides[0].coins + 3 - count
    assert "give up more" in refused(state, 0, full(Bottom.UPGRADE, 3, declined=(Part.COIN,) * 4)).sentence
    assert not legal(state, full(Bottom.UPGRADE, 3, declined=(Part.POWER,)))


@pytest.mark.rule("SY-BOT-05", "SY-BOT-06", "SY-END-02")
@pytest.mark.parametrize("bottom", Bottom)
def test_cost_benefit_coins_own_bonus_and_then_stars(bottom):
    """In any row the 6th star comes after all gains of the row."""
    section = BOTTOMS.index(bottom)
    fields = {
        Bottom.UPGRADE: {"cubes": (True, True, True, True, False, True), "boxes": (1, 1, 1, 2), "recruits": (0, NONE, NONE, NONE)},
        Bottom.DEPLOY: {"recruits": (NONE, 0, NONE, NONE)},
        Bottom.BUILD: {"structures": ("A5", "B4", "", "A6"), "recruits": (NONE, NONE, 0, NONE)},
        Bottom.ENLIST: {"recruits": (0, 3, NONE, 2)},
    }[bottom]
    state = changed(table(bottom), 0, stars=(Star.COMBAT, Star.COMBAT, Star.OBJECTIVE, Star.POPULARITY, Star.POWER), **fields)
    if bottom is Bottom.DEPLOY:
        side = state.sides[0]
        state = changed(state, 0, units=(side.units[0], "A5", "", "A5", "A5", *side.units[5:]))
    cost = next(fixed + boxes for mat, row, fixed, boxes, _coins in ROWS if (mat, row) == ("industrial", bottom))
    played = play(state, 0, full(bottom, cost - state.sides[0].boxes[section], **GAINS[bottom]))
    named = kinds(played.facts)

    assert named[:3] == [
        "BottomTaken",
        "Paid",
        {"upgrade": "Upgraded", "deploy": "Deployed", "build": "Built", "enlist": "Enlisted"}[bottom],
    ]
    assert named.index("BonusAnswered") < named.index("StarPlaced") < named.index("Ended")
    assert played.state.phase is Phase.OVER
    assert len(played.state.sides[0].stars) == 6


@pytest.mark.rule("SY-UPG-01", "SY-UPG-03", "SY-UPG-04", "SY-UPG-05", "SY-GEN-13")
def test_an_upgrade_moves_a_cube_for_good():
    state = table(Bottom.UPGRADE)
    played = play(state, 0, full(Bottom.UPGRADE, 3, cube=Cube.POWER, box=0))
    side = played.state.sides[0]

    assert side.cubes == (False, False, False, False, True, False)
    assert side.boxes == (1, 0, 0, 0)
    assert upgraded(side, Cube.POWER) == 1
    again = replace(at_bottom(played.state, Bottom.UPGRADE), tokens=PLENTY)
    assert not legal(again, full(Bottom.UPGRADE, 3))
    assert "green box" in refused(again, 0, full(Bottom.UPGRADE, 2, cube=Cube.POWER, box=1)).sentence
    assert "brackets" in refused(again, 0, full(Bottom.UPGRADE, 2, cube=Cube.COIN, box=0)).sentence
    assert words(state, played) == [
        "Anna takes Upgrade.",
        "Anna pays 3 oil.",
        "Anna gains more with Bolster (power) from now on, and Upgrade costs 1 less.",
        "Anna gains 3 coins.",
    ]


@pytest.mark.rule("SY-UPG-01", "SY-UPG-02", "SY-UPG-06")
@pytest.mark.parametrize("mat", MATS)
def test_there_are_six_upgrades_for_six_boxes(mat):
    state, boxes = table(Bottom.UPGRADE, mat), [boxes for name, _b, _f, boxes, _c in ROWS if name == mat]
    targets = [section for section in range(4) for _ in range(boxes[section])]
    assert len(targets) == len(CUBES) == 6

    for cube, box in zip(CUBES, targets, strict=True):
        offer = offered(state, BottomOffer)
        assert set(offer.places) == {each for each in range(4) if state.sides[0].boxes[each] < boxes[each]}
        action = Upgrade(offer.payment.proposed, cube, box)
        state = replace(at_bottom(play(state, 0, action).state, Bottom.UPGRADE), tokens=PLENTY)
    offer = offered(state, BottomOffer)
    assert (offer.things, offer.places) == ((), ())
    assert state.sides[0].stars == (Star.UPGRADES,)
    assert legal(state, Upgrade(offer.payment.proposed))


@pytest.mark.rule("SY-UPG-02")
def test_a_solid_box_takes_no_cube():
    state = table(Bottom.UPGRADE, "patriotic")

    assert "brackets" in refused(state, 0, full(Bottom.UPGRADE, 2, cube=Cube.COIN, box=0)).sentence


@pytest.mark.rule("SY-DEP-01", "SY-DEP-04", "SY-DEP-06", "SY-FAC-12")
@pytest.mark.parametrize("mech", [1, 2, 3, 4])
def test_any_mech_may_come_first_and_brings_its_ability(mech):
    state = table(Bottom.DEPLOY)
    ability = BOOK.factions["nordic"].mechs[mech - 1]
    assert not has(BOOK, state.sides[0], ability)
    assert has(BOOK, state.sides[0], Ability.SWIM)

    played = play(state, 0, full(Bottom.DEPLOY, 3, mech=mech, space="A5"))
    assert played.state.sides[0].units[mech] == "A5"
    assert has(BOOK, played.state.sides[0], ability)
    assert f"deploys the mech with {BOOK.abilities[ability].name} on A5 (tundra)." in words(state, played)[2]
    again = replace(at_bottom(played.state, Bottom.DEPLOY), tokens=PLENTY)
    assert "not deployed yet" in refused(again, 0, full(Bottom.DEPLOY, 3, mech=mech, space="A4")).sentence


@pytest.mark.rule("SY-DEP-04", "SY-DEP-05")
def test_a_deployed_ability_is_the_characters_and_the_mechs_and_no_workers():
    """Rusviet deploy Riverwalk on C6. The character and the mech may cross to B6 (farm), the worker may not."""
    before = units(dealt("industrial", 1), 1, "C6 D6", character="C6")
    state = replace(at_bottom(before, Bottom.DEPLOY), tokens={"C6": some(metal=3)})
    after = play(state, 1, Deploy(paid("C6", metal=3), 1, "C6")).state

    for table_, crossing in ((before, set()), (after, {0, 1})):
        moving = play(at_top(table_, Top.MOVE), 1, StartMove()).state
        assert {unit for unit in (0, 1, 5) if legal(moving, StepTo(unit, "B6"))} == crossing


@pytest.mark.rule("SY-DEP-01", "SY-DEP-02", "SY-DEP-03", "SY-BLD-01", "SY-BLD-03", "SY-BLD-04", "SY-CTL-05", "W-10")
@pytest.mark.parametrize("bottom", [Bottom.DEPLOY, Bottom.BUILD])
def test_mechs_and_structures_go_to_own_workers_on_land(bottom):
    state = units(table(bottom), 0, "A4 C4 D3 HB-NOR", mechs="B4 C4")
    field = {Bottom.DEPLOY: {"mech": 3}, Bottom.BUILD: {"structure": Structure.MINE}}[bottom]

    for space, possible in (("A4", True), ("D3", True), ("C4", False), ("HB-NOR", False), ("B4", False), ("C6", False)):
        assert legal(state, full(bottom, 3, space=space, **field)) is possible
        if not possible:
            assert (
                "a territory you control with a worker of yours"
                in refused(state, 0, full(bottom, 3, space=space, **field)).sentence
            )


@pytest.mark.rule("SY-DEP-01", "SY-BLD-01", "SY-BOT-04", "SY-R-22")
@pytest.mark.parametrize("bottom", [Bottom.DEPLOY, Bottom.BUILD])
def test_with_nowhere_to_go_the_row_still_pays(bottom):
    state = units(table(bottom), 0, "HB-NOR HB-NOR", mechs="A4")
    offer = offered(state, BottomOffer)

    assert offer.places == ()
    after = play(state, 0, full(bottom, 3)).state.sides[0]
    assert after.coins == state.sides[0].coins + (2 if bottom is Bottom.DEPLOY else 1)


@pytest.mark.rule("SY-BLD-01", "SY-BLD-02", "SY-BLD-09", "SY-GEN-17")
def test_one_structure_for_each_territory_whoevers():
    state = changed(table(Bottom.BUILD), 1, structures=("A5", "", "", ""))
    assert "without a structure" in refused(state, 0, full(Bottom.BUILD, 3, structure=Structure.MINE, space="A5")).sentence

    built = play(state, 0, full(Bottom.BUILD, 3, structure=Structure.MONUMENT, space="A4")).state
    assert built.sides[0].structures == ("", "", "", "A4")
    again = units(replace(at_bottom(built, Bottom.BUILD), tokens=PLENTY), 0, "A4 B4")
    assert not legal(again, full(Bottom.BUILD, 3, structure=Structure.MINE, space="A4"))
    assert "not built yet" in refused(again, 0, full(Bottom.BUILD, 3, structure=Structure.MONUMENT, space="B4")).sentence


@pytest.mark.rule("SY-BLD-09", "SY-BOL-05", "SY-TRD-07")
@pytest.mark.parametrize("structure", STRUCTURES)
def test_a_built_structure_uncovers_its_bonus(structure):
    state = play(table(Bottom.BUILD), 0, full(Bottom.BUILD, 3, structure=structure, space="A4")).state
    trade = play(at_top(state, Top.TRADE), 0, Trade(())).state.sides[0]

    assert trade.power - state.sides[0].power == (structure is Structure.ARMORY)
    mills = next(offer for offer in RULES.offers(at_top(state, Top.PRODUCE), 0) if hasattr(offer, "mill"))
    assert mills.mill == ("A4" if structure is Structure.MILL else "")


BONUSES = {0: ("power", 2), 1: ("coins", 2), 2: ("popularity", 2), 3: ("cards", 2)}


@pytest.mark.rule("SY-ENL-01", "SY-ENL-02", "SY-ENL-03")
@pytest.mark.parametrize(("section", "space"), list(product(range(4), range(4))))
def test_any_recruit_goes_to_any_one_time_space(section, space):
    state = table(Bottom.ENLIST)
    played = play(state, 0, full(Bottom.ENLIST, 4, section=section, space=space))
    side, before = played.state.sides[0], state.sides[0]
    gained = {
        "power": side.power - before.power,
        "coins": side.coins - before.coins,
        "popularity": side.popularity - before.popularity,
        "cards": len(side.cards) - len(before.cards),
    }

    assert gained == {**dict.fromkeys(gained, 0), BONUSES[space][0]: 2}
    assert side.recruits == tuple([space if each == section else NONE for each in range(4)])
    again = replace(at_bottom(played.state, Bottom.ENLIST), tokens=PLENTY)
    other = (section + 1) % 4
    assert "still open" in refused(again, 0, full(Bottom.ENLIST, 4, section=other, space=space)).sentence
    assert "still on its section" in refused(again, 0, full(Bottom.ENLIST, 4, section=section, space=(space + 1) % 4)).sentence


@pytest.mark.rule("SY-ENL-03", "SY-BOT-03", "SY-GEN-12")
def test_the_one_time_bonus_and_the_coins_may_be_declined_together():
    state = table(Bottom.ENLIST, "agricultural")  # 3 coins
    coins = state.sides[0].coins

    for count in range(6):
        declined = (Part.COIN,) * count
        after = play(state, 0, full(Bottom.ENLIST, 3, section=0, space=1, declined=declined)).state.sides[0]
        assert after.coins == coins + 5 - count
    refused(state, 0, full(Bottom.ENLIST, 3, section=0, space=1, declined=(Part.COIN,) * 6))
    assert not legal(state, full(Bottom.ENLIST, 3, section=0, space=1, declined=(Part.POWER,)))
    assert not legal(state, full(Bottom.ENLIST, 3, declined=(Part.COIN,) * 4))
    cards = play(state, 0, full(Bottom.ENLIST, 3, section=0, space=3, declined=(Part.CARD, Part.COIN))).state.sides[0]
    assert (len(cards.cards), cards.coins) == (len(state.sides[0].cards) + 1, coins + 2)


@pytest.mark.rule("SY-ENL-04", "SY-GEN-13", "SY-R-23")
def test_a_recruit_taken_now_gives_nothing_for_this_enlist():
    state = hand(table(Bottom.ENLIST), 0)
    played = play(state, 0, full(Bottom.ENLIST, 4, section=3, space=0))
    assert "BonusAnswered" not in kinds(played.facts)
    assert played.state.sides[0].cards == ()

    again = replace(at_bottom(played.state, Bottom.ENLIST), tokens=PLENTY)
    assert len(play(again, 0, full(Bottom.ENLIST, 4, section=0, space=1)).state.sides[0].cards) == 1


@pytest.mark.rule("SY-GEN-16", "SY-TRN-06")
def test_tokens_of_the_top_row_pay_for_the_bottom_row():
    state = changed(dealt("industrial"), 0, boxes=(0, 0, 0, 2), cubes=(True, True, False, False, False, False))
    state = units(state, 0, "A4 A5")
    state = play(at_top(state, Top.TRADE), 0, Trade((("A4", some(food=2)),))).state

    assert play(state, 0, full(Bottom.ENLIST, 2, section=0, space=0)).state.tokens == {}


@pytest.mark.rule("SY-TRN-07")
def test_a_section_has_its_own_bottom_row_and_nobody_else_any():
    for bottom, other in product(Bottom, Bottom):
        state, action = table(bottom), full(other, 4 if other is Bottom.ENLIST else 3)
        assert legal(state, action) is (bottom is other)
        assert not legal(state, action, player=1)
        if bottom is not other:
            assert "another bottom row" in refused(state, 0, action).sentence


@pytest.mark.rule("W-13", "SY-FAC-03", "SY-FAC-04", "SY-GEN-15", "SY-R-39", "SY-R-50")
def test_the_worked_example_of_coercion():
    state = units(dealt("industrial", 2), 2, "G3 H3")
    state = hand(replace(at_bottom(state, Bottom.DEPLOY), tokens={"G3": some(metal=2)}), 2, 2, 5)
    assert "exactly" in refused(state, 2, Deploy(paid("G3", metal=2), 1, "H3")).sentence

    played = play(state, 2, Deploy(replace(paid("G3", metal=2), coercion=2), 1, "H3"))
    side = played.state.sides[2]
    assert (side.cards, side.units[1], side.coins) == ((5,), "H3", state.sides[2].coins + 2)
    assert (played.state.discard, played.state.tokens, played.state.turn.coerced) == ((2,), {}, True)
    assert "Clara pays 2 metal and 1 combat card (2), the card as a token (Coercion)." in words(state, played, 0)
    later = replace(state, turn=replace(state.turn, coerced=True))
    assert "you control only" in refused(later, 2, Deploy(replace(paid("G3", metal=2), coercion=5), 1, "H3")).sentence
    poor = at_top(changed(state, 2, coins=0), Top.BOLSTER)
    assert [offer for offer in RULES.offers(poor, 2) if type(offer).__name__ == "BolsterOffer"] == []


NOTHING_CAME = {
    Bottom.UPGRADE: "upgrades nothing",
    Bottom.DEPLOY: "no mech comes",
    Bottom.BUILD: "builds nothing",
    Bottom.ENLIST: "enlists nobody",
}


@pytest.mark.rule("SY-BOT-06", "SY-R-22")
def test_every_bottom_row_is_told_to_everybody():
    for bottom in Bottom:
        state = table(bottom)
        played = play(state, 0, full(bottom, 4 if bottom is Bottom.ENLIST else 3))
        for player in (0, 1, 2, None):
            assert words(state, played, player)[0] == f"Anna takes {bottom.capitalize()}, but {NOTHING_CAME[bottom]}."


def test_a_payment_names_its_territories():
    state = replace(table(Bottom.BUILD), tokens={"A4": some(wood=2), "A5": some(wood=2), "C6": some(wood=9)})
    mixed = Payment((("A4", some(wood=1)), ("A5", some(wood=2))))

    assert play(state, 0, Build(mixed)).state.tokens == {"A4": some(wood=1), "C6": some(wood=9)}
