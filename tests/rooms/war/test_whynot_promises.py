"""The change that a player's why-not names would help in every month that looks the same to that player."""

from __future__ import annotations

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.realm.game.effects.lifetime import EnterEffect
from rooms.realm.game.state import Building, Effect, EffectFrom, EffectKind, Guest
from rooms.realm.scenario.ids import HouseId, Room
from rooms.war.game import whynot
from rooms.war.game.records.orders import Order, OrderKind
from rooms.war.game.sheets.document import WarSheet, parse
from rooms.war.game.state import war_of, with_war
from tests.amounts import amount
from tests.rooms.war.play import AKA, CAT, FOG, INN, WOLF, ZEN, Month, month, morning, move, only, recruit, sealed, seated, sheet
from tests.rooms.war.test_whynot_properties import came_off, looks_the_same
from tests.scenarios import on_throne

RANKS = tuple(SeatId(f"cat-{rank}") for rank in (1, 2, 3))
STRANGER = SeatId("wolf-1")
PLACES = (ZEN, AKA, INN)


@pytest.mark.rule("GE-WAR-21", "GE-WAR-82", "R-69")
def test_a_law_that_also_stopped_a_higher_rank_is_no_promise_to_the_lower_one():
    """Without the ban the unit would have moved, but by rank 1's order, which lower ranks may not see."""
    war = month({"aka": {"cat": 1}}, {"cat-1": sheet(move(1, "aka", "zen")), "cat-2": sheet(move(1, "aka", "zen"))})
    war.do(EnterEffect(kind=EffectKind.TRAVEL_BAN, since=1, until=1, regions=(ZEN,), reason="read out", source="Law 14"))
    war.through("move")

    first, second = (whynot.allowed(war.state, seat)[0] for seat in RANKS[:2])

    assert (first.instead, second.instead) == ("Without Law 14 it would have moved.", "")
    assert second.cause == "Zen was closed to Cat (Law 14)."


@pytest.mark.rule("GE-WAR-68", "R-60")
def test_a_house_that_a_higher_rank_has_raised_again_has_no_free_choice_of_an_empty_region():
    """Rank 1 recruits in Zen. Then Cat has units on the map, and rank 2 may recruit only where they are."""
    sheets = {"cat-1": sheet(recruit("zen")), "cat-2": sheet(recruit("inn"), recruit("zen"))}
    war = month({"inn": {"wolf": 2}}, sheets).through("recruit")

    (why,) = whynot.allowed(war.state, RANKS[1])

    assert (why.name, why.instead) == ("order 1", "")


@st.composite
def houses_of_three(draw) -> Month:
    """One House with up to three players who order the same few units, or have none left. Laws close some regions."""
    units: dict[str, dict[str, int]] = {}
    for region in draw(st.lists(st.sampled_from(PLACES), unique=True, max_size=2)):
        units.setdefault(region, {})[CAT] = draw(st.integers(1, 3))
    for region in draw(st.lists(st.sampled_from(PLACES), unique=True, max_size=2)):
        units.setdefault(region, {})[WOLF] = draw(st.integers(1, 2))
    pieces, partial = draw(st.sampled_from((6, 20))), draw(st.booleans())
    war = only(war_of(morning()), units, pieces)
    guards = tuple(replace(each, region=draw(st.sampled_from((FOG, *PLACES)))) for each in war.immortals)
    state = on_throne(with_war(morning(), replace(war, remnants={}, immortals=guards)), STRANGER)
    state = replace(
        state,
        scenario=replace(state.scenario, settings=replace(state.scenario.settings, partial_moves=partial, units_per_house=pieces)),
        effects=tuple(replace(each, id=at) for at, each in enumerate(draw(st.lists(laws(), max_size=2)), start=1)),
        buildings=draw(st.sampled_from(((), (_road(CAT),), (_road(WOLF),), (_road(WOLF, guest=CAT),)))),
        last_building=1,
    )
    written = {seat: draw(sheets()) for seat in RANKS}
    written[STRANGER] = WarSheet(orders=(), allies=draw(st.sampled_from(((), (CAT,)))))
    for seat in written:
        state = seated(state, seat, Room.WAR)
    return Month(state=state, sheets=tuple(sealed(seat, each) for seat, each in written.items()))


