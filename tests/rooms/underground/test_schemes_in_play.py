"""Schemes on a table: allowed targets, the Sovereign's look, costs, and when they are complete."""

from __future__ import annotations

import pytest

from control.day.people.room_choice import ChooseRoom, SeatInRoom
from control.engine.codec import encode_state
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.records import LawFate, PassedLaw
from rooms.realm.game.state import PostedLaw
from rooms.realm.papers.game.checks import words_of
from rooms.realm.papers.game.types import THRONE, Paper
from rooms.realm.scenario.ids import HouseId, LawId, Phase, Room
from rooms.realm.scenario.schema import LawEffects
from rooms.underground.game.sheets import check_at, fields_at
from rooms.underground.game.state import Guard, TableId, TableStep
from rooms.underground.game.tables.completion import ConfirmScheme, SchemeDone
from rooms.underground.game.tables.costs import HalveScheme, cost_of_lying, halves_left
from rooms.underground.game.tables.lookup import find_scheme, room_of
from rooms.underground.game.tables.schemes import Aim, Wrong, completes, cost_in_play, with_changed_scheme, wrong_with
from rooms.underground.game.tables.sovereign_look import LookAtSchemes
from rooms.underground.game.view_desk import scheme_open
from rooms.underground.game.view_schemes import place_of_own_scheme, view_schemes
from rooms.underground.game.view_strikes import strike_open, strikes_desk
from rooms.underground.rules.minion_cards import Face, minion
from tests.rooms.realm.game.play import ORGANIZER, player
from tests.rooms.underground.table import CAT_1, CAT_2, GAME, OCTOPUS_1, SNAKE_1, UNDA, AtTable
from tests.scenarios import on_throne

WOLF_1, SWORDS_1 = SeatId("wolf-1"), SeatId("swords-1")
KILL = Paper(type="assassinate", values=(("swords",), ("swords-1",)))
AMBUSH = Paper(type="ambush")
ROCK = Face(symbol="rock", color="red")
WEST, NORTH = TableId("west"), TableId("north")


def cards(count: int, house: str = "cat"):
    return tuple(minion(house, ROCK, each) for each in range(1, count + 1))


def with_law(table: AtTable, kind: str, *answers: tuple[str, ...], number: int = 90) -> None:
    """Post a law of last month that has acted."""
    state, law = table.state, LawId(f"law-{number}")
    tablet = PostedLaw(id=law, number=number, title=kind, text="", effects=LawEffects(), since=0)
    passed = PassedLaw(law=law, kind=kind, answers=answers, month=0, by=None, house=None, cost=0, fate=LawFate.ACTED)
    table.day.state = replace(state, laws=(*state.laws, tablet), passed=(*state.passed, passed))


# --- allowed targets ----------------------------------------------------------------------------------------------------


AIM = Aim(table="west", own="cat", home={"cat": "west", "swords": "west", "wolf": "north"}, hosts=False)


@pytest.mark.rule("R-112", "GE-UND-63")
@pytest.mark.parametrize(
    ("kind", "houses", "wrong"),
    [
        ("espionage", ("swords",), None),
        ("espionage", ("cat",), None),
        ("espionage", ("wolf",), Wrong.FAR),
        ("capture-hostage", ("cat",), Wrong.OWN),
        ("capture-building", ("cat",), Wrong.OWN),
        ("forged-order", ("cat",), Wrong.OWN),
        ("forged-order", ("swords",), None),
        ("drag-the-gods-down", (), None),
    ],
)
def test_the_table_decides_which_houses_a_scheme_may_be_aimed_at(kind, houses, wrong):
    assert wrong_with(kind, houses, (), AIM, THRONE) == wrong


@pytest.mark.rule("R-113", "GE-SOV-32")
@pytest.mark.parametrize("kind", ["assassinate", "slander", "delay"])
@pytest.mark.parametrize(
    ("house", "hosts", "wrong"), [("wolf", True, None), ("swords", True, None), ("swords", False, "sovereign")]
)
def test_the_sovereign_is_aimed_at_only_from_the_table_that_hosts_the_court(kind, house, hosts, wrong):
    aim = replace(AIM, hosts=hosts, sovereign="the-one", sovereigns_house=house)

    assert wrong_with(kind, (house,), ("the-one",), aim, THRONE) == wrong
    assert wrong_with("espionage", (house,), (), aim, THRONE) == (Wrong.FAR if house == "wolf" else None)


