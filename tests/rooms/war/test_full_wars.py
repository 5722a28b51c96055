"""Invariants of the War Room in months that combine everything: roads, laws, marriages, commanded Immortals, coups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from msgspec import Struct, structs

from control.day.clock.steps import EndStep
from control.engine import codec
from control.engine.ids import SeatId
from control.engine.modules import GameEvent
from control.engine.records import replace
from control.engine.viewer import HALL, NOBODY, Viewer
from rooms.realm.desks import ALL_DESKS, Desk
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_power
from rooms.realm.scenario.ids import HouseId, Room
from rooms.war.game.battles import BattleFought
from rooms.war.game.board import board_of
from rooms.war.game.coups import CastleLost, CoupMade
from rooms.war.game.famine_and_inlaws import FamineStruck, InLawsPaid
from rooms.war.game.moves import MovesMade, carry_out_moves
from rooms.war.game.overlay import preview_map
from rooms.war.game.records.battles import IMMORTALS, REMNANTS, Battle
from rooms.war.game.records.orders import GuardOrder, OpenedSheet, Stance
from rooms.war.game.recruits import RecruitsPlaced
from rooms.war.game.remnants import RemnantsReturned
from rooms.war.game.rewards import RewardsPaid
from rooms.war.game.sheets.document import WarSheet
from rooms.war.game.state import WarState, month_record, war_of
from rooms.war.game.units import AdjustUnits
from rooms.war.rules.battle import armies_in, fight
from rooms.war.rules.coup import AtCourt, Coup, judge_coup
from rooms.war.rules.effects import effects_in
from rooms.war.rules.forces import Forces
from rooms.war.rules.penalties import in_laws_due
from rooms.war.rules.routes import Network, Ways, ways_for
from tests.amounts import amount
from tests.rooms.war.play import STEPS, WARGAME, Month, sealed
from tests.rooms.war.wars import FOLLOWING, GROUND, HOUSES, War, full_forces, full_wars, relabelled, turned, without_waste

MONTHS = amount(8, 250)  # examples where each is a whole month
# Months that are counted as well, from many seeds, because the later months of one seed are similar.
SEEDS, PLAYED = 6, amount(12, 200)
MANY = 9  # no option has this number: every decision is left to its default
NEXT = {**FOLLOWING}
NEXT[IMMORTALS], NEXT[REMNANTS] = IMMORTALS, REMNANTS
FORMER = {other: one for one, other in NEXT.items()}
EVERYBODY = Viewer(desks=ALL_DESKS)

months = partial(settings, max_examples=MONTHS)


# --- one battle ---------------------------------------------------------------------------------------------------------


@given(field=full_forces())
@pytest.mark.rule("R-59", "R-68", "R-94")
def test_relabelling_houses_relabels_a_battle_with_all_that_may_act_on_it(field):
    """Names are relabelled with their Houses, so that R-57's tie-break by name stays the same."""
    battle, renamed = fight(field), fight(_relabelled(field))

    assert (battle and _told(battle, NEXT)) == (renamed and _told(renamed, {each: each for each in NEXT}))


@given(field=full_forces())
def test_the_order_in_which_houses_are_named_changes_no_battle(field):
    other = replace(
        field,
        units=dict(reversed(list(field.units.items()))),
        ticks=dict(reversed(list(field.ticks.items()))),
        commanded=dict(reversed(list(field.commanded.items()))),
    )

    assert fight(other) == fight(field)


@pytest.mark.rule("R-48", "R-57", "R-94")
@given(field=full_forces())
def test_a_winner_loses_units_to_immortals_alone_and_nobody_loses_more_than_stood_there(field):
    battle = fight(field)

    for count in battle.rounds if battle else ():
        assert not {loss.house for loss in count.losses} & {*count.side, *count.spared}
    for house, lost in _fell(battle).items():
        assert 0 < lost <= field.units[house]


@pytest.mark.rule("R-94", "R-50")
@given(field=full_forces())
def test_who_may_kill_a_house_by_no_winner_and_no_rival_loses_nothing_and_is_overcome_by_nobody(field):
    battle = fight(field)

    for count in battle.rounds if battle else ():
        winners = [house for house in count.top if house in count.side]
        for loss in count.losses:
            assert not winners or any((winner, loss.house) not in field.banned for winner in winners)
    overcome = {each.over for each in battle.overcame} if battle else set()
    assert overcome <= {loss.house for count in battle.rounds for loss in count.losses} if battle else not overcome


