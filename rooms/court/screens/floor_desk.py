"""The floor on Court Control's tablet, as live regions: the proposal heard, pools, roll, waiting and decided proposals."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from msgspec import Struct

from control.desks.folds import Fold, asks_with, fold, is_folded
from control.engine.language import later, say
from control.regions.kinds import DeskRegion, register
from rooms.court.game.floor.view import PoolShown, ProposalShown
from rooms.court.game.floor.view_desk import Elsewhere, FloorDesk, Slot, VoteDesk, floor_view
from rooms.court.game.floor.view_phone import Means
from rooms.court.game.floor.view_speakers import DeskSpeakers, desk_speakers
from rooms.court.game.proposals.proposal import PROPOSALS
from rooms.court.game.state import Stand
from rooms.court.game.view_sovereign import AgentView, ChoosingView, ProposalLine, agent_view
from rooms.court.screens.phone import FORESIGHT
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.game.choice_lists import house_names
from rooms.realm.game.view import law_views
from rooms.realm.papers.game.view_desk import AsideLine, papers_laid
from rooms.realm.screens.desk_pages import Look

# === regions ============================================================================================================


COURT_DESK = frozenset({Desk.COURT})
PARTS = (("explain", later("Explain")), ("debate", later("Debate")), ("vote", later("Vote")), ("payment", later("Payment")))


class PartMark(Struct, frozen=True, kw_only=True):
    """A part of the running cycle: done, running, or still to come."""

    name: str
    is_done: bool
    is_now: bool


class FloorPanel(Struct, frozen=True, kw_only=True):
    """The proposal heard now. `cycles`: their number. `late`: a vote is still open in Payment. `is_done`: all are heard."""

    month: int
    cycle: int
    cycles: int
    parts: tuple[PartMark, ...]
    proposal: ProposalShown | None
    vote: VoteDesk | None
    assembled: int
    tie: bool
    pay: bool
    late: bool
    is_done: bool
    missing: int
    agent: AgentView
    means: Means | None


class PoolsPanel(Struct, frozen=True, kw_only=True):
    """The pools as tokens. `lies`: they are set out."""

    lies: bool
    pools: tuple[PoolTokens, ...]
    points: int


class PoolTokens(Struct, frozen=True, kw_only=True):
    """A pool with a mark for each token: True if it is still there."""

    pool: PoolShown
    power: tuple[bool, ...]
    favors: tuple[bool, ...]


class RollOfHouse(Struct, frozen=True, kw_only=True):
    """One House of a long roll. `slots`, `on`, `off`: none while they are folded. `awaited`: number of votes that are not in.

    `on`: players who can be put on the roll; `off`: those who can be taken off it.
    """

    house: str
    short: str
    fold: Fold
    count: int
    awaited: int
    slots: tuple[Slot, ...]
    mend: Fold
    on: tuple[Elsewhere, ...]
    off: tuple[Slot, ...]
    away: int


class RollPanel(Struct, frozen=True, kw_only=True):
    """The roll as a list, or as slots to tap during a vote.

    Before the Court has assembled: the players it expects. `houses`: a long roll by House, in place of the other lists.
    """

    month: int
    has_assembled: bool
    count: int
    houses: tuple[RollOfHouse, ...]
    slots: tuple[Slot, ...]
    elsewhere: tuple[Elsewhere, ...]
    vote: VoteDesk | None

    @property
    def voting(self) -> bool:
        return self.vote is not None

    @property
    def is_mended(self) -> bool:
        """Is a House unfolded in the corrections?"""
        return any(house.mend.is_open for house in self.houses)

    @property
    def closed(self) -> bool:
        """Empty slots are closed, because fists are counted."""
        return self.vote is not None and self.vote.fists > 0


class WaitingPanel(Struct, frozen=True, kw_only=True):
    """Proposals before the Sovereign. `is_in`: they are taken in. `cycle`: the next free one."""

    month: int
    is_in: bool
    aside: tuple[AsideLine, ...]
    cycle: int | None
    waiting: tuple[ProposalLine, ...]
    next: tuple[ProposalShown, ...]
    struck: tuple[str, ...]
    agent: AgentView


class HeardPanel(Struct, frozen=True, kw_only=True):
    """Decisions of this month's Court, and the number of laws on the Board."""

    decided: tuple[ProposalShown, ...]
    laws: int


# --- shapers ------------------------------------------------------------------------------------------------------------


def floor_desk(seen: Look) -> FloorDesk:
    """The floor for Court Control."""
    found = seen.sight.view(floor_view)
    if found is None:  # only this desk has the region
        raise LookupError("floor")
    return found


