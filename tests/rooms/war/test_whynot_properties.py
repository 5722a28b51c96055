"""Why-not over random months: the named change would help, and hidden facts never change a player's why-not."""

from __future__ import annotations

from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.viewer import Viewer
from rooms.realm.game.effects.in_force import effects_in_force
from rooms.realm.game.effects.kinds import SHAPES
from rooms.realm.game.state import Building, Effect, EffectFrom, EffectKind, GameState, Guest, Throne
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.war.game import whynot
from rooms.war.game.battles import BattleFought, fight_battles
from rooms.war.game.bots import KINDS
from rooms.war.game.flags import FlagsChanged
from rooms.war.game.moves import evolve_moves_made, make_moves
from rooms.war.game.records.orders import GuardOrder, Order, OrderKind
from rooms.war.game.recruits import place_recruits
from rooms.war.game.sheets.document import WarSheet, parse
from rooms.war.game.state import BATTLE, MOVE, RECRUIT, state_at_step, war_of, with_war
from rooms.war.game.view import view_war
from rooms.war.game.why.changes import Kind, Otherwise, Unwritten, WhyNot, apply_change
from tests.amounts import amount
from tests.generators import HOUSES, NEIGHBOURS, SEATS, orders, wars
from tests.rooms.war.play import STEPS, Month, castle, morning, only, sealed, seated
from tests.rooms.war.wars import full_wars
from tests.scenarios import with_throne


def _road(start: RegionId) -> tuple[RegionId, RegionId]:
    """A road of two steps from a region to one that is not its neighbour."""
    return next(
        (middle, end) for middle in NEIGHBOURS[start] for end in NEIGHBOURS[middle] if end != start and end not in NEIGHBOURS[start]
    )


MONTHS = amount(8, 250)
THREE = HOUSES[:3]
ROAD = (RegionId("zen"), *_road(RegionId("zen")))
NARROW = tuple(dict.fromkeys((*ROAD, *NEIGHBOURS[ROAD[1]])))[:6]


@st.composite
def feuds(draw) -> Month:
    """Three Houses with several players each in a few regions: laws, a road, food, Immortals, a Sovereign."""
    pool = st.sampled_from(NARROW)
    units: dict[str, dict[str, int]] = {}
    for house in THREE:
        for region in draw(st.lists(pool, unique=True, max_size=4)):
            units.setdefault(region, {})[house] = draw(st.integers(1, 4))
    war = only(war_of(morning()), units)
    castles = dict(war.castles)
    for region in NARROW[:3]:
        castles[region] = castle(region, *draw(st.frozensets(st.sampled_from(THREE), max_size=2)))
    free = [region for region in NARROW[:3] if not castles[region].flags]
    remnants = {region: 1 for region in free if draw(st.booleans())}
    guards = draw(st.lists(pool, min_size=len(war.immortals), max_size=len(war.immortals)))
    rumors = tuple(replace(token, region=draw(st.none() | pool)) for token in war.rumors)
    immortals = tuple(replace(each, region=at) for each, at in zip(war.immortals, guards, strict=True))
    state = with_war(morning(), replace(war, castles=castles, remnants=remnants, rumors=rumors, immortals=immortals))
    seats = draw(st.lists(st.sampled_from([seat for seat in SEATS if state.seats[seat].house in THREE]), unique=True, max_size=9))
    holder = draw(st.none() | st.sampled_from(SEATS[:15]))
    changed = replace(state.scenario.settings, partial_moves=draw(st.booleans()))
    state = replace(
        state,
        scenario=replace(state.scenario, settings=changed),
        effects=tuple(replace(each, id=at) for at, each in enumerate(draw(st.lists(laws(), max_size=3, unique_by=repr)), start=1)),
        buildings=draw(st.sampled_from([(), (_route(),), (_route(guest=HOUSES[1]),)])),
        last_building=1,
    )
    state = with_throne(state, Throne(holder=holder, god_emperor=holder is None))
    for seat in seats:
        state = seated(state, seat, Room.WAR)
    standing = tuple(region for region in NARROW)
    return Month(
        state=state,
        sheets=tuple(sealed(seat, draw(narrow_sheets(state.seats[seat].house, standing))) for seat in seats),
    )


@st.composite
def narrow_sheets(draw, house: HouseId, standing: tuple[RegionId, ...]) -> WarSheet:
    """Orders within a few regions: also Moves along the road, or to regions that are no neighbours."""
    pool = st.sampled_from(standing)
    lines = []
    for _ in range(draw(st.integers(0, 2))):
        if draw(st.integers(0, 2)):
            origin = draw(pool)
            target = draw(pool.filter(lambda region, origin=origin: region != origin))
            lines.append(Order(kind=OrderKind.MOVE, origin=origin, target=target, units=draw(st.integers(1, 5))))
        else:
            lines.append(Order(kind=OrderKind.RECRUIT, target=draw(pool)))
    allies = draw(st.frozensets(st.sampled_from(THREE))) - {house}
    extra = draw(st.none() | pool)
    guards = draw(st.lists(st.builds(GuardOrder, immortal=st.integers(1, 4), target=pool), max_size=1))
    return WarSheet(
        orders=tuple(lines), extra=extra, allies=tuple(sorted(allies)), betray=draw(st.booleans()), immortals=tuple(guards)
    )


