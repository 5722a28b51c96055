"""Content of Statecraft: decks and words as rules and screens find them, and how many beginnings they give (SC-CNT).

The engine holds no card (SC-CNT-59). It knows effects by the ids that stand here, and what events do by one vocabulary; numbers,
specialisms, colours and conditions come from the files (SC-CNT-60).

A set-up is the scenario, the supporters in the floating area and the leaders in play; seats, hands and the order of decks do not
count. The numbers are computed from the decks, so that a smaller deck has smaller ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import comb
from typing import Final

import msgspec

from rooms.tables.game.reading import Section


class Ideology(StrEnum):
    """The four ideologies (SC-COM-01), in the order in which points and conditions are written."""

    AUTHORITARIANISM = "authoritarianism"
    ANARCHISM = "anarchism"
    CAPITALISM = "capitalism"
    SOCIALISM = "socialism"


IDEOLOGIES: Final[tuple[Ideology, ...]] = tuple(Ideology)
AXES: Final = ((0, 1), (2, 3))  # opposite ends, by their places in IDEOLOGIES (SC-COM-02, SC-R-03)
CIRCLE: Final = (0, 2, 1, 3)  # Authoritarianism, Capitalism, Anarchism, Socialism (SC-CNT-39)


class Specialism(StrEnum):
    """The four specialisms of politicians and policies (SC-COM-03)."""

    ECONOMY = "economy"
    SECURITY = "security"
    SOCIETY = "society"
    ENVIRONMENT = "environment"


class Colour(StrEnum):
    """The main colour of an option's picture (SC-COM-06)."""

    BLUE = "blue"
    RED = "red"
    GREEN = "green"
    YELLOW = "yellow"


class LeaderEffect(StrEnum):
    """What a faction leader changes in an Advanced game."""

    LARGER_HAND = "larger-hand"  # SC-LDR-01
    WIDER_SEARCH = "wider-search"  # SC-LDR-02
    CHEAPER_POACHING = "cheaper-poaching"  # SC-LDR-03
    OWN_POLICY = "own-policy"  # SC-LDR-04
    DEEPER_DEBT = "deeper-debt"  # SC-LDR-05
    FREE_FIRING = "free-firing"  # SC-LDR-06
    LEADER_STEP = "leader-step"  # SC-LDR-07
    LOYAL_SUPPORTERS = "loyal-supporters"  # SC-LDR-08
    DRAW_ON_DENOUNCING = "draw-on-denouncing"  # SC-LDR-09
    CROWDED_CIRCLE = "crowded-circle"  # SC-LDR-10
    ABSTAIN_ONCE = "abstain-once"  # SC-LDR-11
    HEAD_START = "head-start"  # SC-LDR-12


class ActionEffect(StrEnum):
    """What an action card does."""

    NEW_SUPPORTER = "new-supporter"  # SC-AFX-01
    OUST = "oust"  # SC-AFX-02
    LOOK_AND_DISCARD = "look-and-discard"  # SC-AFX-03
    BUDGET_UP = "budget-up"  # SC-AFX-04
    BUDGET_DOWN = "budget-down"  # SC-AFX-05
    TAKE_BACK = "take-back"  # SC-AFX-06
    COLOUR_STRIKE = "colour-strike"  # SC-AFX-07
    FREE_RECRUIT = "free-recruit"  # SC-AFX-08
    DRAW_THREE = "draw-three"  # SC-AFX-09
    FREE_POACH = "free-poach"  # SC-AFX-10
    SPIN = "spin"  # SC-AFX-11
    RESHUFFLE = "reshuffle"  # SC-AFX-12: two politicians exchange places, or one policy moves


class EmergencyEffect(StrEnum):
    """What an emergency does."""

    NEW_HANDS = "new-hands"  # SC-EMX-01
    BUSIEST_FALL = "busiest-fall"  # SC-EMX-02
    COMMON_FRONT = "common-front"  # SC-EMX-03
    NAME_AND_SHAME = "name-and-shame"  # SC-EMX-04
    NEW_FACES = "new-faces"  # SC-EMX-05
    COOLING = "cooling"  # SC-EMX-06


