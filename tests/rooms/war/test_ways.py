"""Roads and tunnels (GE-WAR-72, -74 to -79, R-62 to R-65, R-69)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.day.clock.steps import EndStep
from control.engine.ids import SeatId, StepId
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.realm.game.state import Building, Effect, EffectKind, Guest
from rooms.realm.scenario.ids import HouseId, Phase, RegionId, Room
from rooms.war.game.board import Immortal, board_of
from rooms.war.game.moves import carry_out_moves
from rooms.war.game.records.battles import IMMORTALS, REMNANTS
from rooms.war.game.records.orders import OpenedSheet, Order, Outcome, Stance, Via, Why
from rooms.war.game.sheets.limits import check
from rooms.war.game.sheets.offer import choices
from rooms.war.game.state import war_of
from rooms.war.game.units import AdjustUnits
from rooms.war.game.words.orders import outcome_words
from rooms.war.rules.effects import NO_EFFECTS, Closure, Effects
from rooms.war.rules.routes import Network, destinations, way_to, ways_for
from tests.rooms.war.play import AKA, CAT, INN, WARGAME, WOLF, ZEN, built, month, move, recruit, road, sheet, tunnels, with_board
from tests.scenarios import default

BOARD = board_of(default())
NEIGHBOURS = {region.id: region.neighbours for region in default().map.regions}
ODE, PET, FOG, MOK, DOM = (RegionId(each) for each in ("ode", "pet", "fog", "mok", "dom"))
SHORT = road("cat", "inn", "zen", "aka")


def stances(cat: str = "", wolf: str = "", *, betrays: bool = False) -> tuple[Stance, ...]:
    """Return stances of Cat and Wolf, the only Houses that are asked."""
    return (
        Stance(house=CAT, ticks=tuple(HouseId(each) for each in cat.split()), betrays=betrays),
        Stance(house=WOLF, ticks=tuple(HouseId(each) for each in wolf.split())),
    )


def one_move(
    units: dict[str, dict[str, int]],
    *buildings: Building,
    known: tuple[Stance, ...] = stances(),
    effects: Effects = NO_EFFECTS,
    origin: str = "inn",
    target: str = "aka",
    **board: object,
) -> Outcome:
    """Return the outcome of Cat's order to move two units between two regions."""
    war = with_board(built(month({origin: {"cat": 2}} | units), *buildings), **board)
    written = war.state
    opened = [sheet_of(move(2, origin, target))]
    (outcome,) = carry_out_moves(
        war_of(written), opened, board=BOARD, effects=effects, stances=known, ways={CAT: ways_for(written, CAT)}
    )
    return outcome


def sheet_of(*orders: Order) -> OpenedSheet:
    return OpenedSheet(seat=SeatId("cat-1"), house=CAT, rank=1, orders=orders)


# --- one road -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-WAR-75", "GE-WAR-76", "R-62", "GE-FAV-13")
def test_units_go_between_regions_joined_by_road_markers_in_a_single_move():
    outcome = one_move({}, SHORT)

    assert (outcome.done, outcome.why, outcome.via, outcome.passed, outcome.ended) == (2, None, Via.ROAD, (ZEN,), AKA)


@pytest.mark.rule("GE-WAR-77", "R-63")
@pytest.mark.parametrize(
    ("units", "known", "stopped_at", "stopped_by"),
    [
        pytest.param({"zen": {"wolf": 1}}, stances(), ZEN, (WOLF,), id="two who oppose each other"),
        pytest.param({"zen": {"wolf": 1}}, stances("wolf"), ZEN, (WOLF,), id="it alone ticks them"),
        pytest.param({"zen": {"wolf": 1}}, stances("", "cat"), ZEN, (WOLF,), id="they alone tick it"),
        pytest.param({"zen": {"wolf": 1}}, stances("wolf", "cat"), None, (), id="mutual allies let pass"),
        pytest.param({"zen": {"cat": 4}}, stances(), None, (), id="its own units let pass"),
        pytest.param({"aka": {"wolf": 9}}, stances(), None, (), id="who stands where the Move leads stops nobody"),
        pytest.param({"inn": {"cat": 2, "wolf": 3}}, stances(), None, (), id="who stands where the Move begins stops nobody"),
        pytest.param({"zen": {"wolf": 1, "bear": 1}}, stances("wolf", "cat"), ZEN, (HouseId("bear"),), id="one of two"),
    ],
)
def test_who_stops_movers_on_a_road(units, known, stopped_at, stopped_by):
    outcome = one_move(units, SHORT, known=known)

    assert (outcome.done, outcome.stopped_at, outcome.stopped_by) == (2, stopped_at, stopped_by)
    assert outcome.ended == (stopped_at or AKA)


