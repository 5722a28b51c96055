"""The scheme form of the Underground."""

from __future__ import annotations

from random import Random

import pytest

from control.day.clock.steps import EndStep
from control.day.people.room_choice import ChooseRoom, SeatInRoom
from control.engine.context import DecisionContext, Sealed, SheetList
from control.engine.ids import SeatId, StepId
from control.engine.modules import Game
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.viewer import HALL, Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import Building, GameState
from rooms.realm.papers.game.checks import check as check_paper
from rooms.realm.papers.game.entries import random_paper
from rooms.realm.papers.game.types import THRONE, Paper, cost_of, encode, type_of
from rooms.realm.papers.game.view_desk import papers_laid
from rooms.realm.papers.game.view_form import form_panel
from rooms.realm.papers.prints import on_paper
from rooms.realm.scenario.ids import HouseId, Phase, Room
from rooms.underground.game.module import SCHEMES, UNDERGROUND, EnterScheme, SchemesShown
from rooms.underground.game.sheets import check, check_at, fields, window
from rooms.underground.game.state import TableId
from tests.rooms.realm.game.play import CAT_1, CAT_2, EVERY_DESK, SHARED, WOLF_1, Day, player, running
from tests.scenarios import default

GAME = Game[GameState](name="underground", state_type=GameState, modules=(*SHARED.modules, UNDERGROUND))
POISON = Paper(type="mass-poisoning", values=(("snake",), ("ode",), ("2",)))


def at(phase: Phase) -> Day:
    day = running()
    day.game = GAME
    return day.until(1, phase)


@pytest.mark.rule("GE-UND-10", "R-111")
def test_a_scheme_counted_in_units_costs_its_price_for_each():
    check(at(Phase.PLANNING).state, CAT_1, POISON)

    assert cost_of(type_of(default().schemes, POISON), POISON) == 4


@pytest.mark.rule("R-109")
def test_a_trap_may_be_written_names_nobody_and_has_no_cost():
    trap = Paper(type="ambush")
    check(at(Phase.PLANNING).state, CAT_1, trap)

    assert cost_of(type_of(default().schemes, trap), trap) is None


@pytest.mark.rule("R-112", "GE-UND-63")
def test_a_scheme_is_aimed_inside_the_province_of_the_table():
    wolf = Paper(type="spread-rumors", values=(("wolf",),))

    with pytest.raises(Refused, match="province whose table"):
        check(at(Phase.PLANNING).state, CAT_1, wolf)


@pytest.mark.rule("R-112")
def test_the_form_offers_only_houses_and_players_of_the_table():
    state = at(Phase.PLANNING).state
    kind = type_of(state.scenario.schemes, Paper(type="assassinate"))

    house, person = fields(state, CAT_1, kind)

    assert {option.value for option in house.options} == {"cat", "swords", "snake", THRONE}
    people = {option.value for option in person.options} - {THRONE}
    assert {state.seats[SeatId(each)].house for each in people} == {"cat", "swords", "snake"}


def roads(origin: str, to: str) -> Paper:
    return Paper(type="secret-roads", values=(("snake",), (origin,), (to,), ("1",)))


@pytest.mark.rule("GE-UND-12", "R-111")
def test_secret_roads_lead_to_a_neighbour_and_nowhere_else():
    """From Zen to a neighbour such as Inn or Aka; never to Amn, and never to Zen itself."""
    state = at(Phase.PLANNING).state
    regions = {each.id: each.neighbours for each in state.scenario.map.regions}
    for origin, near in regions.items():
        for to in near:
            check(state, CAT_1, roads(origin, to))
        for to in {*regions} - {origin, *near}:
            with pytest.raises(Refused, match="does not border on") as no:
                check(state, CAT_1, roads(origin, to))
            assert no.value.rule == "GE-UND-12"
    with pytest.raises(Refused, match="twice"):
        check(state, CAT_1, roads("zen", "zen"))


