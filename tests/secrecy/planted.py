"""A planted day: a canary in every place that can hold a secret, and everybody who might look for it."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from control import registry
from control.day.calls import CallControl
from control.day.clock.phases import BeginDay, EndPhase
from control.day.notices import Announce
from control.day.people.presence import CheckIn
from control.day.people.room_choice import ChooseRoom
from control.day.state import Presence
from control.engine.context import Actor
from control.engine.ids import SeatId
from control.hall.screen_kinds import kinds
from control.journal import desk, journal
from control.models import Event, Stream
from control.people import access
from control.people.events import create_event
from control.regions import kinds as known
from control.sheets import sheets
from control.sheets.paper import mark
from rooms.realm.desks import ALL_DESKS, Desk
from rooms.realm.frame import NAME
from rooms.realm.game.ceremonies import HoldCeremony, SetSpouses
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.game.state import CeremonyKind
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import HouseId, Phase, Room
from rooms.realm.scenario.schema import Scenario
from tests.scenarios import default
from tests.teams import seated

OLGA = Actor(name="olga", desks=ALL_DESKS)
AUTHOR, MATE, RIVAL = SeatId("cat-1"), SeatId("cat-2"), SeatId("wolf-1")
COURTIER, SCHEMER = SeatId("snake-1"), SeatId("cat-3")
HERE = (AUTHOR, MATE, RIVAL, COURTIER, SCHEMER)
CHOSEN = {AUTHOR: Room.WAR, MATE: Room.WAR, RIVAL: Room.WAR, COURTIER: Room.COURT, SCHEMER: Room.UNDERGROUND}
SKIPPED = ("admin/", "static/")
ONE = b'{"orders":[{"kind":"move","units":2,"origin":"amn","target":"%s"}],"extra":null,"allies":["wolf"],"betray":true}'
OTHER = b'{"orders":[{"kind":"recruit","target":"amn"}],"extra":null,"allies":["bear","ram"],"betray":false}'
PROPOSAL = b'{"type":"fines","values":[["wolf"],["1"],["1"]],"note":"CANARYPROPOSAL"}'
SCHEME = b'{"type":"ambush","values":[],"note":"CANARYSCHEME"}'
DRAFT = b'[["order1_kind","move"],["order1_from","amn"],["extra","CANARYDRAFT"]]'


@dataclass(frozen=True)
class Step:
    """One step of the day. `to`: the audiences that it concerns and that have to reload."""

    what: str
    act: Callable[[], None]
    to: tuple[str, ...] = ("all", "staff")


class Hall:
    """An event before its day, and the steps that plant the secrets of its first month."""

    def __init__(self, scenario: Scenario | None = None) -> None:
        scenario = scenario or default()
        self.event = create_event(realm=NAME, name="Secrets", scenario=scenario, casting=scenario.casting)

    @classmethod
    def planted(cls, scenario: Scenario | None = None) -> Hall:
        """An event in Planning of month 1 with a secret in every place that can hold one."""
        hall = cls(scenario)
        for step in hall.planting():
            step.act()
        for seat, (kind, body) in hall.sheets().items():
            hall.send(seat, kind, body)
        for seat in (AUTHOR, MATE):  # one edits after sending, one has not sent yet
            hall.send(seat, "war", DRAFT, is_draft=True)
        return hall

    def planting(self) -> Iterator[Step]:
        """Steps that plant all secrets except the sealed sheets."""
        for seat in HERE:
            yield self.step(f"{seat} checks in", CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT), own(seat))
        yield self.step("the day begins", BeginDay())
        yield self.step("power", AdjustPower(seat=AUTHOR, before=0, power=7391, reason="CANARYREASON"), own(AUTHOR))
        yield self.step("favors", GiveFavors(seat=AUTHOR, count=12, reason="CANARYGIFT"), own(AUTHOR))
        yield self.step("a word to a House", Announce(text="CANARYHOUSE", to="cat"), ("team:cat", "staff"))
        yield self.step("a call", CallControl(seat=AUTHOR, text="CANARYCALL"), (f"seat:{AUTHOR}", "staff"), by=Actor(seat=AUTHOR))
        funeral = HoldCeremony(month=1, kind=CeremonyKind.FUNERAL, houses=(HouseId("cat"),), what="CANARYFUNERAL")
        yield self.step("a ceremony", funeral, ("all", "team:cat", "staff"))
        marriage = SetSpouses(player=AUTHOR, other=COURTIER, reason="CANARYMARRIAGE")
        yield self.step("a marriage", marriage, (f"seat:{AUTHOR}", f"seat:{COURTIER}", "staff"))
        yield self.step("Ceremony ends", EndPhase(month=1, phase=Phase.CEREMONY))
        for seat, room in CHOSEN.items():
            yield self.step(f"{seat} chooses", ChooseRoom(seat=seat, month=1, room=room), own(seat), by=Actor(seat=seat))

    def step(self, what: str, command, to: tuple[str, ...] = ("all", "staff"), *, by: Actor = OLGA) -> Step:
        return Step(what, lambda: self.do(command, by), to)

    def sheets(self) -> dict[SeatId, tuple[str, bytes]]:
        """One sheet of every kind, by author."""
        target = next(region for region in default().map.regions if region.id == "amn").neighbours[0]
        return {
            AUTHOR: ("war", ONE % target.encode()),
            COURTIER: ("proposal", PROPOSAL),
            SCHEMER: ("scheme", SCHEME),
        }

    @property
    def card(self) -> str:
        """Name of a card in the author's hand, without characters that HTML escapes."""
        names = {favor.id: favor.name for favor in default().favors}
        held = [names[card.rsplit("#", 1)[0]] for card in self.state.seats[AUTHOR].purse.favors]
        return next(name for name in held if name.replace(" ", "").isalpha())

    @property
    def state(self):
        return journal.head(self.stream).state

    @property
    def stream(self) -> Stream:
        return Stream.objects.get(pk=self.event.stream_id)

    def do(self, command, by: Actor = OLGA) -> desk.CommandResult:
        return desk.perform(stream_id=self.event.stream_id, command=command, by=by, command_id=uuid.uuid4())

    def send(self, seat: SeatId, kind: str, body: bytes, *, is_draft: bool = False) -> None:
        arrival = sheets.Arrival(
            event_id=self.event.pk,
            seat=seat,
            kind=kind,
            month=1,
            client_key=uuid.uuid4(),
            body=body,
            received_at=timezone.now(),
            is_draft=is_draft,
        )
        receipt = sheets.hand_in(arrival)
        assert receipt.status is (sheets.Status.KEPT if is_draft else sheets.Status.RECEIVED), receipt.sentence


