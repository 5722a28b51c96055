"""Weddings: Priests, agreement, the ceremony, and the hostages that follow."""

from __future__ import annotations

import pytest

from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.refusal import Refused, Stale
from control.engine.viewer import Viewer
from rooms.realm.game.buildings.kinds import CHAPEL
from rooms.realm.game.buildings.loans import AllowBuilding
from rooms.realm.game.buildings.ownership import ChangeOwner, PlaceBuilding, RemoveBuilding
from rooms.realm.game.ceremonies import HoldCeremony, MeetSpouse, SetSpouses, ceremonies_in
from rooms.realm.game.deaths.death import put_to_death
from rooms.realm.game.state import CeremonyKind, Title
from rooms.realm.game.view_weddings import spouse
from rooms.realm.game.weddings.priests import Anoint, priest_of
from rooms.realm.game.weddings.wedding import AgreeToMarry, AskToMarry, BreakBetrothal
from rooms.realm.scenario.ids import Phase
from tests.rooms.realm.game.dying import happens
from tests.rooms.realm.game.play import CAT_1, CAT_2, CEREMONY, WOLF_1, player, running
from tests.rooms.realm.game.test_deeds import with_purses
from tests.rooms.realm.game.wedding import BEAR_1, CAT, WOLF, WOLF_4, agreed, in_ceremony, weds, with_chapel, with_priest

CAT_3 = SeatId("cat-3")


# --- Priests ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CER-10", "GE-FAV-14")
def test_a_house_with_a_chapel_anoints_one_player():
    day = with_chapel(running())
    day.do(Anoint(seat=CAT_1, priest=CAT_2), by=player(CAT_1))
    assert day.state.seats[CAT_2].titles == (Title.PRIEST,)
    assert priest_of(day.state, CAT) is day.state.seats[CAT_2]


@pytest.mark.rule("R-138")
def test_there_is_one_priest_of_a_house():
    day = with_priest(running())
    with pytest.raises(Stale, match="is the Priest"):
        day.do(Anoint(seat=CAT_2, priest=CAT_2), by=player(CAT_2))


@pytest.mark.rule("GE-CER-10")
def test_without_a_chapel_nobody_is_anointed_nor_one_of_another_house():
    day = running()
    with pytest.raises(Refused, match="has no Chapel"):
        day.do(Anoint(seat=CAT_1, priest=CAT_1), by=player(CAT_1))
    with_chapel(day)
    with pytest.raises(Refused, match="its own players"):
        day.do(Anoint(seat=CAT_1, priest=WOLF_1), by=player(CAT_1))


@pytest.mark.rule("R-138")
def test_the_office_ends_with_death_and_the_house_anoints_again():
    day = with_priest(running())
    happens(day, *put_to_death(day.state, CAT_1, why="poisoned", rule="GE-UND-03"))
    assert priest_of(day.state, CAT) is None
    day.do(Anoint(seat=CAT_2, priest=CAT_2), by=player(CAT_2))
    assert priest_of(day.state, CAT) is day.state.seats[CAT_2]


@pytest.mark.rule("R-138")
def test_the_office_ends_with_the_last_chapel_and_the_captor_anoints_its_own():
    day = with_priest(running())
    with_chapel(day)
    one, other = (each.id for each in day.state.buildings if each.kind == CHAPEL)
    day.do(RemoveBuilding(building=one, reason="burnt"), by=CEREMONY)
    assert priest_of(day.state, CAT) is not None
    day.do(ChangeOwner(building=other, house=WOLF, reason="captured"), by=CEREMONY)
    assert priest_of(day.state, CAT) is None
    day.do(Anoint(seat=WOLF_1, priest=WOLF_4), by=player(WOLF_1))
    assert priest_of(day.state, WOLF) is day.state.seats[WOLF_4]


# --- agreement ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CER-11")
def test_both_agree_on_their_own_phones_and_other_questions_lapse():
    day = running()
    day.do(AskToMarry(seat=BEAR_1, other=WOLF_4), by=player(BEAR_1))
    day.do(AskToMarry(seat=CAT_2, other=WOLF_4, hostages=2), by=player(CAT_2))
    with pytest.raises(Stale, match="not asked any more"):
        day.do(AgreeToMarry(seat=WOLF_4, other=CAT_2, hostages=1), by=player(WOLF_4))
    day.do(AgreeToMarry(seat=WOLF_4, other=CAT_2, hostages=2), by=player(WOLF_4))
    (only,) = day.state.betrothals
    assert (only.one, only.other, only.hostages, only.agreed) == (CAT_2, WOLF_4, 2, True)


