"""The phone: content and buttons at each moment of the day, answers to presses, and use without JavaScript."""

from __future__ import annotations

import gzip
import re
import uuid
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from control.day.calls import AnswerCall
from control.day.clock.pauses import Pause
from control.day.clock.steps import EndStep
from control.day.notices import Announce
from control.day.people.room_choice import ChooseRoom, SeatInRoom
from control.day.state import Presence
from control.engine.ids import StepId
from control.live import delivery
from control.models import Entry
from control.sheets import sheets
from rooms.realm.desks import Desk
from rooms.realm.game.ceremonies import SetSpouses
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Phase, Room
from tests.control.phones import CAT_1, CAT_2, HX, OLGA, WOLF_1, Day, hidden, staff, words

pytestmark = [pytest.mark.django_db(transaction=True)]

PLAY, FRESH = "/play/", "/play/fresh/"
POSTS = ("control:choose-room", "realm:meet-spouse", "control:call-control")


@pytest.fixture
def day() -> Day:
    return Day()


def press(phone: Client, name: str, fields: dict, **headers):
    return phone.post(reverse(name), {"command_id": str(uuid.uuid4()), **fields}, headers=headers)


def text_of(page: str, name: str) -> str:
    """Text of a region of the page."""
    found = re.search(rf'<div id="region-{name}".*?(?=<div id="region-|</section>|</header>)', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split()) if found else ""


# --- access -------------------------------------------------------------------------------------------------------------


def test_a_player_sees_the_own_page(day):
    response = day.phone(CAT_1).get(PLAY)

    assert response.status_code == 200
    assert day.state.seats[CAT_1].name in text_of(words(response), "strip")
    assert "no-store" in response.headers["Cache-Control"]


def test_nobody_is_led_to_the_door():
    assert Client().get(PLAY).headers["Location"] == "/"


def test_the_control_team_has_no_phone():
    assert staff(Desk.WAR).get(PLAY).headers["Location"] == "/"


def test_a_refresh_of_nobody_leads_to_the_door():
    response = Client().get(FRESH, headers=HX)

    assert (response.status_code, response.headers["HX-Redirect"]) == (404, "/")


@pytest.mark.parametrize("name", POSTS)
def test_nobody_and_the_control_team_press_nothing(name):
    assert Client().post(reverse(name)).status_code == 404
    assert staff(Desk.WAR).post(reverse(name)).status_code == 404


@pytest.mark.parametrize("name", POSTS)
def test_a_press_is_never_a_get(day, name):
    assert day.phone(CAT_1).get(reverse(name)).status_code == 405


def test_another_players_hand_is_on_no_page_but_the_own(day):
    day.here(CAT_1, CAT_2, WOLF_1).do(GiveFavors(seat=CAT_1, count=1, reason="a gift"))
    card = day.state.seats[CAT_1].purse.favors[0].rsplit("#", 1)[0]
    name = next(favor.name for favor in day.state.scenario.favors if favor.id == card)

    pages = [day.phone(seat).get(PLAY).context["regions"]["me"].panel.character.panel.favors for seat in (CAT_1, CAT_2, WOLF_1)]

    assert [[favor.name for favor in favors] for favors in pages] == [[name], [], []]


def test_words_to_one_house_reach_no_other(day):
    day.do(Announce(text="Meet behind the stage", to="cat"))

    assert "behind the stage" in words(day.phone(CAT_2).get(PLAY))
    assert "behind the stage" not in words(day.phone(WOLF_1).get(PLAY))


# --- the moments of the day ---------------------------------------------------------------------------------------------


def test_who_is_not_checked_in_is_sent_to_the_desk(day):
    now = text_of(words(day.phone(CAT_1).get(PLAY)), "now")

    assert "Go to the check-in desk" in now
    assert "Check-in opens" in now


def test_who_is_checked_in_reads_so(day):
    day.here(CAT_1)

    assert "You are checked in" in text_of(words(day.phone(CAT_1).get(PLAY)), "now")


