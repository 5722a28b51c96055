"""Weddings: two players agree, a Priest weds them, their Houses exchange hostages (GE-CER-10, GE-CER-13, R-141)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.people.presence import PlayerLeft
from control.day.state import DayStage, Presence
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, GameEvent, Invalidation
from control.engine.reasons import as_reason
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, to_desks
from rooms.realm.desks import Desk
from rooms.realm.game.ceremonies import SpousesSet, ceremony_held
from rooms.realm.game.deaths.death import CharacterDied
from rooms.realm.game.hostages.custody import take_events
from rooms.realm.game.hostages.hostage_events import HostageTaken
from rooms.realm.game.records import Betrothal
from rooms.realm.game.reports.words import to_player
from rooms.realm.game.state import CeremonyKind, GameState, HouseSeat
from rooms.realm.game.treasury.purses import house_name, seat_of
from rooms.realm.game.weddings.priests import may_wed, priest_of, priests

# === betrothals =========================================================================================================

# Betrothal: two players agree on their phones to marry (GE-CER-11, R-140), and on each House's hostages.


MOST = 10  # hostages of each House at one wedding

# --- commands and events ------------------------------------------------------------------------------------------------


class AskToMarry(Struct, frozen=True, kw_only=True):
    """Propose marriage; with the wedding each House takes that many hostages of the other (GE-CER-11, R-141)."""

    seat: SeatId
    other: SeatId
    hostages: int = 1


class AgreeToMarry(Struct, frozen=True, kw_only=True):
    """Accept a proposal with its number of hostages."""

    seat: SeatId
    other: SeatId
    hostages: int


class BreakBetrothal(Struct, frozen=True, kw_only=True):
    """Refuse or take back a proposal or a betrothal, before the wedding."""

    seat: SeatId
    other: SeatId


class MarriageAsked(Struct, frozen=True, kw_only=True):
    """`seat` has proposed to `other`."""

    seat: SeatId
    other: SeatId
    hostages: int


class MarriageAgreed(Struct, frozen=True, kw_only=True):
    """`seat` has accepted the proposal of `other`. All other proposals from or to either lapse."""

    seat: SeatId
    other: SeatId


class BetrothalBroken(Struct, frozen=True, kw_only=True):
    """The proposal or betrothal between the two has ended, by `seat`."""

    seat: SeatId
    other: SeatId


# --- questions ----------------------------------------------------------------------------------------------------------


def betrothal_of(state: GameState, one: SeatId, other: SeatId) -> Betrothal | None:
    """Proposal or betrothal between two players."""
    return next((each for each in state.betrothals if {each.one, each.other} == {one, other}), None)


def betrothed(state: GameState) -> tuple[Betrothal, ...]:
    """Couples who agree and wait only for a Priest."""
    return tuple(each for each in state.betrothals if each.agreed)


def may_marry(seat: HouseSeat) -> bool:
    """May this player marry? Not with a spouse, dead, or gone (R-140)."""
    return seat.spouse is None and seat.died is None and seat.presence is not Presence.GONE


def require_marriageable(state: GameState, seat: SeatId, hostages: int) -> HouseSeat:
    """Return the player of that id, who may marry.

    Raises:
        Refused: the player is married, dead or gone, or the number of hostages is out of range.
    """
    found = seat_of(state, seat)
    if state.clock.stage is not DayStage.PLAYING:
        raise Refused(say("Marriages are agreed while the event is being played."), rule="R-140", code="closed")
    if found.spouse is not None:
        raise Refused(say("{name} is married already.", name=found.name), rule="R-140", code="married")
    if not may_marry(found):
        raise Refused(say("{name} cannot marry now.", name=found.name), rule="R-140", code="away")
    if not 1 <= hostages <= MOST:
        raise Refused(say("Each House gives 1 to {most} hostages.", most=MOST), rule="R-141", code="count")
    return found


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_ask(state: GameState, command: AskToMarry, asked: DecisionContext) -> tuple[MarriageAsked, ...]:
    """Propose marriage.

    Raises:
        Refused: one of the two is married, dead or gone, it is the same player (R-140), or the own earlier proposal is open.
        Stale: there is a proposal between the two already.
    """
    one, other = (
        require_marriageable(state, command.seat, command.hostages),
        require_marriageable(state, command.other, command.hostages),
    )
    if one is other:
        raise Refused(say("Name two different players."), rule="R-140", code="unknown")
    if betrothal_of(state, one.id, other.id) is not None:
        raise Stale(say("There is a question between you and {name} already; look at it.", name=other.name), rule="GE-CER-11")
    mine = next((each for each in state.betrothals if one.id == each.one or (each.agreed and one.id == each.other)), None)
    if mine is not None:
        raise Refused(say("Take back what you asked before you ask somebody else."), rule="GE-CER-11", code="asked")
    return (MarriageAsked(seat=one.id, other=other.id, hostages=command.hostages),)


def decide_agree(state: GameState, command: AgreeToMarry, asked: DecisionContext) -> tuple[MarriageAgreed, ...]:
    """Accept a proposal.

    Raises:
        Refused: as `decide_ask`, or the player is betrothed to somebody else.
        Stale: the proposal is gone, had other hostages, or is agreed.
    """
    found = betrothal_of(state, command.seat, command.other)
    if found is None or found.agreed or found.one != command.other or found.hostages != command.hostages:
        raise Stale(say("This is not asked any more; look again."), rule="GE-CER-11")
    require_marriageable(state, command.seat, found.hostages)
    require_marriageable(state, command.other, found.hostages)
    if any(each.agreed and command.seat in (each.one, each.other) for each in state.betrothals):
        raise Refused(say("Break your betrothal before you agree to another."), rule="R-140", code="betrothed")
    return (MarriageAgreed(seat=command.seat, other=command.other),)


def decide_break(state: GameState, command: BreakBetrothal, asked: DecisionContext) -> tuple[BetrothalBroken, ...]:
    if betrothal_of(state, command.seat, command.other) is None:
        raise Stale(say("There is nothing between the two any more."), rule="GE-CER-11")
    return (BetrothalBroken(seat=command.seat, other=command.other),)


# --- fold and invariants ------------------------------------------------------------------------------------------------


@requires_players("seat", "other")
def evolve_asked(state: GameState, happened: MarriageAsked) -> GameState:
    asked = Betrothal(one=happened.seat, other=happened.other, hostages=happened.hostages)
    return replace(state, betrothals=(*state.betrothals, asked))


@requires_players("seat", "other")
def evolve_agreed(state: GameState, happened: MarriageAgreed) -> GameState:
    pair = {happened.seat, happened.other}
    return replace(
        state,
        betrothals=tuple(
            replace(each, agreed=True) if {each.one, each.other} == pair else each
            for each in state.betrothals
            if {each.one, each.other} == pair or not pair & {each.one, each.other}
        ),
    )


@requires_players("seat", "other")
def evolve_broken(state: GameState, happened: BetrothalBroken) -> GameState:
    pair = {happened.seat, happened.other}
    return replace(state, betrothals=tuple(each for each in state.betrothals if {each.one, each.other} != pair))


def without_betrothals(state: GameState, seats: Iterable[SeatId]) -> GameState:
    """Remove all proposals and betrothals of these players."""
    gone = {*seats}
    kept = tuple(each for each in state.betrothals if not gone & {each.one, each.other})
    return state if kept == state.betrothals else replace(state, betrothals=kept)


def end_with_wedding(before: GameState, state: GameState, happened: SpousesSet) -> GameState:
    """Remove proposals and betrothals of the newly-wed (R-140)."""
    return without_betrothals(state, (happened.seat, happened.other)) if happened.other is not None else state


def end_with_death(before: GameState, state: GameState, happened: CharacterDied | PlayerLeft) -> GameState:
    """Remove proposals and betrothals of the dead and of leavers."""
    return without_betrothals(state, (happened.seat,))


def broken_betrothals(state: GameState) -> tuple[str, ...]:
    """Check for double betrothals of one player, which an undo could leave behind."""
    promised = [seat for each in betrothed(state) for seat in (each.one, each.other)]
    pairs = [frozenset((each.one, each.other)) for each in state.betrothals]
    twice = {seat for seat in promised if promised.count(seat) > 1}
    married = {seat for seat in promised if state.seats[seat].spouse is not None}
    found = [say("{name} is betrothed twice.", name=state.seats[seat].name) for seat in sorted(twice)]
    found += [say("{name} is married and betrothed.", name=state.seats[seat].name) for seat in sorted(married)]
    if len({*pairs}) != len(pairs):
        found.append(say("Two players have asked each other twice."))
    return tuple(found)


# --- words --------------------------------------------------------------------------------------------------------------


def tell_asked(happened: MarriageAsked, before: GameState, after: GameState) -> Iterator[Line]:
    one, other = who(before, happened.seat), who(before, happened.other)
    yield to_desks(say("{one} asks {other} to marry.", one=one, other=other))
    yield to_player(happened.seat, say("You asked {name} to marry you.", name=other), rule="GE-CER-11")
    yield to_player(happened.other, say("{name} asked you to marry.", name=one), rule="GE-CER-11")


def tell_agreed(happened: MarriageAgreed, before: GameState, after: GameState) -> Iterator[Line]:
    one, other = who(before, happened.seat), who(before, happened.other)
    yield to_desks(say("{one} and {other} agree to marry.", one=other, other=one))
    yield to_player(happened.seat, say("You and {name} agreed to marry.", name=other), rule="R-140")
    yield to_player(happened.other, say("You and {name} agreed to marry.", name=one), rule="R-140")


def tell_broken(happened: BetrothalBroken, before: GameState, after: GameState) -> Iterator[Line]:
    one, other = who(before, happened.seat), who(before, happened.other)
    yield to_desks(say("{one} and {other} will not marry.", one=one, other=other))
    yield to_player(happened.seat, say("You and {name} will not marry.", name=other), rule="R-140")
    yield to_player(happened.other, say("You and {name} will not marry.", name=one), rule="R-140")


def _invalidations(happened: MarriageAsked | MarriageAgreed | BetrothalBroken, state: GameState) -> tuple[Invalidation, ...]:
    """Tell the two, the control team, and the Priests, who see couples that agree."""
    told = dict.fromkeys((happened.seat, happened.other, *(each.id for each in priests(state))))
    return (
        *(Invalidation(topic="weddings", to=f"seat:{seat}") for seat in told),
        Invalidation(topic="ceremonies", to="staff"),
    )


BETROTHAL_COMMANDS: Mapping[type, CommandHandler] = {
    AskToMarry: CommandHandler(decide=decide_ask, player=True, label=lambda c, s: say("Asked to marry")),
    AgreeToMarry: CommandHandler(decide=decide_agree, player=True, label=lambda c, s: say("Agreed to marry")),
    BreakBetrothal: CommandHandler(decide=decide_break, player=True, label=lambda c, s: say("Betrothal broken")),
}
BETROTHAL_EVENTS: Mapping[type, EventHandler] = {
    MarriageAsked: EventHandler(evolve=evolve_asked, tell=tell_asked, invalidations=_invalidations),
    MarriageAgreed: EventHandler(evolve=evolve_agreed, tell=tell_agreed, invalidations=_invalidations),
    BetrothalBroken: EventHandler(evolve=evolve_broken, tell=tell_broken, invalidations=_invalidations),
}


# === weddings ===========================================================================================================

# The wedding: a Priest weds two players, and their Houses exchange hostages (GE-CER-10, GE-CER-12, GE-CER-13).


RULE = "GE-CER-12"


class Wed(Struct, frozen=True, kw_only=True):
    """Wed two players as the Priest `seat`; each House takes that many hostages of the other (GE-CER-10, GE-CER-12, R-141).

    On phones both have agreed before. At the Ceremony desk they say so in person, and the desk acts for the Priest.
    """

    seat: SeatId
    month: int
    one: SeatId
    other: SeatId
    hostages: int = 1


def decide_wed(state: GameState, command: Wed, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Wed two players.

    Raises:
        Refused: there is no Priest (GE-CER-09); this one may not wed these Houses (R-138); the phase is wrong; a House has had its
            ceremony (R-12, R-13); or the two may not marry or have not agreed (R-140).
        Stale: the month has changed, or they agreed on other terms.
    """
    priest = seat_of(state, command.seat)
    if not priests(state):
        raise Refused(
            say("Weddings need a Priest: a House with a Chapel anoints one of its players."), rule="GE-CER-09", code="no-priest"
        )
    if priest_of(state, priest.house) is not priest:
        raise Refused(say("{name} is no Priest.", name=priest.name), rule="GE-CER-10", code="no-priest")
    if not priest.acts:
        raise Refused(say("{name} is not there.", name=priest.name), rule="GE-CER-10", code="absent")
    one, other = (
        require_marriageable(state, command.one, command.hostages),
        require_marriageable(state, command.other, command.hostages),
    )
    if one is other:
        raise Refused(say("Name two different players."), rule="R-140", code="unknown")
    for each in (one, other):
        if not each.acts:
            raise Refused(say("{name} is not there.", name=each.name), rule="R-140", code="absent")
    if asked.by.seat is not None:
        agreed = betrothal_of(state, one.id, other.id)
        if agreed is None or not agreed.agreed:
            raise Refused(say("Both agree on their own phones first."), rule="GE-CER-11", code="not-agreed")
        if agreed.hostages != command.hostages:
            raise Stale(say("They have agreed on another number of hostages; look again."), rule="R-141")
    houses = (one.house, other.house) if one.house != other.house else (one.house,)
    if not may_wed(state, priest, one, other):
        raise Refused(
            say("{house} must let one of their Houses use its Chapel first.", house=house_name(state, priest.house)),
            rule="R-138",
            code="not-allowed",
        )
    words = wed_before_reason(one.name, other.name, priest.name)
    return (
        ceremony_held(state, command.month, CeremonyKind.MARRIAGE, houses, words),
        SpousesSet(seat=one.id, other=other.id, former=(), why=wed_by_reason(priest.name)),
        *exchange_hostages(state, one, other, command.hostages),
    )


