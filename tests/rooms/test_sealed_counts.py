"""With which rank a sealed sheet counts when a death comes between Send and opening, and how it is put right (R-139)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

import pytest

from control.day.clock.steps import EndStep, all_left
from control.day.people.choosing import ChooseRoom
from control.engine.context import DecisionContext, Sealed, SheetList
from control.engine.ids import SeatId, StepId
from rooms.realm.game.ceremonies import SetSpouses
from rooms.realm.game.strips.ranks import AdjustRank
from rooms.realm.game.strips.wounds import AdjustWounds
from rooms.realm.papers.game.types import Paper
from rooms.realm.papers.game.types import encode as paper_of
from rooms.realm.scenario.ids import HouseId, Phase, Room
from rooms.underground.game.tables.laying import SchemeBrought, SchemeLaid
from rooms.war.game.orders import CorrectOrders
from rooms.war.game.records.orders import Stance
from rooms.war.game.sheets.document import encode as orders_of
from rooms.war.game.state import record_of
from tests.rooms.realm.game.passing import whole_day
from tests.rooms.realm.game.play import CAT_1, CAT_2, EVERY_DESK, WOLF_1, Day, player
from tests.rooms.war.play import move, sheet

CAT_3, WOLF_2 = SeatId("cat-3"), SeatId("wolf-2")
WHY = "seen at the table"
WRITTEN = {
    Room.WAR: (orders_of(sheet(move(2, "amn", "zit"), allies="wolf", betray=True)), "war"),
    Room.UNDERGROUND: (paper_of(Paper(type="ambush")), "scheme"),
}


@dataclass(slots=True)
class Sent:
    """A day in Planning on which players chose a room and have sent what is written there."""

    day: Day
    room: Room
    sheets: tuple[Sealed, ...] = ()

    def send(self, seat: SeatId) -> None:
        """A sheet is sealed a minute after what came before."""
        self.day.now += timedelta(minutes=1)
        body, kind = WRITTEN[self.room]
        new = Sealed(seat=seat, kind=kind, month=1, revision=1, received_at=self.day.now, body=body)
        self.sheets = tuple(sorted((*(each for each in self.sheets if each.seat != seat), new), key=lambda each: each.seat))

    def opened(self) -> None:
        """Action goes on until what was sealed for the room has been opened, at each of its tables."""
        self.day.until(1, Phase.ACTION)
        last = StepId("orders" if self.room == Room.WAR else "updates")
        for room, table, step in all_left(self.day.state):
            if room == self.room and step in (StepId("updates"), last):
                asked = DecisionContext(by=EVERY_DESK, at=self.day.now, sheets=SheetList(sheets=self.sheets))
                decided = self.day.game.decided(self.day.state, EndStep(room=room, month=1, step=step, table=table), asked)
                self.day.state = decided.state
                self.day.happened.extend(decided.events)
        assert self.day.game.broken(self.day.state) == ()

    def dies(self, seat: SeatId = CAT_1) -> None:
        """The third wound, a minute after what came before."""
        self.day.now += timedelta(minutes=1)
        self.day.do(AdjustWounds(player=seat, before=0, wounds=3, reason=WHY), by=EVERY_DESK)

    def marries(self, one: SeatId, other: SeatId) -> None:
        self.day.do(SetSpouses(player=one, other=other, reason=WHY), by=EVERY_DESK)

    def stance(self, house: str = "cat") -> Stance:
        """What a House has sent in the War Room, and whose sheet says so."""
        return record_of(self.day.state).stance(HouseId(house))


def sent(room: Room, *seats: SeatId, silent: tuple[SeatId, ...] = ()) -> Sent:
    """These players chose this room; all but the silent ones sent what they write there."""
    there = Sent(day=whole_day().until(1, Phase.PLANNING), room=room)
    for seat in (*seats, *silent):
        there.day.do(ChooseRoom(seat=seat, month=1, room=room), by=player(seat))
    for seat in seats:
        there.send(seat)
    return there


@pytest.mark.rule("R-139", "R-43", "GE-CER-08")
@pytest.mark.parametrize("first", [CAT_1, CAT_2])
def test_the_dead_speak_for_their_house_before_who_moves_up(first: SeatId):
    there = sent(Room.WAR, CAT_1, CAT_2)
    if first == CAT_2:
        there.day.do(AdjustRank(player=CAT_2, before=2, rank=1, reason=WHY), by=EVERY_DESK)

    there.dies(first)
    there.opened()

    assert there.stance().seat == first
    assert sorted(each.rank for each in record_of(there.day.state).sheets) == [1, 2]


@pytest.mark.rule("R-139", "R-142", "GE-CER-17")
@pytest.mark.parametrize(("sent_again", "ranks"), [(False, (2, 3)), (True, (2, 1))], ids=["before", "after"])
def test_who_inherits_a_rank_has_it_in_what_is_sealed_afterwards(sent_again: bool, ranks: tuple[int, int]):
    there = sent(Room.WAR, CAT_2, CAT_3)
    there.marries(CAT_1, CAT_3)

    there.dies()
    assert there.day.state.seats[CAT_3].rank == 1
    if sent_again:
        there.send(CAT_3)
    there.opened()

    assert tuple(each.rank for each in record_of(there.day.state).sheets) == ranks


@pytest.mark.rule("R-139", "R-142")
def test_a_partner_in_another_house_counts_with_the_rank_of_the_seal_too():
    there = sent(Room.WAR, WOLF_1, WOLF_2)
    there.marries(CAT_1, WOLF_2)

    there.dies()
    assert there.day.state.seats[WOLF_2].rank == 1
    there.opened()

    assert there.stance("wolf").seat == WOLF_1


@pytest.mark.rule("R-139")
def test_who_has_come_back_counts_with_the_new_rank():
    there = Sent(day=whole_day(), room=Room.WAR)
    there.dies()
    there.day.until(1, Phase.PLANNING)
    for seat in (CAT_1, CAT_2):
        there.day.do(ChooseRoom(seat=seat, month=1, room=Room.WAR), by=player(seat))
        there.send(seat)

    there.opened()

    assert there.stance().seat == CAT_2


@pytest.mark.rule("R-139")
def test_written_schemes_come_to_the_table_in_the_order_of_the_ranks_that_they_were_sealed_with():
    there = sent(Room.UNDERGROUND, CAT_1, CAT_2)

    there.dies()
    there.opened()

    assert [each.seat for each in there.day.happened if isinstance(each, SchemeLaid | SchemeBrought)] == [CAT_1, CAT_2]


@pytest.mark.rule("R-139", "R-16")
def test_war_control_puts_right_what_was_misread_in_the_sheet_of_who_has_died():
    there = sent(Room.WAR, CAT_1, CAT_2)
    there.dies()
    there.opened()

    order = CorrectOrders(player=CAT_1, month=1, orders=(move(1, "amn", "zit"),), betray=True, reason="misread")
    there.day.do(order, by=EVERY_DESK)

    (corrected, _other) = record_of(there.day.state).sheets
    assert (corrected.rank, corrected.orders[0].units, there.stance().seat) == (1, 1, CAT_1)


@pytest.mark.rule("R-139", "R-44")
def test_a_correction_for_one_house_changes_nothing_for_one_whose_player_died_there_without_a_sheet():
    there = sent(Room.WAR, WOLF_1, silent=(CAT_1,))
    there.dies()
    there.opened()
    before = there.stance()

    there.day.do(CorrectOrders(player=WOLF_1, month=1, reason="misread"), by=EVERY_DESK)

    assert there.stance() == before
