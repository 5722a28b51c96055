"""Player actions of Potemkin Empire, and the offers: the legal actions of a player, in groups. `rules` decides when each is legal.

An offer lists choices, not every combination of them. It holds only what its owner may know, and only its owner may see it
(PE-HID-09). `allows` looks only at these choices, so it states a second time, independently of the rules, what is legal.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from control.engine.dice import Dice
from control.engine.language import later
from rooms.tables.game.actions import Action
from rooms.tables.game.rule_parts import OneOf, Only, sample
from rooms.tables.potemkin.game.content import FACADES, Facade

# === actions ============================================================================================================


class PotemkinAction(Action, frozen=True):
    """Base class of all player actions."""


class Pick(PotemkinAction, frozen=True):
    """Keep one card of the pack (PE-DRF-03)."""

    called = later("Pick")
    default = later("a card is picked for you by lot.")
    card: str


class Build(PotemkinAction, frozen=True):
    """Build a facade of a type with a hand card behind it (PE-BLD)."""

    called = later("Build")
    card: str
    facade: Facade


class Check(msgspec.Struct, frozen=True):
    """One agent and its target. `agent`: the number of its home building. `target`: a building, None for the shield."""

    agent: int
    target: int | None = None


class Spy(PotemkinAction, frozen=True):
    """Send agents, in this order (PE-SPY). A building with several agents appears once for each agent sent."""

    called = later("Spy")
    checks: tuple[Check, ...]


class CheckAgain(PotemkinAction, frozen=True):
    """Use or decline the additional check. `target`: a building, None for the shield.

    Rules: PE-SPY-19, PE-SPY-20, PE-SPY-21, PE-SPY-22.
    """

    called = later("Check again")
    default = later("you do not check again.")
    target: int | None = None
    decline: bool = False


class PlayAbility(PotemkinAction, frozen=True):
    """Play a hand card for its ability (PE-ABL), with only those targets that the ability needs."""

    called = later("Play ability")
    card: str
    interior: str | None = None  # Second Crew: the card of the first building
    facade: Facade | None = None  # Second Crew: its type
    building: int | None = None  # a building of the player that gets the agent or the cube
    source: int | None = None  # Misdirected Freight: the opponent's building that loses the cube
    looks: tuple[int, ...] = ()  # Friendly Inspector: 1 or 2 buildings of opponents


class BuildAgain(PotemkinAction, frozen=True):
    """Build or decline the second building of the Second Crew (PE-ABI-01)."""

    called = later("Build again")
    default = later("you do not build again.")
    card: str | None = None
    facade: Facade | None = None
    decline: bool = False


class Discard(PotemkinAction, frozen=True):
    """Discard the card that Fresh Timber costs (PE-ABI-06)."""

    called = later("Discard")
    default = later("a card of your hand is discarded by lot.")
    card: str


class Produce(PotemkinAction, frozen=True):
    """Place a cube behind each own Industry building. In construction mode the token flips (PE-IND)."""

    called = later("Produce")
    default = later("you produce.")


class PlaceAgents(PotemkinAction, frozen=True):
    """Ready the spent agents. `counts`: numbers of buildings, and agents for each, at least 1 (PE-END-14)."""

    called = later("Place agents")
    default = later("your agents are spread evenly.")
    counts: tuple[tuple[int, int], ...]


ACTIONS: Final[tuple[type[PotemkinAction], ...]] = tuple(PotemkinAction.__subclasses__())

# === offers =============================================================================================================


class PickOffer(OneOf[str], frozen=True):
    """Keep one of these cards."""

    does = Pick


class BuildOffer(msgspec.Struct, frozen=True):
    """Build with one of these cards, behind any facade."""

    cards: tuple[str, ...]

    def some(self, dice: Dice) -> Build:
        return Build(dice.choice(self.cards), dice.choice(FACADES))

    def allows(self, action: Any) -> bool:
        return type(action) is Build and action.card in self.cards and action.facade in FACADES


class SpyOffer(msgspec.Struct, frozen=True):
    """Send agents. `agents`: buildings with the number of ready agents behind each.

    `shielded`: buildings that are targets only if an agent also goes against the shield.
    """

    agents: tuple[tuple[int, int], ...]
    targets: tuple[int, ...]
    shielded: tuple[int, ...] = ()
    shield: int | None = None  # the opponent who holds it

    def some(self, dice: Dice) -> Spy:
        agents = [home for home, ready in self.agents for _ in range(ready)]
        shield = self.shield is not None and (not self.targets or dice.random() < 0.5)
        open_to = self.targets + self.shielded if shield else self.targets
        most = min(len(agents) - shield, len(open_to))
        targets: list[int | None] = list(sample(dice, open_to, dice.randint(0 if shield else 1, most)))
        if shield:
            targets.insert(dice.randint(0, len(targets)), None)
        sent = sample(dice, agents, len(targets))
        return Spy(tuple([Check(agent, target) for agent, target in zip(sent, targets, strict=True)]))

    def allows(self, action: Any) -> bool:
        """Return whether ready agents, each used once, go to different legal targets."""
        if type(action) is not Spy or not action.checks:
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

    def some(self, dice: Dice) -> CheckAgain:
        choices: list[CheckAgain] = [CheckAgain(target) for target in self.targets]
        if self.shield is not None:
            choices.append(CheckAgain())
        choices.append(CheckAgain(decline=True))
        return dice.choice(choices)

    def allows(self, action: Any) -> bool:
        if type(action) is not CheckAgain:
            return False
        if action.decline:
            return action.target is None
        return self.shield is not None if action.target is None else action.target in self.targets


class BuildAgainOffer(msgspec.Struct, frozen=True):
    """Build once more with one of these cards, or decline."""

    cards: tuple[str, ...]

    def some(self, dice: Dice) -> BuildAgain:
        card = dice.choice((*self.cards, None))
        return BuildAgain(decline=True) if card is None else BuildAgain(card, dice.choice(FACADES))

    def allows(self, action: Any) -> bool:
        if type(action) is not BuildAgain:
            return False
        if action.decline:
            return action.card is None and action.facade is None
        return action.card in self.cards and action.facade in FACADES


class DiscardOffer(OneOf[str], frozen=True):
    """Discard one of these cards."""

    does = Discard


class ProduceOffer(Only, frozen=True):
    """Produce. `flips`: the mode token turns to production."""

    does = Produce
    flips: bool


class PlaceAgentsOffer(msgspec.Struct, frozen=True):
    """Ready all `spent` agents behind `homes`. Each building in `empty` gets one before any other gets one."""

    spent: int
    homes: tuple[int, ...]
    empty: tuple[int, ...] = ()

    def some(self, dice: Dice) -> PlaceAgents:
        """Any legal distribution, from the oldest building on."""
        coming = dict.fromkeys(self.homes, 0)
        for home in sample(dice, self.empty, min(self.spent, len(self.empty))):
            coming[home] = 1
        for _ in range(self.spent - len(self.empty)):
            coming[dice.choice(self.homes)] += 1
        return PlaceAgents(tuple([(home, agents) for home, agents in coming.items() if agents]))

    def allows(self, action: Any) -> bool:
        """Return whether all agents are placed, at least one behind each named building, empty ones first."""
        if type(action) is not PlaceAgents:
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

    def some(self, dice: Dice) -> PlayAbility:
        return PlayAbility(self.card)

    def allows(self, action: Any) -> bool:
        return bool(action == PlayAbility(self.card))


class HomeAbilityOffer(msgspec.Struct, frozen=True):
    """Play this card, whose agent or cube goes behind one of these own buildings."""

    card: str
    ability: str
    buildings: tuple[int, ...]

    def some(self, dice: Dice) -> PlayAbility:
        return PlayAbility(self.card, building=dice.choice(self.buildings))

    def allows(self, action: Any) -> bool:
        if type(action) is not PlayAbility or action.building not in self.buildings:
            return False
        return action == PlayAbility(self.card, building=action.building)


class FreightOffer(msgspec.Struct, frozen=True):
    """Play this card to move a cube from one of the sources behind one of these own buildings."""

    card: str
    ability: str
    sources: tuple[int, ...]
    buildings: tuple[int, ...]

    def some(self, dice: Dice) -> PlayAbility:
        return PlayAbility(self.card, source=dice.choice(self.sources), building=dice.choice(self.buildings))

    def allows(self, action: Any) -> bool:
        if type(action) is not PlayAbility or action.source not in self.sources or action.building not in self.buildings:
            return False
        return action == PlayAbility(self.card, source=action.source, building=action.building)


class InspectOffer(msgspec.Struct, frozen=True):
    """Play this card and look behind 1 or 2 of these buildings."""

    card: str
    ability: str
    buildings: tuple[int, ...]

    def some(self, dice: Dice) -> PlayAbility:
        return PlayAbility(self.card, looks=tuple(sample(dice, self.buildings, dice.randint(1, min(2, len(self.buildings))))))

    def allows(self, action: Any) -> bool:
        if type(action) is not PlayAbility or not 1 <= len(action.looks) <= 2:
            return False
        looks = set(action.looks)
        return (
            len(looks) == len(action.looks)
            and looks.issubset(self.buildings)
            and action == PlayAbility(self.card, looks=action.looks)
        )


class SecondCrewOffer(msgspec.Struct, frozen=True):
    """Play this card and build with one of the interiors, behind any facade."""

    card: str
    ability: str
    interiors: tuple[str, ...]

    def some(self, dice: Dice) -> PlayAbility:
        return PlayAbility(self.card, interior=dice.choice(self.interiors), facade=dice.choice(FACADES))

    def allows(self, action: Any) -> bool:
        if type(action) is not PlayAbility or action.interior not in self.interiors or action.facade not in FACADES:
            return False
        return action == PlayAbility(self.card, interior=action.interior, facade=action.facade)


AbilityOffer = PlainAbilityOffer | HomeAbilityOffer | FreightOffer | InspectOffer | SecondCrewOffer
