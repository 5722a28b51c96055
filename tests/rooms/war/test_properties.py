"""Invariants of the War Room for random boards and sheets."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from control.day.clock.steps import EndStep
from control.engine import codec
from control.engine.ids import StepId
from control.engine.records import replace
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, Room
from rooms.war.game.battles import BattleFought
from rooms.war.game.board import board_of
from rooms.war.game.bots import KINDS
from rooms.war.game.moves import MovesMade, carry_out_moves
from rooms.war.game.overlay import preview_map
from rooms.war.game.records.battles import Battle
from rooms.war.game.records.orders import OpenedSheet
from rooms.war.game.recruits import RecruitsPlaced, carry_out_recruits
from rooms.war.game.sheets.document import encode, parse
from rooms.war.game.sheets.limits import check
from rooms.war.game.state import WarState, war_of
from rooms.war.rules.battle import armies_in, fight
from rooms.war.rules.castles import flag_changes
from rooms.war.rules.forces import Forces
from tests.amounts import amount
from tests.generators import HOUSES, boards, forces, houses, turned_round, war_sheets, wars
from tests.rooms.war.play import STEPS, WARGAME, Month, morning
from tests.scenarios import default

MONTHS = amount(8, 250)  # examples that play a whole month
NEXT = dict(zip(HOUSES, (*HOUSES[1:], HOUSES[0]), strict=True))  # each House replaces the one before it


# --- one battle ---------------------------------------------------------------------------------------------------------


@given(field=forces(), house=houses, ticked=st.frozensets(houses))
def test_what_a_house_ticks_never_changes_its_own_attack(field, house, ticked):
    mine = replace(field, ticks={**field.ticks, house: ticked - {house}})

    assert _attacks(mine).get(house) == _attacks(field).get(house)


@given(field=forces(guarded=True))
def test_the_winning_side_loses_nobody_but_to_retaliation(field):
    battle = fight(field)

    for count in battle.rounds if battle else ():
        assert not {loss.house for loss in count.losses} & set(count.side)


@given(field=forces(guarded=True))
def test_nobody_loses_more_than_stood_there_and_nobody_loses_twice(field):
    battle = fight(field)

    for house, lost in _lost(battle).items():
        assert 0 < lost <= field.units[house]


@given(field=forces(guarded=True))
def test_whoever_is_overcome_lost_units_and_was_opposed(field):
    battle = fight(field)

    for each in battle.overcame if battle else ():
        assert each.house != each.over
        assert _lost(battle)[each.over] > 0
        assert not field.helps(each.house, each.over)


@given(field=forces(guarded=True))
def test_the_order_of_houses_never_changes_a_battle(field):
    turned = replace(field, units=dict(reversed(list(field.units.items()))), ticks=dict(reversed(list(field.ticks.items()))))

    assert fight(turned) == fight(field)


@given(field=forces(guarded=True))
def test_relabelling_houses_relabels_the_battle(field):
    battle, renamed = fight(field), fight(_relabelled(field))

    assert (renamed is None) == (battle is None)
    assert {NEXT[house]: lost for house, lost in _fallen(battle).items()} == _fallen(renamed)
    if battle and renamed:
        assert {(NEXT[each.house], NEXT[each.over]) for each in battle.overcame} == {
            (each.house, each.over) for each in renamed.overcame
        }
        assert battle.immortals_defeated == renamed.immortals_defeated
        assert len(battle.retaliation) == len(renamed.retaliation)


# --- a month ------------------------------------------------------------------------------------------------------------


@settings(max_examples=MONTHS)
@given(war=wars())
def test_a_month_keeps_what_it_counts_breaks_no_invariant_and_folds_to_the_same_state(war):
    """`do` checks the invariants after every command."""
    start, before = war.state, {house: war.war.on_map(house) for house in HOUSES}

    war.through("recruit")

    _units_changed_only_by_losses_and_recruits(war, before)
    _no_order_did_more_than_it_says(war)
    war.turn()
    assert war.state.clock.month == 2
    _stored_events_fold_to_the_same_state(war, start)


def _units_changed_only_by_losses_and_recruits(war: Month, before: dict[HouseId, int]) -> None:
    lost = sum((_lost(event.battle) for event in war.happened if isinstance(event, BattleFought)), Counter())
    raised = Counter()
    for event in war.happened:
        for outcome in event.outcomes if isinstance(event, RecruitsPlaced) else ():
            raised[outcome.house] += outcome.done
    assert {house: war.war.on_map(house) for house in HOUSES} == {
        house: before[house] - lost[house] + raised[house] for house in HOUSES
    }


def _no_order_did_more_than_it_says(war: Month) -> None:
    outcomes = [each for event in war.happened if isinstance(event, MovesMade | RecruitsPlaced) for each in event.outcomes]
    assert all(0 <= each.done <= each.due for each in outcomes)
    assert all((each.done < each.due) == (each.why is not None) for each in outcomes)


def _stored_events_fold_to_the_same_state(war: Month, start: GameState) -> None:
    state = start
    for event in war.happened:
        state = WARGAME.evolve(state, codec.decode_event(WARGAME, *codec.encode_event(event)))

    assert state == war.state
    assert codec.decode_state(WARGAME, state.scenario, codec.encode_state(state)) == war.state


@settings(max_examples=MONTHS)
@given(war=wars())
def test_the_order_of_sheets_regions_and_houses_never_changes_a_result(war):
    other = Month(state=turned_round(war.state), sheets=tuple(reversed(war.sheets)))

    assert other.through("recruit").happened == war.through("recruit").happened


@settings(max_examples=MONTHS)
@given(war=wars())
def test_a_preview_is_what_happens_and_leaves_its_inputs_as_they_were(war):
    for step in STEPS:
        before, body = war.state, codec.encode_state(war.state)
        command = EndStep(room=Room.WAR, month=1, step=StepId(step))

        foreseen = WARGAME.decide(war.state, command, war.asked())
        overlay = preview_map(war.state, foreseen)

        assert codec.encode_state(war.state) == body
        assert war.do(command) == foreseen
        assert {(ghost.region, ghost.house): ghost.after for ghost in overlay.ghosts} == _changed(war_of(before), war.war)


@settings(max_examples=MONTHS)
@given(board=boards(), data=st.data())
def test_relabelling_houses_relabels_moves_flags_and_recruits(board, data):
    sheets = tuple(_opened(house, rank, data.draw(war_sheets(board, house))) for house in HOUSES[:4] for rank in (1, 2))
    ground = board_of(default())
    other, renamed = _relabelled_board(board), tuple(_relabelled_sheet(sheet) for sheet in sheets)
    ticks = {sheet.house: frozenset(sheet.allies) for sheet in sheets}
    other_ticks = {NEXT[house]: frozenset(NEXT[each] for each in ticked) for house, ticked in ticks.items()}

    moves = {(each.seat, each.line): (each.done, each.why) for each in carry_out_moves(board, sheets, board=ground)}
    raised = {(each.seat, each.line): (each.done, each.why) for each in carry_out_recruits(board, sheets, board=ground)}
    flags = {change.region: (set(change.placed), set(change.removed)) for change in flag_changes(board, ticks)}

    assert {(each.seat, each.line): (each.done, each.why) for each in carry_out_moves(other, renamed, board=ground)} == moves
    assert {(each.seat, each.line): (each.done, each.why) for each in carry_out_recruits(other, renamed, board=ground)} == raised
    assert {change.region: (set(change.placed), set(change.removed)) for change in flag_changes(other, other_ticks)} == {
        region: ({NEXT[house] for house in placed}, {NEXT[house] for house in removed})
        for region, (placed, removed) in flags.items()
    }


# --- sheets and bots ----------------------------------------------------------------------------------------------------


@given(data=st.data(), house=houses)
def test_every_sheet_survives_being_stored(data, house):
    sheet = data.draw(war_sheets(war_of(morning()), house))

    assert parse(encode(sheet)) == sheet


@settings(max_examples=MONTHS)
@given(war=wars(), dice=st.randoms(use_true_random=False), kind=st.sampled_from(sorted(KINDS)))
def test_what_a_bot_writes_is_never_refused(war, dice, kind):
    for seat in sorted(war.state.seats)[::5]:
        sheet = KINDS[kind](war.state, seat, dice)

        check(war.state, seat, parse(encode(sheet)))


# --- helpers ------------------------------------------------------------------------------------------------------------


def _attacks(field: Forces) -> dict[HouseId, int]:
    return {army.house: army.attack for army in armies_in(field)}


def _fallen(battle: Battle | None) -> Counter:
    """Losses by the count of the battle. Kills of Immortals are left out, because ties among them go by name."""
    return Counter({loss.house: loss.units for count in battle.rounds for loss in count.losses} if battle else {})


def _lost(battle: Battle | None) -> Counter:
    found = _fallen(battle)
    found.update(battle.retaliation if battle else ())
    return found


def _changed(before: WarState, after: WarState) -> dict:
    return {
        (region, house): after.count(region, house)
        for region in board_of(default()).regions
        for house in HOUSES
        if before.count(region, house) != after.count(region, house)
    }


def _relabelled(field: Forces) -> Forces:
    return replace(
        field,
        units={NEXT[house]: units for house, units in field.units.items()},
        ticks={NEXT[house]: frozenset(NEXT[each] for each in ticked) for house, ticked in field.ticks.items()},
        flags=frozenset(NEXT[house] for house in field.flags),
        betrayers=frozenset(NEXT[house] for house in field.betrayers),
        sovereign=NEXT[field.sovereign] if field.sovereign else None,
    )


def _relabelled_board(board: WarState) -> WarState:
    return replace(
        board,
        units={region: {NEXT[house]: units for house, units in there.items()} for region, there in board.units.items()},
        stock={NEXT[house]: units for house, units in board.stock.items()},
        castles={
            region: replace(castle, flags=frozenset(NEXT[house] for house in castle.flags))
            for region, castle in board.castles.items()
        },
    )


def _opened(house: HouseId, rank: int, sheet) -> OpenedSheet:
    return replace(
        OpenedSheet(seat=f"{house}-{rank}", house=house, rank=rank),
        orders=sheet.orders,
        extra=sheet.extra,
        allies=sheet.allies,
    )


def _relabelled_sheet(sheet: OpenedSheet) -> OpenedSheet:
    return replace(sheet, house=NEXT[sheet.house], allies=tuple(sorted(NEXT[house] for house in sheet.allies)))


def test_the_morning_is_whole():
    assert WARGAME.broken(morning()) == ()