def exchange_hostages(state: GameState, one: HouseSeat, other: HouseSeat, count: int) -> tuple[GameEvent, ...]:
    """Exchange `count` hostages each way, even if a House holds some already; none within one House (GE-CER-12, R-141)."""
    pair, why = (one.id, other.id), wedding_reason(one.name, other.name)
    first = take_events(state, one.house, other.house, why=why, rule=RULE, count=count, marriage=pair)
    second = take_events(state, other.house, one.house, why=why, rule=RULE, count=count, marriage=pair)
    return (*first, *(replace(each, id=each.id + len(first)) for each in second if isinstance(each, HostageTaken)))


# --- words --------------------------------------------------------------------------------------------------------------


@as_reason("weddings.wed-by", public=True)
def wed_before_reason(one: str, other: str, priest: str) -> str:
    return say("{one} weds {other}, before {priest}", one=one, other=other, priest=priest)


@as_reason("weddings.wed", public=True)
def wed_by_reason(priest: str) -> str:
    return say("wed by {priest}", priest=priest)


@as_reason("weddings.married", public=True)
def wedding_reason(one: str, other: str) -> str:
    return say("the wedding of {one} and {other}", one=one, other=other)


WEDDING_COMMANDS: Mapping[type, CommandHandler] = {
    Wed: CommandHandler(
        decide=decide_wed,
        player=True,
        desks=frozenset({Desk.CEREMONY}),
        label=lambda c, s: say("Wedding, month {month}", month=c.month),
    ),
}
