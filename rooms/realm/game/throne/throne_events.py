"""Changes of the throne: a ruler is deposed or seated, or it stays empty; with the reasons for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.timetable import last_month
from control.day.words import who
from control.engine.ids import SeatId
from control.engine.language import Spoken, later, listed, say
from control.engine.modules import EventHandler, Invalidation
from control.engine.reasons import Told, as_reason
from control.engine.records import replace
from control.engine.reports import Line, Report, to_desks
from rooms.realm.game.reports.words import names_in_hall, news, public_reason, to_player, with_full_stop
from rooms.realm.game.state import GameState, Purse, Throne, ThroneWaits
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.realm.scenario.schema import NewsKind

# === changes ============================================================================================================

# Events of the throne and their folds: a ruler is deposed or seated, or it stays empty.


class SovereignDeposed(Struct, frozen=True, kw_only=True):
    """The ruler is deposed. `seat`: None for the God Emperor, who is then out of the game (R-30).

    `held`: castle by which a Sovereign by Military Coup ruled (R-36).
    `waits`: how the throne will be filled.
    """

    month: int
    seat: SeatId | None
    waits: ThroneWaits
    why: Told
    rule: str
    held: RegionId | None = None


class SovereignSeated(Struct, frozen=True, kw_only=True):
    """A player becomes Sovereign. `holds`: castle that a Sovereign by Military Coup must keep (GE-SOV-18)."""

    month: int
    seat: SeatId
    why: Told
    rule: str
    holds: RegionId | None = None


class ThronePassed(Struct, frozen=True, kw_only=True):
    """A Sovereign seated after an Uprising passes the throne within the House; nobody is deposed (GE-SOV-07, R-22)."""

    month: int
    seat: SeatId
    to: SeatId


class ThroneStaysEmpty(Struct, frozen=True, kw_only=True):
    """An empty throne now waits for something else."""

    month: int
    waits: ThroneWaits
    why: Told
    rule: str


# --- questions ----------------------------------------------------------------------------------------------------------


def reigns(state: GameState) -> bool:
    """Is the throne occupied, by a player or the God Emperor (GE-SOV-02)?"""
    return state.throne.god_emperor or state.throne.holder is not None


def sovereign_house(state: GameState) -> HouseId | None:
    """House of the Sovereign; None under the God Emperor, who has none (R-30), and for an empty throne."""
    holder = state.seats.get(state.throne.holder) if state.throne.holder is not None else None
    return holder.house if holder else None


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_deposed(state: GameState, happened: SovereignDeposed) -> GameState:
    """Empty the throne. The God Emperor's Power leaves the game, his Favors go to the discard pile (R-29)."""
    before = state.throne
    throne = Throne(
        holder=None,
        god_emperor=False,
        wounds=before.wounds,
        purse=Purse(),
        barred=happened.seat,
        waits=happened.waits,
        doubtful=before.doubtful or not reigns(state) or before.holder != happened.seat,
        miscounted=before.miscounted,
    )
    discards = (*state.favor_discards, *before.purse.favors)
    return replace(state, throne=throne, favor_discards=discards, throne_changed=happened.month)


def evolve_seated(state: GameState, happened: SovereignSeated) -> GameState:
    doubtful = state.throne.doubtful or reigns(state)
    throne = replace(state.throne, holder=happened.seat, god_emperor=False, holds=happened.holds, barred=None, waits=None)
    return replace(state, throne=replace(throne, doubtful=doubtful), throne_changed=happened.month)


@requires_players("seat", "to")
def evolve_passed(state: GameState, happened: ThronePassed) -> GameState:
    throne = state.throne
    throne = replace(throne, holder=happened.to, doubtful=throne.doubtful or throne.holder != happened.seat)
    return replace(state, throne=throne, throne_changed=happened.month)


def evolve_stays_empty(state: GameState, happened: ThroneStaysEmpty) -> GameState:
    return replace(state, throne=replace(state.throne, waits=happened.waits))


