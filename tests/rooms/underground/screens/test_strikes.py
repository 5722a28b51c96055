"""Completed schemes on Underground Control's tablet, and on the phones of authors and victims; nowhere else."""

from __future__ import annotations

import re
import uuid

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from control.day.clock.phases import EndPhase
from control.engine import codec
from control.engine.ids import SeatId
from control.models import AuditLine
from control.people import access
from control.people.audit import AuditKind
from rooms.realm.desks import Desk
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.game.records import SchemeEnding
from rooms.realm.game.scheme_effects.completion import CompleteScheme
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId, Phase
from tests.control.desks.conftest import Day, Person, words

pytestmark = pytest.mark.django_db

RUMORS = Paper(type="spread-rumors", values=(("cat",),))
SLANDER = Paper(type="slander", values=(("cat",), ("cat-2",)))
BY_HAND = {"month": "1", "table": "west", "whose": "wolf-1", "type": "spread-rumors", "field0": "cat", "reason": "shown"}
STRIKES = "part/underground-strikes/"
AT = "underground/schemes/"


def completes(day: Day, paper: Paper, by: str = "wolf-1") -> None:
    seat = SeatId(by)
    house = day.state.seats[seat].house
    day.do(CompleteScheme(month=day.state.clock.month, table="west", house=house, paper=paper, reason="shown", player=seat))


def phone(day: Day, seat: str) -> Person:
    client, response = Client(), HttpResponse()
    row = day.event.seats.get(key=seat)
    access.issue_code(row)
    access.remember_seat(response, row, secure=False)
    client.cookies[access.COOKIE] = response.cookies[access.COOKIE].value
    return Person(client, day.event)


def schemes(person: Person) -> str:
    """Return the phone's text on schemes."""
    page = person.client.get(reverse("control:play")).content.decode()
    found = re.search(r'<section class="card stack tight schemes".*?</section>', page, re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split()) if found else ""


def power(day: Day, seat: str) -> int:
    return day.state.seats[SeatId(seat)].purse.power


def turn(day: Day) -> None:
    """Play on until the month is over."""
    while day.state.clock.phase != Phase.CEREMONY:
        day.do(EndPhase(month=day.state.clock.month, phase=day.state.clock.phase or ""))


# --- desk ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-57", "R-20")
def test_the_desk_completes_a_scheme_by_hand_and_takes_it_back(under, plotting):
    assert "None waits." in words(under.fragment(STRIKES))
    drawn = words(under.tap("underground/schemes/complete/", {**BY_HAND, "act": "draw"}))
    assert "It has completed" in drawn
    missing = {"reason": "Say why", "whose": "Choose whose scheme", "table": "Choose the table", "field0": "say which"}
    for wrong, said in missing.items():
        assert said in words(under.tap("underground/schemes/complete/", {**BY_HAND, wrong: "", "act": "complete"}))
    assert plotting.state.schemes == ()

    under.tap("underground/schemes/complete/", {**BY_HAND, "act": "complete"})

    (scheme,) = plotting.state.schemes
    assert (scheme.house, scheme.seat, scheme.table) == ("wolf", "wolf-1", "west")
    assert "Spread Rumors: Cat" in words(under.fragment(f"{AT}{scheme.id}/"))
    last = words(under.fragment("part/last-underground/"))
    assert "Scheme completed, month 1" in last
    seq = plotting.seqs
    under.tap(f"journal/{seq}/undo/", {"reason": "misread"})
    assert plotting.state.schemes == ()


