"""Favors of the Court: votes, pools, a cheaper law, the next proposal, an extra proposal (GE-FAV-03, GE-FAV-05, R-133)."""

from __future__ import annotations

import pytest

from control.day.decisions.answers import MakeDecision
from control.day.decisions.questions import open_decisions
from control.day.people.presence import AddPlayer, CheckIn, LeaveForGood
from control.day.people.room_choice import SeatInRoom
from control.day.state import Presence, with_room
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.modules import Command, GameEvent
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.viewer import Viewer
from rooms.court.game.favors import LawCheapened, PoolRaised, ProposalAllowed, VotesAdded, author_named, number_of
from rooms.court.game.floor.cycles import ChooseProposal, ReturnProposal
from rooms.court.game.floor.payment import PayLaw, pools_in_turn
from rooms.court.game.floor.view import floor_shown
from rooms.court.game.floor.view_desk import floor_view
from rooms.court.game.floor.view_phone import phone_floor, wall_floor
from rooms.court.game.proposals.proposal import PROPOSALS, check, window
from rooms.court.game.roll import CorrectRoll
from rooms.court.game.state import Chosen, Stand, court_of, proposals_of_month
from rooms.court.rules.majority import Count
from rooms.court.rules.pool_shares import Share, in_turn
from rooms.realm.bots import using_favors
from rooms.realm.desks import Desk
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.game.favors.effects import DONE, VOID
from rooms.realm.game.favors.requirements import favors_used_in
from rooms.realm.game.favors.use import FavorUsed, FavorVoided, UseFavor, used_words
from rooms.realm.game.laws import law_of
from rooms.realm.game.passed_laws import passed_law
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.game.treasury.power import PowerLost
from rooms.realm.game.view_favors import favors_panel
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId, Phase, Room
from tests.rooms.court.court import BEAR, CAT, FAMINE_AID, FINES, GAME, IMMORTAL, WOLF, Session, three_houses, with_settings
from tests.rooms.court.test_bots import dice
from tests.rooms.court.test_floor import refused, seat_a_player
from tests.rooms.realm.game.play import CHECK_IN, EVERY_DESK, player
from tests.rooms.realm.game.using import card_of, held, kind_with, press, use

CHEAP = Paper(type="fines", values=(("wolf",), ("1",), ("0",)))  # costs 1
TWO = Paper(type="fines", values=(("wolf",), ("1",), ("1",)))  # costs 2
DESK = Viewer(desks=frozenset({Desk.COURT}))


def card(court: Session, effect: str, seat: SeatId, **named: object) -> tuple[GameEvent, ...]:
    """Give the player a card with this effect and use it."""
    return use(court.day, seat, kind_with(court.state, effect), **named)


def no(court: Session, effect: str, seat: SeatId, **named: object) -> str:
    """Return the refusal of such a card. The state stays as it is."""
    court.day.state = held(court.state, seat, kind := kind_with(court.state, effect))
    before = court.state
    with pytest.raises(Refused) as refusal:
        press(court.day, seat, kind, **named)
    assert court.state == before
    return refusal.value.sentence


def of(court: Session, seat: SeatId) -> int:
    """Number by which a card names a player's proposal."""
    return number_of(court.state, court.state.seats[seat])


def updates(**papers: Paper) -> Session:
    """Cat, Wolf and Bear are in the Court in Updates, with sealed proposals."""
    handed = {SeatId(seat.replace("_", "-")): paper for seat, paper in papers.items()}
    return Session((*CAT, *WOLF, *BEAR), handed or {CAT[0]: FAMINE_AID, CAT[1]: IMMORTAL, CAT[2]: FINES})


def voting(**papers: Paper) -> Session:
    return three_houses(**papers).choose(CAT[0]).until("vote-1")


def paying(paper: Paper) -> Session:
    court = three_houses(cat_1=paper)
    court.wins(1, CAT[0])
    return court.until("payment-1")


