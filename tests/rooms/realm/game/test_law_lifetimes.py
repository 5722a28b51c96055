"""Numbers and lifetimes of laws on the board (R-83), month by month for laws of every duration."""

from __future__ import annotations

import pytest

from control.day.clock.phases import SetClock
from control.engine.records import replace
from rooms.realm.game.buildings.ownership import PlaceBuilding
from rooms.realm.game.law_actions.return_turns import LawActed, LawExpired, LawLapsed
from rooms.realm.game.laws import PostLaw, StrikeLaw
from rooms.realm.scenario.ids import HouseId, LawId, Phase
from rooms.war.game.state import war_of, with_war
from tests.rooms.realm.game.passing import in_court, law
from tests.rooms.realm.game.play import COURT_CONTROL, Day
from tests.rooms.realm.game.test_deeds import with_purses

Law = tuple[object, ...]
FOR_EVER = 99

UNTIL: dict[str, tuple[Law, int]] = {  # for a law passed in month 1: the last month in which it hangs
    "fines": (("fines", "cat", "1", "0"), 1),
    "tariffs": (("tariffs", "cat", "wolf", "1", "0"), 1),
    "remove": (("remove", "law-3"), 1),
    "build": (("build", "arena", "cat", ()), 1),
    "financial-aid": (("financial-aid", "cat", "1", "0", "0"), 1),
    "famine-aid": (("famine-aid",), 1),
    "hostages": (("hostages", "release", "wolf", (), "1"), 1),
    "execution": (("execution", ("wolf-2", "bear-2")), 1),
    "disband": (("disband", "wolf", "chi", "1"), 1),
    "destroy": (("destroy", "1"), 1),
    "immortal": (("immortal", ("wolf", "cat")), 2),
    "military-aid": (("military-aid", ("wolf", "cat")), 2),
    "propaganda": (("propaganda", "wolf"), 2),
    "recruitment": (("recruitment", ("wolf", "cat")), 2),
    "travel-ban": (("travel-ban", ("zen",)), 2),
    "treaty": (("treaty", ("zen",)), 2),
    "military-ban for 1": (("military-ban", "wolf", "cat", "1"), 2),
    "military-ban for 3": (("military-ban", "wolf", "cat", "3"), 4),
    "forced-alliance for 1": (("forced-alliance", "wolf", "cat", "1"), 2),
    "forced-alliance for 2": (("forced-alliance", "wolf", "cat", "2"), 3),
    "tax": (("tax", "levy", ("wolf", "bear", "ram")), FOR_EVER),
    "take-food": (("take-food", ("wolf", "cat", "snake")), FOR_EVER),
    "border-watch": (("border-watch", "west"), FOR_EVER),
    "gaes": (("gaes", "cat", ("cat-1", "cat-2", "cat-3"), "west"), FOR_EVER),
    "forbid": (("forbid", ("cat",), "zen"), FOR_EVER),
    "trade-embargo": (("trade-embargo", ("cat",)), FOR_EVER),
    "crackdown": (("crackdown", "slander"), FOR_EVER),
}


def ready() -> Day:
    """Month 1 in Action, with a building to destroy and purses to fine."""
    day = with_purses(in_court(), cat_1=(5, 2), wolf_1=(5, 2))
    day.do(PlaceBuilding(house=HouseId("wolf"), kind="arena", reason="stood"), by=COURT_CONTROL)
    return day


def passes(day: Day, written: Law, **how: object) -> None:
    kind, *answers = written
    law(day, str(kind), *answers, **how)  # type: ignore[arg-type]


def new(day: Day) -> list[int]:
    """Numbers on the board that were not there at the start."""
    return sorted(each.number for each in day.state.laws if each.since)


