"""Two events in one database: members of one are strangers in the other, at every address, socket, print and backup."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from control.backup import file
from control.day.people.presence import CheckIn
from control.day.state import Presence
from control.engine.context import Actor
from control.engine.modules import Invalidation
from control.live import attendant, broadcast
from control.models import Draft, Event, Membership, Screen, Sheet
from control.people import staff
from control.sheets import sheets
from rooms.realm.desks import ALL_DESKS, Desk
from rooms.tables.game.opening import OpenTable
from rooms.tables.lobby import open_table
from rooms.tables.models import Table
from tests.control.hall import Hall as Server
from tests.control.hall import serving
from tests.secrecy.ears import AUDIENCES, Ear, cookie_of, heard_by
from tests.secrecy.planted import AUTHOR, MATE, OLGA, RIVAL, Hall, addresses, page, player
from tests.teams import member, seated

pytestmark = [pytest.mark.django_db(transaction=True)]

CANARY = b"CANARY"
DESK = re.compile(r"^/(?:control|print)/\d+/|^/print/mark/")
LINE = re.compile(rb"<(?:form|input|button|script|link|a)\b[^>]*>")


@dataclass
class Two:
    """Two events. `theirs`: the event full of secrets. `people`: every account and badge of the other event."""

    theirs: Hall
    own: Hall
    table: Table
    people: Mapping[str, Client]
    staff: frozenset[str]

    def places(self) -> list[str]:
        """Every address that leads to the event with the secrets, its side table included."""
        found = {*addresses(self.theirs.event)}
        found |= {
            address.replace("WRONGONE", self.table.code) for address in found if "/tables/" in address or "/table/" in address
        }
        return sorted(found)

    def leads_there(self, address: str) -> bool:
        """Whether an address names the other event or its table. Numbers in phones' addresses never mean an event."""
        event = str(self.theirs.event.pk)
        if address.startswith("/play/"):
            return False
        return event in address.split("/") or self.table.code in address or address.startswith("/print/mark/")


@pytest.fixture
def two(monkeypatch) -> Two:
    cache.clear()
    theirs = Hall.planted()
    own = Hall()
    own.event.name = "Own day"
    own.event.save(update_fields=["name"])
    for seat in (AUTHOR, MATE):
        own.do(CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
    seated(User.objects.create_user("hers"), [Desk.COURT], theirs.event)
    command = OpenTable(title="Table of theirs", chairs=3)
    table = open_table(kind="potemkin", event=theirs.event, command=command, by=OLGA, command_id=uuid.uuid4())
    assert theirs.event.pk != own.event.pk
    team = {desk.value: member(desk, events=[own.event]) for desk in (Desk.ORGANIZER, Desk.WAR)}
    badges = {"author": player(own.event, AUTHOR), "rival": player(own.event, RIVAL)}
    admin = Client()
    admin.force_login(User.objects.create_superuser("root"))
    instant = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: instant)
    people = {**team, **badges, "admin of the site": admin, "no event": member()}
    return Two(theirs, own, table, people, frozenset({*team, "admin of the site", "no event"}))


def kept_of(event: Event) -> tuple[object, ...]:
    """Everything of an event that a request might change."""
    event.refresh_from_db()
    event.stream.refresh_from_db()
    counted = (Sheet.objects, Draft.objects, Membership.objects, Screen.objects)
    codes = tuple(event.seats.values_list("key", "issue").order_by("key"))
    return event.stream.head, bytes(event.stream.state), codes, event.rung, *(rows.filter(event=event).count() for rows in counted)


def test_whoever_belongs_to_the_one_event_sees_of_the_other_what_nobody_does(two):
    stranger, wrong, shown = Client(), [], 0
    there = [address for address in two.places() if two.leads_there(address) and "/here/" not in address]
    for address in there:
        as_nobody = page(stranger, address)
        shown += as_nobody[0] == 200
        for who, client in two.people.items():
            status, body = page(client, address)
            if CANARY in body:
                wrong.append((who, address, "a canary"))
            if DESK.match(address) and who in two.staff:
                if status not in (404, 405):  # 405: only takes POST, in any event
                    wrong.append((who, address, status))
            elif (status, plain(body)) != (as_nobody[0], plain(as_nobody[1])):
                wrong.append((who, address, "not what nobody sees"))

    assert wrong == []
    assert len(there) > 100
    assert shown > 4, "the hall's screens are everybody's"


def plain(body: bytes) -> bytes:
    """A page without addresses and fields that belong to the device itself."""
    return LINE.sub(b"", body)


def test_their_own_pages_hold_nothing_of_the_other_event(two):
    wrong = []
    for who in ("organizer", "author", "admin of the site"):
        client = two.people[who]
        cache.clear()  # the count of wrong codes stops a crawl
        for address in [*addresses(two.own.event), "/control/", "/print/", "/screen/", "/tables/", "/play/"]:
            if "leave" in address and address.count("/") < 3:
                continue
            body = page(client, address)[1]
            wrong += [(who, address, secret) for secret in (CANARY, two.table.code.encode(), b"Table of theirs") if secret in body]

    assert wrong == []