@pytest.mark.rule("R-63")
@pytest.mark.parametrize(("betrays", "stopped_by"), [(False, ()), (True, (IMMORTALS,))])
def test_immortals_stop_only_movers_who_betray(betrays, stopped_by):
    there = (Immortal(id=1, region=ZEN),)

    assert one_move({}, SHORT, known=stances(betrays=betrays), immortals=there).stopped_by == stopped_by


@pytest.mark.rule("R-63")
def test_a_remnant_stops_movers():
    assert one_move({}, SHORT, remnants={ZEN: 1}).stopped_by == (REMNANTS,)


@pytest.mark.rule("R-63")
def test_units_that_leave_this_month_still_stop_movers():
    play = built(
        month(
            {"inn": {"cat": 2}, "zen": {"wolf": 1}},
            {"cat-1": sheet(move(2, "inn", "aka")), "wolf-1": sheet(move(1, "zen", "mok"))},
        ),
        SHORT,
    ).through("move")

    assert play.war.units == {ZEN: {CAT: 2}, MOK: {WOLF: 1}}


@pytest.mark.rule("R-63", "R-41")
def test_a_move_of_nobody_is_stopped_nowhere():
    play = built(month({"zen": {"wolf": 1}}, {"cat-1": sheet(move(2, "inn", "aka"))}), SHORT).through("move")

    (outcome,) = play.war.record.outcomes
    assert (outcome.done, outcome.why, outcome.stopped_at) == (0, Why.NONE_THERE, None)


@pytest.mark.rule("R-63", "GE-WAR-09")
def test_a_step_to_a_neighbour_never_takes_the_road():
    outcome = one_move({"zen": {"wolf": 3}}, SHORT, road("cat", "inn", "ode", "zen"), target="zen")

    assert (outcome.via, outcome.ended) == (Via.STEP, ZEN)


@pytest.mark.rule("GE-WAR-09", "GE-WAR-12")
def test_without_a_road_the_move_is_wasted():
    assert one_move({}).why is Why.NOT_ADJACENT
    assert one_move({}, road("cat", "aka", "fog", "pet")).why is Why.NOT_ADJACENT


# --- several roads ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-63")
def test_roads_of_one_owner_that_touch_are_one_network():
    outcome = one_move({}, SHORT, road("cat", "aka", "fog", "pet"), target="pet")

    assert (outcome.passed, outcome.ended) == ((ZEN, AKA, FOG), PET)


@pytest.mark.rule("R-63", "R-65")
def test_roads_of_two_owners_are_two_networks():
    lent = road("wolf", "aka", "fog", "pet", guests="cat")

    assert one_move({}, SHORT, lent, target="pet").why is Why.NOT_ADJACENT
    assert one_move({}, lent, origin="aka", target="pet").ended == PET


@pytest.mark.rule("R-63")
@pytest.mark.parametrize(
    ("units", "ended"),
    [
        pytest.param({}, AKA, id="nobody on either"),
        pytest.param({"zen": {"wolf": 1}}, AKA, id="round the one that is held"),
        pytest.param({"ode": {"wolf": 1}}, AKA, id="round the other"),
        pytest.param({"ode": {"wolf": 1}, "zen": {"wolf": 1}}, ODE, id="stopped in the first of the alphabet"),
    ],
)
def test_of_several_ways_the_one_that_arrives_is_taken(units, ended):
    assert one_move(units, SHORT, road("cat", "inn", "ode", "aka")).ended == ended


