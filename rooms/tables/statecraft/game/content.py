"""Content of Statecraft: decks and names for rules and screens, and the number of possible set-ups (SC-CNT).

The engine holds no card (SC-CNT-59). It knows effects by the ids in this module, and events by one vocabulary of effects. Numbers,
specialisms, colours and conditions come from the files (SC-CNT-60).

A set-up is the scenario, the supporters in the floating area and the leaders in play. Seats, hands and the order of decks do not
count. All numbers are computed from the decks, so a smaller deck gives smaller numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from math import comb
from typing import Final

import msgspec
from msgspec import Struct

from rooms.tables.game.content_reading import RulesSection


class Ideology(StrEnum):
    """The four ideologies (SC-COM-01), in the order used by points and conditions."""

    AUTHORITARIANISM = "authoritarianism"
    ANARCHISM = "anarchism"
    CAPITALISM = "capitalism"
    SOCIALISM = "socialism"


IDEOLOGIES: Final[tuple[Ideology, ...]] = tuple(Ideology)
AXES: Final = ((0, 1), (2, 3))  # opposite ideologies, as indexes into IDEOLOGIES (SC-COM-02, SC-R-03)
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
    """Effects of faction leaders in an Advanced game."""

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
    """Effects of action cards."""

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
    """Effects of emergencies."""

    NEW_HANDS = "new-hands"  # SC-EMX-01
    BUSIEST_FALL = "busiest-fall"  # SC-EMX-02
    COMMON_FRONT = "common-front"  # SC-EMX-03
    NAME_AND_SHAME = "name-and-shame"  # SC-EMX-04
    NEW_FACES = "new-faces"  # SC-EMX-05
    COOLING = "cooling"  # SC-EMX-06


class EmergencyKind(StrEnum):
    """Scope of an emergency: every player in turn order, or the whole table once (SC-EMG-03, SC-EMG-04)."""

    INDIVIDUAL = "individual"
    COLLECTIVE = "collective"


class ScenarioEffect(StrEnum):
    """Special texts of scenarios."""

    LARGER_HANDS = "larger-hands"  # scenario 2
    FLAT_POACHING = "flat-poaching"  # scenario 3
    FAITHLESS = "faithless"  # scenario 5: supporters no longer satisfied leave at the end of the turn
    FREE_FIRING = "free-firing"  # scenario 13
    ONE_CAMPAIGN = "one-campaign"  # scenario 14


class StartEffect(StrEnum):
    """Scenario effects before the first turn (SC-ADV-04)."""

    SHORT_DECK = "short-deck"  # scenarios 6 and 11, SC-CNT-49
    BUDGET_THREE = "budget-three"  # scenario 8: every budget starts at +3
    SET_IDEOLOGY = "set-ideology"  # scenario 10: each player sets one own ideology to 2
    LAST_IS_INCUMBENT = "last-is-incumbent"  # scenario 12


class EffectKind(StrEnum):
    """Vocabulary of event effects (SC-CNT-28)."""

    DISCARD_HAND = "discard-hand"
    DRAW = "draw"
    LOSE_POLICIES = "lose-policies"  # any, of a colour, or of a specialism
    RETURN_SUPPORTERS = "return-supporters"
    LOSE_POLITICIANS = "lose-politicians"  # of the inner circle, of the outer circle, or any
    MOVE_IDEOLOGY = "move-ideology"  # a named ideology, or one that the player chooses
    MOVE_BUDGET = "move-budget"
    FREEPLAY = "freeplay"


class Circle(StrEnum):
    """The two circles of a cabinet: the places next to the leader, and the two beyond (SC-CIR-01)."""

    INNER = "inner"
    OUTER = "outer"


class Effect(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One effect of an event. `amount`: a number of things, or signed steps of an ideology or of the budget.

    `colour` and `specialism`: filters of LOSE_POLICIES. `circle`: filter of LOSE_POLITICIANS. `ideology`: the one that
    MOVE_IDEOLOGY moves, None for the player's choice.
    """

    kind: EffectKind
    amount: int = 1
    colour: Colour | None = None
    specialism: Specialism | None = None
    circle: Circle | None = None
    ideology: Ideology | None = None


