"""Immortals that leave for the laws of one Return, after all that earlier laws took, gave and struck (R-98, R-76, R-20)."""

from __future__ import annotations

import pytest

from control.day.decisions.answers import MakeDecision
from control.day.decisions.questions import open_decisions
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.viewer import Viewer
from rooms.court.game.sovereign_orders import order_view
from rooms.realm.desks import Desk
from rooms.realm.game.buildings.ownership import PlaceBuilding
from rooms.realm.game.law_actions.return_turns import LawActed, LawLapsed
from rooms.realm.game.military_actions import immortals_left, immortals_to_go
from rooms.realm.game.records import Hostage
from rooms.realm.game.view_in_force import law_row
from rooms.realm.scenario.ids import HouseId, LawId, Phase, RegionId
from rooms.war.game.board import Immortal
from rooms.war.game.state import war_of, with_stock, with_war
from tests.rooms.realm.game.passing import in_court, law
from tests.rooms.realm.game.play import CAT_1, COURT_CONTROL, WOLF_1, Day, player
from tests.scenarios import on_throne

CAT, WOLF, SNAKE, RAM, BEAR = (HouseId(each) for each in ("cat", "wolf", "snake", "ram", "bear"))
Law = tuple[object, ...]

# --- laws as they are written --------------------------------------------------------------------------------------------


def release(house: str, count: int, *named: int) -> Law:
    return ("hostages", "release", house, (), str(count), tuple(str(each) for each in named))


def hand(house: str, to: str, count: int, *named: int) -> Law:
    return ("hostages", "hand over", house, to, str(count), tuple(str(each) for each in named))


def give(house: str, to: str, count: int = 1) -> Law:
    return ("hostages", "give", house, to, str(count), ())


def disband(units: int, region: str = "chi", house: str = "wolf") -> Law:
    return ("disband", house, region, str(units))


def aid(units: int, house: str = "wolf") -> Law:
    return ("financial-aid", house, "0", "0", str(units))


def kill(*players: str) -> Law:
    return ("execution", players)


def propaganda(house: str = "ram") -> Law:
    return ("propaganda", house)


def order(written: Law) -> Law:
    """The same law as an order of the throne: it acts last and gets its Immortal first (R-39, R-32)."""
    return ("order", *written)


DESTROY: Law = ("destroy", "1")
FINES: Law = ("fines", "cat", "1", "0")

# --- the day: Wolf holds two of Ram, one of Snake, one of Cat by a marriage; Cat holds one of Wolf; Wolf has an Arena ----------


def the_day() -> Day:
    day = in_court()
    seats = dict(day.state.seats)
    seats[CAT_1] = replace(seats[CAT_1], spouse=WOLF_1)
    seats[WOLF_1] = replace(seats[WOLF_1], spouse=CAT_1)
    tokens = (
        Hostage(id=1, of=RAM, holder=WOLF, since=1),
        Hostage(id=2, of=RAM, holder=WOLF, since=1),
        Hostage(id=3, of=SNAKE, holder=WOLF, since=1),
        Hostage(id=4, of=CAT, holder=WOLF, since=1, marriage=(CAT_1, WOLF_1)),
        Hostage(id=5, of=WOLF, holder=CAT, since=1),
        Hostage(id=6, of=HouseId("eagle"), holder=SNAKE, law=LawId("law-5")),
    )
    day.state = replace(day.state, seats=seats, hostages=tokens, last_hostage=6)
    day.do(PlaceBuilding(house=WOLF, kind="arena", reason="stood"), by=COURT_CONTROL)
    return day


def passes(day: Day, laws: list[Law]) -> None:
    for kind, *answers in laws:
        if kind == "order":
            law(day, *answers, by=None, ordered=True)  # type: ignore[arg-type]
        else:
            law(day, str(kind), *answers)  # type: ignore[arg-type]


def went(day: Day) -> list[int]:
    """Number of Immortals sent for each law, in the order in which they act; -1 for a law that lapsed."""
    turns = [each for each in day.happened if isinstance(each, LawActed | LawLapsed)]
    return [len(each.errands) if isinstance(each, LawActed) else -1 for each in turns]


def with_free(day: Day, free: int) -> Day:
    """Keep this many Immortals at the Court and mark the others as gone."""
    war = war_of(day.state)
    kept = tuple(each if each.id <= free else Immortal(id=each.id, region=None, gone=True) for each in war.immortals)
    day.state = with_war(day.state, replace(war, immortals=kept))
    return day