@pytest.mark.rule("R-59")
@given(field=full_forces())
def test_a_commanded_immortal_adds_to_its_commander_alone_and_falls_with_it(field):
    bare = {army.house: army.attack for army in armies_in(replace(field, commanded={}))}
    beside = {army.house: army.attack for army in armies_in(field)}
    battle = fight(field)

    assert beside == {house: attack + 2 * len(field.commanded.get(house, ())) for house, attack in bare.items()}
    removed = {loss.house for count in battle.rounds for loss in count.losses} if battle else set()
    assert set(battle.fallen if battle else ()) == {each for house in removed for each in field.commanded.get(house, ())}


@pytest.mark.rule("R-57")
@given(field=full_forces())
def test_each_defeated_immortal_takes_one_unit_of_a_winner_as_long_as_there_is_one(field):
    battle = fight(field)
    if battle is None:
        return
    avengers = (len(battle.immortals) if battle.immortals_defeated else 0) + len(battle.fallen)
    winners = {house for count in battle.rounds for house in count.side}

    assert len(battle.retaliation) <= (min(avengers, 1) if field.one_retaliation else avengers)
    assert set(battle.retaliation) <= winners
    if not battle.fallen:
        assert set(battle.retaliation) <= field.betrayers


@given(field=full_forces(), chosen=st.dictionaries(st.integers(1, 6), st.sampled_from(HOUSES), max_size=4))
def test_whom_war_control_chooses_changes_who_loses_a_unit_and_never_how_many(field, chosen):
    one, other = fight(field), fight(replace(field, chosen=chosen))

    assert (one is None) == (other is None)
    if one and other:
        assert structs.replace(one, retaliation=()) == structs.replace(other, retaliation=())
        assert len(one.retaliation) == len(other.retaliation) or set(chosen.values()) & {*one.retaliation, *other.retaliation}


@pytest.mark.rule("R-34")
@given(field=full_forces(), after=st.dictionaries(st.sampled_from(HOUSES), st.integers(1, 3), max_size=3))
def test_a_coup_is_a_betrayers_and_relabels_with_the_houses(field, after):
    battle = fight(field)
    there = {house: units for house, units in after.items() if house in field.units}
    court = AtCourt(region=field.region, there=there, betrayers=sorted(field.betrayers), battle=battle, sovereign=field.sovereign)
    renamed = AtCourt(
        region=field.region,
        there={NEXT[house]: units for house, units in there.items()},
        betrayers=sorted(NEXT[house] for house in field.betrayers),
        battle=fight(_relabelled(field)),
        sovereign=field.sovereign and NEXT[field.sovereign],
    )
    one, other = judge_coup(court), judge_coup(renamed)

    if not isinstance(one, Coup):
        assert other == one
        return
    assert {(NEXT[claim.house], claim.units) for claim in one.claims} == {(claim.house, claim.units) for claim in other.claims}
    assert {claim.house for claim in one.claims} <= field.betrayers & there.keys()
    assert not field.treaty or not one.guarded


# --- a month that is played once -------------------------------------------------------------------------------------------


class Played(Struct, frozen=True):
    """A month played to its end, with the state before it, after each step, and after its turn."""

    before: GameState
    after: Mapping[str, GameState]
    month: Month

    def all(self, *kinds: type) -> list[GameEvent]:
        """Return all events of these kinds."""
        return [each for each in self.month.happened if isinstance(each, kinds)]


def played(war: War) -> Played:
    before, after = war.month.state, {}
    for step in STEPS:
        after[str(step)] = war.through(step).month.state
    after["turn"] = war.turn().month.state
    return Played(before=before, after=after, month=war.month)


def pieces_come_and_go_only_by_battle_recruits_and_famine(month: Played) -> None:
    """Units at the end are those at the start, plus raised, minus fallen or starved ones (R-42, GE-WAR-15)."""
    raised, fell = _raised_and_fallen(month)
    before, after = war_of(month.before), war_of(month.after["turn"])

    assert _on_map(after) == {house: units + raised[house] - fell[house] for house, units in _on_map(before).items()}
    pieces = month.before.scenario.settings.units_per_house
    assert all(after.stock[house] + units == pieces for house, units in _on_map(after).items())
    assert [each.id for each in after.immortals] == [each.id for each in before.immortals]