class EmergencyKind(StrEnum):
    """An individual emergency is carried out by every player in turn order, a collective one once (SC-EMG-03, SC-EMG-04)."""

    INDIVIDUAL = "individual"
    COLLECTIVE = "collective"


class ScenarioEffect(StrEnum):
    """The special text of a scenario."""

    LARGER_HANDS = "larger-hands"  # scenario 2
    FLAT_POACHING = "flat-poaching"  # scenario 3
    FAITHLESS = "faithless"  # scenario 5: supporters no longer satisfied leave at the end of the turn
    FREE_FIRING = "free-firing"  # scenario 13
    ONE_CAMPAIGN = "one-campaign"  # scenario 14


class StartEffect(StrEnum):
    """What a scenario does before the first turn (SC-ADV-04)."""

    SHORT_DECK = "short-deck"  # scenarios 6 and 11, SC-CNT-49
    BUDGET_THREE = "budget-three"  # scenario 8: every budget starts at +3
    SET_IDEOLOGY = "set-ideology"  # scenario 10: each player sets one own ideology to 2
    LAST_IS_INCUMBENT = "last-is-incumbent"  # scenario 12


class EffectKind(StrEnum):
    """The vocabulary of events (SC-CNT-28)."""

    DISCARD_HAND = "discard-hand"
    DRAW = "draw"
    LOSE_POLICIES = "lose-policies"  # of any kind, of a colour, or of a specialism
    RETURN_SUPPORTERS = "return-supporters"
    LOSE_POLITICIANS = "lose-politicians"  # of the inner circle, of the outer, or any
    MOVE_IDEOLOGY = "move-ideology"  # named, or any of the player's choice
    MOVE_BUDGET = "move-budget"
    FREEPLAY = "freeplay"


class Circle(StrEnum):
    """The two places beside the leader, and the two beyond (SC-CIR-01)."""

    INNER = "inner"
    OUTER = "outer"