CASES: dict[str, tuple[list[Law], list[int]]] = {  # laws that pass, in this order; number of Immortals sent for each
    # a hostage goes from law to law
    "freed before": ([release("wolf", 1, 1), release("wolf", 1, 1)], [1, 0]),
    "one of two freed before": ([release("wolf", 1, 1), release("wolf", 2, 1, 2)], [1, 1]),
    "all freed before": ([release("wolf", 4), release("wolf", 1)], [1, 0]),
    "three of four freed": ([release("wolf", 3), release("wolf", 1)], [1, 1]),
    "the marriage's goes last": ([release("wolf", 3), release("wolf", 1, 4)], [1, 1]),
    "the oldest went, named after": ([release("wolf", 3), release("wolf", 1, 3)], [1, 0]),
    "handed over before": ([hand("wolf", "cat", 1, 3), release("wolf", 1, 3)], [1, 0]),
    "handed on": ([hand("wolf", "bear", 1), release("bear", 1)], [1, 1]),
    "handed on twice": ([hand("wolf", "bear", 1, 3), hand("bear", "cat", 1, 3), release("cat", 1, 3)], [1, 1, 1]),
    "handed on and freed": ([hand("wolf", "bear", 1, 3), release("bear", 1, 3), hand("bear", "cat", 1)], [1, 1, 0]),
    "handed to its own House": ([hand("wolf", "ram", 2, 1, 2), release("ram", 1)], [1, 0]),
    "one of two its own": ([hand("wolf", "ram", 2, 1, 3), release("ram", 1)], [1, 1]),
    "given before": ([give("cat", "bear"), release("bear", 1)], [1, 1]),
    "given to a holder whose own are named": ([give("bear", "wolf"), release("wolf", 4), release("wolf", 1)], [1, 1, 1]),
    "giving needs no object": ([give("cat", "bear"), give("cat", "bear")], [1, 1]),
    "of an annulled law": ([("remove", "law-5"), release("snake", 1)], [0, 0]),
    "another one is there": ([("remove", "law-5"), hand("wolf", "snake", 1, 1), release("snake", 1)], [0, 1, 1]),
    "of a marriage that an Execution ended": ([kill("wolf-1", "bear-1"), release("wolf", 1, 4)], [1, 0]),
    "of another marriage": ([kill("bear-1", "bear-2"), release("wolf", 1, 4)], [1, 1]),
    "freed for an order": ([release("wolf", 1, 1), order(release("wolf", 1, 1))], [1, 0]),
    "by an order, which is last": ([order(release("wolf", 1, 1)), release("wolf", 1, 1)], [1, 0]),
    # units
    "disbanded before": ([disband(3), disband(1)], [1, 0]),
    "aid brings none where the Immortal of the first stands": ([disband(3), aid(1), disband(1)], [1, 0, 0]),
    "aid came first": ([aid(2), disband(3), disband(1), disband(1), disband(1)], [0, 1, 1, 1, 0]),
    "aid goes where the House has units": ([aid(1), disband(1, "zen")], [0, 0]),
    "aid for another": ([disband(3), aid(1, "cat"), disband(1)], [1, 0, 0]),
    # buildings and people
    "a building twice": ([DESTROY, DESTROY], [1, 0]),
    "a building for an order": ([DESTROY, order(DESTROY)], [1, 0]),
    "one of two is dead": ([kill("wolf-1", "bear-1"), kill("wolf-1", "bear-2")], [1, 1]),
    "both are dead": ([kill("wolf-1", "bear-1"), kill("bear-1", "wolf-1")], [1, 0]),
    # laws that no Immortal serves
    "ordinary laws between": ([FINES, DESTROY, FINES, DESTROY], [0, 1, 0, 0]),
}


@pytest.mark.rule("R-98", "R-76", "R-20", "R-93", "R-96")
@pytest.mark.parametrize("name", CASES)
def test_an_immortal_leaves_only_for_what_is_there_in_the_turn_of_its_law(name: str):
    laws, expected = CASES[name]
    day = the_day()
    passes(day, laws)
    day.state = with_war(day.state, replace(war_of(day.state), immortals=tuple(_many(day))))
    foreseen = [len(sent) for sent in immortals_to_go(day.state).values()]

    day.until(2, Phase.CEREMONY)

    assert went(day) == expected
    plain = {"fines", "financial-aid", "remove"}
    military = [count for count, written in zip(expected, _by_turn(laws), strict=True) if written[0] not in plain]
    assert sorted(foreseen) == sorted(military)


