"""Completed schemes, from completion to their effect on people, purses, hostages, buildings and the next month (R-19, R-20)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from control.day.clock.phase_events import MonthTurned
from control.day.clock.phases import EndPhase
from control.day.people.presence import LeaveForGood
from control.day.state import DayStage, Presence
from control.day.timetable import last_month
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.frame import Moment
from rooms.realm.game.buildings.ownership import PlaceBuilding
from rooms.realm.game.deaths.death import CharacterDied
from rooms.realm.game.effects.in_force import effects_in_force, is_known_to
from rooms.realm.game.effects.lifetime import EffectEntered
from rooms.realm.game.hostages.commands import KillHostage, ReleaseHostage
from rooms.realm.game.hostages.custody import hostages_from, hostages_held_by
from rooms.realm.game.hostages.hostage_events import HostagesReleased
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.game.records import Hostage, SchemeEnding
from rooms.realm.game.scheme_effects.completion import CompleteScheme, OrderSchemes, scheme_completed
from rooms.realm.game.scheme_effects.holdings import ChooseForScheme, rescuable_hostages, revealed_cards, schemes_to_choose
from rooms.realm.game.scheme_effects.messages import SendSecret, owed, texts_for
from rooms.realm.game.scheme_effects.scheme import open_court_benefits, scheme_words
from rooms.realm.game.scheme_effects.strike import SchemeActed, SchemeSpent, SchemeTook
from rooms.realm.game.state import Bar, EffectKind, Guest, Throne
from rooms.realm.game.throne.throne_events import SovereignDeposed
from rooms.realm.game.throne.wounds import GodEmperorWounded
from rooms.realm.game.treasury.purses import house_power
from rooms.realm.game.view_hostages import hostage_news
from rooms.realm.game.view_schemes import schemes_panel
from rooms.realm.scenario.ids import CardId, HouseId, Phase, Room
from tests.rooms.realm.game.dying import happens
from tests.rooms.realm.game.passing import law, paper
from tests.rooms.realm.game.play import CAT_1, CAT_2, COURT_CONTROL, EVERY_DESK, Day, player
from tests.rooms.realm.game.scheming import (
    SNAKE_1,
    SNAKE_2,
    UNDERGROUND,
    by_hand,
    came,
    completed_in_fact,
    completes,
    schemes_struck,
    scheming,
)
from tests.rooms.realm.game.test_deeds import purse, turned
from tests.scenarios import on_throne

CAT, SNAKE, SWORDS, BEAR, WOLF = (HouseId(each) for each in ("cat", "snake", "swords", "bear", "wolf"))


def wed(day: Day, one: str, other: str) -> Day:
    pair = SeatId(one), SeatId(other)
    seats = dict(day.state.seats)
    for seat, spouse in (pair, pair[::-1]):
        seats[seat] = replace(seats[seat], spouse=spouse)
    day.state = replace(day.state, seats=seats)
    return day


def all_power(day: Day) -> int:
    held = sum(seat.purse.power for seat in day.state.seats.values())
    return held + sum(each.power for each in day.state.hostages) + day.state.throne.purse.power


def all_cards(day: Day) -> list[str]:
    state = day.state
    hands = [card for seat in state.seats.values() for card in seat.purse.favors]
    away = [card for each in state.hostages for card in each.favors]
    return sorted([*hands, *away, *state.favor_deck, *state.favor_discards, *state.throne.purse.favors])


# --- completion and order -----------------------------------------------------------------------------------------------


@pytest.mark.rule("R-19", "R-20", "GE-UND-57")
def test_a_completed_scheme_waits_for_return_and_is_then_spent():
    day = scheming(cat_1=(2, 0))
    number = completes(day, "spread-rumors", "cat")
    assert came(day).ending is SchemeEnding.WAITS
    day.until(1, Phase.RETURN)
    assert purse(day, SNAKE_1) == (0, 0)

    turned(day)

    assert (purse(day, CAT_1), purse(day, SNAKE_1)) == ((1, 0), (1, 0))
    assert (came(day, number).ending, came(day).acted) == (SchemeEnding.STRUCK, 1)
    turned(day)
    assert purse(day, SNAKE_1) == (1, 0)  # once


@pytest.mark.rule("R-19")
def test_a_strike_whose_completion_was_withdrawn_is_named_but_not_of_an_earlier_release():
    day = scheming()
    completes(day, "spread-rumors", "cat")
    turned(day)
    (acted,) = (each for each in day.happened if isinstance(each, SchemeActed))
    without = replace(day.state, schemes=())

    assert any("has struck in Return" in each for each in day.game.broken(day.game.evolve(without, acted)))
    assert day.game.broken(day.game.evolve(without, replace(acted, kind=""))) == ()


@pytest.mark.rule("R-20")
def test_tables_strike_west_north_east_and_inside_a_table_as_confirmed():
    day = scheming()
    for house, by, table in (("bear", "wolf-1", "east"), ("ram", "octopus-1", "north"), ("cat", "snake-1", "west")):
        completes(day, "spread-rumors", house, by=by, table=table)
    completes(day, "spread-rumors", "swords", by="cat-1")
    day.do(OrderSchemes(table="west", order=(4, 3)), by=UNDERGROUND)

    turned(day)

    assert [each.id for each in day.happened if isinstance(each, SchemeActed)] == [4, 3, 2, 1]


@pytest.mark.rule("R-20")
def test_an_order_that_is_not_of_what_waits_is_refused():
    day = scheming()
    completes(day, "spread-rumors", "cat")
    for order in ((1,), (1, 2), ()):
        with pytest.raises(Stale):
            day.do(OrderSchemes(table="west", order=order), by=UNDERGROUND)


@pytest.mark.rule("R-109", "GE-UND-57", "R-20")
def test_what_cannot_complete_is_refused_by_hand():
    day = scheming()
    good = CompleteScheme(
        month=1, table="west", house=SNAKE, paper=paper("spread-rumors", "cat"), reason="shown", player=SeatId("snake-1")
    )
    for wrong in (
        replace(good, paper=paper("ambush")),
        replace(good, paper=paper("spread-rumors", "nobody")),
        replace(good, table="south"),
        replace(good, house=HouseId("dog")),
        replace(good, player=CAT_1),
        replace(good, month=2),
        replace(good, reason=" "),
    ):
        with pytest.raises(Refused):
            day.do(wrong, by=UNDERGROUND)
    with pytest.raises(Refused):
        day.do(good, by=COURT_CONTROL)


@pytest.mark.rule("R-112", "R-113", "GE-UND-63", "GE-SOV-32")
@pytest.mark.parametrize(
    ("kind", "answers", "table", "rule"),
    [
        ("spread-rumors", ("cat",), "west", ""),
        ("spread-rumors", ("ram",), "west", "R-112"),
        ("capture-hostage", ("snake",), "west", "R-112"),
        ("delay", ("wolf", "wolf-1", "war"), "west", "GE-SOV-32"),
        ("delay", ("wolf", "wolf-1", "war"), "north", ""),
        ("spread-rumors", ("wolf",), "west", "R-112"),
    ],
)
def test_by_hand_a_scheme_names_whom_its_table_reaches(kind, answers, table, rule):
    day = scheming()
    assert day.state.court is not None
    sovereign = Throne(holder=SeatId("wolf-1"), god_emperor=False)
    day.state = replace(day.state, throne=sovereign, court=replace(day.state.court, province="north"))
    if not rule:
        assert completes(day, kind, *answers, table=table) == 1
        return

    with pytest.raises(Refused) as wrong:
        completes(day, kind, *answers, table=table)

    assert wrong.value.rule == rule
    earlier = replace(by_hand(day, kind, *answers, table=table), earlier=True)
    if rule == "GE-SOV-32":  # the table hosted the Court when it was placed
        day.do(earlier, by=UNDERGROUND)
        assert came(day).kind == kind
    else:
        with pytest.raises(Refused):
            day.do(earlier, by=UNDERGROUND)


@pytest.mark.rule("R-113")
def test_by_hand_the_god_emperor_is_named_at_the_table_that_hosts_the_court_alone():
    day = scheming()
    assert day.state.court is not None
    day.state = replace(day.state, court=replace(day.state.court, province="north"))
    with pytest.raises(Refused, match="hosts the Court"):
        completes(day, "assassinate", "throne", "throne", table="west")
    with pytest.raises(Refused):
        completes(day, "slander", "throne", "throne", table="north")

    completes(day, "assassinate", "throne", "throne", table="north")

    assert came(day).ending is SchemeEnding.WAITS


@pytest.mark.rule("R-144", "R-122")
def test_of_a_drawn_scheme_the_players_of_the_house_at_its_table_know():
    day = scheming()
    seats = dict(day.state.seats)
    for each in ("snake-2", "snake-3"):
        seats[SeatId(each)] = replace(seats[SeatId(each)], choice=Room.UNDERGROUND, choice_month=1, table="west")
    day.state = replace(day.state, seats=seats)

    event = scheme_completed(day.state, paper("spread-rumors", "cat"), table="west", house=SNAKE, seat=None)

    assert (event.seat, event.picker, event.know) == (None, SNAKE_2, (SNAKE_2, "snake-3"))


# --- in-laws ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-65", "GE-CER-15", "R-132", "R-06")
def test_a_scheme_on_in_laws_gives_them_1_power_before_it_strikes():
    day = wed(scheming(snake_1=(1, 0)), "snake-2", "cat-2")
    completes(day, "spread-rumors", "cat")

    turned(day)

    paid, took = (each for each in day.happened if isinstance(each, SchemeTook))
    assert (paid.in_laws, paid.to, [each.seat for each in paid.power]) == (True, CAT_1, [SNAKE_1])
    assert (took.in_laws, [each.seat for each in took.power]) == (False, [CAT_1])  # the Power that just came in can be taken
    assert (house_power(day.state, SNAKE), came(day).paid) == (1, 1)


@pytest.mark.rule("R-132", "R-07")
@pytest.mark.parametrize(("pair", "power"), [(("snake-2", "wolf-2"), 2), (("snake-2", "cat-2"), 0)], ids=["other", "poor"])
def test_nothing_is_paid_to_others_than_the_house_aimed_at_nor_what_is_not_there(pair, power):
    day = wed(scheming(snake_1=(power, 0)), *pair)
    completes(day, "black-powder-weapons", "cat")

    turned(day)

    assert house_power(day.state, SNAKE) == power
    assert came(day).paid == 0


@pytest.mark.rule("R-132")
def test_in_laws_are_paid_also_for_a_scheme_that_strikes_nothing():
    day = wed(scheming(snake_1=(1, 0)), "snake-2", "cat-2")
    completes(day, "rescue", "cat")

    turned(day)

    assert (house_power(day.state, CAT), came(day).ending) == (1, SchemeEnding.SPENT)


# --- people -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-03", "R-112")
def test_an_assassin_wounds_twice_and_the_third_wound_kills():
    day = scheming()
    completes(day, "assassinate", "cat", "cat-2")
    completes(day, "assassinate", "cat", "cat-2")
    completes(day, "assassinate", "cat", "cat-2")

    turned(day)

    assert [each.seat for each in day.happened if isinstance(each, CharacterDied)] == [CAT_2]
    assert [came(day, number).ending for number in (1, 2, 3)] == [SchemeEnding.STRUCK, SchemeEnding.STRUCK, SchemeEnding.SPENT]
    assert str(came(day).came) == f"{day.state.seats[CAT_2].name} took 2 wounds from an assassin."
    assert str(came(day, 3).came) == "The character was dead or gone when it struck."


@pytest.mark.rule("EX-20", "GE-UND-03", "GE-SOV-09", "R-28", "R-113")
def test_the_sovereign_dies_by_an_assassin_and_the_power_goes_to_the_bank():
    """EX-20, unmarried."""
    day = scheming(3, ram_1=(6, 0), cat_1=(9, 0), wolf_1=(9, 0))
    ram = SeatId("ram-1")
    seats = {**day.state.seats, ram: replace(day.state.seats[ram], wounds=1)}
    day.state = on_throne(replace(day.state, seats=seats), ram)
    completes(day, "assassinate", "ram", "ram-1", by="unicorn-1", table="north")

    turned(day)

    assert day.state.throne.holder is None
    assert house_power(day.state, HouseId("ram")) == 0


@pytest.mark.rule("R-113", "R-30", "GE-UND-03", "R-28", "GE-SOV-03")
@pytest.mark.parametrize(("deadly", "dies_in"), [(1, 1), (2, 1), (3, 2), (5, 3)])
def test_the_god_emperor_dies_of_as_many_assassins_as_his_wounds_need(deadly, dies_in):
    day = scheming()
    settings = replace(day.state.scenario.settings, god_emperor_wounds=deadly)
    day.state = replace(day.state, scenario=replace(day.state.scenario, settings=settings))
    assert day.state.throne.god_emperor
    for _each in range(4):
        completes(day, "assassinate", "throne", "throne")
    day.until(1, Phase.RETURN)

    turned(day)

    (deposed,) = (each for each in day.happened if isinstance(each, SovereignDeposed))
    assert (deposed.seat, day.state.throne.god_emperor, day.state.throne.wounds) == (None, False, deadly)
    endings = [came(day, number).ending for number in range(1, 5)]
    assert endings == [SchemeEnding.STRUCK] * dies_in + [SchemeEnding.SPENT] * (4 - dies_in)
    assert str(came(day).came) == "The God Emperor took 2 wounds from an assassin."
    hurt = next(each for each in day.happened if isinstance(each, GodEmperorWounded))
    said = f"{min(2, deadly)} wound{'s' * (deadly > 1)}"
    assert day.game.explain(hurt, day.state) == f"The God Emperor has {said}, not 0: Scheme: Assassinate."


@pytest.mark.rule("R-113", "R-30")
def test_an_assassin_of_a_god_emperor_who_reigns_no_more_strikes_nobody():
    day = scheming()
    completes(day, "assassinate", "throne", "throne")
    day.state = on_throne(day.state, CAT_1)

    turned(day)

    assert (came(day).ending, day.state.throne.holder, day.state.seats[CAT_1].wounds) == (SchemeEnding.SPENT, CAT_1, 0)


@pytest.mark.rule("GE-UND-14", "R-18", "R-111")
def test_a_delay_keeps_a_player_out_of_one_room_in_the_next_month_alone():
    day = scheming()
    completes(day, "delay", "cat", "cat-2", "war")

    turned(day)
    bar = day.state.bar(day.state.seats[CAT_2], Room.WAR)
    assert bar is not None
    assert (bar.rule, str(bar.why)) == ("GE-UND-14", "Scheme: Delay")
    assert day.state.bar(day.state.seats[CAT_2], Room.COURT) is None

    turned(day)
    assert day.state.bar(day.state.seats[CAT_2], Room.WAR) is None


@pytest.mark.rule("GE-UND-15", "R-85")
def test_a_delay_that_would_leave_no_room_has_no_effect():
    day = scheming()
    for room in ("war", "court", "underground"):
        completes(day, "delay", "cat", "cat-2", room)

    turned(day)

    barred = [room for room in Room if day.state.bar(day.state.seats[CAT_2], room) is not None]
    assert barred == [Room.WAR, Room.COURT]
    assert came(day, 3).ending is SchemeEnding.SPENT


@pytest.mark.rule("GE-UND-15", "R-85")
def test_a_bar_that_ends_this_month_does_not_count_against_a_delay_of_the_next():
    day = scheming()
    cat = day.state.seats[CAT_2]
    bars = (Bar(room=Room.WAR, until=1), Bar(room=Room.COURT))
    day.state = replace(day.state, seats={**day.state.seats, CAT_2: replace(cat, bars=bars)})
    completes(day, "delay", "cat", "cat-2", "underground")

    turned(day)

    assert came(day).ending is SchemeEnding.STRUCK


NEXT_MONTH: dict[str, tuple[tuple[str, ...], Callable[[Day], bool]]] = {  # what else a scheme on Cat names; does it act now?
    "delay": (("cat-2", "war"), lambda day: day.state.bar(day.state.seats[CAT_2], Room.WAR) is not None),
    "forged-order": ((), lambda day: bool(effects_in_force(day.state, EffectKind.FORGED_ORDER))),
    "black-powder-weapons": ((), lambda day: bool(effects_in_force(day.state, EffectKind.BLACK_POWDER))),
    "bribes": (("2",), lambda day: bool(open_court_benefits(day.state))),
    "sow-dissent": (("2",), lambda day: bool(open_court_benefits(day.state))),
    "destroy-proposal": ((), lambda day: bool(open_court_benefits(day.state))),
    "leverage": ((), lambda day: bool(open_court_benefits(day.state))),
}


@pytest.mark.rule("R-18")
@pytest.mark.parametrize("kind", NEXT_MONTH)
def test_what_would_act_after_the_last_month_is_spent(kind):
    more, _acts = NEXT_MONTH[kind]
    day = scheming(10)
    completes(day, kind, "cat", *more)
    day.until(10, Phase.RETURN)

    day.do(_end_of_return(day))

    assert (came(day).ending, str(came(day).came)) == (SchemeEnding.SPENT, "It would act next month, and there is none.")
    assert day.state.effects == ()


@pytest.mark.rule("R-18")
@pytest.mark.parametrize("kind", NEXT_MONTH)
def test_what_completes_in_the_month_before_the_last_acts_in_the_last(kind: str):
    more, acts = NEXT_MONTH[kind]
    day = scheming(9)
    completes(day, kind, "cat", *more)
    assert not acts(day)

    turned(day)

    assert day.state.clock.month == last_month(day.state)
    assert came(day).ending is SchemeEnding.STRUCK
    assert acts(day)


def _end_of_return(day: Day) -> EndPhase:
    return EndPhase(month=day.state.clock.month, phase=Phase.RETURN)


# --- purses -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-04", "R-122", "R-06", "R-07")
@pytest.mark.parametrize(
    ("drawn", "dead", "to"), [(False, False, "snake-2"), (True, False, "snake-1"), (False, True, "snake-1")], ids=["a", "b", "c"]
)
def test_rumors_take_1_power_for_the_author_else_by_rank(drawn, dead, to):
    day = scheming(cat_2=(5, 0))
    completes(day, "spread-rumors", "cat", by="snake-2", drawn=drawn)
    if dead:
        gone = replace(day.state.seats[SNAKE_2], died=1, wounds=3)
        day.state = replace(day.state, seats={**day.state.seats, SNAKE_2: gone})

    turned(day)

    assert (purse(day, CAT_2)[0], purse(day, SeatId(to))[0]) == (4, 1)


@pytest.mark.rule("GE-UND-04", "R-07")
def test_rumors_on_a_poor_house_take_nothing_and_are_spent():
    day = scheming(cat_1=(0, 4))
    completes(day, "spread-rumors", "cat")

    turned(day)

    assert (came(day).ending, purse(day, CAT_1)) == (SchemeEnding.SPENT, (0, 4))


@pytest.mark.rule("GE-UND-05", "R-122")
@pytest.mark.parametrize("named", [None, 2], ids=["the oldest", "the chosen"])
def test_slander_steals_the_favor_that_the_schemer_picks_else_the_oldest(named):
    day = scheming(cat_2=(0, 3))
    completes(day, "slander", "cat", "cat-2")
    cards = day.state.seats[CAT_2].purse.favors
    day.until(1, Phase.RETURN)
    if named is not None:
        day.do(ChooseForScheme(seat=SNAKE_1, scheme=1, card=cards[named]), by=player(SNAKE_1))

    turned(day)

    stolen = cards[named or 0]
    assert day.state.seats[SNAKE_1].purse.favors == (stolen,)
    assert all(stolen not in day.game.explain(each, day.state) for each in day.happened if isinstance(each, SchemeTook))


@pytest.mark.rule("GE-UND-05", "R-05", "R-122")
@pytest.mark.parametrize("named", [None, 2], ids=["the oldest", "the chosen"])
def test_where_houses_hold_in_common_a_slander_steals_once_out_of_the_one_purse(named):
    day = scheming(cat_1=(1, 3), snake_1=(0, 1))
    settings = replace(day.state.scenario.settings, holdings="house")
    day.state = replace(day.state, scenario=replace(day.state.scenario, settings=settings))
    completes(day, "slander", "cat", "cat-2", by="snake-2")
    completes(day, "slander", "snake", "snake-2", by="snake-2")  # it finds nothing to take in its own House
    cards, own = (day.state.seats[each].purse.favors for each in (CAT_1, SNAKE_1))
    before = all_cards(day)
    day.until(1, Phase.RETURN)
    assert revealed_cards(day.state, came(day)) == cards
    if named is not None:
        day.do(ChooseForScheme(seat=SNAKE_2, scheme=1, card=cards[named]), by=player(SNAKE_2))

    turned(day)

    stolen = cards[named or 0]
    assert day.state.seats[CAT_1].purse.favors == tuple(each for each in cards if each != stolen)
    assert day.state.seats[SNAKE_1].purse.favors == (*own, stolen)  # its rank 1 holds the purse
    assert (day.state.seats[SNAKE_2].purse.favors, all_cards(day)) == ((), before)
    assert [came(day, number).ending for number in (1, 2)] == [SchemeEnding.STRUCK, SchemeEnding.SPENT]
    assert str(came(day).harm) == "1 Favor was stolen from Cat."


@pytest.mark.rule("GE-UND-05", "R-122")
def test_only_the_schemer_picks_only_in_return_and_only_what_is_there():
    day = scheming(cat_2=(0, 1))
    completes(day, "slander", "cat", "cat-2")
    card = day.state.seats[CAT_2].purse.favors[0]
    with pytest.raises(Refused):  # it is still Action
        day.do(ChooseForScheme(seat=SNAKE_1, scheme=1, card=card), by=player(SNAKE_1))
    day.until(1, Phase.RETURN)
    assert [len(schemes_to_choose(day.state, seat)) for seat in (SNAKE_1, SNAKE_2, CAT_2)] == [1, 0, 0]
    for seat in (SNAKE_2, CAT_2):
        with pytest.raises(Refused):
            day.do(ChooseForScheme(seat=seat, scheme=1, card=card), by=player(seat))
    with pytest.raises(Stale):
        day.do(ChooseForScheme(seat=SNAKE_1, scheme=1, card=day.state.favor_deck[0]), by=player(SNAKE_1))


# --- a choice counts as long as it is possible --------------------------------------------------------------------------


def holds(seat: SeatId, *favors: int) -> Callable[[Day, Sequence[CardId]], None]:
    """The player keeps these cards only. The others go to the discards."""

    def change(day: Day, cards: Sequence[CardId]) -> None:
        held = tuple(cards[at] for at in favors)
        gone = tuple(card for card in cards if card not in held)
        player_ = day.state.seats[seat]
        seats = {**day.state.seats, seat: replace(player_, purse=replace(player_.purse, favors=held))}
        day.state = replace(day.state, seats=seats, favor_discards=(*day.state.favor_discards, *gone))

    return change


STOLEN = [  # Snake 1 has chosen the third of Cat 2's three Favors; a change; which card is stolen
    (holds(CAT_2, 0, 1, 2), 2),
    (holds(CAT_2, 1, 2), 2),
    (holds(CAT_2, 2, 1, 0), 2),
    (holds(CAT_2, 2), 2),
    (holds(CAT_2, 0, 1), 0),
    (holds(CAT_2, 1, 0), 1),
    (holds(CAT_2), None),
]


@pytest.mark.rule("GE-UND-05", "R-122")
@pytest.mark.parametrize(("change", "stolen"), STOLEN)
def test_a_slander_takes_the_chosen_favor_while_it_is_there_and_says_where_it_is_not(change, stolen):
    day = scheming(cat_2=(0, 3))
    completes(day, "slander", "cat", "cat-2")
    cards = day.state.seats[CAT_2].purse.favors
    day.until(1, Phase.RETURN)
    day.do(ChooseForScheme(seat=SNAKE_1, scheme=1, card=cards[2]), by=player(SNAKE_1))
    change(day, cards)
    assert [each.id for each in schemes_to_choose(day.state, SNAKE_1)] == [1]  # the choice may change until the scheme strikes

    turned(day)

    assert day.state.seats[SNAKE_1].purse.favors == (() if stolen is None else (cards[stolen],))
    said = "The one that you chose was gone" in str(came(day).came)
    assert said == (stolen in (0, 1))
    assert all("you" not in day.game.explain(each, day.state) for each in day.happened if isinstance(each, SchemeSpent))


@pytest.mark.rule("GE-UND-05", "R-122")
def test_two_slanders_that_name_the_same_favor_steal_it_and_then_the_oldest():
    day = scheming(cat_2=(0, 3))
    completes(day, "slander", "cat", "cat-2")
    completes(day, "slander", "cat", "cat-2", by="snake-2")
    cards = day.state.seats[CAT_2].purse.favors
    day.until(1, Phase.RETURN)
    for number, seat in ((1, SNAKE_1), (2, SNAKE_2)):
        day.do(ChooseForScheme(seat=seat, scheme=number, card=cards[1]), by=player(seat))

    turned(day)

    assert [day.state.seats[seat].purse.favors for seat in (SNAKE_1, SNAKE_2)] == [(cards[1],), (cards[0],)]
    assert ["was gone" in str(came(day, number).came) for number in (1, 2)] == [False, True]


FREED = [  # Snake has chosen 91 of Cat's hostages 91 and the older 93; what leaves; what comes; which is freed
    ((), (), 91),
    ((93,), (), 91),
    ((), (Hostage(id=94, of=WOLF, holder=CAT, since=0),), 91),
    ((91,), (), 93),
    ((91, 93), (), None),
    ((91, 93), (Hostage(id=94, of=WOLF, holder=CAT, since=1),), 94),
]


@pytest.mark.rule("GE-UND-09", "R-124")
@pytest.mark.parametrize(("gone", "new", "free"), FREED)
def test_a_rescue_frees_the_chosen_hostage_while_it_is_there_and_says_where_it_is_not(gone, new, free):
    day = with_hostages(scheming())
    completes(day, "rescue", "cat")
    day.until(1, Phase.RETURN)
    day.do(ChooseForScheme(seat=SNAKE_1, scheme=1, hostage=91), by=player(SNAKE_1))
    left = tuple(each for each in day.state.hostages if each.id not in gone)
    day.state = replace(day.state, hostages=(*left, *new), last_hostage=94)

    turned(day)

    assert {each.id for each in (*left, *new)} - {each.id for each in day.state.hostages} == ({free} if free else set())
    assert ("The one that was chosen was gone" in str(came(day).came)) == (free in (93, 94))
    assert "chosen" not in str(came(day).harm)


@pytest.mark.rule("R-108", "R-122", "R-124")
@pytest.mark.parametrize("goes", ["dies", "leaves"])
@pytest.mark.parametrize("answered", [True, False])
def test_of_a_drawn_scheme_the_next_rank_at_its_table_chooses_when_the_picker_is_gone_and_an_answer_stands(goes, answered):
    day = with_hostages(scheming())
    for seat in (SNAKE_2, SNAKE_1):
        day.state = replace(
            day.state,
            seats={
                **day.state.seats,
                seat: replace(day.state.seats[seat], choice=Room.UNDERGROUND, choice_month=1, table="west"),
            },
        )
    completes(day, "rescue", "cat", drawn=True)
    day.until(1, Phase.RETURN)
    assert [bool(schemes_to_choose(day.state, seat)) for seat in (SNAKE_1, SNAKE_2)] == [True, False]
    if answered:
        day.do(ChooseForScheme(seat=SNAKE_1, scheme=1, hostage=91), by=player(SNAKE_1))

    gone = AdjustWounds(player=SNAKE_1, before=0, wounds=3, reason="a fall") if goes == "dies" else LeaveForGood(seat=SNAKE_1)
    day.do(gone, by=EVERY_DESK)

    assert [bool(schemes_to_choose(day.state, seat)) for seat in (SNAKE_1, SNAKE_2)] == [False, True]
    if not answered:
        day.do(ChooseForScheme(seat=SNAKE_2, scheme=1, hostage=91), by=player(SNAKE_2))
    turned(day)
    assert {each.id for each in day.state.hostages} == {92, 93}


# --- hostages and buildings ---------------------------------------------------------------------------------------------


@pytest.mark.rule("EX-21", "GE-UND-08", "GE-CER-19", "GE-CER-20", "GE-CER-21", "GE-CER-22", "R-143", "R-23")
@pytest.mark.parametrize(("favors", "kills"), [(0, False), (0, True), (1, False), (1, True)])
def test_a_captured_hostage_carries_what_there_is_and_shares_its_fate(favors, kills):
    """EX-21."""
    day = scheming(cat_1=(1, favors))
    completes(day, "capture-hostage", "cat")

    turned(day)

    (token,) = hostages_held_by(day.state, SNAKE)
    assert (token.of, token.power, len(token.favors)) == (CAT, 1, favors)
    assert (house_power(day.state, CAT), house_power(day.state, SNAKE)) == (0, 0)
    act = KillHostage if kills else ReleaseHostage
    day.do(act(seat=SNAKE_1, hostage=token.id), by=player(SNAKE_1))
    assert house_power(day.state, CAT) == int(not kills)


@pytest.mark.rule("GE-UND-08", "R-112")
def test_nobody_captures_a_hostage_of_the_own_house():
    day = scheming(snake_1=(1, 1))
    with pytest.raises(Refused):
        completes(day, "capture-hostage", "snake")
    completed_in_fact(day, "capture-hostage", "snake")

    turned(day)

    assert (day.state.hostages, came(day).ending) == ((), SchemeEnding.SPENT)


def with_hostages(day: Day) -> Day:
    """Cat holds one hostage of Bear, one of Wolf by a marriage, and an older one of Snake."""
    held = (
        Hostage(id=91, of=BEAR, holder=CAT, power=1, since=1),
        Hostage(id=92, of=WOLF, holder=CAT, power=1, marriage=(CAT_1, SeatId("wolf-1"))),
        Hostage(id=93, of=SNAKE, holder=CAT, power=1, since=0),
    )
    day.state = replace(day.state, hostages=held, last_hostage=93)
    return wed(day, "cat-1", "wolf-1")


@pytest.mark.rule("GE-UND-09", "R-124", "R-141")
@pytest.mark.parametrize(("named", "free"), [(None, 93), (91, 91)], ids=["the oldest", "the chosen"])
def test_a_rescue_frees_any_hostage_but_one_of_a_marriage(named, free):
    day = with_hostages(scheming())
    completes(day, "rescue", "cat")
    day.until(1, Phase.RETURN)
    assert {each.id for each in rescuable_hostages(day.state, came(day))} == {91, 93}
    if named is not None:
        day.do(ChooseForScheme(seat=SNAKE_1, scheme=1, hostage=named), by=player(SNAKE_1))
    with pytest.raises(Stale):
        day.do(ChooseForScheme(seat=SNAKE_1, scheme=1, hostage=92), by=player(SNAKE_1))

    turned(day)

    assert {each.id for each in day.state.hostages} == {91, 92, 93} - {free}
    assert house_power(day.state, SNAKE if free == 93 else BEAR) == 1  # with the Power on it
    assert hostages_from(day.state, WOLF)


@pytest.mark.rule("GE-UND-09", "GE-CER-21", "R-124")
@pytest.mark.parametrize("rescued", [True, False], ids=["rescued", "released by its holder"])
def test_a_rescued_hostage_is_told_as_free_and_not_as_released_by_its_holder(rescued):
    day = with_hostages(scheming())
    if rescued:
        completes(day, "rescue", "cat")
        turned(day)
    else:
        day.do(ReleaseHostage(seat=CAT_1, hostage=93), by=player(CAT_1))

    (happened,) = (each for each in day.happened if isinstance(each, HostagesReleased))
    (told,) = hostage_news(day.state, Viewer(seat=SNAKE_1))
    if rescued:
        assert told == "1 hostage of Snake that Cat held is free."
        said = "1 hostage of Snake that Cat held is free, with 1 Power given back: Scheme: Rescue."
    else:
        assert told == "Cat has released 1 hostage of Snake."
        said = f"Cat releases 1 hostage of Snake, with 1 Power given back: {happened.why}."
    assert day.game.explain(happened, day.state) == said


@pytest.mark.rule("GE-UND-16", "R-107")
def test_a_captured_building_keeps_its_places_and_loses_its_guests():
    day = scheming()
    day.do(PlaceBuilding(house=CAT, kind="arena", reason="built"), by=COURT_CONTROL)
    (built,) = day.state.buildings
    day.state = replace(day.state, buildings=(replace(built, guests=(Guest(house=WOLF),)),))
    completes(day, "capture-building", "cat", next(each.building for each in day.state.scenario.factions if each.kind == "arena"))
    (before,) = day.state.buildings

    turned(day)

    (after,) = day.state.buildings
    assert (after.house, after.places, after.guests) == (SNAKE, before.places, ())


def with_arenas(*owners: HouseId) -> Day:
    """Arenas that Cat and Wolf have built, now owned by these Houses."""
    day = scheming()
    for house in (CAT, WOLF):
        day.do(PlaceBuilding(house=house, kind="arena", reason="built"), by=COURT_CONTROL)
    buildings = tuple(replace(each, house=owner) for each, owner in zip(day.state.buildings, owners, strict=True))
    day.state = replace(day.state, buildings=buildings)
    return day


@pytest.mark.rule("GE-UND-16", "R-111", "R-107")
@pytest.mark.parametrize("at", [0, 1])
def test_of_two_buildings_of_a_kind_the_one_that_is_named_is_captured(at):
    day = with_arenas(CAT, CAT)
    before = day.state.buildings
    completes(day, "capture-building", "cat", str(before[at].id))
    words = scheme_words(day.state, came(day))
    assert words == f"Capture Building: Cat, {at_home(day, at)}"

    turned(day)

    assert [each.house for each in day.state.buildings] == [SNAKE if each is before[at] else CAT for each in before]
    assert scheme_words(day.state, came(day)) == words


def at_home(day: Day, at: int) -> str:
    name = next(each.building for each in day.state.scenario.factions if each.kind == "arena")
    return f"{name} ({('Amn', 'Chi')[at]})"


@pytest.mark.rule("GE-UND-16", "R-111")
@pytest.mark.parametrize("becomes", ["another's", "the own", "nothing"])
def test_a_named_building_that_the_house_holds_no_more_is_not_captured_and_no_other_in_its_place(becomes):
    day = with_arenas(CAT, CAT)
    first, second = day.state.buildings
    completes(day, "capture-building", "cat", str(second.id))
    owner = {"another's": WOLF, "the own": SNAKE}.get(becomes)
    then = (first, replace(second, house=owner)) if owner else (first,)
    day.state = replace(day.state, buildings=then)

    turned(day)

    assert day.state.buildings == then
    assert came(day).ending is SchemeEnding.SPENT
    if becomes == "nothing":
        assert scheme_words(day.state, came(day)) == "Capture Building: Cat, a building"


@pytest.mark.rule("GE-UND-16", "R-111")
def test_a_building_to_be_captured_is_of_the_house_that_is_named():
    day = with_arenas(CAT, SNAKE)
    other = str(day.state.buildings[1].id)

    with pytest.raises(Refused, match="a building of the House that you name") as no:
        completes(day, "capture-building", "cat", other)
    assert no.value.rule == "GE-UND-16"
    with pytest.raises(Refused, match="no such building"):
        completes(day, "capture-building", "cat", "77")


SAME_RETURN: dict[str, tuple[list[tuple[object, ...]], list[tuple[str, str]], list[str], list[bool]]] = {
    # Cat has the Arenas 1 and 2. Laws; what the West's schemes capture from Cat; owners by number after; which schemes struck
    "one": ([], [("snake-1", "1")], ["snake", "cat"], [True]),
    "both": ([], [("snake-1", "1"), ("swords-1", "2")], ["snake", "swords"], [True, True]),
    "one twice": ([], [("snake-1", "1"), ("swords-1", "1")], ["snake", "cat"], [True, False]),
    "one twice by one House": ([], [("snake-1", "1"), ("snake-2", "1")], ["snake", "cat"], [True, False]),
    "by kind, then by number": ([], [("snake-1", "arena"), ("swords-1", "1")], ["snake", "cat"], [True, False]),
    "by number, then by kind": ([], [("snake-1", "1"), ("swords-1", "arena")], ["snake", "swords"], [True, True]),
    "by kind twice": ([], [("snake-1", "arena"), ("swords-1", "arena")], ["snake", "swords"], [True, True]),
    "by kind three times": (
        [],
        [("snake-1", "arena"), ("swords-1", "arena"), ("snake-2", "arena")],
        ["snake", "swords"],
        [True, True, False],
    ),
    "a law destroys it first": ([("destroy", "1")], [("snake-1", "1")], ["", "cat"], [False]),
    "a law destroys the other": ([("destroy", "2")], [("snake-1", "1")], ["snake", ""], [True]),
    "by kind what a law leaves": ([("destroy", "1")], [("snake-1", "arena")], ["", "snake"], [True]),
    "a law leaves none": ([("destroy", "1"), ("destroy", "2")], [("snake-1", "arena")], ["", ""], [False]),
    "a new one is another": ([("destroy", "1"), ("build", "arena", "cat", ())], [("snake-1", "1")], ["", "cat", "cat"], [False]),
    "by kind the new one": (
        [("destroy", "1"), ("destroy", "2"), ("build", "arena", "cat", ())],
        [("snake-1", "arena")],
        ["", "", "snake"],
        [True],
    ),
    "a new one of another House": (
        [("destroy", "1"), ("destroy", "2"), ("build", "arena", "wolf", ())],
        [("snake-1", "arena")],
        ["", "", "wolf"],
        [False],
    ),
    "a new one of who schemes": (
        [("destroy", "1"), ("destroy", "2"), ("build", "arena", "snake", ())],
        [("snake-1", "arena")],
        ["", "", "snake"],
        [False],
    ),
}


@pytest.mark.rule("GE-UND-16", "GE-CRT-61", "GE-CRT-47", "R-111", "R-90", "R-20", "R-130")
@pytest.mark.parametrize("name", SAME_RETURN)
def test_laws_come_before_schemes_on_the_buildings_that_they_name(name: str):
    laws, schemes, owners, struck = SAME_RETURN[name]
    day = with_arenas(CAT, CAT)
    for kind, *answers in laws:
        law(day, str(kind), *answers)  # type: ignore[arg-type]
    arena = next(each.building for each in day.state.scenario.factions if each.kind == "arena")
    numbers = [completes(day, "capture-building", "cat", arena if what == "arena" else what, by=by) for by, what in schemes]

    turned(day)

    standing = {each.id: each.house for each in day.state.buildings}
    assert [standing.get(number, "") for number in range(1, len(owners) + 1)] == owners
    assert [came(day, each).ending is SchemeEnding.STRUCK for each in numbers] == struck


@pytest.mark.rule("GE-UND-16", "R-107")
def test_a_building_that_is_not_there_any_more_cannot_be_captured():
    day = scheming()
    completes(day, "capture-building", "cat", day.state.scenario.factions[0].building)

    turned(day)

    assert came(day).ending is SchemeEnding.SPENT


# --- messages -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-06", "GE-UND-07", "R-123")
@pytest.mark.parametrize(("kind", "reader"), [("espionage", SNAKE_1), ("counterespionage", CAT_1)])
def test_underground_control_sends_what_a_spy_has_earned_to_one_reader(kind, reader):
    day = scheming()
    completes(day, kind, "cat")
    turned(day)
    assert [each.id for each in owed(day.state)] == [1]
    cat = next(each for each in day.state.scenario.houses if each.id == CAT)
    texts = texts_for(day.state, came(day))
    assert texts == (cat.true_secrets if kind == "espionage" else cat.false_secrets)

    day.do(SendSecret(scheme=1, text=texts[0]), by=UNDERGROUND)

    assert (came(day).reader, came(day).text, owed(day.state)) == (reader, texts[0], ())
    with pytest.raises(Stale):
        day.do(SendSecret(scheme=1, text=texts[1]), by=UNDERGROUND)


class Reversed:
    """A chance whose shuffle only reverses, so that a test knows the order."""

    def shuffled(self, items):
        return tuple(reversed(items))


def end_phase(day: Day) -> None:
    clock = day.state.clock
    command = EndPhase(month=clock.month, phase=clock.phase or "")
    decided = day.game.decided(day.state, command, DecisionContext(by=EVERY_DESK, at=day.now, chance=Reversed()))
    day.state = decided.state
    day.happened.extend(decided.events)
    assert day.game.broken(day.state) == ()


@pytest.mark.rule("R-123", "GE-UND-06", "GE-UND-07")
def test_what_is_not_sent_goes_out_by_chance_when_the_next_ceremony_ends():
    day = scheming()
    for kind in ("espionage", "espionage", "counterespionage", "counterespionage"):
        completes(day, kind, "cat")
    turned(day)
    day.do(SendSecret(scheme=1, text="Cat keeps no cats."), by=UNDERGROUND)
    assert [each.id for each in owed(day.state)] == [2, 3, 4]

    end_phase(day)

    cat = next(each for each in day.state.scenario.houses if each.id == CAT)
    assert owed(day.state) == ()
    assert [(came(day, number).reader, came(day, number).text, came(day, number).told_in) for number in (1, 2, 3, 4)] == [
        (SNAKE_1, "Cat keeps no cats.", 2),
        (SNAKE_1, cat.true_secrets[-1], 2),
        (CAT_1, cat.false_secrets[-1], 2),
        (CAT_1, cat.false_secrets[-2], 2),
    ]
    with pytest.raises(Stale):
        day.do(SendSecret(scheme=2, text="Cat keeps no cats."), by=UNDERGROUND)


@pytest.mark.rule("R-18", "R-123", "GE-UND-06", "GE-UND-07")
def test_what_a_spy_earns_in_the_last_return_goes_out_when_the_day_ends():
    day = scheming(10)
    for kind in ("espionage", "counterespionage"):
        completes(day, kind, "cat")
    day.until(10, Phase.RETURN)

    end_phase(day)

    cat = next(each for each in day.state.scenario.houses if each.id == CAT)
    assert day.state.clock.stage is DayStage.OVER
    assert owed(day.state) == ()
    assert [(came(day, number).reader, came(day, number).text) for number in (1, 2)] == [
        (SNAKE_1, cat.true_secrets[-1]),
        (CAT_1, cat.false_secrets[-1]),
    ]
    for reader, number in ((SNAKE_1, 1), (CAT_1, 2)):
        panel = schemes_panel(day.state, Viewer(seat=reader))
        assert panel is not None
        assert [each.text for each in panel.messages] == [came(day, number).text]
    panel = schemes_panel(day.state, Viewer(seat=SNAKE_1))
    assert panel is not None
    assert (panel.month, len(panel.own)) == (10, 2)  # the results show although no Ceremony follows


@pytest.mark.rule("R-123")
def test_nothing_goes_out_where_nobody_reads_or_nothing_is_left_to_say():
    day = scheming()
    for kind, house in (("espionage", "cat"), ("counterespionage", "swords")):
        completes(day, kind, house)
    turned(day)
    houses = tuple(replace(each, true_secrets=()) if each.id == CAT else each for each in day.state.scenario.houses)
    gone = {each.id: replace(each, presence=Presence.GONE) if each.house == SWORDS else each for each in day.state.seats.values()}
    day.state = replace(day.state, scenario=replace(day.state.scenario, houses=houses), seats=gone)

    end_phase(day)

    assert [each.id for each in owed(day.state)] == [1, 2]


@pytest.mark.rule("R-123")
@pytest.mark.parametrize(
    ("kind", "gone", "reader"),
    [
        ("espionage", (), "snake-1"),
        ("espionage", ("snake-1",), "snake-2"),
        ("espionage", ("snake-1", "snake-2", "snake-3", "snake-4"), "snake-5"),
        ("counterespionage", (), "cat-1"),
        ("counterespionage", ("cat-1",), "cat-2"),
    ],
)
def test_a_message_reaches_rank_1_or_whoever_of_the_house_lives_first(kind, gone, reader):
    day = scheming()
    completes(day, kind, "cat")
    turned(day)
    for seat in gone:
        day.do(AdjustWounds(player=SeatId(seat), before=0, wounds=3, reason="a dagger"), by=EVERY_DESK)

    day.do(SendSecret(scheme=1, text="Cat keeps no cats."), by=UNDERGROUND)

    assert came(day).reader == reader


@pytest.mark.rule("R-123")
def test_a_message_says_something_and_comes_from_underground_control():
    day = scheming()
    completes(day, "espionage", "cat")
    turned(day)
    for text in ("", "  ", "x" * 301):
        with pytest.raises(Refused):
            day.do(SendSecret(scheme=1, text=text), by=UNDERGROUND)
    with pytest.raises(Refused):
        day.do(SendSecret(scheme=1, text="Cat keeps no cats."), by=COURT_CONTROL)


# --- the next month -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-11", "GE-UND-13", "R-18", "R-68", "R-70")
@pytest.mark.parametrize(
    ("kind", "effect", "houses", "known"),
    [
        ("forged-order", EffectKind.FORGED_ORDER, (CAT, SNAKE), False),
        ("black-powder-weapons", EffectKind.BLACK_POWDER, (CAT,), True),
    ],
)
def test_what_acts_on_the_map_next_month_stands_for_that_month_alone(kind, effect, houses, known):
    day = scheming()
    completes(day, kind, "cat")
    turned(day)

    (entered,) = effects_in_force(day.state, effect)

    assert (entered.houses, entered.since, entered.until) == (houses, 2, 2)
    assert is_known_to(entered, CAT) is known
    assert bool(came(day).harm) is known
    turned(day)
    assert effects_in_force(day.state, effect) == ()


@pytest.mark.rule("GE-UND-11", "R-112")
def test_what_a_forged_order_leaves_names_no_scheme():
    day = scheming()
    completes(day, "forged-order", "cat")
    turned(day)

    (entered,) = (each for each in day.happened if isinstance(each, EffectEntered))
    assert day.game.explain(entered, day.state) == "Forced stance, month 2: Cat must ally with Snake."
    assert str(effects_in_force(day.state)[0].source) == "Forced stance"


@pytest.mark.rule("GE-UND-11", "R-112")
def test_a_forged_order_cannot_be_aimed_at_the_own_house():
    day = scheming()
    with pytest.raises(Refused):
        completes(day, "forged-order", "snake")
    completed_in_fact(day, "forged-order", "snake")
    turned(day)

    assert (day.state.effects, came(day).ending) == ((), SchemeEnding.SPENT)


@pytest.mark.rule("GE-UND-19", "GE-UND-20", "GE-UND-21", "GE-UND-23", "R-127", "R-128", "R-18")
@pytest.mark.parametrize(
    ("kind", "told"), [("bribes", True), ("sow-dissent", True), ("destroy-proposal", False), ("leverage", False)]
)
def test_votes_and_rights_wait_at_the_court_of_the_next_month_and_lapse_with_it(kind, told):
    day = scheming()
    completes(day, kind, "cat", *(("3",) if told else ()))
    assert open_court_benefits(day.state) == ()

    turned(day)

    assert [each.kind for each in open_court_benefits(day.state)] == [kind]
    assert bool(came(day).harm) is told  # the House uses its votes itself
    turned(day)
    assert open_court_benefits(day.state) == ()


# --- who is told what ---------------------------------------------------------------------------------------------------


def test_no_sentence_of_another_desk_says_who_schemed():
    events = schemes_struck()
    day = scheming()
    own = {"SchemeCompleted", "SchemesOrdered", "SchemeChoice", "SchemeActed", "SchemeSpent", "SchemeTook", "SecretSent"}
    for event in events:
        handler = day.game.events[type(event)]
        if type(event).__name__ in own:
            assert handler.readers is not None
            assert handler.readers(event, day.state) == {Desk.UNDERGROUND}


@pytest.mark.rule("R-20")
def test_the_laws_of_the_month_act_before_its_schemes():
    day = scheming(cat_1=(1, 0))
    law(day, "fines", "cat", "1", "0")
    completes(day, "spread-rumors", "cat")

    turned(day)

    assert (purse(day, CAT_1), purse(day, SNAKE_1), came(day).ending) == ((0, 0), (0, 0), SchemeEnding.SPENT)


@pytest.mark.rule("R-122", "R-143", "R-132")
@pytest.mark.parametrize("seed", range(12))
def test_no_scheme_makes_or_loses_power_or_favors_and_each_is_spent_once(seed):
    dice = random.Random(seed)
    houses = ("cat", "swords", "snake")
    purses = {f"{house}_{rank}": (dice.randint(0, 2), dice.randint(0, 2)) for house in houses for rank in (1, 2)}
    day = wed(with_hostages(scheming(**purses)), "snake-2", "swords-2")
    kinds = ("spread-rumors", "slander", "capture-hostage", "rescue", "black-powder-weapons", "assassinate", "delay")
    for _each in range(8):
        kind, house, schemer = dice.choice(kinds), dice.choice(houses), dice.choice(houses)
        if kind == "capture-hostage" and schemer == house:  # no House captures from itself
            schemer = next(each for each in houses if each != house)
        more = {"slander": (f"{house}-2",), "assassinate": (f"{house}-2",), "delay": (f"{house}-1", "war")}.get(kind, ())
        completes(day, kind, house, *more, by=f"{schemer}-{dice.choice((1, 3))}", drawn=dice.random() < 0.3)
    power, cards = all_power(day), all_cards(day)

    events = happens(day, MonthTurned(month=1, moment=Moment.SCHEMES))

    assert all_power(day) == power  # the God Emperor reigns and gets what the dead held
    assert all_cards(day) == cards
    spent = [each.id for each in events if isinstance(each, SchemeSpent)]
    assert sorted(spent) == list(range(1, 9))
