"""The floor on phones and in the hall: every press, its refusal, the Sovereign's presses, and secrecy."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, datetime

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from control.day.clock.pauses import Pause
from control.day.clock.steps import EndStep
from control.day.people.presence import LeaveForGood
from control.day.people.room_choice import ChooseRoom, SeatInRoom
from control.engine.context import Actor
from control.engine.ids import SeatId, StepId
from control.engine.refusal import Refused
from control.engine.viewer import Viewer
from control.journal import desk
from control.models import Entry
from control.sheets import sheets
from rooms.court.game.floor.cycles import ChooseProposal, StrikeProposal
from rooms.court.game.floor.payment import PayLaw
from rooms.court.game.floor.vote import CastVote, CountBribes, CountFists
from rooms.court.game.floor.vote_result import CloseVote
from rooms.court.game.roll import CorrectRoll
from rooms.court.game.state import OnFloor, Stand, floor_of, proposal_in_cycle
from rooms.court.game.view_sovereign import sovereign_floor
from rooms.realm.desks import Desk
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.papers.game.types import Paper, encode
from rooms.realm.scenario.ids import HouseId, Phase, Room
from rooms.realm.scenario.schema import Scenario
from rooms.war.game.orders import CorrectOrders
from rooms.war.game.state import war_of
from rooms.war.game.units import AdjustUnits
from tests.control.phones import HX, Day, hidden, staff, words
from tests.rooms.court.court import BEAR, CAT, FINES, IMMORTAL, WOLF, three_houses, with_settings
from tests.rooms.court.test_floor import seat_a_player
from tests.rooms.realm.game.play import player
from tests.secrecy.planted import page as seen_page

pytestmark = pytest.mark.django_db

PLAY = reverse("control:play")
RAM = SeatId("ram-1")  # in the War Room
POSTS = ("hand", "speaker", "vote", "choose", "take-back", "tie", "pay")
TOO_LATE = "The vote on this proposal is closed."


class CourtDay(Day):
    """A Court of month 1 in Explain of the first cycle. Cat, Wolf and Bear are there; Ram is in the War Room."""

    def __init__(self, *, sovereign: SeatId | None = None, scenario: Scenario | None = None) -> None:
        super().__init__(scenario, sovereign=sovereign)

    def arrange(self, sovereign: SeatId | None = None) -> None:
        self.here(*CAT, *WOLF, *BEAR, RAM).until(Phase.PLANNING)
        for seat in (*CAT, *WOLF, *BEAR, RAM):
            room = Room.WAR if seat in (RAM, sovereign) else Room.COURT
            self.do(ChooseRoom(seat=seat, month=1, room=room), Actor(seat=seat))
        for seat, paper in {CAT[1]: IMMORTAL, CAT[2]: FINES}.items():
            self.send(seat, paper)
        self.end().end()
        if sovereign:
            self.crown(sovereign)
        self.step("updates")
        while self.running() != "explain-1":
            self.step(self.running())

    def send(self, seat: SeatId, paper: Paper) -> None:
        arrival = sheets.Arrival(
            event_id=self.event.pk,
            seat=seat,
            kind="proposal",
            month=1,
            client_key=uuid.uuid4(),
            body=encode(paper),
            received_at=datetime.now(UTC),
            is_draft=False,
        )
        assert sheets.hand_in(arrival).status is sheets.Status.RECEIVED

    def crown(self, seat: SeatId) -> None:
        """Seat this player on the throne by a Military Coup, then in the Court."""
        house, region = HouseId(seat.split("-")[0]), self.state.court.region
        before = war_of(self.state).count(region, house)
        self.do(AdjustUnits(region=region, house=house, before=before, units=14, reason="a piece fell"))
        for step in ("updates", "orders"):
            self.do(EndStep(room=Room.WAR, month=1, step=StepId(step)))
        self.do(CorrectOrders(player=seat, month=1, reason="on paper", orders=(), allies=(), betray=True))
        for step in ("favors", "move", "battle"):
            self.do(EndStep(room=Room.WAR, month=1, step=StepId(step)))
        assert self.state.throne.holder == seat
        self.do(SeatInRoom(player=seat, month=1, room=Room.COURT))

    def running(self) -> str:
        return str(self.state.clock.rooms[Room.COURT].step)

    def step(self, step: str) -> None:
        self.do(EndStep(room=Room.COURT, month=1, step=StepId(step)))

    def to(self, step: str) -> CourtDay:
        while self.running() != step:
            self.step(self.running())
        return self

    def choose(self, author: SeatId) -> CourtDay:
        self.do(ChooseProposal(month=1, author=author))
        return self

    def voting(self, author: SeatId = CAT[2]) -> CourtDay:
        return self.choose(author).to("vote-1")

    def close(self, *favor: SeatId) -> OnFloor:
        """Close the first vote, with these players voting for it."""
        for seat in favor:
            self.do(CastVote(month=1, cycle=1, seat=seat, favor=True))
        self.do(CloseVote(month=1, cycle=1))
        return self.at(1)

    def at(self, cycle: int) -> OnFloor:
        found = proposal_in_cycle(self.state, cycle)
        assert found is not None
        return found

    def votes(self) -> dict[SeatId, bool]:
        return {each.seat: each.favor for each in self.at(1).votes}


def press(phone: Client, name: str, key: uuid.UUID | None = None, *, hx: bool = True, **fields: object):
    given = {"command_id": str(key or uuid.uuid4()), "month": 1, **fields}
    return phone.post(reverse(f"court:{name}"), given, headers=HX if hx else {})


def floor(phone: Client, name: str = "floor") -> str:
    """Text of one region of the phone, without tags."""
    found = re.search(rf"<!--region {name}-->(.*?)<!--/region {name}-->", words(phone.get(PLAY)), re.DOTALL)
    assert found is not None
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split())


# --- who may press ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", POSTS)
def test_nobody_and_the_control_team_press_nothing_and_a_press_is_never_a_get(name):
    address = reverse(f"court:{name}")

    assert Client().post(address).status_code == 404
    assert staff(Desk.COURT).post(address).status_code == 404
    assert Day().phone(CAT[0]).get(address).status_code == 405


@pytest.mark.parametrize("name", POSTS)
def test_an_empty_press_is_one_sentence_and_changes_nothing(name):
    day = CourtDay().voting()
    before = day.state

    response = day.phone(WOLF[0]).post(reverse(f"court:{name}"), {"command_id": str(uuid.uuid4())}, headers=HX)

    assert response.status_code == 422
    assert words(response).count('class="refused"') == 1
    assert day.state == before


# --- what is on the floor -----------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-24", "GE-CRT-26")
def test_a_player_of_the_court_reads_what_is_heard_its_cost_and_the_time_of_this_step():
    day = CourtDay().choose(CAT[2])
    phone = day.phone(WOLF[0])

    page, shown = words(phone.get(PLAY)), floor(phone)

    assert "On the floor: 1 of 3 Explain" in shown
    assert "Fines" in shown
    assert "(cost 3)" in shown
    assert f"proposed by {day.state.seats[CAT[2]].name}" in shown
    assert "You are assembled." in shown
    assert 'data-clock="court" data-at="explain-1"' in page
    assert 'name="vote"' not in page
    day.to("vote-1")
    assert 'name="vote"' in words(phone.get(PLAY))


def test_whoever_is_in_another_room_has_no_floor_on_the_phone():
    assert floor(CourtDay().voting().phone(RAM)) == ""


def test_before_the_court_assembles_there_is_no_floor():
    day = Day().here(CAT[0]).until(Phase.PLANNING)
    day.do(ChooseRoom(seat=CAT[0], month=1, room=Room.COURT), Actor(seat=CAT[0]))

    assert floor(day.phone(CAT[0])) == ""


# --- the roll --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-80")
def test_whom_control_took_off_the_roll_only_control_puts_back():
    day = CourtDay()
    day.do(CorrectRoll(month=1, player=WOLF[0], there=False))
    phone = day.phone(WOLF[0])
    before = day.state

    shown = floor(phone)
    assert "Court Control has taken you off the roll. Tell them if you are here." in shown
    assert "<form" not in shown

    assert phone.post("/play/court/here/", {"command_id": str(uuid.uuid4()), "month": "1"}).status_code == 404
    with pytest.raises(Refused):  # no command of a player undoes it either
        day.do(CorrectRoll(month=1, player=WOLF[0], there=True), Actor(seat=WOLF[0]))
    assert day.state == before

    day.do(CorrectRoll(month=1, player=WOLF[0], there=True))
    assert "You are assembled." in floor(phone)


# --- the vote -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-26", "R-80")
def test_a_vote_is_received_shown_and_changed_until_the_close():
    day = CourtDay().voting()
    phone = day.phone(WOLF[0])

    first = press(phone, "vote", cycle=1, vote="favor")
    assert first.status_code == 200
    assert 'data-vote="favor"' in words(first)
    assert "You vote for it." in floor(phone)

    assert 'data-vote="against"' in words(press(phone, "vote", cycle=1, vote="against"))
    assert day.votes() == {WOLF[0]: False}

    day.close(CAT[0], BEAR[0])
    shown = floor(phone)
    assert "You vote against it." not in shown
    assert "Rejected, 2 to 4." in shown


@pytest.mark.rule("GE-CRT-26", "R-80")
def test_a_vote_that_court_control_entered_is_marked_until_the_player_presses():
    day = CourtDay().voting()
    phone = day.phone(WOLF[0])
    day.do(CastVote(month=1, cycle=1, seat=WOLF[0], favor=True))
    assert "Court Control put you down as for; press to change." in floor(phone)
    assert "Court Control put you down" not in floor(day.phone(CAT[0]))

    press(phone, "vote", cycle=1, vote="favor")

    assert "You vote for it." in floor(phone)
    assert "Court Control put you down" not in floor(phone)
    day.do(CastVote(month=1, cycle=1, seat=WOLF[0], favor=True))
    assert "Court Control put you down" not in floor(phone)
    assert day.votes() == {WOLF[0]: True}


@pytest.mark.rule("GE-CRT-26")
def test_the_same_vote_sent_twice_is_one_vote_with_one_receipt():
    day = CourtDay().voting()
    phone, key = day.phone(WOLF[0]), uuid.uuid4()

    pages = [words(press(phone, "vote", key, cycle=1, vote="favor")) for _time in range(2)]
    receipts = [[line for line in page.splitlines() if "data-vote" in line] for page in pages]
    again = words(press(phone, "vote", cycle=1, vote="favor"))  # the same press from a page drawn later

    assert receipts[0] == receipts[1] == [line for line in again.splitlines() if "data-vote" in line] != []
    assert Entry.objects.filter(stream=day.event.stream_id, kind="VoteCast").count() == 1


@pytest.mark.rule("GE-CRT-26")
def test_a_vote_after_the_close_is_told_so():
    day = CourtDay().voting()
    day.close()
    before = day.state

    response = press(day.phone(WOLF[0]), "vote", cycle=1, vote="favor")

    assert response.status_code == 409
    assert TOO_LATE in words(response)
    assert day.state == before


@pytest.mark.rule("GE-CRT-26", "R-80")
def test_a_vote_that_cannot_be_is_refused_in_one_sentence():
    day = CourtDay().choose(CAT[2])
    phone = day.phone(WOLF[0])
    assert "has not begun" in words(press(phone, "vote", cycle=1, vote="favor"))
    day.to("vote-1")

    assert "No proposal stands in cycle 3" in words(press(phone, "vote", cycle=3, vote="favor"))
    assert "Tap for or against." in words(press(phone, "vote", cycle=1, vote="perhaps"))
    assert "is not assembled in the Court" in words(press(day.phone(RAM), "vote", cycle=1, vote="favor"))
    day.do(CountFists(month=1, cycle=1, fists=2))
    assert "The fists have been counted" in floor(phone)
    assert "The fists have been counted" in words(press(phone, "vote", cycle=1, vote="favor"))
    assert day.votes() == {}


@pytest.mark.django_db(transaction=True)
def test_a_vote_while_the_database_does_not_answer_is_kept_by_the_phone(monkeypatch):
    day = CourtDay().voting()
    phone = day.phone(WOLF[0])

    def gone(**_named):
        raise OperationalError("the disk is gone")

    with monkeypatch.context() as lost:
        lost.setattr(desk, "perform", gone)
        assert press(phone, "vote", cycle=1, vote="favor").status_code == 503  # `vote.js` sends it again

    assert day.votes() == {}
    assert press(phone, "vote", cycle=1, vote="favor").status_code == 200
    assert day.votes() == {WOLF[0]: True}


def test_a_vote_needs_no_script():
    day = CourtDay().voting()
    phone = day.phone(WOLF[0])
    page = words(phone.get(PLAY))
    fields = {name: hidden(page[page.index('class="vote"') :], name)[0] for name in ("command_id", "month", "cycle")}

    response = phone.post(reverse("court:vote"), {**fields, "vote": "favor"})

    assert (response.status_code, response.headers["Location"]) == (302, f"{PLAY}#now")
    assert day.votes() == {WOLF[0]: True}
    day.close()
    late = phone.post(reverse("court:vote"), {**fields, "command_id": str(uuid.uuid4()), "vote": "favor"})
    assert late.status_code == 409
    assert TOO_LATE in words(late)
    assert "<html" in words(late)


# --- results ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-21", "GE-CRT-28", "GE-CRT-32")
def test_the_author_reads_what_became_of_the_proposal_and_a_house_what_it_has_left():
    day = CourtDay()
    author, other = day.phone(CAT[2]), day.phone(CAT[1])
    assert "It lies before the Sovereign." in floor(author, "results")
    assert floor(day.phone(WOLF[0]), "results") == ""

    day.choose(CAT[2])
    assert "It is on the floor now." in floor(author, "results")
    day.to("vote-1")
    day.close(*CAT, *WOLF)
    assert "A majority favors it, 5 to 1; now the Sovereign names who pays." in floor(author, "results")

    day.to("explain-2")  # no payer was named, so each pool pays in turn
    shown = floor(author, "results")
    number = day.state.laws[-1].number
    assert f"It is law, 5 to 1. law {number}" in shown
    assert "In the pool of Cat, for laws alone:" in floor(author)
    assert "in the purse Power" in floor(author, "strip")
    assert "Decided this month" in floor(day.phone(BEAR[0]))
    assert "It lies before the Sovereign." in floor(other, "results")
    day.do(StrikeProposal(month=1, author=CAT[1], reason="a scheme"))
    assert "It was struck out." in floor(other, "results")


@pytest.mark.rule("GE-CRT-29", "R-79")
def test_what_was_never_chosen_is_said_to_its_author_when_the_cycles_are_over():
    day = CourtDay().to("payment-3")
    day.step("payment-3")

    assert "It was not chosen this month." in floor(day.phone(CAT[2]), "results")


# --- the Sovereign ------------------------------------------------------------------------------------------------------


@pytest.fixture
def reign() -> CourtDay:
    """Wolf's first player is Sovereign, and in the Court."""
    return CourtDay(sovereign=WOLF[0])


