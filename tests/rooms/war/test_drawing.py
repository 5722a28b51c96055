"""Positions and signs of everything that is drawn on the map."""

from __future__ import annotations

from collections import Counter

import pytest

from control.engine.records import replace
from rooms.realm.game.state import Building, Effect, EffectFrom, EffectKind
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.drawing.clusters import CASTLE_WIDE, FLAG_WIDE, Cluster
from rooms.war.game.drawing.war_map import MapDrawing, bare_map, draw_map, map_over
from rooms.war.game.overlay import Arrow, FlagGhost, Ghost, MapOverlay, Recruit
from rooms.war.game.view_map import BattleView, SideView, map_view
from tests.rooms.war.play import AKA, AMN, BEAR, CAT, FOG, SWORDS, WOLF, ZEN, Month, castle, month, morning, move, sheet, with_board

AAH, MOK = RegionId("aah"), RegionId("mok")


def drawn(war: Month, overlay: MapOverlay | None = None, **more) -> MapDrawing:
    return draw_map(war.state.scenario, map_view(war.state), event_id=1, overlay=overlay, **more)


def cluster(drawing: MapDrawing, region: RegionId) -> Cluster:
    return next(each for each in drawing.clusters if each.id == region)


def marked(*effects: Effect, buildings: tuple[Building, ...] = ()) -> Month:
    war = month()
    war.state = replace(war.state, effects=effects, buildings=buildings)
    return war


def fought() -> Month:
    sheets = {"cat-1": sheet(move(2, "zen", "aka")), "wolf-1": sheet()}
    return month({"zen": {"cat": 2}, "aka": {"wolf": 1}, "fog": {"wolf": 2}}, sheets).through("battle")


def test_the_closed_and_the_sworn_are_hatched_and_named():
    ban = Effect(id=1, kind=EffectKind.FORBID, since=1, regions=(ZEN,), houses=(CAT, WOLF), origin=EffectFrom.LAW)
    treaty = Effect(id=2, kind=EffectKind.TREATY, since=1, regions=(AKA,), origin=EffectFrom.LAW)
    drawing = drawn(marked(ban, treaty))

    assert [(plate.kind, plate.text) for plate in cluster(drawing, ZEN).plates] == [("ban", "CLOSED CAT WOL")]
    assert [shade.kind for shade in cluster(drawing, ZEN).shades] == ["some"]
    assert [(plate.kind, plate.text) for plate in cluster(drawing, AKA).plates] == [("treaty", "TREATY")]
    assert cluster(drawing, AKA).shades[0].path.startswith("M")
    assert cluster(drawing, FOG).plates == ()


@pytest.mark.rule("R-35")
def test_a_trapped_court_is_drawn_in_chains():
    war = month()
    war.state = replace(war.state, court=replace(war.state.court, trapped=True))
    drawing = drawn(war)

    assert [each.id for each in drawing.clusters if each.trapped] == [AMN]
    assert [plate.text for plate in cluster(drawing, AMN).plates] == ["COURT TRAPPED"]


@pytest.mark.rule("GE-WAR-72", "GE-WAR-75")
def test_roads_along_one_border_lie_beside_each_other():
    roads = tuple(Building(id=at, kind="trade-route", house=house, places=(AMN, AAH, ZEN)) for at, house in ((1, CAT), (2, BEAR)))
    first, second = drawn(marked(buildings=roads)).ways

    assert (first.house, second.house) == (CAT, BEAR)
    assert len(first.badges) == 2
    assert first.path != second.path


@pytest.mark.rule("GE-WAR-72", "GE-WAR-78")
def test_tunnels_stand_at_both_ends_and_lead_to_the_mountain():
    tunnels = Building(id=1, kind="tunnels", house=CAT, places=(MOK, RegionId("old")))
    drawing = drawn(marked(buildings=(tunnels,)))
    ends = [each.id for each in drawing.clusters if any(piece.sign == "tunnels" for piece in each.pieces)]
    x, y = (round(each) for each in month().state.scenario.map.mountain.at)

    assert sorted(ends) == [MOK, "old"]
    assert drawing.ways[0].kind == "tunnel"
    assert drawing.ways[0].path.count(f"L{x} {y}") == 2


def test_a_house_building_stands_at_the_home_of_its_house():
    drawing = drawn(marked(buildings=(Building(id=1, kind="spy-tower", house=WOLF),)))

    assert [each.id for each in drawing.clusters if any(piece.kind == "building" for piece in each.pieces)] == ["chi"]


def test_what_has_changed_since_last_month_stands_on_the_pieces():
    drawing = drawn(fought())

    zen, aka = cluster(drawing, ZEN), cluster(drawing, AKA)
    assert [(piece.house, piece.count, piece.delta, piece.gone) for piece in zen.pieces] == [(CAT, "0", "−2", True)]
    assert [(piece.house, piece.count, piece.delta, piece.gone) for piece in aka.pieces if piece.kind == "army"] == [
        (CAT, "2", "+2", False),
        (WOLF, "0", "−1", True),
    ]
    assert aka.fought
    assert {(flag.house, flag.fate) for flag in cluster(drawing, FOG).castle.flags} == {(WOLF, "new"), (SWORDS, "lost")}


def test_a_preview_hides_what_has_changed_before():
    overlay = MapOverlay(ghosts=(Ghost(house=CAT, region=AKA, before=2, after=1),))
    aka = cluster(drawn(fought(), overlay), AKA)

    assert [(piece.count, piece.delta, piece.ghost) for piece in aka.pieces if piece.kind == "army"] == [("2→1", "", True)]


