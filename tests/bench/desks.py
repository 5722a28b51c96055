"""Pages of desks by the number of players: the War desk after a step, the Court's desk after hands are counted."""

from __future__ import annotations

from tests.bench import kit

PLAYERS = (45, 300)


def run() -> None:
    rows = [row for players in PLAYERS for desk in ("war", "court") for row in measured(desk, players)]
    columns = ("desk, players", "ms", "ms, later", "kB")
    kit.table("Processor time of a desk's page, and of its changed regions", columns, rows)


def measured(desk: str, players: int) -> list[tuple[str | float, ...]]:
    """Return the rows of one desk: its first and second page in a new process, and its regions after a change."""
    with kit.folder() as var, kit.server("ours", {"MEGAGAME_VAR": str(var)}) as (server, _port):
        server.ask("collected")
        made = server.ask(desk, players)
        event = made if desk == "war" else made[0]
        address = f"/control/{event}/{desk}/"
        first, kilobytes = server.ask("page", desk, address)
        second, _kilobytes = server.ask("page", desk, address)
        changed = server.ask("regions", desk, address, event)
        again = server.ask("regions", desk, address, event)
    return [
        (f"{desk}, {players}: the page", first, second, kilobytes),
        (f"{desk}, {players}: regions after a change", *changed),
        (f"{desk}, {players}: after the next", *again),
    ]
