"""Completed schemes at Underground Control's desk: order, results, messages to send, and entry by hand."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from control.day.desk_tasks import DeskTask
from control.engine.language import say, say_count
from control.engine.records import replace
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.choice_lists import HouseName, house_names
from rooms.realm.game.records import CompletedScheme, SchemeEnding
from rooms.realm.game.scheme_effects.messages import ESPIONAGE, owed, reader_of, texts_for
from rooms.realm.game.scheme_effects.outcomes import outcome_words
from rooms.realm.game.scheme_effects.scheme import may_read_all, scheme_words, schemes_in_order, target_of
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.papers.game.room import PaperGroup, plain_form
from rooms.realm.papers.game.types import Paper
from rooms.realm.papers.game.view_form import NOTHING, PaperForm, form_panel
from rooms.realm.scenario.ids import Room
from rooms.underground.game.module import SCHEMES
from rooms.underground.game.sheets import table_of

BY_HAND = replace(SCHEMES, fields=plain_form)  # schemes of real tables are entered as they are there


class Strike(Struct, frozen=True, kw_only=True):
    """A waiting scheme, face down, because the tablet lies between players (R-144).

    `up`, `down`: the table's order after moving it, "" if impossible.
    """

    id: int
    house: str
    short: str
    up: str
    down: str


class TableWaiting(Struct, frozen=True, kw_only=True):
    """A table with its waiting schemes, in order of effect."""

    id: str
    name: str
    rows: tuple[Strike, ...]


class PendingAuthor(Struct, frozen=True, kw_only=True):
    """Author of a scheme of this month that has not completed. The scheme itself is in the form."""

    seat: str
    name: str
    house: str
    short: str


class Owed(Struct, frozen=True, kw_only=True):
    """A message to send: reader, House it is about, true or false, and the scenario's texts."""

    id: int
    reader: str
    house: str
    about: str
    is_true: bool
    texts: tuple[str, ...]


class EndedScheme(Struct, frozen=True, kw_only=True):
    """A scheme that took effect, or came to nothing."""

    house: str
    short: str
    words: str
    came: str


class StrikesDesk(Struct, frozen=True, kw_only=True):
    """All parts of the page.

    `open`: schemes may still complete; `month`: the current one; `struck_in`: month of the ended schemes.
    """

    month: int
    open: bool
    tables: tuple[TableWaiting, ...]
    written: tuple[PendingAuthor, ...]
    owed: tuple[Owed, ...]
    struck_in: int
    ended: tuple[EndedScheme, ...]


class StrikeOpen(Struct, frozen=True, kw_only=True):
    """One waiting scheme, face up, for the desk that asked for it. `author`: "" for a drawn one.

    `lies`: the place of its card, and since when.
    """

    id: int
    lies: str
    house: str
    short: str
    words: str
    author: str


def strike_open(state: GameState, viewer: Viewer, number: int) -> StrikeOpen | None:
    """One waiting scheme, for Underground Control only. None if there is none with that number."""
    found = next((each for each in schemes_in_order(state) if each.id == number), None)
    if found is None or not may_read_all(viewer):
        return None
    author = state.seats.get(found.seat) if found.seat is not None else None
    return StrikeOpen(
        id=found.id,
        lies=_place_words(state, found),
        house=found.house,
        short=_short(state, found.house),
        words=scheme_words(state, found),
        author=author.name if author is not None else "",
    )


def _place_words(state: GameState, scheme: CompletedScheme) -> str:
    table = state.table_name(Room.UNDERGROUND, scheme.table)
    if not scheme.placed:
        return say("It lies at {table}.", table=table)
    return say("It lies at {table}, placed in month {month}.", table=table, month=scheme.placed)


def strikes_desk(state: GameState, viewer: Viewer) -> StrikesDesk | None:
    """Page of completed schemes, for Underground Control. None for others (R-144)."""
    if not may_read_all(viewer):
        return None
    waiting = schemes_in_order(state)
    last = max((each.acted for each in state.schemes), default=0)
    tables = [(each.id, each.name) for each in state.scenario.provinces]
    return StrikesDesk(
        month=state.clock.month,
        open=state.clock.turned < state.clock.month,
        tables=tuple(
            TableWaiting(id=table, name=name, rows=_rows(state, tuple(each for each in waiting if each.table == table)))
            for table, name in tables
            if any(each.table == table for each in waiting)
        ),
        written=_written(state),
        owed=tuple(_owed(state, each) for each in owed(state)),
        struck_in=last,
        ended=tuple(_end_of_scheme(state, each) for each in state.schemes if last and each.acted == last),
    )


def waiting_messages(state: GameState, viewer: Viewer) -> tuple[DeskTask, ...]:
    """Sealed messages that Underground Control must send. Other desks may not know of them (R-123)."""
    due = len(owed(state)) if may_read_all(viewer) else 0
    if not due:
        return ()
    words = say_count("{count} sealed message is to be sent", "{count} sealed messages are to be sent", due)
    return (DeskTask(desk=Desk.UNDERGROUND, words=words, rule="R-123", place="underground-strikes", page="all/"),)