# --- votes --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-FAV-03", "GE-FAV-05", "R-80", "R-127")
@pytest.mark.parametrize(
    ("effect", "own", "count", "stand"),
    [
        ("votes-1", True, Count(assembled=6, favor=4, against=3), Stand.WON),
        ("votes-2", True, Count(assembled=6, favor=5, against=3), Stand.WON),
        ("votes-1", False, Count(assembled=6, favor=2, against=5), Stand.REJECTED),
        ("votes-2", None, Count(assembled=6, favor=2, against=4), Stand.REJECTED),
    ],
)
def test_a_card_decides_a_vote_with_the_own_vote_and_counts_on_no_side_without_one(effect, own, count, stand):
    court = voting()
    for seat in (CAT[1], CAT[2]):
        court.vote(1, seat)
    assert card(court, effect, CAT[0])[1:] == (VotesAdded(month=1, cycle=1, seat=CAT[0], votes=int(effect[-1])),)
    if own is not None:
        court.vote(1, CAT[0], favor=own)

    closed = court.close(1)

    assert (closed.count, closed.stand) == (count, stand)


@pytest.mark.rule("GE-FAV-03", "R-80")
def test_who_changes_the_vote_carries_the_votes_more_along():
    court = voting()
    for seat in (CAT[1], CAT[2]):
        court.vote(1, seat)
    court.vote(1, CAT[0])
    card(court, "votes-2", CAT[0])
    court.vote(1, CAT[0], favor=False)

    assert court.close(1).count == Count(assembled=6, favor=2, against=6)


@pytest.mark.rule("GE-FAV-03", "R-80")
def test_who_is_taken_off_the_roll_brings_no_votes_more():
    court = voting()
    court.vote(1, CAT[0])
    card(court, "votes-2", CAT[0])
    court.do(CorrectRoll(month=1, player=CAT[0], there=False))

    assert court.close(1).count == Count(assembled=5, favor=0, against=5)


@pytest.mark.rule("GE-FAV-03", "R-80")
def test_they_count_in_that_vote_alone_and_stay_with_what_is_amended():
    court = voting()
    card(court, "votes-2", CAT[0])
    new = PROPOSALS.enter(player=CAT[0], month=1, paper=FINES, reason="misread")
    court.do(new)
    court.vote(1, CAT[0])
    assert court.close(1).count == Count(assembled=6, favor=3, against=5)

    court.choose(CAT[1]).until("vote-2")
    court.vote(2, CAT[0])
    assert court.close(2).count == Count(assembled=6, favor=1, against=5)


@pytest.mark.rule("GE-FAV-03", "R-80")
def test_how_many_they_are_lies_open_everywhere_and_on_which_side_nobody_sees_before_the_close():
    court = voting()
    court.vote(1, CAT[0])
    card(court, "votes-2", CAT[0])
    sides = []
    for favor in (True, False):
        court.vote(1, CAT[0], favor=favor)
        desk, wall, phone = (
            floor_view(court.state, DESK),
            wall_floor(court.state, Viewer()),
            phone_floor(court.state, Viewer(seat=WOLF[0])),
        )
        assert desk is not None
        assert desk.vote is not None
        assert phone is not None
        assert phone.on_floor is not None
        assert (desk.vote.needs, wall.needs) == (5, 5)
        assert desk.vote.extra == ()
        assert [(each.name, each.votes) for each in phone.on_floor.more] == [(court.state.seats[CAT[0]].name, 2)]
        sides.append((desk.shown, wall, phone))
    assert sides[0] == sides[1]
    court.close(1)
    shown = floor_shown(court.state, Viewer()).on_floor
    assert shown is not None
    assert shown.count is not None
    assert [(each.votes, each.favor) for each in shown.count.extra] == [(2, False)]


@pytest.mark.rule("GE-FAV-03", "R-80")
def test_sums_alone_say_nothing_of_the_side_after_the_close_either():
    court = Session((*CAT, *WOLF, *BEAR), {CAT[0]: FAMINE_AID}, with_settings(votes_shown="counts")).until("explain-1")
    court.choose(CAT[0]).until("vote-1").vote(1, CAT[0])
    card(court, "votes-2", CAT[0])
    court.close(1)
    shown = floor_shown(court.state, Viewer()).on_floor
    assert shown is not None
    assert shown.count is not None
    assert shown.count.extra == ()


@pytest.mark.rule("GE-FAV-03", "GE-FAV-04")
def test_who_has_no_vote_by_name_or_no_vote_open_is_refused():
    court = voting()
    court.fists(1, 4)
    assert "fists have been counted" in no(court, "votes-1", CAT[0])
    court.fists(1, 0)
    court.do(CorrectRoll(month=1, player=CAT[0], there=False))
    assert "not assembled" in no(court, "votes-1", CAT[0])
    court.close(1)
    assert no(court, "votes-1", CAT[1]) == "No vote is open now."
    court.until("explain-2")
    assert "in the Court, in Vote" in no(court, "votes-1", CAT[1])

    house = Session((*CAT, *WOLF), {CAT[0]: FAMINE_AID}, with_settings(vote_by="house")).until("explain-1")
    house.choose(CAT[0]).until("vote-1")
    assert "votes for your House" in no(house, "votes-1", CAT[1])


