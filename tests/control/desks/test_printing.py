"""Prints: access, contents, and no secret that the opener may not know."""

from __future__ import annotations

import re
import uuid
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import timezone

from control import registry
from control.day.clock.clocks import tables_used
from control.day.clock.steps import EndStep
from control.day.handoffs import HandOver
from control.day.people.presence import LeaveForGood
from control.day.people.room_choice import SeatInRoom
from control.day.roster.marks import MarkPerson
from control.day.state import PersonMarks
from control.engine.ids import StepId
from control.engine.viewer import Viewer
from control.models import Sheet
from control.people import access
from control.printing import badges
from control.printing.urls import urlpatterns
from control.sheets.paper import mark, read_mark
from control.sheets.sheets import Arrival, Status, hand_in
from control.watch import addresses
from rooms.realm.desks import ALL_DESKS, Desk
from rooms.realm.frame import NAME
from rooms.realm.game.effects.lifetime import EnterEffect
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.game.state import EffectKind
from rooms.realm.scenario.ids import HouseId, Phase, Room
from rooms.realm.screens import prints
from rooms.realm.screens.prints import stands_closer
from rooms.war.game.state import ORDERS
from tests.control.desks.conftest import signed_in, words

ORG = frozenset({Desk.ORGANIZER})
HOUSES = ORG | {Desk.WAR, Desk.COURT, Desk.UNDERGROUND, Desk.CEREMONY}
PEOPLE = ORG | {Desk.CHECK_IN, Desk.CEREMONY}

TABLE = {
    "menu": ("", ALL_DESKS),
    "badges": ("badges/", PEOPLE),
    "badges plain": ("badges/?plain=1", PEOPLE),
    "sheets war": ("sheets/?kind=war&month=1", ALL_DESKS),
    "sheets proposal": ("sheets/?kind=proposal&month=1&who=cat", ALL_DESKS),
    "sheets scheme": ("sheets/?kind=scheme&month=1&who=nobody&spare=2", ALL_DESKS),
    "filled war": ("filled/war/", ORG | {Desk.WAR}),
    "filled proposal": ("filled/proposal/", ORG | {Desk.COURT}),
    "filled scheme": ("filled/scheme/", ORG | {Desk.UNDERGROUND}),
    "strips": ("strips/", ALL_DESKS),
    "laws": ("laws/", ALL_DESKS),
    "marshal": ("marshal/", ALL_DESKS),
    "state": ("state/", HOUSES),
}


def at(person, address):
    return person.client.get(f"/print/{person.event.pk}/{address}")


def send(day, seat, kind, body):
    found = hand_in(
        Arrival(
            event_id=day.event.pk, seat=seat, kind=kind, month=1, body=body, client_key=uuid.uuid4(), received_at=timezone.now()
        )
    )
    assert found.status is Status.RECEIVED, found
    return found


# --- access -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("desk", sorted(Desk))
def test_a_desk_prints_what_is_its_own(running, desk):
    person = signed_in(running.event, desk)

    assert {name for name, (address, _desks) in TABLE.items() if at(person, address).status_code != 404} == {
        name for name, (_address, desks) in TABLE.items() if desk in desks
    }


def test_nothing_is_printed_for_players_or_the_hall(running, player, nobody):
    for person in (player, nobody, signed_in(running.event)):
        known = person.client.session.get("_auth_user_id")
        for address in ("", *(each for each, _desks in TABLE.values())):
            answer = at(person, address)
            assert answer.status_code == (404 if known else 302)
            assert known or answer["Location"].startswith("/staff/login/?next=/print/")
        assert person.client.get("/print/").status_code == (404 if known else 302)
        assert person.client.post(f"/print/{running.event.pk}/badges/", {"seat": "cat-1 0"}).status_code == 404


def test_every_address_is_in_the_table():
    own = {each.name for each in registry.realm(NAME).paper.prints}
    assert {pattern.name for pattern in urlpatterns} - {"door", "mark", "own"} | own == {name.split()[0] for name in TABLE}


def test_the_door_leads_to_the_newest_event(organizer, day):
    assert organizer.client.get("/print/")["Location"] == f"/print/{day.event.pk}/"
    assert f'href="/print/{day.event.pk}/"' in organizer.get("").content.decode()


