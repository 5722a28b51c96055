"""Favors of the War Room, from the card to its result (GE-WAR-30, GE-FAV-03, GE-FAV-05, R-69, R-133)."""

from __future__ import annotations

import pytest

from control.engine import codec
from control.engine.ids import SeatId, StepId
from control.engine.modules import GameEvent
from control.engine.refusal import Refused
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.favors.use import UseFavor
from rooms.realm.game.state import EffectKind
from rooms.realm.game.view_favors import favors_panel
from rooms.realm.game.view_in_force import view_standing
from rooms.realm.scenario.favor_effects import LOYAL
from rooms.realm.scenario.ids import FavorId
from rooms.war.game import whynot
from rooms.war.game.battles import BattleFought
from rooms.war.game.favors import FavorOrdered
from rooms.war.game.map_marks import marks_of
from rooms.war.game.orders import CorrectOrders
from rooms.war.game.records.orders import FAVOR_LINE, OrderKind, StanceFrom, Why
from rooms.war.game.view_desk import war_desk
from rooms.war.game.view_orders import my_orders
from rooms.war.game.view_preview import Foreseer, preview
from tests.rooms.realm.game.play import MORNING, WAR_CONTROL, player
from tests.rooms.realm.game.using import card_of, held, kind_with
from tests.rooms.war.play import AKA, CAT, FOG, INN, WARGAME, WOLF, ZEN, Month, month, move, recruit, sheet

CAT_1, CAT_2, WOLF_1, SNAKE_1 = SeatId("cat-1"), SeatId("cat-2"), SeatId("wolf-1"), SeatId("snake-1")
ASKED = Foreseer(game=WARGAME, by=WAR_CONTROL, at=MORNING)


def use(war: Month, seat: SeatId, effect: str, **named: object) -> tuple[GameEvent, ...]:
    """Use a War Room card with this effect in Favors."""
    return lay(war, seat, kind_with(war.state, effect, "war:favors"), **named)


def lay(war: Month, seat: SeatId, kind: FavorId, **named: object) -> tuple[GameEvent, ...]:
    war.through("orders")
    war.state = held(war.state, seat, kind)
    card = card_of(war.state, seat, kind)
    return war.do(UseFavor(seat=seat, card=card, month=1, **named), player(seat))  # type: ignore[arg-type]


def foreseen_as_done(war: Month, step: str) -> tuple[str, ...]:
    """End a step and return War Control's preview of it. The step must change the board."""
    war.through(("updates", "orders", "favors", "move", "battle", "rewards", "recruit")[_at(step) - 1])
    lines = tuple(line.sentence for line in preview(war.state, Viewer(desks=frozenset({Desk.WAR})), ASKED, StepId(step)).lines)
    before = war.war
    war.through(step)
    assert lines
    assert war.war != before
    return lines


def _at(step: str) -> int:
    return ("updates", "orders", "favors", "move", "battle", "rewards", "recruit").index(step)