def _many(day: Day) -> list[Immortal]:
    court = day.state.court
    assert court is not None
    return [Immortal(id=number, region=court.region) for number in range(1, 9)]


def _by_turn(laws: list[Law]) -> list[Law]:
    return [each for each in laws if each[0] != "order"] + [each for each in laws if each[0] == "order"]


SHORT: dict[str, tuple[int, list[Law], list[int]]] = {  # number of free Immortals; laws; Immortals sent for each
    "whom a missing hostage spares serves the next": (1, [disband(1, "zen"), release("wolf", 1)], [0, 1]),
    "whom a hostage gone by law spares": (2, [release("wolf", 1, 1), release("wolf", 1, 1), DESTROY], [1, 0, 1]),
    "the last is kept for the order": (1, [release("wolf", 1, 1), order(release("wolf", 1, 1))], [-1, 1]),
    "an order whose object is gone keeps none": (2, [DESTROY, propaganda(), order(DESTROY)], [1, 1, 0]),
    "what lapses frees nobody": (1, [DESTROY, release("wolf", 1, 1), release("wolf", 1, 1)], [1, -1, -1]),
    "what lapses leaves the units": (1, [DESTROY, disband(3), disband(3)], [1, -1, -1]),
    "nobody free, nothing there": (0, [disband(1, "zen"), DESTROY], [0, -1]),
}


@pytest.mark.rule("R-98", "R-32", "R-39")
@pytest.mark.parametrize("name", SHORT)
def test_who_is_spared_serves_another_and_what_lapses_takes_nothing(name: str):
    free, laws, expected = SHORT[name]
    day = with_free(the_day(), free)
    passes(day, laws)

    day.until(2, Phase.CEREMONY)

    assert went(day) == expected


def with_units(day: Day, units: dict[str, int]) -> Day:
    """Put these units of Wolf on the map, and its other units into the stockpile."""
    war = war_of(day.state)
    bare = {region: {house: count for house, count in there.items() if house != WOLF} for region, there in war.units.items()}
    there = {RegionId(region): {**bare.get(RegionId(region), {}), WOLF: count} for region, count in units.items()}
    war = replace(war, units={each: counts for each, counts in (bare | there).items() if counts})
    day.state = with_war(day.state, with_stock(war, {WOLF: 20 - sum(units.values()) - war.stock[WOLF]}))
    return day


@pytest.mark.rule("R-98", "R-89")
@pytest.mark.parametrize(
    ("units", "laws", "expected"),
    [
        ({"zen": 3}, [disband(3, "zen"), aid(1), disband(1)], [1, 0, 1]),  # at home, because Wolf has none elsewhere
        ({"zen": 3}, [disband(3, "zen"), aid(1), disband(1, "zen")], [1, 0, 0]),
        ({"chi": 3, "zen": 1}, [disband(3), aid(1), disband(1)], [1, 0, 0]),  # its units are only in Zen by then
        ({"chi": 3, "zen": 1}, [disband(3), aid(1), disband(2, "zen"), disband(1, "zen")], [1, 0, 1, 0]),
        ({"zen": 20}, [aid(1), disband(20, "zen"), disband(1)], [0, 1, 0]),  # the stockpile is empty
        ({"zen": 1, "chi": 19}, [disband(19), aid(20), disband(1, "zen"), disband(19, "zen"), disband(1, "zen")], [1, 0, 1, 1, 0]),
    ],
)
def test_no_immortal_goes_for_units_that_an_aid_does_not_bring(units, laws, expected):
    day = with_units(the_day(), units)
    passes(day, laws)

    day.until(2, Phase.CEREMONY)

    assert went(day) == expected


@pytest.mark.rule("R-98", "R-89", "R-60")
@pytest.mark.parametrize(("answer", "expected"), [(None, [0, 1]), ("chi", [0, 1]), ("zen", [0, 0]), ("nowhere", [0, 0])])
def test_a_house_that_has_no_unit_says_whether_there_is_one_to_disband(answer: str | None, expected: list[int]):
    day = with_units(the_day(), {})
    passes(day, [aid(1), disband(1)])
    day.until(1, Phase.RETURN)
    if answer is not None:
        (asked,) = [each for each in open_decisions(day.state) if each.rule == "R-89"]
        day.do(MakeDecision(decision=asked.id, option=answer, seat=WOLF_1), by=player(WOLF_1))

    day.until(2, Phase.CEREMONY)

    assert went(day) == expected