def test_flags_to_come_are_drawn_apart_from_those_there():
    overlay = MapOverlay(flags=(FlagGhost(house=WOLF, region=FOG, on=True), FlagGhost(house=SWORDS, region=FOG, on=False)))
    flags = cluster(drawn(month(), overlay), FOG).castle.flags

    assert {(flag.house, flag.fate) for flag in flags} == {(WOLF, "placing"), (SWORDS, "leaving")}


def test_a_battle_stands_with_its_sums():
    sides = (
        SideView(force=CAT, short="CAT", attack=12, stands=True),
        SideView(force=HouseId("*remnants"), short="", attack=1, stands=False),
    )
    overlay = MapOverlay(battles=(BattleView(region=ZEN, name="Zen", sentence="", counts=(sides,)),))
    (clash,) = cluster(drawn(month(), overlay), ZEN).clashes

    assert [(chip.house, chip.kind, chip.attack, chip.stands) for chip in clash.chips] == [
        (CAT, "", 12, True),
        (None, "remnants", 1, False),
    ]
    assert clash.chips[0].x + clash.chips[0].wide < clash.chips[1].x


def arrow(**more) -> Arrow:
    return Arrow(**{"house": CAT, "origin": ZEN, "target": AKA, "units": 2, "wasted": 0, **more})


@pytest.mark.parametrize(
    ("given", "told"),
    [
        pytest.param(arrow(), "2", id="all"),
        pytest.param(arrow(wasted=1), "2/3", id="some"),
        pytest.param(arrow(units=0, wasted=3), "✕", id="none"),
    ],
)
def test_an_arrow_says_how_many_go(given, told):
    (mark,) = drawn(month(), MapOverlay(arrows=(given,))).arrows

    assert (mark.units, mark.wasted) == (told, told == "✕")


def test_arrows_against_each_other_bow_apart():
    there, back = drawn(month(), MapOverlay(arrows=(arrow(), arrow(origin=AKA, target=ZEN)))).arrows

    assert abs(there.x - back.x) + abs(there.y - back.y) > 10


@pytest.mark.rule("GE-WAR-77")
def test_an_arrow_that_was_stopped_ends_at_a_bar():
    stopped = arrow(origin=AMN, target=ZEN, via=(AAH,), stopped=AAH)
    (mark,) = drawn(month(), MapOverlay(arrows=(stopped,))).arrows
    (free,) = drawn(month(), MapOverlay(arrows=(arrow(origin=AMN, target=ZEN, via=(AAH,)),))).arrows

    assert mark.stop
    assert mark.missed
    assert (free.stop, free.missed) == ("", "")
    assert "L" in free.path


def test_own_recruits_are_drawn_where_they_are_meant():
    overlay = MapOverlay(recruits=(Recruit(house=CAT, region=ZEN, fate="open"),))

    assert [(piece.kind, piece.count) for piece in cluster(drawn(month(), overlay), ZEN).pieces] == [("recruit open", "+1")]


def test_everything_in_a_region_has_a_key_of_its_own():
    war = fought()
    war.state = replace(war.state, buildings=(Building(id=1, kind="chapel", house=CAT), Building(id=2, kind="arena", house=CAT)))
    drawing = drawn(war, MapOverlay(arrows=(arrow(), arrow(units=0, wasted=1, target=FOG))), changes=True)

    for each in drawing.clusters:
        assert max(Counter(piece.key for piece in each.pieces).values(), default=1) == 1
    assert len({mark.key for mark in drawing.arrows}) == 2


def test_a_region_that_has_not_changed_is_drawn_the_same():
    before, after = drawn(fought().through("rewards")), drawn(fought().through("recruit"))

    assert [one for one, other in zip(before.clusters, after.clusters, strict=True) if one != other] == []


def test_a_castle_stays_where_it_is_however_many_flags_stand_beside_it():
    middles = set()
    for flags in ("", "cat", "cat wolf bear swords"):
        war = with_board(month({}, {}), castles={AMN: castle("amn", *flags.split())})
        mark = cluster(drawn(war), AMN).castle
        middles.add(mark.x + (CASTLE_WIDE + len(mark.flags) * (FLAG_WIDE + 2)) / 2)

    assert len(middles) == 1


def test_only_what_has_left_a_region_is_drawn_as_gone():
    drawing = drawn(with_board(month({"zen": {"cat": 1}}, {}), remnants={AKA: 2}))

    pieces = [piece for each in drawing.clusters for piece in each.pieces]
    assert {"army", "remnants", "immortals", "rumor"} <= {piece.kind for piece in pieces}
    assert not [piece for piece in pieces if piece.gone]


def test_a_map_over_what_is_drawn_for_everybody_is_the_map_drawn_from_nothing():
    state = morning()
    (first, second, *_rest) = state.scenario.map.regions
    house = state.scenario.houses[0].id
    overlay = MapOverlay(
        recruits=(Recruit(house=house, region=first.id, fate="open"),),
        ghosts=(Ghost(house=house, region=second.id, before=1, after=3),),
        peace=(second.id,),
    )

    for changes in (True, False):
        over = map_over(state, overlay, event_id=1, changes=changes)
        anew = draw_map(state.scenario, map_view(state), event_id=1, overlay=overlay, changes=changes)
        assert over == replace(anew, in_words=over.in_words)
        assert over.in_words is bare_map(state, 1, changes).in_words
    bare = bare_map(state, 1, False)
    assert sum(one is other for one, other in zip(over.clusters, bare.clusters, strict=True)) == len(bare.clusters) - 2
