"""Decisions that the rules leave to a person: a room asks, one person answers once, or the default applies."""

from __future__ import annotations

import pytest

from control.day.decisions import questions as decisions
from control.day.decisions.answers import (
    ClaimDecision,
    DecisionMade,
    MakeDecision,
    ReleaseDecision,
    answer_by_default,
    close_with_option,
)
from control.day.decisions.questions import DecisionClosed, DecisionOpened
from control.day.people.presence import CheckIn
from control.day.records import Decision, Option
from control.day.state import Presence
from control.engine import codec
from control.engine.context import Actor, DecisionContext
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, Phase
from tests.rooms.realm.game.play import (
    CAT_1,
    CAT_2,
    CHECK_IN,
    COURT_CONTROL,
    MORNING,
    ORGANIZER,
    SHARED,
    WAR_CONTROL,
    WOLF_1,
    player,
    running,
)

CAT = HouseId("cat")
BEN = Actor(name="ben", desks=frozenset({Desk.WAR}))


def which(name: str, *options: str, default: str = "", team: HouseId | None = None, month: int = 1) -> Decision:
    """A decision of the War Room between some options."""
    return Decision(
        id=name,
        desk=Desk.WAR,
        month=month,
        question=f"Which of them, {name}?",
        options=tuple(Option(id=option, words=option.upper()) for option in options),
        default=default or options[0],
        since=MORNING,
        blocks="Battle",
        rule="R-57",
        team=team,
    )


def folded(state: GameState, *events: object) -> GameState:
    """The state after these events."""
    for each in events:
        state = SHARED.evolve(state, each)
    return state


def asking(*wanted: Decision) -> GameState:
    """Month 1 with everybody present and these decisions open."""
    return folded(running().state, *(DecisionOpened(decision=each) for each in wanted))


def done(state: GameState, command: object, by: Actor) -> GameState:
    return SHARED.decided(state, command, DecisionContext(by=by, at=MORNING)).state


def refusal(state: GameState, command: object, by: Actor) -> Refused:
    """The refusal of a command."""
    with pytest.raises(Refused) as no:
        SHARED.decided(state, command, DecisionContext(by=by, at=MORNING))
    return no.value


# --- asking -------------------------------------------------------------------------------------------------------------


def test_what_is_wanted_is_opened_and_asked_once():
    wanted = (which("war-1-a", "x", "y"), which("war-1-b", "x", "y"))
    state = running().state

    events = decisions.update_questions(state, wanted, "war-1-")
    state = folded(state, *events)

    assert [each.id for each in decisions.open_decisions(state)] == ["war-1-a", "war-1-b"]
    assert decisions.update_questions(state, (replace(each, since=each.since.replace(hour=12)) for each in wanted), "war-1-") == ()


def test_what_is_wanted_no_more_is_closed_and_nothing_else():
    other = which("war-1-c", "x", "y")
    state = asking(which("war-1-guard-a", "x", "y"), which("war-1-guard-b", "x", "y"), other)

    events = decisions.update_questions(state, [which("war-1-guard-b", "x", "y")], "war-1-guard-")

    assert events == (DecisionClosed(id="war-1-guard-a", why=decisions.changed()),)
    assert [each.id for each in decisions.open_decisions(folded(state, *events))] == ["war-1-guard-b", "war-1-c"]


@pytest.mark.parametrize("changed", [which("war-1-a", "x", "z"), which("war-1-a", "x", "y", default="y")])
def test_other_options_or_another_default_are_asked_anew_under_a_new_id(changed):
    state = asking(which("war-1-a", "x", "y"))

    state = folded(state, *decisions.update_questions(state, [changed], "war-1-"))

    assert [each.id for each in decisions.open_decisions(state)] == ["war-1-a~2"]
    assert refusal(state, MakeDecision(decision="war-1-a", option="x"), WAR_CONTROL).code == "stale"
    state = folded(state, *decisions.update_questions(state, [which("war-1-a", "x", "y", "z")], "war-1-"))
    assert [each.id for each in decisions.open_decisions(state)] == ["war-1-a~3"]


