"""Written schemes: placed face down on their tables, or waiting while their author has one in play (GE-UND-30, R-108)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, GameEvent
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, ReportKind, to_desks
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.papers.game.types import AsideWhy, OpenedPaper, Paper
from rooms.realm.scenario.ids import HouseId, Room
from rooms.underground.game import sheets
from rooms.underground.game.reports.recipients import paper_words, placed_deed, players_who_know, to_seat
from rooms.underground.game.state import Brought, TableId, TableStep
from rooms.underground.game.tables.cards import mark_table_doubtful
from rooms.underground.game.tables.lookup import (
    UNDERGROUND_DESK,
    require_player,
    room_invalidations,
    room_of,
    step_of,
    table_in,
    table_of,
    tables,
    with_table,
)
from rooms.underground.game.tables.schemes import (
    found_at,
    schemes_in_play,
    with_changed_scheme,
    with_lying,
    without_scheme,
    written_by,
)
from rooms.underground.game.tables.turns import table_words
from rooms.underground.rules.turn_order import houses_in_turn

# === written schemes ====================================================================================================


class ChooseWritten(Struct, frozen=True, kw_only=True):
    """Keep the scheme in play, or replace it with this month's scheme (GE-UND-32, R-108)."""

    month: int
    table: TableId
    seat: SeatId
    replace: bool


class SchemeLaid(Struct, frozen=True, kw_only=True):
    """A written scheme was placed face down before its author."""

    month: int
    table: TableId
    scheme: int
    seat: SeatId
    house: HouseId
    paper: Paper


class SchemeBrought(Struct, frozen=True, kw_only=True):
    """A written scheme waits, because its author already has one in play."""

    month: int
    table: TableId
    seat: SeatId
    paper: Paper


class BroughtDropped(Struct, frozen=True, kw_only=True):
    """A brought scheme was discarded: its author keeps the one in play."""

    month: int
    table: TableId
    seat: SeatId


class SchemeReplaced(Struct, frozen=True, kw_only=True):
    """A scheme was replaced by a new one of its slot. It and its cards were discarded face down (R-108, R-121)."""

    month: int
    table: TableId
    scheme: int


class SchemeRewritten(Struct, frozen=True, kw_only=True):
    """Control entered a scheme of this month again, because it had been misread."""

    month: int
    table: TableId
    scheme: int
    seat: SeatId
    paper: Paper


class SchemeTurnedAway(Struct, frozen=True, kw_only=True):
    """A written scheme was set aside, because its targets are out of its table's reach (R-112, R-113)."""

    month: int
    table: TableId
    seat: SeatId


# --- what the month brings ----------------------------------------------------------------------------------------------


def lay_written(state: GameState, table: TableId) -> tuple[GameEvent, ...]:
    """Place the schemes written for a table, in its players' turn order."""
    own, month, next_id = room_of(state), state.clock.month, count(room_of(state).placed + 1)
    if own.month != month or table not in tables(state):
        return ()
    houses = houses_in_turn([house.id for house in state.scenario.houses], month)
    authors = {each.seat: state.seats[each.seat] for each in own.schemes if each.seat in state.seats}
    in_turn = sorted(
        (each for each in own.schemes if each.seat in authors),
        key=lambda each: (houses.index(authors[each.seat].house), each.rank or authors[each.seat].rank, each.seat),
    )
    events, wrote = list[GameEvent](), {seat for each in tables(state) for seat in table_of(state, each).wrote}
    for opened in in_turn:
        if sheets.table_of(state, authors[opened.seat]) != table or opened.seat in wrote:
            continue
        events.append(_placing_event(state, table, opened, next_id))
    return tuple(events)


def _placing_event(state: GameState, table: TableId, opened: OpenedPaper, next_id: count[int]) -> GameEvent:
    """The event for one written scheme at its table."""
    month, house = state.clock.month, state.seats[opened.seat].house
    try:
        sheets.check_at(state, house, table, opened.paper)
    except Refused:
        return SchemeTurnedAway(month=month, table=table, seat=opened.seat)
    if written_by(state, opened.seat) is not None:
        return SchemeBrought(month=month, table=table, seat=opened.seat, paper=opened.paper)
    return SchemeLaid(month=month, table=table, scheme=next(next_id), seat=opened.seat, house=house, paper=opened.paper)


def enter_written(state: GameState, opened: OpenedPaper) -> tuple[GameEvent, ...]:
    """Place a scheme that the desk entered, or replace the misread one."""
    table, month = TableId(sheets.table_of(state, state.seats[opened.seat])), state.clock.month
    if table not in tables(state):
        return ()
    there = written_by(state, opened.seat)
    if there is not None and there.month == month:
        return (SchemeRewritten(month=month, table=there.table, scheme=there.id, seat=opened.seat, paper=opened.paper),)
    return (_placing_event(state, table, opened, count(room_of(state).placed + 1)),)


