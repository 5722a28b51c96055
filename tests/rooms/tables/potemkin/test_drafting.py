"""Months and phases (PE-CAL) and the Drafting phase (PE-DRF)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rooms.tables.potemkin.game.actions import Build, Pick, Produce
from rooms.tables.potemkin.game.state import Phase, PotemkinState
from rooms.tables.potemkin.rules.drafting import Dealt, PacksPassed
from rooms.tables.potemkin.rules.months import MonthBegan
from tests.rooms.tables.potemkin.play import (
    CARDS,
    CULTURE,
    ESPIONAGE,
    GOVERNMENT,
    INDUSTRY,
    KEPT,
    RULES,
    A,
    B,
    C,
    D,
    Seeded,
    after,
    cubes,
    done,
    facts_of,
    house,
    kinds_of,
    opened,
    played_on,
    refusal,
    side,
    table,
    village,
)


def first_of_packs(state: PotemkinState) -> PotemkinState:
    """Let everybody pick the first card of their pack."""
    for player in RULES.waits_for(state):
        state = done(state, player, Pick(state.sides[player].pack[0])).state
    return state


def last_flip(months: int, **more: object) -> PotemkinState:
    """A table of three with empty hands. C, with an Industry building, can end the Action phase by producing."""
    third = side(house(INDUSTRY, CARDS[-1]), hand="")
    return table(side(hand="", producing=True), side(hand=""), third, turn=C, months=months, **more)


def dealt(state: PotemkinState) -> PotemkinState:
    """The draft after C ends that phase."""
    return done(state, C, Produce()).state


@pytest.mark.rule("PE-CAL-01", "PE-CAL-02", "PE-CAL-03", "PE-CAL-05")
@given(seed=st.integers(0, 10**9), players=st.integers(3, 5))
def test_a_game_is_four_months_of_three_phases(seed, players):
    steps = []
    for _, _, _, played in played_on(seed, players):
        steps += [
            kind
            for kind in kinds_of(played)
            if kind in ("MonthBegan", "LastCardsKept", "HandsDiscarded", "MonthEnded", "VillagesCounted")
        ]

    month = ["LastCardsKept", "HandsDiscarded", "MonthEnded"]
    assert steps == [*month, "MonthBegan", *month, "MonthBegan", *month, "MonthBegan", *month, "VillagesCounted"]


@pytest.mark.rule("PE-CAL-03")
def test_nothing_is_done_before_its_phase():
    draft, action = opened(), table(side(hand="fake-1"))

    assert refusal(draft, A, Produce()) == "PE-CAL-03"
    assert refusal(draft, A, Build(draft.sides[A].pack[0], CULTURE)) == "PE-CAL-03"
    assert refusal(action, A, Pick("fake-1")) == "PE-ACT-11"


@pytest.mark.rule("PE-CAL-04")
@pytest.mark.parametrize(("months", "number"), [(4, 2), (3, 3), (2, 4)])
def test_the_next_month_begins_with_its_draft(months, number):
    played = done(last_flip(months), C, Produce())

    assert facts_of(played, MonthBegan) == [MonthBegan(number)]
    assert (played.state.month, played.state.phase) == (number, Phase.DRAFT)


@pytest.mark.rule("PE-CAL-05")
def test_after_month_four_the_game_is_over_and_nothing_can_be_done():
    state = done(last_flip(1), C, Produce()).state

    assert state.phase is Phase.OVER
    assert RULES.waits_for(state) == ()
    assert RULES.result(state) is not None
    assert [refusal(state, player, Produce()) for player in (A, B, C)] == ["PE-CAL-05"] * 3


@pytest.mark.rule("PE-CAL-06", "PE-IND-09")
def test_what_stands_stays_from_month_to_month():
    state = table(
        side(house(ESPIONAGE, "fake-1", agents=2), house(INDUSTRY, "fake-2", cubes=3), producing=True, captured=("fake-3",)),
        side(house(GOVERNMENT, "government-1", shown=True)),
        side(),
        turn=C,
        shield=A,
        capitol=B,
        scientist=C,
    )

    later = dealt(state)

    assert [each.village for each in later.sides] == [each.village for each in state.sides]
    assert later.sides[A].captured == ("fake-3",)
    assert (later.shield, later.capitol, later.scientist) == (A, B, C)


@pytest.mark.rule("PE-DRF-01", "PE-DRF-08")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_four_cards_are_dealt_to_each(players):
    state = opened(players)

    assert [len(each.pack) for each in state.sides] == [4] * players
    assert len(state.deck) == 110 - 4 * players


@pytest.mark.rule("PE-DRF-02", "PE-R-03")
def test_dealing_begins_with_the_capitol_and_goes_round_card_by_card():
    state = opened(3, first=B)

    assert state.sides[B].pack == (CARDS[0], CARDS[3], CARDS[6], CARDS[9])
    assert state.sides[C].pack == (CARDS[1], CARDS[4], CARDS[7], CARDS[10])
    assert state.sides[A].pack == (CARDS[2], CARDS[5], CARDS[8], CARDS[11])


@pytest.mark.rule("PE-DRF-02", "PE-R-39")
def test_whoever_holds_the_capitol_by_then_is_dealt_to_first():
    state = dealt(last_flip(4, capitol=C, deck="culture-1 culture-2 culture-3"))

    assert [each.pack[0] for each in state.sides] == ["culture-2", "culture-3", "culture-1"]


@pytest.mark.rule("PE-DRF-03", "PE-DRF-06", "PE-DRF-08")
def test_one_card_is_kept_and_the_rest_goes_to_the_next_seat():
    state = opened(4)
    packs = [each.pack for each in state.sides]

    state = first_of_packs(state)

    assert [each.hand for each in state.sides] == [pack[:1] for pack in packs]
    assert [each.pack for each in state.sides] == [packs[D][1:], packs[A][1:], packs[B][1:], packs[C][1:]]


@pytest.mark.rule("PE-DRF-06", "PE-DRF-07")
@pytest.mark.parametrize(("months", "giver"), [(4, B), (3, C), (2, B)])  # still to be played when the month before ends
def test_packs_go_the_way_of_the_month(months, giver):
    state = dealt(last_flip(months))
    packs = [each.pack for each in state.sides]
    ways = {4: 1, 3: -1, 2: 1}  # month 2 counterclockwise, month 3 clockwise, month 4 counterclockwise

    state = first_of_packs(state)

    assert [each.pack for each in state.sides] == [packs[(player + ways[months]) % 3][1:] for player in (A, B, C)]
    assert state.sides[A].pack == packs[giver][1:]


@pytest.mark.rule("PE-DRF-04", "PE-DRF-12", "PE-HID-07")
def test_a_pick_is_told_to_nobody_else():
    state = opened()
    card, other = state.sides[A].pack[:2]

    views = [[RULES.view(done(state, A, Pick(picked)).state, viewer) for picked in (card, other)] for viewer in (A, B, C, None)]

    assert [one == two for one, two in views] == [False, True, True, True]
    assert [seen.picked for seen in views[1][0].sides] == [True, False, False]


@pytest.mark.rule("PE-DRF-12")
def test_a_player_sees_the_pack_in_front_and_what_is_kept_and_no_other_card():
    state = first_of_packs(opened())
    own = RULES.view(state, A).own

    assert own is not None
    assert (own.hand, own.pack) == ((CARDS[0],), (CARDS[5], CARDS[8], CARDS[11]))
    assert [seen.pack for seen in RULES.view(state, B).sides] == [3, 3, 3]
    assert RULES.view(state, None).own is None


@pytest.mark.rule("PE-DRF-05")
def test_no_pack_is_passed_before_all_have_picked():
    state = opened()

    state = after(state, (C, Pick(CARDS[2])), (A, Pick(CARDS[0])))

    assert RULES.waits_for(state) == (B,)
    assert [len(each.pack) for each in state.sides] == [3, 4, 3]
    assert state.sides[A].pack == (CARDS[3], CARDS[6], CARDS[9])
    assert facts_of(done(state, B, Pick(CARDS[1])), PacksPassed) == [PacksPassed(clockwise=True)]


@pytest.mark.rule("PE-DRF-05")
@given(order=st.permutations([A, B, C]))
def test_the_order_of_picks_changes_nothing(order):
    state = opened()
    picks = {A: CARDS[3], B: CARDS[10], C: CARDS[2]}

    assert after(state, *[(player, Pick(picks[player])) for player in order]) == after(
        state, *[(player, Pick(picks[player])) for player in (A, B, C)]
    )


@pytest.mark.rule("PE-DRF-08", "PE-DRF-09", "PE-DRF-10", "PE-R-06", "PE-ACT-01")
def test_three_picks_are_made_the_fourth_is_forced_and_the_action_phase_begins():
    state = opened(5, first=C)
    sizes = []
    while state.phase is Phase.DRAFT:
        sizes.append([len(each.pack) for each in state.sides])
        state = first_of_packs(state)

    assert sizes == [[4] * 5, [3] * 5, [2] * 5]
    assert [len(each.hand) for each in state.sides] == [4] * 5
    assert (state.phase, state.turn) == (Phase.TURN, C)


@pytest.mark.rule("PE-DRF-11", "PE-R-06")
def test_a_pick_is_final():
    state = done(opened(), A, Pick(CARDS[0])).state

    assert refusal(state, A, Pick(CARDS[3])) == "PE-DRF-11"
    assert refusal(state, A, Pick(CARDS[0])) == "PE-DRF-11"
    assert RULES.facts.binding(done(opened(), A, Pick(CARDS[0])).facts[0]) != ""


@pytest.mark.rule("PE-DRF-03")
def test_only_a_card_of_the_own_pack_can_be_picked():
    state = opened()

    assert refusal(state, A, Pick(CARDS[1])) == "PE-DRF-03"
    assert refusal(state, A, Pick("the-crown-jewels")) == "PE-DRF-03"


@pytest.mark.rule("PE-DRF-13", "PE-R-07")
@pytest.mark.parametrize(
    ("deck", "discard", "each"),
    [
        pytest.param(12, 0, 4, id="just enough"),
        pytest.param(8, 4, 4, id="just enough with the discard pile"),
        pytest.param(40, 40, 4, id="never more than four"),
        pytest.param(11, 0, 3, id="one card short"),
        pytest.param(0, 8, 2, id="the discard pile alone"),
        pytest.param(2, 1, 1, id="one card each"),
    ],
)
def test_everybody_is_dealt_the_same_number(deck, discard, each):
    state = last_flip(4, deck=" ".join(CARDS[:deck]), discard=" ".join(CARDS[40 : 40 + discard]), only=True)

    played = done(state, C, Produce())

    assert facts_of(played, Dealt) == [Dealt(each)]
    left = deck + discard - 3 * each
    assert len(played.state.deck) + len(played.state.discard) == left


@pytest.mark.rule("PE-DRF-10", "PE-DRF-13", "PE-R-07")
def test_a_draft_of_one_card_is_forced_from_the_beginning():
    state = dealt(last_flip(4, deck="culture-1 culture-2 culture-3 culture-4", only=True))

    assert [each.hand for each in state.sides] == [("culture-1",), ("culture-2",), ("culture-3",)]
    assert (state.phase, state.turn) == (Phase.TURN, A)


@pytest.mark.rule("PE-DRF-13", "PE-R-07")
def test_without_cards_for_all_there_is_no_draft():
    builder = side(house(INDUSTRY, "fake-1"), hand="")
    state = table(builder, side(hand="", producing=True), side(hand=""), turn=C, deck="culture-1 culture-2", only=True)

    played = done(state, C, Produce())

    assert facts_of(played, Dealt) == []
    assert played.state.phase is Phase.TURN
    assert played.state.deck == ("culture-1", "culture-2")


@pytest.mark.rule("PE-DRF-07", "PE-DRF-13", "PE-DEK-02")
def test_the_short_deal_of_the_rulebook():  # EX-12
    state = table(
        *[side(hand="", producing=True) for _ in range(3)],
        side(house(INDUSTRY, CARDS[-1]), hand=""),
        side(hand=""),
        turn=D,
        months=2,
        deck=" ".join(CARDS[:7]),
        discard=" ".join(CARDS[20:31]),
        only=True,
    )

    played = done(state, D, Produce(), Seeded(1))
    packs = [each.pack for each in played.state.sides]
    state = first_of_packs(played.state)

    assert played.state.month == 4
    assert [len(pack) for pack in packs] == [3] * 5
    assert [packs[place % 5][place // 5] for place in range(7)] == list(CARDS[:7])
    assert (len(played.state.deck), played.state.discard) == (3, ())
    assert [each.pack for each in state.sides] == [packs[(player + 1) % 5][1:] for player in range(5)]
    state = first_of_packs(state)
    assert [len(each.hand) for each in state.sides] == [3] * 5
    assert state.phase is Phase.TURN


@pytest.mark.rule("PE-DEK-02", "PE-R-09")
def test_what_is_left_of_the_deck_is_dealt_before_the_discard_pile():
    state = last_flip(4, deck="science-1 science-2", discard=" ".join(CARDS[:12]), only=True)

    packs = [each.pack for each in dealt(state).sides]

    assert (packs[A][0], packs[B][0]) == ("science-1", "science-2")


def test_the_draft_waits_for_everybody_at_the_table():
    assert RULES.waits_for(opened(5)) == (0, 1, 2, 3, 4)
    assert RULES.default(opened(), A, KEPT) == Pick(CARDS[0])
    assert village(opened(), A) == []
    assert cubes(opened(), A) == []
