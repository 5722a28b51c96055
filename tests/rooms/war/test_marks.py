"""Marks on the map, and its changes since last month."""

from __future__ import annotations

import pytest

from control.engine.records import replace
from rooms.realm.game.state import Building, Effect, EffectFrom, EffectKind, GameState, Guest
from rooms.realm.scenario.ids import RegionId
from rooms.war.game.map_marks import What, marks_of, since_last_month
from rooms.war.game.units import AdjustUnits
from rooms.war.game.view_map import map_view
from tests.rooms.war.play import AKA, AMN, CAT, FOG, INN, WOLF, ZEN, month, move, sheet

AAH = RegionId("aah")


def marked(*effects: Effect, buildings: tuple[Building, ...] = ()) -> GameState:
    return replace(month().state, effects=effects, buildings=buildings)


def closed(region: RegionId, *houses, kind=EffectKind.TRAVEL_BAN, **more) -> Effect:
    return Effect(id=1, kind=kind, since=1, until=1, regions=(region,), houses=houses, origin=EffectFrom.LAW, **more)


@pytest.mark.rule("GE-CRT-59", "R-69")
def test_a_travel_ban_closes_a_region_to_everybody():
    state = marked(closed(ZEN, source="Law 14"))

    (ban,) = marks_of(state).bans

    assert (ban.region, ban.houses, ban.words) == (ZEN, (), "Closed to everybody (Law 14, through month 1)")


@pytest.mark.rule("GE-CRT-44", "R-69")
def test_what_is_forbidden_to_several_is_told_once():
    state = marked(closed(FOG, WOLF, kind=EffectKind.FORBID), closed(FOG, CAT, kind=EffectKind.FORBID))

    (ban,) = marks_of(state).bans

    assert ban.houses == (CAT, WOLF)
    assert ban.shorts == ("CAT", "WOL")


def test_closed_to_all_outweighs_closed_to_some():
    state = marked(closed(FOG, WOLF, kind=EffectKind.FORBID), closed(FOG))

    assert [ban.houses for ban in marks_of(state).bans] == [()]


@pytest.mark.rule("R-83")
@pytest.mark.parametrize(("since", "until", "shown"), [(1, 1, True), (2, 2, False), (1, None, True)])
def test_a_mark_is_shown_in_the_months_it_acts_in(since, until, shown):
    effect = Effect(id=1, kind=EffectKind.TREATY, since=since, until=until, regions=(ZEN,), origin=EffectFrom.LAW)

    assert bool(marks_of(marked(effect)).treaties) is shown


def test_what_a_scheme_left_in_force_is_on_nobodys_map():
    hidden = closed(ZEN, source="CANARY")
    state = marked(replace(hidden, origin=EffectFrom.SCHEME))

    assert marks_of(state).bans == ()
    assert "CANARY" not in repr(map_view(state))


@pytest.mark.rule("R-65")
def test_who_may_use_a_building_is_on_nobodys_map():
    road = Building(id=1, kind="trade-route", house=CAT, places=(AMN, AAH, ZEN), guests=(Guest(house=WOLF),))
    alone = replace(road, guests=())

    assert map_view(marked(buildings=(road,))) == map_view(marked(buildings=(alone,)))


@pytest.mark.rule("GE-WAR-72", "GE-WAR-75", "GE-WAR-78")
def test_buildings_are_named_where_they_stand():
    state = marked(
        buildings=(
            Building(id=1, kind="trade-route", house=CAT, places=(AMN, AAH, ZEN)),
            Building(id=2, kind="tunnels", house=CAT, places=(RegionId("mok"), RegionId("old"))),
            Building(id=3, kind="chapel", house=CAT),
        )
    )
    marks = marks_of(state)

    assert marks.words_of(AAH) == ("Trade Route of Cat: Amn – Aah – Zen",)
    assert marks.words_of(RegionId("old")) == ("Tunnels of Cat: Mok and Old",)
    assert "Chapel of Cat" in marks.words_of(AMN)
    assert map_view(state).region(AMN).marks == marks.words_of(AMN)


@pytest.mark.rule("R-35")
def test_a_trapped_court_is_marked():
    state = month().state
    assert state.court is not None

    assert marks_of(state).trapped is False
    assert marks_of(replace(state, court=replace(state.court, trapped=True))).trapped is True


# --- since last month ---------------------------------------------------------------------------------------------------


def fought():
    return month({"zen": {"cat": 2}, "aka": {"wolf": 1}}, {"cat-1": sheet(move(2, "zen", "aka")), "wolf-1": sheet()})


def words_since(war) -> dict[str, list[str]]:
    return {region: [each.words for each in changes] for region, changes in since_last_month(war.state).items()}


def test_nothing_has_changed_before_the_first_step():
    assert words_since(fought()) == {}
    assert words_since(fought().through("orders")) == {}


def test_what_has_changed_counts_from_the_beginning_of_the_month():
    war = fought().through("battle")

    assert words_since(war) == {"aka": ["Cat new with 2", "Wolf gone, had 1"], "zen": ["Cat gone, had 2"]}
    assert [each.sign for each in since_last_month(war.state)[AKA]] == ["+2", "−1"]


def test_the_change_of_last_month_stays_until_something_is_carried_out():
    war = fought().through("recruit").turn()
    before = words_since(war)["aka"]
    war.do(AdjustUnits(region=INN, house=WOLF, before=0, units=1, reason="fallen off the table"))

    assert before == ["Cat new with 2", "Wolf gone, had 1"]
    assert words_since(war)["aka"] == before
    assert words_since(war)["inn"] == ["Wolf new with 1"]
    assert map_view(war.state).since_month == 1


def test_flags_that_come_and_go_are_changes():
    war = month({"fog": {"wolf": 2}}, {"wolf-1": sheet()}).through("battle")

    flags = {(each.house, each.after) for each in since_last_month(war.state)[FOG] if each.what is What.FLAG}

    assert (WOLF, 1) in flags
    assert len(flags) == 2
