"""Events (SC-EVT), emergencies (SC-EMG) and their effects (SC-EMX)."""

from __future__ import annotations

import pytest

from control.engine.records import replace
from rooms.tables.statecraft.game.actions import (
    Announce,
    Campaign,
    ChooseOption,
    Contribute,
    Denounce,
    DrawOrNot,
    EndTurn,
    Lose,
    PlayAction,
    Recruit,
)
from rooms.tables.statecraft.game.content import Circle, Effect, EffectKind, Ideology
from rooms.tables.statecraft.game.engine import rules_of
from rooms.tables.statecraft.game.state import CarryOut, Phase, Purple, Resolved
from rooms.tables.statecraft.rules.emergencies import ContributionsShown
from rooms.tables.statecraft.rules.events import ChoicesShown, is_possible
from rooms.tables.statecraft.rules.ideology_trackers import IdeologyMoved
from rooms.tables.statecraft.rules.main_deck import HandLost
from rooms.tables.statecraft.rules.policy_losses import PolicyLeft
from rooms.tables.statecraft.rules.turns import work_agenda
from tests.rooms.tables.statecraft.play import (
    BLUE,
    CONTENT,
    KEPT,
    RED,
    RULES,
    SECURITY,
    SOCIETY,
    YELLOW,
    A,
    B,
    C,
    after,
    allowed,
    done,
    facts_of,
    hands,
    kinds_of,
    on,
    refusal,
    said,
    side,
    table,
)


def drawn(*sides, deck, **more):
    """A has drawn the top of the deck in the refill."""
    return after(table(*sides, deck=deck, **more), (A, EndTurn()))


@pytest.mark.rule("SC-EVT-03", "SC-EVT-10", "SC-EVT-11", "SC-EVT-14", "SC-HID-05", "SC-R-32")
def test_all_choose_in_secret_and_then_it_is_done_in_turn_order():
    state = drawn(side("eco1 eco2"), side("sec1 sec2"), side("eco3 eco4"), deck="e01")
    assert RULES.waits_for(state) == (A, B, C)
    state = after(state, (C, ChooseOption(0)), (B, ChooseOption(1)))

    assert RULES.waits_for(state) == (A,)
    assert RULES.view(state, A).own.answer is None
    assert RULES.view(state, B).own.answer == 1
    assert [each.answered for each in RULES.view(state, None).sides] == [False, True, True]
    assert refusal(state, B, ChooseOption(0)) == "SC-R-32"
    shown = done(state, A, ChooseOption(1))
    assert facts_of(shown, ChoicesShown) == [ChoicesShown(((A, 1), (B, 1), (C, 0)))]
    assert [each.budget for each in shown.state.sides] == [-2, -2, 0]
    assert (shown.state.phase, RULES.waits_for(shown.state)) == (Phase.LOSS_CHOICE, (C,))
    assert "e01" in after(shown.state, (C, Lose(("eco3",)))).discard


@pytest.mark.rule("SC-HID-05", "SC-HID-03", "SC-HID-04")
def test_what_was_chosen_is_told_to_who_chose_it_alone():
    begun = drawn(side("eco1 eco2"), side("sec1 sec2"), deck="e01")
    played = done(begun, B, ChooseOption(1))

    assert said(begun, played, B) == ["You choose “e01 B”."]
    assert said(begun, played, A) == said(begun, played) == ["Boris has chosen."]
    asked = drawn(side("eco1 eco2"), side("sec1"), deck="m3")
    given = done(asked, B, Contribute("sec1"))
    assert said(asked, given, B) == ["You put in “Policy sec1”."]
    assert said(asked, given, A) == ["Boris has chosen."]