@pytest.mark.rule("GE-UND-12", "R-111")
def test_the_form_of_secret_roads_says_of_each_region_next_to_which_it_lies():
    state = at(Phase.PLANNING).state
    kind = type_of(state.scenario.schemes, roads("zen", "inn"))

    _house, origin, to, _units = fields(state, CAT_1, kind)

    near = {each.id: each.neighbours for each in state.scenario.map.regions}
    assert (origin.beside, to.beside) == (None, 1)
    assert {option.value: option.near for option in to.options} == near
    assert not any(option.near for option in origin.options)
    panel = form_panel(SCHEMES, state, CAT_1, roads("zen", "inn"))
    assert panel is not None
    assert [field.beside for field in panel.fields] == ["", "", "field1", ""]


@pytest.mark.rule("GE-UND-12", "R-111")
@pytest.mark.parametrize("seed", range(30))
def test_whoever_writes_for_a_rehearsal_leads_secret_roads_to_a_neighbour(seed):
    state = at(Phase.PLANNING).state
    kind = type_of(state.scenario.schemes, roads("zen", "inn"))

    paper = random_paper(state, (kind,), Random(seed))

    check_at(state, HouseId(paper.values[0][0]), TableId(_province(state, paper.values[0][0])), paper)


def _province(state: GameState, house: str) -> str:
    return next(each.province for each in state.scenario.houses if each.id == house)


@pytest.mark.rule("GE-UND-12", "R-111")
def test_the_blank_sheet_asks_for_a_region_next_to_the_other():
    blank = on_paper(SCHEMES).blank.draw(1, SCHEMES.groups(at(Phase.PLANNING).state)).panel

    fields = {each.name: each.fields for group in blank.groups for each in group.types}
    assert fields["Secret Roads"] == "house, region, region next to it, units"
    assert fields["Mass Poisoning"] == "house, region, units"


def with_buildings() -> GameState:
    """Cat has built an Arena and a Chapel, Snake a Chapel, and Wolf an Arena that Swords has captured since."""
    state = at(Phase.PLANNING).state
    homes = {each.id: each.home for each in state.scenario.houses}
    put_up = (("arena", "cat", "cat"), ("chapel", "cat", "cat"), ("chapel", "snake", "snake"), ("arena", "wolf", "swords"))
    buildings = tuple(
        Building(id=number, kind=kind, house=HouseId(owner), places=(homes[HouseId(by)],))
        for number, (kind, by, owner) in enumerate(put_up, start=1)
    )
    return replace(state, buildings=(*buildings, replace(buildings[3], id=5, house=HouseId("wolf"))), last_building=5)


@pytest.mark.rule("GE-UND-16", "R-111", "R-112")
def test_the_form_of_capture_building_offers_each_that_another_house_of_the_table_holds_and_the_kinds():
    state = with_buildings()
    kind = type_of(state.scenario.schemes, Paper(type="capture-building"))

    _house, building = fields(state, CAT_1, kind)

    kinds = [each.building for each in state.scenario.factions]
    chapel, arena = (next(each.building for each in state.scenario.factions if each.kind == kind) for kind in ("chapel", "arena"))
    assert [(each.value, each.group, each.label) for each in building.options] == [
        ("3", "Snake", f"{chapel} (Ode)"),
        ("4", "Swords", f"{arena} (Chi)"),
        *((each, "", each) for each in kinds),
    ]
    assert building.options[-1].listed == f"{kinds[-1]}, whichever stands then"
    panel = form_panel(SCHEMES, state, CAT_1, Paper(type="capture-building", values=(("swords",), ("4",))))
    assert panel is not None
    assert panel.fields[1].houses == ("field0",)


@pytest.mark.rule("GE-UND-16", "R-111")
@pytest.mark.parametrize("seed", range(30))
def test_whoever_writes_for_a_rehearsal_names_a_building_of_the_house_it_names(seed):
    state = with_buildings()
    kind = type_of(state.scenario.schemes, Paper(type="capture-building"))

    paper = random_paper(state, (kind,), Random(seed))

    check_paper(state, paper, state.scenario.schemes, "GE-UND-01")


