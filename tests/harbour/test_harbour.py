"""A separate game runs on the platform: clock, sealed sheet, desk, phone, hall, undo. It imports nothing of God Emperor."""

from __future__ import annotations

import ast
import re
import uuid
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.template import engines
from django.test import Client
from django.urls import reverse

from control import registry
from control.day.clock.phases import BeginDay, EndPhase
from control.day.clock.steps import EndStep
from control.day.people.presence import CheckIn
from control.day.state import Presence
from control.engine.context import CHECK_IN, ORGANIZER, Actor
from control.engine.ids import TeamId
from control.journal import desk, journal, projections, streams
from control.models import Due, Entry, Event, SheetLock, Stream
from control.people import access
from control.people.events import create_event
from tests.events import state_of
from tests.harbour.realm import BELL, LOOKOUT, NAME, QUAY, REALM, ROOM, SHIPS, WATCH, Harbour, at_quay
from tests.teams import seated

HERE = Path(__file__).parent
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.urls("tests.harbour.screens")]
CREW = ((TeamId("gulls"), "Ada"), (TeamId("gulls"), "Bo"), (TeamId("terns"), "Cy"))


@pytest.fixture(autouse=True)
def played(monkeypatch):
    for known in (registry._realms, registry._rooms, streams._kinds):
        for name, value in list(known.items()):
            monkeypatch.setitem(known, name, value)  # so that monkeypatch restores the registries afterwards
    monkeypatch.setitem(registry._rooms, ROOM.rules.module.name, ROOM)
    monkeypatch.setitem(registry._realms, NAME, REALM)
    monkeypatch.setitem(streams._kinds, NAME, projections.MainStream())
    monkeypatch.setattr(engines["django"].engine, "dirs", [HERE / "templates"])
    registry.forget()
    yield
    monkeypatch.undo()
    registry.forget()


@pytest.fixture
def event() -> Event:
    return create_event(realm=NAME, name="The quay", scenario=Harbour(), casting=CREW)


def do(event: Event, command, by: Actor | None = None) -> None:
    actor = by or Actor(name="olga", desks=REALM.frame.all_desks)
    desk.perform(stream_id=event.stream_id, command=command, by=actor, command_id=uuid.uuid4())


def phone(event: Event, seat: str) -> Client:
    client = Client()
    client.post(reverse("control:link", args=[access.issue_code(event.seats.get(key=seat))]))
    return client


def tablet(event: Event, *desks: str) -> Client:
    user = User.objects.create_user("-".join(desks), password="x")
    seated(user, desks, event)
    client = Client()
    client.force_login(user)
    return client