@pytest.mark.rule("SC-EVT-09", "SC-EVT-15", "SC-EVT-16", "SC-R-32", "SC-R-36", "SC-CNT-28", "SC-CNT-60")
@pytest.mark.parametrize(
    ("effect", "possible"),
    [
        (Effect(kind=EffectKind.DISCARD_HAND, amount=2), True),
        (Effect(kind=EffectKind.DISCARD_HAND, amount=3), False),
        (Effect(kind=EffectKind.DRAW, amount=2), True),
        (Effect(kind=EffectKind.LOSE_POLICIES, amount=2), True),
        (Effect(kind=EffectKind.LOSE_POLICIES, amount=3), False),
        (Effect(kind=EffectKind.LOSE_POLICIES, colour=BLUE), False),  # eco3 is blue, but its red option is in use
        (Effect(kind=EffectKind.LOSE_POLICIES, colour=RED), True),
        (Effect(kind=EffectKind.LOSE_POLICIES, colour=YELLOW), True),  # denounced
        (Effect(kind=EffectKind.LOSE_POLICIES, specialism=SECURITY), True),
        (Effect(kind=EffectKind.LOSE_POLICIES, specialism=SOCIETY), False),
        (Effect(kind=EffectKind.RETURN_SUPPORTERS), True),
        (Effect(kind=EffectKind.RETURN_SUPPORTERS, amount=2), False),
        (Effect(kind=EffectKind.LOSE_POLITICIANS, circle=Circle.INNER), True),
        (Effect(kind=EffectKind.LOSE_POLITICIANS, circle=Circle.OUTER), False),
        (Effect(kind=EffectKind.LOSE_POLITICIANS, amount=2), False),
        (Effect(kind=EffectKind.MOVE_IDEOLOGY, amount=-2, ideology=Ideology.SOCIALISM), True),  # one step is enough
        (Effect(kind=EffectKind.MOVE_IDEOLOGY, amount=-1, ideology=Ideology.ANARCHISM), False),
        (Effect(kind=EffectKind.MOVE_IDEOLOGY, amount=2, ideology=Ideology.CAPITALISM), False),
        (Effect(kind=EffectKind.MOVE_IDEOLOGY, amount=-1), True),
        (Effect(kind=EffectKind.MOVE_BUDGET, amount=-2), True),
        (Effect(kind=EffectKind.MOVE_BUDGET, amount=-3), False),
        (Effect(kind=EffectKind.FREEPLAY), True),
    ],
)
def test_possible_is_what_can_be_done_in_full(effect, possible):
    attached = (on("q27", "eco3", 1), on("q27", "sec3", 1, down=True))
    begun = table(side("eco1 eco2", "q27", *attached, trackers=(0, 0, 7, 1), budget=-3, supporters="any1"))

    assert is_possible(RULES.book, begun, A, (effect,)) is possible


@pytest.mark.rule("SC-EVT-18", "SC-R-32")
def test_a_freeplay_needs_a_policy_with_a_place():
    assert not is_possible(RULES.book, table(side("budget-up--1", "q01")), A, (Effect(kind=EffectKind.FREEPLAY),))
    full = [on(None, card, down=True) for card in ("eco1", "eco2", "eco3")]
    assert not is_possible(RULES.book, table(side("sec1", "q01", *full)), A, (Effect(kind=EffectKind.FREEPLAY),))


@pytest.mark.rule("SC-EVT-04", "SC-EVT-05", "SC-EVT-12", "SC-R-33")
def test_the_incumbent_alone_does_more_as_far_as_possible():
    """Event e17 A: draw 2, and the incumbent discards 2 besides. B: the additional −2 stops at the ideology's end."""
    state = drawn(side("eco1 eco2"), side("sec1 sec2", supporters="any1"), deck="e17", floating="any2")
    state = after(state, (A, ChooseOption(1)))
    played = done(state, B, ChooseOption(1))
    state = after(played.state, (A, Lose(("socialism",))))

    state = after(state, (B, Lose(("anarchism",))))
    assert [each.trackers for each in state.sides] == [(0, 0, 0, 1), (0, 0, 0, 0)]


@pytest.mark.rule("SC-EVT-13", "SC-R-33", "SC-INC-13", "SC-EVT-12")
def test_the_incumbent_is_fixed_when_the_event_is_revealed_and_the_card_moves_behind_it():
    """Event e02 B: the incumbent B returns 1 and 2 more. Only then A leads."""
    begun = drawn(side("eco1 eco2", supporters="any1"), side("sec1", supporters="any2 any3 any4"), deck="e02", floating="any5")
    state = after(begun, (A, ChooseOption(0)), (B, ChooseOption(1)), (B, Lose(("any2",))))

    assert (state.incumbent, state.sides[B].supporters) == (A, ())


