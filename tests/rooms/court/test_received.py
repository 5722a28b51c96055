"""Stakes of duels: what the winner has received, and what could not be given."""

from __future__ import annotations

import pytest

from control.engine.ids import SeatId
from control.engine.viewer import HALL, Viewer
from rooms.court.game.duel.challenge import Accept, StandBy, broken_duels
from rooms.court.game.duel.state import Stake
from rooms.court.game.duel.view import BoutShown
from rooms.court.game.duel.view_desk import bout_ask
from rooms.court.game.duel.view_phone import phone_duels
from rooms.court.game.floor.view_phone import wall_floor
from rooms.realm.desks import Desk
from rooms.realm.game.buildings.kinds import ARENA
from rooms.realm.game.ceremonies import SpousesSet
from rooms.realm.game.ranks_and_wounds import WoundsAdjusted
from rooms.realm.game.treasury.power import PowerGained, PowerLost
from rooms.realm.game.view_phone import own_death
from rooms.realm.scenario.ids import Phase
from tests.rooms.court.court import BEAR, CAT, GAME, WOLF, Session, fold
from tests.rooms.court.test_duels import GIVES_UP, HIT, MISS, arena, call, fight, in_return, power


def on_phone(court: Session, seat: SeatId) -> BoutShown:
    """The duel as this player reads it."""
    panel = phone_duels(court.state, Viewer(seat=seat))
    assert panel is not None
    (bout,) = panel.bouts
    return bout


def shown(court: Session) -> BoutShown:
    """The duel as both Houses and the desk read it."""
    bout = on_phone(court, CAT[0])
    two = {court.state.seats[seat].house for seat in bout.both}
    for seat in (*CAT, *WOLF):
        if court.state.seats[seat].house in two:
            assert on_phone(court, seat) == bout
    desk = bout_ask(court.state, Viewer(desks=frozenset({Desk.COURT})), bout.number)
    assert desk is not None
    assert (desk.received, desk.undone) == (bout.received, bout.undone)
    return bout


def public(court: Session) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """What the hall and others in the room read: received, undone, at stake."""
    (bout,) = wall_floor(court.state, HALL).duels
    assert on_phone(court, BEAR[0]) == bout
    return bout.received, bout.undone, bout.stake


def poor(court: Session) -> Session:
    """Take all Power from Wolf."""
    for seat in court.state.seats.values():
        if seat.house == "wolf" and seat.purse.power:
            fold(court, PowerLost(seat=seat.id, amount=seat.purse.power, why="test"))
    return court


@pytest.mark.rule("R-103", "GE-CRT-95")
def test_before_the_end_nothing_is_received_and_a_whole_stake_is_said_without_more():
    court = in_return(Stake(power=2, hostages=1))
    fight(court, MISS, HIT)
    assert (shown(court).received, shown(court).undone) == ("", ())
    assert public(court) == ("", (), ("2 Power", "1 hostage"))
    fight(court, MISS, GIVES_UP)
    assert (shown(court).received, shown(court).undone) == ("Received: 2 Power and 1 hostage of Wolf.", ())
    assert public(court) == ("Received: 2 Power and 1 hostage of Wolf.", (), ())
    assert broken_duels(court.state) == ()


@pytest.mark.rule("R-103", "R-29")
def test_what_is_not_there_is_said_with_why():
    court = poor(in_return(Stake(power=2, hostages=1)))
    fight(court, MISS, GIVES_UP)
    assert shown(court).received == "Received: 0 of 2 Power and 1 hostage of Wolf."
    assert shown(court).undone == (f"The House of {court.state.seats[WOLF[0]].name} has no more.",)
    assert public(court) == ("Received: 1 hostage of Wolf.", (), ())


@pytest.mark.rule("R-103", "R-17")
def test_the_public_reads_what_came_and_not_how_much_was_agreed():
    court = poor(in_return(Stake(power=5)))
    fold(court, PowerGained(seat=WOLF[1], amount=2, why="test"))
    fight(court, MISS, GIVES_UP)
    assert shown(court).received == "Received: 2 of 5 Power."
    assert public(court) == ("Received: 2 Power.", (), ())


@pytest.mark.rule("R-103", "R-17")
def test_that_nothing_came_is_said_too():
    court = poor(in_return(Stake(power=5)))
    fight(court, MISS, GIVES_UP)
    assert public(court) == ("Received: nothing.", (), ())