@pytest.mark.rule("R-113")
def test_against_the_god_emperor_only_assassinate_and_only_from_the_hosting_table():
    table = AtTable((CAT_1,))
    god = Paper(type="assassinate", values=((THRONE,), (THRONE,)))
    state = table.state
    assert state.throne.god_emperor
    home = state.court.province
    check_at(state, HouseId("cat"), TableId(home), god)
    assert words_of(state, state.scenario.schemes, god) == "Assassinate: The God Emperor (cost 3)"
    other = next(each for each in ("west", "north", "east") if each != home)

    with pytest.raises(Refused, match="hosts the Court"):
        check_at(state, HouseId("cat"), TableId(other), god)
    with pytest.raises(Refused):
        check_at(state, HouseId("cat"), TableId(home), replace(god, type="slander"))
    with pytest.raises(Refused):
        check_at(state, HouseId("cat"), TableId(home), replace(god, values=(("cat",), (THRONE,))))
    with pytest.raises(Refused):
        check_at(on_throne(state, WOLF_1), HouseId("cat"), TableId(home), god)
    in_god = replace(state, court=replace(state.court, province=None, host=None))
    check_at(in_god, HouseId("cat"), TableId(other), god)


@pytest.mark.rule("R-113", "GE-SOV-32")
def test_the_form_offers_the_sovereign_where_the_court_is_hosted_and_nowhere_else():
    state = AtTable((CAT_1,)).state
    state = on_throne(replace(state, court=replace(state.court, province="west")), WOLF_1)
    kind = next(each for each in state.scenario.schemes if each.id == "slander")

    at_west = fields_at(state, HouseId("cat"), WEST, kind)
    at_north = fields_at(state, HouseId("wolf"), NORTH, kind)

    assert WOLF_1 in {option.value for option in at_west[1].options}
    assert "wolf" in {option.value for option in at_west[0].options}
    assert WOLF_1 not in {option.value for option in at_north[1].options}
    check_at(state, HouseId("cat"), WEST, Paper(type="slander", values=(("wolf",), (WOLF_1,))))
    with pytest.raises(Refused, match="province"):
        check_at(state, HouseId("cat"), WEST, Paper(type="slander", values=(("wolf",), ("wolf-2",))))


# --- the Sovereign's look -----------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-SOV-31", "R-131")
def test_the_sovereign_sees_two_schemes_of_the_own_table_in_updates_alone():
    table = AtTable((CAT_1, SNAKE_1))
    a, b, c = table.lay(SNAKE_1, AMBUSH), table.lay(SWORDS_1, KILL), table.lay(CAT_2, KILL)
    look = LookAtSchemes(month=1, table=table.id, seat=CAT_1, schemes=(a, b))
    with pytest.raises(Refused, match="Only the Sovereign"):
        table.press(look)
    table.day.state = on_throne(table.state, CAT_1)

    events = table.press(look)

    assert [find_scheme(table.state, each).known for each in (a, b, c)] == [(CAT_1,), (CAT_1,), ()]
    assert GAME.lasting(events[0])
    assert "Ambush" not in GAME.explain(events[0], table.state)
    assert table.press(look) == ()
    with pytest.raises(Refused, match="2 schemes a month"):
        table.press(replace(look, schemes=(c,)))
    table.until(TableStep.SCHEMES)
    with pytest.raises(Stale):
        table.press(replace(look, schemes=(c,)))
    assert len(table.table.schemes) >= 3


# --- costs --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-91", "GE-CRT-49", "GE-CRT-51")
@pytest.mark.parametrize(
    ("written", "doubled", "halved", "cost"),
    [
        (3, False, False, 3),
        (3, True, False, 6),
        (3, False, True, 2),
        (3, True, True, 3),
        (None, True, True, None),
        (5, True, True, 5),
    ],
)
def test_a_cost_is_doubled_first_and_then_halved_rounded_up(written, doubled, halved, cost):
    assert cost_in_play(written, doubled=doubled, halved=halved) == cost


@pytest.mark.rule("GE-UND-40", "R-117", "R-109")
def test_advancement_at_or_above_the_cost_completes_and_a_trap_never():
    assert [completes(each, 3) for each in (2, 3, 4)] == [False, True, True]
    assert not completes(40, None)


@pytest.mark.rule("GE-CRT-49", "R-91")
def test_a_house_named_by_recruitment_halves_one_own_scheme_once():
    table = AtTable((CAT_1, CAT_2, SNAKE_1)).until(TableStep.SCHEMES)
    own, other, mate = table.lay(CAT_1, KILL), table.lay(SNAKE_1, KILL), table.lay(CAT_2, KILL)
    halve = HalveScheme(month=1, table=table.id, seat=CAT_1, scheme=own)
    with pytest.raises(Refused, match="No Recruitment"):
        table.press(halve)
    with_law(table, "recruitment", ("cat", "wolf"))
    assert [halves_left(table.state, each) for each in ("cat", "wolf", "snake")] == [1, 1, 0]
    with pytest.raises(Refused, match="highest-ranked"):
        table.press(replace(halve, seat=CAT_2))
    with pytest.raises(Refused, match="of its own"):
        table.press(replace(halve, scheme=other))
    with pytest.raises(Refused, match="halved already"):
        table.press(replace(halve, scheme=table.lay(SeatId("cat-3"), KILL, halved=True)))

    table.press(halve)

    assert [cost_of_lying(table.state, find_scheme(table.state, each)) for each in (own, other, mate)] == [2, 3, 3]
    with pytest.raises(Refused, match="No Recruitment"):
        table.press(replace(halve, scheme=mate))
    table.until(TableStep.MINIONS)
    with pytest.raises(Stale):
        table.press(replace(halve, scheme=mate))