@pytest.mark.rule("GE-SOV-23")
def test_the_sovereign_chooses_the_proposals_and_their_order(reign):
    phone = reign.phone(WOLF[0])
    assert "You decide as Sovereign" in floor(phone, "choosing")

    assert press(phone, "choose", author=CAT[2]).status_code == 200
    assert press(phone, "choose", author=CAT[1]).status_code == 200
    assert [(each.cycle, each.author) for each in floor_of(reign.state).cycles] == [(1, CAT[2]), (2, CAT[1])]

    assert "It is heard already" in words(press(phone, "take-back", author=CAT[2]))
    assert press(phone, "take-back", author=CAT[1]).status_code == 200
    assert [(each.cycle, each.author) for each in floor_of(reign.state).cycles] == [(1, CAT[2])]
    assert press(phone, "take-back", author=CAT[1]).status_code == 409
    assert "chosen already" in words(press(phone, "choose", author=CAT[2]))
    assert "No such proposal" in words(press(phone, "choose", author=CAT[0]))


@pytest.mark.rule("GE-CRT-30")
@pytest.mark.parametrize(("answer", "stand"), [("favor", Stand.WON), ("against", Stand.REJECTED)])
def test_the_sovereign_breaks_a_tie(reign, answer, stand):
    phone = reign.voting().phone(WOLF[0])
    assert "no tie to decide" in words(press(phone, "tie", cycle=1, tie=answer))
    assert reign.close(*CAT).stand is Stand.TIE
    assert "A tie, 3 to 3: you decide" in floor(phone, "choosing")

    assert press(phone, "tie", cycle=1, tie=answer).status_code == 200

    assert reign.at(1).stand is stand
    assert f"A tie, 3 to 3: the Sovereign decided {'for' if answer == 'favor' else 'against'} it." in floor(phone)
    assert "you decide" not in floor(phone, "choosing")


