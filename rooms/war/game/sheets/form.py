"""The form of a war sheet: blank or typed, on its author's phone and at War Control (R-17)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from control.day.sheets import Typed, fields_in
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId
from rooms.war.game.board import board_of
from rooms.war.game.drawing.war_map import MapDrawing, map_over
from rooms.war.game.overlay import own_orders
from rooms.war.game.records.orders import OrderKind
from rooms.war.game.sheets import document, limits, offer
from rooms.war.game.sheets.document import WarSheet
from rooms.war.game.sheets.offer import Place, SheetChoices
from rooms.war.game.state import MOVE, record_of, war_of
from rooms.war.game.view_orders import opened_sheets
from rooms.war.game.words.names import forces_listed, seat_words
from rooms.war.game.words.orders import written_words

# === form ===============================================================================================================

# The form of a war sheet: blank, as written, or as just typed, with only valid choices.


class LineForm(Struct, frozen=True, kw_only=True):
    """One order in the form. Input is kept as typed, even if it makes no sense."""

    number: int
    name: str
    kind: str
    units: str
    origin: str
    target: str
    region: str
    left: str = ""  # of a Move: units that lines above leave there, and a warning if it names more
    missing: str = ""  # missing field that caused a refusal: "from", "to" or "region"

    @property
    def needed(self) -> Mapping[str, str]:
        """Message for each required field of an order."""
        return {field: say(words, number=self.number) for field, words in document.NEEDED.items()}


class GuardLine(Struct, frozen=True, kw_only=True):
    """Form line of an Immortal, for players who command them. `to`: its target, "" to stay."""

    immortal: int
    name: str  # its region
    targets: tuple[Place, ...]
    to: str


class AllyTick(Struct, frozen=True, kw_only=True):
    """The checkbox of another House."""

    house: HouseId
    name: str
    short: str
    ticked: bool


class SheetForm(Struct, frozen=True, kw_only=True):
    """The blank or filled form, with only valid choices."""

    choices: SheetChoices
    lines: tuple[LineForm, ...]
    extra: str
    allies: tuple[AllyTick, ...]
    betray: bool
    immortals: tuple[GuardLine, ...] = ()
    last_allies: tuple[AllyTick, ...] = ()  # Houses ticked last month that can still be ticked
    was_asked: bool = False  # confirmed: sends without another question

    @property
    def asks(self) -> str:
        """Confirmation question before sending an empty sheet."""
        return document.confirmation_question(WarSheet())


def form_of(state: GameState, seat: SeatId, sheet: WarSheet) -> SheetForm:
    """The form filled from a sheet."""
    choices = offer.with_written(state, offer.choices(state, seat), sheet)
    return _form_with(state, seat, choices, document.fields_of(sheet), max(choices.orders, len(sheet.orders)))


def typed_form(state: GameState, seat: SeatId, fields: Mapping[str, list[str]]) -> SheetForm:
    """The form as typed, valid or not, so that a refusal loses no input."""
    choices = offer.choices(state, seat)
    return _form_with(state, seat, choices, fields, choices.orders)


def _form_with(state: GameState, seat: SeatId, choices: SheetChoices, fields: Mapping[str, list[str]], orders: int) -> SheetForm:
    def first(name: str) -> str:
        return (fields.get(name) or [""])[0].strip()[:60]

    at, missing = document.missing_in(fields) or (0, "")
    lines = [
        LineForm(
            number=number,
            name=say("Order {number}", number=number),
            kind=first(f"order{number}_kind"),
            units=first(f"order{number}_units"),
            origin=first(f"order{number}_from"),
            target=first(f"order{number}_to"),
            region=first(f"order{number}_region"),
            missing=missing if number == at else "",
        )
        for number in range(1, orders + 1)
    ]
    return SheetForm(
        choices=choices,
        lines=tuple(_with_left(choices, lines)),
        extra=first("extra"),
        allies=_boxes(choices, frozenset(HouseId(each) for each in fields.get("allies", []))),
        betray=bool(first("betray")),
        immortals=tuple(
            GuardLine(immortal=each.immortal, name=each.name, targets=each.targets, to=first(f"immortal{each.immortal}_to"))
            for each in choices.immortals
        ),
        last_allies=tuple(box for box in _boxes(choices, offer.last_ticks(state, seat)) if box.ticked),
        was_asked=bool(first("confirm")),
    )


def _with_left(choices: SheetChoices, lines: Sequence[LineForm]) -> Iterator[LineForm]:
    """The lines, each Move with the units that lines above leave. Sealed sheets of other members are ignored (R-17, R-41)."""
    stand = {str(each.origin): each for each in choices.moves}
    found = units_left(
        {origin: each.units for origin, each in stand.items()},
        [(line.origin, int(line.units)) if _is_move(line) else None for line in lines],
    )
    for line, left in zip(lines, found, strict=True):
        if left is None:
            yield line
            continue
        start = stand[line.origin]
        words = say("{left} of {units} available in {region}", left=left, units=start.units, region=start.name)
        if int(line.units) > left:
            words = say("{words}: this order can move no more.", words=words)
        yield replace(line, left=words)


def _is_move(line: LineForm) -> bool:
    return line.kind == OrderKind.MOVE and line.units.isascii() and line.units.isdigit() and len(line.units) < 6


def units_left(stand: Mapping[str, int], moves: Sequence[tuple[str, int] | None]) -> Iterator[int | None]:
    """Units that each Move finds left after the Moves above it. None for lines that are no Move from a region in `stand`."""
    used: dict[str, int] = {}
    for move in moves:
        if move is None or move[0] not in stand:
            yield None
            continue
        origin, wanted = move
        yield max(stand[origin] - used.get(origin, 0), 0)
        used[origin] = used.get(origin, 0) + wanted


def _boxes(choices: SheetChoices, ticked: frozenset[HouseId]) -> tuple[AllyTick, ...]:
    return tuple(
        AllyTick(house=ally.house, name=ally.name, short=ally.short, ticked=ally.house in ticked) for ally in choices.allies
    )


# === author's own sheet =================================================================================================

# A player's own war sheet on the author's phone: what was sent, the form while it is open, the orders on the map.


class Written(Struct, frozen=True, kw_only=True):
    """The contents of a war sheet, in words."""

    orders: tuple[str, ...]
    allies: str
    betray: bool
    notes: tuple[str, ...] = ()  # orders that name more units than lines above leave


class OwnWarSheet(Struct, frozen=True, kw_only=True):
    """A player's own war sheet. `locked`: the month's orders are opened; `written`: None if no sheet was sent.

    `form`: present while the sheet is open, or with input that was refused.
    """

    locked: bool
    written: Written | None
    form: SheetForm | None
    is_draft: bool  # the form shows input that was not accepted


def own_war_sheet(state: GameState, viewer: Viewer, sent: WarSheet | None, typed: Typed | None) -> OwnWarSheet:
    """The viewer's own sheet. `sent`: the last sheet sent; `typed`: input that was refused."""
    return OwnWarSheet(
        locked=opened_sheets(state) is not None,
        written=_written(state, viewer.player, sent) if sent is not None else None,
        form=_form(state, viewer, sent, typed),
        is_draft=typed is not None,
    )