@st.composite
def laws(draw) -> Effect:
    """A law in force this month."""
    kind = draw(st.sampled_from(sorted(SHAPES)))
    shape = SHAPES[kind]
    houses = st.sampled_from(THREE)
    least, most = shape.houses
    named = draw(st.lists(houses, unique=True, min_size=least, max_size=2 if most is None else most))
    least, most = shape.regions
    places = draw(st.lists(st.sampled_from(NARROW), unique=True, min_size=least, max_size=2 if most is None else most))
    return Effect(
        id=0,
        kind=kind,
        since=1,
        until=1,
        houses=tuple(named),
        regions=tuple(places),
        origin=EffectFrom.LAW,
        source=f"Law 20: {shape.name}",
    )


def _route(guest: HouseId | None = None) -> Building:
    guests = (Guest(house=guest),) if guest else ()
    return Building(id=1, kind="trade-route", house=HOUSES[0], places=ROAD, guests=guests)


# --- the named change helps -----------------------------------------------------------------------------------------------


@settings(max_examples=MONTHS, deadline=None)
@given(war=wars() | feuds())
def test_what_war_control_is_told_would_have_changed_it(war):
    war.through("recruit")

    for why in whynot.all_failures(war.state):
        event(f"{why.kind}: {type(why.change).__name__}")
        if why.change is not None:
            assert why.instead
            assert came_off(war.state, why), why


@settings(max_examples=MONTHS, deadline=None)
@given(war=wars() | feuds())
def test_what_a_player_is_told_would_have_changed_it_too(war):
    """A player's why-not is found without hidden facts, but it holds in the whole game."""
    war.through("recruit")

    for seat in {sheet.seat for sheet in war.war.record.sheets}:
        for why in whynot.allowed(war.state, seat):
            event(f"{why.kind}: {type(why.change).__name__}")
            if why.change is not None:
                assert why.instead
                assert came_off(war.state, why), why


@settings(max_examples=amount(5, 150), deadline=None)
@given(war=wars(), dice=st.randoms(use_true_random=False), kind=st.sampled_from(sorted(KINDS)))
def test_it_holds_among_bots_too(war, dice, kind):
    written = {seat: KINDS[kind](war.state, seat, dice) for seat in SEATS[::2]}
    war.sheets = tuple(sealed(seat, sheet) for seat, sheet in written.items())
    war.through("recruit")

    told = [*whynot.all_failures(war.state), *(why for seat in SEATS[::6] for why in whynot.allowed(war.state, seat))]
    assert all(came_off(war.state, why) for why in told if why.change is not None)


@settings(max_examples=MONTHS, deadline=None)
@given(war=wars() | feuds())
def test_nothing_that_came_off_is_complained_of(war):
    """Every why-not is about a real failure, and every failed order has one."""
    war.through("recruit")
    told = whynot.all_failures(war.state)

    failed = {(each.seat, each.line) for each in war.war.record.outcomes if each.done < each.due or each.stopped_at}
    assert {(why.seat, why.line) for why in told if why.kind is Kind.ORDER} == failed
    lost = {(loss.house, battle.region) for battle in war.war.record.battles for count in battle.rounds for loss in count.losses}
    assert {(why.house, why.region) for why in told if why.kind is Kind.BATTLE} == lost
    assert not any(why.house in war.war.castles[why.region].flags for why in told if why.kind is Kind.FLAG)
    assert all(why.cause.endswith(".") and why.rules for why in told)


def came_off(state: GameState, why: WhyNot) -> bool:
    """Return whether the whole engine, run again with the named change, says that it would have worked."""
    assert why.change is not None
    if why.kind is Kind.ORDER:
        return _order_done(state, why)
    if why.kind is Kind.GUARD:
        went = make_moves(apply_change(_found(state, MOVE), why.change), 1).guard_moves
        return any(each.done and each.seat == why.seat and each.order.immortal == why.line for each in went)
    if isinstance(why.change, Unwritten):  # for a withdrawn Rumor: Move, then Battle
        before = apply_change(_found(state, MOVE), why.change)
        before = evolve_moves_made(before, make_moves(before, 1))
    else:
        before = apply_change(_found(state, BATTLE), why.change)
    return _region_done(before, why)


