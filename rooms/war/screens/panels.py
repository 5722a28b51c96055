"""What the War Room puts on shared pages: the sheet on a player's phone, what became of the orders, the map in the hall."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from hashlib import blake2s
from uuid import UUID

from django.utils import timezone

from control import registry
from control.day.lateness import late_rule
from control.day.recall import Same
from control.day.state import Stage
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.refused import Refused
from control.engine.words import Spoken
from control.models import Sheet
from control.registry import ByHand, Fields, Panel
from control.sheets import sheets as sheet_rows
from control.sheets.closing import Closing, closing_of
from control.sheets.receipts import counts_instead, why_words
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game import sheets, whynot, words
from rooms.war.game.board import board_of
from rooms.war.game.sheets import Place, SheetChoices, WarSheet
from rooms.war.game.state import IMMORTALS, ORDERS, REMNANTS, OrderKind, record_of
from rooms.war.game.view import BattleView, MyOrders, OrderLine, my_orders
from rooms.war.game.whynot import Kind, WhyNot
from rooms.war.rules.adjust import CorrectOrders
from rooms.war.screens.drawing import MapDrawing, bare_map, map_over
from rooms.war.screens.marks import last_record
from rooms.war.screens.overlay import own_orders


@dataclass(frozen=True, slots=True, kw_only=True)
class LineForm:
    """One order as the form shows it; what is chosen is kept as it was typed, even when it makes no sense."""

    number: int
    name: str
    kind: str
    units: str
    origin: str
    target: str
    region: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardLine:
    """The line of an Immortal for those who command them; `to` is where the form sends it, "" where it stays."""

    immortal: int
    name: str  # where it stands
    targets: tuple[Place, ...]
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AllyBox:
    """The box of another House."""

    house: HouseId
    name: str
    short: str
    ticked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetForm:
    """The blank or filled form, with only what may be chosen."""

    choices: SheetChoices
    lines: tuple[LineForm, ...]
    extra: str
    allies: tuple[AllyBox, ...]
    betray: bool
    immortals: tuple[GuardLine, ...] = ()
    last_allies: tuple[AllyBox, ...] = ()  # whom the own sheet of last month ticked, as far as that may be ticked now


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """The newest revision that Control has, in words."""

    revision: int
    received_at: datetime
    late: bool
    source: str  # sent, draft or paper
    entered_by: str
    pending: bool
    key: UUID  # what it was sent or drafted under
    orders: tuple[str, ...]
    allies: str
    betray: bool
    counts: str  # the revision that counts where this one was late


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPanel:
    """The war sheet on its author's phone. `open` says whether it may be sent; `sentence` why not, or until when."""

    event_id: int
    seat: SeatId
    month: int
    open: bool
    locked: bool
    sentence: str
    rule: str
    receipt: Receipt | None
    closes: Closing | None  # until when it may be sent
    form: SheetForm | None
    late_words: str
    is_draft: bool = False  # what the form shows was typed and not taken


def phone(event_id: int, state: GameState, seat: SeatId, typed: Fields | None) -> Panel:
    """A player's war sheet: the form while it is open, as it was `typed` or written, the receipt, and what is so when it is not."""
    panel = sheet_panel(event_id, state, seat)
    if typed is not None:
        panel = replace(panel, form=typed_form(state, seat, typed), is_draft=True)
    return Panel(template="war/_sheet.html", panel=panel)


def sheet_panel(event_id: int, state: GameState, seat: SeatId) -> SheetPanel:
    """The sheet as its author sees it now."""
    window = sheets.window(state, seat)
    row = sheet_rows.latest(event_id, seat, sheets.KIND, window.month)
    written = _written(row)
    locked = ORDERS in record_of(state).done
    return SheetPanel(
        event_id=event_id,
        seat=seat,
        month=window.month,
        open=window.open,
        locked=locked,
        sentence=window.sentence,
        rule=window.rule,
        receipt=_receipt(state, row, written) if row is not None and written is not None else None,
        closes=closing_of(state, registry.sheet_kinds(state.REALM)[sheets.KIND], window, timezone.now()),
        form=form_of(state, seat, written or sheets.blank(state, seat)) if window.open else None,
        late_words=why_words(row.received_at, row.due_at, late=row.late, rule=late_rule(state, row.kind))
        if row is not None
        else "",
    )


