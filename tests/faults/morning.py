"""A morning under fire: a hall of clients plays short months while parts of the console are killed and come back."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import tempfile
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.faults.devices import Device, Hall, Looker, Phone, Tablet, Wanted, at_of
from tests.faults.ledger import Ledger
from tests.faults.plant import Plant, embedded, production
from tests.faults.schedule import strikes
from tests.faults.verdict import Verdict, judged
from tests.houses import ROOT, Shell

LONG_MONTH = {"ceremony": 5.0, "planning": 20.0, "movement": 4.0, "action": 30.0, "return": 4.0}
SHORT_MONTH = {"ceremony": 3.0, "planning": 6.0, "movement": 3.0, "action": 7.0, "return": 3.0}  # a phase has 3 s at least
DESKS = {"olga": "organizer", "wanda": "war", "conrad": "court", "ulla": "underground", "cora": "ceremony", "dora": "check-in"}
PRESSED = {"wanda": r"/war/step/$", "conrad": r"/court/step/$", "ulla": r"/underground/step/$"}
LEFT_TO_THE_CLOCK = frozenset({"updates", "orders"})  # sheets are taken in at fixed times, so that there is a last second
SCREENS = ("clock", "map", "laws", "news")
SETTLE, HELD = 90.0, 30.0  # seconds in which the last sheets must be answered, and all screens must show the last clock

MAKE = """
import json
from django.core.management import call_command
from control.people import access, staff
from rooms.realm.desks import Desk
from control.models import Event
call_command("event", "create", {path!r})
event = Event.objects.latest("pk")
codes = {{row.key: access.issue_code(row) for row in event.seats.order_by("key")}}
passwords = {{name: staff.give_account(name, event=event, desks=[Desk(desk)]) for name, desk in {desks!r}.items()}}
print(json.dumps([event.pk, codes, passwords]))
"""
INVENT = """
import json, random
from django.db import connection
from control.journal import journal; from control import registry
from control.models import Event
connection.close()
state = journal.head(Event.objects.get(pk={event}).stream).state
dice = random.Random({seed})
found = {{}}
for seat in {seats!r}:
    written = {{name: kind.invent(state, seat, dice) for name, kind in registry.sheet_kinds(state.REALM).items()}}
    found[seat] = {{
        name: json.loads(registry.sheet_kinds(state.REALM)[name].encode(each)) if each is not None else {{}}
        for name, each in written.items()
    }}
print(json.dumps(found))
"""
ACT = """
import json, random
from django.db import connection
from control import registry
from control.bots.habits import seat_dice
from control.day.clock.clocks import own_clock
from control.day.people.lookup import choice_of
from control.engine import codec
from control.journal import journal
from control.models import Event
from tests.presses import form_of
connection.close()
state = journal.head(Event.objects.get(pk={event}).stream).state
rooms, found = registry.rooms(state.REALM), {{}}
for seat in {seats!r}:
    player = state.seats[seat]
    room, at = rooms.get(choice_of(state, player) or ""), own_clock(state, player)
    if room is None or room.bots.act is None or at is None or at.step is None or not player.acts:
        continue
    command = room.bots.act(state, seat, seat_dice({seed}, at.month, seat, at.step))
    try:
        address, fields = form_of(command)
    except (ValueError, AttributeError):
        continue  # nothing, or a Favor, which has a form of its own
    kind, body = codec.encode_command(command)
    found[seat] = [address, fields, kind, body.decode()]