def _order_done(state: GameState, why: WhyNot) -> bool:
    sheet = war_of(state).record.sheet(why.seat)
    order = dict(sheet.lines())[why.line]
    moves = order.kind is OrderKind.MOVE
    before = apply_change(_found(state, MOVE if moves else RECRUIT), why.change)
    done = make_moves(before, 1) if moves else place_recruits(before, 1)
    outcome = next(each for each in done.outcomes if (each.seat, each.line) == (why.seat, why.line))
    then = next(each for each in war_of(state).record.outcomes if (each.seat, each.line) == (why.seat, why.line))
    assert isinstance(why.change, Otherwise) or outcome.order == order
    further = outcome.done > then.done or then.stopped_at is not None
    return outcome.done == outcome.due and outcome.stopped_at is None and further


def _region_done(before: GameState, why: WhyNot) -> bool:
    happened = tuple(fight_battles(before, 1))
    battle = next((each.battle for each in happened if isinstance(each, BattleFought) and each.battle.region == why.region), None)
    rounds = battle.rounds if battle else ()
    changes = next(each for each in happened if isinstance(each, FlagsChanged)).changes
    castle = war_of(before).castles.get(why.region)
    flags = set(castle.flags) if castle else set()
    for change in changes:
        if change.region == why.region:
            flags = (flags | set(change.placed)) - set(change.removed)
    if why.kind is Kind.BATTLE:
        return all(loss.house != why.house for count in rounds for loss in count.losses)
    if why.kind is Kind.FLAG:
        return why.house in flags
    if why.kind is Kind.SPOILS:
        return why.house in flags and any(each.house == why.house for each in battle.overcame)
    lost = sum(loss.units for count in rounds for loss in count.losses if loss.house == why.house)
    lost += battle.retaliation.count(why.house) if battle else 0
    return war_of(before).count(why.region, why.house) > lost


def _found(state: GameState, step: str) -> GameState:
    found = state_at_step(state, 1, step)
    assert found is not None
    return found


# --- hidden facts change nothing ------------------------------------------------------------------------------------------


def looks_the_same(one: Month, other: Month, mine: SeatId) -> bool:
    """Return whether this player sees the same in both months at every step. The map is the same for every viewer."""
    for step in STEPS:
        one.through(step)
        other.through(step)
        if view_war(one.state, Viewer(seat=mine)) != view_war(other.state, Viewer(seat=mine)):
            return False
    return True


@st.composite
def altered(draw, month: Month, mine: SeatId) -> tuple:
    """Sheets of the month with hidden parts of one or two others changed: ticks, betrayal, orders."""
    sheets, others = [], [each.seat for each in month.sheets if each.seat != mine]
    changed = draw(st.lists(st.sampled_from(others), min_size=1, max_size=2)) if others else []
    for each in month.sheets:
        sheet = parse(each.body)
        if each.seat in changed:
            house = month.state.seats[each.seat].house
            flipped = draw(st.frozensets(st.sampled_from(HOUSES), max_size=3)) - {house}
            sheet = replace(
                sheet,
                allies=tuple(sorted(frozenset(sheet.allies) ^ flipped)),
                betray=sheet.betray ^ draw(st.booleans()),
                orders=(*sheet.orders[:1], *draw(st.lists(orders(_standing(month, house)), max_size=1))),
            )
        sheets.append(sealed(each.seat, sheet))
    return tuple(sheets)


def _standing(month: Month, house: str) -> tuple[RegionId, ...]:
    return tuple(sorted(region for region in month.war.units if month.war.count(region, house)))


@settings(max_examples=amount(12, 400), deadline=None)
@given(war=full_wars().map(lambda war: war.month) | feuds(), data=st.data())
def test_what_is_hidden_never_changes_what_a_player_is_told(war, data):
    assume(war.sheets)
    mine = data.draw(st.sampled_from([each.seat for each in war.sheets]))
    sheets = data.draw(altered(war, mine))
    other = Month(state=war.state, sheets=sheets)
    assume(looks_the_same(war, other, mine))
    event(f"sheets differ: {war.war.record.sheets != other.war.record.sheets}")

    assert whynot.allowed(other.state, mine) == whynot.allowed(war.state, mine)


@settings(max_examples=amount(10, 300), deadline=None)
@given(war=full_wars().map(lambda war: war.month) | feuds(), data=st.data())
def test_what_a_scheme_does_in_secret_is_not_told(war, data):
    mine = data.draw(st.sampled_from(SEATS))
    armed = data.draw(st.sampled_from([house for house in HOUSES if house != war.state.seats[mine].house]))
    other = Month(state=replace(war.state, effects=(*war.state.effects, powder(armed))), sheets=war.sheets)
    assume(looks_the_same(war, other, mine))
    assert effects_in_force(other.state)

    assert whynot.allowed(other.state, mine) == whynot.allowed(war.state, mine)


def powder(house: str) -> Effect:
    return Effect(
        id=9, kind=EffectKind.BLACK_POWDER, since=1, until=1, houses=(house,), origin=EffectFrom.SCHEME, source="a secret scheme"
    )