def remnants_fall_in_battle_and_come_back_to_empty_castles(month: Played) -> None:
    """Nothing else adds or removes remnants, and none return where units are (R-54)."""
    found = Counter(war_of(month.before).remnants)
    for event in month.all(BattleFought):
        found[event.battle.region] -= sum(count.remnants_lost for count in event.battle.rounds)
    assert +found == +Counter(war_of(month.after["battle"]).remnants)
    back = Counter(region for event in month.all(RemnantsReturned) for region in event.regions)
    assert +(found + back) == +Counter(war_of(month.after["turn"]).remnants)
    end = war_of(month.after["turn"])
    for region in back:
        assert not any(units for units in end.units.get(region, {}).values())
        assert not end.castles[region].destroyed


def power_changes_only_by_rewards_and_by_what_in_laws_pay(month: Played) -> None:
    """Nobody pays Power that is not there (R-06, R-07, R-61)."""
    earned: Counter[HouseId] = Counter()
    for event in month.all(RewardsPaid):
        earned.update({reward.house: reward.power for reward in event.rewards if reward.seat})
    for event in month.all(InLawsPaid):
        earned.update(debt.to for debt in event.debts if debt.payer)
        earned.subtract(debt.house for debt in event.debts if debt.payer)
    for hostage in {*month.before.hostages} - {*month.after["recruit"].hostages}:  # of the House that took the throne
        earned[hostage.of] += hostage.power
    for house in HOUSES:
        assert house_power(month.after["recruit"], house) == house_power(month.before, house) + earned[house]
    assert all(seat.purse.power >= 0 for seat in month.after["turn"].seats.values())


def who_reigns_after_battle_reigned_before_or_took_the_throne(month: Played) -> None:
    """A new ruler comes by a successful coup, or by taking the castle of one (GE-SOV-14, -15, -17, -18, R-31, R-34, R-36)."""
    before, after = month.after["move"], month.after["battle"]
    coups = [event.coup for event in month.all(CoupMade)]
    lost = [event.lost for event in month.all(CastleLost)]
    if not coups and not lost:
        assert after.throne == before.throne
        assert after.court == before.court
        return
    claims = {claim.house for coup in coups or lost for claim in coup.claims}
    assert after.throne.holder is None or after.seats[after.throne.holder].house in claims
    assert after.throne.holder is None or after.throne.holder != before.throne.holder
    assert not after.throne.god_emperor
    betrayed = {stance.house for stance in war_of(after).record.stances if stance.betrays}
    for coup in coups:
        assert coup.region == before.court.region
        assert {claim.house for claim in coup.claims} <= betrayed
        assert all(war_of(after).count(coup.region, claim.house) == claim.units > 0 for claim in coup.claims)
        assert all(each.gone for each in war_of(after).immortals if each.id in coup.immortals)
        assert after.court.trapped
    for each in lost:
        assert each.region == before.throne.holds


def every_house_in_famine_that_stands_somewhere_loses_one_unit(month: Played) -> None:
    """Once, however many laws say so (GE-WAR-80, R-66, R-21)."""
    recruited = month.after["recruit"]
    standing = [house for house in effects_in(recruited).famine if war_of(recruited).on_map(house)]
    starved = [each.house for event in month.all(FamineStruck) for each in event.starved]

    assert sorted(starved) == sorted(standing)


def after_return_every_immortal_is_free_at_large_or_off_the_board(month: Played) -> None:
    """This month's commands and tasks are over, and gone Immortals stay gone (R-58, R-59, R-98, GE-SOV-20)."""
    gone = {each.id for each in war_of(month.before).immortals if each.gone}
    for each in war_of(month.after["turn"]).immortals:
        assert each.commander is None
        assert each.home_in is None
        assert (each.region is None) == (each.gone or each.away_until is not None)
        assert each.gone or each.id not in gone


