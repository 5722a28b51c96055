"""Readable villages: marks for recent events, words beside signs, numbers that are no counts, reference cards."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from control.engine.records import replace
from rooms.tables.potemkin.game.actions import Build, Check, CheckAgain, PlayAbility, Produce, Spy
from rooms.tables.potemkin.game.state import Phase, PotemkinState
from rooms.tables.potemkin.screens.log import note_of
from rooms.tables.potemkin.screens.reference import reference_of
from rooms.tables.registry import FactNote, LogLevel, Touch
from tests.rooms.tables.phones import words_in
from tests.rooms.tables.potemkin.play import (
    CULTURE,
    ESPIONAGE,
    GOVERNMENT,
    INDUSTRY,
    NAMES,
    RULES,
    SCIENCE,
    WRITTEN,
    A,
    B,
    C,
    done,
    house,
    side,
    table,
)
from tests.rooms.tables.potemkin.screens import board_for, hand_for, panel_for


def notes(state: PotemkinState, player: int, action: object) -> list[FactNote]:
    """Notes of the facts of an action, each in the state before it."""
    found = []
    for fact in done(state, player, action).facts:
        found.append(note_of(fact, RULES.scene(state, NAMES[: len(state.sides)])))
        state = RULES.facts.evolve(state, fact)
    return found


def touched(found: list[FactNote]) -> list[Touch]:
    return [touch for note in found for touch in note.touched]


def attacked(found: list[FactNote]) -> list[int]:
    return [player for note in found for player in note.attacked]


SPYING = table(
    side(house(ESPIONAGE, "fake-1", agents=2)),
    side(house(ESPIONAGE, "fake-2"), house(SCIENCE, "science-1")),
    side(house(GOVERNMENT, "fake-4")),
    shield=C,
)


class TestWhatIsSaidOfAFact:
    def test_a_new_building_is_marked(self):
        found = notes(table(side(hand="fake-1"), side(), side()), A, Build("fake-1", CULTURE))

        assert touched(found) == [Touch("house-1", "built")]
        assert {note.player for note in found if note.touched} == {A}

    def test_what_was_checked_is_marked_and_what_fell_is_named(self):
        found = notes(SPYING, A, Spy((Check(1, 2), Check(1, 3))))

        assert touched(found) == [
            Touch("house-2", "checked"),
            Touch("house-3", "checked"),
            Touch("street-1", "captured", "Espionage building (no. 1)"),
        ]

    def test_each_check_is_an_attack_and_so_are_the_shield_and_a_further_check(self):
        state = done(SPYING, A, Spy((Check(1, 2), Check(1, None)))).state

        assert attacked(notes(SPYING, A, Spy((Check(1, 2), Check(1, None))))) == [C, B]
        assert attacked(notes(state, A, CheckAgain(4))) == [C]

    def test_a_cube_that_is_moved_is_taken_from_somebody(self):
        state = table(
            side(house(INDUSTRY, "fake-1"), hand="misdirected-freight-1"), side(house(INDUSTRY, "fake-2", cubes=1)), side()
        )

        found = notes(state, A, PlayAbility("misdirected-freight-1", source=2, building=1))

        assert (touched(found), attacked(found)) == ([Touch("house-2", "taken")], [B])

    def test_an_inspector_marks_what_he_looked_at_and_attacks_nobody(self):
        state = table(side(hand="friendly-inspector-1"), side(house(SCIENCE, "fake-2")), side())

        found = notes(state, A, PlayAbility("friendly-inspector-1", looks=(1,)))

        assert (touched(found), attacked(found)) == ([Touch("house-1", "looked")], [])

    def test_months_and_turns_are_the_headings(self):
        found = notes(table(side(producing=True), side(), side(), turn=C), C, Produce())

        assert Counter(note.level for note in found)[LogLevel.ROUND] == 1
        turn = notes(table(side(), side(), side()), A, Produce())
        assert [(note.level, note.player) for note in turn if note.level] == [(LogLevel.TURN, B)]


class TestMarksOnTheBoard:
    @pytest.mark.parametrize(
        ("what", "word"), [("built", "new"), ("checked", "checked"), ("looked", "looked at"), ("taken", "robbed")]
    )
    def test_are_a_word_on_the_house_for_eyes_and_ears(self, what, word):
        marked = (Touch("house-2", what),)

        for drawn in (hand_for(SPYING, A, touched=marked), board_for(SPYING, touched=marked)):
            assert f'<span class="pe-lately" aria-hidden="true">{word}</span>' in drawn
            assert f"no. 1 in the row: face down, {word}" in words_in(drawn)

    def test_say_what_was_done_last(self):
        assert panel_for(SPYING, A, touched=(Touch("house-2", "looked"), Touch("house-2", "checked"))).others[0].village[
            0
        ].lately == ("checked")

    def test_name_what_fell_where_it_stood(self):
        marked = (Touch("street-1", "captured", "Culture building (no. 3)"),)

        for drawn in (hand_for(SPYING, A, touched=marked), hand_for(SPYING, B, touched=marked), board_for(SPYING, touched=marked)):
            assert "Fell lately: Culture building (no. 3)" in words_in(drawn)

    def test_are_not_there_where_nothing_happened(self):
        assert "pe-lately" not in board_for(SPYING)
        assert "Fell lately" not in board_for(SPYING)


class TestSignsHaveWords:
    def test_beside_each_number_of_a_side(self):
        drawn = words_in(
            hand_for(table(side(house(CULTURE, "fake-1", agents=2), hand="fake-3 fake-4", spent=1), side(), side()), A)
        )

        for words in ("2 in hand", "0 captured", "2 ready", "1 spent"):
            assert words in drawn

    def test_in_a_key_on_the_phone(self):
        drawn = hand_for(SPYING, A)
        key = re.search(r'<ul class="pe-key">.*?</ul>', drawn, re.DOTALL)[0]

        for sign in ("agent", "cube", "cards", "captured", "hammer", "wheel"):
            assert f"#pe-{sign}" in key
        assert len(re.findall("<li>", key)) == 10


def test_a_card_to_build_with_tells_the_ability_that_it_costs():
    drawn = words_in(hand_for(table(side(hand="night-shift-1"), side(), side()), A))
    ability = next(each for each in WRITTEN.abilities if each.id == "night-shift")

    build = drawn[drawn.index("Choose the card") :]
    assert f"{ability.title} (Action): " in build
    assert build.count(next(each.text for each in RULES.book.content.abilities if each.id == "night-shift")) >= 1


def test_a_place_in_the_row_does_not_read_as_a_count():
    village = [house(CULTURE, f"fake-{at}") for at in range(1, 4)]
    spying = hand_for(table(side(*village, house(ESPIONAGE, "fake-4", agents=1)), side(house(SCIENCE, "fake-5")), side()), A)

    assert "behind your Espionage, no. 4 in your row" in words_in(spying)
    assert "Boris’ Science building (no. 1 in the row)" in words_in(spying)
    assert re.findall(r"your \d (?:Espionage|Culture)|’ \d \w+", words_in(spying)) == []


def placing(*agents: int, spent: int, types=ESPIONAGE) -> PotemkinState:
    village = [house(types, f"fake-{at}", agents=count) for at, count in enumerate(agents, start=1)]
    return replace(table(side(*village, spent=spent), side(), side()), phase=Phase.READY_AGENTS)


@pytest.mark.rule("PE-END-06", "PE-END-07", "PE-END-08", "PE-END-09")
@pytest.mark.parametrize(
    ("state", "line", "firsts"),
    [
        (placing(0, 0, 0, spent=2), "One to each at most", ["empty: one at most"] * 3),
        (placing(0, 1, spent=2), "Each Espionage building without an agent gets one first", ["one here first", ""]),
        (placing(1, 1, spent=2), "Each of your Espionage buildings has an agent", ["", ""]),
        (placing(0, 0, spent=1, types=CULTURE), "Without an Espionage building they go behind any", ["", ""]),
    ],
    ids=["fewer agents than empty buildings", "enough for the empty one", "none empty", "no Espionage building"],
)
def test_where_agents_go_is_said_as_it_is(state, line, firsts):
    ask = panel_for(state, A).ask

    assert ask is not None
    assert ask.place is not None
    assert ask.place.line.startswith(line)
    assert [home.first for home in ask.place.homes] == firsts


def test_much_that_is_told_is_set_smaller_on_the_board_and_never_cut():
    few, many = ("Anna builds.",), ("Anna looks behind a building, and says nothing to anybody.",) * 9

    assert "pe-many" not in board_for(SPYING, told=few)
    assert "pe-many" in board_for(SPYING, told=many)
    assert words_in(board_for(SPYING, told=many)).count(many[0]) == 9


class TestCardsToLookUp:
    @pytest.mark.rule("PE-CNT-03", "PE-CNT-05", "PE-CNT-06", "PE-CNT-07", "PE-CNT-08", "PE-CNT-09")
    def test_say_what_the_deck_is_made_of(self):
        deck = reference_of(WRITTEN)[2]

        assert [count for count, _words in deck.parts] == [110, 12, 12, 12, 12, 12, 10, 40, 40]
        assert sum(card.copies for card in deck.cards) == 110

    @pytest.mark.rule("PE-CNT-10", "PE-CNT-01")
    def test_are_every_card_every_ability_and_every_facade_with_their_text(self):
        abilities, facades, deck = reference_of(WRITTEN)

        assert [card.title for card in deck.cards] == [card.title for card in WRITTEN.cards]
        assert [(card.title, card.copies) for card in abilities.cards] == [(each.title, 4) for each in WRITTEN.abilities]
        assert all(each.text in card.text for each, card in zip(WRITTEN.abilities, abilities.cards, strict=True))
        assert [card.title for card in facades.cards] == [facade.name for facade in WRITTEN.facades]

    def test_tell_of_each_card_for_what_it_is_real_and_what_it_can_do(self):
        deck = {card.title: card for card in reference_of(WRITTEN)[2].cards}

        for card in WRITTEN.cards:
            found = deck[card.title]
            assert ("Always fake" in found.text) == (not card.real_types)
            ability = next((each for each in WRITTEN.abilities if each.id == card.ability), None)
            assert ability is None or ability.text in found.text

    @pytest.mark.rule("PE-SCO-02", "PE-SCO-03", "PE-SCO-04")
    def test_tell_what_a_facade_is_worth(self):
        facades = reference_of(WRITTEN)[1].cards

        assert [re.search(r"At the end (.*)\.", card.text)[1] for card in facades] == [
            "1 point real, 3 points fake",
            "no points real, 2 points fake",
            "2 points real, 4 points fake",
            "no points real, 2 points fake",
            "no points real, 2 points fake",
        ]