def test_no_press_changes_anything_of_the_other_event(two):
    before = kept_of(two.theirs.event)
    sent = {
        "command_id": str(uuid.uuid4()),
        "mark": f"{AUTHOR} present absent",
        "desks": "organizer",
        "name": "mole",
        "known": "on",
    }
    wrong, there = [], [address for address in two.places() if two.leads_there(address) and "/here/" not in address]
    for who in ("organizer", "author", "admin of the site"):
        for address in there:
            response = two.people[who].post(address, sent)
            if DESK.match(address) and response.status_code not in (404, 405):
                wrong.append((who, address, response.status_code))

    assert wrong == []
    assert kept_of(two.theirs.event) == before


def test_the_crawl_would_find_the_secrets(two):
    """A member of that event crawls the same addresses: a crawl that reaches nothing proves nothing."""
    olga = member(*ALL_DESKS, events=[two.theirs.event])
    pages = [page(olga, address) for address in two.places() if DESK.match(address)]

    assert sum(CANARY in body for _status, body in pages) > 6
    assert sum(status == 200 for status, _body in pages) > 40


def test_the_door_lists_the_own_events_alone(two):
    events = (two.theirs.event, two.own.event)
    both = member(Desk.WAR, events=events)
    for door in ("control", "print"):
        listed = both.get(f"/{door}/").content.decode()
        assert [f'href="/{door}/{event.pk}/"' in listed for event in events] == [True, True]

    own = two.people["war"]
    assert own.get("/control/").headers["Location"] == f"/control/{two.own.event.pk}/"
    assert own.get("/print/").headers["Location"] == f"/print/{two.own.event.pk}/"
    for who in ("no event", "admin of the site"):
        door = two.people[who].get("/control/")
        assert (door.status_code, b"event-card" in door.content) == (200, False)
        assert two.people[who].get("/print/").status_code == 404


def test_the_admin_enters_by_a_membership_alone(two):
    place = f"/control/{two.theirs.event.pk}/"
    admin = two.people["admin of the site"]
    assert admin.get(place).status_code == 404

    given = {"event": two.theirs.event.pk, "user": User.objects.get(username="root").pk, "desks": ["war"]}
    assert admin.post("/admin/control/membership/add/", given).status_code == 302

    assert admin.get(place).status_code == 200
    assert admin.get(f"{place}clock/").status_code == 404, "not an organizer"
    row = Membership.objects.get(event=two.theirs.event, user__username="root")
    assert (row.desks, row.given_by) == ("war", "root")
    assert two.people["organizer"].get("/admin/control/membership/").status_code == 302, "no organizer's to see"


# --- sockets ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def server(monkeypatch) -> Iterator[Server]:
    monkeypatch.setattr(attendant, "BEAT_EVERY", 3600.0)
    with serving() as found:
        yield found


def opened(server: Server, lines: ExitStack, event: Event, people: Mapping[str, Client]) -> dict[str, Ear]:
    ears = {who: Ear(lines.enter_context(server.screen(event.pk, cookie_of(client))).line) for who, client in people.items()}
    for ear in ears.values():
        assert ear.until(lambda told: told["t"] == "hello")["seat"] is None
    return ears


def test_a_socket_hears_of_the_other_event_what_all_hear(two, server):
    audiences = sorted({*AUDIENCES["author"], *(f"desk:{desk.value}" for desk in Desk), "staff", "house:wolf"} - {"all"})
    with ExitStack() as lines:
        ears = opened(server, lines, two.theirs.event, two.people)
        olga = member(*Desk, events=[two.theirs.event])
        insider = Ear(lines.enter_context(server.screen(two.theirs.event.pk, cookie_of(olga))).line)
        insider.until(lambda told: told["t"] == "hello")

        for audience in audiences:
            broadcast.tell_outside_journal(two.theirs.event.pk, (Invalidation(topic="secret", to=audience),))
        broadcast.tell_outside_journal(two.theirs.event.pk, (Invalidation(topic="news"),))

        heard = heard_by({**ears, "insider": insider})
    assert [json.loads(frame)["topics"] for frame in heard.pop("insider")].count(["secret"]) == len(Desk) + 1
    told = {who: [json.loads(frame)["topics"] for frame in frames] for who, frames in heard.items()}
    assert told == {who: [["news"]] for who in two.people}


def test_a_socket_of_the_other_event_stands_nowhere_and_sends_no_sheet(two, server):
    before = kept_of(two.theirs.event)
    with ExitStack() as lines:
        ears = opened(server, lines, two.theirs.event, {who: two.people[who] for who in ("organizer", "author")})
        ears["organizer"].say(t="here", page="war", step="")
        assert ears["organizer"].until(lambda told: told["t"] == "refused")
        ears["author"].say(t="sheet", kind="war", month=1, key=str(uuid.uuid4()), body={})
        answer = ears["author"].until(lambda told: told["t"] in ("refused", "receipt"))
        assert (answer["t"], answer.get("status")) in (("refused", None), ("receipt", "refused"))
    sheets.await_writer()
    assert kept_of(two.theirs.event) == before


