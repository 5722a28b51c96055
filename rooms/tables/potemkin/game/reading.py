"""Reader of Potemkin Empire's content files, their format, and the checks of their content (PE-CNT).

There are five files with exactly the keys shown here. A key is optional only where it says "may be left out". Ids are slugs: lower
case, digits and hyphens. Sentences are our own words.

cards.yaml, the interior deck: 110 cards, each once::

    cards:
      - id: plaster-parliament       # a slug that no other card has
        title: Plaster Parliament
        flavour: "The speeches are real. The walls are on loan."
        real_types: [government]     # 0, 1 or 2 of culture, espionage, government, industry, science; [] for a flat fake
        ability: null                # or the id of an ability; may be left out

abilities.yaml, the ten abilities in any order; what they do is in the rules (PE-ABI), so their ids are fixed::

    abilities:
      - id: second-crew              # second-crew night-shift recruiting-officer friendly-inspector misdirected-freight (action),
        title: Second Crew           # fresh-timber false-papers palace-guard extra-crate place-in-the-carriage (free)
        kind: action                 # or free, as the rules have it
        construction_only: true      # only second-crew; may be left out when false
        text: "Build once, and once more if you like."
        flavour: "Two crews, one hammer."

facades.yaml, the five types of front; pictures are outlines in a box of 100 by 100, y downwards, the ground at y = 100::

    facades:
      - id: culture                  # culture espionage government industry science, in this order
        name: Opera House            # one such building
        plural: Opera Houses
        colour: "#8e2f5a"
        icon: "M10 90 L50 10 L90 90 Z"      # the silhouette: the data of one path
        line: "What building one does, in one short sentence."
        fronts:                      # at least 3 pictures; which one stands there means nothing (PE-CNT-02)
          - id: opera-1
            title: "An opera house with a painted queue"
            shapes:                  # drawn one over the other
              - {tone: wall, d: "M10 100 V40 H90 V100 Z"}   # tone: wall roof trim glass door shade

months.yaml, the four month tokens (PE-CNT-16)::

    months:
      - number: 1                    # 1 to 4
        direction: clockwise         # 1 clockwise, 2 counterclockwise, 3 clockwise, 4 counterclockwise
        title: "The Month of Thaw"
        flavour: "The roads open, and so does the budget."

aid.yaml, the player aid and the rules at hand (PE-CNT-17)::

    aid:
      actions:                       # build, spy, ability, produce, free: each once
        - {id: build, title: Build, modes: [construction], line: "..."}          # modes as the rules have them:
        - {id: spy, title: Spy, modes: [construction], line: "..."}              # construction production
        - {id: ability, title: "Use an ability", modes: [construction, production], line: "..."}
        - {id: produce, title: Produce, modes: [construction, production], line: "..."}
        - {id: free, title: "Free actions", modes: [construction, production], line: "..."}
      effects:                       # each of the five types once
        - {facade: culture, line: "..."}
      scoring:                       # fakes, government, culture, captured, cubes: each once
        - {id: fakes, title: "Fake buildings", points: 2, line: "..."}           # 2, 2, 1, 2, 1 points
    rules:                           # the rulebook section by section, in the order it is read
      - id: drafting
        title: "Dividing the spoils"
        text: ["One paragraph.", "Another."]
        rules: [PE-DRF-01, PE-DRF-02]     # at least one; a ruling is PE-R-06
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

from rooms.tables.game.content_reading import ContentReader, RulesSection, problems_of_ids, problems_of_sections, repeated_words
from rooms.tables.potemkin.game.content import (
    ABILITY_KINDS,
    FACADES,
    POINTS,
    Ability,
    Aid,
    Card,
    Content,
    Direction,
    FacadeContent,
    Kind,
    Mode,
    MonthToken,
)

CARDS: Final = 110
DIRECTIONS: Final = (Direction.CLOCKWISE, Direction.COUNTERCLOCKWISE) * 2
BOTH: Final = frozenset(Mode)
AID_MODES: Final[Mapping[str, frozenset[Mode]]] = {
    "build": frozenset({Mode.CONSTRUCTION}),
    "spy": frozenset({Mode.CONSTRUCTION}),
    "ability": BOTH,
    "produce": BOTH,
    "free": BOTH,
}


def read(texts: Mapping[str, str]) -> Content:
    """The content of the five files.

    `texts`: the text of each file, by file name.

    Raises:
        ValueError: the files have problems. The message has one line for each, with its file and its card.
    """
    reader = ContentReader(texts)
    cards = reader.items("cards.yaml", "cards", Card)
    abilities = reader.items("abilities.yaml", "abilities", Ability)
    facades = reader.items("facades.yaml", "facades", FacadeContent)
    months = reader.items("months.yaml", "months", MonthToken)
    aid = reader.one("aid.yaml", "aid", Aid)
    sections = reader.items("aid.yaml", "rules", RulesSection)
    if reader.problems or aid is None:  # unreadable items are missing, so further checks would only repeat these problems
        raise ValueError("\n".join(reader.problems))
    found = Content(cards=cards, abilities=abilities, facades=facades, months=months, aid=aid, rules=sections)
    if problems := problems_of(found):
        raise ValueError("\n".join(problems))
    return found


def problems_of(content: Content) -> tuple[str, ...]:
    """Everything in the content that the rules do not allow: one sentence each, with file and card."""
    return (
        *_problems_of_cards(content.cards),
        *_problems_of_the_deck(content.cards),
        *_problems_of_abilities(content.abilities),
        *_problems_of_facades(content.facades),
        *_problems_of_months(content.months),
        *_problems_of_the_aid(content.aid),
        *problems_of_sections("aid.yaml", content.rules, "PE"),
    )


def _problems_of_cards(cards: Sequence[Card]) -> list[str]:
    """Problems of single cards (PE-CNT-04)."""
    problems = [*problems_of_ids("cards.yaml", [card.id for card in cards])]
    for card in cards:
        where = f"cards.yaml, '{card.id}'"
        if not card.title.strip() or not card.flavour.strip():
            problems.append(f"{where}: a card has a title and a flavour line (PE-CNT-04).")
        if len(card.real_types) > 2 or len(set(card.real_types)) < len(card.real_types):
            problems.append(f"{where}: a card is real for no, one or two different types (PE-CNT-04).")
        if card.ability is not None and card.ability not in ABILITY_KINDS:
            problems.append(f"{where}: there is no ability '{card.ability}'.")
        if card.ability is not None and len(card.real_types) == 2:
            problems.append(f"{where}: a card that is real for two types has no ability (PE-CNT-07).")
    problems += [
        f"cards.yaml: the title '{title}' is there more than once." for title in repeated_words(card.title for card in cards)
    ]
    return problems


def _check_count(cards: Iterable[Card], wanted: int, what: str, rule: str) -> list[str]:
    ids = [card.id for card in cards]
    listed = f": {', '.join(sorted(ids))}" if ids else ""
    return [] if len(ids) == wanted else [f"cards.yaml: there must be {wanted} {what}, and there are {len(ids)} ({rule}){listed}."]


def _problems_of_the_deck(cards: Sequence[Card]) -> list[str]:
    """Wrong numbers of cards of each sort.

    Rules: PE-CNT-03, PE-CNT-04, PE-CNT-05, PE-CNT-06, PE-CNT-07, PE-CNT-08, PE-CNT-09, PE-CNT-10, PE-CNT-11, PE-CNT-12.
    """
    problems = [] if len(cards) == CARDS else [f"cards.yaml: the deck has {CARDS} cards, and there are {len(cards)} (PE-CNT-03)."]

    for facade in FACADES:
        alone = [card for card in cards if card.real_types == (facade,)]
        able = [card for card in alone if card.ability is not None]
        problems += _check_count(alone, 12, f"cards real for {facade} alone", "PE-CNT-06")
        problems += _check_count(able, 4, f"cards with an ability among those real for {facade} alone", "PE-CNT-09")
    for pair in combinations(FACADES, 2):
        both = [card for card in cards if len(card.real_types) == 2 and set(card.real_types) == set(pair)]
        problems += _check_count(both, 1, f"card real for {pair[0]} and {pair[1]}", "PE-CNT-07")
    fakes = [card for card in cards if not card.real_types]
    problems += _check_count(fakes, 40, "flat fakes", "PE-CNT-08")
    problems += _check_count([card for card in fakes if card.ability is not None], 20, "flat fakes with an ability", "PE-CNT-09")
    for ability in ABILITY_KINDS:
        with_it = [card for card in cards if card.ability == ability]
        problems += _check_count(with_it, 4, f"cards with '{ability}'", "PE-CNT-10")
        problems += _check_count([card for card in with_it if not card.real_types], 2, f"flat fakes with '{ability}'", "PE-CNT-10")
        for facade in FACADES:
            twice = [card.id for card in with_it if card.real_types == (facade,)]
            if len(twice) > 1:
                problems.append(f"cards.yaml, {', '.join(sorted(twice))}: two real {facade} cards have '{ability}' (PE-CNT-12).")
    for kind in Kind:
        of_it = [card for card in cards if _kind_of(card) is kind]
        problems += _check_count(of_it, 20, f"cards with an ability of the kind {kind}", "PE-CNT-11")
    return problems


def _kind_of(card: Card) -> Kind | None:
    return None if card.ability is None or card.ability not in ABILITY_KINDS else ABILITY_KINDS[card.ability][0]


def _problems_of_abilities(abilities: Sequence[Ability]) -> list[str]:
    """Problems of the ten abilities and their kinds (PE-CNT-10, PE-CNT-11, PE-ABI)."""
    problems = [*problems_of_ids("abilities.yaml", [ability.id for ability in abilities])]
    for ability in abilities:
        where = f"abilities.yaml, '{ability.id}'"
        if ability.id not in ABILITY_KINDS:
            problems.append(f"{where}: the rules know no such ability; they know {', '.join(ABILITY_KINDS)}.")
        elif (ability.kind, ability.construction_only) != ABILITY_KINDS[ability.id]:
            kind, only = ABILITY_KINDS[ability.id]
            problems.append(f"{where}: its kind is {kind}, {'in construction mode only' if only else 'in both modes'} (PE-ABI).")
        if not all(words.strip() for words in (ability.title, ability.text, ability.flavour)):
            problems.append(f"{where}: an ability has a title, a text and a flavour line.")
    missing = sorted(set(ABILITY_KINDS) - {ability.id for ability in abilities})
    return problems + [f"abilities.yaml: the ability '{id_}' is missing (PE-CNT-10)." for id_ in missing]


def _problems_of_facades(facades: Sequence[FacadeContent]) -> list[str]:
    """Problems of the five types and their pictures (PE-CNT-01)."""
    problems = []
    if tuple(facade.id for facade in facades) != FACADES:
        problems.append(f"facades.yaml: there must be {', '.join(FACADES)}, each once and in this order (PE-CNT-01).")
    for facade in facades:
        where = f"facades.yaml, '{facade.id}'"
        if len(facade.fronts) < 3:
            problems.append(f"{where}: a type has at least 3 fronts, and this has {len(facade.fronts)} (PE-CNT-01).")
        if not re.fullmatch(r"#[0-9a-f]{6}", facade.colour):
            problems.append(f"{where}: the colour is written like #8e2f5a.")
        if not all(words.strip() for words in (facade.name, facade.plural, facade.icon, facade.line)):
            problems.append(f"{where}: a type has a name, a plural, an icon and a line (PE-CNT-01).")
        problems += [f"{where}, front '{front.id}': it has no shapes." for front in facade.fronts if not front.shapes]
    return [*problems, *problems_of_ids("facades.yaml", [front.id for facade in facades for front in facade.fronts])]


def _problems_of_months(months: Sequence[MonthToken]) -> list[str]:
    """Problems of the four month tokens (PE-CNT-16)."""
    wanted = tuple(enumerate(DIRECTIONS, start=1))
    if tuple((month.number, month.direction) for month in months) == wanted:
        return []
    listed = ", ".join(f"{number} {direction}" for number, direction in wanted)
    return [f"months.yaml: the months are {listed}, in this order (PE-CNT-16)."]


def _problems_of_the_aid(aid: Aid) -> list[str]:
    """Problems of the player aid, which has every action, effect and category once (PE-CNT-17)."""
    problems = []
    modes = {action.id: frozenset(action.modes) for action in aid.actions}
    if modes != AID_MODES or len(aid.actions) != len(AID_MODES):
        listed = ", ".join(f"{id_} ({' and '.join(sorted(modes))})" for id_, modes in AID_MODES.items())
        problems.append(f"aid.yaml, actions: they are {listed}, each once (PE-CNT-17).")
    if sorted(effect.facade for effect in aid.effects) != sorted(FACADES):
        problems.append(f"aid.yaml, effects: there is one for each of {', '.join(FACADES)} (PE-CNT-17).")
    if sorted((score.id, score.points) for score in aid.scoring) != sorted(POINTS.items()):
        listed = ", ".join(f"{id_} {points}" for id_, points in POINTS.items())
        problems.append(f"aid.yaml, scoring: the categories and their points are {listed}, each once (PE-CNT-17).")
    return problems