def test_nothing_on_the_way_keeps_a_print(organizer, running):
    for address, _desks in TABLE.values():
        assert "no-store" in at(organizer, address)["Cache-Control"]


@pytest.mark.parametrize(
    "address", [each for each, _desks in TABLE.values() if each and "filled" not in each and each != "badges/"]
)
def test_every_print_says_of_when_it_is_and_comes_in_two_sizes(organizer, running, address):
    a4 = at(organizer, address).content.decode()
    letter = at(organizer, f"{address}{'&' if '?' in address else '?'}paper=letter").content.decode()

    assert "Month 1, Ceremony" in a4
    assert timezone.localtime().strftime("%H:") in a4
    assert "print-a4" in a4
    assert "print-letter" not in a4
    assert "print-letter" in letter
    assert at(organizer, f"{address}{'&' if '?' in address else '?'}paper=a0").status_code in (200, 422)


# --- secrets ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def secrets(running):
    """A day with secrets that a print might reveal: a sealed sheet, hands of cards, Rumors, a scheme's effect."""
    running.do(GiveFavors(seat="cat-1", count=2, reason="a gift"))
    running.go_to(Phase.PLANNING)
    for seat in ("cat-1", "wolf-1"):
        running.do(SeatInRoom(player=seat, month=1, room=Room.COURT))
    province = next(house.province for house in running.state.scenario.houses if house.id == "wolf")
    running.do(SeatInRoom(player="wolf-2", month=1, room=Room.UNDERGROUND, table=province))
    scheme = next(each for each in running.state.scenario.schemes if each.trap)
    send(running, "wolf-2", "scheme", f'{{"type":"{scheme.id}","values":[],"note":"canary-of-a-scheme"}}'.encode())
    return running


def kept_secret(day):
    state = day.state
    held = {card.rsplit("#", 1)[0] for seat in state.seats.values() for card in seat.purse.favors}
    names = [favor.name for favor in state.scenario.favors if favor.id in held]
    return [
        "canary-of-a-scheme",
        *names,
        *(favor.ability for favor in state.scenario.favors),
        *(rumor.text for rumor in state.scenario.rumors),
        *(text for house in state.scenario.houses for text in (*house.true_secrets, *house.false_secrets)),
    ]


def all_prints(day, desk):
    person = signed_in(day.event, desk)
    return {address: words(at(person, address)) for address, desks in TABLE.values() if desk in desks}


@pytest.mark.parametrize("desk", [Desk.ORGANIZER, Desk.WAR, Desk.CHECK_IN])
def test_no_print_tells_a_secret(secrets, desk):
    hidden = kept_secret(secrets)
    assert len(hidden) > 20
    for address, told in all_prints(secrets, desk).items():
        for secret in hidden:
            assert secret not in told, (address, secret)


def test_a_scheme_is_printed_by_its_own_desk_alone_and_once_it_is_open(secrets):
    assert "sealed until" in words(at(signed_in(secrets.event, Desk.UNDERGROUND), "filled/scheme/"))
    assert at(signed_in(secrets.event, Desk.ORGANIZER), "filled/scheme/").status_code == 409
    secrets.go_to(Phase.ACTION)
    control = Viewer(desks=frozenset({Desk.UNDERGROUND}))
    for table in tables_used(secrets.state, Room.UNDERGROUND):
        secrets.do(EndStep(room=Room.UNDERGROUND, month=1, step=StepId("updates"), table=table))
    assert registry.sheet_kinds(NAME)["scheme"].on_paper.sees(secrets.state, control)

    for desk in (Desk.ORGANIZER, Desk.UNDERGROUND, Desk.COURT, Desk.CHECK_IN):
        told = all_prints(secrets, desk)
        shown = {address for address, text in told.items() if "canary-of-a-scheme" in text}
        assert shown == ({"filled/scheme/"} if desk in (Desk.UNDERGROUND, Desk.ORGANIZER) else set())