def broken_throne(state: GameState) -> tuple[str, ...]:
    """Check that at most one person rules, and only an empty throne waits."""
    throne, found = state.throne, list[str]()
    if throne.holder is not None and throne.god_emperor:
        found.append(say("The God Emperor and a player sit on the throne."))
    if throne.holder is not None and throne.holder not in state.seats:
        found.append(say("Somebody sits on the throne who is not in the game."))
    if throne.doubtful:
        found.append(say("Who was deposed or seated does not fit who reigned then."))
    if throne.waits is not None and reigns(state):
        found.append(say("Somebody reigns, and the throne waits for somebody."))
    return tuple(found)


# --- words --------------------------------------------------------------------------------------------------------------


RULER: Final = "throne"  # subject of news: the ruler at the end of the month, and all who were deposed on the way
WAITING: Final[Mapping[ThroneWaits, str]] = Spoken(
    {
        ThroneWaits.RETURN: later("In Return it goes to the House with the most Power"),
        ThroneWaits.TIE: later("It goes to the first House that leads alone in Power when a phase ends"),
        ThroneWaits.CHOICE: later("The Houses of the coup name one of themselves before Return ends"),
        ThroneWaits.NOBODY: later("It stays so"),
    }
)


def waiting_words(state: GameState) -> str:
    """Words on how an empty throne is filled; "" if nothing can fill it: no phase ends after the last Return (R-26)."""
    waits = state.throne.waits
    if waits is None or (waits is ThroneWaits.TIE and state.clock.turned >= last_month(state)):
        return ""
    return WAITING[waits]


def sovereign_named(state: GameState, seat: SeatId | None) -> str:
    """Name of a ruler; None is the God Emperor."""
    if seat is None:
        return say("The God Emperor")
    return who(state, seat) if seat in state.seats else say("Somebody")


def tell_deposed(happened: SovereignDeposed, before: GameState, after: GameState) -> Iterator[Line]:
    seat, named = happened.seat, sovereign_named(before, happened.seat)
    words = say("{sovereign} reigns no more: {why} ({rule})", sovereign=named, why=happened.why, rule=happened.rule)
    yield to_desks(with_full_stop(words))
    if seat is None:
        yield news(before, NewsKind.GOD_EMPEROR_DEAD, "fallen:god-emperor")
    elif seat in before.seats:
        yield to_player(seat, say("You are Sovereign no more."), why=public_reason(happened.why))
        yield news(before, NewsKind.SOVEREIGN_FALLEN, f"fallen:{seat}", **names_in_hall(before, seat))
    yield news(before, NewsKind.THRONE_EMPTY, RULER)


def tell_seated(happened: SovereignSeated, before: GameState, after: GameState) -> Iterator[Line]:
    named = sovereign_named(before, happened.seat)
    words = say("{sovereign} is Sovereign: {why} ({rule})", sovereign=named, why=happened.why, rule=happened.rule)
    yield to_desks(with_full_stop(words))
    yield from _report_new_ruler(after, happened.seat, why=public_reason(happened.why), rule="GE-SOV-02")


def tell_passed(happened: ThronePassed, before: GameState, after: GameState) -> Iterator[Line]:
    words = say(
        "{player} passes the throne to {other}, who is Sovereign (R-22).",
        player=who(before, happened.seat),
        other=who(before, happened.to),
    )
    yield to_desks(words)
    yield from _report_new_ruler(after, happened.to, rule="R-22")


def _report_new_ruler(state: GameState, seat: SeatId, *, why: str = "", rule: str) -> Iterator[Report]:
    """Tell the new Sovereign, and the hall."""
    if seat in state.seats:
        yield to_player(seat, say("You are Sovereign."), why=why, rule=rule)
        yield news(state, NewsKind.SOVEREIGN, RULER, **names_in_hall(state, seat))


