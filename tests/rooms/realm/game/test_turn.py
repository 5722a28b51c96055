"""Preview of the turn of the month, as each desk may read it (R-20, R-17)."""

from __future__ import annotations

import pytest

from control.day.clock.phases import EndPhase
from control.day.handoffs import HandOver, TakeHandOff
from control.day.records import Decision, Option
from control.engine.context import ORGANIZER
from control.engine.records import replace
from control.engine.viewer import HALL, NOBODY, Viewer
from rooms.realm.desks import ALL_DESKS, Desk
from rooms.realm.frame import Moment
from rooms.realm.game.return_preview import CARES, Turning, TurnShown, _without_repetition, forecast_turn
from rooms.realm.game.state import GameState, ThroneWaits
from rooms.realm.scenario.ids import HouseId, Phase
from tests.rooms.realm.game.passing import WHOLE, whole_day
from tests.rooms.realm.game.play import CAT_1, COURT_CONTROL, WAR_CONTROL, Day
from tests.rooms.realm.game.play import ORGANIZER as OLGA
from tests.rooms.realm.game.scheming import completes, scheming

TURNING = Turning(lambda: WHOLE)
HEAD = Viewer(desks=frozenset({ORGANIZER}))
ROOMS = (Desk.WAR, Desk.COURT, Desk.UNDERGROUND)


def shown(day: Day, desk: str, viewer: Viewer | None = None) -> TurnShown:
    found = TURNING.desk(day.state, viewer or Viewer(desks=frozenset({desk})), desk)
    assert found is not None
    return found


def uncounted(found: TurnShown) -> TurnShown:
    """Return the preview without the counts of what other desks read."""
    alone = [replace(each, others=()) for each in found.moments]
    return replace(found, moments=tuple(each for each in alone if each.some), nothing="")


def numbers_of(found: TurnShown) -> list[str]:
    """Numbers of all moments, also of those in which nothing happens."""
    empty = found.nothing.partition(":")[0]
    return sorted([*(each.number for each in found.moments if each.number), *(empty.split(", ") if empty else ())])


def text(found: TurnShown) -> str:
    return repr(found)


def returning(day: Day | None = None) -> Day:
    day = day or whole_day()
    return day.until(day.state.clock.month, Phase.RETURN)


@pytest.mark.rule("R-20", "GE-EVT-45")
def test_the_organizer_reads_all_nine_moments_in_their_order_and_each_room_its_own():
    day = returning()

    assert numbers_of(shown(day, ORGANIZER)) == [str(number) for number in range(1, 10)]
    for desk in ROOMS:
        numbers = [str(at) for at, moment in enumerate(Moment, start=1) if desk in CARES[moment]]
        assert numbers_of(shown(day, desk)) == numbers


@pytest.mark.rule("R-20")
@pytest.mark.parametrize("phase", [Phase.PLANNING, Phase.ACTION])
def test_outside_of_return_and_for_anybody_else_nothing_is_shown(phase):
    day = whole_day().until(1, phase)
    assert TURNING.desk(day.state, HEAD, ORGANIZER) is None
    returning(day)
    for viewer in (HALL, NOBODY, Viewer(seat=CAT_1), Viewer(desks=frozenset({Desk.WAR}))):
        assert TURNING.desk(day.state, viewer, Desk.COURT) is None


@pytest.mark.rule("R-20")
def test_what_is_foreseen_is_what_happens():
    day = scheming(cat_1=(3, 2), snake_1=(2, 0))
    completes(day, "spread-rumors", "cat")
    returning(day)
    before, foreseen = day.state, [each for part in forecast_turn(day.state, WHOLE, with_schemes=True) for each in part.would]
    assert day.state is before

    happened = day.do(EndPhase(month=1, phase=Phase.RETURN), by=OLGA, after=1)

    kinds = [type(each.happened).__name__ for each in foreseen]
    told = [type(each).__name__ for each in happened]
    assert [each for each in told if each in kinds] == [each for each in kinds if each in told]
    assert {"SchemeActed", "CourtMoved"} <= set(kinds)


@pytest.mark.rule("R-17", "R-144")
def test_a_scheme_is_the_undergrounds_to_read_until_it_strikes():
    plain, plotted = scheming(cat_1=(3, 2), bear_1=(5, 0)), scheming(cat_1=(3, 2), bear_1=(5, 0))
    completes(plotted, "spread-rumors", "cat")
    completes(plotted, "capture-hostage", "bear", by="wolf-1", table="east")
    for day in (plain, plotted):
        returning(day)

    for desk in (Desk.WAR, Desk.COURT):
        assert shown(plain, desk) == shown(plotted, desk)
    head = shown(plotted, ORGANIZER)
    (counted,) = [each for each in head.moments if each.number == "3"]
    assert counted.lines == ()
    assert counted.others == ("2 completed schemes strike; Underground Control may look what they do.",)
    assert uncounted(head) == uncounted(shown(plain, ORGANIZER))
    own = shown(plotted, Desk.UNDERGROUND)
    (strikes,) = [each for each in own.moments if each.number == "3"]
    assert strikes.others == ("2 completed schemes strike; look at each under “Completed schemes”.",)
    assert uncounted(own) == uncounted(shown(plain, Desk.UNDERGROUND))
    assert "Rumors" not in text(own)


