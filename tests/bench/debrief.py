"""The debrief: the first opening, and a jump of the time machine, in a day as bots play it and in one of 20,000 entries."""

from __future__ import annotations

from tests.bench import kit

LENGTHS = (0, 20_000)  # entries; a day of bots has some thousands


def run() -> None:
    """Measure and print."""
    found = []
    for length in LENGTHS:
        with kit.folder() as var, kit.server("ours", {"MEGAGAME_VAR": str(var)}) as (server, _port):
            found.append(server.ask("debrief", length))
    rows = [(what, *(each[what] for each in found), found[1][what] / (found[0][what] or 1)) for what in found[0]]
    kit.table("Processor time in ms", ("what", "a day as it was played", "20,000 entries", "ratio"), rows)
