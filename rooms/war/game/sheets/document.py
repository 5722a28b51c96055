"""The war sheet as a document: from a form, as JSON, and opened at the desk.

`parse` checks whether a document is a war sheet. `limits` checks whether its orders may be written now.

Rules: GE-WAR-07, GE-WAR-08, R-67.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from control.engine.ids import SeatId
from control.engine.language import later, say, say_count
from control.engine.refusal import Refused
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.records.orders import GuardOrder, OpenedSheet, Order, OrderKind

KIND: Final = "war"
MOST_LINES: Final = 9  # limit of any document; the scenario sets the number of orders
MOST_UNITS: Final = 999
MOST_IMMORTALS: Final = 20
MOVE_FIELDS: Final = frozenset({"kind", "units", "origin", "target"})
RECRUIT_FIELDS: Final = frozenset({"kind", "target"})
GUARD_FIELDS: Final = frozenset({"immortal", "target"})
NEEDED: Final = {
    "from": later("Order {number}: choose where the units come from."),
    "to": later("Order {number}: choose where the units go."),
    "region": later("Order {number}: choose where the unit is recruited."),
}  # required fields of an order in the form, with the sentence if missing
NEEDED_BY: Final[Mapping[str, tuple[str, ...]]] = {OrderKind.MOVE: ("from", "to"), OrderKind.RECRUIT: ("region",)}


class WarSheet(Struct, frozen=True, kw_only=True):
    """A war sheet as its author wrote it. `extra`: region of the extra Recruit; `allies`: ticked Houses, sorted.

    `immortals`: orders to Immortals, at most one each, for players who command them (R-59).

    Rules: GE-WAR-26.
    """

    orders: tuple[Order, ...] = ()
    extra: RegionId | None = None
    allies: tuple[HouseId, ...] = ()
    betray: bool = False
    immortals: tuple[GuardOrder, ...] = ()


def blank_sheet(state: GameState, seat: SeatId) -> WarSheet:
    """An empty sheet: no orders, no ticks."""
    return WarSheet()


def parse(body: bytes | Mapping[str, object]) -> WarSheet:
    """Parse a war sheet from JSON, or from a document already read.

    Raises:
        Refused: with what is wrong.
    """
    document = _read(body) if isinstance(body, bytes) else body
    _known_keys(document, frozenset(WarSheet.__struct_fields__), later("A war sheet"))
    lines = document.get("orders", ())
    if not isinstance(lines, list | tuple):
        raise Refused(say("The orders of a war sheet are a list."), code="malformed")
    if len(lines) > MOST_LINES:
        raise Refused(say("A sheet with {number} orders is refused.", number=len(lines)), rule="GE-WAR-05", code="malformed")
    allies = document.get("allies", ())
    if not isinstance(allies, list | tuple) or not all(isinstance(each, str) for each in allies):
        raise Refused(say("The allies of a war sheet are a list of Houses."), code="malformed")
    betray = document.get("betray", False)
    if not isinstance(betray, bool):
        raise Refused(say("The betray box is ticked or not: true or false."), code="malformed")
    extra, guards = document.get("extra"), document.get("immortals", ())
    if not isinstance(guards, list | tuple) or len(guards) > MOST_IMMORTALS:
        raise Refused(say("The orders to Immortals are a list, one for each."), rule="R-59", code="malformed")
    return WarSheet(
        orders=tuple(_order(line) for line in lines),
        extra=None if extra is None else _region(extra, later("The extra Recruit")),
        allies=tuple(sorted({HouseId(each) for each in allies})),
        betray=betray,
        immortals=tuple(sorted((_guard_order(line) for line in guards), key=lambda order: order.immortal)),
    )


def encode(sheet: WarSheet) -> bytes:
    """Encode a war sheet for `parse`."""
    return msgspec.json.encode(sheet)


def confirmation_question(sheet: WarSheet) -> str:
    """Confirmation question before sending. "" unless the sheet is empty."""
    return say("No orders and no allies: you oppose everyone. Send it so?") if sheet == WarSheet() else ""


def missing_in(fields: Mapping[str, list[str]]) -> tuple[int, str] | None:
    """First missing field of an order in the form: the order's number, and "from", "to" or "region"."""
    for number in range(1, MOST_LINES + 1):
        for field in NEEDED_BY.get(_first(fields, f"order{number}_kind"), ()):
            if not _first(fields, f"order{number}_{field}"):
                return number, field
    return None


def _first(fields: Mapping[str, list[str]], name: str) -> str:
    return (fields.get(name) or [""])[0].strip()


def sheet_from_form(fields: Mapping[str, list[str]]) -> WarSheet:
    """Parse a war sheet from HTML form fields: order1_kind, order1_units, ..., extra, allies, betray, immortal1_to, ...

    Raises:
        Refused: with what is wrong.
    """

    def first(name: str) -> str:
        return _first(fields, name)

    if missing := missing_in(fields):
        number, field = missing
        raise Refused(say(NEEDED[field], number=number), rule="GE-WAR-10", code="incomplete")
    lines: list[dict[str, object]] = []
    for number in (number for number in range(1, MOST_LINES + 1) if f"order{number}_kind" in fields):
        kind = first(f"order{number}_kind")
        if kind == OrderKind.MOVE:
            units = first(f"order{number}_units")
            lines.append(
                {
                    "kind": kind,
                    "units": int(units) if units.isascii() and units.isdigit() and len(units) < 6 else units or "none",
                    "origin": first(f"order{number}_from"),
                    "target": first(f"order{number}_to"),
                }
            )
        elif kind:
            lines.append({"kind": kind, "target": first(f"order{number}_region")})
    allies = [each for each in fields.get("allies", []) if each]
    betray = first("betray").lower() not in ("", "0", "off", "false", "no")
    guards = [
        {"immortal": number, "target": target}
        for number in range(1, MOST_IMMORTALS + 1)
        if f"immortal{number}_to" in fields and (target := first(f"immortal{number}_to"))
    ]
    return parse({"orders": lines, "extra": first("extra") or None, "allies": allies, "betray": betray, "immortals": guards})


