"""Payments of a House: whose purses pay and which Favors go, by rank and age or as the House has said before (R-06, R-136)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from control.day.clock.phases import EndPhase, SetClock
from control.day.decisions.questions import open_decisions
from control.day.people.presence import CheckIn, LeaveForGood
from control.day.people.room_choice import ChooseRoom
from control.day.state import Presence
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.viewer import Viewer
from rooms.court.game.duel.stake import parts_of, pay_part_of_stake
from rooms.court.game.duel.state import Challenge, Stake
from rooms.court.game.state import Penalty
from rooms.court.game.uprising.punishment import _penalty_events
from rooms.realm.desks import Desk
from rooms.realm.game.deaths.death import put_to_death
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.game.hostages.commands import ReleaseHostage
from rooms.realm.game.hostages.custody import take_events as hostages_taken
from rooms.realm.game.records import Hostage
from rooms.realm.game.scheme_effects.scheme import may_choose_now
from rooms.realm.game.scheme_effects.strike import power_of as taken_by_scheme
from rooms.realm.game.treasury.payment import FavorsNamed, NameFavors, NamePayers, favors_by_loss, kind_of, members_by_payment
from rooms.realm.game.treasury.transfers import PassOn
from rooms.realm.game.view_payment import TypedPayment, favors_at_desk, payers_at_desk, payment
from rooms.realm.scenario.ids import CardId, HouseId, LawId, Phase, Room
from tests.rooms.realm.game.dying import happens
from tests.rooms.realm.game.passing import in_court, law
from tests.rooms.realm.game.play import CAT_1, CAT_2, CEREMONY, COURT_CONTROL, EVERY_DESK, ORGANIZER, WOLF_1, Day, player
from tests.rooms.realm.game.scheming import completes
from tests.rooms.realm.game.test_deeds import purse, turned, untaxed, with_purses
from tests.rooms.realm.game.using import held, kind_with, use

CAT, WOLF = HouseId("cat"), HouseId("wolf")
CAT_3, CAT_4 = SeatId("cat-3"), SeatId("cat-4")


def named(day: Day, *seats: SeatId, power_first: bool = False) -> Day:
    """Name the payers of House Cat, on the phone of its rank 1."""
    day.do(NamePayers(seat=CAT_1, payers=seats, power_first=power_first), player(CAT_1))
    return day


def cards(day: Day, seat: SeatId) -> tuple[CardId, ...]:
    return day.state.seats[seat].purse.favors


def chosen(day: Day, seat: SeatId = CAT_1, count: int = 4) -> CardId:
    """Give the player this many different Favors and let the newest go first. Return that card."""
    kinds = [each.id for each in day.state.scenario.favors][-count:]
    day.state = held(day.state, seat, *kinds)
    day.do(NameFavors(seat=seat, favors=(kinds[-1],)), player(seat))
    return cards(day, seat)[-1]


# --- in every way to pay ------------------------------------------------------------------------------------------------


def fined(day: Day) -> None:
    law(day, "fines", "cat", "1", "1", by=WOLF_1)
    turned(day)


def tariff(day: Day) -> None:
    law(day, "tariffs", "cat", "wolf", "1", "1", by=WOLF_1)
    turned(day)


def captured(day: Day) -> None:
    happens(day, *hostages_taken(day.state, WOLF, CAT, why="a scheme", rule="GE-UND-08"))


def by_cards(day: Day) -> None:
    day.until(2, Phase.PLANNING)
    use(day, WOLF_1, kind_with(day.state, "take-power-1"), target=CAT)
    use(day, SeatId("wolf-2"), kind_with(day.state, "take-favor"), target=CAT)


WAYS: dict[str, Callable[[Day], None]] = {
    "Fines": fined,
    "Tariffs": tariff,
    "a hostage": captured,
    "Favors that take": by_cards,
}


@pytest.mark.rule("R-06", "R-136", "GE-CRT-38", "GE-CRT-39", "GE-CER-19")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("say", "left"),
    [
        ((), ((2, 2), (3, 3), (3, 3))),
        ((CAT_2,), ((3, 3), (2, 2), (3, 3))),
        ((CAT_3, CAT_2), ((3, 3), (3, 3), (2, 2))),
    ],
    ids=["by rank", "rank 2 named", "rank 3 before rank 2"],
)
def test_a_house_pays_from_whom_it_has_named(way: str, say: tuple[SeatId, ...], left: tuple[tuple[int, int], ...]):
    day = with_purses(untaxed(), cat_1=(3, 3), cat_2=(3, 3), cat_3=(3, 3))
    if say:
        named(day, *say)

    WAYS[way](day)

    assert tuple(purse(day, each) for each in (CAT_1, CAT_2, CAT_3)) == left


@pytest.mark.rule("R-136", "R-135")
@pytest.mark.parametrize("way", WAYS)
def test_the_loser_chooses_which_favor_goes(way: str):
    day = with_purses(untaxed(), cat_1=(3, 0))
    card = chosen(day)

    WAYS[way](day)

    assert card not in cards(day, CAT_1)
    assert len(cards(day, CAT_1)) == 3


@pytest.mark.rule("R-06", "R-07", "R-132", "GE-UND-04")
@pytest.mark.parametrize(
    ("due", "parts"),
    [(1, {CAT_3: 1}), (2, {CAT_3: 1, CAT_1: 1}), (4, {CAT_3: 1, CAT_1: 2, CAT_2: 1}), (9, {CAT_3: 1, CAT_1: 2, CAT_2: 3})],
)
def test_what_the_named_lack_the_others_pay_by_rank_and_the_rest_is_forgiven(due: int, parts: dict[SeatId, int]):
    day = named(with_purses(in_court(), cat_1=(2, 0), cat_2=(3, 0), cat_3=(1, 0)), CAT_3)

    assert {each.seat: each.power for each in taken_by_scheme(day.state, CAT, due)} == parts


@pytest.mark.rule("R-08", "R-84", "GE-CRT-42")
@pytest.mark.parametrize(("power_first", "left"), [(False, (2, 0)), (True, (1, 1))])
def test_a_toll_takes_a_power_where_the_house_says_so(power_first: bool, left: tuple[int, int]):
    day = untaxed()
    law(day, "border-watch", "west")
    with_purses(day.until(2, Phase.PLANNING), cat_1=(2, 1))
    if power_first:
        named(day, power_first=True)
    day.do(ChooseRoom(seat=CAT_1, month=2, room=Room.UNDERGROUND, table="west"), by=player(CAT_1))

    day.until(2, Phase.ACTION)

    assert purse(day, CAT_1) == left


@pytest.mark.rule("R-08", "R-06", "GE-CRT-75")
def test_a_tax_that_nobody_answers_is_paid_as_the_house_says():
    day = named(with_purses(in_court(), cat_1=(2, 1), cat_2=(1, 1)), CAT_2, power_first=True).until(1, Phase.RETURN)
    assert [each.default for each in open_decisions(day.state) if each.team == CAT] == ["power"]

    turned(day)

    assert (purse(day, CAT_1), purse(day, CAT_2)) == ((2, 1), (0, 1))


@pytest.mark.rule("R-20", "R-08", "R-122")
def test_a_return_that_comes_again_asks_no_debtor_and_opens_no_choice():
    """No month acts twice, so an answer now would have no effect."""
    day = turned(with_purses(in_court(), cat_1=(5, 3)))
    day.do(SetClock(month=1, phase=Phase.ACTION, seconds=60), by=ORGANIZER)
    day.do(EndPhase(month=1, phase=Phase.ACTION), by=ORGANIZER)

    assert (day.state.clock.month, day.state.clock.phase) == (1, Phase.RETURN)
    assert purse(day, CAT_1)[1] > 0  # Cat could pay with either
    assert [each for each in open_decisions(day.state) if each.team == CAT] == []
    assert not may_choose_now(day.state)


@pytest.mark.rule("R-103", "R-06", "R-136", "GE-CRT-95")
def test_a_stake_is_paid_from_the_losers_purse_first_whoever_is_named():
    day = named(with_purses(in_court(), cat_1=(2, 2), cat_2=(2, 2), cat_4=(1, 1)), CAT_2)
    stake = Stake(power=2, favors=2)
    duel = Challenge(number=1, month=1, challenger=CAT_4, target=WOLF_1, stake=stake)

    for part in parts_of(stake):
        winner, loser = day.state.seats[WOLF_1], day.state.seats[CAT_4]
        happens(day, *pay_part_of_stake(day.state, duel, part, winner, loser, DecisionContext(by=COURT_CONTROL, at=day.now)))

    assert [purse(day, each) for each in (CAT_1, CAT_2, CAT_4)] == [(2, 2), (1, 1), (0, 0)]


@pytest.mark.rule("R-136", "R-106", "R-81")
def test_a_punishment_takes_the_favor_that_its_player_has_named():
    day = with_purses(in_court())
    card = chosen(day)

    happens(day, *_penalty_events(day.state, day.state.seats[CAT_1], Penalty.FAVORS, 1, "rose", day.now))

    assert card not in cards(day, CAT_1)


# --- how long a choice lasts --------------------------------------------------------------------------------------------


@pytest.mark.rule("R-06", "R-139", "R-03")
def test_named_payers_who_are_dead_or_gone_are_passed_over():
    day = named(with_purses(in_court(), cat_1=(3, 0), cat_2=(3, 0), cat_3=(3, 0)), CAT_2, CAT_3)
    happens(day, *put_to_death(day.state, CAT_2, why="slain", rule="R-139"))
    day.do(LeaveForGood(seat=CAT_3), by=EVERY_DESK)

    assert [(each.seat, each.power) for each in taken_by_scheme(day.state, CAT, 2)] == [(CAT_1, 2)]
    assert CAT_3 not in {seat.id for seat in members_by_payment(day.state, CAT)}


@pytest.mark.rule("R-136")
def test_a_named_favor_that_was_passed_on_goes_no_more():
    day = with_purses(in_court())
    card = chosen(day, count=3)
    day.do(PassOn(seat=CAT_1, to=CAT_2, favors=(card,)), player(CAT_1))

    day.do(GiveFavors(seat=CAT_1, count=-1, reason="a fine"), by=CEREMONY)
    assert len(cards(day, CAT_1)) == 1
    day.do(PassOn(seat=CAT_2, to=CAT_1, favors=(card,)), player(CAT_2))

    assert favors_by_loss(day.state.seats[CAT_1])[0] == card  # it is back, and its choice still counts


@pytest.mark.rule("R-06")
def test_saying_nothing_again_lets_the_house_pay_by_rank():
    day = named(with_purses(in_court(), cat_1=(3, 0), cat_2=(3, 0)), CAT_2)

    named(day)

    assert [seat.id for seat in members_by_payment(day.state, CAT)][:2] == [CAT_1, CAT_2]


# --- who may choose, and refusals ---------------------------------------------------------------------------------------


@pytest.mark.rule("R-06")
def test_the_speaker_of_the_house_names_payers_on_the_phone_and_any_house_desk_does():
    day = in_court()
    with pytest.raises(Refused, match="answers for your House"):
        day.do(NamePayers(seat=CAT_2, payers=(CAT_3,)), player(CAT_2))
    day.do(CheckIn(seat=CAT_1, before=Presence.PRESENT, presence=Presence.ABSENT), by=EVERY_DESK)

    day.do(NamePayers(seat=CAT_2, payers=(CAT_3,)), player(CAT_2))
    day.do(NamePayers(seat=CAT_4, payers=(CAT_2,)), by=COURT_CONTROL)

    assert members_by_payment(day.state, CAT)[0].id == CAT_2


BAD: dict[str, tuple[tuple[SeatId, ...], str]] = {
    "of another House": ((WOLF_1,), "Choose payers of House Cat from the list."),
    "nobody": ((SeatId("cat-99"),), "Choose payers of House Cat from the list."),
    "twice": ((CAT_2, CAT_2), "is named twice; choose each payer once."),
    "too many": ((CAT_1, CAT_2, CAT_3, CAT_4), "Choose payers of House Cat from the list."),
}


@pytest.mark.rule("R-06")
@pytest.mark.parametrize("bad", BAD)
def test_bad_payers_are_refused_in_one_sentence(bad: str):
    day = in_court()
    seats, sentence = BAD[bad]

    with pytest.raises(Refused) as no:
        named(day, *seats)

    assert sentence in no.value.sentence
    assert day.state.payments == {}


@pytest.mark.rule("R-06", "R-136")
def test_what_stands_so_already_is_said():
    day = named(with_purses(in_court(), cat_1=(0, 2)), CAT_2)

    with pytest.raises(Stale, match="pays so already"):
        named(day, CAT_2)
    with pytest.raises(Stale, match="in that order already"):
        day.do(NameFavors(seat=CAT_1), player(CAT_1))


@pytest.mark.rule("R-136", "R-135")
def test_a_favor_that_nobody_holds_is_refused_and_the_journal_names_no_card():
    day = with_purses(in_court(), cat_1=(0, 3))
    there = {kind_of(card) for card in cards(day, CAT_1)}
    other = next(each.id for each in day.state.scenario.favors if each.id not in there)
    with pytest.raises(Refused, match="holds no further"):
        day.do(NameFavors(seat=CAT_1, favors=(other,)), by=COURT_CONTROL)

    card = chosen(day)
    event = day.happened[-1]

    name = next(each.name for each in day.state.scenario.favors if each.id == kind_of(card))
    assert isinstance(event, FavorsNamed)
    assert name not in day.game.explain(event, day.state)


# --- what is shown ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-06", "R-136", "R-17")
def test_the_phone_shows_the_form_to_who_speaks_and_the_own_hand_alone():
    day = with_purses(in_court(), cat_1=(1, 3), cat_2=(1, 1))

    one, two = (payment(day.state, Viewer(seat=each)) for each in (CAT_1, CAT_2))

    assert (one.may_name, two.may_name) == (True, False)
    assert one.payers.now == two.payers.now == "By rank, a Favor before a Power."
    assert one.favors is not None
    assert len(one.favors.places) == 2
    assert two.favors is None


@pytest.mark.rule("R-06")
def test_what_was_typed_stays_in_the_form_after_a_refusal():
    day = in_court()

    shown = payment(day.state, Viewer(seat=CAT_1), TypedPayment(form="payers", named=(CAT_2, CAT_2), power_first=True)).payers

    assert [[each.value for each in place.choices if each.chosen] for place in shown.places] == [[CAT_2], [CAT_2], []]
    assert (shown.power_first, shown.unfolded) == (True, True)


@pytest.mark.rule("R-135", "R-136")
def test_a_desk_is_not_shown_the_hand():
    rich, poor = with_purses(in_court(), cat_1=(1, 4)), with_purses(in_court(), cat_1=(1, 0))
    desk = Viewer(desks=frozenset({Desk.CEREMONY}))

    assert favors_at_desk(rich.state, desk, CAT_1) == favors_at_desk(poor.state, desk, CAT_1)
    assert payers_at_desk(rich.state, Viewer(seat=WOLF_1), CAT_1) is None


@pytest.mark.rule("R-05", "R-06")
def test_a_house_with_one_purse_names_nobody():
    day = in_court()
    scenario = replace(day.state.scenario, settings=replace(day.state.scenario.settings, holdings="house"))
    day.state = replace(day.state, scenario=scenario)

    with pytest.raises(Refused, match="one purse"):
        named(day, CAT_2)
    assert payment(day.state, Viewer(seat=CAT_1)).payers.places == ()


# --- cases of the rulebook, one by one --------------------------------------------------------------------------------------

Held = tuple[tuple[int, int], ...]  # Power and Favors of Cat's ranks 1 to 3
PAYS: dict[str, tuple[Held, tuple[SeatId, ...], list[tuple[str, str]], Held]] = {  # purses before; payers named; fines; purses then
    "rank 1 has it": (((5, 0), (5, 0), (5, 0)), (), [("3", "0")], ((2, 0), (5, 0), (5, 0))),
    "the next rank has the rest": (((2, 0), (5, 0), (5, 0)), (), [("3", "0")], ((0, 0), (4, 0), (5, 0))),
    "three purses": (((1, 0), (1, 0), (5, 0)), (), [("3", "0")], ((0, 0), (0, 0), (4, 0))),
    "the rest is forgiven": (((1, 0), (1, 0), (0, 0)), (), [("9", "0")], ((0, 0), (0, 0), (0, 0))),
    "nothing is there": (((0, 0), (0, 0), (0, 0)), (), [("9", "9")], ((0, 0), (0, 0), (0, 0))),
    "rank 3 is named": (((5, 0), (5, 0), (2, 0)), (CAT_3,), [("3", "0")], ((4, 0), (5, 0), (0, 0))),
    "ranks 3 and 2 are named": (((5, 0), (1, 0), (1, 0)), (CAT_3, CAT_2), [("3", "0")], ((4, 0), (0, 0), (0, 0))),
    "who is named has nothing": (((5, 0), (5, 0), (0, 0)), (CAT_3,), [("1", "0")], ((4, 0), (5, 0), (0, 0))),
    "what is named stands": (((5, 0), (5, 0), (5, 0)), (CAT_2,), [("3", "0"), ("3", "0")], ((4, 0), (0, 0), (5, 0))),
    "Favors by rank": (((0, 1), (0, 3), (0, 0)), (), [("0", "2")], ((0, 0), (0, 2), (0, 0))),
    "Favors of who is named": (((0, 1), (0, 3), (0, 0)), (CAT_2,), [("0", "2")], ((0, 1), (0, 1), (0, 0))),
    "each kind from its own purse": (((0, 2), (2, 0), (0, 0)), (), [("1", "1")], ((0, 1), (1, 0), (0, 0))),
    "Power for Favors": (((3, 1), (3, 0), (0, 0)), (), [("1", "4")], ((0, 0), (2, 0), (0, 0))),
    "Favors for Power": (((1, 3), (0, 3), (0, 0)), (), [("4", "1")], ((0, 0), (0, 2), (0, 0))),
    "neither makes up for more than there is": (((1, 0), (0, 1), (0, 0)), (), [("3", "0"), ("0", "3")], ((0, 0), (0, 0), (0, 0))),
    "the other kind of who is named": (((3, 0), (3, 0), (0, 1)), (CAT_3,), [("0", "3")], ((1, 0), (3, 0), (0, 0))),
    "two fines, the second finds less": (((2, 0), (0, 2), (0, 0)), (), [("2", "0"), ("2", "0")], ((0, 0), (0, 0), (0, 0))),
}


@pytest.mark.rule("R-06", "R-136", "R-81", "R-07", "GE-CRT-38")
@pytest.mark.parametrize("name", PAYS)
def test_who_pays_a_fine(name: str):
    before, payers_named, fines, after = PAYS[name]
    day = with_purses(untaxed(), cat_1=before[0], cat_2=before[1], cat_3=before[2])
    if payers_named:
        named(day, *payers_named)
    for power, favors in fines:
        law(day, "fines", "cat", power, favors, by=WOLF_1)

    turned(day)

    assert tuple(purse(day, each) for each in (CAT_1, CAT_2, CAT_3)) == after


def of_cat(day: Day) -> list[SeatId]:
    return [seat.id for seat in day.state.seats.values() if seat.house == CAT]


def all_dead(day: Day) -> Day:
    for seat in of_cat(day):
        happens(day, *put_to_death(day.state, seat, why="shot", rule="R-95", at=day.now))
    return day


def hostage(number: int, of: HouseId, holder: HouseId) -> Hostage:
    return Hostage(id=number, of=of, holder=holder, power=1, since=1)


def by_tariff(day: Day) -> None:
    law(day, "tariffs", "wolf", "cat", "1", "1", by=WOLF_1)


def by_aid(day: Day) -> None:
    law(day, "financial-aid", "cat", "1", "1", "0", by=WOLF_1)


def by_release(day: Day) -> None:
    day.state = replace(day.state, hostages=(hostage(90, CAT, WOLF),), last_hostage=90)
    day.do(ReleaseHostage(seat=WOLF_1, hostage=90), by=player(WOLF_1))


def by_law_of_hostages(day: Day) -> None:
    day.state = replace(day.state, hostages=(hostage(90, CAT, WOLF),), last_hostage=90)
    law(day, "hostages", "release", "wolf", (), "1", (), by=WOLF_1)


def by_annulled_law(day: Day) -> None:
    held_by_law = replace(hostage(90, CAT, WOLF), law=LawId("law-7"))
    day.state = replace(day.state, hostages=(held_by_law,), last_hostage=90)
    law(day, "remove", "law-7", by=WOLF_1)


def by_scheme(day: Day) -> None:
    completes(day, "spread-rumors", "snake", by="cat-1")


NOBODY: dict[str, tuple[Callable[[Day], None], tuple[int, int]]] = {
    "Tariffs": (by_tariff, (1, 1)),
    "Financial Aid": (by_aid, (1, 1)),
    "a hostage that is released": (by_release, (1, 0)),
    "a hostage that a law frees": (by_law_of_hostages, (1, 0)),
    "a hostage of a law that falls": (by_annulled_law, (1, 0)),
    "what a scheme takes": (by_scheme, (1, 0)),
}


@pytest.mark.rule("R-06", "R-139", "R-122", "R-93", "R-99")
@pytest.mark.parametrize("before", [False, True], ids=["dies afterwards", "is dead by then"])
@pytest.mark.parametrize("way", NOBODY)
def test_what_a_house_gains_of_which_nobody_lives_is_there_when_its_rank_1_comes_back(way: str, before: bool):
    gain, got = NOBODY[way]
    day = with_purses(untaxed(), wolf_1=(3, 3), snake_1=(3, 0))
    if before:
        all_dead(day)
    gain(day)
    if not before and way != "a hostage that is released":  # a released hostage's Power would be inherited
        all_dead(day)
    turned(day)

    (first,) = [seat for seat in of_cat(day) if day.state.seats[seat].rank == 1]
    assert purse(day, first) == got
    assert sum(purse(day, seat)[0] for seat in of_cat(day)) == got[0]
    day.until(2, Phase.PLANNING)
    assert all(day.state.seats[seat].died is None for seat in of_cat(day))
    assert purse(day, first) == got


@pytest.mark.rule("R-06", "R-07", "R-143")
@pytest.mark.parametrize(("way", "left"), [(fined, (2, 2)), (captured, (2, 2))])
def test_a_house_of_which_nobody_lives_pays_out_of_what_it_gained_meanwhile(way: Callable[[Day], None], left: tuple[int, int]):
    day = all_dead(with_purses(untaxed()))
    (first,) = [seat for seat in of_cat(day) if day.state.seats[seat].rank == 1]
    with_purses(day, **{first.replace("-", "_"): (3, 3)})

    way(day)

    assert purse(day, first) == left
