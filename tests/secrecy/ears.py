"""Listeners of a day: one open socket for each kind of viewer, all of their frames, and the addresses to which topics lead."""

from __future__ import annotations

import html
import json
import re
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.test import Client
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from control.desks.overview import MOST_PARTS
from control.engine.ids import SeatId
from control.models import Event
from rooms.realm.desks import Desk
from tests.control.hall import PATIENCE
from tests.control.hall import Hall as Server
from tests.secrecy.planted import AUTHOR, COURTIER, MATE, RIVAL, SCHEMER, Step, addresses, player, staff

PLAYERS = {"author": AUTHOR, "second": AUTHOR, "mate": MATE, "rival": RIVAL, "courtier": COURTIER, "schemer": SCHEMER}
DESKS = frozenset(desk.value for desk in Desk)
AUDIENCES: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("nobody", "screen", "elsewhere", "lost phone", "no desk"), frozenset({"all"})),
    **{who: frozenset({"all", f"seat:{seat}", f"team:{seat.partition('-')[0]}"}) for who, seat in PLAYERS.items()},
    **{desk: frozenset({"all", "staff", f"desk:{desk}"}) for desk in DESKS},
}
COUNT = {"t", "topics", "spread"}  # fields of the poke that tells the desks to count the sheets, because one has arrived


@dataclass
class Ear:
    """An open socket with all frames received from it, unparsed."""

    line: ClientConnection
    frames: list[str] = field(default_factory=list)
    closed: int = 0
    asked: int = 0

    def ask(self) -> None:
        """Send a ping. Its answer comes after everything sent before it."""
        self.asked += 1
        self.say(t="ping", c=self.asked)

    def say(self, **word) -> None:
        try:
            self.line.send(json.dumps(word))
        except ConnectionClosed as end:
            self.closed = end.rcvd.code

    def until(self, found: Callable[[dict], bool]) -> dict:
        """Store frames until one matches; returns it."""
        while True:
            text = self.line.recv(PATIENCE)
            told = json.loads(text)
            if told["t"] != "pong":
                self.frames.append(text)
            if found(told):
                return told

    def answered(self) -> None:
        """Store frames until the last ping is answered or the socket is closed."""
        try:
            if not self.closed:
                self.until(lambda told: told["t"] == "pong" and told["c"] == self.asked)
        except ConnectionClosed as end:
            self.closed = end.rcvd.code

    def send_sheet(self, kind: str, body: bytes, key: uuid.UUID | None = None, month: int = 1) -> dict:
        """Send a sheet and wait for the receipt."""
        self.say(t="sheet", kind=kind, month=month, key=str(key or uuid.uuid4()), body=json.loads(body))
        return self.until(lambda told: told["t"] == "receipt")


@dataclass
class Crowd:
    """Every kind of viewer of one event, each with a device and an open socket."""

    event: Event
    clients: Mapping[str, Client]
    ears: Mapping[str, Ear]

    def listen(self) -> dict[str, list[str]]:
        """New frames of each viewer, complete up to now."""
        return heard_by(self.ears)

    def wrongly_heard(self, step: Step) -> dict[str, list[str]]:
        """Carry out a step; returns viewers who heard of it without a right, and viewers who should have heard and did not.

        Frames about counted sheets are ignored: desks get them a moment later, in any step.
        """
        step.act()
        heard = {who: frames for who, frames in self.listen().items() if [each for each in frames if not counts(json.loads(each))]}
        due = {who for who, ear in self.ears.items() if AUDIENCES[who] & {*step.to} and not ear.closed}
        return {who: heard.get(who, []) for who in heard.keys() ^ due}


def heard_by(ears: Mapping[str, Ear]) -> dict[str, list[str]]:
    """New frames of each of these sockets, complete up to now."""
    before = {who: len(ear.frames) for who, ear in ears.items()}
    for ear in ears.values():
        ear.ask()
    for ear in ears.values():
        ear.answered()
    return {who: ear.frames[before[who] :] for who, ear in ears.items()}


def counts(told: dict) -> bool:
    """Does this frame tell the desks that a sheet has arrived, and nothing else?"""
    return told.keys() == COUNT and told["topics"] == ["sheets"]


def team() -> dict[str, Client]:
    """The team: every desk, and an account without a desk."""
    return {"no desk": staff(), **{desk.value: staff(desk) for desk in Desk}}


