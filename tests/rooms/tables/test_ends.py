"""End of a table's time in the event: announced a minute before, ended only by the clock, with every stake returned."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from control.clock import clockwork
from control.day.clock.pauses import AddTime, Pause
from control.day.clock.pauses import Resume as ClockResume
from control.day.clock.phases import BeginDay, EndPhase, SetClock
from control.day.state import DayStage as DayStage
from control.day.timetable import last_month
from control.engine.context import THE_CLOCK, Actor
from control.engine.refusal import Refused
from control.journal import desk
from control.live import broadcast
from control.models import Entry
from rooms.realm.desks import Desk
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import Phase
from rooms.tables import event_clock, lobby, story
from rooms.tables.game.end_warning import RunOn, WarnOfEnd
from rooms.tables.game.state import TableStage, Until
from rooms.tables.game.table_closure import CutOff, why_words
from rooms.tables.game.table_end import is_past, past_words, time_of, until_of, until_words
from rooms.tables.models import Table, TablePermit
from tests.control.desks.conftest import Person, signed_in
from tests.control.phones import CAT_1, OLGA, WOLF_1, Day
from tests.rooms.tables.shop import Phone, heads, refusal, state_of, table_of, words

pytestmark = pytest.mark.django_db

ACTION_3 = Until(of="phase", month=3, phase="action")


@pytest.fixture
def day(toy) -> Day:
    """Month 3 in Action, with ten minutes left."""
    day = Day().here(CAT_1, WOLF_1).until(Phase.ACTION, month=3)
    TablePermit.objects.create(event=day.event, players=True)
    for seat in (CAT_1, WOLF_1):
        if (before := day.state.seats[seat].purse.power) != 5:
            day.do(AdjustPower(seat=seat, before=before, power=5, reason="chips"))
    event_clock._hands.clear()
    return day


@pytest.fixture
def cat(day) -> Phone:
    return Phone(day.phone(CAT_1))


@pytest.fixture
def wolf(day) -> Phone:
    return Phone(day.phone(WOLF_1))


@pytest.fixture
def walt(day) -> Person:
    return signed_in(day.event, Desk.WAR)


def begun(cat: Phone, wolf: Phone, **agreed: str) -> str:
    code = cat.open(chairs="2", seconds="0", **agreed)
    wolf.press(code, "sit")
    assert cat.press(code, "begin").status_code == 200
    return code


@pytest.fixture
def staked(cat, wolf) -> str:
    """A game for 2 Power each."""
    return begun(cat, wolf, stake_kind="power", stake_amount="2")


def power(day: Day) -> tuple[int, ...]:
    return tuple(day.state.seats[seat].purse.power for seat in (CAT_1, WOLF_1))


def settled(day: Day) -> list[Entry]:
    return list(Entry.objects.filter(stream=day.event.stream_id, kind="StakeSettled"))


def kinds(code: str) -> list[str]:
    return list(table_of(code).stream.entries.order_by("seq").values_list("kind", flat=True))


def give(code: str, command: object, by: Actor = THE_CLOCK) -> desk.CommandResult:
    return desk.perform(stream_id=table_of(code).stream_id, command=command, by=by, command_id=uuid.uuid4())


class TestAgreed:
    @pytest.mark.parametrize(
        ("agreed", "ends"),
        [
            pytest.param({}, "none", id="a table without a stake plays on"),
            pytest.param({"stake_kind": "power", "stake_amount": "1"}, "phase", id="a stake stays in its phase"),
            pytest.param({"stake_kind": "power", "stake_amount": "1", "ends": "none"}, "none", id="unless something is agreed"),
            pytest.param({"ends": "month"}, "month", id="a table without a stake may end too"),
        ],
    )
    def test_when_it_is_opened(self, cat, agreed, ends):
        assert state_of(cat.open(**agreed)).ends == ends

    def test_by_control_too(self, walt):
        walt.tap("tables/open/", {"kind": "toy", "asked": "1", "ends": "day"})

        assert state_of(Table.objects.get().code).ends == "day"

    def test_it_means_the_phase_in_which_the_game_begins(self, day, cat, wolf):
        code = cat.open(chairs="2", stake_kind="power", stake_amount="2")
        wolf.press(code, "sit")
        day.end()
        clockwork.carry_out_all_due()

        cat.press(code, "begin")

        assert state_of(code).until == Until(of="phase", month=3, phase="return")
        assert "The game began. It runs until the end of Return, month 3." in cat.look(code)

    def test_no_event_ends_a_table_of_friends(self, anna):
        answer = anna.client.post("/tables/open/", {"kind": "toy", "command_id": str(uuid.uuid4()), "ends": "phase"})

        assert (answer.status_code, Table.objects.count()) == (422, 0)
        assert "Only a table of an event ends with its phase" in words(answer)

    def test_what_is_no_end_opens_nothing(self, cat):
        fields = {"kind": "toy", "command_id": str(uuid.uuid4()), "ends": "never"}

        assert cat.client.post("/tables/open/", fields).status_code == 422
        assert Table.objects.count() == 0


class TestCutOff:
    def test_with_the_phase_and_every_stake_goes_back_in_one_entry_of_the_event(self, day, cat, staked):
        cat.play(staked)
        day.end()

        assert clockwork.carry_out_all_due() == 1

        state = state_of(staked)
        assert (state.stage, state.cut_off, why_words(state)) == (TableStage.CLOSED, True, "Action, month 3, is over")
        (entry,) = settled(day)
        assert (entry.actor, power(day)) == ("clock", (5, 5))
        assert Table.objects.get().settled
        page = cat.look(staked)
        assert "it goes back to everybody" in page
        assert "The table was cut off: Action, month 3, is over. Every stake goes back." in page

    def test_it_is_told_in_the_events_journal(self, day, staked):
        from control.journal import story as events

        day.end()
        clockwork.carry_out_all_due()

        told = [line.sentence for line in events.lines_of(table_of(staked).event.stream)]
        assert told[-1] == (
            f"The stake of “High Number {staked}” goes back, for the table was cut off: everybody keeps what is theirs."
        )

    def test_by_the_clock_too_when_nobody_was_there_to_see(self, day, staked, monkeypatch):
        """No alarm came. The next sweep ends the phase, and with it the table."""
        later = timezone.now() + timedelta(minutes=11)
        monkeypatch.setattr(timezone, "now", lambda: later)

        clockwork.carry_out_all_due()

        assert state_of(staked).cut_off
        assert len(settled(day)) == 1

    def test_once_however_often_somebody_sweeps(self, day, staked):
        day.end()
        clockwork.carry_out_all_due()
        after = heads(staked)

        assert (clockwork.carry_out_all_due(), heads(staked), len(settled(day))) == (0, after, 1)

    def test_a_sweep_that_looked_before_the_last_card_changes_nothing(self, day, cat, wolf, staked):
        cat.play(staked)
        wolf.play(staked)
        after, purses = heads(staked), power(day)

        with pytest.raises(Refused, match="This game is over"):
            give(staked, CutOff(until=ACTION_3))

        assert (heads(staked), power(day), len(settled(day))) == (after, purses, 1)

    def test_the_last_card_comes_too_late(self, day, cat, wolf, staked):
        cat.play(staked)
        day.end()
        clockwork.carry_out_all_due()

        answer = wolf.play(staked)

        assert (answer.status_code, refusal(answer)) == (409, "Your screen was out of date. This table is closed.")
        assert power(day) == (5, 5)

    def test_a_table_without_a_stake_plays_on(self, day, cat, wolf):
        code = begun(cat, wolf)
        day.end()

        assert clockwork.carry_out_all_due() == 0
        assert cat.play(code).status_code == 200

    def test_without_a_stake_too_where_that_was_agreed(self, day, cat, wolf):
        code = begun(cat, wolf, ends="phase")
        day.end()
        clockwork.carry_out_all_due()

        assert (state_of(code).cut_off, settled(day)) == (True, [])
        assert "stake" not in next(line for line in story.lines_of(table_of(code).stream) if line.seq == heads(code)).sentences[-1]

    def test_one_that_was_meant_for_the_month_plays_on_through_its_phases(self, day, cat, wolf):
        code = begun(cat, wolf, stake_kind="power", stake_amount="2", ends="month")
        day.end()
        clockwork.carry_out_all_due()
        assert state_of(code).stage is TableStage.PLAYING

        day.end()
        clockwork.carry_out_all_due()
        assert why_words(state_of(code)) == "month 3 is over"

    def test_a_table_that_has_not_begun_waits(self, day, cat):
        code = cat.open(chairs="2", stake_kind="power", stake_amount="2")
        day.end()
        clockwork.carry_out_all_due()

        assert state_of(code).stage is TableStage.OPEN

    def test_only_the_clock_does_it(self, day, staked):
        for command in (CutOff(until=ACTION_3), WarnOfEnd(until=ACTION_3, at=timezone.now())):
            with pytest.raises(Refused, match="clock's"):
                give(staked, command, by=OLGA)

    def test_one_table_that_fails_keeps_no_other(self, day, cat, wolf, staked, monkeypatch, caplog):
        other = begun(cat, wolf, ends="phase")
        whole = event_clock._look_at_table
        monkeypatch.setattr(event_clock, "_look_at_table", lambda table, now: 1 / 0 if table.code == other else whole(table, now))
        day.end()

        clockwork.carry_out_all_due()

        assert state_of(staked).cut_off
        assert f"table {other} was not seen to" in caplog.text

    def test_a_look_at_no_bound_table_costs_one_question(self, day, cat, wolf, django_assert_num_queries):
        begun(cat, wolf)

        with django_assert_num_queries(1):
            event_clock.look_at_tables()


class TestWarned:
    def warnings(self, code: str) -> int:
        return kinds(code).count("EndIsNear")

    def test_a_minute_before_and_once(self, day, cat, staked):
        end = day.state.clock.deadline
        clockwork.carry_out_all_due(end - timedelta(seconds=61))
        assert self.warnings(staked) == 0

        for before in (60, 40, 1):
            clockwork.carry_out_all_due(end - timedelta(seconds=before))

        assert self.warnings(staked) == 1
        told = "Less than a minute until the end of Action, month 3; then this table is cut off, and every stake goes back."
        assert told in cat.look(staked)
        assert told in words(Phone().client.get(f"/screen/table/{staked}/"))

    def test_again_where_the_phase_got_more_time(self, day, staked):
        clockwork.carry_out_all_due(day.state.clock.deadline - timedelta(seconds=30))
        day.do(AddTime(month=3, phase=Phase.ACTION, seconds=300))
        clockwork.carry_out_all_due(day.state.clock.deadline - timedelta(seconds=200))
        assert self.warnings(staked) == 1

        clockwork.carry_out_all_due(day.state.clock.deadline - timedelta(seconds=30))
        assert self.warnings(staked) == 2

    def test_not_while_the_clock_stands(self, day, staked):
        end = day.state.clock.deadline
        day.do(Pause(reason="lunch"))

        clockwork.carry_out_all_due(end - timedelta(seconds=5))

        assert (self.warnings(staked), state_of(staked).stage) == (0, TableStage.PLAYING)

    def test_it_keeps_nobody_from_taking_back(self, day, cat, staked):
        cat.play(staked)
        clockwork.carry_out_all_due(day.state.clock.deadline - timedelta(seconds=30))

        assert "↶ Take back" in cat.look(staked)

    def test_the_phones_hear_of_a_clock_that_was_changed(self, day, staked, monkeypatch):
        told = []
        monkeypatch.setattr(broadcast, "tell", lambda place, invalidations, seq: told.append(place))
        event_clock.look_at_tables()
        assert told == []

        day.do(Pause(reason="lunch"))
        event_clock.look_at_tables()
        event_clock.look_at_tables()
        day.do(ClockResume())
        event_clock.look_at_tables()

        assert told == [f"table:{staked.lower()}"] * 2


class TestControl:
    def test_reads_what_will_happen(self, walt, staked):
        page = words(walt.get("part/tables/"))

        assert "Until the end of Action, month 3. Then it is cut off, and every stake goes back." in page

    def test_takes_the_entry_back_and_settles_by_hand(self, day, walt, staked):
        day.end()
        clockwork.carry_out_all_due()
        walt.tap(f"journal/{settled(day)[0].seq}/undo/", {"reason": "looked at again"})
        clockwork.carry_out_all_due()
        assert "not settled" in words(walt.get("part/tables/"))
        assert "everybody keeps what is theirs" in words(walt.get(f"tables/{staked}/settle/"))

        assert walt.tap(f"tables/{staked}/settle/").status_code == 200
        assert len(settled(day)) == 2

    def test_takes_the_end_back_and_nothing_ends_the_table_again(self, day, cat, wolf, walt, staked):
        cat.play(staked)
        day.end()
        clockwork.carry_out_all_due()
        walt.tap(f"journal/{settled(day)[0].seq}/undo/", {"reason": "the clock was wrong"})
        seq = lobby.latest_moves(story.lines_of(table_of(staked).stream))[0].seq

        answer = walt.tap(f"tables/{staked}/back/", {"seq": str(seq), "reason": "The clock was wrong."})

        assert answer.status_code == 200, words(answer)
        clockwork.carry_out_all_due()
        assert (state_of(staked).stage, state_of(staked).until) == (TableStage.PLAYING, None)
        wolf.play(staked)
        assert state_of(staked).stage is TableStage.OVER
        assert sorted(power(day)) == [3, 7]

    def test_lets_a_table_run_on(self, day, cat, walt, staked):
        answer = walt.tap(f"tables/{staked}/run-on/")
        assert answer.status_code == 200, words(answer)
        assert walt.tap(f"tables/{staked}/run-on/").status_code == 409

        day.end()

        assert clockwork.carry_out_all_due() == 0
        assert "Control lets this table run on" in cat.look(staked)

    def test_alone_lets_a_table_run_on(self, day, staked):
        with pytest.raises(Refused, match="Only Control"):
            give(staked, RunOn(), by=Actor(seat=CAT_1))


class TestSaidBefore:
    def test_on_the_phone_and_the_wall_before_anybody_stakes(self, cat, wolf):
        code = cat.open(chairs="2", stake_kind="power", stake_amount="2")

        for page in (wolf.look(code), words(Phone().client.get(f"/screen/table/{code}/"))):
            assert "Runs until the end of the phase in which its game begins (now Action, month 3)" in page
            assert "every stake goes back" in page

    def test_with_a_clock_while_it_is_played(self, day, wolf, staked):
        page = wolf.look(staked)

        deadline = day.state.clock.deadline.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        assert "Until the end of Action, month 3" in page
        assert f'data-deadline="{deadline}"' in page

    def test_where_it_is_opened_there_is_a_choice(self, cat, walt, anna):
        assert 'name="ends"' in words(cat.client.get("/tables/"))
        assert 'name="ends"' in words(walt.fragment("tables/open/?kind=toy"))
        assert 'name="ends"' not in words(anna.client.get("/tables/"))


class TestTheClock:
    """Ends of a table by the event's clock, as pure functions."""

    @pytest.mark.parametrize(
        ("ends", "words", "over"),
        [
            pytest.param("phase", "the end of Action, month 3", "Action, month 3, is over", id="phase"),
            pytest.param("month", "the end of month 3", "month 3 is over", id="month"),
            pytest.param("day", "the end of the day", "the day is over", id="day"),
        ],
    )
    def test_an_end_in_words(self, day, ends, words, over):
        until = until_of(ends, day.state)

        assert (until_words(until), past_words(until)) == (words, over)
        assert not is_past(until, day.state)

    def test_the_time_before_the_day_is_a_phase_too(self, toy):
        day = Day()
        phase, month, whole = (until_of(each, day.state) for each in ("phase", "month", "day"))
        assert until_words(phase) == until_words(month) == "the beginning of month 1"
        assert not is_past(phase, day.state)

        day.do(BeginDay())

        assert [is_past(each, day.state) for each in (phase, month, whole)] == [True, True, False]

    def test_its_time_is_known_in_the_last_phase_only(self, day):
        clock = day.state.clock
        phase, month = until_of("phase", day.state), until_of("month", day.state)
        assert (time_of(phase, day.state)[0], time_of(month, day.state)[0]) == (clock.deadline, None)

        day.end()

        assert time_of(month, day.state)[0] == day.state.clock.deadline

    def test_the_day_ends_with_its_last_month(self, day):
        until = until_of("day", day.state)
        last = last_month(day.state)
        day.do(SetClock(month=last, phase=Phase.RETURN, seconds=60))
        assert time_of(until, day.state)[0] == day.state.clock.deadline

        day.do(EndPhase(month=last, phase=Phase.RETURN))

        assert day.state.clock.stage is DayStage.OVER
        assert (is_past(until, day.state), until_of("phase", day.state)) == (True, None)

    def test_a_clock_that_is_set_back_gives_the_time_again(self, day):
        until = until_of("phase", day.state)
        day.end()
        assert is_past(until, day.state)

        day.do(SetClock(month=3, phase=Phase.ACTION, seconds=60))

        assert not is_past(until, day.state)


def test_a_table_that_its_people_close_was_not_cut_off(day, cat, wolf):
    code = begun(cat, wolf)

    cat.press(code, "close", why="lunch")

    assert (state_of(code).stage, state_of(code).cut_off) == (TableStage.CLOSED, False)