# --- pools --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-FAV-03", "GE-CRT-33", "GE-CRT-35", "R-77", "R-78")
def test_a_raised_pool_pays_more_than_2_power_and_what_is_left_goes_home():
    court = updates()
    assert card(court, "pool-2", CAT[0])[1:] == (PoolRaised(month=1, house=HouseId("cat"), power=2),)
    assert card(court, "pool-1", WOLF[0])[1:] == (PoolRaised(month=1, house=HouseId("wolf"), power=1),)
    assert (court.pools["cat"], court.pools["wolf"], court.pools["bear"]) == ((4, 2), (3, 2), (2, 2))
    shown = {pool.payer: (pool.power, pool.full_power) for pool in floor_shown(court.state, Viewer()).pools}
    assert (shown["cat"], shown["wolf"], shown["bear"]) == ((4, 4), (3, 3), (2, 2))
    court.until("explain-1").wins(1, CAT[1])
    had = court.purses()

    court.do(PayLaw(month=1, cycle=1, shares=(Share(payer="cat", power=3), Share(payer="wolf", power=3))))
    assert court.at(1).stand is Stand.PASSED
    court.day.until(2, Phase.CEREMONY)

    now = court.purses()
    assert (now["cat"] - had["cat"], now["wolf"] - had["wolf"], now["bear"] - had["bear"]) == (1, 0, 2)


@pytest.mark.rule("GE-FAV-03", "R-77")
def test_a_house_without_a_pool_has_nothing_to_raise():
    court = updates()
    floor = replace(court.floor, pools=())
    court.day.state = with_room(court.state, Room.COURT, replace(court_of(court.state), floor=floor))
    assert "has no pool" in no(court, "pool-1", CAT[0])


# --- a cheaper law ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-FAV-03", "GE-CRT-34", "R-78")
@pytest.mark.parametrize(("paper", "cost"), [(FAMINE_AID, 4), (FINES, 1), (TWO, 1)])
def test_the_proposal_that_is_paid_costs_2_less_and_never_less_than_1(paper, cost):
    court = paying(paper)
    assert card(court, "law-cheaper-2", WOLF[0])[1:] == (LawCheapened(month=1, cycle=1, cost=cost),)
    wall, phone, desk = (
        wall_floor(court.state, Viewer()).shown.on_floor,
        phone_floor(court.state, Viewer(seat=BEAR[0])),
        floor_view(court.state, DESK),
    )
    assert wall is not None
    assert phone is not None
    assert phone.on_floor is not None
    assert desk is not None
    (bill,) = desk.choosing.to_pay
    assert {wall.cost, phone.on_floor.cost, bill.cost, sum(each.points for each in bill.in_turn)} == {cost}
    too_much = in_turn(pools_in_turn(court.state), cost + 1) or ()
    assert "1 too much" in refused(court, PayLaw(month=1, cycle=1, shares=too_much))

    court.do(PayLaw(month=1, cycle=1, shares=bill.in_turn))

    assert court.at(1).stand is Stand.PASSED
    assert court.at(1).law is not None
    assert law_of(court.state, court.at(1).law) is not None  # type: ignore[arg-type]  # it is law
    passed = passed_law(court.state, court.at(1).law)  # type: ignore[arg-type]
    assert passed is not None
    assert passed.cost == cost


@pytest.mark.rule("GE-FAV-03")
def test_without_a_proposal_that_is_paid_or_at_the_least_cost_it_is_refused():
    assert no(paying(CHEAP), "law-cheaper-2", WOLF[0]) == "It costs 1, and that is the least."
    court = voting()
    court.close(1)
    assert no(court.until("payment-1"), "law-cheaper-2", WOLF[0]) == "No proposal is being paid now."
    assert no(three_houses().until("payment-1"), "law-cheaper-2", WOLF[0]) == "No proposal is being paid now."


