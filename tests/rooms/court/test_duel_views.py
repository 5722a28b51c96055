"""Views of challenges and duels on phones and in the hall."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.viewer import HALL, Viewer
from rooms.court.game.duel.challenge import Accept, CallOut, Refuse, StandBy, Withdraw
from rooms.court.game.duel.events import DuelEnded, duels_of, with_challenge
from rooms.court.game.duel.rounds import CallOff, PutOff
from rooms.court.game.duel.stake import holdings
from rooms.court.game.duel.state import Answer, Stake
from rooms.court.game.duel.view import shown_bouts
from rooms.court.game.duel.view_phone import PhoneDuels, phone_duels, staying_view
from rooms.court.game.floor.view_phone import wall_floor
from rooms.realm.desks import Desk
from rooms.realm.game.ranks_and_wounds import WoundsAdjusted
from rooms.realm.game.state import GameState, Purse
from rooms.realm.game.treasury.power import PowerGained
from rooms.realm.scenario.ids import CardId, Phase
from tests.rooms.court.court import BEAR, CAT, WOLF, Session, fold
from tests.rooms.court.test_duels import GIVES_UP, HIT, MISS, ONE, arena, call, fight, in_return, staked
from tests.rooms.realm.game.play import player

AWAY = SeatId("ram-1")


def seen(court: Session, seat: SeatId) -> PhoneDuels:
    found = phone_duels(court.state, Viewer(seat=seat))
    assert found is not None
    return found


@pytest.mark.rule("GE-CRT-85", "R-102")
def test_only_who_may_challenge_is_asked_whom():
    court = arena()
    assert {each.seat for each in seen(court, CAT[0]).foes} == {*CAT[1:], *WOLF, *BEAR}
    for viewer in (Viewer(seat=WOLF[0]), Viewer(seat=AWAY), HALL, Viewer(desks=frozenset({Desk.COURT})), Viewer()):
        assert phone_duels(court.state, viewer) is None
    court.until("explain-1")
    assert phone_duels(court.state, Viewer(seat=CAT[0])) is None


@pytest.mark.rule("GE-CRT-86", "GE-CRT-88", "GE-CRT-89")
def test_the_word_goes_from_the_challenged_to_the_challenger_and_to_nobody_else():
    court = arena()
    call(court)
    asked = seen(court, WOLF[0]).asked
    assert asked is not None
    assert (asked.name, asked.house) == (court.state.seats[CAT[0]].name, "Cat")
    assert [each.house for each in asked.their_buildings] == ["cat"]
    assert asked.our_buildings == ()
    for seat in (CAT[0], CAT[1], BEAR[0]):
        assert (seen(court, seat).asked, seen(court, seat).heard) == (None, None)
        assert [each.stand for each in seen(court, seat).bouts] == [Answer.MADE]
    court.do(Accept(month=1, number=1, seat=WOLF[0], stake=ONE), player(WOLF[0]))
    heard = seen(court, CAT[0]).heard
    assert heard is not None
    assert heard.stake == ("1 Power",)
    assert (seen(court, WOLF[0]).asked, seen(court, WOLF[0]).heard, seen(court, CAT[1]).heard) == (None, None, None)
    court.do(Withdraw(month=1, number=1, seat=CAT[0]), player(CAT[0]))
    assert [each.told for each in seen(court, BEAR[0]).bouts] == [f"{court.state.seats[CAT[0]].name} withdraws."]
    assert seen(court, CAT[0]).foes == ()


@pytest.mark.rule("R-103")
def test_between_two_of_one_house_nothing_of_the_house_is_offered():
    court = arena()
    call(court, CAT[0], CAT[1])
    asked = seen(court, CAT[1]).asked
    assert asked is not None
    assert asked.same_house
    assert (asked.our_flags, asked.their_flags, asked.our_buildings, asked.their_buildings) == ((), (), (), ())


@pytest.mark.rule("GE-CRT-87", "R-102")
def test_after_a_refusal_the_challenger_is_asked_again_whom():
    court = arena()
    call(court)
    assert seen(court, CAT[0]).foes == ()
    court.do(Refuse(month=1, number=1, seat=WOLF[0]), player(WOLF[0]))
    assert WOLF[0] not in {each.seat for each in seen(court, CAT[0]).foes} >= {WOLF[1], BEAR[0]}


@pytest.mark.rule("GE-CRT-90")
def test_the_two_are_told_to_stay_until_it_is_fought_and_the_room_reads_it_outside_of_the_cycles():
    court = arena()
    staked(court)
    court.do(StandBy(month=1, number=1, seat=CAT[0]), player(CAT[0]))
    court.until("explain-1")
    assert [seen(court, seat).against for seat in (CAT[0], WOLF[0])] == [court.state.seats[each].name for each in (WOLF[0], CAT[0])]
    assert phone_duels(court.state, Viewer(seat=BEAR[0])) is None
    assert wall_floor(court.state, HALL).duels == ()
    assert staying_view(court.state, Viewer(seat=CAT[0])) is None
    court.day.until(1, Phase.RETURN)
    for seat, other in ((CAT[0], WOLF[0]), (WOLF[0], CAT[0])):
        home = staying_view(court.state, Viewer(seat=seat))
        assert home is not None
        assert home.against == court.state.seats[other].name
        assert seen(court, seat).stays
    for viewer in (Viewer(seat=BEAR[0]), HALL, Viewer(desks=frozenset({Desk.COURT}))):
        assert staying_view(court.state, viewer) is None
    assert [each.stand for each in seen(court, BEAR[0]).bouts] == [Answer.AGREED]
    (shown,) = wall_floor(court.state, HALL).duels
    assert (shown.stake, shown.round, shown.is_over) == (("1 Power",), 1, False)


@pytest.mark.rule("GE-CRT-91", "GE-CRT-92", "GE-CRT-95", "R-104")
@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (MISS, GIVES_UP, "{cat} has won: {wolf} forfeits."),
        (GIVES_UP, GIVES_UP, "Nobody has won: both forfeit. There is no stake."),
        (HIT, HIT, "Nobody has won: both have fallen. There is no stake."),
        (GIVES_UP, HIT, "{cat} has won: {wolf} has fallen."),
    ],
)
def test_rounds_with_their_wounds_then_the_result_and_why(first, second, told):
    court = in_return()
    fight(court, MISS, HIT)
    (bout,) = wall_floor(court.state, HALL).duels
    assert (bout.challenger.hits, bout.target.hits, bout.round) == (0, 1, 2)
    assert bout.told == "Nobody forfeits: another round follows."
    fold(court, WoundsAdjusted(seat=WOLF[0], before=1, wounds=2, reason="test"))
    if first == HIT:
        fold(court, WoundsAdjusted(seat=CAT[0], before=0, wounds=2, reason="test"))

    fight(court, first, second)

    (bout,) = wall_floor(court.state, HALL).duels
    names = {"cat": court.state.seats[CAT[0]].name, "wolf": court.state.seats[WOLF[0]].name}
    assert (bout.is_over, bout.told, len(bout.rounds)) == (True, told.format(**names), 2)
    assert bout.target.died is (second == HIT)
    assert seen(court, BEAR[0]).bouts == (bout,)


@pytest.mark.rule("GE-CRT-95")
@pytest.mark.parametrize(
    ("winner", "told"), [(CAT[0], "{cat} has won: {wolf} has died."), (None, "Nobody has won. There is no stake.")]
)
def test_a_duel_that_ends_without_a_round_says_so(winner, told):
    court = in_return()
    fold(court, DuelEnded(month=1, number=1, winner=winner))
    names = {"cat": court.state.seats[CAT[0]].name, "wolf": court.state.seats[WOLF[0]].name}
    assert [each.told for each in shown_bouts(court.state)] == [told.format(**names)]


@pytest.mark.rule("R-102")
def test_the_hall_reads_two_at_a_time_what_is_open_first():
    court = arena()
    for number, target in enumerate((WOLF[0], WOLF[1]), start=1):
        call(court, CAT[0], target)
        court.do(Refuse(month=1, number=number, seat=target), player(target))
    call(court, CAT[1], BEAR[0])
    call(court, CAT[0], CAT[2])
    court.do(Refuse(month=1, number=4, seat=CAT[2]), player(CAT[2]))
    assert [each.number for each in wall_floor(court.state, HALL).duels] == [3, 4]
    assert [each.number for each in seen(court, BEAR[0]).bouts] == [1, 2, 4]


@pytest.mark.rule("R-102", "R-12")
def test_a_duel_that_was_put_off_is_shown_in_its_ceremony_and_one_called_off_no_more():
    court = in_return()
    court.do(PutOff(number=1))
    (bout,) = shown_bouts(court.state)
    assert (bout.told, bout.round) == ("It is fought in the next Ceremony.", 0)
    assert not seen(court, CAT[0]).stays
    assert staying_view(court.state, Viewer(seat=CAT[0])) is None
    court.day.until(2, Phase.CEREMONY)
    (bout,) = shown_bouts(court.state)
    assert (bout.told, bout.round) == ("It is fought now.", 1)
    assert seen(court, WOLF[0]).against == court.state.seats[CAT[0]].name
    fight(court, MISS, GIVES_UP)
    assert [each.is_over for each in shown_bouts(court.state)] == [True]
    court.day.until(2, Phase.RETURN)
    assert shown_bouts(court.state) == ()
    other = in_return()
    other.do(CallOff(number=1, reason="the hall is closed"))
    assert shown_bouts(other.state) == ()


@pytest.mark.rule("R-102", "R-103", "GE-EVT-32")
def test_what_was_fought_in_the_ceremony_stays_on_both_phones_and_their_houses_until_it_ends():
    court = in_return()
    court.do(PutOff(number=1))
    court.day.until(2, Phase.CEREMONY)
    for seat in (CAT[1], BEAR[0]):
        assert phone_duels(court.state, Viewer(seat=seat)) is None
    fight(court, MISS, GIVES_UP)
    for seat in (CAT[0], WOLF[0], CAT[1], WOLF[1]):
        assert [(each.told, each.received) for each in seen(court, seat).bouts] == [
            (f"{court.state.seats[CAT[0]].name} has won: {court.state.seats[WOLF[0]].name} forfeits.", "Received: 1 Power.")
        ]
    assert phone_duels(court.state, Viewer(seat=BEAR[0])) is None
    court.day.until(2, Phase.MOVEMENT)
    for seat in (CAT[0], WOLF[0]):
        assert phone_duels(court.state, Viewer(seat=seat)) is None


@pytest.mark.rule("GE-CRT-95", "R-139")
def test_whoever_died_in_the_duel_reads_how_it_ended():
    court = in_return()
    fold(court, WoundsAdjusted(seat=WOLF[0], before=0, wounds=2, reason="test"))
    fight(court, MISS, HIT)
    (bout,) = seen(court, WOLF[0]).bouts
    assert (bout.told.endswith("has fallen."), bout.received, len(bout.rounds)) == (True, "Received: 1 Power.", 1)
    assert seen(court, WOLF[0]).foes == ()


# --- secrets ------------------------------------------------------------------------------------------------------------


def _made(court: Session) -> None:
    court.do(CallOut(month=1, seat=CAT[0], target=WOLF[0]), player(CAT[0]))


def _refused(court: Session) -> None:
    _made(court)
    court.do(Refuse(month=1, number=1, seat=WOLF[0]), player(WOLF[0]))


def _accepted(court: Session) -> None:
    _made(court)
    court.do(Accept(month=1, number=1, seat=WOLF[0], stake=Stake(power=9, hostages=1, words="a song")), player(WOLF[0]))


@cache
def _at(answer: Callable[[Session], None]) -> GameState:
    court = arena()
    answer(court)
    return court.state


@st.composite
def with_secrets(draw: st.DrawFn, state: GameState) -> GameState:
    """The state with other purses, deck and wounds, and a refusal at another price, with or without a card."""
    purses = st.builds(
        lambda power, favors: Purse(power=power, favors=tuple(CardId(f"held-{each}") for each in range(favors))),
        st.integers(0, 9),
        st.integers(0, 5),
    )
    seats = {each.id: replace(each, purse=draw(purses), wounds=draw(st.integers(0, 2))) for each in state.seats.values()}
    other = replace(state, seats=seats, favor_deck=tuple(draw(st.permutations(state.favor_deck[:6]))))
    stand = duels_of(state).challenges[0].stand
    return with_challenge(other, 1, (stand,), paid=draw(st.integers(0, 1)), glove=draw(st.booleans()))


def _of_others(state: GameState, seat: SeatId) -> PhoneDuels | None:
    """What a phone shows, without what depends on its own player's and House's holdings."""
    shown = phone_duels(state, Viewer(seat=seat))
    if shown is None:
        return None
    asked = replace(shown.asked, held="") if shown.asked else None
    heard = replace(shown.heard, held="") if shown.heard else None
    paid = () if seat in duels_of(state).challenges[0].both else shown.paid  # both duelists know it from their purses
    return replace(shown, asked=asked, heard=heard, paid=paid, cards=())


@pytest.mark.rule("GE-CRT-86", "R-102")
def test_what_silence_has_cost_is_read_by_the_two_when_the_step_is_over():
    court = arena()
    call(court)
    court.until("explain-1")
    other = court.state.seats[WOLF[0]].name
    for seat in (CAT[0], WOLF[0]):
        assert seen(court, seat).paid == (f"{other} has not answered: that is a refusal. {other} has paid 1 Power to Cat.",)
    assert phone_duels(court.state, Viewer(seat=BEAR[0])) is None


@pytest.mark.rule("R-103", "R-17", "GE-CER-19")
def test_who_has_the_word_reads_what_the_own_side_can_lose_and_nothing_of_the_other():
    court = arena()
    call(court)
    (asked, mine), theirs = (seen(court, WOLF[0]).asked, holdings(court.state, court.state.seats[WOLF[0]])), CAT[0]
    assert asked is not None
    assert asked.held == "You have {} Power, {} Favors; your House has in all {} Power, {} Favors.".format(*mine)
    fold(court, PowerGained(seat=theirs, amount=7, why="test"))
    assert seen(court, WOLF[0]).asked == asked
    court.do(Accept(month=1, number=1, seat=WOLF[0], stake=Stake(hostages=1)), player(WOLF[0]))
    heard = seen(court, theirs).heard
    assert heard is not None
    assert heard.held.startswith(f"You have {court.state.seats[theirs].purse.power} Power, ")
    assert heard.hostages == 1


@pytest.mark.rule("GE-EVT-05", "R-17")
@pytest.mark.parametrize("answer", [_made, _refused, _accepted])
@given(data=st.data())
def test_what_is_shown_depends_on_no_purse_no_wound_and_no_card(answer, data):
    state = _at(answer)
    other = data.draw(with_secrets(state))
    assert wall_floor(other, HALL).duels == wall_floor(state, HALL).duels != ()
    for seat in (*CAT, *WOLF, *BEAR, AWAY):
        assert _of_others(other, seat) == _of_others(state, seat)
