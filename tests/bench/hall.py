"""A phase ends and every phone in the hall asks for its page: time until each has it, and the server's cost of a page.

The same while the Court sits with all of them and the desk counts fists, which changes the floor on every phone.

Each phone does what its script does. It hears the news on its socket, waits a random part of the spread that the poke tells, and 80
ms more. Then it asks for the regions that it does not show in their current version, over its socket. In one row phones ask by
requests, over kept connections, as phones without such a socket do. The last rows are on PostgreSQL and Redis: all phones at one
process, and half of them at each of two.
"""

from __future__ import annotations

import gzip
import heapq
import json
import random
import re
import select
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from multiprocessing.connection import Connection
from urllib.parse import urlencode

from tests import services
from tests.bench import kit
from tests.bench.swarm import Phone, Swarm, masked
from tests.bench.tables_hall import Line

SIZES = (60, 300, 1000)
TIMES = 6  # measured times, after one unmeasured
HAPPENS = (("a phase ends", "prepare", "end_phase"), ("fists in the Court", "court", "fists"))
WIDEST, WAIT = 1.0, 0.08  # seconds: `widest` of `live.js`, `data-wait` of the page
PATIENCE = 60.0
SEEN = re.compile(rb'name="seen" value="([^":]+:[^"]+)"')


def run() -> None:
    rows = [measured(size, *happens) for size in SIZES for happens in HAPPENS]
    rows.append(measured(SIZES[1], *HAPPENS[0], by_request=True))
    rows += [measured(SIZES[1], *HAPPENS[0], processes=processes) for processes in (1, 2)]
    columns = ("phones", "regions p50, ms", "p99", "the last", "server CPU per page, ms", "kB packed")
    kit.table(f"Something happens, until each phone has its new regions: medians of {TIMES} times", columns, rows)


def measured(
    size: int, what: str, made: str, happens: str, by_request: bool = False, processes: int = 0
) -> tuple[str | float, ...]:
    """Return the table row of one hall.

    `made`: act of the server that creates it. `happens`: act that is measured. `by_request`: phones ask by requests.
    `processes`: of a console on PostgreSQL and Redis; 0 is one with SQLite.
    """
    with ExitStack() as stack:
        environment = {"MEGAGAME_VAR": str(stack.enter_context(kit.folder())), "SECRET_KEY": "bench " * 10}
        if processes:
            environment |= stack.enter_context(services.running()).environment()
        started = [stack.enter_context(kit.server("ours", environment)) for _process in range(processes or 1)]
        hall = stack.enter_context(in_a_process())
        server = started[0][0]
        server.ask("collected")
        event, cookies = server.ask(made, size)
        hall.ask("join", [port for _server, port in started], event, cookies, by_request)
        found = []
        for _time in range(TIMES + 1):
            used = sum(each.ask("cpu") for each, _port in started)
            begun = server.ask(happens, event)
            waits, sent = hall.ask("until_shown", begun)
            used = sum(each.ask("cpu") for each, _port in started) - used
            found.append((waits, used * 1000 / size, sent / size / 1000))
    spans = [kit.percentile(waits, share) for waits, _cpu, _sent in found[1:] for share in (0.5, 0.99, 1.0)]
    middle = [kit.median(spans[at::3]) for at in range(3)]
    cpu, kb = kit.median([cpu for _waits, cpu, _sent in found[1:]]), kit.median([kb for *_rest, kb in found[1:]])
    how = ", by requests" * by_request + f", processes on PostgreSQL: {processes}" * (processes > 0)
    return (f"{size}, {what}{how}", *middle, cpu, kb)


@contextmanager
def in_a_process() -> Iterator[kit.Phones]:
    """Run the phones in a process of their own."""
    ours, theirs = kit.processes.Pipe()
    process = kit.processes.Process(target=serve, args=(theirs,), daemon=True)
    process.start()
    try:
        yield kit.Phones(ours)
    finally:
        process.kill()
        process.join()


@dataclass(eq=False)
class Player:
    """A phone.

    `live`: its socket. `line`: its connection for pages.
    `seen`: versions that it shows, by region.
    `shown`: when it last showed a new page (monotonic seconds).
    """

    live: Phone
    line: Line
    cookie: str
    seen: dict[bytes, bytes] = field(default_factory=dict)
    waiting: bool = False
    asking: bool = False
    missed: bool = False
    shown: float = 0.0