def test_planning_offers_three_rooms_with_their_help(day):
    day.here(CAT_1).until(Phase.PLANNING)

    page = words(day.phone(CAT_1).get(PLAY))

    assert re.findall(r'name="room" value="(\w+)"', page) == ["war", "court", "underground"]
    assert day.state.scenario.texts.rooms[Room.COURT] in text_of(page, "rooms")


def test_who_is_not_here_chooses_nothing(day):
    day.until(Phase.PLANNING)

    assert 'name="room"' not in words(day.phone(CAT_1).get(PLAY))


def test_what_bars_a_room_is_said_on_it(day, monkeypatch):
    from control.day.people import room_choice
    from control.engine.records import replace
    from rooms.realm.game.state import Bar

    day.here(CAT_1).until(Phase.PLANNING)
    bar = Bar(room=Room.COURT, until=1, why="Travel ban of law 17", rule="GE-CRT-52")
    monkeypatch.setattr(room_choice, "find_bar", lambda state, seat, room, table="": replace(bar) if room == Room.COURT else None)

    page = words(day.phone(CAT_1).get(PLAY))

    assert re.findall(r'name="room" value="(\w+)"', page) == ["war", "underground"]
    assert "Closed to you: Travel ban of law 17 GE-CRT-52" in text_of(page, "rooms")


def test_movement_says_where_to_go(day):
    day.here(CAT_1).until(Phase.PLANNING)
    day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.COURT), by=actor(CAT_1))
    day.end()

    assert "Go to the Court now" in text_of(words(day.phone(CAT_1).get(PLAY)), "now")


def test_action_shows_the_steps_of_the_own_room(day):
    day.here(CAT_1).until(Phase.PLANNING)
    day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.WAR), by=actor(CAT_1))
    day.end().end()

    now = text_of(words(day.phone(CAT_1).get(PLAY)), "now")

    does = "Now: Updates. Listen to what has changed on the map."
    assert f"You are in the War Room {does} Updates Orders Favors Move Battle Rewards Recruit" in now


@pytest.mark.rule("GE-UND-61")
def test_the_phone_shows_the_clock_and_the_steps_of_the_own_table(day):
    day.here(CAT_1, WOLF_1).until(Phase.PLANNING)
    for seat in (CAT_1, WOLF_1):
        day.do(ChooseRoom(seat=seat, month=1, room=Room.UNDERGROUND), by=actor(seat))
    day.end().end()
    table, other = (day.state.seats[seat].table for seat in (CAT_1, WOLF_1))
    day.do(EndStep(room=Room.UNDERGROUND, month=1, step=StepId("updates"), table=table))

    own, mate = (words(day.phone(seat).get(PLAY)) for seat in (CAT_1, WOLF_1))

    assert "Now: Schemes." in text_of(own, "now")
    assert "Now: Updates." in text_of(mate, "now")
    assert f'data-clock="underground/{table}"' in own
    assert f'data-clock="underground/{other}"' in mate


def test_who_may_sit_at_several_tables_chooses_one(day, monkeypatch):
    day.here(CAT_1).until(Phase.PLANNING)
    monkeypatch.setattr(GameState, "tables_for", lambda state, seat, room: ("west", "north", "east"))
    phone = day.phone(CAT_1)

    press(phone, "control:choose-room", {"month": 1, "room": "underground", "table": "north"})

    assert day.state.seats[CAT_1].table == "north"
    page = words(phone.get(PLAY))
    assert '<option value="north" selected>' in page
    assert page.index('<select id="table"') > page.rindex('name="room" value=')  # below the rooms, one of which has tables


@pytest.mark.rule("R-16")
def test_what_a_change_of_rooms_does_to_a_sheet_that_was_sent_is_said_before_and_after(day):
    day.here(CAT_1).until(Phase.PLANNING)
    day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.WAR), by=actor(CAT_1))
    phone = day.phone(CAT_1)

    def said() -> str:
        return text_of(words(phone.get(PLAY)), "rooms")

    nothing_sent = said()
    arrival = sheets.Arrival(
        event_id=day.event.pk, seat=CAT_1, kind="war", month=1, client_key=uuid.uuid4(), body=b"{}", received_at=timezone.now()
    )
    sheets.hand_in(arrival)
    before = said()
    day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.COURT), by=actor(CAT_1))
    after = said()
    day.end().end()

    assert "war sheet" not in nothing_sent
    assert "Your war sheet is with Control. In another room it is set aside and does not count. R-16" in before
    aside = "Your war sheet is set aside and does not count: you are not in the War Room."
    assert f"{aside} Go back to the War Room and it counts as you sent it. R-16" in after
    assert f"{aside} R-16" in said()


