"""Hidden information (SC-HID): a canary in a hidden place is in no other player's view, words or offers."""

from __future__ import annotations

import msgspec
import pytest

from control.engine.records import replace
from rooms.tables.game.rules import told
from rooms.tables.statecraft.game.actions import ChooseOption, Contribute, EndTurn, Lose
from tests.amounts import amount
from tests.rooms.tables.statecraft.play import NAMES, RULES, A, B, C, after, done, played_on, side, table


def text(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def hidden_from(rules, state, viewer):
    """Ids of cards whose place this viewer cannot know."""
    looking = rules.view(state, viewer).own.looking if viewer is not None and state.sides else ()
    seen = {card.id for card in looking}
    for player, each in enumerate(state.sides):
        if player != viewer:
            yield from [card for card in each.hand if card not in seen]
    yield from (*state.deck, *state.boxed, *state.unused)
    yield from (*state.politicians, *state.box)


@pytest.mark.rule("SC-HID-01", "SC-HID-02", "SC-HID-07", "SC-HID-08", "SC-R-46", "SC-R-51")
def test_views_offers_and_words_hold_nothing_hidden():
    looked = 0
    for number in range(amount(15, 100)):
        for at, (rules, step) in enumerate(played_on(number)):
            if (at + number) % 25:
                continue
            state = step.before
            for viewer in (*range(len(state.sides)), None):
                hidden = {f'"{each}"' for each in hidden_from(rules, state, viewer)}
                shown = text(rules.view(state, viewer))
                assert not [each for each in hidden if each in shown]
                if viewer is not None:
                    offered = text(rules.offers(state, viewer))
                    assert not [each for each in hidden if each in offered]
                looked += len(hidden)
            names = NAMES[: len(state.sides)]
            for fact in step.played.facts:
                after_ = rules.facts.evolve(state, fact)
                for viewer in (*range(len(state.sides)), None):
                    secret = set(hidden_from(rules, state, viewer)) & set(hidden_from(rules, after_, viewer))
                    titles = {rules.book.title(each) for each in secret if each in rules.book.policies}
                    words = told(rules, fact, state, viewer, names)
                    assert not [each for each in titles if f"“{each}”" in words], (type(fact), words)
                state = after_
    assert looked > 1000


@pytest.mark.rule("SC-HID-08", "SC-HID-02")
def test_what_cannot_be_known_makes_no_difference_to_what_is_seen():
    """The hands of B and C, and the deck below its top card, are exchanged. A's view and offers stay the same."""
    begun = table(side("eco1 look-and-discard--1"), side("eco2 sec1"), side("eco3 budget-up--1"))
    others = begun.sides[1:]
    swapped = replace(
        begun,
        sides=(begun.sides[A], replace(begun.sides[B], hand=others[1].hand), replace(begun.sides[C], hand=others[0].hand)),
        deck=begun.deck[::-1],
        politicians=begun.politicians[::-1],
        box=begun.box[::-1],
    )

    assert RULES.view(swapped, A) == RULES.view(begun, A)
    assert RULES.offers(swapped, A) == RULES.offers(begun, A)
    assert RULES.view(swapped, None) == RULES.view(begun, None)


@pytest.mark.rule("SC-HID-04", "SC-HID-05", "SC-EMG-05")
@pytest.mark.parametrize(
    ("card", "one", "other"),
    [("m3", Contribute("sec1"), Contribute()), ("e01", ChooseOption(0), ChooseOption(1))],
)
def test_what_was_chosen_cannot_be_told_by_others_before_all_are_in(card, one, other):
    begun = after(table(side("eco1 eco2"), side("sec1 sec2"), side("eco3 eco4"), deck=card), (A, EndTurn()))
    first, second = after(begun, (B, one)), after(begun, (B, other))

    assert first != second
    for viewer in (A, C, None):
        assert RULES.view(first, viewer) == RULES.view(second, viewer)
        if viewer is not None:
            assert RULES.offers(first, viewer) == RULES.offers(second, viewer)
    assert RULES.view(first, B) != RULES.view(second, B)


@pytest.mark.rule("SC-HID-01")
def test_the_number_of_cards_in_a_hand_is_public():
    seen = RULES.view(table(side("eco1 eco2"), side("sec1")), None)

    assert ([each.hand for each in seen.sides], seen.own) == ([2, 1], None)


@pytest.mark.rule("SC-HID-01", "SC-R-46")
def test_whoever_saw_the_hand_of_another_go_cannot_take_that_back():
    """Event e02 A takes two cards of each hand. C chooses; then A's hand goes by itself, open to all."""
    begun = table(side("eco1 eco2"), side("sec1 sec2"), side("eco3 eco4 eco5"), deck="e02", active=B)
    asked = after(begun, (B, EndTurn()), *[(player, ChooseOption(0)) for player in (A, B, C)])

    played = done(asked, C, Lose(("eco3", "eco4")))

    assert "eco1" in text(RULES.view(played.state, C).discard)
    assert any(type(fact).__name__ == "HandLost" and RULES.facts.binding(fact) for fact in played.facts)


@pytest.mark.rule("SC-HID-01", "SC-HID-08")
def test_what_can_be_taken_back_has_shown_no_card_that_was_hidden():
    looked = 0
    for number in (33, 35, *range(amount(0, 100))):
        for rules, step in played_on(number):
            if any(rules.facts.binding(fact) for fact in step.played.facts) or rules.result(step.played.state) is not None:
                continue
            if len(step.played.facts) > 2:
                hidden = {f'"{each}"' for each in hidden_from(rules, step.before, step.player)}
                seen = text(rules.view(step.played.state, step.player))
                assert not [each for each in hidden if each in seen], step.action
                looked += 1
    assert looked > 20