@pytest.mark.rule("SC-EVT-06", "SC-R-34")
def test_an_event_for_the_incumbent_alone():
    nobody = done(table(side("eco1 eco2"), deck="e23"), A, EndTurn())
    assert (nobody.state.phase, nobody.state.active, nobody.state.discard) == (Phase.TURN, B, ("e23",))

    state = drawn(side("eco1 eco2"), side(supporters="any1"), deck="e23", floating="any2")
    assert RULES.waits_for(state) == (B,)
    assert after(state, (B, ChooseOption(0))).sides[B].budget == -3


@pytest.mark.rule("SC-EVT-11", "SC-R-32", "SC-R-33")
@pytest.mark.parametrize(("supporters", "left"), [("any1 any2", ""), ("", "")])
def test_an_option_that_became_impossible_gives_way_to_the_other_or_to_nothing(supporters, left):
    """Only another player's change of the hand can cause this: 2 cards are due, and 1 is left. A is the incumbent of event e02."""
    begun = table(side("eco1", supporters=supporters), floating="any3", incumbent=A)
    unused = tuple([card for card in begun.unused if card != "e02"])
    begun = replace(begun, unused=unused, resolving=(Purple("e02", A, A),), agenda=(CarryOut(A, 0), Resolved()))
    course = RULES.courses(RULES.book, begun, KEPT)

    work_agenda(course)

    state = course.state
    if state.agenda:
        state = after(state, (A, Lose(("any1",))))
    assert hands(state)[A] == "eco1"
    assert " ".join(state.sides[A].supporters) == left
    assert RULES.broken(state) == ()


@pytest.mark.rule("SC-EVT-17", "SC-EVT-18", "SC-R-37", "SC-HID-01")
def test_a_freeplay_costs_nothing_and_a_card_may_be_drawn():
    state = drawn(side("eco1 eco2", "q01"), side("sec1"), deck="e15 eco5")
    state = after(state, (A, ChooseOption(0)), (B, ChooseOption(1)))
    assert (state.phase, RULES.waits_for(state)) == (Phase.FREEPLAY, (A,))
    assert refusal(state, A, Announce("eco1", 0, "q02")) == "SC-POL-02"
    assert refusal(state, A, EndTurn()) == "SC-EVT-17"

    played = after(state, (A, Announce("eco1", 0, "q01")))
    assert played.phase is Phase.MAY_DRAW
    assert hands(after(played, (A, DrawOrNot(draw=True))))[A].split()[:2] == ["eco2", "eco5"]
    assert hands(after(state, (A, Denounce("eco1", 0)), (A, DrawOrNot(draw=False))))[A].split()[0] == "eco2"


@pytest.mark.rule("SC-EVT-19", "SC-R-37", "SC-R-29")
def test_an_event_drawn_in_an_event_is_set_aside_replaced_and_resolved_right_after():
    state = drawn(side("eco1 eco2"), side("sec1 sec2"), deck="e17 e19 eco5 m6 eco6")
    state = after(state, (B, ChooseOption(1)))
    played = done(state, A, ChooseOption(0))

    assert hands(played.state)[A] == "eco1 eco2 eco5 eco6"
    assert [each.card for each in played.state.resolving] == ["e17", "e19", "m6"]
    state = after(played.state, (B, Lose(("socialism",))))
    assert [each.card for each in state.resolving] == ["e19", "m6"]
    assert (state.phase, state.discard) == (Phase.EVENT_CHOICE, ("e17",))
    assert after(state, (A, ChooseOption(1)), (B, ChooseOption(1))).discard == ("e17", "e19", "m6")


@pytest.mark.rule("SC-EVT-19", "SC-R-37")
def test_what_is_set_aside_during_a_set_aside_event_comes_right_after_that_one():
    state = drawn(side("eco1 eco2"), side("sec1 sec2"), deck="e17 e15 e19 eco5 eco6 m6 eco7")
    state = after(state, (A, ChooseOption(0)), (B, ChooseOption(1)), (B, Lose(("socialism",))))
    assert [each.card for each in state.resolving] == ["e15", "e19"]

    state = after(state, (A, ChooseOption(1)), (B, ChooseOption(1)))
    assert state.discard == ("e17", "e15", "m6")
    assert [each.card for each in state.resolving] == ["e19"]