def own(seat: SeatId) -> tuple[str, ...]:
    """Audiences of a player's own matters."""
    return (f"seat:{seat}", f"team:{seat.partition('-')[0]}", "staff")


# --- viewers ------------------------------------------------------------------------------------------------------------


def player(event: Event, seat: str) -> Client:
    client = Client()
    row = event.seats.get(key=seat)
    code = access.issue_code(row)
    client.post(reverse("control:link", args=[code]))
    assert access.COOKIE in client.cookies
    return client


def staff(*desks: Desk) -> Client:
    """A member at these desks of every event there is by now."""
    user = seated(User.objects.create_user(f"staff-{'-'.join(desks) or 'none'}"), desks)
    client = Client()
    client.force_login(user)
    return client


# --- addresses ----------------------------------------------------------------------------------------------------------


def addresses(event: Event) -> Iterator[str]:
    """Every address of the console, with IDs of this event and of the author filled in."""
    values = {
        "event_id": (str(event.pk),),
        "seat": (AUTHOR,),
        "cycle": ("1",),
        "room": tuple(room.value for room in Room),
        "name": tuple(name.replace("_", "-") for name in known.names(NAME)),
        "code": ("WRONGONE",),
        "key": ("WRONGONE",),
        "token": (f"{AUTHOR}.wrong", "wrong"),
        "seq": ("1", "9"),
        "region": ("amn",),
        "what": ("units", "flag", "remnant", "rumor", "immortal"),
        "kind": ("war", "proposal", "scheme"),
        "wall": tuple(each.name for each in kinds(NAME)),
        "table": tuple(each.id for each in default().provinces),
        "which": tuple(each.name for each in registry.realm(NAME).paper.prints),
        "format": ("",),
        "decision": ("war-1-guard-1",),
        "ruling": ("1",),
        "rule": ("GE-WAR-42", "GE-EVT-49", "LAW-1"),
        "step": ("move", "battle"),
        "effect": ("1",),
        "building": ("1",),
        "challenge": ("1",),
        "mat": ("cat", "throne"),
        "notice": ("1",),
        "line": ("0", "1"),
        "number": ("1",),
        "study_id": ("1",),
        "seed": ("1",),
        "sheet": ("board", "mats", "purses"),
        "member": tuple(str(user) for user in event.members.values_list("user", flat=True)[:1]) or ("1",),
        "text": (mark(event.pk, 1, AUTHOR, "war"), "WRONGONE"),
        "law": tuple(law.id for law in default().laws[:1]),
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


VOLATILE = re.compile(
    rb'[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": *"\w+"'
    rb'|data-version="[^"]+"|\d+'
)


def page(client: Client, address: str) -> tuple[int, bytes]:
    """Status and body of an address, without parts that change with each request."""
    return settled(raw(client, address))


def raw(client: Client, address: str) -> tuple[int, bytes]:
    """Status and body of an address, unchanged."""
    response = client.get(address)
    return response.status_code, response.getvalue() if response.streaming else response.content


def settled(shown: tuple[int, bytes]) -> tuple[int, bytes]:
    """Status and body without parts that change with each request."""
    return shown[0], VOLATILE.sub(b"*", shown[1])


HEALTH = re.compile(rb'<div class="preflight-head">.*?</ul>', re.DOTALL)


def steady(shown: tuple[int, bytes]) -> tuple[int, bytes]:
    """As `settled`, also without Preflight's lines, which tell how busy the machine is just now, and without padding."""
    return settled((shown[0], HEALTH.sub(b"*", shown[1]).rstrip()))
