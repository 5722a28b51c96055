"""Reports of government: laws that act on a House, taxes and effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.engine.language import say
from control.engine.reports import Report, Reporter
from rooms.realm.game.effects.in_force import effect_rule, effect_words, is_public, months_words
from rooms.realm.game.effects.lifetime import EffectEnded, EffectEntered
from rooms.realm.game.reports.words import house, houses_in
from rooms.realm.game.state import GameState


def report_effect_entered(before: GameState, after: GameState, happened: EffectEntered) -> Iterator[Report]:
    """Tell a House of an effect on it, if the effect is public."""
    effect = happened.effect
    if not is_public(effect):
        return
    words = say("{what} ({months})", what=effect_words(before, effect), months=months_words(effect))
    for each in houses_in(before, effect.houses):
        yield Report(to=house(each), words=words, rule=effect_rule(effect))


def report_effect_ended(before: GameState, after: GameState, happened: EffectEnded) -> Iterator[Report]:
    """Tell a House that a public effect on it ended early."""
    effect = next((each for each in before.effects if each.id == happened.id), None)
    if effect is None or not is_public(effect):
        return
    words = say("No longer in force: {what}", what=effect_words(before, effect))
    for each in houses_in(before, effect.houses):
        yield Report(to=house(each), words=words, rule=effect_rule(effect))


REPORTS: Mapping[type, Reporter] = {
    EffectEntered: report_effect_entered,
    EffectEnded: report_effect_ended,
}
