"""Commanding Immortals (GE-SOV-22, GE-WAR-28, GE-WAR-61, R-58, R-59, R-69, R-98), from the sheet to the Return."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.military_actions import free_immortals
from rooms.realm.game.state import Effect, EffectKind
from rooms.realm.scenario.ids import HouseId, Phase, RegionId
from rooms.war.game.board import Immortal
from rooms.war.game.immortals import CallImmortalHome, SendImmortal
from rooms.war.game.orders import CorrectOrders
from rooms.war.game.records.orders import GuardOrder, OpenedSheet, Why
from rooms.war.game.sheets.document import encode, parse, sheet_from_form
from rooms.war.game.sheets.limits import check
from rooms.war.game.sheets.offer import choices, with_written
from rooms.war.game.state import WarState
from rooms.war.game.updates import updates, updates_now
from rooms.war.game.view_immortals import immortals_panel
from rooms.war.rules.orders_by_rank import carry_out_guard_orders, may_command
from tests.rooms.realm.game.play import COURT_CONTROL
from tests.rooms.war.play import AKA, CAT, FOG, INN, WOLF, ZEN, Month, crowned, month, move, sheet, with_board

COURT = RegionId("amn")  # where the Court sits in month 1
CAT_1, CAT_2, WOLF_1 = SeatId("cat-1"), SeatId("cat-2"), SeatId("wolf-1")


def law(*houses: str) -> Effect:
    """A law that lets these Houses command Immortals."""
    return Effect(
        id=1, kind=EffectKind.COMMAND, since=1, until=1, houses=tuple(HouseId(each) for each in houses), source="An Immortal law"
    )


def lawful(play: Month, *houses: str) -> Month:
    play.state = replace(play.state, effects=(law(*houses),))
    return play


def ordering(seat: str, *orders: tuple[int, str], rank: int = 0) -> OpenedSheet:
    house, _, place = seat.partition("-")
    return OpenedSheet(
        seat=SeatId(seat),
        house=HouseId(house),
        rank=rank or int(place),
        immortals=tuple(GuardOrder(immortal=each, target=RegionId(at)) for each, at in orders),
    )


def guards(*places: str | None) -> WarState:
    return WarState(
        immortals=tuple(Immortal(id=number, region=RegionId(at) if at else None) for number, at in enumerate(places, start=1))
    )


# --- whose order counts -------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-59", "GE-WAR-61", "GE-SOV-22")
@pytest.mark.parametrize(
    ("sheets", "sovereign", "commanders", "expected"),
    [
        pytest.param([ordering("cat-1", (1, "fog"))], "cat-1", "", ["cat-1 fog"], id="the Sovereign"),
        pytest.param([ordering("cat-2", (1, "fog"))], "cat-1", "", ["cat-2 no-command"], id="not the Sovereign's House"),
        pytest.param([ordering("cat-2", (1, "fog"))], None, "cat", ["cat-2 fog"], id="any player of a House that the law names"),
        pytest.param(
            [ordering("cat-2", (1, "aka")), ordering("cat-1", (1, "fog"))],
            None,
            "cat",
            ["cat-1 fog", "cat-2 ordered-before"],
            id="inside a House by rank",
        ),
        pytest.param(
            [ordering("cat-1", (1, "fog")), ordering("wolf-1", (1, "aka"))],
            None,
            "wolf cat",
            ["wolf-1 aka", "cat-1 ordered-before"],
            id="the Houses in the order of the law",
        ),
        pytest.param(
            [ordering("wolf-1", (1, "aka")), ordering("cat-3", (1, "fog"))],
            "cat-3",
            "wolf",
            ["cat-3 fog", "wolf-1 ordered-before"],
            id="the Sovereign before any law, whatever the rank",
        ),
        pytest.param(
            [ordering("cat-1", (1, "aka")), ordering("cat-2", (1, "fog"))],
            "cat-2",
            "cat",
            ["cat-2 fog", "cat-1 ordered-before"],
            id="the Sovereign before the own House",
        ),
        pytest.param(
            [ordering("cat-1", (1, "amn")), ordering("wolf-1", (1, "aka"))],
            "cat-1",
            "wolf",
            ["cat-1 there-already", "wolf-1 aka"],
            id="an order that goes nowhere takes nothing",
        ),
        pytest.param([ordering("cat-1", (3, "fog"))], "cat-1", "", ["cat-1 off-board"], id="one that is off the board"),
        pytest.param([ordering("cat-1", (9, "fog"))], "cat-1", "", ["cat-1 off-board"], id="one that there is not"),
        pytest.param(
            [ordering("cat-1", (1, "fog"), (2, "fog"))], "cat-1", "", ["cat-1 fog", "cat-1 fog"], id="both to the same region"
        ),
    ],
)
def test_the_first_order_for_an_immortal_counts(sheets, sovereign, commanders, expected):
    found = carry_out_guard_orders(
        guards("amn", "amn", None), sheets, sovereign=sovereign, commanders=tuple(HouseId(each) for each in commanders.split())
    )

    assert [f"{each.seat} {each.why or each.order.target}" for each in found] == expected
    assert all(each.done == (each.why is None) for each in found)


@pytest.mark.rule("R-59")
@given(data=st.data())
def test_no_immortal_goes_twice_and_the_order_of_sheets_changes_nothing(data):
    places = st.sampled_from(("amn", "fog", "zen", "inn"))
    written = [
        ordering(seat, *data.draw(st.dictionaries(st.integers(1, 4), places).map(dict.items)))
        for seat in data.draw(
            st.lists(st.sampled_from([f"{house}-{rank}" for house in ("cat", "wolf") for rank in (1, 2, 3)]), unique=True)
        )
    ]
    sovereign = data.draw(st.sampled_from((None, "cat-2", "wolf-3")))
    commanders = tuple(HouseId(each) for each in data.draw(st.lists(st.sampled_from(("cat", "wolf")), unique=True)))
    war = guards("amn", "amn", "fog", None)

    found = carry_out_guard_orders(war, written, sovereign=sovereign, commanders=commanders)

    went = [each.order.immortal for each in found if each.done]
    assert len(went) == len(set(went))
    assert 4 not in went
    assert len(found) == sum(len(each.immortals) for each in written)
    turned = carry_out_guard_orders(war, written[::-1], sovereign=sovereign, commanders=commanders)
    assert turned == found


# --- the sheet ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-SOV-22", "R-59", "R-38")
def test_who_may_command():
    play = crowned(month(), "cat-2")

    assert [may_command(play.state, seat) for seat in (CAT_1, CAT_2, WOLF_1)] == [False, True, False]
    assert may_command(lawful(play, "wolf").state, WOLF_1)
    assert not may_command(crowned(month(), None).state, CAT_1)
    assert not may_command(month().state, CAT_1)  # the God Emperor reigns, and he is at the Court
    assert not may_command(play.state, SeatId("nobody"))


@pytest.mark.rule("R-59")
def test_a_sheet_with_orders_to_immortals_survives_being_stored():
    written = sheet(immortals={2: "fog", 1: "zen"})

    assert parse(encode(written)).immortals == (
        GuardOrder(immortal=1, target=ZEN),
        GuardOrder(immortal=2, target=FOG),
    )
    assert parse(b'{"orders": []}').immortals == ()


@pytest.mark.rule("R-59")
def test_the_fields_of_the_plain_form():
    found = sheet_from_form({"immortal1_to": ["zen"], "immortal2_to": [""], "immortal4_to": ["fog"]})

    assert [(each.immortal, each.target) for each in found.immortals] == [(1, "zen"), (4, "fog")]


@pytest.mark.rule("R-59")
@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        pytest.param({}, "a list, one for each", id="no list"),
        pytest.param([{"immortal": 1, "target": "fog"}] * 21, "a list, one for each", id="too many"),
        pytest.param(["fog"], "names the Immortal and a region", id="a word"),
        pytest.param([{"immortal": 0, "target": "fog"}], "names its number", id="number nought"),
        pytest.param([{"immortal": True, "target": "fog"}], "names its number", id="true is no number"),
        pytest.param([{"target": "fog"}], "names its number", id="no number"),
        pytest.param([{"immortal": 1}], "names no region", id="no region"),
        pytest.param([{"immortal": 1, "target": "fog", "units": 2}], "has no field “units”", id="an unknown field"),
    ],
)
def test_what_is_no_order_to_an_immortal(lines, sentence):
    with pytest.raises(Refused, match=sentence):
        parse({"immortals": lines})


@pytest.mark.rule("R-59", "GE-WAR-61", "GE-SOV-22")
@pytest.mark.parametrize(
    ("seat", "written", "rule"),
    [
        pytest.param("cat-1", sheet(immortals={1: "fog"}), None, id="the Sovereign"),
        pytest.param("cat-2", sheet(immortals={1: "fog"}), "R-59", id="another of the same House"),
        pytest.param("wolf-1", sheet(immortals={1: "fog"}), "R-59", id="another House"),
        pytest.param("wolf-1", sheet(), None, id="another House without such orders"),
        pytest.param("cat-1", sheet(immortals={9: "fog"}), "GE-WAR-59", id="one that there is not"),
        pytest.param("cat-1", sheet(immortals={4: "fog"}), "R-58", id="one off the board"),
        pytest.param("cat-1", sheet(immortals={1: "amn"}), "GE-WAR-61", id="where it stands"),
        pytest.param("cat-1", sheet(immortals={1: "atlantis"}), "GE-WAR-10", id="no such region"),
    ],
)
def test_what_may_be_ordered(seat, written, rule):
    play = crowned(month(phase=Phase.PLANNING), "cat-1")
    off = tuple(replace(each, region=None, away_until=1) if each.id == 4 else each for each in play.war.immortals)
    with_board(play, immortals=off)

    if rule is None:
        check(play.state, SeatId(seat), written)
        return
    with pytest.raises(Refused) as refused:
        check(play.state, SeatId(seat), written)
    assert refused.value.rule == rule


@pytest.mark.rule("R-59")
def test_an_immortal_gets_one_order():
    twice = replace(sheet(), immortals=(GuardOrder(immortal=1, target=FOG), GuardOrder(immortal=1, target=ZEN)))

    with pytest.raises(Refused, match="one order"):
        check(crowned(month(phase=Phase.PLANNING), "cat-1").state, CAT_1, twice)


@pytest.mark.rule("R-59", "R-69", "GE-WAR-61")
def test_the_form_offers_every_other_region_to_who_commands_and_nothing_to_others():
    play = lawful(crowned(month(phase=Phase.PLANNING), "cat-1"), "wolf")
    regions = {region.id for region in play.state.scenario.map.regions}

    for seat in (CAT_1, WOLF_1):
        offered = choices(play.state, seat).immortals
        assert [each.immortal for each in offered] == [1, 2, 3, 4]
        assert {place.region for place in offered[0].targets} == regions - {COURT}
    assert choices(play.state, CAT_2).immortals == ()


@pytest.mark.rule("R-59")
def test_what_is_written_stays_on_the_form_when_it_is_offered_no_more():
    play = crowned(month({"zen": {"cat": 1}}, phase=Phase.PLANNING), "cat-1")
    written = sheet(move(3, "fog", "aka"), immortals={4: "zen"})
    gone = tuple(replace(each, region=None, gone=True) if each.id == 4 else each for each in play.war.immortals)
    with_board(play, immortals=gone)

    kept = with_written(play.state, choices(play.state, CAT_1), written)

    assert [(each.origin, each.units, each.most) for each in kept.moves] == [("zen", 1, 1), ("fog", 0, 3)]
    assert [place.label for place in kept.moves[1].targets] == ["Aka (not possible now)"]
    assert [place.label for place in kept.immortals[-1].targets] == ["Zen (not possible now)"]


# --- the month ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-WAR-61", "R-59", "R-45")
def test_a_commanded_immortal_goes_anywhere_in_one_move_and_home_in_return():
    play = crowned(month({"zen": {"cat": 1}}, {"cat-1": sheet(immortals={2: "zen", 3: "vol"})}), "cat-1").through("move")

    assert [each.region for each in play.war.immortals] == [COURT, "zen", "vol", COURT]
    assert [each.commander for each in play.war.immortals] == [None, CAT, CAT, None]
    assert {each.home_in for each in play.war.immortals} == {None, 1}
    lines = play.seen_by("cat-1").mine.lines
    assert [(line.order, line.fate, line.sentence) for line in lines] == [
        ("Immortal 2 to Zen", "done", "Immortal 2 went from Amn to Zen."),
        ("Immortal 3 to Vol", "done", "Immortal 3 went from Amn to Vol."),
    ]

    play.turn()

    court = play.state.court.region
    assert court != COURT
    assert play.war.immortals == tuple(Immortal(id=number, region=court) for number in (1, 2, 3, 4))
    assert "Immortals: 2 go home to the Court in Amn." in play.sentences


@pytest.mark.rule("R-59", "R-69")
def test_an_immortal_enters_a_closed_region():
    play = crowned(month({"zen": {"cat": 1}}, {"cat-1": sheet(immortals={1: "fog"})}), "cat-1")
    ban = Effect(id=1, kind=EffectKind.TRAVEL_BAN, since=1, until=1, regions=(FOG,), source="A Travel Ban")
    play.state = replace(play.state, effects=(ban,))

    assert play.through("move").war.immortals_in(FOG) == (1,)


@pytest.mark.rule("R-59", "GE-SOV-22")
def test_who_is_sovereign_when_the_step_is_played_commands():
    play = crowned(month({}, {"cat-1": sheet(immortals={1: "fog"}), "wolf-1": sheet(immortals={1: "zen"})}), "cat-1")
    play.through("orders")

    crowned(play, "wolf-1").through("move")

    assert play.war.immortals_in(ZEN) == (1,)
    assert [(each.house, each.why) for each in play.war.record.guard_moves] == [(WOLF, None), (CAT, Why.NO_COMMAND)]


@pytest.mark.rule("R-59", "GE-WAR-07")
def test_nobody_reads_whose_order_sent_an_immortal():
    play = crowned(month({"zen": {"cat": 1}}, {"cat-1": sheet(immortals={2: "vol"})}, present="wolf-1"), "cat-1").through("battle")

    assert "Immortal 2" not in repr(play.seen_by("wolf-1"))
    assert "Immortal 2" in repr(play.seen_by("cat-1"))
    play.turn()
    assert any("1 Immortal was sent from Amn to Vol in month 1 and met no battle there." in each for each in updates(play.state))
    assert not any("Cat" in each for each in updates(play.state))


@pytest.mark.rule("R-59", "R-16")
def test_war_control_enters_orders_to_immortals_until_move_is_carried_out():
    play = crowned(month({}, {}, present="cat-1"), "cat-1").through("orders")
    sent = (GuardOrder(immortal=1, target=FOG),)

    play.do(CorrectOrders(player=CAT_1, month=1, immortals=sent, reason="a paper sheet"))
    play.through("move")
    assert play.war.immortals_in(FOG) == (1,)
    play.do(CorrectOrders(player=CAT_1, month=1, immortals=sent, allies=(WOLF,), reason="the ticks were misread"))
    with pytest.raises(Refused, match="Move of month 1 was carried out"):
        play.do(CorrectOrders(player=CAT_1, month=1, reason="it should have stayed"))


@pytest.mark.rule("R-59", "GE-WAR-64", "R-58")
def test_a_commanded_immortal_that_falls_comes_back_a_month_later():
    play = crowned(
        month(
            {"zen": {"cat": 1, "wolf": 4}},
            {"cat-1": sheet(immortals={2: "zen"}), "wolf-1": sheet()},
        ),
        "cat-1",
    ).through("battle")

    fallen = play.war.immortals[1]
    assert (fallen.region, fallen.away_until) == (None, 2)
    play.turn()
    assert play.war.immortals[1].region is None
    assert "1 Immortal was sent from Amn to Zen in month 1 and fell there beside Cat." in updates(play.state)
    assert "1 Immortal is off the board until the Return of month 2." in updates(play.state)
    play.turn()
    assert play.war.immortals[1] == Immortal(id=2, region=play.state.court.region)


# --- sent for a task ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-98", "GE-SOV-28", "GE-WAR-28")
def test_an_immortal_sent_for_a_task_stands_there_for_a_month_and_goes_home():
    play = month({}, present="cat-1")
    play.do(SendImmortal(region=FOG, task="Disband: 3 units of Wolf"))
    assert play.war.immortals[0] == Immortal(id=1, region=FOG, task="Disband: 3 units of Wolf", home_in=2)

    play.turn()
    assert play.war.immortals_in(FOG) == (1,)
    assert "1 Immortal stands in Fog, until the Return of month 2: Disband: 3 units of Wolf." in updates(play.state)

    play.turn()
    assert play.war.immortals[0] == Immortal(id=1, region=play.state.court.region)


@pytest.mark.rule("R-98", "GE-WAR-28")
def test_one_that_is_sent_in_the_last_month_stays_for_the_rest_of_the_game():
    play = month({}, present="cat-1")
    timetable = play.state.scenario.timetable
    last = replace(play.state.scenario, timetable=replace(timetable, months=timetable.months[:1]))
    play.state = replace(play.state, scenario=last)
    play.do(SendImmortal(region=FOG, task="Disband: 3 units of Wolf"))

    assert play.sentences == ["An Immortal is sent from Amn to Fog for the rest of the game: Disband: 3 units of Wolf."]
    desk = Viewer(desks=frozenset({Desk.WAR}))
    panel = immortals_panel(play.state, desk)
    assert panel.home_in == 0
    assert panel.rows[0].why == "Disband: 3 units of Wolf, stays there"
    assert "1 Immortal stands in Fog: Disband: 3 units of Wolf." in updates(play.state)


@pytest.mark.rule("R-98", "GE-CRT-62")
def test_an_immortal_on_a_task_in_the_court_region_stays_when_the_court_moves_on():
    play = month({})
    play.do(SendImmortal(region=COURT, task="an Execution"))

    play.turn()

    assert play.war.immortals_in(COURT) == (1,)
    assert len(play.war.immortals_in(play.state.court.region)) == 3


@pytest.mark.rule("R-98")
def test_an_action_without_a_free_immortal_lapses():
    play = month({})
    for region in (FOG, ZEN, INN, AKA):
        play.do(SendImmortal(region=region, task="an action"), by=COURT_CONTROL)

    assert free_immortals(play.state) == ()
    with pytest.raises(Refused, match="No Immortal is free in Amn") as refused:
        play.do(SendImmortal(region=FOG, task="one more"))
    assert refused.value.rule == "R-98"
    assert "No Immortal guards the Court in Amn." in updates(play.state)


@pytest.mark.rule("R-98")
@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        pytest.param(SendImmortal(region=RegionId("atlantis"), task="an action"), "no such region", id="no such region"),
        pytest.param(SendImmortal(region=FOG, task="  "), "Say why", id="no task"),
        pytest.param(CallImmortalHome(immortal=9, reason="a slip"), "no such Immortal", id="no such Immortal"),
        pytest.param(CallImmortalHome(immortal=1, reason=" "), "Say why", id="no reason"),
        pytest.param(CallImmortalHome(immortal=1, reason="a slip"), "at the Court already", id="at the Court"),
    ],
)
def test_what_cannot_be_sent_or_called(command, sentence):
    with pytest.raises((Refused, Stale), match=sentence):
        month({}).do(command)


@pytest.mark.rule("R-98")
def test_war_and_court_control_call_an_immortal_home():
    play = month({})
    play.do(SendImmortal(region=FOG, task="an action"), by=COURT_CONTROL)
    play.do(CallImmortalHome(immortal=1, reason="the law was misread"), by=COURT_CONTROL)

    assert play.war.immortals[0] == Immortal(id=1, region=COURT)


@pytest.mark.rule("R-59", "R-98")
def test_an_immortal_on_a_task_may_be_commanded_and_then_goes_home_with_the_others():
    play = crowned(month({}, {"cat-1": sheet(immortals={1: "zen"})}), "cat-1")
    play.do(SendImmortal(region=FOG, task="an action"))

    play.through("move")

    assert play.war.immortals[0] == Immortal(id=1, region=ZEN, home_in=1, commander=CAT)
    play.turn()
    assert play.war.immortals[0].region == play.state.court.region


# --- Updates ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-WAR-28", "GE-WAR-27")
def test_updates_are_read_until_the_orders_are_opened():
    play = month({}, present="cat-1")
    expected = ("4 Immortals guard the Court in Amn.",)

    assert updates_now(play.state) == expected
    assert play.seen_by("cat-1").map.updates == expected
    assert play.through("orders").seen_by("cat-1").map.updates == ()
    assert updates_now(month({}, phase=Phase.PLANNING).state) == ()


@pytest.mark.rule("GE-WAR-28", "GE-SOV-20")
def test_updates_tell_who_is_gone_for_good():
    play = month({})
    with_board(play, immortals=tuple(replace(each, region=None, gone=True) for each in play.war.immortals))

    assert updates(play.state) == ("4 Immortals are gone for good.", "No Immortal guards the Court in Amn.")