@pytest.mark.rule("R-63")
def test_a_road_that_leads_elsewhere_is_no_way():
    aside = road("cat", "inn", "aah", "mok")

    assert one_move({"aah": {"wolf": 1}, "zen": {"wolf": 1}}, SHORT, aside).ended == ZEN


@pytest.mark.rule("R-63", "R-64")
def test_a_move_never_takes_both_a_road_and_a_tunnel():
    assert one_move({}, road("cat", "inn", "zen", "mok"), tunnels("cat", "mok", "dom"), target="dom").why is Why.NOT_ADJACENT


@pytest.mark.rule("R-63", "R-64")
def test_tunnels_are_taken_where_the_road_is_held():
    both = (road("cat", "mok", "cry", "dom"), tunnels("cat", "mok", "dom"))

    assert one_move({}, *both, origin="mok", target="dom").via is Via.ROAD
    held = one_move({"cry": {"wolf": 1}}, *both, origin="mok", target="dom")
    assert (held.via, held.ended) == (Via.TUNNEL, DOM)


# --- tunnels ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-WAR-78", "GE-WAR-79", "R-64", "GE-FAV-12")
def test_units_go_through_the_mountain_and_nothing_stops_them():
    crowd = {region: {"wolf": 1} for region in NEIGHBOURS if region not in ("mok", "dom")}
    outcome = one_move(crowd, tunnels("cat", "mok", "dom"), origin="mok", target="dom")

    assert (outcome.done, outcome.via, outcome.passed, outcome.stopped_at) == (2, Via.TUNNEL, (), None)


@pytest.mark.rule("R-64")
def test_all_tunnels_of_one_owner_connect():
    two = (tunnels("cat", "mok", "dom"), tunnels("cat", "lum", "bog"))

    assert one_move({"dom": {"wolf": 1}, "lum": {"wolf": 1}}, *two, origin="mok", target="bog").ended == "bog"


@pytest.mark.rule("R-64", "R-65")
def test_tunnels_of_two_owners_do_not_connect():
    two = (tunnels("cat", "mok", "dom"), tunnels("wolf", "lum", "bog", guests="cat"))

    assert one_move({}, *two, origin="mok", target="bog").why is Why.NOT_ADJACENT
    assert one_move({}, *two, origin="lum", target="bog").owner == WOLF


# --- permission and closures --------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-WAR-74", "GE-FAV-16", "R-65")
@pytest.mark.parametrize(
    ("building", "why"),
    [
        pytest.param(road("wolf", "inn", "zen", "aka"), Why.NOT_ALLOWED, id="without permission"),
        pytest.param(road("wolf", "inn", "zen", "aka", guests="bear"), Why.NOT_ALLOWED, id="with another's permission"),
        pytest.param(road("wolf", "inn", "zen", "aka", guests="bear cat"), None, id="with permission"),
    ],
)
def test_another_house_s_road_needs_its_permission(building, why):
    outcome = one_move({}, building)

    assert (outcome.why, outcome.owner) == (why, WOLF)
    assert outcome.done == (0 if why else 2)


@pytest.mark.rule("R-65", "R-63")
def test_a_guest_goes_only_where_the_buildings_it_may_use_lead():
    mine, further = road("wolf", "inn", "zen", "aka", guests="cat"), road("wolf", "aka", "fog", "pet")

    assert one_move({}, mine, further, target="aka").ended == AKA
    barred = one_move({}, mine, further, target="pet")
    assert (barred.done, barred.why, barred.owner) == (0, Why.NOT_ALLOWED, WOLF)


@pytest.mark.rule("R-65")
@pytest.mark.parametrize(("until", "done"), [(1, 2), (0, 0)])
def test_permission_for_a_month_ends_with_it(until, done):
    lent = replace(road("wolf", "inn", "zen", "aka"), guests=(Guest(house=CAT, until=until),))

    assert one_move({}, lent).done == done


