"""A bare deck of Statecraft for tests: numbers that meet every constraint of the rulebook, under placeholder names.

The numbers are from `docs/rules/statecraft-deck.json`: politicians are "q01" to "q42" (30 ordinary, then 12 senior), policies "p01"
to "p72", supporters "s01" to "s36", events "e01" to "e24", emergencies "m1" to "m6", leaders "l01" to "l12" in the order of their
effects. Action cards have the name of their effect ("draw-three--1" to "--3" at the table), scenarios are "scenario-1" to
"scenario-14".
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rooms.tables.statecraft.game.content import (
    IDEOLOGIES,
    ActionCard,
    ActionEffect,
    Circle,
    Colour,
    Condition,
    Content,
    Effect,
    EffectKind,
    Emergency,
    EmergencyEffect,
    EmergencyKind,
    EventCard,
    EventOption,
    Help,
    Key,
    Leader,
    LeaderEffect,
    Named,
    Policy,
    PolicyOption,
    Politician,
    Scenario,
    ScenarioEffect,
    Specialism,
    StartEffect,
    Supporter,
)

DECK: Any = json.loads(
    (Path(__file__).resolve().parents[4] / "docs" / "rules" / "statecraft-deck.json").read_text(encoding="utf-8")
)
KINDS = {
    "hand": EffectKind.DISCARD_HAND,
    "draw": EffectKind.DRAW,
    "policies": EffectKind.LOSE_POLICIES,
    "supporters": EffectKind.RETURN_SUPPORTERS,
    "politicians": EffectKind.LOSE_POLITICIANS,
    "budget": EffectKind.MOVE_BUDGET,
    "freeplay": EffectKind.FREEPLAY,
}
ALL, FIVE = (2, 3, 4, 5, 6), (2, 3, 4, 5)
SCENARIOS: tuple[tuple[Any, ...], ...] = (  # end, turns, win, supporters, politicians, special text, start effect, players
    (1, 8, 1, 6, 3, None, None, ALL),
    (1, 5, 1, 7, 4, ScenarioEffect.LARGER_HANDS, None, ALL),
    (2, 0, 1, 5, 3, ScenarioEffect.FLAT_POACHING, None, ALL),
    (3, 0, 1, 7, 3, None, None, ALL),
    (4, 0, 1, 8, 3, ScenarioEffect.FAITHLESS, None, ALL),
    (5, 0, 1, 8, 2, None, StartEffect.SHORT_DECK, FIVE),
    (1, 7, 2, 6, 3, None, None, ALL),
    (4, 0, 2, 6, 3, None, StartEffect.BUDGET_THREE, ALL),
    (1, 8, 3, 6, 3, None, None, ALL),
    (3, 0, 3, 7, 3, None, StartEffect.SET_IDEOLOGY, ALL),
    (5, 0, 4, 6, 3, None, StartEffect.SHORT_DECK, FIVE),
    (4, 0, 4, 7, 4, None, StartEffect.LAST_IS_INCUMBENT, ALL),
    (2, 0, 3, 5, 4, ScenarioEffect.FREE_FIRING, None, ALL),
    (1, 6, 4, 6, 3, ScenarioEffect.ONE_CAMPAIGN, None, ALL),
)
COLLECTIVE = (EmergencyEffect.COMMON_FRONT, EmergencyEffect.NAME_AND_SHAME, EmergencyEffect.NEW_FACES, EmergencyEffect.COOLING)
CONTRIBUTION = (EmergencyEffect.COMMON_FRONT, EmergencyEffect.NAME_AND_SHAME)


def _numbered(rule: str) -> int:
    return int(rule.rsplit("-", 1)[1]) - 1


def _effect(kind: str, *rest: Any) -> Effect:
    if kind == "ideology":
        return Effect(kind=EffectKind.MOVE_IDEOLOGY, amount=rest[1], ideology=None if rest[0] is None else IDEOLOGIES[rest[0]])
    narrowed = str(rest[1]).lower() if len(rest) > 1 else "any"
    return Effect(
        kind=KINDS[kind],
        amount=rest[0] if rest else 1,
        colour=Colour(narrowed) if narrowed in set(Colour) else None,
        specialism=Specialism(narrowed) if narrowed in set(Specialism) else None,
        circle=Circle(narrowed) if narrowed in set(Circle) else None,
    )


def _effects(effects: list[list[Any]]) -> tuple[Effect, ...]:
    return tuple([_effect(*each) for each in effects])


def _policy(id_: str, card: Any) -> Policy:
    options = [
        PolicyOption(
            label=f"{id_} {which}",
            points=tuple(option["points"]),
            cost=option["cost"],
            colour=Colour(option["colour"]),
            picture=f"Picture {which} of {id_}.",
        )
        for which, option in zip("AB", card["options"], strict=True)
    ]
    return Policy(id=id_, title=f"Policy {id_}", specialism=Specialism(card["spec"].lower()), options=(options[0], options[1]))


def _supporter(id_: str, conditions: list[Any]) -> Supporter:
    read = [
        None if each is None else Condition(least=each[1]) if each[0] == "min" else Condition(most=each[1]) for each in conditions
    ]
    return Supporter(id=id_, name=f"Supporter {id_}", flavour=f"Of {id_}.", conditions=(read[0], read[1], read[2], read[3]))


def _event(id_: str, card: Any) -> EventCard:
    options = [
        EventOption(label=f"{id_} {which}", effects=_effects(option["effects"]), extra=_effects(option["extra"]))
        for which, option in zip("AB", card["options"], strict=True)
    ]
    return EventCard(
        id=id_, title=f"Event {id_}", text=f"Text of {id_}.", options=(options[0], options[1]), incumbent_only=card["only"]
    )


def _emergency(id_: str, card: Any) -> Emergency:
    effect = tuple(EmergencyEffect)[_numbered(card["effect"])]
    kind = EmergencyKind.COLLECTIVE if effect in COLLECTIVE else EmergencyKind.INDIVIDUAL
    return Emergency(
        id=id_,
        title=f"Emergency {id_}",
        text=f"Text of {id_}.",
        kind=kind,
        effect=effect,
        contribution=effect in CONTRIBUTION,
    )


def _scenario(number: int, row: tuple[Any, ...]) -> Scenario:
    end, turns, win, supporters, politicians, effect, start, players = row
    return Scenario(
        id=f"scenario-{number}",
        number=number,
        name=f"Scenario {number}",
        flavour=f"Of scenario {number}.",
        end=end,
        win=win,
        supporters=supporters,
        politicians=politicians,
        turns=turns,
        effect=effect,
        start=start,
        players=players,
    )


def _named(ids: Any) -> tuple[Named, ...]:
    return tuple([Named(id=each.value, name=each.value.title(), icon="M0 0") for each in ids])


CONTENT = Content(
    leaders=tuple(
        [
            Leader(
                id=id_,
                name=f"Leader {id_}",
                faction=f"Faction {id_}",
                flavour=f"Of {id_}.",
                effect=tuple(LeaderEffect)[_numbered(rule)],
                text=f"Text of {id_}.",
            )
            for id_, rule in DECK["leaders"].items()
        ]
    ),
    politicians=tuple(
        [
            Politician(
                id=id_,
                name=f"Politician {id_}",
                flavour=f"Of {id_}.",
                specialisms=tuple([Specialism(each.lower()) for each in card["spec"]]),
                senior=card["senior"],
            )
            for id_, card in DECK["politicians"].items()
        ]
    ),
    policies=tuple([_policy(id_, card) for id_, card in DECK["policies"].items()]),
    actions=tuple(
        [
            ActionCard(
                id=effect.value,
                title=effect.value.replace("-", " ").title(),
                flavour="Of it.",
                effect=effect,
                text=f"Text of {effect.value}.",
            )
            for effect in ActionEffect
        ]
    ),
    events=tuple([_event(id_, card) for id_, card in DECK["purple"].items() if card["kind"] == "event"]),
    emergencies=tuple([_emergency(id_, card) for id_, card in DECK["purple"].items() if card["kind"] == "emergency"]),
    supporters=tuple([_supporter(id_, conditions) for id_, conditions in DECK["supporters"].items()]),
    scenarios=tuple([_scenario(number, row) for number, row in enumerate(SCENARIOS, start=1)]),
    key=Key(ideologies=_named(IDEOLOGIES), specialisms=_named(Specialism), colours=_named(Colour), signs=()),
    help=Help(turn=(), manoeuvres=()),
    rules=(),
)
