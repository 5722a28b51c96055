"""Reports of what a purse wins and loses, and why (R-05, R-06)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.reasons import Reason, Told
from control.engine.reports import Change, Report, Reporter, ReportKind
from control.engine.words import capital
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.power import PowerGained, PowerLost


def purse_changes(before: GameState, after: GameState, seat: SeatId) -> tuple[Change, ...]:
    """What the purse of a seat has won or lost between two states, by what is counted."""
    if seat not in before.seats or seat not in after.seats:
        return ()
    old, new = before.seats[seat].purse, after.seats[seat].purse
    found = ((say("Power"), new.power - old.power), (say("Favors"), len(new.favors) - len(old.favors)))
    return tuple(Change(what=what, by=by) for what, by in found if by)


def power(before: GameState, after: GameState, happened: PowerGained | PowerLost) -> Iterator[Report]:
    """The own purse, with the reason; to its player alone."""
    changes = purse_changes(before, after, happened.seat)
    if changes:
        yield Report(to=f"seat:{happened.seat}", kind=ReportKind.HOLDING, words=because(happened.why), changes=changes)


def because(why: Told) -> str:
    """The reason as a sentence; what Control typed is for the journal alone."""
    return f"{capital(str(why))}." if isinstance(why, Reason) else say("Set by Control.")


REPORTS: Mapping[type, Reporter] = {PowerGained: power, PowerLost: power}