@pytest.mark.rule("GE-CER-11")
def test_one_who_asks_cannot_say_yes_for_the_other():
    day = running()
    day.do(AskToMarry(seat=CAT_2, other=WOLF_4), by=player(CAT_2))
    with pytest.raises(Stale):
        day.do(AgreeToMarry(seat=CAT_2, other=WOLF_4, hostages=1), by=player(CAT_2))
    with pytest.raises(Stale, match="question between you"):
        day.do(AskToMarry(seat=WOLF_4, other=CAT_2), by=player(WOLF_4))


@pytest.mark.rule("GE-CER-11")
@pytest.mark.parametrize("who", [CAT_2, WOLF_4])
def test_either_says_no_until_they_are_wed(who):
    day = agreed(running())
    other = WOLF_4 if who == CAT_2 else CAT_2
    day.do(BreakBetrothal(seat=who, other=other), by=player(who))
    assert day.state.betrothals == ()
    with pytest.raises(Stale):
        day.do(BreakBetrothal(seat=who, other=other), by=player(who))


@pytest.mark.rule("R-140")
def test_nobody_has_two_spouses_or_marries_the_own_self():
    day = running()
    day.do(SetSpouses(player=CAT_1, other=WOLF_1, reason="wed"), by=CEREMONY)
    with pytest.raises(Refused, match="married already"):
        day.do(AskToMarry(seat=CAT_2, other=WOLF_1), by=player(CAT_2))
    with pytest.raises(Refused, match="two different"):
        day.do(AskToMarry(seat=CAT_2, other=CAT_2), by=player(CAT_2))


@pytest.mark.rule("R-140")
def test_a_betrothed_player_asks_and_agrees_to_nobody_else():
    day = agreed(running())
    with pytest.raises(Refused, match="Take back"):
        day.do(AskToMarry(seat=WOLF_4, other=BEAR_1), by=player(WOLF_4))
    day.do(AskToMarry(seat=BEAR_1, other=WOLF_4), by=player(BEAR_1))
    with pytest.raises(Refused, match="Break your betrothal"):
        day.do(AgreeToMarry(seat=WOLF_4, other=BEAR_1, hostages=1), by=player(WOLF_4))


@pytest.mark.rule("R-140")
def test_nobody_waits_for_the_dead():
    day = agreed(running())
    happens(day, *put_to_death(day.state, WOLF_4, why="poisoned", rule="GE-UND-03"))
    assert day.state.betrothals == ()


@pytest.mark.rule("R-141")
@pytest.mark.parametrize("count", [0, 11, -1])
def test_each_house_gives_at_least_one_hostage(count):
    with pytest.raises(Refused, match="1 to 10 hostages"):
        running().do(AskToMarry(seat=CAT_2, other=WOLF_4, hostages=count), by=player(CAT_2))


# --- the wedding --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-CER-01", "GE-CER-12", "GE-CER-13", "R-141", "R-13")
def test_a_wedding_marries_them_and_exchanges_hostages():
    day = agreed(with_priest(with_purses(in_ceremony(), cat_1=(2, 1), wolf_1=(3, 2))), hostages=2)
    before = day.state.last_hostage
    weds(day, hostages=2)
    assert (day.state.seats[CAT_2].spouse, day.state.seats[WOLF_4].spouse) == (WOLF_4, CAT_2)
    new = [each for each in day.state.hostages if each.id > before]
    assert [(each.of, each.holder, each.power, len(each.favors)) for each in new] == [
        (WOLF, CAT, 1, 1),
        (WOLF, CAT, 1, 1),
        (CAT, WOLF, 1, 1),
        (CAT, WOLF, 1, 0),
    ]
    assert {each.marriage for each in new} == {(CAT_2, WOLF_4)}
    assert day.state.betrothals == ()
    (ceremony,) = ceremonies_in(day.state, WOLF)
    assert (ceremony.kind, ceremony.houses) == (CeremonyKind.MARRIAGE, (CAT, WOLF))


@pytest.mark.rule("R-140")
def test_inside_one_house_there_are_no_hostages():
    day = agreed(with_priest(in_ceremony()), CAT_2, CAT_3)
    before = day.state.hostages
    weds(day, other=CAT_3)
    assert (day.state.seats[CAT_2].spouse, day.state.hostages) == (CAT_3, before)
    assert [each.houses for each in ceremonies_in(day.state, CAT)] == [(CAT,)]


@pytest.mark.rule("GE-CER-09")
def test_without_any_priest_there_is_no_wedding():
    day = agreed(with_chapel(in_ceremony()))
    with pytest.raises(Refused, match="Weddings need a Priest"):
        weds(day, by=CEREMONY)


