"""Number of modules that one action passes through: a War order from phone to map, a vote to its law, a stored sheet.

The count is of this project's modules in which a function is called, from the request to the last answer, with everything imported
before. A reader who follows such a walk has to open as many files. The walks run in this process, on a database of their own.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import uuid
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from control.day.clock.phases import EndPhase
from control.day.clock.steps import EndStep
from control.engine.ids import SeatId, StepId
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import HouseId, Phase, RegionId, Room
from tests.bench import kit

if TYPE_CHECKING:
    from django.test import Client

    from tests.rooms.hall import Hall

ROOT = f"{Path(__file__).resolve().parents[2]}{os.sep}"
OURS = tuple(f"{ROOT}{part}{os.sep}" for part in ("control", "rooms", "megagame"))


def run() -> None:
    """Walk each way twice, the first time unmeasured, and print the number of modules of the second."""
    with tempfile.TemporaryDirectory(prefix="megagame-walks-") as var:
        os.environ |= {"MEGAGAME_VAR": var, "DJANGO_SETTINGS_MODULE": "megagame.settings", "LOG_LEVEL": "ERROR"}
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        walks = {"a War order, phone to map": order_to_map, "a vote to its law": vote_to_law, "a stored sheet": stored_sheet}
        lines = []
        for name, walk in walks.items():
            walk(lambda act: act())
            entered: set[str] = set()
            walk(counting(entered))
            lines.append((name, str(len(entered))))
        kit.table("Modules entered from the request to the last answer", ("walk", "modules"), lines)


Act = Callable[[], Any]
Measure = Callable[[Act], Any]


def counting(entered: set[str]) -> Measure:
    """Return a function that carries out an act and adds each module in which a function is called."""

    def note(frame: FrameType, event: str, _given: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(OURS):
            entered.add(frame.f_code.co_filename)

    def measured(act: Act) -> Any:
        sys.setprofile(note)
        try:
            return act()
        finally:
            sys.setprofile(None)

    return measured


def order_to_map(measure: Measure) -> None:
    """Send a sheet with one Move from the phone, end War Control's steps until it is carried out, and open wall and phone."""
    from rooms.war.game.state import war_of

    hall, phone, tablet, wall = people(Room.WAR, Desk.WAR, "cat-1", "wolf-1")
    good(measure(partial(phone.post, "/play/sheet/war/", one_move())))
    begin_action(hall)
    for step, page in {"updates": "step", "orders": "open", "favors": "step", "move": "step"}.items():
        press = {"month": "1", "step": step, "sure": "1", "command_id": str(uuid.uuid4())}
        good(measure(partial(tablet.post, f"/control/{hall.event.pk}/war/{page}/", press)))
    good(measure(partial(wall.get, f"/screen/{hall.event.pk}/map/")))
    good(measure(partial(phone.get, "/play/")))
    if (moved := war_of(hall.state).count(RegionId("zit"), HouseId("cat"))) != 2:
        raise RuntimeError(f"{moved} units of Cat are in Zit, not 2")


def vote_to_law(measure: Measure) -> None:
    """Vote on a phone, count fists, close and pay as Court Control, and open the law on wall and phone."""
    from rooms.court.game.floor.cycles import ChooseProposal
    from rooms.court.game.proposals.proposal import EnterProposal
    from rooms.realm.papers.game.types import Paper

    hall, phone, tablet, wall = people(Room.COURT, Desk.COURT, "cat-1", "cat-2", "swords-1")
    begin_action(hall)
    end_court_step(hall, "updates")
    hall.do(EnterProposal(player=SeatId("cat-1"), month=1, paper=Paper(type="famine-aid"), reason="on paper"))
    hall.do(ChooseProposal(month=1, author=SeatId("cat-1")))
    end_court_step(hall, "explain-1")
    end_court_step(hall, "debate-1")
    cycle = {"month": "1", "cycle": "1"}
    good(measure(partial(phone.post, "/play/court/vote/", {**cycle, "vote": "favor", "command_id": str(uuid.uuid4())})))
    tokens = [f"{payer} {token}" for payer in ("cat", "swords") for token in ("power 1", "power 2", "favor 1")]
    for page, given in (
        ("fists", {**cycle, "fists": "2"}),
        ("close", {**cycle, "sure": "1"}),
        ("pay/1", {"month": "1", "act": "pay", "token": tokens}),
    ):
        press = {**given, "command_id": str(uuid.uuid4())}
        good(measure(partial(tablet.post, f"/control/{hall.event.pk}/court/{page}/", press)))
    good(measure(partial(wall.get, f"/screen/{hall.event.pk}/laws/")))
    good(measure(partial(phone.get, "/play/")))
    if not hall.state.passed:
        raise RuntimeError("the proposal is no law")


def stored_sheet(measure: Measure) -> None:
    """Send a war sheet from the phone and store it."""
    _hall, phone, _tablet, _wall = people(Room.WAR, Desk.WAR, "cat-1")
    good(measure(partial(phone.post, "/play/sheet/war/", one_move())))


def people(room: Room, desk: Desk, *seats: str) -> tuple[Hall, Client, Client, Client]:
    """Create an event in Planning with these players in a room. Returns the day, the first phone, the room's tablet, and a wall."""
    from django.contrib.auth.models import User
    from django.test import Client

    from tests.rooms.hall import Hall

    User.objects.all().delete()  # users of the walk before
    hall = Hall(tuple((seat, room) for seat in seats))
    return hall, hall.phone(seats[0]), hall.staff(desk), Client()


def begin_action(hall: Hall) -> None:
    """Go to Action of month 1."""
    for phase in (Phase.PLANNING, Phase.MOVEMENT):
        hall.do(EndPhase(month=1, phase=phase))


def end_court_step(hall: Hall, step: str) -> None:
    hall.do(EndStep(room=Room.COURT, month=1, step=StepId(step)))


def one_move() -> dict[str, str]:
    """Return the fields of a war sheet: 2 units from Amn to Zit."""
    order = {"order1_kind": "move", "order1_units": "2", "order1_from": "amn", "order1_to": "zit", "order2_kind": ""}
    return {"month": "1", "client_key": str(uuid.uuid4()), **order}


def good(answer: Any) -> None:
    """Raise unless the request succeeded."""
    if answer.status_code >= 400:
        seen = " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())
        raise RuntimeError(f"{answer.status_code}: {seen[-800:]}")
