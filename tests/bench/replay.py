"""Replay of a ten-month day played by bots: time to fold its journal again, compared byte for byte."""

from __future__ import annotations

from tests.bench import kit


def run() -> None:
    with kit.folder() as var, kit.server("ours", {"MEGAGAME_VAR": str(var)}) as (server, _port):
        event, _cookies = server.ask("prepare")
        found = server.ask("ten_months", event)
    entries = found.pop("entries")
    kit.table(f"Months 2 to 10, 45 bots, {entries:.0f} entries", ("what", "ms"), list(found.items()))
