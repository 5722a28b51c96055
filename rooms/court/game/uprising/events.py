"""Events of an Uprising, and its state on the floor (GE-CRT-96, GE-CRT-97, R-105)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from msgspec import Struct

from control.day.missing_players import requires_players
from control.engine.ids import SeatId
from control.engine.language import listed, say, say_count
from control.engine.modules import EventHandler, Invalidation, Undo
from control.engine.records import replace
from control.engine.reports import Line, Report, ReportKind, to_desks
from rooms.court.game.reports.words import deed_in_court, to_seat
from rooms.court.game.roll import assembled, court_invalidations
from rooms.court.game.state import Dissent, Floor, Rising, Uprising, court_of, floor_in, floor_of, mark_doubtful, with_floor
from rooms.realm.game.reports.words import news
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.throne_events import SovereignDeposed
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.schema import NewsKind

# === events =============================================================================================================


class UprisingCalled(Struct, frozen=True, kw_only=True):
    """A player declared an Uprising."""

    month: int
    number: int
    caller: SeatId


class Rose(Struct, frozen=True, kw_only=True):
    month: int
    number: int
    seat: SeatId
    by_hand: bool


class StoodDown(Struct, frozen=True, kw_only=True):
    month: int
    number: int
    seat: SeatId


class DissentCounted(Struct, frozen=True, kw_only=True):
    """A House's extra votes were counted. `before`: the votes that a scheme added to, if one did."""

    month: int
    number: int
    house: HouseId
    votes: int
    before: int | None = None


class UprisingEnded(Struct, frozen=True, kw_only=True):
    """An Uprising succeeded or failed. `standing`: those who counted. What follows for the throne is in later events."""

    month: int
    number: int
    how: Rising
    standing: tuple[SeatId, ...]
    extra: int
    assembled: int
    deposed: SeatId | None
    seated: SeatId | None
    at: datetime


# --- questions ----------------------------------------------------------------------------------------------------------


def open_uprising(floor: Floor) -> Uprising | None:
    """The open Uprising, or None."""
    return next((each for each in floor.uprisings if each.how is Rising.OPEN), None)


# --- fold ---------------------------------------------------------------------------------------------------------------


def _with_uprising(state: GameState, month: int, number: int, **changes: object) -> GameState:
    """Change fields of an open Uprising. If there is none, mark the floor as doubtful."""
    floor = floor_in(state, month)
    found = next((each for each in floor.uprisings if each.number == number and each.how is Rising.OPEN), None)
    if found is None:
        return mark_doubtful(state, month)
    changed = replace(found, **changes)  # type: ignore[arg-type]  # the fields of Uprising, by name
    return with_floor(state, replace(floor, uprisings=tuple(changed if each is found else each for each in floor.uprisings)))


def _find_uprising(state: GameState, month: int, number: int) -> Uprising:
    known = floor_in(state, month).uprisings
    return next((each for each in known if each.number == number), Uprising(number=number, caller=SeatId("")))


@requires_players("caller")
def evolve_called(state: GameState, happened: UprisingCalled) -> GameState:
    floor = floor_in(state, happened.month)
    new = Uprising(number=happened.number, caller=happened.caller)
    return with_floor(state, replace(floor, uprisings=(*floor.uprisings, new)))


@requires_players("seat")
def evolve_rose(state: GameState, happened: Rose) -> GameState:
    """Standing players are kept in the order of seats, so their own order never matters."""
    running = _find_uprising(state, happened.month, happened.number)
    standing = tuple(sorted({*running.standing, happened.seat}))
    by_hand = tuple(sorted({*running.by_hand, happened.seat})) if happened.by_hand else running.by_hand
    return _with_uprising(state, happened.month, happened.number, standing=standing, by_hand=by_hand)


@requires_players("seat")
def evolve_sat(state: GameState, happened: StoodDown) -> GameState:
    running = _find_uprising(state, happened.month, happened.number)
    standing = tuple(seat for seat in running.standing if seat != happened.seat)
    by_hand = tuple(seat for seat in running.by_hand if seat != happened.seat)
    return _with_uprising(state, happened.month, happened.number, standing=standing, by_hand=by_hand)


def evolve_dissent(state: GameState, happened: DissentCounted) -> GameState:
    """The House's latest number of votes. They are spent with this Uprising (R-127).

    If a scheme added to another number than there is, mark the floor as doubtful.
    """
    held = _find_uprising(state, happened.month, happened.number).dissent
    others = tuple(each for each in held if each.house != happened.house)
    if happened.before is not None and happened.before != sum(each.votes for each in held if each.house == happened.house):
        state = mark_doubtful(state, happened.month)
    new = (Dissent(house=happened.house, votes=happened.votes),) if happened.votes else ()
    dissent = tuple(sorted((*others, *new), key=lambda each: each.house))
    return _with_uprising(state, happened.month, happened.number, dissent=dissent)


@requires_players("standing", "deposed", "seated")
def evolve_ended(state: GameState, happened: UprisingEnded) -> GameState:
    return _with_uprising(
        state,
        happened.month,
        happened.number,
        how=happened.how,
        standing=happened.standing,
        assembled=happened.assembled,
        deposed=happened.deposed,
        seated=happened.seated,
        at=happened.at,
    )


def lapse_open_uprising(before: GameState, state: GameState, happened: SovereignDeposed) -> GameState:
    """An open Uprising lapses if the Sovereign is deposed in another way: nobody is left to rise against (R-31, R-37)."""
    running = open_uprising(court_of(state).floor)
    if running is None:
        return state
    return _with_uprising(state, court_of(state).floor.month, running.number, how=Rising.LAPSED, standing=(), by_hand=())


