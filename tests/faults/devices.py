"""Devices of the hall as clients: they try another process when one is gone, and send again what was not answered."""

from __future__ import annotations

import asyncio
import json
import random
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from tests.faults import wire
from tests.faults.ledger import UNSAVED, Act, Failure, Ledger, Press, Sheet
from tests.faults.wire import Answer, Form, Lost, forms_in

FORM = "application/x-www-form-urlencoded"
QUIET, SILENCE = 2.0, 6.0  # seconds of silence until a line is pinged, and until it counts as dead
PATIENCE = 3.0  # seconds until a sheet without an answer is sent again
FIRST_WAIT, LONGEST_WAIT = 0.3, 3.0  # seconds until a socket is opened again


PHASES = ("ceremony", "planning", "movement", "action", "return")


def reached(clock: Mapping[str, Any]) -> tuple[bool, int, int]:
    """How far a day is: whether it is over, its month, and the place of its phase."""
    phase = clock.get("phase")
    return clock.get("stage") == "over", clock.get("month", 0), PHASES.index(phase) if phase else -1


@dataclass
class Hall:
    """State that all devices share: the address of the console, the ledger, the newest clock, and the end of the day."""

    event: int
    ports: Sequence[int]
    ledger: Ledger
    over: asyncio.Event = field(default_factory=asyncio.Event)
    clock: Mapping[str, Any] = field(default_factory=dict)  # newest clock facts that any screen has received
    turned: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def learn(self, clock: Mapping[str, Any]) -> None:
        """Store clock facts and wake all waiting devices. Facts of an earlier phase came late and change nothing."""
        if reached(clock) >= reached(self.clock):
            self.clock = clock
            async with self.turned:
                self.turned.notify_all()

    async def until(self, true: Callable[[Mapping[str, Any]], bool]) -> Mapping[str, Any]:
        """Wait until the clock fulfils a condition; returns it."""
        async with self.turned:
            await self.turned.wait_for(lambda: bool(self.clock) and true(self.clock))
            return self.clock


