"""Decisions of the Sovereign, on the phone and for Court Control as agent: next proposal, tie, payers.

Rules: GE-SOV-23, GE-SOV-26, GE-CRT-30.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.court.game.floor.cycles import Part, free_cycle, has_begun, proposal_words, running_part, waiting
from rooms.court.game.floor.payment import payable_pools, pools_in_turn
from rooms.court.game.floor.view import PoolShown, ProposalShown, pools_shown, proposal_shown
from rooms.court.game.roll import is_assembled
from rooms.court.game.state import OnFloor, Stand, floor_of, proposal_in_cycle
from rooms.court.rules.pool_shares import Share, in_turn, missing
from rooms.realm.desks import Desk
from rooms.realm.game.choice_lists import house_names
from rooms.realm.game.state import GameState
from rooms.realm.game.view import sovereign_words
from rooms.realm.papers.game.types import OpenedPaper, cost_of
from rooms.realm.scenario.ids import HouseId, Room

# === agent ==============================================================================================================

# Who decides for the throne: the Sovereign in the Court, or Court Control as agent (GE-SOV-23, GE-SOV-24, R-38).


HALF_A_MINUTE: Final = timedelta(seconds=30)


class HalfMinute(Struct, frozen=True, kw_only=True):
    """Until when a Sovereign in the Court may choose a cycle's proposal. Then the agent does (R-38)."""

    deadline: datetime
    left: timedelta | None = None  # None: this clock never pauses


class AgentView(Struct, frozen=True, kw_only=True):
    """Who decides now, in a sentence for the desk. `agent`: it is Court Control.

    `half_minute`: set while a cycle without a proposal waits for the Sovereign's choice.
    """

    agent: bool
    words: str
    half_minute: HalfMinute | None = None


def agent_view(state: GameState, viewer: Viewer) -> AgentView:
    """Who chooses, breaks ties and names payers. Empty for other desks."""
    if not viewer.sees_desk(Desk.COURT):
        return AgentView(agent=False, words="")
    throne = state.throne
    holder = state.seats.get(throne.holder) if throne.holder is not None else None
    if holder is not None and is_assembled(state, holder.id):
        said = say("{sovereign} decides, on the phone or aloud; what is said aloud you enter.", sovereign=sovereign_words(state))
        return AgentView(agent=False, words=said, half_minute=half_minute(state))
    if throne.god_emperor:
        return AgentView(agent=True, words=say("You decide for the God Emperor."))
    if holder is None:
        return AgentView(agent=True, words=say("The throne is empty: you decide as its agent."))
    return AgentView(agent=True, words=say("{sovereign} is not in the Court: you are the agent.", sovereign=sovereign_words(state)))


def half_minute(state: GameState) -> HalfMinute | None:
    """The half minute of a Sovereign in the Court, from the start of an Explain without a proposal (R-38).

    None while the clock is paused, if a proposal is on the floor, and if none waits to be chosen.
    """
    now, at = running_part(state), state.clock.rooms.get(Room.COURT)
    holder = state.seats.get(state.throne.holder) if state.throne.holder is not None else None
    if holder is None or not is_assembled(state, holder.id):
        return None
    if now is None or at is None or at.began_at is None or at.deadline is None or now[0] is not Part.EXPLAIN:
        return None
    if proposal_in_cycle(state, now[1]) is not None or not waiting(state):
        return None
    return HalfMinute(deadline=at.began_at + HALF_A_MINUTE)


# === open decisions =====================================================================================================

# The Sovereign's decisions in the Court: the next proposal, a tie, payers (GE-SOV-23, GE-SOV-26, GE-CRT-30).
# Only a Sovereign in the Court and Court Control see them.


class ProposalLine(Struct, frozen=True, kw_only=True):
    """A proposal that waits to be chosen. `missing`: what all pools together lack for its cost."""

    author: SeatId
    author_name: str
    house: HouseId
    short: str
    words: str
    text: str
    military: bool
    cost: int
    missing: int


class ToPay(Struct, frozen=True, kw_only=True):
    """A favored proposal to be paid: its pools, and their shares in turn if nobody is named (R-78)."""

    proposal: ProposalShown
    cost: int
    missing: int
    pools: tuple[PoolShown, ...]
    in_turn: tuple[Share, ...]


class ChoosingView(Struct, frozen=True, kw_only=True):
    """Open decisions of the Sovereign. `cycle`: the next free one, or None. `chosen`: proposals in their cycles."""

    month: int
    cycle: int | None
    waiting: tuple[ProposalLine, ...]
    chosen: tuple[ProposalShown, ...]
    ties: tuple[ProposalShown, ...]
    to_pay: tuple[ToPay, ...]