def a_move_ends_where_it_was_meant_to_or_where_somebody_stopped_it(month: Played) -> None:
    """By a step, or inside one network that the House may use (GE-WAR-76, -77, -79, -82, R-63, R-64, R-65, R-69)."""
    start = month.after["favors"]
    before, effects, board = war_of(start), effects_in(start), board_of(start.scenario)
    left: Counter[tuple[HouseId, object]] = Counter()
    for outcome in (each for event in month.all(MovesMade) for each in event.outcomes if each.done):
        way = (outcome.order.origin, *outcome.passed, outcome.ended)
        assert not any(effects.bars(outcome.house, region) for region in way[1:])
        joined = [net for net in ways_for(start, outcome.house).networks if _leads(net, way)]
        assert board.adjacent(way[0], way[-1]) if outcome.via == "step" else joined
        assert (outcome.stopped_at is None) == (outcome.ended == outcome.order.target)
        if outcome.stopped_at is not None:
            assert outcome.stopped_by
            assert outcome.via == "road"
        left[outcome.house, outcome.order.origin] += outcome.done
    assert all(units <= before.count(region, house) for (house, region), units in left.items())


def relabelling_houses_relabels_moves_along_roads(month: Played) -> None:
    """R-41, R-63, R-45."""
    state = month.after["favors"]
    war, board, effects = war_of(state), board_of(state.scenario), effects_in(state)
    record = war.record
    ways = {house: ways_for(state, house) for house in HOUSES}
    shut = frozenset(replace(each, house=each.house and NEXT[each.house]) for each in effects.closed)

    plain = carry_out_moves(war, record.sheets, board=board, effects=effects, stances=record.stances, ways=ways)
    renamed = carry_out_moves(
        _relabelled_board(war),
        tuple(_relabelled_sheet(sheet) for sheet in record.sheets),
        board=board,
        effects=replace(effects, closed=shut),
        stances=tuple(_relabelled_stance(stance) for stance in record.stances),
        ways={NEXT[house]: _relabelled_ways(each) for house, each in ways.items()},
    )

    assert {_moved(each, NEXT) for each in plain} == {_moved(each, {each: each for each in NEXT}) for each in renamed}


def in_laws_owe_once_for_each_region_and_each_attack_and_never_to_whom_they_tick(month: Played) -> None:
    """R-61."""
    battles, married = war_of(month.after["battle"]).record.battles, _married(month.before)
    due = in_laws_due(battles, married, region_name=str, house_name=str)

    expected = set()
    for battle in battles:
        armies = {army.house: army.ticks for army in battle.rounds[0].armies if army.house in HOUSES}
        pairs = ((one, other) for one in armies for other in armies if frozenset({one, other}) in married)
        expected |= {(battle.region, one, other) for one, other in pairs if other not in armies[one]}
    assert {(each.region, each.house, each.to) for each in due} == expected
    assert len(due) == len(expected)


def every_sentence_is_made_and_everybody_can_look(month: Played) -> None:
    """Every event has a sentence, and every viewer a view. `Month.do` checks the invariants after every command."""
    assert month.after["turn"].clock.month == 2
    assert all(month.month.sentences)
    for viewer in (EVERYBODY, HALL, NOBODY, Viewer(seat=SeatId("cat-1"))):
        assert WARGAME.view(month.after["turn"], viewer)


LAWS = (
    pieces_come_and_go_only_by_battle_recruits_and_famine,
    remnants_fall_in_battle_and_come_back_to_empty_castles,
    power_changes_only_by_rewards_and_by_what_in_laws_pay,
    who_reigns_after_battle_reigned_before_or_took_the_throne,
    every_house_in_famine_that_stands_somewhere_loses_one_unit,
    after_return_every_immortal_is_free_at_large_or_off_the_board,
    a_move_ends_where_it_was_meant_to_or_where_somebody_stopped_it,
    relabelling_houses_relabels_moves_along_roads,
    in_laws_owe_once_for_each_region_and_each_attack_and_never_to_whom_they_tick,
    every_sentence_is_made_and_everybody_can_look,
)


