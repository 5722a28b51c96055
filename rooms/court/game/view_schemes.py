"""What schemes gave for this month's Court: at Court Control's desk until it is used, on the phone of who names a proposal."""

from __future__ import annotations

from dataclasses import dataclass

from control.engine.ids import SeatId
from control.engine.viewer import Viewer
from rooms.court.game.cycles import Part, has_begun, proposal_words
from rooms.court.game.rising import open_uprising
from rooms.court.game.schemes import may_be_named, votes_in
from rooms.court.game.state import Stand, floor_of
from rooms.realm.desks import Desk
from rooms.realm.game.schemed import CompletedScheme
from rooms.realm.game.state import GameState
from rooms.realm.game.strikes.asked import BRIBES, DESTROY, DISSENT, LEVERAGE, at_the_court, chooser_of, scheme_name, target_of
from rooms.realm.game.treasury.purses import house_name


@dataclass(frozen=True, slots=True, kw_only=True)
class ToUse:
    """Votes of a House. `cycle` is the vote that is open, `number` the Uprising; 0 for none."""

    scheme: int
    name: str
    house: str
    short: str
    house_name: str
    votes: int
    cycle: int
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OneProposal:
    """A proposal that may be named, by its author; its words stand at the desk alone."""

    author: SeatId
    name: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToName:
    """A right to name a proposal of a House; `destroys` it, or brings it onto the floor."""

    scheme: int
    name: str
    house: str
    short: str
    house_name: str
    destroys: bool
    proposals: tuple[OneProposal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CourtSchemes:
    """What waits to be used this month."""

    month: int
    votes: tuple[ToUse, ...]
    rights: tuple[ToName, ...]


def schemes_at_desk(state: GameState, viewer: Viewer) -> CourtSchemes | None:
    """For Court Control alone; who schemed is nobody's to read there."""
    if not viewer.sees_desk(Desk.COURT):
        return None
    return CourtSchemes(
        month=state.clock.month,
        votes=tuple(_to_use(state, each) for each in at_the_court(state, BRIBES, DISSENT)),
        rights=tuple(_to_name(state, each, words=True) for each in at_the_court(state, LEVERAGE, DESTROY)),
    )


def schemes_to_name(state: GameState, viewer: Viewer) -> CourtSchemes | None:
    """For who schemed: the proposals by their authors, from any room (R-128); None for everybody else."""
    own = tuple(
        each
        for each in at_the_court(state, LEVERAGE, DESTROY)
        if viewer.seat is not None and chooser_of(state, each) == viewer.seat
    )
    if not own:
        return None
    rights = tuple(_to_name(state, each, words=False) for each in own)
    return CourtSchemes(month=state.clock.month, votes=(), rights=rights)


def _to_use(state: GameState, scheme: CompletedScheme) -> ToUse:
    house, floor = target_of(state, scheme), floor_of(state)
    running = open_uprising(floor)
    cycle = next((each.cycle for each in floor.cycles if each.stand is Stand.OPEN and has_begun(state, each.cycle, Part.VOTE)), 0)
    return ToUse(
        scheme=scheme.id,
        name=scheme_name(state, scheme.kind),
        house=house or "",
        short=_short(state, house or ""),
        house_name=house_name(state, house) if house else "",
        votes=votes_in(state, scheme),
        cycle=cycle if scheme.kind == BRIBES else 0,
        number=running.number if running is not None and scheme.kind == DISSENT else 0,
    )


def _to_name(state: GameState, scheme: CompletedScheme, *, words: bool) -> ToName:
    house = target_of(state, scheme)
    return ToName(
        scheme=scheme.id,
        name=scheme_name(state, scheme.kind),
        house=house or "",
        short=_short(state, house or ""),
        house_name=house_name(state, house) if house else "",
        destroys=scheme.kind == DESTROY,
        proposals=tuple(
            OneProposal(
                author=each.seat, name=state.seats[each.seat].name, words=proposal_words(state, each.paper) if words else ""
            )
            for each in may_be_named(state, scheme)
        ),
    )


def _short(state: GameState, house: str) -> str:
    return next((each.short for each in state.scenario.houses if each.id == house), house)
