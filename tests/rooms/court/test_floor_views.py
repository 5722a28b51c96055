"""Views of the floor: who sees what."""

from __future__ import annotations

from datetime import timedelta

import pytest

from control.day.clock.pauses import Pause
from control.day.people.lookup import choice_of
from control.engine.ids import SeatId
from control.engine.viewer import HALL, Viewer
from rooms.court.game.floor.cycles import ChooseProposal
from rooms.court.game.floor.payment import PayLaw
from rooms.court.game.floor.view import floor_shown
from rooms.court.game.floor.view_desk import floor_view, payment_view
from rooms.court.game.floor.view_phone import phone_floor
from rooms.court.game.floor.vote import CountBribes
from rooms.court.game.roll import CorrectRoll
from rooms.court.game.state import Chosen, Stand
from rooms.court.game.view_sovereign import agent_view, choosing_view, sovereign_floor
from rooms.court.rules.pool_shares import THRONE, Share
from rooms.realm.desks import Desk
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId, Room
from tests.rooms.court.court import BEAR, CAT, FINES, WOLF, Session, three_houses, with_settings
from tests.rooms.court.test_floor import seat_a_player

COURT = Viewer(desks=frozenset({Desk.COURT}))
WAR = Viewer(desks=frozenset({Desk.WAR}))
OTHERS = [WAR, HALL, Viewer(), Viewer(seat=WOLF[0]), Viewer(seat=SeatId("ram-1"))]


@pytest.mark.parametrize("viewer", OTHERS)
def test_what_is_chosen_is_seen_from_its_explain_on(viewer):
    court = three_houses().choose(CAT[2]).choose(CAT[0])

    assert [each.cycle for each in floor_shown(court.state, viewer).heard] == [1]
    assert floor_shown(court.until("explain-2").state, viewer).on_floor.cycle == 2  # type: ignore[union-attr]


@pytest.mark.rule("R-17", "GE-CRT-21")
@pytest.mark.parametrize("viewer", OTHERS)
def test_no_page_changes_by_proposals_that_wait(viewer):
    one = three_houses(cat_1=FINES)
    other = three_houses(cat_1=FINES, cat_2=FINES, cat_3=FINES)

    assert floor_shown(one.state, viewer) == floor_shown(other.state, viewer)
    assert choosing_view(one.state, viewer) is choosing_view(other.state, viewer) is None
    assert floor_view(other.state, viewer) is None


@pytest.mark.rule("GE-CRT-26")
@pytest.mark.parametrize("viewer", [*OTHERS, COURT])
def test_no_page_changes_by_anothers_vote_before_the_close(viewer):
    def voted(*, favor: bool, some: bool = True) -> Session:
        court = three_houses().choose(CAT[2]).until("vote-1")
        for seat in (CAT[0], BEAR[0]) if some else ():
            court.vote(1, seat, favor=favor)
        return court

    yes, no, none = (voted(favor=True), voted(favor=False), voted(favor=True, some=False))

    assert floor_shown(yes.state, viewer) == floor_shown(no.state, viewer)
    assert floor_view(yes.state, viewer) == floor_view(no.state, viewer)
    if viewer is not COURT:
        assert floor_shown(yes.state, viewer) == floor_shown(none.state, viewer)


def test_a_players_own_vote_is_the_receipt():
    court = three_houses().choose(CAT[2]).until("debate-1")
    assert floor_shown(court.state, Viewer(seat=WOLF[0])).own is None

    court.until("vote-1")
    court.vote(1, WOLF[0], favor=False)

    mine, other, away = (floor_shown(court.state, Viewer(seat=seat)).own for seat in (WOLF[0], WOLF[1], SeatId("ram-1")))
    assert mine is not None
    assert other is not None
    assert away is not None
    assert (mine.may_vote, mine.favor) == (True, False)
    assert (other.may_vote, other.favor) == (True, None)
    assert (away.may_vote, away.why_not) == (False, "You are not assembled in the Court.")

    court.fists(1, 1)
    other = floor_shown(court.state, Viewer(seat=WOLF[1])).own
    assert other is not None
    assert "The fists have been counted" in other.why_not
    court.close(1)
    assert floor_shown(court.state, Viewer(seat=WOLF[0])).own is None


