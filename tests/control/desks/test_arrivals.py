"""Arrival of sheets: times, reminders, and sheets on paper. Paper is marked, may need double entry, and is of this month."""

from __future__ import annotations

import re
import uuid

import pytest
from django.utils import timezone

from control import registry
from control.day.clock.phases import BeginDay, SetClock
from control.day.clock.steps import EndStep
from control.day.people.room_choice import SeatInRoom
from control.day.plan import LateRule
from control.engine.ids import SeatId, StepId
from control.engine.records import replace
from control.engine.refusal import Refused
from control.live import broadcast
from control.models import Draft, Entry, Sheet
from control.people.events import create_event
from control.sheets import sheets
from control.sheets.paper import mark
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.scenario.ids import Phase, Room
from tests.control.desks.conftest import Day, signed_in
from tests.scenarios import small

pytestmark = [pytest.mark.django_db(transaction=True)]

CAT_1, WOLF_1 = SeatId("cat-1"), SeatId("wolf-1")
NOWHERE, NOWHERE_HOUSE = SeatId("ram-2"), "ram"
WOLVES = {"order1_kind": "", "order2_kind": "", "allies": "wolf"}


def a_day(phase=Phase.ACTION, **settings) -> Day:
    """Action of month 1, or an earlier phase, with four players in the War Room and these settings."""
    scenario = small()
    scenario = replace(scenario, settings=replace(scenario.settings, **settings))
    day = Day(create_event(realm=NAME, name="Paper", scenario=scenario, casting=scenario.casting))
    day.check_in_all()
    day.do(BeginDay())
    day.go_to(Phase.MOVEMENT)
    day.seat_in_war()
    if phase == Phase.ACTION:
        day.go_to(Phase.ACTION)
        day.do(EndStep(room=Room.WAR, month=1, step=StepId("updates")))
    return day


def open_orders(day):
    day.do(EndStep(room=Room.WAR, month=1, step=StepId("orders")))


def send(day, seat=CAT_1, body=b'{"orders":[],"allies":["ram"]}'):
    arrival = sheets.Arrival(
        event_id=day.event.pk, seat=seat, kind="war", month=1, client_key=uuid.uuid4(), body=body, received_at=timezone.now()
    )
    return sheets.hand_in(arrival)


def kind_of(kind):
    return registry.sheet_kinds(NAME)[kind]


def enter(person, seat="cat-1", *, key=None, month="1", **fields):
    data = {"seat": seat, "month": month, "act": "enter", "command_id": str(key or uuid.uuid4()), **WOLVES, **fields}
    return person.post("sheets/war/paper/", data)


def page(response) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", response.content.decode()))


def counting(person) -> list[str]:
    """For each version that counts: how it came, "sent" or "from paper"."""
    shown = page(person.get("sheets/war/"))
    return re.findall(r"rev \d+, (sent|from paper)(?:, by \w+)? counts", shown)


def opened(day):
    return {sheet.seat: sheet for sheet in day.state.rooms[Room.WAR].record.sheets}


