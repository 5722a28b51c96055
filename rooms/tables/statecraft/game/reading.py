"""How the decks and words of Statecraft stand in their files (SC-CNT-59), and what may be wrong there.

Ten files; every key that is shown must be there unless it says "may be left out", and no other may be. Ids are slugs: lower case,
digits and hyphens. Sentences are our own words; how long they may be says `rooms.tables.statecraft.game.vetting`. Decks may be
smaller than those of the rules (SC-CNT-61); `rooms.tables.statecraft.game.checker` holds them against every number of the rules.

leaders.yaml::

    leaders:
      - id: cosima-overbrook
        name: Cosima Overbrook
        faction: The Full Agenda
        effect: larger-hand          # one of LeaderEffect (SC-LDR)
        text: "What the effect does, exactly enough to play by."
        flavour: "Her diary has an annexe."

politicians.yaml::

    politicians:
      - id: penny-farthingworth
        name: Penny Farthingworth
        specialisms: [economy]       # 1 or 2 of economy, security, society, environment
        senior: true                 # may be left out when false
        flavour: "Balanced the books once."

policies.yaml::

    policies:
      - id: tax-collection           # no policy, action, event or emergency has the id of another
        title: Tax Collection
        specialism: economy
        options:                     # two
          - label: Honesty boxes on every corner
            points: {anarchism: 2, socialism: 1}    # of authoritarianism, anarchism, capitalism, socialism
            cost: 1                  # positive is income
            colour: red              # blue, red, green or yellow: the main colour of the picture
            picture: "What the picture shows, for who cannot see it."
          - {label: Auditors, points: {authoritarianism: 3}, cost: 2, colour: green, picture: "Auditors in green."}

actions.yaml::

    actions:
      - id: talk-of-the-town
        title: Talk of the Town
        effect: new-supporter        # one of ActionEffect (SC-AFX)
        copies: 3                    # may be left out when 3
        text: "What the effect does, exactly enough to play by."
        targets: nothing             # what has to be chosen
        flavour: "Somebody new has an opinion."

events.yaml, the events and the emergencies::

    events:
      - id: printers-strike
        title: The Printers Strike
        text: "The story."
        incumbent_only: true         # may be left out when false
        options:                     # two
          - label: Do without the leaflets
            effects: [{kind: discard-hand, amount: 1}]
            extra: [{kind: move-ideology, amount: -1}]    # what the incumbent carries out besides; may be left out
          - label: Pay the printers double
            effects: [{kind: move-budget, amount: -2}]
    emergencies:
      - id: lights-out
        title: Lights Out
        kind: individual             # or collective, as the rules have it
        contribution: true           # may be left out when false
        effect: new-hands            # one of EmergencyEffect (SC-EMX)
        text: "What the effect does, exactly enough to play by."

An effect has a kind, one of EffectKind (SC-CNT-28), and an amount, 1 where it is left out: a number of things, or signed steps of
an ideology or of the budget. lose-policies takes a colour or a specialism, lose-politicians a circle (inner, outer), move-ideology
an ideology; without it any will do. freeplay has no amount.

supporters.yaml::

    supporters:
      - id: whistle-collectors-club
        name: Whistle Collectors' Club
        conditions: {authoritarianism: {least: 4}, anarchism: {most: 2}}    # least 1 to 7 or most 0 to 6
        flavour: "They blow for order."

scenarios.yaml::

    scenarios:
      - id: snap-ballot
        number: 2
        name: Snap Ballot
        flavour: "The posters say Sunday."
        end: 1                       # an end condition, 1 to 5 (SC-FIN)
        turns: 5                     # with end 1 only
        win: 1                       # a win condition, 1 to 4 (SC-WIN)
        supporters: 7                # laid out
        politicians: 4               # drawn by a recruit
        effect: larger-hands         # one of ScenarioEffect; may be left out
        start: short-deck            # one of StartEffect; may be left out
        text: "What effect or start does."    # left out when there is neither
        players: [2, 3, 4, 5]        # may be left out when it is 2 to 6

key.yaml, the key to all icons (SC-COM-15); an icon is one path in a box of 100 by 100, y downwards, in capital letters::

    ideologies:                      # specialisms, colours and signs alike, each complete and in the order of the rules
      - {id: anarchism, name: Anarchism, line: "A paper plane.", icon: "M4 46 L96 8 L70 92 Z"}

help.yaml, the two help pages (SC-COM-14)::

    turn:                            # and manoeuvres
      - {id: hand, title: Hand, line: "Draw up to 3 cards, or discard down to 3."}

rules.yaml, the rules at hand::

    rules:
      - id: campaigning
        title: Campaigning
        text: ["One paragraph.", "Another."]
        rules: [SC-CAM-01, SC-R-22]  # at least one; a ruling is SC-R-22
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rooms.tables.game.reading import Reader, Section
from rooms.tables.statecraft.game.content import (
    IDEOLOGIES,
    ActionCard,
    Content,
    Emergency,
    EventCard,
    Help,
    HelpLine,
    Key,
    Leader,
    Named,
    Policy,
    Politician,
    Scenario,
    Supporter,
)
from rooms.tables.statecraft.game.vetting import problems_of

NAMES: Final = frozenset(IDEOLOGIES)


def read(texts: Mapping[str, str]) -> Content:
    """The content in the texts of the ten files, by file name.

    Raises:
        ValueError: something is wrong with them; the message has a line for each problem, with its file and its card.
    """
    reader = Reader(texts)
    found = Content(
        leaders=reader.items("leaders.yaml", "leaders", Leader),
        politicians=reader.items("politicians.yaml", "politicians", Politician),
        policies=reader.items("policies.yaml", "policies", Policy, policy_fields),
        actions=reader.items("actions.yaml", "actions", ActionCard),
        events=reader.items("events.yaml", "events", EventCard),
        emergencies=reader.items("events.yaml", "emergencies", Emergency),
        supporters=reader.items("supporters.yaml", "supporters", Supporter, supporter_fields),
        scenarios=reader.items("scenarios.yaml", "scenarios", Scenario),
        key=Key(
            ideologies=reader.items("key.yaml", "ideologies", Named),
            specialisms=reader.items("key.yaml", "specialisms", Named),
            colours=reader.items("key.yaml", "colours", Named),
            signs=reader.items("key.yaml", "signs", Named),
        ),
        help=Help(
            turn=reader.items("help.yaml", "turn", HelpLine),
            manoeuvres=reader.items("help.yaml", "manoeuvres", HelpLine),
        ),
        rules=reader.items("rules.yaml", "rules", Section),
    )
    # What could not be read is missing in what was found: to go on would only repeat that.
    if problems := reader.problems or problems_of(found):
        raise ValueError("\n".join(problems))
    return found


def policy_fields(item: object) -> object:
    """A policy as its type has it: points in the order of the ideologies, 0 where an option has none."""
    if not isinstance(item, dict) or not isinstance(item.get("options"), list):
        return item
    return {**item, "options": [_in_order(option, "points", 0) for option in item["options"]]}


def supporter_fields(item: object) -> object:
    """A supporter as its type has it: conditions in the order of the ideologies, None where every value will do."""
    return _in_order(item, "conditions", None)


def _in_order(item: object, key: str, otherwise: int | None) -> object:
    if not isinstance(item, dict) or key not in item:
        return item
    given = item[key]
    if not isinstance(given, dict):
        raise ValueError(f"'{key}' names ideologies, as in {{{IDEOLOGIES[0]}: ...}}")
    if unknown := [str(name) for name in given if name not in NAMES]:
        raise ValueError(f"'{key}' names no ideology with '{unknown[0]}'; they are {', '.join(IDEOLOGIES)}")
    return {**item, key: [given.get(ideology, otherwise) for ideology in IDEOLOGIES]}