@pytest.mark.rule("R-80", "R-127")
@pytest.mark.parametrize("votes_shown", ["open", "sums"])
def test_a_closed_vote_is_open_or_only_sums(votes_shown):
    court = Session((*CAT, *WOLF), {CAT[2]: FINES}, with_settings(votes_shown=votes_shown)).until("explain-1")
    court.choose(CAT[2]).until("vote-1")
    court.vote(1, CAT[0])
    court.vote(1, WOLF[0], favor=False)
    court.do(CountBribes(month=1, cycle=1, house=HouseId("wolf"), votes=2, favor=True))
    court.fists(1, 1).close(1)

    for viewer in (*OTHERS, COURT):
        (heard,) = floor_shown(court.state, viewer).heard
        assert heard.count is not None
        assert (heard.count.favor, heard.count.against, heard.count.assembled) == (4, 3, 5)
        named = {(each.seat, each.favor) for each in heard.count.votes}
        assert named == ({(CAT[0], True), (WOLF[0], False)} if votes_shown == "open" else set())
        assert heard.count.silent == (2 if votes_shown == "open" else 0)
        assert [each.votes for each in heard.count.extra] == ([2] if votes_shown == "open" else [])
        assert heard.outcome == "A majority favors it, 4 to 3; now the Sovereign names who pays."


@pytest.mark.rule("GE-CRT-33")
@pytest.mark.parametrize("seat", [CAT[1], WOLF[0], BEAR[0]])
def test_a_phone_of_the_court_shows_the_pool_of_its_own_house(seat):
    court = three_houses()

    floor = phone_floor(court.state, Viewer(seat=seat))

    assert floor is not None
    assert floor.pool is not None
    assert floor.pool.payer == court.state.seats[seat].house


def test_the_desk_works_with_the_roll():
    court = three_houses().choose(CAT[2]).until("vote-1")
    court.do(CorrectRoll(month=1, player=CAT[1], there=False))
    court.do(CorrectRoll(month=1, player=SeatId("ram-1"), there=True))
    court.vote(1, CAT[0])
    court.fists(1, 2)

    desk = floor_view(court.state, COURT)

    assert desk is not None
    assert desk.vote is not None
    assert [(slot.seat, slot.voted) for slot in desk.roll] == [
        (CAT[0], True),
        (CAT[2], False),
        (WOLF[0], False),
        (WOLF[1], False),
        (BEAR[0], False),
        (SeatId("ram-1"), False),
    ]
    assert (desk.vote.voted, desk.vote.free, desk.vote.fists, desk.vote.needs) == (1, 5, 2, 4)
    assert CAT[1] in [each.seat for each in desk.elsewhere]


@pytest.mark.rule("GE-SOV-23", "GE-SOV-24", "GE-SOV-26", "R-38")
def test_what_is_to_be_decided_stands_on_the_sovereigns_phone_and_moves_with_the_throne():
    court = three_houses()
    cat, wolf = Viewer(seat=CAT[0]), Viewer(seat=WOLF[0])
    assert choosing_view(court.state, cat) is None

    seat_a_player(court)
    assert choosing_view(court.state, cat) == choosing_view(court.state, COURT)
    seat_a_player(court, "wolf")
    assert choosing_view(court.state, cat) is None
    assert choosing_view(court.state, wolf) is not None
    seat_a_player(court, "ram")
    assert choosing_view(court.state, Viewer(seat=SeatId("ram-1"))) is None  # not in the Court


@pytest.mark.rule("GE-CRT-27", "R-78")
def test_what_is_to_be_paid_says_what_is_missing_and_who_would_pay_in_turn():
    court = three_houses()
    court.wins(1, CAT[2])

    view = choosing_view(court.state, COURT)

    assert view is not None
    (to_pay,) = view.to_pay
    assert (to_pay.cost, to_pay.missing, len(to_pay.pools)) == (3, 0, 4)
    assert to_pay.in_turn == (Share(payer="cat", favors=1), Share(payer="wolf", favors=1), Share(payer="bear", favors=1))
    court.do(PayLaw(month=1, cycle=1))
    (heard,) = floor_shown(court.state, HALL).heard
    assert (heard.stand, heard.law, heard.paid) == (
        Stand.PASSED,
        court.state.laws[-1].number,
        "Cat (1 Favor), Wolf (1 Favor) and Bear (1 Favor)",
    )
    assert [(pool.payer, pool.power, pool.favors, pool.full_favors) for pool in floor_shown(court.state, HALL).pools][-1] == (
        THRONE,
        2,
        2,
        2,
    )


