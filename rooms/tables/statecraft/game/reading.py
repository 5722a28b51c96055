"""How the decks and words of Statecraft are read from their files (SC-CNT-59), and what may be wrong there.

Every file with an example stands in docs/games/statecraft.md. How long texts may be says `vetting`. Decks may be smaller than those
of the rules (SC-CNT-61); `checker` holds them against every number of the rules.
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