@pytest.mark.rule("R-19", "R-20")
def test_what_has_struck_cannot_be_taken_back_and_the_desk_is_told_what_to_do_instead(under, plotting):
    plotting.do(AdjustPower(seat=SeatId("cat-1"), before=power(plotting, "cat-1"), power=2, reason="a gift"))
    completes(plotting, RUMORS)
    seq = plotting.seqs
    turn(plotting)
    held = power(plotting, "wolf-1")
    (struck,) = plotting.state.schemes
    assert struck.ending is SchemeEnding.STRUCK

    refused = under.tap(f"journal/{seq}/undo/", {"reason": "misread"})

    assert "“Scheme completed, month 1” cannot be withdrawn: “" in words(refused)
    told = "A scheme has struck in Return that would not be complete. Correct by hand."
    assert f"built on it and cannot be withdrawn either. {told}" in words(refused)
    assert told in words(under.fragment(f"journal/{seq}/undo/"))  # before anybody presses
    assert (plotting.state.schemes, power(plotting, "wolf-1")) == ((struck,), held)


@pytest.mark.rule("R-113", "R-30")
def test_the_form_by_hand_offers_the_god_emperor_to_an_assassin_alone(under, plotting):
    court = plotting.state.court
    assert court is not None
    killing = {**BY_HAND, "table": court.province or "west", "type": "assassinate"}
    assert "The God Emperor" not in words(under.tap("underground/schemes/complete/", {**BY_HAND, "act": "draw"}))
    assert "The God Emperor" in words(under.tap("underground/schemes/complete/", {**killing, "act": "draw"}))

    under.tap("underground/schemes/complete/", {**killing, "field0": "throne", "field1": "throne", "act": "complete"})
    assert "Assassinate: The God Emperor" in words(under.fragment(f"{AT}1/"))
    turn(plotting)

    assert plotting.state.throne.wounds == 2
    assert "The God Emperor took 2 wounds from an assassin." in words(under.fragment(STRIKES))


@pytest.mark.rule("R-112", "R-113", "GE-UND-63")
def test_the_form_by_hand_refuses_whom_the_table_does_not_reach_unless_it_lies_longer(under, plotting):
    court = plotting.state.court
    assert court is not None
    elsewhere = next(each.id for each in plotting.state.scenario.provinces if each.id != court.province)
    far = {**BY_HAND, "table": elsewhere, "type": "assassinate", "field0": "throne", "field1": "throne", "act": "complete"}
    refused = under.tap("underground/schemes/complete/", far)
    assert "Only the table of the province that hosts the Court" in words(refused)
    assert "It lies since an earlier month" in words(refused)
    assert plotting.state.schemes == ()

    under.tap("underground/schemes/complete/", {**far, "earlier": "on"})

    assert [each.kind for each in plotting.state.schemes] == ["assassinate"]


def test_a_drawn_scheme_has_no_author(under, plotting):
    under.tap("underground/schemes/complete/", {**BY_HAND, "whose": "house:wolf", "act": "complete"})

    (scheme,) = plotting.state.schemes
    assert (scheme.house, scheme.seat) == ("wolf", None)
    assert "drawn" in words(under.fragment(f"{AT}{scheme.id}/"))


@pytest.mark.rule("R-144")
def test_a_completed_scheme_lies_face_down_and_who_looked_is_written_down(under, plotting, sits):
    def looked():
        return list(AuditLine.objects.filter(kind=AuditKind.CARDS_SEEN.value).values_list("about", flat=True))

    completes(plotting, RUMORS)
    author = plotting.state.seats[SeatId("wolf-1")].name
    for page in ("underground/all/", STRIKES):
        shown = under.get(page).content.decode()
        assert f"{AT}1/" in shown
        assert "Spread Rumors" not in shown
    assert author not in words(under.fragment(STRIKES))
    assert looked() == []

    shown = under.fragment(f"{AT}1/")
    assert "Spread Rumors: Cat" in words(shown)
    assert author in words(shown)
    assert "It lies at The West." in words(shown)  # where to fetch its card
    assert "data-close" in shown.content.decode()
    assert looked() == ["completed:1"]
    assert under.fragment(f"{AT}9/").status_code == 404
    for desk in (Desk.WAR, Desk.COURT, Desk.CHECK_IN, Desk.CEREMONY):
        assert sits(desk).get(f"{AT}1/").status_code == 404