def test_what_waits_for_the_sovereign_is_said_before_all_else_and_to_nobody_else(reign):
    phone = reign.phone(WOLF[0])
    assert floor(phone, "deciding") == "You decide: which proposal is heard next"
    reign.voting().close(*CAT)
    assert floor(phone, "deciding") == "You decide: a tie"
    assert 'href="#region-choosing">You decide: a tie' in words(phone.get(PLAY))
    assert floor(reign.phone(CAT[0]), "deciding") == ""

    press(phone, "tie", cycle=1, tie="favor")

    assert floor(phone, "deciding") == "You decide: who pays"


@pytest.mark.rule("GE-SOV-26", "GE-CRT-34", "R-78")
def test_the_sovereign_names_payers(reign):
    phone = reign.phone(WOLF[0])
    reign.voting()
    reign.close(*CAT, *WOLF)
    assert "Who pays the 3?" in floor(phone, "choosing")

    short = press(phone, "pay", cycle=1, payer=["cat", "wolf"], power=["2", ""], favors=["0", "0"])
    assert short.status_code == 422
    assert "Name 1 more of the cost." in words(short)
    assert 'name="power" type="number" inputmode="numeric" min="0" max="2" value="2"' in words(short)  # as it was typed
    odd = press(phone, "pay", cycle=1, payer=["cat"], power=["-3"], favors=["0"])
    assert "A share is a whole number, 0 or more." in words(odd)
    assert "Name who pays" in words(press(phone, "pay", cycle=1))
    assert "Choose payers that have a pool" in words(press(phone, "pay", cycle=1, payer=["ram"], power=["2"], favors=["1"]))
    assert reign.at(1).stand is Stand.WON

    paid = press(phone, "pay", cycle=1, payer=["cat", "wolf"], power=["2", ""], favors=["0", "1"])
    assert paid.status_code == 200
    assert reign.at(1).stand is Stand.PASSED
    assert {pool.payer: (pool.power, pool.favors) for pool in floor_of(reign.state).pools}["cat"] == (0, 2)
    assert "nothing to pay" in words(press(phone, "pay", cycle=1, payer=["cat"], power=["2"], favors=["1"]))