# --- the next proposal --------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-FAV-03", "GE-SOV-23", "R-79", "R-128")
def test_what_was_named_is_the_next_before_the_court_and_the_sovereign_chooses_after_it():
    court = updates()
    card(court, "choose-proposal", WOLF[0], number=of(court, CAT[2]))
    card(court, "choose-proposal", BEAR[0], number=of(court, CAT[1]))
    name = court.state.seats[CAT[2]].name
    assert f"the proposal of {name} (Cat)" in used_words(court.state, favors_used_in(court.state, 1)[0])
    seat_a_player(court.until("explain-1"))

    assert [(each.cycle, each.author, each.how) for each in court.floor.cycles] == [
        (1, CAT[2], Chosen.FAVOR),
        (2, CAT[1], Chosen.FAVOR),
    ]
    assert "A Favor put it there" in refused(court, ReturnProposal(month=1, author=CAT[1], seat=CAT[0]), player(CAT[0]))
    court.do(ChooseProposal(month=1, author=CAT[0], seat=CAT[0]), player(CAT[0]))
    assert court.at(3).author == CAT[0]
    court.do(ReturnProposal(month=1, author=CAT[1]))  # Court Control corrects


@pytest.mark.rule("GE-FAV-03", "GE-FAV-06")
def test_a_card_whose_proposal_was_never_handed_in_goes_back_and_does_not_count():
    court = updates(cat_1=FAMINE_AID)
    card(court, "choose-proposal", WOLF[0], number=of(court, CAT[2]))
    used = favors_used_in(court.state, 1)[0].card
    court.until("explain-1")

    assert [each.card for each in court.day.happened if isinstance(each, FavorVoided)] == [used]
    assert used in court.state.seats[WOLF[0]].purse.favors
    assert favors_used_in(court.state, 1) == ()
    assert court.floor.cycles == ()


@pytest.mark.rule("GE-FAV-06", "R-110", "R-135")
@pytest.mark.parametrize(("drawn", "back"), [(0, WOLF[0]), (1, WOLF[0]), (2, BEAR[0])], ids=["discards", "deck", "drawn"])
def test_a_card_without_its_proposal_goes_back_out_of_a_refilled_deck_too_but_not_out_of_a_hand(drawn: int, back: SeatId):
    """One card was discarded before it; Bear draws after the refill."""
    court = updates(cat_1=FAMINE_AID)
    court.day.state = replace(court.state, favor_deck=(), favor_discards=court.state.favor_deck[:1])
    card(court, "choose-proposal", WOLF[0], number=of(court, CAT[2]))
    used = favors_used_in(court.state, 1)[0].card
    if drawn:
        court.do(GiveFavors(seat=BEAR[0], count=drawn, reason="a prize"))

    court.until("explain-1")

    assert [seat.id for seat in court.state.seats.values() if used in seat.purse.favors] == [back]
    assert used not in (*court.state.favor_deck, *court.state.favor_discards)
    assert favors_used_in(court.state, 1) == ()
    (voided,) = (each for each in court.day.happened if isinstance(each, FavorVoided))
    assert voided.holder == (back if back == WOLF[0] else None)
    assert ("goes back to" in GAME.explain(voided, court.state)) is (back == WOLF[0])


def dead(seat: SeatId) -> Command:
    return AdjustWounds(player=seat, before=0, wounds=3, reason="a fall")


def away(seat: SeatId) -> Command:
    return CheckIn(seat=seat, before=Presence.PRESENT, presence=Presence.ABSENT)


NAMED = {  # commands after Wolf 1's card; is Cat 3's proposal heard; seat that gets the card back
    "the author dies": ([dead(CAT[2])], True, None),
    "the author is absent": ([away(CAT[2])], True, None),
    "the author leaves": ([LeaveForGood(seat=CAT[2])], False, WOLF[0]),
    "the author sits elsewhere": ([SeatInRoom(player=CAT[2], month=1, room=Room.WAR)], False, WOLF[0]),
    "a mate of higher rank dies": ([dead(CAT[0])], True, None),
    "who named it dies": ([dead(WOLF[0])], True, None),
    "who named it leaves": ([LeaveForGood(seat=WOLF[0])], True, None),
    "who named it dies, and the author leaves": ([dead(WOLF[0]), LeaveForGood(seat=CAT[2])], False, WOLF[1]),
    "another comes": ([SeatInRoom(player=SeatId("cat-4"), month=1, room=Room.COURT)], True, None),
}


