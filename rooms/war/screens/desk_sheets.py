"""Sheets at War Control's desk: who has sent and who is missing, late sheets, then the orders in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from datetime import datetime

from django.urls import reverse
from msgspec import Struct, field

from control.day.lateness import ASK, late_rule
from control.desks.folds import Fold, fold
from control.engine.ids import SeatId
from control.models import Sheet
from control.sheets import sheets
from control.sheets.receipts import why_words
from rooms.realm.scenario.ids import HouseId
from rooms.realm.screens.desk_pages import Look
from rooms.war.game.sheets.document import KIND
from rooms.war.game.view_desk import HouseOrders, HousePresence, WarDeskView, players_named, seats_of_houses
from rooms.war.screens.desk_queries import FOLDS, sent_of, shown_desk, shown_presence, shown_steps

MOST_LATE = 24  # late sheets listed on the desk itself


class Missing(Struct, frozen=True, kw_only=True):
    """Players of one House with and without a sent sheet, by name, without contents."""

    house: HouseId
    short: str
    sent: tuple[str, ...]
    awaited: tuple[tuple[SeatId, str], ...]

    @property
    def awaited_names(self) -> tuple[str, ...]:
        """Names of players whose sheet is missing."""
        return tuple(name for _seat, name in self.awaited)


class LateSheet(Struct, frozen=True, kw_only=True):
    """A late sheet: its author and time. Its contents stay sealed until the orders are opened."""

    seat: SeatId
    player: str
    at: datetime
    why: str
    may_count: bool
    counts: bool


class OrdersOfHouse(Struct, frozen=True, kw_only=True):
    """Opened orders of one House. `stance`: whom it ticks. `fold`: None if no House is folded.

    `decide`: number of sheets to decide on. `first`: the heading below which the first of them stands: "aside" or "late".
    """

    orders: HouseOrders
    stance: str
    fold: Fold | None
    decide: int
    first: str


class OrdersPanel(Struct, frozen=True, kw_only=True):
    """Sheets of the month. Before the orders are opened: who has sent and who is missing. After: the orders in words."""

    month: int
    playing: bool
    opened: bool
    missing: tuple[Missing, ...]
    sent: int
    expected: int
    nowhere: int
    desk: WarDeskView
    houses: tuple[OrdersOfHouse, ...]  # those with a sheet, or with a player here who sent none
    late: tuple[LateSheet, ...]
    more_late: int = 0  # further ones, listed on the page of arrivals
    admissible: frozenset[SeatId] = field(default_factory=frozenset)

    @property
    def counting(self) -> int:
        """Number of sheets that count once the orders are opened, including those entered by War Control."""
        return sum(sheet.sent for sheet in self.desk.sheets)

    @property
    def by_hand(self) -> int:
        """Number of sheets that War Control entered or changed."""
        return sum(sheet.corrected for sheet in self.desk.sheets)


def orders_panel(seen: Look) -> OrdersPanel:
    """The sheets of this month, as far as the desk may know them."""
    sent, expected = sent_of(seen)
    shown, steps, present = seen.once(shown_desk), seen.once(shown_steps), seen.once(shown_presence)
    came = sheets.seats_late(seen.event_id, KIND, shown.month)
    late = [seat for seat, _name in seen.sight.public(players_named, frozenset(came))]
    admissible = frozenset(each.seat for each in shown.set_aside if each.seat in present.authors)
    undecided = _undecided(seen, late)
    late.sort(key=lambda seat: seat not in undecided)  # of many, those to decide on are listed
    return OrdersPanel(
        month=shown.month,
        playing=steps.playing,
        opened=shown.opened,
        missing=() if shown.opened else tuple(_missing(house, sent) for house in present.houses),
        sent=len(sent & expected),
        expected=len(expected),
        nowhere=present.nowhere,
        desk=shown,
        houses=tuple(_orders_of_houses(seen, admissible, undecided)),
        late=tuple(late_sheets(seen, late[:MOST_LATE])) if late else (),
        more_late=max(len(late) - MOST_LATE, 0),
        admissible=admissible,
    )


def _orders_of_houses(seen: Look, admissible: frozenset[SeatId], undecided: frozenset[SeatId]) -> Iterator[OrdersOfHouse]:
    shown, page = seen.once(shown_desk), reverse("war_desk:desk", args=[seen.event_id])
    stances = {row.house: row.sentence for row in shown.stances}
    decide = Counter(seen.sight.public(seats_of_houses, admissible | undecided))
    aside = frozenset(seen.sight.public(seats_of_houses, admissible))
    for each in shown.houses:
        if each.count or each.without:
            folded = fold(seen, f"{FOLDS}{each.house}", page) if shown.is_long else None
            stance, first = stances.get(each.house, ""), "aside" if each.house in aside else "late"
            yield OrdersOfHouse(orders=each, stance=stance, fold=folded, decide=decide[each.house], first=first)


def _undecided(seen: Look, late: Collection[SeatId]) -> frozenset[SeatId]:
    """Authors of late sheets that Control may still count."""
    shown = seen.once(shown_desk)
    if not late or not shown.opened or seen.sight.public(late_rule, KIND).policy != ASK:
        return frozenset()
    authors = seen.once(shown_presence).authors
    return frozenset(seat for seat in late if seat in authors and shown.sheet(seat) is None)


def _missing(there: HousePresence, sent: frozenset[SeatId]) -> Missing:
    return Missing(
        house=there.house,
        short=there.short,
        sent=tuple(name for seat, name in there.players if seat in sent),
        awaited=tuple((seat, name) for seat, name in there.players if seat not in sent),
    )


def late_sheets(seen: Look, seats: Collection[SeatId]) -> Iterator[LateSheet]:
    """The newest late sheet of each of these players this month."""
    shown, frame = seen.once(shown_desk), seen.sight.frame
    late = Sheet.objects.filter(event=seen.event_id, kind=KIND, month=shown.month, late=True, seat__in=seats)
    newest = {row.seat: row for row in late.defer("body").order_by("seat", "revision")}
    names = dict(seen.sight.public(players_named, frozenset(SeatId(seat) for seat in newest)))
    rule = seen.sight.public(late_rule, KIND)
    for row in newest.values():
        seat = SeatId(row.seat)
        yield LateSheet(
            seat=seat,
            player=names[seat],
            at=row.received_at,
            why=why_words(frame, row.received_at, row.due_at, late=True, rule=rule),
            may_count=rule.policy == ASK and shown.opened and seat in seen.once(shown_presence).authors,
            counts=shown.sheet(seat) is not None,
        )