def test_the_choice_is_offered_with_its_cost():
    court = three_houses()

    view = choosing_view(court.state, COURT)
    assert view is not None
    assert [(each.author, each.cost) for each in view.waiting] == [(CAT[0], 6), (CAT[1], 6), (CAT[2], 3)]
    assert view.cycle == 1
    court.do(ChooseProposal(month=1, author=CAT[1]))
    after = choosing_view(court.state, COURT)
    assert after is not None
    assert ([each.author for each in after.waiting], after.cycle) == ([CAT[0], CAT[2]], 2)


@pytest.mark.rule("R-38")
def test_a_sovereign_in_the_court_has_half_a_minute_before_the_agent_chooses():
    court = seat_a_player(three_houses(), "cat")
    sovereign = Viewer(seat=court.state.throne.holder)
    began = court.state.clock.rooms[Room.COURT].began_at
    assert began is not None

    half = agent_view(court.state, COURT).half_minute
    assert half is not None
    assert half.deadline - began == timedelta(seconds=30)
    phone = sovereign_floor(court.state, sovereign)
    assert phone is not None
    assert phone.half_minute == half
    assert not agent_view(court.state, COURT).agent

    court.choose(CAT[2])  # the agent chooses with one tap
    assert court.at(1).how is Chosen.AGENT
    assert agent_view(court.state, COURT).half_minute is None
    assert agent_view(court.until("explain-2").state, COURT).half_minute is not None
    court.do(Pause(room=Room.COURT))
    assert agent_view(court.state, COURT).half_minute is None


@pytest.mark.rule("R-38", "R-79")
def test_without_a_sovereign_in_the_court_or_a_proposal_there_is_no_half_minute():
    assert agent_view(three_houses().state, COURT).half_minute is None  # the God Emperor reigns, played by Court Control
    court = seat_a_player(three_houses(cat_3=FINES), "cat").choose(CAT[2])
    assert agent_view(court.until("explain-2").state, COURT).half_minute is None
    assert agent_view(court.state, WAR).half_minute is None


@pytest.mark.rule("R-80")
def test_who_may_be_put_on_the_roll_is_listed_by_how_near_they_are():
    court = three_houses()
    court.do(CorrectRoll(month=1, player=BEAR[0], there=False))

    desk = floor_view(court.state, COURT)

    assert desk is not None
    listed = [each.seat for each in desk.elsewhere]
    assert listed[0] == BEAR[0]
    idle = [seat for seat in listed if choice_of(court.state, court.state.seats[seat]) is None]
    assert listed[1 : 1 + len(idle)] == idle


@pytest.mark.rule("GE-CRT-31", "R-19")
@pytest.mark.parametrize(
    ("paper", "said"),
    [
        (Paper(type="border-watch", values=(("west",),)), "It is in force from month 2 on."),  # same words as on the floor
        (Paper(type="remove", values=(("law-3",),)), "It acts in the Return of month 1."),
    ],
)
def test_whoever_pays_reads_of_a_lasting_law_from_when_it_is_in_force(paper, said):
    court = three_houses(cat_1=paper)
    court.wins(1, CAT[0])

    shown = payment_view(court.state, COURT, 1)

    assert shown is not None
    assert [words for words in shown.follows if "Return" in words or "in force" in words] == [said]


@pytest.mark.rule("GE-CRT-40", "R-82")
def test_whoever_pays_a_tax_reads_when_it_acts_and_from_when_it_is_collected_from():
    court = three_houses(cat_1=Paper(type="tax", values=(("levy",), ("wolf", "bear", "ram"), ())))
    court.wins(1, CAT[0])

    shown = payment_view(court.state, COURT, 1)

    assert shown is not None
    assert "It acts in the Return of month 1, and is collected from that of month 2 on." in shown.follows
