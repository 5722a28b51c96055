"""Side tables in an exported debrief, and their import (`control.debrief.export.arrival`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from control.debrief.export.arrival import Carrier
from control.engine.ids import SeatId
from control.models import Entry, Event, Stream
from rooms.tables.access import new_code, person_of_seat, seat_of_person
from rooms.tables.models import Table
from rooms.tables.registry import engine_of

# === export =============================================================================================================


TRIES = 20  # to find a free code


class TableTold(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An exported row of a table. Its code is known to those who sat there, and opens only what everybody may see."""

    code: Annotated[str, Meta(pattern="^[0-9A-Z]{1,8}$")]
    kind: Annotated[str, Meta(max_length=40)]
    content: msgspec.Raw
    opened_at: Annotated[datetime, Meta(tz=True)]
    stage: Annotated[str, Meta(max_length=20)]
    settled: bool


class TablesCarried:
    """Export and import of tables' streams."""

    def of(self, event: Event) -> Iterable[Stream]:
        """The streams of an event's tables in the order of opening."""
        return [table.stream for table in Table.objects.filter(event=event).select_related("stream").order_by("pk")]

    def told(self, stream: Stream) -> bytes:
        """The exported row of a table."""
        table = Table.objects.get(stream=stream)
        return msgspec.json.encode(
            TableTold(
                code=table.code,
                kind=table.kind,
                content=msgspec.Raw(bytes(table.content)),
                opened_at=table.opened_at,
                stage=table.stage,
                settled=table.settled,
            )
        )

    def bring(self, event: Event, stream: Stream, told: bytes) -> None:
        """Import the row of a table. It gets a new code if another table here has its code.

        Raises:
            ValueError: `told` is not a row of a table, or its game is not installed.
        """
        row = msgspec.json.decode(told, type=TableTold)
        engine_of(row.kind, bytes(row.content))
        own = {name: getattr(row, name) for name in ("kind", "stage", "settled")}
        table = Table.objects.create(stream=stream, event=event, code=_free_code(row.code), content=bytes(row.content), **own)
        Table.objects.filter(pk=table.pk).update(opened_at=row.opened_at)

    def names(self, event: Event) -> Iterator[tuple[SeatId, str]]:
        """Names of an event's players at tables of the event and of no event. Everybody who sat down has an entry."""
        number, streams = event.came_as or event.pk, [*self.of(event), *self.elsewhere(event)]
        acted = Entry.objects.filter(stream__in=streams, actor__startswith=_actors(event)).exclude(name="")
        for actor, name in acted.order_by("actor", "name").values_list("actor", "name").distinct():
            seat = seat_of_person(actor.removeprefix("seat:"), number)
            if seat is not None:
                yield seat, name

    def elsewhere(self, event: Event) -> Iterable[Stream]:
        """Tables without an event where this event's players have sat. Empty for an event played on another console."""
        if event.came_as is not None:
            return []
        acted = Entry.objects.filter(actor__startswith=_actors(event)).values("stream")
        return [each.stream for each in Table.objects.filter(event=None, stream__in=acted).select_related("stream")]


def _actors(event: Event) -> str:
    """The prefix of this event's players as actors in tables' journals."""
    return f"seat:{person_of_seat(event.came_as or event.pk, SeatId(''))}"


def _free_code(code: str) -> str:
    for _each in range(TRIES):
        if not Table.objects.filter(code=code).exists():
            return code
        code = new_code()
    raise LookupError("no code was free")


CARRIED: Carrier = TablesCarried()