def test_who_is_withdrawn_is_out_at_once_on_pages_and_sockets(two, server):
    event, place = two.own.event, f"/control/{two.own.event.pk}/"
    wanda = User.objects.create_user("wanda")
    seated(wanda, [Desk.WAR], event, two.theirs.event)
    tablet = Client()
    tablet.force_login(wanda)
    assert tablet.get(place).status_code == 200
    organizer = Client()
    organizer.force_login(seated(User.objects.create_user("olga"), [Desk.ORGANIZER], event))
    with ExitStack() as lines:
        here, there = (
            Ear(lines.enter_context(server.screen(each.pk, cookie_of(tablet))).line) for each in (event, two.theirs.event)
        )
        for ear in (here, there):
            ear.until(lambda told: told["t"] == "hello")

        assert organizer.post(f"{place}team/{wanda.pk}/withdraw/").status_code == 302

        here.ask()
        here.answered()
        assert here.closed == 4401
        there.ask()
        there.answered()
        assert there.closed == 0, "the other event goes on"
    assert [tablet.get(f"{place}{page}").status_code for page in ("", "war/", "part/bar/", "journal/")] == [404] * 4
    assert tablet.get(f"/control/{two.theirs.event.pk}/").status_code == 200
    with server.screen(event.pk, cookie_of(tablet)) as again:
        ear = Ear(again.line)
        ear.until(lambda told: told["t"] == "hello")
        broadcast.tell_outside_journal(
            event.pk, (Invalidation(topic="secret", to="staff"), Invalidation(topic="secret", to="desk:war"))
        )
        assert heard_by({"again": ear}) == {"again": []}


@pytest.mark.parametrize("lost", ["withdrawn", "other desks", "closed"])
def test_a_withdrawal_whose_news_got_lost_is_found_at_the_next_look(two, server, monkeypatch, lost):
    monkeypatch.setattr(attendant, "LOOK_EVERY", 0.05)
    wanda = User.objects.create_user("wanda")
    seated(wanda, [Desk.WAR], two.own.event)
    tablet = Client()
    tablet.force_login(wanda)
    with server.screen(two.own.event.pk, cookie_of(tablet)) as screen:
        ear = Ear(screen.line)
        ear.until(lambda told: told["t"] == "hello")
        if lost == "withdrawn":
            Membership.objects.filter(user=wanda).delete()
        elif lost == "closed":
            User.objects.filter(pk=wanda.pk).update(is_active=False)
        else:
            seated(wanda, [Desk.COURT], two.own.event)
        with pytest.raises(Exception, match="4401"):
            ear.until(lambda told: False)


# --- backup -------------------------------------------------------------------------------------------------------------


def test_a_backup_holds_accounts_and_sessions_of_its_own_team_alone(two, tmp_path):
    both = User.objects.create_user("both")
    seated(both, [Desk.WAR], two.own.event, two.theirs.event)
    theirs = User.objects.create_user("theirs-alone")
    seated(theirs, [Desk.WAR], two.theirs.event)
    tablets = {user.username: Client() for user in (both, theirs)}
    for name, tablet in tablets.items():
        tablet.force_login(User.objects.get(username=name))
    path = tmp_path / "own.backup"

    file.write(two.own.event, path)

    stored = {table.table: [dict(zip(table.columns, row, strict=True)) for row in rows] for table, rows in file.rows_in(path)}
    names = {row["username"] for row in stored["auth.user"]}
    assert names == {member.name for member in staff.members(two.own.event.pk)}
    assert "both" in names
    assert not {"theirs-alone", "root"} & names
    assert {row["event_id"] for row in stored["control.membership"]} == {two.own.event.pk}
    sessions = {row["session_key"] for row in stored["sessions.session"]}
    assert tablets["both"].cookies["sessionid"].value in sessions
    assert tablets["theirs-alone"].cookies["sessionid"].value not in sessions
    assert len(sessions) == len(names) < Session.objects.count()
    assert CANARY.decode() not in json.dumps(stored, default=str)


# --- side tables --------------------------------------------------------------------------------------------------------


def test_a_table_of_an_event_is_led_by_its_own_team_and_one_of_no_event_by_nobodys(two):
    command = OpenTable(title="Free", chairs=3)
    free = open_table(kind="potemkin", event=None, command=command, by=Actor(name="x"), command_id=uuid.uuid4())
    theirs = member(Desk.WAR, events=[two.theirs.event])

    def led(client: Client, event: Event, table: Table) -> int:
        return client.get(f"/control/{event.pk}/tables/{table.code}/").status_code

    ours = two.people["organizer"]
    assert led(theirs, two.theirs.event, two.table) == 200
    assert [led(ours, event, two.table) for event in (two.own.event, two.theirs.event)] == [404, 404]
    assert [led(theirs, two.theirs.event, free), led(ours, two.own.event, free)] == [404, 404]