@pytest.mark.rule("R-06", "R-07", "R-21", "R-31", "R-34", "R-36", "R-41", "R-42", "R-45", "R-54", "R-58", "R-59", "R-61", "R-63")
@pytest.mark.rule("R-64", "R-65", "R-66", "R-69", "R-98", "GE-SOV-14", "GE-SOV-15", "GE-SOV-17", "GE-SOV-18", "GE-SOV-20")
@pytest.mark.rule("GE-WAR-15", "GE-WAR-76", "GE-WAR-77", "GE-WAR-79", "GE-WAR-80", "GE-WAR-82")
def test_every_month_keeps_the_laws_and_the_months_hold_what_they_should():
    """Each month is played once for all laws, because playing costs much more than checking.

    The months are always the same, because they are counted: months without a coup would prove nothing about coups.
    """
    met: Counter[str] = Counter()

    @settings(max_examples=PLAYED, database=None)
    @given(war=full_wars())
    def look(war: War) -> None:
        month = played(war)
        for law in LAWS:
            law(month)
        met.update({type(each).__name__ for each in month.month.happened})
        met.update(set(_met(month.month)))

    for number in range(SEEDS):
        seed(number)(look)()

    wanted = ("CoupMade", "CastleLost", "InLawsPaid", "FamineStruck", "DecisionMade", "SovereignSeated", "CourtTrapped")
    ways = ("road", "tunnel", "stopped", "commanded", "fallen", "spared", "retaliation", "guest", "answered", "massacre")
    assert not [each for each in (*wanted, *ways) if not met[each]], met


# --- a month beside another ----------------------------------------------------------------------------------------------


@months()
@given(war=full_wars())
def test_the_order_in_which_things_are_told_never_changes_a_month(war):
    other = turned(war)

    assert other.through("recruit").turn().month.happened == war.through("recruit").turn().month.happened


@pytest.mark.rule("R-41", "GE-WAR-12", "GE-WAR-18")
@months()
@given(war=full_wars())
def test_nobody_gains_or_loses_by_an_order_that_does_nothing(war):
    start = war.month.state
    war.through("recruit")
    other = War(month=Month(state=start, sheets=without_waste(war)), answers=war.answers)

    other.through("recruit")

    assert _board(other.month.state) == _board(war.month.state)
    assert other.month.state.seats == war.month.state.seats
    assert other.month.state.throne == war.month.state.throne


@months()
@given(war=full_wars())
def test_what_is_foreseen_is_what_happens(war):
    for step in STEPS:
        before, command = war.month.state, EndStep(room=Room.WAR, month=1, step=step)
        foreseen = WARGAME.decide(before, command, war.month.asked())
        overlay = preview_map(before, foreseen)

        assert war.month.do(command) == foreseen
        assert {(ghost.region, ghost.house): ghost.after for ghost in overlay.ghosts} == _changed(war_of(before), war.month.war)
        war.answer()


@months()
@given(war=full_wars())
def test_the_journal_up_to_any_command_gives_the_same_bytes_again(war):
    """Folding the stored events up to any command gives the state at that command, to the byte. An undo relies on this."""
    start, stored, at = war.month.state, list[tuple[str, bytes]](), list[tuple[int, bytes]]()
    for step in STEPS:
        at.append((len(stored), codec.encode_state(war.month.state)))
        war.month.through(step)
        war.answer()
        stored = [codec.encode_event(happened) for happened in war.month.happened]
    war.turn()
    stored = [codec.encode_event(happened) for happened in war.month.happened]
    at.append((len(stored), codec.encode_state(war.month.state)))

    for count, body in at:
        state = codec.decode_state(WARGAME, start.scenario, codec.encode_state(start))
        for kind, event in stored[:count]:
            state = WARGAME.evolve(state, codec.decode_event(WARGAME, kind, event))
        assert codec.encode_state(state) == body


@months()
@given(war=full_wars(), region=st.sampled_from(GROUND), house=st.sampled_from(HOUSES))
def test_a_correction_taken_back_leaves_no_trace(war, region, house):
    """Later results are as if the pieces had never been touched. Only the list of changed regions keeps a trace."""
    war.through("move")
    before, start = war.month.war.count(region, house), war.month.state
    war.month.do(AdjustUnits(region=region, house=house, before=before, units=before + 1, reason="seen at the table"))
    war.month.do(AdjustUnits(region=region, house=house, before=before + 1, units=before, reason="it was a shadow"))
    after = WARGAME.decide(war.month.state, EndStep(room=Room.WAR, month=1, step=STEPS[4]), war.month.asked())
    plain = WARGAME.decide(start, EndStep(room=Room.WAR, month=1, step=STEPS[4]), war.month.asked())

    battles = [each for each in after if isinstance(each, BattleFought | InLawsPaid | CoupMade | CastleLost)]
    assert battles == [each for each in plain if isinstance(each, BattleFought | InLawsPaid | CoupMade | CastleLost)]