@pytest.mark.rule("R-83", "R-20", "R-18")
@pytest.mark.parametrize("name", UNTIL)
def test_a_tablet_hangs_as_long_as_its_law_lasts(name: str):
    written, last = UNTIL[name]
    day = ready()
    passes(day, written)

    hung = [new(day.until(1, Phase.RETURN)) == [14]]
    hung += [new(day.until(month, Phase.CEREMONY)) == [14] for month in (2, 3, 4, 5)]

    assert hung == [month <= last for month in range(1, 6)]
    left = [each for each in day.happened if isinstance(each, LawExpired)]
    assert [each.month for each in left] == ([last] if 1 < last < FOR_EVER else [])


NUMBERS: dict[str, tuple[list[tuple[Law, bool]], dict[str, int]]] = {  # laws that pass, each an order or not; number of each kind
    "in order of passing": ([(UNTIL["treaty"][0], False), (UNTIL["forbid"][0], False)], {"treaty": 14, "forbid": 15}),
    "an order is last": ([(UNTIL["treaty"][0], True), (UNTIL["forbid"][0], False)], {"forbid": 14, "treaty": 15}),
    "an order alone": ([(UNTIL["treaty"][0], True)], {"treaty": 14}),
    "an order between": (
        [(UNTIL["forbid"][0], False), (UNTIL["treaty"][0], True), (UNTIL["gaes"][0], False)],
        {"forbid": 14, "gaes": 15, "treaty": 16},
    ),
}


@pytest.mark.rule("R-83", "R-39")
@pytest.mark.parametrize("name", NUMBERS)
def test_laws_are_numbered_as_they_pass_and_an_order_when_action_ends(name: str):
    day = ready()
    laws, numbers = NUMBERS[name]
    for written, ordered in laws:
        passes(day, written, ordered=ordered)
    kinds = {each.law: each.kind for each in day.state.passed}
    during = {kinds[each.id]: each.number for each in day.state.laws if each.id in kinds}
    assert during == {str(written[0]): 0 if ordered else numbers[str(written[0])] for written, ordered in laws}

    day.until(1, Phase.RETURN)

    assert {kinds[each.id]: each.number for each in day.state.laws if each.id in kinds} == numbers


@pytest.mark.rule("R-83", "R-98")
@pytest.mark.parametrize("first", ["fines", "treaty", "remove"])
def test_no_number_is_used_twice_whether_the_law_acted_lapsed_or_is_over(first: str):
    day = ready()
    if first == "treaty":
        day.state = with_war(day.state, replace(war_of(day.state), immortals=()))
    passes(day, UNTIL[first][0])

    passes(day.until(2, Phase.ACTION), UNTIL["forbid"][0])

    assert new(day) == [15]
    assert any(isinstance(each, LawLapsed) for each in day.happened) == (first == "treaty")


@pytest.mark.rule("R-83", "R-82", "R-40")
def test_a_law_that_is_removed_takes_the_removing_one_with_it():
    day = ready()
    passes(day, UNTIL["forbid"][0])
    passes(day.until(2, Phase.ACTION), ("remove", "law-14"))
    assert new(day) == [14, 15]

    day.until(3, Phase.CEREMONY)

    assert new(day) == []
    passes(day.until(3, Phase.ACTION), UNTIL["forbid"][0])
    assert new(day) == [16]


@pytest.mark.rule("R-83", "R-98")
def test_an_order_that_lapses_has_a_number_of_its_own():
    day = ready()
    day.state = with_war(day.state, replace(war_of(day.state), immortals=()))
    passes(day, UNTIL["treaty"][0], ordered=True)

    day.until(2, Phase.CEREMONY)
    assert new(day) == []
    passes(day.until(2, Phase.ACTION), UNTIL["forbid"][0])

    assert new(day) == [15]


@pytest.mark.rule("R-83", "R-20")
def test_laws_act_in_the_order_of_their_numbers():
    day = ready()
    for name in ("treaty", "forbid", "fines"):
        passes(day, UNTIL[name][0], ordered=name == "treaty")

    day.until(2, Phase.CEREMONY)

    kinds = {each.law: each.kind for each in day.state.passed}
    assert [kinds[each.law] for each in day.happened if isinstance(each, LawActed)] == ["forbid", "fines", "treaty"]


