"""Sealed sheets whose author dies, leaves or moves before the opening: which count, with which rank, and corrections (R-139)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from types import SimpleNamespace

import pytest

from control.day.clock.steps import EndStep, all_steps_left
from control.day.people.presence import CheckIn, LeaveForGood
from control.day.people.room_choice import ChooseRoom, SeatInRoom
from control.day.people.seating import seating_view
from control.day.roster.substitutes import Substitute, SwapSeats
from control.day.state import Presence
from control.engine.context import DecisionContext, Sealed, SheetList
from control.engine.ids import SeatId, StepId
from control.engine.modules import Command
from control.engine.viewer import Viewer
from rooms.court.game.proposals.proposal import PROPOSALS
from rooms.court.game.roll import assembled
from rooms.court.game.state import floor_of
from rooms.realm.game.ceremonies import SetSpouses
from rooms.realm.game.ranks_and_wounds import AdjustRank, AdjustWounds
from rooms.realm.game.scheme_effects.people import PlayerDelayed
from rooms.realm.papers.game.types import Paper
from rooms.realm.papers.game.types import encode as paper_of
from rooms.realm.papers.game.view_desk import papers_laid
from rooms.realm.scenario.ids import HouseId, Phase, Room
from rooms.underground.game.module import SCHEMES
from rooms.underground.game.tables.written_schemes import SchemeBrought, SchemeLaid
from rooms.war.game.orders import CorrectOrders
from rooms.war.game.records.orders import Stance, StanceFrom
from rooms.war.game.sheets.document import encode as orders_of
from rooms.war.game.state import record_of
from tests.rooms.realm.game.dying import happens
from tests.rooms.realm.game.passing import whole_day
from tests.rooms.realm.game.play import CAT_1, CAT_2, EVERY_DESK, WOLF_1, Day, player
from tests.rooms.war.play import move, sheet

CAT_3, CAT_4, WOLF_2 = SeatId("cat-3"), SeatId("cat-4"), SeatId("wolf-2")
WHY = "seen at the table"
WRITTEN = {
    Room.WAR: (orders_of(sheet(move(2, "amn", "zit"), allies="wolf", betray=True)), "war"),
    Room.COURT: (paper_of(Paper(type="fines", values=(("wolf",), ("2",), ("1",)))), "proposal"),
    Room.UNDERGROUND: (paper_of(Paper(type="ambush")), "scheme"),
}
READ = {Room.WAR: "orders", Room.COURT: "updates", Room.UNDERGROUND: "updates"}  # the step that opens the sealed sheets


@dataclass(slots=True)
class Sent:
    """A day in Planning on which players chose a room and sent its sheets."""

    day: Day
    room: Room
    sheets: tuple[Sealed, ...] = ()

    def send(self, seat: SeatId) -> None:
        """Seal a sheet, one minute after the last act."""
        self.day.now += timedelta(minutes=1)
        body, kind = WRITTEN[self.room]
        new = Sealed(seat=seat, kind=kind, month=1, revision=1, received_at=self.day.now, body=body)
        self.sheets = tuple(sorted((*(each for each in self.sheets if each.seat != seat), new), key=lambda each: each.seat))

    def opened(self) -> None:
        """Run Action until the room's sheets have been opened at each of its tables."""
        self.day.until(1, Phase.ACTION)
        last = StepId(READ[self.room])
        for room, table, step in all_steps_left(self.day.state):
            if room == self.room and step in (StepId("updates"), last):
                asked = DecisionContext(by=EVERY_DESK, at=self.day.now, sheets=SheetList(sheets=self.sheets))
                decided = self.day.game.decided(self.day.state, EndStep(room=room, month=1, step=step, table=table), asked)
                self.day.state = decided.state
                self.day.happened.extend(decided.events)
        assert self.day.game.broken(self.day.state) == ()

    def dies(self, seat: SeatId = CAT_1) -> None:
        """Kill a character by a third wound, one minute after the last act."""
        self.day.now += timedelta(minutes=1)
        self.day.do(AdjustWounds(player=seat, before=0, wounds=3, reason=WHY), by=EVERY_DESK)

    def counted(self) -> tuple[set[SeatId], set[SeatId]]:
        """Seats whose sheets count, and seats whose sheets were set aside."""
        if self.room == Room.WAR:
            record = record_of(self.day.state)
            return {each.seat for each in record.sheets if each.sent}, {each.seat for each in record.set_aside}
        papers = PROPOSALS if self.room == Room.COURT else SCHEMES
        return {each.seat for each in papers.opened(self.day.state) or ()}, set(papers.own(self.day.state).aside)

    def marries(self, one: SeatId, other: SeatId) -> None:
        self.day.do(SetSpouses(player=one, other=other, reason=WHY), by=EVERY_DESK)

    def stance(self, house: str = "cat") -> Stance:
        """The stance of a House in the War Room, with the sheet that states it."""
        return record_of(self.day.state).stance(HouseId(house))