def _written(row: Sheet | None) -> WarSheet | None:
    if row is None:
        return None
    try:
        return sheets.parse(row.body.encode())
    except Refused:  # stored by an older version of the console
        return None


def _order_lines(state: GameState, sheet: WarSheet) -> tuple[str, ...]:
    board = board_of(state.scenario)
    lines = [words.order_words(board, order) for order in sheet.orders]
    if sheet.extra is not None:
        lines.append(words.extra_words(board.region_name(sheet.extra)))
    return (*lines, *(words.guard_order_words(board, order) for order in sheet.immortals))


def _receipt(state: GameState, row: Sheet, sheet: WarSheet) -> Receipt:
    board = board_of(state.scenario)
    return Receipt(
        revision=row.revision,
        received_at=row.received_at,
        late=row.late,
        source=row.source,
        entered_by=row.entered_by,
        pending=row.pending,
        key=row.client_key,
        orders=_order_lines(state, sheet),
        allies=words.forces_listed(board, sheet.allies) or say("nobody"),
        betray=sheet.betray,
        counts=counts_instead(row) if row.late else "",
    )


# --- the form -----------------------------------------------------------------------------------------------------------


def form_of(state: GameState, seat: SeatId, sheet: WarSheet) -> SheetForm:
    """The form as a sheet fills it."""
    choices = sheets.with_written(state, sheets.choices(state, seat), sheet)
    orders = dict(enumerate(sheet.orders, start=1))
    first = str(choices.moves[0].origin) if choices.moves else ""
    lines = []
    for number in range(1, max(choices.orders, len(sheet.orders)) + 1):
        order = orders.get(number)
        move = order if order and order.kind is OrderKind.MOVE else None
        recruit = order if order and order.kind is OrderKind.RECRUIT else None
        lines.append(
            LineForm(
                number=number,
                name=say("Order {number}", number=number),
                kind=order.kind.value if order else "",
                units=str(move.units) if move else "",
                origin=str(move.origin) if move else "",
                target=str(move.target) if move else "",
                region=str(recruit.target) if recruit else first,
            )
        )
    return SheetForm(
        choices=choices,
        lines=tuple(lines),
        extra=str(sheet.extra or ""),
        allies=_boxes(choices, frozenset(sheet.allies)),
        betray=sheet.betray,
        immortals=_guard_lines(choices, {order.immortal: str(order.target) for order in sheet.immortals}),
        last_allies=_last_allies(state, seat, choices),
    )


def typed_form(state: GameState, seat: SeatId, fields: Mapping[str, list[str]]) -> SheetForm:
    """The form as it was typed, right or wrong: nothing of it is lost when it is refused."""

    def first(name: str) -> str:
        return (fields.get(name) or [""])[0].strip()[:60]

    choices = sheets.choices(state, seat)
    return SheetForm(
        choices=choices,
        lines=tuple(
            LineForm(
                number=number,
                name=say("Order {number}", number=number),
                kind=first(f"order{number}_kind"),
                units=first(f"order{number}_units"),
                origin=first(f"order{number}_from"),
                target=first(f"order{number}_to"),
                region=first(f"order{number}_region"),
            )
            for number in range(1, choices.orders + 1)
        ),
        extra=first("extra"),
        allies=_boxes(choices, frozenset(HouseId(each) for each in fields.get("allies", []))),
        betray=bool(first("betray")),
        last_allies=_last_allies(state, seat, choices),
        immortals=_guard_lines(choices, {each.immortal: first(f"immortal{each.immortal}_to") for each in choices.immortals}),
    )