@pytest.mark.rule("GE-WAR-07", "R-17")
@months()
@given(war=full_wars(), data=st.data())
def test_nobody_sees_a_difference_that_another_ones_sheet_makes_before_it_is_carried_out(war, data):
    if not war.month.sheets:
        return
    author = data.draw(st.sampled_from([each.seat for each in war.month.sheets]))
    others = tuple(each for each in war.month.sheets if each.seat != author)
    sent = tuple(GuardOrder(immortal=each, target=GROUND[0]) for each in (1, 2))
    other_sheet = WarSheet(betray=True, extra=GROUND[1], immortals=sent, allies=(HOUSES[8],))
    other = Month(state=war.month.state, sheets=(*others, sealed(author, other_sheet)))
    witness = data.draw(st.sampled_from([seat for seat in war.month.state.seats if seat != author]))
    viewers = (Viewer(seat=witness), HALL, NOBODY, Viewer(desks=frozenset({Desk.COURT, Desk.UNDERGROUND})))

    for month in (war.month, other):
        month.through("favors")

    for viewer in viewers:
        assert WARGAME.view(other.state, viewer) == WARGAME.view(war.month.state, viewer)
    seen = month_record(other.war, 1).sheet(author)
    assert seen is None or WARGAME.view(other.state, Viewer(seat=author)) != WARGAME.view(war.month.state, Viewer(seat=author))


@pytest.mark.rule("R-33", "R-41", "R-47", "R-53", "R-57", "R-61", "R-66")
@months()
@given(war=full_wars())
def test_relabelling_houses_relabels_the_whole_month(war):
    """Every House is replaced by another with its name, so that ties by name come out the same."""
    start, sheets = relabelled(war.month.state), tuple(relabelled(each) for each in war.month.sheets)
    other = War(month=Month(state=start, sheets=sheets), answers=(MANY,))
    plain = War(month=war.month, answers=(MANY,))

    for each in (plain, other):
        each.through("recruit").turn()

    assert _result(other.month.state) == _result(relabelled(plain.month.state))


# --- small parts --------------------------------------------------------------------------------------------------------


def _met(month: Month) -> Iterator[str]:
    record = month_record(month.war, 1)
    for outcome in record.outcomes:
        if outcome.done:
            yield outcome.via
            yield from ("stopped",) if outcome.stopped_at else ()
            yield from ("guest",) if outcome.owner not in (None, outcome.house) else ()
    yield from ("commanded" for move in record.guard_moves if move.done)
    for battle in record.battles:
        yield from (name for name in ("fallen", "retaliation") if getattr(battle, name))
        yield from ("spared" for count in battle.rounds if count.spared)
        yield from ("massacre" for count in battle.rounds if count.result == "wiped-out")
    yield from ("answered" for each in month.happened if type(each).__name__ == "DecisionMade" and not each.by_default)


def _fell(battle: Battle | None) -> Counter[HouseId]:
    """Count all units that a battle cost."""
    found = Counter({loss.house: loss.units for count in battle.rounds for loss in count.losses} if battle else {})
    found.update(battle.retaliation if battle else ())
    return found


def _told(battle: Battle, label: dict[HouseId, HouseId]) -> object:
    """Return a battle with every House relabelled, without any order."""
    return (
        {label[house]: units for house, units in _fell(battle).items()},
        {(label[each.house], label[each.over]) for each in battle.overcame},
        [
            (
                count.result,
                {(label[army.house], army.attack, army.commanded) for army in count.armies},
                {label[house] for house in count.top},
                {label[house] for house in count.side},
                {label[house] for house in count.spared},
                count.remnants_lost,
            )
            for count in battle.rounds
        ],
        battle.immortals_defeated,
        sorted(battle.fallen),
    )


def _relabelled(field: Forces) -> Forces:
    return replace(
        field,
        units={NEXT[house]: units for house, units in field.units.items()},
        ticks={NEXT[house]: frozenset(NEXT[each] for each in ticked) for house, ticked in field.ticks.items()},
        flags=frozenset(NEXT[house] for house in field.flags),
        commanded={NEXT[house]: guards for house, guards in field.commanded.items()},
        betrayers=frozenset(NEXT[house] for house in field.betrayers),
        sovereign=field.sovereign and NEXT[field.sovereign],
        per_unit=frozenset(NEXT[house] for house in field.per_unit),
        per_battle=frozenset(NEXT[house] for house in field.per_battle),
        aided=frozenset(NEXT[house] for house in field.aided),
        banned=frozenset((NEXT[one], NEXT[other]) for one, other in field.banned),
        chosen={immortal: NEXT[house] for immortal, house in field.chosen.items()},
        names={NEXT[house]: name for house, name in field.names.items()},
    )