@pytest.mark.rule("R-66", "R-130")
@pytest.mark.parametrize(
    "changed",
    [which("war-1-a", "y", "z"), which("war-1-a", "z", "y", default="z"), which("war-1-a", "x", "y", default="y")],
    ids=["other options", "another order and default", "another default"],
)
def test_an_answer_stands_while_what_was_chosen_is_possible(changed):
    state = done(asking(which("war-1-a", "x", "y")), MakeDecision(decision="war-1-a", option="y"), WAR_CONTROL)

    assert decisions.update_questions(state, [changed], "war-1-") == ()
    assert decisions.update_questions(state, [], "war-1-", moot=[changed]) == ()


XY, Y, XZ, YZ = (which("war-1-a", *options) for options in ("xy", "y", "xz", "yz"))


@pytest.mark.rule("R-66", "R-89", "R-93", "R-130")
@pytest.mark.parametrize(
    ("asked", "given", "stands", "moot"),
    [
        ([XY, XZ, XY], {0: "y"}, "y", ()),  # y was impossible for a moment
        ([XY, XZ, YZ], {0: "y"}, "y", ()),
        ([XY, XZ, XZ, XY], {0: "y"}, "y", ()),
        ([XY, None, XY], {0: "y"}, "y", ()),  # nothing was asked
        ([XY, XZ, None, XY], {0: "y"}, "y", ()),
        ([XY, XZ, XY], {0: "y", 1: "z"}, None, ()),  # another answer was given and is impossible
        ([XY, XZ, YZ], {0: "y", 1: "z"}, "z", ()),
        ([XY, XZ, YZ], {0: "y", 1: "x"}, None, ()),
        ([XY, YZ, XY], {0: "x", 1: "y"}, "y", ()),
        ([XY, XZ, XY, XZ], {0: "y"}, None, ()),
        ([XY, XZ, XY, XZ, XY], {0: "y"}, "y", ()),
        ([XY, Y, XY], {0: "x"}, "x", (1,)),  # only the other one was possible
        ([XY, replace(XY, team=CAT), XY], {0: "y"}, "y", ()),  # another House was asked
        ([XY, replace(XY, team=CAT)], {0: "y"}, None, ()),
    ],
)
def test_an_answer_stands_again_when_it_is_possible_again(asked, given, stands, moot):
    state = running().state
    for number, wanted in enumerate(asked):
        shown = [each for each in [wanted] if each is not None]
        events = decisions.update_questions(state, [] if number in moot else shown, "war-1-", shown if number in moot else [])
        state = folded(state, *events)
        if number in given:
            (question,) = decisions.open_decisions(state)
            state = done(state, MakeDecision(decision=question.id, option=given[number]), WAR_CONTROL)

    assert decisions.answer(state, "war-1-a") == stands
    assert len(decisions.open_decisions(state)) == (stands is None)
    assert SHARED.broken(state) == ()


def test_the_journal_says_whose_answer_stands_again():
    state = done(asking(XY), MakeDecision(decision="war-1-a", option="y"), WAR_CONTROL)
    state = folded(state, *decisions.update_questions(state, [XZ], "war-1-"))

    (_closed, again) = decisions.update_questions(state, [XY], "war-1-")

    assert SHARED.explain(again, state) == "“Which of them, war-1-a?” is answered again as walt had answered it: Y."


@pytest.mark.rule("R-66")
def test_what_the_default_chose_does_not_stand_again():
    state = asking(XY)
    state = folded(state, *answer_by_default(state, "war-1-"))
    for wanted in (XZ, XY):
        state = folded(state, *decisions.update_questions(state, [wanted], "war-1-"))

    assert decisions.answer(state, "war-1-a") is None


def test_what_nobody_would_be_asked_is_neither_opened_nor_kept_open():
    moot = which("war-1-a", "x", "y")

    assert decisions.update_questions(running().state, [], "war-1-", moot=[moot]) == ()
    closed = decisions.update_questions(asking(moot), [], "war-1-", moot=[moot])
    assert closed == (DecisionClosed(id="war-1-a", why=decisions.changed()),)


