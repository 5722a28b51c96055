"""Card abilities (PE-ABL, PE-ABI)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.engine.refusal import Refused
from rooms.tables.game.rules import told as told_by
from rooms.tables.potemkin.game.actions import Build, BuildAgain, Check, Discard, PlayAbility, Produce, Spy
from rooms.tables.potemkin.game.content import ABILITY_KINDS, FACADES, Kind
from rooms.tables.potemkin.game.state import Meeple, Phase, PotemkinState
from rooms.tables.potemkin.rules.abilities import CardPlayed
from rooms.tables.potemkin.rules.action_abilities import CrewDismissed, Inspected
from rooms.tables.potemkin.rules.building import AgentPlaced
from rooms.tables.potemkin.rules.capitol_shield_scientist import Took
from rooms.tables.potemkin.rules.deck import Drew, Reshuffled
from rooms.tables.potemkin.rules.free_abilities import CardDiscarded
from rooms.tables.potemkin.rules.production import Produced
from tests.rooms.tables.potemkin.play import (
    CARDS,
    CULTURE,
    ESPIONAGE,
    GOVERNMENT,
    INDUSTRY,
    KEPT,
    NAMES,
    RULES,
    SCIENCE,
    A,
    B,
    C,
    Seeded,
    after,
    agents,
    allowed,
    cubes,
    done,
    facts_of,
    house,
    kinds_of,
    played_on,
    refusal,
    side,
    table,
    village,
)

PLAYS = {  # one way to play each ability, on `rich`
    "second-crew": PlayAbility("second-crew-1", interior="fake-1", facade=SCIENCE),
    "night-shift": PlayAbility("night-shift-1"),
    "recruiting-officer": PlayAbility("recruiting-officer-1", building=1),
    "friendly-inspector": PlayAbility("friendly-inspector-1", looks=(3,)),
    "misdirected-freight": PlayAbility("misdirected-freight-1", source=4, building=2),
    "fresh-timber": PlayAbility("fresh-timber-1"),
    "false-papers": PlayAbility("false-papers-1", building=1),
    "palace-guard": PlayAbility("palace-guard-1"),
    "extra-crate": PlayAbility("extra-crate-1", building=2),
    "place-in-the-carriage": PlayAbility("place-in-the-carriage-1"),
}
EVERY = pytest.mark.parametrize("ability", PLAYS)
HAND = " ".join(f"{ability}-1" for ability in PLAYS)


def rich(*, producing: bool = False, hand: str = f"fake-1 {HAND}", **more: object) -> PotemkinState:
    """A table where every ability can be played: A has 1 (Culture) and 2 (Industry), B has 3 and 4 (Industry with cubes)."""
    own = side(house(CULTURE, "fake-2"), house(INDUSTRY, "fake-3"), hand=hand, spent=1, producing=producing)
    other = side(house(CULTURE, "culture-1"), house(INDUSTRY, "fake-4", cubes=2))
    return table(own, other, side(), side(), **{"capitol": B, **more})


def finish(state: PotemkinState) -> PotemkinState:
    """Answer the further question of an ability."""
    if state.phase is Phase.BUILD_AGAIN:
        return done(state, A, BuildAgain(decline=True)).state
    return done(state, A, Discard(state.sides[A].hand[0])).state if state.phase is Phase.DISCARD else state


@pytest.mark.rule("PE-ABL-01", "PE-ABL-06", "PE-ABL-07", "PE-HID-01")
@EVERY
def test_a_card_is_played_from_the_hand_shown_to_all_and_discarded_after_it(ability):
    state = rich()
    card = f"{ability}-1"

    played = done(state, A, PLAYS[ability])

    assert played.facts[0] == CardPlayed(A, card)
    for viewer in (A, B, None):
        assert RULES.book.cards[card].title in told_by(RULES, played.facts[0], state, viewer, NAMES)
    if played.state.phase is not Phase.TURN:
        assert RULES.view(played.state, None).playing == card
        assert card not in played.state.discard
    end = finish(played.state)
    assert end.discard[-1] == card
    assert card not in end.sides[A].hand


@pytest.mark.rule("PE-ABL-01", "PE-ABL-08")
@EVERY
def test_a_card_that_is_not_in_the_hand_cannot_be_played(ability):
    behind = table(side(house(CULTURE, f"{ability}-1"), house(INDUSTRY, "fake-3"), hand="fake-1", spent=1), side(hand="fake-5"))

    assert refusal(rich(hand="fake-1"), A, PLAYS[ability]) == "PE-ABL-01"
    assert refusal(behind, A, PLAYS[ability]) == "PE-ABL-01"


@pytest.mark.rule("PE-ABL-01")
def test_a_card_without_an_ability_cannot_be_played():
    assert refusal(rich(), A, PlayAbility("fake-1")) == "PE-ABL-01"


@pytest.mark.rule("PE-ABL-02")
@EVERY
def test_abilities_are_for_the_own_turn(ability):
    own = rich()

    assert refusal(table(*own.sides, turn=B, capitol=B), A, PLAYS[ability]) == "PE-ACT-02"


@pytest.mark.rule("PE-ABL-03", "PE-ABL-04", "PE-ACT-04")
@EVERY
def test_an_action_ends_the_turn_and_a_free_action_does_not(ability):
    end = finish(done(rich(), A, PLAYS[ability]).state)

    assert (end.phase, end.turn) == (Phase.TURN, B if ABILITY_KINDS[ability][0] is Kind.ACTION else A)


@pytest.mark.rule("PE-ABL-05", "PE-ACT-14")
def test_all_free_actions_may_be_used_in_one_turn():
    state = rich()
    for ability, (kind, _) in ABILITY_KINDS.items():
        if kind is Kind.FREE:
            state = finish(done(state, A, PLAYS[ability]).state)

    assert (state.turn, state.phase) == (A, Phase.TURN)
    assert done(state, A, Produce()).state.turn == B


@pytest.mark.rule("PE-ABL-09")
@EVERY
def test_a_card_with_an_ability_may_be_built_with_instead(ability):
    state = done(rich(), A, Build(f"{ability}-1", CULTURE)).state

    assert village(state, A)[-1] == ("culture", f"{ability}-1")
    assert state.discard == ()


@pytest.mark.rule("PE-ABL-10", "PE-ABI-01", "PE-R-32")
@EVERY
def test_in_production_mode_every_ability_but_one_may_be_used(ability):
    state = rich(producing=True)

    if ability == "second-crew":
        assert refusal(state, A, PLAYS[ability]) == "PE-ABL-10"
    else:
        finish(done(state, A, PLAYS[ability]).state)


WANTING = {  # for each ability, tables where it could change nothing, and the rule
    "second-crew": [table(side(house(INDUSTRY, "fake-3"), hand="second-crew-1"))],
    "night-shift": [table(side(house(CULTURE, "industry-1"), hand="night-shift-1"))],
    "recruiting-officer": [table(side(hand="recruiting-officer-1"))],
    "friendly-inspector": [
        table(side(house(CULTURE, "fake-1"), hand="friendly-inspector-1")),
        table(side(hand="friendly-inspector-1"), side(house(CULTURE, "culture-1", shown=True))),
    ],
    "misdirected-freight": [
        table(side(house(INDUSTRY, "fake-1", cubes=1), hand="misdirected-freight-1"), side(house(INDUSTRY, "fake-2"))),
        table(side(house(CULTURE, "fake-1"), hand="misdirected-freight-1"), side(house(INDUSTRY, "fake-2", cubes=1))),
    ],
    "fresh-timber": [table(side(hand="fresh-timber-1 fake-1"), only=True)],
    "false-papers": [
        table(side(house(CULTURE, "fake-1", agents=1), hand="false-papers-1")),
        table(side(hand="false-papers-1", spent=1)),
    ],
    "palace-guard": [
        table(side(hand="palace-guard-1"), shield=B),
        table(side(hand="palace-guard-1"), shield=A),
    ],
    "extra-crate": [table(side(house(CULTURE, "industry-1"), hand="extra-crate-1"))],
    "place-in-the-carriage": [table(side(hand="place-in-the-carriage-1"), capitol=A)],
}
RULE_OF = {ability: f"PE-ABI-{number:02}" for number, ability in enumerate(ABILITY_KINDS, start=1)}


@pytest.mark.rule("PE-ABL-11", "PE-R-32")
@pytest.mark.parametrize(("ability", "state"), [(ability, state) for ability, states in WANTING.items() for state in states])
def test_what_could_change_nothing_cannot_be_played(ability, state):
    tries = [
        PLAYS[ability],
        PlayAbility(f"{ability}-1"),
        PlayAbility(f"{ability}-1", building=1),
        PlayAbility(f"{ability}-1", looks=(1,)),
        PlayAbility(f"{ability}-1", source=2, building=1),
        PlayAbility(f"{ability}-1", interior=f"{ability}-1", facade=CULTURE),
    ]

    assert {refusal(state, A, action) for action in tries} == {RULE_OF[ability]}
    assert not any(getattr(offer, "card", "") == f"{ability}-1" for offer in RULES.offers(state, A))


@pytest.mark.rule("PE-ABL-11")
@EVERY
def test_an_ability_takes_its_own_targets_and_no_others(ability):
    state = rich()
    play = PLAYS[ability]
    others = {"interior": "fake-1", "facade": CULTURE, "building": 1, "source": 4, "looks": (3,)}

    for name, value in others.items():
        if getattr(play, name) in (None, ()):
            more = PlayAbility(**{**{each: getattr(play, each) for each in play.__struct_fields__}, name: value})
            assert refusal(state, A, more) == "PE-ABL-11"
        else:
            less = PlayAbility(**{each: getattr(play, each) for each in play.__struct_fields__ if each != name})
            refusal(state, A, less)


@pytest.mark.rule("PE-ABL-12", "PE-R-37")
def test_what_a_card_says_goes_before_the_general_rule():
    """False Papers ready an agent in the middle of a month, and away from the Espionage building (PE-END-08, PE-ESP-07)."""
    own = side(house(ESPIONAGE, "fake-1"), house(CULTURE, "fake-2"), hand="false-papers-1", spent=1)
    state = table(own, side(house(CULTURE, "fake-3")))

    state = done(state, A, PlayAbility("false-papers-1", building=2)).state

    assert agents(state, A) == [0, 1]
    assert village(done(state, A, Spy((Check(2, 3),))).state, B) == []


@pytest.mark.rule("PE-R-37", "PE-ABI-04")
@pytest.mark.parametrize("viewer", [B, C, 3, None])
def test_what_the_inspector_saw_is_shown_to_nobody_else(viewer):
    states = [rich(), rich()]
    swapped = table(
        *[
            states[1].sides[0],
            side(house(CULTURE, "night-shift-2"), house(INDUSTRY, "fake-4", cubes=2)),
            *states[1].sides[2:],
        ],
        capitol=B,
    )

    views = []
    for state in (states[0], swapped):
        played = done(state, A, PLAYS["friendly-inspector"])
        told = [told_by(RULES, fact, state, viewer, NAMES) for fact in played.facts]
        views.append((told, RULES.view(played.state, viewer) if viewer != B else None))

    assert views[0] == views[1]


@pytest.mark.rule("PE-ABL-13", "PE-R-32")
@pytest.mark.parametrize("ability", ["recruiting-officer", "false-papers"])
def test_an_agent_that_is_gained_is_ready(ability):
    state = done(rich(), A, PLAYS[ability]).state

    assert agents(state, A) == [1, 0]
    assert allowed(table(*state.sides), A, Spy((Check(1, 3),)))


class TestSecondCrew:
    @pytest.mark.rule("PE-ABI-01")
    def test_the_second_building_is_chosen_after_the_first_is_resolved(self):
        state = rich(hand="second-crew-1 fake-1 fake-5")

        first = done(state, A, PlayAbility("second-crew-1", interior="fake-1", facade=GOVERNMENT))
        assert facts_of(first, Took) == [Took(A, Meeple.CAPITOL)]
        assert (first.state.phase, first.state.turn) == (Phase.BUILD_AGAIN, A)
        assert RULES.waits_for(first.state) == (A,)

        second = done(first.state, A, BuildAgain("fake-5", ESPIONAGE))
        assert facts_of(second, AgentPlaced) == [AgentPlaced(A, 6)]
        assert village(second.state, A)[2:] == [("government", "fake-1"), ("espionage", "fake-5")]
        assert (second.state.turn, second.state.discard) == (B, ("second-crew-1",))

    @pytest.mark.rule("PE-ABI-01")
    def test_the_second_building_may_be_left_out(self):
        state = done(rich(), A, PLAYS["second-crew"]).state

        played = done(state, A, BuildAgain(decline=True))

        assert facts_of(played, CrewDismissed) == [CrewDismissed(A)]
        assert (len(village(played.state, A)), played.state.turn) == (3, B)
        assert RULES.default(state, A, KEPT) == BuildAgain(decline=True)

    @pytest.mark.rule("PE-ABI-01", "PE-HID-10")
    def test_with_an_empty_hand_nobody_is_asked(self):
        state = done(rich(hand="second-crew-1 fake-1"), A, PLAYS["second-crew"]).state

        assert (state.phase, state.turn, state.discard) == (Phase.TURN, B, ("second-crew-1",))

    @pytest.mark.rule("PE-ABI-01")
    def test_both_buildings_are_built_with_cards_of_the_hand(self):
        state = rich()
        play = PlayAbility("second-crew-1", interior="second-crew-1", facade=SCIENCE)
        assert refusal(state, A, play) == "PE-ABI-01"
        assert refusal(state, A, PlayAbility("second-crew-1", interior="culture-1", facade=SCIENCE)) == "PE-BLD-03"
        assert refusal(state, A, PlayAbility("second-crew-1", interior="fake-1", facade=None)) == "PE-BLD-02"

        asked = done(state, A, PLAYS["second-crew"]).state
        assert refusal(asked, A, BuildAgain("second-crew-1", SCIENCE)) == "PE-BLD-03"
        assert refusal(asked, A, BuildAgain("fake-1", SCIENCE)) == "PE-BLD-03"
        assert refusal(asked, A, BuildAgain("night-shift-1")) == "PE-BLD-02"
        for nothing in (BuildAgain(), BuildAgain(facade=SCIENCE)):
            with pytest.raises(Refused, match="Name the card to build with") as no:
                RULES.act(asked, A, nothing, KEPT)
            assert no.value.rule == "PE-BLD-01"
        assert refusal(asked, A, BuildAgain("night-shift-1", SCIENCE, decline=True)) == "PE-ABI-01"
        assert refusal(asked, A, Build("night-shift-1", SCIENCE)) == "PE-ABI-01"
        assert refusal(asked, B, BuildAgain(decline=True)) == "PE-ACT-02"

    @pytest.mark.rule("PE-ABI-01", "PE-R-38")
    def test_the_second_building_is_no_other_action(self):
        asked = done(rich(), A, PLAYS["second-crew"]).state

        assert [refusal(asked, A, action) for action in (Produce(), PLAYS["palace-guard"])] == ["PE-ABI-01"] * 2


class TestNightShift:
    @pytest.mark.rule("PE-ABI-02")
    @pytest.mark.parametrize("producing", [False, True])
    def test_it_brings_cubes_and_turns_no_token(self, producing):
        played = done(rich(producing=producing), A, PLAYS["night-shift"])

        assert facts_of(played, Produced) == [Produced(A, 1, flips=False)]
        assert (cubes(played.state, A), played.state.sides[A].producing) == ([0, 1], producing)

    @pytest.mark.rule("PE-ABI-02", "PE-ACT-17")
    def test_it_never_ends_the_action_phase(self):
        own = side(house(INDUSTRY, "fake-3"), hand="night-shift-1")
        state = done(table(own, side(), side(producing=True)), A, PlayAbility("night-shift-1")).state

        assert (state.phase, state.turn) == (Phase.TURN, B)


class TestRecruitingOfficer:
    @pytest.mark.rule("PE-ABI-03", "PE-ABL-12")
    @pytest.mark.parametrize("home", [1, 2])
    def test_a_new_agent_goes_behind_any_own_building(self, home):
        played = done(rich(), A, PlayAbility("recruiting-officer-1", building=home))

        assert agents(played.state, A) == [int(home == 1), int(home == 2)]
        assert played.state.sides[A].spent == 1

    @pytest.mark.rule("PE-ABI-03")
    @pytest.mark.parametrize("home", [3, 99, None])
    def test_and_behind_no_other(self, home):
        assert refusal(rich(), A, PlayAbility("recruiting-officer-1", building=home)) == "PE-ABI-03"


class TestFriendlyInspector:
    @pytest.mark.rule("PE-ABI-04", "PE-SHD-01")
    @pytest.mark.parametrize("looks", [(3,), (4,), (3, 4), (4, 3)])
    def test_one_or_two_interiors_are_looked_at_whatever_the_shield(self, looks):
        state = rich(shield=B)

        played = done(state, A, PlayAbility("friendly-inspector-1", looks=looks))

        assert facts_of(played, Inspected) == [Inspected(A, looks)]
        seen = RULES.view(played.state, A).sides[B].village
        assert {building.id: building.card for building in seen if building.card} == {
            id_: {3: "culture-1", 4: "fake-4"}[id_] for id_ in looks
        }
        assert (played.state.shield, len(village(played.state, B))) == (B, 2)
        assert [building.shown for building in seen] == [False, False]

    @pytest.mark.rule("PE-ABI-04", "PE-HID-02")
    @pytest.mark.parametrize("viewer", [B, C, None])
    def test_which_buildings_were_looked_at_is_announced(self, viewer):
        state = rich()
        played = done(state, A, PlayAbility("friendly-inspector-1", looks=(3,)))

        told = " ".join(told_by(RULES, fact, state, viewer, NAMES) for fact in played.facts)
        seen = RULES.view(played.state, viewer).sides[B].village

        assert "Boris’ Culture building (no. 1 in the row)" in told
        assert "Culture 1" not in told
        assert [building.inspected_by for building in seen] == [(A,), ()]
        assert [building.card for building in seen] == (["culture-1", "fake-4"] if viewer == B else [None, None])
        assert "Culture 1" in " ".join(told_by(RULES, fact, state, A, NAMES) for fact in played.facts)

    @pytest.mark.rule("PE-ABI-04")
    def test_what_was_seen_once_stays_known_to_who_saw_it(self):
        state = done(rich(), A, PlayAbility("friendly-inspector-1", looks=(3,))).state
        state = after(state, (B, Produce()), (C, Produce()))
        inspected = state.sides[B].village[0]
        again = table(state.sides[A], state.sides[B], side(hand="friendly-inspector-2"), turn=C)

        later = done(again, C, PlayAbility("friendly-inspector-2", looks=(3,))).state

        assert inspected.inspected_by == (A,)
        assert later.sides[B].village[0].inspected_by == (A, C)
        assert RULES.view(later, A).sides[B].village[0].card == "culture-1"

    @pytest.mark.rule("PE-ABI-04")
    @pytest.mark.parametrize("looks", [(), (3, 3), (1,), (99,), (3, 1), (3, 4, 5)])
    def test_it_looks_at_one_or_two_different_buildings_of_opponents(self, looks):
        assert refusal(rich(), A, PlayAbility("friendly-inspector-1", looks=looks)) == "PE-ABI-04"

    @pytest.mark.rule("PE-ABI-04")
    def test_it_looks_at_no_third_building(self):
        state = table(side(hand="friendly-inspector-1"), side(*[house(CULTURE, f"culture-{number}") for number in (1, 2, 3)]))

        assert refusal(state, A, PlayAbility("friendly-inspector-1", looks=(1, 2, 3))) == "PE-ABI-04"
        done(state, A, PlayAbility("friendly-inspector-1", looks=(1, 3)))

    @pytest.mark.rule("PE-ABI-04")
    def test_it_looks_at_nothing_that_is_face_up(self):
        state = table(side(hand="friendly-inspector-1"), side(house(CULTURE, "culture-1", shown=True), house(CULTURE, "culture-2")))

        assert refusal(state, A, PlayAbility("friendly-inspector-1", looks=(1,))) == "PE-ABI-04"
        done(state, A, PlayAbility("friendly-inspector-1", looks=(2,)))


class TestMisdirectedFreight:
    @pytest.mark.rule("PE-ABI-05", "PE-IND-09")
    def test_a_cube_goes_from_an_opponent_behind_an_own_industry_building(self):
        state = done(rich(), A, PLAYS["misdirected-freight"]).state

        assert (cubes(state, A), cubes(state, B)) == ([0, 1], [0, 1])

    @pytest.mark.rule("PE-ABI-05")
    @pytest.mark.parametrize(("source", "home"), [(3, 2), (2, 2), (99, 2), (None, 2), (4, 1), (4, 4), (4, None)])
    def test_from_and_to_nowhere_else(self, source, home):
        assert refusal(rich(), A, PlayAbility("misdirected-freight-1", source=source, building=home)) == "PE-ABI-05"


class TestFreshTimber:
    @pytest.mark.rule("PE-ABI-06", "PE-R-31")
    def test_two_cards_are_drawn_and_one_of_the_hand_discarded_before_the_card_itself(self):
        state = rich(hand="fresh-timber-1 fake-1", deck="science-1 science-2")

        drawn = done(state, A, PlayAbility("fresh-timber-1"))
        assert facts_of(drawn, Drew) == [Drew(A, 2)]
        assert drawn.state.sides[A].hand == ("fake-1", "science-1", "science-2")
        assert (drawn.state.phase, drawn.state.discard) == (Phase.DISCARD, ())

        played = done(drawn.state, A, Discard("science-1"))
        assert facts_of(played, CardDiscarded) == [CardDiscarded(A, "science-1")]
        assert played.state.sides[A].hand == ("fake-1", "science-2")
        assert played.state.discard == ("science-1", "fresh-timber-1")
        assert (played.state.phase, played.state.turn) == (Phase.TURN, A)

    @pytest.mark.rule("PE-ABI-06", "PE-R-31")
    @pytest.mark.parametrize("viewer", [B, None])
    def test_what_is_discarded_is_not_shown(self, viewer):
        state = done(rich(hand="fresh-timber-1", deck="science-1 science-2"), A, PlayAbility("fresh-timber-1")).state
        one, other = (done(state, A, Discard(card)) for card in ("science-1", "science-2"))

        assert RULES.view(one.state, viewer) == RULES.view(other.state, viewer)
        told = [[told_by(RULES, fact, state, viewer, NAMES) for fact in each.facts] for each in (one, other)]
        assert told[0] == told[1]

    @pytest.mark.rule("PE-ABI-06", "PE-DEK-02", "PE-DEK-03", "PE-R-09")
    def test_the_card_itself_is_not_among_those_shuffled(self):
        own = side(hand="fresh-timber-1")
        state = table(own, deck="fake-1", discard="fake-2", only=True)
        one_card = table(own, deck="fake-1", only=True)

        drawn = done(state, A, PlayAbility("fresh-timber-1"))
        assert facts_of(drawn, Reshuffled) == [Reshuffled(("fake-2",))]
        assert drawn.state.sides[A].hand == ("fake-1", "fake-2")
        drawn = done(one_card, A, PlayAbility("fresh-timber-1"))
        assert (facts_of(drawn, Drew), facts_of(drawn, Reshuffled)) == ([Drew(A, 1)], [])

    @pytest.mark.rule("PE-ABI-06")
    def test_only_a_card_of_the_hand_is_discarded_and_nothing_else_done_before(self):
        state = done(rich(), A, PLAYS["fresh-timber"]).state

        assert refusal(state, A, Discard("fresh-timber-1")) == "PE-ABI-06"
        assert refusal(state, A, Discard("culture-1")) == "PE-ABI-06"
        assert refusal(state, A, Produce()) == "PE-ABI-06"
        assert refusal(state, B, Discard("fake-1")) == "PE-ACT-02"
        assert allowed(state, A, RULES.default(state, A, Seeded(1)))

    @pytest.mark.rule("PE-ABI-06", "PE-DEK-02")
    def test_the_discard_pile_alone_is_enough(self):
        state = table(side(hand="fresh-timber-1"), discard="fake-1 fake-2 fake-3", only=True)

        assert len(done(state, A, PlayAbility("fresh-timber-1")).state.sides[A].hand) == 2


class TestFalsePapers:
    @pytest.mark.rule("PE-ABI-07")
    @pytest.mark.parametrize("home", [1, 2])
    def test_a_spent_agent_stands_ready_behind_any_own_building(self, home):
        state = done(rich(), A, PlayAbility("false-papers-1", building=home)).state

        assert (agents(state, A), state.sides[A].spent) == ([int(home == 1), int(home == 2)], 0)

    @pytest.mark.rule("PE-ABI-07")
    @pytest.mark.parametrize("home", [3, 99, None])
    def test_and_behind_no_other(self, home):
        assert refusal(rich(), A, PlayAbility("false-papers-1", building=home)) == "PE-ABI-07"


@pytest.mark.rule("PE-ABI-08")
def test_the_palace_guard_takes_the_shield_from_the_board():
    state = done(rich(), A, PLAYS["palace-guard"]).state

    assert state.shield == A


@pytest.mark.rule("PE-ABI-09")
def test_the_extra_crate_is_a_cube_behind_an_own_industry_building():
    assert cubes(done(rich(), A, PLAYS["extra-crate"]).state, A) == [0, 1]
    assert [refusal(rich(), A, PlayAbility("extra-crate-1", building=home)) for home in (1, 4, 99, None)] == ["PE-ABI-09"] * 4


@pytest.mark.rule("PE-ABI-10", "PE-ACT-03")
def test_the_carriage_takes_the_capitol_from_its_holder():
    state = done(rich(), A, PLAYS["place-in-the-carriage"]).state

    assert (state.capitol, state.turn) == (A, A)


@pytest.mark.rule("PE-ABL-06", "PE-ABL-07")
@given(seed=st.integers(0, 10**9))
def test_no_ability_card_is_lost_or_kept(seed):
    for before, player, action, played in played_on(seed, 3):
        if isinstance(action, PlayAbility):
            assert kinds_of(played)[0] == "CardPlayed"
            assert action.card in before.sides[player].hand
            assert (
                action.card in (played.state.playing, *played.state.discard, *played.state.deck) or played.state.phase is Phase.OVER
            )


def test_every_ability_and_facade_of_the_rules_is_tried_here():
    assert set(PLAYS) == set(WANTING) == set(ABILITY_KINDS)
    assert len(FACADES) == 5
    assert len(CARDS) == 110