class Hall:
    """All phones of a hall."""

    def __init__(self) -> None:
        self.players: list[Player] = []
        self.by_file: dict[int, Player] = {}
        self.due: list[tuple[float, int, Player]] = []
        self.poll, self.numbers, self.dice, self.sent = select.epoll(), count(), random.Random(5), 0
        self.by_request = False

    def join(self, ports: list[int], event: int, cookies: list[str], by_request: bool) -> None:
        """Open every phone's socket and page, at each port as many."""
        self.by_request = by_request
        for number, port in enumerate(ports):
            own, swarm = cookies[number :: len(ports)], Swarm()
            swarm.join(port, f"/live/{event}/", own, 1)  # it dials in the order of the cookies
            for phone, cookie in zip(swarm.phones, own, strict=True):
                player = Player(phone, Line(port, lambda file: None), cookie)
                player.line.opened = lambda file, player=player: self._watch(file, player)  # type: ignore[misc]
                self._watch(phone.line.fileno(), player)
                self.players.append(player)
        for player in self.players:  # one after the other, as on a morning
            player.asking = True
            player.line.ask("GET", "/play/", player.cookie)
            self._until(lambda player=player: not player.asking)  # type: ignore[misc]

    def until_shown(self, begun: int) -> tuple[list[float], int]:
        """Wait until every phone shows the news. Returns the delays in milliseconds and the number of sent bytes.

        `begun`: monotonic nanoseconds from which the delays count.
        """
        at, self.sent = begun / 1e9, 0
        self._until(lambda: all(each.shown > at and not each.waiting and not each.asking for each in self.players))
        return [(each.shown - at) * 1000 for each in self.players], self.sent

    def _watch(self, file: int, player: Player) -> None:
        self.by_file[file] = player
        self.poll.register(file, select.EPOLLIN)

    def _until(self, done: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not done():
            if time.monotonic() > end:
                raise TimeoutError(f"{sum(each.asking or each.waiting for each in self.players)} phones wait for their page")
            self._turn()

    def _turn(self) -> None:
        rest = self.due[0][0] - time.monotonic() if self.due else 0.05
        for file, _event in self.poll.poll(min(max(rest, 0.0), 0.05)):
            player = self.by_file[file]
            if file == player.live.line.fileno():
                player.live.take(time.monotonic_ns())
                self._hear(player)
                for answer in player.live.answers:
                    self._show_from_socket(player, answer)
                player.live.answers.clear()
            elif (answer := player.line.take()) is not None:
                self._show(player, *answer)
        while self.due and self.due[0][0] <= time.monotonic():
            self._ask(heapq.heappop(self.due)[2])

    def _hear(self, player: Player) -> None:
        pokes = [told for _at, text in player.live.heard if (told := json.loads(text))["t"] == "poke"]
        player.live.heard.clear()
        if pokes and not player.waiting:
            player.waiting = True
            spread = pokes[0].get("spread", WIDEST * 1000) / 1000
            heapq.heappush(self.due, (time.monotonic() + self.dice.random() * spread + WAIT, next(self.numbers), player))

    def _ask(self, player: Player) -> None:
        player.waiting = False
        if player.asking:
            player.missed = True
            return
        player.asking = True
        seen = [version.decode() for version in player.seen.values()]
        if self.by_request:
            player.line.ask("GET", f"/play/fresh/?{urlencode([('seen', each) for each in seen])}", player.cookie)
        else:
            player.live.line.sendall(masked(json.dumps({"t": "news", "number": next(self.numbers), "seen": seen}).encode()))

    def _show_from_socket(self, player: Player, answer: bytes) -> None:
        self.sent += len(answer)
        head, _line, body = answer.partition(b"\n")
        if (kind := json.loads(head)["is"]) == "http":
            raise RuntimeError("The console wants a request.")
        self._shown(player, gzip.decompress(body) if kind == "news" else b"")

    def _show(self, player: Player, status: int, page: bytes) -> None:
        if status not in (200, 204):
            raise RuntimeError(f"{status}: {page[:400].decode()}")
        self.sent += player.line.packed
        self._shown(player, page)

    def _shown(self, player: Player, page: bytes) -> None:
        player.asking, player.shown = False, time.monotonic()
        player.seen.update((version.partition(b":")[0], version) for version in SEEN.findall(page))
        if player.missed:
            player.missed = False
            self._ask(player)


def serve(pipe: Connection) -> None:
    """Serve calls from the measuring process."""
    hall = Hall()
    while (asked := pipe.recv()) is not None:
        name, arguments = asked
        try:
            pipe.send((True, getattr(hall, name)(*arguments)))
        except Exception as failed:
            pipe.send((False, repr(failed)))


if __name__ == "__main__":
    run()
