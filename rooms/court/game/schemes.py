"""Schemes for this month's Court: votes and rights to name a proposal, with their views at the desk and on phones.

Rules: R-127, R-128.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, GameEvent
from control.engine.records import replace
from control.engine.refusal import Stale
from control.engine.reports import Line, ReportKind, to_desks
from control.engine.viewer import Viewer
from rooms.court.game.floor.cycles import (
    Part,
    ProposalChosen,
    ProposalReturned,
    ProposalStruck,
    evolve_chosen,
    evolve_struck,
    free_cycle,
    has_begun,
    is_over,
    proposal_of,
    proposal_words,
    tell_chosen,
    waiting,
)
from rooms.court.game.floor.vote import CountBribes, decide_bribes
from rooms.court.game.proposals.proposal import is_entitled
from rooms.court.game.reports.words import to_seat
from rooms.court.game.roll import COURT_DESK, court_invalidations
from rooms.court.game.state import Chosen, OnFloor, Stand, at_month, floor_of, proposal_in_cycle, proposals_of_month, with_floor
from rooms.court.game.uprising.events import open_uprising
from rooms.court.game.uprising.rules import CountDissent, decide_dissent
from rooms.realm.desks import Desk
from rooms.realm.game.records import CompletedScheme
from rooms.realm.game.scheme_effects.next_month import SchemeUsed
from rooms.realm.game.scheme_effects.scheme import (
    BRIBES,
    DESTROY,
    DISSENT,
    LEVERAGE,
    answers_of_scheme,
    chooser_of,
    court_schemes,
    open_court_benefits,
    scheme_name,
    target_of,
)
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.papers.game.types import OpenedPaper, Paper
from rooms.realm.scenario.schema import Target

# === commands and events ================================================================================================

# Results of schemes for this month's Court: votes for one vote, and rights to name a proposal.
# They wait at Court Control's desk until they are used. Nobody there reads who schemed, and the journal names no player.


# --- commands and events ------------------------------------------------------------------------------------------------


class UseBribes(Struct, frozen=True, kw_only=True):
    """Use all votes of one Bribes on this cycle's proposal, for a player of the House in the Court (GE-UND-19)."""

    month: int
    cycle: int
    scheme: int
    favor: bool


class UseDissent(Struct, frozen=True, kw_only=True):
    """Use the votes of one Sow Dissent, for a player of the House who stands with the Uprising (GE-UND-23)."""

    month: int
    number: int
    scheme: int


class NameProposal(Struct, frozen=True, kw_only=True):
    """Name a proposal for Leverage or Destroy Proposal, from any room. Without `seat` Court Control enters it."""

    month: int
    scheme: int
    author: SeatId
    seat: SeatId | None = None


class ProposalLevered(Struct, frozen=True, kw_only=True):
    """A scheme brought a proposal into the next free cycle (GE-UND-21)."""

    month: int
    cycle: int
    author: SeatId
    paper: Paper
    scheme: int = 0


class ProposalDestroyed(Struct, frozen=True, kw_only=True):
    """A scheme struck out a proposal (GE-UND-20)."""

    month: int
    author: SeatId


# --- questions ----------------------------------------------------------------------------------------------------------


def may_be_named(state: GameState, scheme: CompletedScheme) -> tuple[OpenedPaper, ...]:
    """Proposals that a Leverage or a Destroy Proposal may name now: those of the target House, after Updates (R-128).

    Leverage needs one that is not chosen, a House that may propose, and a free cycle. Destroy Proposal needs one without counted
    fists.
    """
    target, floor = target_of(state, scheme), floor_of(state)
    own = [each for each in proposals_of_month(state) if state.seats[each.seat].house == target]
    if scheme.kind == LEVERAGE:
        open_ = {each.seat for each in waiting(state)} if free_cycle(state) is not None else set()
        return tuple(each for each in own if each.seat in open_ and is_entitled(state, state.seats[each.seat]))
    counted = {each.author for each in floor.cycles if each.count is not None}
    return tuple(each for each in own if each.seat not in counted and each.seat not in floor.struck)