@pytest.mark.rule("R-16")
@pytest.mark.parametrize(("there", "elsewhere"), [(Room.WAR, Room.COURT), (Room.COURT, Room.WAR)])
def test_what_became_of_a_sheet_is_told_by_its_room_wherever_its_author_is_seated_since(day, there, elsewhere):
    day.here(CAT_1).until(Phase.PLANNING)
    day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.WAR), by=actor(CAT_1))
    arrival = sheets.Arrival(
        event_id=day.event.pk, seat=CAT_1, kind="war", month=1, client_key=uuid.uuid4(), body=b"{}", received_at=timezone.now()
    )
    sheets.hand_in(arrival)
    if there is not Room.WAR:
        day.do(ChooseRoom(seat=CAT_1, month=1, room=there), by=actor(CAT_1))
    day.end().end()
    for step in ("updates", "orders"):
        day.do(EndStep(room=Room.WAR, month=1, step=StepId(step)))
    day.do(SeatInRoom(player=CAT_1, month=1, room=elsewhere))
    page = words(day.phone(CAT_1).get(PLAY))

    assert "set aside" not in text_of(page, "rooms")
    assert ("Your sheet was set aside: you were not in the War Room." in text_of(page, "results")) == (there is Room.COURT)


def test_who_sits_at_a_table_reads_which_for_as_long_as_the_room_plays(day):
    day.here(CAT_1).until(Phase.PLANNING)
    day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.UNDERGROUND), by=actor(CAT_1))
    phone = day.phone(CAT_1)

    titles = []
    for _each in (Phase.PLANNING, Phase.MOVEMENT, Phase.ACTION):
        titles.append(text_of(words(phone.get(PLAY)), "now"))
        day.end()

    said = (
        "To the Underground, table The West",
        "Go to the Underground, table The West",
        "You are in the Underground, table The West",
    )
    assert [title in words_of for title, words_of in zip(said, titles, strict=True)] == [True] * 3


def test_after_the_last_month_the_day_is_over(day):
    day.here(CAT_1).until(Phase.RETURN, month=10).end()

    assert "The day is over" in text_of(words(day.phone(CAT_1).get(PLAY)), "now")


def test_a_pause_is_said_with_its_reason(day):
    day.until(Phase.PLANNING).do(Pause(reason="Fire drill"))

    assert "Paused" in (clock := text_of(words(day.phone(CAT_1).get(PLAY)), "clock"))
    assert "Fire drill" in clock


def actor(seat):
    from control.engine.context import Actor

    return Actor(seat=seat)


# --- presses ------------------------------------------------------------------------------------------------------------


def test_a_room_is_chosen_without_a_script(day):
    day.here(CAT_1).until(Phase.PLANNING)
    phone = day.phone(CAT_1)
    page = words(phone.get(PLAY))

    response = press(phone, "control:choose-room", {"month": hidden(page, "month")[0], "room": "war"})

    assert (response.status_code, response.headers["Location"]) == (302, "/play/#now")
    assert day.state.seats[CAT_1].choice == Room.WAR


def test_with_htmx_only_what_changed_comes_back(day):
    day.here(CAT_1).until(Phase.PLANNING)
    phone = day.phone(CAT_1)
    seen = hidden(words(phone.get(PLAY)), "seen")

    response = press(phone, "control:choose-room", {"month": 1, "room": "war", "seen": seen}, **HX)

    assert response.status_code == 200
    assert re.findall(r'id="region-(\w+)"', words(response)) == ["now", "rooms", "sheet"]
    assert "<html" not in words(response)


def test_nothing_new_is_204(day):
    phone = day.here(CAT_1).phone(CAT_1)
    seen = hidden(words(phone.get(PLAY)), "seen")

    assert phone.get(FRESH, {"seen": seen}, headers=HX).status_code == 204