def test_orders_are_printed_once_they_are_open(action, war):
    assert at(war, "filled/war/").status_code == 409
    assert Sheet.objects.count() == 0
    from control.day.clock.steps import EndStep

    action.do(EndStep(room=Room.WAR, month=1, step=action.state.clock.rooms[Room.WAR].step))
    while ORDERS not in action.state.clock.rooms[Room.WAR].done:
        action.do(EndStep(room=Room.WAR, month=1, step=action.state.clock.rooms[Room.WAR].step))

    answer = at(war, "filled/war/")
    assert answer.status_code == 200
    assert "War orders of month 1" in words(answer)


def test_what_a_scheme_left_in_force_and_what_waits_are_printed_for_their_desks(action):
    action.do(EnterEffect(kind=EffectKind.FAMINE, since=1, until=None, houses=(HouseId("cat"),), reason="a bad year"))
    action.do(HandOver(origin=Desk.COURT, to=Desk.WAR, what="an Immortal kills at Zen", rule=""))

    assert "an Immortal kills at Zen" in words(at(signed_in(action.event, Desk.WAR), "state/"))
    assert "an Immortal kills at Zen" not in words(at(signed_in(action.event, Desk.CEREMONY), "state/"))
    assert "amine" in words(at(signed_in(action.event, Desk.WAR), "state/"))


# --- badges -------------------------------------------------------------------------------------------------------------


def issue(person, *seats):
    return person.client.post(f"/print/{person.event.pk}/badges/", {"seat": list(seats)})


def test_badges_are_printed_with_the_codes_as_they_are_made(checkin, day):
    answer = issue(checkin, "cat-1 0", "wolf-2 0")

    found = re.findall(r"[0-9A-Z]{4}-[0-9A-Z]{4}", words(answer))
    assert answer.status_code == 200
    assert [access.seat_by_code(code).key for code in found] == ["cat-1", "wolf-2"]
    assert answer.content.count(b"<svg") > 2
    assert "Amara Okafor" in words(answer)
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]", "console.localhost"])
def test_a_badge_made_at_the_consoles_own_machine_leads_phones_there(checkin, day, monkeypatch, name):
    """On a phone, "localhost" is the phone itself."""
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.7.9")
    drawn = []
    monkeypatch.setattr(badges, "qr", lambda words: drawn.append(words) or "")

    answer = checkin.client.post(f"/print/{checkin.event.pk}/badges/", {"seat": ["cat-1 0"]}, headers={"host": f"{name}:8000"})

    code = re.findall(r"[0-9A-Z]{4}-[0-9A-Z]{4}", words(answer))[0].replace("-", "")
    assert drawn == [f"http://192.168.7.9:8000/j/{code}/"]
    assert "http://192.168.7.9:8000/" in words(answer)
    assert name not in words(answer)


def test_behind_a_proxy_it_leads_to_the_proxys_name(checkin, day, settings):
    settings.PRODUCTION, settings.HTTPS, settings.ALLOWED_HOSTS, settings.CSRF_TRUSTED_ORIGINS = (
        True,
        True,
        ["console.hall", "localhost"],
        [],
    )

    answer = checkin.client.post(f"/print/{checkin.event.pk}/badges/", {"seat": ["cat-1 0"]}, headers={"host": "localhost"})

    assert "https://console.hall/" in words(answer)


def test_by_any_other_name_the_console_is_found_as_it_was(checkin, day):
    answer = checkin.client.post(f"/print/{checkin.event.pk}/badges/", {"seat": ["cat-1 0"]}, headers={"host": "game.local:8000"})

    assert "http://game.local:8000/" in words(answer)


def test_the_same_press_twice_puts_nobody_out(checkin, day):
    first = re.findall(r"[0-9A-Z]{4}-[0-9A-Z]{4}", words(issue(checkin, "cat-1 0")))

    again = issue(checkin, "cat-1 0")

    assert "Not printed, because a code was given meanwhile" in words(again)
    assert access.seat_by_code(first[0]).key == "cat-1"
    assert not re.findall(r"[0-9A-Z]{4}-[0-9A-Z]{4}", words(again))


def test_a_lost_print_is_made_again_with_new_codes(checkin, day):
    first = re.findall(r"[0-9A-Z]{4}-[0-9A-Z]{4}", words(issue(checkin, "cat-1 0")))[0]
    assert 'value="cat-1 1"' in at(checkin, "badges/").content.decode()

    second = re.findall(r"[0-9A-Z]{4}-[0-9A-Z]{4}", words(issue(checkin, "cat-1 1")))[0]

    assert access.seat_by_code(first) is None
    assert access.seat_by_code(second).key == "cat-1"