def may_choose(state: GameState, viewer: Viewer) -> bool:
    """Whether this viewer decides for the throne: the Sovereign in the Court, or Court Control (GE-SOV-23, R-38)."""
    if viewer.sees_desk(Desk.COURT):
        return True
    seat = state.seats.get(viewer.seat) if viewer.seat is not None else None
    return seat is not None and state.throne.holder == seat.id and is_assembled(state, seat.id)


def choosing_view(state: GameState, viewer: Viewer) -> ChoosingView | None:
    """Open decisions for a viewer who decides; None for anybody else."""
    if not may_choose(state, viewer):
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
        missing=missing(payable_pools(state), cost),
    )


def _to_pay(state: GameState, standing: OnFloor) -> ToPay:
    may_pay = {pool.payer for pool in payable_pools(state)}
    return ToPay(
        proposal=proposal_shown(state, standing),
        cost=standing.cost,
        missing=missing(payable_pools(state), standing.cost),
        pools=tuple(pool for pool in pools_shown(state) if pool.payer in may_pay),
        in_turn=in_turn(pools_in_turn(state), standing.cost) or (),
    )


# === phone ==============================================================================================================

# The Sovereign's decisions on the phone: proposals and their order, a tie, payers (GE-SOV-23, GE-SOV-26, GE-CRT-30).


class PayLine(Struct, frozen=True, kw_only=True):
    """A pool and its share in the form."""

    pool: PoolShown
    power: str
    favors: str


class Bill(Struct, frozen=True, kw_only=True):
    """A favored proposal and its payers. The form starts with the shares in turn (R-78)."""

    proposal: ProposalShown
    cost: int
    lines: tuple[PayLine, ...]


class ChosenProposal(Struct, frozen=True, kw_only=True):
    """A proposal in its cycle. Until its Explain begins the Sovereign may take it back."""

    proposal: ProposalShown
    begun: bool


class SovereignFloor(Struct, frozen=True, kw_only=True):
    """Open decisions of the Sovereign. `cycle`: the next free one, None if no proposal can be chosen any more.

    `half_minute`: until when the Sovereign may choose, while a cycle waits for it. Then Court Control may (R-38).
    """

    month: int
    cycle: int | None
    waiting: tuple[ProposalLine, ...]
    chosen: tuple[ChosenProposal, ...]
    ties: tuple[ProposalShown, ...]
    bills: tuple[Bill, ...]
    half_minute: HalfMinute | None


class TypedShares(Struct, frozen=True, kw_only=True):
    """A refused payment as it was typed: payer, Power, Favors."""

    cycle: str
    shares: tuple[tuple[str, str, str], ...]


def sovereign_floor(state: GameState, viewer: Viewer, typed: TypedShares | None = None) -> SovereignFloor | None:
    """Open decisions for a Sovereign who is in the Court; None for every other player (GE-SOV-23, R-38)."""
    choosing = choosing_view(state, viewer) if viewer.seat is not None else None
    if choosing is None or not floor_of(state).assembled:
        return None
    return SovereignFloor(
        month=choosing.month,
        cycle=choosing.cycle,
        waiting=choosing.waiting,
        chosen=tuple(ChosenProposal(proposal=each, begun=has_begun(state, each.cycle)) for each in choosing.chosen),
        ties=choosing.ties,
        bills=tuple(_bill(each, typed) for each in choosing.to_pay),
        half_minute=half_minute(state),
    )


def _bill(to_pay: ToPay, typed: TypedShares | None) -> Bill:
    filled = {payer: (power, favors) for payer, power, favors in _filled(to_pay, typed)}
    return Bill(
        proposal=to_pay.proposal,
        cost=to_pay.cost,
        lines=tuple(
            PayLine(pool=pool, power=filled.get(pool.payer, ("", ""))[0], favors=filled.get(pool.payer, ("", ""))[1])
            for pool in to_pay.pools
        ),
    )


def _filled(to_pay: ToPay, typed: TypedShares | None) -> tuple[tuple[str, str, str], ...]:
    if typed is not None and typed.cycle == str(to_pay.proposal.cycle):
        return typed.shares
    return tuple(_words(share) for share in to_pay.in_turn)


def _words(share: Share) -> tuple[str, str, str]:
    return share.payer, str(share.power), str(share.favors)
