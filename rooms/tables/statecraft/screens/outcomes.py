"""What the options of an event do, in words, and to the viewer in numbers (SC-CNT-28)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from control.engine.language import say, say_count
from rooms.tables.statecraft.game.content import IDEOLOGIES, Circle, Effect, EffectKind
from rooms.tables.statecraft.game.state import BUDGET
from rooms.tables.statecraft.game.view import SeenSide
from rooms.tables.statecraft.rules.measures import clipped
from rooms.tables.statecraft.screens.looking import Mark, signed

Marks = Mapping[str, Mark]


def effect_words(marks: Marks, effect: Effect, side: SeenSide | None = None) -> str:
    """One effect as a sentence without a full stop; with a side, from where to where its trackers go."""
    return _WORDS[effect.kind](marks, effect, side)


def _hand(_marks: Marks, effect: Effect, side: SeenSide | None) -> str:
    words = say_count("Discard {count} hand card", "Discard {count} hand cards", effect.amount)
    return words if side is None else say("{effect} (you hold {have})", effect=words, have=side.hand)


def _draw(_marks: Marks, effect: Effect, _side: SeenSide | None) -> str:
    return say_count("Draw {count} card", "Draw {count} cards", effect.amount)


def _policies(marks: Marks, effect: Effect, _side: SeenSide | None) -> str:
    narrowed = effect.colour or effect.specialism
    if narrowed is None:
        return say_count("Discard {count} of your policies", "Discard {count} of your policies", effect.amount)
    return say_count(
        "Discard {count} policy in play: {which}",
        "Discard {count} policies in play: {which}",
        effect.amount,
        which=marks[narrowed.value].name,
    )


def _supporters(_marks: Marks, effect: Effect, side: SeenSide | None) -> str:
    words = say_count("Return {count} supporter", "Return {count} supporters", effect.amount)
    return words if side is None else say("{effect} (you have {have})", effect=words, have=len(side.supporters))


def _politicians(_marks: Marks, effect: Effect, _side: SeenSide | None) -> str:
    if effect.circle is Circle.INNER:
        return say_count(
            "Lose {count} politician of the inner circle", "Lose {count} politicians of the inner circle", effect.amount
        )
    if effect.circle is Circle.OUTER:
        return say_count(
            "Lose {count} politician of the outer circle", "Lose {count} politicians of the outer circle", effect.amount
        )
    return say_count("Lose {count} politician", "Lose {count} politicians", effect.amount)


def _ideology(marks: Marks, effect: Effect, side: SeenSide | None) -> str:
    if effect.ideology is None:
        return say("An ideology of your choice {steps}", steps=signed(effect.amount))
    at = IDEOLOGIES.index(effect.ideology)
    name = marks[effect.ideology.value].name
    if side is None:
        return say("{ideology} {steps}", ideology=name, steps=signed(effect.amount))
    now = side.trackers[at]
    return say(
        "{ideology} {steps}: {now} → {then}",
        ideology=name,
        steps=signed(effect.amount),
        now=now,
        then=clipped(now + effect.amount),
    )


def _budget(_marks: Marks, effect: Effect, side: SeenSide | None) -> str:
    if side is None:
        return say("Budget {steps}", steps=signed(effect.amount))
    then = max(side.budget_least, min(BUDGET, side.budget + effect.amount))
    return say("Budget {steps}: {now} → {then}", steps=signed(effect.amount), now=signed(side.budget), then=signed(then))


def _freeplay(_marks: Marks, _effect: Effect, _side: SeenSide | None) -> str:
    return say("Announce or denounce a policy at once, then draw a card if you like")


_WORDS: Final[Mapping[EffectKind, Callable[[Marks, Effect, SeenSide | None], str]]] = {
    EffectKind.DISCARD_HAND: _hand,
    EffectKind.DRAW: _draw,
    EffectKind.LOSE_POLICIES: _policies,
    EffectKind.RETURN_SUPPORTERS: _supporters,
    EffectKind.LOSE_POLITICIANS: _politicians,
    EffectKind.MOVE_IDEOLOGY: _ideology,
    EffectKind.MOVE_BUDGET: _budget,
    EffectKind.FREEPLAY: _freeplay,
}
