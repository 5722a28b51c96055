"""What is the Sovereign's to decide in the Court: which proposal is next, a tie, who pays (GE-SOV-23, GE-SOV-26, GE-CRT-30).

It stands on the phone of a Sovereign who is in the Court, and at the desk of Court Control; nobody else is shown any of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from control.engine.ids import SeatId
from control.engine.viewer import Viewer
from rooms.court.game.cycles import free_cycle, proposal_words, waiting
from rooms.court.game.floor_shown import PoolShown, ProposalShown, pools_shown, proposal_shown
from rooms.court.game.paying import payable, turns
from rooms.court.game.roll import is_assembled
from rooms.court.game.state import OnFloor, Stand, floor_of
from rooms.court.rules.pools import Share, in_turn, missing
from rooms.realm.desks import Desk
from rooms.realm.game.names import house_names
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import OpenedPaper, cost_of
from rooms.realm.scenario.ids import HouseId


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalLine:
    """A proposal that waits to be chosen; `missing` is what all pools together are short of its cost."""

    author: SeatId
    author_name: str
    house: HouseId
    short: str
    words: str
    text: str
    military: bool
    cost: int
    missing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ToPay:
    """A favored proposal that has to be paid: from which pools, and what they give in turn when nobody is named (R-78)."""

    proposal: ProposalShown
    cost: int
    missing: int
    pools: tuple[PoolShown, ...]
    in_turn: tuple[Share, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoosingView:
    """What waits for the Sovereign. `cycle` is the next free one, None when there is none; `chosen` stand in the cycles so far."""

    month: int
    cycle: int | None
    waiting: tuple[ProposalLine, ...]
    chosen: tuple[ProposalShown, ...]
    ties: tuple[ProposalShown, ...]
    to_pay: tuple[ToPay, ...]


def chooses(state: GameState, viewer: Viewer) -> bool:
    """Is it this viewer who decides for the throne: the Sovereign in the Court, or Court Control (GE-SOV-23, R-38)?"""
    if viewer.sees_desk(Desk.COURT):
        return True
    seat = state.seats.get(viewer.seat) if viewer.seat is not None else None
    return seat is not None and state.throne.holder == seat.id and is_assembled(state, seat.id)


def choosing_view(state: GameState, viewer: Viewer) -> ChoosingView | None:
    """What there is to decide; None for whoever does not."""
    if not chooses(state, viewer):
        return None
    standing = [each for each in floor_of(state).cycles if each.stand is not Stand.STRUCK]
    return ChoosingView(
        month=state.clock.month,
        cycle=free_cycle(state),
        waiting=tuple(_line(state, each) for each in waiting(state)),
        chosen=tuple(proposal_shown(state, each) for each in sorted(standing, key=lambda each: each.cycle)),
        ties=tuple(proposal_shown(state, each) for each in standing if each.stand is Stand.TIE),
        to_pay=tuple(_to_pay(state, each) for each in standing if each.stand is Stand.WON),
    )


def _line(state: GameState, opened: OpenedPaper) -> ProposalLine:
    seat, shorts = state.seats[opened.seat], {house.id: house.short for house in house_names(state)}
    kind = next((each for each in state.scenario.proposals if each.id == opened.paper.type), None)
    cost = (cost_of(kind, opened.paper) or 0) if kind else 0
    return ProposalLine(
        author=seat.id,
        author_name=seat.name,
        house=seat.house,
        short=shorts[seat.house],
        words=proposal_words(state, opened.paper),
        text=kind.text if kind else "",
        military=kind.military if kind else False,
        cost=cost,
        missing=missing(payable(state), cost),
    )


def _to_pay(state: GameState, standing: OnFloor) -> ToPay:
    may_pay = {pool.payer for pool in payable(state)}
    return ToPay(
        proposal=proposal_shown(state, standing),
        cost=standing.cost,
        missing=missing(payable(state), standing.cost),
        pools=tuple(pool for pool in pools_shown(state) if pool.payer in may_pay),
        in_turn=in_turn(turns(state), standing.cost) or (),
    )
