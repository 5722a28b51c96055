"""Everybody who could listen to a day: one open socket each, every frame kept, and the addresses that the topics lead to."""

from __future__ import annotations

import html
import json
import re
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from control.engine.ids import SeatId
from django.test import Client
from rooms.realm.desks import Desk
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from control.models import Event
from tests.control.hall import PATIENCE
from tests.control.hall import Hall as Server
from tests.secrecy.planted import AUTHOR, COURTIER, MATE, RIVAL, SCHEMER, Step, addresses, player, staff

PLAYERS = {"author": AUTHOR, "second": AUTHOR, "mate": MATE, "rival": RIVAL, "courtier": COURTIER, "schemer": SCHEMER}
DESKS = frozenset(desk.value for desk in Desk)
AUDIENCES: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("nobody", "screen", "elsewhere", "lost phone", "no desk"), frozenset({"all"})),
    **{who: frozenset({"all", f"seat:{seat}", f"house:{seat.partition('-')[0]}"}) for who, seat in PLAYERS.items()},
    **{desk: frozenset({"all", "staff", f"desk:{desk}"}) for desk in DESKS},
}
COUNT = {"t": "poke", "topics": ["sheets"]}  # a sheet has come; the desks count them


@dataclass
class Ear:
    """One open socket, and every frame that has come out of it, as it came."""

    line: ClientConnection
    frames: list[str] = field(default_factory=list)
    closed: int = 0
    asked: int = 0

    def ask(self) -> None:
        """Send a ping: its answer comes behind all that was told before it."""
        self.asked += 1
        self.say(t="ping", c=self.asked)

    def say(self, **word) -> None:
        try:
            self.line.send(json.dumps(word))
        except ConnectionClosed as end:
            self.closed = end.rcvd.code

    def until(self, found: Callable[[dict], bool]) -> dict:
        """Keep every frame up to the one that was waited for, and return that."""
        while True:
            text = self.line.recv(PATIENCE)
            told = json.loads(text)
            if told["t"] != "pong":
                self.frames.append(text)
            if found(told):
                return told

    def answered(self) -> None:
        """Keep what was told before the last ping was answered, or until the socket was closed."""
        try:
            if not self.closed:
                self.until(lambda told: told["t"] == "pong" and told["c"] == self.asked)
        except ConnectionClosed as end:
            self.closed = end.rcvd.code

    def send_sheet(self, kind: str, body: bytes, key: uuid.UUID | None = None, month: int = 1) -> dict:
        """Hand in a sheet and wait for the receipt."""
        self.say(t="sheet", kind=kind, month=month, key=str(key or uuid.uuid4()), body=json.loads(body))
        return self.until(lambda told: told["t"] == "receipt")


@dataclass
class Crowd:
    """Every kind of viewer of one event, each with a device and an open socket."""

    event: Event
    clients: Mapping[str, Client]
    ears: Mapping[str, Ear]

    def listen(self) -> dict[str, list[str]]:
        """The frames that have come to each since the last time, all of what has been told until now."""
        return heard_by(self.ears)

    def wrongly_heard(self, step: Step) -> dict[str, list[str]]:
        """Let something happen: who was told of it and should not have been, and who was not though it is theirs.

        That a sheet has come is told to the desks a moment later, so it may fall into any step.
        """
        step.act()
        heard = {who: frames for who, frames in self.listen().items() if [each for each in frames if json.loads(each) != COUNT]}
        due = {who for who, ear in self.ears.items() if AUDIENCES[who] & {*step.to} and not ear.closed}
        return {who: heard.get(who, []) for who in heard.keys() ^ due}


def heard_by(ears: Mapping[str, Ear]) -> dict[str, list[str]]:
    """What has come to each of these sockets until now and was not kept before."""
    before = {who: len(ear.frames) for who, ear in ears.items()}
    for ear in ears.values():
        ear.ask()
    for ear in ears.values():
        ear.answered()
    return {who: ear.frames[before[who] :] for who, ear in ears.items()}


def team() -> dict[str, Client]:
    """Who works here: every desk, and an account without any."""
    return {"no desk": staff(), **{desk.value: staff(desk) for desk in Desk}}


