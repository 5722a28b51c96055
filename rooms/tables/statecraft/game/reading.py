"""Reader of the deck files, and the checks that make decks playable and presentable (SC-CNT-59).

Every id is a slug and names one thing. Every text is there and fits on a phone. Every effect belongs to the vocabulary (SC-CNT-28,
SC-CNT-60). `checker` compares the number of cards and their values with the rules; decks may also be smaller (SC-CNT-61).

docs/games/statecraft.md shows every file with an example. `vetting` limits the length of texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rooms.tables.game.content_reading import ContentReader, RulesSection, problems_of_ids, problems_of_sections, repeated_words
from rooms.tables.statecraft.game.content import (
    IDEOLOGIES,
    ActionCard,
    Colour,
    Condition,
    Content,
    Effect,
    EffectKind,
    Emergency,
    EmergencyEffect,
    EmergencyKind,
    EventCard,
    Help,
    HelpLine,
    Key,
    Leader,
    Named,
    Policy,
    Politician,
    Scenario,
    Specialism,
    StartEffect,
    Supporter,
)

LIMITS: Final[Mapping[str, Mapping[str, int]]] = {  # the most characters of each text: a card fits on a phone of 390 pixels
    "leaders.yaml": {"name": 26, "faction": 28, "text": 140, "flavour": 90},
    "politicians.yaml": {"name": 22, "flavour": 90},
    "policies.yaml": {"title": 28, "label": 34, "picture": 90},
    "actions.yaml": {"title": 28, "text": 140, "targets": 60, "flavour": 90},
    "events.yaml": {"title": 28, "text": 140, "label": 34},
    "supporters.yaml": {"name": 28, "flavour": 90},
    "scenarios.yaml": {"name": 28, "text": 140, "flavour": 90},
    "key.yaml": {"name": 20, "line": 100},
    "help.yaml": {"title": 28, "line": 140},
    "rules.yaml": {"title": 40},
}
LONGEST_SECTION: Final = 1000
SIGNS: Final = ("senior", "budget", "incumbent", "announce", "denounce")
CONTRIBUTIONS: Final[Mapping[EmergencyEffect, tuple[EmergencyKind, bool]]] = {  # kind, asks for contributions (SC-CNT-36)
    EmergencyEffect.NEW_HANDS: (EmergencyKind.INDIVIDUAL, False),
    EmergencyEffect.BUSIEST_FALL: (EmergencyKind.INDIVIDUAL, False),
    EmergencyEffect.COMMON_FRONT: (EmergencyKind.COLLECTIVE, True),
    EmergencyEffect.NAME_AND_SHAME: (EmergencyKind.COLLECTIVE, True),
    EmergencyEffect.NEW_FACES: (EmergencyKind.COLLECTIVE, False),
    EmergencyEffect.COOLING: (EmergencyKind.COLLECTIVE, False),
}
NARROWED: Final[Mapping[EffectKind, frozenset[str]]] = {
    EffectKind.LOSE_POLICIES: frozenset({"colour", "specialism"}),
    EffectKind.LOSE_POLITICIANS: frozenset({"circle"}),
    EffectKind.MOVE_IDEOLOGY: frozenset({"ideology"}),
}
SIGNED: Final = frozenset({EffectKind.MOVE_IDEOLOGY, EffectKind.MOVE_BUDGET})
PATH: Final = re.compile(r"M(?:[MLHVCZ ]|\d+(?:\.\d+)?)+Z")
MOST_PLAYERS: Final = 6


def problems_of(content: Content) -> list[str]:
    """Everything in the content that prevents play or display: one sentence each, with file and card."""
    return [
        *_of_ids(content),
        *_of_words(content),
        *_of_politicians_and_policies(content),
        *_of_events(content),
        *(problem for emergency in content.emergencies for problem in _of_an_emergency(emergency)),
        *_of_supporters(content),
        *(problem for scenario in content.scenarios for problem in _of_a_scenario(scenario, len(content.supporters))),
        *_of_the_key(content),
        *_of_sections(content),
    ]


def _of_ids(content: Content) -> Iterator[str]:
    """Ids are slugs. All cards of the main deck share one set of ids, because hands and piles name them by id."""
    blue = [card.id for card in content.policies] + [card.id for card in content.actions]
    purple = [card.id for card in content.events] + [card.id for card in content.emergencies]
    groups: list[tuple[str, list[str]]] = [
        ("policies.yaml, actions.yaml and events.yaml", blue + purple),
        *[
            (f"{deck}.yaml", [each.id for each in getattr(content, deck)])
            for deck in ("leaders", "politicians", "supporters", "scenarios")
        ],
        ("help.yaml, turn", [line.id for line in content.help.turn]),
        ("help.yaml, manoeuvres", [line.id for line in content.help.manoeuvres]),
    ]
    for name, ids in groups:
        yield from problems_of_ids(name, ids)
    numbers = [str(scenario.number) for scenario in content.scenarios]
    yield from (f"scenarios.yaml: the number {number} is there more than once." for number in repeated_words(numbers))


def _of_words(content: Content) -> Iterator[str]:
    """Every text is there and within its limit, and no two cards of a file share a title (SC-CNT-62, SC-CNT-63)."""
    called: dict[str, list[str]] = {name: [] for name in LIMITS}
    for name, id_, field, words, rule in _words(content):
        where = f"{name}, '{id_}'"
        most = LIMITS[name][field]
        if not words.strip():
            yield f"{where}: the {field} is empty ({rule})."
        elif len(words) > most:
            yield f"{where}: the {field} has {len(words)} characters, and at most {most} fit: {words}"
        if field in ("title", "name"):
            called[name].append(words)
    called["leaders.yaml"] += [leader.faction for leader in content.leaders]
    for name, names in called.items():
        rule = "SC-CNT-62" if name in ("policies.yaml", "events.yaml") else "SC-CNT-63"
        yield from (f"{name}: '{words}' is there more than once ({rule})." for words in repeated_words(names))
    cards: tuple[Policy | EventCard, ...] = (*content.policies, *content.events)
    pairs = [" / ".join(sorted(option.label for option in card.options)) for card in cards]
    yield from (f"policies.yaml and events.yaml: two cards have the labels {pair} (SC-CNT-62)." for pair in repeated_words(pairs))


def _words(content: Content) -> Iterator[tuple[str, str, str, str, str]]:
    """Every text with a limit: file, id, field, text, and the rule that demands it."""
    files: tuple[tuple[str, tuple[Any, ...], str], ...] = (
        ("leaders.yaml", content.leaders, "SC-CNT-02"),
        ("politicians.yaml", content.politicians, "SC-CNT-04"),
        ("policies.yaml", content.policies, "SC-CNT-11"),
        ("actions.yaml", content.actions, "SC-CNT-24"),
        ("events.yaml", content.events, "SC-CNT-27"),
        ("events.yaml", content.emergencies, "SC-CNT-36"),
        ("supporters.yaml", content.supporters, "SC-CNT-38"),
        ("scenarios.yaml", content.scenarios, "SC-CNT-45"),
        ("key.yaml", _icons(content), "SC-COM-15"),
        ("help.yaml", (*content.help.turn, *content.help.manoeuvres), "SC-COM-14"),
        ("rules.yaml", content.rules, "SC-COM-14"),
    )
    for name, items, rule in files:
        for item in items:
            for field in LIMITS[name]:
                words = getattr(item, field, None)
                silent = isinstance(item, Scenario) and field == "text" and item.effect is None and item.start is None
                if isinstance(words, str) and not (silent and not words):
                    yield name, item.id, field, words, rule
            for option in getattr(item, "options", ()):
                for field in LIMITS[name]:
                    if hasattr(option, field):
                        yield name, item.id, field, getattr(option, field), rule


def _icons(content: Content) -> tuple[Named, ...]:
    key = content.key
    return (*key.ideologies, *key.specialisms, *key.colours, *key.signs)


def _of_politicians_and_policies(content: Content) -> Iterator[str]:
    for politician in content.politicians:
        if len(politician.specialisms) not in (1, 2) or len(set(politician.specialisms)) < len(politician.specialisms):
            yield f"politicians.yaml, '{politician.id}': a politician has 1 or 2 different specialisms (SC-CNT-04)."
    for policy in content.policies:
        for option in policy.options:
            if min(option.points) < 0 or not any(option.points):
                yield f"policies.yaml, '{policy.id}', '{option.label}': an option has points in an ideology, and none below 0."
    for action in content.actions:
        if action.copies < 1:
            yield f"actions.yaml, '{action.id}': there is at least 1 copy of a card."


def _of_events(content: Content) -> Iterator[str]:
    for event in content.events:
        for option in event.options:
            where = f"events.yaml, '{event.id}', '{option.label}'"
            if not option.effects:
                yield f"{where}: an option has at least 1 effect (SC-CNT-30)."
            for effect in (*option.effects, *option.extra):
                yield from _of_an_effect(effect, where)


def _of_an_effect(effect: Effect, where: str) -> Iterator[str]:
    """An effect has only the filters of its kind, and moves or counts something (SC-CNT-28)."""
    given = {name for name in ("colour", "specialism", "circle", "ideology") if getattr(effect, name) is not None}
    yield from (
        f"{where}: '{effect.kind}' takes no {name} (SC-CNT-28)." for name in sorted(given - NARROWED.get(effect.kind, frozenset()))
    )
    if {"colour", "specialism"} <= given:
        yield f"{where}: '{effect.kind}' takes a colour or a specialism, not both (SC-CNT-28)."
    if effect.amount == 0 or (effect.amount < 0 and effect.kind not in SIGNED):
        yield f"{where}: the amount of '{effect.kind}' cannot be {effect.amount} (SC-CNT-28)."
    if effect.kind is EffectKind.FREEPLAY and effect.amount > 1:
        yield f"{where}: '{effect.kind}' is one policy, without an amount (SC-CNT-28)."


def _of_an_emergency(emergency: Emergency) -> Iterator[str]:
    """The kind of an emergency matches its effect in the rules (SC-CNT-36)."""
    kind, contribution = CONTRIBUTIONS[emergency.effect]
    if (emergency.kind, emergency.contribution) != (kind, contribution):
        asks = "asks for contributions" if contribution else "asks for no contribution"
        yield f"events.yaml, '{emergency.id}': '{emergency.effect}' is {kind} and {asks} (SC-CNT-36)."


def _of_supporters(content: Content) -> Iterator[str]:
    for supporter in content.supporters:
        where = f"supporters.yaml, '{supporter.id}'"
        for ideology, condition in zip(IDEOLOGIES, supporter.conditions, strict=True):
            if condition is not None and not _is_sound(condition):
                yield f"{where}: {ideology} takes either least, 1 to 7, or most, 0 to 6 (SC-CNT-38)."


def _is_sound(condition: Condition) -> bool:
    """Return whether it is "at least 1 to 7" or "at most 0 to 6", and not both (SC-CNT-38)."""
    least, most = condition.least, condition.most
    return (least is not None and most is None and 1 <= least <= 7) or (most is not None and least is None and 0 <= most <= 6)


def _of_a_scenario(scenario: Scenario, supporters: int) -> Iterator[str]:
    """A scenario can be set up and can end (SC-CNT-45)."""
    where = f"scenarios.yaml, '{scenario.id}'"
    if scenario.end not in range(1, 6) or scenario.win not in range(1, 5):
        yield f"{where}: an end condition is 1 to 5 and a win condition 1 to 4 (SC-CNT-45)."
    if (scenario.end == 1) is not (scenario.turns > 0):
        yield f"{where}: end condition 1 has a number of turns, and no other has (SC-CNT-45)."
    if not 1 <= scenario.supporters <= supporters or scenario.politicians < 1:
        yield f"{where}: it lays out 1 supporter or more, as far as there are, and draws 1 politician or more (SC-CNT-45)."
    if not scenario.players or list(scenario.players) != sorted(set(scenario.players) & set(range(2, MOST_PLAYERS + 1))):
        yield f"{where}: the players are numbers from 2 to {MOST_PLAYERS}, each once and in order (SC-CNT-45)."
    if scenario.text and scenario.effect is None and scenario.start is None:
        yield f"{where}: a text without an effect and without a start would promise what the game does not do (SC-CNT-45)."
    if scenario.start is StartEffect.SHORT_DECK and scenario.end != 5:
        yield f"{where}: a short deck goes with end condition 5 (SC-CNT-49)."


def _of_the_key(content: Content) -> Iterator[str]:
    """The key is complete, and its icons are drawable and distinct (SC-COM-15, SC-R-49)."""
    key = content.key
    wanted: tuple[tuple[str, Sequence[Named], tuple[str, ...]], ...] = (
        ("ideologies", key.ideologies, IDEOLOGIES),
        ("specialisms", key.specialisms, tuple(Specialism)),
        ("colours", key.colours, tuple(Colour)),
        ("signs", key.signs, SIGNS),
    )
    for name, found, ids in wanted:
        if tuple(each.id for each in found) != ids:
            yield f"key.yaml, {name}: they are {', '.join(ids)}, each once and in this order (SC-COM-15)."
    for each in _icons(content):
        if not PATH.fullmatch(each.icon):
            yield f"key.yaml, '{each.id}': an icon is the data of one path, of M L H V C Z and numbers."
    yield from (f"key.yaml: two things have the icon {icon}." for icon in repeated_words(each.icon for each in _icons(content)))


def _of_sections(content: Content) -> Iterator[str]:
    """Every section of the printed rules fits on a screen or two."""
    yield from problems_of_sections("rules.yaml", content.rules, "SC")
    for section in content.rules:
        if (length := sum(map(len, section.text))) > LONGEST_SECTION:
            yield f"rules.yaml, '{section.id}': the text has {length} characters, and at most {LONGEST_SECTION} fit."


NAMES: Final = frozenset(IDEOLOGIES)


def read(texts: Mapping[str, str]) -> Content:
    """The content of the ten files.

    `texts`: the text of each file, by file name.

    Raises:
        ValueError: the files have problems. The message has one line for each, with its file and its card.
    """
    reader = ContentReader(texts)
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
        help=Help(turn=reader.items("help.yaml", "turn", HelpLine), manoeuvres=reader.items("help.yaml", "manoeuvres", HelpLine)),
        rules=reader.items("rules.yaml", "rules", RulesSection),
    )
    # Unreadable items are missing in `found`, so further checks would only repeat these problems.
    if problems := reader.problems or problems_of(found):
        raise ValueError("\n".join(problems))
    return found


def policy_fields(item: object) -> object:
    """The fields of a policy as its type needs them: points in the order of the ideologies, 0 where an option has none."""
    if not isinstance(item, dict) or not isinstance(item.get("options"), list):
        return item
    return {**item, "options": [_in_order(option, "points", 0) for option in item["options"]]}


def supporter_fields(item: object) -> object:
    """The fields of a supporter as its type needs them: conditions in the order of the ideologies, None where there is none."""
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
