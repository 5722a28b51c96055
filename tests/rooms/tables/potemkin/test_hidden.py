"""The deck (PE-DEK) and hidden information (PE-HID): views, logs and offers of each viewer."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from control.engine.records import replace
from rooms.tables.game.rules import Setup
from rooms.tables.game.rules import told as told_by
from rooms.tables.potemkin.game.actions import Build, Check, Pick, PlayAbility, Produce, Spy
from rooms.tables.potemkin.game.engine import FACTS
from rooms.tables.potemkin.game.registration import POTEMKIN
from rooms.tables.potemkin.game.state import Phase, PotemkinState, Side
from rooms.tables.potemkin.rules.deck import Drew, Reshuffled
from rooms.tables.potemkin.rules.spying import Revealed
from tests.amounts import amount
from tests.rooms.tables.potemkin.play import (
    CARDS,
    CONTENT,
    CULTURE,
    ESPIONAGE,
    GOVERNMENT,
    INDUSTRY,
    NAMES,
    RULES,
    SCIENCE,
    A,
    B,
    C,
    Seeded,
    after,
    done,
    facts_of,
    house,
    opened,
    played_on,
    side,
    table,
)

VIEWERS = (A, B, C, None)
TITLES = {card.id: card.title for card in CONTENT.cards}


def known_to(state: PotemkinState, viewer: int | None) -> set[str]:
    """Cards that a viewer may know now, by the rulebook's table."""
    known = {state.playing} - {None}
    for owner, each in enumerate(state.sides):
        if owner == viewer:
            known |= {*each.hand, *each.pack, each.pick} - {None}
        for building in each.village:
            if building.shown or owner == viewer or viewer in building.inspected_by:
                known.add(building.card)
    return known  # type: ignore[return-value]


def mentioned(shown: object) -> set[str]:
    """Cards named anywhere in a sent value."""
    waiting, found = [msgspec.to_builtins(shown)], set()
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            found.add(each)
        elif isinstance(each, dict):
            waiting += [*each.keys(), *each.values()]
        elif isinstance(each, list | tuple):
            waiting += each
    return found & TITLES.keys()


def titled(sentence: str) -> set[str]:
    return {id_ for id_, title in TITLES.items() if f"“{title}”" in sentence}


@pytest.mark.rule("PE-HID-01", "PE-HID-02", "PE-HID-03", "PE-HID-04", "PE-DRF-12", "PE-R-28", "PE-R-29", "PE-R-30", "PE-R-31")
@settings(max_examples=amount(10, 300))
@given(seed=st.integers(0, 10**9), players=st.integers(3, 5))
def test_a_view_names_exactly_the_cards_that_its_viewer_may_know(seed, players):
    states = [step for before, _, _, played in played_on(seed, players) for step in (before, played.state)]

    for state in (*states[::2], states[-1]):
        for viewer in (*range(players), None):
            assert mentioned(RULES.view(state, viewer)) == known_to(state, viewer)


@pytest.mark.rule("PE-HID-08", "PE-R-30", "PE-R-31", "PE-END-03", "PE-SCI-10")
@settings(max_examples=amount(10, 300))
@given(seed=st.integers(0, 10**9))
def test_a_log_names_no_card_that_its_reader_may_not_know(seed):
    for state, player, _, played in played_on(seed, 4):
        before = state
        for fact in played.facts:
            after_ = RULES.facts.evolve(before, fact)
            opened_up = {found.card for found in fact.found} if isinstance(fact, Revealed) else set()
            for viewer in (0, 1, 2, 3, None):
                may = known_to(before, viewer) | known_to(after_, viewer) | opened_up
                assert titled(told_by(RULES, fact, before, viewer, NAMES)) <= may
            before = after_
        assert player in range(4)


@pytest.mark.rule("PE-HID-09", "PE-R-29")
@given(seed=st.integers(0, 10**9))
def test_offers_are_made_to_whom_the_table_waits_for_and_hold_only_what_they_know(seed):
    for state, *_ in played_on(seed, 3):
        waiting = RULES.waits_for(state)
        for player in (A, B, C):
            offers = RULES.offers(state, player)
            assert bool(offers) == (player in waiting)
            assert mentioned(offers) <= known_to(state, player)
        assert RULES.offers(state, 3) == ()