print(json.dumps(found))
"""
FRESH = 0.4  # seconds for which the players' next actions are reused
EMPTY = {"orders": [], "extra": None, "allies": [], "betray": False}


@dataclass(frozen=True)
class Plan:
    """Size of the morning.

    `most`: largest number of kills. `gap`: seconds within which phones and screens reload after news.
    """

    seed: int
    months: int
    phones: int
    seconds: Mapping[str, float]
    most: int | None = None  # None: kills go on until the end
    durable: bool = True
    embedded: bool = False
    gap: float = 1.0
    judges_time: bool = True  # whether late clocks and failures count as wrong; not in a test, whose machine has other work

    @classmethod
    def long(cls, seed: int, months: int, *, embedded: bool = False) -> Plan:
        """As much trouble as in three quarters of an hour, within a few minutes."""
        return cls(seed=seed, months=months, phones=45, seconds=LONG_MONTH, embedded=embedded)

    @classmethod
    def short(cls, seed: int, *, embedded: bool = False) -> Plan:
        """One month of a few seconds, with two kills."""
        # Steps shorter than a second bring news more often than any phone reloads.
        return cls(
            seed=seed,
            months=1,
            phones=12,
            seconds=SHORT_MONTH,
            most=2,
            durable=False,
            embedded=embedded,
            gap=4.0,
            judges_time=False,
        )


@dataclass
class Scribe:
    """Writes legal sheets for all players, once a month, within what the phones' forms offer."""

    shell: Shell
    event: int
    seats: list[str]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    months: dict[int, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    wanted: dict[str, Wanted] = field(default_factory=dict)
    asked_at: float = 0.0
    running: asyncio.Task[str] | None = None

    async def invented(self, month: int) -> Mapping[str, Mapping[str, Any]]:
        """Sheets of a month by seat and kind."""
        async with self.lock:
            while month not in self.months:
                lines = INVENT.format(event=self.event, seed=month, seats=self.seats)
                with suppress(RuntimeError):  # the database is away: ask again
                    found = json.loads(await self._run(lines))
                    for kinds in found.values():
                        kinds["war"] = kinds["war"] or EMPTY
                    self.months[month] = found
                    break
                await asyncio.sleep(0.3)
            return self.months[month]

    async def acting(self, seat: str) -> Wanted | None:
        """Next action of a player in a room, chosen as bots choose. One question covers all players; each answer is used once."""
        async with self.lock:
            if time.monotonic() - self.asked_at > FRESH:
                self.wanted = {}
                with suppress(RuntimeError):  # the database is away
                    lines = ACT.format(event=self.event, seed=0, seats=self.seats)
                    self.wanted = {each: Wanted(*found) for each, found in json.loads(await self._run(lines)).items()}
                self.asked_at = time.monotonic()
            return self.wanted.pop(seat, None)

    async def _run(self, lines: str) -> str:
        """Ask the shell. Cancelling the caller does not cancel the question: the shell answers one at a time."""
        self.running = asyncio.create_task(asyncio.to_thread(self.shell.run, lines))
        return await asyncio.shield(self.running)

    async def rest(self) -> None:
        """Wait until the shell has answered its last question."""
        if self.running is not None:
            await asyncio.gather(self.running, return_exceptions=True)


async def lived(plan: Plan) -> Verdict:
    """Run the morning and judge it."""
    begun = time.monotonic()
    folder = Path(tempfile.mkdtemp(prefix="mg-fire-", dir="/tmp"))
    try:
        opened = embedded(folder) if plan.embedded else production(folder, durable=plan.durable)
        async with opened as plant:
            shell = await asyncio.to_thread(plant.house.shell)
            with closing(shell):
                return await _in(plan, plant, shell, folder, begun)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _in(plan: Plan, plant: Plant, shell: Shell, folder: Path, begun: float) -> Verdict:
    path = quick_scenario(folder / "scenario", plan.seconds)
    made = await asyncio.to_thread(shell.run, MAKE.format(path=str(path), desks=DESKS))
    event, codes, passwords = json.loads(made.splitlines()[-1])
    dice = random.Random(plan.seed)
    ledger = Ledger(random.Random(plan.seed + 1))
    hall = Hall(event, sorted(plant.ports), ledger)
    seats = dice.sample(sorted(codes), min(plan.phones, len(codes)))
    scribe = Scribe(shell, event, seats)

    def own() -> random.Random:
        return random.Random(dice.getrandbits(64))

    phones = [
        Phone(
            seat,
            hall,
            own(),
            role="phone",
            code=codes[seat],
            pages=("/play/",),
            gap=plan.gap,
            invented=scribe.invented,
            acting=scribe.acting,
        )
        for seat in seats
    ]
    tablets = {
        name: Tablet(
            name,
            hall,
            own(),
            role="tablet",
            password=passwords[name],
            pages=(page_of(event, desk),),
            presses=PRESSED.get(name, ""),
            but=LEFT_TO_THE_CLOCK,
            gap=0.5,
        )
        for name, desk in DESKS.items()
    }
    screens = [
        Looker(f"screen {kind}", hall, own(), role="screen", query="?hall", pages=(f"/screen/{event}/{kind}/",), gap=plan.gap)
        for kind in SCREENS
    ]
    everybody: list[Device] = [*phones, *tablets.values(), *screens]

    await asyncio.gather(*(phone.join() for phone in phones), *(tablet.sign_in() for tablet in tablets.values()))
    async with asyncio.TaskGroup() as marks:  # two check-in tablets share the list
        for half, tablet in enumerate((tablets["dora"], tablets["olga"])):
            marks.create_task(tablet.mark_present(seats[half::2]))
    tasks = [asyncio.create_task(device.live()) for device in everybody]
    tasks += [asyncio.create_task(device.watch()) for device in (*phones, *tablets.values(), *screens)]
    tasks += [asyncio.create_task(phone.stumble(sum(plan.seconds.values()) / 2)) for phone in phones]
    plays = [asyncio.create_task(phone.play()) for phone in phones]
    acts = [asyncio.create_task(phone.act()) for phone in phones]
    await hall.until(lambda clock: True)
    await tablets["olga"].answer_question("clock/begin")
    started = time.time()
    killer = asyncio.create_task(_strike(plan, plant, hall))
    tasks.append(asyncio.create_task(plant.supervise()))
    try:
        await hall.until(lambda clock: clock["month"] > plan.months or clock["stage"] == "over")
        await _mended(killer, plant)
        if hall.clock["stage"] != "over":
            await tablets["olga"].answer_question("clock/pause", reason="The morning is over")
        await _answered(plays, phones)
        held = await _held(hall, screens)
    finally:
        hall.over.set()
        for task in (killer, *plays, *acts, *tasks):
            task.cancel()
        ended = await asyncio.gather(killer, *plays, *acts, *tasks, return_exceptions=True)
        await scribe.rest()
    broken = [each for each in ended if isinstance(each, Exception)]
    return await asyncio.to_thread(
        judged, plan, plant, shell, hall, screens, held=held, broken=broken, began=started, seconds=time.monotonic() - begun
    )


async def _strike(plan: Plan, plant: Plant, hall: Hall) -> None:
    for strike in strikes(plan.seed, list(plant.parts), most=plan.most):
        await asyncio.sleep(strike.quiet if plan.most is None else min(strike.quiet, 2.0))
        if strike.ahead is not None:
            soon = time.time() + strike.ahead
            clock = await hall.until(lambda told, soon=soon: bool(told["deadline"]) and at_of(told["deadline"]) > soon)
            await asyncio.sleep(max(0.0, at_of(clock["deadline"]) - strike.ahead - time.time()))
        await plant.strike(strike.part, strike.dead)


async def _mended(killer: asyncio.Task[None], plant: Plant) -> None:
    """Wait for the end of the last strike, then stop killing."""
    while plant.down and not killer.done():
        await asyncio.sleep(0.05)
    killer.cancel()
    with suppress(asyncio.CancelledError):
        await killer


async def _answered(plays: list[asyncio.Task[None]], phones: list[Phone]) -> None:
    """Stop all players; wait for the answers to what they have sent."""
    for play in plays:
        play.cancel()
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*(each for phone in phones for each in phone.deliveries)), SETTLE)


