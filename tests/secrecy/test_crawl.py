"""Nobody reads what is not theirs: every address is crawled as every kind of viewer, with a canary in every secret."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import Group, User
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from control import access, desk, journal, sheets
from control.events import create_event
from control.game.asked import ALL_DESKS, Actor, Desk
from control.game.clock import BeginDay, EndPhase
from control.game.notices import Announce, CallControl
from control.game.people import CheckIn, ChooseRoom
from control.game.state import Presence
from control.game.treasury import AdjustPower, GiveFavors
from control.models import Event, Sheet, Stream
from control.scenario.ids import Phase, Room, SeatId
from control.views.desk import frame
from tests.scenarios import default

pytestmark = [pytest.mark.django_db(transaction=True)]

OLGA = Actor(name="olga", desks=ALL_DESKS)
AUTHOR, MATE, RIVAL = SeatId("cat-1"), SeatId("cat-2"), SeatId("wolf-1")
HERE = (AUTHOR, MATE, RIVAL, SeatId("snake-1"), SeatId("cat-3"))
SKIPPED = ("admin/", "static/")
ONE = b'{"orders":[{"kind":"move","units":2,"origin":"amn","target":"%s"}],"extra":null,"allies":["wolf"],"betray":true}'
OTHER = b'{"orders":[{"kind":"recruit","target":"amn"}],"extra":null,"allies":["bear","ram"],"betray":false}'
PROPOSAL = b'{"type":"fines","values":[["wolf"],["1"],["1"]],"note":"CANARYPROPOSAL"}'
SCHEME = b'{"type":"ambush","values":[],"note":"CANARYSCHEME"}'


class Hall:
    """An event in the Planning of month 1, with a secret in every place that can hold one."""

    def __init__(self) -> None:
        scenario = default()
        self.event = create_event(name="Secrets", scenario=scenario, casting=scenario.casting)
        for seat in HERE:
            self.do(CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
        self.do(BeginDay())
        self.do(AdjustPower(seat=AUTHOR, before=0, power=7391, reason="CANARYREASON"))
        self.do(GiveFavors(seat=AUTHOR, count=12, reason="CANARYGIFT"))
        self.do(Announce(text="CANARYHOUSE", to="cat"))
        self.do(CallControl(seat=AUTHOR, text="CANARYCALL"), Actor(seat=AUTHOR))
        self.do(EndPhase(month=1, phase=Phase.CEREMONY))
        for seat, room in ((AUTHOR, Room.WAR), (MATE, Room.WAR), (RIVAL, Room.WAR)):
            self.do(ChooseRoom(seat=seat, month=1, room=room), Actor(seat=seat))
        self.do(ChooseRoom(seat=SeatId("snake-1"), month=1, room=Room.COURT), Actor(seat=SeatId("snake-1")))
        self.do(ChooseRoom(seat=SeatId("cat-3"), month=1, room=Room.UNDERGROUND), Actor(seat=SeatId("cat-3")))
        target = next(region for region in scenario.map.regions if region.id == "amn").neighbours[0]
        self.send(AUTHOR, "war", ONE % target.encode())
        self.send(SeatId("snake-1"), "proposal", PROPOSAL)
        self.send(SeatId("cat-3"), "scheme", SCHEME)
        names = {favor.id: favor.name for favor in scenario.favors}
        held = [names[card.rsplit("#", 1)[0]] for card in self.state.seats[AUTHOR].purse.favors]
        self.card = next(name for name in held if name.replace(" ", "").isalpha())  # nothing that a page would escape

    @property
    def state(self):
        return journal.head(Stream.objects.get(pk=self.event.stream_id)).state

    def do(self, command, by: Actor = OLGA) -> None:
        desk.perform(stream_id=self.event.stream_id, command=command, by=by, command_id=uuid.uuid4())

    def send(self, seat: SeatId, kind: str, body: bytes) -> None:
        arrival = sheets.Arrival(
            event_id=self.event.pk,
            seat=seat,
            kind=kind,
            month=1,
            client_key=uuid.uuid4(),
            body=body,
            received_at=timezone.now(),
        )
        receipt = sheets.hand_in(arrival)
        assert receipt.status is sheets.Status.RECEIVED, receipt.sentence


def player(event: Event, seat: str) -> Client:
    client = Client()
    row = event.seats.get(key=seat)
    code = access.issue_code(row)
    client.post(reverse("control:join"), {"code": code})
    client.post(reverse("control:link", args=[code]))
    assert access.COOKIE in client.cookies
    return client


def staff(*desks: Desk) -> Client:
    user = User.objects.create_user(f"staff-{'-'.join(desks) or 'none'}", password="x")
    for each in desks:
        user.groups.add(Group.objects.get_or_create(name=f"{access.GROUP_PREFIX}{each.value}")[0])
    client = Client()
    client.force_login(user)
    return client


def addresses(event: Event) -> Iterator[str]:
    """Every address of the console, with this event's and the author's ids where it takes any."""
    values = {
        "event_id": (str(event.pk),),
        "seat": (AUTHOR,),
        "room": tuple(room.value for room in Room),
        "name": tuple(name.replace("_", "-") for name in frame._parts),
        "code": ("WRONGONE",),
        "seq": ("1", "9"),
        "region": ("amn",),
        "what": ("units", "flag", "remnant", "rumor", "immortal"),
        "kind": ("war", "proposal", "scheme"),
        "format": ("",),
    }

    def walk(patterns, before: str) -> Iterator[str]:
        for pattern in patterns:
            whole = before + str(pattern.pattern)
            if whole.startswith(SKIPPED):
                continue
            if isinstance(pattern, URLResolver):
                yield from walk(pattern.url_patterns, whole)
            elif isinstance(pattern, URLPattern):
                yield from filled(whole)

    def filled(route: str) -> Iterator[str]:
        found = re.search(r"<(?:\w+:)?(\w+)>", route)
        if found is None:
            yield "/" + route.removeprefix("^").removesuffix("$")
            return
        for value in values[found[1]]:
            yield from filled(route[: found.start()] + value + route[found.end() :])

    yield from walk(get_resolver().url_patterns, "")


VOLATILE = re.compile(rb'[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": *"\w+"|\d+')


def page(client: Client, address: str) -> tuple[int, bytes]:
    """Status and body of an address, without what changes from one look to the next."""
    response = client.get(address)
    body = response.getvalue() if response.streaming else response.content
    return response.status_code, VOLATILE.sub(b"*", body)


def crawl(client: Client, event: Event) -> dict[str, tuple[int, bytes]]:
    """Every address; a fragment stands in its page, so the live regions are asked for by their own addresses."""
    cache.clear()  # what counts wrong codes would make the second crawl differ from the first
    found = [address for address in addresses(event) if "leave" not in address or address.count("/") > 2]
    return {address: page(client, address) for address in found}


@pytest.fixture
def hall(monkeypatch) -> Hall:
    """The hall at one instant: "just now" is not to turn into "1 min" between two looks."""
    cache.clear()
    made = Hall()
    instant = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: instant)
    return made


def viewers(event: Event) -> dict[str, Client]:
    return {
        "nobody": Client(),
        "mate": player(event, MATE),
        "rival": player(event, RIVAL),
        "no desk": staff(),
        **{desk.value: staff(desk) for desk in Desk},
    }


def test_the_crawl_reaches_the_console(hall):
    found = set(addresses(hall.event))
    organizer = staff(Desk.ORGANIZER)

    reached = {address for address in found if organizer.get(address).status_code == 200}

    assert len(found) > 50
    assert {"/play/", f"/control/{hall.event.pk}/", f"/screen/{hall.event.pk}/clock/"} <= found
    assert len(reached) > 20


SECRETS = {
    "CANARYREASON": {"staff"},
    "CANARYGIFT": {"staff"},
    "CANARYCALL": {"staff"},
    "CANARYHOUSE": {"staff", "mate"},
    "CANARYPROPOSAL": set(),
    "CANARYSCHEME": set(),
}


def test_no_secret_is_found_where_it_does_not_belong_and_a_sealed_sheet_changes_no_other_page(hall):
    others, author = viewers(hall.event), player(hall.event, AUTHOR)
    secrets = SECRETS | {hall.card: set()}
    before = {who: crawl(client, hall.event) for who, client in others.items()}
    own = page(author, "/play/")

    Sheet.objects.filter(seat=AUTHOR, kind="war").update(body=OTHER.decode())
    Sheet.objects.filter(kind="proposal").update(body=PROPOSAL.decode().replace("fines", "tariffs").replace("CANARY", "ANOTHER"))
    after = {who: crawl(client, hall.event) for who, client in others.items()}

    found = [
        (who, address, secret)
        for who, pages in before.items()
        for address, (_status, body) in pages.items()
        for secret, allowed in secrets.items()
        if allowed_as(who) not in allowed and secret.encode() in body
    ]
    changed = [(who, address) for who, pages in before.items() for address, shown in pages.items() if shown != after[who][address]]
    assert found == []
    assert changed == []
    assert page(author, "/play/") != own
    assert hall.card.encode() in own[1]


def allowed_as(who: str) -> str:
    """In which of the secrets' columns a viewer stands."""
    return who if who in ("nobody", "mate", "rival") else "nobody" if who == "no desk" else "staff"


def test_a_purse_is_counted_by_nobody_but_its_owner_and_the_team(hall):
    strangers = {"nobody": Client(), "rival": player(hall.event, RIVAL), "no desk": staff()}

    found = [
        (who, address)
        for who, client in strangers.items()
        for address in addresses(hall.event)
        if "leave" not in address and b"7391" in client.get(address).content
    ]

    assert found == []
    assert b"7391" in player(hall.event, AUTHOR).get("/play/").content


def test_strangers_cannot_tell_what_is_there_from_what_is_not(hall):
    stranger = staff()
    there = stranger.get(f"/control/{hall.event.pk}/")
    not_there = stranger.get("/control/999999/")

    assert (there.status_code, there.content) == (not_there.status_code, not_there.content)
    assert there.status_code == 404