def _guard_lines(choices: SheetChoices, chosen: Mapping[int, str]) -> tuple[GuardLine, ...]:
    return tuple(
        GuardLine(immortal=each.immortal, name=each.name, targets=each.targets, to=chosen.get(each.immortal, ""))
        for each in choices.immortals
    )


def _last_allies(state: GameState, seat: SeatId, choices: SheetChoices) -> tuple[AllyBox, ...]:
    """Whom this player's sheet of last month ticked; a House that cannot be ticked any more is left out."""
    record = last_record(state)
    sheet = record.sheet(seat) if record is not None and record.month == state.clock.month - 1 else None
    return tuple(box for box in _boxes(choices, frozenset(sheet.allies)) if box.ticked) if sheet is not None else ()


def _boxes(choices: SheetChoices, ticked: frozenset[HouseId]) -> tuple[AllyBox, ...]:
    return tuple(
        AllyBox(house=ally.house, name=ally.name, short=ally.short, ticked=ally.house in ticked) for ally in choices.allies
    )


# --- by hand ------------------------------------------------------------------------------------------------------------


def _drawn(state: GameState, seat: SeatId, fields: Mapping[str, list[str]]) -> Panel:
    """The lines of a sheet for staff, with what has been typed, right or wrong."""
    try:
        form = form_of(state, seat, sheets.sheet_from_form(fields))
    except Refused:
        form = typed_form(state, seat, fields)
    return Panel(template="war/desk/_order_fields.html", panel=form)


def _fields(sheet: WarSheet) -> dict[str, list[str]]:
    """The fields of the form that this sheet would be typed into."""
    found: dict[str, list[str]] = {}
    for number, order in enumerate(sheet.orders, start=1):
        found[f"order{number}_kind"] = [order.kind.value]
        if order.kind is OrderKind.MOVE:
            found[f"order{number}_units"] = [str(order.units)]
            found[f"order{number}_from"] = [str(order.origin)]
            found[f"order{number}_to"] = [str(order.target)]
        else:
            found[f"order{number}_region"] = [str(order.target)]
    found["extra"] = [str(sheet.extra or "")]
    found["allies"] = [str(house) for house in sheet.allies]
    found["betray"] = ["yes"] if sheet.betray else []
    return found | {f"immortal{order.immortal}_to": [str(order.target)] for order in sheet.immortals}


def _told(state: GameState, sheet: WarSheet) -> tuple[str, ...]:
    """What a sheet holds, line by line."""
    allies = words.allies_words(board_of(state.scenario), sheet.allies)
    betrays = (say("Betrays the Sovereign"),) if sheet.betray else ()
    return (*(_order_lines(state, sheet) or (say("No order"),)), allies, *betrays)


def _entering(seat: SeatId, month: int, sheet: WarSheet, reason: str) -> CorrectOrders:
    return CorrectOrders(
        player=seat,
        month=month,
        reason=reason,
        orders=sheet.orders,
        extra=sheet.extra,
        allies=sheet.allies,
        betray=sheet.betray,
        immortals=sheet.immortals,
    )


BY_HAND = ByHand(draw=_drawn, fields=_fields, words=_told, enter=_entering, css="war/desk.css")