def _form(state: GameState, viewer: Viewer, sent: WarSheet | None, typed: Typed | None) -> SheetForm | None:
    seat = viewer.player
    if typed is not None:
        return typed_form(state, seat, fields_in(typed))
    return form_of(state, seat, sent or document.blank_sheet(state, seat)) if limits.window(state, seat).open else None


def _written(state: GameState, seat: SeatId, sheet: WarSheet) -> Written:
    board = board_of(state.scenario)
    return Written(
        orders=written_words(board, sheet),
        allies=forces_listed(board, sheet.allies) or say("nobody"),
        betray=sheet.betray,
        notes=tuple(_short_of(state, seat, sheet)),
    )


def _short_of(state: GameState, seat: SeatId, sheet: WarSheet) -> Iterator[str]:
    """Notes on orders that name more units than the orders above them leave. They move what is left (R-41)."""
    war, board, house = war_of(state), board_of(state.scenario), state.seats[seat].house
    if MOVE in record_of(state).done:
        return
    moves = [(str(each.origin), each.units) if each.origin is not None else None for each in sheet.orders]
    stand = {str(each.origin): war.count(each.origin, house) for each in sheet.orders if each.origin is not None}
    for number, (order, left) in enumerate(zip(sheet.orders, units_left(stand, moves), strict=True), start=1):
        if left is not None and order.origin is not None and order.units > left:
            name = board.region_name(order.origin)
            yield say(
                "Order {number} names {units} units, and the orders above it leave {left} in {region}: it can move no more.",
                number=number,
                units=order.units,
                left=left,
                region=name,
            )


def own_map(state: GameState, viewer: Viewer, sent: WarSheet | None) -> MapDrawing:
    """The public map with only the viewer's own orders drawn on it (R-17)."""
    return map_over(state, own_orders(state, viewer.player, sent), changes=True)


# === War Control's writing ==============================================================================================

# War Control's form for a player's orders, hidden from others


TypedFields = tuple[tuple[str, tuple[str, ...]], ...]  # form fields with all their values


class WriterView(Struct, frozen=True, kw_only=True):
    """A player whose orders War Control may write, and the month."""

    seat: SeatId
    player: str
    house: HouseId
    short: str
    month: int


def writer(state: GameState, viewer: Viewer, seat: SeatId) -> WriterView | None:
    """The player of this seat, for War Control. None if there is none."""
    found = state.seats.get(seat)
    if found is None or not viewer.sees_desk(Desk.WAR):
        return None
    return WriterView(
        seat=found.id,
        player=seat_words(state, found.id),
        house=found.house,
        short=board_of(state.scenario).houses[found.house].short,
        month=state.clock.month,
    )


def written_form(state: GameState, viewer: Viewer, seat: SeatId, sheet: WarSheet | None) -> SheetForm | None:
    """A player's form filled from a sheet, or blank, for War Control only."""
    if writer(state, viewer, seat) is None:
        return None
    return form_of(state, seat, sheet or document.blank_sheet(state, seat))


def form_typed(state: GameState, viewer: Viewer, seat: SeatId, typed: TypedFields) -> SheetForm | None:
    """A player's form from the fields just typed, valid or not, for War Control only."""
    if writer(state, viewer, seat) is None:
        return None
    fields: Mapping[str, list[str]] = {name: list(values) for name, values in typed}
    try:
        return form_of(state, seat, document.sheet_from_form(fields))
    except Refused:
        return typed_form(state, seat, fields)