@pytest.mark.rule("R-103", "R-139")
def test_of_the_dead_the_heir_has_it_first():
    court = poor(in_return(Stake(power=2)))
    fold(court, WoundsAdjusted(seat=WOLF[0], before=0, wounds=2, reason="test"))
    fight(court, MISS, HIT)
    loser = court.state.seats[WOLF[0]].name
    assert shown(court).received == "Received: 0 of 2 Power."
    assert shown(court).undone[0] == f"What {loser} held went to the heir before the stake was paid."


@pytest.mark.rule("R-139", "R-29", "R-103", "GE-CER-04")
def test_the_dead_read_the_last_round_the_stake_and_where_their_power_went():
    court = in_return(Stake(power=1))
    fold(court, WoundsAdjusted(seat=WOLF[0], before=0, wounds=2, reason="test"))
    fold(court, SpousesSet(seat=WOLF[0], other=BEAR[0], former=(), why="test"))
    had, cards = power(court, WOLF[0]), len(court.state.seats[WOLF[0]].purse.favors)
    fight(court, MISS, HIT)
    own = phone_duels(court.state, Viewer(seat=WOLF[0]))
    death = own_death(court.state, Viewer(seat=WOLF[0]))
    assert own is not None
    assert death is not None
    (bout,) = own.bouts
    assert "and it is the third wound" in bout.newest
    assert (bout.stake, bout.received) == (("1 Power",), "Received: 1 Power.")
    heir = court.state.seats[BEAR[0]].name
    assert f"Your {had} Power and {cards} Favors went to {heir}." in death.words.replace("1 Favor went", "1 Favors went")
    assert own_death(court.state, Viewer(seat=CAT[0])) is None


@pytest.mark.rule("R-103")
def test_a_building_goes_or_was_not_the_losers_and_words_are_for_court_control():
    for ends, received, undone in (
        ((GIVES_UP, MISS), "Received: the Arena and a song (Court Control sees to it).", ()),
        ((MISS, GIVES_UP), "Received: a song (Court Control sees to it).", ("The Arena was not the loser’s.",)),
    ):
        court = arena()
        number = next(each.id for each in court.state.buildings if each.kind == ARENA)
        stake = Stake(buildings=(number,), words="a song")
        challenge = call(court)
        court.do(Accept(month=1, number=challenge.number, seat=WOLF[0], stake=stake))
        court.do(StandBy(month=1, number=challenge.number, seat=CAT[0]))
        court.day.until(1, Phase.RETURN)
        fight(court, *ends)
        assert (shown(court).received, shown(court).undone) == (received, undone)


def of_one_house(stake: Stake, *, settings: dict[str, object] | None = None) -> Session:
    """Cat 1 duels Cat 2 in Return."""
    court = arena(settings=settings)
    challenge = call(court, CAT[0], CAT[1])
    court.do(Accept(month=1, number=challenge.number, seat=CAT[1], stake=stake))
    court.do(StandBy(month=1, number=challenge.number, seat=CAT[0]))
    court.day.until(1, Phase.RETURN)
    return court


@pytest.mark.rule("R-103", "R-06")
def test_between_two_of_one_house_the_winners_own_purse_is_not_the_houses():
    court = of_one_house(Stake(power=40))
    mine = power(court, CAT[0])
    fight(court, MISS, GIVES_UP)
    assert power(court, CAT[0]) > mine
    assert shown(court).undone == (f"{court.state.seats[CAT[1]].name} and the others of the House have no more.",)


@pytest.mark.rule("R-103", "R-05")
def test_in_one_purse_of_one_house_it_stays_where_it_is():
    court = of_one_house(Stake(power=1, favors=1), settings={"holdings": "house"})
    fight(court, MISS, GIVES_UP)
    assert shown(court).received == "Received: 0 of 1 Power and 0 of 1 Favors."
    assert shown(court).undone == ("Both are of one House: nothing of the House changes hands.",)
    assert public(court) == ("Received: nothing.", (), ())


@pytest.mark.rule("R-103")
def test_between_two_of_one_house_a_stake_of_the_house_alone_brings_nothing():
    court = of_one_house(Stake(hostages=1))
    fight(court, MISS, GIVES_UP)
    assert shown(court).received == "Received: nothing."
    assert shown(court).undone == ("Both are of one House: nothing of the House changes hands.",)


@pytest.mark.rule("R-103")
def test_between_two_of_one_house_only_the_purse_changes_hands():
    court = of_one_house(Stake(power=1, hostages=1))
    mine = power(court, CAT[0])
    happened = fight(court, MISS, GIVES_UP)
    assert power(court, CAT[0]) == mine + 1
    assert shown(court).received == "Received: 1 Power."
    assert shown(court).undone == ("Both are of one House: nothing of the House changes hands.",)
    assert GAME.explain(happened[-1], court.state) == "Received of the stake: nothing (R-103)."