def _is_last_return(state: GameState) -> bool:
    """Is this the last phase? Then no House can take the throne by leading at the end of a later one (R-26)."""
    phase = state.clock.phase
    return phase is not None and state.frame.phase(phase).turns and state.clock.month >= last_month(state)


def tell_stays_empty(happened: ThroneStaysEmpty, before: GameState, after: GameState) -> Iterator[Line]:
    if happened.waits is ThroneWaits.TIE and _is_last_return(before):
        words = say("The throne is empty: {why} ({rule})", why=happened.why, rule=happened.rule)
    else:
        waits = WAITING[happened.waits]
        words = say("The throne is empty: {why}. {waits} ({rule})", why=happened.why, waits=waits, rule=happened.rule)
    yield to_desks(with_full_stop(words))


# --- invalidations ------------------------------------------------------------------------------------------------------


def _invalidations(happened: SovereignDeposed | SovereignSeated | ThroneStaysEmpty, state: GameState) -> tuple[Invalidation, ...]:
    """Tell the hall, the desks and every phone, which name the Sovereign; and the strip that shows the title."""
    everywhere = (
        Invalidation(topic="clock"),
        Invalidation(topic="map"),
        Invalidation(topic="people", to="staff"),
        Invalidation(topic="war", to="staff"),
    )
    seat = None if isinstance(happened, ThroneStaysEmpty) else happened.seat
    if seat is None or seat not in state.seats:
        return everywhere
    return (
        *everywhere,
        Invalidation(topic="strip", to=f"seat:{seat}"),
        Invalidation(topic="team", to=f"team:{state.seats[seat].house}"),
    )


def _passed_invalidations(happened: ThronePassed, state: GameState) -> tuple[Invalidation, ...]:
    new = SovereignSeated(month=happened.month, seat=happened.to, why="", rule="R-22")
    return (*_invalidations(new, state), Invalidation(topic="strip", to=f"seat:{happened.seat}"))


EVENTS: Mapping[type, EventHandler] = {
    ThronePassed: EventHandler(evolve=evolve_passed, tell=tell_passed, invalidations=_passed_invalidations),
    SovereignDeposed: EventHandler(evolve=evolve_deposed, tell=tell_deposed, invalidations=_invalidations),
    SovereignSeated: EventHandler(evolve=evolve_seated, tell=tell_seated, invalidations=_invalidations),
    ThroneStaysEmpty: EventHandler(evolve=evolve_stays_empty, tell=tell_stays_empty, invalidations=_invalidations),
}


# === reasons ============================================================================================================

# Reasons in the events of the throne.


@as_reason("throne.and-so")
def linked_reasons(why: Told, then: Told) -> str:
    return f"{why}; {then}"


@as_reason("throne.leads")
def leads_reason(house: str, power: int) -> str:
    return say("{house} has the most Power, {power}", house=house, power=power)


@as_reason("throne.nobody-to-seat")
def passed_over_reason(house: str) -> str:
    return say("{house} has more Power and is passed over, with nobody to seat", house=house)


@as_reason("throne.nobody-anywhere")
def no_heir_reason() -> str:
    return say("no House has anybody to seat")


@as_reason("throne.nobody-else")
def nobody_else_reason(house: str) -> str:
    return say("{house} has nobody else to seat", house=house)


@as_reason("throne.all-alike")
def all_equal_reason(power: int) -> str:
    return say("all Houses have {power} Power", power=power)


@as_reason("throne.tied")
def tie_reason(houses: tuple[str, ...], power: int) -> str:
    return say("{houses} tie with {power} Power", houses=listed(houses), power=power)


@as_reason("throne.spouse-follows")
def spouse_follows_reason() -> str:
    return say("the spouse follows")


@as_reason("throne.left-for-good")
def sovereign_left_reason() -> str:
    return say("the Sovereign has left for good")


@as_reason("throne.god-emperor-died", public=True)
def god_emperor_died_reason() -> str:
    return say("he has died of his wounds")
