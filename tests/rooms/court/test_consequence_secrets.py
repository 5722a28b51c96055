"""Foreseen effects in the hall and on another's phone stay the same, whatever is sealed, held or planned in secret."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.viewer import HALL, Viewer
from rooms.court.game.floor.view_phone import Means
from rooms.court.game.proposals.consequences import LINES, Foresight
from rooms.court.game.proposals.trial_run import public_state
from rooms.court.game.state import court_of, with_cycle
from rooms.realm.desks import Desk
from rooms.realm.game.records import CompletedScheme
from rooms.realm.game.state import Bar, Effect, EffectFrom, EffectKind, GameState, Purse
from rooms.realm.papers.game.types import OpenedPaper
from rooms.realm.scenario.ids import CardId, HouseId, Room
from tests.rooms.court.court import CAT, FINES, IMMORTAL, WOLF, three_houses
from tests.rooms.court.kinds import KINDS, the_day
from tests.rooms.realm.game.passing import WHOLE

FORESIGHT = Foresight(lambda: WHOLE)
COURT = Viewer(desks=frozenset({Desk.COURT}))
AWAY = tuple(SeatId(each) for each in ("ram-1", "swords-1", "eagle-2"))  # none of them is in the Court
HOUSES = tuple(HouseId(each) for each in ("cat", "wolf", "bear", "ram"))
SECRET_KINDS = (EffectKind.FORGED_ORDER, EffectKind.BLACK_POWDER, EffectKind.FAMINE, EffectKind.PROPAGANDA)

purses = st.builds(
    lambda power, favors: Purse(power=power, favors=tuple(CardId(f"held-{each}") for each in range(favors))),
    st.integers(0, 9),
    st.integers(0, 5),
)
secret_effects = st.builds(
    lambda kind, houses, until: Effect(id=900, kind=kind, since=1, until=until, houses=houses, origin=EffectFrom.SCHEME),
    st.sampled_from(SECRET_KINDS),
    st.permutations(HOUSES).map(lambda each: tuple(each[:2])),
    st.sampled_from((1, 2, None)),
)
schemes = st.builds(
    lambda kind, house: CompletedScheme(id=1, month=1, table="west", house=house, kind=kind, answers=(("wolf",),)),
    st.sampled_from(("spread-rumors", "capture-hostage", "black-powder-weapons")),
    st.sampled_from(HOUSES),
)


@cache
def on_the_floor(kind: str) -> GameState:
    """A proposal of this kind on the floor, with the War Room's and the Underground's states of a whole day."""
    court = three_houses().choose(CAT[2]).until("debate-1").state
    court = replace(court, rooms={**the_day().state.rooms, Room.COURT: court_of(court)}, buildings=the_day().state.buildings)
    return with_cycle(court, 1, 1, paper=KINDS[kind][0])


@st.composite
def with_secrets(draw: st.DrawFn, state: GameState) -> GameState:
    """The state with other secrets: purses, deck, choices of other rooms, delays, schemes, waiting proposals."""
    seats = {each.id: replace(each, purse=draw(purses)) for each in state.seats.values()}
    for seat in AWAY:
        room, table = draw(st.sampled_from(((Room.WAR, ""), (Room.UNDERGROUND, "north"), (None, ""))))
        seats[seat] = replace(seats[seat], choice=room, table=table, choice_month=state.clock.month)
    for seat in ("wolf-1", "wolf-2", "wolf-3", "bear-1"):
        delays = tuple(Bar(room=room, until=9, rule="GE-UND-14") for room in draw(st.sets(st.sampled_from(tuple(Room)))))
        seats[SeatId(seat)] = replace(seats[SeatId(seat)], bars=delays)
    court, other = court_of(state), OpenedPaper(seat=CAT[0], paper=draw(st.sampled_from((FINES, IMMORTAL))))
    kept = tuple(each for each in court.proposals if each.seat != CAT[0])
    rooms = {room: own for room, own in state.rooms.items() if room != Room.UNDERGROUND or draw(st.booleans())}
    return replace(
        state,
        seats=seats,
        rooms={**rooms, Room.COURT: replace(court, proposals=(other, *kept))},
        throne=replace(state.throne, purse=draw(purses)),
        effects=(*state.effects, *draw(st.lists(secret_effects, max_size=2))),
        favor_deck=tuple(draw(st.permutations(state.favor_deck[:6]))),
        schemes=tuple(draw(st.lists(schemes, max_size=1))),
    )


@pytest.mark.rule("GE-EVT-05", "R-17")
@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_nothing_that_is_said_depends_on_a_secret(kind, data):
    state = on_the_floor(kind)
    other = data.draw(with_secrets(state))

    assert FORESIGHT.wall(other, HALL) == FORESIGHT.wall(state, HALL)
    for seat in (*WOLF, CAT[0]):
        assert FORESIGHT.phone(other, Viewer(seat=seat)) == FORESIGHT.phone(state, Viewer(seat=seat))
    assert FORESIGHT.means(other, COURT) == FORESIGHT.means(state, COURT)


@pytest.mark.rule("R-85", "R-144")
def test_neither_a_completed_scheme_nor_a_delay_is_looked_at():
    state = on_the_floor("gaes")
    seat = replace(state.seats[WOLF[0]], bars=(Bar(room=Room.WAR, until=2, rule="GE-UND-14"),))
    scheme = CompletedScheme(id=1, month=1, table="west", house=HouseId("cat"), kind="spread-rumors", answers=(("wolf",),))
    other = replace(state, schemes=(scheme,), seats={**state.seats, seat.id: seat})

    assert public_state(other) == public_state(state)


def test_a_public_effect_does_change_what_is_said():
    state = on_the_floor("propaganda")
    ruled = Effect(id=900, kind=EffectKind.PROPAGANDA, since=2, until=2, houses=(HouseId("cat"),), origin=EffectFrom.CONTROL)

    assert FORESIGHT.wall(replace(state, effects=(ruled,)), HALL) != FORESIGHT.wall(state, HALL)


@pytest.mark.parametrize("kind", KINDS)
def test_the_wall_has_at_most_four_lines_and_says_the_cost(kind):
    lines = FORESIGHT.wall(on_the_floor(kind), HALL).means

    assert 2 <= len(lines) <= LINES
    assert "It costs" in lines[-1]


def test_laws_that_fall_together_are_one_line_on_the_wall():
    lines = FORESIGHT.wall(on_the_floor("famine-aid"), HALL).means

    assert lines[0] == "Law 11, Grain for Ram, law 12, Grain for Octopus and law 13, Grain for Wolf fall."


def test_a_phone_says_first_what_touches_the_own_house():
    def means(seat: SeatId) -> Means:
        shown = FORESIGHT.phone(on_the_floor("fines"), Viewer(seat=seat))
        assert shown is not None
        assert shown.means is not None
        return shown.means

    loses = ("Wolf loses 2 Power and 1 Favor, as far as it has that.",)
    assert (means(WOLF[0]).own, means(WOLF[0]).others) == (loses, ())
    assert (means(CAT[0]).own, means(CAT[0]).others) == ((), loses)
    assert means(CAT[0]).foot == ("Once, in the Return of month 1.", "It costs 3 of the 16 in the pools.")