@pytest.mark.rule("R-63", "R-69", "GE-WAR-82")
@pytest.mark.parametrize(
    ("closed", "why"),
    [
        pytest.param(Closure(region=ZEN), Why.WAY_CLOSED, id="the way"),
        pytest.param(Closure(region=ZEN, house=CAT), Why.WAY_CLOSED, id="the way, to this House"),
        pytest.param(Closure(region=ZEN, house=WOLF), None, id="the way, to another House"),
        pytest.param(Closure(region=AKA), Why.CLOSED, id="the end"),
        pytest.param(Closure(region=INN), None, id="where it starts"),
    ],
)
def test_a_road_neither_leads_through_a_closed_region_nor_ends_there(closed, why):
    assert one_move({}, SHORT, effects=Effects(closed=frozenset({closed}))).why is why


@pytest.mark.rule("R-63")
def test_a_closed_way_does_not_exist_so_nobody_is_stopped_on_it():
    closed = Effects(closed=frozenset({Closure(region=ODE)}))
    both = (SHORT, road("cat", "inn", "ode", "aka"))

    assert one_move({"ode": {"wolf": 1}, "zen": {"wolf": 1}}, *both, effects=closed).ended == ZEN


@pytest.mark.rule("R-69", "R-64")
def test_a_tunnel_does_not_end_in_a_closed_region():
    closed = Effects(closed=frozenset({Closure(region=DOM)}))

    assert one_move({}, tunnels("cat", "mok", "dom"), origin="mok", target="dom", effects=closed).why is Why.CLOSED


# --- what follows -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-WAR-77", "GE-WAR-17", "R-63")
def test_units_that_are_stopped_fight_recruit_and_stand_where_they_were_stopped():
    play = built(
        month(
            {"inn": {"cat": 3}, "zen": {"wolf": 1}},
            {"cat-1": sheet(move(3, "inn", "aka"), recruit("zen")), "wolf-1": sheet()},
        ),
        SHORT,
    ).through("recruit")

    assert play.war.units == {ZEN: {CAT: 4}}
    assert [battle.region for battle in play.war.record.battles] == [ZEN]
    lines = play.seen_by("cat-1").mine.lines
    assert lines[0].fate == "part"
    assert lines[0].sentence == "3 units moved by road from Inn towards Aka, but Wolf stopped them in Zen."
    assert lines[0].rule == "GE-WAR-77"


@pytest.mark.rule("R-45", "R-63")
def test_units_that_swap_along_a_road_pass_each_other():
    play = built(
        month(
            {"inn": {"cat": 2}, "aka": {"wolf": 3}},
            {"cat-1": sheet(move(2, "inn", "aka")), "wolf-1": sheet(move(3, "aka", "inn"))},
        ),
        road("cat", "inn", "zen", "aka", guests="wolf"),
    ).through("battle")

    assert play.war.units == {AKA: {CAT: 2}, INN: {WOLF: 3}}
    assert play.war.record.battles == ()


@pytest.mark.rule("GE-WAR-77", "R-63")
def test_the_journal_tells_which_way_a_move_took_and_where_it_was_stopped():
    sheets = {"cat-1": sheet(move(2, "inn", "aka"), move(1, "aka", "zen")), "wolf-1": sheet()}
    play = built(month({"inn": {"cat": 2}, "aka": {"cat": 1}, "zen": {"wolf": 1}}, sheets), SHORT).through("move")

    (told,) = [sentence for sentence in play.sentences if sentence.startswith("Moves: ")]

    assert told == "Moves: Cat 2 Inn → Aka by road, stopped in Zen; Cat 1 Aka → Zen."


@pytest.mark.rule("GE-WAR-75", "R-62")
def test_its_author_reads_whose_road_or_tunnel_a_move_took():
    guest = one_move({}, road("wolf", "inn", "zen", "aka", guests="cat"))
    own = one_move({}, SHORT)
    below = one_move({}, tunnels("wolf", "mok", "dom", guests="cat"), origin="mok", target="dom")

    assert outcome_words(BOARD, guest) == "2 units moved by road of Wolf from Inn to Aka"
    assert outcome_words(BOARD, own) == "2 units moved by road from Inn to Aka"
    assert outcome_words(BOARD, below) == "2 units moved through the tunnels of Wolf from Mok to Dom"