@pytest.mark.rule("R-78")
def test_the_sovereign_takes_it_in_turn_from_all_pools(reign):
    reign.voting()
    reign.close(*CAT, *WOLF)

    assert press(reign.phone(WOLF[0]), "pay", cycle=1, act="turn").status_code == 200

    assert reign.at(1).stand is Stand.PASSED
    assert sum(share.power + share.favors for share in reign.at(1).paid) == 3


@pytest.mark.rule("GE-SOV-23", "GE-CRT-30", "GE-SOV-26")
def test_nobody_else_decides_for_the_throne(reign):
    reign.voting()
    reign.close(*CAT)
    before = reign.state
    presses = (
        ("choose", {"author": CAT[1]}),
        ("take-back", {"author": CAT[2]}),
        ("tie", {"cycle": 1, "tie": "favor"}),
        ("pay", {"cycle": 1, "act": "turn"}),
    )

    for seat in (CAT[2], WOLF[1], RAM):
        phone = reign.phone(seat)
        assert floor(phone, "choosing") == ""
        for name, fields in presses:
            response = press(phone, name, **fields)
            assert response.status_code == 422
            assert "Only the Sovereign decides this." in words(response)
    assert reign.state == before


@pytest.mark.rule("GE-SOV-23", "R-38")
def test_a_sovereign_who_goes_elsewhere_or_leaves_decides_nothing_more(reign):
    reign.voting()
    reign.close(*CAT)
    phone = reign.phone(WOLF[0])
    reign.do(SeatInRoom(player=WOLF[0], month=1, room=Room.UNDERGROUND))
    assert floor(phone, "choosing") == ""
    assert "Court Control decides there for you" in words(press(phone, "tie", cycle=1, tie="favor"))
    reign.do(SeatInRoom(player=WOLF[0], month=1, room=Room.COURT))
    assert "you decide" in floor(phone, "choosing")

    reign.do(LeaveForGood(seat=WOLF[0]))

    assert press(phone, "tie", cycle=1, tie="favor").status_code != 200
    assert reign.at(1).stand is Stand.TIE