@pytest.mark.rule("R-98", "R-99", "R-76")
def test_no_immortal_goes_for_the_thrones_hostages_once_law_4_is_removed():
    """These hostages lie with the House that reigns, until the law falls."""
    day = the_day()
    tokens = (Hostage(id=7, of=BEAR, holder=None, law=LawId("law-4")),)
    day.state = on_throne(replace(day.state, hostages=tokens, last_hostage=7), SeatId("ram-1"))
    passes(day, [release("ram", 1), ("remove", "law-4"), release("ram", 1)])

    day.until(2, Phase.CEREMONY)

    assert went(day) == [1, 0, 0]


REMOVED: dict[str, tuple[int, list[Law], list[int]]] = {
    "an order falls before it acts": (4, [order(("treaty", ("zen",))), ("remove", "order-1-1")], [0]),
    "and keeps no Immortal": (1, [order(("treaty", ("zen",))), ("remove", "order-1-1"), propaganda()], [0, 1]),
    "two laws remove one": (4, [("remove", "law-3"), ("remove", "law-3")], [0, 0]),
    "a law removes one that acts after it": (4, [("remove", "law-15"), propaganda()], [0]),
    "a law removes one that acted before it": (4, [propaganda(), ("remove", "law-14")], [1, 0]),
    "a lifted tax does not act": (4, [("tax", "lift", (), "law-15"), ("tax", "levy", ("wolf", "bear", "ram"), ())], [0]),
    "food that comes after the aid": (4, [("famine-aid",), ("take-food", ("wolf", "cat", "snake"))], [0, 0]),
}


@pytest.mark.rule("GE-CRT-37", "R-76", "R-20", "R-39", "R-98")
@pytest.mark.parametrize("name", REMOVED)
def test_a_law_that_falls_before_its_turn_does_not_act(name: str):
    free, laws, expected = REMOVED[name]
    day = with_free(the_day(), free)
    passes(day, laws)

    day.until(2, Phase.CEREMONY)

    assert went(day) == expected
    hanging = {each.id for each in day.state.laws}
    assert all(each.law in hanging for each in day.state.effects if each.law is not None and each.acts_in(2))


@pytest.mark.rule("GE-CRT-37", "R-19")
def test_the_board_says_of_an_order_that_it_falls_before_its_turn():
    day = the_day()
    passes(day, [order(("treaty", ("zen",))), ("remove", "order-1-1")])
    tablet = next(each for each in day.state.laws if each.id == "order-1-1")

    assert law_row(day.state, tablet).does == ("Acts in the Return of month 1.", "To be struck in Return by law 14.")


@pytest.mark.rule("R-98", "GE-CRT-20")
def test_who_is_not_needed_counts_as_free_before_the_vote():
    day = the_day()
    passes(day, [release("wolf", 1, 1), release("wolf", 1, 1), DESTROY, DESTROY, disband(1, "zen")])

    assert immortals_left(day.state) == 2


@pytest.mark.rule("R-98", "R-32", "R-39", "GE-SOV-28")
@pytest.mark.parametrize(
    ("free", "laws", "lapses"),
    [
        (4, [propaganda(each) for each in ("cat", "wolf", "bear", "ram")], False),  # the last of the laws loses its Immortal
        (1, [propaganda()], False),
        (0, [], True),
        (1, [order(propaganda())], True),  # another order has its Immortal already
        (2, [order(propaganda())], False),
        (1, [order(disband(1, "zen"))], False),  # that order sends none
    ],
)
def test_an_order_is_said_to_lapse_only_where_it_would(free: int, laws: list[Law], lapses: bool):
    """An order is served before the laws of its month, so they cannot take its Immortal."""
    day = with_free(the_day(), free)
    passes(day, laws)
    shown = order_view(day.state, Viewer(desks=frozenset({Desk.COURT})))
    assert shown is not None
    assert bool(shown.warning) is lapses

    passes(day, [order(("treaty", ("zen",)))])
    day.until(2, Phase.CEREMONY)

    assert (went(day)[-1] == -1) is lapses