def test_a_second_tap_changes_nothing_and_is_no_error(day):
    day.here(CAT_1).until(Phase.PLANNING)
    phone = day.phone(CAT_1)
    fields = {"command_id": str(uuid.uuid4()), "month": 1, "room": "war"}

    first, second = press(phone, "control:choose-room", fields), press(phone, "control:choose-room", fields)

    assert (first.status_code, second.status_code) == (302, 302)
    assert Entry.objects.filter(kind="RoomChosen").count() == 1


def test_a_choice_of_another_month_is_409(day):
    day.here(CAT_1).until(Phase.PLANNING, month=2)

    response = press(day.phone(CAT_1), "control:choose-room", {"month": 1, "room": "war"})

    assert response.status_code == 409
    assert "it is month 2 now" in text_of(words(response), "rooms")


def test_a_choice_after_movement_is_422_with_its_rule(day):
    day.here(CAT_1).until(Phase.ACTION)

    response = press(day.phone(CAT_1), "control:choose-room", {"month": 1, "room": "war"})

    assert response.status_code == 422
    assert "Rooms are chosen until Movement ends; ask Control to be seated. R-16" in text_of(words(response), "rooms")


@pytest.mark.parametrize(
    "fields", [{}, {"month": "x", "room": "war"}, {"month": 1}, {"month": 1, "room": "attic"}, {"command_id": "x"}]
)
def test_a_broken_form_is_422(day, fields):
    day.here(CAT_1).until(Phase.PLANNING)

    assert press(day.phone(CAT_1), "control:choose-room", fields).status_code == 422


def test_one_player_never_chooses_for_another(day):
    day.here(CAT_1, CAT_2).until(Phase.PLANNING)

    press(day.phone(CAT_1), "control:choose-room", {"month": 1, "room": "war", "seat": "cat-2"})

    assert day.state.seats[CAT_2].choice is None


def test_spouses_meet_with_one_tap(day):
    day.here(CAT_1, WOLF_1).until(Phase.PLANNING)
    day.do(SetSpouses(player=CAT_1, other=WOLF_1, reason="vows"))
    phone = day.phone(CAT_1)

    before = text_of(words(phone.get(PLAY)), "spouse")
    press(phone, "realm:meet-spouse", {"month": 1})

    assert "We met" in before
    assert "have met" in text_of(words(phone.get(PLAY)), "spouse")
    assert "have met" in text_of(words(day.phone(WOLF_1).get(PLAY)), "spouse")


def test_control_is_called_and_the_phone_says_that_it_knows(day):
    phone = day.here(CAT_1).phone(CAT_1)

    response = press(phone, "control:call-control", {"text": "at the map", "place": "War Room"})

    assert response.headers["Location"] == "/play/#call"
    assert "Control knows. Somebody will come" in text_of(words(phone.get(PLAY)), "call")
    assert [call.text for call in day.state.calls] == ["at the map"]


def test_a_phone_says_who_is_coming_and_that_a_call_is_settled(day):
    phone = day.here(CAT_1).phone(CAT_1)
    press(phone, "control:call-control", {"kind": "rule", "place": "War Room"})
    day.do(AnswerCall(call=1), by=OLGA)

    told = text_of(words(phone.get(PLAY)), "call")
    assert f"{OLGA.name} is coming." in told
    assert "Stay where you are: War Room." in told

    press(phone, "control:settle-call", {})
    assert "is coming" not in text_of(words(phone.get(PLAY)), "call")
    assert "Call Control" in text_of(words(phone.get(PLAY)), "call")


def test_a_call_without_a_place_is_asked_for_it_and_keeps_what_was_typed(day):
    phone = day.here(CAT_1).phone(CAT_1)

    response = press(phone, "control:call-control", {"kind": "rule", "text": "which one?"})

    assert response.status_code == 422
    assert "Say where you are, so that somebody finds you." in text_of(words(response), "call")
    assert ">which one?</textarea>" in words(response)
    assert day.state.calls == ()


def test_who_is_hurt_is_not_asked_first(day):
    press(day.here(CAT_1).phone(CAT_1), "control:call-control", {"kind": "hurt"})

    assert [call.kind for call in day.state.calls] == ["hurt"]