# --- attack values ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-FAV-03", "GE-WAR-30", "GE-WAR-37")
@pytest.mark.parametrize(
    ("there", "cards", "left", "said"),
    [
        pytest.param({"cat": 2, "wolf": 2}, [(CAT_1, "attack-1", {})], {"cat": 2}, "Cat 3 (2 units + 1 by the", id="one more"),
        pytest.param({"cat": 2, "wolf": 3}, [(CAT_1, "attack-2", {})], {"cat": 2}, "Cat 4 (2 units + 2 by the", id="two more"),
        pytest.param(
            {"cat": 2, "wolf": 2},
            [(CAT_1, "weaken-1", {"target": WOLF})],
            {"cat": 2},
            "Wolf 1 (2 units + -1 by the Favor",
            id="another is weakened",
        ),
        pytest.param(
            {"cat": 1, "wolf": 1, "snake": 3},
            [(CAT_1, "weaken-1", {"target": WOLF}), (SNAKE_1, "weaken-1", {"target": WOLF})],
            {"snake": 3},
            "Wolf 0 (1 unit + -1 by the Favor",
            id="never below 0",
        ),
        pytest.param(
            {"cat": 2, "wolf": 2},
            [(CAT_1, "attack-1", {}), (WOLF_1, "attack-1", {})],
            {},
            "Cat 3 (2 units + 1 by the Favor",
            id="each in turn: a tie",
        ),
        pytest.param(
            {"cat": 2, "wolf": 3},
            [(CAT_1, "attack-1", {}), (CAT_2, "attack-1", {})],
            {"cat": 2},
            "Cat 4 (2 units + 1 by the Favor",
            id="two players of one House",
        ),
        pytest.param({"cat": 2, "wolf": 3}, [(CAT_1, "attack-1", {"region": INN})], {"wolf": 3}, "Cat 2", id="in that region"),
    ],
)
def test_an_attack_value_is_changed_in_one_region(there, cards, left, said):
    war = month({"zen": there}, {}, present="cat-1 cat-2 wolf-1 snake-1")
    for seat, effect, named in cards:
        use(war, seat, effect, **{"region": ZEN, **named})

    lines = foreseen_as_done(war, "battle")

    assert war.war.units.get(ZEN, {}) == left
    (fought,) = (event for event in war.happened if isinstance(event, BattleFought))
    sentence = WARGAME.explain(fought, war.state)
    assert said in sentence
    assert sentence in lines
    assert war.war.record.doubts == ()
    assert ("GE-FAV-03" in sentence) is ("by the Favor" in sentence)


@pytest.mark.rule("GE-FAV-03")
def test_a_weakened_house_keeps_what_allies_lend():
    sheets = {"wolf-1": sheet(allies="snake"), "snake-1": sheet(allies="wolf")}
    war = month({"zen": {"cat": 2, "wolf": 1, "snake": 2}}, sheets, present="cat-1")
    use(war, CAT_1, "weaken-1", target=WOLF, region=ZEN)

    war.through("battle")

    armies = {army.house: army.attack for army in war.war.record.battles[0].rounds[0].armies}
    assert armies == {"cat": 2, "wolf": 2, "snake": 3}


@pytest.mark.rule("GE-FAV-03", "R-17")
def test_why_a_battle_was_lost_counts_the_favor_for_control_and_for_the_loser():
    war = month({"zen": {"cat": 2, "wolf": 2}}, {"wolf-1": sheet()}, present="cat-1")
    use(war, CAT_1, "attack-1", region=ZEN)
    war.through("battle")

    for told in (whynot.all_failures(war.state), whynot.allowed(war.state, WOLF_1)):
        (why,) = (each for each in told if each.house == WOLF)
        assert "by the Favor" in why.cause
        assert "With 1 more" in why.instead or "With 2 more" in why.instead


@pytest.mark.rule("GE-FAV-03")
@pytest.mark.parametrize("betrays", [True, False])
def test_one_card_is_for_those_alone_who_do_not_betray(betrays):
    war = month({"zen": {"cat": 1}}, {"cat-2": sheet(betray=betrays)}, present="cat-1")
    war.through("orders")
    loyal = next(each.id for each in war.state.scenario.favors if each.needs == LOYAL)
    war.state = held(war.state, CAT_1, loyal)
    before = war.state
    command = UseFavor(seat=CAT_1, card=card_of(war.state, CAT_1, loyal), month=1, region=ZEN)
    if betrays:
        with pytest.raises(Refused, match="betrays the Sovereign"):
            war.do(command, player(CAT_1))
        assert war.state == before
    else:
        war.do(command, player(CAT_1))
        assert war.state.favors_used


