"""Secrets of War Control's desk: each view as its members see it, and as everybody else sees it (R-17)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest
from msgspec import Struct

from control.day.decisions.questions import open_decisions
from control.day.records import Decision
from control.engine.ids import SeatId, StepId
from control.engine.records import replace
from control.engine.viewer import HALL, NOBODY, Viewer
from control.regions.sight import Sight
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.war.game.sheets.document import WarSheet
from rooms.war.game.sheets.form import form_typed, writer, written_form
from rooms.war.game.view_desk import players_named, war_desk, war_presence
from rooms.war.game.view_immortals import ImmortalsPanel, immortals_panel
from rooms.war.game.view_preview import Foreseer, PreviewView, made_this_month, next_carried_out, preview
from rooms.war.game.view_region import war_region
from rooms.war.game.view_steps import steps_view
from rooms.war.game.view_why import why_panel
from tests.rooms.realm.game.play import MORNING, WAR_CONTROL
from tests.rooms.war.play import WARGAME, ZEN, Month, month, move, sheet

CAT_1, CAT_2, NOBODYS = SeatId("cat-1"), SeatId("cat-2"), SeatId("zzz-9")
ASKED = Foreseer(game=WARGAME, by=WAR_CONTROL, at=MORNING)
SHEET = sheet(move(2, "zen", "aka"), allies="wolf", betray=True)
TYPED = (("order1_kind", ("move",)), ("order1_units", ("7",)), ("order1_from", ("zen",)), ("order1_to", ("aka",)))
UNREADABLE = (("order1_kind", ("move",)), ("order1_units", ("many",)), ("order1_from", ("zen",)), ("order1_to", ("aka",)))

WAR_DESK = Viewer(desks=frozenset({Desk.WAR}))
COURT_DESK = Viewer(desks=frozenset({Desk.COURT}))
THERE = [
    pytest.param(WAR_DESK, id="War Control"),
    pytest.param(Viewer(desks=frozenset({Desk.ORGANIZER})), id="the organizer"),
]
ELSEWHERE = [
    pytest.param(COURT_DESK, id="Control of another desk"),
    pytest.param(Viewer(seat=CAT_1), id="the author"),
    pytest.param(Viewer(seat=CAT_2), id="the own House"),
    pytest.param(HALL, id="the screen"),
    pytest.param(NOBODY, id="nobody"),
]


def war() -> Month:
    """Cat 1 moves from Zen to Aka. Cat 2 orders the same units after it, and Wolf is in Zen too."""
    return month({"zen": {"cat": 2, "wolf": 1}}, {"cat-1": SHEET, "cat-2": sheet(move(2, "zen", "aka")), "wolf-1": sheet()})


def with_rumor(state: GameState) -> GameState:
    """Put a Rumor with a unique text into Zen."""
    (first, *rest) = state.rooms["war"].rumors
    told = replace(state.rooms["war"], rumors=(replace(first, region=ZEN, text="CANARY"), *rest))
    return replace(state, rooms={**state.rooms, "war": told})


def with_question(state: GameState) -> GameState:
    """Add an open question of War Control that blocks the first step."""
    asked = Decision(
        id="gate-1",
        desk=Desk.WAR,
        month=1,
        question="CANARY",
        options=(),
        default="",
        since=MORNING,
        blocks=steps_view(state, NOBODY).rows[0].name,
    )
    found = replace(state, decisions=(*state.decisions, asked))
    assert asked in open_decisions(found)
    return found


class Case(Struct, frozen=True, kw_only=True):
    """A view, a text that it shows to War Control, and the step after which it does.

    `view`: function of the state and viewer.
    `says`: the text.
    `after`: last step that has ended.
    `more`: further arguments of the view.
    """

    view: Callable[..., object]
    says: str
    after: str
    more: tuple[object, ...] = ()


CASES = {
    "sheets": Case(view=war_desk, says="Move 2 from Zen to Aka", after="orders"),
    "ticks": Case(view=war_desk, says="stances=(StanceRow", after="orders"),
    "Rumors": Case(view=war_desk, says="CANARY", after="updates"),
    "who is there": Case(view=war_presence, says="cat-1", after="updates"),
    "helpers": Case(view=war_region, says="helpers=(Helper(", after="orders", more=(ZEN,)),
    "Rumors of a region": Case(view=war_region, says="CANARY", after="updates", more=(ZEN,)),
    "lines of a preview": Case(view=preview, says="2 units moved from Zen to Aka", after="favors", more=(ASKED, StepId("move"))),
    "map of a preview": Case(view=preview, says="arrows=(Arrow(", after="favors", more=(ASKED, StepId("move"))),
    "why no preview": Case(view=preview, says="refused='", after="favors", more=(ASKED, StepId("updates"))),
    "Moves of a month": Case(view=made_this_month, says="Arrow(", after="move"),
    "reasons": Case(view=why_panel, says="had moved 2", after="move", more=(ASKED,)),
    "reasons of what is foreseen": Case(view=why_panel, says="had moved 2", after="favors", more=(ASKED,)),
    "whose form": Case(view=writer, says="cat-1", after="orders", more=(CAT_1,)),
    "a form": Case(view=written_form, says="target='aka'", after="orders", more=(CAT_1, SHEET)),
    "a form as typed": Case(view=form_typed, says="units='7'", after="orders", more=(CAT_1, TYPED)),
    "a form nobody can read": Case(view=form_typed, says="units='many'", after="orders", more=(CAT_1, UNREADABLE)),
}
SILENT = "refused=''"  # an empty reason shows nothing


def shown(case: Case, viewer: Viewer) -> str:
    state = with_rumor(war().through(case.after).state)
    return repr(Sight(state, viewer).view(case.view, *case.more)).replace(SILENT, "")


@pytest.mark.rule("GE-WAR-07", "R-17")
@pytest.mark.parametrize("viewer", THERE)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_war_control_sees_what_is_of_its_desk(case, viewer):
    assert case.says in shown(case, viewer)


@pytest.mark.rule("GE-WAR-07", "R-17")
@pytest.mark.parametrize("viewer", ELSEWHERE)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_nobody_else_sees_it(case, viewer):
    assert case.says not in shown(case, viewer)


@pytest.mark.parametrize("viewer", ELSEWHERE)
def test_for_others_no_step_is_carried_out_beforehand(viewer):
    state = war().through("favors").state

    assert next_carried_out(state, viewer, ASKED) == (state, "")
    assert next_carried_out(state, WAR_DESK, ASKED)[1] == "Move"
    assert preview(state, viewer, ASKED, StepId("move")) == PreviewView()


@pytest.mark.parametrize(("viewer", "waits"), [(WAR_DESK, 1), (COURT_DESK, 0), (Viewer(seat=CAT_1), 0), (HALL, 0)])
def test_how_much_waits_for_a_step_is_told_to_the_desk_that_is_asked(viewer, waits):
    assert steps_view(with_question(war().state), viewer).waits == waits


@pytest.mark.parametrize(
    ("viewer", "sees"),
    [
        (WAR_DESK, True),
        (COURT_DESK, True),
        (Viewer(desks=frozenset({Desk.ORGANIZER})), True),
        (Viewer(desks=frozenset({Desk.UNDERGROUND})), False),
        (Viewer(seat=CAT_1), False),
        (HALL, False),
    ],
)
def test_the_list_of_immortals_is_for_the_two_desks_that_send_them(viewer, sees):
    panel = immortals_panel(war().state, viewer)

    assert bool(panel.rows) is sees
    assert (panel == ImmortalsPanel()) is not sees


def test_a_preview_is_made_once_for_all_who_see_the_same_state():
    state = war().through("favors").state
    later = dataclasses.replace(ASKED, at=MORNING.replace(hour=23))

    assert preview(state, WAR_DESK, ASKED, StepId("move")) is preview(state, WAR_DESK, later, StepId("move"))


def test_a_player_whom_the_day_does_not_have_has_no_form():
    state = war().through("orders").state

    assert writer(state, WAR_DESK, NOBODYS) is None
    assert written_form(state, WAR_DESK, NOBODYS, None) is None
    assert form_typed(state, WAR_DESK, NOBODYS, TYPED) is None
    assert players_named(state, frozenset({NOBODYS, CAT_2, CAT_1})) == tuple(
        (seat, writer(state, WAR_DESK, seat).player) for seat in (CAT_1, CAT_2)
    )


def test_a_form_without_a_sheet_is_blank():
    state = war().through("orders").state

    assert written_form(state, WAR_DESK, CAT_1, None) == written_form(state, WAR_DESK, CAT_1, WarSheet())