def votes_in(state: GameState, scheme: CompletedScheme) -> int:
    """The number of votes of a Bribes or a Sow Dissent."""
    named = answers_of_scheme(state, scheme)
    return named.number(Target.VOTES) if named is not None else 0


# --- decisions ----------------------------------------------------------------------------------------------------------


def _require_unused(state: GameState, month: int, number: int, *kinds: str) -> CompletedScheme:
    at_month(state, month)
    found = next((each for each in open_court_benefits(state, *kinds) if each.id == number), None)
    if found is None:
        raise Stale(say("This is used already, or has lapsed."), rule="R-127" if BRIBES in kinds or DISSENT in kinds else "R-128")
    return found


def decide_bribes_used(state: GameState, command: UseBribes, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Use all votes of one scheme on one vote, in addition to those that the House used there already (R-127).

    Raises:
        Refused: the vote has not begun, or nobody of the House is in the Court.
        Stale: they are used or have lapsed, or the vote is closed.
    """
    scheme = _require_unused(state, command.month, command.scheme, BRIBES)
    house, standing = target_of(state, scheme), proposal_in_cycle(state, command.cycle)
    if house is None:
        raise Stale(say("This is used already, or has lapsed."), rule="R-127")
    before = sum(each.votes for each in (standing.bribes if standing else ()) if (each.house, each.favor) == (house, command.favor))
    votes = before + votes_in(state, scheme)
    counted = CountBribes(month=command.month, cycle=command.cycle, house=house, votes=votes, favor=command.favor)
    return (*decide_bribes(state, counted, asked, before), SchemeUsed(id=scheme.id))


def decide_dissent_used(state: GameState, command: UseDissent, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Use a scheme's votes in this Uprising. They are spent with it, however it ends (R-127).

    Raises:
        Refused: nobody of the House stands.
        Stale: they are used or have lapsed, or the Uprising is over.
    """
    scheme = _require_unused(state, command.month, command.scheme, DISSENT)
    house = target_of(state, scheme)
    if house is None:
        raise Stale(say("This is used already, or has lapsed."), rule="R-127")
    running = next((each for each in floor_of(state).uprisings if each.number == command.number), None)
    before = sum(each.votes for each in (running.dissent if running else ()) if each.house == house)
    votes = before + votes_in(state, scheme)
    counted = CountDissent(month=command.month, number=command.number, house=house, votes=votes)
    return (SchemeUsed(id=scheme.id), *decide_dissent(state, counted, asked, before))


def decide_name(state: GameState, command: NameProposal, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Leverage fills the next free cycle, Destroy Proposal strikes out before fists are counted (GE-UND-20, GE-UND-21, R-128).

    A player gets the same refusal for a scheme that does not exist, is used, or is another's, so trying numbers reveals nothing
    (R-144).

    Raises:
        Stale: the player may not name it, it is used or has lapsed, or that proposal cannot be named any more.
    """
    if asked.by.seat is not None:
        at_month(state, command.month)
        own = (each for each in open_court_benefits(state, LEVERAGE, DESTROY) if chooser_of(state, each) == asked.by.seat)
        if command.scheme not in {each.id for each in own}:
            raise Stale(say("This is not yours to name, is used already, or has lapsed; look again."), rule="R-128")
    scheme = _require_unused(state, command.month, command.scheme, LEVERAGE, DESTROY)
    found = next((each for each in may_be_named(state, scheme) if each.seat == command.author), None)
    if found is None:
        raise Stale(say("This proposal cannot be named any more; look again."), rule="R-128")
    used = SchemeUsed(id=scheme.id)
    if scheme.kind == DESTROY:
        return (ProposalDestroyed(month=command.month, author=found.seat), used)
    return (*_put_leveraged(state, command.month, scheme.id, found), used)


def _put_leveraged(state: GameState, month: int, scheme: int, found: OpenedPaper) -> Iterator[GameEvent]:
    """Put it into the next free cycle, before proposals of later Leverages whose cycles have not begun (R-128)."""
    free = free_cycle(state)
    assert free is not None
    order = {each.id: at for at, each in enumerate(court_schemes(state, LEVERAGE))}
    mine = order.get(scheme, len(order))
    behind = sorted(
        (each for each in floor_of(state).cycles if _is_waiting(state, each) and order.get(each.scheme, -1) > mine),
        key=lambda each: order[each.scheme],
    )
    places = iter(sorted((free, *(each.cycle for each in behind))))
    new = [ProposalLevered(month=month, cycle=next(places), author=found.seat, paper=found.paper, scheme=scheme)]
    for each, cycle in zip(behind, places, strict=True):
        if cycle != each.cycle:
            yield ProposalReturned(month=month, cycle=each.cycle, author=each.author)
            new.append(ProposalLevered(month=month, cycle=cycle, author=each.author, paper=each.paper, scheme=each.scheme))
    yield from new


def _is_waiting(state: GameState, standing: OnFloor) -> bool:
    """Whether a Leverage put it into a cycle that has not begun."""
    return bool(standing.scheme) and standing.stand is Stand.OPEN and not has_begun(state, standing.cycle)


# --- reactions ----------------------------------------------------------------------------------------------------------


def move_leverages_up(
    state: GameState, happened: ProposalStruck | ProposalDestroyed, asked: DecisionContext
) -> tuple[GameEvent, ...]:
    """Move Leverages that wait for a later cycle up into a freed one, even while it runs (R-128)."""
    floor = floor_of(state)
    free = next((each.cycle for each in floor.cycles if each.author == happened.author), None)
    if free is None or is_over(state, free) or proposal_in_cycle(state, free) is not None:
        return ()
    later = sorted((each for each in floor.cycles if each.cycle > free), key=lambda each: each.cycle)
    events: list[GameEvent] = []
    for each in later:
        if each.how is not Chosen.LEVERAGE or each.stand is not Stand.OPEN or has_begun(state, each.cycle):
            continue
        events.append(ProposalReturned(month=happened.month, cycle=each.cycle, author=each.author))
        up = ProposalLevered(month=happened.month, cycle=free, author=each.author, paper=each.paper, scheme=each.scheme)
        events.append(up)
        free = each.cycle
    return tuple(events)


# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players("author")
def evolve_levered(state: GameState, happened: ProposalLevered) -> GameState:
    state = evolve_chosen(state, _as_chosen(happened))
    floor, place = floor_of(state), (happened.cycle, happened.author)
    cycles = tuple(replace(each, scheme=happened.scheme) if (each.cycle, each.author) == place else each for each in floor.cycles)
    return with_floor(state, replace(floor, cycles=cycles))


def _as_chosen(happened: ProposalLevered) -> ProposalChosen:
    """The choice that a Leverage makes."""
    return ProposalChosen(
        month=happened.month, cycle=happened.cycle, author=happened.author, paper=happened.paper, how=Chosen.LEVERAGE
    )


@requires_players("author")
def evolve_destroyed(state: GameState, happened: ProposalDestroyed) -> GameState:
    return evolve_struck(state, ProposalStruck(month=happened.month, author=happened.author, reason=""))


# --- words --------------------------------------------------------------------------------------------------------------


def tell_levered(happened: ProposalLevered, before: GameState, after: GameState) -> Iterable[Line]:
    return tell_chosen(_as_chosen(happened), before, after)


def tell_destroyed(happened: ProposalDestroyed, before: GameState, after: GameState) -> Iterator[Line]:
    yield to_desks(say("The proposal of {player} is struck out by a scheme (R-128).", player=who(before, happened.author)))
    act, words = proposal_of(before, happened.author), say("It was struck out by a scheme.")
    yield to_seat(happened.author, ReportKind.OUTCOME, words, act=act, rule="GE-UND-20")


def _helped_house(state: GameState, scheme: int) -> str:
    """The House that has the votes; never the one that schemed, since every desk reads a label (R-17)."""
    found = next((each for each in state.schemes if each.id == scheme), None)
    house = target_of(state, found) if found else None
    return house_name(state, house) if house else str(scheme)


COMMANDS: Mapping[type, CommandHandler] = {
    UseBribes: CommandHandler(
        decide=decide_bribes_used,
        desks=COURT_DESK,
        label=lambda c, s: say("Extra votes of {house} in cycle {cycle}", house=_helped_house(s, c.scheme), cycle=c.cycle),
    ),
    UseDissent: CommandHandler(
        decide=decide_dissent_used,
        desks=COURT_DESK,
        label=lambda c, s: say("Uprising: extra votes of {house}, month {month}", house=_helped_house(s, c.scheme), month=c.month),
    ),
    NameProposal: CommandHandler(
        decide=decide_name,
        desks=COURT_DESK,
        player=True,
        label=lambda c, s: say("Proposal named for a scheme, month {month}", month=c.month),
        desk_label=lambda c, s: say("Proposal of {player} named for a scheme", player=who(s, c.author)),
    ),
}
EVENTS: Mapping[type, EventHandler] = {
    ProposalLevered: EventHandler(evolve=evolve_levered, tell=tell_levered, invalidations=court_invalidations, anonymous=True),
    ProposalDestroyed: EventHandler(
        evolve=evolve_destroyed, tell=tell_destroyed, invalidations=court_invalidations, anonymous=True
    ),
}


# === views ==============================================================================================================

# Views of these schemes: at Court Control's desk until used, and on the phone of the player who names a proposal.


class ToUse(Struct, frozen=True, kw_only=True):
    """Votes of a House. `cycle`: the open vote. `number`: the running Uprising. 0 for none."""

    scheme: int
    name: str
    house: str
    short: str
    house_name: str
    votes: int
    cycle: int
    number: int


class OneProposal(Struct, frozen=True, kw_only=True):
    """A proposal that may be named, by its author. Only the desk sees its words."""

    author: SeatId
    name: str
    words: str


class ToName(Struct, frozen=True, kw_only=True):
    """A right to name a proposal of a House. `destroys`: strike it out, otherwise bring it onto the floor."""

    scheme: int
    name: str
    house: str
    short: str
    house_name: str
    destroys: bool
    proposals: tuple[OneProposal, ...]


class CourtSchemes(Struct, frozen=True, kw_only=True):
    """Votes and rights that are unused this month."""

    month: int
    votes: tuple[ToUse, ...]
    rights: tuple[ToName, ...]


def schemes_at_desk(state: GameState, viewer: Viewer) -> CourtSchemes | None:
    """Unused schemes for Court Control only, without who schemed."""
    if not viewer.sees_desk(Desk.COURT):
        return None
    return CourtSchemes(
        month=state.clock.month,
        votes=tuple(_to_use(state, each) for each in open_court_benefits(state, BRIBES, DISSENT)),
        rights=tuple(_to_name(state, each, words=True) for each in open_court_benefits(state, LEVERAGE, DESTROY)),
    )


def schemes_to_name(state: GameState, viewer: Viewer) -> CourtSchemes | None:
    """A schemer's own rights, with proposals by author, in any room (R-128); None for everybody else."""
    own = tuple(
        each
        for each in open_court_benefits(state, LEVERAGE, DESTROY)
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
        short=_short_house_name(state, house or ""),
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
        short=_short_house_name(state, house or ""),
        house_name=house_name(state, house) if house else "",
        destroys=scheme.kind == DESTROY,
        proposals=tuple(
            OneProposal(
                author=each.seat, name=state.seats[each.seat].name, words=proposal_words(state, each.paper) if words else ""
            )
            for each in may_be_named(state, scheme)
        ),
    )


def _short_house_name(state: GameState, house: str) -> str:
    return next((each.short for each in state.scenario.houses if each.id == house), house)
