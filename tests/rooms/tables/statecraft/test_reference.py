"""Reference cards: all printed cards, and the contents of the decks."""

from __future__ import annotations

import pytest

from rooms.tables.screens.reference import reference_view
from rooms.tables.statecraft.screens.app import APP
from rooms.tables.statecraft.screens.reference import reference_of
from tests.rooms.tables.statecraft.decks import CONTENT

GROUPS = {group.title: group for group in reference_of(CONTENT)}


@pytest.mark.rule("SC-CNT-02", "SC-CNT-04", "SC-CNT-11", "SC-CNT-24", "SC-CNT-27", "SC-CNT-36", "SC-CNT-38", "SC-CNT-45")
def test_every_card_is_there_with_its_text():
    texts = {card.title: card.text for group in GROUPS.values() for card in group.cards}

    for printed in (*CONTENT.actions, *CONTENT.emergencies):
        assert texts[printed.title] == printed.text
    for leader in CONTENT.leaders:
        assert texts[leader.name] == leader.text
    for politician in CONTENT.politicians:
        assert politician.name in texts
    for card in (*CONTENT.policies, *CONTENT.events):
        assert [option.label for option in card.options if option.label not in texts[card.title]] == []
    for supporter in CONTENT.supporters:
        asked = [each for each in supporter.conditions if each is not None]
        assert texts[supporter.name].count("≥") + texts[supporter.name].count("≤") == len(asked)
    for scenario in CONTENT.scenarios:
        assert scenario.text in texts[scenario.name]
        assert "win" in texts[scenario.name]


@pytest.mark.rule("SC-CNT-24", "SC-CNT-11")
def test_the_main_deck_is_counted():
    copies = sum(card.copies for card in GROUPS["Actions"].cards)
    (whole, _words), (policies, _), (actions, _) = GROUPS["Actions"].parts

    assert (policies, actions, whole) == (len(CONTENT.policies), copies, len(CONTENT.policies) + copies)
    assert sum(count for count, _words in GROUPS["Policies"].parts) == policies


def test_cards_are_found_by_their_words():
    title = CONTENT.events[0].title
    found = reference_view(APP, CONTENT, {}, address="/", back="/", sought=title, mark="Event")

    assert [card.title for each in found.found for card, _name in each.cards] == [title]