# --- numbers of particular laws ---------------------------------------------------------------------------------------------

TREATY, GAES = UNTIL["treaty"][0], UNTIL["gaes"][0]
IN_TURN: dict[str, tuple[str, dict[str, int]]] = {  # what happens; then the numbers of the laws by name, 0 without a number
    "a law": ("passes a", {"a": 14}),
    "two laws": ("passes a, passes b", {"a": 14, "b": 15}),
    "an order has none": ("order a", {"a": 0}),
    "an order, then a law": ("order a, passes b", {"a": 0, "b": 14}),
    "until Action ends": ("order a, passes b, to 1 return", {"a": 15, "b": 14}),
    "a posted law": ("posted a, passes b", {"a": 14, "b": 15}),
    "posted while an order waits": ("order a, posted b, to 1 return", {"a": 15, "b": 14}),
    "posted after Action": ("order a, to 1 return, posted b", {"a": 14, "b": 15}),
    "struck, and not used again": ("passes a, struck a, passes b", {"a": 14, "b": 15}),
    "an order struck in Action never has one": ("order a, struck a, to 1 return, posted b", {"a": 0, "b": 14}),
    "an order struck in Return keeps its own": ("order a, to 1 return, struck a, posted b", {"a": 14, "b": 15}),
    "a law of the start struck": ("struck law-13, passes a", {"a": 14}),
    "the next month goes on": ("passes a, to 2 action, passes b", {"a": 14, "b": 15}),
    "after an order": ("order a, to 2 action, passes b", {"a": 14, "b": 15}),
    "an order of each month": ("order a, to 2 action, order b, passes c, to 2 return", {"a": 14, "b": 16, "c": 15}),
    "after one that is over": ("passes a, to 4 action, passes b", {"a": 14, "b": 15}),
    "one that was removed": ("passes a, to 2 action, removes a, to 3 action, passes b", {"a": 14, "b": 16}),
    "an order that a law of its month removes": ("order a, removes a, to 2 action, passes b", {"a": 15, "b": 16}),
    "the last of many": (", ".join(f"passes {each}" for each in "abcdefgh"), {each: 14 + at for at, each in enumerate("abcdefgh")}),
    "back in Action an order has none again": ("order a, to 1 return, back 1 action, passes b", {"a": 14, "b": 15}),
}


@pytest.mark.rule("R-83", "R-39", "R-20", "GE-CRT-31")
@pytest.mark.parametrize("name", IN_TURN)
def test_which_number_a_law_bears(name: str):
    steps, expected = IN_TURN[name]
    day, laws = ready(), dict[str, LawId]()
    for what, _blank, which in (step.partition(" ") for step in steps.split(", ")):
        if what in ("to", "back"):
            month, phase = which.split()
            if what == "back":
                day.do(SetClock(month=int(month), phase=Phase(phase), seconds=600))
            else:
                day.until(int(month), Phase(phase))
        elif what == "struck":
            day.do(StrikeLaw(law=laws.get(which, LawId(which)), reason="fell"), by=COURT_CONTROL)
        elif what == "posted":
            day.do(PostLaw(title=which, text="As it was said.", reason="said"), by=COURT_CONTROL)
            laws[which] = day.state.laws[-1].id
        elif what == "removes":
            passes(day, ("remove", str(laws[which])))
        else:
            passes(day, TREATY if what == "order" else GAES, ordered=what == "order")
            laws[which] = day.state.laws[-1].id

    numbers = {each.id: each.number for each in (*day.state.laws, *day.state.struck_laws)}
    assert {each: numbers[laws[each]] for each in laws} == expected
    borne = [number for number in numbers.values() if number]
    assert len(borne) == len(set(borne))