@pytest.mark.rule("R-20")
def test_arrows_change_the_order_of_a_table(under, plotting):
    for paper in (RUMORS, SLANDER):
        completes(plotting, paper)
    assert 'value="west 2 1"' in under.fragment(STRIKES).content.decode()

    under.tap("underground/schemes/order/", {"order": "west 2 1"})

    assert [each.id for each in plotting.state.schemes] == [2, 1]
    assert under.tap("underground/schemes/order/", {"order": "west 2 1"}).status_code == 409
    assert under.tap("underground/schemes/order/", {"order": "nonsense"}).status_code == 422


@pytest.mark.rule("R-123")
def test_a_message_that_a_spy_has_earned_is_picked_or_written(under, plotting, sits):
    for kind in ("espionage", "counterespionage"):
        completes(plotting, Paper(type=kind, values=(("cat",),)))
    turn(plotting)
    shown = words(under.fragment(STRIKES))
    assert "something true about Cat" in shown
    assert "something false about Cat" in shown
    assert "None waits." not in shown
    for page in ("part/matters/", "underground/table/west/"):
        assert "2 sealed messages are to be sent" in words(under.get(page))
        assert "/underground/all/#part-underground-strikes" in under.get(page).content.decode()
    for desk in (Desk.WAR, Desk.COURT):
        assert "sealed message" not in words(sits(desk).get("part/matters/"))
        assert "sealed message" not in words(sits(desk).get(""))
    cat = next(each for each in plotting.state.scenario.houses if each.id == "cat")

    under.tap("underground/schemes/message/", {"scheme": "1", "text": cat.true_secrets[0]})
    under.tap("underground/schemes/message/", {"scheme": "2", "text": cat.false_secrets[0], "own": "Cat has nine lives."})

    assert "to be sent" not in words(under.fragment("part/matters/"))
    wolf, own = schemes(phone(plotting, "wolf-1")), schemes(phone(plotting, "cat-1"))
    assert f"Sealed messages to you Month 2: {cat.true_secrets[0]}" in wolf.replace("&#x27;", "'")
    assert "Sealed messages to you Month 2: Cat has nine lives." in own
    for seat in ("wolf-2", "cat-2", "ram-1"):
        assert "Sealed" not in schemes(phone(plotting, seat))


# --- phones -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-144", "R-19")
def test_who_schemed_reads_what_waits_and_what_came_of_it_and_the_struck_what_happened_alone(plotting):
    plotting.do(AdjustPower(seat=SeatId("cat-1"), before=power(plotting, "cat-1"), power=5, reason="chips"))
    completes(plotting, RUMORS)
    author, mate, struck, other = (phone(plotting, seat) for seat in ("wolf-1", "wolf-2", "cat-2", "ram-1"))
    assert "Yours that strike in Return Spread Rumors: Cat" in schemes(author)
    assert [schemes(each) for each in (mate, struck, other)] == ["", "", ""]

    turn(plotting)

    assert "What came of yours in month 1" in schemes(author)
    assert "1 Power of Cat is yours." in schemes(author)
    assert schemes(struck) == "Schemes What struck your House in month 1 Rumors cost your House 1 Power."
    assert [schemes(each) for each in (mate, other)] == ["", ""]