async def _held(hall: Hall, screens: list[Looker]) -> dict[str, bool]:
    """Whether each screen shows the current clock, which is paused."""
    keys = ("month", "phase", "paused", "left_ms")

    def held() -> dict[str, bool]:
        return {screen.name: all(screen.clock.get(key) == hall.clock.get(key) for key in keys) for screen in screens}

    end = time.monotonic() + HELD
    while time.monotonic() < end and not (hall.clock.get("paused") and all(held().values())):
        await asyncio.sleep(0.1)
    return held()


def page_of(event: int, desk: str) -> str:
    """Page that a desk watches."""
    places = {"organizer": "", "ceremony": "houses/", "check-in": "people/"}
    return f"/control/{event}/{places.get(desk, f'{desk}/')}"


def quick_scenario(folder: Path, seconds: Mapping[str, float]) -> Path:
    """The whole scenario with phases of these lengths in seconds."""
    shutil.copytree(ROOT / "fixtures" / "god_emperor", folder, ignore=shutil.ignore_patterns("examples"))
    file = folder / "timetable.yaml"
    document = yaml.safe_load(file.read_text(encoding="utf-8"))
    timetable = document["timetable"]
    for month in timetable["months"]:
        month["minutes"] = {phase: length / 60 for phase, length in seconds.items()}
    file.write_text(yaml.safe_dump(document, allow_unicode=True, sort_keys=False), encoding="utf-8")
    return folder