@dataclass
class Device:
    """A client with a name, cookies, a port of the console, and simulated network trouble."""

    name: str
    hall: Hall
    dice: random.Random
    role: str = "device"
    query: str = ""
    cookies: dict[str, str] = field(default_factory=dict)
    port: int = 0
    socket: ClientConnection | None = None
    clock: Mapping[str, Any] = field(default_factory=dict)
    heard: int = 0
    opened: int = 0
    dark_until: float = 0.0  # no network until then, on the monotonic clock

    def __post_init__(self) -> None:
        self.port = self.dice.choice(self.hall.ports)

    # --- pages and forms ------------------------------------------------------------------------------------------------

    async def ask(self, method: str, path: str, *, body: str = "", kind: str = FORM, deaf: bool = False) -> Answer:
        """Send one request. Without an answer the next request goes to another process.

        Raises:
            Lost: no answer.
        """
        if time.monotonic() < self.dark_until:
            await asyncio.sleep(0.1)
            raise Lost("no network")
        begun, port = time.time(), self.port
        self.hall.ledger.counts["requests"] += 1
        try:
            answer = await wire.ask(port, method, path, cookies=self.cookies, body=body, kind=kind, deaf=deaf)
        except Lost:
            self.hall.ledger.counts["answers lost"] += 1
            self.move_on()
            raise
        self.cookies.update({name: value for name, value in answer.cookies.items() if value})
        self.hall.ledger.saw(answer.text, by=self.name, role=self.role, where=f"{method} {path}")
        if answer.status >= 500:
            self.hall.ledger.failures.append(Failure(answer.status, f"{method} {path}", port, begun, time.time()))
            self.move_on()
        return answer

    async def insist(self, method: str, path: str, **more: str) -> Answer:
        """Repeat a request until its answer is no server error."""
        while True:
            with suppress(Lost):
                answer = await self.ask(method, path, **more)
                if answer.status < 500:
                    return answer
            await asyncio.sleep(self.dice.uniform(0.2, 0.6))

    async def press(self, form: Form, *button: tuple[str, str]) -> Answer:
        """Press a button of a form. Repeat the identical request until it is answered."""
        fields = {**form.fields, **dict(each for each in button if each[0])}
        if form.action.endswith("/step/"):
            fields["sure"] = "1"  # ends a step although something is still open
        deaf = self.dice.random() < 0.15
        body = urlencode(fields)
        if deaf:
            with suppress(Lost):
                await self.ask("POST", form.action, body=body, deaf=True)
        answer = await self.insist("POST", form.action, body=body)
        if answer.status in (200, 302, 303) and "command_id" in fields:
            command, table = fields["command_id"], fields.get("table", "")
            if table and form.action.endswith("/step/"):  # side-by-side tables share one command ID in their list
                command = str(uuid.uuid5(uuid.UUID(command), table))
            self.hall.ledger.presses.append(Press(self.name, form.action, command))
        return answer

    def move_on(self) -> None:
        """Use another process from now on."""
        self.port = self.dice.choice([each for each in self.hall.ports if each != self.port] or list(self.hall.ports))

    # --- the socket -----------------------------------------------------------------------------------------------------

    async def live(self) -> None:
        """Keep a socket open until the day is over, as the page's script does."""
        attempts = 0
        while not self.hall.over.is_set():
            if time.monotonic() < self.dark_until:
                await asyncio.sleep(0.1)
                continue
            try:
                attempts = await self._listen(attempts)
            except InvalidHandshake as no:
                status = getattr(getattr(no, "response", None), "status_code", 0)
                if status >= 500:
                    now = time.time()
                    self.hall.ledger.failures.append(Failure(status, "socket", self.port, now - 1, now))
            except (OSError, WebSocketException, TimeoutError):
                pass
            self.socket = None
            self.move_on()
            attempts += 1
            await asyncio.sleep(min(LONGEST_WAIT, FIRST_WAIT * 2**attempts) * self.dice.uniform(0.5, 1.5))

    async def _listen(self, attempts: int) -> int:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": cookie} if cookie else {}
        address = f"ws://127.0.0.1:{self.port}/live/{self.hall.event}/{self.query}"
        async with connect(
            address, additional_headers=headers, compression=None, open_timeout=5, close_timeout=0.2, ping_interval=None, proxy=None
        ) as line:
            self.socket = line
            self.opened += 1
            self.hall.ledger.counts["sockets opened"] += 1
            asked = False
            while not self.hall.over.is_set():
                try:
                    async with asyncio.timeout(SILENCE - QUIET if asked else QUIET):
                        text = str(await line.recv())
                except TimeoutError:
                    if asked:
                        raise
                    asked = True
                    await line.send('{"t":"ping","c":1}')
                    continue
                asked, attempts = False, 0
                self.heard += 1
                self.hall.ledger.saw(text, by=self.name, role=self.role, where="socket")
                await self.hear(json.loads(text))
            return attempts

    async def hear(self, told: Mapping[str, Any]) -> None:
        """Handle one frame."""
        clock = told.get("clock")
        if clock:
            self.clock = clock
            if clock["phase"]:
                self.hall.ledger.phases.setdefault(self.name, {}).setdefault((clock["month"], clock["phase"]), time.time())
            await self.hall.learn(clock)
        if told["t"] in ("hello", "poke"):
            self.news(told.get("topics", ()))

    def news(self, topics: Sequence[str]) -> None:
        """React to changed topics."""

    def drop(self) -> None:
        """Cut the connection without a closing frame."""
        if self.socket is not None:
            self.socket.transport.abort()

    async def stumble(self, often: float) -> None:
        """Lose the network at random, for a moment or for seconds."""
        while not self.hall.over.is_set():
            await asyncio.sleep(self.dice.expovariate(1 / often))
            self.hall.ledger.counts["networks lost"] += 1
            self.dark_until = time.monotonic() + self.dice.choice((0.0, 0.5, 2.0, 5.0))
            self.drop()