@pytest.mark.rule("SC-EVT-19", "SC-EVT-13")
def test_an_event_drawn_by_an_action_card_is_resolved_at_once_and_replaced():
    begun = table(side("draw-three--1", supporters=""), deck="eco1 e19 eco2 eco3", floating="any1")
    state = after(begun, (A, PlayAction("draw-three--1")))
    assert (state.phase, hands(state)[A]) == (Phase.EVENT_CHOICE, "eco1")

    state = after(state, (A, ChooseOption(1)), (B, ChooseOption(1)))
    assert (hands(state)[A], state.phase, state.active) == ("eco1 eco2 eco3", Phase.TURN, A)
    assert state.seen == ()


@pytest.mark.rule("SC-EVT-16", "SC-EVT-15", "SC-R-36")
def test_the_colour_of_a_denounced_policy_is_that_of_its_option():
    """Event e05 A: a red policy. eco1 is denounced with its red option, eco2 announced with its blue one."""
    state = drawn(side("eco3 eco4", "q01", on("q01", "eco1", 1, down=True), on("q01", "eco2")), side("sec1"), deck="e05")
    played = done(after(state, (B, ChooseOption(1))), A, ChooseOption(0))

    assert [fact.card for fact in facts_of(played, PolicyLeft)] == ["eco1"]


# --- emergencies -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SC-EMX-01", "SC-EMG-03", "SC-R-35", "SC-EMG-10", "SC-EMG-02")
def test_everybody_gets_a_new_hand_in_turn_order():
    begun = table(side("eco1"), side("sec1 sec2"), side(), deck="m1 eco2 eco3 eco4 eco5 eco6 eco7", discard="sec3", active=B)
    played = done(begun, B, EndTurn())

    assert [fact.player for fact in facts_of(played, HandLost)] == [B, A]
    assert hands(played.state)[A] == "eco6 eco7"
    assert hands(played.state)[B].split()[:2] == ["eco2", "eco3"]
    assert hands(played.state)[C] == "eco4 eco5"
    assert played.state.discard[-1] == "m1"


@pytest.mark.rule("SC-EMX-02", "SC-EMG-09", "SC-EMG-03")
def test_the_busiest_politician_falls():
    state = drawn(
        side("eco8 eco9", "q01 q02 q03", on("q01", "eco1"), on("q02", "eco2", down=True), on("q01", "eco3"), on("q02", "eco4")),
        side("sec1", "q07"),
        side("sec2"),
        deck="m2",
    )
    assert RULES.waits_for(state) == (A,)  # q01 and q02 have 2 each
    assert {who for who in ("q01", "q02", "q03") if allowed(state, A, Lose((who,)))} == {"q01", "q02"}

    state = after(state, (A, Lose(("q01",))))
    assert state.sides[A].cabinet == ("q03", "q02", None, None)
    assert state.sides[B].cabinet[0] is None
    assert {"eco1", "eco3", "m2"} <= set(state.discard)


@pytest.mark.rule("SC-EMX-03", "SC-EMG-04", "SC-EMG-05", "SC-EMG-06", "SC-EMG-07", "SC-EMG-08", "SC-R-35", "SC-EMG-09")
@pytest.mark.parametrize(("second", "averted"), [("eco2", True), ("budget-up--1", False), (None, False)])
def test_enough_policies_avert_the_worst(second, averted):
    """Three players need 2 policies. An action card does not count, and C has no card to give."""
    state = drawn(
        side("eco1 eco3", supporters="any1"), side("eco2 budget-up--1", supporters="any2"), side(), deck="m3", floating="any3"
    )
    assert RULES.waits_for(state) == (A, B)
    state = after(state, (A, Contribute("eco1")))
    assert RULES.view(state, B).own.answer is None
    assert hands(state)[A] == "eco1 eco3"
    assert refusal(state, A, Contribute("eco3")) == "SC-R-32"
    assert refusal(state, B, Contribute("eco1")) == "SC-EMG-05"

    played = done(state, B, Contribute(second))
    assert facts_of(played, ContributionsShown) == [ContributionsShown(((A, "eco1"), (B, second or "")))]
    assert "eco1" in played.state.discard
    assert [each.supporters for each in played.state.sides[:2]] == ([("any1",), ("any2",)] if averted else [(), ()])