@pytest.mark.parametrize(
    "changed", [replace(which("war-1-a", "x", "y"), place="zen"), which("war-1-a", "x", "y", team=CAT)], ids=["place", "team"]
)
def test_an_answer_about_something_else_is_no_answer(changed):
    state = done(asking(which("war-1-a", "x", "y")), MakeDecision(decision="war-1-a", option="y"), WAR_CONTROL)

    state = folded(state, *decisions.update_questions(state, [changed], "war-1-"))

    assert [each.id for each in decisions.open_decisions(state)] == ["war-1-a~2"]


def test_what_the_default_chose_is_asked_again_when_the_choice_is_another():
    state = folded(asking(which("war-1-a", "x", "y")), *answer_by_default(asking(which("war-1-a", "x", "y")), "war-1-"))

    assert decisions.update_questions(state, [which("war-1-a", "x", "y")], "war-1-") == ()
    state = folded(state, *decisions.update_questions(state, [which("war-1-a", "x", "y", "z")], "war-1-"))
    assert [each.id for each in decisions.open_decisions(state)] == ["war-1-a~2"]


def test_what_is_asked_anew_waits_for_another_answer():
    state = done(asking(which("war-1-a", "x", "y")), MakeDecision(decision="war-1-a", option="y"), WAR_CONTROL)

    state = folded(state, *decisions.ask_again(state, which("war-1-a", "x", "y")))

    assert decisions.answer(state, "war-1-a") is None
    assert [each.id for each in decisions.open_decisions(state)] == ["war-1-a~2"]


@pytest.mark.parametrize(
    ("answered", "carried_out", "expected"),
    [
        (None, "y", [DecisionMade(id="war-1-a", option="y", by="", by_default=True)]),
        (None, "z", [DecisionClosed(id="war-1-a", why=decisions.changed())]),
        ("y", "y", []),
        ("y", "x", [DecisionClosed(id="war-1-a", why=decisions.changed())]),
    ],
    ids=["by default", "what nobody could answer", "as answered", "other than answered"],
)
def test_a_question_is_settled_as_it_is_carried_out(answered, carried_out, expected):
    state = asking(which("war-1-a", "x", "y"))
    if answered:
        state = done(state, MakeDecision(decision="war-1-a", option=answered), WAR_CONTROL)

    assert [*close_with_option(state.decisions[0], carried_out)] == expected


def test_an_answer_outlives_other_words_and_not_other_options():
    state = done(asking(which("war-1-a", "x", "y")), MakeDecision(decision="war-1-a", option="y"), WAR_CONTROL)
    reworded = replace(which("war-1-a", "x", "y"), question="Which of the two?")

    assert decisions.update_questions(state, [reworded], "war-1-") == ()

    state = folded(state, *decisions.update_questions(state, [which("war-1-a", "x")], "war-1-"))
    assert decisions.answer(state, "war-1-a") is None
    assert [each.id for each in decisions.open_decisions(state)] == ["war-1-a~2"]


def test_an_open_question_with_other_words_is_asked_in_the_new_words():
    state = asking(which("war-1-a", "x", "y"))
    reworded = replace(which("war-1-a", "x", "y"), question="Which of the two?")

    state = folded(state, *decisions.update_questions(state, [reworded], "war-1-"))

    assert [each.question for each in decisions.open_decisions(state)] == ["Which of the two?"]


def test_asking_again_after_a_close_never_uses_an_id_twice():
    state = asking(which("war-1-a", "x", "y"))
    state = folded(state, *decisions.update_questions(state, [], "war-1-"))

    state = folded(state, *decisions.update_questions(state, [which("war-1-a", "x", "y")], "war-1-"))

    assert [each.id for each in state.decisions] == ["war-1-a", "war-1-a~2"]
    assert SHARED.broken(state) == ()


