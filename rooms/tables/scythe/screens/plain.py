"""Plain buttons for what is offered: one proposed action of each group, as a form."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from control.engine.language import say
from rooms.tables.scythe.game import actions
from rooms.tables.scythe.game.content import RESOURCES
from rooms.tables.scythe.game.state import NONE, Tokens
from rooms.tables.scythe.screens.board import NOTHING_ASKED, Asked
from rooms.tables.scythe.screens.looking import Looker

Pairs = Iterator[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainButton:
    """A form that sends these fields."""

    title: str
    act: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainAsk:
    """What is asked, with what can be pressed on the board."""

    buttons: tuple[PlainButton, ...]
    asked: Asked = NOTHING_ASKED


NAMES: Final[Mapping[Any, str]] = {
    actions.StepTo: "step",
    actions.Reload: "reload",
    actions.EndUnit: "end-unit",
    actions.EndMove: "end-move",
    actions.ChooseCombat: "choose-combat",
    actions.UseArtillery: "artillery",
    actions.Commit: "commit",
    actions.Retreat: "retreat",
    actions.TakeOption: "take-option",
    actions.EncounterDone: "encounter-done",
    actions.ChooseCard: "choose-card",
    actions.UseCard: "use-card",
    actions.StartMove: "start-move",
}


def plain_of(looker: Looker, *kinds: type) -> PlainAsk | None:
    """A button for each offer whose actions are of these kinds; None where there is none."""
    found = [offer.some(random.Random(1)) for offer in looker.seen.offers]
    buttons = tuple([_button(each) for each in found if type(each) in kinds])
    return PlainAsk(buttons=buttons) if buttons else None


def _button(action: Any) -> PlainButton:
    return PlainButton(title=say(type(action).called), act=NAMES[type(action)], fields=tuple(_fields(action)))


def _tokens(name: str, tokens: Tokens) -> Pairs:
    for kind, count in zip(RESOURCES, tokens, strict=True):
        if count:
            yield f"{name}{kind}", str(count)


def _fields(action: Any) -> Pairs:
    match action:
        case actions.StepTo() | actions.Reload():
            yield "unit", str(action.unit)
            if isinstance(action, actions.StepTo):
                yield "to", action.to
            yield from [*_tokens("load-", action.load), *_tokens("unload-", action.unload)]
            yield from [("board", str(unit)) for unit in action.board]
            yield from [("leave", str(unit)) for unit in action.leave]
        case actions.ChooseCombat():
            yield "space", action.space
        case actions.UseArtillery():
            yield "use", "yes" if action.use else "no"
        case actions.Commit():
            yield "dial", str(action.dial)
            yield from [("card", str(card)) for card in action.cards]
        case actions.Retreat():
            yield from [(f"go-{unit}", space) for unit, space in action.spaces]
            yield from [(f"ride-{worker}", str(mech)) for worker, mech in action.riders]
        case actions.ChooseCard():
            yield "factory", action.card
        case actions.TakeOption() | actions.UseCard():
            if isinstance(action, actions.TakeOption):
                yield "option", str(action.option)
            yield from [*_payment(action.payment), *_picks(action.picks)]
            yield from [(f"decline-{part}", str(count)) for part, count in Counter(action.declined).items()]


def _payment(payment: actions.Payment) -> Pairs:
    for space, tokens in payment.spaces:
        yield from _tokens(f"pay-{space}-", tokens)
    if payment.coercion:
        yield "coercion", str(payment.coercion)
    if payment.as_type:
        yield "as", payment.as_type
    yield from [("card", str(card)) for card in payment.cards]


def _picks(picks: actions.Picks) -> Pairs:
    yield from [("type", kind) for kind in picks.types]
    yield from [("place", space) for space in picks.places]
    chosen = {"mech": picks.mech, "box": picks.box, "section": picks.section, "bonus": picks.space}
    yield from [(name, str(value)) for name, value in chosen.items() if value != NONE]
    named = {"structure": picks.structure, "at": picks.at, "cube": picks.cube}
    yield from [(name, value) for name, value in named.items() if value]
    yield from [(f"produce-{space}", str(count)) for space, count in picks.produce]