def broken_uprisings(state: GameState) -> Iterator[str]:
    """Broken invariants: Uprisings are numbered in the order of their calls, and at most one is open."""
    known = floor_of(state).uprisings
    if [each.number for each in known] != list(range(1, len(known) + 1)):
        yield say("An Uprising of the Court is missing.")
    if any(each.how is Rising.OPEN for each in known[:-1]):
        yield say("Two Uprisings of the Court are open.")


# --- words: no player's name before it is over --------------------------------------------------------------------------


def tell_called(happened: UprisingCalled, before: GameState, after: GameState) -> Iterator[Line]:
    """Only the caller is told: nobody is named before it is over (R-105). `Rose` tells that the caller stands with it."""
    yield to_desks(say("An Uprising is declared in the Court (GE-CRT-96)."))
    words = say("You have called an Uprising and stand with it.")
    yield to_seat(happened.caller, ReportKind.TURN, words, rule="GE-CRT-96")
    words = say("Called an Uprising.")
    yield deed_in_court(happened.caller, "uprising-called", words, weight=4, rule="GE-CRT-96")


def tell_rose(happened: Rose, before: GameState, after: GameState) -> Iterator[Line]:
    yield to_desks(say("A player of the Court stands with the Uprising."))
    words = say("Stood with an Uprising.")
    yield deed_in_court(happened.seat, "uprising", words, weight=2, rule="GE-CRT-96")


def tell_sat(happened: StoodDown, before: GameState, after: GameState) -> Iterator[Line]:
    yield to_desks(say("A player of the Court stands with the Uprising no more."))


def tell_dissent(happened: DissentCounted, before: GameState, after: GameState) -> Iterator[Line]:
    """Of the House only those who stand are told (R-105). Of several counts they read the last."""
    words = say_count(
        "{house} has {count} extra vote toward the Uprising (R-127).",
        "{house} has {count} extra votes toward the Uprising (R-127).",
        happened.votes,
        house=house_name(before, happened.house),
    )
    yield to_desks(words)
    words = say_count(
        "{count} extra vote of your House counted toward it.",
        "{count} extra votes of your House counted toward it.",
        happened.votes,
    )
    act, about = say("The Uprising"), f"dissent:{happened.number}"
    running = next((each for each in floor_of(before).uprisings if each.number == happened.number), None)
    for seat in running.standing if running is not None else ():
        if seat in before.seats and before.seats[seat].house == happened.house:
            yield to_seat(seat, ReportKind.OUTCOME, words, act=act, rule="R-127", about=about)


def names_of(state: GameState, seats: tuple[SeatId, ...]) -> str:
    """The names of these players."""
    return listed([state.seats[seat].name for seat in seats if seat in state.seats]) or say("nobody")


def tell_ended(happened: UprisingEnded, before: GameState, after: GameState) -> Iterator[Line]:
    """To all assembled whether they stood. Only the desks read names; the hall reads how it ended, and nothing of a lapsed one."""
    won, count = happened.how is Rising.WON, {"count": len(happened.standing) + happened.extra, "assembled": happened.assembled}
    said = {**count, "names": names_of(before, happened.standing)}
    if won:
        words = say("The Uprising succeeds with {count} to {assembled} assembled (GE-CRT-97). With it stood: {names}.", **said)
        came, rule = say("An Uprising has cast the Sovereign out: {count} of {assembled} stood.", **count), "GE-CRT-97"
    else:
        words = say("The Uprising fails with {count} to {assembled} assembled (GE-CRT-98). With it stood: {names}.", **said)
        came, rule = say("An Uprising has failed: {count} of {assembled} stood.", **count), "GE-CRT-98"
    yield to_desks(words)
    for seat in assembled(before):
        stood = say("You stood with it.") if seat.id in happened.standing else say("You did not stand with it.")
        yield to_seat(seat.id, ReportKind.PART, stood, act=say("The Uprising"), rule="R-105")
        yield to_seat(seat.id, ReportKind.OUTCOME, came, act=say("The Uprising"), rule=rule)
    if happened.how in (Rising.WON, Rising.FAILED):
        yield news(before, NewsKind.UPRISING_WON if won else NewsKind.UPRISING_FAILED, f"uprising:{happened.number}")


def report_lapsed(before: GameState, after: GameState, happened: SovereignDeposed) -> Iterator[Report]:
    """An open Uprising lapsed, because nobody is left to rise against (R-31, R-37)."""
    if open_uprising(floor_of(before)) is None:
        return
    words = say("An Uprising has lapsed: the Sovereign has already been deposed.")
    for seat in assembled(before):
        yield to_seat(seat.id, ReportKind.OUTCOME, words, act=say("The Uprising"), rule="R-37")


def rising_invalidations(happened: object, state: GameState) -> tuple[Invalidation, ...]:
    """Refresh the floor and Court Control's open matters."""
    return (*court_invalidations(happened, state), Invalidation(topic="decisions", to="staff"))


def withdrawn_end_words(_happened: UprisingEnded, _state: GameState) -> str:
    return say("how the Uprising ended; see the Court’s floor")


EVENTS: Mapping[type, EventHandler] = {
    UprisingCalled: EventHandler(evolve=evolve_called, tell=tell_called, invalidations=rising_invalidations, anonymous=True),
    Rose: EventHandler(evolve=evolve_rose, tell=tell_rose, invalidations=court_invalidations, anonymous=True),
    StoodDown: EventHandler(evolve=evolve_sat, tell=tell_sat, invalidations=court_invalidations, anonymous=True),
    DissentCounted: EventHandler(evolve=evolve_dissent, tell=tell_dissent, invalidations=court_invalidations),
    UprisingEnded: EventHandler(
        evolve=evolve_ended, tell=tell_ended, invalidations=rising_invalidations, undo=Undo(words=withdrawn_end_words)
    ),
}