class TestPaper:
    def test_a_paper_sheet_is_sealed_with_the_others_and_stays_marked(self):
        day = a_day()
        send(day)
        wanda = signed_in(day.event, Desk.WAR)

        response = enter(wanda)

        assert response.status_code == 302
        rows = list(Sheet.objects.order_by("revision"))
        assert [(row.source, bool(row.entered_by), row.late, row.pending) for row in rows] == [
            ("sent", False, False, False),
            ("paper", True, False, False),
        ]
        shown = page(wanda.get("sheets/war/"))
        assert "from paper, by" in shown
        assert "Allies: Wolf" in shown
        assert "Allies: Ram" not in shown  # the sent sheet is sealed
        open_orders(day)
        assert opened(day)[CAT_1].allies == ("wolf",)
        assert "Allies: Ram" in page(wanda.get("sheets/war/"))  # both versions can be read now

    def test_its_mark_says_whose_it_is(self):
        day = a_day()
        wanda = signed_in(day.event, Desk.WAR)
        text = mark(day.event.pk, 1, "wolf-1", "war")

        shown = wanda.get(f"sheets/war/paper/?mark={text}")

        assert day.state.seats[WOLF_1].name in page(shown)
        assert 'name="order1_kind"' in shown.content.decode()
        assert enter(wanda, seat="", mark=text.lower(), allies="ram").status_code == 302
        assert Sheet.objects.get().seat == "wolf-1"

    @pytest.mark.parametrize(
        ("change", "status", "words"),
        [
            ({"month": 2}, 422, "This sheet is for month 2; it is month 1 now."),
            ({"event": 99_999}, 422, "This sheet was printed for another event."),
            ({"kind": "scheme"}, 422, "This is a scheme sheet; take it to that desk."),
            ({"seat": "cat-99"}, 422, "plays no more"),
        ],
    )
    def test_a_sheet_that_does_not_belong_here_is_refused(self, change, status, words):
        day = a_day()
        facts = {"event": day.event.pk, "month": 1, "seat": "cat-1", "kind": "war", **change}
        wanda = signed_in(day.event, Desk.WAR)

        response = enter(wanda, seat="", mark=mark(**facts))

        assert response.status_code == status
        assert words in page(response)
        assert "Your screen was out of date" not in page(response)
        assert not Sheet.objects.exists()

    @pytest.mark.parametrize("text", ["MG.1.1.CAT-1.WAR.AAAAAAAA", "hello"])
    def test_a_mark_that_is_none_of_ours_is_refused(self, text):
        day = a_day()

        response = enter(signed_in(day.event, Desk.WAR), mark=text)

        assert response.status_code == 422
        assert "no mark of ours" in page(response)

    def test_a_spare_sheet_takes_the_player_from_the_list(self):
        day = a_day()
        text = mark(day.event.pk, 1, "", "war")

        assert enter(signed_in(day.event, Desk.WAR), mark=text).status_code == 302
        assert Sheet.objects.get().seat == "cat-1"

    def test_the_same_form_twice_is_one_sheet(self):
        day, key = a_day(), uuid.uuid4()
        wanda = signed_in(day.event, Desk.WAR)

        assert [enter(wanda, key=key).status_code for _each in range(2)] == [302, 302]
        assert Sheet.objects.count() == 1

    def test_what_the_rules_forbid_is_refused_and_stays_typed(self):
        day = a_day()

        response = enter(signed_in(day.event, Desk.WAR), allies="cat")

        assert response.status_code == 422
        assert "A House does not tick itself" in page(response)
        assert not Sheet.objects.exists()

    @pytest.mark.rule("R-41")
    @pytest.mark.parametrize("lies_open", [False, True])
    def test_more_units_than_stand_there_are_entered_as_they_are_written(self, lies_open):
        day = a_day()
        if lies_open:
            open_orders(day)
        wanda = signed_in(day.event, Desk.WAR)
        five = {"order1_kind": "move", "order1_units": "5", "order1_from": "amn", "order1_to": "zen"}
        with pytest.raises(Refused, match="Amn holds 3 of your units and the order moves 5"):
            kind_of("war").check(day.state, CAT_1, kind_of("war").read({name: [value] for name, value in five.items()}))

        assert enter(wanda, reason="on paper" if lies_open else "", **five).status_code == 302

        if not lies_open:
            open_orders(day)
        assert [(each.units, each.target) for each in opened(day)[CAT_1].orders] == [(5, "zen")]
        assert "Move 5 from Amn to Zen" in page(wanda.get("war/"))

    def test_after_the_orders_are_open_it_counts_with_a_reason(self):
        day = a_day()
        open_orders(day)
        wanda = signed_in(day.event, Desk.WAR)

        assert enter(wanda).status_code == 422
        assert not Sheet.objects.exists()
        assert enter(wanda, reason="handed in on paper").status_code == 302

        assert opened(day)[CAT_1].allies == ("wolf",)
        assert (Sheet.objects.get().source, Sheet.objects.get().late) == ("paper", True)
        assert "handed in on paper" in Entry.objects.filter(kind="OrdersCorrected").get().body

    def test_the_one_that_a_desk_let_count_is_marked_and_the_one_in_time_is_again_when_that_is_withdrawn(self):
        day = a_day()
        send(day)
        open_orders(day)
        wanda = signed_in(day.event, Desk.WAR)

        assert counting(wanda) == ["sent"]
        enter(wanda, reason="handed in on paper")
        assert counting(wanda) == ["from paper"]
        seq = Entry.objects.filter(kind="OrdersCorrected").get().seq
        wanda.post(f"journal/{seq}/undo/", {"command_id": str(uuid.uuid4()), "reason": "another player's"})
        assert counting(wanda) == ["sent"]

    def test_a_late_sheet_is_laid_before_the_desk_where_control_decides(self):
        day = a_day(late=(LateRule(sheet="war", policy="ask"),))
        open_orders(day)
        send(day)
        wanda = signed_in(day.event, Desk.WAR)

        assert "look and decide" in page(wanda.get("sheets/war/"))
        shown = wanda.get("sheets/war/paper/?seat=cat-1&late=1").content.decode()

        assert re.search(r'name="allies" value="ram"\s+checked', shown)

    def test_a_late_sheet_that_cannot_be_read_any_more_is_said_to_be_so(self):
        day = a_day(late=(LateRule(sheet="war", policy="ask"),))
        open_orders(day)
        send(day)
        Sheet.objects.update(body='{"orders":7}')

        shown = signed_in(day.event, Desk.WAR).get("sheets/war/paper/?seat=cat-1&late=1")

        assert shown.status_code == 422
        assert 'name="allies"' in shown.content.decode(), "the empty form stands there all the same"

    def test_a_late_sheet_that_waits_for_a_second_person_is_read_from_the_paper_alone(self):
        day = a_day(double_entry=True)
        open_orders(day)
        enter(signed_in(day.event, Desk.WAR), reason="on paper")
        row = Sheet.objects.get()

        assert (row.late, row.pending) == (True, True)
        shown = signed_in(day.event, Desk.ORGANIZER).get(f"sheets/war/paper/?seat=cat-1&late={row.revision}")
        assert shown.status_code == 404

    def test_before_they_are_open_nobody_reads_a_late_one(self):
        day = a_day(late=(LateRule(sheet="war", policy="ask"),))
        send(day)

        assert signed_in(day.event, Desk.WAR).get("sheets/war/paper/?seat=cat-1&late=1").status_code == 404


