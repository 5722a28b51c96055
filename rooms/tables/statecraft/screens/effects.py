"""What the options of an event do, in words: the vocabulary of events (SC-CNT-28)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from control.engine.language import later, listed, say, say_count
from rooms.tables.statecraft.game.content import Circle, Effect, EffectKind
from rooms.tables.statecraft.game.scene import signed
from rooms.tables.statecraft.screens.signs import Signs

MINUS: Final = "−"
CIRCLES: Final[Mapping[Circle | None, tuple[str, str]]] = {
    None: (later("lose {count} politician"), later("lose {count} politicians")),
    Circle.INNER: (later("lose {count} politician of the inner circle"), later("lose {count} politicians of the inner circle")),
    Circle.OUTER: (later("lose {count} politician of the outer circle"), later("lose {count} politicians of the outer circle")),
}


def effects_words(signs: Signs, effects: tuple[Effect, ...]) -> str:
    """Effects in their order: "draw 1 card and budget −2"."""
    said = listed([WORDS[effect.kind](signs, effect) for effect in effects])
    return f"{said[:1].upper()}{said[1:]}"


def _policies(signs: Signs, effect: Effect) -> str:
    which = effect.colour or effect.specialism
    if which is None:
        return say_count("discard {count} policy", "discard {count} policies", effect.amount)
    named = signs.named[which].name
    return say_count("discard {count} policy of {which}", "discard {count} policies of {which}", effect.amount, which=named)


def _politicians(_signs: Signs, effect: Effect) -> str:
    one, many = CIRCLES[effect.circle]
    return say_count(one, many, effect.amount)


def _ideology(signs: Signs, effect: Effect) -> str:
    if effect.ideology is None:
        return say("an ideology of choice {steps}", steps=signed(effect.amount))
    return say("{ideology} {steps}", ideology=signs.named[effect.ideology].name, steps=signed(effect.amount))


WORDS: Final[Mapping[EffectKind, Callable[[Signs, Effect], str]]] = {
    EffectKind.DISCARD_HAND: lambda _signs, effect: say_count(
        "discard {count} hand card", "discard {count} hand cards", effect.amount
    ),
    EffectKind.DRAW: lambda _signs, effect: say_count("draw {count} card", "draw {count} cards", effect.amount),
    EffectKind.LOSE_POLICIES: _policies,
    EffectKind.RETURN_SUPPORTERS: lambda _signs, effect: say_count(
        "return {count} supporter", "return {count} supporters", effect.amount
    ),
    EffectKind.LOSE_POLITICIANS: _politicians,
    EffectKind.MOVE_IDEOLOGY: _ideology,
    EffectKind.MOVE_BUDGET: lambda _signs, effect: say("budget {steps}", steps=signed(effect.amount)),
    EffectKind.FREEPLAY: lambda _signs, effect: say_count("freeplay {count} policy", "freeplay {count} policies", effect.amount),
}
