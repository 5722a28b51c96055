"""The debrief: first opening, a jump of the time machine and a player's own day, in a day as bots play it, in one of 20,000
entries, and in one of 300 players.
"""

from __future__ import annotations

from tests.bench import kit

DAYS = {"as it was played": (0, 0), "20,000 entries": (20_000, 0), "300 players": (0, 300)}  # entries, players; 0: as played


def run() -> None:
    found = []
    for length, players in DAYS.values():
        with kit.folder() as var, kit.server("ours", {"MEGAGAME_VAR": str(var)}) as (server, _port):
            found.append(server.ask("debrief", length, players))
    rows = [(what, *(each[what] for each in found)) for what in found[0]]
    kit.table("Processor time in ms", ("what", *DAYS), rows)