@pytest.mark.rule("GE-SOV-23")
def test_it_moves_at_once_when_the_throne_does():
    court = seat_a_player(three_houses(), "cat").choose(CAT[2])
    old, new = Viewer(seat=court.state.throne.holder), Viewer(seat=WOLF[0])
    assert sovereign_floor(court.state, old) is not None
    assert sovereign_floor(court.state, new) is None

    seat_a_player(court, "wolf")

    assert court.state.throne.holder == WOLF[0]
    assert sovereign_floor(court.state, old) is None
    assert sovereign_floor(court.state, new) is not None
    with pytest.raises(Refused, match="Only the Sovereign"):
        court.do(ChooseProposal(month=1, author=CAT[1], seat=old.seat), player(old.player))


# --- secrecy ------------------------------------------------------------------------------------------------------------


class Eyes:
    """Pages of everybody but the named voters and authors: phones, the wall, another desk."""

    def __init__(self, day: CourtDay) -> None:
        wall, war = reverse("control:screen", args=[day.event.pk, "floor"]), f"/control/{day.event.pk}/war/"
        self.looks = [(day.phone(seat), PLAY) for seat in (CAT[0], WOLF[1], RAM)]
        self.looks += [(Client(), wall), (staff(Desk.WAR), war)]

    def see(self) -> list[bytes]:
        """The pages, without what changes at every request."""
        return [seen_page(client, address)[1] for client, address in self.looks]


