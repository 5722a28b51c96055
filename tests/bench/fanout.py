"""One change of phase to a thousand open sockets: the console, a minimal uvicorn program, and Channels as in its tutorial."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import cycle, islice

from tests.bench import kit, servers

SOCKETS = 1000
ROUNDS = 21


def run() -> None:
    """Measure and print. All servers run at once and take turns, so that the machine's load affects all alike."""
    with ExitStack() as stack:
        var = stack.enter_context(kit.folder())
        halls = {}
        for kind in servers.KINDS:
            phones = stack.enter_context(kit.phones())
            server, port = stack.enter_context(kit.server(kind, {"MEGAGAME_VAR": str(var)}))
            event, cookies = server.ask("prepare") if kind == "ours" else (1, ["a=b"])
            before = server.ask("memory")
            joined = phones.ask("join", port, f"/live/{event}/", list(islice(cycle(cookies), SOCKETS)), 1)
            memory = (server.ask("memory") - before) / SOCKETS
            halls[kind] = Hall(phones, server, event if kind == "ours" else FRAME, joined, memory)
        for _round in range(ROUNDS):
            for hall in halls.values():
                hall.tell()
    ours = kit.median(halls["ours"].p99s)
    rows = [(kind, *each.figures(), kit.median(each.p99s) / ours, each.memory) for kind, each in halls.items()]
    columns = ("server", "all joined, s", "p50, ms", "p99, ms", "CPU, ms", "p99 / ours", "kB a socket")
    kit.table(f"One change of phase to {SOCKETS} sockets, medians of {ROUNDS} rounds", columns, rows)


@dataclass
class Hall:
    """One server with its thousand phones, and its figures."""

    phones: kit.Phones
    server: kit.Remote
    what: object  # argument of the server's `publish`
    joined: float
    memory: float  # kB of the server for each socket
    p50s: list[float] = field(default_factory=list)
    p99s: list[float] = field(default_factory=list)
    used: list[float] = field(default_factory=list)

    def figures(self) -> tuple[float, ...]:
        """Seconds until all had joined, and the medians of all rounds."""
        return (self.joined, kit.median(self.p50s), kit.median(self.p99s), kit.median(self.used))

    def tell(self) -> None:
        """Measure one round."""
        self.phones.ask("forget")
        before = self.server.ask("cpu")
        begun = self.server.ask("publish", self.what)
        heard = self.phones.ask("listen", b"poke", 1, 10.0)
        self.used.append((self.server.ask("cpu") - before) * 1000)
        late = [(moments[0] - begun) / 1e6 for moments in heard]
        self.p50s.append(kit.percentile(late, 0.5))
        self.p99s.append(kit.percentile(late, 0.99))


# The others send the same frame as the console, apart from digits.
FRAME = (
    '{"t":"poke","topics":["clock","phase","map","news"],"seq":4,"clock":{"stage":"playing","month":2,"phase":"planning",'
    '"phase_name":"Planning","deadline":"2026-05-09T11:30:00.000Z","left_ms":null,"paused":false,"reason":"","rooms":{}}}'
)