@pytest.mark.rule("R-63")
def test_what_stopped_a_move_cannot_be_taken_back_under_it():
    play = built(
        month({"inn": {"cat": 2}, "zen": {"wolf": 1}}, {"cat-1": sheet(move(2, "inn", "aka")), "wolf-1": sheet()}), SHORT
    ).through("orders")
    asked = play.asked()
    before = play.state
    play.do(AdjustUnits(region=ZEN, house=WOLF, before=1, units=0, reason="a piece too many"))
    play.do(EndStep(room=Room.WAR, month=1, step=StepId("favors")))
    events = WARGAME.decide(play.state, EndStep(room=Room.WAR, month=1, step=StepId("move")), asked)

    for happened in events:  # fold the Moves on a state without the adjustment
        before = WARGAME.evolve(before, happened)

    assert "Moves by road or tunnel out of Inn" in " ".join(WARGAME.broken(before))


# --- what the sheet offers ----------------------------------------------------------------------------------------------


@pytest.mark.rule("R-63", "R-65")
def test_where_roads_and_tunnels_lead_by_whose_and_whether_they_may_be_used():
    play = built(
        month({"inn": {"cat": 2}}),
        SHORT,
        road("wolf", "inn", "amn", "zit", guests="cat"),
        road("bear", "inn", "aah", "kri"),
    )

    found = {(to.region, to.owner, to.allowed) for to in destinations(ways_for(play.state, CAT), INN, house=CAT)}

    assert found == {
        *((region, CAT, True) for region in ("zen", "aka")),
        *((region, WOLF, True) for region in ("amn", "zit")),
        *((region, "bear", False) for region in ("aah", "kri")),
    }


@pytest.mark.rule("GE-WAR-76", "GE-WAR-79", "R-63", "R-65", "R-69")
def test_the_form_offers_neighbours_closed_ones_with_the_reason_and_what_roads_and_tunnels_lead_to_with_the_way():
    play = built(
        month({"inn": {"cat": 2}, "mok": {"cat": 1}}, phase=Phase.PLANNING),
        SHORT,
        road("wolf", "inn", "amn", "zit", guests="cat"),
        road("bear", "inn", "aah", "kri"),
        tunnels("cat", "mok", "dom"),
        road("cat", "mok", "cry", "dom"),
    )
    ban = Effect(id=1, kind=EffectKind.TRAVEL_BAN, since=1, until=1, regions=(ODE,), source="A Travel Ban")
    play.state = replace(play.state, effects=(ban,))

    offered = {move.origin: [place.label for place in move.targets] for move in choices(play.state, SeatId("cat-1")).moves}

    assert offered == {
        "inn": [
            "Aah",
            "Amn",
            "Ode (Closed to everybody (A Travel Ban, through month 1))",
            "Zen",
            "Aka (by road)",
            "Kri (by road of Bear, if Bear lets you)",
            "Zit (by road of Wolf)",
        ],
        "mok": ["Aah", "Bat", "Cry", "Kri", "Zen", "Dom (by road or by tunnel)"],
    }
    assert {"dom", "zit", "aka"} <= {place.region for place in choices(play.state, SeatId("cat-1")).recruits}


@pytest.mark.rule("GE-WAR-09", "R-63", "R-65")
@pytest.mark.parametrize(
    ("buildings", "target", "sentence"),
    [
        pytest.param((), "aka", "a Move goes to a neighbour.", id="no road"),
        pytest.param((SHORT,), "aka", "", id="a road"),
        pytest.param((SHORT,), "fog", "a Move goes to a neighbour, or where roads or tunnels lead.", id="a road elsewhere"),
        pytest.param((road("wolf", "inn", "zen", "aka"),), "aka", "", id="a road that may yet be lent"),
        pytest.param((road("cat", "inn", "zen", "mok"), tunnels("cat", "mok", "dom")), "dom", "a Move goes", id="two networks"),
    ],
)
def test_what_a_sheet_may_name(buildings, target, sentence):
    play = built(month({"inn": {"cat": 2}}, phase=Phase.PLANNING), *buildings)

    if not sentence:
        check(play.state, SeatId("cat-1"), sheet(move(2, "inn", target)))
        return
    with pytest.raises(Refused) as refused:
        check(play.state, SeatId("cat-1"), sheet(move(2, "inn", target)))
    assert sentence in refused.value.sentence
    assert refused.value.rule == "GE-WAR-09"