@pytest.mark.rule("R-135", "R-17")
def test_the_order_of_the_deck_reaches_nobody():
    day = returning(scheming(cat_1=(0, 0)))
    other = replace(day.state, favor_deck=tuple(reversed(day.state.favor_deck)))

    for desk in (ORGANIZER, *ROOMS):
        viewer = Viewer(desks=frozenset({*ALL_DESKS}))
        found = TURNING.desk(day.state, viewer, desk)
        assert found == TURNING.desk(other, viewer, desk)
        assert not any(card in text(found) for card in day.state.favor_deck if found)  # type: ignore[arg-type]


def last(state: GameState) -> int:
    return state.timetable.months[-1].month


@pytest.mark.rule("R-66", "R-17")
def test_an_open_decision_stands_at_its_moment_with_its_default():
    day = returning()
    question = Decision(
        id="war-1-famine-bear",
        desk=Desk.WAR,
        month=1,
        question="Bear starves: where does it lose a unit?",
        options=(Option(id="sus", words="Sus"), Option(id="bog", words="Bog")),
        default="sus",
        since=day.now,
        blocks="the end of the month",
        team=HouseId("bear"),
    )
    day.state = replace(day.state, decisions=(question, replace(question, id="war-1-guard-1")))

    (famine,) = [each for each in shown(day, Desk.WAR).moments if each.number == "5"]
    assert [(each.id, each.default, each.team) for each in famine.open] == [(question.id, "Sus", "")]  # the question names Bear
    assert [each.id for each in shown(day, Desk.WAR).stays] == ["war-1-guard-1"]
    assert question.id not in text(shown(day, Desk.COURT))
    assert question.id in text(shown(day, ORGANIZER))


@pytest.mark.rule("GE-EVT-15", "R-17")
def test_a_hand_off_that_holds_the_month_is_named_to_the_two_desks_and_to_others_without_its_words():
    day = returning()
    day.do(HandOver(origin=Desk.COURT, to=Desk.WAR, what="Amn is closed"), by=COURT_CONTROL)

    assert [each.what for each in shown(day, Desk.WAR).held] == ["Amn is closed"]
    assert [each.mine for each in shown(day, Desk.COURT).held] == [False]
    assert "Amn is closed" not in text(shown(day, Desk.UNDERGROUND))
    assert "War Control" in shown(day, Desk.UNDERGROUND).held_words
    day.do(TakeHandOff(hand_off=day.state.hand_offs[-1].id), by=WAR_CONTROL)
    assert (shown(day, Desk.WAR).held, shown(day, Desk.WAR).held_words) == ((), "")


@pytest.mark.rule("R-20")
def test_a_month_that_has_turned_does_not_turn_again():
    day = returning()
    day.state = replace(day.state, clock=replace(day.state.clock, turned=1))
    found = shown(day, ORGANIZER)
    assert [each for each in found.moments if each.number] == []
    assert found.caveats == ("This month has turned already: none of its moments acts twice.",)


@pytest.mark.rule("R-26")
def test_the_last_month_says_who_would_be_crowned():
    day = returning()
    day.state = replace(day.state, clock=replace(day.state.clock, month=last(day.state), turned=last(day.state) - 1))
    (result,) = [each for each in shown(day, ORGANIZER).moments if each.number == "8"]
    assert result.lines == ("Divine Sovereign: The God Emperor. Every House has lost.",)


def test_it_is_played_once_for_all_who_look_at_a_state(monkeypatch):
    day, asked = returning(), []
    shown(day, Desk.WAR)
    monkeypatch.setattr(type(WHOLE), "followed", lambda *given: asked.append(given))
    shown(day, Desk.WAR)
    shown(day, Desk.COURT)
    assert asked == []


@pytest.mark.rule("R-20")
def test_the_pools_are_one_sum_and_nothing_is_said_twice():
    found = shown(returning(), ORGANIZER)
    pools = found.moments[0]
    assert pools.name.startswith("The pools of the Court go home:")
    assert not any(each.startswith("The pools of the Court") for each in pools.lines)
    assert _without_repetition("Famine takes its toll", "Famine: Bear loses 1 unit in Sus.") == "Bear loses 1 unit in Sus."
    assert _without_repetition("Taxes fall due", "Law 8: Snake has nothing to pay.") == "Law 8: Snake has nothing to pay."


@pytest.mark.rule("R-26", "R-24")
@pytest.mark.parametrize("tie", ["leviathan", "control"])
def test_in_the_last_month_no_step_promises_the_throne_to_who_leads_later(tie):
    day = returning()
    settings = replace(day.state.scenario.settings, month10_tie=tie)
    day.state = replace(
        day.state,
        scenario=replace(day.state.scenario, settings=settings),
        throne=replace(day.state.throne, god_emperor=False, holder=None, waits=ThroneWaits.RETURN),
    )
    early = shown(day, ORGANIZER)
    assert "leads alone in Power when a phase ends" in text(early)

    day.state = replace(day.state, clock=replace(day.state.clock, month=last(day.state), turned=last(day.state) - 1))
    found = shown(day, ORGANIZER)
    (throne,) = [each for each in found.moments if each.number == "7"]
    assert "The throne is empty" in text(found)
    assert "when a phase ends" not in text(found)
    assert throne.lines