@pytest.mark.rule("GE-CRT-49", "R-91", "R-21")
def test_two_recruitments_that_name_one_house_let_it_halve_one_scheme():
    """A repeated law does not count twice (R-21): each named House picks one scheme."""
    table = AtTable((CAT_1, CAT_2, SNAKE_1)).until(TableStep.SCHEMES)
    own, mate, snake = table.lay(CAT_1, KILL), table.lay(CAT_2, KILL), table.lay(SNAKE_1, KILL)
    with_law(table, "recruitment", ("cat", "wolf"))
    with_law(table, "recruitment", ("cat", "snake"), number=91)
    assert [halves_left(table.state, each) for each in ("cat", "wolf", "snake")] == [1, 1, 1]

    table.press(HalveScheme(month=1, table=table.id, seat=CAT_1, scheme=own))

    for scheme in (own, mate):
        with pytest.raises(Refused, match="No Recruitment"):
            table.press(HalveScheme(month=1, table=table.id, seat=CAT_1, scheme=scheme))
    table.press(HalveScheme(month=1, table=table.id, seat=SNAKE_1, scheme=snake))
    assert [cost_of_lying(table.state, find_scheme(table.state, each)) for each in (own, mate, snake)] == [2, 3, 2]


@pytest.mark.rule("GE-CRT-49", "R-91")
def test_a_house_halves_one_scheme_though_its_picker_is_seated_at_another_table():
    table = AtTable((CAT_1, CAT_2, OCTOPUS_1)).until(TableStep.SCHEMES)
    own, mate = table.lay(CAT_1, KILL), table.lay(CAT_2, KILL)
    with_law(table, "recruitment", ("cat", "wolf"))
    other = TableId(table.state.seats[OCTOPUS_1].table)
    table.press(HalveScheme(month=1, table=table.id, seat=CAT_1, scheme=own))
    table.do(SeatInRoom(player=CAT_1, month=1, room=Room.UNDERGROUND, table=other), by=ORGANIZER)

    with pytest.raises(Refused, match="No Recruitment"):
        table.press(HalveScheme(month=1, table=other, seat=CAT_1, scheme=mate))


@pytest.mark.rule("GE-SOV-31", "R-131")
def test_a_sovereign_seated_at_another_table_looks_at_two_schemes_a_month_in_all():
    table = AtTable((CAT_1, OCTOPUS_1))
    schemes = table.lay(SWORDS_1, KILL), table.lay(CAT_2, KILL)
    table.day.state = on_throne(table.state, CAT_1)
    table.press(LookAtSchemes(month=1, table=table.id, seat=CAT_1, schemes=schemes))
    other = TableId(table.state.seats[OCTOPUS_1].table)
    table.do(SeatInRoom(player=CAT_1, month=1, room=Room.UNDERGROUND, table=other), by=ORGANIZER)
    table.id = other
    third = table.lay(OCTOPUS_1, KILL)

    with pytest.raises(Refused, match="2 schemes a month"):
        table.press(LookAtSchemes(month=1, table=other, seat=CAT_1, schemes=(third,)))
    assert view_schemes(table.state, Viewer(seat=CAT_1), other).looks_left == 0
    desk = Viewer(desks=frozenset({Desk.UNDERGROUND}))
    assert scheme_open(table.state, desk, other, third).looking is None


@pytest.mark.rule("GE-UND-40", "GE-UND-57", "GE-UND-58", "GE-UND-59", "GE-CRT-51", "GE-CRT-49", "R-91")
def test_ex_25_completion_under_crackdown_and_recruitment():
    table = AtTable((WOLF_1, SeatId("bear-1"))).until(TableStep.COMPLETE)
    wolf = table.lay(WOLF_1, replace(KILL, values=(("bear",), ("bear-1",))), advancement=cards(3, "wolf"), halved=True)
    bear = table.lay(SeatId("bear-1"), replace(KILL, values=(("wolf",), ("wolf-1",))), advancement=cards(3, "bear"))
    with_law(table, "crackdown", ("assassinate",))
    assert [cost_of_lying(table.state, find_scheme(table.state, each)) for each in (wolf, bear)] == [3, 6]

    events = table.end(TableStep.COMPLETE)

    assert [each.scheme for each in events if isinstance(each, SchemeDone)] == [wolf]
    assert [(each.id, each.advancement) for each in table.table.schemes if each.author] == [(bear, cards(3, "bear"))]