def devices(event: Event, team: Mapping[str, Client]) -> dict[str, Client]:
    """A device for every kind of viewer, but for the player of another event."""
    lost = player(event, RIVAL)  # its code is given out anew in the next line
    players: dict[SeatId, Client] = {seat: player(event, seat) for seat in dict.fromkeys(PLAYERS.values())}
    people = {who: players[seat] for who, seat in PLAYERS.items()}
    return {"nobody": Client(), "screen": team["organizer"], "lost phone": lost, **people, **team}


@contextmanager
def crowd(server: Server, event: Event, clients: Mapping[str, Client]) -> Iterator[Crowd]:
    """Every device with its socket open and its first word heard."""
    with ExitStack() as open_lines:
        ears = {
            who: Ear(open_lines.enter_context(server.screen(event.pk, cookie_of(client), query="?hall" * (who == "screen"))).line)
            for who, client in clients.items()
        }
        for ear in ears.values():
            ear.until(lambda told: told["t"] == "hello")
        yield Crowd(event, clients, ears)


def cookie_of(client: Client) -> str:
    """What a device shows at the door."""
    return "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())


def wait_for(true: Callable[[], bool]) -> None:
    """Wait for what another thread does a moment later.

    Raises:
        TimeoutError: it did not.
    """
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.02)


# --- what the frames lead to --------------------------------------------------------------------------------------------

ASKS = re.compile(r"<[^>]*\shx-get=\"([^\"]+)\"[^>]*>")
CHANGING = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|name=\"csrfmiddlewaretoken\" value=\"\w+\"|\b[a-z]+:[0-9a-f]{12}\b")
PLACE = "EVENT"  # where an event's number stood

Listeners = dict[str, set[str]]  # the addresses that are asked again because of a topic
Looks = dict[str, dict[str, tuple[int, str]]]  # status and text of every address, by who asked


def listeners(event: Event, organizer: Client, phone: Client) -> Listeners:
    """Which addresses every page of the console asks again on which topic, read from the pages themselves."""
    found: Listeners = {}
    pages = [(organizer, address) for address in addresses(event) if "leave" not in address]
    for client, address in (*pages, (phone, "/play/")):
        for tag in ASKS.finditer(shown(client, address)[1]):
            for topic in topics_in(tag[0]):
                found.setdefault(topic, set()).add(anywhere(tag[1], event))
    return found


def topics_in(tag: str) -> Iterable[str]:
    """What a live region listens to."""
    own = re.search(r"data-topics=\"([^\"]*)\"", tag)
    return {*re.findall(r"(\w+) from:body", tag), *(own[1].split() if own else ())}


def look_again(crowd: Crowd, asked: Iterable[str], people: Iterable[str] = AUDIENCES) -> Looks:
    """What these people get who ask all these addresses again, whether they are shown on an own page or not.

    A screen of the hall stands under the account of whoever set it up: it asks what screens ask, and shows all of that to the hall.
    The phone of another event has its own page there. The author's second phone would see what the first one sees.
    """
    kept = {"screen": "/screen/", "elsewhere": (f"/control/{PLACE}/", "/screen/", "/map/")}
    return {
        who: {
            address: shown(crowd.clients[who], address.replace(PLACE, str(crowd.event.pk)), fragment=True)
            for address in sorted(asked)
            if address.startswith(kept.get(who, "/"))
        }
        for who in people
        if who != "second"
    }


def shown(client: Client, address: str, *, fragment: bool = False) -> tuple[int, str]:
    """Status and text of an address, as it is read."""
    response = client.get(address, headers={"HX-Request": "true"} if fragment else {})
    body = response.getvalue() if response.streaming else response.content
    return response.status_code, html.unescape(body.decode(errors="replace"))


def anywhere(text: str, event: Event) -> str:
    """A text without the number of its event and without what is new at every look."""
    text = re.sub(rf"(/(?:control|screen|live|map)/|data-event=\"){event.pk}\b", rf"\g<1>{PLACE}", text)
    return CHANGING.sub("*", text)


def places_of(seen: Looks, secret: str) -> dict[str, list[str]]:
    """Who finds a secret, and where."""
    found = {who: [address for address, (_status, body) in pages.items() if secret in body] for who, pages in seen.items()}
    return {who: places for who, places in found.items() if places}