def fields_of(sheet: WarSheet) -> dict[str, list[str]]:
    """The form fields from which `sheet_from_form` makes this sheet."""
    found = {
        "extra": [str(sheet.extra or "")],
        "allies": [str(house) for house in sheet.allies],
        "betray": ["yes"] if sheet.betray else [],
    }
    for number, order in enumerate(sheet.orders, start=1):
        found[f"order{number}_kind"] = [order.kind.value]
        if order.kind is OrderKind.MOVE:
            found[f"order{number}_units"] = [str(order.units)]
            found[f"order{number}_from"] = [str(order.origin)]
            found[f"order{number}_to"] = [str(order.target)]
        else:
            found[f"order{number}_region"] = [str(order.target)]
    return found | {f"immortal{order.immortal}_to": [str(order.target)] for order in sheet.immortals}


def sealed(count: int, month: int, root: str) -> str:
    """Sentence with the number of sealed war sheets (R-17)."""
    return say_count(
        "{count} war sheet of month {month} sealed: {root}.",
        "{count} war sheets of month {month} sealed: {root}.",
        count,
        month=month,
        root=root,
    )


def _read(body: bytes) -> Mapping[str, object]:
    try:
        document = msgspec.json.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(say("This is not a war sheet: it cannot be read."), code="malformed") from error
    if not isinstance(document, dict):
        raise Refused(say("This is not a war sheet: it has no fields."), code="malformed")
    return document


def _order(line: object) -> Order:
    if not isinstance(line, Mapping):
        raise Refused(say("An order has a kind and a region."), code="malformed")
    kind = line.get("kind")
    if kind == OrderKind.MOVE:
        _known_keys(line, MOVE_FIELDS, later("A Move"))
        units = line.get("units")
        if not isinstance(units, int) or isinstance(units, bool):
            raise Refused(say("A Move names a number of units."), rule="GE-WAR-10", code="malformed")
        if not 1 <= units <= MOST_UNITS:
            raise Refused(
                say("A Move of {units} units cannot be: write 1 or more.", units=units), rule="GE-WAR-10", code="malformed"
            )
        origin = _region(line.get("origin"), later("A Move's first region"))
        return Order(
            kind=OrderKind.MOVE, origin=origin, target=_region(line.get("target"), later("A Move's second region")), units=units
        )
    if kind == OrderKind.RECRUIT:
        bare = line.get("units") in (0, None) and line.get("origin") is None  # the form that `encode` writes
        _known_keys(line, MOVE_FIELDS if bare else RECRUIT_FIELDS, later("A Recruit"))
        return Order(kind=OrderKind.RECRUIT, target=_region(line.get("target"), later("A Recruit")))
    raise Refused(say("An order is a Move or a Recruit; there is no other kind."), rule="GE-WAR-06", code="malformed")


def _guard_order(line: object) -> GuardOrder:
    if not isinstance(line, Mapping):
        raise Refused(say("An order to an Immortal names the Immortal and a region."), rule="R-59", code="malformed")
    _known_keys(line, GUARD_FIELDS, later("An order to an Immortal"))
    number = line.get("immortal")
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= MOST_IMMORTALS:
        raise Refused(say("An order to an Immortal names its number."), rule="R-59", code="malformed")
    return GuardOrder(immortal=number, target=_region(line.get("target"), later("An order to an Immortal")))


def _region(value: object, what: str) -> RegionId:
    if not isinstance(value, str) or not value:
        raise Refused(say("{what} names no region; choose one.", what=say(what)), rule="GE-WAR-10", code="malformed")
    if len(value) > 60:
        raise Refused(say("{what} names a region that is on no map.", what=say(what)), rule="GE-WAR-10", code="malformed")
    return RegionId(value)


def _known_keys(document: Mapping[str, object], known: frozenset[str], what: str) -> None:
    if document.keys() <= known:
        return
    unknown = sorted(str(key)[:40] for key in document if key not in known)
    raise Refused(say("{what} has no field “{field}”.", what=say(what), field=unknown[0]), code="malformed")


# --- between records ----------------------------------------------------------------------------------------------------


def opened_sheet_of(sheet: WarSheet, seat: HouseSeat, *, rank: int, corrected: bool = False) -> OpenedSheet:
    """A player's opened sheet for War Control's desk. `rank`: the author's rank when it was sealed (R-139)."""
    return OpenedSheet(seat=seat.id, house=seat.house, rank=rank, corrected=corrected, **asdict(sheet))


def sheet_of(record: OpenedSheet | WarSheet) -> WarSheet:
    """The sheet as its author wrote it, without the other fields of a record that holds it."""
    return WarSheet(**{name: getattr(record, name) for name in WarSheet.__struct_fields__})