class Effect(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One effect of an event. `amount` is a number of things, or signed steps of an ideology or of the budget.

    `colour` or `specialism` narrow LOSE_POLICIES, `circle` LOSE_POLITICIANS, `ideology` names the one that MOVE_IDEOLOGY moves.
    """

    kind: EffectKind
    amount: int = 1
    colour: Colour | None = None
    specialism: Specialism | None = None
    circle: Circle | None = None
    ideology: Ideology | None = None


class Leader(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A faction leader (SC-COM-11, SC-CNT-02). `text` tells the effect."""

    id: str
    name: str
    faction: str
    flavour: str
    effect: LeaderEffect
    text: str


class Politician(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A politician (SC-COM-08, SC-CNT-04)."""

    id: str
    name: str
    flavour: str
    specialisms: tuple[Specialism, ...]
    senior: bool = False


class PolicyOption(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of a policy's two options (SC-CNT-11). `points` stand in the order of IDEOLOGIES; a positive `cost` is income."""

    label: str
    points: tuple[int, int, int, int]
    cost: int
    colour: Colour
    picture: str  # what its picture shows, for who cannot see it


class Policy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A policy card (SC-COM-05, SC-CNT-11)."""

    id: str
    title: str
    specialism: Specialism
    options: tuple[PolicyOption, PolicyOption]


class ActionCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of the action cards (SC-CNT-24), of which `copies` lie in the deck; `targets` says what has to be chosen."""

    id: str
    title: str
    flavour: str
    effect: ActionEffect
    text: str
    targets: str = ""
    copies: int = 3


class EventOption(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of an event's two options; `extra` is what the incumbent carries out besides (SC-EVT-04)."""

    label: str
    effects: tuple[Effect, ...]
    extra: tuple[Effect, ...] = ()


class EventCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An event (SC-CNT-27)."""

    id: str
    title: str
    text: str
    options: tuple[EventOption, EventOption]
    incumbent_only: bool = False


class Emergency(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An emergency (SC-CNT-36)."""

    id: str
    title: str
    text: str
    kind: EmergencyKind
    effect: EmergencyEffect
    contribution: bool = False


class Condition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """At least, or at most, so much of an ideology; one of the two is set (SC-CNT-38)."""

    least: int | None = None
    most: int | None = None


class Supporter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A supporter (SC-COM-09, SC-CNT-38). `conditions` are in the order of IDEOLOGIES, None where every value will do."""

    id: str
    name: str
    flavour: str
    conditions: tuple[Condition | None, Condition | None, Condition | None, Condition | None]


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario (SC-COM-10, SC-CNT-45). `end` is 1 to 5 and `win` 1 to 4, as the rules number them; `turns` goes with end 1."""

    id: str
    number: int
    name: str
    flavour: str
    end: int
    win: int
    supporters: int
    politicians: int
    turns: int = 0
    text: str = ""
    effect: ScenarioEffect | None = None
    start: StartEffect | None = None
    players: tuple[int, ...] = (2, 3, 4, 5, 6)


class Named(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a thing of the rules is called, with the data of one path in a box of 100 by 100 for its icon (SC-COM-15)."""

    id: str
    name: str
    icon: str
    line: str = ""


class Key(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The key to all icons (SC-COM-15, SC-R-49)."""

    ideologies: tuple[Named, ...]
    specialisms: tuple[Named, ...]
    colours: tuple[Named, ...]
    signs: tuple[Named, ...]  # senior, budget, incumbent, announce, denounce


class HelpLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of a help page (SC-COM-14)."""

    id: str
    title: str
    line: str


class Help(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The two help pages: one on the turn, one on the manoeuvres (SC-COM-14)."""

    turn: tuple[HelpLine, ...]
    manoeuvres: tuple[HelpLine, ...]


class Content(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything about the game that is not a rule."""

    leaders: tuple[Leader, ...]
    politicians: tuple[Politician, ...]
    policies: tuple[Policy, ...]
    actions: tuple[ActionCard, ...]
    events: tuple[EventCard, ...]
    emergencies: tuple[Emergency, ...]
    supporters: tuple[Supporter, ...]
    scenarios: tuple[Scenario, ...]
    key: Key
    help: Help
    rules: tuple[Section, ...]


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


PLAYERS: Final = (2, 3, 4, 5, 6)
QUICKPLAY_SUPPORTERS: Final = 6  # SC-QIK-02
FEWEST: Final = 200_000  # every number of players must have more than these (SC-CNT-57)


def layouts(content: Content, players: int) -> int:
    """The floating areas that the scenarios offered to so many players can begin with (SC-CNT-52, SC-CNT-56)."""
    offered = (scenario for scenario in content.scenarios if players in scenario.players)
    return sum(comb(len(content.supporters), scenario.supporters) for scenario in offered)


def leaders(content: Content, players: int) -> int:
    """The sets of leaders that so many players can get (SC-CNT-53)."""
    return comb(len(content.leaders), players)


def set_ups(content: Content, players: int) -> int:
    """The set-ups of an Advanced game (SC-CNT-51, SC-CNT-56)."""
    return layouts(content, players) * leaders(content, players)


def quickplay_set_ups(content: Content, players: int) -> int:
    """The set-ups of a Quickplay game, which has one scenario (SC-CNT-55)."""
    return comb(len(content.supporters), QUICKPLAY_SUPPORTERS) * leaders(content, players)


def smallest_set_ups(content: Content, players: int) -> int:
    """The set-ups of the scenario that has the fewest (SC-CNT-54)."""
    offered = [scenario for scenario in content.scenarios if players in scenario.players]
    return min((comb(len(content.supporters), scenario.supporters) for scenario in offered), default=0) * leaders(content, players)
