"""Legal actions of a player, in groups called offers. An offer lists choices, not every combination of them.

An offer holds only what its owner may know, and only its owner may see it (PE-HID-09). `allows` looks only at these choices, so it
states a second time, independently of the rules, what is legal.
"""

from __future__ import annotations

from typing import Any

import msgspec

from control.engine.dice import Dice
from rooms.tables.game.rule_parts import OneOf, Only, sample
from rooms.tables.potemkin.game import actions
from rooms.tables.potemkin.game.content import FACADES


class PickOffer(OneOf[str], frozen=True):
    """Keep one of these cards."""

    does = actions.Pick


class BuildOffer(msgspec.Struct, frozen=True):
    """Build with one of these cards, behind any facade."""

    cards: tuple[str, ...]

    def some(self, dice: Dice) -> actions.Build:
        return actions.Build(dice.choice(self.cards), dice.choice(FACADES))

    def allows(self, action: Any) -> bool:
        return type(action) is actions.Build and action.card in self.cards and action.facade in FACADES


class SpyOffer(msgspec.Struct, frozen=True):
    """Send agents. `agents`: buildings with the number of ready agents behind each.

    `shielded`: buildings that are targets only if an agent also goes against the shield.
    """

    agents: tuple[tuple[int, int], ...]
    targets: tuple[int, ...]
    shielded: tuple[int, ...] = ()
    shield: int | None = None  # the opponent who holds it

    def some(self, dice: Dice) -> actions.Spy:
        agents = [home for home, ready in self.agents for _ in range(ready)]
        shield = self.shield is not None and (not self.targets or dice.random() < 0.5)
        open_to = self.targets + self.shielded if shield else self.targets
        most = min(len(agents) - shield, len(open_to))
        targets: list[int | None] = list(sample(dice, open_to, dice.randint(0 if shield else 1, most)))
        if shield:
            targets.insert(dice.randint(0, len(targets)), None)
        sent = sample(dice, agents, len(targets))
        return actions.Spy(tuple([actions.Check(agent, target) for agent, target in zip(sent, targets, strict=True)]))

    def allows(self, action: Any) -> bool:
        """Return whether ready agents, each used once, go to different legal targets."""
        if type(action) is not actions.Spy or not action.checks:
            return False
        homes = [check.agent for check in action.checks]
        targets = [check.target for check in action.checks]
        ready = dict(self.agents)
        shield = None in targets
        open_to = self.targets + self.shielded if shield else self.targets
        return (
            len(set(targets)) == len(targets)
            and (not shield or self.shield is not None)
            and all(target is None or target in open_to for target in targets)
            and all(homes.count(home) <= ready.get(home, 0) for home in homes)
        )


class CheckAgainOffer(msgspec.Struct, frozen=True):
    """The agent from this building may check one of the targets, remove the shield of `shield`, or do neither."""

    agent: int
    targets: tuple[int, ...]
    shield: int | None = None

    def some(self, dice: Dice) -> actions.CheckAgain:
        choices: list[actions.CheckAgain] = [actions.CheckAgain(target) for target in self.targets]
        if self.shield is not None:
            choices.append(actions.CheckAgain())
        choices.append(actions.CheckAgain(decline=True))
        return dice.choice(choices)

    def allows(self, action: Any) -> bool:
        if type(action) is not actions.CheckAgain:
            return False
        if action.decline:
            return action.target is None
        return self.shield is not None if action.target is None else action.target in self.targets


class BuildAgainOffer(msgspec.Struct, frozen=True):
    """Build once more with one of these cards, or decline."""

    cards: tuple[str, ...]

    def some(self, dice: Dice) -> actions.BuildAgain:
        card = dice.choice((*self.cards, None))
        return actions.BuildAgain(decline=True) if card is None else actions.BuildAgain(card, dice.choice(FACADES))

    def allows(self, action: Any) -> bool:
        if type(action) is not actions.BuildAgain:
            return False
        if action.decline:
            return action.card is None and action.facade is None
        return action.card in self.cards and action.facade in FACADES


class DiscardOffer(OneOf[str], frozen=True):
    """Discard one of these cards."""

    does = actions.Discard


class ProduceOffer(Only, frozen=True):
    """Produce. `flips`: the mode token turns to production."""

    does = actions.Produce
    flips: bool