def shuffled_apart(state: PotemkinState, viewer: int | None, dice: random.Random) -> PotemkinState:
    """The same table with other cards wherever the viewer may not look."""
    known = known_to(state, viewer)
    hidden = [card for card in CARDS if card not in known]
    others = dict(zip(hidden, dice.sample(hidden, len(hidden)), strict=True))

    def turned(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple([others.get(card, card) for card in cards])

    def other(each: Side) -> Side:
        village = tuple([replace(building, card=others.get(building.card, building.card)) for building in each.village])
        pick = None if each.pick is None else others.get(each.pick, each.pick)
        return replace(
            each, hand=turned(each.hand), pack=turned(each.pack), pick=pick, village=village, captured=turned(each.captured)
        )

    sides = tuple([other(each) for each in state.sides])
    return replace(state, sides=sides, deck=turned(state.deck), discard=turned(state.discard))


@pytest.mark.rule("PE-HID-01", "PE-HID-02", "PE-HID-10", "PE-HID-11", "PE-DRF-04", "PE-DEK-01", "PE-R-36")
@settings(max_examples=amount(10, 300))
@given(seed=st.integers(0, 10**9))
def test_what_is_hidden_changes_nothing_that_is_seen(seed):
    """The strongest test: exchange all cards that a viewer may not know. The viewer's view and offers stay the same."""
    dice = random.Random(seed)
    for state, *_ in played_on(seed, 3):
        for viewer in VIEWERS:
            other = shuffled_apart(state, viewer, dice)
            assert RULES.broken(other) == ()
            assert RULES.view(other, viewer) == RULES.view(state, viewer)
            if viewer is not None:
                assert RULES.offers(other, viewer) == RULES.offers(state, viewer)


@pytest.mark.rule("PE-HID-11", "PE-R-36")
def test_the_random_bot_plays_whole_games_from_views_and_offers_alone():
    bot = POTEMKIN.bots["random"]
    for seed in range(5):
        dice, chance = random.Random(seed), Seeded(seed)
        state = RULES.setup(Setup(players=3), chance).state
        while waiting := RULES.waits_for(state):
            player = waiting[0]
            action = bot(RULES.view(state, player), RULES.offers(state, player), dice)
            state = RULES.act(state, player, action, chance).state
        assert state.phase is Phase.OVER


@pytest.mark.rule("PE-HID-04", "PE-HID-05", "PE-HID-06", "PE-DEK-05", "PE-R-29", "PE-R-30")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_everything_open_is_seen_by_everybody(viewer):
    state = table(
        side(house(INDUSTRY, "fake-1", cubes=2, agents=1), house(ESPIONAGE, "fake-2"), hand="fake-3", spent=2),
        side(producing=True, captured=("fake-4", "fake-5"), hand=""),
        side(hand=""),
        deck="fake-6 fake-7",
        discard="fake-8",
        shield=A,
        capitol=B,
        scientist=C,
        months=3,
    )

    seen = RULES.view(state, viewer)

    street = [(building.facade, building.cubes, building.agents) for building in seen.sides[A].village]
    assert street == [(INDUSTRY, 2, 1), (ESPIONAGE, 0, 0)]
    assert (seen.shield, seen.capitol, seen.scientist) == (A, B, C)
    assert [each.producing for each in seen.sides] == [False, True, False]
    assert [each.captured for each in seen.sides] == [0, 2, 0]
    assert [(each.hand, each.spent, each.ready) for each in seen.sides] == [(1, 2, 1), (0, 0, 0), (0, 0, 0)]
    assert (seen.month, seen.direction, seen.turn) == (2, "counterclockwise", A)
    assert (seen.deck, seen.discard) == (len(state.deck), 1)
    assert [each.waits for each in seen.sides] == [True, False, False]


@pytest.mark.rule("PE-HID-03", "PE-R-28")
def test_an_owner_may_always_look_behind_the_own_fronts():
    state = table(side(house(CULTURE, "fake-1"), house(SCIENCE, "science-1")))

    assert [(building.card, building.real) for building in RULES.view(state, A).sides[A].village] == [
        ("fake-1", False),
        ("science-1", True),
    ]


@pytest.mark.rule("PE-HID-07", "PE-R-06")
def test_who_has_picked_is_public():
    state = done(opened(), B, Pick(CARDS[1])).state

    for viewer in VIEWERS:
        assert [each.picked for each in RULES.view(state, viewer).sides] == [False, True, False]
        assert [each.hand for each in RULES.view(state, viewer).sides] == [0, 0, 0]


@pytest.mark.rule("PE-HID-08", "PE-R-30")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_captured_cards_are_a_number_and_stay_in_the_log(viewer):
    state = table(side(house(ESPIONAGE, "fake-2", agents=1)), side(house(CULTURE, "fake-1")))

    played = done(state, A, Spy((Check(1, 2),)))

    assert "fake-1" not in mentioned(RULES.view(played.state, viewer))
    assert RULES.view(played.state, viewer).sides[A].captured == 1
    told = told_by(RULES, facts_of(played, Revealed)[0], replace(state), viewer, NAMES)
    assert titled(told) == {"fake-1"}


@pytest.mark.rule("PE-DEK-01")
def test_cards_come_from_the_top_of_the_deck():
    state = table(side(hand="fake-1"), side(hand=""), scientist=B, deck="science-1 science-2 science-3")

    state = done(state, A, Build("fake-1", CULTURE)).state

    assert state.sides[B].hand == ("science-1",)
    assert state.deck[:2] == ("science-2", "science-3")


@pytest.mark.rule("PE-DEK-02", "PE-R-09")
def test_the_discard_pile_becomes_the_deck_when_a_card_is_needed():
    thrown = " ".join(CARDS[:30])
    state = table(side(hand="fake-1"), scientist=B, discard=thrown, only=True)

    played = done(state, A, Build("fake-1", CULTURE), Seeded(7))

    shuffled = Seeded(7)
    shuffled.shuffled(range(3))  # uses up the shuffle for the front of the building
    assert facts_of(played, Reshuffled) == [Reshuffled(shuffled.shuffled(CARDS[:30]))]
    assert facts_of(played, Reshuffled)[0].cards != CARDS[:30]
    assert (len(played.state.deck), played.state.discard) == (29, ())
    assert RULES.facts.binding(facts_of(played, Reshuffled)[0]) != ""


@pytest.mark.rule("PE-DEK-02")
def test_the_discard_pile_is_left_alone_while_there_is_a_card():
    state = table(side(hand="fake-1"), scientist=B, deck="science-1", discard="fake-2", only=True)

    later = done(state, A, Build("fake-1", CULTURE)).state

    assert (later.deck, later.discard) == ((), ("fake-2",))


@pytest.mark.rule("PE-DEK-03", "PE-R-09")
def test_without_any_card_a_draw_is_skipped():
    state = table(side(hand="fake-1"), side(hand="fake-2"), scientist=B, only=True)

    played = done(state, A, Build("fake-1", CULTURE))

    assert facts_of(played, Drew) == []
    assert (played.state.turn, played.state.sides[B].hand) == (B, ("fake-2",))


@pytest.mark.rule("PE-DEK-04", "PE-DES-05")
def test_interiors_and_captured_cards_are_never_shuffled_back():
    state = table(
        side(house(CULTURE, "culture-1", shown=True), hand="fake-1", captured=("fake-2",)),
        side(house(CULTURE, "culture-2")),
        scientist=B,
        discard="fake-3 fake-4",
        only=True,
    )

    played = done(state, A, Build("fake-1", CULTURE))

    assert sorted(facts_of(played, Reshuffled)[0].cards) == ["fake-3", "fake-4"]


BOUND = {
    "Opened",
    "Reshuffled",
    "Dealt",
    "Picked",
    "PacksPassed",
    "LastCardsKept",
    "Drew",
    "Revealed",
    "Inspected",
    "AgentsReadied",
    "InteriorsRevealed",
}


def some_facts() -> Iterator[tuple[PotemkinState, object]]:
    """Facts of some random games, each with the state before it."""
    for seed in range(40):
        for state, _, _, played in played_on(seed, 3 + seed % 3, scarce=seed % 2 == 0):
            for fact in played.facts:
                yield state, fact
                state = RULES.facts.evolve(state, fact)
    setup = RULES.setup(Setup(players=3), Seeded(1))
    state = RULES.blank()
    for fact in setup.facts:
        yield state, fact
        state = RULES.facts.evolve(state, fact)


@pytest.mark.rule("PE-DRF-11", "PE-R-06")
def test_draws_deals_reveals_and_picks_cannot_be_taken_back_and_nothing_else():
    met = {}
    for _, fact in some_facts():
        met[type(fact).__name__] = RULES.facts.binding(fact) != ""

    assert met.keys() == {kind.__name__ for kind in FACTS.events}
    assert {name for name, binds in met.items() if binds} == BOUND


def test_what_is_told_is_a_sentence_that_fits_a_line_or_two():
    silent = set()
    for state, fact in some_facts():
        for viewer in (A, None):
            told = told_by(RULES, fact, state, viewer, NAMES)
            if not told:
                silent.add(type(fact).__name__)
            else:
                assert told[-1] == "."
                assert told[0].isupper() or told[0].isdigit()
                assert "gone" not in told
                assert "nobody" not in told

    assert silent <= {"CardSpent", "CrewWaits", "TimberWaits", "AgentsAwaited", "SpyEnded", "HandsDiscarded"}


@pytest.mark.rule("PE-HID-05")
def test_before_and_after_the_game_there_is_a_view_too():
    blank = RULES.view(RULES.blank(), None)
    assert (blank.phase, blank.sides, blank.capitol, blank.own) == (Phase.SETUP, (), None, None)

    state = after(table(side(), side(producing=True), side(), turn=C, months=1), (C, Produce()))
    assert (RULES.view(state, A).turn, RULES.view(state, A).month) == (None, 0)


def test_a_free_action_leaves_the_others_as_wise_as_before():
    state = table(side(house(GOVERNMENT, "fake-1"), hand="palace-guard-1 fake-2"), side(hand=""))

    views = [RULES.view(done(state, A, PlayAbility("palace-guard-1")).state, viewer) for viewer in (B, None)]

    assert all(mentioned(view) == set() for view in views)