def test_a_phone_says_which_announcement_it_shows(day):
    phone = day.here(CAT_1).phone(CAT_1)
    day.do(Announce(text="The gates open"), by=OLGA)

    assert 'data-shown="/play/shown/1/"' in words(phone.get(PLAY))
    assert phone.get("/play/shown/99/").status_code == 204

    assert delivery.newest_shown(day.event.stream.key, [CAT_1]) == {CAT_1: 1}


def test_what_was_read_on_one_device_is_known_to_the_others_of_the_seat_and_to_no_other_seat(day):
    phone = day.here(CAT_1).phone(CAT_1)
    day.do(Announce(text="The gates open"), by=OLGA)
    assert 'data-read="-1"' in words(phone.get(PLAY))

    assert phone.get("/play/seen/99/").status_code == 204

    assert 'data-read="1"' in words(day.phone(CAT_1).get(PLAY))
    assert delivery.newest_read(day.event.stream.key, WOLF_1) == -1
    assert Client().get("/play/seen/1/").status_code == 404


def test_a_refused_call_keeps_what_was_typed(day):
    phone = day.here(CAT_1).phone(CAT_1)

    response = press(phone, "control:call-control", {"text": "x" * 201, "place": "Elsewhere"})

    assert response.status_code == 422
    assert "Say it in 200 characters" in text_of(words(response), "call")
    assert f">{'x' * 201}</textarea>" in words(response)


def test_a_stale_call_says_that_control_comes(day):
    phone = day.here(CAT_1).phone(CAT_1)
    press(phone, "control:call-control", {"place": "Elsewhere"})

    response = press(phone, "control:call-control", {"text": "again", "place": "Elsewhere"})

    assert response.status_code == 409
    assert "Control has your call already" in text_of(words(response), "call")


def test_a_refusal_reaches_htmx_in_its_region(day):
    day.here(CAT_1).until(Phase.ACTION)
    phone = day.phone(CAT_1)
    seen = hidden(words(phone.get(PLAY)), "seen")

    response = press(phone, "control:choose-room", {"month": 1, "room": "war", "seen": seen}, **HX)

    assert response.status_code == 422
    assert re.findall(r'id="region-(\w+)"', words(response)) == ["rooms"]
    assert 'role="alert"' in words(response)


# --- House, laws, weight ------------------------------------------------------------------------------------------------


def test_the_house_lists_its_members_by_rank(day):
    day.here(CAT_1)

    panel = day.phone(CAT_1).get(PLAY).context["regions"]["team"].panel

    assert [member.rank for member in panel.members] == [1, 2, 3, 4, 5]
    assert [member.presence for member in panel.members][:2] == [Presence.PRESENT, Presence.EXPECTED]


def test_every_law_stands_on_the_board_and_those_of_the_own_house_first(day):
    page = words(day.phone(CAT_1).get(PLAY))
    own, others = page.split("<h3>For others</h3>")

    numbers = [[int(each) for each in re.findall(r'class="tablet-number"[^>]*>(\d+)', part)] for part in (own, others)]

    assert numbers[0] == [4, 6, 9]  # its hostages at the throne, its hostage of Octopus, its tribute
    assert sorted(numbers[0] + numbers[1]) == [law.number for law in day.state.scenario.laws]


def test_the_first_visit_weighs_less_than_100_kilobytes(day):
    day.here(CAT_1).until(Phase.PLANNING)
    day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.WAR), by=actor(CAT_1))
    page = words(day.phone(CAT_1).get(PLAY))

    files = set(re.findall(r'(?:href|src)="/static/([^"]+)"', page))
    bodies = [page.encode(), *(Path(finders.find(name)).read_bytes() for name in files)]

    assert "control/play.css" in files
    assert sum(len(gzip.compress(body, 6)) for body in bodies) < 100_000


def test_the_strip_on_top_shows_who_is_played_beside_who_plays(day):
    own = day.state.seats[CAT_1]
    page = words(day.phone(CAT_1).get(PLAY))

    strip = page.partition('class="strip-name"')[2].partition("</p>")[0]
    assert own.character != own.name
    assert own.name in strip
    assert own.character in strip