@dataclass
class Looker(Device):
    """A device that reloads its pages after news. News that arrives meanwhile causes one reload."""

    pages: Sequence[str] = ()
    awake: asyncio.Event = field(default_factory=asyncio.Event)
    gap: float = 1.0

    def news(self, topics: Sequence[str]) -> None:
        self.awake.set()

    async def look(self) -> None:
        """Load the device's pages."""
        for page in self.pages:
            with suppress(Lost):
                await self.seen(page, await self.ask("GET", page))

    async def seen(self, page: str, answer: Answer) -> None:
        """Handle a page that was loaded."""

    async def watch(self) -> None:
        """Reload after news until the day is over."""
        while not self.hall.over.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self.awake.wait(), 3.0)
            self.awake.clear()
            await asyncio.sleep(self.dice.uniform(0, self.gap))
            await self.look()


class Wanted(Struct, frozen=True):
    """Next action of a player: form address, form fields, and the command as the journal stores it."""

    address: str
    fields: Sequence[tuple[str, str]]
    kind: str
    body: str


Acting = Callable[[str], Awaitable["Wanted | None"]]  # by seat: the next action of its player, or None
Invented = Callable[[int], Awaitable[Mapping[str, Mapping[str, Any]]]]  # by month: legal sheets by seat and kind
ROOMS = ("war", "war", "war", "court", "underground")
HANDED_OVER = r"/hand-offs/take/$"
KIND_OF = {"war": "war", "court": "proposal", "underground": "scheme"}