def floor_panel(seen: Look) -> FloorPanel:
    """The proposal heard now, and what can be done with it."""
    desk = seen.once(floor_desk)
    shown, choosing = desk.shown, desk.choosing
    names = [part for part, _name in PARTS]
    at = names.index(shown.part) if shown.part in names else -1
    proposal = shown.on_floor
    due = next((each for each in choosing.to_pay if proposal and each.proposal.cycle == proposal.cycle), None)
    return FloorPanel(
        month=shown.month,
        cycle=shown.cycle,
        cycles=len(desk.cycles),
        parts=tuple(
            PartMark(name=say(name), is_done=number < at, is_now=number == at) for number, (_part, name) in enumerate(PARTS)
        ),
        proposal=proposal,
        vote=desk.vote,
        assembled=shown.assembled,
        tie=proposal is not None and proposal.stand is Stand.TIE,
        pay=due is not None,
        late=desk.vote is not None and shown.part == "payment",
        is_done=bool(shown.heard) and not shown.part,
        missing=due.missing if due else 0,
        agent=seen.sight.view(agent_view),
        means=seen.sight.view(FORESIGHT.means),
    )


def speakers_panel(seen: Look) -> DeskSpeakers | None:
    """Speaker and raised hands. None while nobody may speak."""
    return seen.sight.view(desk_speakers)


def pools_panel(seen: Look) -> PoolsPanel:
    """The pools, token by token."""
    shown = seen.once(floor_desk).shown
    return PoolsPanel(
        lies=shown.has_assembled,
        pools=tuple(
            PoolTokens(pool=pool, power=_left(pool.power, pool.full_power), favors=_left(pool.favors, pool.full_favors))
            for pool in shown.pools
        ),
        points=sum(pool.power + pool.favors for pool in shown.pools),
    )


def _left(held: int, full: int) -> tuple[bool, ...]:
    return tuple(number < held for number in range(max(held, full)))


def roll_panel(seen: Look) -> RollPanel:
    """The roll."""
    desk = seen.once(floor_desk)
    houses = tuple(_roll_by_house(seen, desk)) if is_folded(seen) else ()
    return RollPanel(
        month=desk.shown.month,
        has_assembled=desk.shown.has_assembled,
        count=len(desk.roll),
        houses=houses,
        slots=() if houses else desk.roll,
        elsewhere=() if houses else desk.elsewhere,
        vote=desk.vote,
    )


def _roll_by_house(seen: Look, desk: FloorDesk) -> Iterator[RollOfHouse]:
    page = reverse("court_desk:desk", args=[seen.event_id])
    purpose = f"mend-{desk.shown.month}-{desk.vote.cycle if desk.vote else 0}"  # the next vote needs no corrections of this one
    there: dict[str, list[Slot]] = {}
    for slot in desk.roll:
        there.setdefault(slot.house, []).append(slot)
    away: dict[str, list[Elsewhere]] = {}
    for each in desk.elsewhere:
        away.setdefault(each.house, []).append(each)
    for house in seen.sight.public(house_names):
        slots, others = there.get(house.id, []), away.get(house.id, [])
        if not slots and not others:
            continue
        shown, mend = fold(seen, f"roll-{house.id}", page), fold(seen, f"{purpose}-{house.id}", page)
        yield RollOfHouse(
            house=house.id,
            short=house.short,
            fold=shown,
            count=len(slots),
            awaited=sum(slot.has_vote and not slot.voted for slot in slots),
            slots=tuple(slots) if shown.is_open else (),
            mend=mend,
            on=tuple(others) if mend.is_open else (),
            off=tuple(slots) if mend.is_open else (),
            away=len(others),
        )


def waiting_panel(seen: Look) -> WaitingPanel:
    """Proposals that can still be heard this month."""
    desk, laid = seen.once(floor_desk), seen.sight.view(papers_laid, PROPOSALS)
    choosing: ChoosingView = desk.choosing
    heard = {each.cycle for each in desk.shown.heard}
    return WaitingPanel(
        month=desk.shown.month,
        is_in=laid.is_in,
        aside=laid.aside,
        cycle=choosing.cycle,
        waiting=choosing.waiting,
        next=tuple(each for each in choosing.chosen if each.cycle not in heard),
        struck=desk.struck,
        agent=seen.sight.view(agent_view),
    )


def heard_panel(seen: Look) -> HeardPanel:
    """This month's decisions in order."""
    shown = seen.once(floor_desk).shown
    return HeardPanel(decided=tuple(each for each in shown.heard if each.outcome), laws=len(seen.sight.public(law_views)))


REGIONS = ("court_floor", "court_speakers", "court_pools", "court_roll", "court_waiting", "court_heard")
_VIEWS = {
    "court_floor": (floor_panel, ("court", "clock", "people", "laws", "map")),
    "court_speakers": (speakers_panel, ("court", "clock", "people")),
    "court_pools": (pools_panel, ("court", "clock")),
    "court_roll": (roll_panel, ("court", "people", "clock")),
    "court_waiting": (waiting_panel, ("court", "clock", "people")),
    "court_heard": (heard_panel, ("court", "clock", "laws")),
}

register(
    *(
        DeskRegion(
            name=name,
            template=f"court/desk/_{name.removeprefix('court_')}.html",
            topics=topics,
            view=view,
            desks=COURT_DESK,
            include=asks_with(name) if name == "court_roll" else "",
        )
        for name, (view, topics) in _VIEWS.items()
    ),
    realm=NAME,
)