@pytest.mark.rule("GE-UND-05", "R-122")
def test_the_schemer_alone_sees_the_favors_and_picks_one(plotting):
    plotting.do(GiveFavors(seat=SeatId("cat-2"), count=3, reason="a gift"))
    completes(plotting, SLANDER)
    author, mate, victim = (phone(plotting, seat) for seat in ("wolf-1", "wolf-2", "cat-2"))
    cards = plotting.state.seats[SeatId("cat-2")].purse.favors
    names = {each.id: each.name for each in plotting.state.scenario.favors}
    assert "steal" not in schemes(author)
    while plotting.state.clock.phase != Phase.RETURN:
        plotting.do(EndPhase(month=1, phase=plotting.state.clock.phase or ""))

    shown = schemes(author).replace("&#x27;", "'")
    assert all(names[card.rsplit("#", 1)[0]] in shown for card in cards)
    assert [schemes(each) for each in (mate, victim)] == ["", ""]
    fields = {"command_id": str(uuid.uuid4()), "scheme": "1", "pick": cards[2]}
    for person in (mate, victim):
        person.client.post(reverse("realm:scheme-choice"), fields, headers={"HX-Request": "true"})
    assert plotting.state.schemes[0].card is None
    author.client.post(reverse("realm:scheme-choice"), fields, headers={"HX-Request": "true"})
    assert plotting.state.schemes[0].card == cards[2]

    turn(plotting)

    assert cards[2] in plotting.state.seats[SeatId("wolf-1")].purse.favors
    assert plotting.state.schemes[0].ending is SchemeEnding.STRUCK


@pytest.mark.rule("R-127")
def test_a_house_reads_the_votes_that_it_may_use(plotting):
    completes(plotting, Paper(type="bribes", values=(("cat",), ("2",))))
    turn(plotting)

    assert "To use in the Court" in schemes(phone(plotting, "cat-3"))
    assert "To use" not in schemes(phone(plotting, "ram-1"))


# --- everybody else -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("desk", [Desk.WAR, Desk.COURT, Desk.CEREMONY, Desk.CHECK_IN])
def test_no_other_desk_reads_who_schemed(sits, plotting, desk):
    house = HouseId("cat")
    plotting.do(AdjustPower(seat=SeatId("cat-1"), before=power(plotting, "cat-1"), power=5, reason="chips"))
    for paper in (RUMORS, SLANDER, Paper(type="bribes", values=((house,), ("2",))), Paper(type="leverage", values=((house,),))):
        completes(plotting, paper)
    person = sits(desk)
    before = words(person.fragment("part/journal/"))
    turn(plotting)

    journal = words(person.fragment("part/journal/"))
    assert "has completed at the table" not in before
    for said in ("has completed at the table", "strikes.", "By a scheme", "is yours", "is used"):
        assert said not in journal
    assert person.fragment(STRIKES).status_code == 404


@pytest.mark.rule("R-144")
def test_an_undo_and_the_journal_name_no_face_of_a_scheme_that_waits(under, plotting):
    for paper in (RUMORS, SLANDER):
        completes(plotting, paper)
    done = plotting.seqs
    under.tap("underground/schemes/order/", {"order": "west 2 1"})

    for shown in (f"journal/{done}/undo/", f"journal/{plotting.seqs}/undo/", "part/journal/"):
        said = words(under.fragment(shown))
        assert "Spread Rumors" not in said
        assert "Slander" not in said
    assert "A scheme of Wolf has completed at the table" in words(under.fragment(f"journal/{done}/undo/"))


def test_what_is_taken_back_leaves_no_trace(under, plotting):
    """The stored bytes are the same as before. What struck is withdrawn with the month, as everything that Return does."""

    def undone(address: str, fields: dict[str, str]) -> bool:
        before = codec.encode_state(plotting.state)
        assert under.tap(address, fields).status_code == 200
        assert codec.encode_state(plotting.state) != before
        assert under.tap(f"journal/{plotting.seqs}/undo/", {"reason": "misread"}).status_code == 200
        return codec.encode_state(plotting.state) == before

    assert undone("underground/schemes/complete/", {**BY_HAND, "act": "complete"})
    for paper in (RUMORS, Paper(type="espionage", values=(("cat",),))):
        completes(plotting, paper)
    assert undone("underground/schemes/order/", {"order": "west 2 1"})
    turn(plotting)
    sent = plotting.state.schemes[1].id
    assert undone("underground/schemes/message/", {"scheme": str(sent), "own": "Cat has nine lives."})
