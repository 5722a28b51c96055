"""Fields of a phone's forms, read as actions; unreadable fields are refused."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.engine.refusal import Refused
from rooms.tables.potemkin.game.actions import (
    ACTIONS,
    Build,
    BuildAgain,
    Check,
    CheckAgain,
    Discard,
    Pick,
    PlaceAgents,
    PlayAbility,
    Produce,
    Spy,
)
from rooms.tables.potemkin.game.content import Facade
from rooms.tables.potemkin.screens.forms import action_of

UNREADABLE = "This could not be read, and nothing was done. Look again and choose once more."


@pytest.mark.parametrize(
    ("fields", "action"),
    [
        pytest.param({"act": ["pick"], "card": ["powder-shed"]}, Pick("powder-shed"), id="a pick"),
        pytest.param(
            {"act": ["build"], "card": ["powder-shed"], "facade": ["science"]},
            Build("powder-shed", Facade.SCIENCE),
            id="a building",
        ),
        pytest.param(
            {"act": ["spy"], "agent": ["3", "3", "8"], "target": ["", "shield", "12"]},
            Spy((Check(3, None), Check(8, 12))),
            id="agents who stay at home are not sent",
        ),
        pytest.param({"act": ["spy"], "agent": ["3"], "target": [""]}, Spy(()), id="nobody sent"),
        pytest.param({"act": ["check-again"], "target": ["12"]}, CheckAgain(12), id="one more look"),
        pytest.param({"act": ["check-again"], "target": ["shield"]}, CheckAgain(None), id="the shield instead"),
        pytest.param({"act": ["check-again"], "target": ["none"]}, CheckAgain(decline=True), id="no more looks"),
        pytest.param({"act": ["ability"], "card": ["late-windmill"]}, PlayAbility("late-windmill"), id="an ability alone"),
        pytest.param(
            {"act": ["ability"], "card": ["wharf"], "source": ["4"], "building": ["9"]},
            PlayAbility("wharf", building=9, source=4),
            id="freight",
        ),
        pytest.param({"act": ["ability"], "card": ["eye"], "look": ["4", "9"]}, PlayAbility("eye", looks=(4, 9)), id="two looks"),
        pytest.param(
            {"act": ["ability"], "card": ["crew"], "interior": ["powder-shed"], "facade": ["culture"]},
            PlayAbility("crew", interior="powder-shed", facade=Facade.CULTURE),
            id="the first building of a crew",
        ),
        pytest.param(
            {"act": ["build-again"], "card": ["powder-shed"], "facade": ["industry"]},
            BuildAgain("powder-shed", Facade.INDUSTRY),
            id="the second building",
        ),
        pytest.param({"act": ["build-again"], "card": ["none"]}, BuildAgain(decline=True), id="no second building"),
        pytest.param({"act": ["discard"], "card": ["powder-shed"]}, Discard("powder-shed"), id="a discard"),
        pytest.param({"act": ["produce"]}, Produce(), id="producing"),
        pytest.param(
            {"act": ["place-agents"], "count-4": ["2"], "count-9": ["0"], "count-11": [""], "count-12": ["1"]},
            PlaceAgents(((4, 2), (12, 1))),
            id="buildings without an agent are left out",
        ),
    ],
)
def test_a_form_is_an_action(fields, action):
    envelope = {"command_id": ["1"], "turn": ["7"], "csrfmiddlewaretoken": ["t"]}

    assert action_of({**envelope, **fields}) == action


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        pytest.param({}, UNREADABLE, id="nothing"),
        pytest.param({"act": ["cheat"]}, UNREADABLE, id="no such action"),
        pytest.param({"act": ["pick", "build"], "card": ["a"]}, UNREADABLE, id="two actions at once"),
        pytest.param({"act": ["pick"]}, "No card is chosen. Choose one.", id="no card"),
        pytest.param({"act": ["pick"], "card": ["a", "b"]}, UNREADABLE, id="two cards"),
        pytest.param({"act": ["pick"], "card": ["../etc"]}, UNREADABLE, id="not a card's id"),
        pytest.param({"act": ["pick"], "card": ["a" * 81]}, UNREADABLE, id="an id without end"),
        pytest.param({"act": ["build"], "card": ["a"]}, "No facade is chosen. Choose one of the five.", id="no facade"),
        pytest.param({"act": ["build"], "card": ["a"], "facade": ["church"]}, UNREADABLE, id="a sixth type"),
        pytest.param({"act": ["spy"], "agent": ["1"], "target": []}, UNREADABLE, id="an agent without a line"),
        pytest.param({"act": ["spy"], "agent": ["1"] * 201, "target": ["2"] * 201}, UNREADABLE, id="an army"),
        pytest.param({"act": ["spy"], "agent": ["one"], "target": ["2"]}, UNREADABLE, id="not a number"),
        pytest.param({"act": ["spy"], "agent": ["1"], "target": ["²"]}, UNREADABLE, id="a digit that is none"),
        pytest.param({"act": ["spy"], "agent": ["1"], "target": ["9" * 40]}, UNREADABLE, id="a number without end"),
        pytest.param({"act": ["check-again"]}, "No building is chosen. Choose one.", id="no target"),
        pytest.param({"act": ["ability"], "card": ["a"], "building": ["-1"]}, UNREADABLE, id="a number below nought"),
        pytest.param({"act": ["ability"], "card": ["a"], "look": ["1"] * 201}, UNREADABLE, id="too many looks"),
        pytest.param({"act": ["place-agents"], "count-x": ["1"]}, UNREADABLE, id="a count for no building"),
        pytest.param({"act": ["place-agents"], "count-4": ["1.5"]}, UNREADABLE, id="half an agent"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(fields, sentence):
    with pytest.raises(Refused) as refused:
        action_of(fields)

    assert (refused.value.sentence, refused.value.code) == (sentence, "malformed")


words = st.text(max_size=8) | st.sampled_from(["pick", "build", "spy", "ability", "place-agents", "7", "shield", "none", "culture"])


@given(
    fields=st.dictionaries(
        st.sampled_from(["act", "card", "facade", "agent", "target", "look", "count-7"]) | words, st.lists(words)
    )
)
def test_whatever_is_sent_is_an_action_or_refused(fields):
    with suppress(Refused):
        assert isinstance(action_of(fields), ACTIONS)