class TestClosed:
    """The page says what cannot be entered before anybody types it."""

    @pytest.mark.parametrize("seat", [CAT_1, NOWHERE])
    def test_before_sheets_open_the_form_is_not_offered_and_the_page_says_when(self, seat):
        day = a_day()
        day.do(SetClock(month=1, phase=Phase.CEREMONY, seconds=60))

        shown = signed_in(day.event, Desk.WAR).get(f"sheets/war/paper/?seat={seat}")

        assert 'name="order1_kind"' not in shown.content.decode()
        assert f"No war sheet can be entered for {day.state.seats[seat].name} now. War sheets open with Planning." in page(shown)

    @pytest.mark.rule("GE-WAR-82", "R-69")
    def test_no_region_is_chosen_unasked_so_none_that_a_law_closes_either(self):
        day = a_day()
        shown = signed_in(day.event, Desk.WAR).get("sheets/war/paper/?seat=cat-1").content.decode()

        for field in ("order1_to", "order1_region"):
            listed = re.search(rf'<select[^>]*name="{field}"[^>]*>(.*?)</select>', shown, re.S)
            assert listed is not None
            assert re.search(r"<option[^>]*>", listed[1])[0] == '<option value="">'
            assert "selected" not in listed[1]


class TestNotInTheRoom:
    """A paper sheet of a player without a room: the desk seats the player, or is told that the sheet does not count."""

    def test_the_form_asks_whether_to_seat_the_player_and_yes_is_the_answer_until_somebody_says_no(self):
        day = a_day()
        wanda = signed_in(day.event, Desk.WAR)

        shown = wanda.get(f"sheets/war/paper/?seat={NOWHERE}").content.decode()
        refused = enter(wanda, NOWHERE, allies="ram", seats="").content.decode()

        assert re.search(r'name="seats" value="yes" checked', shown)
        assert not re.search(r'name="seats" value="yes" checked', refused)
        assert 'name="seats"' not in wanda.get("sheets/war/paper/?seat=cat-1").content.decode()

    def test_it_is_seated_and_entered_in_one_press_and_every_page_counts_the_same(self):
        day, key = a_day(), uuid.uuid4()
        wanda = signed_in(day.event, Desk.WAR)

        for _twice in range(2):
            assert enter(wanda, NOWHERE, key=key, seats="yes", allies="wolf").status_code == 302

        assert day.state.seats[NOWHERE].choice == Room.WAR
        assert Sheet.objects.count() == 1
        assert "does not count" not in page(wanda.get("sheets/war/"))
        assert "1 of 5 sheets are in" in page(wanda.get("war/"))
        open_orders(day)
        assert NOWHERE in opened(day)

    def test_what_is_refused_seats_nobody_either(self):
        day = a_day()

        assert enter(signed_in(day.event, Desk.WAR), NOWHERE, seats="yes", allies=NOWHERE_HOUSE).status_code == 422

        assert day.state.seats[NOWHERE].choice_month != 1
        assert not Sheet.objects.exists()

    def test_while_rooms_are_chosen_it_is_kept_without_a_seat_and_no_page_says_that_it_counts(self):
        day = a_day(phase=Phase.MOVEMENT)
        wanda = signed_in(day.event, Desk.WAR)
        data = {"seat": NOWHERE, "month": "1", "act": "enter", "command_id": str(uuid.uuid4()), **WOLVES}

        told = page(wanda.client.post(wanda.at("sheets/war/paper/"), data, follow=True))

        assert f"It does not count while {day.state.seats[NOWHERE].name} is not in the War Room." in told
        assert "does not count: not in the room" in page(wanda.get("sheets/war/"))
        assert "0 of 4 sheets are in" in page(wanda.get("war/"))

    def test_later_it_is_the_seat_and_the_sheet_or_neither(self):
        day = a_day()

        answer = enter(signed_in(day.event, Desk.WAR), NOWHERE)

        assert answer.status_code == 422
        assert f"{day.state.seats[NOWHERE].name} is not in the War Room; nothing was entered." in page(answer)
        assert not Sheet.objects.exists()

    def test_after_the_orders_are_open_the_seat_and_the_sheet_come_together(self):
        day = a_day()
        open_orders(day)

        assert enter(signed_in(day.event, Desk.WAR), NOWHERE, seats="yes", reason="on paper").status_code == 302

        assert NOWHERE in opened(day)


