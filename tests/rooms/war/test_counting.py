"""War Control counts the board: differences are corrected at once, and the count is recorded (GE-EVT-15, R-42, R-53)."""

from __future__ import annotations

import pytest

from control.day.counts import CountedLine, ThingsCounted
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import RegionId
from rooms.war.game.board_count import CountBoard, board_parts, board_view
from rooms.war.game.flags import FlagAdjusted
from rooms.war.game.immortals import AdjustImmortal, ImmortalAdjusted
from rooms.war.game.remnants import RemnantAdjusted
from rooms.war.game.rumors import RumorMoved, RumorPlaced
from rooms.war.game.state import war_of
from rooms.war.game.units import AdjustUnits, UnitsAdjusted
from tests.rooms.realm.game.play import COURT_CONTROL
from tests.rooms.war.play import AKA, CAT, DOM, WOLF, ZEN, month, with_board

WHY = "counted in month 1"


def ledger(war) -> dict[str, int]:
    return {line.id: line.ledger for part in board_parts(war.state) for line in part.lines}


def count(war, **now: int) -> tuple:
    """Enter these counts by line ("zen_units_cat"). Returns the events."""
    known = ledger(war)
    ids = {name.replace("_", "."): number for name, number in now.items()}
    lines = tuple(CountedLine(line=line, before=known[line], now=number, reason=WHY) for line, number in ids.items())
    parts = tuple(dict.fromkeys(line.split(".")[0] for line in ids))
    return war.do(CountBoard(lines=lines, parts=parts))


@pytest.mark.rule("R-42", "GE-EVT-15")
def test_units_that_stand_elsewhere_move_though_the_stockpile_is_empty():
    war = month({"zen": {"cat": 20}})

    events = count(war, aka_units_cat=2, zen_units_cat=18)

    assert [type(each) for each in events] == [UnitsAdjusted, UnitsAdjusted, ThingsCounted]
    assert (war.war.units, war.war.stock[CAT]) == ({ZEN: {CAT: 18}, AKA: {CAT: 2}}, 0)
    assert war.sentences[0] == "Cat has 18 units in Zen, not 20: counted in month 1."
    assert war.sentences[-1].startswith("Walt has counted the board, 2 of ")
    assert war.sentences[-1].endswith(": 2 corrections.")
    assert war.state.counts["board"].differences == 2


@pytest.mark.rule("R-42")
def test_a_count_that_needs_more_pieces_than_there_are_enters_nothing():
    war = month({"zen": {"cat": 3}})
    before = war.state
    with pytest.raises(Refused, match="0 to 20"):
        count(war, zen_units_cat=21)
    with pytest.raises(Refused, match="The stockpile of Cat holds"):
        count(war, zen_units_cat=12, aka_units_cat=12)
    assert war.state is before


@pytest.mark.rule("R-53", "R-54")
def test_a_flag_goes_up_where_the_remnant_is_gone():
    war = month({})
    events = count(war, dom_flag_cat=1, dom_remnants=0)
    assert [type(each) for each in events] == [RemnantAdjusted, FlagAdjusted, ThingsCounted]
    assert CAT in war.war.castles[DOM].flags


@pytest.mark.rule("R-55", "R-58")
def test_rumors_and_immortals_that_lie_elsewhere_have_moved_and_others_come_or_go():
    war = month({})
    lies = ledger(war)
    here = next(line for line, there in lies.items() if line.endswith(".rumors") and there)
    free = [line for line, there in lies.items() if line.endswith(".rumors") and not there]
    moved = count(war, **{here.replace(".", "_"): lies[here] - 1, free[0].replace(".", "_"): 1})
    assert [type(each) for each in moved] == [RumorMoved, ThingsCounted]
    assert moved[0].region == RegionId(free[0].split(".")[0])
    (placed, _done) = count(war, **{free[1].replace(".", "_"): 1})
    assert isinstance(placed, RumorPlaced)
    (gone, _done) = count(war, **{free[1].replace(".", "_"): 0})
    assert (gone.rumor, gone.region) == (placed.rumor, None)

    guards = war.war.immortals
    court = guards[0].region
    events = count(war, **{f"{court}_immortals": len(war.war.immortals_in(court)) - 1, "zen_immortals": 1})
    assert [type(each) for each in events] == [ImmortalAdjusted, ThingsCounted]
    war.do(AdjustImmortal(immortal=guards[0].id, region=None, reason=WHY))
    (back, _done) = count(war, aka_immortals=1)
    assert (back.immortal, back.region) == (guards[0].id, AKA)
    with pytest.raises(Refused, match="no more Immortals"):
        count(war, aka_immortals=2)


@pytest.mark.rule("GE-SOV-20", "GE-WAR-59")
def test_an_immortal_that_a_coup_took_is_never_counted_back_onto_the_board():
    war = month({})
    first, *others = war.war.immortals
    with_board(war, immortals=(replace(first, region=None, gone=True), *others))

    with pytest.raises(Refused, match="no more Immortals"):
        count(war, zen_immortals=1)


def test_what_has_changed_meanwhile_is_refused_with_all_the_rest():
    war = month({"zen": {"cat": 3, "wolf": 1}})
    lines = (
        CountedLine(line="zen.units.wolf", before=1, now=0, reason=WHY),
        CountedLine(line="zen.units.cat", before=3, now=4, reason=WHY),
    )
    war.do(AdjustUnits(region=ZEN, house=CAT, before=3, units=2, reason="fallen off"))
    with pytest.raises(Stale, match="Zen, units of Cat: 2 by now, not 3; look again"):
        war.do(CountBoard(lines=lines, parts=("zen",)))
    assert war_of(war.state).count(ZEN, WOLF) == 1


@pytest.mark.parametrize(
    ("lines", "parts", "sentence"),
    [
        pytest.param((), (), "Tick what you have counted", id="nothing"),
        pytest.param((), ("zen", "x"), "Tick what you have counted", id="no such part"),
        pytest.param((CountedLine(line="x", before=0, now=1, reason=WHY),), ("zen",), "not to be counted here", id="no such line"),
        pytest.param((CountedLine(line="stock.cat", before=17, now=1, reason=WHY),), ("stock",), "not to be", id="what follows"),
        pytest.param((CountedLine(line="zen.units.cat", before=3, now=2, reason=" "),), ("zen",), "Say why", id="no reason"),
    ],
)
def test_what_cannot_be_counted_is_refused(lines, parts, sentence):
    war = month({"zen": {"cat": 3}})
    with pytest.raises(Refused, match=sentence):
        war.do(CountBoard(lines=lines, parts=parts))


def test_a_count_without_a_difference_is_kept_too():
    war = month({"zen": {"cat": 3}})
    (done,) = war.do(CountBoard(lines=(), parts=("zen", "aka")))
    assert (done.parts, done.differences) == (2, 0)
    assert "the board, 2 of" in war.sentences[-1]
    assert war.sentences[-1].endswith(": no difference.")


@pytest.mark.rule("GE-EVT-15")
def test_the_board_is_war_controls_to_count():
    war = month({"zen": {"cat": 3}})
    with pytest.raises(Refused):
        war.do(CountBoard(lines=(), parts=("zen",)), by=COURT_CONTROL)
    assert board_view(war.state, Viewer(desks=frozenset({Desk.COURT}))) == ()
    assert board_view(war.state, Viewer(desks=frozenset({Desk.WAR}))) == board_parts(war.state)
