"""Benefits of last month's schemes: used at Court Control's tablet, named on the schemer's phone, hidden from all others."""

from __future__ import annotations

import re
import uuid

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from control.day.clock.phases import EndPhase
from control.day.clock.steps import EndStep
from control.day.people.room_choice import SeatInRoom
from control.engine.ids import SeatId, StepId
from control.people import access
from rooms.court.game.floor.cycles import ChooseProposal
from rooms.court.game.proposals.proposal import EnterProposal
from rooms.court.game.state import Chosen, floor_of, proposal_in_cycle
from rooms.court.game.uprising.rules import RiseUp
from rooms.realm.desks import Desk
from rooms.realm.game.scheme_effects.completion import CompleteScheme
from rooms.realm.game.scheme_effects.scheme import open_court_benefits
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase, Room
from tests.control.desks.conftest import Day, words
from tests.rooms.court.screens.desk import FINES, THERE

pytestmark = pytest.mark.django_db

AUTHOR = SeatId("ram-1")  # Ram hosts in month 2
PART = "part/court-schemes/"


def month_two(day: Day, *papers: Paper, by: str = "cat-3") -> Day:
    """Month 2, in which Ram hosts. Schemes of month 1 have struck, and five players are in the Court."""
    day.go_to(Phase.ACTION)
    table = next(each.province for each in day.state.scenario.houses if each.id == "ram")  # where papers may name Ram
    for paper in papers:
        seat = SeatId(by)
        house = day.state.seats[seat].house
        day.do(CompleteScheme(month=1, table=table, house=house, paper=paper, reason="shown", player=seat))
    day.do(EndPhase(month=1, phase=Phase.ACTION))
    day.do(EndPhase(month=1, phase=Phase.RETURN))
    day.go_to(Phase.MOVEMENT)
    for seat in THERE:
        day.do(SeatInRoom(player=seat, month=2, room=Room.COURT))
    day.go_to(Phase.ACTION)
    to(day, "explain-1")
    day.do(EnterProposal(player=AUTHOR, month=2, paper=FINES, reason="on paper"))
    return day


def to(day: Day, step: str) -> None:
    while (at := day.state.clock.rooms[Room.COURT].step) != step:
        day.do(EndStep(room=Room.COURT, month=2, step=StepId(at or "")))


def phone(day: Day, seat: str) -> Client:
    client, response = Client(), HttpResponse()
    row = day.event.seats.get(key=seat)
    access.issue_code(row)
    access.remember_seat(response, row, secure=False)
    client.cookies[access.COOKIE] = response.cookies[access.COOKIE].value
    return client


def naming(client: Client) -> str:
    page = client.get(reverse("control:play")).content.decode()
    found = re.search(r'aria-labelledby="naming-title".*?</section>', page, re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split()) if found else ""


@pytest.mark.rule("GE-UND-19", "R-127")
def test_bribed_votes_are_tapped_once_when_the_vote_is_open(court, running):
    day = month_two(running, Paper(type="bribes", values=(("ram",), ("2",))))
    day.do(ChooseProposal(month=2, author=AUTHOR))
    shown = words(court.fragment(PART))
    assert "Bribes: 2 votes" in shown
    assert "Against" not in shown
    to(day, "vote-1")
    assert 'value="1 for 1"' in court.fragment(PART).content.decode()

    court.tap("court/schemes/use/", {"month": "2", "use": "1 for 1"})

    standing = proposal_in_cycle(day.state, 1)
    assert [(each.house, each.votes, each.favor) for each in standing.bribes] == [("ram", 2, True)]
    assert court.tap("court/schemes/use/", {"month": "2", "use": "1 for 1"}).status_code == 409
    assert "Bribes" not in words(court.fragment(PART))


@pytest.mark.rule("GE-UND-23", "R-127")
def test_dissent_is_tapped_in_an_uprising(court, running):
    day = month_two(running, Paper(type="sow-dissent", values=(("ram",), ("1",))))
    assert "Counts in the Uprising" not in words(court.fragment(PART))
    day.do(RiseUp(month=2, number=1, seat=AUTHOR))

    court.tap("court/schemes/use/", {"month": "2", "use": "1 rise 1"})

    assert [(each.house, each.votes) for each in floor_of(day.state).uprisings[0].dissent] == [("ram", 1)]
    assert open_court_benefits(day.state) == ()


@pytest.mark.rule("GE-UND-21", "R-128")
def test_who_schemed_names_a_proposal_on_the_phone_from_another_room(running):
    day = month_two(running, Paper(type="leverage", values=(("ram",),)))
    author, mate = phone(day, "cat-3"), phone(day, "cat-2")
    name = day.state.seats[AUTHOR].name
    assert f"Name a proposal of Ram that must be heard. The one of {name}" in naming(author)
    assert naming(mate) == ""

    fields = {"command_id": str(uuid.uuid4()), "month": "2", "name": f"1 {AUTHOR}"}
    mate.post(reverse("court:name-proposal"), fields, headers={"HX-Request": "true"})
    assert proposal_in_cycle(day.state, 1) is None
    author.post(reverse("court:name-proposal"), fields, headers={"HX-Request": "true"})

    assert proposal_in_cycle(day.state, 1).how is Chosen.LEVERAGE
    assert naming(author) == ""


@pytest.mark.rule("GE-UND-20", "R-128")
def test_court_control_enters_what_is_struck_out_and_reads_nobody_who_schemed(court, sits, running):
    day = month_two(running, Paper(type="destroy-proposal", values=(("ram",),)))
    shown, schemer = words(court.fragment(PART)), day.state.seats[SeatId("cat-3")].name
    assert "Strike out" in shown
    assert schemer not in shown

    court.tap("court/schemes/name/", {"month": "2", "name": f"1 {AUTHOR}"})

    assert floor_of(day.state).struck == (AUTHOR,)
    assert schemer not in words(court.fragment("part/journal/"))
    for desk in (Desk.WAR, Desk.CEREMONY):
        assert sits(desk).fragment(PART).status_code == 404


def test_the_journal_names_nobody_who_named_by_phone(court, running):
    day = month_two(running, Paper(type="leverage", values=(("ram",),)))
    fields = {"command_id": str(uuid.uuid4()), "month": "2", "name": f"1 {AUTHOR}"}
    phone(day, "cat-3").post(reverse("court:name-proposal"), fields, headers={"HX-Request": "true"})

    journal = words(court.fragment("part/journal/"))

    assert "by Leverage" in journal
    assert day.state.seats[SeatId("cat-3")].name not in journal