class TestTwoPeople:
    def test_the_first_entry_waits_for_the_second(self):
        day = a_day(double_entry=True)
        wanda, wim = signed_in(day.event, Desk.WAR), signed_in(day.event, Desk.ORGANIZER)

        enter(wanda)
        assert Sheet.objects.get().pending is True
        assert sheets.seats_sent(day.event, "war", 1) == frozenset()
        enter(wim)

        assert [row.pending for row in Sheet.objects.order_by("revision")] == [True, False]
        assert sheets.seats_sent(day.event, "war", 1) == {CAT_1}

    def test_nobody_is_the_second_person_to_oneself(self):
        day = a_day(double_entry=True)
        wanda = signed_in(day.event, Desk.WAR)
        enter(wanda)

        response = enter(wanda)

        assert response.status_code == 422
        assert "somebody else enters it a second time" in page(response)

    def test_the_second_person_reads_the_paper_and_not_what_the_first_has_entered(self):
        day = a_day(double_entry=True)
        wanda, wim = signed_in(day.event, Desk.WAR), signed_in(day.event, Desk.ORGANIZER)
        enter(wanda)

        for shown in (page(wim.get("sheets/war/paper/?seat=cat-1")), page(wim.get("sheets/war/"))):
            assert "entered once" in shown
            assert "Allies: Wolf" not in shown

        enter(wim)
        assert page(wanda.get("sheets/war/")).count("Allies: Wolf") == 2

        enter(wanda, allies="ram")  # another paper sheet of the same player
        shown = page(wim.get("sheets/war/"))
        assert shown.count("Allies: Wolf") == 2
        assert "Allies: Ram" not in shown

    def test_two_entries_that_differ_count_for_nothing_and_both_can_be_read(self):
        day = a_day(double_entry=True)
        wanda, wim = signed_in(day.event, Desk.WAR), signed_in(day.event, Desk.ORGANIZER)
        enter(wanda)

        response = wim.client.post(
            wim.at("sheets/war/paper/"),
            {"seat": "cat-1", "month": "1", "act": "enter", "command_id": str(uuid.uuid4()), **WOLVES, "allies": "ram"},
            follow=True,
        )

        assert "It differs from what" in page(response)
        assert re.search(r'class="notice warning">[^<]*It differs', response.content.decode())  # it does not look like success
        assert {row.pending for row in Sheet.objects.all()} == {True}
        open_orders(day)
        assert opened(day) == {}
        shown = page(wanda.get("sheets/war/"))
        assert "Allies: Wolf" in shown
        assert "Allies: Ram" in shown

    def test_after_the_lock_the_second_entry_gives_the_command(self):
        day = a_day(double_entry=True)
        open_orders(day)
        enter(signed_in(day.event, Desk.WAR), reason="from paper")
        assert opened(day) == {}

        enter(signed_in(day.event, Desk.ORGANIZER), reason="from paper")

        assert opened(day)[CAT_1].allies == ("wolf",)