def settle_written(state: GameState, table: TableId, step: TableStep, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Settle open choices at the end of Schemes, and those that Control entered later at the end of the month. Default: keep.

    If the older scheme is no longer in play anywhere, the new one is placed.

    Rules: R-108.
    """
    if step not in (TableStep.SCHEMES, TableStep.COMPLETE):
        return ()
    next_id = count(room_of(state).placed + 1)
    return tuple(_settle_brought(state, table, each, next_id) for each in table_of(state, table).brought)


def _settle_brought(state: GameState, table: TableId, brought: Brought, next_id: count[int]) -> GameEvent:
    if written_by(state, brought.seat) is not None:
        return BroughtDropped(month=state.clock.month, table=table, seat=brought.seat)
    return _placing_event(state, table, OpenedPaper(seat=brought.seat, paper=brought.paper), next_id)


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_choose(state: GameState, command: ChooseWritten, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Keep or replace.

    Raises:
        Refused: there is no such table, or the scheme's targets are no longer allowed.
        Stale: the step is over, no choice is open for this player, or there is nothing to keep.
    """
    if command.table not in tables(state):
        raise Refused(say("There is no such table in the Underground."), rule="GE-UND-61", code="unknown")
    brought = next((each for each in table_of(state, command.table).brought if each.seat == command.seat), None)
    if state.clock.month != command.month or step_of(state, command.table) is None or brought is None:
        raise Stale(say("No scheme of yours waits for a choice here any more; look again."), rule="GE-UND-32")
    if asked.by.seat is not None:
        require_player(state, command.table, command.seat)
    house, old = state.seats[command.seat].house, written_by(state, command.seat)
    if not command.replace and old is None:
        raise Stale(say("Your older scheme does not lie there any more; lay the new one."), rule="R-108")
    if not command.replace:
        return (BroughtDropped(month=command.month, table=command.table, seat=command.seat),)
    sheets.check_at(state, house, command.table, brought.paper)
    gone = (SchemeReplaced(month=command.month, table=old.table, scheme=old.id),) if old is not None else ()
    laid = SchemeLaid(
        month=command.month,
        table=command.table,
        scheme=room_of(state).placed + 1,
        seat=command.seat,
        house=house,
        paper=brought.paper,
    )
    return (*gone, laid)


# --- fold ---------------------------------------------------------------------------------------------------------------


def _with_written(state: GameState, table: TableId, month: int, seat: SeatId, *brought: Brought) -> GameState:
    """The table with a player's scheme of the month recorded. It replaces what the player brought before."""
    held = table_in(state, table, month)
    others = tuple(each for each in held.brought if each.seat != seat)
    wrote = tuple(dict.fromkeys((*held.wrote, seat)))
    return with_table(state, replace(held, wrote=wrote, brought=(*others, *brought)))


@requires_players("seat")
def evolve_laid(state: GameState, happened: SchemeLaid) -> GameState:
    state = _with_written(state, happened.table, happened.month, happened.seat)
    if written_by(state, happened.seat) is not None or any(each.id == happened.scheme for each in schemes_in_play(state)):
        return mark_table_doubtful(state, happened.table, happened.month)
    return with_lying(
        state,
        id=happened.scheme,
        table=happened.table,
        house=happened.house,
        paper=happened.paper,
        month=happened.month,
        author=happened.seat,
    )


@requires_players("seat")
def evolve_brought(state: GameState, happened: SchemeBrought) -> GameState:
    return _with_written(state, happened.table, happened.month, happened.seat, Brought(seat=happened.seat, paper=happened.paper))


@requires_players("seat")
def evolve_dropped(state: GameState, happened: BroughtDropped) -> GameState:
    held = table_in(state, happened.table, happened.month)
    left = tuple(each for each in held.brought if each.seat != happened.seat)
    if left == held.brought:
        return mark_table_doubtful(state, happened.table, happened.month)
    return with_table(state, replace(held, brought=left))


def evolve_replaced(state: GameState, happened: SchemeReplaced) -> GameState:
    return without_scheme(state, happened.table, happened.month, happened.scheme)


@requires_players("seat")
def evolve_rewritten(state: GameState, happened: SchemeRewritten) -> GameState:
    found = found_at(state, happened.table, happened.month, happened.scheme)
    if found is None:
        return mark_table_doubtful(state, happened.table, happened.month)
    return with_changed_scheme(state, happened.month, replace(found, paper=happened.paper))


@requires_players("seat")
def evolve_turned_away(state: GameState, happened: SchemeTurnedAway) -> GameState:
    """The scheme counts as set aside, like one whose author went elsewhere."""
    state = _with_written(state, happened.table, happened.month, happened.seat)
    own = room_of(state)
    aside = tuple(sorted({*own.aside, happened.seat}))
    whys = {**own.aside_why, happened.seat: AsideWhy.UNFIT}
    return replace(state, rooms={**state.rooms, Room.UNDERGROUND: replace(own, aside=aside, aside_why=whys)})


# --- words --------------------------------------------------------------------------------------------------------------


def label_written(command: ChooseWritten, state: GameState) -> str:
    return say("Written scheme at {table}, month {month}", table=table_words(state, command.table), month=command.month)


def desk_label_written(command: ChooseWritten, state: GameState) -> str:
    player, table = who(state, command.seat), table_words(state, command.table)
    return say("Written scheme of {player} at {table}, month {month}", player=player, table=table, month=command.month)


def tell_laid(happened: SchemeLaid, before: GameState, after: GameState) -> Iterator[Line]:
    player, table = who(before, happened.seat), table_words(before, happened.table)
    yield to_desks(say("{table}: {player} lays a written scheme face down.", table=table, player=player))
    words, act = say("It lies face down on the table of {table}.", table=table), paper_words(after, happened.paper)
    yield to_seat(happened.seat, ReportKind.TURN, words, act=act, rule="GE-UND-30")
    yield placed_deed(after, happened.seat, happened.paper)


def tell_brought(happened: SchemeBrought, before: GameState, after: GameState) -> Iterator[Line]:
    player, table = who(before, happened.seat), table_words(before, happened.table)
    yield to_desks(say("{table}: {player} has a new scheme, and one in play: keep or replace.", table=table, player=player))


def tell_dropped(happened: BroughtDropped, before: GameState, after: GameState) -> Iterator[Line]:
    player, table = who(before, happened.seat), table_words(before, happened.table)
    yield to_desks(say("{table}: {player} keeps the scheme in play; the new one is discarded.", table=table, player=player))
    for each in table_of(before, happened.table).brought:
        if each.seat == happened.seat:
            words, act = say("It was discarded: your older scheme stays."), paper_words(before, each.paper)
            yield to_seat(each.seat, ReportKind.OUTCOME, words, act=act, rule="R-108", written=True)


def tell_replaced(happened: SchemeReplaced, before: GameState, after: GameState) -> Iterator[Line]:
    table, found = table_words(before, happened.table), found_at(before, happened.table, happened.month, happened.scheme)
    if found is None:
        yield to_desks(say("{table}: a scheme is replaced.", table=table))
        return
    house = house_name(before, found.house)
    yield to_desks(say("{table}: {house} replaces a scheme; it and its cards are discarded face down.", table=table, house=house))
    words = say("It made room for a new scheme and was discarded with all cards on it.")
    act = paper_words(before, found.paper)
    for seat in players_who_know(before, found):
        yield to_seat(seat, ReportKind.OUTCOME, words, act=act, rule="R-108", written=seat == found.author)


def tell_rewritten(happened: SchemeRewritten, before: GameState, after: GameState) -> Iterator[Line]:
    player, table = who(before, happened.seat), table_words(before, happened.table)
    yield to_desks(say("{table}: the scheme of {player} was entered anew.", table=table, player=player))
    words = say("It had been misread and lies there as it reads now.")
    yield to_seat(happened.seat, ReportKind.OUTCOME, words, act=paper_words(after, happened.paper), rule="R-17")


def tell_turned_away(happened: SchemeTurnedAway, before: GameState, after: GameState) -> Iterator[Line]:
    player, table = who(before, happened.seat), table_words(before, happened.table)
    yield to_desks(say("{table}: the scheme of {player} cannot be placed here and is set aside.", table=table, player=player))
    paper = next((each.paper for each in room_of(before).schemes if each.seat == happened.seat), None)
    act = paper_words(before, paper) if paper is not None else say("Your scheme")
    why = say("It is aimed at what the table of {table} does not reach.", table=table)
    yield to_seat(happened.seat, ReportKind.OUTCOME, say("It was set aside."), act=act, why=why, rule="R-112", written=True)


COMMANDS: Mapping[type, CommandHandler] = {
    ChooseWritten: CommandHandler(
        decide=decide_choose, desks=UNDERGROUND_DESK, player=True, label=label_written, desk_label=desk_label_written
    ),
}
EVENTS: Mapping[type, EventHandler] = {
    SchemeLaid: EventHandler(evolve=evolve_laid, tell=tell_laid, invalidations=room_invalidations),
    SchemeBrought: EventHandler(evolve=evolve_brought, tell=tell_brought, invalidations=room_invalidations),
    BroughtDropped: EventHandler(evolve=evolve_dropped, tell=tell_dropped, invalidations=room_invalidations),
    SchemeReplaced: EventHandler(evolve=evolve_replaced, tell=tell_replaced, invalidations=room_invalidations),
    SchemeRewritten: EventHandler(evolve=evolve_rewritten, tell=tell_rewritten, invalidations=room_invalidations),
    SchemeTurnedAway: EventHandler(evolve=evolve_turned_away, tell=tell_turned_away, invalidations=room_invalidations),
}