def begun(event: Event) -> dict[str, Client]:
    """Check in everybody and send them to the quay; returns the phones by seat."""
    for seat in state_of(event).seats:
        do(event, CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
    do(event, BeginDay())
    phones = {seat: phone(event, seat) for seat in state_of(event).seats}
    for each in phones.values():
        each.post(reverse("control:choose-room"), {"month": 1, "room": QUAY, "command_id": uuid.uuid4()})
    return phones


def guess(client: Client, ship: str):
    return client.post(reverse("control:sheet", args=["guess"]), {"month": 1, "client_key": uuid.uuid4(), "ship": ship})


def test_a_tide_from_the_phones_by_the_desk_to_the_phones_and_back(event):
    phones = begun(event)
    page = phones["gulls-1"].get("/play/").content.decode()
    assert "Tide 1" in page
    assert "Watch" in page
    assert 'name="ship"' in page
    for client, ship in zip(phones.values(), SHIPS, strict=True):
        assert guess(client, ship).status_code == 302

    tablets = tablet(event, QUAY)
    address = reverse("quay_desk", args=[event.pk])
    assert "Look out" in tablets.get(address).content.decode()
    tablets.post(f"{address}step/", {"month": 1, "step": BELL, "command_id": uuid.uuid4()})
    told = tablets.post(f"{address}step/", {"month": 1, "step": LOOKOUT, "command_id": uuid.uuid4()})

    assert told.status_code in (200, 302)
    assert sum(at_quay(state_of(event)).scores.values()) == 1  # each player named another ship
    (winner,) = at_quay(state_of(event)).scores
    assert "1 points" in phones[winner].get("/play/").content.decode()
    assert SheetLock.objects.get(event=event).kind == "guess"
    assert [seal.count for seal in state_of(event).seals] == [3]

    asked = tablet(event, ORGANIZER)
    entry = Entry.objects.get(stream=event.stream_id, kind="ShipCameIn")
    undo = reverse("desk:undo", args=[event.pk, Entry.objects.get(command_id=entry.command_id, part=0).seq])
    assert "came in" in asked.get(undo).content.decode()
    asked.post(undo, {"reason": "fog", "command_id": uuid.uuid4()})
    assert at_quay(state_of(event)).scores == {}


def test_nobody_sees_the_sheet_of_another(event):
    phones = begun(event)
    guess(phones["gulls-1"], "sloop")
    others = [client.get("/play/").content.decode() for seat, client in phones.items() if seat != "gulls-1"]
    desks = tablet(event, QUAY, ORGANIZER).get(reverse("quay_desk", args=[event.pk])).content.decode()

    assert re.findall(r'value="sloop" checked', "".join((*others, desks))) == []


def test_a_wrong_sheet_and_a_late_one_are_told_in_a_sentence(event):
    phones = begun(event)
    assert "There is no such ship." in guess(phones["terns-1"], "raft").content.decode()
    do(event, EndStep(room=QUAY, month=1, step=BELL))
    assert guess(phones["terns-1"], "brig").status_code in (302, 409, 422)
    assert event.sheets.filter(late=False).count() == 0


def test_the_clock_goes_by_itself_to_the_end_of_the_day(event):
    begun(event)
    due = Due.objects.get(stream=event.stream_id, what="phase")
    assert due.kind == "EndPhase"
    for tide in (1, 2):
        do(event, EndPhase(month=tide, phase=WATCH))
    assert state_of(event).clock.stage == "over"
    stream = Stream.objects.get(pk=event.stream_id)
    assert journal.state_at(stream, stream.head, from_zero=True) == state_of(event)


PAGES = ("overview", "journal", "clock", "people", "announcements", "screens", "preflight", "ladder", "rulings", "team")


@pytest.mark.parametrize("name", PAGES)
def test_the_pages_of_the_control_team_are_there_and_speak_of_no_other_game(event, name):
    begun(event)
    found = tablet(event, ORGANIZER, QUAY, CHECK_IN).get(reverse(f"desk:{name}", args=[event.pk]))

    assert found.status_code == 200
    assert not OTHERS.search(words_of(found.content.decode())), OTHERS.search(words_of(found.content.decode()))


@pytest.mark.parametrize("path", ["/screen/{}/clock/", "/screen/{}/news/", "/screen/{}/here/", "/print/{}/", "/print/{}/state/"])
def test_walls_and_prints_speak_of_no_other_game(event, path):
    begun(event)
    found = tablet(event, ORGANIZER).get(path.format(event.pk))

    assert found.status_code == 200
    assert not OTHERS.search(words_of(found.content.decode())), OTHERS.search(words_of(found.content.decode()))


def test_a_phone_speaks_of_no_other_game(event):
    page = words_of(begun(event)["terns-1"].get("/play/").content.decode())

    assert "Tide 1" in page
    assert not OTHERS.search(page), OTHERS.search(page)


OTHERS = re.compile(r"\b(House|Houses|Power|Favors?|Sovereign|Court|Underground|War|castles?|province|throne|[Mm]onth)\b")


def words_of(page: str) -> str:
    """Text of a page without markup."""
    body = page.partition("<body")[2]
    return re.sub(r"<(script|style|template)\b.*?</\1>|<[^>]+>", " ", body, flags=re.DOTALL)


def test_it_imports_nothing_of_any_other_game():
    found = set()
    for path in HERE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            found |= {alias.name for alias in node.names} if isinstance(node, ast.Import) else set()
            found |= {node.module or ""} if isinstance(node, ast.ImportFrom) else set()
    assert {name for name in found if name.startswith("rooms")} == set()
    files = [path for path in HERE.rglob("*") if path.suffix in {".py", ".html"} and not path.name.startswith("test_")]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) < 300