def _road(owner: HouseId, guest: HouseId | None = None) -> Building:
    return Building(id=1, kind="trade-route", house=owner, places=(INN, ZEN, AKA), guests=(Guest(house=guest),) if guest else ())


@st.composite
def laws(draw) -> Effect:
    kind = draw(st.sampled_from((EffectKind.TRAVEL_BAN, EffectKind.FORBID, EffectKind.PROPAGANDA, EffectKind.FOOD)))
    closes = kind in (EffectKind.TRAVEL_BAN, EffectKind.FORBID)
    regions = tuple(draw(st.lists(st.sampled_from(PLACES), unique=True, min_size=1, max_size=2))) if closes else ()
    houses = {EffectKind.TRAVEL_BAN: (), EffectKind.FOOD: (WOLF, CAT)}.get(kind, (CAT,))
    return Effect(id=0, kind=kind, since=1, until=1, houses=houses, regions=regions, origin=EffectFrom.LAW, source=f"Law: {kind}")


@st.composite
def sheets(draw) -> WarSheet:
    lines = tuple(draw(st.lists(lines_of_orders(), max_size=2)))
    ticks = draw(st.sampled_from(((), (WOLF,))))
    return WarSheet(orders=lines, allies=ticks, betray=draw(st.booleans()), extra=draw(st.none() | st.sampled_from(PLACES)))


@st.composite
def lines_of_orders(draw) -> Order:
    origin, target = draw(st.permutations(PLACES))[:2]
    if draw(st.booleans()):
        return Order(kind=OrderKind.RECRUIT, target=target)
    return Order(kind=OrderKind.MOVE, origin=origin, target=target, units=draw(st.integers(1, 3)))


@st.composite
def rewritten(draw, war: Month, mine: SeatId) -> Month:
    """The same month with other players' sheets changed: a new sheet, another line, another order of lines, or a betrayal."""
    papers = []
    for paper in war.sheets:
        written = parse(paper.body)
        if paper.seat not in (mine, STRANGER):
            how = draw(st.sampled_from(("as it was", "a line more", "turned round", "its betrayal", "anew")))
            more = draw(lines_of_orders()) if how == "a line more" and len(written.orders) < 2 else None
            written = {
                "a line more": replace(written, orders=(*written.orders, more) if more else written.orders),
                "turned round": replace(written, orders=written.orders[::-1]),
                "its betrayal": replace(written, betray=not written.betray),
                "anew": draw(sheets()) if how == "anew" else written,
            }.get(how, written)
        papers.append(sealed(paper.seat, written))
    return Month(state=war.state, sheets=tuple(papers))


@settings(max_examples=amount(40, 2000), deadline=None)
@given(war=houses_of_three(), data=st.data())
def test_what_a_player_is_told_comes_true_in_every_world_that_looks_the_same(war, data):
    mine = data.draw(st.sampled_from(RANKS))
    other = data.draw(rewritten(war, mine))
    assume(looks_the_same(war, other, mine))
    event(f"worlds differ: {war.war.record.sheets != other.war.record.sheets}")

    told = whynot.allowed(war.state, mine)

    assert told == whynot.allowed(other.state, mine)
    for why in told:
        event(f"promised: {type(why.change).__name__}")
        if why.change is not None:
            assert came_off(other.state, why), why


def test_places_of_the_property_lie_on_one_road():
    """The ends of the road are not neighbours. Otherwise Moves along it would be plain steps."""
    neighbours = {region.id: region.neighbours for region in morning().scenario.map.regions}

    assert AKA not in neighbours[INN]
    assert ZEN in neighbours[INN]
    assert AKA in neighbours[ZEN]
