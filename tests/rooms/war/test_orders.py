"""Sheets that count, and the player who speaks for a House (GE-WAR-05, -20, -22 to -26, R-43, R-44, R-70)."""

from __future__ import annotations

import pytest

from control.day.people.presence import LeaveForGood
from control.day.people.room_choice import SeatInRoom
from control.day.roster.substitutes import Substitute
from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.war.game.orders import OrdersOpened
from rooms.war.game.records.orders import AsideWhy, OpenedSheet, OrderKind, SetAside, StanceFrom
from rooms.war.rules.effects import Effects
from rooms.war.rules.orders_by_rank import ranked_orders, speaker_of, stance_of
from tests.rooms.realm.game.play import EVERY_DESK
from tests.rooms.war.play import BEAR, CAT, RAM, WOLF, month, morning, move, recruit, seated, sheet

FOUR = (CAT, WOLF, BEAR, RAM)


def opened(seat: str, rank: int, **more: object) -> OpenedSheet:
    return OpenedSheet(seat=SeatId(seat), house=HouseId(seat.split("-")[0]), rank=rank, **more)  # type: ignore[arg-type]


@pytest.mark.rule("R-43", "GE-WAR-22", "GE-WAR-23")
def test_the_highest_rank_who_sent_a_sheet_speaks_for_the_house():
    sheets = (opened("cat-4", 4, allies=(WOLF,), betray=True), opened("cat-2", 2, allies=(RAM,)))

    stance = stance_of(CAT, houses=FOUR, present=(CAT,), sheets=sheets)

    assert (stance.ticks, stance.betrays, stance.seat) == ((RAM,), False, SeatId("cat-2"))


@pytest.mark.rule("R-44", "GE-WAR-25")
@pytest.mark.parametrize(
    ("present", "ticks", "source"),
    [
        pytest.param((), (BEAR, RAM, WOLF), StanceFrom.ABSENT, id="nobody there ticks everyone"),
        pytest.param((CAT,), (), StanceFrom.SILENT, id="somebody there without a sheet opposes everyone"),
    ],
)
def test_a_house_without_a_sheet(present, ticks, source):
    stance = stance_of(CAT, houses=FOUR, present=present, sheets=())

    assert (stance.ticks, stance.source, stance.betrays) == (ticks, source, False)


@pytest.mark.rule("GE-WAR-84", "R-70")
def test_a_forced_tick_beats_the_sheet_and_leaves_the_other_free():
    effects = Effects(forced={WOLF: frozenset({RAM})})
    sheets = (opened("wolf-1", 1), opened("ram-1", 1))

    wolf, ram = (stance_of(house, houses=FOUR, present=FOUR, sheets=sheets, effects=effects) for house in (WOLF, RAM))

    assert (wolf.ticks, wolf.forced) == ((RAM,), (RAM,))
    assert ram.ticks == ()


@pytest.mark.rule("GE-WAR-21", "R-41")
def test_orders_are_taken_by_rank_and_line():
    lower = opened("cat-4", 4, orders=(move(1, "zen", "inn"), recruit("zen")))
    higher = opened("cat-2", 2, orders=(recruit("aka"), move(2, "zen", "aka")))

    taken = ranked_orders(CAT, (lower, higher, opened("wolf-1", 1)), OrderKind.MOVE)

    assert [(sheet.seat, line) for sheet, line, _order in taken] == [("cat-2", 2), ("cat-4", 1)]


def test_nobody_speaks_for_a_house_without_sheets():
    assert speaker_of(CAT, (opened("wolf-1", 1),)) is None


@pytest.mark.rule("GE-WAR-20", "GE-WAR-05", "R-16")
def test_sheets_of_those_in_the_war_room_are_opened_in_the_order_of_seats():
    sheets = {"wolf-1": sheet(), "cat-3": sheet(), "cat-1": sheet(), "ram-1": sheet(allies="cat")}
    war = month({}, sheets)
    war.state = seated(war.state, "ram-1", Room.COURT)

    (happened,) = [event for event in war.through("orders").happened if isinstance(event, OrdersOpened)]

    assert [each.seat for each in happened.sheets] == ["cat-1", "cat-3", "wolf-1"]
    assert happened.set_aside == (SetAside(seat=SeatId("ram-1"), why=AsideWhy.ELSEWHERE),)
    assert war.war.record.stance(RAM).source is StanceFrom.ABSENT


WAYS = {  # events between Send and the opening of the orders, and whether the sheet counts
    "dies": (lambda seat: AdjustWounds(player=seat, before=0, wounds=3, reason="hit"), True),
    "leaves for good": (lambda seat: LeaveForGood(seat=seat), False),
    "is exchanged": (lambda seat: Substitute(seat=seat, before=morning().seats[seat].name, name="Somebody new"), True),
    "is put elsewhere": (lambda seat: SeatInRoom(player=seat, month=1, room=Room.COURT), False),
}


@pytest.mark.rule("R-139", "R-03", "R-16")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("rank", [1, 2])
def test_what_was_sent_counts_though_the_character_dies_and_not_when_the_player_leaves(way, rank):
    author, other = (SeatId(f"cat-{each}") for each in (rank, 3 - rank))
    war = month({"amn": {"cat": 3}}, {author: sheet(move(2, "amn", "zit"), allies="wolf"), other: sheet(move(1, "amn", "inn"))})
    command, counts = WAYS[way]
    war.do(command(author), by=EVERY_DESK)

    war.through("move")

    assert (war.war.count(RegionId("zit"), CAT), war.war.count(RegionId("inn"), CAT)) == (2 if counts else 0, 1)
    opened = {each.seat: each.rank for each in war.war.record.sheets}
    assert opened.get(author) == (rank if counts else None)
    ticks = war.war.record.stance(CAT).ticks
    assert ticks == ((WOLF,) if counts and rank == 1 else ())


def test_a_sheet_that_cannot_be_read_is_set_aside():
    war = month({}, {"cat-1": sheet()})
    war.sheets = (replace(war.sheets[0], body=b"not json"),)

    war.through("orders")

    assert war.war.record.set_aside == (SetAside(seat=SeatId("cat-1"), why=AsideWhy.UNREADABLE),)


@pytest.mark.rule("GE-WAR-26")
def test_the_betray_box_is_recorded_and_stays_out_of_the_journal():
    war = month({}, {"cat-1": sheet(betray=True)}).through("orders")

    assert war.war.record.stance(CAT).betrays
    assert "Orders of month 1: 1 sheet opened, 1 in the War Room." in war.sentences
    assert not any("betray" in sentence for sentence in war.sentences)