def _rows(state: GameState, there: Sequence[CompletedScheme]) -> tuple[Strike, ...]:
    return tuple(_row(state, there, at) for at in range(len(there)))


def _row(state: GameState, there: Sequence[CompletedScheme], at: int) -> Strike:
    scheme = there[at]
    return Strike(
        id=scheme.id,
        house=scheme.house,
        short=_short(state, scheme.house),
        up=_swapped_order(there, at - 1) if at else "",
        down=_swapped_order(there, at) if at + 1 < len(there) else "",
    )


def _swapped_order(there: Sequence[CompletedScheme], at: int) -> str:
    """The table's order after swapping a scheme with the next one: "west 2 1 3"."""
    order = [each.id for each in there]
    order[at], order[at + 1] = order[at + 1], order[at]
    return " ".join((there[at].table, *map(str, order)))


def _written(state: GameState) -> tuple[PendingAuthor, ...]:
    """Authors of opened schemes, without traps and without schemes completed this month."""
    month, traps = state.clock.month, {each.id for each in state.scenario.schemes if each.trap}
    done = {each.seat for each in state.schemes if each.month == month and each.placed in (0, month)}
    return tuple(
        PendingAuthor(
            seat=each.seat,
            name=state.seats[each.seat].name,
            house=state.seats[each.seat].house,
            short=_short(state, state.seats[each.seat].house),
        )
        for each in SCHEMES.opened(state) or ()
        if each.seat not in done and each.paper.type not in traps
    )


def _owed(state: GameState, scheme: CompletedScheme) -> Owed:
    reader, about = reader_of(state, scheme), target_of(state, scheme)
    seat = state.seats.get(reader) if reader is not None else None
    return Owed(
        id=scheme.id,
        reader=seat.name if seat is not None else say("nobody"),
        house=house_name(state, seat.house) if seat is not None else "",
        about=house_name(state, about) if about is not None else "",
        is_true=scheme.kind == ESPIONAGE,
        texts=texts_for(state, scheme),
    )


def _end_of_scheme(state: GameState, scheme: CompletedScheme) -> EndedScheme:
    nothing = scheme.ending is SchemeEnding.SPENT and not scheme.came
    came = say("Nothing came of it.") if nothing else outcome_words(state, scheme, scheme.came)
    return EndedScheme(house=scheme.house, short=_short(state, scheme.house), words=scheme_words(state, scheme), came=came)


def _short(state: GameState, house: str) -> str:
    return next((each.short for each in state.scenario.houses if each.id == house), house)


# --- by hand ------------------------------------------------------------------------------------------------------------


class AuthorChoice(Struct, frozen=True, kw_only=True):
    """A player who may be chosen as author."""

    seat: str
    name: str


class HousePeople(Struct, frozen=True, kw_only=True):
    """A House with its players. The House itself stands for a drawn scheme."""

    house: HouseName
    people: tuple[AuthorChoice, ...]


class CompleteAsk(Struct, frozen=True, kw_only=True):
    """The form: scheme, fields, table, and owner."""

    month: int
    groups: tuple[PaperGroup, ...]
    type: str
    form: PaperForm | None
    tables: tuple[tuple[str, str], ...]
    table: str
    houses: tuple[HousePeople, ...]
    whose: str  # a seat or a House


def complete_ask(
    state: GameState, viewer: Viewer, typed: Paper = NOTHING, *, table: str = "", whose: str = ""
) -> CompleteAsk | None:
    """The form for entry by hand. Given only a player, it is filled with that player's scheme of this month."""
    if not may_read_all(viewer):
        return None
    seat = next((each for each in state.seats.values() if each.id == whose), None)
    if seat is not None and typed == NOTHING:
        typed = next((each.paper for each in SCHEMES.opened(state) or () if each.seat == seat.id), NOTHING)
        table = table or table_of(state, seat)
    return CompleteAsk(
        month=state.clock.month,
        groups=tuple(group for group in SCHEMES.groups(state) if not all(getattr(each, "trap", False) for each in group.types)),
        type=typed.type,
        form=form_panel(BY_HAND, state, seat.id, typed) if seat is not None else _form(state, typed),
        tables=tuple((each.id, state.table_name(Room.UNDERGROUND, each.id)) for each in state.scenario.provinces),
        table=table,
        houses=tuple(
            HousePeople(
                house=house,
                people=tuple(
                    AuthorChoice(seat=each.id, name=each.name)
                    for each in sorted(state.seats.values(), key=lambda each: each.rank)
                    if each.house == house.id and each.rank
                ),
            )
            for house in house_names(state)
        ),
        whose=whose,
    )


def _form(state: GameState, typed: Paper) -> PaperForm | None:
    return form_panel(BY_HAND, state, next(iter(state.seats)), typed) if state.seats else None