# --- regions ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-FAV-03", "GE-WAR-30", "GE-WAR-82", "R-69")
@pytest.mark.parametrize(
    ("effect", "region", "kind", "why", "said", "marked"),
    [
        ("close-region", AKA, EffectKind.TRAVEL_BAN, Why.CLOSED, "Aka was closed to Cat", "Closed to everybody (Favor: "),
        ("stay-region", ZEN, EffectKind.STAY, Why.HELD, "no unit could leave Zen this month", "No unit leaves in Move (Favor: "),
    ],
)
def test_a_move_is_stopped_for_everybody_this_month_and_everybody_reads_it(effect, region, kind, why, said, marked):
    sheets = {"cat-1": sheet(move(2, "zen", "aka"), move(1, "inn", "zen"))}
    war = month({"zen": {"cat": 2}, "inn": {"cat": 1}}, sheets, present="wolf-1")
    use(war, WOLF_1, effect, region=region)
    (entered,) = war.state.effects
    assert (entered.kind, entered.since, entered.until) == (kind, 1, 1)
    assert marks_of(war.state).words_of(region)[0].startswith(marked)
    for viewer in (Viewer(seat=CAT_1), Viewer(desks=frozenset({Desk.WAR}))):
        (row,) = view_standing(war.state, viewer).effects
        assert row.now

    lines = foreseen_as_done(war, "move")

    first, second = war.war.record.outcomes
    assert (first.done, first.why, second.done) == (0, why, 1)
    assert any(said in line for line in lines)
    assert said in my_orders(war.state, CAT_1, war.war.record).lines[0].sentence
    assert war.war.count(ZEN, CAT) == 3
    for told in (whynot.all_failures(war.state), whynot.allowed(war.state, CAT_1)):
        (shown,) = told
        assert "(Favor: " in shown.cause
        assert shown.instead.startswith("Without Favor: ")
    war.turn()
    assert marks_of(war.state).words_of(region) == ()


# --- units --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-FAV-03", "GE-WAR-15", "GE-WAR-30")
@pytest.mark.parametrize(
    ("effect", "stock", "sheets", "placed", "why"),
    [
        ("recruit-1", 5, {}, 1, None),
        ("recruit-2", 5, {}, 2, None),
        ("recruit-2", 1, {}, 1, Why.NO_STOCK),
        ("recruit-1", 1, {"cat-1": sheet(recruit("zen"))}, 0, Why.NO_STOCK),
        ("recruit-2", 5, {"cat-1": sheet(move(1, "zen", "aka"))}, 0, Why.NO_UNIT),
    ],
)
def test_units_are_placed_in_recruit_where_one_stands_then(effect, stock, sheets, placed, why):
    war = month({"zen": {"cat": 1}}, sheets, present="cat-1", units_per_house=stock + 1)
    use(war, CAT_1, effect, region=ZEN)
    assert war.war.count(ZEN, CAT) == 1

    lines = foreseen_as_done(war, "recruit") if placed else war.through("recruit").sentences

    (outcome,) = (each for each in war.war.record.outcomes if each.order.kind is OrderKind.PLACED)
    assert (outcome.done, outcome.why, outcome.line) == (placed, why, FAVOR_LINE)
    assert lines
    line = my_orders(war.state, CAT_1, war.war.record).lines[-1]
    assert line.order.startswith("Place ")
    if why is Why.NO_UNIT:
        assert "Zen held no unit of Cat" in line.sentence
        assert whynot.all_failures(war.state)
        assert whynot.allowed(war.state, CAT_1)
    assert war.war.record.doubts == ()


@pytest.mark.rule("GE-FAV-03", "GE-WAR-05", "GE-WAR-20")
def test_one_more_order_is_carried_out_as_if_it_stood_on_the_sheet():
    orders = (move(1, "zen", "aka"), recruit("zen"))
    war = month({"zen": {"cat": 3}}, {"cat-1": sheet(*orders)})
    events = use(war, CAT_1, "extra-order", region=ZEN, other=INN, number=2)
    assert any(isinstance(each, FavorOrdered) for each in events)
    (told,) = (WARGAME.explain(each, war.state) for each in events if isinstance(each, FavorOrdered))
    assert "2" not in told
    shown = war_desk(war.state, Viewer(desks=frozenset({Desk.WAR}))).houses[0].sheets[0]
    assert [line.line for line in shown.lines] == ["order 1", "order 2", "order by a Favor"]

    lines = foreseen_as_done(war, "move")

    assert any("order by a Favor: 2 units moved from Zen to Inn" in line for line in lines)
    assert (war.war.count(INN, CAT), war.war.count(AKA, CAT), war.war.count(ZEN, CAT)) == (2, 1, 0)
    assert war.war.record.doubts == ()


