"""The cost of a scheme is the same in every view, under any Crackdown and Recruitment (GE-CRT-49, GE-CRT-51, R-91)."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.viewer import Viewer
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import NUMBERS, Paper
from rooms.realm.scenario.schema import SchemeType
from rooms.underground.game.state import Brought, TableStep
from rooms.underground.game.tables.completion import ConfirmScheme, complete_schemes
from rooms.underground.game.tables.costs import HalveScheme, cost_of_lying
from rooms.underground.game.tables.lookup import find_scheme, with_table
from rooms.underground.game.view_desk import scheme_open
from rooms.underground.game.view_phone import phone_play
from rooms.underground.game.view_schemes import place_of_own_scheme, view_schemes
from tests.rooms.underground.table import CAT_1, CAT_2, UNDA, AtTable
from tests.rooms.underground.test_schemes_in_play import cards, with_law
from tests.scenarios import default

KINDS = tuple(each for each in default().schemes if not each.trap)
CONTROL = Viewer(desks=UNDA.desks)


@cache
def begun(step: TableStep) -> tuple[AtTable, GameState]:
    table = AtTable((CAT_1, CAT_2)).until(step)
    return table, table.state


def at(step: TableStep) -> AtTable:
    """Two players of Cat in this step, in which nobody has acted yet."""
    table, state = begun(step)
    table.day.state = state
    return table


def filled(kind: SchemeType, count: int) -> Paper:
    """Return a scheme of this kind with that number. Its target does not affect its cost."""
    return Paper(type=kind.id, values=tuple((str(count),) if target in NUMBERS else ("cat",) for target in kind.fields))


def told(table: AtTable, scheme: int) -> set[int | None]:
    """The cost in every place that may show it: the author's phone, the desk, and the table's view of both."""
    phone, desk = phone_play(table.state, Viewer(seat=CAT_1)), scheme_open(table.state, CONTROL, table.id, scheme)
    assert phone is not None
    assert desk is not None
    seen = [view_schemes(table.state, viewer, table.id).schemes for viewer in (CONTROL, Viewer(seat=CAT_1))]
    faces = [each.face for rows in (phone.schemes, *seen) for each in rows if each.id == scheme]
    assert len(faces) == 3
    found = find_scheme(table.state, scheme)
    assert found is not None
    return {desk.face.cost, cost_of_lying(table.state, found), *(face.cost if face is not None else None for face in faces)}


@pytest.mark.rule("GE-CRT-49", "GE-CRT-51", "GE-UND-40", "R-91", "R-111", "R-117", "R-21")
@given(kind=st.sampled_from(KINDS), count=st.integers(1, 5), crackdowns=st.integers(0, 2), halved=st.booleans())
def test_all_say_the_number_at_which_the_scheme_completes(kind, count, crackdowns, halved):
    table = at(TableStep.COMPLETE)
    for number in range(crackdowns):
        with_law(table, "crackdown", (kind.id,), number=90 + number)
    with_law(table, "crackdown", ("another-kind",), number=95)
    assert kind.cost is not None
    whole = kind.cost * (count if kind.cost_per else 1) * (2 if crackdowns else 1)
    cost = -(-whole // 2) if halved else whole
    short = table.lay(CAT_1, filled(kind, count), advancement=cards(cost - 1), halved=halved)
    full = table.lay(CAT_2, filled(kind, count), advancement=cards(cost, "snake"), halved=halved, known=(CAT_1,))

    assert (told(table, short), told(table, full)) == ({cost}, {cost})
    assert [each.id for each in complete_schemes(table.state, table.id)] == [full]
    with pytest.raises(Refused, match="not enough Advancement"):
        table.do(ConfirmScheme(month=1, table=table.id, scheme=short))
    table.do(ConfirmScheme(month=1, table=table.id, scheme=full))


@pytest.mark.rule("GE-CRT-49", "GE-CRT-51", "R-91", "R-108")
@given(kind=st.sampled_from(KINDS), count=st.integers(1, 5), crackdown=st.booleans())
def test_a_new_scheme_is_chosen_by_what_it_would_cost_on_the_table(kind, count, crackdown):
    table = at(TableStep.SCHEMES)
    if crackdown:
        with_law(table, "crackdown", (kind.id,))
    paper = filled(kind, count)
    number = table.lay(CAT_1, paper)
    table.day.state = with_table(table.state, replace(table.table, brought=(Brought(seat=CAT_1, paper=paper),)))
    (cost,) = told(table, number)

    for viewer in (Viewer(seat=CAT_1), CONTROL):
        (choice,) = view_schemes(table.state, viewer, table.id).choices
        assert choice.words.endswith(f"(cost {cost})")


@pytest.mark.rule("GE-CRT-49", "R-91")
def test_what_is_halved_says_so_beside_the_scheme_as_it_was_written():
    table = at(TableStep.SCHEMES)
    kind = next(each for each in KINDS if each.id == "assassinate")
    with_law(table, "crackdown", ("assassinate",))
    with_law(table, "recruitment", ("cat",), number=91)
    number = table.lay(CAT_1, filled(kind, 1))
    table.day.state = with_table(table.state, replace(table.table, wrote=(CAT_1,)))
    assert place_of_own_scheme(table.state, CAT_1) == "It lies on the table of The West."

    table.press(HalveScheme(month=1, table=table.id, seat=CAT_1, scheme=number))

    assert told(table, number) == {3}
    assert place_of_own_scheme(table.state, CAT_1) == "It lies on the table of The West. By Recruitment it costs 3."