# --- any network --------------------------------------------------------------------------------------------------------


@st.composite
def road_maps(draw: st.DrawFn) -> frozenset[tuple[RegionId, RegionId]]:
    """Connections of up to eight roads that meet and form rings, because each begins at an earlier one."""
    trodden = [RegionId("zen")]
    markers: set[tuple[RegionId, RegionId]] = set()
    for _each in range(draw(st.integers(1, 8))):
        middle = draw(st.sampled_from(trodden))
        first, last = draw(st.permutations(NEIGHBOURS[middle]))[:2]
        markers |= {tuple(sorted((first, middle))), tuple(sorted((middle, last)))}  # type: ignore[arg-type]
        trodden += [first, last]
    return frozenset(markers)


def all_ways(
    markers: frozenset[tuple[RegionId, RegionId]], trail: tuple[RegionId, ...], target: RegionId
) -> Iterator[tuple[RegionId, ...]]:
    """Yield every way without repeated regions, by brute force."""
    if trail[-1] == target:
        yield trail
        return
    for one, other in markers:
        for at, after in ((one, other), (other, one)):
            if at == trail[-1] and after not in trail:
                yield from all_ways(markers, (*trail, after), target)


@pytest.mark.rule("R-63")
@given(data=st.data(), markers=road_maps())
def test_a_move_ends_where_trying_every_way_says(data, markers):
    regions = sorted({region for marker in markers for region in marker})
    origin, target = data.draw(st.permutations(regions))[:2]
    watched = data.draw(st.frozensets(st.sampled_from(regions)))
    closed = data.draw(st.frozensets(st.sampled_from(regions), max_size=2)) - {origin}
    near: dict[RegionId, set[RegionId]] = {}
    for one, other in markers:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    net = Network(owner=CAT, via=Via.ROAD, near={region: frozenset(others) for region, others in near.items()})

    way = way_to([net], origin, target, board=BOARD, closed=closed.__contains__, watched=watched.__contains__)

    open_ways = [each for each in all_ways(markers, (origin,), target) if not set(each[1:]) & closed]
    stops = {next((region for region in each[1:-1] if region in watched), target) for each in open_ways}
    expected = target if target in stops else min(stops, key=BOARD.region_name, default=None)
    assert (None if way is None else way.stopped_at or target) == expected
    if way is not None:
        walked = (origin, *way.passed, way.stopped_at or target)
        assert all(tuple(sorted(step)) in markers for step in pairwise(walked))
        assert not set(way.passed) & (watched | closed)


@pytest.mark.rule("R-63")
@given(
    order=st.permutations(
        [SHORT, road("cat", "inn", "ode", "aka"), road("cat", "aka", "fog", "pet"), road("cat", "ode", "zen", "mok")]
    )
)
def test_the_order_in_which_roads_were_built_changes_nothing(order):
    held = {"zen": {"wolf": 1}, "ode": {"bear": 1}}

    outcome = one_move(held, *order, target="pet")

    assert (outcome.done, outcome.ended) == (2, ODE)


def test_a_map_full_of_roads_asks_each_region_a_few_times_for_a_move():
    net = Network(owner=CAT, via=Via.ROAD, near={region: frozenset(others) for region, others in NEIGHBOURS.items()})
    held = frozenset(sorted(NEIGHBOURS)[::2])
    asked: list[str] = []

    def watched(region):
        asked.append(region)
        return region in held

    for origin in NEIGHBOURS:
        for target in NEIGHBOURS:
            way_to([net], origin, target, board=BOARD, closed=lambda _region: False, watched=watched)
            assert len(asked) <= 4 * len(NEIGHBOURS), (origin, target)
            asked.clear()