def _relabelled_board(board: WarState) -> WarState:
    return replace(
        board, units={region: {NEXT[house]: units for house, units in there.items()} for region, there in board.units.items()}
    )


def _relabelled_sheet(sheet: OpenedSheet) -> OpenedSheet:
    return replace(sheet, house=NEXT[sheet.house], allies=tuple(sorted(NEXT[house] for house in sheet.allies)))


def _relabelled_stance(stance: Stance) -> Stance:
    return replace(stance, house=NEXT[stance.house], ticks=tuple(sorted(NEXT[house] for house in stance.ticks)))


def _relabelled_ways(ways: Ways) -> Ways:
    def net(one: Network) -> Network:
        return replace(one, owner=NEXT[one.owner])

    return Ways(networks=tuple(map(net, ways.networks)), barred=tuple(map(net, ways.barred)))


def _relabelled_battle(battle: Battle) -> Battle:
    first = battle.rounds[0]
    armies = tuple(
        structs.replace(army, house=NEXT[army.house], ticks=tuple(NEXT[each] for each in army.ticks)) for army in first.armies
    )
    return structs.replace(battle, rounds=(structs.replace(first, armies=armies), *battle.rounds[1:]))


def _moved(outcome, label) -> tuple[object, ...]:
    owner = outcome.owner and label[outcome.owner]
    stopped = frozenset(label[house] for house in outcome.stopped_by)
    where = (outcome.via, outcome.passed, outcome.stopped_at, stopped, owner)
    return (label[outcome.house], outcome.seat, outcome.line, outcome.done, outcome.why, *where)


def _leads(net: Network, way: tuple[object, ...]) -> bool:
    """Return whether all steps of a way are connections of one network."""
    return all(other in net.near.get(one, ()) for one, other in pairwise(way))


def _on_map(war: WarState) -> dict[HouseId, int]:
    return {house: war.on_map(house) for house in HOUSES}


def _raised_and_fallen(month: Played) -> tuple[Counter[HouseId], Counter[HouseId]]:
    """Return the units that were raised, and those that fell or starved."""
    raised, fell = Counter[HouseId](), Counter[HouseId]()
    for event in month.all(RecruitsPlaced):
        for outcome in event.outcomes:
            raised[outcome.house] += outcome.done
    for event in month.all(BattleFought):
        fell += _fell(event.battle)
    for event in month.all(FamineStruck):
        fell.update(each.house for each in event.starved)
    return raised, fell


def _result(state: GameState) -> dict[str, object]:
    """Return the result of a month, without order where none is meant."""
    war, throne, court = war_of(state), state.throne, state.court
    return {
        "units": {region: {house: units for house, units in there.items() if units} for region, there in war.units.items()},
        "stock": dict(war.stock),
        "flags": {castle.region: castle.flags for castle in war.castles.values()},
        "remnants": +Counter(war.remnants),
        "immortals": war.immortals,
        "throne": (throne.holder, throne.god_emperor, throne.holds, throne.waits),
        "court": court and (court.region, court.trapped, frozenset(court.may_propose)),
        "purses": {seat.id: (seat.house, seat.purse.power, seat.purse.favors) for seat in state.seats.values()},
    }


def _board(state: GameState) -> WarState:
    """Return the board without the record of the month."""
    war = war_of(state)
    return replace(war, record=type(war.record)(), past=None)


def _changed(before: WarState, after: WarState) -> dict[tuple[object, object], int]:
    places = {(region, house) for war in (before, after) for region, there in war.units.items() for house in there}
    return {place: after.count(*place) for place in places if before.count(*place) != after.count(*place)}


def _married(state: GameState) -> frozenset[frozenset[HouseId]]:
    couples = ((seat.house, state.seats[seat.spouse].house) for seat in state.seats.values() if seat.spouse)
    return frozenset(frozenset(pair) for pair in couples if len(set(pair)) == 2)
