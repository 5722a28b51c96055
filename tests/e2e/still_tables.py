"""Side tables laid out without a server: what each phone and the wall get of a table in this process."""

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
    """A table at which these players, friends and bots sit; `phones` are those of the people in the order of their chairs."""

    def __init__(
        self, agreed: Agreed, *, seats: Sequence[str] = (), friends: Sequence[str] = (), bots: int = 0, begins: bool = True
    ) -> None:
        self.event: Event = Planning().event
        found = tables_inside.seat(self.event, agreed, seats, friends, bots=bots, begins=begins)
        self.code = found.code
        self.phones = [phone_of(each) for each in found.cookies]

    def lead(self, moment: str) -> Sequence[int]:
        """Play on until a moment of `steering.MOMENTS`; gives the chairs that are asked there."""
        return tables_inside.lead(self.event, self.code, moment)

    def page(self, phone: Client, place: str = "") -> str:
        """A page of the table as somebody gets it."""
        return words(phone.get(f"/tables/{self.code}/{place}"))

    def asked(self) -> str:
        """The table as whoever is asked first gets it."""
        return self.page(self.phones[tables_inside.table_state(self.event, self.code).waits_for[0]])

    def wall(self) -> str:
        return words(Client().get(f"/screen/table/{self.code}/"))

    def lobby(self) -> str:
        """All tables, as the first at this one gets them."""
        return words(self.phones[0].get("/tables/"))


def phone_of(cookies: Mapping[str, str]) -> Client:
    """A phone that keeps these cookies already."""
    phone = Client()
    for name, value in cookies.items():
        phone.cookies[name] = value
    return phone