class TestReminder:
    @pytest.fixture
    def told(self, monkeypatch):
        found: list[tuple[str, str]] = []
        monkeypatch.setattr(
            broadcast,
            "tell_outside_journal",
            lambda event, invalidations, **_more: found.extend((each.topic, each.to) for each in invalidations),
        )
        return found

    def test_the_phones_of_those_awaited_are_reminded_once_a_minute(self, told):
        day = a_day()
        send(day)
        told.clear()
        wanda = signed_in(day.event, Desk.WAR)

        first, second = (wanda.tap("sheets/war/remind/") for _each in range(2))

        assert first.status_code == 200
        assert second.status_code == 422
        assert {topic for topic, _to in told} == {"nudge-war"}
        assert {to for _topic, to in told} == {"seat:cat-2", "seat:wolf-1", "seat:ram-1"}
        assert len(told) == 3

    def test_nobody_is_reminded_of_what_cannot_be_sent_any_more(self, told):
        day = a_day()
        open_orders(day)
        told.clear()

        wanda = signed_in(day.event, Desk.WAR)
        assert wanda.tap("sheets/war/remind/").status_code == 422
        assert told == []
        assert re.search(r"<button disabled>\s*Remind the 0 awaited", wanda.get("sheets/war/").content.decode())

    def test_the_reminder_of_what_closes_with_its_phase_is_offered_no_more(self):
        day = a_day(Phase.MOVEMENT)
        day.do(SeatInRoom(player=CAT_1, month=1, room=Room.UNDERGROUND))

        shown = signed_in(day.event, Desk.UNDERGROUND).get("sheets/scheme/").content.decode()

        assert re.search(r"<button disabled>\s*Remind the 0 awaited", shown)


def test_the_desk_sees_when_drafts_arrived_and_not_what_is_in_them():
    day = a_day()
    Draft.objects.create(
        event=day.event,
        seat=CAT_1,
        kind="war",
        month=1,
        client_key=uuid.uuid4(),
        received_at=timezone.now(),
        body='[["allies","wolf"]]',
    )

    shown = page(signed_in(day.event, Desk.WAR).get("sheets/war/"))

    assert "draft" in shown
    assert "rev " not in shown, "a draft has no revision"
    assert "Allies" not in shown