@pytest.mark.rule("GE-FAV-03", "GE-FAV-06", "R-139", "R-03", "R-16", "R-06")
@pytest.mark.parametrize("name", NAMED)
def test_a_card_stands_while_the_proposal_that_it_named_is_possible_and_else_goes_back(name: str):
    commands, heard, back = NAMED[name]
    court = updates()
    card(court, "choose-proposal", WOLF[0], number=of(court, CAT[2]))
    used = court.state.favors_used[0].card

    for command in commands:
        court.do(command, EVERY_DESK)
    court.until("explain-1")

    assert [each.author for each in court.floor.cycles if each.how is Chosen.FAVOR] == ([CAT[2]] if heard else [])
    assert next((seat.id for seat in court.state.seats.values() if used in seat.purse.favors), None) == back


@pytest.mark.rule("GE-FAV-03")
def test_only_those_here_who_may_propose_are_named_and_each_once():
    court = updates()
    court.day.state = held(court.state, WOLF[0], kind_with(court.state, "choose-proposal"))
    panel = favors_panel(court.state, Viewer(seat=WOLF[0]))
    assert panel is not None
    assert [choice.value for choice in panel.cards[0].fields[0].choices] == [str(of(court, seat)) for seat in CAT]
    assert "may propose" in no(court, "choose-proposal", WOLF[0], number=of(court, WOLF[1]))
    card(court, "choose-proposal", WOLF[0], number=of(court, CAT[0]))
    assert "names this proposal already" in no(court, "choose-proposal", BEAR[0], number=of(court, CAT[0]))

    one = Session((*CAT, *WOLF, *BEAR), {}, with_settings(proposals_per_month=1))
    card(one, "choose-proposal", WOLF[0], number=of(one, CAT[0]))
    assert "No cycle" in no(one, "choose-proposal", BEAR[0], number=of(one, CAT[1]))


# --- an extra proposal --------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-FAV-03", "GE-CRT-05", "R-76")
def test_who_may_not_propose_hands_one_in_by_the_card_for_that_month():
    court = updates()
    assert not window(court.state, WOLF[0]).open
    assert card(court, "extra-proposal", WOLF[0])[1:] == (ProposalAllowed(month=1, seat=WOLF[0]),)
    assert window(court.state, WOLF[0]).open
    assert not window(court.state, WOLF[1]).open
    check(court.state, WOLF[0], FAMINE_AID)
    with pytest.raises(Refused):
        check(court.state, WOLF[1], FAMINE_AID)
    court.papers[WOLF[0]] = FAMINE_AID
    court.until("explain-1").choose(WOLF[0])

    assert court.at(1).author == WOLF[0]
    assert not window(court.state, WOLF[0]).open
    court.day.until(2, Phase.PLANNING)
    assert court.state.court is not None
    assert court.state.seats[WOLF[0]].house in court.state.court.may_propose or not window(court.state, WOLF[0]).open


@pytest.mark.rule("GE-FAV-03", "R-16")
def test_the_card_is_no_use_to_who_was_seated_late():
    court, late = updates(), SeatId("ram-1")
    court.do(SeatInRoom(player=late, month=1, room=Room.COURT))

    with pytest.raises(Refused, match="has no proposal this month"):
        card(court, "extra-proposal", late)


@pytest.mark.rule("GE-FAV-03", "R-16")
def test_court_control_enters_by_hand_what_such_a_player_wrote_on_paper():
    court = updates()
    card(court, "extra-proposal", WOLF[0])
    court.until("explain-1").do(PROPOSALS.enter(player=WOLF[0], month=1, paper=FAMINE_AID, reason="on paper"))
    assert [each.seat for each in proposals_of_month(court.state)] == [*CAT, WOLF[0]]


@pytest.mark.rule("GE-FAV-03", "C-06")
def test_a_second_one_of_a_player_goes_by_court_control_who_may_give_the_card_back():
    court = updates(cat_1=FINES)
    card(court, "extra-proposal", CAT[0])
    (asked,) = open_decisions(court.state)
    assert asked.desk == Desk.COURT
    court.until("explain-1").do(PROPOSALS.enter(player=CAT[1], month=1, paper=FAMINE_AID, reason="the second of the House"))
    court.do(MakeDecision(decision=asked.id, option=DONE))
    assert [each.seat for each in proposals_of_month(court.state)] == [CAT[0], CAT[1]]

    other = updates(cat_1=FINES)
    card(other, "extra-proposal", CAT[0])
    other.do(MakeDecision(decision=open_decisions(other.state)[0].id, option=VOID))
    assert favors_used_in(other.state, 1) == ()


# --- effects carried out by the realm and by desks ----------------------------------------------------------------------