def test_the_default_applies_to_what_nobody_answered():
    state = asking(which("war-1-a", "x", "y"), which("war-1-b", "x", "y", default="y"), which("war-2-a", "x", "y"))
    state = done(state, MakeDecision(decision="war-1-a", option="y"), WAR_CONTROL)

    events = answer_by_default(state, "war-1-")
    state = folded(state, *events)

    assert events == (DecisionMade(id="war-1-b", option="y", by="", by_default=True),)
    assert decisions.chosen_options(state, "war-1-") == {"war-1-a": "y", "war-1-b": "y"}
    assert answer_by_default(state, "war-1-") == ()
    assert [each.id for each in decisions.open_decisions(state)] == ["war-2-a"]


def test_an_answer_is_found_under_the_id_that_the_room_asked_with():
    state = asking(which("war-1-a", "x", "y"))
    state = folded(state, *decisions.update_questions(state, [which("war-1-a", "y", "z")], "war-1-"))
    state = done(state, MakeDecision(decision="war-1-a~2", option="z"), WAR_CONTROL)

    assert decisions.answer(state, "war-1-a") == "z"
    assert decisions.answer(state, "war-1-a~2") == "z"
    assert decisions.answer(state, "war-1-") is None
    assert decisions.chosen_options(state, "war-1-a") == {"war-1-a": "z"}


# --- answering ----------------------------------------------------------------------------------------------------------


def test_a_decision_is_made_once():
    state = done(
        asking(which("war-1-a", "x", "y")), MakeDecision(decision="war-1-a", option="y", reason="  the  weaker "), WAR_CONTROL
    )

    no = refusal(state, MakeDecision(decision="war-1-a", option="x"), BEN)

    assert isinstance(no, Stale)
    assert no.sentence == "It is decided already, by walt: Y."
    assert state.decisions[0].decided_by == "walt"


def test_only_its_desk_and_the_organizer_decide():
    state = asking(which("war-1-a", "x", "y"))

    no = refusal(state, MakeDecision(decision="war-1-a", option="x"), COURT_CONTROL)

    assert no.sentence == "This decision belongs to War Control."
    assert decisions.answer(done(state, MakeDecision(decision="war-1-a", option="x"), ORGANIZER), "war-1-a") == "x"


def test_only_what_is_on_the_list_can_be_chosen():
    state = asking(which("war-1-a", "x", "y"))

    assert refusal(state, MakeDecision(decision="war-1-a", option="z"), WAR_CONTROL).code == "unknown"
    assert isinstance(refusal(state, MakeDecision(decision="war-1-zzz", option="x"), WAR_CONTROL), Stale)


def test_who_is_at_it_alone_decides_until_somebody_takes_it_over():
    state = done(asking(which("war-1-a", "x", "y")), ClaimDecision(decision="war-1-a"), WAR_CONTROL)

    assert "walt is at this decision" in refusal(state, MakeDecision(decision="war-1-a", option="x"), BEN).sentence
    assert isinstance(refusal(state, ClaimDecision(decision="war-1-a"), BEN), Stale)
    assert refusal(state, ReleaseDecision(decision="war-1-a"), BEN).code == "claimed"

    state = done(state, ClaimDecision(decision="war-1-a", before="walt"), BEN)
    assert state.decisions[0].claimed_by == "ben"
    state = done(state, MakeDecision(decision="war-1-a", option="x"), BEN)
    assert decisions.answer(state, "war-1-a") == "x"


def test_who_was_at_it_may_give_it_back():
    state = done(asking(which("war-1-a", "x", "y")), ClaimDecision(decision="war-1-a"), WAR_CONTROL)

    state = done(state, ReleaseDecision(decision="war-1-a"), WAR_CONTROL)

    assert state.decisions[0].claimed_by == ""
    assert isinstance(refusal(state, ReleaseDecision(decision="war-1-a"), WAR_CONTROL), Stale)


# --- a House's own decision ---------------------------------------------------------------------------------------------


@pytest.mark.rule("R-66")
def test_a_decision_put_to_a_house_is_answered_by_its_highest_rank_here():
    state = asking(which("war-1-famine-cat", "x", "y", team=CAT))

    no = refusal(state, MakeDecision(decision="war-1-famine-cat", option="x", seat=CAT_2), player(CAT_2))
    assert no.sentence == f"{state.seats[CAT_1].name} answers for your House."
    assert refusal(state, MakeDecision(decision="war-1-famine-cat", option="x", seat=WOLF_1), player(WOLF_1)).code == "not-yours"

    state = done(state, MakeDecision(decision="war-1-famine-cat", option="y", seat=CAT_1), player(CAT_1))
    assert decisions.answer(state, "war-1-famine-cat") == "y"
    assert state.decisions[0].decided_by == state.seats[CAT_1].name


