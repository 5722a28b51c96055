"""The way back from a duel's last round, for the card that shows it."""

from __future__ import annotations

import json

from control.journal.story import lines_of, may_withdraw, withdrawn_by
from control.people.access import DeskPass
from rooms.court.game.fought import RoundFought


def last_round(door: DeskPass, number: int) -> int:
    """The entry of the command that fought the last round of this duel which stands; 0 where this desk may not take it back."""
    stream = door.event.stream
    lines = lines_of(stream)
    taken = withdrawn_by(lines)
    found = stream.entries.filter(kind=RoundFought.__name__).order_by("-seq").values_list("seq", "body")
    seq = next((seq for seq, body in found if seq not in taken and json.loads(body)["number"] == number), 0)
    if not seq:
        return 0
    first = next(line for line in lines if line.command == lines[seq - 1].command)
    return first.seq if may_withdraw(first, door.desks) else 0