def sent(room: Room, *seats: SeatId, silent: tuple[SeatId, ...] = ()) -> Sent:
    """These players chose this room and sent its sheet, except the silent ones."""
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


DEATHS = [  # the players of Cat who seal a sheet and then die in this order, with the ranks of their sheets
    ("2 3 1:dies 2:dies", {2: 2, 3: 3}),
    ("1:dies 2 3 2:dies", {2: 1, 3: 2}),
    ("1:dies 3 2 2:dies", {2: 1, 3: 2}),
    ("1:dies 2 2:dies 3", {2: 1, 3: 1}),
    ("1 1:dies 2 3 2:dies", {1: 1, 2: 1, 3: 2}),
    ("1:dies 2 3 2:dies 4 3:dies", {2: 1, 3: 2, 4: 2}),
    ("1:dies 2 3 3:dies 2:dies", {2: 1, 3: 2}),
    ("4 1:dies 2 2:dies 3 3:dies", {4: 4, 2: 1, 3: 1}),
]


@pytest.mark.rule("R-139", "R-43", "GE-CER-08")
@pytest.mark.parametrize("room", WRITTEN)
@pytest.mark.parametrize(("told", "ranks"), DEATHS)
def test_after_each_of_several_deaths_a_sheet_has_the_rank_that_it_was_sealed_with(told: str, ranks: dict[int, int], room: Room):
    cats = dict(enumerate((CAT_1, CAT_2, CAT_3, CAT_4), start=1))
    there = sent(room, silent=tuple(cats.values()))
    for deed in told.split():
        (there.dies if deed.endswith("dies") else there.send)(cats[int(deed[0])])

    there.opened()

    papers = PROPOSALS if room == Room.COURT else SCHEMES
    read = record_of(there.day.state).sheets if room == Room.WAR else papers.opened(there.day.state) or ()
    assert {each.seat: each.rank for each in read} == {cats[number]: rank for number, rank in ranks.items()}


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


# --- every event between Send and opening that can cost a sheet ---------------------------------------------------------


def hurt(seat: SeatId) -> Command:
    return AdjustWounds(player=seat, before=0, wounds=3, reason=WHY)


def marked(before: Presence, presence: Presence) -> Callable[[SeatId], Command]:
    return lambda seat: CheckIn(seat=seat, before=before, presence=presence)


def exchanged(seat: SeatId) -> Command:
    return Substitute(seat=seat, before=whole_day().state.seats[seat].name, name="Somebody new")


def swapped(seat: SeatId) -> Command:
    names = {each.id: each.name for each in whole_day().state.seats.values()}
    return SwapSeats(one=seat, other=WOLF_1, one_name=names[seat], other_name=names[WOLF_1])


def put(room: Room) -> Callable[[SeatId], Command]:
    return lambda seat: SeatInRoom(player=seat, month=1, room=room)


LEAVES: Callable[[SeatId], Command] = lambda seat: LeaveForGood(seat=seat)  # noqa: E731
ABSENT, BACK = marked(Presence.PRESENT, Presence.ABSENT), marked(Presence.ABSENT, Presence.PRESENT)
WAYS: dict[str, tuple[bool, tuple[Callable[[SeatId], Command], ...]]] = {
    "dies": (True, (hurt,)),
    "is absent": (True, (ABSENT,)),
    "is late": (True, (marked(Presence.PRESENT, Presence.LATE),)),
    "is expected again": (True, (marked(Presence.PRESENT, Presence.EXPECTED),)),
    "goes and comes back": (True, (ABSENT, BACK)),
    "dies and is absent": (True, (hurt, ABSENT)),
    "is absent and dies": (True, (ABSENT, hurt)),
    "is exchanged": (True, (exchanged,)),
    "is absent and exchanged": (True, (ABSENT, exchanged)),
    "dies and is exchanged": (True, (hurt, exchanged)),
    "changes seats": (True, (swapped,)),
    "leaves for good": (False, (LEAVES,)),
    "dies and leaves": (False, (hurt, LEAVES)),
    "is absent and leaves": (False, (ABSENT, LEAVES)),
}


@pytest.mark.rule("R-139", "R-03", "R-16", "GE-EVT-38", "GE-EVT-39", "GE-WAR-05")
@pytest.mark.parametrize("room", WRITTEN)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("phase", [Phase.PLANNING, Phase.MOVEMENT, Phase.ACTION])
def test_what_was_sealed_counts_unless_its_author_has_left_for_good(room: Room, way: str, phase: Phase):
    there = sent(room, CAT_1, CAT_2)
    counts, commands = WAYS[way]
    there.day.until(1, phase)

    for command in commands:
        there.day.do(command(CAT_1), by=EVERY_DESK)
    there.opened()

    assert there.counted() == (({CAT_1, CAT_2}, set()) if counts else ({CAT_2}, {CAT_1}))