@pytest.mark.rule("GE-CER-10")
def test_only_a_priest_weds():
    day = agreed(with_priest(in_ceremony()))
    with pytest.raises(Refused, match="is no Priest"):
        weds(day, priest=WOLF_1)


@pytest.mark.rule("R-138", "GE-FAV-16")
def test_a_priest_of_a_third_house_needs_the_leave_of_its_owner():
    day = agreed(with_priest(in_ceremony(), BEAR_1))
    with pytest.raises(Refused, match="use its Chapel first"):
        weds(day, priest=BEAR_1)
    chapel = day.state.buildings[-1].id
    day.do(AllowBuilding(seat=BEAR_1, building=chapel, house=WOLF, until=None), by=player(BEAR_1))
    weds(day, priest=BEAR_1)
    assert day.state.seats[CAT_2].spouse == WOLF_4


@pytest.mark.rule("R-138", "GE-CER-10")
@pytest.mark.parametrize("by", [player(CAT_1), CEREMONY], ids=["phone", "desk"])
def test_a_priest_may_wed_anyone_and_so_perform_the_own_wedding(by):
    day = agreed(with_priest(in_ceremony()), CAT_1, WOLF_4)

    weds(day, one=CAT_1, by=by)

    assert day.state.seats[CAT_1].spouse == WOLF_4
    assert day.state.seats[WOLF_4].spouse == CAT_1


@pytest.mark.rule("GE-CER-11")
def test_a_priest_weds_nobody_who_has_not_agreed_but_the_desk_takes_their_word():
    day = with_priest(in_ceremony())
    day.do(AskToMarry(seat=CAT_2, other=WOLF_4), by=player(CAT_2))
    with pytest.raises(Refused, match="Both agree"):
        weds(day)
    weds(day, by=CEREMONY)
    assert (day.state.seats[CAT_2].spouse, day.state.betrothals) == (WOLF_4, ())


@pytest.mark.rule("R-141")
def test_a_priest_weds_by_what_they_agreed():
    day = agreed(with_priest(in_ceremony()), hostages=2)
    with pytest.raises(Stale, match="another number"):
        weds(day, hostages=1)


@pytest.mark.rule("GE-CER-01", "R-12")
def test_weddings_are_held_between_the_months():
    day = agreed(with_priest(in_ceremony().until(2, Phase.MOVEMENT)))
    with pytest.raises(Refused, match="held in Ceremony"):
        weds(day)


@pytest.mark.rule("R-13")
def test_a_house_whose_ceremony_was_held_weds_nobody_this_month():
    day = agreed(with_priest(in_ceremony()))
    day.do(HoldCeremony(month=2, kind=CeremonyKind.FUNERAL, houses=(WOLF,), what="the old Wolf"), by=CEREMONY)
    with pytest.raises(Refused, match="has had its ceremony"):
        weds(day)


@pytest.mark.rule("R-141")
def test_the_hostages_of_a_wedding_go_home_when_the_marriage_ends():
    day = agreed(with_priest(in_ceremony()))
    before = day.state.hostages
    weds(day)
    happens(day, *put_to_death(day.state, WOLF_4, why="poisoned", rule="GE-UND-03"))
    assert day.state.hostages == before


@pytest.mark.rule("GE-CER-16", "R-15")
def test_the_newly_wed_meet_in_planning_and_either_says_so():
    day = agreed(with_priest(in_ceremony()))
    weds(day)
    day.until(2, Phase.PLANNING)
    assert [spouse(day.state, Viewer(seat=each)).met for each in (CAT_2, WOLF_4)] == [False, False]
    day.do(MeetSpouse(seat=WOLF_4, month=2), by=player(WOLF_4))
    assert [spouse(day.state, Viewer(seat=each)).met for each in (CAT_2, WOLF_4)] == [True, True]


def test_a_priest_without_a_chapel_is_named_when_an_undo_leaves_one():
    day = with_priest(running())
    left = day.game.evolve(day.state, day.game.decide(day.state, *_gone(day))[0])
    assert "Cat has a Priest and no Chapel." in day.game.broken(left)


def _gone(day):
    chapel = day.state.buildings[-1].id
    return RemoveBuilding(building=chapel, reason="burnt"), DecisionContext(by=CEREMONY, at=day.now)


def test_chapels_of_control_count_as_any_other():
    day = running()
    day.do(PlaceBuilding(house=WOLF, kind=CHAPEL, reason="a law"), by=CEREMONY)
    day.do(Anoint(seat=WOLF_4, priest=WOLF_4), by=CEREMONY)
    assert priest_of(day.state, WOLF) is day.state.seats[WOLF_4]
