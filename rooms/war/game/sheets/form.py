"""The form of a war sheet, blank, as written or as just typed, with only what may be chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from control.engine.ids import SeatId
from control.engine.language import say
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId
from rooms.war.game.records.orders import OrderKind
from rooms.war.game.sheets import document, offer
from rooms.war.game.sheets.document import WarSheet
from rooms.war.game.sheets.offer import Place, SheetChoices


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
    left: str = ""  # of a Move: how many units the lines above leave there, and whether it names more
    missing: str = ""  # the field that it lacks, "from", "to" or "region", where it was refused for that

    @property
    def needed(self) -> Mapping[str, str]:
        """What is said of each field that an order cannot do without."""
        return {field: say(words, number=self.number) for field, words in document.NEEDED.items()}


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
    was_asked: bool = False  # sent as it stands, it goes without another question

    @property
    def asks(self) -> str:
        """What is asked before a sheet with nothing on it is sent."""
        return document.asked(WarSheet())


def form_of(state: GameState, seat: SeatId, sheet: WarSheet) -> SheetForm:
    """The form as a sheet fills it."""
    choices = offer.with_written(state, offer.choices(state, seat), sheet)
    orders = dict(enumerate(sheet.orders, start=1))
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
                region=str(recruit.target) if recruit else "",
            )
        )
    return SheetForm(
        choices=choices,
        lines=tuple(_with_left(choices, lines)),
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

    choices = offer.choices(state, seat)
    at, missing = document.missing_in(fields) or (0, "")
    return SheetForm(
        choices=choices,
        lines=tuple(
            _with_left(
                choices,
                [
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
                    for number in range(1, choices.orders + 1)
                ],
            )
        ),
        extra=first("extra"),
        allies=_boxes(choices, frozenset(HouseId(each) for each in fields.get("allies", []))),
        betray=bool(first("betray")),
        was_asked=bool(first("confirm")),
        last_allies=_last_allies(state, seat, choices),
        immortals=_guard_lines(choices, {each.immortal: first(f"immortal{each.immortal}_to") for each in choices.immortals}),
    )


def _with_left(choices: SheetChoices, lines: Sequence[LineForm]) -> Iterator[LineForm]:
    """The lines, each Move with what those above it leave; colleagues' sheets are sealed and count for nothing (R-17, R-41)."""
    stand = {str(each.origin): each for each in choices.moves}
    found = left_behind(
        {origin: each.units for origin, each in stand.items()},
        [(line.origin, int(line.units)) if _is_move(line) else None for line in lines],
    )
    for line, left in zip(lines, found, strict=True):
        if left is None:
            yield line
            continue
        start = stand[line.origin]
        words = say("{left} of {units} left in {region}", left=left, units=start.units, region=start.name)
        if int(line.units) > left:
            words = say("{words}: this order can move no more.", words=words)
        yield replace(line, left=words)


def _is_move(line: LineForm) -> bool:
    return line.kind == OrderKind.MOVE and line.units.isascii() and line.units.isdigit() and len(line.units) < 6


def left_behind(stand: Mapping[str, int], moves: Sequence[tuple[str, int] | None]) -> Iterator[int | None]:
    """How many units each Move finds left behind those above it; None for what is no Move from a region that `stand` counts."""
    used: dict[str, int] = {}
    for move in moves:
        if move is None or move[0] not in stand:
            yield None
            continue
        origin, wanted = move
        yield max(stand[origin] - used.get(origin, 0), 0)
        used[origin] = used.get(origin, 0) + wanted


def _guard_lines(choices: SheetChoices, chosen: Mapping[int, str]) -> tuple[GuardLine, ...]:
    return tuple(
        GuardLine(immortal=each.immortal, name=each.name, targets=each.targets, to=chosen.get(each.immortal, ""))
        for each in choices.immortals
    )


def _last_allies(state: GameState, seat: SeatId, choices: SheetChoices) -> tuple[AllyBox, ...]:
    """Whom this player's sheet of last month ticked; a House that cannot be ticked any more is left out."""
    return tuple(box for box in _boxes(choices, offer.ticked_last(state, seat)) if box.ticked)


def _boxes(choices: SheetChoices, ticked: frozenset[HouseId]) -> tuple[AllyBox, ...]:
    return tuple(
        AllyBox(house=ally.house, name=ally.name, short=ally.short, ticked=ally.house in ticked) for ally in choices.allies
    )