@pytest.mark.rule("R-139", "R-16")
@pytest.mark.parametrize("room", WRITTEN)
def test_what_was_sealed_for_a_room_that_was_left_counts_only_for_who_is_seated_there_again(room: Room):
    other = Room.COURT if room != Room.COURT else Room.WAR
    there = sent(room, CAT_1, CAT_2)
    there.day.until(1, Phase.ACTION)

    there.day.do(put(other)(CAT_1), by=EVERY_DESK)
    there.day.do(put(other)(CAT_2), by=EVERY_DESK)
    there.day.do(put(room)(CAT_2), by=EVERY_DESK)
    there.opened()

    assert there.counted() == ({CAT_2}, {CAT_1})


@pytest.mark.rule("R-139", "R-18", "GE-UND-14")
@pytest.mark.parametrize("room", WRITTEN)
def test_who_is_delayed_for_next_month_is_counted_in_this_one(room: Room):
    there = sent(room, CAT_1)
    happens(there.day, PlayerDelayed(seat=CAT_1, room=room, until=2, why="a scheme"))

    there.opened()

    assert there.counted() == ({CAT_1}, set())


@pytest.mark.rule("R-139", "R-43")
def test_the_absent_speak_for_their_house_with_what_they_sent():
    there = sent(Room.WAR, CAT_1, CAT_2)
    there.day.do(ABSENT(CAT_1), by=EVERY_DESK)

    there.opened()

    assert (there.stance().seat, there.stance().betrays) == (CAT_1, True)


@pytest.mark.rule("R-44", "GE-WAR-25")
@pytest.mark.parametrize(("way", "source"), [("is absent", StanceFrom.ABSENT), ("dies", StanceFrom.SILENT)])
def test_the_absent_who_sent_nothing_are_nobody_present(way: str, source: StanceFrom):
    there = sent(Room.WAR, WOLF_1, silent=(CAT_1,))
    there.day.do(WAYS[way][1][0](CAT_1), by=EVERY_DESK)

    there.opened()

    assert there.stance().source is source


@pytest.mark.rule("R-77", "R-80", "R-139")
def test_the_proposal_of_the_absent_is_heard_and_brings_neither_pool_nor_vote():
    there = sent(Room.COURT, CAT_1)
    there.day.do(ABSENT(CAT_1), by=EVERY_DESK)

    there.opened()

    assert [each.seat for each in PROPOSALS.opened(there.day.state) or ()] == [CAT_1]
    assert assembled(there.day.state) == ()
    assert HouseId("cat") not in {pool.payer for pool in floor_of(there.day.state).pools}


@pytest.mark.rule("R-16", "R-03", "R-139")
@pytest.mark.parametrize("room", [Room.COURT, Room.UNDERGROUND])
def test_the_desk_reads_why_a_paper_was_set_aside(room: Room):
    """The reason stays when its author has come into the room since."""
    papers, inside = (PROPOSALS, "in the Court") if room == Room.COURT else (SCHEMES, "in the Underground")
    there = sent(room, CAT_1, CAT_2, CAT_3)
    there.day.do(LEAVES(CAT_1), by=EVERY_DESK)
    there.day.do(put(Room.WAR)(CAT_2), by=EVERY_DESK)
    there.opened()
    there.day.do(put(room)(CAT_2), by=EVERY_DESK)

    lines = papers_laid(there.day.state, Viewer(desks=frozenset({papers.desk})), papers).aside

    gone, away = (there.day.state.seats[each].name for each in (CAT_1, CAT_2))
    elsewhere = f"not {inside} when they were taken in"
    assert [(line.names, line.why, line.rule) for line in lines] == [
        ((away,), elsewhere, "R-16"),
        ((gone,), "left for good", "R-03"),
    ]


@pytest.mark.rule("R-16")
def test_the_courts_desk_reads_of_who_was_seated_there_too_late():
    there = sent(Room.COURT, CAT_1, CAT_2)
    there.day.do(put(Room.WAR)(CAT_2), by=EVERY_DESK)
    there.day.until(1, Phase.ACTION)
    there.day.do(put(Room.COURT)(CAT_2), by=EVERY_DESK)
    there.opened()

    (line,) = papers_laid(there.day.state, Viewer(desks=frozenset({PROPOSALS.desk})), PROPOSALS).aside

    assert line.why == "seated in the Court too late for one"


@pytest.mark.rule("R-139", "R-16")
@pytest.mark.parametrize("way", WAYS)
def test_a_paper_asks_for_no_seat_of_who_has_chosen_the_room_and_is_not_gone(way: str):
    """The desk need not seat the dead or the absent whose sheets count from where they sat."""
    there = sent(Room.COURT, CAT_1)
    counts, commands = WAYS[way]
    for command in commands:
        there.day.do(command(CAT_1), by=EVERY_DESK)
    kind = SimpleNamespace(room=Room.COURT, desk=PROPOSALS.desk, window=PROPOSALS.window)

    seating = seating_view(there.day.state, Viewer(desks=frozenset({PROPOSALS.desk})), CAT_1, kind)  # type: ignore[arg-type]

    assert (seating is None) == counts
