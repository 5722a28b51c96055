"""Completed schemes: which wait, their order, what they name, and who may know of them."""

from __future__ import annotations

from collections.abc import Iterable

from control.day.state import DayStage, Presence
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.passed_laws import Answers
from rooms.realm.game.records import CompletedScheme, SchemeEnding
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import is_purse_common, receiver_of_gain
from rooms.realm.papers.game.checks import words_of
from rooms.realm.papers.game.types import THRONE, Paper
from rooms.realm.scenario.ids import HouseId, Phase, Room
from rooms.realm.scenario.schema import SchemeType, Target

# === completed schemes ==================================================================================================


BRIBES, DISSENT, DESTROY, LEVERAGE = "bribes", "sow-dissent", "destroy-proposal", "leverage"
FOR_THE_COURT = (BRIBES, DISSENT, DESTROY, LEVERAGE)  # used at the next month's Court


def scheme_kind(state: GameState, kind: str) -> SchemeType | None:
    """Kind of scheme of that id; None if the scenario has no such kind."""
    return next((each for each in state.scenario.schemes if each.id == kind), None)


def scheme_name(state: GameState, kind: str) -> str:
    """Name of a kind of scheme."""
    found = scheme_kind(state, kind)
    return found.name if found else kind


def scheme_of(state: GameState, number: int) -> CompletedScheme | None:
    """Completed scheme of that number."""
    return next((each for each in state.schemes if each.id == number), None)


def answers_of_scheme(state: GameState, scheme: CompletedScheme) -> Answers | None:
    """Answers of the scheme; None if the scenario no longer has its kind."""
    kind = scheme_kind(state, scheme.kind)
    return Answers(kind=kind, values=scheme.answers) if kind else None


def target_of(state: GameState, scheme: CompletedScheme) -> HouseId | None:
    """House that it targets; None for one without a House, or for the God Emperor, who has none (R-30)."""
    named = answers_of_scheme(state, scheme)
    return next((HouseId(each) for each in named.all(Target.HOUSE) if each != THRONE), None) if named else None


def scheme_words(state: GameState, scheme: CompletedScheme) -> str:
    """The scheme as it was written, without its cost, which no longer matters."""
    free = tuple(replace(each, cost=None, cost_per=None) for each in state.scenario.schemes if each.id == scheme.kind)
    return words_of(state, free, Paper(type=scheme.kind, values=scheme.answers))


def schemes_in_order(state: GameState) -> tuple[CompletedScheme, ...]:
    """Schemes that act in the next Return: tables in the scenario's order, within a table as confirmed (R-20)."""
    return _by_table(state, [each for each in state.schemes if each.ending is SchemeEnding.WAITS])


def _by_table(state: GameState, schemes: Iterable[CompletedScheme]) -> tuple[CompletedScheme, ...]:
    tables = {str(each.id): at for at, each in enumerate(state.scenario.provinces)}
    return tuple(sorted(schemes, key=lambda each: tables.get(each.table, len(tables))))


def may_choose_now(state: GameState) -> bool:
    """May the schemers choose now? In Return, until the schemes strike (R-122, R-124)."""
    clock = state.clock
    return clock.stage is DayStage.PLAYING and clock.is_in(Phase.RETURN) and clock.turned < clock.month


def living_player(state: GameState, seat: SeatId | None) -> HouseSeat | None:
    """Return the seat if its character lives and its player has not left."""
    found = state.seats.get(seat) if seat is not None else None
    return found if found is not None and found.died is None and found.presence is not Presence.GONE else None


def chooser_of(state: GameState, scheme: CompletedScheme) -> SeatId | None:
    """Seat that makes the choices: the author; for a drawn one its picker, else the highest rank who knows it (R-108)."""
    if scheme.seat is not None or living_player(state, scheme.picker) is not None:
        return scheme.seat or scheme.picker
    left = [seat for seat in (living_player(state, each) for each in scheme.know) if seat is not None]
    return min(left, key=lambda seat: seat.rank).id if left else scheme.picker


def receiver_of_loot(state: GameState, scheme: CompletedScheme) -> SeatId | None:
    """Seat whose purse receives the loot: the author's, else by R-06 (R-122)."""
    author = living_player(state, scheme.seat)
    if author is not None and author.house == scheme.house and not is_purse_common(state):
        return author.id
    return receiver_of_gain(state, scheme.house, Room.UNDERGROUND)


def may_read_all(viewer: Viewer) -> bool:
    """May this viewer know who schemed what? Only Underground Control (R-144)."""
    return viewer.sees_desk(Desk.UNDERGROUND)


def open_court_benefits(state: GameState, *kinds: str) -> tuple[CompletedScheme, ...]:
    """Schemes of last month with an unused benefit at this month's Court, in the order of completion (R-18, R-127, R-128)."""
    return tuple(each for each in court_schemes(state, *kinds) if not each.used)


def court_schemes(state: GameState, *kinds: str) -> tuple[CompletedScheme, ...]:
    """Schemes of last month for this month's Court, used or not, in the order of their strikes (R-20, R-128)."""
    found = (
        each
        for each in state.schemes
        if each.kind in (kinds or FOR_THE_COURT) and each.ending is SchemeEnding.STRUCK and each.acted == state.clock.month - 1
    )
    return _by_table(state, found)


def with_scheme(state: GameState, number: int, **changed: object) -> GameState:
    """Return the state with one completed scheme changed."""
    schemes = tuple(
        replace(each, **changed) if each.id == number else each  # type: ignore[arg-type]
        for each in state.schemes
    )
    return replace(state, schemes=schemes)