@dataclass
class Phone(Looker):
    """A player who chooses a room, types, sends and resends sheets, and keeps the receipts."""

    code: str = ""
    invented: Invented | None = None
    acting: Acting | None = None
    waiting: dict[str, asyncio.Future[Mapping[str, Any]]] = field(default_factory=dict)
    deaf_to: set[str] = field(default_factory=set)  # keys of sheets whose next answer gets lost
    deliveries: list[asyncio.Task[None]] = field(default_factory=list)

    async def join(self) -> None:
        """Open the link on the badge and press its button."""
        while "/play/" not in (await self._joined()).location:
            await asyncio.sleep(0.3)

    async def _joined(self) -> Answer:
        page = await self.insist("GET", f"/j/{self.code}/")
        forms = forms_in(page.text, r"^/j/")
        return await self.press(forms[0]) if forms else page

    async def play(self) -> None:
        """Play month after month until the day is over."""
        before = 0

        def begins(clock: Mapping[str, Any]) -> bool:
            return clock["month"] > before and clock["phase"] == "planning" and clock["deadline"] is not None

        while True:
            clock = await self.hall.until(begins)
            before = clock["month"]
            await self._month(before, time.time(), at_of(clock["deadline"]))

    async def _month(self, month: int, begun: float, deadline: float) -> None:
        length = deadline - begun
        await asyncio.sleep(self.dice.uniform(0, length * 0.2))
        room = await self._room()
        kind = KIND_OF[room]
        await self._type(kind, month)
        await asyncio.sleep(self.dice.uniform(0, length * 0.3))
        self._send(kind, month)
        if self.dice.random() < 0.5:
            await asyncio.sleep(self.dice.uniform(0, length * 0.2))
            await self._type(kind, month)
            self._send(kind, month)
        if self.dice.random() < 0.7:
            closes = await self._closes(room, month, deadline)
            await asyncio.sleep(max(0.0, closes - time.time() + self.dice.uniform(-1.0, 0.25)))
            self._send(kind, month)

    async def act(self) -> None:
        """Do one action after another in the Court or at a table until the day is over."""
        assert self.acting is not None
        while not self.hall.over.is_set():
            await self.hall.until(lambda clock: clock["phase"] == "action")
            await asyncio.sleep(self.dice.uniform(0.2, self.gap))
            wanted = await self.acting(self.name)
            if wanted is None:
                continue
            page = await self.insist("GET", "/play/")
            token = next((form.fields["csrfmiddlewaretoken"] for form in forms_in(page.text, "^/play/") if form.fields), "")
            fields = [("csrfmiddlewaretoken", token), ("command_id", self.hall.ledger.key()), *wanted.fields]
            await self._pressed(wanted, urlencode(fields))

    async def _pressed(self, wanted: Wanted, body: str) -> None:
        """Send the same request until it is answered. At random the first answer is lost or the request is doubled."""
        for again in (0.15, 0.1):
            if self.dice.random() < again:
                with suppress(Lost):
                    await self.ask("POST", wanted.address, body=body, deaf=self.dice.random() < 0.5)
        answer = await self.insist("POST", wanted.address, body=body)
        done = answer.status in (200, 302, 303)
        self.hall.ledger.counts["acts done" if done else "acts refused"] += 1
        if done:
            self.hall.ledger.acts.append(Act(self.name, wanted.kind, wanted.body))

    async def _closes(self, room: str, month: int, deadline: float) -> float:
        """Time at which the sheets of this room close: schemes with Planning, the others in a step of Action."""
        if room == "underground":
            return deadline
        step = {"war": "orders", "court": "updates"}[room]

        def there(clock: Mapping[str, Any]) -> bool:
            at = clock["rooms"].get(room)
            return clock["month"] > month or bool(at and at["step"] == step and at["deadline"])

        clock = await self.hall.until(there)
        return at_of(clock["rooms"][room]["deadline"]) if clock["month"] == month else time.time()

    async def _room(self) -> str:
        """Choose a room on the phone's page: the War Room if no other is offered."""
        wanted = self.dice.choice(ROOMS)
        page = await self.insist("GET", "/play/")
        for form in forms_in(page.text, r"^/play/room/"):
            for room in (wanted, "war"):
                if ("room", room) in form.buttons and (await self.press(form, ("room", room))).status in (200, 302, 303):
                    return room
        return "war"

    async def _type(self, kind: str, month: int) -> None:
        """Type a draft that no other device may ever see."""
        canary = self.hall.ledger.canary(self.name, "draft", month)
        fields = [["note", canary]] if kind != "war" else [["order1_kind", "move"], ["extra", canary]]
        draft = {"t": "draft", "kind": kind, "month": month, "key": self.hall.ledger.key(), "fields": fields}
        if self.socket is not None:
            with suppress(OSError, WebSocketException):
                await self.socket.send(json.dumps(draft))
                self.hall.ledger.counts["drafts"] += 1

    def _send(self, kind: str, month: int) -> None:
        """Send a sheet, or its next revision, in a background task until there is a receipt."""
        self.deliveries.append(asyncio.create_task(self._written(kind, month)))

    async def _written(self, kind: str, month: int) -> None:
        ledger = self.hall.ledger
        assert self.invented is not None
        body = dict((await self.invented(month))[self.name][kind])
        canary = ""
        if kind == "war":
            body["betray"] = self.dice.random() < 0.5
        else:
            canary = ledger.canary(self.name, kind, month)
            body["note"] = canary
        sheet = Sheet(self.name, kind, month, body, canary, ledger.key())
        ledger.sheets.append(sheet)
        begun = time.time()
        while not await self._tried(sheet):
            pass
        if sheet.acknowledged:
            ledger.waits.append(time.time() - begun)

    async def _tried(self, sheet: Sheet) -> bool:
        """Send the sheet once; returns whether a valid answer arrived."""
        sheet.tries += 1
        deaf = self.dice.random() < 0.15
        sheet.lost += deaf
        receipt = await (self._by_socket if self.dice.random() < 0.6 else self._by_http)(sheet, deaf)
        if receipt is None:
            await asyncio.sleep(self.dice.uniform(0.1, 0.5))
            return False
        if receipt.get("code") == UNSAVED:
            self.hall.ledger.counts["not stored, sent again"] += 1
            await asyncio.sleep(self.dice.uniform(0.3, 1.0))
            return False
        sheet.receipts.append(receipt)
        # At random a phone forgets the answer and sends once more.
        return self.dice.random() >= 0.1

    async def _by_socket(self, sheet: Sheet, deaf: bool) -> Mapping[str, Any] | None:
        if self.socket is None or time.monotonic() < self.dark_until:
            return await self._by_http(sheet, deaf)
        answered = asyncio.get_running_loop().create_future()
        self.waiting[sheet.key] = answered
        if deaf:
            self.deaf_to.add(sheet.key)
        try:
            await self.socket.send(sheet.frame)
            return await asyncio.wait_for(answered, PATIENCE)
        except (OSError, WebSocketException, TimeoutError):
            return None
        finally:
            self.waiting.pop(sheet.key, None)

    async def _by_http(self, sheet: Sheet, deaf: bool) -> Mapping[str, Any] | None:
        try:
            path = f"/live/{self.hall.event}/sheet/"
            answer = await self.ask("POST", path, body=sheet.frame, kind="application/json", deaf=deaf)
        except Lost:
            return None
        return json.loads(answer.text) if answer.status in (200, 422) else None

    async def hear(self, told: Mapping[str, Any]) -> None:
        if told["t"] == "receipt":
            if told["key"] in self.deaf_to:  # committed, but the phone never learns it
                self.deaf_to.discard(told["key"])
                self.drop()
                return
            waits = self.waiting.get(told["key"])
            if waits is not None and not waits.done():
                waits.set_result(told)
        await super().hear(told)


