"""Recipients and words of the Underground's reports: faces for those who know them, acts for those who sat there (R-144)."""

from __future__ import annotations

from collections.abc import Iterator

from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.records import replace
from control.engine.reports import OrderFate, PersonDeed, Report, ReportKind
from rooms.realm.game.chronicles.words import title_of
from rooms.realm.game.law_actions.underground import priced_schemes
from rooms.realm.game.reports.words import own
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.checks import words_of
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId, Room
from rooms.underground.game.state import Lying, TableId
from rooms.underground.game.tables.cards import scheme_words
from rooms.underground.game.tables.lookup import house_players_at, knows

# === recipients =========================================================================================================


def to_seat(
    seat: SeatId,
    kind: ReportKind,
    words: str,
    *,
    act: str = "",
    why: str = "",
    rule: str = "",
    fate: OrderFate | None = None,
    written: bool = False,
) -> Report:
    """A report to one player. The result of the player's own written scheme weighs most."""
    found = Report(to=f"seat:{seat}", kind=kind, words=words, act=act, why=why, rule=rule, room=Room.UNDERGROUND, fate=fate)
    return replace(found, weight=int(written))


def paper_words(state: GameState, paper: Paper) -> str:
    """A scheme in words, for those who know its face."""
    return words_of(state, priced_schemes(state), paper)


def placed_deed(state: GameState, seat: SeatId, paper: Paper) -> PersonDeed:
    """The deed of the player who placed a scheme, for the debrief."""
    words = say("Placed a scheme, “{scheme}”.", scheme=title_of(state, state.scenario.schemes, paper))
    return PersonDeed(kind="scheme-placed", who=own(seat), words=words, room=Room.UNDERGROUND, rule="GE-UND-30")


def named_for(state: GameState, scheme: Lying, seat: SeatId) -> str:
    """A scheme as this player may know it: its face, else its number."""
    return paper_words(state, scheme.paper) if knows(scheme, seat) else scheme_words(state, scheme)


def players_who_know(state: GameState, scheme: Lying) -> tuple[SeatId, ...]:
    """Players of a scheme's House who know its face, in the order of seats."""
    return tuple(seat.id for seat in state.seats.values() if seat.house == scheme.house and knows(scheme, seat.id))


def house_players_there(state: GameState, table: TableId, house: HouseId, but: SeatId | None = None) -> tuple[SeatId, ...]:
    """Players of a House at a table, without `but`. They see public acts there."""
    return tuple(each.id for each in house_players_at(state, table, house) if each.id != but)


def reports_to_house(state: GameState, scheme: Lying, words: str, *, but: SeatId | None = None, rule: str) -> Iterator[Report]:
    """Reports of a public act against a scheme, to players of its House who sat there."""
    for seat in house_players_there(state, scheme.table, scheme.house, but):
        yield to_seat(seat, ReportKind.OUTCOME, words, act=named_for(state, scheme, seat), rule=rule)
