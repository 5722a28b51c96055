"""Recipients of a report of the Underground, and its words: a face for who knows it, an act for who sat there (R-144)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from control.engine.ids import SeatId
from control.engine.reports import Fate, Report, ReportKind
from rooms.realm.game.deeds.underground import priced
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.checks import words_of
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId, Room
from rooms.underground.game.state import Lying, TableId
from rooms.underground.game.tables.cards import scheme_words
from rooms.underground.game.tables.questions import house_there, knows

# === recipients =========================================================================================================


def to_seat(
    seat: SeatId,
    kind: ReportKind,
    words: str,
    *,
    act: str = "",
    why: str = "",
    rule: str = "",
    fate: Fate | None = None,
    written: bool = False,
) -> Report:
    """A report of the Underground; each is for one player alone. What became of the own written scheme weighs most."""
    found = Report(to=f"seat:{seat}", kind=kind, words=words, act=act, why=why, rule=rule, room=Room.UNDERGROUND, fate=fate)
    return replace(found, weight=int(written))


def paper_words(state: GameState, paper: Paper) -> str:
    """A scheme in words, for who knows its face."""
    return words_of(state, priced(state), paper)


def named_for(state: GameState, scheme: Lying, seat: SeatId) -> str:
    """A scheme as this player may know it: by its face, else by the number on its back."""
    return paper_words(state, scheme.paper) if knows(scheme, seat) else scheme_words(state, scheme)


def knowing(state: GameState, scheme: Lying) -> tuple[SeatId, ...]:
    """The players of its own House who know a scheme's face, in the order of the seats."""
    return tuple(seat.id for seat in state.seats.values() if seat.house == scheme.house and knows(scheme, seat.id))


def others_there(state: GameState, table: TableId, house: HouseId, but: SeatId | None = None) -> tuple[SeatId, ...]:
    """The players of a House who sit at a table and so see what is done there, without who does it."""
    return tuple(each.id for each in house_there(state, table, house) if each.id != but)


def seen_by_house(state: GameState, scheme: Lying, words: str, *, but: SeatId | None = None, rule: str) -> Iterator[Report]:
    """What was done openly to a scheme, to those of its House who sat there."""
    for seat in others_there(state, scheme.table, scheme.house, but):
        yield to_seat(seat, ReportKind.OUTCOME, words, act=named_for(state, scheme, seat), rule=rule)