# --- results and the hall -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """Something that befell the player, in words, and why it was no better, as far as that player may know."""

    line: OrderLine | None = None
    sentence: str = ""
    whys: tuple[WhyNot, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsPanel:
    """What became of the own orders: of this month once they are opened, else of the last one, folded away."""

    mine: MyOrders | None
    is_now: bool
    fates: tuple[Fate, ...] = ()  # one for each own order
    battles: tuple[Fate, ...] = ()
    missed: tuple[Fate, ...] = ()  # castles and Rumors


CASTLES = (Kind.FLAG, Kind.RUMOR, Kind.SPOILS)


def results(event_id: int, state: GameState, seat: SeatId) -> Panel:
    """What a player learns of the own orders."""
    record = record_of(state)
    is_now = ORDERS in record.done
    told = record if is_now else last_record(state)
    mine = my_orders(state, seat, told) if told is not None and told.month and state.clock.stage is not Stage.GATHERING else None
    if mine is not None and not mine.lines and (not mine.opened or seat not in (told.present if told else ())):
        mine = None
    if mine is None or told is None:
        return Panel(template="war/_results.html", panel=ResultsPanel(mine=None, is_now=is_now))
    board, house, whys = board_of(state.scenario), state.seats[seat].house, whynot.allowed(state, seat, told.month)
    of_line = {why.name: why for why in whys if why.name}
    fought = [battle for battle in told.battles if any(army.house == house for count in battle.rounds for army in count.armies)]
    return Panel(
        template="war/_results.html",
        panel=ResultsPanel(
            mine=mine,
            is_now=is_now,
            fates=tuple(Fate(line=line, whys=_some(of_line.get(line.line))) for line in mine.lines),
            battles=tuple(
                Fate(
                    sentence=words.battle_words(board, battle),
                    whys=tuple(why for why in whys if why.kind is Kind.BATTLE and why.region == battle.region),
                )
                for battle in fought
            ),
            missed=tuple(Fate(sentence=why.heading, whys=(why,)) for why in whys if why.kind in CASTLES),
        ),
    )


def _some(why: WhyNot | None) -> tuple[WhyNot, ...]:
    return () if why is None else (why,)


# --- the map ------------------------------------------------------------------------------------------------------------

MANY_BATTLES = 6  # with more than these everything stands closer in the hall
MOST_BATTLES = 15  # what the hall has room for; the rest is read on the phones
MOST_SIDES = 4
WITHOUT_HOUSE: Mapping[HouseId, str] = Spoken({REMNANTS: later("rem"), IMMORTALS: later("guard")})


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureSide:
    """A force in a battle's figures; `word` names one without a House."""

    force: HouseId
    short: str
    word: str
    attack: int
    stands: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """A battle in figures: where, and the attack of each force when it was decided."""

    region: RegionId
    name: str
    sides: tuple[FigureSide, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HallBoard:
    """The map of the hall. `more` battles than there is room for stand on the phones alone."""

    map: MapDrawing
    battles: tuple[Figures, ...]
    many: bool
    more: int


def hall(event_id: int, state: GameState) -> Panel:
    """The map that everybody may see."""
    drawn = bare_map(state, event_id, True)
    battles = drawn.board.battles
    return Panel(
        template="war/_hall.html",
        panel=HallBoard(
            map=drawn,
            battles=tuple(_figures(battle) for battle in battles[:MOST_BATTLES]),
            many=len(battles) > MANY_BATTLES,
            more=max(len(battles) - MOST_BATTLES, 0),
        ),
    )


def _figures(battle: BattleView) -> Figures:
    last = battle.counts[-1] if battle.counts else ()
    return Figures(
        region=battle.region,
        name=battle.name,
        sides=tuple(
            FigureSide(
                force=side.force,
                short=side.short,
                word=WITHOUT_HOUSE.get(side.force, ""),
                attack=side.attack,
                stands=side.stands,
            )
            for side in last[:MOST_SIDES]
        ),
    )


def own_map(event_id: int, state: GameState, seat: SeatId) -> Panel:
    """The same map on a player's phone, with the own orders of this month drawn on it and nobody else's."""
    row = sheet_rows.latest(event_id, seat, sheets.KIND, state.clock.month)
    sealed = None if row is None or row.late else _written(row)
    overlay = own_orders(state, seat, sealed)
    drawn = map_over(state, overlay, event_id=event_id, changes=True)
    return Panel(template="war/_board.html", panel=drawn, version=f"{event_id} {_words(Same(drawn.board))} {overlay!r}")


@lru_cache(maxsize=64)
def _words(board: Same) -> str:
    """All that a board says: the same for everybody, so it is put together once."""
    return blake2s(repr(board.thing).encode()).hexdigest()