@pytest.mark.rule("GE-CRT-26", "R-17")
def test_no_page_changes_by_anothers_vote_before_the_close():
    day = CourtDay().voting()
    eyes = Eyes(day)
    before = eyes.see()

    day.do(CastVote(month=1, cycle=1, seat=BEAR[0], favor=True))
    assert eyes.see() == before
    day.do(CastVote(month=1, cycle=1, seat=BEAR[0], favor=False))
    assert eyes.see() == before

    day.close()
    assert eyes.see() != before


@pytest.mark.rule("R-17", "GE-CRT-21")
def test_no_page_changes_by_anothers_proposal_before_it_is_heard():
    day = CourtDay()
    eyes = Eyes(day)
    before = eyes.see()

    day.choose(CAT[2])  # cycle 1, which is heard at once
    heard = eyes.see()
    assert heard != before
    day.choose(CAT[1])  # waits for cycle 2
    assert eyes.see() == heard


@pytest.mark.rule("GE-CRT-26")
@pytest.mark.parametrize("shown", ["open", "sums"])
def test_who_voted_how_is_shown_after_the_close_as_the_scenario_says(shown):
    day = CourtDay(scenario=with_settings(votes_shown=shown)).voting()
    day.close(CAT[0])

    page = floor(day.phone(WOLF[0]))

    assert ("Who voted how" in page) is (shown == "open")
    assert ("No vote by name: 5, counted as against" in page) is (shown == "open")
    assert "Rejected, 1 to 5." in page


def test_the_first_words_of_the_phone_follow_the_close_of_the_vote():
    day = CourtDay().voting()
    assert "Vote here, or with your fist." in floor(day.phone(WOLF[0]), "now")

    day.close(*CAT)

    said = floor(day.phone(WOLF[0]), "now")
    assert "The vote is closed." in said
    assert "with your fist" not in said


@pytest.mark.rule("R-80")
def test_a_vote_of_whom_control_took_off_the_roll_is_said_not_to_count():
    day = CourtDay().voting()
    phone = day.phone(WOLF[0])
    press(phone, "vote", cycle=1, vote="against")
    assert "You vote against it." in floor(phone)

    day.do(CorrectRoll(month=1, player=WOLF[0], there=False))

    assert "Your vote does not count: you are not assembled." in floor(phone)
    assert "You vote against it." not in floor(phone)


@pytest.mark.rule("GE-CRT-38", "R-19", "R-78")
def test_what_the_proposal_means_is_read_before_the_vote_the_own_house_first():
    day = CourtDay().choose(CAT[2])
    loses = "Wolf loses 2 Power and 1 Favor, as far as it has that."

    assert f"For your House: {loses}" in floor(day.phone(WOLF[0]))
    other = floor(day.phone(CAT[0]))
    assert f"What it means {loses} Once, in the Return of month 1. It costs 3 of the 16 in the pools." in other

    day.to("vote-1").close(*CAT, *WOLF, *BEAR)
    day.do(PayLaw(month=1, cycle=1))
    assert "What it means" not in floor(day.phone(CAT[0]))