def test_the_next_rank_answers_while_the_first_is_away():
    day = running()
    day.state = folded(day.state, DecisionOpened(decision=which("war-1-famine-cat", "x", "y", team=CAT)))
    day.do(CheckIn(seat=CAT_1, before=Presence.PRESENT, presence=Presence.ABSENT), by=CHECK_IN)

    day.do(MakeDecision(decision="war-1-famine-cat", option="x", seat=CAT_2), by=player(CAT_2))

    assert decisions.answer(day.state, "war-1-famine-cat") == "x"


def test_a_house_answers_though_somebody_at_the_desk_is_at_it():
    state = done(asking(which("war-1-a", "x", "y", team=CAT)), ClaimDecision(decision="war-1-a"), WAR_CONTROL)

    state = done(state, MakeDecision(decision="war-1-a", option="y", seat=CAT_1), player(CAT_1))

    assert decisions.answer(state, "war-1-a") == "y"


def test_a_player_decides_nothing_that_is_left_to_the_desk():
    state = asking(which("war-1-a", "x", "y"))

    assert refusal(state, MakeDecision(decision="war-1-a", option="x", seat=CAT_1), player(CAT_1)).code == "not-yours"
    assert refusal(state, MakeDecision(decision="war-1-a", option="x"), player(CAT_1)).code == "not-yours"


# --- who may read it, and how long it stays -----------------------------------------------------------------------------


@pytest.mark.rule("R-17")
def test_what_is_left_to_a_desk_is_read_at_that_desk():
    opened = DecisionOpened(decision=which("war-1-a", "x", "y"))
    state = asking(which("war-1-a", "x", "y"))
    made = DecisionMade(id="war-1-a", option="x", by="walt", by_default=False)

    for happened in (opened, made):
        readers = SHARED.events[type(happened)].readers
        assert readers is not None
        assert readers(happened, state) == {Desk.WAR}


def test_only_the_house_that_is_asked_is_told_besides_the_staff():
    state = asking(which("war-1-a", "x", "y", team=CAT))
    happened = DecisionMade(id="war-1-a", option="x", by="walt", by_default=False)

    assert {invalidation.to for invalidation in SHARED.invalidations(happened, state)} == {"staff", "team:cat"}


def test_a_month_that_begins_keeps_its_own_decisions_and_those_still_open():
    day = running()
    day.state = folded(day.state, *(DecisionOpened(decision=which(name, "x", "y")) for name in ("war-1-a", "war-1-b", "war-1-c")))
    day.do(MakeDecision(decision="war-1-a", option="x"), by=WAR_CONTROL)
    day.state = folded(day.state, DecisionClosed(id="war-1-c", why=decisions.changed()))

    day.until(1, Phase.RETURN)
    assert len(day.state.decisions) == 3
    day.until(2, Phase.CEREMONY)

    assert [each.id for each in day.state.decisions if each.id.startswith("war-")] == ["war-1-b"]


def test_a_state_with_decisions_survives_being_stored():
    state = done(asking(which("war-1-a", "x", "y", team=CAT)), ClaimDecision(decision="war-1-a"), WAR_CONTROL)

    assert codec.decode_state(SHARED, state.scenario, codec.encode_state(state)) == state


def test_an_answer_that_nobody_may_give_is_named_as_broken():
    state = folded(asking(which("war-1-a", "x", "y")), DecisionMade(id="war-1-a", option="q", by="", by_default=False))

    assert decisions.broken_decisions(state) == (
        "The decision “Which of them, war-1-a?” stands on an answer that nobody may give.",
    )
    twice = folded(state, DecisionOpened(decision=which("war-1-a", "x", "y")))
    assert "Two decisions bear one id." in decisions.broken_decisions(twice)
