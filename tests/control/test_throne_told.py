"""The Sovereign on every player's phone: always beside the laws, and as news while it is new."""

from __future__ import annotations

import pytest
from django.urls import reverse

from control.day.clock.phases import SetClock
from control.day.clock.steps import EndStep
from control.day.people.room_choice import SeatInRoom
from control.engine.ids import SeatId, StepId
from control.engine.viewer import Viewer
from rooms.realm.game.state import ThroneWaits
from rooms.realm.game.throne import succession
from rooms.realm.game.view_throne import throne_news, throne_view
from rooms.realm.scenario.ids import HouseId, Phase, Room
from rooms.war.game.orders import CorrectOrders
from rooms.war.game.state import war_of
from rooms.war.game.units import AdjustUnits
from tests.control.phones import CAT_1, WOLF_1, Day, words
from tests.control.test_play import text_of
from tests.rooms.realm.game.throning import Bring, realm, reigning

pytestmark = pytest.mark.django_db

PLAY = reverse("control:play")
CAT = HouseId("cat")


def told(day: Day, seat: SeatId) -> tuple[str, str]:
    """What a phone's Laws say of the throne, and the news of it on the first page."""
    page = words(day.phone(seat).get(PLAY))
    return text_of(page, "throne"), text_of(page, "reign")


def coup(day: Day) -> Day:
    """Cat betrays alone where the Court meets and outnumbers the guard."""
    day.here(CAT_1, WOLF_1).until(Phase.PLANNING)
    day.do(SeatInRoom(player=CAT_1, month=1, room=Room.WAR))
    day.end().end()
    region = day.state.court.region
    before = war_of(day.state).count(region, CAT)
    day.do(AdjustUnits(region=region, house=CAT, before=before, units=14, reason="a piece fell"))
    for step in ("updates", "orders"):
        day.do(EndStep(room=Room.WAR, month=1, step=StepId(step)))
    day.do(CorrectOrders(player=CAT_1, month=1, reason="on paper", orders=(), allies=(), betray=True))
    for step in ("favors", "move", "battle"):
        day.do(EndStep(room=Room.WAR, month=1, step=StepId(step)))
    return day


@pytest.mark.rule("GE-SOV-02", "R-30")
def test_on_the_first_morning_the_god_emperor_reigns_and_that_is_no_news():
    throne_says, news = told(Day(), CAT_1)

    assert "Sovereign: The God Emperor" in throne_says
    assert news == ""


@pytest.mark.rule("GE-SOV-15", "GE-SOV-18")
def test_every_phone_reads_of_a_coup_and_how_long_its_sovereign_reigns():
    day = coup(Day())
    sovereign = f"{day.state.seats[CAT_1].character} (Cat)"

    of_cat, of_wolf = told(day, CAT_1), told(day, WOLF_1)

    assert "You are Sovereign." in of_cat[0]
    assert of_cat[1] == "You are Sovereign now."
    assert f"Sovereign: {sovereign}" in of_wolf[0]
    assert "for as long as the castle in Amn is held" in of_wolf[0]
    assert of_wolf[1] == f"{sovereign} is Sovereign now."


@pytest.mark.rule("R-24", "R-28", "R-33")
@pytest.mark.parametrize(
    ("waits", "expected"),
    [
        (ThroneWaits.RETURN, "In Return it goes to the House with the most Power"),
        (ThroneWaits.TIE, "It goes to the first House that leads alone in Power when a phase ends"),
        (ThroneWaits.CHOICE, "The Houses of the coup name one of themselves before Return ends"),
    ],
)
def test_an_empty_throne_says_what_it_waits_for(waits, expected):
    day = reigning(realm(), "cat-1")
    day.do(Bring(about=lambda state: succession.empty_throne(state, waits, why="he fell", rule="R-28")))

    found = throne_view(day.state, Viewer(seat=WOLF_1))

    assert (found.reigns, found.sovereign, found.waits) == (False, "The throne is empty", expected)
    assert throne_news(day.state, Viewer(seat=WOLF_1)) == found


@pytest.mark.parametrize(
    ("month", "phase", "is_news"),
    [
        pytest.param(1, Phase.RETURN, True, id="until the end of its month"),
        pytest.param(2, Phase.CEREMONY, True, id="and when all are together again, for Return may have filled the throne last"),
        pytest.param(2, Phase.PLANNING, False, id="then no more"),
        pytest.param(3, Phase.CEREMONY, False, id="nor a month later"),
    ],
)
def test_a_change_of_the_throne_is_news_for_a_while(month, phase, is_news):
    day = reigning(realm(), "cat-1")

    day.do(SetClock(month=month, phase=phase, seconds=600))

    assert (throne_news(day.state, Viewer(seat=WOLF_1)) is not None) is is_news
    assert throne_view(day.state, Viewer(seat=WOLF_1)).sovereign.endswith("(Cat)")