class PlaceAgentsOffer(msgspec.Struct, frozen=True):
    """Ready all `spent` agents behind `homes`. Each building in `empty` gets one before any other gets one."""

    spent: int
    homes: tuple[int, ...]
    empty: tuple[int, ...] = ()

    def some(self, dice: Dice) -> actions.PlaceAgents:
        """Any legal distribution, from the oldest building on."""
        coming = dict.fromkeys(self.homes, 0)
        for home in sample(dice, self.empty, min(self.spent, len(self.empty))):
            coming[home] = 1
        for _ in range(self.spent - len(self.empty)):
            coming[dice.choice(self.homes)] += 1
        return actions.PlaceAgents(tuple([(home, agents) for home, agents in coming.items() if agents]))

    def allows(self, action: Any) -> bool:
        """Return whether all agents are placed, at least one behind each named building, empty ones first."""
        if type(action) is not actions.PlaceAgents:
            return False
        coming = dict(action.counts)
        first = [home for home in self.empty if home in coming]
        return (
            len(coming) == len(action.counts)
            and sum(coming.values()) == self.spent
            and all(home in self.homes and agents > 0 for home, agents in coming.items())
            and len(first) == min(self.spent, len(self.empty))
        )


class PlainAbilityOffer(msgspec.Struct, frozen=True):
    """Play this card for an ability that has no target."""

    card: str
    ability: str

    def some(self, dice: Dice) -> actions.PlayAbility:
        return actions.PlayAbility(self.card)

    def allows(self, action: Any) -> bool:
        return bool(action == actions.PlayAbility(self.card))


class HomeAbilityOffer(msgspec.Struct, frozen=True):
    """Play this card, whose agent or cube goes behind one of these own buildings."""

    card: str
    ability: str
    buildings: tuple[int, ...]

    def some(self, dice: Dice) -> actions.PlayAbility:
        return actions.PlayAbility(self.card, building=dice.choice(self.buildings))

    def allows(self, action: Any) -> bool:
        if type(action) is not actions.PlayAbility or action.building not in self.buildings:
            return False
        return action == actions.PlayAbility(self.card, building=action.building)


class FreightOffer(msgspec.Struct, frozen=True):
    """Play this card to move a cube from one of the sources behind one of these own buildings."""

    card: str
    ability: str
    sources: tuple[int, ...]
    buildings: tuple[int, ...]

    def some(self, dice: Dice) -> actions.PlayAbility:
        return actions.PlayAbility(self.card, source=dice.choice(self.sources), building=dice.choice(self.buildings))

    def allows(self, action: Any) -> bool:
        if type(action) is not actions.PlayAbility or action.source not in self.sources or action.building not in self.buildings:
            return False
        return action == actions.PlayAbility(self.card, source=action.source, building=action.building)


class InspectOffer(msgspec.Struct, frozen=True):
    """Play this card and look behind 1 or 2 of these buildings."""

    card: str
    ability: str
    buildings: tuple[int, ...]

    def some(self, dice: Dice) -> actions.PlayAbility:
        return actions.PlayAbility(
            self.card, looks=tuple(sample(dice, self.buildings, dice.randint(1, min(2, len(self.buildings)))))
        )

    def allows(self, action: Any) -> bool:
        if type(action) is not actions.PlayAbility or not 1 <= len(action.looks) <= 2:
            return False
        looks = set(action.looks)
        return (
            len(looks) == len(action.looks)
            and looks.issubset(self.buildings)
            and action == actions.PlayAbility(self.card, looks=action.looks)
        )


class SecondCrewOffer(msgspec.Struct, frozen=True):
    """Play this card and build with one of the interiors, behind any facade."""

    card: str
    ability: str
    interiors: tuple[str, ...]

    def some(self, dice: Dice) -> actions.PlayAbility:
        return actions.PlayAbility(self.card, interior=dice.choice(self.interiors), facade=dice.choice(FACADES))

    def allows(self, action: Any) -> bool:
        if type(action) is not actions.PlayAbility or action.interior not in self.interiors or action.facade not in FACADES:
            return False
        return action == actions.PlayAbility(self.card, interior=action.interior, facade=action.facade)


AbilityOffer = PlainAbilityOffer | HomeAbilityOffer | FreightOffer | InspectOffer | SecondCrewOffer
