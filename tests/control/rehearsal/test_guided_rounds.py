"""First ten minutes: what each step points at stands on the real page in the state in which it stands, and doing it moves on."""

from __future__ import annotations

import pytest

from control import registry
from control.rehearsal import guided
from rooms.realm.frame import NAME
from tests.control.rehearsal.walking import newcomer

pytestmark = pytest.mark.django_db(transaction=True)

DESKS = {name: guide.desk for name, guide in registry.guides(NAME).items()}


@pytest.mark.parametrize("name", sorted(DESKS))
def test_a_newcomer_who_presses_what_is_pointed_at_comes_to_the_end(event, name):
    newt = newcomer(event, name, DESKS[name])
    taken = []
    while (step := newt.step()) is not None:
        assert step.name not in taken, f"{step.name} comes twice"
        taken.append(step.name)
        newt.take(step)
    walk = guided.walk_of(newt.copy, newt.run())
    assert [each.step.name for each in walk.progress.taken] == [each.name for each in newt.guide.steps]
    assert [each.step.name for each in walk.progress.taken if each.at is None] == [], "a step that there was nothing to do for"
    assert any(each.step.trouble for each in walk.progress.taken)
