"""Still side tables: the pages that phones and the wall get from a table in this process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.test import Client

from control.day.clock.phases import BeginDay, EndPhase
from control.day.people.presence import CheckIn
from control.day.state import Presence
from control.engine.ids import SeatId
from control.models import Event
from rooms.realm.scenario.ids import Phase
from tests.control.phones import words
from tests.e2e import tables_inside
from tests.e2e.pages import StillDay
from tests.e2e.tables import SEATS
from tests.e2e.tables_inside import Agreed


class Planning(StillDay):
    """Planning of month 1, with the players of the side tables checked in."""

    def arrange(self) -> None:
        for seat in SEATS:
            self.do(CheckIn(seat=SeatId(seat), before=Presence.EXPECTED, presence=Presence.PRESENT))
        self.give(BeginDay(), EndPhase(month=1, phase=Phase.CEREMONY))


class StillTable:
    """A table with these players, friends and bots. `phones`: clients of the people in the order of their chairs."""

    def __init__(
        self, agreed: Agreed, *, seats: Sequence[str] = (), friends: Sequence[str] = (), bots: int = 0, begins: bool = True
    ) -> None:
        self.event: Event = Planning().event
        found = tables_inside.seat(self.event, agreed, seats, friends, bots=bots, begins=begins)
        self.code = found.code
        self.phones = [phone_of(each) for each in found.cookies]

    def lead(self, moment: str) -> Sequence[int]:
        """Play on until a moment of `steering.MOMENTS`. Returns the chairs that are asked there."""
        return tables_inside.lead(self.event, self.code, moment)

    def page(self, phone: Client, place: str = "") -> str:
        """Return a page of the table as this phone gets it."""
        return words(phone.get(f"/tables/{self.code}/{place}"))

    def asked(self) -> str:
        """Return the table as the first asked player sees it."""
        return self.page(self.phones[tables_inside.table_state(self.event, self.code).waits_for[0]])

    def wall(self) -> str:
        return words(Client().get(f"/screen/table/{self.code}/"))

    def lobby(self) -> str:
        """Return the list of all tables as the first person at this table sees it."""
        return words(self.phones[0].get("/tables/"))


def phone_of(cookies: Mapping[str, str]) -> Client:
    """Return a client that holds these cookies."""
    phone = Client()
    for name, value in cookies.items():
        phone.cookies[name] = value
    return phone