# --- complete -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-57", "GE-UND-58", "GE-UND-59", "R-121", "R-109", "R-20")
def test_what_is_complete_is_confirmed_in_an_order_and_leaves_with_all_its_cards():
    table = AtTable((CAT_1, CAT_2, SNAKE_1)).until(TableStep.COMPLETE)
    guard = (Guard(card=minion("snake", ROCK, 9)), Guard(card=minion("cat", ROCK, 9), up=True))
    first = table.lay(CAT_1, KILL, advancement=cards(3), protection=guard)
    second = table.lay(CAT_2, KILL, advancement=cards(5, "snake"))
    trap = table.lay(SNAKE_1, AMBUSH, advancement=cards(7, "swords"))
    short = table.lay(SWORDS_1, Paper(type="sabotage", values=(("cat",), ("ode",))), advancement=cards(2, "bear"))
    with pytest.raises(Refused, match="not enough Advancement"):
        table.do(ConfirmScheme(month=1, table=table.id, scheme=trap))

    (done,) = (each for each in table.do(ConfirmScheme(month=1, table=table.id, scheme=second)) if isinstance(each, SchemeDone))
    assert "Assassinate" not in GAME.explain(done, table.state)
    events = table.end(TableStep.COMPLETE)

    assert (done.seat, done.house, done.paper, done.know) == (CAT_2, "cat", KILL, (CAT_2,))
    assert [each.scheme for each in events if isinstance(each, SchemeDone)] == [first]
    assert [each.id for each in table.table.schemes if each.author] == [trap, short]
    piles = room_of(table.state).decks.minions
    assert piles["cat"].discards == (*cards(3), minion("cat", ROCK, 9))
    assert piles["snake"].discards == (*cards(5, "snake"), minion("snake", ROCK, 9))


@pytest.mark.rule("GE-UND-57", "GE-UND-59", "R-108")
def test_what_completes_keeps_since_when_it_lay_so_the_new_one_with_the_same_words_is_told_as_discarded():
    table = AtTable((CAT_1,), {CAT_1: KILL})
    table.until(TableStep.COMPLETE)
    table.day.until(2, Phase.PLANNING)
    table.day.do(ChooseRoom(seat=CAT_1, month=2, room=Room.UNDERGROUND), by=player(CAT_1))
    table.day.until(2, Phase.ACTION)
    table.until(TableStep.ADVANCEMENT)  # without a choice, the laid scheme stays and the new one is discarded
    (old,) = (each for each in table.table.schemes if each.author == CAT_1)
    table.day.state = with_changed_scheme(table.state, 2, replace(old, advancement=cards(3)))
    assert place_of_own_scheme(table.state, CAT_1) == "It was discarded: your older scheme stays."
    table.until(TableStep.COMPLETE)

    table.do(ConfirmScheme(month=2, table=table.id, scheme=old.id))

    (completed,) = table.state.schemes
    assert (completed.month, completed.placed) == (2, 1)
    desk = Viewer(desks=UNDA.desks)
    shown, strikes = strike_open(table.state, desk, completed.id), strikes_desk(table.state, desk)
    assert shown is not None
    assert strikes is not None
    assert shown.lies == "It lies at The West, placed in month 1."
    assert [each.seat for each in strikes.written] == [CAT_1]  # the new one has not completed
    assert place_of_own_scheme(table.state, CAT_1) == "It has left the table: foiled, sprung, replaced or discarded."
    table.day.state = replace(table.state, schemes=(replace(completed, placed=2),))
    assert place_of_own_scheme(table.state, CAT_1) == "It is completed and strikes in Return."


@pytest.mark.rule("GE-UND-57")
def test_a_completion_whose_scheme_was_withdrawn_is_in_doubt_and_folds_to_the_same_bytes_again():
    table = AtTable((CAT_1,)).until(TableStep.COMPLETE)
    number = table.lay(CAT_1, KILL, advancement=cards(3))
    folded = table.state
    events = table.do(ConfirmScheme(month=1, table=table.id, scheme=number))
    (done,) = (each for each in events if isinstance(each, SchemeDone))

    for each in events:
        folded = GAME.evolve(folded, each)
    assert encode_state(folded) == encode_state(table.state)
    assert any("no longer follows" in each for each in GAME.broken(GAME.evolve(table.state, done)))
    with pytest.raises(Stale):
        table.do(ConfirmScheme(month=1, table=table.id, scheme=number))