class Leader(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A faction leader (SC-COM-11, SC-CNT-02). `text`: the effect in words."""

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
    """One of a policy's two options (SC-CNT-11). `points`: in the order of IDEOLOGIES. `cost`: positive is income."""

    label: str
    points: tuple[int, int, int, int]
    cost: int
    colour: Colour
    picture: str  # a description for players who cannot see the picture


class Policy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A policy card (SC-COM-05, SC-CNT-11)."""

    id: str
    title: str
    specialism: Specialism
    options: tuple[PolicyOption, PolicyOption]


class ActionCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An action card (SC-CNT-24). `copies`: number in the deck. `targets`: what the player has to choose."""

    id: str
    title: str
    flavour: str
    effect: ActionEffect
    text: str
    targets: str = ""
    copies: int = 3


class EventOption(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of an event's two options. `extra`: additional effects for the incumbent (SC-EVT-04)."""

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
    """A lower or an upper limit for one ideology. Exactly one of the two is set (SC-CNT-38)."""

    least: int | None = None
    most: int | None = None


class Supporter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A supporter (SC-COM-09, SC-CNT-38). `conditions`: in the order of IDEOLOGIES, None where every value is allowed."""

    id: str
    name: str
    flavour: str
    conditions: tuple[Condition | None, Condition | None, Condition | None, Condition | None]


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario (SC-COM-10, SC-CNT-45). `end`: 1 to 5; `win`: 1 to 4, both numbered as in the rules. `turns`: only with end
    condition 1.
    """

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
    """Name and icon of one thing in the key. `icon`: the data of one SVG path in a box of 100 by 100 (SC-COM-15)."""

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
    """All game data outside the rules."""

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
    rules: tuple[RulesSection, ...]


class Book(Struct, frozen=True, kw_only=True):
    """Lookup tables for the content by id at the table. Each copy of an action card has its own id."""

    content: Content
    leaders: Mapping[str, Leader]
    politicians: Mapping[str, Politician]
    policies: Mapping[str, Policy]
    actions: Mapping[str, ActionCard]
    purple: Mapping[str, EventCard | Emergency]
    supporters: Mapping[str, Supporter]
    scenarios: Mapping[str, Scenario]
    names: Mapping[str, str]  # of ideologies, specialisms and colours, from the key

    def title(self, card: str) -> str:
        """The title of a card of the main deck."""
        found = self.policies.get(card) or self.actions.get(card) or self.purple[card]
        return found.title


def copies_of(card: ActionCard) -> tuple[str, ...]:
    """The ids of an action card's copies at the table. A single copy keeps the card's own id."""
    if card.copies == 1:
        return (card.id,)
    return tuple([f"{card.id}--{number}" for number in range(1, card.copies + 1)])


def book_of(content: Content) -> Book:
    """Lookup tables for this content."""
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
FEWEST: Final = 200_000  # set-ups that every number of players must exceed (SC-CNT-57)


def layouts(content: Content, players: int) -> int:
    """The number of possible floating areas over all scenarios offered to this number of players (SC-CNT-52, SC-CNT-56)."""
    offered = (scenario for scenario in content.scenarios if players in scenario.players)
    return sum(comb(len(content.supporters), scenario.supporters) for scenario in offered)


def leaders(content: Content, players: int) -> int:
    """The number of possible sets of leaders for this number of players (SC-CNT-53)."""
    return comb(len(content.leaders), players)


def set_ups(content: Content, players: int) -> int:
    """The number of set-ups of an Advanced game (SC-CNT-51, SC-CNT-56)."""
    return layouts(content, players) * leaders(content, players)


def quickplay_set_ups(content: Content, players: int) -> int:
    """The number of set-ups of a Quickplay game, which has one scenario (SC-CNT-55)."""
    return comb(len(content.supporters), QUICKPLAY_SUPPORTERS) * leaders(content, players)


def smallest_set_ups(content: Content, players: int) -> int:
    """The number of set-ups of the scenario that has the fewest (SC-CNT-54)."""
    offered = [scenario for scenario in content.scenarios if players in scenario.players]
    return min((comb(len(content.supporters), scenario.supporters) for scenario in offered), default=0) * leaders(content, players)