def devices(event: Event, team: Mapping[str, Client]) -> dict[str, Client]:
    """A device for every kind of viewer except the player of another event."""
    lost = player(event, RIVAL)  # the next line issues a new code for it
    players: dict[SeatId, Client] = {seat: player(event, seat) for seat in dict.fromkeys(PLAYERS.values())}
    people = {who: players[seat] for who, seat in PLAYERS.items()}
    return {"nobody": Client(), "screen": team["organizer"], "lost phone": lost, **people, **team}


@contextmanager
def crowd(server: Server, event: Event, clients: Mapping[str, Client]) -> Iterator[Crowd]:
    """Open a socket for every device and wait for its hello."""
    with ExitStack() as open_lines:
        ears = {
            who: Ear(open_lines.enter_context(server.screen(event.pk, cookie_of(client), query="?hall" * (who == "screen"))).line)
            for who, client in clients.items()
        }
        for ear in ears.values():
            ear.until(lambda told: told["t"] == "hello")
        yield Crowd(event, clients, ears)


def cookie_of(client: Client) -> str:
    """Cookie header of a device."""
    return "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())


def wait_for(true: Callable[[], bool]) -> None:
    """Wait until another thread has made a condition true.

    Raises:
        TimeoutError: it stays false.
    """
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.02)


# --- what frames lead to -----------------------------------------------------------------------------------------------

ASKS = re.compile(r"<[^>]*\shx-get=\"([^\"]+)\"[^>]*>")
PART = re.compile(r"/part/([\w-]+)/(\?.*)?$")
CHANGING = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|name=\"csrfmiddlewaretoken\" value=\"\w+\"|\b[a-z]+:[0-9a-f]{12}\b")
PLACE = "EVENT"  # placeholder for an event's ID

Listeners = dict[str, set[str]]  # by topic: addresses that are reloaded
Looks = dict[str, dict[str, tuple[int, str]]]  # by viewer: status and text of every address


def listeners(event: Event, organizer: Client, phone: Client) -> Listeners:
    """Addresses that pages reload, by topic, read from every page of the console.

    Regions of desks ask together. All of them are in a few such addresses, which belong to all of their topics.
    """
    found: Listeners = {}
    parts: dict[str, set[str]] = {}  # regions of desks, each with its own query: their topics
    pages = [(organizer, address) for address in addresses(event) if "leave" not in address]
    for client, address in (*pages, (phone, "/play/")):
        for tag in ASKS.finditer(shown(client, address)[1]):
            topics = {*topics_in(tag[0])}
            for topic in topics:
                found.setdefault(topic, set()).add(anywhere(tag[1], event))
            if part := PART.search(tag[1]):
                parts.setdefault(part[1] + (part[2] or ""), set()).update(topics)
    for some in batched(sorted(parts), MOST_PARTS):
        together = f"/control/{PLACE}/part/?{urlencode({'part': some}, doseq=True)}"
        for topic in set().union(*(parts[each] for each in some)):
            found[topic].add(together)
    return found


def batched(names: Sequence[str], most: int) -> Iterator[Sequence[str]]:
    """These names, so many at a time."""
    return (names[at : at + most] for at in range(0, len(names), most))


def topics_in(tag: str) -> Iterable[str]:
    """Topics to which a live region listens."""
    own = re.search(r"data-topics=\"([^\"]*)\"", tag)
    return {*re.findall(r"([\w-]+) from:body", tag), *(own[1].split() if own else ())}


def look_again(crowd: Crowd, asked: Iterable[str], people: Iterable[str] = AUDIENCES) -> Looks:
    """Let these viewers reload all these addresses, whether they are on their own pages or not.

    A hall screen runs under the account that set it up, so it loads only screen addresses, and shows all of them to the hall.
    The phone of another event has its own page there. The author's second phone would see the same as the first.
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
    """Status and text of an address, unescaped."""
    response = client.get(address, headers={"HX-Request": "true"} if fragment else {})
    body = response.getvalue() if response.streaming else response.content
    return response.status_code, html.unescape(body.decode(errors="replace"))


def anywhere(text: str, event: Event) -> str:
    """Text without its event's ID and without parts that change with each request."""
    text = re.sub(rf"(/(?:control|screen|live|map)/|data-event=\"){event.pk}\b", rf"\g<1>{PLACE}", text)
    return CHANGING.sub("*", text)


def places_of(seen: Looks, secret: str) -> dict[str, list[str]]:
    """Viewers who find a secret, with the addresses."""
    found = {who: [address for address, (_status, body) in pages.items() if secret in body] for who, pages in seen.items()}
    return {who: places for who, places in found.items() if places}