@pytest.mark.rule("GE-FAV-03", "GE-FAV-04", "GE-FAV-05", "R-06")
def test_power_is_taken_in_debate_and_a_desk_decides_what_only_it_can():
    court = three_houses().choose(CAT[0]).until("explain-1")
    wolf = court.state.seats[WOLF[0]]
    court.day.state = replace(court.state, seats={**court.state.seats, WOLF[0]: replace(wolf, purse=replace(wolf.purse, power=2))})
    kind = kind_with(court.state, "take-power-1", "court:debate")
    court.day.state = held(court.state, CAT[0], kind)
    assert "in the Court, in Debate" in refused(
        court, UseFavor(seat=CAT[0], card=card_of(court.state, CAT[0], kind), month=1, target=HouseId("wolf")), player(CAT[0])
    )
    court.until("debate-1")
    assert any(isinstance(each, PowerLost) and each.seat == WOLF[0] for each in press(court.day, CAT[0], kind, target="wolf"))

    use(court.day, CAT[1], kind_with(court.state, "decision:court", "court:debate"))
    (asked,) = open_decisions(court.state)
    assert asked.desk == Desk.COURT
    court.do(MakeDecision(decision=asked.id, option=DONE))
    assert open_decisions(court.state) == ()


@pytest.mark.rule("GE-FAV-03")
@pytest.mark.parametrize(
    ("effect", "court", "seat"),
    [
        ("votes-2", voting, CAT[0]),
        ("pool-2", updates, CAT[0]),
        ("law-cheaper-2", lambda: paying(FAMINE_AID), WOLF[0]),
        ("extra-proposal", updates, WOLF[0]),
    ],
)
def test_what_is_decided_is_what_comes_about(effect, court, seat):
    session = court()
    kind = kind_with(session.state, effect)
    session.day.state = held(session.state, seat, kind)
    asked = DecisionContext(by=player(seat), at=session.day.now)
    foreseen = GAME.decided(session.state, UseFavor(seat=seat, card=card_of(session.state, seat, kind), month=1), asked)
    folded = session.state
    for happened in foreseen.events:
        assert GAME.explain(happened, folded).endswith((".", '"', "”"))
        folded = GAME.evolve(folded, happened)
    assert folded == foreseen.state
    press(session.day, seat, kind)
    assert session.state == foreseen.state
    assert GAME.broken(session.state) == ()


@pytest.mark.rule("GE-FAV-03")
def test_what_is_folded_onto_another_floor_is_noted_and_does_nothing():
    court = three_houses()
    for happened in (PoolRaised(month=1, house=HouseId("ram"), power=2), LawCheapened(month=1, cycle=1, cost=2)):
        assert GAME.evolve(court.state, happened) != court.state
        assert GAME.broken(GAME.evolve(court.state, happened))
        assert GAME.explain(happened, court.state)


# --- bots ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-FAV-06")
def test_a_bot_uses_a_card_now_and_then_the_same_by_the_same_dice_and_does_its_own_first():
    court = updates()
    court.day.state = held(court.state, WOLF[0], kind_with(court.state, "choose-proposal"), kind_with(court.state, "pool-1"))
    favoring = using_favors()
    found = [favoring(court.state, WOLF[0], dice(seed)) for seed in range(400)]
    used = [each for each in found if each is not None]
    assert 15 < len(used) < 80
    assert found[:50] == [favoring(court.state, WOLF[0], dice(seed)) for seed in range(50)]
    assert len({each.card for each in used if isinstance(each, UseFavor)}) == 2
    for command in used:
        state = court.state
        assert isinstance(court.do(command, player(WOLF[0]))[0], FavorUsed)
        court.day.state = state

    first = ChooseProposal(month=1, author=CAT[0])
    assert all(using_favors(lambda *_each: first)(court.state, WOLF[0], dice(seed)) == first for seed in range(50))
    assert all(favoring(court.state, CAT[1], dice(seed)) is None for seed in range(50))


@pytest.mark.rule("GE-FAV-03", "R-03")
def test_the_proposal_that_a_card_named_is_the_same_whoever_comes_meanwhile():
    court = updates()
    card(court, "choose-proposal", WOLF[0], number=of(court, CAT[2]))
    (used,) = court.state.favors_used
    before = author_named(court.state, used)
    court.day.do(AddPlayer(team=HouseId("bear"), name="Nia"), CHECK_IN)
    assert author_named(court.state, used) == before == CAT[2]