@pytest.mark.rule("GE-EVT-39", "GE-UND-02")
@pytest.mark.parametrize(
    ("phase", "open_"),
    [(Phase.CEREMONY, False), (Phase.PLANNING, True), (Phase.MOVEMENT, False), (Phase.ACTION, False), (Phase.RETURN, False)],
)
def test_schemes_are_written_in_planning_only(phase, open_):
    assert window(at(phase).state, CAT_1).open is open_


@pytest.mark.rule("GE-UND-02")
def test_a_scheme_that_comes_in_movement_is_late_since_movement_began():
    day = at(Phase.MOVEMENT)

    assert window(day.state, CAT_1).closes_at == day.state.clock.began_at


@pytest.mark.rule("GE-EVT-39", "GE-UND-01", "GE-UND-30")
def test_written_schemes_are_shown_to_underground_control_alone():
    day = at(Phase.PLANNING)
    day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.UNDERGROUND), by=player(CAT_1))
    day.until(1, Phase.ACTION)
    sealed = Sealed(seat=CAT_1, kind="scheme", month=1, revision=2, received_at=day.now, body=encode(POISON))
    asked = DecisionContext(by=EVERY_DESK, at=day.now, sheets=SheetList((sealed,)))

    table = day.state.seats[CAT_1].table

    day.state = GAME.decided(day.state, EndStep(room=Room.UNDERGROUND, month=1, step=StepId("updates"), table=table), asked).state
    viewers = {
        "author": Viewer(seat=CAT_1),
        "mate": Viewer(seat=SeatId("cat-2")),
        "court": Viewer(desks=frozenset({Desk.COURT})),
        "underground": Viewer(desks=frozenset({Desk.UNDERGROUND})),
        "hall": HALL,
    }
    read = {who: len(UNDERGROUND.view(day.state, viewer).papers) for who, viewer in viewers.items()}

    assert read == {"author": 1, "mate": 0, "court": 0, "underground": 1, "hall": 0}


# --- tables apart -----------------------------------------------------------------------------------------------------------

TRAP = Paper(type="ambush")
DESK = Viewer(desks=frozenset({Desk.UNDERGROUND}))


def written(*seats: SeatId) -> tuple[Day, SheetList]:
    """These players wrote a scheme and went to their tables; Action has begun."""
    day = at(Phase.PLANNING)
    for seat in seats:
        day.do(ChooseRoom(seat=seat, month=1, room=Room.UNDERGROUND), by=player(seat))
    day.until(1, Phase.ACTION)
    return day, SheetList(tuple(paper(seat, day) for seat in seats))


def paper(seat: SeatId, day: Day) -> Sealed:
    return Sealed(seat=seat, kind="scheme", month=1, revision=1, received_at=day.now, body=encode(TRAP))


def updates_end(day: Day, sheets: SheetList, table: str) -> None:
    asked = DecisionContext(by=EVERY_DESK, at=day.now, sheets=sheets)
    command = EndStep(room=Room.UNDERGROUND, month=1, step=StepId("updates"), table=table)
    decided = GAME.decided(day.state, command, asked)
    day.state = decided.state
    day.happened.extend(decided.events)
    assert GAME.broken(day.state) == ()


def shown(day: Day) -> list[SeatId]:
    return [each.seat for each in UNDERGROUND.view(day.state, DESK).papers]


def table_at(day: Day, seat: SeatId) -> str:
    return day.state.seats[seat].table


@pytest.mark.rule("GE-UND-30", "GE-UND-61")
def test_the_updates_of_a_table_show_its_own_schemes_and_no_others():
    day, sheets = written(CAT_1, WOLF_1)

    updates_end(day, sheets, table_at(day, CAT_1))
    laid = {table.title: (table.is_in, len(table.papers)) for table in papers_laid(day.state, DESK, SCHEMES).tables}
    mine, other = (day.state.table_name(Room.UNDERGROUND, table_at(day, seat)) for seat in (CAT_1, WOLF_1))

    assert shown(day) == [CAT_1]
    assert (laid[mine], laid[other]) == ((True, 1), (False, 0))
    assert SCHEMES.fate(day.state, CAT_1).words
    assert SCHEMES.fate(day.state, WOLF_1) is None
    assert told(day) == f"{mine}. Underground: 1 scheme shown, 0 set aside."

    updates_end(day, sheets, table_at(day, WOLF_1))
    assert shown(day) == [CAT_1, WOLF_1]


