"""The content as the rules look things up in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rooms.tables.statecraft.game.content import (
    ActionCard,
    Content,
    Emergency,
    EventCard,
    Leader,
    Policy,
    Politician,
    Scenario,
    Supporter,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """Cards by what names them at the table: each copy of an action card has a name of its own."""

    content: Content
    leaders: Mapping[str, Leader]
    politicians: Mapping[str, Politician]
    policies: Mapping[str, Policy]
    actions: Mapping[str, ActionCard]
    purple: Mapping[str, EventCard | Emergency]
    supporters: Mapping[str, Supporter]
    scenarios: Mapping[str, Scenario]
    names: Mapping[str, str]  # of ideologies, specialisms and colours, as the key has them

    def title(self, card: str) -> str:
        """What stands on a card of the main deck."""
        found = self.policies.get(card) or self.actions.get(card) or self.purple[card]
        return found.title


def copies_of(card: ActionCard) -> tuple[str, ...]:
    """The names of an action card's copies at the table; one that is there once keeps its own."""
    if card.copies == 1:
        return (card.id,)
    return tuple([f"{card.id}--{number}" for number in range(1, card.copies + 1)])


def book_of(content: Content) -> Book:
    """The content, ready to be looked up in."""
    purple: dict[str, EventCard | Emergency] = {card.id: card for card in content.events}
    purple |= {card.id: card for card in content.emergencies}
    return Book(
        content=content,
        leaders={leader.id: leader for leader in content.leaders},
        politicians={politician.id: politician for politician in content.politicians},
        policies={policy.id: policy for policy in content.policies},
        actions={copy: card for card in content.actions for copy in copies_of(card)},
        purple=purple,
        supporters={supporter.id: supporter for supporter in content.supporters},
        scenarios={scenario.id: scenario for scenario in content.scenarios},
        names={each.id: each.name for each in (*content.key.ideologies, *content.key.specialisms, *content.key.colours)},
    )
