"""Targets of action cards and the leader's step, as the offers allow them, each with its outcome."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.engine.language import later, say
from rooms.tables.statecraft.game.actions import ActionOffer, LeaderStepOffer, PlayAction
from rooms.tables.statecraft.game.content import IDEOLOGIES, ActionEffect, Ideology, LeaderEffect
from rooms.tables.statecraft.game.scene import signed
from rooms.tables.statecraft.game.state import NO_POINTS, shift
from rooms.tables.statecraft.game.view import CardFace, SeenSide
from rooms.tables.statecraft.screens.forms import TARGETS
from rooms.tables.statecraft.screens.outcomes import Would, outcome_for_viewer, position_after, position_after_loss, position_of
from rooms.tables.statecraft.screens.question_shapes import ActionAsk, OptionChoice, StepAsk
from rooms.tables.statecraft.screens.shapes import card_of
from rooms.tables.statecraft.screens.viewer import StatecraftViewer

BUDGET_STEPS: Final[Mapping[ActionEffect, int]] = {ActionEffect.BUDGET_UP: 2, ActionEffect.BUDGET_DOWN: -2}
NO_TARGET: Final[Mapping[ActionEffect, str]] = {  # why a card cannot be played (SC-ACN-03)
    ActionEffect.NEW_SUPPORTER: later("no supporter is left in the box"),
    ActionEffect.OUST: later("no opponent has a politician"),
    ActionEffect.LOOK_AND_DISCARD: later("no opponent holds a card"),
    ActionEffect.BUDGET_UP: later("your budget is at its highest"),
    ActionEffect.BUDGET_DOWN: later("your budget is at its lowest"),
    ActionEffect.TAKE_BACK: later("you have no policy in play"),
    ActionEffect.COLOUR_STRIKE: later("no opponent has a policy in play"),
    ActionEffect.FREE_RECRUIT: later("no politician is left"),
    ActionEffect.DRAW_THREE: later("once in a turn, and only while there is a card to draw"),
    ActionEffect.FREE_POACH: later("you satisfy no supporter of another player"),
    ActionEffect.SPIN: later("it would change nothing"),
    ActionEffect.RESHUFFLE: later("there is nothing to exchange or to move"),
}


def actions_of(looker: StatecraftViewer, side: SeenSide) -> tuple[ActionAsk, ...]:
    offers = {offer.card: offer for offer in looker.seen.offers if isinstance(offer, ActionOffer)}
    return tuple([_action(looker, side, face, offers.get(face.id)) for face in looker.hand if face.action is not None])


def _action(looker: StatecraftViewer, side: SeenSide, face: CardFace, offer: ActionOffer | None) -> ActionAsk:
    if face.action is None:
        raise ValueError(face.id)
    effect, card = face.action.effect, card_of(looker, face)
    if offer is None:
        return ActionAsk(card=card, reason=say(NO_TARGET[effect]), would=None, groups=())
    steps = BUDGET_STEPS.get(effect)
    found = None if steps is None else outcome_for_viewer(looker, side, position_after(side, NO_POINTS, steps))
    groups: dict[str, list[OptionChoice]] = {}
    for way in offer.ways:
        if (value := target_value(way)) != "":
            title, group, note = _aim(looker, side, way)
            groups.setdefault(group, []).append(
                OptionChoice(value=value, title=title, note=note, would=_effect_on_viewer(looker, side, effect, way))
            )
    return ActionAsk(
        card=card, reason="", would=found, groups=tuple([(title, tuple(targets)) for title, targets in groups.items()])
    )


def target_value(way: PlayAction) -> str:
    """The targets of an action card as one form field: "opponent=1&colour=red"."""
    return "&".join([f"{name}={value}" for name in TARGETS if (value := getattr(way, name)) is not None])


def _aim(looker: StatecraftViewer, side: SeenSide, way: PlayAction) -> tuple[str, str, str]:
    """The title of a target, the heading of its group, and a note."""
    if way.supporter is not None:
        found = next(each for each in looker.view.supporters if each.card.id == way.supporter)
        return found.card.name, say("Take it from"), "" if found.host is None else looker.name(found.host)
    if way.colour is not None:
        return looker.marks[way.colour.value].name, looker.name(way.opponent or 0), ""
    if way.opponent is not None:
        return looker.name(way.opponent), say("Whose hand?"), say("{count} in hand", count=looker.view.sides[way.opponent].hand)
    if way.ideology is not None and way.step is not None:
        return _step_words(looker, side, way.ideology, way.step), say("Which way?"), ""
    if way.policy is not None and way.politician is not None:
        return say("to {name}", name=_politician(looker, way.politician)[0]), _title(side, way.policy), ""
    if way.policy is not None:
        return _title(side, way.policy), say("Which one?"), ""
    if way.other is not None:
        names = {"one": _politician(looker, way.politician)[0], "other": _politician(looker, way.other)[0]}
        return say("{one} and {other}", **names), say("Exchange two"), ""
    return *_politician(looker, way.politician), ""


def _effect_on_viewer(looker: StatecraftViewer, side: SeenSide, effect: ActionEffect, way: PlayAction) -> Would | None:
    """The outcome for the viewer's own trackers. None where the card moves none."""
    if effect is ActionEffect.TAKE_BACK:
        back = [policy for policy in side.policies if policy.card.id == way.policy]
        return outcome_for_viewer(looker, side, position_after_loss(side, back))
    if way.ideology is not None and way.step is not None:
        return outcome_for_viewer(looker, side, position_of(side), spin=shift(IDEOLOGIES.index(way.ideology), way.step))
    return None


def _title(side: SeenSide, policy: str) -> str:
    return next((each.card.title for each in side.policies if each.card.id == policy), policy)


def _politician(looker: StatecraftViewer, politician: str | None) -> tuple[str, str]:
    """The name of a politician at the table, and the name of the player."""
    for player, side in enumerate(looker.view.sides):
        for holder in side.holders:
            if holder.politician is not None and holder.politician.id == politician:
                return holder.politician.name, looker.name(player)
    return "", ""


def _step_words(looker: StatecraftViewer, side: SeenSide, ideology: Ideology, step: int) -> str:
    now = side.counted[IDEOLOGIES.index(ideology)]
    return say(
        "{ideology} {steps}: {now} → {then}",
        ideology=looker.marks[ideology.value].name,
        steps=signed(step),
        now=now,
        then=now + step,
    )


def step_of(looker: StatecraftViewer, side: SeenSide) -> StepAsk | None:
    """The leader's step. None when the leader does not have it (SC-LDR-07)."""
    if not side.text_counts or side.leader.effect is not LeaderEffect.LEADER_STEP:
        return None
    offer = looker.offer(LeaderStepOffer)
    if offer is None:
        reason = say("once in a turn") if looker.view.turn.stepped else say("needs a card to pay")
        return StepAsk(text=side.leader.text, reason=reason, steps=())
    return StepAsk(
        text=side.leader.text, reason="", steps=tuple([_step(looker, side, ideology, step) for ideology, step in offer.steps])
    )


def _step(looker: StatecraftViewer, side: SeenSide, ideology: Ideology, step: int) -> OptionChoice:
    return OptionChoice(
        value=f"{ideology.value}={step}",
        title=say("{ideology} {steps}", ideology=looker.marks[ideology.value].name, steps=signed(step)),
        would=outcome_for_viewer(looker, side, position_after(side, shift(IDEOLOGIES.index(ideology), step), 0)),
    )
