"""Houses with one common purse: a command for any of its players moves what lies in that purse (R-05)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from control.day.people.lookup import members
from control.day.people.presence import AddPlayer, LeaveForGood
from control.engine.context import Actor, DecisionContext
from control.engine.ids import SeatId
from control.engine.modules import Command
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.realm.game.buildings.ownership import TradeIn
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.game.favors.hand_corrections import FetchFavor, TakeFavor
from rooms.realm.game.ranks_and_wounds import AdjustRank, AdjustWounds
from rooms.realm.game.state import GameState, Purse
from rooms.realm.game.table_stakes import SettleStake, StakeKind, cannot_pay_words
from rooms.realm.game.treasury.payment import NameFavors
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.game.treasury.transfers import PassOn
from rooms.realm.scenario.ids import FavorId, HouseId, Phase
from tests.rooms.realm.game.play import CAT_1, CAT_2, CHECK_IN, EVERY_DESK, WOLF_1, Day, player, running
from tests.rooms.realm.game.standing import OF_THE_RAT_KING, holding
from tests.scenarios import default

CAT_3, WOLF_2, WOLF_3, BEAR_2 = (SeatId(each) for each in ("cat-3", "wolf-2", "wolf-3", "bear-2"))
CAT, WOLF, BEAR = HouseId("cat"), HouseId("wolf"), HouseId("bear")
OTHER = FavorId("rat-king-03")


def stake(kind: StakeKind, losers: tuple[SeatId, ...], winners: tuple[SeatId, ...], amount: int = 2) -> SettleStake:
    return SettleStake(table="t1", title="High Number", kind=kind, amount=amount, losers=losers, winners=winners)


#: Gifts and losses that Control enters for cat-3, and the changes of each House's holdings.
DESK: Final[Mapping[str, Command]] = {
    "drawn": GiveFavors(seat=CAT_3, count=2, reason="won"),
    "discarded": GiveFavors(seat=CAT_3, count=-2, reason="lost"),
    "a named card comes": FetchFavor(player=CAT_3, favor=OTHER, reason="misdealt"),
    "a named card goes": TakeFavor(player=CAT_3, favor=FavorId("rat-king-02"), to=None, reason="misdealt"),
    "a named card goes to a House": TakeFavor(player=CAT_3, favor=FavorId("rat-king-01"), to=WOLF_3, reason="misdealt"),
    "Power staked": stake(StakeKind.POWER, (CAT_3,), (WOLF_3,)),
    "Power staked by two of a House": stake(StakeKind.POWER, (CAT_3, BEAR_2), (WOLF_3, WOLF_2)),
    "Power won inside the House": stake(StakeKind.POWER, (CAT_3, BEAR_2), (CAT_2,)),
    "more Power staked than there is": stake(StakeKind.POWER, (CAT_3,), (WOLF_3,), 9),
    "Favors staked": stake(StakeKind.FAVORS, (CAT_3,), (WOLF_3, BEAR_2)),
}
#: Commands that need the player's own purse, and the refusal for another player of the House.
REFUSED: Final[Mapping[str, tuple[Command, Actor, str]]] = {
    "Power set": (AdjustPower(seat=CAT_3, before=0, power=2, reason="won"), EVERY_DESK, "one purse; set the Power of"),
    "passed on": (PassOn(seat=CAT_3, to=WOLF_3, power=1), player(CAT_3), "keeps the purse of your House"),
    "traded in": (TradeIn(seat=CAT_3, cards=OF_THE_RAT_KING), player(CAT_3), "one purse; its highest rank trades in"),
    "Favors named": (NameFavors(seat=CAT_3, favors=(OTHER,)), player(CAT_3), "keeps the purse of your House"),
}


def rich(holdings: str) -> Day:
    """Cat has 5 Power and 3 Favors, Wolf and Bear 3 Power each: in the purses of cat-3, wolf-3 and bear-2, or of each rank 1."""
    scenario = default()
    day = running(replace(scenario, settings=replace(scenario.settings, holdings=holdings)))
    day.state = replace(day.state, laws=tuple(each for each in day.state.laws if not each.effects.bars_trade))
    rank = {each: SeatId(f"{each.rsplit('-')[0]}-1") if holdings == "house" else each for each in (CAT_3, WOLF_3, BEAR_2)}
    holding(day, OF_THE_RAT_KING, rank[CAT_3])
    seats = dict(day.state.seats)
    for seat, power in ((CAT_3, 5), (WOLF_3, 3), (BEAR_2, 3)):
        own = seats[rank[seat]]
        seats[own.id] = replace(own, purse=replace(own.purse, power=power))
    day.state = replace(day.state, seats=seats)
    return day


def totals(state: GameState) -> dict[HouseId, tuple[int, int]]:
    purses = [(each.house, each.purse) for each in state.seats.values()]
    return {
        house: (
            sum(held.power for own, held in purses if own == house),
            sum(len(held.favors) for own, held in purses if own == house),
        )
        for house in (CAT, WOLF, BEAR)
    }


def strays(state: GameState) -> list[SeatId]:
    """Players who hold something without being rank 1."""
    return [each.id for each in state.seats.values() if each.rank != 1 and each.purse != Purse()]


@pytest.mark.rule("R-05")
@pytest.mark.parametrize("case", DESK)
def test_a_house_gives_and_gets_as_much_whoever_keeps_it(case: str) -> None:
    apart, common = rich("player"), rich("house")
    before = totals(apart.state)
    assert totals(common.state) == before

    for day in (apart, common):
        day.do(DESK[case], by=EVERY_DESK)

    assert totals(common.state) == totals(apart.state)
    assert totals(common.state) != before
    assert strays(common.state) == []


@pytest.mark.rule("R-05")
@pytest.mark.parametrize("case", REFUSED)
def test_what_needs_the_purse_in_the_own_hand_is_for_who_keeps_it(case: str) -> None:
    command, by, words = REFUSED[case]
    day = rich("house")

    with pytest.raises(Refused, match=words):
        day.do(command, by=by)

    assert strays(day.state) == []


@pytest.mark.rule("R-05")
def test_the_keeper_of_the_one_purse_passes_on_to_the_one_of_another_house() -> None:
    day = rich("house")

    day.do(PassOn(seat=CAT_1, to=WOLF_3, power=2, favors=OF_THE_RAT_KING[:1]), by=player(CAT_1))

    assert totals(day.state) == {CAT: (3, 2), WOLF: (5, 1), BEAR: (3, 0)}
    assert strays(day.state) == []


@pytest.mark.rule("R-05")
def test_two_of_a_house_stake_out_of_one_purse_and_both_can_pay() -> None:
    state = rich("house").state

    assert cannot_pay_words(state, (CAT_2, CAT_3, WOLF_3), StakeKind.POWER, 2) == ""
    sentence = cannot_pay_words(state, (CAT_2, CAT_3, WOLF_3), StakeKind.POWER, 3)
    assert sentence == "The stake is 3 Power, and Cat holds 5 and would stake 6."


@pytest.mark.rule("R-05")
def test_what_two_of_a_house_lose_and_win_is_told_in_one() -> None:
    day = rich("house")

    (settled,) = day.do(stake(StakeKind.POWER, (CAT_2, CAT_3), (WOLF_2, WOLF_3), 3), by=EVERY_DESK)

    assert [(each.seat, each.power) for each in settled.gave] == [(CAT_1, 5)]
    assert [(each.seat, each.power) for each in settled.got] == [(WOLF_1, 5)]


@pytest.mark.rule("R-03", "R-05")
@pytest.mark.parametrize("holdings", ["player", "house"])
def test_whoever_has_left_stakes_nothing(holdings: str) -> None:
    day = rich(holdings)
    before = totals(day.state)
    day.do(LeaveForGood(seat=CAT_3), by=CHECK_IN)

    day.do(stake(StakeKind.POWER, (CAT_3,), (WOLF_3,)), by=EVERY_DESK)

    assert totals(day.state) == before


@pytest.mark.rule("R-05")
def test_a_card_that_lies_beside_the_one_purse_is_named_and_taken_from_there() -> None:
    """Journals of earlier releases have such cards. Control can correct them."""
    day = rich("house")
    holding(day, OF_THE_RAT_KING, CAT_2)
    named = f"{day.state.seats[CAT_2].name} holds something beside the one purse of the House."
    assert day.game.broken(day.state) == (named,)
    right = (
        TakeFavor(player=CAT_2, favor=FavorId("rat-king-02"), to=CAT_3, reason="misdealt"),
        GiveFavors(seat=CAT_2, count=-2, reason="lost"),
    )

    for command in right:
        day.state = day.game.decided(day.state, command, DecisionContext(by=EVERY_DESK, at=day.now)).state

    assert (len(day.state.seats[CAT_1].purse.favors), day.game.broken(day.state)) == (1, ())


@pytest.mark.rule("R-05")
def test_a_change_of_rank_is_not_taken_back_from_under_what_the_one_purse_got_since() -> None:
    """Earlier bug: what came in after the change stayed with a player who was no longer rank 1."""
    day = rich("house")
    before = day.state
    ranked = day.do(AdjustRank(player=CAT_2, before=2, rank=1, reason="misread"), by=EVERY_DESK)
    drawn = day.do(GiveFavors(seat=CAT_3, count=1, reason="won"), by=EVERY_DESK)

    state = before
    for event in drawn:
        state = day.game.evolve(state, event)

    assert ranked
    assert day.game.broken(state) == (f"{state.seats[CAT_2].name} holds something beside the one purse of the House.",)


@pytest.mark.rule("R-05", "R-139")
def test_the_one_purse_of_a_house_of_which_all_are_dead_stays_one_when_somebody_comes_in() -> None:
    day = rich("house").until(1, Phase.ACTION)
    for seat in [each.id for each in members(day.state, CAT)]:
        day.do(AdjustWounds(player=seat, before=0, wounds=3, reason="hit"), by=EVERY_DESK)
    day.do(AddPlayer(team=CAT, name="Late Lucy"), by=CHECK_IN)

    day.do(GiveFavors(seat=CAT_3, count=1, reason="won"), by=EVERY_DESK)

    assert strays(day.state) == []
    day.until(2, Phase.PLANNING)
    assert strays(day.state) == []