def test_who_has_no_phone_gets_a_badge_without_a_code(checkin, day):
    day.do(MarkPerson(seat="cat-1", before=PersonMarks(), after=PersonMarks(phoneless=True)))

    told = words(issue(checkin, "cat-1 0"))

    assert "Amara Okafor" in told
    assert "plays on paper" in told
    assert not re.findall(r"[0-9A-Z]{4}-[0-9A-Z]{4}", told)


def test_the_tick_of_a_badge_without_a_code_goes_once_it_is_printed(checkin, day):
    day.do(MarkPerson(seat="cat-1", before=PersonMarks(), after=PersonMarks(phoneless=True)))
    assert "cat-1" in ticked(checkin)

    issue(checkin, "cat-1 0", "cat-2 0")

    assert not ticked(checkin) & {"cat-1", "cat-2"}
    assert "no phone, badge printed" in words(at(checkin, "badges/"))
    assert "Not printed" not in words(issue(checkin, "cat-1 1"))  # a badge ticked by hand is printed once more

    day.do(MarkPerson(seat="cat-1", before=PersonMarks(phoneless=True), after=PersonMarks()))
    assert "cat-1" in ticked(checkin)  # with a phone there is a code to give


def ticked(person):
    page = at(person, "badges/").content.decode()
    return set(re.findall(r'name="seat" value="(\S+) \d+" checked', page))


@pytest.mark.parametrize(
    "seats", [(), ("cat-99 0",), ("cat-1",), ("cat-1 0", "cat-1 0"), ("cat-1 -1",), ("<b> 0",), ("cat-1 0", "cat-1 1")]
)
def test_a_broken_list_of_badges_gives_nobody_a_code(checkin, day, seats):
    answer = issue(checkin, *seats)

    assert answer.status_code == 422
    assert not day.event.seats.exclude(code_hash=None).exists()


def test_who_has_left_has_no_badge(checkin, day):
    day.do(LeaveForGood(seat="cat-3"))

    assert issue(checkin, "cat-3 0").status_code == 422
    assert "cat-3" not in at(checkin, "badges/").content.decode()


def test_a_badge_says_nothing_that_only_the_team_may_know(checkin, day):
    day.do(MarkPerson(seat="cat-1", before=PersonMarks(), after=PersonMarks(first_timer=True, note="canary-note")))

    for answer in (issue(checkin, "cat-1 0"), at(checkin, "badges/?plain=1"), at(checkin, "strips/")):
        assert "canary-note" not in words(answer)
        assert "first" not in words(answer).lower()


@pytest.mark.parametrize(
    ("strips", "size", "closer"), [(45, "a4", True), (44, "a4", False), (24, "a4", True), (49, "a4", False), (45, "letter", False)]
)
def test_strips_stand_closer_where_that_saves_a_page_for_the_last_few(strips, size, closer):
    assert stands_closer(strips, size) is closer


def test_the_strips_of_a_whole_cast_stand_closer(checkin, monkeypatch):
    monkeypatch.setitem(prints.STRIPS, "a4", (1, 10_000))

    assert 'class="strips close"' in at(checkin, "strips/").content.decode()
    assert 'class="strips"' in at(checkin, "strips/?paper=letter").content.decode()


@pytest.mark.rule("GE-WAR-26")
def test_the_paper_war_sheet_says_whom_it_betrays(war):
    assert "We betray the Sovereign: our units attack Immortals" in words(at(war, "sheets/?kind=war&month=1&who=cat&spare=0"))


def test_badges_need_their_token(checkin):
    client = Client(enforce_csrf_checks=True)
    client.cookies = checkin.client.cookies
    assert client.post(f"/print/{checkin.event.pk}/badges/", {"seat": "cat-1 0"}).status_code == 403


# --- blank sheets -------------------------------------------------------------------------------------------------------


def test_a_blank_sheet_bears_the_mark_of_its_month_and_player(war, day):
    page = words(at(war, "sheets/?kind=war&month=2&who=cat&spare=1"))

    found = [read_mark(text) for text in re.findall(r"MG\.\S+", page)]
    assert [(each.event, each.month, each.seat, each.kind) for each in found] == [
        (day.event.pk, 2, "cat-1", "war"),
        (day.event.pk, 2, "cat-2", "war"),
        (day.event.pk, 2, "cat-3", "war"),
        (day.event.pk, 2, "", "war"),
    ]