@pytest.mark.rule("GE-CRT-28", "R-19")
def test_the_law_board_of_every_phone_says_that_a_law_acts_in_return_until_it_has():
    day = CourtDay().voting()
    day.close(*CAT, *WOLF, *BEAR)
    day.do(PayLaw(month=1, cycle=1))

    for phone in (day.phone(CAT[0]), day.phone(RAM)):
        assert "Acts in Return of this month." in floor(phone, "laws")

    while day.state.clock.month == 1:
        day.end()
    assert "Acts in Return" not in floor(day.phone(RAM), "laws")


# --- the hall -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CRT-18", "GE-CRT-28")
def test_the_wall_shows_proposal_step_result_and_pools():
    day = CourtDay()
    wall = reverse("control:screen", args=[day.event.pk, "floor"])
    assert "6 are assembled. Nothing is on the floor yet." in words(Client().get(wall))

    day.voting()
    page = words(Client().get(wall))
    assert "<li>Wolf loses 2 Power and 1 Favor, as far as it has that.</li>" in page
    assert "The Court’s floor" in page
    assert "Fines" in page
    assert 'data-clock="court"' in page
    assert "floor-count" not in page
    assert "majority: <b>4</b> of 6 who may vote" in page
    day.do(CountBribes(month=1, cycle=1, house=HouseId("cat"), votes=3, favor=True))
    assert (
        words(Client().get(wall)).partition("floor-shown")[2] == page.partition("floor-shown")[2]
    )  # a bribe does not show before the close
    day.do(CountBribes(month=1, cycle=1, house=HouseId("cat"), votes=0, favor=True))

    day.do(CastVote(month=1, cycle=1, seat=WOLF[0], favor=True))
    day.close(*CAT)
    page = words(Client().get(wall))
    assert "majority:" not in page
    assert "A majority favors it, 4 to 2; now the Sovereign names who pays." in page
    assert "floor-means" not in page
    assert page.count("<dd>4</dd>") == page.count("<dd>2</dd>") == 1
    assert page.count('class="token-favor"') - 1 == sum(pool.favors for pool in floor_of(day.state).pools)


@pytest.mark.rule("GE-CRT-28")
def test_what_was_decided_is_not_read_as_what_is_heard():
    day = CourtDay()
    day.voting()
    day.close(CAT[0])
    wall = reverse("control:screen", args=[day.event.pk, "floor"])
    assert "Decided" not in words(Client().get(wall))
    day.to("explain-2")
    page = words(Client().get(wall))
    assert page.index("Decided") < page.index("Cycle 1:") < page.index("Fines")


@pytest.mark.rule("R-80")
def test_a_vote_that_a_higher_rank_takes_over_is_not_called_that_of_somebody_who_is_away():
    day = CourtDay(scenario=with_settings(vote_by="house"))
    day.do(CorrectRoll(month=1, player=CAT[0], there=False))
    day.choose(CAT[2]).to("vote-1")
    phone = day.phone(CAT[1])
    press(phone, "vote", cycle=1, vote="favor")
    assert "You vote for it." in floor(phone)

    day.do(CorrectRoll(month=1, player=CAT[0], there=True))

    said = floor(phone)
    assert "votes for your House." in said
    assert "not assembled" not in said


def test_what_waits_for_the_sovereign_is_read_before_all_else():
    """Also for screen readers: the order of the page counts."""
    day = CourtDay(sovereign=RAM)

    page = day.phone(RAM).get(PLAY).content.decode()

    assert page.index('id="region-deciding"') < page.index('id="region-now"') < page.index('id="region-choosing"')


@pytest.mark.rule("R-139")
def test_of_the_own_death_the_phone_speaks_first():
    day = CourtDay()
    day.do(AdjustWounds(player=CAT[0], before=0, wounds=3, reason="hit in the arm"))

    page = day.phone(CAT[0]).get(PLAY).content.decode()

    assert "Your character has died" in page
    assert page.index('id="region-death"') < page.index('id="region-now"')


def test_the_wall_says_that_the_courts_own_clock_stands():
    day = CourtDay()
    wall = reverse("control:screen", args=[day.event.pk, "floor"])
    day.voting()
    assert "floor-paused" not in words(Client().get(wall))
    day.do(Pause(room=Room.COURT))
    page = words(Client().get(wall))
    assert '<strong class="floor-paused">' in page
    assert "corner-pause" not in page  # the day's clock runs
