"""What the Sovereign decides on the own phone: the proposals and their order, a tie, who pays (GE-SOV-23, GE-SOV-26, GE-CRT-30)."""

from __future__ import annotations

from dataclasses import dataclass

from control.engine.viewer import Viewer
from rooms.court.game.cycles import has_begun
from rooms.court.game.floor_shown import PoolShown, ProposalShown
from rooms.court.game.state import floor_of
from rooms.court.game.view_agent import HalfMinute, half_minute
from rooms.court.game.view_choosing import ProposalLine, ToPay, choosing_view
from rooms.court.rules.pools import Share
from rooms.realm.game.state import GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class PayLine:
    """One pool with what it is to give, as it stands in the form."""

    pool: PoolShown
    power: str
    favors: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bill:
    """A favored proposal and who is to pay for it; the form begins with what is taken in turn (R-78)."""

    proposal: ProposalShown
    cost: int
    lines: tuple[PayLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A proposal in its cycle; until its Explain the Sovereign may take it back."""

    proposal: ProposalShown
    begun: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SovereignFloor:
    """What the Sovereign decides now. `cycle` is the next free one, None when no proposal can be chosen any more.

    `half_minute` says until when the Sovereign chooses, while a cycle waits for that; then Court Control may (R-38).
    """

    month: int
    cycle: int | None
    waiting: tuple[ProposalLine, ...]
    chosen: tuple[Chosen, ...]
    ties: tuple[ProposalShown, ...]
    bills: tuple[Bill, ...]
    half_minute: HalfMinute | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedShares:
    """What was typed as the payment of a cycle and refused: payer, Power, Favors as they were written."""

    cycle: str
    shares: tuple[tuple[str, str, str], ...]


def sovereign_floor(state: GameState, viewer: Viewer, typed: TypedShares | None = None) -> SovereignFloor | None:
    """What there is to decide for a Sovereign who is in the Court; None for every other player (GE-SOV-23, R-38)."""
    choosing = choosing_view(state, viewer) if viewer.seat is not None else None
    if choosing is None or not floor_of(state).assembled:
        return None
    return SovereignFloor(
        month=choosing.month,
        cycle=choosing.cycle,
        waiting=choosing.waiting,
        chosen=tuple(Chosen(proposal=each, begun=has_begun(state, each.cycle)) for each in choosing.chosen),
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