def test_sheets_are_printed_for_those_without_a_phone(war, day):
    day.do(MarkPerson(seat="wolf-2", before=PersonMarks(), after=PersonMarks(phoneless=True)))
    name = day.state.seats["wolf-2"].name

    assert f"{name} (Wolf)" in words(at(war, ""))
    page = words(at(war, "sheets/?kind=proposal&month=1&who=phoneless"))
    assert [read_mark(text).seat for text in re.findall(r"MG\.\S+", page)] == ["wolf-2"]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("", "Choose a kind of sheet."),
        ("kind=war", "Choose a month."),
        ("kind=war&month=99", "This event has"),
        ("kind=war&month=0", "greater than or equal"),
        ("kind=war&month=x", "Write the month as a number."),
        ("kind=tea&month=1", "There is no such sheet."),
        ("kind=war&month=1&who=dog", "Choose everybody"),
        ("kind=war&month=1&spare=1000", "at most 20 spare"),
        ("kind=war&month=1&spare=x", "Write a number."),
        ("kind=war&month=1&who=phoneless", "There is nobody to print a sheet for."),
    ],
)
def test_what_cannot_be_printed_is_said(war, day, asked, sentence):
    answer = at(war, f"sheets/?{asked}")

    assert answer.status_code == 422
    assert sentence in words(answer)


def test_a_mark_leads_its_desk_on_and_a_mark_of_another_month_is_refused(running, war, sits, player, nobody):
    now, old = mark(running.event.pk, 1, "cat-1", "war"), mark(running.event.pk, 2, "cat-1", "war")

    lower = war.client.get(f"/print/mark/{now.lower()}/")["Location"]
    assert lower == f"/control/{running.event.pk}/sheets/war/paper/?mark={now}"
    assert war.client.get(lower).status_code == 200
    answer = war.client.get(f"/print/mark/{old}/", follow=True)
    assert answer.status_code == 422
    assert "This sheet is for month 2; it is month 1 now." in words(answer)
    assert sits(Desk.COURT).client.get(f"/print/mark/{now}/").status_code == 404
    for person in (player, nobody):
        assert person.client.get(f"/print/mark/{now}/")["Location"].startswith("/staff/login/")
    for text in ("MG.1.1.CAT-1.WAR.AAAAAAAA", "x", mark(running.event.pk + 7, 1, "cat-1", "war"), mark(1, 1, "cat-1", "tea")):
        assert war.client.get(f"/print/mark/{text}/").status_code == 404


# --- current state ------------------------------------------------------------------------------------------------------


def test_the_state_now_holds_what_a_day_goes_on_from(secrets, organizer):
    told = words(at(organizer, "state/"))
    state = secrets.state

    for seat in state.seats.values():
        assert seat.name in told
    for law in state.laws:
        assert law.title in told
    for region in state.scenario.map.regions:
        assert region.name in told
    assert "Court seat" not in told
    wolf = next(house.province for house in state.scenario.houses if house.id == "wolf")
    assert f"Underground, {next(each.name for each in state.scenario.provinces if each.id == wolf)}" in told
    for part in ("Houses and players", "The map", "Law Board", "Laws and effects", "Waiting", "Favors are counted only"):
        assert part in told


def test_laws_are_printed_one_tablet_each(war, running):
    page = at(war, "laws/").content.decode()

    assert page.count('class="tablet"') == len(running.state.laws)


def test_a_box_to_tick_stays_on_the_line_of_its_house(running, war):
    css = Path(finders.find("control/print.css") or "").read_text(encoding="utf-8")
    sheet = war.client.get(f"/print/{running.event.pk}/sheets/?kind=war&month=1&who=nobody&spare=1").content.decode()

    assert len(re.findall(r'<span class="nowrap"><span class="tick"></span> \w+</span>', sheet)) == len(
        running.state.scenario.houses
    )
    assert re.search(r"^  \.nowrap \{[^}]*white-space: nowrap", css, re.MULTILINE)