@pytest.mark.rule("SC-EMX-04", "SC-EMG-08", "SC-EMG-05")
def test_who_gave_nothing_discards_a_policy():
    held = [on("q01", "eco1"), on("q02", "eco2"), on("q03", "eco3")]
    state = drawn(
        side("eco5 eco6", "q01", held[0]), side("sec1", "q02", held[1]), side("", "q03", held[2]), side("sec2"), deck="m4"
    )
    state = after(state, (A, Contribute("eco5")), (B, Contribute()), (3, Contribute()))

    assert [len(each.policies) for each in state.sides] == [1, 0, 0, 0]


@pytest.mark.rule("SC-EMG-08", "SC-R-35")
def test_when_nobody_has_a_card_nobody_is_asked():
    played = done(table(side("", supporters="any1"), deck="m3", floating="any2"), A, EndTurn())

    assert played.state.phase is Phase.TURN
    assert played.state.sides[A].supporters == ()


@pytest.mark.rule("SC-EMX-05", "SC-R-53")
@pytest.mark.parametrize("scenario", [1, 8])
def test_new_faces_are_one_exchange(scenario):
    begun = table(side("eco1 eco2"), deck="m5", floating="any1 any2", scenario=scenario)
    played = done(begun, A, EndTurn())

    assert played.state.floating == begun.box[:2]
    assert set(played.state.box) == {*begun.box[2:], "any1", "any2"}
    assert played.state.phase is Phase.TURN


@pytest.mark.rule("SC-EMX-06", "SC-R-35", "SC-EMG-04")
def test_the_highest_ideology_goes_down_by_two():
    state = drawn(
        side("eco1 eco2", trackers=(5, 1, 5, 0)), side(trackers=(0, 1, 0, 0)), side(), side(trackers=(0, 0, 0, 7)), deck="m6"
    )
    assert RULES.waits_for(state) == (A,)
    assert RULES.view(state, None).loss.candidates == ("authoritarianism", "capitalism")
    played = done(state, A, Lose(("capitalism",)))

    assert [each.trackers for each in played.state.sides] == [(5, 1, 3, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 5)]
    assert facts_of(played, IdeologyMoved)[1] == IdeologyMoved(B, 1, -1, -2)


@pytest.mark.rule("SC-EMG-01", "SC-COM-13")
def test_emergencies_look_like_events():
    assert {RULES.view(table(side(), deck=card), A).purple_on_top for card in ("m1", "e01")} == {True}


@pytest.mark.rule("SC-EVT-01", "SC-EVT-13")
def test_what_is_resolved_is_open_with_its_incumbent():
    state = drawn(side("eco1 eco2"), side(supporters="any1"), deck="e01", floating="any2")

    (seen,) = RULES.view(state, None).resolving
    assert (seen.card.event.id, seen.player, seen.incumbent) == ("e01", A, B)
    assert kinds_of(done(table(side("eco1 eco2"), deck="e01"), A, EndTurn()))[:2] == ["TurnEnded", "TurnedUp"]


@pytest.mark.rule("SC-CNT-59", "SC-CNT-61")
def test_smaller_decks_of_the_same_vocabulary_are_played_too():
    small = rules_of(replace(CONTENT, events=CONTENT.events[:3], emergencies=(), policies=CONTENT.policies[:20]))

    assert len(small.book.purple) == 3


@pytest.mark.rule("SC-EVT-03")
def test_nothing_else_is_done_while_an_event_is_chosen():
    state = drawn(side("eco1 eco2"), deck="e01", floating="any1")

    for move in (Campaign("any1"), EndTurn(), Recruit("eco1")):
        assert refusal(state, A, move) == "SC-EVT-03"