@pytest.mark.rule("GE-FAV-03", "GE-WAR-13")
def test_one_more_recruit_is_an_order_without_a_second_region():
    war = month({"zen": {"cat": 1}}, {"cat-1": sheet()})
    use(war, CAT_1, "extra-order", region=ZEN, number=1)

    war.through("recruit")

    assert war.war.count(ZEN, CAT) == 2


@pytest.mark.rule("GE-FAV-03", "R-43", "R-44")
def test_who_sent_no_sheet_may_order_by_a_favor_and_still_speaks_for_nobody():
    war = month({"zen": {"cat": 2}}, {"cat-2": sheet(allies="wolf")}, present="cat-1")
    use(war, CAT_1, "extra-order", region=ZEN, other=AKA, number=1)
    war.do(CorrectOrders(player=CAT_2, month=1, orders=(), allies=(WOLF,), reason="misread"))
    stance = war.war.record.stance(CAT)
    assert (stance.source, stance.seat, stance.ticks) == (StanceFrom.SHEET, CAT_2, (WOLF,))
    cat = war_desk(war.state, Viewer(desks=frozenset({Desk.WAR}))).houses[0]
    assert len(cat.silent) == 1
    assert war_desk(war.state, Viewer(desks=frozenset({Desk.WAR}))).sheet(CAT_1) is None

    war.do(CorrectOrders(player=CAT_1, month=1, orders=(move(1, "zen", "inn"),), reason="on paper"))
    war.through("move")

    assert (war.war.count(AKA, CAT), war.war.count(INN, CAT)) == (1, 1)
    assert war.war.record.stance(CAT).seat == CAT_1
    assert war.war.record.doubts == ()


@pytest.mark.rule("GE-FAV-03", "R-17")
def test_the_phone_of_who_sent_no_sheet_shows_the_order_by_a_favor():
    war = month({"zen": {"cat": 2}}, {}, present="cat-1")
    use(war, CAT_1, "extra-order", region=ZEN, other=AKA, number=1)

    mine = my_orders(war.state, CAT_1, war.war.record)

    assert mine.sentence == "You were in the War Room and sent no sheet."
    assert [line.order for line in mine.lines] == ["Move 1 from Zen to Aka"]


# --- refused ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-FAV-03", "GE-FAV-05", "GE-WAR-09", "GE-WAR-10")
@pytest.mark.parametrize(
    ("effect", "named", "said"),
    [
        ("recruit-1", {"region": AKA}, "Aka holds no unit of Cat"),
        ("extra-order", {"region": ZEN, "other": FOG, "number": 1}, "does not border"),
        ("extra-order", {"region": AKA, "other": ZEN, "number": 1}, "Aka holds no unit of Cat"),
        ("extra-order", {"region": ZEN, "other": AKA, "number": 3}, "holds 2 of your units"),
        ("extra-order", {"region": ZEN, "number": 2}, "A Recruit is of 1 unit"),
        ("attack-1", {}, "Name a region of the map"),
        ("weaken-1", {"region": ZEN}, "Name another House"),
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_happens(effect, named, said):
    war = month({"zen": {"cat": 2}}, {"cat-1": sheet()})
    war.through("orders")
    kind = kind_with(war.state, effect, "war:favors")
    war.state = held(war.state, CAT_1, kind)
    before = codec.encode_state(war.state)
    with pytest.raises(Refused, match=said):
        war.do(UseFavor(seat=CAT_1, card=card_of(war.state, CAT_1, kind), month=1, **named), player(CAT_1))

    assert codec.encode_state(war.state) == before


@pytest.mark.rule("GE-FAV-04", "GE-FAV-05", "GE-WAR-30")
@pytest.mark.parametrize(("step", "offered"), [("updates", False), ("orders", True), ("favors", False)])
def test_a_phone_offers_them_in_the_step_favors_alone(step, offered):
    war = month({"zen": {"cat": 2}}, {}, present="cat-1").through(step)
    war.state = held(war.state, CAT_1, kind_with(war.state, "extra-order", "war:favors"))

    shown = favors_panel(war.state, Viewer(seat=CAT_1))

    assert (shown is not None) is offered
    if shown is not None:
        fields = {field.name: field for field in shown.cards[0].fields}
        assert [choice.words for choice in fields["number"].choices] == ["1 unit", "2 units"]
        assert not fields["other"].needed