@dataclass
class Tablet(Looker):
    """A tablet of the control team: signs in, reloads after news, presses the buttons that are offered."""

    password: str = ""
    presses: str = ""  # pattern of the addresses whose forms this tablet submits
    but: frozenset[str] = frozenset()  # steps that the clock ends
    done: set[str] = field(default_factory=set)

    async def sign_in(self) -> None:
        """Sign in with name and password."""
        while True:
            page = await self.insist("GET", "/staff/login/")
            (form,) = forms_in(page.text, r"^/staff/login/")
            if (await self.press(form, ("username", self.name), ("password", self.password))).status in (302, 303):
                return
            await asyncio.sleep(0.3)

    async def seen(self, page: str, answer: Answer) -> None:
        if not self.presses or answer.status != 200:
            return
        for form in forms_in(answer.text, self.presses):
            step = form.fields.get("step", "")
            if step and step not in self.but and form.buttons and self.dice.random() < 0.5:
                pressed = await self.press(form)
                self.hall.ledger.counts["steps pressed"] += pressed.status in (200, 302, 303)
        for form in forms_in(answer.text, HANDED_OVER):  # the month cannot end before a desk takes this over
            for button in form.buttons:
                pressed = await self.press(form, button)
                self.hall.ledger.counts["hand-offs taken"] += pressed.status in (200, 302, 303)

    async def mark_present(self, seats: Sequence[str]) -> None:
        """Check in these players, one request each."""
        address = f"/control/{self.hall.event}/people/"
        for seat in seats:
            while True:
                page = await self.insist("GET", address)
                form = forms_in(page.text, r"/people/mark/")[0]
                button = next((each for each in form.buttons if each[1].split(" ")[::2] == [seat, "present"]), None)
                if button is None or (await self.press(form, button)).status in (200, 302, 303):
                    break

    async def answer_question(self, place: str, **typed: str) -> None:
        """Open a question of the desk and answer yes, until it is done."""
        address = f"/control/{self.hall.event}/{place}/"
        while True:
            page = await self.insist("GET", address)
            forms = forms_in(page.text, rf"/{place}/$")
            if forms and (await self.press(forms[0], *typed.items())).status in (200, 302, 303):
                return
            await asyncio.sleep(0.3)


def at_of(iso: str) -> float:
    """ISO time as seconds since 1970."""
    return datetime.fromisoformat(iso).timestamp()
