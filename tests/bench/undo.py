"""Undo of the last step and a past month in the time machine: in a journal of 2,000 entries, and in one of 20,000."""

from __future__ import annotations

from tests.bench import kit


def run() -> None:
    with kit.folder() as var, kit.server("ours", {"MEGAGAME_VAR": str(var)}) as (server, _port):
        found = server.ask("undo", (2_000, 20_000))
    lines = [(what, *ours, ours[1] / ours[0] if ours[0] else 1.0) for what, ours in found.items()]
    kit.table("Processor time in ms, and events decoded", ("what", "2,000 entries", "20,000 entries", "ratio"), lines)