def told(day: Day) -> str:
    return GAME.explain(next(event for event in reversed(day.happened) if isinstance(event, SchemesShown)), day.state)


@pytest.mark.rule("R-16", "GE-UND-61")
def test_whoever_went_elsewhere_is_set_aside_once_and_counts_again_at_the_next_table():
    day, sheets = written(CAT_1, WOLF_1)
    sheets = SheetList((*sheets.sheets, paper(CAT_2, day)))

    updates_end(day, sheets, table_at(day, CAT_1))
    assert day.state.rooms[Room.UNDERGROUND].aside == (CAT_2,)
    day.do(SeatInRoom(player=CAT_2, month=1, room=Room.UNDERGROUND))  # at the table that has already shown its schemes
    updates_end(day, sheets, table_at(day, WOLF_1))

    assert shown(day) == [CAT_1, CAT_2, WOLF_1]
    assert day.state.rooms[Room.UNDERGROUND].aside == ()


def test_a_scheme_entered_by_hand_stays_when_its_own_table_ends_updates():
    day, sheets = written(CAT_1, WOLF_1)
    updates_end(day, sheets, table_at(day, CAT_1))
    day.do(EnterScheme(player=WOLF_1, month=1, paper=Paper(type="ambush", note="by hand"), reason="misread"), by=EVERY_DESK)

    updates_end(day, sheets, table_at(day, WOLF_1))

    notes = {each.seat: each.paper.note for each in day.state.rooms[Room.UNDERGROUND].schemes}
    assert notes == {CAT_1: "", WOLF_1: "by hand"}


def test_the_next_month_begins_with_none():
    day, sheets = written(CAT_1, WOLF_1)
    updates_end(day, sheets, table_at(day, CAT_1))
    day.until(2, Phase.PLANNING)
    day.do(ChooseRoom(seat=WOLF_1, month=2, room=Room.UNDERGROUND), by=player(WOLF_1))
    day.until(2, Phase.ACTION)

    assert shown(day) == []
    assert SCHEMES.fate(day.state, CAT_1) is None


@pytest.mark.rule("R-112", "GE-UND-03")
def test_whom_a_scheme_names_stands_under_the_house_by_rank():
    state = at(Phase.PLANNING).state
    form = form_panel(SCHEMES, state, CAT_1, Paper(type="assassinate"))
    people = [(each.group, each.listed or each.label) for each in form.fields[1].options]

    assert list(dict.fromkeys(group for group, _words in people)) == ["Cat", "Snake", "Swords", ""]  # God Emperors have no House
    ranks = [seat for seat in sorted(state.seats.values(), key=lambda seat: seat.rank) if seat.house == "snake"]
    told = [f"Snake, rank {number}: {seat.name}" for number, seat in enumerate(ranks, start=1)]
    assert [words for group, words in people if group == "Snake"] == told
    assert people[-1] == ("", "The God Emperor")


@pytest.mark.rule("GE-UND-17", "C-01", "C-04")
def test_a_region_is_offered_under_its_province_with_what_stands_there():
    state = at(Phase.PLANNING).state
    form = form_panel(SCHEMES, state, CAT_1, Paper(type="corrupt"))
    offered = {each.value: (each.group, each.listed or each.label) for each in form.fields[1].options}
    groups = [each.group for each in form.fields[1].options]

    assert offered["uhh"] == ("The West", "Uhh")
    assert offered["amn"] == ("The West", "Amn, home of Cat")
    assert offered["mok"][1] == "Mok, Mok Gate"
    assert len(list(dict.fromkeys(groups))) == sum(before != now for before, now in zip(["?", *groups], groups, strict=False))
    assert set(offered) == {region.id for region in state.scenario.map.regions}
